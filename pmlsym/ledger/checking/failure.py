"""The failure of a proof: the goal, the reason, and numbers at which the goal is false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypedDict

import sympy as sp

from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.evaluation.tidy import tidied
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.theorem import Goal as KernelGoal
from pmlsym.proof.language import Term
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.verdict import point_text
from pmlsym.proof.witness import NoWitness, Witness
from pmlsym.proof.writing import described, text

_SEEDS, _TRIES = 60, 50  # deterministic work; the simplest point of each seed is kept
_CONFIRMED = 5  # points, the simplest first, that are tried as a witness
_LONG = 48  # characters of a side; a longer one is printed as a decimal only
_MOST = 1_000  # characters of the text; a longer one is not printed

Law = Sequence[tuple[Term, Mapping[Term, Term]]]


class FailureRow(TypedDict):
    """The JSON form of a failure."""

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
    """The proof of a part fails.

    Attributes
    ----------
    goal : the goal of the part.
    reason : where the proof stopped, in one sentence.
    found : a counterexample to the goal, or None; with one, no proof can succeed.
    """

    def __init__(self, goal: Goal, failure: NotProved) -> None:
        self.goal = goal
        self.reason = described(failure)
        self.formal: str | None = None
        self.found: Counterexample | None = None
        with suppress(NotProved):  # no counterexample for a goal that the kernel cannot read
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
        """Return the failure as plain data for the command line."""
        return {
            "formal": self.formal,
            "reason": self.reason,
            "false_at": self.found.text if self.found is not None else None,
        }


def false_at(goal: Goal) -> Counterexample | None:
    """Search for exact numbers and finite laws at which a goal is false, and return simple ones.

    The search is deterministic. It skips goals about existence.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> false_at(Goal((x > 0,), x**2 >= x)).text
    'x = 1/2: left 1/4 < right 1/2'
    """
    asked = read_goal(goal)
    sized: list[tuple[int, Point]] = []
    budget = EvaluationBudget.of(asked)
    for seed in range(_SEEDS):
        point = counterexample(asked, _TRIES, seed, budget)
        if point is not None and all(point != other for _, other in sized):
            with suppress(ValueError):  # Python refuses to print very long integers
                sized.append((_size(point), point))
    for _, point in sorted(sized, key=lambda pair: pair[0])[:_CONFIRMED]:
        with suppress(NoWitness, NoValue, NotProved, ValueError, ArithmeticError, RecursionError):
            return _confirmed(goal, asked, point)
    return None


def _confirmed(goal: Goal, asked: KernelGoal, found: Point) -> Counterexample:
    """Build a witness from a point, which checks that it refutes the goal, and its text."""
    point = _tidy(found)
    numbers = {_symbol(name): _in_sympy(value) for name, value in point.numbers.items()}
    laws = {
        name: [
            (_in_sympy(chance), {_symbol(v): _in_sympy(x) for v, x in values.items()})
            for chance, values in atoms
        ]
        for name, atoms in point.laws.items()
    }
    if _without_value(asked, point):
        line = f"{point_text(point)}: a side has no value there"
    else:
        witness = Witness(goal, numbers, "They were found by a search.", laws=laws)
        shown = [f"{name} = {value}" for name, value in witness.number_texts().items()]
        shown += witness.law_texts().values()
        line = f"{', '.join(shown) or 'every point'}: {_sides(witness)}"
    if len(line) > _MOST:
        raise NoWitness("it is too long to be read")
    return Counterexample(numbers, line, laws)


def _tidy(point: Point) -> Point:
    """Simplify the numbers of a point; the witness checks the result again."""

    def short(term: kernel.Term) -> kernel.Term:
        return tidied(term, point.holds)

    return Point(
        {name: short(value) for name, value in sorted(point.numbers.items())},
        {
            name: [(short(p), {v: short(x) for v, x in values.items()}) for p, values in atoms]
            for name, atoms in sorted(point.laws.items())
        },
    )


def _without_value(goal: KernelGoal, point: Point) -> bool:
    """Whether the hypotheses certainly hold, and a divisor or a logarithm certainly fails."""
    given, conclusion = goal
    laws = dict.fromkeys(law for s in (*given, conclusion) for law in kernel.laws(s))
    needed = [need for need in kernel.needs(point.closed(conclusion)) if need[0] != "mean"]
    return (
        any(point.holds(need) is False for need in needed)
        and all(point.is_law(law) for law in laws)
        and all(point.holds(h) is True for h in given if h[0] not in ("finite", "defined"))
    )


def _size(point: Point) -> int:
    """Return the length of a point in print, on which a simple one is chosen."""
    chosen = list(point.numbers.values())
    for atoms in point.laws.values():
        for chance, values in atoms:
            chosen += [chance, *values.values()]
    return sum(map(_weight, chosen))


def _weight(value: kernel.Term) -> int:
    short = tidied(value, lambda _: None)
    return abs(short[1]) + short[2] if short[0] == "number" else 2 * len(text(short))


def _symbol(name: str) -> Term:
    return sp.Symbol(name, real=True)


def _in_sympy(value: kernel.Term) -> Term:
    """Convert a number to sympy unevaluated: sympy may simplify an event to another one."""
    if any(part == "indicator" for part in _words(value)):
        raise NoWitness("an event in a number is not decided")
    return in_sympy(value, simplified=False)


def _words(term: kernel.Term) -> Iterator[str]:
    yield term[0]
    if term[0] not in kernel.LEAVES:
        for part in term[1:]:
            if isinstance(part, tuple):
                yield from _words(part)


def _sides(witness: Witness) -> str:
    """Write both sides of the conclusion, exactly, and which is larger."""
    exact = witness.exact_sides
    sign = next((s for s in ("<", ">", "=") if Point().holds((s, *exact)) is True), None)
    if sign is None:
        raise NoWitness("no precision tells which side is larger")
    digits = [None if value is None else f"{value:.6g}" for value in witness.as_floats()]
    alone = digits[0] != digits[1]  # print decimals alone only if they differ
    left, right = (
        _side(side[0] == "number", line, near, alone)
        for side, line, near in zip(exact, witness.side_texts(), digits, strict=True)
    )
    return f"left {left} {sign} right {right}"


def _side(rational: bool, line: str, digits: str | None, alone: bool) -> str:
    if rational or digits is None or digits == line:
        return line
    return digits if alone and len(line) > _LONG else f"{line} = {digits}"
