"""Normal forms: they hold on the same instances, and equal texts get equal verdicts."""

from itertools import islice

import pytest
from hypothesis import given, settings

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.generator.models import models
from pmlsym.statements.model import Model
from pmlsym.statements.normal import fixed, normal_form
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse
from tests.statements.proving import verdict_of_proofs
from tests.statements.strategies import statements

INSTANCES = 25
TEXTS = [
    "ALIP(a, b) => LDP(2*max(a, b))",
    "max(pml(X->y), pmc(X->y)) <= e => LDP(2*e)",
    "pml(X->y) <= min(a, b) - 1 => -max(a, b) <= -pmc(X->y)",
    "PML(min(a, log(b - 1))) => 1 - min(a, b)/2 > pml(X->y)",
    "pmc(X->y) <= max(a, pml(X->y)) <=> ldp(X->y) >= 3*min(a, b)",
    "max(log(a - 1), pml(X->y)) <= b => PMC(a)",
    "LDP(e) => PML(min(e, a)) where e = 1/2",
    "PML(e) => PMC(2*max(a, e)) where 0 = e",
    "PML(e) and PML(a) => PMC(2*max(a, e)) where a = 0, e > -1",
    "ALIP(min(a, b), -max(-a, -1/b)) => LDP(a + b)",
    "hockey_stick(X->Y; e) <= a => P[pml(X->y) > e] <= min(a, 1) where e = 1/2",
    "PML(e, min(a, b)) => E[pml(X->y) - e] <= 2*max(a, b) where e = 1",
    "exp(min(a, b)) <= exp(max(a, 1)) => PML(log(min(a, b - 1)))",
    "pml(X->y) <= log(min(a - 2, b)) and max(exp(a), 2) <= b => -log(min(a, b)) <= 0",
    "max(pmc(X->y), a)*(-1/2) >= -b => min(b, 1) >= 0",
    "mutual_information(Z;X) <= a => mutual_information(Y;X) + E[pml(X->y)] <= max(a, b)",
    "hockey_stick(X->Y; 0) <= a => hockey_stick(X->Y,Z; e) <= max(a, b) where e = 0",
    "log(E[exp(pml(X->y,z))]) <= a => PML(log(2) + -log(E[exp(pml(X->y))])) of X->Y",
    "a + -log(E[exp(-pmc(X->y))]) >= pmc(X->Y)",
    "max(a, pml(X->y), b) = b => exp(log(a)) > exp(pmc(X->y) - b)",
    "min(a, pmc(X->y)) = a <=> P[exp(pml(X->y)) <= exp(log(a - 1))] = min(1, b)",
    "pml(X->y) <= log(n)/2 and pmax = pmin => H(X) >= log(n)",
    "maximal_leakage(X->Y) < log(n) <=> H(X|Y) > 0 where pmin = pmax",
]


def agree(statement):
    other, numbers = normal_form(statement), fixed(statement)
    for model in islice(models(statement), INSTANCES):
        if any(model.parameters[name] != value for name, value in numbers.items()):
            continue  # `where` does not hold
        named = {name: model.parameters[name] for name in other.parameters}
        before, after = read(statement, model), read(other, Model(model.law, named))
        if None not in (before.holds, after.holds) or before.applies is False:
            assert before.holds == after.holds, (str(statement), str(other), str(model))


@pytest.mark.parametrize("text", TEXTS)
def test_a_normal_form_holds_on_the_same_instances(text):
    assert normal_form(parse(text)) != parse(text)
    agree(parse(text))


@settings(max_examples=100)
@given(statements())
def test_the_normal_form_of_any_statement_holds_on_the_same_instances(statement):
    if not statement.has_holes and not statement.binders:
        agree(statement)


KNOWN = [
    "LDP(e) => PML({})",
    "PML(e) => PMC({})",
    "LDP(e) => mutual_information(X;Y) <= {}",
    "ALIP(a, e) => LDP({})",
]
LEVELS = [
    ("min(e, 2*e)", "min(2*e, e)"),
    ("2*max(a, e)", "max(2*a, 2*e)"),
    ("-min(-a - e, -2*e)", "max(a + e, 2*e)"),
    ("max(a, e)/2", "max(e/2, a/2)"),
    ("max(a, e) + 1", "max(1 + e, 1 + a)"),
    ("min(a + e, 3) + e", "min(a + 2*e, 3 + e)"),
]


@pytest.mark.parametrize("of", KNOWN)
@pytest.mark.parametrize(("one", "other"), LEVELS)
def test_equal_texts_get_equal_verdicts(of, one, other):
    assert len({verdict_of_proofs(of.format(level), 4) for level in (one, other)}) == 1


SUMS = [
    ("LDP(e) => H(X|Y) >= H(X) - e^2/8", "proved"),
    ("LDP(e) => H(X|Y) >= H(X) - e^2/9", "refuted"),
    ("H(X|Y) + mutual_information(X;Y) <= H(X) + a", "proved"),
    ("X - Y - Z: LDP(e) of Y->Z => H(X|Z) >= H(X) - e^2/8", "proved"),
    ("X - Y - Z: H(X|Y) + e < H(X|Z) + e", "refuted"),
    ("pmc(X->Y) - pmc(X->Y) + a <= a", "refuted"),  # infinity minus infinity
]


