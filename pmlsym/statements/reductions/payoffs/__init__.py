"""Reductions of statements about adversaries, for arbitrary and for given gain and cost functions.

>>> from pmlsym.statements.from_text import from_text
>>> about = from_text("cost C: cost(C) <= pmc(X->y)")
>>> [case.meaning for case in reduce_payoffs(about).cases if not case.aside]
['cost(C) <= pmc(X->y)', 'cost(C) <= pmc(X->y), C costs nothing before']
"""

from dataclasses import replace

from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.payoffs.quantities import inside
from pmlsym.statements.reductions.payoffs.numbers import PAYOFFS
from pmlsym.statements.reductions.payoffs.overall import OUTCOMES
from pmlsym.statements.reductions.payoffs.payoff_cases import cases
from pmlsym.statements.reductions.payoffs.probabilities import IMPLIED, at_outcomes
from pmlsym.statements.reductions.result import Reduction

__all__ = ["OUTCOMES", "PAYOFFS", "reduce_payoffs"]


def reduce_payoffs(about: BoundStatement[Payoffs]) -> Reduction:
    """Return the goals of a statement about adversaries.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> of = from_text("cost C: least_after(C) >= least_lift(X->y)*least_before(C)")
    >>> (case,) = reduce_payoffs(of).cases
    >>> print(case.goal.conclusion)
    least_after_C >= least_before_C*low
    """
    if any(True for _ in inside(*about.unbound.terms)):
        return reduce_probabilities(about)
    theorems = (OUTCOMES, PAYOFFS) if about.over.is_overall(about.unbound) else (PAYOFFS,)
    found = dict.fromkeys(cases(about))
    return Reduction(about.unbound, theorems, tuple(found))


def reduce_probabilities(about: BoundStatement[Payoffs]) -> Reduction:
    """Return the goals of a statement about probabilities over the outcomes.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> of = from_text("gain G: P[gain(G) > e] <= P[pml(X->y) > e]")
    >>> reduce_probabilities(of).cases[0].meaning
    'pml(X->y) > e'
    """
    found = dict.fromkeys(
        replace(case, complete=False)
        for one in at_outcomes(about.statement)
        for case in cases(BoundStatement(one, Payoffs.of(one)))
    )
    return Reduction(about.unbound, (IMPLIED, PAYOFFS), tuple(found))
