"""Levels that are numbers: holes, and statements that are false by half a percent."""

from math import exp, log
from random import Random

import numpy as np
import pytest
import sympy as sp

from pmlsym.proof.language import reals
from pmlsym.prover.analysis.proving import logarithm
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.deciding import prove
from pmlsym.prover.falsifier import Search
from pmlsym.prover.vertices import near_vertices
from pmlsym.statements.reductions import reduce
from pmlsym.statements.text.parse import parse

# a hypothesis, a claim, and the best level in closed form
BEST = {
    ("prior (1/2, 1/2): PML(0.1)", "LDP"): 0.1 - log(2 - exp(0.1)),
    ("prior uniform; |X| = 2: PML(0.3)", "PMC"): -log(2 - exp(0.3)),
    ("prior (1/3, 2/3): PML(0.2)", "PMC"): -log(3 - 2 * exp(0.2)),
    ("prior (1/2, 1/3, 1/6): PML(0.1)", "PMC"): -log(6 - 5 * exp(0.1)),
    ("prior (1/2, 1/4, 1/8, 1/8): PML(0.1)", "LDP"): 0.1 - log(8 - 7 * exp(0.1)),
    ("prior (1/3, 2/3): PMC(0.25)", "PML"): log(3 - 2 * exp(-0.25)),
    ("prior uniform; |X| = 3: LDP(0.5)", "PML"): log(3 * exp(0.5) / (2 + exp(0.5))),
    ("prior (1/2, 1/3, 1/6): LDP(0.3)", "PMC"): log((1 + 5 * exp(0.3)) / 6),
    ("prior (1/2, 1/2): LIP(0.2)", "LDP"): 0.2 + log(2 - exp(-0.2)),
    ("prior (1/2, 1/3, 1/6): ALIP(0.1, 0.2)", "LDP"): 0.3,
    ("prior uniform; |X| = 4: PML(0.1)", "LDP"): 0.1 - log(4 - 3 * exp(0.1)),
}


def leakage(kernel, prior, claim):
    kernel, prior = (np.array(part, float) for part in (kernel, prior))
    lift = kernel / (prior @ kernel)
    high, low = lift.max(0), lift.min(0)
    return np.log({"PML": high, "PMC": 1 / low, "LDP": high / low}[claim]).max()


@pytest.mark.parametrize(("given", "claim"), BEST)
def test_half_a_percent_below_the_best_level_is_refuted(given, claim):
    best = BEST[given, claim]
    statement = parse(f"{given} => {claim}({0.995 * best:.6f})")
    found = prove(statement, Search(None, 0, 0, 0))  # without the search among random instances
    assert found.verdict == "refuted"
    model = found.reading.model
    assert 0.995 * best < leakage(model.kernel, model.prior, claim) <= best + 1e-12
    level, kind = (float(given.split("(")[-1].split(",")[-1][:-1]), given.split(": ")[-1][:3])
    if kind in ("PML", "PMC", "LDP"):
        assert leakage(model.kernel, model.prior, kind) <= level


@pytest.mark.parametrize("given", ["PML(0.1)", "PMC(0.3)", "LIP(0.2)", "ALIP(0.1, 0.2)"])
def test_points_near_vertices_obey_the_prior_and_nearly_attain_the_level(given):
    """Lifts h and l of secrets of masses q and 1 - q have the mean 1, for q of 1/2 here."""
    (case,) = reduce(parse(f"prior (1/2, 1/2): {given} => LDP(0)")).cases
    points = [*near_vertices(case.goal)]
    assert all(point["v_max"] + point["v_min"] == 2 for point in points)
    high = max(float(point["v_max"]) for point in points)
    up = {"PML(0.1)": exp(0.1), "PMC(0.3)": 2 - exp(-0.3)}
    up |= {"LIP(0.2)": 2 - exp(-0.2), "ALIP(0.1, 0.2)": 2 - exp(-0.1)}
    assert high == pytest.approx(up[given], abs=1e-4)


def test_points_near_vertices_have_the_mean_1():
    cases = reduce(parse("prior (1/3, 2/3): PML(0.1) => LDP(0)")).cases
    points = [point for case in cases for point in near_vertices(case.goal)]
    pairs = [(point["v_max"], point["v_min"]) for point in points]
    assert pairs
    assert all(3 in (high + 2 * low, 2 * high + low) for high, low in pairs)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("prior (1/2, 1/2): PML(0.1) => LDP(?)", 0.1 - log(2 - exp(0.1))),
        ("prior (1/5, 4/5): LIP(0.2) => LDP(?)", log(4 * exp(0.2) / (5 - exp(0.2)))),
    ],
)
def test_a_hole_beside_a_decimal_level_is_filled(text, level):
    answer = conjecture(text, seconds=60)
    assert answer.verdict == "proved"
    assert float(sp.sympify(answer.answer)) == pytest.approx(level, rel=1e-12)


def test_logarithms_of_products_with_negative_numbers_are_sums():
    """With these sympy's own expansion goes on without an end."""
    (x,) = reals("x")
    power = sp.exp(sp.Rational(1, 10))
    parts = [power, power - 2, 1 - power, power - 3, x, x + power, sp.Integer(-1)]
    assert logarithm(sp.factor(power / (2 - power))) == sp.Rational(1, 10) - sp.log(2 - power)
    random = Random(5)
    split = 0
    for _ in range(200):
        term = sp.Mul(*(random.choice(parts) ** random.choice((-2, -1, 1)) for _ in range(4)))
        number = float(term.subs(x, 0.7))
        if number <= 0:
            continue
        found = logarithm(term)
        assert complex(found.subs(x, 0.7)) == pytest.approx(log(number), abs=1e-9)
        split += isinstance(found, sp.Add)
    assert split > 30
