"""Reductions: goals that together are equivalent to a statement, or imply it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, OfPrior

__all__ = ["Case", "PaperTheorem", "Reduction", "Way"]


class Way(Protocol):
    """A reconstruction of a counterexample from the numbers at which a goal fails."""

    def model(self, statement: Statement, point: Mapping[str, Exact]) -> Model | None:
        """Return an instance on which the statement fails, if the numbers give one."""


class Placed(Protocol):
    """Instances of a statement as points of a goal."""

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold."""


@dataclass(frozen=True)
class Case:
    """A goal of a reduction, with its meaning and its relation to the statement.

    Parameters
    ----------
    meaning : the case that the goal covers, in words.
    goal : a goal of the kernel.
    alphabet : the size to which the goal is limited, as text such as ``|X| = 3``; None if it covers
        all.
    complete : whether the statement is false if the goal is. Otherwise the goal may be stronger
        than the statement, and only a proof of it counts.
    way : the reconstruction of a counterexample from a point of the goal.
    placed : the instances of the statement as points of the goal.
    aside : whether the goal is auxiliary. An auxiliary goal justifies an omission from the other
        goals: a case cannot occur, or a term has a value. Only a proof of it counts.
    """

    meaning: str
    goal: Goal
    alphabet: str | None = None
    complete: bool = True
    way: Way | None = field(default=None, repr=False, compare=False)
    placed: Placed | None = field(default=None, repr=False, compare=False)
    aside: bool = False

    def points(self) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold, taken from instances.

        A case without `placed` yields none; its hypotheses are simple enough for a random search.
        """
        return self.placed.points(self.goal) if self.placed else iter(())


def case_of(case: Case, aside: str) -> Case:
    """Return the case as it is, or marked as auxiliary if its purpose `aside` is not empty.

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
    """A statement with goals: it holds if all goals do, and only if all complete ones do.

    Parameters
    ----------
    statement : the reduced statement; None if it is not one of the language.
    theorems : the theorems by which it reduces to the goals.
    cases : the goals.
    of_all_sizes : whether the goals cover every number of secrets.
    """

    statement: Statement | None
    theorems: tuple[PaperTheorem, ...]
    cases: tuple[Case, ...]
    of_all_sizes: bool = False

    def __post_init__(self) -> None:
        """Drop repeated auxiliary goals."""
        first: dict[object, Case] = {}
        for number, case in enumerate(self.cases):
            first.setdefault(case.goal if case.aside else number, case)
        object.__setattr__(self, "cases", tuple(first.values()))

    @property
    def complete(self) -> bool:
        """Whether the statement is equivalent to its goals, the auxiliary ones left out."""
        return all(case.complete or case.aside for case in self.cases)

    def of_weaker(self, theorem: PaperTheorem) -> Reduction:
        """Return the reduction of a statement that follows from this one by a theorem."""
        cases = tuple(replace(case, complete=False, way=None) for case in self.cases)
        return replace(self, theorems=(theorem, *self.theorems), cases=cases)

    @property
    def bound(self) -> str:
        """The numbers of secrets to which the cases are limited; empty if all are covered.

        A size that the statement itself requires, such as ``|X| = 3`` or ``n = 3``, is no limit.
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
        """Return an instance on which the statement fails, from a point at which a goal fails.

        Parameters
        ----------
        case : the case with the goal.
        point : an exact number for each symbol of the goal, by name.

        Returns
        -------
        Model or None
            A model on which `read` evaluates the statement as false. None if the numbers come from
            no mechanism, or are irrational where a rational number is needed.
        """
        if self.statement is None or case.way is None:
            return None
        return case.way.model(self.statement, point)


def sizes_asked_for(statement: Statement) -> Iterator[Fraction]:
    """Yield the numbers of secrets that hypotheses such as ``n = 3`` prescribe."""
    limiting = statement.where if statement.both_ways else (*statement.required, *statement.where)
    for condition in limiting:
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if one == OfPrior("n") and condition.sign == "=" and isinstance(other, Number):
                yield other.value


def refuse_other_signs(found: Statement, statement: Statement) -> None:
    """Raise `NotReducible` if a parameter of a statement loses its values below 0.

    The signs of parameters are read from `where`, which a reduction may have changed.
    """
    if lost := sorted(
        found.nonnegative & (frozenset(statement.parameters) - statement.nonnegative)
    ):
        raise NotReducible(f"{lost[0]} may be negative, but not in the statement that is reduced.")
