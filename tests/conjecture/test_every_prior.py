"""Guarantees for every prior: compared with many priors, and what follows from them."""

import math
from fractions import Fraction

import numpy as np
import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse

KERNELS = [
    [["1/2", "1/2"], ["1/3", "2/3"]],
    [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"], ["1/5", "2/5", "2/5"]],
    [["1/10", "9/10"], ["9/10", "1/10"], ["1/2", "1/2"]],
]


def worst_of(measure, kernel, prior):
    """Return the largest pml or pmc of an outcome, from the definition in floats."""
    lifts = kernel / (prior @ kernel)
    return np.log(lifts).max() if measure == "PML" else -np.log(lifts).min()


def largest_over_priors(measure, kernel):
    """Return the largest value over priors nearly all on one secret, and over random ones."""
    secrets = len(kernel)
    near = [
        np.full(secrets, 1e-9) + (1 - secrets * 1e-9) * np.eye(secrets)[x] for x in range(secrets)
    ]
    drawn = np.random.default_rng(3).dirichlet(np.full(secrets, 0.3), 200)
    return max(worst_of(measure, kernel, prior) for prior in [*near, *(drawn + 1e-12)])


@pytest.mark.parametrize("rows", KERNELS)
@pytest.mark.parametrize("measure", ["PML", "PMC"])
def test_it_holds_at_a_level_if_no_prior_leaks_more(rows, measure):
    exact = [[Fraction(entry) for entry in row] for row in rows]
    most = largest_over_priors(measure, np.array(exact, dtype=float))
    said = parse(f"PML(100) => (for every prior: {measure}(e))")
    for share, holds in ((Fraction(999, 1000), False), (Fraction(1001, 1000), True)):
        level = Fraction(math.exp(most)).limit_denominator(10**6) * share
        uniform = [Fraction(1, len(rows))] * len(rows)
        model = Model.from_channel(exact, uniform, e=f"log({level})")
        assert read(said, model).holds is holds


TRUE = [
    "LDP(e) <=> (for every prior: PML(e))",
    "LDP(e) <=> (for every prior: PMC(e))",
    "(for every prior: ALIP(a, b)) <=> LDP(min(a, b))",
    "prior uniform: (for every prior: PML(e)) => PMC(e)",
    "X - Y - Z: (for every prior: PML(e) of X->Y) => (for every prior: PMC(e) of X->Z)",
    "LDP(e) => for every prior: PML(e) and PMC(e)",
]
FALSE = [
    "PML(e) => (for every prior: PML(e))",
    "(for every prior: PML(e)) => pml(X->y) < e",
    "(for every prior: ALIP(a, b)) <=> LDP(max(a, b))",
    "(for every prior: PML(e)) => LDP(e/2)",
    "LIP(e) => (for every prior: PMC(e))",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_is_proved_by_the_theorem(text):
    found = conjecture(text)
    assert found.verdict == "proved"
    assert "every prior" in [theorem.name for theorem in found.theorems]


@pytest.mark.parametrize("text", FALSE)
def test_what_does_not_follow_is_refuted(text):
    assert conjecture(text).verdict == "refuted"


def test_it_is_printed_in_brackets_wherever_it_stands():
    said = parse("PML(a) => for every prior: PML(b) and PMC(c)")
    assert str(said) == "PML(a) => (for every prior: PML(b)) and (for every prior: PMC(c))"
    assert parse(str(said)) == said
    assert parse("PML(a) => forall priors P_X: PML(b) and PMC(c)") == said
