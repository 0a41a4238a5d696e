"""Randomness: fair whole numbers from a generator, from a seed, or from the operating system."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from numbers import Integral
from typing import TYPE_CHECKING, TypeAlias

from pmlsym.given import refused

if TYPE_CHECKING:
    import numpy as np

# Takes a whole number m >= 1 and returns one of 0, ..., m - 1, all equally likely.
Draw: TypeAlias = Callable[[int], int]

_BYTES_AT_ONCE = 4096


def as_generator(rng: np.random.Generator | int) -> np.random.Generator:
    """Return a source of randomness, or refuse what is neither one nor a seed for one.

    Examples
    --------
    >>> int(as_generator(0).integers(10))
    8
    """
    import numpy as np

    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, Integral) and not isinstance(rng, bool) and rng >= 0:
        return np.random.default_rng(int(rng))
    raise refused("rng", rng, "a numpy Generator, or a seed: an integer >= 0")


def draw_from(rng: np.random.Generator | int | None) -> Draw:
    """Return a source of whole numbers: a generator, a seed for one, or the operating system.

    Examples
    --------
    >>> draw = draw_from(0)
    >>> sorted({draw(3) for _ in range(50)})
    [0, 1, 2]
    """
    read = secrets.token_bytes if rng is None else as_generator(rng).bytes
    return _Bits(read).below


class _Bits:
    """Fair bits from a function that returns so many random bytes."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.read = read
        self.held, self.left = 0, 0  # bits that were read and not used, and how many

    def bits(self, count: int) -> int:
        """Return a number of so many fair bits."""
        if count > self.left:
            size = max(_BYTES_AT_ONCE, count // 8 + 1)
            self.held |= int.from_bytes(self.read(size), "little") << self.left
            self.left += 8 * size
        found = self.held & ((1 << count) - 1)
        self.held >>= count
        self.left -= count
        return found

    def below(self, most: int) -> int:
        """Return a number below `most`: draws that are too large are thrown away."""
        count = (most - 1).bit_length()
        while True:
            found = self.bits(count)
            if found < most:
                return found
