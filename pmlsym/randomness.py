"""Uniform random integers from a generator, from a seed, or from the operating system."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from numbers import Integral
from typing import TYPE_CHECKING, TypeAlias

from pmlsym.given import refused

if TYPE_CHECKING:
    import numpy as np

# Takes an integer m >= 1 and returns one of 0, ..., m - 1, all equally likely.
Draw: TypeAlias = Callable[[int], int]

_BYTES_AT_ONCE = 4096


def as_generator(rng: np.random.Generator | int) -> np.random.Generator:
    """Return a numpy generator from a generator or a seed.

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
    """Return a function that draws uniform integers, from a generator, a seed or the system.

    Examples
    --------
    >>> draw = draw_from(0)
    >>> sorted({draw(3) for _ in range(50)})
    [0, 1, 2]
    """
    read = secrets.token_bytes if rng is None else as_generator(rng).bytes
    return _Bits(read).below


class _Bits:
    """Fair bits from a function that returns a given number of random bytes."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.read = read
        self.held, self.left = 0, 0  # bits read but not used yet, and their number

    def bits(self, count: int) -> int:
        """Return a uniform integer of `count` bits."""
        if count > self.left:
            size = max(_BYTES_AT_ONCE, count // 8 + 1)
            self.held |= int.from_bytes(self.read(size), "little") << self.left
            self.left += 8 * size
        found = self.held & ((1 << count) - 1)
        self.held >>= count
        self.left -= count
        return found

    def below(self, most: int) -> int:
        """Return a uniform integer below `most`, by rejecting draws that are too large."""
        count = (most - 1).bit_length()
        while True:
            found = self.bits(count)
            if found < most:
                return found
