"""Default proof of a goal: a certificate, and bounds on means from bounds on their support."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts
from pmlsym.proof.steps import (
    Decided,
    Expectation,
    OrderKept,
    Step,
    StrictExpectation,
    compare_exponentials,
)
from pmlsym.proof.tangent import log_of_mean
from pmlsym.statements.reductions.averages_with_weights import (
    averages_with_weights,
    with_means_for_parameters,
)
from pmlsym.statements.reductions.events import of_mark
from pmlsym.statements.reductions.joint.averaging import is_about_small_law, prove_small_law
from pmlsym.statements.reductions.posterior_bounds import posterior_bounds
from pmlsym.statements.reductions.prove_payoffs import is_about_payoffs, prove_payoffs
from pmlsym.statements.reductions.weighted_logarithms import prove_weighted


def prove_case(goal: Goal) -> Step:
    """Prove a goal of a reduction.

    Raises
    ------
    NotProved
        If no proof was found.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduce
    >>> from pmlsym.statements.text.parse import parse
    >>> case = reduce(parse("LIP(e) => LDP(2*e)")).cases[0]
    >>> prove_case(case.goal).kind
    'decision'
    """
    if is_about_small_law(goal):
        return prove_small_law(goal)
    if is_about_payoffs(goal):
        return prove_payoffs(goal)
    if not goal.means:
        if bounds := tuple(posterior_bounds(goal)):
            with suppress(NotProved):
                return Decided(goal, bounds)
        if len(_extremes(goal.conclusion)) > 1:  # all combinations of their cases are too many
            with suppress(NotProved):
                return Decided(goal, tuple(_beyond_extremes(goal)))
        with suppress(NotProved):
            return Decided(goal)
        with suppress(NotProved):
            return prove_weighted(goal)
        if equations := tuple(_exponentials(goal)):
            with suppress(NotProved):
                return Decided(goal, equations)
        if not all(side.is_Symbol for side in goal.conclusion.args):
            return Decided(goal, tuple(_signs(goal)))
        with suppress(NotProved):
            return Decided(goal, tuple(_signs(goal)))
        return compare_exponentials(goal)  # the hypotheses may contain exponentials of both sides
    with suppress(NotProved):
        return Decided(goal)
    for step in with_means_for_parameters(goal):
        with suppress(NotProved):
            return Decided(goal, (step,))
    if any(isinstance(side, sp.log) for side in goal.conclusion.args):
        with suppress(NotProved):
            return compare_exponentials(goal)
    steps = tuple(_averaged(goal))
    with suppress(NotProved):
        return Decided(goal, steps)
    if exponents := _exponents(goal):
        with suppress(NotProved):
            return Decided(goal, (OrderKept(Decided(exponents, steps), sp.exp),))
    left, right = goal.conclusion.args
    if isinstance(left, sp.exp) and isinstance(right, sp.exp):
        exponents = goal.conclusion.func(left.exp, right.exp, evaluate=False)
        with suppress(NotProved):
            return OrderKept(Decided(Goal(goal.hypotheses, exponents)), sp.exp)
    weighted: tuple[Step, ...] = ()
    for step in averages_with_weights(goal):
        weighted = (*weighted, step)
        for few in ((step,), weighted):
            with suppress(NotProved):
                return Decided(goal, few)
    logarithms = tuple(_by_jensen(goal))
    for few in (*((step,) for step in logarithms), logarithms):  # a shorter proof first
        with suppress(NotProved):
            return Decided(goal, few)
    return Decided(goal, (*steps, *logarithms))


def _exponentials(goal: Goal) -> Iterator[Step]:
    """Yield e^a = e^b for hypotheses a = b where a is a symbol in an exponent."""
    parts = {part for s in (*goal.hypotheses, goal.conclusion) for part in s.atoms(sp.exp)}
    exponents = {symbol for part in parts for symbol in part.exp.free_symbols}
    for hypothesis in goal.hypotheses:
        if isinstance(hypothesis, sp.Eq) and hypothesis.lhs in exponents:
            with suppress(NotProved):
                yield OrderKept(Decided(Goal(goal.hypotheses, hypothesis)), sp.exp)


def _exponents(goal: Goal) -> Goal | None:
    """Return a goal with the exponents of both sides of its conclusion; None if one has none."""
    sides = []
    for side in goal.conclusion.args:
        factors = [part.as_base_exp() for part in sp.Mul.make_args(side)]
        if any(exponent.is_Rational for _, exponent in factors):
            return None
        sides.append(sum(exponent * sp.log(base) for base, exponent in factors))
    return Goal(goal.hypotheses, goal.conclusion.func(*sides, evaluate=False))


def _signs(goal: Goal) -> Iterator[Step]:
    """Yield the signs of logarithms, from comparisons of their arguments with 1."""
    logarithms = {part for s in (*goal.hypotheses, goal.conclusion) for part in s.atoms(sp.log)}
    for logarithm in sorted(logarithms, key=sp.default_sort_key):
        for sign in (sp.Ge, sp.Le):
            with suppress(NotProved):
                is_so = sign(logarithm, 0, evaluate=False)
                yield compare_exponentials(Goal(goal.hypotheses, is_so))


def _beyond_extremes(goal: Goal) -> Iterator[Step]:
    """Yield bounds number <= Min(...) and number >= Max(...), for each extreme in the conclusion.

    With these bounds the goal can be decided with a name for each Min and Max, without cases.
    """
    extremes = _extremes(goal.conclusion)
    outside = goal.conclusion.xreplace({extreme: sp.Dummy() for extreme in extremes})
    inside = {symbol for part in outside.atoms(sp.exp, sp.log) for symbol in part.free_symbols}
    numbers = sorted((outside.free_symbols & goal.conclusion.free_symbols) - inside, key=str)
    for extreme in extremes:
        kind = sp.Le if isinstance(extreme, sp.Min) else sp.Ge
        for number in numbers:
            with suppress(NotProved):
                yield Decided(Goal(goal.hypotheses, kind(number, extreme, evaluate=False)))


def _extremes(sentence: Sentence) -> list[Term]:
    return sorted(sentence.atoms(sp.Min, sp.Max), key=sp.default_sort_key)


def _averaged(goal: Goal) -> Iterator[Step]:
    """Yield averages of relations that hold on the support, the pointwise conclusion included."""
    outside = _outside(goal)
    for mean in _laws(goal):
        sure = conjuncts(mean.support)
        # the mean of a logarithm is known to be finite only if it occurs in the goal
        plain = [relation for relation in sure if not relation.has(sp.log)]
        yield from _on_events(goal, mean, outside)
        for relation in (*plain, *_pointwise(goal.conclusion, mean.variables)):
            with suppress(NotProved):
                step = _compared(Goal((*outside, *sure), relation))
                yield Expectation(step, mean.variables, mean.support, mean.law)
        for event in _likely(goal, mean):
            for relation in _pointwise(goal.conclusion, mean.variables):
                with suppress(NotProved):
                    yield _strictly_averaged(relation, event, mean, outside)


def _on_events(goal: Goal, mean: Mean, outside: tuple[Sentence, ...]) -> Iterator[Step]:
    """Yield averages of relations with numbers that are 0 or 1, the marks of comparisons.

    These are bounds on variables multiplied by a mark, and orders of two marks.
    """
    sure = conjuncts(mean.support)
    marks = [one for one in mean.variables if {*of_mark(one)} <= {*sure}]
    if not marks:
        return
    logarithms = {part for of in goal.means for part in of.body.atoms(sp.log)}
    found: list[tuple[Sentence, tuple[Step, ...]]] = [
        (relation, ())
        for relation in sure
        if relation.has(sp.log) and relation.atoms(sp.log) & logarithms and relation.has(*marks)
    ]
    for variable, gap, using in _gaps(sure, mean.variables, outside):
        if gap.has(sp.log) and sp.log(variable) not in logarithms:
            continue  # the mean of the logarithm is not known to be finite
        for mark in marks:
            for factor in (mark, 1 - mark) if mark != variable else ():
                found.append((sp.Ge(factor * gap, 0, evaluate=False), using))
    yield from _levels_below(sure, mean.variables, outside)
    ordered = tuple(_ordered_exponentials(sure, outside)) if len(marks) > 1 else ()
    found += [(sp.Le(*pair, evaluate=False), ordered) for pair in permutations(marks, 2)]
    for relation, using in found:
        with suppress(NotProved):
            step = Decided(Goal((*outside, *sure), relation), using)
            yield Expectation(step, mean.variables, mean.support, mean.law)


def _levels_below(
    sure: tuple[Sentence, ...], variables: tuple[Term, ...], outside: tuple[Sentence, ...]
) -> Iterator[Step]:
    """Yield a <= log b for exponents a and bounds b on variables, where it follows."""
    exponents = {part.exp for relation in sure for part in relation.atoms(sp.exp)}
    bounds = {r.rhs for r in sure if r.lhs in variables and not r.rhs.free_symbols & {*variables}}
    for exponent in sorted(exponents, key=sp.default_sort_key):
        for bound in bounds:
            if not bound.is_number:
                with suppress(NotProved):
                    below = sp.Le(exponent, sp.log(bound), evaluate=False)
                    yield compare_exponentials(Goal(outside, below))


def _ordered_exponentials(
    sure: tuple[Sentence, ...], outside: tuple[Sentence, ...]
) -> Iterator[Step]:
    """Yield e^a <= e^b for exponentials in relations where a <= b follows."""
    exponents = {part.exp for relation in sure for part in relation.atoms(sp.exp)}
    for pair in permutations(sorted(exponents, key=sp.default_sort_key), 2):
        with suppress(NotProved):
            yield OrderKept(Decided(Goal(outside, sp.Le(*pair, evaluate=False))), sp.exp)


def _gaps(
    sure: tuple[Sentence, ...], variables: tuple[Term, ...], outside: tuple[Sentence, ...]
) -> Iterator[tuple[Term, Term, tuple[Step, ...]]]:
    """Yield variables with distances from their bounds, and from the logarithms of these."""
    for relation in sure:
        side, bound = relation.args
        if side not in variables or bound.free_symbols & {*variables}:
            continue
        if isinstance(relation, sp.Ge | sp.Le):
            sign = 1 if isinstance(relation, sp.Ge) else -1
            yield side, sign * (side - bound), ()
            logarithms = relation.func(sp.log(side), sp.log(bound), evaluate=False)
            with suppress(NotProved):
                step = compare_exponentials(Goal((*outside, *sure), logarithms))
                yield side, sign * (sp.log(side) - sp.log(bound)), (step,)


def _strictly_averaged(
    relation: Sentence, event: Sentence, mean: Mean, outside: tuple[Sentence, ...]
) -> Step:
    """Average a relation that holds surely, and strictly on an event of positive probability."""
    weak = {sp.Lt: sp.Le, sp.Gt: sp.Ge}.get(relation.func)
    if weak is None:
        raise NotProved("this is no strict inequality")
    given = (*outside, *conjuncts(mean.support))
    always = weak(*relation.args, evaluate=False)
    steps = (
        _compared(Goal(given, always)),
        _compared(Goal((*given, *conjuncts(event)), relation)),
    )
    return StrictExpectation(*steps, event, mean.variables, mean.support, mean.law)


def _compared(goal: Goal) -> Step:
    """Decide a comparison, if necessary of the exponentials of both sides."""
    try:
        return Decided(goal)
    except NotProved:
        return compare_exponentials(goal)


def _by_jensen(goal: Goal) -> Iterator[Step]:
    """Yield bounds on means of logarithms, from Jensen's inequality and from sure bounds."""
    bodies = [mean.body for mean in goal.means]
    for mean in _laws(goal):
        for variable in mean.variables:
            if not any(body.has(sp.log(variable)) for body in bodies):
                continue  # the mean of the logarithm is not known to be finite
            of = Mean(variable, mean.variables, mean.support, mean.law)
            for event in (None, *_likely(goal, mean)):
                with suppress(NotProved):
                    step = log_of_mean(of, _outside(goal, of), event)
                    yield step
                    yield OrderKept(step, sp.exp)
            for step in _logarithms(goal, mean, variable):
                yield step
                yield OrderKept(step, sp.exp)


