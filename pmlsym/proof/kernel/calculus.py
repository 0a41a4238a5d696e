"""Derivatives of terms that are built from arithmetic, exp and log."""

from __future__ import annotations

from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, Term, free, number

_MOST_FACTORS = 40


def derivative(term: Term, name: str) -> Term:
    """Return the derivative by a symbol; it holds wherever the term has a value around the point.

    Raises
    ------
    NotProved
        If the symbol stands in something that need not be differentiable (a maximum, an absolute
        value, a mean, ...).

    Examples
    --------
    >>> derivative(("log", ("symbol", "x")), "x")
    ('product', ('number', 1, 1), ('power', ('symbol', 'x'), -1))
    """
    if name not in free(term):
        return ZERO
    match term:
        case ("symbol", _):
            return ONE
        case ("sum", *parts):
            return ("sum", *(derivative(part, name) for part in parts))
        case ("product", *parts):
            if len(parts) > _MOST_FACTORS:
                raise NotProved("a product in it has too many factors")
            return (
                "sum",
                *(
                    ("product", *parts[:i], derivative(part, name), *parts[i + 1 :])
                    for i, part in enumerate(parts)
                    if name in free(part)
                ),
            )
        case ("power", _, 0):
            return ZERO
        case ("power", base, exponent):
            below: Term = ("power", base, exponent - 1) if exponent != 1 else ONE
            return ("product", number(exponent), below, derivative(base, name))
        case ("exp", argument):
            return ("product", term, derivative(argument, name))
        case ("log", argument):
            return ("product", derivative(argument, name), ("power", argument, -1))
    raise NotProved(f"this may have no derivative by {name}", term)
