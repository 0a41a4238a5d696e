"""Statements, flaws and counterexamples that are wrong are refused, with the reason."""

import math
from fractions import Fraction as F

import pytest

from pmlsym.exercises import composition, conjectures, conversions, flaw, refutation, repairs
from tests.exercises.refusals import refused, solved

HALF = F(1, 2)


def test_a_flaw_needs_the_right_step_and_a_counterexample():
    given = solved(3)
    good = given["prior"], given["kernel"], given["E"]
    for step in (1, 2, 3, 4):
        with refused("is true on your instance"):
            flaw.first_proof(step, *good)
    with refused("puts together"):
        flaw.first_proof(6, *good)
    with refused("no counterexample"):
        flaw.first_proof(5, [HALF, HALF], [[1], [1]], F(6, 5))
    with refused("not log"):
        flaw.first_proof(5, *good[:2], F(101, 100))
    with refused("still to be given"):
        flaw.first_proof(5, None, None, None)
    query = given["w"], given["class_prior"], given["q"]
    for step in (1, 2, 3):
        with refused("is true on your instance"):
            flaw.second_proof(step, *query, 1)
    with refused("claim is true"):
        flaw.second_proof(4, [0, 1, 2], [F(1, 3)] * 3, F(1, 4), 1)
    with refused("three different"):
        flaw.second_proof(4, [0, 0, 1], *query[1:], 1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("check", "typed", "words"),
    [
        (flaw.repair, "", "still to be typed"),
        (flaw.repair, "PML(e) => PMC(", "cannot be read"),
        (flaw.repair, "PMC(e) => PMC(e)", "should have the form"),
        (flaw.repair, "PML(e) => PMC(e)", "is false"),
        (flaw.repair, "PML(e) => PMC(?)", "has a hole"),
        (
            flaw.repair_is_best,
            "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1, n > 20",
            "leaves out too much",
        ),
        (conversions.pmc_of_ldp, "LDP(e) => PMC(e/2)", "is false"),
        (conversions.pmc_of_ldp_is_best, "LDP(e) => PMC(e)", "a smaller level follows"),
        (
            composition.adding_up,
            "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
            "is false",
        ),
        (composition.adding_up, "LDP(a) => LDP(a)", "should have the form"),
        (composition.chain, "pmc(X->y,z) <= pmc(X->y) + pmc(X->z)", "is false"),
        (composition.chain, "pmc(X->y,z) <= pmc(X->y,z) + pmc(X->y)", "should have the form"),
        (conjectures.false_one, "PML(a) and PMC(b) => LDP(a + b)", "but it should be refuted"),
        (conjectures.false_one, "PML(e) => PMC(e)", "stands in a notebook"),
        (conjectures.false_one, "PML(loss) => PMC(loss)", "stands in a notebook"),
        (conjectures.tempting, "PMC(e) => PML(e/9)", "nobody would be tempted"),
        (conjectures.true_one, "PML(a) and PMC(b) => LDP(a)", "is false"),
        (conjectures.true_one, "PML(a) and PMC(b) => PML(a)", "concludes what it assumes"),
        (conjectures.true_one, "PMC(e) => pml(X->y) <= log(1/pmin)", "does not use"),
        (
            conjectures.true_one,
            "PML(e) => PMC(e) where e < 0",
            "no mechanism",  # "that was tried" where the time did not suffice for a proof
        ),
        (repairs.theorem, "", "still to be typed"),
        (repairs.theorem, "LIP(e) => LDP(3*e)", "but it should be refuted"),
        (repairs.theorem, "PML(e) => PMC(e)", "stands in a notebook"),
        (repairs.theorem, "LIP(e) => mutual_information(X;Y) <= e/9", "should have the form"),
        (repairs.theorem, "LDP(1)", "should have the form"),
    ],
)
def test_a_wrong_statement_is_refused_with_the_reason(check, typed, words):
    with refused(words):
        check(typed)


def test_a_true_statement_that_is_too_weak_has_the_first_points_only():
    for level in ("e", "2*e", "100*e"):
        conversions.pmc_of_ldp(f"LDP(e) => PMC({level})")


def test_a_counterexample_is_read_from_the_definitions():
    given = solved(7)
    claim, levels = given["false_one"], given["levels"]
    with refused("hypotheses are not met"):
        conjectures.counterexample(claim, given["prior"], [[1, 0], [0, 1]], levels)
    with refused("is true of your mechanism"):
        conjectures.counterexample(claim, given["prior"], [[1], [1]], levels)
    with refused("says nothing of a, b"):
        conjectures.counterexample(claim, given["prior"], given["kernel"], None)
    with refused("keep the hypotheses"):
        conjectures.mended(claim, "LDP(e) => PMC(log(pmin + (1 - pmin)*exp(e)))")


