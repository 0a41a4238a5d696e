r"""Levels so large that nothing binds: what is promised there is as good as a smaller level.

No lift exceeds 1/p_min. A mechanism made for a level of log(1/p_min) + 100 nats is within any
larger one, and what it gives away for that is less than e^-100 of what could be gained.
"""

from __future__ import annotations

import math
from typing import TypeVar

from pmlsym.guarantees import OF_THE_PAPERS, Guarantee

_BEYOND = 100.0  # nats
_LARGEST = 700.0  # nats of which the exponential is a float

K = TypeVar("K", bound=Guarantee)


def within_reach(guarantee: K, least: float) -> K:
    """Return the guarantee with levels that are beyond all reach made smaller, but not infinite.

    Parameters
    ----------
    guarantee : of numbers; a kind of one's own stays as it is.
    least : the smallest prior probability.

    Examples
    --------
    >>> from pmlsym import LDP, PML
    >>> within_reach(PML(1e308), 0.5), within_reach(LDP(1.0), 0.5), within_reach(PML(math.inf), 0.5)
    (PML(100.69314718055995), LDP(1.0), PML(inf))
    """
    if type(guarantee) not in OF_THE_PAPERS:
        return guarantee
    most = min(_BEYOND - math.log(least), _LARGEST)
    levels = [most if most < level < math.inf else level for level in guarantee.values]
    return guarantee.at(*levels)
