"""Find the coefficients of a certificate by linear programming.

Nonnegative coefficients of products and free coefficients of equations' multiples must make every
monomial of the sum vanish, while the strict products weigh one in all. HiGHS finds a vertex in
floating point; which columns it uses is all that is believed of it, and the vertex is computed
again from these over the rationals. Where HiGHS is not installed, an exact simplex method does it
all.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import flint

from pmlsym.proof.search.certificate import Summand
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.highs import highs_installed, highs_vertex
from pmlsym.proof.search.polynomials import Monomial, Polynomial, Rational
from pmlsym.proof.search.products import Multiple, Product
from pmlsym.proof.search.simplex import Column, StandardForm, simplex_vertex

ROWS = 6000  # monomials in one linear program


class Combination(NamedTuple):
    """Products with positive coefficients and multiples of equations that sum to zero."""

    summands: list[Summand]
    multiples: list[tuple[int, Polynomial]]


def vanishing_combination(
    products: Sequence[Product], multiples: Sequence[Multiple], budget: Budget
) -> Combination | None:
    """Return a combination that is identically zero, with a strict product in it, or None."""
    columns = [dict(p.polynomial.to_dict()) for p in products]
    columns += [dict(m.polynomial.to_dict()) for m in multiples]
    budget.spend(2 * sum(map(len, columns)) + 2 * len(columns))
    alive = columns_left(columns, len(products))
    if not any(k < len(products) and products[k].strict for k in alive):
        return None
    rows: dict[Monomial, int] = {}
    for k in alive:
        for monomial in columns[k]:
            rows.setdefault(monomial, len(rows) + 1)
    if len(rows) > ROWS:
        return None
    scales = [max(abs(c) for c in columns[k].values()) for k in alive]
    program = StandardForm(
        columns=[
            _column(columns[k], scale, rows, strict=k < len(products) and products[k].strict)
            for k, scale in zip(alive, scales, strict=True)
        ],
        target=[flint.fmpq(1), *[flint.fmpq(0)] * len(rows)],
        free=[k >= len(products) for k in alive],
        costs=[_cost(products[k]) if k < len(products) else 0.0 for k in alive],
    )
    solve = highs_vertex if highs_installed() else simplex_vertex
    solution = solve(program, budget)
    if solution is None:
        return None
    used = [(k, x / scale) for k, scale, x in zip(alive, scales, solution, strict=True) if x != 0]
    return _combination(used, products, multiples)


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


def _column(
    terms: Mapping[Monomial, Rational], scale: Rational, rows: Mapping[Monomial, int], strict: bool
) -> Column:
    """Return a column scaled to entries of at most one; row 0 is the weight of strict products."""
    entries = {rows[monomial]: coefficient / scale for monomial, coefficient in terms.items()}
    if strict:
        entries[0] = flint.fmpq(1)
    return entries


def _cost(product: Product) -> float:
    """Prefer few factors, few squares and few terms: the certificates are read by people."""
    return (
        1.0
        + 0.5 * len(product.factors)
        + len(product.squares)
        + 0.05 * len(product.polynomial)
    )


def columns_left(columns: Sequence[Mapping[Monomial, Rational]], nonnegative: int) -> list[int]:
    """Return the columns that can have a nonzero weight, by the signs of their entries.

    Parameters
    ----------
    columns : the coefficients of each, by monomial; the weighted sum must vanish.
    nonnegative : how many of them, from the first, have a nonnegative weight; the rest is free.

    A monomial that has one sign in all columns has weight zero in each: its columns go, and with
    them other monomials may come to have one sign.
    """
    containing: dict[Monomial, list[int]] = defaultdict(list)
    positive: Counter[Monomial] = Counter()
    negative: Counter[Monomial] = Counter()
    for k, column in enumerate(columns):
        for monomial, coefficient in column.items():
            containing[monomial].append(k)
            positive[monomial] += k >= nonnegative or coefficient > 0
            negative[monomial] += k >= nonnegative or coefficient < 0
    alive = [True] * len(columns)
    waiting = [m for m in containing if not (positive[m] and negative[m])]
    while waiting:
        monomial = waiting.pop()
        for k in containing[monomial]:
            if not alive[k] or k >= nonnegative:
                continue
            alive[k] = False
            for other, coefficient in columns[k].items():
                (positive if coefficient > 0 else negative)[other] -= 1
                if bool(positive[other]) != bool(negative[other]):
                    waiting.append(other)
    return [k for k, left in enumerate(alive) if left]


def coprime_integers(numbers: Sequence[Rational]) -> list[Rational]:
    """Return the coprime integers that are a positive multiple of these numbers."""
    denominator = math.lcm(*(int(x.q) for x in numbers))
    content = math.gcd(*(int(x.p) * (denominator // int(x.q)) for x in numbers))
    return [x * flint.fmpq(denominator, content) for x in numbers] if content else list(numbers)
