"""Families of products of facts, squares, and multiples of equations for a certificate.

A certificate is a sum of products of the inequalities, some of them times squares, and of
multiples of the equations. Infinitely many are allowed; these functions choose finite families.
What keeps them small is a limit on the degree in *each variable*: in most identities the products
have no higher degree in any variable than the facts themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.polynomials import Monomial, Polynomial, Ring, factored, variables_of

FACTORS = 9  # in one product
SMALL = 5  # variables up to which squares of binomials in monomials of degree two are tried
MANY = 16  # variables from which a term costs more, the more of them there are


class Product(NamedTuple):
    """Inequalities (by position) times squares; strict if the product is always positive."""

    factors: tuple[int, ...]
    squares: tuple[Polynomial, ...]
    strict: bool
    polynomial: Polynomial


class Multiple(NamedTuple):
    """An equation (by position) times a polynomial."""

    equation: int
    multiplier: Polynomial
    polynomial: Polynomial


class ProductBox(NamedTuple):
    """Limits on the degree in each variable and on the total degree."""

    degrees: Monomial
    total: int


def box_of(
    reduced: Reduced, inequalities: Sequence[int], slack: int = 0, total_slack: int = 0
) -> ProductBox:
    """Return the degrees of the inequalities used and of all equations, with some slack.

    Parameters
    ----------
    reduced : the facts.
    inequalities : the positions of those used.
    slack : the allowed excess of the degree in a variable that occurs.
    total_slack : the allowed excess of the total degree.
    """
    used = [reduced.inequalities[k].polynomial for k in inequalities]
    used += [equation.polynomial for equation in reduced.equations]
    degrees = [max((p.degrees()[v] for p in used), default=0) for v in range(reduced.ring.rank)]
    total = max((p.total_degree() for p in used), default=0)
    return ProductBox(tuple(d + slack if d > 0 else 0 for d in degrees), total + total_slack)


def products_within(
    reduced: Reduced,
    inequalities: Sequence[int],
    box: ProductBox,
    budget: Budget,
    squares: Sequence[Polynomial] = (),
    factors: int = FACTORS,
    most: int | None = None,
) -> list[Product] | None:
    """Return all products of inequalities, alone and times one of the squares, within a box.

    None if there are more than allowed.
    """
    limit = budget.effort.products if most is None else min(most, budget.effort.products)
    facts = [
        (k, inequality.strict, inequality.polynomial, _packed(inequality.polynomial))
        for k, inequality in ((k, reduced.inequalities[k]) for k in inequalities)
    ]
    guards = _packed_numbers([_GUARD] * (reduced.ring.rank + 1))
    empty = guards + _packed_numbers([min(d, _GUARD - 1) for d in (*box.degrees, box.total)])
    starts: list[tuple[tuple[Polynomial, ...], bool, Polynomial]] = [((), True, reduced.ring.one)]
    starts += [((square,), False, square * square) for square in squares]
    found: list[Product] = []
    for base, strict, polynomial in starts:
        room = empty - _packed(polynomial)
        if room & guards != guards:
            continue
        # Depth first, factors in increasing order; the stack holds the states to continue from.
        stack = [(Product((), base, strict, polynomial), 0, room)]
        while stack:
            product, first, room = stack.pop()
            found.append(product)
            if len(found) + len(stack) > limit:
                return None
            budget.spend(1 + (len(facts) - first) // 4)
            if len(product.factors) >= factors:
                continue
            for number in range(first, len(facts)):
                k, positive, factor, size = facts[number]
                if (room - size) & guards != guards:
                    continue
                budget.spend(3 + len(product.polynomial) * len(factor) // 20)
                extended = Product(
                    (*product.factors, k),
                    base,
                    product.strict and positive,
                    product.polynomial * factor,
                )
                budget.spend(len(extended.polynomial) // 2)
                stack.append((extended, number, room - size))
    return found


# Degrees are compared all at once: as the digits of one number, each below a guard bit of the
# limits. Subtracting degrees from limits takes a guard bit away where a degree is too large.
_GUARD = 1 << 15


def _packed_numbers(numbers: Sequence[int]) -> int:
    return sum(number << (16 * place) for place, number in enumerate(numbers))


def _packed(polynomial: Polynomial) -> int:
    degrees = [max(degree, 0) for degree in polynomial.degrees()]
    return _packed_numbers([*degrees, polynomial.total_degree()])


def products_of(
    reduced: Reduced,
    inequalities: Sequence[int],
    factors: int,
    budget: Budget,
    most: int | None = None,
) -> list[Product] | None:
    """Return all products of at most `factors` inequalities, of any degree."""
    unlimited = ProductBox((10**9,) * reduced.ring.rank, 10**9)
    return products_within(reduced, inequalities, unlimited, budget, (), factors, most)


def products_with_squares(
    reduced: Reduced,
    inequalities: Sequence[int],
    factors: int,
    squares: Sequence[Polynomial],
    budget: Budget,
) -> list[Product] | None:
    """Return the products of `products_of`, and each inequality times each square."""
    found = products_of(reduced, inequalities, factors, budget)
    if found is None or len(found) + len(squares) * (len(inequalities) + 1) > (
        2 * budget.effort.products
    ):
        return None
    few = [product for product in found if len(product.factors) <= 1]
    for square in squares:
        for product in few:
            polynomial = product.polynomial * square * square
            budget.spend(6 + len(polynomial) * max(1, reduced.ring.rank // MANY))
            found.append(Product(product.factors, (square,), False, polynomial))
    return found


def simple_squares(ring: Ring, variables: Sequence[int], affine: bool = False) -> list[Polynomial]:
    """Return variables, and sums and differences of two of them, to be squared.

    Parameters
    ----------
    ring : the polynomial ring.
    variables : the numbers of the variables.
    affine : whether 1 is one of the summands, also doubled.
    """
    linear = [ring.generators[v] for v in variables]
    parts = [ring.one, *linear] if affine else linear
    found = list(linear)
    for a, b in combinations(parts, 2):
        found += [a - b, a + b]
    if affine and len(linear) <= SMALL:
        for a, b in permutations(parts, 2):
            found += [a - 2 * b, a + 2 * b]
    return found


def quadratic_squares(ring: Ring, variables: Sequence[int]) -> list[Polynomial]:
    """Return sums and differences of two monomials of degree at most two, to be squared."""
    linear = [ring.generators[v] for v in variables]
    parts = [ring.one, *linear]
    if len(linear) <= SMALL:
        parts += [a * b for a, b in combinations_with_replacement(linear, 2)]
    return parts[1:] + [c for a, b in combinations(parts, 2) for c in (a - b, a + b)]


def squares_in_factors(reduced: Reduced, inequalities: Sequence[int]) -> list[Polynomial]:
    """Return the irreducible polynomials whose square divides an inequality."""
    found: dict[str, Polynomial] = {}
    for k in inequalities:
        for root, exponent in factored(reduced.inequalities[k].polynomial)[1]:
            if exponent >= 2:
                found.setdefault(str(root), root)
    return list(found.values())


def variables_in(
    reduced: Reduced, inequalities: Sequence[int], equations: Sequence[int]
) -> list[int]:
    """Return the variables of some inequalities and equations."""
    return variables_of(
        [reduced.inequalities[k].polynomial for k in inequalities]
        + [reduced.equations[k].polynomial for k in equations]
    )


def bounds_within(
    reduced: Reduced, inequalities: Sequence[int], equations: Sequence[int]
) -> list[int]:
    """Return the inequalities, and all simple ones (such as 1 - x y >= 0) in the same variables.

    The unsatisfiable core leaves out bounds that an identity of low degree needs.
    """
    variables = set(variables_in(reduced, inequalities, equations))
    return [
        k
        for k, inequality in enumerate(reduced.inequalities)
        if k in inequalities
        or (
            _is_bound(inequality.polynomial)
            and variables.issuperset(variables_of([inequality.polynomial]))
        )
    ]


def _is_bound(polynomial: Polynomial) -> bool:
    terms, degree = len(polynomial), polynomial.total_degree()
    return bool(terms == 1 or degree == 1 or (terms == 2 and degree == 2))


def equation_multiples(
    reduced: Reduced,
    equations: Sequence[int],
    products: Sequence[Product],
    budget: Budget,
    rounds: int = 2,
    most: int = 3000,
) -> list[Multiple]:
    """Return equations times monomials that could cancel a monomial of the products.

    Parameters
    ----------
    reduced : the facts.
    equations : the positions of the equations used.
    products : the products.
    budget : the remaining work.
    rounds : the number of rounds; later ones cancel monomials of the multiples found before.
    most : the largest number of multiples; later ones are left out.
    """
    if not equations:
        return []
    found: list[Multiple] = []
    seen: set[tuple[int, Monomial]] = set()
    monomials = sorted({m for product in products for m in product.polynomial.monoms()})
    for _ in range(rounds):
        new: set[Monomial] = set()
        for k in equations:
            polynomial = reduced.equations[k].polynomial
            own = polynomial.monoms()
            budget.spend(len(monomials) * len(own) * (3 + reduced.ring.rank // 3))
            for monomial in monomials:
                for divisor in own:
                    quotient = tuple(a - b for a, b in zip(monomial, divisor, strict=True))
                    if min(quotient) < 0 or (k, quotient) in seen:
                        continue
                    seen.add((k, quotient))
                    multiplier = reduced.ring.monomial(quotient)
                    multiple = Multiple(k, multiplier, polynomial * multiplier)
                    found.append(multiple)
                    new.update(multiple.polynomial.monoms())
                    budget.spend(2 + len(own))
                    if len(found) >= most:
                        return found
        monomials = sorted(new.difference(monomials))
    return found
