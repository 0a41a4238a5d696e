"""Every claim has statements that are read on instances, and no false change of one is proved."""

import os
from functools import cache

import pytest

from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.kinds import KINDS, kind_of
from pmlsym.proof.goal import NotProved
from pmlsym.prover.repairs import mutants
from pmlsym.statements.finite import Finite
from pmlsym.statements.from_text import from_text
from pmlsym.statements.reductions import NotReducible, prove_case, reduce
from pmlsym.statements.text.vocabulary import StatementError

EVERY = list(catalogue.with_repairs(catalogue.claims()))
REFUTED = [claim for claim in catalogue.claims() if claim.repair is not None]
# all mutants take a quarter of an hour: PMLSYM_MUTANTS=all
STEP = 1 if os.environ.get("PMLSYM_MUTANTS") == "all" else 9
INSTANCES = 150


def _of_one_mechanism(asserted):
    # the goals of several variables take long; tests/statements/reductions has changed ones
    return "Z" not in asserted.statement.variables


@cache
def finite_statements():
    """Return the statements of the ledger whose goals come from them, each once."""
    found = {}
    for claim in EVERY:
        for asserted in claim.asserts:
            if isinstance(asserted, Finite) and not asserted.exists and _of_one_mechanism(asserted):
                found.setdefault(str(asserted.statement), asserted.statement)
    return found


@pytest.mark.parametrize("claim", EVERY, ids=lambda claim: claim.id)
def test_every_claim_says_something_that_can_be_read(claim):
    assert claim.asserts
    for asserted in claim.asserts:
        assert asserted.words()
        assert asserted.latex()
        assert asserted.shape.conclusion


@pytest.mark.sampled(3)
@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_refuted_statement_fails_on_its_instance_and_its_repair_does_not(claim):
    failing = [
        instance
        for instance in claim.models
        for asserted in claim.asserts
        if asserted.covers(instance) and asserted.judge(instance).holds is False
    ]
    assert failing
    for instance in failing:
        for asserted in claim.repair.asserts:
            if asserted.covers(instance) and not asserted.exists:
                assert asserted.judge(instance).holds is not False


@pytest.mark.long
def test_the_kind_of_a_refutation_is_one_of_four():
    for claim in REFUTED:
        row = claim.heading()
        assert row["id"] == claim.id
    kinds = {claim.id: claim.check().kind for claim in REFUTED if claim.id.startswith("histogram.")}
    assert set(kinds.values()) <= set(KINDS)
    assert None not in kinds.values()


@pytest.mark.parametrize(
    ("refuted", "repair", "kind"),
    [
        ("PML(e) => PMC(e)", "|X| = 1: PML(e) => PMC(e)", "assumption"),
        ("pmin + pmax = 1", "|X| = 2: pmin + pmax = 1", "assumption"),
        ("pmin < 1/2", "|X| >= 3: pmin < 1/2", "degenerate"),
        ("pmin < 1/2", "pmin < 1/2 where n >= 3", "degenerate"),
        ("pmin < 1/2", "pmin <= 1/2", "boundary"),
    ],
)
def test_only_what_leaves_out_the_smallest_sizes_leaves_out_trivial_cases(refuted, repair, kind):
    assert kind_of([from_text(refuted)], [from_text(repair)]) == kind


def test_that_an_equivalence_exists_is_refused():
    """Neither side need hold where it does."""
    with pytest.raises(StatementError, match="choose one of the two"):
        from_text("PML(e) <=> PMC(e)", exists=True)


def test_finite_claims_of_pmc_rest_on_no_words():
    for claim in EVERY:
        finite = any(isinstance(asserted, Finite) for asserted in claim.asserts)
        if claim.paper == "pmc" and finite:
            assert not claim.arguments, claim.id
        if claim.id.startswith("histogram.theorem-4"):
            assert not claim.arguments


def reduced_and_proved(statement):
    """Whether every goal of a statement is proved; None if there is no reduction of it."""
    try:
        cases = reduce(statement).cases
    except NotReducible:
        return None
    try:
        for case in cases:
            prove_case(case.goal)
    except NotProved:
        return False
    return True


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", sorted(finite_statements()))
def test_no_false_mutant_of_a_statement_is_proved(text):
    statement = finite_statements()[text]
    if len(statement.variables) > 2:
        pytest.skip(
            "the goals of several variables take long; tests/statements/reductions has them"
        )
    seen = 0
    for change, changed in list(mutants(statement))[::STEP]:
        trial = Finite(changed).trial(INSTANCES)
        if trial.violations:
            seen += 1
            assert reduced_and_proved(changed) is not True, (change, str(changed))
    print(f"\nmutants that a reading falsifies: {seen}")


@pytest.mark.parametrize(
    ("claimed", "repaired"),
    [
        ("LDP(e) => pml(X->Y) < e", "LDP(e) => pml(X->Y) < e where e > 0"),
        ("LDP(e) => pml(X->Y) < e", "LDP(e) => pml(X->Y) < e where 0 < e"),
        ("LDP(e) => pml(X->Y) < e", "e > 0 and LDP(e) => pml(X->Y) < e"),
        ("LDP(e) => pml(X->Y) < e where e >= 0", "LDP(e) => pml(X->Y) < e where e > 0"),
        ("LDP(e) => pml(X->Y) < e where e < 5", "LDP(e) => pml(X->Y) < e where e < 5, e > 0"),
    ],
)
def test_the_end_of_a_range_that_is_left_out_is_a_boundary(claimed, repaired):
    """Parameters are at least 0, whether a statement says so or not."""
    assert kind_of([from_text(claimed)], [from_text(repaired)]) == "boundary"
    assert (
        kind_of(
            [from_text(claimed)],
            [from_text(f"{repaired}, e > 1" if "where" in repaired else f"{repaired} where e > 1")],
        )
        == "assumption"
    )
