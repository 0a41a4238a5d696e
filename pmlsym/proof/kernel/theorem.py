"""Theorems: proved goals, with the queries of their proofs."""

from __future__ import annotations

from typing import NamedTuple

from pmlsym.proof.kernel.question import Question
from pmlsym.proof.kernel.terms import Malformed, Sentence
from pmlsym.proof.kernel.validation import validate_sentence


class Goal(NamedTuple):
    """Hypotheses, and a conclusion: a relation or an existence."""

    hypotheses: tuple[Sentence, ...]
    conclusion: Sentence


class Theorem(NamedTuple):
    """A proved goal, the queries of its last step, and whether all queries have certificates."""

    goal: Goal
    questions: tuple[Question, ...]
    certified: bool


def validate_goal(goal: object) -> Goal:
    """Raise Malformed unless this is a goal: a tuple of hypotheses and a conclusion."""
    if type(goal) is not tuple or len(goal) != 2 or type(goal[0]) is not tuple:
        raise Malformed("expected a goal: hypotheses and a conclusion")
    for hypothesis in goal[0]:
        validate_sentence(hypothesis, ("defined", "finite"))
    validate_sentence(goal[1], ("exists",))
    return Goal(*goal)
