"""Uniform random integers from a generator, from a seed, or from the operating system."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from numbers import Integral
from typing import TYPE_CHECKING, TypeAlias

from pmlsym.given import refused

if TYPE_CHECKING:
    import numpy as np

    from pmlsym.arrays import IntArray

# Takes an integer m >= 1 and returns one of 0, ..., m - 1, all equally likely.
Draw: TypeAlias = Callable[[int], int]
# Takes m, at most 2^63, and a number n; returns n such integers, independent of each other.
Draws: TypeAlias = "Callable[[int, int], IntArray]"

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
    return _Bits(_reader(rng)).below


def draws_from(rng: np.random.Generator | int | None) -> Draws:
    """Return a function that draws arrays of uniform integers, from what `draw_from` takes.

    Examples
    --------
    >>> draws = draws_from(0)
    >>> sorted(set(draws(3, 50).tolist()))
    [0, 1, 2]
    """
    return _Words(_reader(rng)).below


def _reader(rng: np.random.Generator | int | None) -> Callable[[int], bytes]:
    return secrets.token_bytes if rng is None else as_generator(rng).bytes


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


class _Words:
    """Arrays of uniform integers from a function that returns a number of random bytes."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self.read = read

    def below(self, most: int, size: int) -> IntArray:
        """Return uniform integers below `most`, by rejecting words that are too large.

        All words are independent, so the first ones that are not rejected are.
        """
        import numpy as np

        bits = (most - 1).bit_length()
        found = np.zeros(size, dtype=np.int64)
        length = next(length for length in (1, 2, 4, 8) if bits <= 8 * length)
        left = size if bits else 0
        while left:
            words = np.frombuffer(self.read(length * left), dtype=f"<u{length}")
            words = words & ((1 << bits) - 1)
            taken = words[words < most]
            found[size - left : size - left + taken.size] = taken
            left -= taken.size
        return found
