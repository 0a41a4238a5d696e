r"""Reduction from any number of independent pairs to two.

**Theorem (one pair after another).** For every k >= 1, the leakage from k independent secrets to
their k outcomes is the sum of the k leakages, if and only if this is so for k = 2.

*Because*: k = 1 is trivial. The first k - 1 secrets together are one secret on a finite alphabet,
with a prior, a mechanism and a possible outcome, independent of the last one. So by the case k = 2
the leakage of all is that of the first k - 1, which by induction is the sum of their leakages, plus
that of the last one.

The case k = 2 is a statement about one outcome under two priors: let both secrets be of one
alphabet, with disjoint supports of the two priors.
"""

from __future__ import annotations

from pmlsym.statements.reductions.result import PaperTheorem

ONE_BY_ONE = PaperTheorem(
    "one pair after another",
    "What k independent secrets leak to their k outcomes is the sum of what each leaks, for every "
    "k, if and only if that is so for two.",
    "The first k - 1 are one secret on a finite alphabet with an outcome of a mechanism of its "
    "own, independent of the last, and they leak the sum by induction.",
)
