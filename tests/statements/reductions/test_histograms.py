"""Goals of statements about released histograms, tried both ways on enumerated databases."""

from fractions import Fraction as F
from functools import partial
from itertools import islice
from random import Random

import pytest

from pmlsym.ledger.histogram import CLAIMS
from pmlsym.proof.evaluation.balls import Point
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.instances.released.histogram import Histogram, identity
from pmlsym.statements.reductions import NotReducible, is_reducible, reduction_of
from pmlsym.statements.reductions.histograms import prove_histogram, reduce_histograms
from pmlsym.statements.reductions.histograms.histogram_cases import point_at
from pmlsym.statements.releases import HISTOGRAM, ReleasedData, about_releases
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.releases.quantities import SeenRelease, display
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import in_kernel
from tests.statements.reductions.proving import false_mutants, is_proved
from tests.statements.reductions.random_statements import fails

STATEMENTS, INSTANCES = 60, 8
BOUND = "2/b - log(1 - {0} + {0}*exp(2/b))"
LEFT = ("leak", "leak", "leak", "worst", "worst", "dp", "2*leak", "worst/dp", "worst - leak")
RIGHT = (
    *(BOUND.format(floor) for floor in ("alpha", "least", "2*alpha", "least/2")),
    *("1/b - log(1 - alpha + alpha*exp(1/b))", "2/b", "1/b", "3/b - alpha", "worst", "dp"),
    *("log(1/alpha)", "log(1/least)", "log(2)", "0", "log(k)", "2*(1 - alpha)/b", "1 - alpha"),
    *("(k - 1)*(1 - alpha)/b", "2*(1 - least)/(b + alpha)", "-log(least + (1 - least)/4)"),
)
GIVEN = (
    *("", "", "", "least = alpha", "least > alpha", "k >= 3", "k = 2", "b >= 1", "exp(-2/b) < 1/4"),
    *("leak >= log(5/4)", "leak <= log(3/2)", "worst > leak", "k*alpha = 1", "dp <= log(4)"),
)
SIGNS = ("<=", "<=", "<=", "<", "=", ">=", ">", "!=")


def about(text, **sizes):
    """Return the statement about histograms that a text says."""
    return about_releases(f"{HISTOGRAM}: {text}", **sizes)


def statement(random):
    """Return a random statement: many are false."""
    given = " and ".join(filter(None, {random.choice(GIVEN), random.choice(GIVEN)}))
    claim = f"{random.choice(LEFT)} {random.choice(SIGNS)} {random.choice(RIGHT)}"
    arrow = random.choice(("=>", "=>", "=>", "<=>")) if given else ""
    return about(f"{given} {arrow} {claim}", records=2, classes=3)


def told(said):
    """Return the goals of what is claimed, and those of what the quantities are."""
    found = reduce_histograms(said).cases
    claimed = {display(c) for c in (*said.unbound.claimed, *said.unbound.required)}
    return (
        [case.goal.kernel for case in found if case.meaning in claimed],
        [case.goal.kernel for case in found if case.meaning not in claimed],
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(2))
def test_a_statement_and_its_goals_fail_in_the_same_instances(seed):
    random = Random(seed)
    kind = histograms(records=2, classes=3)
    false = true = 0
    for number in range(STATEMENTS):
        said = statement(random)
        goals, others = told(said)
        for k in range(INSTANCES):
            instance = kind.draw(INSTANCES * number + k, random)
            judged, point = said.judge(instance), point_at(instance)
            assert not any(fails(goal, point) for goal in others), str(instance)
            if judged.holds is False:
                false += 1
                assert any(fails(goal, point) for goal in goals), f"{said.unbound}: {instance}"
            elif judged.holds or judged.applies is False:
                true += 1
                assert not any(fails(goal, point) for goal in goals), f"{said.unbound}: {instance}"
    assert min(false, true) > 100


def built(random):
    """Return numbers that goals are about, and a release of one record that has them."""
    k = random.choice((2, 3))
    least = F(random.randint(1, 6), 6 * k)
    mine = random.choice((least, 1 - least)) if k == 2 else None
    if mine is None:
        mine = least + (1 - 3 * least) * F(random.randint(0, 3), 3)
    prior = (mine, 1 - mine) if k == 2 else (mine, least, 1 - mine - least)
    assert min(prior) == least
    alpha = least * F(random.randint(1, 3), 3)
    fall, steps = F(random.randint(1, 9), 10), random.randint(0, 4)
    at = F(steps, 4)  # on the way from the outcome of equal entries to the corner
    outcome = (at,) + (F(0),) * (k - 1)
    instance = Histogram(identity(k), alpha, fall, (prior,), outcome, unit=F(1, 4))
    numbers = {"alpha": alpha, "least": least, "p": mine, "k": F(k), "b": instance.scale}
    numbers |= {"s": F(random.randint(4, 9), 4), "u": -F(random.randint(0, 9), 4)}  # of a neighbour
    here = {"s": at, "u": F(0), "R": F(random.randint(0, 3))}
    there = {"s": F(random.randint(4, 9), 4), "u": -F(random.randint(0, 9), 4), "R": F(1)}
    laws = {
        name: [(in_kernel(F(1)), {v: in_kernel(x) for v, x in atom.items()})]
        for name, atom in (("P", here), ("C", there))
    }
    return instance, Point({name: in_kernel(value) for name, value in numbers.items()}, laws)


