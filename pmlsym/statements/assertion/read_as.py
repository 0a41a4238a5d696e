"""What statements have in common that are read as an assertion about worlds of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion.asserted import Assertion, Judgement, Worlds
from pmlsym.statements.assertion.conditions import Compared
from pmlsym.statements.clauses import Condition
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.search import counted
from pmlsym.statements.statement import Statement

W = TypeVar("W")


class ReadAsAssertion(ABC):
    """A statement about every world of a kind, for which the language has no words.

    Those derived from it are dataclasses.
    """

    def __reduce__(self) -> tuple[type[Any], tuple[object, ...]]:
        """Keep its parts alone: what is read from them is made of functions, and made again."""
        assert is_dataclass(self)
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    @abstractmethod
    def _asserted(self) -> Assertion[Any]:
        """What is asserted of the worlds, whichever these are."""

    @property
    def text(self) -> None:
        """Nothing: the language of statements is about one channel with one prior."""
        return

    @property
    def exists(self) -> bool:
        """Whether it is said of some world: it is said of every one."""
        return False

    @property
    def tries(self) -> int:
        """How many worlds a check of the ledger reads."""
        return self._asserted.tries

    @property
    def about(self) -> type:
        """The class of the worlds that it is about."""
        return self._asserted.about

    @property
    def parameters(self) -> tuple[str, ...]:
        """The numbers over which it is quantified: none, unless it says so."""
        return ()

    @property
    def shape(self) -> Shape:
        """Its parts, to compare it with another."""
        return self._asserted.shape

    def words(self) -> str:
        """Return it in English, with all quantifiers."""
        return self._asserted.words()

    def latex(self) -> str:
        """Return it as LaTeX for math mode."""
        return self._asserted.latex()

    def speaks_of(self, world: object) -> bool:
        """Whether a world is of its kind."""
        return self._asserted.speaks_of(world)

    def judge(self, world: object) -> Judgement:
        """Read it on a world, from the definitions.

        Raises
        ------
        ParameterError
            If the world is of another kind, or lacks something that it speaks of.
        """
        if type(world) is self.about and not self.speaks_of(world):
            raise ParameterError(
                f"The world is a {type(world).__name__} of which nothing is said: a number is "
                "missing or out of its range, or it is none of those that are spoken of."
            )
        return self._asserted.judge(world)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Read it on a number of worlds, edge cases first."""
        worlds = islice(self._asserted.over.all(seed), count)
        return counted(((world, self.judge(world)) for world in worlds), seed)


class ReadWithProvisos(ReadAsAssertion):
    """A statement that is also said of some worlds alone: those that meet its provisos."""

    @property
    @abstractmethod
    def _where(self) -> tuple[Compared[Any], ...]:
        """What is provided."""

    @cached_property
    def _provided(self) -> Assertion[Any]:
        return Assertion(self._asserted.over, self._where)

    @property
    def shape(self) -> Shape:
        """Its parts, to compare it with another."""
        found = self._asserted.shape
        given = {condition.relation for condition in self._where}
        return Shape(found.over, found.hypotheses | given, found.conclusion)

    def _judged(self, world: object) -> Judgement:
        """Read the provisos on a world, and the rest where these are met."""
        if self._where and self._asserted.speaks_of(world):
            given = self._provided.judge(world)
            if given.holds is not True:
                return Judgement(given.holds, None, given.check)
        return self._asserted.judge(world)


def assertion_of(
    over: Worlds[W], said: Statement, compared: Callable[[Condition], Compared[W]]
) -> Assertion[W]:
    """Return what a statement made of conditions asserts of worlds.

    Parameters
    ----------
    over : the worlds.
    said : the conditions.
    compared : reads one of them.
    """
    claimed, required = (tuple(map(compared, some)) for some in (said.claimed, said.required))
    return Assertion(over, claimed, required, said.both_ways)
