"""The supply of models: edge cases, structure by construction, and hypotheses that are met."""

from fractions import Fraction as F
from itertools import islice

import pytest

from pmlsym.statements import Model, models, parse, read
from pmlsym.statements.reading import applies
from pmlsym.statements.values import LogOf

MANY = list(islice(models(parse("PML(e) => PMC(e)"), 0), 600))


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


def test_the_first_models_have_two_or_three_secrets():
    assert {len(model.prior) for model in MANY[:100]} == {2, 3}


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
