"""What design asks of a set of lift vectors, for every kind, against linear programs and limits.

A set is known here by its definition alone: inequalities between the coordinates of a vector.
"""

import itertools
import math
from fractions import Fraction as F

import cvxpy as cp
import mpmath
import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.guarantees.metric import DPrivacy
from pmlsym.guarantees.sets.lift_set import below_exponential, relative
from tests.design.definitions import box_vertices, cone_vertices, exponential
from tests.guarantees.programs import largest, rows

LINE = [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
PRIORS = [np.array(p) for p in ([0.2, 0.3, 0.5], [0.05, 0.9, 0.05])]
LEVELS = (0.15, 1.2)
KINDS = {
    "PML": ps.PML,
    "PMC": ps.PMC,
    "LIP": ps.LIP,
    "ALIP": lambda e: ps.ALIP(e, 0.5),
    "LDP": ps.LDP,
    "metric": lambda e: DPrivacy(e, LINE),
}
POLYHEDRA = [
    pytest.param(kind(e), prior, id=f"{name}-{e}-{place}")
    for name, kind in KINDS.items()
    for e, (place, prior) in itertools.product(LEVELS, enumerate(PRIORS))
]


def excess(guarantee, prior, columns):
    """By how much each column breaks the definition; at most 0 where it does not."""
    return np.vstack([rows(guarantee, prior) @ columns, -columns]).max(axis=0)


def most(guarantee, prior, gain):
    """The largest gain of a lift vector, by another program."""
    return largest(gain, rows(guarantee, prior), prior)


def gains(prior, count=4):
    rng = np.random.default_rng(round(1000 * prior[0]))
    return rng.normal(size=(len(prior), count))


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA)
def test_the_best_lift_vectors_are_admitted_and_worth_most(guarantee, prior):
    lifts, worth = guarantee.lift_set(prior), np.hstack([gains(prior), 2 * prior[:, None]])
    best = lifts.best(worth)  # at the last all lift vectors are worth the same
    assert prior @ best == pytest.approx(np.ones(best.shape[1]))
    assert (excess(guarantee, prior, best) <= 1e-9).all()
    expected = [most(guarantee, prior, gain) for gain in worth.T]
    assert (worth * best).sum(axis=0) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA[::2])
def test_the_constraints_for_programs_are_the_definition(guarantee, prior):
    lifts, worth = guarantee.lift_set(prior), gains(prior, 3)
    mean, moved = cp.Variable((1, 3)), cp.Variable((3, 3))
    kernel = np.ones((3, 1)) @ mean + lifts.unit * moved
    given = np.array([[1.0, 2.0, 0.5]])
    inside = [mean == given, prior[None, :] @ moved == 0, *lifts.constraints(mean, moved)]
    found = cp.Problem(cp.Maximize(cp.sum(cp.multiply(worth, kernel))), inside)
    expected = sum(
        m * most(guarantee, prior, gain) for m, gain in zip(given[0], worth.T, strict=True)
    )
    assert found.solve(solver="CLARABEL") == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA)
def test_a_lift_vector_is_as_likely_as_the_rest_can_make_up_for(guarantee, prior):
    lifts = guarantee.lift_set(prior)
    columns = lifts.best(gains(prior))
    columns = np.hstack([columns, 1 + 0.5 * (columns - 1)])
    columns = columns[:, np.abs(columns - 1).max(axis=0) > 1e-6]
    likely = lifts.balance(columns)
    assert ((likely > 0) & (likely <= 1)).all()
    for share, is_within in ((1 - 1e-7, True), (1 + 1e-4, False)):
        rest = 1 - share * likely * columns  # in proportion to the lift of all other outcomes
        sure = (likely * share < 1) | ~np.array(is_within)
        assert ((excess(guarantee, prior, rest) <= 1e-12) == is_within)[sure].all()


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA)
def test_spread_is_how_far_the_best_coordinate_goes(guarantee, prior):
    lifts = guarantee.lift_set(prior)
    ends = [[most(guarantee, prior, side * unit) for unit in np.eye(3)] for side in (1, -1)]
    farthest = np.maximum(np.array(ends[0]) - 1, 1 + np.array(ends[1]))
    assert lifts.spread == pytest.approx(farthest, abs=1e-6)
    assert not lifts.trivial
    assert 0 < lifts.unit <= 1


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA)
def test_a_shrunk_set_is_inside_by_the_margin_and_not_much_more(guarantee, prior):
    lifts, margin = guarantee.lift_set(prior), 1e-3
    smaller = lifts.shrunk(margin)
    best, inner = lifts.best(gains(prior)), smaller.best(gains(prior))
    assert (excess(guarantee, prior, inner) <= 1e-12).all()
    assert np.abs(best - inner).max() <= 40 * margin * best.max()
    assert np.abs(best - inner).max() >= margin / 10


