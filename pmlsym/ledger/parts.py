"""Common parts of claims: an implication, and bounds of a term from both sides."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Step

_ONE = sp.Integer(1)


def follows(
    words: str,
    given: tuple[Sentence, ...],
    conclusion: Sentence,
    prove: Callable[[Goal], Step] = Decided,
) -> Part:
    """Return the part that a conclusion follows from hypotheses, by arithmetic or a given proof.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> print(follows("x is at most its square", (x >= 1,), x**2 >= x).goal)
    x >= 1  =>  x^2 >= x
    """
    return Part(words, Goal(given, conclusion), prove)


def between(
    words: tuple[str, str],
    given: tuple[Sentence, ...],
    term: Term,
    high: Term = _ONE,
) -> tuple[Part, Part]:
    """Return two parts: a term is at least 0, and it is at most `high`.

    The two texts in `words` are the meanings of both inequalities, and `given` are the hypotheses.
    """
    low_words, high_words = words
    return (
        follows(low_words, given, relate(sp.Integer(0), "<=", term)),
        follows(high_words, given, relate(term, "<=", high)),
    )
