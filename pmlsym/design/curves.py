"""Curves and regions of optimal mechanisms: utility by level, posteriors, secrets ruled out."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.deadline import shares
from pmlsym.design.optimal import optimal_mechanism
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, is_exact
from pmlsym.given import as_float, brief, floats, refused
from pmlsym.guarantees import LDP, LIP, PMC, PML, Guarantee, Unanswered
from pmlsym.guarantees.promise import no_kind
from pmlsym.measures import mutual_information
from pmlsym.mechanisms import randomized_response
from pmlsym.nats import at_most

# Party identification of 944 respondents of the 1996 American National Election Study, from strong
# Democrat to strong Republican.
PARTY_COUNTS = (200, 180, 108, 37, 94, 150, 175)
RESPONSE = "randomized response"


@dataclass(frozen=True)
class UtilityCurves:
    r"""Mutual information of optimal mechanisms against the level of their guarantee.

    Attributes
    ----------
    prior : array, shape (\|X\|,)
    levels : array, shape (m,), in nats.
    utility : by the name of the guarantee, and for randomized response, whose level is its LDP, an
        array of shape (m,), in nats.
    upper_bound : by the name of the guarantee, an upper bound for all mechanisms, shape (m,).
    entropy : of the secret, in nats: the utility of publishing it.
    """

    prior: FloatArray
    levels: FloatArray
    utility: dict[str, FloatArray]
    upper_bound: dict[str, FloatArray]
    entropy: float

    def as_dict(self) -> dict[str, object]:
        """Return the curves as plain data."""
        curves = ("utility", "upper_bound")
        return {
            "prior": self.prior.tolist(),
            "levels": self.levels.tolist(),
            "entropy": self.entropy,
        } | {
            name: {kind: line.tolist() for kind, line in getattr(self, name).items()}
            for name in curves
        }


def utility_curves(
    prior: RowLike,
    epsilons: Sequence[float] | FloatArray | None = None,
    guarantees: Sequence[type[Guarantee]] = (PML, PMC, LIP, LDP),
    time_limit: float = math.inf,
) -> UtilityCurves:
    r"""Return the mutual information of optimal mechanisms, and of randomized response, by level.

    .. math:: \varepsilon \mapsto \max\{I(X; Y) : P_{Y|X} \text{ satisfies } \varepsilon\}

    Parameters
    ----------
    prior : array_like, shape (\|X\|,), positive probabilities.
    epsilons : array_like, shape (m,), in nats; by default 161 levels from 0 to beyond
        log(1/p_min), where every mechanism satisfies PML.
    guarantees : kinds with one parameter: PML, PMC, LIP, LDP, ``DPrivacy.over(distances)``.
    time_limit : seconds, shared by the designs, of which none takes more than 60. A design that it
        ends is what was reached: `upper_bound` holds for all mechanisms nonetheless.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If a level is no number of nats, or a kind takes two.

    Examples
    --------
    >>> found = utility_curves([0.5, 0.5], [0.0, 0.5], [PML, LDP])
    >>> found.utility["PML"].round(4), found.utility["LDP"].round(4)
    (array([0.    , 0.2284]), array([0.    , 0.0303]))
    """
    masses = Channel.constant(prior).as_float().prior
    masses = masses / masses.sum()
    levels = _levels(epsilons, float(masses.min()))
    limit = as_float("time_limit", time_limit, "a number, at least 0", infinite=True)
    if not limit >= 0:
        raise refused("time_limit", time_limit, "a number, at least 0")
    seconds = shares(len(guarantees) * len(levels), limit)
    utility: dict[str, FloatArray] = {}
    bounds: dict[str, FloatArray] = {}
    for kind in guarantees:
        if not isinstance(kind, type) or not issubclass(kind, Guarantee):
            raise ParameterError(no_kind(kind).replace("kind is", "guarantees holds", 1))
        if len(kind.parameters()) != 1:
            raise ParameterError(f"guarantees holds {kind.name}, but a curve is of one epsilon.")
        found = [
            optimal_mechanism(masses, kind(*[level]), time_limit=next(seconds)) for level in levels
        ]
        utility[kind.name] = np.array([best.value for best in found])
        bounds[kind.name] = np.array([best.upper_bound for best in found])
    responses = [randomized_response(masses.tolist(), level) for level in levels]
    utility[RESPONSE] = np.array([float(mutual_information(channel)) for channel in responses])
    return UtilityCurves(masses, np.array(levels), utility, bounds, float(-masses @ np.log(masses)))


def _levels(epsilons: Sequence[float] | FloatArray | None, least: float) -> list[float]:
    if epsilons is None:
        return [float(level) for level in np.linspace(0.0, math.ceil(-math.log(least)), 161)]
    levels = floats("epsilons", epsilons, "a list of numbers of nats >= 0")
    if levels.ndim != 1 or not levels.size or levels.min() < 0:
        raise refused("epsilons", epsilons, "a list of numbers of nats >= 0")
    return [float(level) for level in levels]


@dataclass(frozen=True)
class PosteriorPolygon:
    r"""The admitted posteriors of three secrets, with the mechanism that has the most utility.

    Attributes
    ----------
    guarantee : the guarantee that admits them.
    prior : array, shape (3,)
    vertices : array, shape (k, 3), vertices of the polygon in the order of its boundary.
    posteriors : array, shape (m, 3), of the outcomes of the optimal mechanism.
    weights : array, shape (m,), the probabilities of these outcomes; they average the posteriors
        to the prior.
    value : mutual information of that mechanism, in nats.
    """

    guarantee: Guarantee
    prior: FloatArray
    vertices: FloatArray
    posteriors: FloatArray
    weights: FloatArray
    value: float

    def as_dict(self) -> dict[str, object]:
        """Return the polygon as plain data."""
        arrays = ("prior", "vertices", "posteriors", "weights")
        plain = {name: getattr(self, name).tolist() for name in arrays}
        return {"guarantee": str(self.guarantee), "value": self.value} | plain


def posterior_polygon(prior: RowLike, guarantee: Guarantee) -> PosteriorPolygon:
    r"""Return the posteriors that a guarantee admits, and those of the optimal mechanism.

    .. math:: P(x \mid y) = P(x)\, v_y(x)

    so they are the admitted lift vectors, scaled. A mechanism is a mixture of them with the prior
    as its mean, and some optimal one mixes vertices only.

    Parameters
    ----------
    prior : array_like, shape (3,), positive probabilities.
    guarantee : one whose vertices are known, with numbers: PML, PMC, LIP, ALIP, LDP, DPrivacy.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If there are not three secrets, the guarantee holds symbols, or its vertices are not known.

    Examples
    --------
    >>> from pmlsym import PML
    >>> posterior_polygon([0.2, 0.3, 0.5], PML(0.1)).vertices.round(3)
    array([[0.221, 0.226, 0.553],
           [0.221, 0.332, 0.447],
           [0.116, 0.332, 0.553]])
    """
    masses = Channel.constant(prior).as_float().prior
    if len(masses) != 3:
        raise ParameterError(f"prior has {len(masses)} secrets, but a polygon needs three.")
    masses = masses / masses.sum()
    best = optimal_mechanism(masses, guarantee)
    corners = (guarantee.lift_set(masses).vertices() * masses[:, None]).T
    away = corners - masses
    angles = np.arctan2(away[:, 1], away[:, 0])
    support = list(best.support)
    return PosteriorPolygon(
        guarantee,
        masses,
        corners[np.argsort(angles)],
        best.channel.posterior[:, support].T,
        best.channel.marginal[support],
        best.value,
    )


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

    With lifts in [low, high], k secrets can be at the lower bound iff the mean is still at least
    one with all others at the upper bound. This is so first for the k least likely secrets.

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
