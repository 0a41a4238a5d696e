"""Ranges of parameters, solved for an exponential where that is exact."""

from __future__ import annotations

import re
from math import prod

import sympy as sp

from pmlsym.statements.text.formula import in_language

# `0 <= term`, as the search for a best level writes conditions
_CONDITION = re.compile(r"0 (<=?) (.+)")
_EXPONENTIAL = re.compile(r"exp\((\w+)\)")
_KNOWN = re.compile(r"[\w\s+*/()^.-]+")
_NAME = re.compile(r"exp\(\w+\)|[A-Za-z_]\w*")
_FUNCTION = re.compile(r"[A-Za-z_]\w*\s*\(")
_FLIPPED = {"<=": ">=", "<": ">"}


def solved(conditions: str) -> str:
    r"""Return conditions, each solved for an exponential if it is linear in that.

    .. math:: 0 \le A\,e^p + B \iff e^p \ge -B/A \quad\text{if } A > 0,
        \qquad e^p \le -B/A \quad\text{if } A < 0

    The sign of A has to be the same for all exponentials, n >= 2 and 0 < pmin <= 1/2; otherwise,
    and where two exponentials are possible but none is alone, the condition stays as it is.

    Parameters
    ----------
    conditions : conditions in the language, with a comma between them.

    Examples
    --------
    >>> solved("0 <= -n - (1 - n)*exp(e)")
    'exp(e) >= n/(n - 1)'
    >>> solved("0 < 1 - (1 - pmin)*exp(e), 0 <= 1 - x*exp(a)")
    'exp(e) < 1/(1 - pmin), 0 <= 1 - x*exp(a)'
    """
    return ", ".join(map(_solved, conditions.split(", ")))


def _solved(condition: str) -> str:
    found = _CONDITION.fullmatch(condition)
    if found is None or _KNOWN.fullmatch(found[2]) is None:
        return condition
    sign, text = found.groups()
    if _FUNCTION.search(_EXPONENTIAL.sub("1", text)):  # a logarithm, or the exponential of a sum
        return condition
    # names are numbered, as a parameter may be called like a keyword or a function of sympy
    names = list(dict.fromkeys(_NAME.findall(text)))
    symbols = [
        sp.Symbol(name, positive=True) if name.endswith(")") else sp.Symbol(name, real=True)
        for name in names
    ]
    numbered = _NAME.sub(lambda name: f"_{names.index(name[0])}", text).replace("^", "**")
    term = sp.sympify(numbered, locals={f"_{place}": one for place, one in enumerate(symbols)})
    exponentials = [symbol for symbol in symbols if symbol.is_positive]
    possible = [one for symbol in exponentials if (one := _bound(term, symbol, sign)) is not None]
    return possible[0] if len(possible) == 1 else condition


def _bound(term: sp.Expr, symbol: sp.Symbol, sign: str) -> str | None:
    """Return 0 <= term (or <) solved for a symbol; None if it is not linear of known sign."""
    polynomial = sp.Poly(term, symbol) if term.is_polynomial(symbol) else None
    if polynomial is None or polynomial.degree() != 1:
        return None
    factor, rest = polynomial.all_coeffs()
    direction = _sign(factor)
    if not direction:
        return None
    over, under = sp.fraction(sp.cancel(-rest / factor))
    coefficient, factors = sp.factor_list(under)
    parts = [(base, power, _sign(base)) for base, power in factors]
    if not all(side for _, _, side in parts):
        return None
    turned = coefficient * prod((side**power for _, power, side in parts), start=sp.Integer(1))
    positive = prod(((base * side) ** power for base, power, side in parts), start=sp.Integer(1))
    level = in_language(sp.expand(over / turned) / positive)
    return f"{symbol} {_FLIPPED[sign] if direction > 0 else sign} {level}"


def _sign(term: sp.Expr) -> int:
    """Return the sign that a term has for all n >= 2 and 0 < pmin <= 1/2; 0 if none is known."""
    beyond, part = sp.symbols("beyond part", nonnegative=True)
    where = {"n": 2 + beyond, "pmin": 1 / (2 + part)}
    inside = term.subs({one: where[one.name] for one in term.free_symbols if one.name in where})
    over, under = sp.fraction(sp.together(inside))
    found = sp.factor(sp.expand(over)) / sp.factor(under)
    return 1 if found.is_positive else -1 if found.is_negative else 0
