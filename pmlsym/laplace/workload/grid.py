"""A grid of outcomes: the densities of all answers that a workload's databases give."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from pmlsym.errors import ParameterError
from pmlsym.exact import Number
from pmlsym.given import shown

MOST_SECONDS = 15  # about
FLOAT_ARRAYS = 8  # arrays of floats that are alive when a grid needs most memory


class Grid(ABC):
    """phi at every sum of the other records' columns, one record more at a time.

    phi(z) averages e^(-||z - v||_1/b) over the sum v of the other records' columns, so that the
    density of an outcome y is phi(y - w_j) if the record itself is in class j.
    """

    @abstractmethod
    def forget_records(self) -> None:
        """Start again with no other record: phi is 1 at the only sum."""

    @abstractmethod
    def add_record(self, prior: Sequence[Number]) -> None:
        """Average phi over the class of one more record."""

    def add_records(self, prior: Sequence[Number], count: int) -> None:
        """Average phi over the classes of so many more records of the same prior."""
        for _ in range(count):
            self.add_record(prior)

    @abstractmethod
    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""

    one: float | Fraction = 1.0  # in the arithmetic of the grid
    alpha: float | Fraction
    classes: int

    def uniform(self) -> list[float | Fraction]:
        """Return the uniform prior."""
        return [self.one / self.classes] * self.classes

    @property
    def spare(self) -> float | Fraction:
        """What alpha leaves over for one class."""
        return max(self.one - self.classes * self.alpha, 0 * self.one)

    def favouring(self, j: int) -> list[float | Fraction]:
        """Return the prior that has all that alpha leaves over in class j."""
        return [self.alpha + self.spare * (i == j) for i in range(self.classes)]

    name = "a grid"

    @abstractmethod
    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""

    @abstractmethod
    def work(self, n: int) -> int:
        """Return about how many nanoseconds n records cost."""

    def check_memory(self, n: int, most_bytes: int) -> None:
        """Refuse a grid for n records that needs more memory."""
        needed = self.memory(n)
        if needed > most_bytes:
            size = f"about {needed / 1e9:.3g}" if needed < 10**300 else "more than 1e291"
            raise ParameterError(
                f"n is {shown(n)}, but {self.name} for so many records needs {size} GB, where "
                f"most_bytes allows {most_bytes / 1e9:.3g} GB: raise it, or take fewer records "
                "or a coarser workload."
            )


def check_work(n: int, work: int, cases: int, most_seconds: int) -> None:
    """Refuse n records that would keep a processor busy for longer.

    Parameters
    ----------
    n : how many records there are.
    work : about how many nanoseconds each case takes.
    cases : how many cases there are to be tried.
    most_seconds : what all of them may take.

    Raises
    ------
    ParameterError
        If that is too long.
    """
    needed = work * cases
    if needed > most_seconds * 10**9:
        often = f", in {cases} cases of other records," if cases > 1 else ""
        size = f"about {needed / 1e9:.2g}" if needed < 10**300 else "more than 1e291"
        raise ParameterError(
            f"n is {shown(n)}, but so many records{often} take {size} seconds, where most_seconds "
            f"allows {shown(most_seconds)}: raise it, take fewer records or a coarser workload, "
            "give floats or others, or take the triangle bound, which holds for any number of "
            "records."
        )
