"""Simplification of closed terms for printing, by rational arithmetic and decided events.

`tidied` is not trusted: `tidied_at` compares the value with that of the original term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from pmlsym.precision import at_precision
from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.kernel.terms import LEAVES, MOST_POWER, ONE, ZERO, Sentence, Term, leaves, number

_LARGEST_EXPONENT = 10_000
_MOST_BITS = 2_000  # longer numbers are not simplified
_COMPARED = 256  # bits

Decide = Callable[[Sentence], bool | None]


def tidied(term: Term, decide: Decide) -> Term:
    """Return a simpler term of the same value; `decide` returns whether a relation in it holds.

    Examples
    --------
    >>> tidied(("sum", number(1, 2), ("product", number(1, 2), number(3))), lambda _: None)
    ('number', 2, 1)
    """
    match term:
        case ("number" | "symbol" | "bound" | "mean", *_):
            return term
        case ("sum", *parts):
            return _sum(tidied(part, decide) for part in parts)
        case ("product", *parts):
            return _product(tidied(part, decide) for part in parts)
        case ("power", base, exponent):
            return _power(tidied(base, decide), exponent)
        case ("exp", argument):
            return _exp(tidied(argument, decide))
        case ("log", argument):
            inside = tidied(argument, decide)
            return ZERO if inside == ONE else inside[1] if inside[0] == "exp" else ("log", inside)
        case ("indicator", *relations):
            known = [decide(relation) for relation in relations]
            if False in known:
                return ZERO
            return ONE if all(known) else term
        case ("abs" | "max" | "min" as word, *parts):
            inside_all = [tidied(part, decide) for part in parts]
            values = [_value(part) for part in inside_all]
            told = [value for value in values if value is not None]
            if len(told) < len(values):
                return (word, *inside_all)
            return _number(
                abs(told[0]) if word == "abs" else max(told) if word == "max" else min(told)
            )
        case (word, *parts):
            return (word, *(tidied(part, decide) for part in parts))
    return term


def tidied_at(point: Point, term: Term) -> Term:
    """Return a term closed at a point, simplified if the value is shown to be the same."""
    closed = point.closed(term)
    tidy = tidied(closed, point.holds)
    with at_precision(_COMPARED):
        try:
            same = point.ball(tidy).overlaps(point.ball(closed))
        except NoValue:
            same = False
    return tidy if same else closed


def _value(term: Term) -> Fraction | None:
    return Fraction(term[1], term[2]) if term[0] == "number" else None


def _number(value: Fraction) -> Term:
    return number(value.numerator, value.denominator)


def _short(value: Fraction) -> bool:
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MOST_BITS


def _flat(word: str, parts: Iterable[Term]) -> list[Term]:
    found: list[Term] = []
    for part in parts:
        found += part[1:] if part[0] == word else [part]
    return found


def _split(term: Term) -> tuple[Fraction, Term]:
    """Return a term as a rational number times the rest."""
    if term[0] == "number":
        return Fraction(term[1], term[2]), ONE
    if term[0] == "product" and term[1][0] == "number":
        rest = term[2:]
        return Fraction(term[1][1], term[1][2]), rest[0] if len(rest) == 1 else ("product", *rest)
    return Fraction(1), term


def _times(factor: Fraction, rest: Term) -> Term:
    """Return a rational number times a term without a rational factor."""
    if rest == ONE or factor == 0:
        return _number(factor)
    if factor == 1:
        return rest
    parts = rest[1:] if rest[0] == "product" else (rest,)
    return ("product", _number(factor), *parts)


def _sum(parts: Iterable[Term]) -> Term:
    terms = _flat("sum", parts)
    totals: dict[Term, Fraction] = {}
    for term in terms:
        factor, rest = _split(term)
        totals[rest] = totals.get(rest, Fraction(0)) + factor
    if not all(map(_short, totals.values())):
        return ("sum", *terms)
    kept = [_times(factor, rest) for rest, factor in totals.items() if factor]
    kept.sort(key=lambda term: _split(term)[0] < 0)  # 1 - x, not -x + 1
    return ZERO if not kept else kept[0] if len(kept) == 1 else ("sum", *kept)


def _product(parts: Iterable[Term]) -> Term:
    factors = _flat("product", parts)
    front, exponents, powers = Fraction(1), list[Term](), dict[Term, int]()
    for part in factors:
        value = _value(part)
        if value is not None:
            front *= value
        elif part[0] == "exp":
            exponents.append(part[1])
        else:
            base, exponent = part[1:] if part[0] == "power" else (part, 1)
            powers[base] = powers.get(base, 0) + exponent
        if not _short(front):
            return ("product", *factors)
    rest = [_power(base, exponent) for base, exponent in powers.items() if exponent]
    if exponents:
        joint = _exp(_sum(exponents))
        value = _value(joint)
        front, rest = (front * value, rest) if value is not None else (front, [*rest, joint])
    if not _short(front):
        return ("product", *factors)
    if len(rest) == 1 and rest[0][0] == "sum":
        return _sum(_scaled(front, part) for part in rest[0][1:])
    return _times(front, ONE if not rest else rest[0] if len(rest) == 1 else ("product", *rest))


def _scaled(front: Fraction, part: Term) -> Term:
    factor, rest = _split(part)
    return _times(front * factor, rest)


def _power(base: Term, exponent: int) -> Term:
    if exponent == 1:
        return base
    value = _value(base)
    if value is not None and (value or exponent > 0):
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        if bits * abs(exponent) <= _MOST_BITS:
            return _number(value**exponent)
    if base[0] == "power" and abs(base[2] * exponent) <= MOST_POWER:
        return _power(base[1], base[2] * exponent)
    if base[0] == "exp":
        return _exp(_product((number(exponent), base[1])))
    return ("power", base, exponent)


def _exp(argument: Term) -> Term:
    """Return exp(n log t) as t^n, for integers n."""
    if argument == ZERO:
        return ONE
    factor, rest = _split(argument)
    if rest[0] == "log" and factor.denominator == 1 and _value(rest[1]) is not None:
        power = _power(rest[1], factor.numerator)
        if power[0] == "number":
            return power
    if rest[0] == "log" and factor == 1:
        inside: Term = rest[1]
        return inside
    return ("exp", argument)


def towers(term: Term) -> bool:
    """Whether sympy might evaluate a power with too many digits."""
    match term:
        case ("exp" | "power", *inside):
            parts = [leaf for part in inside if type(part) is tuple for leaf, _ in leaves(part)]
            numbers = [leaf for leaf in parts if leaf[0] == "number"]
            return any(max(abs(n[1]), n[2]) > _LARGEST_EXPONENT for n in numbers)
        case (word, *inside) if word not in LEAVES:
            return any(towers(part) for part in inside if type(part) is tuple)
    return False
