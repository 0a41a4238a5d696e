"""Why a part of a claim is not proved: which goal, the reason, and numbers at which it is false."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypedDict

import sympy as sp

from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.language import Term
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.verdict import point_text
from pmlsym.proof.witness import written
from pmlsym.proof.writing import described

_SEEDS, _TRIES = 60, 50  # counted work; of what each seed finds the simplest is shown
_LONG = 48  # characters of a side; a longer one is printed in digits alone

Law = Sequence[tuple[Term, Mapping[Term, Term]]]


class FailureRow(TypedDict):
    """What the command line prints of a part that is not proved."""

    formal: str | None
    reason: str
    false_at: str | None


@dataclass(frozen=True)
class Counterexample:
    """Exact numbers and finite laws at which a goal is false.

    Parameters
    ----------
    numbers, laws : as `Witness` takes them.
    text : the same on one line, with both sides of the conclusion.
    """

    numbers: Mapping[Term, Term]
    text: str
    laws: Mapping[str, Law] = field(default_factory=dict)


class PartNotProved(NotProved):
    """The proof of a part does not go through.

    Attributes
    ----------
    goal : the goal of the part.
    reason : where the proof stopped, in one sentence.
    found : a counterexample to the goal, where one was found: then no proof will do.
    """

    def __init__(self, goal: Goal, failure: NotProved) -> None:
        self.goal = goal
        self.reason = described(failure)
        self.formal: str | None = None
        self.found: Counterexample | None = None
        with suppress(NotProved):  # a goal that the kernel cannot read says nothing
            self.formal = str(goal)
            self.found = false_at(goal)
        shown = (
            self.reason if self.formal is None else f"{self.formal} is not proved: {self.reason}"
        )
        super().__init__(f"{shown}; it is false at {self.found.text}" if self.found else shown)

    @property
    def numbers(self) -> Mapping[Term, Term] | None:
        """Exact numbers at which the goal is false, or None where none were found."""
        return self.found.numbers if self.found is not None else None

    @property
    def laws(self) -> Mapping[str, Law]:
        """The finite laws that belong to the numbers, by name."""
        return self.found.laws if self.found is not None else {}

    def as_dict(self) -> FailureRow:
        """Return what the command line prints of it."""
        return {
            "formal": self.formal,
            "reason": self.reason,
            "false_at": self.found.text if self.found is not None else None,
        }


def false_at(goal: Goal) -> Counterexample | None:
    """Search for exact numbers and finite laws at which a goal is false, and return simple ones.

    The search is seeded and its work is counted. It does not look at goals about existence.

    Raises
    ------
    NotProved
        If the kernel cannot read the goal.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> false_at(Goal((x > 0,), x**2 >= x)).text
    'x = 1/2: left 1/4 < right 1/2'
    """
    asked = read_goal(goal)
    points = [counterexample(asked, _TRIES, seed) for seed in range(_SEEDS)]
    simplest = min(
        (point for point in points if point is not None),
        key=_size,
        default=None,
    )
    if simplest is None:
        return None
    return Counterexample(
        {_symbol(name): in_sympy(value) for name, value in simplest.numbers.items()},
        f"{point_text(simplest)}: {_sides(asked.conclusion, simplest)}",
        {
            name: [
                (in_sympy(chance), {_symbol(v): in_sympy(x) for v, x in values.items()})
                for chance, values in atoms
            ]
            for name, atoms in simplest.laws.items()
        },
    )


def _size(point: Point) -> int:
    """Count how much there is to read in a point: digits weigh less than the numbers they make."""
    chosen = [in_sympy(value) for value in point.numbers.values()]
    chosen += [
        in_sympy(value)
        for atoms in point.laws.values()
        for chance, values in atoms
        for value in (chance, *values.values())
    ]
    return sum(int(abs(n.p) + n.q) if n.is_Rational else 2 * len(str(n)) for n in chosen)


def _symbol(name: str) -> Term:
    return sp.Symbol(name, real=True)


def _sides(conclusion: kernel.Sentence, point: Point) -> str:
    _, left, right = conclusion
    for sign in ("<", ">", "="):
        if point.holds((sign, left, right)) is True:
            return f"left {_side(left, point)} {sign} right {_side(right, point)}"
    return "a side has no value there"


def _side(side: kernel.Term, point: Point) -> str:
    value = in_sympy(point.closed(side))
    exact = written(value)
    if value.is_Rational:
        return exact
    try:
        digits = f"{float(point.ball(side).mid()):.6g}"
    except NoValue:  # at a higher precision it has one
        return exact
    return digits if len(exact) > _LONG else f"{exact} = {digits}"
