"""Random statements over all quantities of the language, against an evaluator of their own.

For many more than the suite asks for: python -m tests.conjecture.random_lines.sample SEED COUNT.
"""

from collections import Counter
from fractions import Fraction as F

import numpy as np
import pytest

from tests.conjecture.random_lines.checking import checked, number, of_witness
from tests.conjecture.random_lines.generating import statements
from tests.conjecture.random_lines.mechanisms import instance, violation
from tests.conjecture.random_lines.pool import GROUPS, a, b, d, e, kl, ldp, mi, ml, pmc, pml, tv
from tests.conjecture.random_lines.trees import LDP, PMC, PML, Law, chance, joint_of, mean, q, says

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SECONDS, EACH = 3, 10


@pytest.mark.sampled(100)
@pytest.mark.parametrize("seed", range(100))
def test_the_evaluator_objects_to_no_verdict(seed):
    found = [checked(one, SECONDS) for one in statements(seed, EACH)]
    assert not [one for one in found if one.wrong]


@pytest.mark.long
def test_a_fifth_is_proved_and_a_fifth_refuted():
    found = Counter(checked(one, SECONDS).verdict for one in statements("shares", 60))
    assert min(found["proved"], found["refuted"]) >= 12, found
    assert found["refused"] <= 6, found


# --- the evaluator --------------------------------------------------------------------------------

THIRD = F(1, 3)
LAW = Law(joint_of([F(1, 4), F(3, 4)], [[F(1, 2), F(1, 2)], [F(1, 6), F(5, 6)]]), exact=True)


def test_it_finds_nothing_against_what_is_true():
    assert not [str(one) for group in GROUPS for one in group if violation(one, most=60)]


@pytest.mark.parametrize(
    "statement",
    [
        says(PMC(e), given=PML(e)),
        says(PML(e / 2), given=LDP(e)),
        says(pml("X->Y") <= ml()),
        says(mi() <= e**2 / 9, given=LDP(e)),
        says(ml() < mi() + F(1, 2)),
        says(pml("X->Z") <= pml("X->Y")),
        says(pml("X->z|y").eq(0), structure="Y - X - Z"),
        says(chance(pml() > e) < d, given=PML(e, d)),
        says(mean(pml()).eq(ml())),
        says(2 * tv() <= kl()),
        says(LDP(a), given=LDP(a, d), both=True),
        says(pml("X->Y") <= 1 - F(1, 100), structure="prior uniform", where=q("n", "X") <= 3),
        says(q("H", "X->Y") >= q("H", "X"), where=q("pmin", "X") <= F(1, 3)),
        says(PML(a), given=(pmc() <= a, ldp() <= b)),
    ],
    ids=str,
)
def test_it_finds_where_a_false_statement_fails(statement):
    assert violation(statement)


def test_it_finds_no_instance_of_what_contradicts_itself():
    assert instance(says(pml() < 0)) is not None
    assert instance(says(PML(a), given=pml() < 0)) is None
    assert instance(says(PML(a), given=q("pmin", "X") > F(1, 2))) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pml", "log(2)"),
        ("pmc", "log(3/2)"),
        ("ldp", "log(3)"),
        ("maximal_leakage", "log(4/3)"),
        ("maximal_cost_leakage", "log(3/2)"),
        ("mutual_information", "log(2)/8 + log(2/3)/8 + log(2/3)/8 + 5*log(10/9)/8"),
        ("min_entropy_leakage", "log(1)"),
        ("tv", "1/3"),
        ("kl", "log(3)/2 + log(3/5)/2"),
        ("chi2", "4/5"),
    ],
)
def test_its_definitions(name, value):
    assert abs(LAW.value(q(name, "X->Y"), {}) - number(value)) < 1e-30


def test_numbers_of_a_counterexample_are_read():
    witness = {
        "prior": ["1/2", "1/2"],
        "kernel": [["1", "0"], ["1/3", "2/3"]],
        "parameters": {"e": "2*log(3/2)^2 + max(1/2, exp(-1))"},
    }
    law, parameters = of_witness(says(PML(e)), witness)
    assert np.all(abs(law.joint - np.array([[0.5, 0], [1 / 6, 1 / 3]])) < 1e-15)
    assert abs(float(parameters["e"]) - 0.8288039) < 1e-6
