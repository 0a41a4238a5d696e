"""Refute facts by one identity: a leaf of the proof tree.

Families of products are tried from the smallest to the largest, each with a linear program for
the coefficients. The first ones cost little and close most leaves. For the others z3 first says
whether there is anything to find, and which facts suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import flint

from pmlsym.proof.certificates.document import Leaf
from pmlsym.proof.search.certificate import Summand
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.linear_program import vanishing_combination
from pmlsym.proof.search.polynomials import Fact, are_steep, constant
from pmlsym.proof.search.products import (
    MANY,
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
from pmlsym.proof.search.solvers import RealSolver
from pmlsym.proof.search.sum_of_squares import rounded_sums_of_squares

PAIRS = 16  # inequalities up to which products of any two are tried at once


class Level(Enum):
    """A part of the families, in the order in which they are tried."""

    CORE = "products of the degree of the facts needed"
    QUICK = "squares and other facts"
    USUAL = "higher degrees and sums of squares"
    LAST = "many factors"


class Core(NamedTuple):
    """Inequalities and equations, by position, that cannot hold together."""

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
    """Return facts that suffice, as z3 finds them, or None if the facts can hold together.

    All facts if z3 does not say, or would take too long.
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
    if len(variables) >= MANY:  # sums and differences of two are too many then
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
