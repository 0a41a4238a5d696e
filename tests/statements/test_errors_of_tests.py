"""Conditions on the errors of every test of a secret against another."""

import itertools
from fractions import Fraction as F
from random import Random

import pytest

from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import StatementError
from tests.statements.proving import settled, verdict_of_proofs


def kernel(random):
    rows = []
    for _ in range(random.randint(2, 3)):
        weights = [random.choice((0, 1, 2, 5)) for _ in range(3)]
        weights[random.randrange(3)] += 1
        rows.append([F(weight, sum(weights)) for weight in weights])
    return rows


def least_sum_of_errors(rows, factor):
    """Return the least type1 + factor type2 of a test, over all sets and pairs of secrets."""
    return min(
        1 - sum(p[y] for y in chosen) + factor * sum(q[y] for y in chosen)
        for p, q in itertools.permutations(rows, 2)
        for size in range(4)
        for chosen in itertools.combinations(range(3), size)
    )


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("factor", [F(1), F(3, 2), F(3), F(1, 2)])
def test_a_condition_holds_where_it_does_of_every_test(seed, factor):
    rows = kernel(Random(seed))
    model = Model.from_channel(rows, [F(1, len(rows))] * len(rows))
    least = least_sum_of_errors(rows, factor)
    for gap in (F(-1, 100), F(0), F(1, 100)):
        for sign, holds in ((">=", gap <= 0), (">", gap < 0)):
            text = f"test T: type1(T) + {factor}*type2(T) {sign} {least + gap}"
            assert read(parse(text), model).holds is holds


@pytest.mark.parametrize(
    "text",
    [
        "LDP(e,d) <=> test T: type1(T) + exp(e)*type2(T) >= 1 - d",
        "(test T: type1(T) + exp(e)*type2(T) >= 1 - d) => LDP(e, d)",
        "LDP(e) => test T: exp(e)*type2(T) + type1(T) >= 1",
        "LDP(e) => test S: type1(S) + type2(S) >= 2/(1 + exp(e))",
        "test T: 1 - tv(X->Y) <= type1(T) + type2(T)",
    ],
)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, 60) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "LDP(e,d) => test T: type1(T) + exp(e)*type2(T) > 1 - d",
        "LDP(e,d) => test T: type1(T) + exp(e)*type2(T) >= 1 - d/2",
        "LDP(e,d) => test T: type1(T) + type2(T) >= 1 - d",
        "(test T: type1(T) + exp(e)*type2(T) >= 1 - d) => LDP(e, d/2)",
        "test T: type1(T) + type2(T) > 1 - tv(X->Y)",
        "LDP(e) => test T: type1(T) + 2*type2(T) >= 1",
    ],
)
def test_false_statements_are_refuted(text):
    assert settled(text, 60) == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "test T: type1(T) >= 0",
        "test T: type1(T) + e*type2(T) >= 0",
        "test T: type1(T) - type2(T) >= 0",
        "test T: type1(T) + type2(T) <= 1",
        "test T: type1(T) + type2(T) = 1",
        "test T: type1(T) + 0*type2(T) >= 1",
        "test T: type1(T) + type2(U) >= 0",
        "test T: type1(T) + exp(pml(X->y))*type2(T) >= 0",
        "type1(T) + type2(T) >= 0",
        "test T: type1(T) + type2(T) >= 1 - d => LDP(e, d)",
        "test t: type1(t) + type2(t) >= 0",
    ],
)
def test_other_forms_are_refused_in_a_sentence(text):
    with pytest.raises((ParseError, StatementError)) as refusal:
        parse(text)
    assert str(refusal.value).endswith((".", "=> ..."))


def test_a_condition_is_printed_as_one_on_the_divergence():
    statement = parse("test T: type1(T) + exp(e)*type2(T) >= 1 - d")
    assert str(statement) == "hockey_stick(X->Y; e) <= d"