@pytest.mark.parametrize("name", ["PML", "PMC", "LIP", "ALIP"])
def test_each_bound_moves_by_the_margin_at_least(name):
    lifts = KINDS[name](0.15).lift_set(PRIORS[0])
    smaller = lifts.shrunk(1e-3)
    if lifts.low > 0:
        assert smaller.low >= lifts.low + 0.999e-3
    if lifts.high < math.inf:
        assert smaller.high <= lifts.high * (1 - 0.999e-3)


@pytest.mark.parametrize("kind", [ps.LIP, ps.PML])
def test_vertices_that_are_near_each_other_are_all_there(kind):
    few, many = (kind(e).lift_set([0.13, 0.26, 0.61]).vertices() for e in (1e-3, 1e-10))
    assert few.shape == many.shape
    assert len({tuple(column) for column in many.T}) == many.shape[1]


def test_a_margin_is_relative_to_the_level():
    for level, margin in ((1.5, 1e-3), (1 + 1e-6, 1e-9), (40.0, 0.1)):
        assert 1 + (level - 1) * (1 - relative(margin, level)) == pytest.approx(
            level * (1 - margin)
        )
    assert relative(0.5, 1.1) == 1.0  # more than there is
    assert relative(0.5, math.inf) == relative(0.5, 1) == 0.0


@pytest.mark.parametrize(("guarantee", "prior"), POLYHEDRA)
def test_what_is_nearly_admitted_is_moved_inside_by_as_little(guarantee, prior):
    lifts = guarantee.lift_set(prior)
    rng = np.random.default_rng(7)
    best = lifts.best(gains(prior))
    for size in (1e-9, 1e-3, 0.2):
        off = best * (1 + size * rng.uniform(-1, 1, best.shape))
        found = lifts.inside(off)
        assert prior @ found == pytest.approx(np.ones(best.shape[1]), abs=1e-12)
        assert (excess(guarantee, prior, found) <= 1e-9).all()
        assert np.abs(found - best).max() <= 20 * size * best.max()
        if size < 1e-8 and not isinstance(guarantee, DPrivacy):  # meant to be a vertex
            assert np.abs(found - best).max() <= 1e-12 * best.max()


@pytest.mark.parametrize("secrets", [2, 3, 5])
@pytest.mark.parametrize(
    "guarantee", [kind(e) for kind in list(KINDS.values())[:5] for e in LEVELS]
)
def test_equally_likely_secrets_have_these_vertices_in_every_order(secrets, guarantee):
    lifts = guarantee.lift_set([1 / secrets] * secrets)
    corners = lifts.simplex()
    even = lifts.even_vertices() if corners is None else corners
    assert len({tuple(column) for column in even.T}) == even.shape[1]
    orders = {
        tuple(round(column[x], 9) for x in order)
        for column in even.T
        for order in itertools.permutations(range(secrets))
    }
    assert orders == {tuple(column.round(9)) for column in lifts.vertices().T}


# --- exactly --------------------------------------------------------------------------------------

FIFTHS = (F(1, 5), F(3, 10), F(1, 2))
THREE_HALVES = sp.log(sp.Rational(3, 2))
EXACT = [ps.PML, ps.PMC, ps.LIP, lambda e: ps.ALIP(e, e), ps.LDP]


