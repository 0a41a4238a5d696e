r"""Bounds on divergences of the posterior at an outcome, from bounds on its extreme lifts.

Let s be the largest lift, t the smallest, :math:`E = e^\epsilon` and :math:`F = e^{\epsilon/2}`.

- If :math:`s \le E t`, then :math:`(F + 1)(s - 1)(1 - t) \le (F - 1)(s - t)`, as :math:`E t - 1`
  times the difference is :math:`(s - 1)(F + 1)(F t - 1)^2 + (E t - s)(F - 1)(1 - t)`. This bounds
  the total variation T, where :math:`T (s - t) \le (s - 1)(1 - t)`.
- If :math:`s \le E` and :math:`E t \ge 1`, then v log v is below its chord from 1/E to E at s and
  at t, and the mean of the chord is :math:`\epsilon (E - 1)^2/(E^2 - 1)`. This bounds the
  Kullback-Leibler divergence.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Term
from pmlsym.proof.steps import Decided, Step, compare_exponentials
from pmlsym.proof.tangent import at, exp_above_tangent_everywhere
from pmlsym.statements.reductions.averages_with_weights import chord as chord_of_logarithm
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate


def posterior_bounds(goal: Goal) -> Iterator[Step]:
    """Yield bounds on the divergences at outcomes in a goal.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduce
    >>> from pmlsym.statements.text.parse import parse
    >>> case = reduce(parse("LDP(e) => tv(X->y) <= (exp(e/2) - 1)/(exp(e/2) + 1)")).cases[0]
    >>> print(list(posterior_bounds(case.goal))[-1].goal.conclusion)
    v_tv <= (exp(e/2) - 1)/(exp(e/2) + 1)
    """
    given = goal.hypotheses
    bounds = {part for sentence in (*given, goal.conclusion) for part in sentence.atoms(sp.exp)}
    ends = _ends(goal)
    for bound in sorted(bounds, key=sp.default_sort_key):
        for tv, high, low in ends:
            with suppress(NotProved):
                yield _of_ratio(goal, bound, tv, high, low)
        for known in given:
            if isinstance(known, sp.Le | sp.Eq) and len(known.rhs.atoms(sp.log)) == 2:
                with suppress(NotProved):
                    yield from _of_chord(goal, bound, known.lhs, known.rhs)


def _ends(goal: Goal) -> list[tuple[Term, Term, Term]]:
    """Return total variations, each with the largest and the smallest lift that bound it."""
    given = set(goal.hypotheses)
    symbols = sorted({part for known in given for part in known.free_symbols}, key=str)
    return [
        (tv, high, low)
        for tv, high in permutations(symbols, 2)
        if relate(tv, "<=", high - 1) in given
        for low in symbols
        if low not in (tv, high) and relate(tv, "<=", 1 - low) in given
    ]


def _of_ratio(goal: Goal, bound: Term, tv: Term, high: Term, low: Term) -> Step:
    """Return the bound on total variation where high <= bound low."""
    about = {high, low, *bound.free_symbols}
    given = tuple(known for known in goal.hypotheses if known.free_symbols <= about)
    root = sp.exp(bound.exp / 2)
    Decided(Goal(given, relate(high, "<=", bound * low)))
    gap = (root - 1) * (high - low) - (root + 1) * (high - 1) * (1 - low)
    above = Decided(Goal(given, relate(root, ">=", ONE)))
    parts = (high - 1) * (root + 1) * (root * low - 1) ** 2, (bound * low - high) * (root - 1)
    first = Decided(Goal(given, relate(parts[0], ">=", ZERO)))
    second = Decided(Goal(given, relate(parts[1] * (1 - low), ">=", ZERO)), (above,))
    times = Decided(Goal(given, relate((bound * low - 1) * gap, ">=", ZERO)), (first, second))
    least = Decided(Goal(given, relate(gap, ">=", ZERO)), (times,))
    chord = relate(tv * (high - low), "<=", (high - 1) * (1 - low))
    of_tv = (relate(tv, "<=", high - 1), chord)
    most = relate(tv, "<=", (root - 1) / (root + 1))
    return Decided(Goal((*given, *of_tv), most), (times, least))


def _of_chord(goal: Goal, bound: Term, kl: Term, ends: Term) -> Iterator[Step]:
    """Yield the bounds on a Kullback-Leibler divergence where all lifts are from 1/bound to bound.

    It is at most `ends`, the sum of the multiples of v log v at the extreme lifts v.
    """
    given, level, factor = goal.hypotheses, bound.exp, bound**2 - 1
    steps: list[Step] = []
    plain = tuple(known for known in given if not known.has(sp.log))
    for part in sp.Add.make_args(ends):
        (logarithm,) = part.atoms(sp.log)
        lift = logarithm.args[0]
        weight = part / (lift * logarithm)
        line = level * ((bound**2 + 1) * lift - 2 * bound)
        inside = (relate(lift, "<=", bound), relate(lift, ">=", 1 / bound))
        ranges = [Decided(Goal(plain, relation)) for relation in inside]
        below = relate(factor * lift * logarithm, "<=", line)
        lemma = Decided(Goal(given, below), (at(chord_of_logarithm(), r=lift, t=level), *ranges))
        weighted = relate(weight * factor * lift * logarithm, "<=", weight * line)
        steps.append(Decided(Goal(given, weighted), (lemma,)))
        if lift in [known.lhs for known in given if known == relate(lift, ">=", ONE)]:
            least = relate(logarithm, "<=", level)
            yield compare_exponentials(Goal(plain, least))
    steps.append(Decided(Goal(given, relate(factor * kl, "<=", factor * ends))))
    summed = relate(factor * kl, "<=", level * (bound - 1) ** 2)
    yield Decided(Goal(given, summed), tuple(steps))
    yield at(exp_above_tangent_everywhere(), t=level)
