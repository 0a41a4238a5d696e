"""Closed forms of optimal mechanisms against linear programs over all enumerated vertices."""

from fractions import Fraction as F
from functools import cache

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.extremal import outcomes, regions, uniform
from pmlsym.ledger.extremal.worth import bound, floor, special, zeros
from pmlsym.ledger.pmc.symbols import epsilon, p, p_min, v, w
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    SHARES,
    exact,
    fraction,
    is_true,
    law_of,
    lift_vectors,
    log,
    mean,
    mechanisms,
    powers,
    priors,
    satisfied,
    true_at,
    true_parts,
    value,
)
from tests.ledger.optima import extremes, information, optimum, vertices

# --- the polytope of lift vectors and the optimum over it ----------------------------------------


def parts(name):
    return claim(f"extremal.{name}").parts


@cache
def part_of(name, words):
    """The part of a claim in the meaning of which the words stand."""
    (found,) = (part for part in claim(name).parts if words in part.meaning)
    return found


def of(name, words):
    return part_of(f"extremal.{name}", words)


@st.composite
def convex(draw, size):
    """A convex function of a lift vector: a maximum of affine ones, or quadratic, or both."""
    numbers = st.integers(-5, 5)
    planes = np.array([[draw(numbers) for _ in range(size + 1)] for _ in range(3)], dtype=float)
    bend = np.array([draw(numbers) for _ in range(size)], dtype=float)
    curved = draw(st.booleans())

    def mu(lifts):
        worth = (planes[:, :-1] @ lifts + planes[:, -1]).max()
        return worth + curved * float(bend @ lifts) ** 2

    return mu


LEVELS = st.fractions(F(21, 20), 6, max_denominator=20)
close = pytest.approx


def same(found, expected):
    return expected == close(found, rel=1e-7, abs=1e-7)


# --- two secrets ---------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(SHARES, LEVELS, st.sampled_from(["any", "first", "second"]), st.data())
def test_two_secrets_are_best_served_by_the_ends_of_the_segment(mass, level, at, data):
    mass = min(mass, 1 - mass)
    level = {"first": 1 / (1 - mass), "second": 1 / mass}.get(at, level)
    prior, values = [mass, 1 - mass], {p: rational(mass), bound: rational(level)}
    matching = [r for r in regions.REGIONS if all(true_at(h, values) for h in r.given)]
    # every level is in some region, and those that meet agree
    assert len(matching) == 1 + (level == 1 / mass) + (level == 1 / (1 - mass))
    mu = data.draw(convex(2))
    best = optimum(prior, vertices(prior, F(0), level), mu)
    for region in matching:
        low, high = (exact(end, values) for end in (region.low, region.high))
        pair = [[x, exact(regions.other(v), values | {v: rational(x)})] for x in (low, high)]
        assert {tuple(vector) for vector in pair} == set(vertices(prior, F(0), level))
        found = {
            symbol: rational(F(mu([float(x) for x in vector])))
            for symbol, vector in zip((regions.at_low, regions.at_high), pair, strict=True)
        }
        assert same(float(region.optimum.subs(values | found)), best)
        here = [x for x in parts("binary") if region.name in x.meaning]
        for lift in (low, high, F(1)):
            put = values | found | {v: rational(lift)}
            put |= {w: rational(exact(regions.other(v), put))}
            put |= {regions.lower_lift: rational(low), regions.upper_lift: rational(high)}
            put |= {regions.share: rational(exact(region.chance, values))}
            assert true_parts(here, put) == len(here)
    assert ("identity" in [r.name for r in matching]) == (level >= 1 / mass)


# --- equally likely secrets ----------------------------------------------------------------------


def cyclic(size, level):
    """The lifts of an outcome of the mechanism: m at the level, the remainder, and zeros."""
    number = size // level
    lifts = [level] * int(number) + [size - number * level] * (number < size)
    return (lifts + [F(0)] * size)[:size]


sizes = st.integers(2, 6)