def admitted_exactly(guarantee, column):
    """The definition in fractions; a level that is irrational is never met."""

    def level(epsilon, d=1):
        return F(3, 2) ** d if epsilon == THREE_HALVES else exponential(F(epsilon) * d)[0]

    mean = sum(p * v for p, v in zip(FIFTHS, column, strict=True))
    least, most_of_it = min(column), max(column)
    if isinstance(guarantee, ps.LDP):
        return most_of_it <= level(guarantee.epsilon) * least
    if isinstance(guarantee, DPrivacy):
        pairs = itertools.permutations(range(3), 2)
        return all(column[x] <= level(guarantee.epsilon, LINE[x][z]) * column[z] for x, z in pairs)
    below = isinstance(guarantee, ps.PML) or mean <= level(guarantee.values[0]) * least
    return below and (
        isinstance(guarantee, ps.PMC) or most_of_it <= level(guarantee.values[-1]) * mean
    )


@pytest.mark.parametrize("epsilon", [0.25, 1.0, THREE_HALVES])
@pytest.mark.parametrize("kind", [*EXACT, KINDS["metric"]])
def test_a_column_is_contained_if_the_definition_says_so(kind, epsilon):
    guarantee, rng = kind(epsilon), np.random.default_rng(1)
    lifts, seen = guarantee.lift_set(FIFTHS), set()
    columns = [[F(int(v), 30) for v in rng.integers(1, 30, 3)] for _ in range(40)]
    columns += [[20 + v / 3 for v in column] for column in columns]
    columns += [[6 + v for v in column] for column in columns] + [[F(99), F(1), F(1)]]
    for column in columns:
        expected = admitted_exactly(guarantee, column)
        assert lifts.contains(column) == expected
        seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize("kind", EXACT)
def test_a_column_of_floats_is_read_as_the_vertex_that_it_is_meant_to_be(kind):
    guarantee, ratio = kind(THREE_HALVES), F(3, 2)
    exact, lifts = guarantee.lift_set(FIFTHS), guarantee.lift_set(list(map(float, FIFTHS)))
    if isinstance(guarantee, ps.LDP):
        expected = cone_vertices(list(FIFTHS), ratio)
    else:
        low = F(0) if isinstance(guarantee, ps.PML) else 1 / ratio
        high = None if isinstance(guarantee, ps.PMC) else ratio
        expected = box_vertices(list(FIFTHS), low, high)
        for bound in (low, high):  # no mean of one can be had of these
            if bound is not None:
                assert exact.exact_vertex(np.full(3, float(bound)), lifts.spread) in (
                    None,
                    *map(list, expected),
                )
    rounding = 1 + 1e-10 * np.array([1.0, -0.7, 0.4])
    columns = [column * rounding for column in lifts.vertices().T]
    assert {tuple(exact.exact_vertex(column, lifts.spread)) for column in columns} == expected
    inner = [1 + np.array([0.3, 0.2, 0.1]) * (column - 1) for column in columns]
    assert all(exact.exact_vertex(column, lifts.spread) is None for column in inner)


@pytest.mark.parametrize("level", ["sqrt(2)", "log(3)/7", "1/3", "log(7/5)", "pi*10"])
def test_a_rational_level_is_below_the_exponential_and_near(level):
    found = below_exponential(sp.sympify(level))
    with mpmath.workdps(150):
        exact = mpmath.exp(mpmath.mpf(sp.sympify(level).evalf(150)))
        below = mpmath.mpf(found.numerator) / found.denominator
        assert exact * (1 - mpmath.mpf(10) ** -70) <= below <= exact * (1 + mpmath.mpf(10) ** -140)


@pytest.mark.parametrize("kind", [ps.LDP, ps.LIP])
def test_a_least_probability_of_one_in_n_is_the_uniform_prior(kind):
    over = DPrivacy.over(LINE)
    found = kind(F(1, 5)).implies(over, p_min=F(1, 3))
    assert found is not None
    assert found == kind(F(1, 5)).implies(over, prior=[F(1, 3)] * 3)
