"""The ledger vouches for the library: break a formula and the claims about it are not proved.

Doubling a bound leaves a bound, so each formula is broken in the direction in which the claim says
something: what is bounded by it, and what attains it.
"""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long  # each imports the ledger anew

LIFTS, LAPLACE = "pmlsym.guarantees.reach", "pmlsym.formulas.laplace"
MECHANISMS, NOISE = "pmlsym.formulas.mechanisms", "pmlsym.formulas.noise"
TWICE, HALF, MORE = "2 * result", "result / 2", "result + 1"

# module, function, what it returns instead, the claims that are then not proved
MUTATIONS = [
    # Thm 6 (i), (ii), Prop. 1 and 3, and what Table II, Cor. 3 and 4 make of them
    (LIFTS, "farthest_down", HALF, ("pmc.theorem-6.i", "pmc.table-2", "pmc.corollary-3.i")),
    (LIFTS, "farthest_down", TWICE, ("pmc.attained", "pmc.example-5", "pmc.corollary-4")),
    (LIFTS, "farthest_up", HALF, ("pmc.theorem-6.ii", "pmc.table-2", "pmc.corollary-3.ii")),
    (LIFTS, "farthest_up", TWICE, ("pmc.attained", "pmc.figure-2.repair")),
    (LIFTS, "cone_down", HALF, ("pmc.proposition-1", "pmc.proposition-3", "pmc.table-2")),
    (LIFTS, "cone_down", TWICE, ("pmc.attained", "pmc.proposition-3")),
    (LIFTS, "cone_up", HALF, ("pmc.proposition-1", "pmc.table-2")),
    (LIFTS, "cone_up", TWICE, ("pmc.attained",)),
    (LIFTS, "farthest_apart", HALF, ("pmc.improvable", "pmc.corollary-3.ii")),
    # Thm 4 of the histogram, what it is compared with, and the scale that it asks for
    (LAPLACE, "histogram_leakage", HALF, ("histogram.theorem-4.upper",)),
    (LAPLACE, "histogram_leakage", TWICE, ("histogram.theorem-4.tight", "histogram.eq-4")),
    (LAPLACE, "histogram_dp", HALF, ("histogram.relaxation",)),
    (LAPLACE, "histogram_dp", TWICE, ("histogram.limit",)),
    (LAPLACE, "histogram_relaxation", HALF, ("histogram.relaxation", "histogram.eq-4")),
    (LAPLACE, "histogram_relaxation", TWICE, ("histogram.relaxation",)),
    (LAPLACE, "histogram_quadratic", HALF, ("histogram.eq-4", "histogram.relaxation")),
    (LAPLACE, "histogram_quadratic", TWICE, ("histogram.composition.looser",)),
    (LAPLACE, "histogram_scale", HALF, ("histogram.calibration",)),
    (LAPLACE, "histogram_scale", MORE, ("histogram.calibration",)),
    # the triangle, corner, tilted and DP levels of a workload
    (
        LAPLACE,
        "workload_leakage",
        HALF,
        ("linear.corollary-1.upper", "linear.theorem-2.attained", "linear.theorem-2.histogram"),
    ),
    (
        LAPLACE,
        "workload_leakage",
        TWICE,
        ("linear.tilted", "linear.monotone-in-n", "linear.theorem-2.attained"),
    ),
    (LAPLACE, "least_density", TWICE, ("linear.lemma-2", "linear.corollary-1.upper")),
    (LAPLACE, "least_density", HALF, ("linear.lemma-2", "linear.tilted")),
    (LAPLACE, "spare", TWICE, ("linear.lemma-2", "linear.corollary-1.upper")),
    (LAPLACE, "spare", HALF, ("linear.lemma-2", "linear.theorem-2.attained")),
    (LAPLACE, "workload_dp", HALF, ("linear.definition-3", "linear.eq-4", "linear.figure-1")),
    (LAPLACE, "workload_dp", TWICE, ("linear.eq-4", "linear.remark-2.iii.limit")),
    # randomized response and its parameters
    (
        MECHANISMS,
        "response_entries",
        "(2 * result[0], result[1])",
        ("pmc.example-4.ldp", "pmc.example-4.pml", "pmc.attained"),
    ),
    (
        MECHANISMS,
        "response_entries",
        "(result[0], 2 * result[1])",
        ("pmc.example-4.ldp", "pmc.example-4.pmc", "pmc.figure-1"),
    ),
    (MECHANISMS, "odds_for_pmc", TWICE, ("pmc.example-4.crossover.repair", "pmc.figure-1")),
    (MECHANISMS, "odds_for_pml", TWICE, ("pmc.example-4.crossover.repair", "pmc.figure-1")),
    # the high-privacy mechanism and the optimal lift vectors
    (
        MECHANISMS,
        "own_likelihood",
        TWICE,
        ("pmc.extremal-mechanism", "pmc.example-5", "extremal.high-privacy"),
    ),
    (MECHANISMS, "other_likelihood", TWICE, ("pmc.extremal-mechanism", "pmc.attained")),
    (MECHANISMS, "own_lift", TWICE, ("extremal.high-privacy", "extremal.cost", "extremal.binary")),
    (MECHANISMS, "remainder", TWICE, ("extremal.uniform", "extremal.bounded")),
    (MECHANISMS, "chance_of_low", HALF, ("extremal.binary",)),
    # Examples 6 to 9
    (NOISE, "mean_dp", HALF, ("pmc.example-6.dp",)),
    (NOISE, "uniform_mgf", TWICE, ("pmc.example-6.uniform",)),
    (NOISE, "from_end", TWICE, ("pmc.example-7.bounds.repair", "pmc.example-7.unbounded.repair")),
    (NOISE, "published_upper", HALF, ("pmc.example-7.bounds.repair", "pmc.example-7.tail")),
    (NOISE, "better_upper", HALF, ("pmc.example-7.bounds.repair",)),
    (MECHANISMS, "retained", TWICE, ("pmc.example-8",)),
    (MECHANISMS, "clayton_density", TWICE, ("pmc.example-9",)),
    (MECHANISMS, "mixed_density", HALF, ("pmc.example-9",)),
]
CLAIMS = sorted({name for *_, names in MUTATIONS for name in names})


@pytest.fixture(scope="module")
def outcomes():
    tried = [("", "", "", CLAIMS), *MUTATIONS]
    found = subprocess.run(
        [sys.executable, "-m", "tests.ledger.mutations"],
        input=json.dumps(tried),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(found.stdout)


def test_the_claims_are_proved_of_the_library_as_it_is(outcomes):
    assert set(outcomes[0].values()) == {"proved"}


@pytest.mark.parametrize(
    "number", range(len(MUTATIONS)), ids=[f"{m[1]}: {m[2]}" for m in MUTATIONS]
)
def test_a_broken_formula_takes_the_verdict_away(outcomes, number):
    # it is the proof that fails, and not the building of the goals
    found = outcomes[number + 1]
    assert set(found) == set(MUTATIONS[number][3])
    assert set(found.values()) <= {"NotProved", "PartNotProved", "NoVerdict"}, found