@settings(max_examples=60, deadline=None)
@given(sizes, LEVELS, st.integers(0, 5), st.data())
def test_equally_likely_secrets_are_best_served_cyclically(size, level, whole, data):
    if whole:
        level = max(F(size, whole), F(21, 20))  # without a remainder
    prior = [F(1, size)] * size
    knots = [data.draw(st.tuples(st.integers(-4, 4), st.integers(-4, 4))) for _ in range(3)]

    def f(x):
        return max(a * x + b for a, b in knots)

    number = size // level
    rest = size - number * level
    values = {uniform.n: size, uniform.m: number, bound: level, uniform.r: rest}
    values |= {uniform.f_0: f(0), uniform.f_r: f(rest), uniform.f_bound: f(level)}
    put = {key: rational(F(number)) for key, number in values.items()}
    found = exact(uniform.VALUE, put)
    assert found == mean(prior, [f(x) for x in cyclic(size, level)])
    admitted = vertices(prior, F(0), level)
    assert tuple(cyclic(size, level)) in admitted
    assert same(float(found), optimum(prior, admitted, lambda v: sum(map(f, v)) / size))
    assert found == max(mean(prior, [f(x) for x in vector]) for vector in admitted)
    if rest:
        # between two vertices any number of lifts may be above the remainder
        share, pair = data.draw(SHARES), [data.draw(st.sampled_from(admitted)) for _ in range(2)]
        between = [share * x + (1 - share) * y for x, y in zip(*pair, strict=True)]
        assert check_groups(size, rest, f, put, between) == 3


def check_groups(size, rest, f, put, lifts):
    """Put a lift vector into the parts on the secrets above the remainder, and on the others."""
    high, low = [x for x in lifts if x > rest], [x for x in lifts if x <= rest]
    numbers = {uniform.j: len(high), uniform.total: sum(high)}
    numbers |= {uniform.big: sum(map(f, high)), uniform.small: sum(map(f, low))}
    here = put | {key: rational(F(number)) for key, number in numbers.items()}
    assert is_true(of("uniform", "so a lift vector"), here)
    assert is_true(of("uniform", "the excess over r"), here)
    done, value_of = 1, reals("f")[0]
    for group, words, law in (
        (high, "over the j secrets", "A"),
        (low, "and so it is over the other", "O"),
    ):
        weights = [F(1, len(group))] * len(group) if group else [F(1)]
        lift = group or [rest]
        laws = {law: law_of(weights, (v, lift), (value_of, [f(x) for x in lift]))}
        total = {uniform.total: rational(F(sum(group)))}
        assert is_true(of("uniform", words), here | total, laws)
        done += 1
    return done


@settings(max_examples=40, deadline=None)
@given(sizes, LEVELS, st.integers(0, 5))
def test_the_information_of_the_cyclic_mechanism_is_the_largest(size, level, whole):
    if whole:
        level = max(F(size, whole), F(21, 20))  # without a remainder
    prior, number = [F(1, size)] * size, size // level
    rest, shift = size - number * level, cyclic(size, level)
    rows = [[shift[(x - y) % size] / size for y in range(size)] for x in range(size)]
    channel = ps.Channel(rows, prior)
    values = {epsilon: log(level), uniform.n: size, uniform.m: number, uniform.r: rest}
    values = {key: sp.sympify(rational(x) if isinstance(x, F) else x) for key, x in values.items()}
    if rest:
        words = "where the value is"
        found = value(of("uniform.information", words).goal.conclusion.rhs, values)
        for part in parts("uniform.information")[:3]:
            points = {bound: rational(level), v: rational(rest), uniform.r: rational(rest)}
            if satisfied(part, points):
                assert is_true(part, points), part.meaning
    else:
        part = of("uniform.information", "without a remainder")
        assert is_true(part, values)
        found = value(part.goal.conclusion.rhs, values)
    assert found == close(float(ps.mutual_information(channel)))
    assert same(found, optimum(prior, vertices(prior, F(0), level), information(prior)))
    assert max(powers(ps.pml(channel))) <= level


# --- zeros ---------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(priors, LEVELS, st.booleans(), st.data())
def test_as_many_secrets_can_be_ruled_out_as_the_ledger_says(prior, level, end, data):
    if end:
        gone = data.draw(st.integers(1, len(prior) - 1))
        level = 1 / (1 - sum(sorted(prior)[:gone]))
    most = max(vector.count(0) for vector in vertices(prior, F(0), level))
    exists = of("regions", "conversely 1/(1 - s)")
    for k in range(1, len(prior)):
        values = {zeros: rational(sum(sorted(prior)[:k])), bound: rational(level)}
        assert satisfied(exists, values) == (k <= most)
        if k <= most:
            assert is_true(exists, values)


