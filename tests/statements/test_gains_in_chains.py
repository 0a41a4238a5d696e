"""Costs and gains of adversaries along a chain X - Y - Z."""

from fractions import Fraction as F
from itertools import islice
from math import exp, log
from random import Random

import pytest

from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.from_text import from_text, latex_of
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import decimal
from tests.statements.proving import settled, verdict_of_proofs

TRUE = (
    "X - Y - Z; gain G: average_gain(G, X->Z) <= average_gain(G, X->Y)",
    "X - Y - Z; cost C: average_cost(C, X->Z) <= average_cost(C)",
    "X - Y - Z; guess G: average_gain(G, X->Z) <= average_gain(G)",
    "X - Y - Z; guesswork G: average_cost(G, X->Z) <= average_cost(G)",
    "X - Y - Z; gain G: worst_gain(G, X->Z) <= worst_gain(G)",
    "X - Y - Z; cost C: worst_cost(C, X->Z) <= worst_cost(C)",
    "X - Y - Z; gain G: average_gain(G, X->Z) >= 0",
    "X - Y - Z; gain G: average_gain(G, X->Z) <= maximal_leakage(X->Z)",
    "X - Y - Z; gain G: average_gain(G, X->Z) <= maximal_leakage(X->Y)",
    "X - Y - Z; cost C: average_cost(C, X->Z) <= maximal_cost_leakage(X->Z)",
    "X - Y - Z; gain G: average_gain(G) <= e => average_gain(G, X->Z) <= e",
    "X - Y - Z; gain G: pml(X->Z) <= pml(X->Y)",
)
FALSE = (
    "X - Y - Z; gain G: average_gain(G) <= average_gain(G, X->Z)",
    "X - Y - Z; gain G: average_gain(G, X->Z) < average_gain(G)",
    "X - Y - Z; gain G: average_gain(G) = average_gain(G, X->Z)",
    "X - Y - Z; cost C: average_cost(C) <= average_cost(C, X->Z)",
    "X - Y - Z; gain G: average_gain(G) <= maximal_leakage(X->Z)",
    "X - Y - Z; gain G: worst_gain(G) <= worst_gain(G, X->Z)",
    "X - Y - Z; cost C: maximal_leakage(X->Y) <= maximal_leakage(X->Z)",
    "X - Y - Z; gain G; gain H: average_gain(G, X->Z) <= average_gain(H)",
)


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, 30) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, 30) == "refuted"


def test_both_orders_are_read_and_the_text_is_kept():
    text = "gain G; X - Y - Z: average_gain(G, X->Z) <= average_gain(G)"
    first = "X - Y - Z; gain G: average_gain(G, X->Z) <= average_gain(G, X->Y)"
    assert parse(first) == parse(text)
    assert str(parse(text)) == text == from_text(text).text


def test_words_and_latex():
    said = from_text("X - Y - Z; gain G: average_gain(G, X->Z) <= maximal_leakage(X->Z)")
    assert "every Z that is computed from Y" in said.words()
    assert "With X->Z a quantity is that of Z" in said.words()
    assert r"G(\cdot,w)\mid Z" in latex_of(parse(said.text))
    assert r"\log\sum_z\max_xP(z\mid x)" in said.latex()


@pytest.mark.parametrize(
    "text",
    [
        "gain G: average_gain(G, X->Z) <= 1",
        "gain G: maximal_leakage(X->Z) <= 1",
        "X - Y - Z; gain G: gain(G, X->Z) <= 1",
        "X - Y - Z; gain G: pml(X->z) <= 1",
        "X - Y - Z; gain G: maximal_leakage(Y->Z) <= 1",
        "X - Z - Y; gain G: gain(G) <= 1",
        "X - Y - Z; prior P: pmc_P <= 1",
        "X - Y - Z; given z; cost C: cost(C) <= 1",
        "prior uniform; gain G: gain(G) <= 1",
    ],
)
def test_others_are_refused(text):
    with pytest.raises(StatementError):
        from_text(text)


