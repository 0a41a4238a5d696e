"""Signs of terms that are plain from what they are made of."""

from __future__ import annotations

from pmlsym.statements.terms import Number, OfPrior, Operation, Term


def is_positive(term: Term) -> bool:
    """Whether a term is made of positive numbers and of what a prior has, which is positive.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_positive(parse_term("2/pmin + 1")), is_positive(parse_term("a"))
    (True, False)
    """
    if isinstance(term, Number):
        return term.value > 0
    if isinstance(term, Operation) and term.sign in ("+", "*", "/"):
        return is_positive(term.left) and is_positive(term.right)
    return isinstance(term, OfPrior)
