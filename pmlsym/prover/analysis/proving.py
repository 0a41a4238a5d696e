"""Proofs of goals with exponentials and logarithms of parameters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError
from sympy.solvers.solveset import NonlinearError

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts, fresh, reals
from pmlsym.proof.review import certificates_only
from pmlsym.proof.steps import Decided, Expectation, Instance, OrderKept, Step, compare_exponentials
from pmlsym.prover.analysis.derivatives import by_tangents, climb
from pmlsym.prover.analysis.sampling import Region

# --- bounds of the divergence at an outcome whose lifts have a ratio of at most e^s ---------------
# With t the logarithm of the largest lift over the smallest, and q the share of the largest lift,
# the divergence is at most q t + log(1 - q + q e^-t), as the smallest lift is 1 - q + q e^-t: the
# cumulant of a Bernoulli variable. A bound of it for every q and t >= 0 that grows with t bounds
# the divergence.

q, t, s = reals("q t s")
COIN = q * t + sp.log(1 - q + q * sp.exp(-t))
_ZERO = sp.Integer(0)


@dataclass(frozen=True)
class _Chord:
    """The symbols of a hypothesis that bounds a divergence by the mean logarithm."""

    value: Term
    share: Term
    high: Term
    low: Term

    @classmethod
    def of(cls, hypotheses: Sequence[Sentence], value: Term) -> _Chord:
        """Find that hypothesis, and the equation share (high - low) = high (1 - low)."""
        for hypothesis in hypotheses:
            if not isinstance(hypothesis, sp.Le) or hypothesis.lhs != value:
                continue
            named = sorted((log.args[0] for log in hypothesis.rhs.atoms(sp.log)), key=str)
            for high, low in (named, named[::-1]) if len(named) == 2 else ():
                for share in hypothesis.rhs.free_symbols - {high, low}:
                    chord = share * sp.log(high) + (1 - share) * sp.log(low)
                    line = sp.expand(share * (high - low) - high * (1 - low))
                    if sp.expand(chord - hypothesis.rhs) == 0 and any(
                        isinstance(h, sp.Eq) and sp.expand(h.lhs - h.rhs - line) == 0
                        for h in hypotheses
                    ):
                        return cls(value, share, high, low)
        raise NotProved(f"no chord is known above {value}")


def by_coin(goal: Goal) -> Step:
    """Prove that a divergence is at most a function of one parameter."""
    hypotheses, conclusion = goal.hypotheses, goal.conclusion
    if not isinstance(conclusion, sp.Le) or not conclusion.lhs.is_Symbol:
        raise NotProved("no upper bound of a symbol")
    chord, bound = _Chord.of(hypotheses, conclusion.lhs), conclusion.rhs
    region = Region.of(hypotheses, (conclusion,))
    if len(bound.free_symbols) != 1:
        raise NotProved("the bound is not a function of one parameter")
    (parameter,) = bound.free_symbols
    for times in (1, 2):
        if region.never_negative(chord.low * sp.exp(times * parameter) - chord.high):
            with suppress(NotProved):
                return Decided(goal, tuple(_steps(hypotheses, chord, bound, parameter, times)))
    raise NotProved("the bound of the coin was not found to follow")


def _steps(
    hypotheses: tuple[Sentence, ...], chord: _Chord, bound: Term, parameter: Term, times: int
) -> Iterator[Step]:
    """Yield the steps of the proof if the ratio of the lifts is at most e^(times parameter)."""
    high, low, share = chord.high, chord.low, chord.share
    of_ratio = bound.subs(parameter, t / times)
    above = climb(of_ratio - COIN, t, _ZERO, (q >= 0, q <= 1))
    grows = climb(bound.subs(parameter, s / times) - of_ratio, s, t, (t >= 0,))
    ratio = sp.log(high) - sp.log(low)
    # the order matters: each step may use those before it
    for conclusion in (
        sp.Le(sp.log(low), sp.log(high), evaluate=False),
        sp.Le(sp.log(high), sp.log(low) + times * parameter, evaluate=False),
        sp.Eq(sp.log(1 - share + share * low / high), sp.log(low), evaluate=False),
    ):
        yield compare_exponentials(Goal(hypotheses, conclusion))
    yield Instance(above, {q: share, t: ratio})
    yield Instance(grows, {s: times * parameter, t: ratio})


# --- proofs that a function is nonnegative, from its derivative -----------------------------------


@dataclass(frozen=True)
class IntervalBounds:
    """The hypotheses that bound one variable, and the other hypotheses.

    Parameters
    ----------
    variable : the symbol.
    low, high : its lower and upper bounds.
    given : the hypotheses without the variable.
    """

    variable: Term
    low: tuple[Term, ...]
    high: tuple[Term, ...]
    given: tuple[Sentence, ...]

    @classmethod
    def of(cls, variable: Term, hypotheses: Sequence[Sentence]) -> IntervalBounds:
        """Sort hypotheses into bounds of the variable and the others.

        Examples
        --------
        >>> x, y = sp.symbols("x y", real=True)
        >>> IntervalBounds.of(x, (x >= y, x < 2, y > 0))
        IntervalBounds(variable=x, low=(y,), high=(2,), given=(y > 0,))
        """
        low: list[Term] = []
        high: list[Term] = []
        for relation in hypotheses:
            for turned, (side, other) in enumerate((relation.args, relation.args[::-1])):
                if side != variable or variable in other.free_symbols:
                    continue
                above = isinstance(relation, sp.Ge | sp.Gt) != bool(turned)
                if isinstance(relation, sp.Ge | sp.Gt | sp.Le | sp.Lt):
                    (low if above else high).append(other)
        given = tuple(r for r in hypotheses if variable not in r.free_symbols)
        return cls(variable, tuple(low), tuple(high), given)


def never_negative(function: Term, hypotheses: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` by its derivative in one of its variables."""
    if not Region.of(hypotheses, (function,)).never_negative(function):
        raise NotProved(f"{function} was not found to be never negative")
    goal = Goal(tuple(hypotheses), sp.Ge(function, 0, evaluate=False))
    for variable in _in_order(function):
        bounds = IntervalBounds.of(variable, hypotheses)
        for way in _interval_ways(function, bounds):
            with suppress(NotProved):
                return Decided(goal, (way,))
    raise NotProved(f"no variable shows that {function} is never negative")


