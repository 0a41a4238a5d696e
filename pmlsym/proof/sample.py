"""Samples: random searches for a violation that found none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, SupportsFloat

from pmlsym.given import shown
from pmlsym.pages import Page, Shown, Words

if TYPE_CHECKING:
    import numpy as np

_MOST = 10_000_000  # tests
_SEEDS = 2**127 + 1  # limit of the printed length; numpy takes longer ones


@dataclass(frozen=True, repr=False)
class Sample(Shown):
    """A random search for a violation with a fixed seed, run at construction.

    Parameters
    ----------
    about : a description of the search.
    search : takes a random generator, yields one margin per test: left minus right of an
        inequality ``left <= right``. Positive margins are violations.
    seed : the seed.

    Raises
    ------
    ValueError
        If the seed is no integer up to 2^127, a margin is no real number, or there are none.
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

        if type(self.about) is not str:
            raise ValueError(f"what was searched is of type {_kind(self.about)}, not a text")
        if type(self.seed) is not int or not 0 <= self.seed < _SEEDS:
            given = shown(self.seed) if type(self.seed) is int else f"of type {_kind(self.seed)}"
            raise ValueError(f"the seed is {given}: it has to be a whole number from 0 to 2^127")
        try:
            found = self.search(np.random.default_rng(self.seed))
            margins = [_margin(m) for m in islice(found, _MOST + 1)]
        except TypeError as reason:
            raise ValueError(f"a search takes a generator and yields margins: {reason}") from None
        if not margins or any(m != m for m in margins):
            raise ValueError("a search has to try something, and every margin has to be a number")
        if len(margins) > _MOST:
            raise ValueError(f"a search has more than {_MOST} trials")
        object.__setattr__(self, "tried", len(margins))
        object.__setattr__(self, "largest", max(margins))

    @property
    def text(self) -> str:
        """One line of text: the search and its result."""
        return (
            f"{self.about}: {self.tried} tried (seed {self.seed}), "
            f"largest left - right = {self.largest:.3g}"
        )

    def __repr__(self) -> str:
        return f"<sample: {self.text}>"

    def page(self) -> Page:
        """Return the search and its result as a page."""
        return Page("A search without a result", (Words(self.text),))


def _kind(given: object) -> str:
    return type(given).__name__


def _margin(given: object) -> float:
    """Return a margin as a float; float() would read text, and drop an imaginary part."""
    import numpy as np

    number = not isinstance(given, (str, bytes, bytearray)) and not np.iscomplexobj(given)  # type: ignore[arg-type]
    if number and isinstance(given, SupportsFloat):
        with suppress(OverflowError, ValueError):
            found = float(given)
            # a positive margin is a violation, also if it underflows
            return math.ulp(0.0) if found == 0 and given > 0 else found  # type: ignore[operator]
    raise ValueError(f"a margin of type {_kind(given)} is no real number that a float can hold")