def _likely(goal: Goal, mean: Mean) -> Iterator[Sentence]:
    """Yield the events with a positive probability by hypothesis."""
    for hypothesis in goal.hypotheses:
        match hypothesis:
            case sp.Gt(args=(Mean(body=sp.Piecewise() as body) as likely, sp.Integer(p=0))):
                if (likely.variables, likely.law) == (mean.variables, mean.law):
                    yield body.args[0][1]


def _logarithms(goal: Goal, mean: Mean, variable: Term) -> Iterator[Step]:
    """Yield bounds on the mean of a logarithm by the logarithm of a constant bound."""
    outside, sure = _outside(goal), conjuncts(mean.support)
    if not goal.conclusion.atoms(Mean):  # the bound is not a side of the conclusion
        for bound in sorted(mean.support.atoms(sp.exp), key=sp.default_sort_key):
            with suppress(NotProved):
                is_below = sp.Le(sp.log(variable), bound.exp, evaluate=False)
                step = compare_exponentials(Goal((*outside, *sure), is_below))
                yield Expectation(step, mean.variables, mean.support, mean.law)
    for relation in sure:
        side, other = relation.args
        if side == variable and not other.free_symbols & set(mean.variables):
            logarithms = relation.func(sp.log(side), sp.log(other), evaluate=False)
            with suppress(NotProved):
                step = compare_exponentials(Goal((*outside, *sure), logarithms))
                yield Expectation(step, mean.variables, mean.support, mean.law)


def _laws(goal: Goal) -> list[Mean]:
    """Return one mean under each law."""
    found: dict[tuple[object, ...], Mean] = {}
    for mean in goal.means:
        found.setdefault((mean.variables, mean.support, mean.law), mean)
    return list(found.values())


def _outside(goal: Goal, *known: Mean) -> tuple[Sentence, ...]:
    """Return the hypotheses that contain no means except the known ones."""
    return tuple(h for h in goal.hypotheses if h.atoms(Mean) <= set(known))


def _pointwise(conclusion: Sentence, variables: tuple[Term, ...]) -> Iterator[Sentence]:
    """Yield the conclusion with bodies for means, and comparisons of variables with its sides."""
    bodies = {mean: mean.body for mean in conclusion.atoms(Mean)}
    left, right = conclusion.args
    if bodies:
        yield conclusion.func(left.xreplace(bodies), right.xreplace(bodies), evaluate=False)
    for variable in variables:
        for side, kind in ((right, sp.Le), (left, sp.Ge)):
            if not side.atoms(Mean) and not side.is_number:
                yield kind(variable, side, evaluate=False)
