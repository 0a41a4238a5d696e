"""A guarantee of another channel than X->Y is not taken for one of X->Y."""

from fractions import Fraction

import pytest

from pmlsym import conjecture
from pmlsym.statements import Model, parse, read
from pmlsym.statements.reductions import NotReducible, reduce
from tests.statements.proving import verdict_of_proofs

PRIOR = "prior (1/17, 3/17, 13/17)"
SMALL = (10009, 9997, 10000)  # P(y_0|x) in millionths


def test_ldp_of_the_reversed_channel_is_another_ldp():
    """With few secrets of small and unlike probability, X->Y leaks more than Y->X allows."""
    prior = [Fraction(p, 17) for p in (1, 3, 13)]
    kernel = [[Fraction(q, 10**6), 1 - Fraction(q, 10**6)] for q in SMALL]
    marginal = [sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in (0, 1)]
    lifts = [[row[y] / marginal[y] for y in (0, 1)] for row in kernel]
    reversed_ratio = max(max(of_x) / min(of_x) for of_x in lifts)
    ratio = max(max(column) / min(column) for column in zip(*lifts, strict=True))
    # e^(1/1000) lies between 1.001 and 1.0011
    assert reversed_ratio < Fraction(1001, 1000)
    assert ratio > Fraction(10011, 10000)
    text = f"{PRIOR}: LDP(1/1000) of Y->X => LDP(1/1000)"
    assert read(parse(text), Model.from_channel(kernel, prior)).holds is False
    assert verdict_of_proofs(text) in ("refuted", "undecided")


@pytest.mark.parametrize(
    "text",
    [
        "|X| = 5: LDP(1/1000) of Y->X => PMC(log(pmin + exp(1/1000)*(1 - pmin)))",
        "LDP(1/1000) of Y->X => LDP(1/1000) where n = 5, pmin = 1/31",
        f"{PRIOR}: LDP(1/10) of Y->X => PML(-log(pmin + exp(-1/10)*(1 - pmin)))",
    ],
)
def test_no_goal_of_x_to_y_proves_it(text):
    try:
        goals = [str(case.goal) for case in reduce(parse(text)).cases]
    except NotReducible:
        return
    # lifts of both directions have a secret and an outcome; those of one channel are v_max, v_min
    assert not any("v_max" in goal for goal in goals)


def test_holes_are_not_filled_from_bounds_of_another_channel():
    found = conjecture("prior (1/7, 2/7, 4/7): LDP(1/10) of Y->X => PML(?)", seconds=5)
    assert found.verdict == "supported"
    assert "another channel" in found.scope


@pytest.mark.parametrize("kind", ["PML", "PMC", "LIP"])
def test_what_is_the_same_in_both_directions_is_proved(kind):
    assert conjecture(f"{kind}(e) of Y->X => {kind}(e)", seconds=20).verdict == "proved"


def test_a_proof_for_sizes_that_are_ruled_out_is_none():
    found = conjecture("LDP(1/1000) of Y->X => LDP(1/1000) where n = 5, pmin = 1/31", seconds=3)
    assert found.verdict == "supported"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "level"),
    [("PML(min(a, b)) => PML(?)", "min(a, b)"), ("LDP(max(a, b)) => LDP(?)", "max(a, b)")],
)
def test_the_larger_and_the_smaller_of_two_levels_are_written(text, level):
    found = conjecture(text, seconds=20)
    assert found.verdict == "proved"
    assert level in {best.level for best in found.best}


@pytest.mark.parametrize(
    "text",
    [
        "maximal_leakage(X->Y) <= 3/2",
        "LDP(e) of X->Y => PML(e/2) of X->Y",
        "pml(X->y) <= log(9) where pmin >= 1/10",
    ],
)
def test_a_statement_about_x_and_z_fails_as_the_same_one_about_x_and_y(text):
    about_z = text.replace("Y", "Z").replace("y", "z")
    one, other = conjecture(text, seconds=20), conjecture(about_z, seconds=20)
    assert one.verdict == other.verdict == "refuted"
    reading = read(parse(about_z), other.reading.model)
    assert (reading.applies, reading.holds) == (True, False)
    assert len(other.reading.model.law.shape) == 3
