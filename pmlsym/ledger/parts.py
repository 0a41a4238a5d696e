"""Parts that many claims have: that a number lies between two others."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided

_ONE = sp.Integer(1)


def between(
    words: tuple[str, str],
    given: tuple[Sentence, ...],
    term: Term,
    high: Term = _ONE,
    sign: str = "<=",
) -> tuple[Part, Part]:
    """Say that a term is at least (more than) 0, and that it is at most (less than) `high`.

    Parameters
    ----------
    words : what the two inequalities mean.
    given : the hypotheses of both.
    term : what is bounded.
    high : its upper bound.
    sign : ``"<="`` or ``"<"``, of both.
    """
    low_words, high_words = words
    return (
        Part(low_words, Goal(given, relate(sp.Integer(0), sign, term)), Decided),
        Part(high_words, Goal(given, relate(term, sign, high)), Decided),
    )
