"""Break a statement on purpose: a check that still proves the broken one is a defect.

Each perturbation changes one thing: a coefficient, a sign, an exponent, the direction, or a
hypothesis that is dropped. Not every change makes a statement false, so exact arithmetic
searches for a counterexample first; the false ones must not be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import sympy as sp

from pmlsym.proof.enclosure import Law, holds
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.steps import Step, proves
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts

Outcome: TypeAlias = Literal["false, not proved", "not proved", "true, proved", "false, yet proved"]

_FLIPPED = {sp.Le: sp.Ge, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Gt: sp.Lt, sp.Eq: sp.Ne, sp.Ne: sp.Eq}
_VALUES = tuple(
    map(
        sp.Rational,
        (
            "1/100",
            "1/20",
            "1/10",
            "1/5",
            "1/4",
            "1/3",
            "2/5",
            "1/2",
            "3/5",
            "3/4",
            "9/10",
            "1",
            "3/2",
            "2",
            "3",
            "4",
            "5",
            "8",
            "20",
            "-1/2",
            "-1",
            "-2",
            "0",
        ),
    )
)


@dataclass(frozen=True)
class Perturbation:
    """A changed goal, what was changed, and what became of it."""

    change: str
    goal: Goal
    outcome: Outcome


def perturbed(goal: Goal) -> Iterator[tuple[str, Goal]]:
    """Yield goals that differ from the given one in one place, with a word on the place."""
    for number, hypothesis in enumerate(goal.hypotheses):
        rest = goal.hypotheses[:number] + goal.hypotheses[number + 1 :]
        yield f"without {hypothesis}", Goal(rest, goal.conclusion, goal.exists, goal.such_that)
    relation = goal.conclusion
    for change, new in _changed_relations(relation):
        if new not in (sp.true, sp.false) and new != relation:
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
            yield f"{term} -> {2 * term}", 2 * term
            yield f"{term} -> {-term}", -term
        return
    if term.is_Symbol:
        yield f"{term} -> {term}/2", term / 2
        return
    if isinstance(term, Mean):
        return  # what is averaged is the definition, not the claim
    if term.is_Add:
        for number, part in enumerate(term.args):
            others = term.args[:number] + term.args[number + 1 :]
            yield f"{part} -> {-part}", term.func(*others, -part)
    if isinstance(term, sp.exp):
        yield f"{term} -> squared", sp.exp(2 * term.args[0])
    for number, part in enumerate(term.args):
        for change, new in _changed_terms(part):
            arguments = (*term.args[:number], new, *term.args[number + 1 :])
            yield change, term.func(*arguments)


def counterexample(goal: Goal, tries: int = 400, seed: int = 0) -> Mapping[Term, Term] | None:
    """Search exact numbers (and finite laws) at which the goal certainly fails.

    Symbols that a hypothesis defines (``x == term``) take that value. Returns None for goals
    about existence: no number refutes them.
    """
    if goal.exists:
        return None
    rng = np.random.default_rng(seed)
    definitions = [
        h
        for h in goal.hypotheses
        if isinstance(h, sp.Eq) and h.lhs.is_Symbol and h.lhs not in h.rhs.free_symbols
    ]
    defined = {h.lhs: h.rhs for h in definitions}
    free = sorted(goal.symbols - set(defined), key=str)
    for _ in range(tries):
        values: dict[Term, Term] = {s: _VALUES[rng.integers(len(_VALUES))] for s in free}
        values |= {s: term.subs(values) for s, term in defined.items()}
        laws = _laws(goal, values, rng)
        if laws is None:
            continue
        try:
            if all(_holds(h, values, laws) for h in goal.hypotheses if h not in definitions) and (
                _fails(goal.conclusion, values, laws)
            ):
                return values
        except (ZeroDivisionError, TypeError, KeyError):
            continue  # the numbers give the statement no value, so they say nothing
    return None


_WEAK = (sp.Le, sp.Ge, sp.Eq)


def _holds(sentence: Sentence, values: Mapping[Term, Term], laws: Mapping[str, Law]) -> bool:
    # between equal sides a strict relation does not hold, so nothing has to be confirmed
    return holds(sentence, values, laws, confirm=isinstance(sentence, _WEAK)) is True


def _fails(sentence: Sentence, values: Mapping[Term, Term], laws: Mapping[str, Law]) -> bool:
    # ... and a weak one does not fail
    return holds(sentence, values, laws, confirm=not isinstance(sentence, _WEAK)) is False


def _laws(goal: Goal, values: Mapping[Term, Term], rng: Any) -> dict[str, Law] | None:
    """Draw, for every law in the goal, one or two atoms on the support."""
    laws: dict[str, Law] = {}
    for mean in goal.means:
        if mean.law in laws:
            continue
        atoms: list[Mapping[Term, Term]] = []
        for _ in range(20):
            atom = {v: _VALUES[rng.integers(len(_VALUES))] for v in mean.variables}
            if all(_on(part, {**values, **atom}) for part in conjuncts(mean.support)):
                atoms.append(atom)
            if len(atoms) == 1 + (rng.random() < 0.3):
                break
        if not atoms:
            return None
        laws[mean.law] = [(sp.Rational(1, len(atoms)), atom) for atom in atoms]
    return laws


def _on(part: Sentence, values: Mapping[Term, Term]) -> bool:
    return holds(part, values) is True


def try_perturbations(
    goal: Goal, prove: Callable[[Goal], Step], most: int = 24
) -> list[Perturbation]:
    """Perturb a goal, at most `most` times, and see what the same proof makes of each.

    Parameters
    ----------
    goal : a goal that `prove` proves.
    prove : the proof under test; it raises NotProved where it does not go through.
    most : how many changes to try; if there are more they are spread over the statement.
    """
    changes = list(dict.fromkeys(perturbed(goal)))
    if len(changes) > most:
        hypotheses = len(goal.hypotheses)
        picked = np.linspace(hypotheses, len(changes) - 1, max(most - hypotheses, 1))
        changes = changes[:hypotheses] + [changes[i] for i in sorted(set(picked.astype(int)))]
    tried = []
    for change, goal_ in changes:
        false = counterexample(goal_) is not None
        try:
            proved = proves(prove(goal_), goal_)
        except NotProved:
            proved = False
        outcome: Outcome = (
            ("false, yet proved" if false else "true, proved")
            if proved
            else ("false, not proved" if false else "not proved")
        )
        tried.append(Perturbation(change, goal_, outcome))
    return tried
