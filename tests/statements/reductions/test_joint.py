"""What is known of several variables is proved from the statement; what is false gets a law."""

from fractions import Fraction as F

import pytest
import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.proof.evaluation.enclosure import holds
from pmlsym.proof.goal import NotProved
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.review import proves
from pmlsym.statements import parse, read, try_models
from pmlsym.statements.model import Model
from pmlsym.statements.reductions import NotReducible, of_named, prove_case, reduce
from pmlsym.statements.reductions.joint import reduce_joint
from pmlsym.statements.reductions.joint.averaging import rests
from tests.statements.reductions.joint_instances import (
    exact_point,
    goal_fails,
    kernel_point,
    points,
)
from tests.statements.reductions.joint_statements import BOUNDED, FALSE, NOT_REDUCED, PROVED
from tests.statements.reductions.random_statements import fails


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "text"), [(name, t) for name, ts in PROVED.items() for t in ts])
def test_a_true_statement_is_proved_for_every_alphabet(name, text):
    reduction = reduce_joint(parse(text))
    assert name in [theorem.name for theorem in reduction.theorems]
    assert reduction.cases
    for case in reduction.cases:
        assert case.alphabet is None
        step = prove_case(case.goal)
        assert step.theorem.certified
        assert proves(step, case.goal)
        assert_is_met(case)


@pytest.mark.parametrize("text", BOUNDED)
def test_what_speaks_of_pmin_says_how_many_secrets_it_was_proved_for(text):
    reduction = reduce_joint(parse(text))
    assert {case.alphabet for case in reduction.cases} == {"|X| = 2", "|X| = 3"}
    for case in reduction.cases:
        assert prove_case(case.goal).theorem.certified
        assert_is_met(case)


def assert_is_met(case):
    """The numbers that a case takes from a law meet its hypotheses: sympy reads them anew."""
    point = next(case.points())
    numbers = {sp.Symbol(name, real=True): in_sympy(at) for name, at in point.numbers.items()}
    laws = {
        name: [
            (in_sympy(chance), {sp.Symbol(n, real=True): in_sympy(at) for n, at in atom.items()})
            for chance, atom in law
        ]
        for name, law in point.laws.items()
    }
    assert case.goal.hypotheses
    for hypothesis in case.goal.hypotheses:
        assert holds(hypothesis, numbers, laws), hypothesis


def test_a_statement_that_never_applies_has_no_point():
    (case,) = reduce(parse("X - Y - Z: pml(X->Y) <= a and a < 0 => pml(X->Z) <= a")).cases
    assert prove_case(case.goal).theorem.certified
    assert next(case.points(), None) is None


def test_a_claim_of_several_variables_gets_its_verdict_from_its_text():
    claim = Claim("own.chain", "own", "own", "typed", **stated("X - Y - Z: pmc(X->Z) <= pmc(X->Y)"))
    assert claim.check().verdict == "proved"


NAMED = (
    "Z - X - Y: pmc(Z->y) <= pmc(X->y)",
    "X - Y - Z: pmc(X->Z) <= pmc(X->Y)",
    "pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)",
)


@pytest.mark.parametrize("text", NAMED)
def test_named_values_alone_give_a_shorter_goal(text):
    for case in reduce(parse(text)).cases:
        short = of_named(case)
        assert len(short.goal.hypotheses) < len(case.goal.hypotheses)
        assert not any(rests(sentence) for sentence in short.goal.hypotheses)
        assert not short.complete
        assert proves(prove_case(short.goal), short.goal)
        assert_is_met(short)


@pytest.mark.parametrize("text", FALSE[::4])
def test_named_values_alone_do_not_prove_what_is_false(text):
    # less is assumed, so a goal of a false statement is false still
    goals = [of_named(case).goal for case in reduce(parse(text)).cases]
    with pytest.raises(NotProved):
        list(map(prove_case, goals))


