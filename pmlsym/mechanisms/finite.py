"""Randomized response and the high-privacy mechanism, and curves of their leakage and utility."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, assert_never, get_args

import numpy as np

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.errors import ChannelError, ParameterError, UnknownNameError
from pmlsym.exact import Number, RowLike, as_fraction, is_exact
from pmlsym.formulas.mechanisms import (
    odds_for_pmc,
    odds_for_pml,
    other_likelihood,
    own_likelihood,
    response_entries,
)
from pmlsym.given import brief
from pmlsym.measures import mutual_information
from pmlsym.nats import as_nats

Notion: TypeAlias = Literal["pml", "pmc", "ldp"]
NOTIONS: tuple[Notion, ...] = get_args(Notion)


def randomized_response(prior: RowLike, epsilon: Number) -> Channel:
    r"""Return generalised randomized response: any other secret is e^epsilon times less likely.

    .. math:: P_{Y \mid X = i}(j) = \frac{e^{\varepsilon [i = j]}}{n - 1 + e^{\varepsilon}}

    It leaks :math:`\log(1 + P(j)(e^\varepsilon - 1))` as PMC and
    :math:`\varepsilon - \log(1 + P(j)(e^\varepsilon - 1))` as PML at outcome j, for n >= 2.

    Parameters
    ----------
    prior : array_like, shape (n,)
        The distribution of the secret; outcomes are secrets.
    epsilon : float or exact number
        At least 0, in nats; infinite publishes the secret. It is the LDP of the channel.

    Returns
    -------
    Channel
        Exact if the prior and epsilon are. In a float kernel e^-epsilon underflows beyond
        epsilon = 745: the zeros then have infinite PMC and LDP; an exact kernel has no such limit.

    Raises
    ------
    ParameterError
        If epsilon is negative or no number.
    ChannelError
        If the prior is no distribution.

    Notes
    -----
    Source: `pmc`, Example 4.

    Examples
    --------
    >>> import sympy
    >>> third = sympy.Rational(1, 3)
    >>> randomized_response([third] * 3, sympy.log(3)).kernel
    [[3/5, 1/5, 1/5], [1/5, 3/5, 1/5], [1/5, 1/5, 3/5]]
    """
    masses, epsilon, exact = _checked(prior, epsilon)
    others = len(masses) - 1
    if epsilon == math.inf:
        same, other = (1, 0) if exact else (1.0, 0.0)
    elif exact:
        import sympy as sp

        odds = sp.exp(epsilon)
        same, other = response_entries(odds, others)
    else:
        rarer = math.exp(-epsilon)  # at most 1, where exp(epsilon) overflows
        same = 1 / (1 + others * rarer)
        other = rarer * same
    return _with_diagonal([[other] * (others + 1)] * (others + 1), [same] * (others + 1), masses)


def response_parameter(prior: RowLike, notion: Notion, epsilon: Number) -> Number:
    r"""Return the largest parameter at which randomized response satisfies a guarantee.

    .. math:: e^{\varepsilon_r} - 1 = \frac{e^\varepsilon - 1}{p_{\max}} \;(\text{PMC}), \quad
        \frac{e^\varepsilon - 1}{1 - e^\varepsilon p_{\min}} \;(\text{PML}), \quad
        e^\varepsilon - 1 \;(\text{LDP})

    It is infinite for PML if :math:`\varepsilon \ge \log(1/p_{\min})`, which no mechanism exceeds,
    and for all three if there is only one secret.

    Parameters
    ----------
    prior : array_like, shape (n,)
    notion : str
        The guarantee of level epsilon: ``"pml"``, ``"pmc"`` or ``"ldp"``.
    epsilon : float or exact number
        At least 0, in nats. Symbols are taken to be below log(1/p_min).

    Returns
    -------
    float or sympy expression
        In nats; exact if the prior and epsilon are.

    Raises
    ------
    ParameterError
        If epsilon is negative or no number, or there is no such notion.
    ChannelError
        If the prior is no distribution.

    Notes
    -----
    PMC is worst at the likeliest outcome, PML at the least likely one; both are increasing in the
    parameter, so the equations can be solved. PMC allows more than PML for
    :math:`0 < \varepsilon < \log((1 - p_{\max})/p_{\min})`, and less above. Source: `pmc`,
    Example 4 and Fig. 1.

    Examples
    --------
    >>> import sympy
    >>> prior = [sympy.Rational(1, 5), sympy.Rational(4, 5)]
    >>> response_parameter(prior, "pmc", sympy.log(2)), response_parameter(prior, "pml", sympy.oo)
    (log(9/4), oo)
    >>> round(response_parameter([0.2, 0.8], "pml", 1.0), 4)
    1.5614
    """
    if notion not in NOTIONS:
        raise ParameterError(f"notion is {notion!r}, but has to be one of {', '.join(NOTIONS)}.")
    masses, epsilon, exact = _checked(prior, epsilon)
    if exact:
        return _exact_parameter(masses, notion, epsilon)
    return _float_parameter([float(mass) for mass in masses], notion, float(epsilon))


def _exact_parameter(masses: list[Number], notion: Notion, epsilon: Number) -> Number:
    import sympy as sp

    if len(masses) == 1 or epsilon == math.inf:
        return sp.oo
    if notion == "ldp":
        return epsilon
    level = sp.exp(epsilon)
    if notion == "pmc":
        return sp.log(odds_for_pmc(level, sp.Max(*masses)))
    if notion == "pml":
        least = sp.Min(*masses)
        if _surely_above(epsilon, least) or sp.Ge(level * least, 1) == sp.true:
            return sp.oo
        return sp.log(odds_for_pml(level, least))
    assert_never(notion)


def _surely_above(epsilon: Number, mass: Number) -> bool:
    """Return whether epsilon is far above log(1/mass), without computing e^epsilon."""
    import sympy as sp

    share = as_fraction(mass)
    if share is None or share == 0:
        return False
    return bool(sp.Gt(epsilon, share.denominator.bit_length()) == sp.true)


def _float_parameter(masses: list[float], notion: Notion, epsilon: float) -> float:
    """Solve in floats: epsilon and a positive logarithm, so that no digits cancel."""
    if len(masses) == 1 or epsilon == math.inf:
        return math.inf
    if notion == "ldp":
        return epsilon
    gained = -math.expm1(-epsilon)
    if notion == "pmc":
        most = max(masses)
        return epsilon + math.log1p(gained * (1 - most) / most)
    if notion == "pml":
        reached = epsilon + math.log(min(masses))  # e^reached is the largest posterior allowed
        if reached >= 0:
            return math.inf
        return epsilon + math.log1p(gained * math.exp(reached) / -math.expm1(reached))
    assert_never(notion)


def high_privacy_extremal(prior: RowLike, epsilon: Number) -> Channel:
    r"""Return the channel with lift e^epsilon at every secret but the one of the outcome.

    .. math:: P_{Y \mid X = i}(j) = e^{\varepsilon} P_X(j) \;(j \ne i), \qquad
        P_{Y \mid X = i}(i) = 1 - e^{\varepsilon} (1 - P_X(i))

    The outcome has the distribution of the secret. Outcome j makes the secret j less likely and
    all others more: its PML is epsilon and its PMC is
    :math:`\log \frac{P(j)}{1 - e^\varepsilon (1 - P(j))}`, for n >= 2.

    Parameters
    ----------
    prior : array_like, shape (n,)
    epsilon : float or exact number
        In nats, from 0 to below :math:`\log\frac{1}{1 - p_{\min}}`; symbols are taken to be.

    Returns
    -------
    Channel
        Exact if the prior and epsilon are.

    Raises
    ------
    ParameterError
        If epsilon is out of that range.
    ChannelError
        If the prior is no distribution.

    Notes
    -----
    Source: `pmc`, Example 5.

    Examples
    --------
    >>> import sympy
    >>> prior = [sympy.Rational(1, 4), sympy.Rational(3, 4)]
    >>> high_privacy_extremal(prior, sympy.log(sympy.Rational(6, 5))).kernel
    [[1/10, 9/10], [3/10, 7/10]]
    """
    masses, epsilon, exact = _checked(prior, epsilon)
    n = len(masses)
    if epsilon == math.inf:
        raise _beyond_high_privacy(epsilon, masses)
    if exact:
        import sympy as sp

        level, others = sp.exp(epsilon), 1 - sp.Min(*masses)
        if _surely_above(epsilon, others) or sp.Lt(level * others, 1) == sp.false:
            raise _beyond_high_privacy(epsilon, masses)
        kept = [own_likelihood(level, p) for p in masses]
        row = [other_likelihood(level, p) for p in masses]
        return _with_diagonal([row] * n, kept, masses)
    # the prior's rounding error must not grow in the rows
    shares = [p / math.fsum(masses) for p in masses]
    room = [epsilon + math.log1p(-p) if p < 1 else -math.inf for p in shares]
    if max(room) >= 0:
        raise _beyond_high_privacy(epsilon, masses)
    row = [other_likelihood(math.exp(epsilon), p) for p in shares]
    return _with_diagonal([row] * n, [-math.expm1(r) for r in room], masses)


def _beyond_high_privacy(epsilon: Number, masses: list[Number]) -> ParameterError:
    limit = "log(1/(1 - p_min))"
    if not any(getattr(p, "free_symbols", None) for p in masses):
        least = float(min(masses))
        limit += f" = {-math.log1p(-least) if least < 1 else math.inf:.6g} for this prior"
    return ParameterError(
        f"epsilon is {brief(epsilon)}, but the high-privacy regime is from 0 to below {limit}: "
        "beyond it an entry of the kernel would be zero or negative."
    )


def _checked(prior: RowLike, epsilon: Number) -> tuple[list[Number], Number, bool]:
    """Return the checked prior and epsilon, both exact or both floats, and whether exact."""
    constant, epsilon = Channel.constant(prior), as_nats("epsilon", epsilon)
    if constant.is_exact and (epsilon == math.inf or is_exact(epsilon)):
        return list(constant.prior), epsilon, True
    try:
        return constant.as_float().prior.tolist(), float(epsilon), False
    except (ChannelError, TypeError, OverflowError):
        raise ParameterError(
            f"epsilon is {brief(epsilon)}, but with floats in it or in the prior both have to "
            "be numbers that floats can hold."
        ) from None


def _with_diagonal(
    rows: Sequence[Sequence[Number]], diagonal: Sequence[Number], prior: list[Number]
) -> Channel:
    """Return the channel of these rows with their diagonal replaced."""
    kernel = [
        [kept if j == i else entry for j, entry in enumerate(row)]
        for i, (row, kept) in enumerate(zip(rows, diagonal, strict=True))
    ]
    if isinstance(prior[0], float):
        return Channel(np.array(kernel, float), np.array(prior, float))
    return Channel(kernel, prior)


# The six panels of Figure 1 of `pmc`.
FIGURE_1_PRIORS: tuple[tuple[float, ...], ...] = (
    (1 / 3,) * 3,
    (0.8, 0.1, 0.1),
    (0.6,) + (0.1,) * 4,
    (0.8,) + (0.05,) * 4,
    (0.1,) * 10,
    (0.01,) * 100,
)


@dataclass(frozen=True)
class ResponseCurve:
    """Utility of randomized response against the level of each notion.

    Attributes
    ----------
    prior : the distribution of the secret.
    levels : the levels, nats.
    utility : mutual information of the least noisy randomized response of that level, nats, by
        notion.
    crossover : the level up to which PMC allows more than PML, log((1 - p_max)/p_min); nats.
    """

    prior: tuple[float, ...]
    levels: list[float]
    utility: dict[str, list[float]]
    crossover: float

    def as_dict(self) -> dict[str, Any]:
        """Return the curve as plain data."""
        return vars(self) | {"prior": list(self.prior)}


def response_curve(prior: Sequence[float], levels: Sequence[float] | None = None) -> ResponseCurve:
    """Return the utility of randomized response under PML, PMC and LDP.

    Parameters
    ----------
    prior : probabilities of the secrets, at least two.
    levels : nats; by default 60 levels from 0 to log(1/p_min), beyond which every mechanism
        satisfies PML.

    Notes
    -----
    Source: `pmc`, Ex. 4 and Fig. 1.

    Examples
    --------
    >>> curve = response_curve([0.8, 0.1, 0.1], [0.5])
    >>> {notion: round(values[0], 4) for notion, values in curve.utility.items()}
    {'pml': 0.0202, 'pmc': 0.0216, 'ldp': 0.0152}
    """
    masses = tuple(map(float, prior))
    end = math.log(1 / min(masses))
    chosen = np.linspace(0.0, end, 60).tolist() if levels is None else list(map(float, levels))
    utility: dict[str, list[float]] = {notion: [] for notion in NOTIONS}
    for level in chosen:
        for notion in NOTIONS:
            allowed = response_parameter(list(masses), notion, level)
            channel = randomized_response(list(masses), allowed)
            utility[notion].append(float(mutual_information(channel)))
    crossover = math.log((1 - max(masses)) / min(masses))
    return ResponseCurve(masses, chosen, utility, max(0.0, crossover))


# measures of a whole channel; those of an outcome at the worst outcome
MEASURES: Mapping[str, Callable[[Channel], Number]] = MappingProxyType(
    {
        "pml": lambda channel: np.max(measures.pml(channel)),
        "pmc": lambda channel: np.max(measures.pmc(channel)),
        "ldp": measures.ldp,
        "lip": measures.lip,
        "maximal leakage": measures.maximal_leakage,
        "maximal cost leakage": measures.maximal_cost_leakage,
        "mutual information": measures.mutual_information,
    }
)


@dataclass(frozen=True)
class LeakageCurve:
    """Leakages of a family of mechanisms, parameter by parameter.

    Attributes
    ----------
    values : values of the parameter.
    leakage : by measure, one number for each value, in nats, possibly infinite.
    """

    values: list[float]
    leakage: dict[str, list[float]]

    def as_dict(self) -> dict[str, Any]:
        """Return the curve as plain data."""
        return dict(vars(self))


def leakage_curve(
    family: Callable[[float], Channel],
    values: Sequence[float],
    measured: Sequence[str] = ("pml", "pmc", "ldp"),
) -> LeakageCurve:
    """Return the leakage of each mechanism of a family.

    Parameters
    ----------
    family : takes a value of the parameter and returns a channel.
    values : values of the parameter.
    measured : the measures, of `MEASURES`; ``pml`` and ``pmc`` at the worst outcome.

    Raises
    ------
    UnknownNameError
        If a measure is unknown.
    ParameterError
        If there are no values, or the family returns no channel.

    Examples
    --------
    >>> import math
    >>> def answer(level):
    ...     share = 1 / (1 + math.exp(-level))
    ...     return Channel([[share, 1 - share], [1 - share, share]], [0.5, 0.5])
    >>> curve = leakage_curve(answer, [0.5, 1.0], ["ldp", "pml"])
    >>> {name: [round(one, 4) for one in found] for name, found in curve.leakage.items()}
    {'ldp': [0.5, 1.0], 'pml': [0.2191, 0.3799]}
    """
    for name in measured:
        if name not in MEASURES:
            raise UnknownNameError("measure", name, MEASURES)
    if len(values) == 0:
        raise ParameterError("values is empty, but has to hold at least one number.")
    found: dict[str, list[float]] = {name: [] for name in measured}
    for value in values:
        channel = family(value)
        if not isinstance(channel, Channel):
            kind = type(channel).__name__
            raise ParameterError(f"family returns a {kind} at {value}, but needs a Channel.")
        for name in measured:
            found[name].append(float(MEASURES[name](channel.as_float())))
    return LeakageCurve([float(value) for value in values], found)
