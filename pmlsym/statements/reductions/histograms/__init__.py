"""Reductions of statements about released histograms, by the theorems of `densities`.

>>> from pmlsym.statements.histograms import OfHistograms
>>> case = reduce_histograms(OfHistograms.of("histogram N records, k bins: leak <= 2/b")).cases[0]
>>> print(case.goal.conclusion)
E[exp((-R - Abs(s - 1))/b)]/(p*E[exp((-R - Abs(s - 1))/b)] + (1 - p)*E[exp((-R - Abs(s) + \
Abs(u) - Abs(u - 1))/b)]) <= exp(2/b)
"""

from __future__ import annotations

from pmlsym.statements.histograms import OfHistograms
from pmlsym.statements.reductions.histograms.cases import cases
from pmlsym.statements.reductions.histograms.densities import theorems
from pmlsym.statements.reductions.histograms.proving import prove_histogram
from pmlsym.statements.reductions.result import Reduction

__all__ = ["prove_histogram", "reduce_histograms"]


def reduce_histograms(about: OfHistograms) -> Reduction:
    """Return the goals of a statement about released histograms.

    Raises
    ------
    NotReducible
        If a side of a condition cannot be written in a goal.
    """
    return Reduction(about.unbound, theorems(about.unbound.terms), tuple(cases(about)))