def again(statement, model):
    """Return a law from a point at which a goal fails, which another law gave; None if none."""
    for case in reduce_joint(statement).cases:
        middle = case.way.instance.averaged
        for numbers, atoms in points(case, model):
            if fails(case.goal.kernel, kernel_point(model, numbers, atoms, middle)):
                return case.way.model(statement, exact_point(model, numbers, atoms, middle))
    return None


@pytest.mark.parametrize("text", FALSE)
def test_a_law_on_which_a_statement_fails_is_a_point_and_a_law_again(text):
    statement = parse(text)
    model, _ = try_models(statement, 4000, stop=True).first
    assert read(statement, again(statement, model)).verdict == "fails"


@pytest.mark.parametrize("text", NOT_REDUCED)
def test_what_is_not_reduced_says_why(text):
    with pytest.raises(NotReducible, match=NOT_REDUCED[text]):
        reduce_joint(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "PML(e_) => PMC(e_)",
        "X - Y - Z: pml(X->z) <= e_ + pml(Y->z)",
        "X, Y independent: pml(Z->x) <= e_",
        "mutual_information(Y;Z) <= e_",
    ],
)
def test_a_parameter_whose_name_the_kernel_refuses_has_to_be_renamed(text):
    assert reduce(parse(text.replace("e_", "e"))).cases
    with pytest.raises(NotReducible, match="e_"):
        reduce(parse(text))


def test_a_goal_stands_for_no_fewer_secrets_than_are_asked_for():
    statement = parse("|X| >= 4: PML(a) of X->Y => PML(a) of X->Z")
    model, _ = try_models(statement, 800, stop=True).first
    assert again(statement, model).law.shape[0] >= 4


def test_a_bound_on_what_is_given_is_not_kept_by_merging():
    # for all y and z the lift given y is at most 2, but perhaps not that given a merged y
    statement = parse("pml(X->z|y) <= log(2) => pml(X->z) <= log(2)")
    (case,) = reduce(statement).cases
    assert not case.complete
    model, _ = try_models(statement, 800, stop=True).first
    assert goal_fails((case,), model)


@pytest.mark.parametrize(
    "given", ["|X| = 5; prior uniform", "prior (1/5, 1/10, 1/5, 1/5, 3/10)"], ids=str
)
def test_a_prior_is_lost_where_secrets_are_merged(given):
    """No lift is above one over the rarest of the five; one of twenty is allowed by the goal."""
    statement = parse(f"{given}; X - Y - Z: pml(X->Z) <= log(10)")
    (case,) = reduce_joint(statement).cases
    assert not try_models(statement, 60).violations
    rare = Model.from_joint([[["19/20", 0], [0, 0]], [[0, 0], [0, "1/20"]]])
    assert goal_fails((case,), rare)
    assert not case.complete


def test_without_a_prior_nothing_is_lost_where_secrets_are_merged():
    statement = parse("|X| = 5: pmc(X->z) <= pmc(X->y,z)")
    (case,) = reduce_joint(statement).cases
    model, _ = try_models(statement, 800, stop=True).first
    assert goal_fails((case,), model)
    assert case.complete


PRIOR = "prior (1/2, 1/3, 1/6); X - Y - Z: "


@pytest.mark.parametrize(
    ("claimed", "true"),
    [
        ("pml(X->z) <= log(6)", True),
        ("pml(X->z) <= log(5)", False),  # of the rarest of the three alone
        ("pml(X->z) <= log(1/pmin)", True),
        ("pml(X->z) <= log(1/pmax)", False),
    ],
)
def test_each_secret_of_a_prior_may_have_the_largest_lift(claimed, true):
    statement = parse(PRIOR + claimed)
    cases = reduce_joint(statement).cases
    masses = [F(1, 2), F(1, 3), F(1, 6)]
    secret = [
        [[p * (x == y == z) for z in range(3)] for y in range(3)] for x, p in enumerate(masses)
    ]
    model = Model.from_joint(secret)
    assert read(statement, model).holds is true
    assert goal_fails(cases, model) is not true
    assert all(case.complete for case in cases)
