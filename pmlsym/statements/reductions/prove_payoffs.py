"""Proofs of goals about payoffs, by averaging sure bounds and products of two sure bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts
from pmlsym.proof.steps import Decided, Expectation, Step
from pmlsym.statements.reductions.encoding import ZERO, relate


def is_about_payoffs(goal: Goal) -> bool:
    """Whether a goal has the mean of a product of two variables, or a number equal to a mean.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> lift, cost = reals("lift cost")
    >>> is_about_payoffs(Goal((), relate(Mean(lift * cost, (lift, cost)), ">=", ZERO)))
    True
    """
    return bool(_called(goal)) or any(True for mean in goal.means for _ in _factors(mean))


def prove_payoffs(goal: Goal) -> Step:
    """Prove a goal with means of products, or with numbers that are means.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> v, h = reals("v h")
    >>> bounds = sp.And(relate(v, ">=", sp.Rational(1, 2)), relate(h, ">=", ZERO), evaluate=False)
    >>> of = lambda body: Mean(body, (v, h), bounds)
    >>> prove_payoffs(Goal((), relate(2 * of(h * v), ">=", of(h)))).kind
    'decision'
    """
    with suppress(NotProved):
        return Decided(goal)
    steps = (*_products(goal), *_pointwise(goal))
    with suppress(NotProved):
        return Decided(goal, steps)
    with suppress(NotProved):
        return Decided(goal, (*steps, *_sure(goal)))
    return Decided(goal, (*steps, *_supported(goal)))


def _products(goal: Goal) -> Iterator[Step]:
    """Yield the means of products of a bound on one variable with a bound on another."""
    for mean in _laws(goal):
        sure = conjuncts(mean.support)
        pairs = {pair for other in goal.means if _same(mean, other) for pair in _factors(other)}
        for one, other in sorted(pairs, key=str):
            for first, second in product(_bounds(sure, one, mean), _bounds(sure, other, mean)):
                facts = (first[1], second[1])
                yield _averaged(first[0] * second[0], facts, mean)


def _called(goal: Goal) -> dict[Term, Mean]:
    """Return the numbers in the conclusion that are means by hypothesis, with the means."""
    means = dict.fromkeys(goal.means, sp.Dummy(real=True))
    outside = {s for side in goal.conclusion.args for s in side.xreplace(means).free_symbols}
    return {
        hypothesis.lhs: hypothesis.rhs
        for hypothesis in goal.hypotheses
        if isinstance(hypothesis, sp.Eq)
        and isinstance(hypothesis.rhs, Mean)
        and hypothesis.lhs.is_Symbol
        and hypothesis.lhs in outside
    }


def _pointwise(goal: Goal) -> Iterator[Step]:
    """Yield the mean of the pointwise conclusion, which has bodies in place of means."""
    called = _called(goal)
    bodies = {symbol: mean.body for symbol, mean in called.items()}
    if not bodies:  # a conclusion without means, such as 2 <= 0
        return
    kind = goal.conclusion.func
    gap = sp.numer(sp.together(goal.conclusion.lhs - goal.conclusion.rhs))
    plain = sp.expand(gap)
    if not plain.is_polynomial(*bodies) or sp.Poly(plain, *bodies).total_degree() > 1:
        return
    outside = tuple(h for h in goal.hypotheses if not h.atoms(Mean))
    for mean in _laws(goal):
        if all(_same(mean, other) for other in called.values()):
            terms = sp.Add.make_args(plain.xreplace(bodies))
            relation = kind(
                sp.Add(*(t for t in terms if not t.could_extract_minus_sign())),
                sp.Add(*(-t for t in terms if t.could_extract_minus_sign())),
                evaluate=False,
            )
            with suppress(NotProved):
                step = Decided(Goal((*outside, *conjuncts(mean.support)), relation))
                yield Expectation(step, mean.variables, mean.support, mean.law)


def _sure(goal: Goal) -> Iterator[Step]:
    """Yield the means of bounds on single variables."""
    for mean in _laws(goal):
        sure = conjuncts(mean.support)
        for variable in mean.variables:
            for term, fact in _bounds(sure, variable, mean):
                yield _averaged(term, (fact,), mean)


def _supported(goal: Goal) -> Iterator[Step]:
    """Yield the means of all relations of a support, whose sides are linear in its variables."""
    for mean in _laws(goal):
        for relation in conjuncts(mean.support):
            given = Goal(conjuncts(mean.support), relation)
            yield Expectation(Decided(given), mean.variables, mean.support, mean.law)


def _averaged(term: Term, facts: tuple[Sentence, ...], mean: Mean) -> Step:
    pointwise = Decided(Goal(tuple(dict.fromkeys(facts)), relate(term, ">=", ZERO)))
    return Expectation(pointwise, mean.variables, mean.support, mean.law)


def _bounds(
    sure: Sequence[Sentence], variable: Term, mean: Mean
) -> Iterator[tuple[Term, Sentence]]:
    """Yield terms that are >= 0 by a bound on one variable, each with this bound."""
    for fact in sure:
        if fact.free_symbols & set(mean.variables) == {variable}:
            left, right = fact.args
            if isinstance(fact, sp.Ge):
                yield left - right, fact
            elif isinstance(fact, sp.Le):
                yield right - left, fact


def _factors(mean: Mean) -> Iterator[tuple[Term, Term]]:
    """Yield the two variables of a mean whose body is their product."""
    parts = set(mean.body.args) if mean.body.is_Mul else set()
    if len(parts) == 2 and parts <= set(mean.variables):
        one, other = sorted(parts, key=str)
        yield one, other


def _same(one: Mean, other: Mean) -> bool:
    return (one.variables, one.support, one.law) == (other.variables, other.support, other.law)


def _laws(goal: Goal) -> list[Mean]:
    """Return one mean under each law."""
    found: dict[tuple[object, ...], Mean] = {}
    for mean in sorted(goal.means, key=str):
        found.setdefault((mean.variables, mean.support, mean.law), mean)
    return list(found.values())