@settings(max_examples=40, deadline=None)
@given(priors, LEVELS)
def test_what_rules_secrets_out_satisfies_the_condition(prior, level):
    words = "zeros of the probability s, and a mean of one"
    for vector in vertices(prior, F(0), level):
        gone = sum(mass for mass, x in zip(prior, vector, strict=True) if x == 0)
        kept = [x for x, lift in enumerate(vector) if lift]
        rest = [x for x in kept if x != kept[0]]
        if not rest:
            continue
        share = sum(prior[x] for x in rest)
        law = law_of([prior[x] / share for x in rest], (w, [vector[x] for x in rest]))
        values = {p: prior[kept[0]], zeros: gone, v: vector[kept[0]], bound: level}
        put = {key: rational(number) for key, number in values.items()}
        assert is_true(of("regions", words), put, {"O": law})


# --- the number of outcomes ----------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(mechanisms(most=3), st.data())
def test_outcomes_vanish_one_after_the_other_without_loss(found, data):
    """Follow the parts on a mechanism until there are as many outcomes as secrets."""
    kernel, prior = found
    mu = data.draw(convex(len(prior)))
    vectors = [(chance, lifts) for chance, lifts, _ in lift_vectors(kernel, prior)]
    worth = [F(mu([float(x) for x in lifts])) for _, lifts in vectors]
    state = [(chance, lifts, u) for (chance, lifts), u in zip(vectors, worth, strict=True)]
    while len(state) > len(prior):
        before = sum(chance * u for chance, _, u in state)
        state = moved(state, len(prior))
        assert sum(chance * u for chance, _, u in state) >= before
        assert sum(chance for chance, _, _ in state) == 1
        for x in range(len(prior)):
            assert sum(chance * lifts[x] for chance, lifts, _ in state) == 1


def moved(state, secrets):
    """Go along a direction until an outcome vanishes, and check the parts on the way."""
    chances, lifts, worth = zip(*state, strict=True)
    matrix = sp.Matrix(secrets, len(state), lambda x, y: rational(chances[y] * lifts[y][x]))
    direction = [fraction(entry) for entry in matrix.nullspace()[0]]
    slope = sum(c * chance * u for c, chance, u in zip(direction, chances, worth, strict=True))
    if slope < 0:
        direction = [-c for c in direction]
    assert min(direction) < 0 < max(direction)
    step = -1 / min(direction)
    after = [1 + step * c for c in direction]
    assert min(after) == 0
    for x in range(secrets):
        check_mean([lift[x] for lift in lifts], chances, direction, step)
    return [
        (chance * rho, lift, u)
        for chance, rho, lift, u in zip(chances, after, lifts, worth, strict=True)
        if rho
    ]


def check_mean(lifts, chances, direction, step):
    """Take an outcome whose direction is positive for the one that stands for itself."""
    # the equation of one secret; over all of them it says that c has mean zero
    assert sum(c * chance for c, chance in zip(direction, chances, strict=True)) == 0
    y = next(i for i, c in enumerate(direction) if c > 0)
    rest = [i for i in range(len(lifts)) if i != y]
    law = law_of(
        [chances[i] / (1 - chances[y]) for i in rest],
        (outcomes.c, [direction[i] for i in rest]),
        (v, [lifts[i] for i in rest]),
        (outcomes.rho, [1 + step * direction[i] for i in rest]),
    )
    values = {special: chances[y], outcomes.t: step, outcomes.c_0: direction[y]}
    values |= {outcomes.v_0: lifts[y]}
    put = {key: rational(number) for key, number in values.items()}
    for words in ("sum to one, as c has mean zero", "the mean lift at a secret stays"):
        assert is_true(of("outcomes", words), put, {"R": law})


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 4), st.data())
def test_elimination_finds_a_direction(equations, data):
    """Solve one equation after the other, as the parts do, and look at all of them in the end."""
    rows = [
        [F(data.draw(st.integers(-3, 3))) for _ in range(equations + 1)] for _ in range(equations)
    ]
    found = eliminated(rows, list(range(equations + 1)))
    assert any(found.values())
    for row in rows:
        assert sum(row[y] * found[y] for y in found) == 0


