"""Which terms are sums of levels, so that they are best compared by their exponentials."""

from __future__ import annotations

from fractions import Fraction

from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.terms import Function, Negative, Number, Operation, Term


def is_logarithmic(term: Term) -> bool:
    """Whether a term is a sum of rational multiples of levels, a leakage or logarithm among them.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_logarithmic(parse_term("a + 2*log(pmin)")), is_logarithmic(parse_term("a*log(pmin)"))
    (True, False)
    """
    found = _kind(term)
    return found == "logarithm"


def _kind(term: Term) -> str:
    """Return logarithm, plain (no leakage or logarithm stands outside of an exp) or neither."""
    if isinstance(term, (Leakage, Overall)):
        return "logarithm"
    if isinstance(term, Function) and term.name == "log":
        return "logarithm"
    if isinstance(term, Negative):
        return _kind(term.term)
    if isinstance(term, Function) and term.name in ("max", "min"):
        return _joint([_kind(argument) for argument in term.arguments])
    if isinstance(term, Operation):
        left, right = _kind(term.left), _kind(term.right)
        if term.sign in ("+", "-"):
            return _joint([left, right])
        if left == right == "plain":
            return "plain"
        if term.sign == "*" and left == "logarithm" and rational_of(term.right) is not None:
            return left
        if term.sign == "*" and right == "logarithm" and rational_of(term.left) is not None:
            return right
        if term.sign == "/" and left == "logarithm" and rational_of(term.right):
            return left
        return "neither"
    return "plain"


def _joint(kinds: list[str]) -> str:
    if "neither" in kinds:
        return "neither"
    return "logarithm" if "logarithm" in kinds else "plain"


def rational_of(term: Term) -> Fraction | None:
    """Return the rational number that a term is in so many words; None if it is none.

    Examples
    --------
    >>> rational_of(Number(Fraction(1, 2)))
    Fraction(1, 2)
    """
    if isinstance(term, Number):
        return term.value
    if isinstance(term, Negative):
        inside = rational_of(term.term)
        return None if inside is None else -inside
    return None