def _in_order(function: Term) -> list[Term]:
    """Return the variables, first those that occur in most exponentials and logarithms."""
    inside = list(function.atoms(sp.exp, sp.log))

    def rank(symbol: Term) -> tuple[int, str]:
        return (-sum(symbol in part.free_symbols for part in inside), str(symbol))

    return sorted(function.free_symbols, key=rank)


def _interval_ways(function: Term, bounds: IntervalBounds) -> Iterator[Step]:
    x, given = bounds.variable, bounds.given
    for low in bounds.low:
        with suppress(NotProved):
            yield climb(function, x, low, given)
    for high in bounds.high:
        with suppress(NotProved):
            yield descend(function, x, high, given)


def descend(function: Term, variable: Term, start: Term, given: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` for ``variable <= start``."""
    terms = (function, start, *given)
    s = fresh("s", {str(symbol) for term in terms for symbol in term.free_symbols})
    turned = climb(function.subs(variable, start - s), s, sp.Integer(0), given)
    return Instance(turned, {s: start - variable})


# --- proofs of goals with exponentials and logarithms of parameters -------------------------------

# Comparisons of means, from a comparison at every outcome.


def on_average(goal: Goal, pointwise: Callable[[Goal], Step]) -> Step:
    """Prove a goal with means from a comparison at every outcome.

    Examples
    --------
    >>> v, e = sp.symbols("v e", real=True)
    >>> mean = Mean(sp.log(v), (v,), sp.And(v >= 1, v <= sp.exp(e)))
    >>> goal = Goal((e >= 0,), sp.Le(mean, e, evaluate=False))
    >>> from pmlsym.prover.analysis.proving import compare
    >>> from pmlsym.prover.analysis.derivatives import by_tangents
    >>> print(on_average(goal, by_tangents).goal.conclusion)
    E[log(v)] <= e
    """
    outside = tuple(h for h in goal.hypotheses if not h.atoms(Mean))
    for mean, bound in _wanted(goal):
        sure = conjuncts(mean.support)
        claim = sp.Le(mean.body, bound, evaluate=False)
        with suppress(NotProved):
            step = pointwise(Goal((*outside, *sure), claim))
            return _concluded(goal, Expectation(step, mean.variables, mean.support, mean.law))
    raise NotProved("it was not found to hold outcome by outcome")


def _wanted(goal: Goal) -> Iterator[tuple[Mean, Term]]:
    """Yield means, each with an upper bound from which the conclusion follows."""
    low, high = goal.conclusion.args[:: -1 if isinstance(goal.conclusion, sp.Ge | sp.Gt) else 1]
    if isinstance(low, Mean):
        yield low, high
        return
    if high.atoms(Mean):
        return
    level = logarithm(high)
    for mean, symbol in _bounded_by(goal):
        if low == sp.exp(symbol):
            yield mean, level
        elif low == symbol:
            yield mean, high


def _bounded_by(goal: Goal) -> Iterator[tuple[Mean, Term]]:
    """Yield means and symbols bounded by them, the last first."""
    for hypothesis in reversed(goal.hypotheses):
        if isinstance(hypothesis, sp.Le) and isinstance(hypothesis.rhs, Mean):
            yield hypothesis.rhs, hypothesis.lhs


def _concluded(goal: Goal, averaged: Step) -> Step:
    with suppress(NotProved):
        return Decided(goal, (averaged,))
    ((mean, bound),) = {tuple(averaged.goal.conclusion.args)}
    for _, symbol in _bounded_by(goal):
        with suppress(NotProved):
            plain = Decided(
                Goal(goal.hypotheses, sp.Le(symbol, bound, evaluate=False)), (averaged,)
            )
            return Decided(goal, (OrderKept(plain, sp.exp),))
    raise NotProved(f"it was not found to follow from {mean} <= {bound}")


# Extremal values of a lift under hypotheses that are linear in it, in terms of parameters alone.


def movable(hypotheses: Sequence[Sentence]) -> list[Term]:
    """Return symbols in which the hypotheses are jointly linear, and which share a hypothesis."""
    terms = [sp.expand(h.lhs - h.rhs) for h in hypotheses if len(h.free_symbols) > 1]
    symbols = sorted({s for term in terms for s in term.free_symbols}, key=str)
    left = [s for s in symbols if not any(sp.diff(term, s, 2) != 0 for term in terms)]
    while True:
        meets = {
            s: sum(sp.diff(term, s, other) != 0 for term in terms for other in left if other != s)
            for s in left
        }
        if not any(meets.values()):
            return left
        left.remove(max(left, key=lambda s: (meets[s], str(s))))


def corners(
    variable: Term, others: Sequence[Term], hypotheses: Sequence[Sentence], region: Region
) -> Iterator[tuple[Term, Step]]:
    """Yield bounds of a variable without some other symbols, each with its proof.

    A bound solves one of the hypotheses as an equation, or two of them.

    Examples
    --------
    >>> v, w, e = sp.symbols("v w e", real=True)
    >>> given = (v <= w * sp.exp(e), w <= 1, w >= 0, v >= 1)
    >>> [str(bound) for bound, _ in corners(v, (w,), given, Region.of((*given, e >= 0)))]
    ['1', 'exp(e)', '0']
    """
    found: dict[Term, None] = {}
    differences = [r.lhs - r.rhs for r in hypotheses if {variable, *others} & r.free_symbols]
    for count in range(min(2, len(others) + 1)):
        for equations in combinations(differences, count + 1):
            for away in combinations(others, count):
                solved = _solved(equations, (variable, *away))
                if solved is not None and not solved.free_symbols & {variable, *others}:
                    found[solved] = None
    given = tuple(hypotheses)
    for bound in found:
        sign = region.sign(bound - variable)
        if sign == 0:
            continue
        kind = sp.Le if sign > 0 else sp.Ge
        with suppress(NotProved):
            yield bound, Decided(Goal(given, kind(variable, bound, evaluate=False)))


def _solved(equations: Sequence[Term], unknowns: Sequence[Term]) -> Term | None:
    """Solve equations for the first unknown, if they are linear and determine it; else None."""
    named = {s for equation in equations for s in equation.free_symbols}
    if not set(unknowns) <= named:
        return None
    try:
        matrix, right = sp.linear_eq_to_matrix([*map(sp.expand, equations)], [*unknowns])
    except (NonlinearError, ValueError):
        return None
    determinant = sp.expand(matrix.det())
    if determinant == 0:
        return None
    replaced = matrix.copy()
    replaced[:, 0] = right
    found: Term = sp.together(replaced.det() / determinant)
    return found


# Comparisons as nonnegative functions: the difference of both sides, or of their logarithms.


def compare(hypotheses: Sequence[Sentence], conclusion: Sentence) -> Step:
    """Prove a comparison from hypotheses about its symbols.

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
        lower, higher = (logarithm(sp.factor(sp.together(side))) for side in (low, high))
        with suppress(NotProved):
            step = never_negative(higher - lower, hypotheses)
            logarithms = Goal(tuple(hypotheses), sp.Le(lower, higher, evaluate=False))
            yield OrderKept(Decided(logarithms, (step,)), sp.exp)
    with suppress(NotProved):
        yield never_negative(high - low, hypotheses)


def logarithm(term: Term) -> Term:
    """Return the logarithm of a positive product as a sum.

    Factors that are negative numbers change their signs in pairs first: with them sympy's
    `expand_log` adds multiples of pi*I without an end.

    Examples
    --------
    >>> power = sp.exp(sp.Rational(1, 10))
    >>> logarithm(power / (power - 2) * (1 - power))
    log(-1 + exp(1/10)) + 1/10 - log(2 - exp(1/10))
    """
    positive, odd = sp.Integer(1), False
    for base, exponent in (factor.as_base_exp() for factor in sp.Mul.make_args(term)):
        turns = bool(base.is_negative and exponent.is_integer)
        odd ^= turns and bool(exponent.is_odd)
        positive *= (-base if turns else base) ** exponent
    # an odd number of them: it is negative, or a factor with a symbol is
    return sp.log(term) if odd else sp.expand_log(sp.log(positive), force=True)


def prove(goal: Goal, until: float) -> Step:
    """Prove a goal with exponentials and logarithms, by certificates alone.

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
            raise  # the limit of a caller, not this one
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
    """Replace each lift of the conclusion by an extremal value, and compare the remaining terms."""
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
    """Yield conclusions about parameters alone that seem true, with the bounds that imply each."""
    present = [s for s in moving if s in conclusion.free_symbols]
    if not present:
        yield conclusion, ()
        return
    symbol = present[0]
    others = [s for s in moving if s != symbol]
    for bound, step in corners(symbol, others, hypotheses, region):
        try:
            sides = [side.subs(symbol, bound) for side in conclusion.args]
        except ValueError:  # a division by zero in a maximum, which sympy does not compare
            continue
        left = conclusion.func(*sides, evaluate=False)
        if _seems_true(left, region):
            for rest, steps in _without(left, moving, hypotheses, region):
                yield rest, (step, *steps)


def _seems_true(conclusion: Sentence, region: Region) -> bool:
    difference = conclusion.lhs - conclusion.rhs
    if isinstance(conclusion, sp.Le | sp.Lt):
        difference = -difference
    return region.never_negative(difference)
