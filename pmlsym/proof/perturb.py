"""Perturbation tests: a proof that still works for a false variant of its statement is a defect.

A perturbation changes a coefficient, a sign, an exponent or the direction, or drops a hypothesis.
Not every change makes a statement false, so a counterexample is searched for in exact arithmetic
first; the false variants must not be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias, TypeVar

import sympy as sp

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.given import fails_at, nearby
from pmlsym.proof.evaluation.never import none_at
from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts
from pmlsym.proof.reading import OPPOSITE, read, read_relation
from pmlsym.proof.review import certificates_only, examine, proves
from pmlsym.proof.steps import Step, restated
from pmlsym.proof.writing import sentence_text, text

Outcome: TypeAlias = Literal["false, not proved", "not proved", "true, proved", "false, yet proved"]

T = TypeVar("T")

_FLIPPED = {sp.Le: sp.Ge, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Gt: sp.Lt, sp.Eq: sp.Ne, sp.Ne: sp.Eq}


@dataclass(frozen=True)
class Perturbation:
    """A changed goal, with the change and the result."""

    change: str
    goal: Goal
    outcome: Outcome


def perturbed(goal: Goal) -> Iterator[tuple[str, Goal]]:
    """Yield goals that differ from the given one in one place, with a description of the change."""
    read_goal(goal)
    for number, hypothesis in enumerate(goal.hypotheses):
        rest = goal.hypotheses[:number] + goal.hypotheses[number + 1 :]
        yield (
            f"without {_goal_text(hypothesis)}",
            Goal(rest, goal.conclusion, goal.exists, goal.such_that),
        )
    relation = goal.conclusion
    for change, new in _changed_relations(relation):
        if type(new) in OPPOSITE and new != relation:
            yield change, Goal(goal.hypotheses, new, goal.exists, goal.such_that)


def _changed_relations(relation: Sentence) -> Iterator[tuple[str, Sentence]]:
    left, right = relation.args
    yield "the other direction", _FLIPPED[relation.func](left, right, evaluate=False)
    for change, new in _changed_terms(left):
        yield f"left: {change}", relation.func(new, right, evaluate=False)
    for change, new in _changed_terms(right):
        yield f"right: {change}", relation.func(left, new, evaluate=False)


def _changed_terms(term: Term) -> Iterator[tuple[str, Term]]:
    if term.is_Rational:
        if term != 0:
            yield f"{_goal_text(term)} -> {_goal_text(2 * term)}", 2 * term
            yield f"{_goal_text(term)} -> {_goal_text(-term)}", -term
        return
    if term.is_Symbol:
        yield f"{_goal_text(term)} -> {_goal_text(term)}/2", term / 2
        return
    if isinstance(term, Mean):
        yield from _changed_means(term)
        return
    if isinstance(term, sp.Piecewise):
        yield from _changed_indicators(term)
        return
    if term.is_Add:
        for number, part in enumerate(term.args):
            others = term.args[:number] + term.args[number + 1 :]
            yield f"{_goal_text(part)} -> {_goal_text(-part)}", term.func(*others, -part)
    if isinstance(term, sp.exp):
        yield f"{_goal_text(term)} -> squared", sp.exp(2 * term.args[0])
    for number, part in enumerate(term.args):
        for change, new in _changed_terms(part):
            arguments = (*term.args[:number], new, *term.args[number + 1 :])
            try:
                changed = term.func(*arguments)
            except (TypeError, ValueError):  # the maximum of a number that is not real: log(-2)
                continue
            yield change, changed


def _changed_means(mean: Mean) -> Iterator[tuple[str, Term]]:
    """Yield changes of the body of a mean, and of the support of its law."""
    if not isinstance(mean.body, sp.Piecewise):
        for change, new in _changed_terms(mean.body):
            yield f"in a mean: {change}", Mean(new, mean.variables, mean.support, mean.law)
    parts = conjuncts(mean.support)
    for number, part in enumerate(parts):
        others = (*parts[:number], *parts[number + 1 :])
        without = Mean(mean.body, mean.variables, sp.And(*others), mean.law)
        yield f"a law without {_goal_text(part)}", without
        flipped = _FLIPPED[part.func](*part.args, evaluate=False)
        turned = Mean(mean.body, mean.variables, sp.And(*others, flipped), mean.law)
        yield f"a law on {_goal_text(flipped)}", turned


def _changed_indicators(indicator: Term) -> Iterator[tuple[str, Term]]:
    """Yield indicators with one relation of the event reversed."""
    parts = conjuncts(indicator.args[0].cond)
    for number, part in enumerate(parts):
        flipped = _FLIPPED[part.func](*part.args, evaluate=False)
        event = sp.And(*parts[:number], *parts[number + 1 :], flipped)
        yield f"an event with {_goal_text(flipped)}", sp.Piecewise((1, event), (0, True))


def _goal_text(item: Term | Sentence) -> str:
    """Return a term or a relation as goals are printed, as sympy's text of a mean omits the law."""
    if type(item) in OPPOSITE:
        return sentence_text(read_relation(item))
    return str(item) if item is sp.true or item is sp.false else text(read(item))


def is_false(goal: Goal, tries: int = 100, seed: int = 0, given: Sequence[Point] = ()) -> bool:
    """Whether a goal is shown to be false at the given points, or at random ones.

    It is also false where a side has no value. For an existence, a proof that nothing satisfies the
    conditions is attempted at a few points.
    """
    try:
        asked = read_goal(goal)
    except NotProved:
        return False  # no statement, so not a false one
    if any(fails_at(asked, near) for point in given for near in nearby(asked, point)):
        return True
    if asked.conclusion[0] != "exists":
        return counterexample(asked, tries, seed) is not None
    found = islice(points(asked, tries, seed), 2)
    return any(_nothing_exists(asked.conclusion, point) for point in found)


def _nothing_exists(conclusion: kernel.Sentence, point: Point) -> bool:
    try:
        with certificates_only():
            examine(("decision", tuple(none_at(conclusion, point)), ()))
    except NotProved:
        return False
    return True


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` items, evenly spaced from the first on.

    Examples
    --------
    >>> spread("abcdefg", 3)
    ['a', 'c', 'e']
    """
    if len(items) <= most:
        return items
    return [items[number * len(items) // most] for number in range(most)]


def try_perturbations(
    goal: Goal, prove: Callable[[Goal], Step], most: int = 24, given: Sequence[Point] = ()
) -> list[Perturbation]:
    """Perturb a goal at most `most` times, and try to prove each variant in the same way."""
    changes = list(dict.fromkeys(perturbed(goal)))
    dropped = len(goal.hypotheses)
    # half of the changes, if there are as many, are of the conclusion
    within = max(most // 2, most - (len(changes) - dropped))
    picked = [*spread(changes[:dropped], within)]
    picked += spread(changes[dropped:], most - len(picked))
    changes = picked
    tried = []
    for change, goal_ in changes:
        false = is_false(goal_, given=given)
        try:
            with certificates_only():
                proved = proves(restated(prove(goal_), goal_), goal_)
        except NotProved:
            proved = False
        outcome: Outcome = (
            ("false, yet proved" if false else "true, proved")
            if proved
            else ("false, not proved" if false else "not proved")
        )
        tried.append(Perturbation(change, goal_, outcome))
    return tried
