"""Results for a noisy workload: a bound, or the worst outcome for a number of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number
from pmlsym.nats import Units, in_units
from pmlsym.pages import Displayable, Line, Page, Table, number, plain

_MOST_NUMBERS = 16  # printed numbers of a list


@dataclass(frozen=True, repr=False)
class WorkloadBound(Displayable):
    """A certified bound on the leakage of a workload.

    Attributes
    ----------
    leakage : float
        The bound in nats, the upper end of the certified interval.
    lower : float
        The lower end of the interval. Both ends hold up to the rounding of the arithmetic.
    classes : tuple of int
        The class r that leaks and the class j* that its prior favours, from 0.
    slope : ndarray, shape (m,), or None
        For each query the slope in [-1, 1] of the log-likelihood, times the scale; signs for
        `corner`.

    Examples
    --------
    >>> print(WorkloadBound(0.5, 0.25, (2, 0)))
    A bound on what a noisy workload leaks about a record
    at most                       0.5 nats
    at least                      0.25 nats (gap 2.5e-01)
    class that leaks              2
    class that its prior favours  0
    """

    leakage: float
    lower: float
    classes: tuple[int, int]
    slope: FloatArray | None = None

    @property
    def gap(self) -> float:
        """The distance of the certified ends, in nats."""
        return self.leakage - self.lower

    def __float__(self) -> float:
        """Return the leakage."""
        return self.leakage

    def __repr__(self) -> str:
        return (
            f"<at most {self.leakage:.6g} nats (gap {self.gap:.1e}), of class {self.classes[0]} "
            f"under a prior that favours {self.classes[1]}>"
        )

    def page(self, units: Units = "nats") -> Page:
        """Return both ends of the bound, the two classes and the slopes as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which leakages are shown.
        """
        most, least, gap = (in_units(v, units) for v in (self.leakage, self.lower, self.gap))
        leaking, favoured = self.classes
        rows: list[tuple[Line, Line]] = [
            ("at most", f"{most:.9g} {units}"),
            ("at least", f"{least:.9g} {units} (gap {gap:.1e})"),
            ("class that leaks", str(leaking)),
            ("class that its prior favours", str(favoured)),
        ]
        if self.slope is not None:
            rows.append(("slope times scale, of each query", _listed(self.slope.tolist())))
        return Page("A bound on what a noisy workload leaks about a record", _as_table(rows))


@dataclass(frozen=True, repr=False)
class ExactLeakage(Displayable):
    """The worst leakage for a finite number of records, with the outcome that attains it.

    Attributes
    ----------
    leakage : float or sympy expression
        In nats. If it is known only up to an interval, the upper end.
    outcome : tuple
        (m,) the released answers; of an interval, those that attain the lower end. Empty if the
        lower end is the limit for many records, which no outcome of these was found to attain.
    leaking : int
        The class, from 0, whose lift it is.
    others : tuple of int or None
        For the worst others: the class that each one's prior favours. None if the others are given,
        or make no difference.
    lower : float or sympy expression or None
        The lower end of the interval; None if the leakage is exact.

    Examples
    --------
    >>> print(ExactLeakage(0.5, (0.0, 2.0), 1))
    The worst outcome of a noisy workload
    leakage           0.5 nats
    outcome           (0, 2)
    class that leaks  1
    """

    leakage: Number
    outcome: tuple[Number, ...]
    leaking: int
    others: tuple[int, ...] | None = None
    lower: Number | None = None

    @property
    def gap(self) -> float:
        """The distance of the ends in nats, 0 if the leakage is exact."""
        return 0.0 if self.lower is None else float(self.leakage - self.lower)

    def __repr__(self) -> str:
        level = plain(number(self.leakage))
        if self.lower is not None:
            return (
                f"<between {plain(number(self.lower))} and {level} nats, of class {self.leaking}>"
            )
        return f"<{level} nats at {plain(_listed(self.outcome))}, of class {self.leaking}>"

    def page(self, units: Units = "nats") -> Page:
        """Return the leakage, the outcome and the worst priors as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which the leakage is shown.
        """
        rows: list[tuple[Line, Line]]
        level = (number(in_units(self.leakage, units)), f" {units}")
        if self.lower is None:
            rows = [("leakage", level)]
        else:
            least = (number(in_units(self.lower, units)), f" {units} (gap {self.gap:.1e} nats)")
            rows = [("at most", level), ("at least", least)]
        if self.outcome:
            rows.append(("outcome", _listed(self.outcome)))
        rows.append(("class that leaks", str(self.leaking)))
        if self.others is not None:
            rows.append(("classes that the others' priors favour", _listed(self.others)))
        return Page("The worst outcome of a noisy workload", _as_table(rows))


def _as_table(rows: Sequence[tuple[Line, Line]]) -> tuple[Table]:
    return (Table((), tuple(rows)),)


def _listed(numbers: Sequence[Number]) -> str:
    """Return numbers as text in brackets, only the first ones if there are many."""
    few = [plain(number(value)) for value in numbers[:_MOST_NUMBERS]]
    if len(numbers) > len(few):
        few.append(f"... ({len(numbers)} in all)")
    return f"({', '.join(few)})"