@pytest.mark.long
def test_numbers_at_which_a_goal_fails_are_those_of_a_release_that_fails():
    random = Random(3)
    failing = holding = 0
    for _ in range(2 * STATEMENTS):
        said = statement(random)
        goals, others = told(said)
        for _ in range(6):
            instance, point = built(random)
            assert not any(fails(goal, point) for goal in others), str(instance)
            judged = said.judge(instance)
            if any(fails(goal, point) for goal in goals):
                failing += 1
                assert judged.holds is False, f"{said.unbound}: {instance}"
            elif judged.holds:
                holding += 1
            else:
                assert judged.applies is not True or judged.holds is None, (
                    f"{said.unbound}: {instance}"
                )
    assert min(failing, holding) > 100


# --- proofs --------------------------------------------------------------------------------------


TRUE = (
    f"leak <= {BOUND.format('alpha')}",
    f"leak <= {BOUND.format('least')}",
    f"least = alpha => worst = {BOUND.format('alpha')}",
    "leak >= 0 and leak < dp and dp = 2/b",
    "leak < log(1/alpha)",
    f"least > alpha => leak < {BOUND.format('alpha')}",
    "worst > 0",
    "leak <= log(k) where k*alpha = 1",
)
FALSE = (
    f"leak <= {BOUND.format('2*alpha')} where alpha <= 1/4",
    "leak <= 1/b - log(1 - alpha + alpha*exp(1/b))",
    f"leak >= {BOUND.format('alpha')}",
    f"leak < {BOUND.format('alpha')}",
    f"leak = {BOUND.format('least')}",
    f"worst = {BOUND.format('alpha')}",
    f"least = alpha => worst < {BOUND.format('alpha')}",
    f"least > alpha => worst = {BOUND.format('alpha')}",
    "leak > 0",
    "leak <= 2*(1 - alpha)/b - 2*alpha^2/b^2",
    "leak < log(1/alpha) - log(1 + 1/b)",
    "dp < 2/b",
    "dp = 1/b",
    "leak >= worst",
    "leak <= log(2) where k*alpha = 1",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_is_proved(text):
    said = about(text, records=2, classes=3)
    assert said.trial(80).violations == 0
    assert is_proved(said, prove_histogram)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_seen_to_be_and_not_proved(text):
    said = about(text, records=2, classes=3)
    assert said.trial(80).violations
    assert not is_proved(said, prove_histogram)


def proof_of(said, claim):
    """Return how a claim proves the last of the goals to which a statement reduces."""
    goals = {case.goal.kernel for case in reduce_histograms(said).cases}
    return next(part.prove for part in reversed(claim.parts) if part.goal.kernel in goals)


LEDGER = {
    f"{claim.id}: {said.unbound}": (said, proof_of(said, claim))
    for one in CLAIMS
    for claim in (one, one.repair)
    if claim is not None and claim.parts
    for said in claim.asserts
    if is_over(said, ReleasedData)
}


def test_which_claims_a_program_reduces():
    assert {name.partition(":")[0].removeprefix("histogram.") for name in LEDGER} == {
        *("theorem-4.upper", "theorem-4.tight", "eq-4", "relaxation", "composition.grows"),
        *("factor.repair", "small-k.repair", "composition.bound.repair"),
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", LEDGER)
def test_no_mutant_that_a_reading_falsifies_is_proved(name):
    said, prove = LEDGER[name]
    made = partial(BoundStatement, over=ReleasedData(True, 2, 3))
    assert false_mutants(said.statement, made, step=4, prove=prove)


def test_points_are_taken_from_instances_and_meet_the_hypotheses():
    said = about(f"least = alpha => worst = {BOUND.format('alpha')}", records=2, classes=3)
    for case in reduce_histograms(said).cases:
        found = list(islice(case.points(), 4))
        assert found
        for point in found:
            assert all(
                point.holds(hypothesis) is not False
                for hypothesis in case.goal.kernel.hypotheses
                if hypothesis[0] != "finite"
            )


# --- readings ------------------------------------------------------------------------------------


def test_powers_of_the_scale_are_rational():
    # two bins, e^(-1/b) = 1/2, prior (3/4, 1/4), y = (0, 1): densities 1/4 and 1, P(y) = 7/16
    own = Histogram(identity(2), F(1, 5), F(1, 2), ((F(3, 4), F(1, 4)),), (F(0), F(1)))
    for text, value in (("exp(leak)", F(16, 7)), ("exp(-3/b)", F(1, 8)), ("exp(6/(2*b))", F(8))):
        assert SeenRelease(own).value(parse_term(text)) == value
    assert about("leak = worst and leak = log(16/7)").judge(own).holds is True
    assert about("k >= 3 => leak <= 0").judge(own).applies is False
    assert about("leak <= 0 where k >= 3").judge(own).applies is False


def test_a_single_bin_is_left_out():
    one = Histogram(identity(1), F(1, 2), F(1, 2), ((F(1),),), (F(0),))
    assert about("leak > 0").judge(one).applies is False


def test_what_cannot_be_written_is_not_reduced():
    with pytest.raises(NotReducible):
        reduction_of(about("leak <= (alpha - least)^b"))
    assert is_reducible(about("leak <= 1"))
