"""The lift vectors of one channel: what it leaks, asked like the set of a guarantee."""

from __future__ import annotations

import math

import numpy as np

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.channel.reading import the_channel
from pmlsym.exact import Number
from pmlsym.guarantees.sets.lift_set import Extreme, LiftSet
from pmlsym.nats import largest


class Measured(LiftSet):
    """The lift vectors of the outcomes of a channel.

    Parameters
    ----------
    channel : the mechanism with the prior; one, no stack.

    Examples
    --------
    >>> Measured(Channel([[0.5, 0.5], [0.5, 0.5]], [0.5, 0.5])).apart().values
    (0.0,)
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = the_channel(channel)
        channel.alone("a guarantee")
        self.masses = tuple(channel.prior.tolist())

    def up(self) -> Extreme:
        """Return the worst PML."""
        return Extreme((largest(measures.pml(self.channel)),))

    def down(self) -> Extreme:
        """Return the worst PMC."""
        return Extreme((largest(measures.pmc(self.channel)),))

    def both(self) -> Extreme:
        """Return the worst PMC and the worst PML."""
        return Extreme(measures.alip(self.channel))

    def farthest(self) -> Extreme:
        """Return the largest absolute information density."""
        return Extreme((measures.lip(self.channel),))

    def apart(self) -> Extreme:
        """Return the local differential privacy."""
        return Extreme((measures.ldp(self.channel),))

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the likelihoods of two secrets."""
        kernel = self.channel.kernel
        pairs = [(kernel[x, y], kernel[z, y]) for y in range(self.channel.shape[1])]
        if not self.channel.is_exact:
            return max(_log_ratio(float(one), float(other)) for one, other in pairs)
        import sympy as sp

        if any(one != 0 and other == 0 for one, other in pairs):
            return math.inf
        return sp.log(sp.Max(*(one / other for one, other in pairs if one != 0)))

    def second_moment(self) -> Extreme:
        """Return the largest second moment of a lift vector, in nats."""
        channel = self.channel
        secrets, outcomes = channel.shape
        if not channel.is_exact:
            # a lift of 1/p has a square beyond floats, but p times it is 1/p again
            root = np.sqrt(channel.prior)[:, None]
            parts = root * (channel.lift - 1)
            beyond = np.isinf(parts)  # such a lift is beyond floats, and p times it is not
            parts[beyond] = (channel.posterior / root)[beyond]
            largest = np.abs(parts).max(axis=0)
            within = np.maximum(largest, 1.0)
            total = ((parts / within) ** 2).sum(axis=0)
            with np.errstate(divide="ignore"):
                far = 2 * np.log(within) + np.log(total + within**-2.0)
            levels = np.where(largest > 1, far, np.log1p(total))
            return Extreme((float(levels.max()),))
        import sympy as sp

        moments = [
            sp.cancel(sum(channel.prior[x] * channel.lift[x, y] ** 2 for x in range(secrets)))
            for y in range(outcomes)
        ]
        return Extreme((sp.log(sp.Max(*moments)),))


def _log_ratio(one: float, other: float) -> float:
    if one == 0:
        return -math.inf
    return math.inf if other == 0 else math.log(one) - math.log(other)
