"""Find the coefficients of a certificate by linear programming.

Nonnegative coefficients of products and free coefficients of equations' multiples must make every
monomial of the sum vanish, while the strict products weigh one in all. HiGHS finds a vertex in
floating point; which columns it uses is all that is believed of it, and the vertex is computed
again from these over the rationals. Where HiGHS is not installed, an exact simplex method does it
all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import flint

from pmlsym.proof.search.certificate import Summand
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.highs import highs_installed, highs_vertex
from pmlsym.proof.search.polynomials import Monomial, Polynomial, Rational
from pmlsym.proof.search.products import Multiple, Product
from pmlsym.proof.search.simplex import Column, StandardForm, simplex_vertex

ROWS = 6000  # monomials in one linear program
EXPONENTS = 20_000_000  # of all variables in the terms of all columns, each of 8 bytes


class Combination(NamedTuple):
    """Products with positive coefficients and multiples of equations that sum to zero."""

    summands: list[Summand]
    multiples: list[tuple[int, Polynomial]]


def vanishing_combination(
    products: Sequence[Product], multiples: Sequence[Multiple], budget: Budget
) -> Combination | None:
    """Return a combination that is identically zero, with a strict product in it, or None."""
    every: list[Product | Multiple] = [*products, *multiples]
    if sum(len(one.polynomial) * one.polynomial.context().nvars() for one in every) > EXPONENTS:
        return None
    entries = _Entries(every)
    budget.spend(2 * entries.count + 2 * len(entries.rows))
    alive = columns_left(entries.rows, entries.signs, len(products))
    if not any(k < len(products) and products[k].strict for k in alive):
        return None
    numbers: dict[int, int] = {}
    for k in alive:
        for row in entries.rows[k]:
            numbers.setdefault(row, len(numbers) + 1)
    if len(numbers) > ROWS:
        return None
    scales = [max(map(abs, entries.coefficients[k])) for k in alive]
    # Row 0 is the weight of the strict products; the others are monomials, scaled by column.
    columns: list[Column] = []
    for k, scale in zip(alive, scales, strict=True):
        rows = (numbers[row] for row in entries.rows[k])
        column = dict(zip(rows, (c / scale for c in entries.coefficients[k]), strict=True))
        if k < len(products) and products[k].strict:
            column[0] = flint.fmpq(1)
        columns.append(column)
    program = StandardForm(
        columns=columns,
        target=[flint.fmpq(1), *[flint.fmpq(0)] * len(numbers)],
        free=[k >= len(products) for k in alive],
        costs=[_cost(products[k]) if k < len(products) else 0.0 for k in alive],
    )
    solve = highs_vertex if highs_installed() else simplex_vertex
    solution = solve(program, budget)
    if solution is None:
        return None
    used = [(k, x / scale) for k, scale, x in zip(alive, scales, solution, strict=True) if x != 0]
    return _combination(used, products, multiples)


class _Entries:
    """The matrix of the linear program by columns: a row for every monomial."""

    def __init__(self, columns: Sequence[Product | Multiple]) -> None:
        numbers: dict[Monomial, int] = {}
        self.rows: list[list[int]] = []
        self.coefficients: list[list[Rational]] = []
        for column in columns:
            self.coefficients.append(column.polynomial.coeffs())
            monomials = column.polynomial.monoms()
            self.rows.append([numbers.setdefault(m, len(numbers)) for m in monomials])
        self.signs = [[c > 0 for c in column] for column in self.coefficients]
        self.count = sum(map(len, self.rows))


def _combination(
    used: Sequence[tuple[int, Rational]], products: Sequence[Product], multiples: Sequence[Multiple]
) -> Combination:
    summands: list[Summand] = []
    multipliers: dict[int, Polynomial] = {}
    for (k, _), weight in zip(used, coprime_integers([x for _, x in used]), strict=True):
        if k < len(products):
            summands.append(Summand(weight, products[k].factors, products[k].squares))
        else:
            multiple = multiples[k - len(products)]
            term = multiple.multiplier * weight
            old = multipliers.get(multiple.equation)
            multipliers[multiple.equation] = term if old is None else old + term
    return Combination(summands, list(multipliers.items()))


def _cost(product: Product) -> float:
    """Prefer few factors, few squares and few terms: the certificates are read by people."""
    return 1.0 + 0.5 * len(product.factors) + len(product.squares) + 0.05 * len(product.polynomial)


def columns_left(
    rows: Sequence[Sequence[int]], signs: Sequence[Sequence[bool]], nonnegative: int
) -> list[int]:
    """Return the columns that can have a nonzero weight in a sum that vanishes.

    A row whose entries are all of one sign gives weight zero to each of their columns. These go,
    and with them other rows may come to have one sign.

    Parameters
    ----------
    rows : the rows of the entries of each column.
    signs : whether these entries are positive.
    nonnegative : how many columns, from the first, have nonnegative weights; the others are free.
    """
    height = 1 + max((max(column, default=-1) for column in rows), default=-1)
    containing: list[list[int]] = [[] for _ in range(height)]
    counts = ([0] * height, [0] * height)  # of negative and of positive entries
    for k, column in enumerate(rows):
        if k < nonnegative:
            for row, positive in zip(column, signs[k], strict=True):
                containing[row].append(k)
                counts[positive][row] += 1
        else:
            for row in column:
                counts[False][row] += 1
                counts[True][row] += 1
    negative, positives = counts
    alive = [True] * len(rows)
    waiting = [row for row in range(height) if not (negative[row] and positives[row])]
    while waiting:
        for k in containing[waiting.pop()]:
            if not alive[k]:
                continue
            alive[k] = False
            for row, positive in zip(rows[k], signs[k], strict=True):
                counts[positive][row] -= 1
                if not counts[positive][row] and counts[not positive][row]:
                    waiting.append(row)
    return [k for k, left in enumerate(alive) if left]


def coprime_integers(numbers: Sequence[Rational]) -> list[Rational]:
    """Return the coprime integers that are a positive multiple of these numbers."""
    denominator = math.lcm(*(int(x.q) for x in numbers))
    content = math.gcd(*(int(x.p) * (denominator // int(x.q)) for x in numbers))
    return [x * flint.fmpq(denominator, content) for x in numbers] if content else list(numbers)
