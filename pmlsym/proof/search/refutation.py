"""Refutation of facts by one identity: a leaf of the proof tree.

Families of products are tried from the smallest to the largest, each with a linear program for
the coefficients. The first ones cost little and close most leaves. For the others z3 first says
whether the facts are inconsistent, and which of them suffice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import flint

from pmlsym.proof.certificates.document import Leaf
from pmlsym.proof.search.certificate import Summand
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.highs import highs_installed, highs_vertex
from pmlsym.proof.search.polynomials import (
    Fact,
    Monomial,
    Polynomial,
    Rational,
    are_steep,
    constant,
)
from pmlsym.proof.search.products import (
    MANY,
    Multiple,
    Product,
    bounds_within,
    box_of,
    equation_multiples,
    products_of,
    products_with_squares,
    products_within,
    quadratic_squares,
    simple_squares,
    squares_in_factors,
    variables_in,
)
from pmlsym.proof.search.simplex import Column, StandardForm, simplex_vertex
from pmlsym.proof.search.solvers import RealSolver
from pmlsym.proof.search.sum_of_squares import rounded_sums_of_squares

# --- linear program for the coefficients of a certificate -----------------------------------------
# Nonnegative coefficients of products and free coefficients of equations' multiples must make every
# monomial of the sum vanish, while the strict products weigh one in all. HiGHS finds a vertex in
# floating point; only its set of columns is used, and the vertex is computed from these over the
# rationals. Without HiGHS, an exact simplex method is used.

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
    """Return the cost of a product; few factors, squares and terms make certificates readable."""
    return 1.0 + 0.5 * len(product.factors) + len(product.squares) + 0.05 * len(product.polynomial)


def columns_left(
    rows: Sequence[Sequence[int]], signs: Sequence[Sequence[bool]], nonnegative: int
) -> list[int]:
    """Return the columns that can have a nonzero weight in a sum that vanishes.

    A row whose entries all have one sign gives weight zero to each of their columns. Without these,
    other rows may have one sign in turn.

    Parameters
    ----------
    rows : the rows of the entries of each column.
    signs : whether these entries are positive.
    nonnegative : the number of first columns with nonnegative weights; the others are free.
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


# --- refutation -----------------------------------------------------------------------------------

PAIRS = 16  # inequalities up to which all products of two are tried at once


class Level(Enum):
    """A part of the families, in the order in which they are tried."""

    CORE = "products of the degree of the facts needed"
    QUICK = "squares and other facts"
    USUAL = "higher degrees and sums of squares"
    LAST = "many factors"


class Core(NamedTuple):
    """Inequalities and equations, by position, that are inconsistent."""

    inequalities: list[int]
    equations: list[int]


def refute_at_once(reduced: Reduced, budget: Budget) -> Leaf | None:
    """Return a leaf that needs no more than products of two facts, without a solver's help."""
    leaf = _refute_constants(reduced)
    if leaf is not None:
        return leaf
    inequalities = range(len(reduced.inequalities))
    equations = range(len(reduced.equations))
    singles = products_of(reduced, inequalities, 1, budget)
    leaf = refute_with(reduced, singles, equations, budget, rounds=1)
    if leaf is None and len(inequalities) <= PAIRS:
        pairs = products_of(reduced, inequalities, 2, budget)
        leaf = refute_with(reduced, pairs, equations, budget)
    return leaf


def _refute_constants(reduced: Reduced) -> Leaf | None:
    """Return a leaf for a constant that is on the wrong side of zero."""
    one = flint.fmpq(1)
    for position, inequality in enumerate(reduced.inequalities):
        value = constant(inequality.polynomial)
        if value is not None:
            missing = [] if value == 0 else [Summand(-value, (), ())]
            return reduced.leaf([Summand(one, (position,), ()), *missing], [])
    for position, equation in enumerate(reduced.equations):
        value = constant(equation.polynomial)
        if value is not None:
            multiplier = reduced.ring.one * (-1 / value)
            return reduced.leaf([Summand(one, (), ())], [(position, multiplier)])
    return None


def refute_with(
    reduced: Reduced,
    products: Sequence[Product] | None,
    equations: Sequence[int],
    budget: Budget,
    rounds: int = 2,
) -> Leaf | None:
    """Return a leaf made of some of the products and multiples of some equations, or None."""
    if products is None:
        return None
    multiples = equation_multiples(reduced, equations, products, budget, rounds)
    found = vanishing_combination(products, multiples, budget)
    return None if found is None else reduced.leaf(found.summands, found.multiples)


