"""Released histograms, and releases of some of their counts: workloads of unit rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from pmlsym.errors import ParameterError
from pmlsym.statements.values import Closed
from pmlsym.statements.worlds.rationals import Row
from pmlsym.statements.worlds.released.release import Release, release

R = TypeVar("R", bound=Release)


def identity(classes: int) -> tuple[Row, ...]:
    """Return the workload of a histogram.

    Examples
    --------
    >>> identity(2)
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    return tuple(tuple(Fraction(i == j) for j in range(classes)) for i in range(classes))


@dataclass(frozen=True)
class Counts(Release):
    """A release of the noisy counts of the first m of k classes.

    Raises
    ------
    ParameterError
        If the workload is another.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workload != identity(self.classes)[: self.queries]:
            raise ParameterError("The workload has to count the first classes, one in each row.")


@dataclass(frozen=True)
class Histogram(Counts):
    """A release of the noisy counts of all classes.

    Raises
    ------
    ParameterError
        If the workload is another.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.queries != self.classes:
            raise ParameterError("A histogram counts every class.")


def as_kind(kind: type[R], world: Release, workload: tuple[Row, ...], outcome: Row) -> R:
    """Return a release of the same records with the same noise, of other counts.

    Examples
    --------
    >>> world = histogram(Fraction(1, 2), Fraction(1, 2), outcome=[1, 0])
    >>> print(as_kind(Counts, world, world.workload[:1], world.outcome[:1]))
    W = [1, 0], alpha = 1/2, e^(-1/b) = 1/2, record 1 of 1, prior (1/2, 1/2), y = (1)
    """
    return kind(workload, world.alpha, world.decay, world.priors, outcome, world.record, world.unit)


def histogram(
    alpha: Fraction,
    decay: Fraction | Closed,
    *,
    outcome: list[int],
    priors: Sequence[Sequence[Fraction]] | None = None,
) -> Histogram:
    """Write down the release of a histogram; of one record with the uniform prior by default.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> histogram(half, half, outcome=[1, 0]).pml
    LogOf(argument=Fraction(8, 5))
    """
    world = release(identity(len(outcome)), alpha, decay, priors=priors or (), outcome=outcome)
    return as_kind(Histogram, world, world.workload, world.outcome)
