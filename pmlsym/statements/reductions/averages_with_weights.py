r"""Proofs of bounds on a mean from bounds at each outcome with multiples of variables of mean 1.

Let u and v be lifts of an outcome at two secrets, of mean 1. A bound :math:`E[f] \le c` follows
from :math:`f \le c + a (u - 1) + b (v - 1)` at each outcome, for any numbers a and b. The numbers
tried are shares of c, and of 1.

A parameter d in c of which the hypotheses say that :math:`E[g] \le d` may be g itself: if c is
linear in d and does not decrease, :math:`f \le c(g)` at each outcome is enough. There a number that
is 0 or 1 is one of both, in two cases.

A mean of u log(u/v) is bounded by a chord as well. Let :math:`u \le E v` and :math:`v \le E u` with
:math:`E = e^\epsilon`. As r log r is convex, it lies below its chord from 1/E to E,

.. math:: (E^2 - 1)\, r \log r \le \epsilon \left((E^2 + 1)\, r - 2 E\right),

and v times this, at r = u/v, has a right-hand side of mean :math:`\epsilon (E - 1)^2`. The root g
of uv is above a line, :math:`(1 + E) g \ge e^{\epsilon/2} (u + v)`, as the difference of the
squares is :math:`(E u - v)(E v - u)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import sympy as sp

from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts, reals
from pmlsym.proof.steps import (
    Cases,
    ConvexAtEnds,
    Decided,
    Expectation,
    OrderKept,
    Step,
    compare_exponentials,
)
from pmlsym.proof.tangent import at, exp_above_tangent_everywhere
from pmlsym.statements.reductions.events import of_mark

_HALF = sp.Rational(1, 2)
_POINTS = 50  # tested before a proof is tried


def averages_with_weights(goal: Goal) -> Iterator[Step]:
    """Yield averages of the conclusion of a goal, with multiples of lifts of mean 1 added."""
    means = {(one.variables, one.support, one.law): one for one in goal.means}
    outside = tuple(known for known in goal.hypotheses if not known.atoms(Mean))
    yield from _ordered_exponentials(goal)
    for mean in means.values():
        lifts = [lift for lift in mean.variables if _has_mean_1(goal, mean, lift)]
        given = (*outside, *conjuncts(mean.support))
        for one, other in zip(lifts[::2], lifts[1::2], strict=False):
            for step in _at_each_outcome(goal, given, one, other):
                yield Expectation(step, mean.variables, mean.support, mean.law)
            if _is_logarithmic(given, one, other):
                for bound in _exponentials(given):
                    yield at(exp_above_tangent_everywhere(), t=bound.exp)


def _ordered_exponentials(goal: Goal) -> Iterator[Step]:
    """Yield e^a <= e^b for exponentials in a goal where a <= b is a hypothesis."""
    sentences = (*goal.hypotheses, goal.conclusion)
    exponents = {part.exp for one in sentences for part in one.atoms(sp.exp)}
    for known in goal.hypotheses:
        if isinstance(known, sp.Le | sp.Ge) and {*known.args} <= exponents:
            yield OrderKept(Decided(Goal((known,), known)), sp.exp)


def with_means_for_parameters(goal: Goal) -> Iterator[Step]:
    """Yield averages of the conclusion with a number at the outcome for a bound on its mean."""
    left, right = goal.conclusion.args
    if not isinstance(goal.conclusion, sp.Le) or right.atoms(Mean):
        return
    outside = tuple(known for known in goal.hypotheses if not known.atoms(Mean))
    bodies = {one: one.body for one in left.atoms(Mean)}
    for mean in bodies:
        given = (*outside, *conjuncts(mean.support))
        marks = [one for one in mean.variables if {*of_mark(one)} <= {*given}]
        for level, body in _bounded(goal.hypotheses, mean):
            relation = sp.Le(left.xreplace(bodies), right.subs(level, body), evaluate=False)
            if sp.diff(right, level) == 0 or sp.diff(right, level, 2) != 0:
                continue
            if counterexample(read_goal(Goal(given, relation)), _POINTS) is not None:
                continue
            with suppress(NotProved):
                step = _by_marks(given, relation, marks)
                yield Expectation(step, mean.variables, mean.support, mean.law)


def _by_marks(given: tuple[Sentence, ...], relation: Sentence, marks: list[Term]) -> Step:
    """Prove a relation in the cases of numbers that are 0 or 1."""
    if not marks:
        return Decided(Goal(given, relation))
    mark, *others = marks
    apart = mark - _HALF
    sides = []
    for side, value in ((sp.Ge, sp.Integer(1)), (sp.Le, sp.Integer(0))):
        here = (*given, side(apart, 0, evaluate=False))
        put = tuple(_with(one, mark, value) for one in given)
        inside = _by_marks(put, _with(relation, mark, value), others)
        is_so = Decided(Goal(here, sp.Eq(mark, value, evaluate=False)))
        sides.append(Decided(Goal(here, relation), (is_so, inside)))
    return Cases(apart, sides[0], sides[1])


def _with(relation: Sentence, symbol: Term, value: Term) -> Sentence:
    return relation.func(*(side.subs(symbol, value) for side in relation.args), evaluate=False)


def _bounded(hypotheses: tuple[Sentence, ...], mean: Mean) -> Iterator[tuple[Term, Term]]:
    """Yield parameters, each with a body whose mean is at most it."""
    for known in hypotheses:
        if isinstance(known, sp.Le | sp.Ge):
            small, large = known.args if isinstance(known, sp.Le) else known.args[::-1]
            bodies = {one: one.body for one in known.atoms(Mean) if one.variables == mean.variables}
            gap = sp.expand(small.xreplace(bodies) - large.xreplace(bodies))
            for level in sorted((small - large).free_symbols - {*mean.variables}, key=str):
                if bodies and gap.coeff(level) == -1 and not (gap + level).has(level):
                    yield level, gap + level


def _has_mean_1(goal: Goal, mean: Mean, lift: Term) -> bool:
    of = Mean(lift, mean.variables, mean.support, mean.law)
    return any(
        isinstance(known, sp.Eq) and known.args == (of, sp.Integer(1)) for known in goal.hypotheses
    )


def _at_each_outcome(
    goal: Goal, given: tuple[Sentence, ...], one: Term, other: Term
) -> Iterator[Step]:
    logarithmic = _is_logarithmic(given, one, other)
    rooted = tuple(_roots(given, one, other))
    for relation, level in _with_multiples(goal.conclusion, one, other):
        ratio = tuple(_ratio(given, one, other, level)) if logarithmic else rooted
        with suppress(NotProved):
            yield Decided(Goal(given, relation), ratio)
    if logarithmic:
        yield from _chords(given, one, other)


# --- multiples ------------------------------------------------------------------------------------


def _with_multiples(
    conclusion: Sentence, one: Term, other: Term
) -> Iterator[tuple[Sentence, Term]]:
    """Yield the conclusion with bodies for means and multiples added, and its side without mean."""
    for place in (0, 1):
        level, side = conclusion.args[place], conclusion.args[1 - place]
        means = side.atoms(Mean)
        if level.atoms(Mean) or len(means) != 1:
            continue
        (mean,) = means
        share, body = _HALF * side.coeff(mean), side.xreplace({mean: mean.body})
        for a, b in (
            (level, 0),
            (_HALF * level, _HALF * level),
            (0, level),
            (share, share),
            (-share, -share),
        ):
            bound = level + a * (one - 1) + b * (other - 1)
            sides = (body, bound) if place else (bound, body)
            yield conclusion.func(*sides, evaluate=False), level


def _ratio(given: tuple[Sentence, ...], one: Term, other: Term, level: Term) -> Iterator[Step]:
    """Yield log(one/other) <= level, if that follows."""
    with suppress(NotProved):
        bound = sp.Le(sp.log(one / other), level, evaluate=False)
        plain = tuple(known for known in given if not known.has(sp.log))
        yield compare_exponentials(Goal(plain, bound))


def _is_logarithmic(given: tuple[Sentence, ...], one: Term, other: Term) -> bool:
    return any(known.has(sp.log(one / other)) for known in given)


def _exponentials(given: tuple[Sentence, ...]) -> list[Term]:
    found = {part for known in given for part in known.atoms(sp.exp)}
    return sorted(found, key=sp.default_sort_key)


# --- chords ---------------------------------------------------------------------------------------


@cache
def chord() -> Step:
    """Prove the bound on r log r by its chord from 1/E to E, for E = e^t and t >= 0.

    Examples
    --------
    >>> chord().kind
    'convexity'
    """
    r, t = reals("r t")
    big = sp.exp(t)
    gap = (big**2 - 1) * r * sp.log(r) - t * ((big**2 + 1) * r - 2 * big)
    known = (sp.Ge(t, 0, evaluate=False),)
    inside = (sp.Ge(r, 1 / big, evaluate=False), sp.Le(r, big, evaluate=False))
    curvature = Decided(Goal((*known, *inside), sp.Ge(sp.diff(gap, r, 2), 0, evaluate=False)))
    ends = tuple(
        Decided(Goal(known, sp.Le(gap.subs(r, end), 0, evaluate=False))) for end in (1 / big, big)
    )
    return ConvexAtEnds(gap, r, 1 / big, big, curvature, (ends[0], ends[1]))


def _chords(given: tuple[Sentence, ...], one: Term, other: Term) -> Iterator[Step]:
    """Yield bounds on one*log(one/other) for each exponential that bounds the ratio of both."""
    plain = tuple(known for known in given if not known.has(sp.log))
    named = {known.rhs: known.lhs for known in given if isinstance(known, sp.Eq)}
    summand = named[one * sp.log(one / other)]
    for bound in _exponentials(given):
        with suppress(NotProved):
            level = bound.exp
            steps = [
                Decided(Goal(plain, sp.Le(a, bound * b, evaluate=False)))
                for a, b in ((one, other), (other, one))
            ]
            line = level * ((bound**2 + 1) * one - 2 * bound * other)
            below = sp.Le((bound**2 - 1) * summand, line, evaluate=False)
            yield Decided(Goal(given, below), (at(chord(), r=one / other, t=level), *steps))
            plainly = sp.Le(summand, level * one, evaluate=False)  # where the chord is a point
            yield Decided(Goal(given, plainly), tuple(_ratio(given, one, other, level)))


# --- roots ----------------------------------------------------------------------------------------


def _roots(given: tuple[Sentence, ...], one: Term, other: Term) -> Iterator[Step]:
    """Yield bounds on the root of one*other for each exponential that bounds the ratio of both."""
    product = one * other
    roots = [known.lhs.base for known in given if isinstance(known, sp.Eq) and known.rhs == product]
    for root in roots:
        for bound in _exponentials(given):
            sides = (1 + bound) * root, sp.exp(bound.exp / 2) * (one + other)
            gap = (bound * one - other) * (bound * other - one)
            with suppress(NotProved):
                first = Decided(Goal(given, sp.Ge(gap, 0, evaluate=False)))
                squares = sp.Ge(sides[0] ** 2, sides[1] ** 2, evaluate=False)
                second = Decided(Goal(given, squares), (first,))
                yield Decided(Goal(given, sp.Ge(*sides, evaluate=False)), (first, second))
