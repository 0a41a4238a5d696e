"""Reductions of statements about one outcome under several priors.

>>> from pmlsym.statements.from_text import from_text
>>> of = from_text("prior P: exp(-pmc_P) >= least_P where chance_P > 0")
>>> print(next(iter(reduce_likelihoods(of).cases)).goal.conclusion)
least_P/chance_P >= least_P
"""

from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.reductions.likelihoods.likelihood_cases import LIKELIHOODS, cases
from pmlsym.statements.reductions.result import Reduction

__all__ = ["LIKELIHOODS", "reduce_likelihoods"]


def reduce_likelihoods(about: BoundStatement[Likelihoods]) -> Reduction:
    """Return the goals of a statement about one outcome under several priors.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.
    """
    return Reduction(about.unbound, (LIKELIHOODS,), tuple(cases(about)))
