"""What statements have in common that are read as an assertion about worlds of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion import Assertion, Judgement
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.search import counted


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
