"""Probabilities over the outcomes of what an adversary gains: P[gain(G) > e]."""

from fractions import Fraction as F
from itertools import islice
from math import log
from random import Random

import pytest

from pmlsym.statements.from_text import from_text
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import decimal
from tests.statements.proving import settled, verdict_of_proofs

TRUE = (
    "gain G: P[gain(G) > e] <= P[pml(X->y) > e]",
    "gain G: P[pml(X->y) >= e] >= P[gain(G) >= e]",
    "gain G: P[pml(X->y) <= e] <= P[gain(G) <= e]",
    "gain G: P[pml(X->y) > e] <= d => P[gain(G) > e] <= d",
    "gain G: P[pml(X->y) > e] <= 1/2 => P[gain(G) > e] <= 1/2",
    "cost C: P[cost(C) > e] <= P[pmc(X->y) > e]",
    "gain G; cost C: P[gain(G) > e and cost(C) > e] <= P[pml(X->y) > e]",
    "gain J = 1 at x of most lift: P[gain(J) >= e] <= P[pml(X->y) >= e]",
)
FALSE = (
    "gain G: P[pml(X->y) > e] <= P[gain(G) > e]",
    "gain G: P[gain(G) >= e] <= P[pml(X->y) > e]",
    "gain G: P[gain(G) > e] < P[pml(X->y) > e]",
    "gain G: P[gain(G) > e] = P[pml(X->y) > e]",
    "gain G: P[gain(G) > log(e - 1)] <= P[pml(X->y) > log(e - 1)]",
    "gain G: P[gain(G) > log(e - 1)] <= P[gain(G) > log(e - 1)]",
    "cost C: P[cost(C) > e] <= P[pml(X->y) > e]",
    "gain G: P[gain(G) > e] <= P[pml(X->y) > d] where d >= e",
    "gain G: P[pml(X->y) > e] <= d => P[gain(G) > 0] <= d",
    "gain G: P[gain(G) > e] <= d => P[pml(X->y) > e] <= d",
    "gain G: P[gain(G) > 0] <= 1/2",
)


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, 30) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, 30) == "refuted"


def test_text_words_and_latex():
    text = "gain G: P[gain(G) > e] <= P[pml(X->y) > e]"
    said = from_text(text)
    assert str(parse(text)) == said.text == text
    assert "P is the probability over the outcomes" in said.words()
    assert r"\mathbb{P}\left[" in said.latex()


@pytest.mark.parametrize(
    "text",
    [
        "gain G: E[gain(G)] <= 1",
        "gain G: P[average_gain(G) > e] <= 1",
        "gain G: P[most_before(G) > e and gain(G) > e] <= 1",
        "gain G: P[gain(H) > e] <= 1",
        "gain G: P[gain(G) > e] <= gain(G)",
        "gain G: P[pml(X->Y) > e and gain(G) > e] <= 1",
    ],
)
def test_others_are_refused(text):
    with pytest.raises(StatementError):
        from_text(text)


def outcomes_of(instance):
    """Return the outcomes with probability, largest lift, smallest lift, and gain of one payoff."""
    (played,) = instance.payoffs
    prior = [sum(row) for row in instance.joint]
    choices = range(len(played.payoff[0]))

    def best(law):
        return max(
            sum(
                p * u * row[w]
                for p, of in zip(law, played.function, strict=True)
                for u, row in zip(of, played.payoff, strict=True)
            )
            for w in choices
        )

    found = []
    for column in zip(*instance.joint, strict=True):
        if chance := sum(column):
            law = [mass / chance for mass in column]
            lifts = [p / q for p, q in zip(law, prior, strict=True)]
            before = best(prior)
            found.append((chance, max(lifts), best(law) / before if before else F(1)))
    return found


SIGNS = {">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b}


def test_values_are_those_of_the_definitions():
    said = from_text("gain G: P[gain(G) >= e] <= P[pml(X->y) > e]")
    for instance in islice(said.instances(5), 150):
        level = dict(instance.parameters)["e"]
        values = said.over.values(instance)
        outcomes = outcomes_of(instance)
        for term, place, sign in (
            (said.unbound.claimed[0].left, 2, ">="),
            (said.unbound.claimed[0].right, 1, ">"),
        ):
            gaps = [log(one[place]) - decimal(level) if one[place] else -99 for one in outcomes]
            if min(map(abs, gaps)) < 1e-9:
                continue  # an equality, which floats do not tell
            wanted = sum(
                one[0] for one, gap in zip(outcomes, gaps, strict=True) if SIGNS[sign](gap, 0)
            )
            assert values.value(term) == wanted


def no_violations(count, seed):
    """Return how many random statements are proved; none of them may fail on an instance."""
    random, proved = Random(seed), 0
    said = from_text("gain G: gain(G) <= pml(X->y)")
    tables = [outcomes_of(instance) for instance in islice(said.instances(seed), 800)]
    levels = {"0": F(1), "log(2)": F(2), "log(3/2)": F(3, 2), "log(5/4)": F(5, 4)}
    for _ in range(count):
        events = [
            (
                random.choice(("gain(G)", "pml(X->y)")),
                random.choice(tuple(SIGNS)),
                random.choice((*levels,)),
            )
            for _ in range(2)
        ]
        left, right = (f"P[{of} {sign} {level}]" for of, sign, level in events)
        text = f"gain G: {left} <= {right}"
        if verdict_of_proofs(text) != "proved":
            continue
        proved += 1
        for outcomes in tables:
            one, other = (
                sum(
                    row[0]
                    for row in outcomes
                    if SIGNS[sign](row[2 if of == "gain(G)" else 1], levels[level])
                )
                for of, sign, level in events
            )
            assert one <= other, text
    return proved


def test_no_proved_statement_is_violated():
    no_violations(30, seed=9)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(300, seed=10) >= 20
