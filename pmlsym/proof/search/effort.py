"""Limits of a search, counted in work and not in seconds.

A limit in seconds would make the result of a search depend on the machine and its load.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym import deadline


class Exhausted(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """The budget of a search is used up."""


@dataclass(frozen=True)
class Effort:
    """The limits of a search for a certificate.

    Parameters
    ----------
    work : units of work in all; one is about a microsecond on a machine of 2024.
    products : products of facts in one linear program.
    pivots : simplex pivots in one linear program.
    resources : z3's resource units (`rlimit`) in one question to it.
    splits : the depth of nested case distinctions on the sign of a polynomial.
    z3 : whether z3 may be asked; without it fewer certificates are found, and a search for one
        that does not exist takes longer.
    """

    work: int = 10_000_000
    products: int = 3000
    pivots: int = 4000
    resources: int = 200_000
    splits: int = 3
    z3: bool = True

    @classmethod
    def quick(cls) -> Effort:
        """Return the limits of a search of a fraction of a second."""
        return cls(work=600_000, products=1000, pivots=1000, resources=30_000, splits=1)


class Budget:
    """The remaining work within the limits of an effort."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.left = effort.work

    def spend(self, work: int) -> None:
        """Count work; raise `Exhausted` beyond the limit, or `TimeIsUp`."""
        deadline.check()
        self.left -= work
        if self.left < 0:
            raise Exhausted
