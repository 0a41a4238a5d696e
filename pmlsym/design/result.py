"""Mechanisms as mixtures of lift vectors: exact kernels of them, and the result of a search.

A solver has an error of 1e-8, a division one of a rounding. So the lifts are moved inside the
guarantee by a small margin, the weights are solved for again, and the kernel is checked in
integers. If the check fails, the margin is increased.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray
from pmlsym.channel import Channel
from pmlsym.design.utility import Utility
from pmlsym.exact import RowLike
from pmlsym.given import with_noun
from pmlsym.guarantees import Box, Cone, Guarantee, LiftSet
from pmlsym.nats import Units, in_units
from pmlsym.pages import Displayable, Page, Table, as_html, as_text
from pmlsym.priors import Intervals

# --- mechanisms as mixtures of lift vectors -------------------------------------------------------


@dataclass(frozen=True)
class Mixture:
    r"""A mechanism as lift vectors and their probabilities.

    Parameters
    ----------
    lifts : array, shape (\|X\|, \|Y\|), a lift vector for each outcome.
    weights : array, shape (\|Y\|,), the probabilities of the outcomes.
    """

    lifts: FloatArray
    weights: FloatArray


def opposite(lifts: LiftSet, columns: FloatArray) -> FloatArray:
    """Return for each lift vector the farthest admitted one on its line through the vector of ones.

    Examples
    --------
    >>> from pmlsym.guarantees import Cone
    >>> opposite(Cone.of_ratio((0.25, 0.75), 2.0), np.array([[1.6], [0.8]])).round(4)
    array([[0.5714],
           [1.1429]])
    """
    share = np.minimum(lifts.balance(columns), 0.999999)
    return np.maximum((1 - share * columns) / (1 - share), 0.0)  # type: ignore[no-any-return]


class Promised(Protocol):
    """A guarantee under one prior, or for every prior of a set, as the lift vectors it admits."""

    def lift_set(self, masses: RowLike) -> LiftSet:
        """Return the admitted lift vectors under a prior."""


# --- exact check ----------------------------------------------------------------------------------


def satisfies(
    kernel: Sequence[Sequence[float | Fraction]],
    prior: Sequence[float | Fraction],
    guarantee: Promised,
) -> bool:
    r"""Return whether a kernel satisfies a guarantee, decided in integers without a tolerance.

    Floats are taken as exact numbers. The prior is normalised, as floats sum to one up to rounding
    only; rows of the kernel are not.

    Parameters
    ----------
    kernel : shape (\|X\|, \|Y\|)
    prior : shape (\|X\|,), all positive.

    Examples
    --------
    >>> from pmlsym import PML
    >>> import sympy
    >>> kernel = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> satisfies(kernel, half, PML(sympy.log(Fraction(3, 2)))), satisfies(kernel, half, PML(0.4))
    (True, False)
    """
    return _admits(guarantee.lift_set([Fraction(mass) for mass in prior]), kernel)


def _admits(lifts: LiftSet, kernel: Sequence[Sequence[float | Fraction]]) -> bool:
    """Return whether a set of an exact prior holds multiples of all columns of a kernel."""
    columns = zip(*kernel, strict=True)
    if isinstance(lifts, Box | Cone):  # they take floats as they are
        return all(map(lifts.contains, columns))
    return all(lifts.contains([Fraction(entry) for entry in column]) for column in columns)


# --- exact kernel ---------------------------------------------------------------------------------

_SMALL = 1e-7  # relative size of singular values of the lifts that count as zero
_ROUNDING = 48 * 2.0**-53  # relative error of a lift, a mean and a bound on lifts together
_FIRST, _LAST = 1e-14, 1e-6  # margin inside the guarantee, relative to its size


def kernel_inside(
    mixture: Mixture, lifts: LiftSet, guarantee: Promised, prior: list[Fraction]
) -> FloatArray:
    r"""Return a kernel of floats that satisfies the guarantee in exact arithmetic.

    Parameters
    ----------
    mixture : a solver's result, within its tolerance.
    lifts : the lift vectors that the guarantee admits.
    guarantee : the guarantee.
    prior : the exact prior, of which that of the lifts is a rounding; it holds under both.

    Returns
    -------
    ndarray, shape (\|X\|, \|Y\|)
    """
    exact = guarantee.lift_set(prior), guarantee.lift_set(list(map(Fraction, lifts.prior.tolist())))
    found = _normalised(mixture.lifts * mixture.weights, lifts.prior)
    if _under_both(found, lifts, exact):
        return found
    margin = _FIRST
    while margin <= _LAST:
        kernel = _rebuilt(mixture, lifts.shrunk(margin))
        if _under_both(kernel, lifts, exact):
            return kernel
        margin *= 4
    return _diluted(found, lifts, exact)


def _under_both(kernel: FloatArray, lifts: LiftSet, exact: tuple[LiftSet, LiftSet]) -> bool:
    """Return whether a kernel is in the sets of the exact prior and of the float one."""
    unclear = ~_surely_inside(kernel, lifts)
    rows = kernel[:, unclear].tolist() if unclear.any() else []
    return not rows or all(_admits(each, rows) for each in exact)


def _surely_inside(kernel: FloatArray, lifts: LiftSet) -> BoolArray:
    """Return the mask of the columns inside by more than rounding, under both priors.

    The exact and the float prior differ by the rounding of a pairwise sum and of two divisions.
    """
    nowhere: BoolArray = np.zeros(kernel.shape[1], bool)
    most, least = kernel.max(axis=0), kernel.min(axis=0)
    if isinstance(lifts, Cone) and 1 < lifts.ratio < math.inf:
        inside: BoolArray = most <= lifts.ratio * least * (1 - _ROUNDING)
        return inside
    if not isinstance(lifts, Box) or (lifts.low == 0 and lifts.lower != math.inf):
        return nowhere
    mean = np.array(list(map(math.fsum, (lifts.prior[:, None] * kernel).T.tolist())))
    inside = least >= lifts.low * mean * (1 + _ROUNDING)
    return (
        inside
        if lifts.upper == math.inf
        else inside & (most <= lifts.high * mean * (1 - _ROUNDING))
    )


def exact_channel(
    mixture: Mixture,
    lifts: LiftSet,
    guarantee: Promised,
    prior: list[Fraction],
    kernel: FloatArray,
) -> Channel:
    """Return a channel of fractions that satisfies the guarantee.

    It mixes the exact vertices with the exact solution for their weights, if that is a mechanism;
    else it is the kernel of floats with rows that sum to one exactly.
    """
    rows = _exact_basis(mixture, lifts, guarantee, prior)
    return Channel(rows or _exactly_diluted(kernel, lifts, guarantee, prior), prior)


def _exactly_diluted(
    kernel: FloatArray, lifts: LiftSet, guarantee: Promised, prior: list[Fraction]
) -> list[list[Fraction]]:
    """Normalise rows exactly, and mix with a constant mechanism as little as is needed."""
    rows = [[Fraction(entry) for entry in row] for row in kernel.tolist()]
    rows = [[entry / sum(row) for entry in row] for row in rows]
    silent = [Fraction(entry) for entry in lifts.prior @ kernel]
    silent = [entry / sum(silent) for entry in silent]
    mixed, share = rows, Fraction(1, 2**60)
    while not satisfies(mixed, prior, guarantee):
        mixed = [
            [(1 - share) * entry + share * q for entry, q in zip(row, silent, strict=True)]
            for row in rows
        ]
        share = min(2 * share, Fraction(1))
    return mixed


def _rebuilt(mixture: Mixture, lifts: LiftSet) -> FloatArray:
    kernel = lifts.inside(mixture.lifts) * mixture.weights
    # corrections relative to the weights, so that rare outcomes are corrected like others
    shares = np.linalg.lstsq(kernel, 1 - kernel.sum(axis=1), rcond=_SMALL)[0]
    return _normalised(kernel * np.maximum(1 + shares, 0.0), lifts.prior)


def _normalised(kernel: FloatArray, prior: FloatArray) -> FloatArray:
    """Normalise rows; a row of zeros becomes the mean row."""
    totals = kernel.sum(axis=1, keepdims=True)
    if totals.all():
        found: FloatArray = kernel / totals
        return found
    rows = kernel / np.where(totals > 0, totals, 1.0)
    silent = prior @ rows / float(prior @ (totals[:, 0] > 0))
    return np.where(totals > 0, rows, silent)


def _diluted(kernel: FloatArray, lifts: LiftSet, exact: tuple[LiftSet, LiftSet]) -> FloatArray:
    """Mix with a constant mechanism as little as is needed."""
    silent = lifts.prior @ kernel
    share = _LAST / 2**20
    while share < 1:
        mixed = _normalised((1 - share) * kernel + share * silent, lifts.prior)
        if _under_both(mixed, lifts, exact):
            return mixed
        share *= 2
    return np.repeat(silent[None, :] / silent.sum(), len(kernel), axis=0)


def _exact_basis(
    mixture: Mixture, lifts: LiftSet, guarantee: Promised, prior: list[Fraction]
) -> list[list[Fraction]] | None:
    """Return the mechanism with the same vertices in fractions, if it exists and is admitted."""
    import flint

    secrets, outcomes = mixture.lifts.shape
    exact = guarantee.lift_set(prior)
    columns = []
    for column in mixture.lifts.T:
        vertex = exact.exact_vertex(column, lifts.spread)
        if vertex is None:
            return None
        columns.append(vertex)
    rows = zip(*columns, strict=True)
    table = flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in row] for row in rows])
    ones = flint.fmpq_mat(secrets, 1, [1] * secrets)
    try:
        square = table if secrets == outcomes else table.transpose() * table
        right = ones if secrets == outcomes else table.transpose() * ones
        solved = square.solve(right)
    except ZeroDivisionError:
        return None
    if table * solved != ones:
        return None
    weights = [Fraction(int(solved[y, 0].p), int(solved[y, 0].q)) for y in range(outcomes)]
    if min(weights) < 0:
        return None
    kernel = [
        [weight * column[x] for weight, column in zip(weights, columns, strict=True) if weight]
        for x in range(secrets)
    ]
    return kernel if satisfies(kernel, prior, guarantee) else None


# --- the result of a search for an optimal mechanism ----------------------------------------------

_SHOWN_ALIKE = 1e-9  # relative gap up to which value and bound are shown with six digits

_METHODS = {
    "closed-form": "written down: the lift vectors are the corners of a simplex, or the secrets "
    "are equally likely",
    "program": "a linear program over all vertices of the admitted lift vectors",
    "kernel-program": "a linear program in the kernel, its outcomes being the decisions",
    "interior-point": "an interior-point method for the program in the kernel",
    "column-generation": "a linear program over some lift vectors, priced until none is missing",
}


@dataclass(frozen=True, repr=False)
class OptimalMechanism(Displayable):
    r"""A mechanism that satisfies a guarantee, with its utility and an upper bound for all others.

    Parameters
    ----------
    channel : the mechanism; its kernel satisfies the guarantee in exact arithmetic.
    guarantee, utility : as given.
    value : a lower bound on the utility of the channel, in nats for mutual information; it is
        tight up to a few roundings.
    upper_bound : no mechanism under the guarantee has more utility. Both hold with all rounding
        counted; for a function of your own, assuming that its values are right.
    method : ``closed-form``, ``program``, ``kernel-program``, ``interior-point`` or
        ``column-generation``.
    seconds : the running time.
    reason : why the search stopped.
    priors : the set of priors for each of which the guarantee holds; None for that of the channel.
    worst : the prior of the set at which the utility is `value`, where that is the worst case, for
        rewards within the tolerance of a solver; the channel then has another prior of the set.

    Examples
    --------
    >>> from pmlsym import PML, design
    >>> found = design.optimal_mechanism([0.25, 0.75], PML(0.1), "total-variation")
    >>> found.support, found.lifts.round(3)
    ((0, 1), array([[0.684, 1.105],
           [1.105, 0.965]]))
    """

    channel: Channel
    guarantee: Guarantee
    utility: Utility
    value: float
    upper_bound: float
    method: str
    seconds: float = field(compare=False)
    reason: str = "optimal"
    priors: Intervals | None = None
    worst: tuple[Fraction, ...] | None = None

    @property
    def gap(self) -> float:
        """The upper bound minus the value: no mechanism has more utility by more than this."""
        return self.upper_bound - self.value

    @property
    def support(self) -> tuple[int, ...]:
        """The numbers of the possible outcomes, from 0."""
        never = self.channel.null_outcomes
        return tuple(y for y in range(self.channel.shape[1]) if y not in never)

    @property
    def lifts(self) -> FloatArray:
        r"""The lift vectors that are mixed, as columns: shape (\|X\|, \|support\|)."""
        mixed: FloatArray = self.channel.as_float().lift[:, list(self.support)]
        return mixed

    def __repr__(self) -> str:
        secrets = self.channel.shape[0]
        return (
            f"<{self.guarantee}{self._whatever_prior}, {with_noun(secrets, 'secret')}: "
            f"{self.utility.name} {self.value:.6g}, at most "
            f"{_above(self.upper_bound, self.gap)}, {with_noun(len(self.support), 'outcome')}, "
            f"{self.method}>"
        )

    def __str__(self) -> str:
        return repr(self)

    @property
    def _whatever_prior(self) -> str:
        return "" if self.priors is None else " for every prior of a set"

    def text(self, units: Units = "nats") -> str:
        """Return the result as lines of text, with levels and utility in the given units."""
        return as_text(self.page(units))

    def page(self, units: Units = "nats") -> Page:
        """Return the result as a page: guarantee, utility, upper bound and mechanism.

        Parameters
        ----------
        units : ``nats`` or ``bits``, for the level and for mutual information.
        """
        informs = self.utility.name == "mutual-information"
        shown: Units = units if informs else "nats"
        value, bound, gap = (in_units(v, shown) for v in (self.value, self.upper_bound, self.gap))
        unit = f" {shown}" if informs else ""
        promised = self.guarantee.text(units) + self._whatever_prior
        at = "" if self.worst is None else " at the worst prior of the set"
        rows = [
            ("guarantee", f"{promised}, satisfied in exact arithmetic"),
            ("utility", f"{self.utility.name} = {value:.9g}{unit}{at}"),
            ("no mechanism has more than", f"{bound:.9g}{unit} (gap {gap:.1e})"),
            ("outcomes", f"{len(self.support)} for {with_noun(self.channel.shape[0], 'secret')}"),
            ("found by", f"{self.method}: {_METHODS[self.method]}"),
            ("stopped", self.reason),
        ]
        return Page("The best mechanism under a guarantee", (Table((), tuple(rows)),))

    def _repr_html_(self) -> str:
        return as_html(self.page()) + (self.channel._repr_html_() or "")


def _above(bound: float, gap: float) -> str:
    """Return a bound as text, with six digits or as many as show that it is above the value."""
    digits = 6
    if gap > _SHOWN_ALIKE * abs(bound):
        digits = max(6, 2 + math.ceil(math.log10(abs(bound) / gap)))
    return f"{bound:.{digits}g}"
