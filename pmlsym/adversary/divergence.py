"""The Rényi divergence of order infinity, which is the supremum over all cost functions."""

from __future__ import annotations

import numpy as np

from pmlsym.adversary.expectation import is_zero, largest, log_rise
from pmlsym.adversary.reading import read_distribution
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike
from pmlsym.nats import logs


def renyi_infinity(p: RowLike, q: RowLike) -> Number:
    r"""Rényi divergence of order infinity of one distribution from another.

    .. math:: D_\infty(p \,\|\, q) = \log \max_{x : p(x) > 0} \frac{p(x)}{q(x)}

    Parameters
    ----------
    p, q : array_like, shape (\|X\|,)
        Distributions on the same set.

    Returns
    -------
    float or sympy expression
        In nats, from 0; infinite if something is possible under p and impossible under q.

    Raises
    ------
    ParameterError
        If p or q is not a distribution, or they have different lengths.

    Notes
    -----
    Source: `pmc`, Def. 1.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> renyi_infinity([F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)])
    log(3/2)
    >>> renyi_infinity([0.5, 0.5], [0.0, 1.0])
    inf
    """
    first, second = read_distribution("p", p), read_distribution("q", q)
    if len(first) != len(second):
        raise ParameterError(
            f"q has {len(second)} entries, but p has {len(first)}: "
            "they have to be distributions on the same set."
        )
    if isinstance(first, list) and isinstance(second, list):
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if not is_zero(a)]
        return largest([log_rise([b, a])[0] for a, b in pairs])
    numerators, denominators = np.array(first, dtype=float), np.array(second, dtype=float)
    seen = numerators > 0
    return max(0.0, float((logs(numerators[seen]) - logs(denominators[seen])).max()))