def core_of(reduced: Reduced, solver: RealSolver | None) -> Core | None:
    """Return an inconsistent subset of facts, found by z3, or None if the facts are consistent.

    The result is all facts if z3 does not decide, or would take too long.
    """
    count = len(reduced.inequalities)
    everything = Core(list(range(count)), list(range(len(reduced.equations))))
    if solver is None or are_steep([equation.polynomial for equation in reduced.equations]):
        return everything
    facts = [Fact(">" if i.strict else ">=", i.polynomial) for i in reduced.inequalities]
    facts += [Fact("=", equation.polynomial) for equation in reduced.equations]
    formulas = solver.formulas([[[fact]] for fact in facts])
    answer = solver.check(formulas)
    if answer == "sat":
        return None
    if answer == "unknown":
        return everything
    sizes = [(fact.polynomial.total_degree(), len(fact.polynomial)) for fact in facts]
    order = sorted(range(len(facts)), key=lambda k: sizes[k], reverse=True)
    left = solver.core(formulas, order)
    return Core([k for k in left if k < count], [k - count for k in left if k >= count])


def refute(reduced: Reduced, core: Core, budget: Budget, levels: Sequence[Level]) -> Leaf | None:
    """Return a leaf from the families of some levels, or None."""
    for level in levels:
        for products in _FAMILIES[level](reduced, core, budget):
            leaf = refute_with(reduced, products, core.equations, budget)
            if leaf is not None:
                return leaf
    return None


Families: TypeAlias = Iterator[Sequence[Product] | None]


def _core_families(reduced: Reduced, core: Core, budget: Budget) -> Families:
    """Yield products of the core's facts of the degrees of these facts."""
    facts = core.inequalities
    squares = squares_in_factors(reduced, facts)
    yield products_within(reduced, facts, box_of(reduced, facts), budget, squares)
    yield products_of(reduced, facts, 3, budget)


def _quick_families(reduced: Reduced, core: Core, budget: Budget) -> Families:
    """Yield products with simple squares, of the core with its bounds, and of all facts."""
    facts, ring = core.inequalities, reduced.ring
    variables = variables_in(reduced, facts, core.equations)
    squares = squares_in_factors(reduced, facts)
    wider = box_of(reduced, facts, total_slack=1)
    if len(variables) >= MANY:  # there are too many sums and differences of two
        alone = [*squares, *(ring.generators[v] for v in variables)]
        yield products_within(reduced, facts, wider, budget, alone, most=2500)
    simple = [*squares, *simple_squares(ring, variables)]
    yield products_within(reduced, facts, wider, budget, simple, most=2500)
    affine = simple_squares(ring, variables, affine=True)
    yield products_with_squares(reduced, facts, 2, affine, budget)
    bounded = bounds_within(reduced, facts, core.equations)
    yield products_within(reduced, bounded, box_of(reduced, bounded), budget, squares, most=2500)
    yield products_of(reduced, facts, 4, budget, most=2000)
    free = box_of(reduced, bounded, total_slack=99)
    yield products_within(reduced, bounded, free, budget, squares)
    everything = range(len(reduced.inequalities))
    yield products_of(reduced, everything, 3, budget, most=2000)
    box = box_of(reduced, everything)
    yield products_within(reduced, everything, box, budget, squares, most=2500)


def _usual_families(reduced: Reduced, core: Core, budget: Budget) -> Families:
    """Yield products of higher degree than the facts, and sums of squares."""
    facts, ring = core.inequalities, reduced.ring
    squares = squares_in_factors(reduced, facts)
    bounded = bounds_within(reduced, facts, core.equations)
    higher = box_of(reduced, facts, slack=1, total_slack=1)
    yield products_within(reduced, facts, higher, budget, squares, most=2500)
    for slack, total_slack in ((1, 1), (1, 2), (2, 1)):
        box = box_of(reduced, bounded, slack, total_slack)
        yield products_within(reduced, bounded, box, budget)
    highest = box_of(reduced, facts, slack=1, total_slack=2)
    yield products_within(reduced, facts, highest, budget, squares)
    yield from rounded_sums_of_squares(reduced, facts, core.equations, budget)
    simple = [*squares, *simple_squares(ring, variables_in(reduced, facts, core.equations))]
    yield products_within(reduced, facts, highest, budget, simple)


def _last_families(reduced: Reduced, core: Core, budget: Budget) -> Families:
    """Yield products of many factors, and of few with squares of binomials of degree two."""
    facts, ring = core.inequalities, reduced.ring
    quadratic = quadratic_squares(ring, variables_in(reduced, facts, core.equations))
    yield products_of(reduced, facts, 5, budget)
    yield products_with_squares(reduced, facts, 3, quadratic, budget)
    yield products_of(reduced, facts, 6, budget, most=2500)


_FAMILIES = {
    Level.CORE: _core_families,
    Level.QUICK: _quick_families,
    Level.USUAL: _usual_families,
    Level.LAST: _last_families,
}
