"""What a reduction is: goals that together say what a statement says, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal
from pmlsym.statements.argument import Theorem
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, OfPrior

__all__ = ["Case", "Reduction", "Theorem", "Way"]


class Way(Protocol):
    """The way back from numbers to a world."""

    def model(self, statement: Statement, point: Mapping[str, Exact]) -> Model | None:
        """Return a world on which the statement fails, if the numbers give one."""


class Placed(Protocol):
    """Worlds as points of a goal."""

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold."""


@dataclass(frozen=True)
class Case:
    """A goal that the statement implies, or needs.

    Parameters
    ----------
    meaning : what the goal is about, in words.
    goal : of the kernel.
    alphabet : to which numbers of secrets it is limited; None if to none.
    complete : whether the statement is false where the goal is. Otherwise the goal may say more
        than the statement, and only its proof counts.
    way, placed : from points of the goal to worlds, and back.
    aside : whether the goal is no part of the statement, but why something is left out of the
        others: that a case cannot occur, or that a term has a value. Only its proof counts.
    """

    meaning: str
    goal: Goal
    alphabet: str | None = None
    complete: bool = True
    way: Way | None = field(default=None, repr=False, compare=False)
    placed: Placed | None = field(default=None, repr=False, compare=False)
    aside: bool = False

    def points(self) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold, taken from worlds.

        None where worlds are not asked: then a search by chance will do.
        """
        return self.placed.points(self.goal) if self.placed else iter(())


def case_of(case: Case, aside: str) -> Case:
    """Return a case, or what is shown aside for it if it is said what that is.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (p,) = reals("p")
    >>> case_of(Case("two secrets", Goal((), p <= p + 1)), "this case cannot occur").meaning
    'two secrets: this case cannot occur'
    """
    if not aside:
        return case
    meaning = f"{case.meaning}: {aside}"
    return replace(case, meaning=meaning, complete=False, aside=True)


@dataclass(frozen=True)
class Reduction:
    """A statement with goals: it holds if all of them do, and only if all complete ones do.

    Parameters
    ----------
    statement : what was reduced, where it is of the language.
    theorems : by which.
    cases : the goals.
    of_all_sizes : whether every number of secrets was looked at.
    """

    statement: Statement | None
    theorems: tuple[Theorem, ...]
    cases: tuple[Case, ...]
    of_all_sizes: bool = False

    def __post_init__(self) -> None:
        """Keep one of the goals that are shown aside, where some are the same."""
        first: dict[object, Case] = {}
        for number, case in enumerate(self.cases):
            first.setdefault(case.goal if case.aside else number, case)
        object.__setattr__(self, "cases", tuple(first.values()))

    @property
    def complete(self) -> bool:
        """Whether the statement holds if and only if all goals do that are not shown aside."""
        return all(case.complete or case.aside for case in self.cases)

    @property
    def bound(self) -> str:
        """The numbers of secrets to which the cases are limited; empty if all are covered.

        Those that the statement itself speaks of, as ``|X| = 3`` or ``n = 3``, are no limit.
        """
        if self.statement is None or self.statement.size[1] is not None or not self.cases:
            return ""
        if self.of_all_sizes:
            return ""
        asked = {f"|X| = {size}" for size in sizes_asked_for(self.statement)}
        if any(case.alphabet is None or case.alphabet in asked for case in self.cases):
            return ""
        return ", ".join(dict.fromkeys(case.alphabet for case in self.cases if case.alphabet))

    def model(self, case: Case, point: Mapping[str, Exact]) -> Model | None:
        """Return a world on which the statement fails, from a point at which a goal fails.

        Parameters
        ----------
        case : whose goal it is.
        point : an exact number for each symbol of the goal, by name.

        Returns
        -------
        Model
            On which `read` says that the statement fails. None if there is none like this: the
            numbers come from no mechanism, or are no rational numbers where these are needed.
        """
        if self.statement is None or case.way is None:
            return None
        return case.way.model(self.statement, point)


def sizes_asked_for(statement: Statement) -> Iterator[Fraction]:
    """Yield the numbers to which hypotheses such as ``n = 3`` limit the secrets."""
    limiting = statement.where if statement.both_ways else (*statement.required, *statement.where)
    for condition in limiting:
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if one == OfPrior("n") and condition.sign == "=" and isinstance(other, Number):
                yield other.value
