"""The supply of models: edge cases, structure by construction, and hypotheses that are met."""

from fractions import Fraction as F
from itertools import islice, product
from random import Random

import pytest

from pmlsym.prover.repairs import mutants
from pmlsym.statements import Model, models, parse, read
from pmlsym.statements.generator.kernels import COMMON, EDGES, NARROW, damped, one_zero
from pmlsym.statements.law import Law
from pmlsym.statements.reading import applies
from pmlsym.statements.values import LogOf
from tests.conjecture import second

MANY = list(islice(models(parse("PML(e) => PMC(e)"), 0), 600))
IDENTITIES = [tuple(tuple(F(x == y) for y in range(n)) for x in range(n)) for n in (2, 3, 4)]


def drawn(text, count=300, seed=2):
    return list(islice(models(parse(text), seed), count))


@pytest.mark.parametrize(
    "has",
    [
        lambda m: len(m.prior) == 2 and m.kernel == ((1, 0), (0, 1)),
        lambda m: len(m.prior) >= 3 and len(set(m.prior)) == 1,
        lambda m: min(m.prior) < F(1, 5000),
        lambda m: len(set(m.kernel)) == 1 and len(m.kernel[0]) > 1,
        lambda m: len(m.kernel[0]) == 1,
        lambda m: 1 < len(set(m.kernel)) < len(m.kernel),
        lambda m: all(0 < entry < 1 for line in m.kernel for entry in line),
        lambda m: sum(entry == 0 for line in m.kernel for entry in line) == 1,
        lambda m: all(entry in (0, 1) for line in m.kernel for entry in line) and len(m.prior) > 2,
        lambda m: any(set(column) == {0} for column in zip(*m.kernel, strict=True)),
        lambda m: m.parameters["e"] == 0,
        lambda m: m.parameters["e"] == LogOf(1 / min(m.prior)),
        lambda m: m.parameters["e"] == LogOf(1 / (1 - min(m.prior))),
        lambda m: m.parameters["e"] == LogOf(F(len(m.prior))),
        lambda m: read(parse("pml(X->Y) = e"), m).holds,
        lambda m: read(parse("e > pml(X->Y) and e < pml(X->Y) + 1/500"), m).holds,
        lambda m: len(m.prior) == 4,
    ],
)
def test_edge_cases_occur(has):
    assert any(has(model) for model in MANY)


def test_each_prior_comes_first_with_a_mechanism_that_tells_the_secret():
    assert {len(model.prior) for model in MANY[:100]} == {2, 3}
    told = [m.prior for m in MANY[:120] if m.kernel in IDENTITIES]
    assert len(told) >= 12
    assert {(len(prior), len({*prior}) == 1) for prior in told} >= {*product((2, 3), (True, False))}
    assert any(min(prior) < F(1, 5000) for prior in told)
    assert any(F(4, 5) < max(prior) < F(99, 100) for prior in told)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        "X - Y - Z: PML(a) of X->Y => PML(a) of X->Z",
        "Y - X - Z: PMC(a) of X->Y => PMC(a) of X->Z",
        "X - Z - Y: LDP(a) of X->Z => LDP(a) of X->Y",
        "X, Y independent: a <= pml(X->Z)",
        "X, Z independent: a <= pml(X->Y)",
        "Y, Z independent: a <= pml(X->Y)",
        "X, Y, Z independent: a <= pml(X->Y)",
        "X - Y - Z; X, Z independent: a <= pml(X->Y)",
        "|X| = 3; prior uniform: PML(a) and PMC(b) => LDP(a + b)",
        "prior (1/2, 1/3, 1/6): LDP(log(a)) => PML(a)",
        "|X| >= 5: PML(2*a + 1) => PMC(a)",
        "|X| = 1: PML(a)",
        "n = 6 and PML(a - b) => PMC(a)",
        "pmin = 1/5 and LDP(1) => PML(1/2)",
        "pmax <= 2/5 and pml(X->y) <= 1/3 => PMC(1)",
        "PML(log(3/2)) and PMC(1/2) => LDP(1)",
        "ldp(X->y) <= -log(1 - a) => PML(a) where a < 1",
        "pml(X->Y) > a and pml(X->Y) < b => b > a",
        "maximal_leakage(X->Y) <= a and mutual_information(X;Y) >= b => a > b",
        "PML(e) => PMC(1) where exp(e)*(1 - pmin) < 1",
        "PML(b/2) of X->Y,Z and PML(exp(a)) of Y->Z => PMC(?) of X->Z",
        "a > 1 and b^2 <= a and c = a*b => c > 0",
    ],
)
def test_at_least_half_of_the_models_apply(text):
    statement = parse(text)
    found = drawn(text)
    assert sum(applies(statement, model) is True for model in found) >= 150


