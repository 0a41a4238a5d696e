"""What statements about mechanisms that are written down share: worlds that a function draws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any

from pmlsym.statements.assertion import Judgement
from pmlsym.statements.readable import Trial
from pmlsym.statements.search import counted
from pmlsym.statements.text.vocabulary import StatementError


class OfDrawnWorlds(ABC):
    """A statement about every world of a kind, read on those that its function draws.

    Attributes
    ----------
    draw : makes the world of a number: edge cases first.
    tries : how many worlds a check of the ledger reads.
    """

    draw: Callable[[int, Random], Any]
    tries: int

    def _refuse_other_draws(self) -> None:
        if not callable(self.draw):
            raise StatementError("draw has to be a function that makes the world of a number.")
        if type(self.tries) is not int or self.tries < 1:
            raise StatementError("tries has to be a whole number above 0.")

    @property
    def exists(self) -> bool:
        """Never: it is said of every world."""
        return False

    @property
    def text(self) -> None:
        """Nothing: the language of statements names no mechanisms, and no utilities."""
        return

    @abstractmethod
    def judge(self, world: object) -> Judgement:
        """Read it on a world."""

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Read it on a number of worlds, edge cases first."""
        random = Random(seed)  # no secret depends on it
        worlds = (self.draw(number, random) for number in range(count))
        return counted(((world, self.judge(world)) for world in worlds), seed)
