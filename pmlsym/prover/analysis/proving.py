"""Proving a goal of a reduction in which exponentials and logarithms of parameters remain."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.review import certificates_only
from pmlsym.proof.steps import Decided, Step
from pmlsym.prover.analysis.corners import corners, movable
from pmlsym.prover.analysis.divergence import by_coin
from pmlsym.prover.analysis.means import on_average
from pmlsym.prover.analysis.relations import compare
from pmlsym.prover.analysis.sampling import Region
from pmlsym.prover.analysis.tangents import by_tangents
from pmlsym.prover.clock import TimeIsUp, ending


def prove(goal: Goal, until: float) -> Step:
    """Prove a goal with exponentials and logarithms, by certificates alone.

    Parameters
    ----------
    goal : the goal.
    until : when to stop, on the clock of `time.monotonic`.

    Raises
    ------
    NotProved
        If no proof was found, or not in time.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> from pmlsym.statements.reductions import reduce
    >>> case = reduce(parse("LDP(e) => pml(X->y) <= exp(e) - 1")).cases[0]
    >>> prove(case.goal, time.monotonic() + 10).kind
    'decision'
    """
    try:
        with ending(until), certificates_only():
            return _proved(goal)
    except TimeIsUp:
        if time.monotonic() < until:
            raise  # somebody else's time
        raise NotProved("the time was up") from None
    except (BasePolynomialError, NotImplementedError, RecursionError, OverflowError) as why:
        raise NotProved(f"sympy does not handle it: {type(why).__name__}") from None


def _proved(goal: Goal) -> Step:
    if goal.exists:
        raise NotProved("an existence is not proved here")
    if goal.means:
        return on_average(goal, pointwise)
    return pointwise(goal)


def pointwise(goal: Goal) -> Step:
    """Prove a goal without means."""
    region = Region.of(goal.hypotheses, (goal.conclusion,))
    ways = (by_coin, _by_corners, by_tangents) if _seems_true(goal.conclusion, region) else ()
    for way in ways:
        with suppress(NotProved):
            return way(goal)
    raise NotProved("it was not found to follow")


def _by_corners(goal: Goal) -> Step:
    """Put the furthest corner for each lift of the conclusion, and compare what is left."""
    hypotheses, conclusion = goal.hypotheses, goal.conclusion
    region = Region.of(hypotheses, (conclusion,))
    moving = movable(hypotheses)
    for left, steps in _without(conclusion, moving, hypotheses, region):
        kept = tuple(h for h in hypotheses if not h.free_symbols & set(moving))
        with suppress(NotProved):
            return Decided(goal, (*steps, compare(kept, left)))
    raise NotProved("no corner shows it")


def _without(
    conclusion: Sentence,
    moving: Sequence[Term],
    hypotheses: Sequence[Sentence],
    region: Region,
) -> Iterator[tuple[Sentence, tuple[Step, ...]]]:
    """Yield conclusions about parameters alone that seem true, and the bounds that lead there."""
    present = [s for s in moving if s in conclusion.free_symbols]
    if not present:
        yield conclusion, ()
        return
    symbol = present[0]
    others = [s for s in moving if s != symbol]
    for bound, step in corners(symbol, others, hypotheses, region):
        left = conclusion.func(*(a.subs(symbol, bound) for a in conclusion.args), evaluate=False)
        if _seems_true(left, region):
            for rest, steps in _without(left, moving, hypotheses, region):
                yield rest, (step, *steps)


def _seems_true(conclusion: Sentence, region: Region) -> bool:
    difference = conclusion.lhs - conclusion.rhs
    if isinstance(conclusion, sp.Le | sp.Lt):
        difference = -difference
    return region.never_negative(difference)
