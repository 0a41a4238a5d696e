"""Derivatives of terms that are built from arithmetic, exp and log."""

from __future__ import annotations

from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, Term, free, number
from pmlsym.proof.kernel.validation import validate_term

_MOST_FACTORS = 40


def derivative(term: Term, name: str) -> Term:
    """Return the derivative by a symbol, valid wherever the term has a value in a neighbourhood.

    Examples
    --------
    >>> derivative(("log", ("symbol", "x")), "x")
    ('product', ('power', ('symbol', 'x'), -1), ('number', 1, 1))
    """
    found = _derivative(term, name)
    validate_term(found)  # the product and chain rules make it much longer than the term
    return found


def _derivative(term: Term, name: str) -> Term:
    match term:
        case ("number", _, _) | ("power", _, 0):
            return ZERO
        case ("symbol", other):
            return ONE if other == name else ZERO
        case ("sum", *parts):
            return _sum([_derivative(part, name) for part in parts])
        case ("product", *parts):
            if len(parts) > _MOST_FACTORS:
                raise NotProved("a product in it has too many factors")
            slopes = [_derivative(part, name) for part in parts]
            return _sum(
                [
                    ("product", *parts[:i], slope, *parts[i + 1 :]) if slope != ZERO else ZERO
                    for i, slope in enumerate(slopes)
                ]
            )
        case ("power", base, exponent):
            below: Term = ("power", base, exponent - 1) if exponent != 1 else ONE
            return _chain(_derivative(base, name), number(exponent), below)
        case ("exp", argument):
            return _chain(_derivative(argument, name), term)
        case ("log", argument):
            return _chain(_derivative(argument, name), ("power", argument, -1))
    if name not in free(term):
        return ZERO
    raise NotProved(f"this may have no derivative by {name}", term)


def _sum(parts: list[Term]) -> Term:
    return ("sum", *parts) if any(part != ZERO for part in parts) else ZERO


def _chain(inner: Term, *outer: Term) -> Term:
    return ("product", *outer, inner) if inner != ZERO else ZERO
