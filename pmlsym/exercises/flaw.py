"""Assignment 3: find the first step of a proof that fails, with an instance.

A proof is a list of steps, and each step is a condition that can be evaluated on an instance. On
the student's instance the named step has to be false, all earlier steps true, and the conclusion of
the proof false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.exercises.feedback import channel, fraction, lifts, not_right, plain, right, row, short
from pmlsym.exercises.statements import Wanted, best, proved
from pmlsym.laplace import record_lift

_FINEST = 1_000  # largest denominator of q, whose powers are computed
_WIDEST = 200  # range of a query, all of whose outcomes are tried


@dataclass(frozen=True)
class _Outcome:
    """One outcome of a mechanism, and the level that bounds all lifts.

    Attributes
    ----------
    prior, lift : one entry for each secret.
    top : e^epsilon.
    rare : a secret whose lift is smallest.
    """

    prior: list[Fraction]
    lift: list[Fraction]
    top: Fraction
    rare: int

    def floor(self, mass: Fraction) -> Fraction:
        """Return the lift of a secret of this mass if all others have `top`: the mean is one."""
        return (1 - (1 - mass) * self.top) / mass


_FIRST: tuple[Callable[[_Outcome], bool], ...] = (
    lambda at: max(at.lift) <= at.top,
    lambda at: sum(p * v for p, v in zip(at.prior, at.lift, strict=True)) == 1,
    lambda at: at.prior[at.rare] * at.lift[at.rare] + (1 - at.prior[at.rare]) * at.top >= 1,
    lambda at: at.lift[at.rare] >= at.floor(at.prior[at.rare]),
    lambda at: at.floor(at.prior[at.rare]) >= at.floor(max(at.prior)),
    lambda at: at.lift[at.rare] >= at.floor(max(at.prior)),
)


def first_counterexample(prior: object, kernel: object, top: object) -> None:
    """Check a mechanism that violates the conclusion of the first proof."""
    _contradicts(prior, kernel, top)
    right("the claim fails on your mechanism")


def first_proof(step: object, prior: object, kernel: object, top: object) -> None:
    """Check which step of the first proof fails, on a mechanism that violates its conclusion."""
    number = _step(step, len(_FIRST))
    at = _contradicts(prior, kernel, top)
    _judge(number, [check(at) for check in _FIRST[:-1]])
    right(f"step {number} fails on your mechanism, and so does the claim")


def _contradicts(prior: object, kernel: object, top: object) -> _Outcome:
    """Return an outcome of a mechanism at which the conclusion of the first proof fails."""
    mine = channel(prior, kernel)
    level = fraction("E", _given("E", top))
    law = [Fraction(str(mass)) for mass in mine.prior.tolist()]  # as read: once
    columns = [list(column) for column in zip(*lifts(mine), strict=True)]
    worst = max(map(max, columns))
    if worst > level:
        raise not_right(f"The mechanism is not log(E)-PML: a lift is {worst}, and E is {level}.")
    if level * (1 - max(law)) >= 1:
        raise not_right("The claim is about E (1 - pmax) < 1, and here that is not so.")
    outcomes = [
        _Outcome(law, column, level, min(range(len(law)), key=column.__getitem__))
        for column in columns
    ]
    contradicts = [at for at in outcomes if not _FIRST[-1](at)]
    if not contradicts:
        raise not_right(
            "At every outcome of this mechanism the claim is true: it is no counterexample."
        )
    return contradicts[0]


def second_counterexample(answers: object, prior: object, q: object, outcome: object) -> None:
    """Check a query that violates the conclusion of the second proof."""
    _leaks_inside(answers, prior, q, outcome)
    right("the claim fails on your query")


def second_proof(step: object, answers: object, prior: object, q: object, outcome: object) -> None:
    """Check which step of the second proof fails, on a query that violates its conclusion."""
    number = _step(step, 4)
    _judge(number, _leaks_inside(answers, prior, q, outcome).steps())
    right(f"step {number} fails on your query, and so does the claim")


def _leaks_inside(answers: object, prior: object, q: object, outcome: object) -> _Query:
    """Return a query with an outcome inside its range at which some lift is the largest."""
    query, law = row("w", _given("w", answers)), row("prior", _given("prior", prior))
    base, place = fraction("q", _given("q", q)), fraction("y", _given("y", outcome))
    if len(query) != 3 or len(set(query)) != 3 or any(w.denominator != 1 for w in query):
        raise not_right("w should be three different whole numbers, one for each class.")
    if len(law) != 3 or sum(law) != 1 or min(law) <= 0:
        raise not_right("prior should be three positive probabilities that sum to 1.")
    if not 0 < base < 1 or place.denominator != 1:
        raise not_right("q should lie strictly between 0 and 1, and y be a whole number.")
    if base.denominator > _FINEST:
        raise not_right(f"q should be a simpler fraction, with a denominator of at most {_FINEST}.")
    low, high = int(min(query)), int(max(query))
    if not low < place < high:
        raise not_right(f"y = {place} does not lie inside the range of the query.")
    if high - low > _WIDEST:
        raise not_right(f"Keep the answers of the query within {_WIDEST} of each other.")
    at = _Query([int(w) for w in query], law, base)
    inside, ends = at.lifts(int(place)), [at.lifts(low), at.lifts(high)]
    if max(inside) <= max(map(max, ends)):
        raise not_right(
            f"The largest lift at y = {place} is {max(inside)}; at an end of the range it is "
            f"{max(map(max, ends))}, which is not less. The claim is true of this y."
        )
    return at


@dataclass(frozen=True)
class _Query:
    """One person, one query, Laplace noise: lifts and densities of integer outcomes."""

    answers: list[int]
    prior: list[Fraction]
    base: Fraction

    def lifts(self, y: int) -> list[Fraction]:
        return [Fraction(v) for v in record_lift([self.answers], self.prior, [], [y], self.base)]

    def density(self, y: int) -> Fraction:
        pairs = zip(self.prior, self.answers, strict=True)
        return sum((p * self.base ** abs(y - w) for p, w in pairs), Fraction(0))

    def steps(self) -> list[bool]:
        """Evaluate the four steps of the second proof on this query."""
        low, high = min(self.answers), max(self.answers)
        inside = range(low, high + 1)
        least = min(map(self.density, inside))
        far = next(d for d in range(10_000) if self.density(high + d) <= least)
        beyond = [*range(low - 3, low + 1), *range(high, high + 4), high + far]
        ends = (self.lifts(low), self.lifts(high))
        every = {y: self.lifts(y) for y in (*inside, *beyond)}
        return [
            all(
                v == self.base ** abs(y - w) / self.density(y)
                for y in every
                for v, w in zip(every[y], self.answers, strict=True)
            ),
            all(every[y] in ends for y in beyond),
            min(map(self.density, beyond)) <= least,
            all(
                max(every[y][j] for y in beyond) >= max(every[y][j] for y in inside)
                for j in range(3)
            ),
        ]


def _given(name: str, value: object) -> object:
    if value is None:
        raise not_right(f"{name} is still to be given.")
    return value


def _step(step: object, last: int) -> int:
    number = plain("The step", _given("The step", step))
    if type(number) is int and 1 <= number <= last:
        return number
    raise not_right(f"The step should be a whole number from 1 to {last}, but is {short(number)}.")


def _judge(number: int, true: list[bool]) -> None:
    """Raise `NotRight` for a step that is not the first to fail."""
    if number > len(true):
        raise not_right(f"Step {number} only puts together what the steps before it say.")
    if true[number - 1]:
        raise not_right(
            f"Step {number} is true on your instance. The claim fails there, so some step does too."
        )
    if not all(true[: number - 1]):
        raise not_right(f"Step {number} fails on your instance, but a step before it does already.")


def repair(statement: object) -> None:
    """Check the repaired claim: proved for every mechanism."""
    proved("repair", statement, WANTED)
    right("repair: the prover has a proof of it")


def repair_is_best(statement: object) -> None:
    """Check that the level of the repaired claim cannot be smaller."""
    best("repair", proved("repair", statement, WANTED), WANTED)
    right("repair: mechanisms attain the level")


WANTED = Wanted("PML", "PMC")
