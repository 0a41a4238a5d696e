"""Probabilities over the outcomes, and guarantees that may fail, against a brute force."""

from random import Random

import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.arithmetic import log
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import ParseError, parse
from tests.statements.brute_force import a_law, a_statement
from tests.statements.proving import settled, verdict_of_proofs

LAWS = [a_law(Random(1000 + seed)) for seed in range(800)]


def model_of(law):
    levels = {name: log(law.values[name]) for name in "ea"}
    return Model.from_channel(law.kernel, law.prior, **levels, c=law.values["c"], d=law.values["d"])


def test_random_statements_are_evaluated_as_by_brute_force():
    random = Random(5)
    for _ in range(150):
        stated = a_statement(random)
        said = parse(stated.text)
        assert parse(str(said)) == said
        for law in random.sample(LAWS, 6):
            assert (read(said, model_of(law)).holds is False) == stated.fails(law), stated.text


def test_no_random_statement_is_proved_that_fails_on_some_law():
    """Goals alone decide: no search refutes beforehand."""
    random, proofs = Random(11), 0
    for _ in range(40):
        stated = a_statement(random)
        if verdict_of_proofs(stated.text, 0.2) in ("proved", "vacuous"):
            proofs += 1
            assert not any(map(stated.fails, LAWS)), stated.text
    assert proofs


@pytest.mark.parametrize(
    "text",
    [
        "P[pml(X->y) > e] <= exp(maximal_leakage(X->Y) - e)",
        "P[pml(X->y) > e] <= E[pml(X->y)]/e where e > 0",
        "maximal_leakage(X->Y) <= a => P[pml(X->y) > e] <= exp(a - e)",
        "PML(e) => P[pml(X->y) > e] = 0",
        "P[pml(X->y) > a] <= P[pml(X->y) > b] where a >= b",
        "P[pml(X->y) > e] + P[pml(X->y) <= e] = 1",
        "P[pml(X->y) >= pml(X->Y)] > 0",
        "PML(e, d) => PML(e, c) where c >= d",
        "PML(e, d) => PML(a, d) where a >= e",
        "PML(e, 0) <=> PML(e)",
        "P[pml(X->y) > e] <= d <=> PML(e, d)",
        "LIP(e, d) => PML(e, d) and PMC(e, d)",
        "PML(e, c) and PMC(e, d) => LIP(e, c + d)",
        "PML(e, d) => maximal_leakage(X->Y) <= log((1 - d)*exp(e) + d/pmin) where e <= log(1/pmin)",
        "PML(e, d) => mutual_information(X;Y) <= e + d*log(1/pmin)",
    ],
)
def test_a_true_statement_is_proved(text):
    assert verdict_of_proofs(text, 40) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "P[pml(X->y) > e] <= exp(-e)",
        "P[pml(X->y) >= e] <= 1/2",
        "P[pml(X->y) > e] < 1",
        "P[pml(X->y) >= e] < exp(maximal_leakage(X->Y) - e)",
        "P[pmc(X->y) > e] <= exp(maximal_cost_leakage(X->Y) - e)",
        "PML(e, d) => PML(e)",
        "P[pml(X->y) > e] <= d => PML(e) where d < 1, e > 0",
        "PML(e, d) => LDP(e)",
        "PML(e, d) <=> PMC(e, d)",
        "PML(e, d) => maximal_leakage(X->Y) <= log((1 - d)*exp(e) + d/pmin)",
        "X - Y - Z: PML(e, d) of X->Y => PML(e, d) of X->Z",
    ],
)
def test_a_false_statement_is_refuted(text):
    assert settled(text, 20) == "refuted"


def test_a_side_without_a_value_leaves_the_probability_without_one():
    law = LAWS[0]
    assert read(parse("P[pml(X->y) > log(-1)] <= 1"), model_of(law)).holds is False
    assert read(parse("P[pml(X->y) > log(-1)] <= 1 => 1 < 0"), model_of(law)).applies is False


def test_the_number_of_levels_says_whether_a_guarantee_may_fail():
    assert "with a probability of at least 1 - d" in parse("PML(e, d)").words()
    latex = parse("P[pml(X->y) > e] <= d").latex()
    assert latex.startswith(r"\mathbb{P}\left[\ell(X \to Y) > \varepsilon")
    for text in ("LDP(e, c, d)", "PML(e, c, d)", "P[e > 1] <= 1", "for every prior: PML(e, c, d)"):
        with pytest.raises(ParseError):
            parse(text)
    assert "its holes are not filled" in conjecture("LDP(e) => PML(?, d)", seconds=3).scope


# counterexamples on paper: prior (1/2, 1/2) and three outcomes, of which the third leaks nothing,
# while the worst leaks as much as the hypothesis says
NOT_PROVED = [
    "P[pml(X->y) > 1] <= pml(X->y) and pml(X->Y) = log(1237/1000) => pml(X->y) > 0",
    "P[pml(X->y) <= 1] >= 1 - pml(X->y) and pml(X->Y) = log(1237/1000) => pml(X->y) > 0",
    "P[pml(X->y) <= 1] >= exp(-ldp(X->y)) and pml(X->Y) = log(1237/1000) => ldp(X->y) > 0",
    "P[pml(X->y) > 1] <= pml(X->Y) - pml(X->y) and pml(X->Y) = 1/7 => pml(X->y) >= 1/7",
    "P[pml(X->y) > e] <= pml(X->y) and ldp(X->Y) = 1/7 => pml(X->y) > 0",
    "P[pml(X->y) > 1] <= pml(X->y) and ldp(X->Y) = 1/2 => pmc(X->y) > 0",
    "P[pml(X->y) > 5] <= pml(X->Y) - pml(X->y) and P[pmc(X->y) > 5] <= pmc(X->Y) - pmc(X->y) and "
    "pml(X->Y) + pmc(X->Y) > ldp(X->Y) and pml(X->Y) = 1/7 => pml(X->y) > 3",
]


@pytest.mark.parametrize("text", NOT_PROVED)
def test_a_level_that_changes_with_the_outcome_is_not_taken_for_one_of_all(text):
    assert verdict_of_proofs(text) in ("refuted", "undecided")
