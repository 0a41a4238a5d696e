"""Proofs of goals about released histograms, by averaging a triangle inequality in each bin."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Term, conjuncts
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step, compare_exponentials
from pmlsym.statements.reductions.encoding import relate
from pmlsym.statements.reductions.histograms.densities_by_class import (
    ANYWHERE,
    AT_CORNER,
    IF_FIRST,
    IF_OTHER,
    LACKING,
    b,
)
from pmlsym.statements.reductions.proving import prove_case

_ZERO = sp.Integer(0)
_POSITIVE = relate(b, ">", _ZERO)
_LAWS = {"P": ANYWHERE, "C": AT_CORNER}


def prove_histogram(goal: Goal) -> Step:
    """Prove a goal about released histograms.

    The proof compares the densities given that a record is in class 1 and in another class.

    Raises
    ------
    NotProved
        If no proof was found.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduction_of
    >>> from pmlsym.statements.from_text import from_text
    >>> goal = reduction_of(from_text("histogram N records, k bins: leak <= 2/b")).cases[0].goal
    >>> prove_histogram(goal).kind
    'decision'
    """
    steps = tuple(step for law in sorted({m.law for m in goal.means}) for step in moved(law))
    with suppress(NotProved):
        return Decided(goal, steps)
    with suppress(NotProved):
        return compare_exponentials(goal, steps)
    return prove_case(goal)


@cache
def moved(law: str) -> tuple[Step, ...]:
    """Prove comparisons of the densities of a record in class 1 and in another class.

    Under any law (P) e^(-2/b) E_1 <= E_T <= e^(2/b) E_1, at a corner (C) e^(-2/b) E_1 = E_T; and
    E_1 > 0.

    Examples
    --------
    >>> [str(step.goal.conclusion.func) for step in moved("C")]
    ["<class 'sympy.core.relational.Equality'>", \
"<class 'sympy.core.relational.StrictGreaterThan'>"]
    """
    first, other = -IF_FIRST / b, -IF_OTHER / b
    if law == "C":
        compared = [relate(other, "=", first - 2 / b)]
    else:
        compared = [relate(other, ">=", first - 2 / b), relate(other, "<=", first + 2 / b)]
    return (*(_averaged(law, relation) for relation in compared), _positive(law))


def _averaged(law: str, relation: Term) -> Step:
    """Prove a relation of exponents at every point, and average the exponentials."""
    pointwise = Decided(Goal((_POSITIVE, *conjuncts(_LAWS[law])), relation))
    return Expectation(OrderKept(pointwise, sp.exp), LACKING, _LAWS[law], law)


def _positive(law: str) -> Step:
    pointwise = Goal((_POSITIVE, *conjuncts(_LAWS[law])), relate(sp.exp(-IF_FIRST / b), ">", _ZERO))
    return Expectation(Decided(pointwise), LACKING, _LAWS[law], law)
