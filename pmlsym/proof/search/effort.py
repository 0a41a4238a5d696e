"""How much a search may do, counted in work and never in seconds.

A search that looked at a clock would find a certificate on one day and none on the next.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym import deadline


class Exhausted(Exception):  # noqa: N818  # an outcome, not a mistake of the caller
    """The work that a search was allowed is done."""


@dataclass(frozen=True)
class Effort:
    """How much to do for a certificate.

    Parameters
    ----------
    work : units of work in all; one is about a microsecond on a machine of 2024.
    products : products of facts in one linear program.
    pivots : simplex pivots in one linear program.
    resources : z3's resource units (`rlimit`) in one question to it.
    splits : case distinctions on the sign of a polynomial, one within the other.
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
        """Return an effort of a fraction of a second."""
        return cls(work=600_000, products=1000, pivots=1000, resources=30_000, splits=1)


class Budget:
    """What is left of an effort.

    Parameters
    ----------
    effort : the limits.
    """

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.left = effort.work

    def spend(self, work: int) -> None:
        """Count work that was done.

        Raises
        ------
        Exhausted
            If it was the last.
        TimeIsUp
            If the time is up that somebody gave.
        """
        deadline.check()
        self.left -= work
        if self.left < 0:
            raise Exhausted
