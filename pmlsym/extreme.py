"""Mechanisms at the ends of a guarantee: they attain what follows from it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pmlsym import polytope
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import is_exact, sympified

if TYPE_CHECKING:
    from pmlsym.guarantees import Guarantee

_LARGEST = 709.0  # beyond this exponent a float overflows


def attaining(source: Guarantee, kind: type[Guarantee], masses: tuple[Any, ...]) -> Channel:
    """Return a channel within the source that attains what it implies.

    One outcome for every extreme lift vector, and one that makes up for them so that the mean
    lift is one. It is so likely that its own lift, near one, is within the source.

    Parameters
    ----------
    source : the guarantee that the channel satisfies.
    kind : the kind whose implied parameters it attains.
    masses : the prior, smallest probability first; or p_min alone.

    Raises
    ------
    ParameterError
        If there are symbols in it.

    Examples
    --------
    >>> from pmlsym.guarantees import LDP, PML
    >>> channel = attaining(LDP(1.0), PML, (0.25,))
    >>> round(LDP.of(channel).epsilon, 12)
    1.0
    """
    if any(getattr(value, "free_symbols", None) for value in (*masses, *source.values)):
        raise ParameterError(
            f"{source} with p_min = {masses[0]} has symbols: put numbers for them."
        )
    exact = all(is_exact(value) for value in (*masses, *source.values) if value != math.inf)
    prior = [_brought(p, exact) for p in _prior(masses, kind.name)]
    lifts = [_simplified(lift) for lift in _extremes(source, kind.name, prior)]
    mean = [sum(column) / len(lifts) for column in zip(*lifts, strict=True)]
    share = _share(source, mean, exact) / len(lifts)
    kernel = [
        [*(share * v for v in column), 1 - share * sum(column)]
        for column in zip(*lifts, strict=True)
    ]
    return Channel([_simplified(row) for row in kernel], prior)


def _brought(value: Any, exact: bool) -> Any:
    return sympified(value) if exact else float(value)


def _simplified(row: Any) -> list[Any]:
    import sympy as sp

    return [sp.simplify(v) if isinstance(v, sp.Basic) else v for v in row]


def _prior(masses: tuple[Any, ...], kind: str) -> list[Any]:
    """Return the prior; of those with one p_min, the one in which most can happen."""
    if len(masses) > 1:
        return list(masses)
    (p,) = masses
    return [p, p, 1 - 2 * p] if kind == "LDP" and 3 * p <= 1 else [p, 1 - p]


def _power(value: Any, exact: bool) -> Any:
    if exact:
        import sympy as sp

        return sp.exp(value)
    return math.exp(value) if value < _LARGEST else math.inf


def _extremes(source: Guarantee, kind: str, prior: list[Any]) -> list[list[Any]]:
    """Return the lift vectors at which the implied parameters are attained."""
    exact = is_exact(prior[0])
    if source.bounds is None:
        epsilon = _brought(source.values[0], exact)
        up = polytope.cone_up(prior[0], epsilon)
        high = [_power(up, exact)] + [_power(up - epsilon, exact)] * (len(prior) - 1)
        if kind == "PML":
            return [high]
        down = polytope.cone_down(prior[0], epsilon)
        low = [_power(-down, exact)] + [_power(epsilon - down, exact)] * (len(prior) - 1)
        return [low] if kind == "PMC" else [high, low]
    lower, upper = (_brought(bound, exact) for bound in source.bounds)
    floor, top = _power(-lower, exact), _power(upper, exact)

    def within(lift: list[Any]) -> list[Any]:
        # rounding may take what is left for the others beyond a bound that it is at
        return lift if exact else [min(max(v, floor), top) for v in lift]

    def most(p: Any) -> Any:
        return _power(polytope.farthest_up(p, lower, upper), exact)

    def least(p: Any) -> Any:
        return _power(-polytope.farthest_down(p, lower, upper), exact)

    if kind == "LDP":
        pairs = map(within, _pairs(prior, most, least))
        return [max(pairs, key=lambda lift: float(max(lift) / min(lift)))]
    high, low = (within(_with(prior, {0: extreme(prior[0])})) for extreme in (most, least))
    return {"PML": [high], "PMC": [low]}.get(kind, [high, low])


def _pairs(prior: list[Any], most: Any, least: Any) -> list[list[Any]]:
    """Return for both orders of the two least likely secrets: one as high, the other as low."""
    if len(prior) > 2:
        return [_with(prior, {x: most(prior[x]), 1 - x: least(prior[1 - x])}) for x in (0, 1)]
    return [_with(prior, {x: most(prior[x])}) for x in (0, 1)]


def _with(prior: list[Any], fixed: dict[int, Any]) -> list[Any]:
    """Return the lift vector with given coordinates, and all others equal."""
    left = 1 - sum(prior[x] * v for x, v in fixed.items())
    mass = 1 - sum(prior[x] for x in fixed)
    return [fixed.get(x, left / mass) for x in range(len(prior))]


def _share(source: Guarantee, lift: list[Any], exact: bool) -> Any:
    """Return how likely outcomes of this mean lift may be, so that the rest is within bounds."""
    half = _brought(1, exact) / 2  # half of what is allowed keeps the rest well within bounds
    most, least = max(lift), min(lift)
    if most == least:
        return half
    if source.bounds is None:
        inverse = _power(-_brought(source.values[0], exact), exact)
        return half * min(1, (1 - inverse) / (most - least * inverse))
    lower, upper = (_brought(bound, exact) for bound in source.bounds)
    floor = _power(-lower, exact)
    limits = [1, (1 - floor) / (most - floor)]
    if upper != math.inf:
        top = _power(upper, exact)
        limits.append((top - 1) / (top - least))
    return half * min(limits)
