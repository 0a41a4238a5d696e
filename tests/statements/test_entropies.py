"""Entropies and min-entropy leakage: their values, and what the prover says of them."""

from random import Random

import numpy as np
import pytest

from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.reductions import NotReducible, reduce
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.values import decimal
from tests.statements.proving import settled, verdict_of_proofs
from tests.statements.test_divergences import leakages, random_table

SECONDS = 30

TRUE = (
    "H(X) >= 0",
    "H(X) <= log(n)",
    "H(X) >= -log(pmax)",
    "H(X) <= log(1/pmin)",
    "|X| = 1: H(X) = 0",
    "|X| = 2: H(X) <= log(2)",
    "prior uniform: H(X) = log(n)",
    "prior (1/2,1/4,1/4): H(X) = 3/2*log(2)",
    "mutual_information(X;Y) <= H(X)",
    "mutual_information(X;Y) <= H(Y)",
    "mutual_information(X;Y) = H(Y) - H(Y|X)",
    "H(X|Y) = H(X) - mutual_information(X;Y)",
    "H(X|Y) + H(Y) = H(Y|X) + H(X)",
    "H(X|Y) >= 0",
    "H(X|Y) <= H(X)",
    "H(X|Y,Z) <= H(X|Y)",
    "PML(a) => H(X|Y) >= H(X) - a",
    "LDP(e) => H(X) <= H(X|Y) + e",
    "prior uniform: LDP(e) => H(X|Y) >= log(n) - e",
    "X, Y independent: H(X|Y) = H(X)",
    "X - Y - Z: H(X|Y) <= H(X|Z)",
    "X - Y - Z: PML(a) of X->Y => H(X|Z) >= H(X) - a",
    "E[H(X|y)] = H(X|Y)",
    "E[H(X|y)] <= H(X)",
    "min_entropy_leakage(X->Y) >= 0",
    "min_entropy_leakage(X->Y) <= maximal_leakage(X->Y)",
    "min_entropy_leakage(X->Y) <= pml(X->Y)",
    "min_entropy_leakage(X->Y) <= log(n)",
    "min_entropy_leakage(X->Y) <= log(1/pmax)",
    "min_entropy_leakage(X->Y) >= maximal_leakage(X->Y) + log(pmin/pmax)",
    "prior uniform: min_entropy_leakage(X->Y) = maximal_leakage(X->Y)",
    "X, Y independent: min_entropy_leakage(X->Y) = 0",
    "X - Y - Z: min_entropy_leakage(X->Z) <= min_entropy_leakage(X->Y)",
    "min_entropy_leakage(X->Y) <= min_entropy_leakage(X->Y,Z)",
)
FALSE = (
    "H(X) < log(n)",
    "H(X) <= log(n - 1)",
    "H(X) <= log(2)",
    "H(X) <= -log(pmax)",
    "|X| = 2: H(X) = log(2)",
    "prior (1/2,1/4,1/4): H(X) <= log(2)",
    "H(X|Y) < H(X)",
    "H(X) <= H(X|Y)",
    "H(Y) <= H(X)",
    "H(X|y) <= H(X)",
    "H(X|y) < log(n)",
    "H(X|y) <= H(X|Y)",
    "E[H(X|y)] < H(X)",
    "H(X|y) <= a => pml(X->y) <= a",
    "P[H(X|y) > e] <= 1/2",
    "X - Y - Z: H(X|y) <= H(X|z)",
    "H(Y) <= log(n)",
    "H(X|Y) >= log(1/pmax)",
    "H(X|Y) <= H(X|Y,Z)",
    "X - Y - Z: H(X|Z) <= H(X|Y)",
    "H(X|Y) <= H(X) - maximal_leakage(X->Y)",
    "min_entropy_leakage(X->Y) = maximal_leakage(X->Y)",
    "min_entropy_leakage(X->Y) <= mutual_information(X;Y)",
    "min_entropy_leakage(X->Y) >= mutual_information(X;Y)",
    "min_entropy_leakage(X->Y) <= 0 => pml(X->y) <= 0",
    "X - Y - Z: min_entropy_leakage(X->Z) <= min_entropy_leakage(Y->Z)",
    "Y - X - Z: min_entropy_leakage(X->Y,Z) <= "
    "min_entropy_leakage(X->Y) + min_entropy_leakage(X->Z)",
)


def plain_entropy(masses):
    masses = np.array([mass for mass in np.ravel(masses) if mass > 0])
    return -(masses * np.log(masses)).sum()