def test_holes_do_not_keep_models_from_being_drawn():
    assert all(isinstance(model, Model) for model in drawn("PML(a) => ALIP(?, ?)", 20))


def test_other_seeds_give_other_models():
    text = "PML(e) => PMC(e)"
    assert drawn(text, 50, 1) == drawn(text, 50, 1)
    assert drawn(text, 50, 1) != drawn(text, 50, 2)


@pytest.mark.parametrize("kind", sorted({*EDGES, *COMMON, *NARROW}, key=lambda k: k.__name__))
def test_rows_of_a_kernel_have_one_sum_and_what_is_mixed_in_says_nothing(kind):
    """Mixed with a share of the same row, any two rows differ as much less as the share is."""
    random = Random(3)
    for size, times in product((2, 3, 4, 5), (1, 2)):
        rows = kind(random, [1 + x for x in range(size)])
        assert len(rows) == size
        assert len({len(row) for row in rows}) == 1
        assert len({sum(row) for row in rows}) == 1
        assert all(entry >= 0 for row in rows for entry in row)
        first, *others = shares(rows)
        damped_first, *damped_others = shares(damped(random, rows, times))
        assert min(damped_first) > 0
        for row, less in zip(others, damped_others, strict=True):
            assert [b - a for a, b in zip(damped_first, less, strict=True)] == [
                (b - a) / 4**times for a, b in zip(first, row, strict=True)
            ]


def shares(rows):
    return [[F(entry, sum(row)) for entry in row] for row in rows]


def test_a_kernel_that_rules_one_secret_out_has_one_zero():
    for seed in range(20):
        rows = one_zero(Random(seed), [1, 1, 1])
        assert sum(entry == 0 for row in rows for entry in row) == 1


@pytest.mark.parametrize(
    ("text", "dependent"),
    [
        ("X, Y independent: pml(X->Z) <= a", ("XZ", "YZ")),
        ("X, Z independent: pml(X->Y) <= a", ("XY", "YZ")),
        ("Y, Z independent: pml(X->Y) <= a", ("XY", "XZ")),
        ("X - Y - Z: pml(X->Z) <= a", ("XY", "YZ")),
        ("Y - X - Z: pml(X->Z) <= a", ("XY", "XZ")),
        ("X - Z - Y: pml(X->Z) <= a", ("XZ", "YZ")),
    ],
)
def test_what_a_structure_lets_depend_on_each_other_often_does(text, dependent):
    for pair in dependent:
        found = sum(not model.law.are_independent(tuple(pair)) for model in drawn(text, 100))
        assert found > 50, pair


def test_levels_after_a_hole_are_changed_too():
    changed = {str(mutant) for _, mutant in mutants(parse("PML(a) => ALIP(?, a)"))}
    assert any("ALIP(?, 2*a)" in text for text in changed), changed


def has(structure, model):
    """Whether a law has a structure, by the second reading."""
    return second.evaluate(f"{structure}: 1 <= 1", model.as_dict()) == (True, True)


@pytest.mark.parametrize("chain", ["X - Y - Z", "Y - X - Z", "X - Z - Y"])
def test_of_a_chain_the_ends_are_independent_given_the_middle(chain):
    assert all(has(chain, model) for model in drawn(f"{chain}: pml(X->Z) <= 9", 60))


def test_pairs_that_are_independent_need_not_be_so_together():
    pairs = "X, Y independent; X, Z independent; Y, Z independent"
    statement = parse(f"{pairs}: pml(X->y,z) = 0")
    found = list(islice(models(statement), 200))
    assert all(has(pairs, model) for model in found)
    assert sum(not has("X, Y, Z independent", model) for model in found) > 80
    weights = [int(z == x ^ y) for x, y, z in product((0, 1), repeat=3)]  # two bits and parity
    assert read(statement, Model(Law((2, 2, 2), weights), {})).holds is False
