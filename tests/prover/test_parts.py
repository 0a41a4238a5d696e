"""Claims in parts, bounds for holes within the range of a quantity, and too little time."""

import math
import time

import numpy as np
import pytest

from pmlsym.proof.review import proved as proved_again
from pmlsym.prover.candidates import by_sharper_bound
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.falsifier import Search
from pmlsym.prover.progress import ProofProgress
from pmlsym.prover.splitting import IN_PARTS, in_parts, split
from pmlsym.statements.generator.models import models
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse

SPLIT = [
    "PML(e) => pmc(X->y) <= min(2*e, log(n), 1)",
    "PML(e) => max(pml(X->y), pmc(X->y)) < min(2*e, log(1/pmin))",
    "LDP(e) => min(e, pmin) >= max(pml(X->y) - 1, 0)",
    "PML(e) => PMC(min(e, log(n))) and ALIP(min(e, 1), min(e, log(n)))",
    "PML(e) => pmc(X->y) <= min(log(e - 1/2), 3)",
    "maximal_leakage(X->Y) <= min(pml(X->Y), max(1, log(n)))",
]


@pytest.mark.parametrize("text", SPLIT)
def test_a_statement_and_its_parts_hold_on_the_same_instances(text):
    statement = parse(text)
    parts = split(statement)
    assert len(parts.conclusion) > len(statement.conclusion)
    outcomes = {True: 0, False: 0}
    for _, model in zip(range(300), models(statement), strict=False):
        whole = read(statement, model)
        assert read(parts, model).holds is whole.holds
        if whole.holds is not None:
            outcomes[whole.holds] += 1
    assert sum(outcomes.values()) > 50


def test_what_needs_no_hypothesis_is_proved_without_it():
    answer = conjecture("PML(e) => maximal_leakage(X->Y) <= min(e, log(n))", seconds=60)
    assert answer.verdict == "proved"
    assert IN_PARTS in answer.theorems
    assert len(in_parts(parse("PML(e) => pmc(X->y) <= e"))) == 1
    false = conjecture("PML(e) => maximal_leakage(X->Y) <= min(e, log(n)/2)", seconds=20)
    assert false.verdict == "refuted"


def test_parts_are_proved_one_and_all():
    answer = conjecture("PMC(e) => maximal_leakage(X->Y) <= min(log(n), e)", seconds=20)
    assert answer.verdict == "refuted"


def test_a_bound_for_a_hole_stays_within_the_range():
    """The total variation distance of two rows is at most 1, whatever e is."""
    answer = conjecture("PML(e) => tv(X->Y) <= ?", seconds=60)
    assert answer.best
    assert "perhaps not the best" in answer.scope or answer.verdict == "proved"
    names = {"exp": math.exp, "log": math.log, "min": min, "max": max, "pmin": 0.1}
    random = np.random.default_rng(1)
    for e in (0.2, 0.69, 1.0, 3.0):
        bound = eval(answer.answer, {**names, "e": e, "pmax": 0.9, "n": 2})  # ours
        assert bound <= 1
        for _ in range(300):
            kernel = random.dirichlet(np.full(3, 0.4), size=2)
            prior = random.dirichlet(np.ones(2))
            if np.log((kernel / (prior @ kernel)).max()) <= e:
                assert abs(kernel[0] - kernel[1]).sum() / 2 <= bound + 1e-12


def test_a_proved_bound_is_answered_where_none_is_known_to_be_the_best():
    answer = conjecture("LDP(e) => mutual_information(X;Y) <= ?", seconds=60)
    assert answer.verdict == "supported"
    assert answer.answer in (
        "e^2/8",
        "e",
        "min(e, log(n))",
        "min(e^2/8, log(n))",
        "min(e^2/8, H(X))",
    )


def test_instances_are_tested_however_little_time_there_is():
    answer = conjecture("PMC(e) => tv(X->Y) <= e", seconds=0.001)
    assert answer.verdict == "supported"
    assert answer.search.tried > 0
    assert "on 0 instances" not in answer.scope


def test_counts_of_two_searches_are_added():
    first, second = Search(None, 5, 4, 2, 0.5, 1), Search(None, 7, 3, 1, 0.25, 0)
    assert first.and_then(second) == Search(None, 12, 7, 3, 0.25, 1)


@pytest.mark.parametrize("text", ["PMC(e) => tv(X->Y) <= e", "PMC(e) => tv(X->Y) <= 2*e"])
def test_a_bound_that_is_weaker_than_a_known_one_is_proved(text):
    statement = parse(text)
    found = by_sharper_bound(statement, time.monotonic() + 60, ProofProgress())
    assert found is not None
    assert found.verdict == "proved"
    for one in found.proofs:
        assert proved_again(one.step, one.case.goal) is not None
    false = parse("PMC(e) => tv(X->Y) <= 9*e/10")
    assert by_sharper_bound(false, time.monotonic() + 5, ProofProgress()) is None


@pytest.mark.parametrize(
    "text",
    [
        "X - Y - Z: max(0, pml(X->Z)) <= exp(guesswork(X|y))",
        "PML(e) => pml(X->y) <= exp(H(X|y))",
    ],
)
def test_a_bound_that_depends_on_the_outcome_is_compared_with_no_known_form(text):
    assert by_sharper_bound(parse(text), time.monotonic() + 5, ProofProgress()) is None
