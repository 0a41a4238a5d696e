"""Levels such as 100*e, whose exponentials have too high a degree to be decided as powers."""

import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements import parse, try_models


@pytest.mark.parametrize("factor", ["30", "40", "50", "100", "1000", "201/2"])
@pytest.mark.parametrize("form", ["LIP(e) => LDP({}*e)", "LDP(e) => PMC({}*e)"])
def test_a_level_is_proved_however_much_too_large_it_is(form, factor):
    assert conjecture(form.format(factor), seconds=20).verdict == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        "PML(50*e) => PML(60*e)",
        "LIP(large_1) => LDP(100*large_1)",
        "LIP(e/100) => LDP(e)",
        "PML(30*e) and PMC(e) => LDP(100*e)",
        "PML(a) and PMC(b) => LDP(100*(a + b))",
        "PML(a) and PMC(b) => LDP(50*a + b)",
        "LDP(e) => PMC(log(pmin + (1 - pmin)*exp(50*e)))",
        "LDP(e) => pmc(X->y) >= -100*e",
        "pml(X->y) >= 100*e => pml(X->y) >= e",
        "LDP(17) => PML(17)",
        "PML(30) => PML(31)",
    ],
)
def test_large_levels_are_compared_with_each_other_and_with_small_ones(statement):
    assert not try_models(parse(statement), count=300, seed=1).violations
    assert conjecture(statement, seconds=20).verdict == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        "PML(60*e) => PML(50*e)",
        "LIP(e) => LDP(-100*e)",
        "PML(50*e) and PMC(50*e) => LDP(99*e)",
        "PML(50*e) and PMC(51*e) => LDP(60*e)",
        "PML(e) => PML(9)",
    ],
)
def test_a_large_level_that_is_too_small_is_refuted(statement):
    assert conjecture(statement, seconds=20).verdict == "refuted"
