"""Which statements a program reduces: those of the language, and those about likelihoods."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from pmlsym.statements.finite import Finite
from pmlsym.statements.likelihoods import Additive, OfLikelihoods, SameLargest
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joining import reduce
from pmlsym.statements.reductions.likelihoods import reduce_likelihoods
from pmlsym.statements.reductions.result import Reduction

Reducible: TypeAlias = Finite | OfLikelihoods | Additive | SameLargest
# exactly these: a derived class could say anything
REDUCIBLE = (Finite, OfLikelihoods, Additive, SameLargest)


def is_reducible(one: Readable) -> bool:
    """Whether a statement is of a kind that a program reduces, and is said of every world.

    Examples
    --------
    >>> from pmlsym.statements.finite import said
    >>> is_reducible(said("n >= 2")), is_reducible(said("n >= 3", exists=True))
    (True, False)
    """
    return type(one) in REDUCIBLE and not one.exists


@lru_cache(maxsize=1024)
def reduction_of(one: Reducible) -> Reduction:
    """Return the goals of a statement.

    Raises
    ------
    NotReducible
        If no reduction is known; it says why.

    Examples
    --------
    >>> len(reduction_of(Additive("pmc")).cases)
    2
    """
    if isinstance(one, Finite):
        return reduce(one.statement)
    if isinstance(one, OfLikelihoods | Additive | SameLargest):
        return reduce_likelihoods(one)
    raise NotReducible(f"{type(one).__name__} is no kind of statement that is reduced.")
