"""Bounds on the PMC of a pair of outcomes by the LDP of each, which is at least their PMC."""

import pytest

from pmlsym.proof.goal import NotProved
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.least_lifts import by_least_lifts
from pmlsym.statements import parse, try_models
from pmlsym.statements.reductions import reduce


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("pmc(X->y,z) <= ldp(X->y) + ldp(X->z|y)", marks=pytest.mark.long),
        pytest.param("pmc(X->y,z) <= ldp(X->z) + ldp(X->y|z)", marks=pytest.mark.long),
        "pmc(X->y,z) <= ldp(X->Y) + pmc(X->z|y)",
    ],
)
def test_pmc_of_a_pair_is_at_most_the_sum_of_the_ldp_of_each(statement):
    assert not try_models(parse(statement), count=100, seed=1).violations
    (case,) = reduce(parse(statement)).cases
    assert by_least_lifts(case.goal).goal == case.goal
    assert conjecture(statement, seconds=100).verdict == "proved"


@pytest.mark.parametrize(
    "statement",
    ["pmc(X->y,z) <= ldp(X->y)", "pmc(X->y,z) <= ldp(X->y) + ldp(X->z)"],
)
def test_less_than_that_sum_is_refuted(statement):
    assert conjecture(statement, seconds=20).verdict == "refuted"


@pytest.mark.parametrize(
    "statement", ["LIP(e) => LDP(2*e)", "ldp(X->y,z) <= ldp(X->y) + ldp(X->z|y)"]
)
def test_other_goals_are_left_to_other_methods(statement):
    with pytest.raises(NotProved, match="no bound on the lift"):
        by_least_lifts(reduce(parse(statement)).cases[0].goal)
