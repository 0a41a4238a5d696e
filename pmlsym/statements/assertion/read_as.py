"""Base classes of statements that are evaluated as an assertion about instances of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, TypeVar

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion.assertion import Assertion, Domain, Judgement
from pmlsym.statements.assertion.conditions import Compared
from pmlsym.statements.clauses import Condition
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.search import counted
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.vocabulary import StatementError

W = TypeVar("W")


class ReadAsAssertion(ABC):
    """A statement about every instance of a domain that the language of statements lacks.

    Subclasses are dataclasses.
    """

    def __reduce__(self) -> tuple[type[Any], tuple[object, ...]]:
        """Pickle the fields only: the assertion holds functions, and is rebuilt from the fields."""
        assert is_dataclass(self)
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    @abstractmethod
    def _assertion(self) -> Assertion[Any]:
        """The statement as an assertion about its instances."""

    @property
    def text(self) -> str | None:
        """The statement in the language of statements; None if that cannot express it."""
        return None

    @property
    def exists(self) -> bool:
        """Whether the statement is existential: no, it is about every instance."""
        return False

    @property
    def tries(self) -> int:
        """The number of instances on which a ledger check evaluates the statement."""
        return self._assertion.tries

    @property
    def about(self) -> type:
        """The class of the instances."""
        return self._assertion.about

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters that the statement quantifies over; none by default."""
        return ()

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        return self._assertion.shape

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        return self._assertion.words()

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        return self._assertion.latex()

    def covers(self, instance: object) -> bool:
        """Whether an object is an instance of the statement's domain."""
        return self._assertion.covers(instance)

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on an instance, from the definitions.

        Raises
        ------
        ParameterError
            If the object is outside the statement's domain.
        """
        if type(instance) is self.about and not self.covers(instance):
            raise ParameterError(
                f"The {type(instance).__name__} is outside the statement's domain: a number is "
                "missing or out of its range, or it is none of those that are allowed."
            )
        return self._assertion.judge(instance)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
        instances = islice(self._assertion.over.all(seed), count)
        return counted(((instance, self.judge(instance)) for instance in instances), seed)


class BoundInstance(Protocol):
    """An instance of a statement with binders, such as a joint law with a cost."""

    def as_dict(self) -> dict[str, object]:
        """Return the fields as exact text, for JSON."""


class ReadFromText(ReadAsAssertion):
    """A statement with binders in the language of statements, such as ``cost C: ...``.

    Attributes
    ----------
    statement : the binders and the conditions.
    """

    statement: Statement

    @property
    def text(self) -> str:
        """The statement in the language of statements."""
        return str(self.statement)

    def __str__(self) -> str:
        return self.text

    @property
    def domain(self) -> str:
        """The quantifier over the instances in English."""
        return self._assertion.over.words

    def _check_conditions(self, *allowed: type) -> None:
        """Refuse other binders, and structure, holes and guarantees of a finite mechanism."""
        said = self.statement
        for binder in said.binders:
            if not isinstance(binder, allowed):
                raise StatementError(f"`{binder}` is no binder of a {type(self).__name__}.")
        if said.structure or not all(isinstance(clause, Condition) for clause in said.clauses):
            raise StatementError(f"{said} has to be made of conditions, and of nothing else.")

    def instances(self, seed: int = 0) -> Iterator[BoundInstance]:
        """Yield instances without end, edge cases first; the same seed gives the same ones."""
        return self._assertion.over.all(seed)


class ReadWithProvisos(ReadFromText):
    """A statement with preconditions, which restrict its instances further."""

    @property
    @abstractmethod
    def _where(self) -> tuple[Compared[Any], ...]:
        """The preconditions."""

    @cached_property
    def _provided(self) -> Assertion[Any]:
        return Assertion(self._assertion.over, self._where)

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        found = self._assertion.shape
        given = {condition.relation for condition in self._where}
        return Shape(found.over, found.hypotheses | given, found.conclusion)

    def _judged(self, instance: object) -> Judgement:
        """Evaluate the preconditions on an instance, and the assertion if they hold."""
        if self._where and self._assertion.covers(instance):
            given = self._provided.judge(instance)
            if given.holds is not True:
                return Judgement(given.holds, None, given.check)
        return self._assertion.judge(instance)


def assertion_of(
    over: Domain[W], said: Statement, compared: Callable[[Condition], Compared[W]]
) -> Assertion[W]:
    """Return the assertion over a domain that a statement of conditions makes.

    `compared` translates one condition of the statement.
    """
    claimed, required = (tuple(map(compared, some)) for some in (said.claimed, said.required))
    return Assertion(over, claimed, required, said.both_ways)