@pytest.mark.parametrize(("text", "verdict"), SUMS)
def test_what_both_sides_have_in_common_is_left_out(text, verdict):
    assert conjecture(text, seconds=20).verdict == verdict


IN_CHANCES = [
    ("P[pml(X->y) > maximal_leakage(X->Y) + t] <= exp(-t)", "proved"),
    ("P[pml(X->y) > 2*maximal_leakage(X->Y)] <= exp(-maximal_leakage(X->Y))", "proved"),
    ("P[pml(X->y) > maximal_leakage(X->Y) + t] <= exp(-2*t)", "refuted"),
    ("P[pmc(X->y) > maximal_cost_leakage(X->Y) + t] <= exp(-t)", "refuted"),
]


@pytest.mark.parametrize(("text", "verdict"), IN_CHANCES)
def test_a_probability_may_compare_an_outcome_with_an_average(text, verdict):
    assert conjecture(text, seconds=20).verdict == verdict


UNIONS = [
    ("PML(a,c) of X->Y and P[pml(X->z|y) > b] <= d => PML(a + b, c + d) of X->Y,Z", "proved"),
    ("PMC(a,c) of X->Y and P[pmc(X->z|y) > b] <= d => PMC(a + b, c + d) of X->Y,Z", "proved"),
    (
        "PML(a,c) of X->Y and P[pml(X->z|y) > b] <= d => PML(a + b, max(c, d)) of X->Y,Z",
        "refuted",
    ),
    ("PML(a,c) of X->Y and P[pml(X->z|y) > b] <= d => PML(a, c + d) of X->Y,Z", "refuted"),
    ("PML(a,c) of X->Y and PML(b,d) of X->Z => PML(a + b, c + d) of X->Y,Z", "refuted"),
]


@pytest.mark.parametrize(("text", "verdict"), UNIONS)
def test_probabilities_of_large_leakages_add_up_where_the_leakages_do(text, verdict):
    assert conjecture(text, seconds=20).verdict == verdict


TURNED = [
    ("{} = 0 => PML(0)", ("X", "Y")),
    ("{} <= maximal_leakage(X->Y)", ("X", "Y")),
    ("X - Y - Z: {} <= mutual_information(X;Y)", ("X", "Z")),
    ("{} <= 1/2 => PML(1)", ("X", "Y")),
]


@pytest.mark.parametrize(("text", "variables"), TURNED)
def test_the_order_of_variables_in_mutual_information_does_not_matter(text, variables):
    verdicts = {
        conjecture(text.format(f"mutual_information({one};{other})"), seconds=20).verdict
        for one, other in (variables, variables[::-1])
    }
    assert len(verdicts) == 1
    assert verdicts <= {"proved", "refuted"}


IN_OTHER_WORDS = [
    "hockey_stick(X->Y,Z; 0) >= tv(X->Y)",
    "hockey_stick(X->Y; 0) = tv(X->Y)",
    "log(E[exp(pml(X->y,z))]) >= maximal_leakage(X->Y)",
    "maximal_cost_leakage(X->Y) = -log(E[exp(-pmc(X->y))])",
    "H(X) = log(n) where pmin = pmax",
    "pmin = pmax => H(X) = log(n)",
    "max(maximal_cost_leakage(X->Y), E[pmc(X->y)]) = E[pmc(X->y)]",
    "pml(X->Y) = min(pml(X->Y), ldp(X->Y), log(1/pmin))",
    "exp(hockey_stick(X->Y; e)) <= exp(d) <=> LDP(e, d)",
]


@pytest.mark.parametrize("text", IN_OTHER_WORDS)
def test_a_quantity_with_a_name_is_known_by_its_definition(text):
    assert conjecture(text, seconds=20).verdict == "proved"


MEANS = [
    ("E[pml(X->y,z)] <= E[pml(X->y)] + E[pml(X->z|y)]", "proved"),
    ("X - Y - Z: E[pml(X->y,z)] = E[pml(X->y)]", "proved"),
    ("E[pml(X->y,z)] <= E[ldp(X->y,z)] + 1", "proved"),
    ("E[pml(X->y)] <= E[pml(X->y,z)]", "refuted"),
    ("E[pml(X->y,z)] <= E[pml(X->y)]", "refuted"),
    ("E[pmc(X->y,z)] < E[pmc(X->y)] + E[pmc(X->z|y)]", "refuted"),
    ("X - Y - Z: E[ldp(X->y,z)] > E[pml(X->y)]", "refuted"),
]


@pytest.mark.parametrize(("text", "verdict"), MEANS)
def test_means_are_compared_outcome_by_outcome(text, verdict):
    assert conjecture(text, seconds=8).verdict == verdict
