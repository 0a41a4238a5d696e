"""The closed list of rules, each a function that says why its rule is sound.

A theorem is a goal: for all real values of its free symbols and all laws in it, if every
hypothesis holds, so does the conclusion.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from pmlsym.proof.kernel.calculus import derivative
from pmlsym.proof.kernel.problem import Problem
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.terms import (
    ONE,
    ZERO,
    Malformed,
    NotProved,
    Sentence,
    Term,
    bind,
    difference,
    fill,
    free,
    is_name,
    number,
    on_support,
    put,
)
from pmlsym.proof.kernel.theorem import Goal, Theorem, validate_goal
from pmlsym.proof.kernel.validation import validate_law, validate_relation, validate_term

STRICT = MappingProxyType({"<=": "<", ">=": ">"})


def _relation(theorem: Theorem, *signs: str) -> Sentence:
    """Return the conclusion, which has to be a relation with one of the signs."""
    conclusion = theorem.goal.conclusion
    if conclusion[0] not in (signs or ("<", "<=", ">", ">=", "=", "!=")):
        raise NotProved("this is not a conclusion that the rule can use", conclusion)
    return conclusion


def _without(theorem: Theorem, *dropped: Sentence) -> tuple[Sentence, ...]:
    return tuple(h for h in theorem.goal.hypotheses if h not in dropped)


def _merged(*groups: Sequence[Sentence]) -> tuple[Sentence, ...]:
    return tuple(dict.fromkeys(sentence for group in groups for sentence in group))


def _fixed(names: Sequence[str], *sentences: Sentence) -> None:
    for sentence in sentences:
        if free(sentence) & set(names):
            raise NotProved(f"this restricts {', '.join(names)}", sentence)


def _given(court: Court, hypotheses: Sequence[Sentence], using: Sequence[Theorem]) -> Problem:
    """Collect the hypotheses and the conclusions of theorems whose own hypotheses follow."""
    problem = Problem(court)
    problem.assume(hypotheses)
    for theorem in using:
        conclusion = _relation(theorem)
        for needed in theorem.goal.hypotheses:
            problem.require_sentence(needed)
        problem.assume([conclusion])
    return problem


def _same(problem: Problem, one: Term, other: Term, what: str) -> None:
    """Raise NotProved unless two terms are equal by arithmetic, wherever they have values."""
    quotient = problem.atoms.quotient(difference(one, other))
    if quotient.top:
        raise NotProved(what, one)


# --- the rules ------------------------------------------------------------------------------------


def decision(court: Court, goal: Any, using: list[Theorem]) -> Goal:
    """The negated conclusion contradicts the hypotheses and the theorems used, over the reals.

    Sound because a certificate says so, for all real values of whatever is not arithmetic; what
    the theorems used take for granted has to follow first, and that both sides have values.
    """
    stated = validate_goal(goal)
    if stated.conclusion[0] == "exists":
        raise NotProved("an existence needs an example", stated.conclusion)
    _given(court, stated.hypotheses, using).require(stated.conclusion)
    return stated


def instance(court: Court, values: Any, of: Theorem) -> Goal:
    """A theorem with terms put for its free symbols, where these have values.

    Sound because the theorem holds for all real values of its symbols and for all laws. That each
    term has a value becomes a hypothesis, unless it is a symbol or follows from nothing.
    """
    if type(values) is not tuple or not all(type(v) is tuple and len(v) == 2 for v in values):
        raise Malformed("expected pairs of a name and a term")
    for name, term in values:
        if not is_name(name):
            raise Malformed("only a symbol can be replaced")
        validate_term(term)
    table = dict(values)
    if len(table) != len(values):
        raise Malformed("a symbol is replaced twice")
    hypotheses = tuple(put(h, table) for h in of.goal.hypotheses)
    conclusion = put(of.goal.conclusion, table)
    validate_goal((hypotheses, conclusion))
    granted: list[Sentence] = []
    for term in table.values():
        try:
            Problem(court).require_value(term)
        except NotProved:
            granted.append(("defined", term))
    return Goal(_merged(hypotheses, granted), conclusion)


def example(court: Court, goal: Any, values: Any, parts: list[Theorem]) -> Goal:
    """Something exists because here it is: each condition is proved of the given terms.

    Sound because a term in a relation that holds has a value, a real number; a term that stands
    in no condition may be any number.
    """
    stated = validate_goal(goal)
    match stated.conclusion:
        case ("exists", names, conditions) if type(values) is tuple and len(values) == len(names):
            for value in values:
                validate_term(value)
            problem = _given(court, stated.hypotheses, parts)
            for condition in conditions:
                filled = fill(condition, values)
                validate_relation(filled)
                problem.require(filled)
            return stated
    raise NotProved("this is not the existence of so many numbers", stated.conclusion)


def order(court: Court, function: Any, of: Theorem) -> Goal:
    """An increasing function keeps an inequality: exp (strictly), and rounding.

    Sound because that is what increasing means: a <= b gives f(a) <= f(b).
    """
    signs = {"exp": ("<=", ">=", "=", "<", ">"), "round": ("<=", ">=", "=")}
    if type(function) is not str or function not in signs:
        raise NotProved(f"{function} is not on the list of increasing functions")
    sign, left, right = _relation(of, *signs[function])
    return Goal(of.goal.hypotheses, (sign, (function, left), (function, right)))


def nearest(court: Court, integer: Any, of: Theorem) -> Goal:
    """The nearest integer to a number below n + 1/2 is at most n (above n - 1/2: at least n).

    Sound whichever way halves are rounded, as the inequality is strict.
    """
    if type(integer) is not int:
        raise Malformed("the nearest integer has to be whole")
    validate_term(number(integer))
    sign, left, right = _relation(of, "<", ">")
    if right != number(2 * integer + (1 if sign == "<" else -1), 2):
        raise NotProved(f"this does not place a number beside a half of {integer}", right)
    return Goal(of.goal.hypotheses, (sign + "=", ("round", left), number(integer)))


def logarithms(court: Court, conclusion: Any, of: Theorem, using: list[Theorem]) -> Goal:
    """Real numbers compare as their exponentials do.

    Sound because exp is strictly increasing; both sides have to be shown to have values.
    """
    validate_relation(conclusion)
    sign, left, right = conclusion
    old = _relation(of, sign)
    problem = _given(court, of.goal.hypotheses, [of, *using])
    _same(problem, old[1], ("exp", left), "this is not the exponential of the left side")
    _same(problem, old[2], ("exp", right), "this is not the exponential of the right side")
    problem.require_value(conclusion)
    return Goal(of.goal.hypotheses, conclusion)


def expectation(court: Court, law: Any, names: Any, of: Theorem) -> Goal:
    """An expectation preserves a pointwise inequality (an equality, a strict inequality).

    Sound because the expectation of what is never negative (always positive) is not negative
    (positive), under a probability law. The hypotheses may speak of the variables through the
    support alone; that the expectations are finite, and that the law exists, is a hypothesis. A
    side that does not vary is its own expectation.
    """
    sure = _surely(law, names)
    relation = _relation(of, "<=", "<", ">=", ">", "=")
    rest = _without(of, *sure)
    _fixed(names, *rest)
    varies = [bool(free(side) & set(names)) for side in relation[1:]]
    left, right = (
        ("mean", law, bind(side, names)) if moves else side
        for side, moves in zip(relation[1:], varies, strict=True)
    )
    averages = [side for side, moves in zip((left, right), varies, strict=True) if moves]
    granted = [("finite", mean) for mean in averages or [("mean", law, ONE)]]
    return Goal(_merged(rest, granted), (relation[0], left, right))


def strict_expectation(
    court: Court, law: Any, names: Any, event: Any, weak: Theorem, strict: Theorem
) -> Goal:
    """What never falls short, and is more with positive probability, is more on average.

    Sound because a difference that is never negative, and positive on an event of positive
    probability, has a positive expectation. That the event is likely becomes a hypothesis.
    """
    goal = expectation(court, law, names, weak)
    sure = _surely(law, names)
    if type(event) is not tuple or not event:
        raise Malformed("expected the relations of an event")
    for relation in event:
        validate_relation(relation)
    strictly = _relation(strict, "<", ">")
    if STRICT.get(weak.goal.conclusion[0]) != strictly[0] or (
        weak.goal.conclusion[1:] != strictly[1:]
    ):
        raise NotProved("this is not the weak inequality made strict", strictly)
    rest = _without(strict, *sure, *event)
    _fixed(names, *rest)
    likely = ("mean", law, bind(("indicator", *event), names))
    return Goal(
        _merged(goal.hypotheses, rest, [(">", likely, ZERO)]),
        (strictly[0], *goal.conclusion[1:]),
    )


def _surely(law: Any, names: Any) -> tuple[Sentence, ...]:
    validate_law(law)
    if type(names) is not tuple or not all(map(is_name, names)) or len(set(names)) != len(names):
        raise Malformed("expected the names of the symbols that vary")
    if len(names) != len(law[2]):
        raise NotProved("a law has as many variables as are averaged over")
    _fixed(names, *law[3])  # a symbol is either averaged over or free in the support
    return on_support(law, [("symbol", name) for name in names])


def increasing(
    court: Court, function: Any, name: Any, start: Any, at_start: Theorem, slope: Theorem
) -> Goal:
    """A function that starts at zero or above and never falls stays there.

    For h with a value on all of [start, x]: h(start) >= 0 and h' >= 0 give h(x) >= 0 (mean value
    theorem); h' > 0 beyond the start gives h(x) > 0 there.
    """
    x = _variable(function, name, start)
    relation = _relation(slope, ">=", ">")
    beyond = (relation[0], x, start)
    on_the_way = ((">", x, start), (">=", x, start))
    given = _merged(at_start.goal.hypotheses, _without(slope, *on_the_way))
    _fixed([name], *given)
    problem = Problem(court)
    problem.assume((*given, (">=", x, start)))
    problem.require_value(function)
    _is(problem, relation, derivative(function, name), "this is not the sign of the derivative")
    value = put(function, {name: start})
    validate_term(value)
    first = _relation(at_start, ">=", "=", ">")
    _is(problem, first, value, "this is not the value at the start")
    return Goal((*given, beyond), (relation[0], function, ZERO))


def convex(
    court: Court,
    function: Any,
    name: Any,
    ends: Any,
    curvature: Theorem,
    at_ends: list[Theorem],
) -> Goal:
    """A convex function on an interval is largest at an end: there it is at most 0, so everywhere.

    Sound because a function with h'' >= 0 on the interval is convex there.
    """
    if type(ends) is not tuple or len(ends) != 2 or len(at_ends) != 2:
        raise Malformed("expected the two ends of an interval, and a proof for each")
    x = _variable(function, name, *ends)
    inside = ((">=", x, ends[0]), ("<=", x, ends[1]))
    given = _merged(_without(curvature, *inside), *(end.goal.hypotheses for end in at_ends))
    _fixed([name], *given)
    problem = Problem(court)
    problem.assume((*given, *inside))
    problem.require_value(function)
    second = derivative(derivative(function, name), name)
    _is(problem, _relation(curvature, ">="), second, "this is not the sign of the curvature")
    for end, theorem in zip(ends, at_ends, strict=True):
        value = put(function, {name: end})
        validate_term(value)
        _is(problem, _relation(theorem, "<=", "="), value, "this is not the value at an end")
    return Goal((*given, *inside), ("<=", function, ZERO))


def _variable(function: Any, name: Any, *ends: Any) -> Term:
    for term in (function, *ends):
        validate_term(term)
    if not is_name(name):
        raise Malformed("expected the name of a variable")
    _fixed([name], *ends)
    return ("symbol", name)


def _is(problem: Problem, relation: Sentence, value: Term, what: str) -> None:
    """Raise NotProved unless left minus right of the relation is the value."""
    _same(problem, difference(*relation[1:]), value, what)


def cases(court: Court, term: Any, above: Theorem, below: Theorem) -> Goal:
    """What holds where a number is at least 0, and where it is at most 0, holds.

    Sound because every real number is one or the other; that the term has a value has to follow.
    """
    validate_term(term)
    conclusion = _relation(above)
    if below.goal.conclusion != conclusion:
        raise NotProved("this is not the conclusion of the other case", below.goal.conclusion)
    given = _merged(_without(above, (">=", term, ZERO)), _without(below, ("<=", term, ZERO)))
    problem = Problem(court)
    problem.assume(given)
    problem.require_value(term)
    return Goal(given, conclusion)
