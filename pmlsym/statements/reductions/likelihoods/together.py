r"""From any number of independent pairs to two.

**Theorem (one pair after another).** What leaks from k independent secrets to their k outcomes is,
for every k >= 1, the sum of what each leaks, if and only if that is so for k = 2.

*Because*: for k = 1 it says nothing. The first k - 1 secrets are together one secret on a finite
alphabet, with a prior, a mechanism and a possible outcome of its own, independent of the last one.
So by the case of two what all of them leak is what the first k - 1 leak, which by induction is the
sum of k - 1, and what the last one leaks.

The case of two is one of an outcome under two priors: let the secrets of both pairs be those of one
alphabet, of which the first prior allows those of one pair and the second those of the other.
"""

from __future__ import annotations

from pmlsym.statements.reductions.result import Theorem

ONE_BY_ONE = Theorem(
    "one pair after another",
    "What k independent secrets leak to their k outcomes is the sum of what each leaks, for every "
    "k, if and only if that is so for two.",
    "The first k - 1 are one secret on a finite alphabet with an outcome of a mechanism of its "
    "own, independent of the last, and they leak the sum by induction.",
)
