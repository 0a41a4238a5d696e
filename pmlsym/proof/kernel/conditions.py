"""Polynomial conditions, and their form in a document."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any, Literal, TypeAlias

from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.polynomials import Polynomial

Condition: TypeAlias = tuple[Literal[">", ">=", "="], Polynomial]  # compared with 0
Cases: TypeAlias = list[list[Condition]]  # one case holds; in it, all conditions

_MOST_DEGREE = 40  # of a query
_MOST_ROWS = 500  # of one polynomial in it
_MOST_BITS = 330  # of a coefficient; the checker reads 100 digits


def compared(sign: str, polynomial: Polynomial) -> Cases:
    """Return a comparison of a polynomial with 0 as the cases of a document."""
    minus = {m: -c for m, c in polynomial.items()}
    table: dict[str, Cases] = {
        ">": [[(">", polynomial)]],
        ">=": [[(">=", polynomial)]],
        "<": [[(">", minus)]],
        "<=": [[(">=", minus)]],
        "=": [[("=", polynomial)]],
        "!=": [[(">", polynomial)], [(">", minus)]],
    }
    return table[sign]


def claimed_sentences(
    atoms: Atoms, chosen: Sequence[Cases], negation: Cases
) -> tuple[list[str], list[Any]] | None:
    """Return the variables and the hypotheses of a document.

    Facts of a very high degree are left out; None if the negation has one.
    """
    everything = [*chosen, negation]
    units = _units(atoms, [p for cases in everything for case in cases for _, p in case])
    names: dict[int, str] = {}
    hypotheses: list[Any] = []
    for cases in everything:
        rows = [[(sign, _rows(atoms, p, units, names)) for sign, p in case] for case in cases]
        if all(p is not None for case in rows for _, p in case):
            hypotheses.append([[[sign, p] for sign, p in case] for case in rows])
        elif cases is negation:
            return None
    for atom in units:
        if atom in names:
            hypotheses.insert(-1, [[[">", [["1", names[atom]]]]]])
    return list(names.values()), hypotheses


def _units(atoms: Atoms, polynomials: Sequence[Polynomial]) -> dict[int, Fraction]:
    """Choose, for each exponential, the largest power of which all others are whole powers."""
    units: dict[int, Fraction] = {}
    for polynomial in polynomials:
        for monomial in polynomial:
            for atom, power in monomial:
                if atoms.is_exponential(atom):
                    p, old = Fraction(power), units.get(atom, Fraction(0))
                    units[atom] = Fraction(
                        gcd(p.numerator * old.denominator, old.numerator * p.denominator),
                        p.denominator * old.denominator,
                    )
    return units


def _rows(
    atoms: Atoms, polynomial: Polynomial, units: dict[int, Fraction], names: dict[int, str]
) -> list[list[str]] | None:
    """Return a polynomial for a document, up to a positive factor; None if it is too large."""
    if not polynomial:
        return []
    content, _, whole = atoms.primitive(polynomial)
    if len(whole) > _MOST_ROWS:
        return None
    rows = []
    for monomial, c in sorted(whole.items()):
        powers = [(a, int(p / units[a] if a in units else p)) for a, p in monomial]
        degree, bits = sum(power for _, power in powers), c.numerator.bit_length()
        if degree > _MOST_DEGREE or bits > _MOST_BITS:
            return None
        row = [str(c if content > 0 else -c)]
        for atom, power in powers:
            row += [names.setdefault(atom, f"x{len(names)}")] * power
        rows.append(row)
    return rows
