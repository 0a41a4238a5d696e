r"""Bounds from below on a lift of two outcomes, from the ratios of the lifts of one of them.

If :math:`r(x) \ge s\,r(x')` for every two secrets, then :math:`r(x) \ge s`, as the mean of r is 1:
PMC is at most LDP. With that weaker fact in its place, a bound on the PMC of a pair of outcomes by
the LDP of each is proved like one by PMC.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.reductions import prove_case
from pmlsym.statements.reductions.encoding import relate


def by_least_lifts(goal: Goal) -> Step:
    """Prove a bound from below on a lift, with bounds on lifts for those on their ratios.

    Raises
    ------
    NotProved
        If the goal is no such bound, or no proof was found.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduce
    >>> from pmlsym.statements.text.parse import parse
    >>> (case,) = reduce(parse("pmc(X->y,z) <= ldp(X->y) + pmc(X->z|y)")).cases
    >>> print(by_least_lifts(case.goal).goal.conclusion)
    ldp_X|y*pmc_X|z_y*r_y0|z0 <= r_x0|y0|z0
    """
    if not _bounds_from_below(goal):
        raise NotProved("this is no bound on the lift of a pair of outcomes")
    steps = dict(_least_lifts(goal))
    if not steps:
        raise NotProved("there are no bounds on ratios of lifts")
    kept = tuple(one for one in goal.hypotheses if one not in steps)
    weaker = tuple(dict.fromkeys(step.goal.conclusion for step in steps.values()))
    return Decided(goal, (*steps.values(), prove_case(Goal((*kept, *weaker), goal.conclusion))))


def _bounds_from_below(goal: Goal) -> bool:
    """Whether the larger side is a symbol that is at most one of the smaller side."""
    small, large = goal.conclusion.args
    if not isinstance(goal.conclusion, sp.Le) or not large.is_Symbol:
        return False
    return any(relate(large, "<=", one) in goal.hypotheses for one in small.free_symbols)


def _least_lifts(goal: Goal) -> Iterator[tuple[Sentence, Step]]:
    """Yield bounds a >= s b on ratios, with s in the conclusion, each with a proof of a >= s."""
    means = [one for one in goal.hypotheses if isinstance(one, sp.Eq) and one.rhs == 1]
    for bound in goal.hypotheses:
        if not isinstance(bound, sp.Ge) or not bound.lhs.is_Symbol or not bound.rhs.is_Mul:
            continue
        for ratio in sorted(bound.rhs.free_symbols & goal.conclusion.free_symbols, key=str):
            lifts = bound.free_symbols - {ratio}
            for mean in (one for one in means if lifts <= one.free_symbols):
                about = mean.free_symbols | {ratio}
                given = tuple(one for one in goal.hypotheses if one.free_symbols <= about)
                with suppress(NotProved):
                    yield bound, Decided(Goal(given, relate(bound.lhs, ">=", ratio)))
