"""The prover's answers: never wrong, never late, and checkable on paper."""

import time
from fractions import Fraction

import pytest

import pmlsym as ps
from pmlsym.errors import InputError
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.falsifier import falsify
from pmlsym.prover.smaller import shrunk, smaller
from pmlsym.prover.tables import tables_of
from pmlsym.statements import models, parse, read
from tests.conjecture import second

TRUE = [
    "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1",
    "PMC(e) => PML(log((1 - exp(-e)*(1 - pmin))/pmin))",
    "LDP(e) => PML(-log(pmin + exp(-e)*(1 - pmin))) and PMC(log(pmin + exp(e)*(1 - pmin)))",
    "PMC(a) and PML(b) => LDP(a + b)",
    "LIP(e) <=> PMC(e) and PML(e)",
    "maximal_leakage(X->Y) <= pml(X->Y)",
    "pmc(X->Y) > 0 => maximal_cost_leakage(X->Y) > 0",
    "|X| = 2; prior uniform: PML(e) => PMC(log(1/(2 - exp(e)))) where e < log(2)",
]
FALSE = [
    "PML(e) => PMC(log(pmax/(1 - exp(e)*(1 - pmax)))) where exp(e)*(1 - pmax) < 1",
    "PML(e) => PMC(e)",
    "LDP(e) => PML(e/2)",
    "PMC(a) and PML(b) => LDP(max(a, b))",
    "pml(X->y) < log(1/pmin)",
    "pml(X->y) >= log(1/pmin) => n = 2",  # which all secrets of three told refute
    "prior uniform: pml(X->y) = log(n) => n = 2",
    "maximal_leakage(X->Y) <= log(2)",
    "pmin = 2/5 and LDP(e) => PML(0)",
    "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
]


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    answer = conjecture(text, seconds=20)
    assert answer.verdict == "proved"
    assert answer.proofs
    assert answer.witness is None


@pytest.mark.parametrize(
    "text",
    [
        "LDP(e) => PML(0) where e = 0",
        "PML(2*a) => PMC(0) where a = 0",
        "PML(a) and LDP(b) => PMC(0) where a = 0, b = log(2)",
        "LDP(e) => PML(1) where e = 1",
    ],
)
def test_a_level_may_be_given_in_an_equation(text):
    assert conjecture(text, seconds=20).verdict == "proved"
    with_less = conjecture(text.replace("a = 0", "a >= 0").replace("e = ", "e >= "), seconds=3)
    assert with_less.verdict != "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted_by_a_small_instance(text):
    answer = conjecture(text, seconds=20)
    assert answer.verdict == "refuted"
    assert second.fails(text, answer.witness) is True
    law = answer.reading.model.law
    assert max(law.shape) <= 3
    assert law.total < 1000


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("exp(1000) <= 5", None, 5.0),
        ("exp(-1000) <= 0", None, 0.0),
        ("pmc(X->y) <= 5", "inf", 5.0),
    ],
)
def test_a_side_that_no_float_is_near_is_neither_infinite_nor_0(text, left, right):
    # exp(1000) is finite and exp(-1000) is not 0: only an infinite leakage is "inf"
    witness = conjecture(text, seconds=20).as_dict()["witness"]
    assert (witness["left"], witness["right"]) == (left, right)


def test_the_nearest_true_statement_is_named_and_true():
    answer = conjecture("PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin))))", seconds=20)
    (remark,) = answer.remarks
    true = parse(remark.partition("): ")[2].rstrip("."))
    assert conjecture(true).verdict == "proved"


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("PML(e) => PMC(e)", "=> PML("),
        ("PMC(e) => PML(2*e)", "=> PMC("),
        ("pmc(X->Y) <= pml(X->Y)", "pml(X->Y) <="),
    ],
)
def test_no_nearest_true_statement_repeats_itself(text, empty):
    answer = conjecture(text)
    assert answer.verdict == "refuted"
    assert not [remark for remark in answer.remarks if empty in remark]


def test_an_alphabet_can_be_given():
    assert conjecture("maximal_leakage(X->Y) <= log(2)", alphabet=2).verdict == "proved"
    assert conjecture("maximal_leakage(X->Y) <= log(2)", alphabet=3).verdict == "refuted"


def test_bad_input_is_refused():
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(InputError):
            conjecture("PML(e) => PMC(e)", seconds=seconds)
    with pytest.raises(InputError, match="Column"):
        ps.conjecture("PML(e => PMC(e)")


@pytest.mark.parametrize(
    "text",
    [
        "PML(e) => PMC(e)",
        "X - Y - Z: PML(a) of X->Y => PML(a) of X->Z",
        "pml(X->y,z) <= 1",
        "Y - X - Z: PML(a) of X->Y => PML(a) of X->Y,Z",
        "X - Z - Y: pml(X->y) <= 1",
    ],
)
def test_tables_are_the_law(text):
    statement = parse(text)
    for model, _ in zip(models(statement, seed=5), range(60), strict=False):
        tables = tables_of(model.law, statement)
        law = tables.law()
        seen = law.marginal(law.variables)
        total = model.law.total
        for point, weight in model.law.marginal(model.law.variables).items():
            assert Fraction(seen[point], law.total) == Fraction(weight, total)
        for changed in list(smaller(tables, fixed_prior=False))[:40]:
            new = changed.law()
            if new is not None and "X - Y - Z" in text:
                assert new.is_markov(("X", "Y", "Z"))


def test_what_is_shrunk_still_fails_and_is_no_larger():
    statement = parse("LIP(e) => LDP(3*e/2)")
    for seed in range(6):
        found = falsify(statement, time.monotonic() + 5, seed=seed, climb=False).found
        small = shrunk(found, time.monotonic() + 5)
        assert read(statement, small.model).holds is False
        cost = [tables_of(r.model.law, statement).cost for r in (small, found)]
        assert cost[0] <= cost[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PMC(a) and PML(b) => LDP(a + b)", "Tight: equality on"),
        ("LDP(e) => PML(e)", "with 0 or infinity on both sides"),  # less than e for every e > 0
        ("LDP(e) => exp(pml(X->y)) <= exp(2*e)", "or no leakage"),
        ("1 + pml(X->y) <= 1 + 2*ldp(X->y)", "or no leakage"),
        ("X, Y independent: pmin = pmin", "or no leakage"),
        ("LDP(e) => PML(e) where n >= 1000", "perhaps none does, or only larger ones"),
        ("numbers a, b: a*b <= (a^2 + b^2)/2", "Tight"),  # at 1 and 1
        ("numbers a: a^2 >= 0", "with 0 or infinity on both sides"),
    ],
)
def test_tight_is_what_is_reached_beyond_nothing(text, said):
    found = conjecture(text, seconds=30)
    assert found.verdict == "proved"
    (remark,) = found.remarks
    assert said in remark


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LDP(e) => PML(e)", "every prior and kernel"),
        ("LDP(e) => PML(e) where n = 3", "as far as the conditions allow"),
        ("prior uniform: pml(X->y) <= log(n)", "the prior of the statement"),
        ("prior (1/2, 1/3, 1/6): pml(X->y) <= log(6)", "3 secrets"),
        ("X, Y independent: PML(0)", "kernel of its structure"),
    ],
)
def test_the_scope_names_the_conditions_the_prior_and_the_structure(text, said):
    scope = conjecture(text, seconds=30).scope
    assert said in scope
    assert ("as far as the conditions allow" in scope) is ("where" in text)
