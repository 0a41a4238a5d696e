"""A search without a result, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Sample:
    """A seeded search for a violation; it repeats itself when it is built.

    Parameters
    ----------
    about : what was searched.
    search : takes a random generator, yields one margin per trial: left minus right of an
        inequality ``left <= right``. Positive margins are violations.
    seed : the seed.
    """

    about: str
    search: Callable[[np.random.Generator], Iterable[float]]
    seed: int
    tried: int = field(init=False)
    largest: float = field(init=False)

    kind = "sample"

    def __post_init__(self) -> None:
        """Run the search."""
        import numpy as np

        try:
            margins = [float(m) for m in self.search(np.random.default_rng(self.seed))]
        except TypeError as reason:
            raise ValueError(f"a search takes a generator and yields margins: {reason}") from None
        if not margins or any(m != m for m in margins):
            raise ValueError("a search has to try something, and every margin has to be a number")
        object.__setattr__(self, "tried", len(margins))
        object.__setattr__(self, "largest", max(margins))

    @property
    def text(self) -> str:
        """One line: what was tried and how it came out."""
        return (
            f"{self.about}: {self.tried} tried (seed {self.seed}), "
            f"largest left - right = {self.largest:.3g}"
        )