def largest_gains(instance):
    """Return the largest mean gain before, and given Y and Z, by the definitions."""
    (played,) = instance.payoffs
    cells = [
        (x, place // instance.sides, place % instance.sides, mass)
        for x, row in enumerate(instance.joint)
        for place, mass in enumerate(row)
    ]
    choices = range(len(played.payoff[0]))

    def gain(x, w):
        return sum(p * row[w] for p, row in zip(played.function[x], played.payoff, strict=True))

    def best(seen):
        groups = {seen(y, z) for _, y, z, _ in cells}
        return sum(
            max(
                sum(mass * gain(x, w) for x, y, z, mass in cells if seen(y, z) == group)
                for w in choices
            )
            for group in groups
        )

    return best(lambda y, z: 0), best(lambda y, z: y), best(lambda y, z: z)


def test_values_are_those_of_the_definitions():
    said = from_text("X - Y - Z; gain G: average_gain(G, X->Z) <= average_gain(G)")
    assert isinstance(said, BoundStatement)
    seen = 0
    for instance in islice(said.instances(3), 200):
        before, of_y, of_z = largest_gains(instance)
        values = said.over.values(instance)
        for name, after in (("average_gain_G", of_y), ("average_gain_GZ", of_z)):
            wanted = after / before if before else F(1)
            assert exp(decimal(values[name])) == pytest.approx(float(wanted))
        seen += of_z not in (of_y, before)
    assert seen > 5


def test_an_instance_that_is_no_chain_is_refused():
    said = from_text("X - Y - Z; gain G: average_gain(G, X->Z) <= average_gain(G)")
    quarter = F(1, 4)
    played = Played("G", ((F(1), F(0)), (F(0), F(1))), ((F(1), F(0)), (F(0), F(1))))
    free = Attacked(((F(1, 2), F(0)), (F(0), F(1, 2))), 2, 0, 0, (played,))
    bound = Attacked(((quarter, quarter), (quarter, quarter)), 2, 0, 0, (played,))
    assert not said.covers(free)
    assert said.covers(bound)


# --- random statements ----------------------------------------------------------------------------


def numbers_of(instance):
    """Return quantities of a chain with one gain, by the definitions, in floats."""
    before, of_y, of_z = largest_gains(instance)
    found = {"0": 0.0, "log(2)": log(2)}
    kernels = {
        "Y": [
            [sum(row[y : y + instance.sides]) for y in range(0, len(row), instance.sides)]
            for row in instance.joint
        ],
        "Z": [
            [sum(row[z :: instance.sides]) for z in range(instance.sides)] for row in instance.joint
        ],
    }
    for name, joint in kernels.items():
        prior = [sum(row) for row in joint]
        columns = [column for column in zip(*joint, strict=True) if sum(column)]
        likely = [[m / p for m, p in zip(c, prior, strict=True)] for c in columns]
        found[f"maximal_leakage(X->{name})"] = log(sum(map(max, likely)))
        worst = max(max(row) / sum(c) for row, c in zip(likely, columns, strict=True))
        found[f"pml(X->{name})"] = log(worst)
    for through, after in (("", of_y), (", X->Z", of_z)):
        found[f"average_gain(G{through})"] = log(after / before) if before else 0.0
    return found


def no_violations(count, seed):
    """Return how many random statements are proved; none of them may fail on an instance."""
    random, proved = Random(seed), 0
    said = from_text("X - Y - Z; gain G: average_gain(G, X->Z) <= average_gain(G)")
    values = [numbers_of(instance) for instance in islice(said.instances(seed), 1500)]
    names = list(values[0])
    for _ in range(count):
        sides = [
            {
                n: random.choice((1, 1, 1, 2, -1))
                for n in random.sample(names, random.choice((1, 1, 2)))
            }
            for _ in range(2)
        ]
        left, right = (" + ".join(f"({c})*{n}" for n, c in side.items()) for side in sides)
        sign = random.choice(("<=", "<=", "<", "="))
        text = f"X - Y - Z; gain G: {left} {sign} {right}"
        if verdict_of_proofs(text) != "proved":
            continue
        proved += 1
        for found in values:
            one, other = (sum(found[n] * c for n, c in side.items()) for side in sides)
            assert one <= other + 1e-9, text
            assert sign != "=" or one == pytest.approx(other, abs=1e-9), text
            assert sign != "<" or one < other - 1e-12, text
    return proved


def test_no_proved_statement_is_violated():
    no_violations(30, seed=7)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(300, seed=8) >= 15
