r"""Privacy regions: the number of secrets that an outcome may rule out, by level.

With lifts in [low, high], k secrets can be at the lower bound iff the mean is still at least one
with all others at the upper bound. This is so first for the k least likely secrets.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, is_exact
from pmlsym.given import brief
from pmlsym.guarantees import Guarantee, Unanswered
from pmlsym.nats import at_most

_ROUNDING = 1e-12  # relative error of a level computed from floats


@dataclass(frozen=True)
class PrivacyRegion:
    r"""The levels of PML at which an outcome can rule out at most a given number of secrets.

    Parameters
    ----------
    zeros : the largest number of zeros in a column of the kernel.
    lower, upper : the region is lower <= epsilon < upper, in nats; the last upper is infinite.
    """

    zeros: int
    lower: Number
    upper: Number


def privacy_regions(prior: RowLike) -> tuple[PrivacyRegion, ...]:
    r"""Return the privacy regions of a prior under PML, from no zeros to all but one.

    .. math:: k \text{ zeros are possible} \iff
        \varepsilon \ge \log\frac{1}{1 - s_k},\quad
        s_k = \text{sum of the } k \text{ smallest } P(x)

    Parameters
    ----------
    prior : array_like, shape (\|X\|,), positive probabilities.

    Returns
    -------
    tuple of PrivacyRegion
        One for each k = 0, ..., \|X\| - 1; logarithms of an exact prior are exact.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If it holds symbols.

    Notes
    -----
    Source: the ledger's `extremal.regions`; Grosse, Saeidian and Oechtering, "Extremal
    mechanisms for pointwise maximal leakage".

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> for region in privacy_regions([F(1, 5), F(3, 10), F(1, 2)]):
    ...     print(region.zeros, region.lower, region.upper)
    0 0 log(5/4)
    1 log(5/4) log(2)
    2 log(2) oo
    """
    sums = _Sums(prior)
    starts = [sums.threshold(k, math.inf) for k in range(sums.secrets)]
    ends = [*starts[1:], sums.infinity]
    return tuple(
        PrivacyRegion(k, lower, upper)
        for k, (lower, upper) in enumerate(zip(starts, ends, strict=True))
    )


def zeros_possible(prior: RowLike, guarantee: Guarantee) -> int:
    r"""Return the largest number of secrets with a lift at the lower bound, for one outcome.

    .. math:: \max\Bigl\{k : e^{\varepsilon_u} \ge
        \frac{1 - s_k e^{-\varepsilon_l}}{1 - s_k}\Bigr\}

    Under PML the lower bound is zero, so this is the largest number of zeros in a column.

    Parameters
    ----------
    prior : array_like, shape (\|X\|,), positive probabilities.
    guarantee : one that bounds single lifts, as PML, PMC, LIP and ALIP do, with numbers. An exact
        prior decides exactly, with a float level as an exact number; for a float prior a level
        within rounding counts as reached.

    Returns
    -------
    int
        From 0 to \|X\| - 1; 0 if the guarantee admits no lift other than 1.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If the guarantee does not bound single lifts, as LDP, or something holds symbols.

    Examples
    --------
    >>> from pmlsym import LIP, PML
    >>> prior = [0.2, 0.3, 0.5]
    >>> zeros_possible(prior, PML(0.5)), zeros_possible(prior, LIP(0.5))
    (1, 2)
    """
    if not isinstance(guarantee, Guarantee):
        raise ParameterError(
            f"guarantee is {brief(guarantee)}, but has to be one such as PML(0.5)."
        )
    if any(getattr(value, "free_symbols", None) for value in guarantee.values):
        raise ParameterError(
            f"guarantee is {guarantee}, but a region needs numbers in the place of symbols."
        )
    sums = _Sums(prior)
    try:
        lower, upper = guarantee.lift_set(sums.masses).bounds
    except Unanswered as unanswered:
        raise ParameterError(f"guarantee is {guarantee}, but {unanswered}") from None
    if 0 in (lower, upper):
        return 0
    # the level needed for k secrets grows with k
    return bisect_left(
        range(1, sums.secrets),
        True,
        key=lambda count: not sums.within(sums.threshold(count, lower), upper),
    )


class _Sums:
    """The sums of the smallest probabilities and of the others, exact if the prior is."""

    def __init__(self, prior: RowLike) -> None:
        silent = Channel.constant(prior)
        self.exact = silent.is_exact
        self.masses = silent.prior.tolist()
        self.least: list[Number]
        self.rest: list[Number]
        if self.exact:
            masses = list(silent.prior)
            if any(mass.free_symbols for mass in masses):
                raise ParameterError("prior holds symbols, but a region needs numbers.")
            self.least = [0, *accumulate(sorted(masses))]
            self.rest = [1 - small for small in self.least]
        else:
            floats = np.sort(silent.as_float().prior)
            floats = floats / floats.sum()
            self.least = [0.0, *np.cumsum(floats).tolist()]
            # summed from the other end, as one minus the sum would lose digits
            self.rest = [*np.cumsum(floats[::-1])[::-1].tolist(), 0.0]
        self.secrets = len(self.least) - 1

    @property
    def infinity(self) -> Number:
        """Infinity, in sympy for an exact prior."""
        if not self.exact:
            return math.inf
        import sympy as sp

        return sp.oo

    def threshold(self, count: int, lower: Number) -> Number:
        """Return the smallest upper bound with which `count` log-lifts can be -lower."""
        small, large = self.least[count], self.rest[count]
        if not self.exact:
            return math.log1p(-math.expm1(-float(lower)) * small / large)
        import sympy as sp

        if lower == math.inf:
            return sp.log(1 / sp.sympify(large))
        least = sp.exp(-(lower if is_exact(lower) else sp.Rational(lower)))
        return sp.log((1 - small * least) / large)

    def within(self, needed: Number, upper: Number) -> bool:
        """Return whether an upper bound is as large as needed."""
        if self.exact:
            return at_most(needed, upper, exactly=True)
        return bool(needed * (1 - _ROUNDING) <= float(upper))
