"""Squares for a certificate from semidefinite programming.

A certificate with unknown squares is a semidefinite feasibility problem: each product of facts
has a Gram matrix over monomials. Clarabel solves it in floating point. The factors of its matrices
are rounded to simple rational polynomials, and the linear program computes exact weights of their
squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import flint

from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.highs import installed
from pmlsym.proof.search.polynomials import Monomial, Polynomial, Rational, Ring, primitive
from pmlsym.proof.search.products import (
    Multiple,
    Product,
    ProductBox,
    box_of,
    equation_multiples,
    products_within,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Floats: TypeAlias = "NDArray[np.float64]"

DENOMINATORS = (1, 2, 4, 12, 60)  # of the rounded coefficients of factors
BASIS = 25  # monomials of one Gram matrix
ENTRIES = 6000  # of all Gram matrices
ITERATIONS = 100  # of the interior-point method
SMALL = 1e-6  # relative to the largest; smaller eigenvalues and pivots count as zero
MOST = 9000  # products and squares in one linear program


class Gram(NamedTuple):
    """A product of facts and the monomials of the squares that multiply it."""

    product: Product
    basis: list[Monomial]


def clarabel_installed() -> bool:
    """Whether Clarabel is installed."""
    return all(map(installed, ("numpy", "scipy", "clarabel")))


def rounded_sums_of_squares(
    reduced: Reduced, inequalities: Sequence[int], equations: Sequence[int], budget: Budget
) -> Iterator[Sequence[Product]]:
    """Yield products with the squares of a numerical solution, rounded coarsely, then finely.

    It yields nothing if there is no solution, the problem is large or Clarabel is missing.
    """
    if not clarabel_installed():
        return
    box = box_of(reduced, inequalities)
    products = products_within(reduced, inequalities, box, budget, most=1500)
    if products is None:
        return
    grams = _grams(reduced, products, box)
    if not grams:
        return
    multiples = equation_multiples(reduced, equations, products, budget, rounds=1, most=400)
    try:
        matrices = _solution(products, grams, multiples, budget)
    except OverflowError:  # a coefficient beyond the range of floats
        return
    if matrices is None:
        return
    for denominator in DENOMINATORS:
        squares = _with_rounded_squares(reduced.ring, grams, matrices, denominator, budget)
        if len(products) + len(squares) <= MOST:
            yield [*products, *squares]


def _grams(reduced: Reduced, products: Sequence[Product], box: ProductBox) -> list[Gram]:
    """Return the products with room for squares within the box, or only the simple ones."""
    found = []
    for product in products:
        factors = product.factors
        room = (box.total - product.polynomial.total_degree()) // 2
        if len(factors) > 3 or len(set(factors)) < len(factors) or room < 1:
            continue
        limits = [
            (limit - max(degree, 0)) // 2
            for limit, degree in zip(box.degrees, product.polynomial.degrees(), strict=True)
        ]
        basis = _monomials(limits, room)
        if 2 <= len(basis) <= BASIS:
            found.append(Gram(product, basis))
    for chosen in (found, [gram for gram in found if len(gram.product.factors) <= 1]):
        if sum(len(gram.basis) ** 2 for gram in chosen) <= ENTRIES:
            return chosen
    return []


def _monomials(limits: Sequence[int], total: int) -> list[Monomial]:
    found: list[Monomial] = [()]
    for limit in limits:
        found = [(*m, e) for m in found for e in range(limit + 1) if sum(m) + e <= total]
    return found


def _solution(
    products: Sequence[Product],
    grams: Sequence[Gram],
    multiples: Sequence[Multiple],
    budget: Budget,
) -> list[_Floats] | None:
    """Return numerical Gram matrices of a certificate."""
    import clarabel
    import numpy as np
    from scipy.sparse import csc_array, eye_array, hstack, vstack

    rows: dict[Monomial, int] = {}
    entries: list[tuple[int, int, float]] = []
    count = 0

    def add(terms: Mapping[Monomial, Rational], factor: float = 1.0, shift: Monomial = ()) -> None:
        nonlocal count
        for monomial, coefficient in terms.items():
            moved = tuple(map(sum, zip(monomial, shift, strict=True))) if shift else monomial
            row = rows.setdefault(moved, len(rows) + 1)
            entries.append((row, count, factor * int(coefficient.p) / int(coefficient.q)))
        count += 1

    for product in products:
        if product.strict:
            entries.append((0, count, 1.0))
        add(product.polynomial.to_dict())
    for product, basis in grams:
        terms = product.polynomial.to_dict()
        for column, second in enumerate(basis):
            for first in basis[: column + 1]:
                shift = tuple(a + b for a, b in zip(first, second, strict=True))
                add(terms, 1.0 if first == second else math.sqrt(2), shift)
    constrained = count
    for multiple in multiples:
        add(multiple.polynomial.to_dict())
    budget.spend(20_000 + 20 * len(entries) + 30 * constrained)
    places, values = [entry[:2] for entry in entries], [entry[2] for entry in entries]
    identity = csc_array((values, np.array(places).T), shape=(len(rows) + 1, count))
    cone = hstack([-eye_array(constrained), csc_array((constrained, count - constrained))])
    target = np.zeros(len(rows) + 1 + constrained)
    target[0] = 1.0
    costs = np.zeros(count)
    costs[: len(products)] = 1e-3
    cones = [clarabel.ZeroConeT(len(rows) + 1), clarabel.NonnegativeConeT(len(products))]
    cones += [clarabel.PSDTriangleConeT(len(gram.basis)) for gram in grams]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_iter = ITERATIONS
    settings.max_threads = 1
    constraints = vstack([identity, cone]).tocsc()
    nothing = csc_array((count, count))
    solver = clarabel.DefaultSolver(nothing, costs, constraints, target, cones, settings)
    solution = solver.solve()
    budget.spend(solution.iterations * (1000 + len(entries) + _cone_work(grams)))
    if "Solved" not in str(solution.status):
        return None
    numbers = np.array(solution.x)
    matrices, start = [], len(products)
    for gram in grams:
        size = len(gram.basis)
        stop = start + size * (size + 1) // 2
        matrices.append(_symmetric(numbers[start:stop], size))
        start = stop
    return matrices


def _cone_work(grams: Sequence[Gram]) -> int:
    return sum(len(gram.basis) ** 4 // 100 for gram in grams)


def _symmetric(triangle: _Floats, size: int) -> _Floats:
    """Return the matrix of an upper triangle by columns, its off-diagonal entries times √2."""
    import numpy as np

    matrix = np.zeros((size, size))
    columns, rows = np.tril_indices(size)
    matrix[rows, columns] = triangle / np.where(rows == columns, 1.0, math.sqrt(2))
    return np.triu(matrix) + np.triu(matrix, 1).T


def _with_rounded_squares(
    ring: Ring,
    grams: Sequence[Gram],
    matrices: Sequence[_Floats],
    denominator: int,
    budget: Budget,
) -> list[Product]:
    """Return the products times squares: of rounded factors, monomials and their binomials."""
    found: list[Product] = []
    for (product, basis), matrix in zip(grams, matrices, strict=True):
        if matrix.trace() < SMALL / 10:
            continue
        roots = [
            _rounded(ring, vector, basis, denominator)
            for vector in (*_pivoted_factors(matrix), *_eigenvectors(matrix))
        ]
        roots += [ring.monomial(monomial) for monomial in basis]
        for a, b in combinations(map(ring.monomial, basis), 2):
            roots += [b + a, b - a]
        seen: set[str] = set()
        for root in roots:
            if root.is_zero() or str(root) in seen or str(-root) in seen:
                continue
            seen.add(str(root))
            polynomial = product.polynomial * root * root
            budget.spend(10 + len(polynomial))
            found.append(Product(product.factors, (root,), False, polynomial))
    return found


def _rounded(
    ring: Ring, vector: _Floats, basis: Sequence[Monomial], denominator: int
) -> Polynomial:
    numerators = {m: round(float(x) * denominator) for m, x in zip(basis, vector, strict=True)}
    polynomial = ring.context.from_dict(
        {m: flint.fmpq(n, denominator) for m, n in numerators.items() if n}
    )
    return primitive(polynomial)[1]


def _pivoted_factors(matrix: _Floats) -> Iterator[_Floats]:
    """Yield the columns of a Cholesky factor, the largest pivot first, scaled to one there."""
    import numpy as np

    rest = matrix.copy()
    for _ in range(len(matrix)):
        pivot = int(np.argmax(np.diag(rest)))
        size = rest[pivot, pivot]
        if size < SMALL * max(1.0, matrix.trace()):
            return
        column = rest[:, pivot] / size
        yield column
        rest = rest - np.outer(column, column) * size


def _eigenvectors(matrix: _Floats) -> Iterator[_Floats]:
    """Yield the eigenvectors of eigenvalues that are not zero, their largest entry one."""
    import numpy as np

    values, vectors = np.linalg.eigh(matrix)
    for value, vector in zip(values, vectors.T, strict=True):
        if value > SMALL * max(1.0, values[-1]):
            yield vector / vector[np.argmax(abs(vector))]
