"""Base class of statements that are evaluated as an assertion about instances of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion.assertion import Assertion, Judgement
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.search import counted


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
    def domain(self) -> str:
        """The quantifier over the instances in English."""
        return self._assertion.over.words

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

    def instances(self, seed: int = 0) -> Iterator[Any]:
        """Yield instances without end, edge cases first; the same seed gives the same ones."""
        return self._assertion.over.all(seed)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
        instances = islice(self.instances(seed), count)
        return counted(((instance, self.judge(instance)) for instance in instances), seed)
