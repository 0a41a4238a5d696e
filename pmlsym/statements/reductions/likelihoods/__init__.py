"""Reductions of statements about one outcome under several priors, and of independent pairs.

>>> from pmlsym.statements.likelihoods import Additive
>>> [theorem.name for theorem in reduce_likelihoods(Additive("pmc")).theorems]
['one pair after another', 'likelihoods under priors']
"""

from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import Additive, OfLikelihoods, SameLargest
from pmlsym.statements.reductions.likelihoods.cases import LIKELIHOODS, cases
from pmlsym.statements.reductions.likelihoods.largest import SECRET_BY_SECRET, cases_of_largest
from pmlsym.statements.reductions.likelihoods.together import ONE_BY_ONE
from pmlsym.statements.reductions.result import Reduction
from pmlsym.statements.statement import Statement

__all__ = ["LIKELIHOODS", "ONE_BY_ONE", "SECRET_BY_SECRET", "reduce_likelihoods"]


def reduce_likelihoods(about: OfLikelihoods | Additive | SameLargest) -> Reduction:
    """Return the goals of a statement about one outcome under several priors.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> of = OfLikelihoods(parse("prior P: exp(-pmc_P) >= least_P where chance_P > 0"))
    >>> (case, *_) = reduce_likelihoods(of).cases
    >>> print(case.goal.conclusion)
    least_P/chance_P >= least_P
    """
    if isinstance(about, Additive):
        of_two = about.of_two
        return Reduction(of_two.unbound, (ONE_BY_ONE, LIKELIHOODS), tuple(cases(of_two)))
    if isinstance(about, SameLargest):
        said = Statement((Condition(about.left, "=", about.right),))
        return Reduction(said, (SECRET_BY_SECRET,), tuple(cases_of_largest(about)))
    return Reduction(about.unbound, (LIKELIHOODS,), tuple(cases(about)))
