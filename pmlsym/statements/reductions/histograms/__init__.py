"""Reductions of statements about released histograms, by the theorems of `densities_by_class`.

>>> from pmlsym.statements.releases import about_releases
>>> case = reduce_histograms(about_releases("histogram N records, k bins: leak <= 2/b")).cases[0]
>>> print(case.goal.conclusion)
E[exp((-R - Abs(s - 1))/b)]/(p*E[exp((-R - Abs(s - 1))/b)] + (1 - p)*E[exp((-R - Abs(s) + \
Abs(u) - Abs(u - 1))/b)]) <= exp(2/b)
"""

from __future__ import annotations

from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.histograms.densities_by_class import theorems
from pmlsym.statements.reductions.histograms.histogram_cases import cases
from pmlsym.statements.reductions.histograms.prove_histogram import prove_histogram
from pmlsym.statements.reductions.result import Reduction
from pmlsym.statements.releases import ReleasedData

__all__ = ["of_theorems", "prove_histogram", "reduce_histograms"]

_QUANTITIES = frozenset({"leak", "worst", "least", "dp", "alpha", "b", "k"})


def of_theorems(about: BoundStatement[ReleasedData]) -> bool:
    """Whether the theorems cover a statement: of a histogram, without bounds on workloads.

    Examples
    --------
    >>> from pmlsym.statements.releases import about_releases
    >>> of_theorems(about_releases("histogram N records, k bins: leak <= 2/b"))
    True
    >>> from pmlsym.statements.releases import about_releases
    >>> of_theorems(about_releases("workload W, N records: leak <= triangle"))
    False
    """
    return about.over.of_histograms and about.used <= _QUANTITIES


def reduce_histograms(about: BoundStatement[ReleasedData]) -> Reduction:
    """Return the goals of a statement about released histograms.

    Raises
    ------
    NotReducible
        If a side of a condition cannot be written in a goal, or the statement is about workloads.
    """
    if not about.over.of_histograms:
        raise NotReducible("No reduction of statements about workloads is known.")
    if not of_theorems(about):
        others = ", ".join(sorted(about.used - _QUANTITIES))
        raise NotReducible(f"No reduction of {others} of a histogram is known.")
    return Reduction(about.unbound, theorems(about.unbound.terms), tuple(cases(about)))
