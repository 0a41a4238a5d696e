"""Polynomials over the rationals, as dictionaries from monomials to coefficients.

A monomial lists atoms by index, each with its power, which may be any rational number. The size of
results is limited, as a few characters could otherwise cause any amount of work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar, copy_context
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from pmlsym.proof.kernel.terms import MOST_BITS, MOST_POWER, NotProved

Rational: TypeAlias = int | Fraction
Monomial: TypeAlias = tuple[tuple[int, Rational], ...]  # atoms by index, each with its power
Polynomial: TypeAlias = dict[Monomial, Rational]
Key: TypeAlias = tuple[Any, ...]
V = TypeVar("V")

_MOST_TERMS = 4_000
_MOST_PRODUCTS = 20_000  # of terms, in one multiplication
_MOST_ATOMS = 200
_MOST_SUM_POWER = 60  # of a polynomial with several terms
_MOST_WORK = 1_000_000  # in one step of a proof: products of terms by size, characters of queries

_work: ContextVar[int] = ContextVar("work", default=0)  # of this thread alone
_in_a_step: ContextVar[bool] = ContextVar("in_a_step", default=False)


def begin() -> None:
    """Reset the count of work for a new table of atoms, unless within a step of a proof."""
    if not _in_a_step.get():
        _work.set(0)


def in_one_step(rule: Callable[..., V], *arguments: Any) -> V:
    """Call a rule, and count its work as one step of a proof, whatever tables it makes.

    Python itself restores the context, however the call ends; code that restores values could
    be interrupted.
    """
    return copy_context().run(_counted, rule, *arguments)


def _counted(rule: Callable[..., V], *arguments: Any) -> V:
    begin()
    _in_a_step.set(True)
    return rule(*arguments)


def spend(work: int) -> None:
    """Count work; raise `NotProved` beyond the limit of a step."""
    _work.set(_work.get() + work)
    if _work.get() > _MOST_WORK:
        raise NotProved("it takes too much computing")


def _size(polynomial: Polynomial) -> int:
    """Return the number of terms, long coefficients and long monomials counted several times."""
    return sum(
        1 + len(m) // 4 + (c.numerator.bit_length() + c.denominator.bit_length()) // 256
        for m, c in polynomial.items()
    )


def plus(one: Polynomial, other: Polynomial, factor: Rational = 1) -> Polynomial:
    """Return one + factor * other."""
    total = dict(one)
    for monomial, c in other.items():
        _put(total, monomial, factor * c)
    return total


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    if len(one) * len(other) > _MOST_PRODUCTS:
        raise NotProved("a polynomial in it has too many terms")
    spend(len(one) * _size(other) + len(other) * _size(one))
    total: Polynomial = {}
    for m, c in one.items():
        for n, d in other.items():
            _put(total, join(m, n), c * d)
    return total


def _put(total: Polynomial, monomial: Monomial, c: Rational) -> None:
    """Add a term to a polynomial in place."""
    value: Rational = total.get(monomial, 0) + c
    if not value:
        total.pop(monomial, None)
        return
    if value.numerator.bit_length() + value.denominator.bit_length() > MOST_BITS:
        raise NotProved("a number in it is too long")
    total[monomial] = value
    if len(total) > _MOST_TERMS:
        raise NotProved("a polynomial in it has too many terms")


def join(one: Monomial, other: Monomial) -> Monomial:
    """Return the product of two monomials."""
    if not one or not other:
        return one or other
    powers: dict[int, Rational] = dict(one)
    for atom, power in other:
        found: Rational = powers.get(atom, 0) + power
        powers[atom] = found
        if not -MOST_POWER <= found <= MOST_POWER or found.denominator.bit_length() > MOST_BITS:
            raise NotProved("a power in it is too large")
    if len(powers) > _MOST_ATOMS:
        raise NotProved("a product in it has too many factors")
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def unit() -> Polynomial:
    """Return 1 as a new dictionary, as a shared one could be changed."""
    return {(): 1}


def raised(polynomial: Polynomial, exponent: int) -> Polynomial:
    """Return a power, for an exponent of at least 0."""
    if exponent > (MOST_POWER if len(polynomial) < 2 else _MOST_SUM_POWER):
        raise NotProved("a power in it is too large")
    result = unit()
    for _ in range(exponent):
        result = times(result, polynomial)
    return result


def key(polynomial: Polynomial) -> Key:
    """Return the polynomial as a tuple that is the same for equal polynomials."""
    return tuple(sorted(polynomial.items()))


def atoms_of(polynomials: Iterable[Polynomial]) -> set[int]:
    """Return the atoms that occur."""
    return {atom for p in polynomials for monomial in p for atom, _ in monomial}


def plain(c: Rational) -> Rational:
    """Return a whole number as an int."""
    return int(c) if Fraction(c).denominator == 1 else c
