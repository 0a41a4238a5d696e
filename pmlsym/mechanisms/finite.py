"""Randomized response, the parameter for a given guarantee, and the high-privacy mechanism."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never, get_args

import numpy as np

from pmlsym.channel import Channel
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.exact import Number, RowLike, as_fraction, is_exact
from pmlsym.formulas.mechanisms import (
    odds_for_pmc,
    odds_for_pml,
    other_likelihood,
    own_likelihood,
    response_entries,
)
from pmlsym.given import brief
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