def values_of(table):
    """Return the quantities of a joint table in floats, from the definitions."""
    joint = np.array(table, dtype=float)
    joint /= joint.sum()
    prior, outcome = joint.sum(axis=1), joint.sum(axis=0)
    found = leakages(joint)
    return {
        "H(X)": plain_entropy(prior),
        "H(Y)": plain_entropy(outcome),
        "H(X|Y)": plain_entropy(joint) - plain_entropy(outcome),
        "H(Y|X)": plain_entropy(joint) - plain_entropy(prior),
        "min_entropy_leakage(X->Y)": np.log(joint.max(axis=0).sum() / prior.max()),
        "maximal_leakage(X->Y)": np.log((joint / prior[:, None]).max(axis=0).sum()),
        "mutual_information(X;Y)": found["information"],
        "pml(X->Y)": found["PML"],
        "log(n)": np.log(len(prior)),
        "-log(pmax)": -np.log(prior.max()),
        "log(1/pmin)": -np.log(prior.min()),
        "0": 0.0,
    }


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definitions(seed):
    table = random_table(Random(seed))
    law = Law((len(table), len(table[0])), [weight for row in table for weight in row])
    here = Evaluation(law, {})
    for text, value in values_of(table).items():
        if not text.startswith(("log", "-", "0")):
            assert decimal(here.value(parse_term(text))) == pytest.approx(value, abs=1e-12), text


@pytest.mark.parametrize("seed", range(10))
def test_an_entropy_at_an_outcome_is_that_of_the_posterior(seed):
    table = random_table(Random(seed))
    law = Law((len(table), len(table[0])), [weight for row in table for weight in row])
    here, joint = Evaluation(law, {}), np.array(table, dtype=float)
    for y, column in enumerate(joint.T):
        found = decimal(here.value(parse_term("H(X|y)"), {"y": y}))
        assert found == pytest.approx(plain_entropy(column / column.sum()), abs=1e-12)
    for x, row in enumerate(joint):
        found = decimal(here.value(parse_term("H(Y|x)"), {"x": x}))
        assert found == pytest.approx(plain_entropy(row / row.sum()), abs=1e-12)


@pytest.mark.parametrize(
    "text", ["H(X|y) <= log(n)", "H(X|y) >= 0", "H(X|y) <= a => H(X|Y) <= a", "H(Y|x) <= log(|Y|)"]
)
def test_an_entropy_at_an_outcome_is_not_reduced(text):
    with pytest.raises(NotReducible, match="is an entropy given one outcome"):
        reduce(parse(text))


def test_an_entropy_given_two_variables_is_that_given_their_pair():
    weights = (1, 2, 0, 3, 4, 1, 1, 5)
    joint = np.array(weights, dtype=float).reshape(2, 2, 2) / sum(weights)
    here = Evaluation(Law((2, 2, 2), weights), {})
    wanted = plain_entropy(joint) - plain_entropy(joint.sum(axis=0))
    assert decimal(here.value(parse_term("H(X|Y,Z)"))) == pytest.approx(wanted)


@pytest.mark.parametrize("text", ["H(X) <= log(n)", "X - Y - Z: H(X|Y) <= H(X|Y,Z)"])
def test_what_is_printed_is_parsed(text):
    assert str(parse(text)) == text


def test_words_and_latex():
    statement = parse("H(X|Y) <= H(X)")
    assert statement.latex() == r"H(X \mid Y) \le H(X)"
    assert "H is the entropy" in statement.words()
    assert parse("H(X|y,z) <= 1").latex() == r"H(X \mid y, z) \le 1"


@pytest.mark.parametrize(
    "text", ["H(X,Y) <= 1", "H(X|X) <= 1", "H() <= 1", "H(x) <= 1", "LDP(H)", "H(X|Y,z) <= 1"]
)
def test_other_entropies_are_refused(text):
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, SECONDS) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, SECONDS) == "refuted"


NAMES = tuple(values_of([[1, 1], [1, 1]]))


def random_side(random):
    """Return up to two of the quantities with coefficients."""
    chosen = random.sample(NAMES, random.choice((1, 1, 2)))
    return {name: random.choice((1, 1, 1, 2, -1)) for name in chosen}


def text_of(side):
    return " + ".join(f"({scale})*({name})" for name, scale in side.items())


def no_violations(count, seed):
    """Return how many random statements are proved; none of them may fail on random tables."""
    random, proved = Random(seed), 0
    tables = [random_table(random) for _ in range(600)]
    # a uniform prior, and outcomes that tell the secret
    tables += [[[1, 0], [0, 1]], [[1, 1], [1, 1]], [[1, 0, 1], [0, 2, 0]], [[1, 1, 0], [1, 0, 1]]]
    values = [values_of(table) for table in tables if len(table) > 1]
    for _ in range(count):
        left, right = random_side(random), random_side(random)
        sign = random.choice(("<=", "<=", "<", "="))
        text = f"{text_of(left)} {sign} {text_of(right)}"
        if verdict_of_proofs(text) not in ("proved", "vacuous"):
            continue
        proved += 1
        for found in values:
            one, other = (sum(found[n] * c for n, c in side.items()) for side in (left, right))
            assert one <= other + 1e-9, text
            assert sign != "=" or one == pytest.approx(other, abs=1e-9), text
            assert sign != "<" or one < other - 1e-12, text
    return proved


def test_no_proved_statement_is_violated():
    assert no_violations(25, seed=3)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(400, seed=4) >= 15