def eliminated(rows, unknowns):
    rows = [row for row in rows if any(row[y] for y in unknowns)]  # others ask for nothing
    if not rows:
        return dict.fromkeys(unknowns, F(1))
    pivot = next(y for y in unknowns if rows[0][y])
    divided = [entry / rows[0][pivot] for entry in rows[0]]
    others = [y for y in unknowns if y != pivot]
    reduced = [[row[y] - row[pivot] * divided[y] for y in range(len(row))] for row in rows[1:]]
    found = eliminated(reduced, others)
    own = -sum(divided[y] * found[y] for y in others)
    even, chosen = [F(1, len(others))] * len(others), (outcomes.c, [found[y] for y in others])
    coefficients = ((s, [line[y] for y in others]) for s, line in ((v, rows[0]), (w, divided)))
    numbers = {outcomes.b_0: rows[0][pivot], outcomes.count: len(others), outcomes.c_0: own}
    put = {key: rational(F(number)) for key, number in numbers.items()}
    law = law_of(even, chosen, *coefficients)
    assert is_true(of("outcomes", "elimination: an equation"), put, {"R": law})
    for row, less in zip(rows[1:], reduced, strict=True):
        values = {outcomes.a_0: row[pivot], outcomes.count: len(others), outcomes.c_0: own}
        coefficients = ((v, row), (w, divided), (outcomes.reduced, less))
        law = law_of(even, chosen, *((s, [line[y] for y in others]) for s, line in coefficients))
        put = {key: rational(F(number)) for key, number in values.items()}
        assert is_true(of("outcomes", "by which another equation"), put, {"R": law})
        # both sides, as they are to be read
        solved = exact_value(of("outcomes", "by which another equation"), put, {"R": law})
        assert solved == row[pivot] * own + sum(row[y] * found[y] for y in others)
    return found | {pivot: own}


def exact_value(part, values, laws):
    """The left side of a part at numbers and laws, as a fraction, with the means written out."""
    left = part.goal.conclusion.lhs
    means = {
        mean: sum(weight * mean.body.subs(atom) for weight, atom in laws[mean.law])
        for mean in part.goal.means
    }
    return exact(left.xreplace(means), values)


# --- two bounds ----------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(priors, SHARES, LEVELS, st.data())
def test_two_bounds_are_one_bound_on_the_rescaled_lift(prior, least, most, data):
    values = {floor: rational(least), uniform.ceiling: rational(most)}
    level = exact(of("bounded", "the bound is one of PML").goal.conclusion.lhs, values)
    both, one = vertices(prior, least, most), vertices(prior, F(0), level)
    back = {uniform.rescaled: None}
    for vector in one:
        lifts = tuple(
            exact(uniform.lifted(uniform.rescaled), values | dict.fromkeys(back, rational(x)))
            for x in vector
        )
        assert lifts in both
    assert len(one) == len(both)
    mu = data.draw(convex(len(prior)))
    best = optimum(prior, both, mu)
    if most * (1 - min(prior)) + least * min(prior) <= 1:
        worth = [mu([float(x) for x in vector]) for vector in extremes(prior, most)]
        assert same(sum(float(m) * u for m, u in zip(prior, worth, strict=True)), best)
    assert most >= 1
    for mass in prior:
        put = values | {p: rational(mass), p_min: rational(min(prior)), zeros: rational(mass)}
        put |= {v: rational(most), uniform.rescaled: rational(level)}
        put |= {uniform.n: sp.Integer(5), uniform.m: sp.Integer(2)}
        fixed = [x for x in parts("bounded") if not x.goal.means]
        assert true_parts(fixed, put) >= 8


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), SHARES, LEVELS)
def test_with_two_bounds_one_secret_has_the_remainder(size, least, most):
    prior = [F(1, size)] * size
    level = (most - least) / (1 - least)
    number = size // level
    words = "for n equally likely secrets with m"
    values = {uniform.n: size, uniform.m: number, floor: least, uniform.ceiling: most}
    put = {key: rational(F(x)) for key, x in values.items()}
    rest = exact(of("bounded", words).goal.conclusion.rhs, put)
    lifts = ([most] * int(number) + [rest] + [least] * size)[:size]
    worth = [mean(prior, [x * x for x in vector]) for vector in vertices(prior, least, most)]
    assert mean(prior, lifts) == 1
    assert mean(prior, [x * x for x in lifts]) == max(worth)
