"""A comparison as a function that is never negative: the difference, or that of the logarithms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.prover.analysis.intervals import never_negative
from pmlsym.prover.analysis.sampling import Region


def compare(hypotheses: Sequence[Sentence], conclusion: Sentence) -> Step:
    """Prove a comparison from hypotheses about its own symbols.

    Raises
    ------
    NotProved
        If it was not found to follow.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> print(compare((x >= 0,), sp.Le(1 + x, sp.exp(x))).goal)
    x >= 0  =>  x + 1 <= exp(x)
    """
    goal = Goal(tuple(hypotheses), conclusion)
    low, high = _ordered(conclusion)
    region = Region.of(hypotheses, (conclusion,))
    if not region.never_negative(high - low):
        raise NotProved(f"{conclusion} was not found to follow")
    with suppress(NotProved):
        return Decided(goal)
    for way in _ways(hypotheses, conclusion, region):
        with suppress(NotProved):
            return Decided(goal, (way,))
    raise NotProved(f"{conclusion} was not found to follow")


def _ordered(conclusion: Sentence) -> tuple[Sentence, Sentence]:
    if isinstance(conclusion, sp.Le | sp.Lt):
        return conclusion.args[0], conclusion.args[1]
    if isinstance(conclusion, sp.Ge | sp.Gt):
        return conclusion.args[1], conclusion.args[0]
    raise NotProved("no comparison")


def _ways(hypotheses: Sequence[Sentence], conclusion: Sentence, region: Region) -> Iterator[Step]:
    low, high = _ordered(conclusion)
    if conclusion.has(sp.exp) and all(region.never_negative(side) for side in (low, high)):
        lower, higher = (_logarithm(side) for side in (low, high))
        with suppress(NotProved):
            step = never_negative(higher - lower, hypotheses)
            logarithms = Goal(tuple(hypotheses), sp.Le(lower, higher, evaluate=False))
            yield OrderKept(Decided(logarithms, (step,)), sp.exp)
    with suppress(NotProved):
        yield never_negative(high - low, hypotheses)


def _logarithm(term: Sentence) -> Sentence:
    return sp.expand_log(sp.log(sp.factor(sp.together(term))), force=True)