LIP_LDP = "LIP(e) => LDP(3*e/2)"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("check", "typed", "words"),
    [
        (repairs.larger_level, "LIP(e) => LDP(5*e/3)", "is false"),
        (repairs.larger_level, "LIP(e) => LIP(2*e)", "the guarantee of theorem"),
        (repairs.larger_level, "LIP(e) => PML(2*e)", "the guarantee of theorem"),
        (repairs.larger_level, LIP_LDP, "with another level"),
        (repairs.larger_level, "LDP(e) => LDP(2*e)", "the hypotheses of theorem"),
        (repairs.larger_level, "LIP(e) and LDP(e) => LDP(2*e)", "the hypotheses of theorem"),
        (repairs.larger_level, "LIP(e) => LDP(2*e) where e < 0", "no mechanism meets"),
        (repairs.larger_level, "LIP(e) => LDP(2*e) where e = 0", "say nothing"),
        (repairs.more_assumed, LIP_LDP, "at least one more"),
        (repairs.more_assumed, "LIP(e) and PML(e/2) => LDP(2*e)", "the conclusion of theorem"),
        (repairs.more_assumed, "PML(e/2) and PMC(e/2) => LDP(3*e/2)", "all hypotheses of theorem"),
        (repairs.more_assumed, "LIP(e) and LDP(e) => LDP(3*e/2)", "concludes what it assumes"),
        (repairs.more_assumed, "LIP(e) and n < 2 => LDP(3*e/2)", "no mechanism meets"),
        (repairs.more_assumed, "LIP(e) and PML(0) => LDP(3*e/2)", "say nothing"),
        (repairs.more_assumed, "LIP(e) => LDP(3*e/2) where e = 0", "say nothing"),
        (repairs.more_assumed, "LIP(e) and n >= 2 => LDP(3*e/2)", "is false"),
    ],
)
def test_a_repair_that_is_none_is_refused_with_the_reason(check, typed, words):
    with refused(words):
        check(LIP_LDP, typed)


@pytest.mark.parametrize(
    ("check", "typed"),
    [
        (repairs.larger_level, "LIP(e) => LDP(2*e)"),
        (repairs.larger_level, "LIP(e) => LDP(100*e)"),  # far from the best: a person's mark
        (repairs.more_assumed, "LIP(e) and PML(e/2) => LDP(3*e/2)"),
    ],
)
def test_a_repair_that_is_one_is_accepted(check, typed):
    check(LIP_LDP, typed)


def test_both_sides_are_computed_on_the_students_mechanism():
    given = solved(9)
    at = [given[name] for name in ("theorem", "prior", "kernel", "levels")]
    repairs.sides(*at, given["leakage"], given["level"])
    for leakage, level in (
        (1.098612, 1.039721),
        (1.0986, 1.0397),
        ("log(3)", "3*log(2)/2"),
        (F(10986, 10000), "1.0397"),
    ):
        repairs.sides(*at, leakage, level)
    for leakage, words in (
        (math.log2(3), "you have bits"),
        (3, "a logarithm is missing"),
        (1.1, "five digits or more"),
        (1.0984, "it is not 1.0984. (It is near"),
        ("log(x)", "no exact number"),
        (math.nan, "no number"),
        ("inf", "it is not inf"),
    ):
        with refused(words):
            repairs.sides(*at, leakage, given["level"])
    with refused("swap them"):
        repairs.sides(*at, given["level"], given["leakage"])
    with refused("leakage should be the LDP of the worst outcome"):
        repairs.sides(*at, math.log(2), given["level"])
    with refused("level should be the level that is claimed"):
        repairs.sides(*at, given["leakage"], math.log(2))
    with refused("leakage is still to be given"):
        repairs.sides(*at, None, None)
    with refused("theorem is true of your mechanism"):
        repairs.counterexample(*at[:2], [[1], [1]], at[3])
    with refused("hypotheses are not met"):
        repairs.counterexample(*at[:3], {"e": "log(3/2)"})


def test_a_counterexample_of_ones_own_is_another_one():
    given = solved(8)
    mine = [given[f"own_{name}"] for name in ("W", "prior", "alpha", "q", "y")]
    both = given["lift"], given["five_there"]
    assert both == (F(12, 5), F(24, 11))
    refutation.counterexample(*mine, *both)
    ledger = [[5, 2, 5], [1, 0, -1]], [F(1, 4), F(1, 4), F(1, 2)], F(1, 4), F(1, 3), [2, 0]
    for workload in (ledger[0], [[0, 3, 3], [0, 1, -1]], [[1, 0, -1], [-3, 0, -3]]):
        with refused("is that of the ledger"):
            refutation.counterexample(workload, *ledger[1:], *both)
    with refused("lift is not 2"):
        refutation.counterexample(*mine, 2, both[1])
    with refused("five_there is not 12/5"):
        refutation.counterexample(*mine, both[0], F(12, 5))
    with refused("the bound holds"):
        refutation.counterexample(*mine[:4], [2, 0], *both)
    with refused("own_W is still to be given"):
        refutation.counterexample(*[None] * 7)
    with refused("at least own_alpha"):
        refutation.counterexample(mine[0], mine[1], HALF, *mine[3:], *both)
    with refused("whole numbers"):
        refutation.counterexample([[0, 2, HALF], [0, 1, -1]], *mine[1:], *both)
    with refused("an entry for each query"):
        refutation.counterexample(*mine[:4], [0], *both)
