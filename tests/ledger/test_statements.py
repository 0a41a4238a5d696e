"""Every claim has statements that are read on instances, and no false change of one is proved."""

import os
import re
from dataclasses import replace
from functools import cache

import pytest

from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.kinds import kind_of
from pmlsym.proof.goal import NotProved
from pmlsym.prover.repairs import mutants
from pmlsym.statements.assertion import Assertion, Compared
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


TRUE = [claim for claim in EVERY if claim.repair is None]
OPPOSITE = {"<=": ">=", ">=": "<=", "=": "!=", "<": ">=", ">": "<="}
NEVER_TIGHT = {  # what is strict, or only approached
    "linear.every-n",
    "linear.remark-2.iii.strict.repair",
    "linear.maximizer",
    "linear.figure-1.strict.repair",
    "histogram.entropy.repair",
    "histogram.balance",
    "histogram.correlated",
    "histogram.eq-4",
    "histogram.relaxation",
    "histogram.limit",
    "histogram.limit.eq-4",
    "histogram.monotone",
    "histogram.factor.repair",
    "histogram.composition.bound.repair",
    "histogram.composition.derivation",
    "histogram.composition.looser",
    "histogram.calibration.utility.by-n",
    "histogram.figure-1.regime",
    "histogram.figure-1.regime.limit",
    "histogram.figure-1.regime.by-n",
    "pmc.example-7.tail",
    "pmc.conclusion.zero-cost.repair",
}
IN_WORDS = {  # claims with steps that are said in words, and how many
    "linear.limit": 7,
    "histogram.composition.further": 1,
    "pmc.eq-21.repair": 1,
    "pmc.example-6.symmetry": 1,
    "pmc.example-6.uniform": 1,
    "pmc.example-8": 1,
    "pmc.example-9": 1,
    "pmc.section-6.gaussian.repair": 1,
}


@pytest.mark.parametrize("claim", EVERY, ids=lambda claim: claim.id)
def test_every_claim_says_something_that_can_be_read_and_rests_on_few_words(claim):
    assert claim.asserts
    assert claim.latex
    for asserted in claim.asserts:
        assert asserted.words().endswith(".")
        assert asserted.latex()
        assert asserted.shape.conclusion
    for instance in claim.models:
        assert str(instance)
        assert instance.as_dict()
    assert len(claim.arguments) == IN_WORDS.get(claim.id, 0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_a_true_claim_fails_on_no_instance_and_turned_around_on_some(claim):
    """On instances that its check does not see; equality is reached where it can be."""
    tight = False
    for asserted in claim.asserts:
        tries = min(asserted.tries, 120)
        trial = asserted.trial(tries, seed=9)
        assert trial.violations == 0, trial.first
        assert asserted.exists or trial.applied > max(1, trial.unseparated)
        tight |= trial.tight > 0
        always_equal = trial.tight == trial.applied
        if asserted.exists or always_equal or not isinstance(asserted, Assertion):
            continue
        for said in asserted.conclusion:
            if isinstance(said, Compared) and not asserted.both_ways:
                turned = replace(said, sign=OPPOSITE[said.sign])
                assert replace(asserted, conclusion=(turned,)).trial(tries, seed=9).violations
    assert tight == (claim.id not in NEVER_TIGHT)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_refuted_claim_fails_on_its_instance_and_its_repair_does_not(claim):
    assert claim.models
    for instance in claim.models:
        assert claim.holds(instance) is False
        for asserted in claim.repair.asserts:
            if asserted.covers(instance) and not asserted.exists:
                assert asserted.judge(instance).holds is not False


# the sums of the rows of a mechanism, and what a statement calls by its definition
ABOUT_MECHANISMS = re.compile("the rows of .* sum to one|(ldp|pml|pmc) is largest at .*, not at")
DEFINED = {
    *("histogram.composition.grows", "histogram.eq-2", "pmc.theorem-2", "pmc.eq-9.first"),
    "extremal.binary",
}


def test_no_claim_rests_on_goals_that_a_term_is_itself():
    for claim in EVERY:
        same = [p for p in claim.parts if p.goal.conclusion.lhs == p.goal.conclusion.rhs]
        assert len(same) < len(claim.parts) or not claim.parts, claim.id
        for part in same:
            of_zero = part.goal.conclusion.lhs == 0  # in cases where both sides are 0
            defined = ABOUT_MECHANISMS.match(part.meaning) or claim.id in DEFINED
            assert of_zero or defined, (claim.id, part.meaning)


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
