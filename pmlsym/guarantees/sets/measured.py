"""The lift vectors of one channel as a set, whose extremes are its leakages."""

from __future__ import annotations

import math

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
        """Return the level of local differential privacy."""
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


def _log_ratio(one: float, other: float) -> float:
    if one == 0:
        return -math.inf
    return math.inf if other == 0 else math.log(one) - math.log(other)
