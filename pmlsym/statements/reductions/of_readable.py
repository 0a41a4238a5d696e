"""Reduction of every kind of statement that has one, in the language or with a class of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from pmlsym.proof.goal import Goal
from pmlsym.proof.steps import Step
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.finite import Finite
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.numbers import Reals
from pmlsym.statements.optimality import Optimality
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.histograms import of_theorems, prove_histogram, reduce_histograms
from pmlsym.statements.reductions.joining import reduce
from pmlsym.statements.reductions.likelihoods import reduce_likelihoods
from pmlsym.statements.reductions.numbers import reduce_numbers
from pmlsym.statements.reductions.payoffs import reduce_payoffs
from pmlsym.statements.reductions.proving import prove_case
from pmlsym.statements.reductions.result import Reduction
from pmlsym.statements.reductions.specific import reduce_specific
from pmlsym.statements.reductions.specific.optimality import reduce_optimality
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.specific import Specific

Reducible: TypeAlias = Finite | Specific | BoundStatement[Any] | Optimality
REDUCIBLE = (Finite, Specific, BoundStatement, Optimality)


def is_reducible(one: Readable) -> bool:
    """Whether a statement is of a reducible kind, and is about all instances of its domain.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> is_reducible(from_text("n >= 2")), is_reducible(from_text("n >= 3", exists=True))
    (True, False)
    """
    if is_over(one, ReleasedData) and not of_theorems(one):
        return False
    return isinstance(one, REDUCIBLE) and not one.exists


def prover_of(one: Readable) -> Callable[[Goal], Step]:
    """Return the function that proves the goals of a statement, or raises NotProved.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> prover_of(from_text("n >= 2")).__name__
    'prove_case'
    """
    return prove_histogram if is_over(one, ReleasedData) else prove_case


@lru_cache(maxsize=1024)
def reduction_of(one: Reducible) -> Reduction:
    """Return the goals of a statement.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> len(reduction_of(from_text("prior P: pmc_P >= 0 where chance_P > 0")).cases) > 0
    True
    """
    if isinstance(one, Finite):
        return reduce(one.statement)
    if isinstance(one, Specific):
        return reduce_specific(one)
    if is_over(one, Likelihoods):
        return reduce_likelihoods(one)
    if is_over(one, Reals):
        return reduce_numbers(one)
    if is_over(one, ReleasedData):
        return reduce_histograms(one)
    if is_over(one, Payoffs):
        return reduce_payoffs(one)
    if isinstance(one, Optimality):
        return reduce_optimality(one)
    raise NotReducible(f"{type(one).__name__} is no kind of statement that is reduced.")
