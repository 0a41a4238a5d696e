"""Mean leakages along chains and over two outcomes: what holds is proved, what fails is refuted."""

import random
from fractions import Fraction

import pytest

from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Overall
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.reductions.joint.means import MeanLeakage, known_means
from pmlsym.statements.text.parse import parse
from tests.statements.proving import settled, verdict_of_proofs

TRUE = [
    "X - Y - Z: E[pmc(X->z)] <= E[pmc(X->y)]",
    "E[pmc(X->y)] <= E[pmc(X->y,z)]",
    "X - Y - Z: E[pml(X->y,z)] = E[pml(X->y)]",
    "X - Y - Z: E[pml(X->z)] <= pml(X->Y)",
    "X - Y - Z: E[pml(X->z)] <= maximal_leakage(X->Y)",
    "X - Y - Z: E[pml(X->z)] <= E[pml(Y->z)]",
    "X - Y - Z: E[ldp(X->z)] <= E[ldp(Y->z)]",
    "X - Y - Z: maximal_cost_leakage(X->Z) <= E[pmc(X->y)]",
    "X - Y - Z: mutual_information(X;Z) <= E[pml(X->z)]",
    "X - Y - Z: E[pml(X->y)] <= a => E[pml(X->y,z)] <= a",
    "X - Y - Z: 2*E[pml(X->z)] <= E[pml(Y->z)] + maximal_leakage(X->Y)",
]
FALSE = [
    "X - Y - Z: E[pml(X->z)] <= E[pml(X->y)]",
    "E[pml(X->y)] <= E[pml(X->y,z)]",
    "X - Y - Z: E[pml(X->z)] >= E[pml(X->y)]",
    "X - Y - Z: E[pmc(X->z)] >= E[pmc(Y->z)]",
    "X - Y - Z: E[pmc(X->z)] < E[pmc(X->y)]",
    "X - Y - Z: E[pml(X->z)] <= E[pmc(X->z)]",
    "Y - X - Z: E[pmc(X->y,z)] <= E[pmc(X->y)]",
    "X - Y - Z: E[pmc(X->z)] <= maximal_cost_leakage(X->Y)",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_holds_of_means_is_proved(text):
    assert verdict_of_proofs(text, 10) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_fails_is_refuted(text):
    assert settled(text, 10) == "refuted"


CHANNELS = [(a, b) for a in "XYZ" for b in ("X", "Y", "Z", "XY", "XZ", "YZ") if a not in b]
MEASURED = [
    *(
        MeanLeakage(kind, a, tuple(b.lower()))
        for kind in ("pml", "pmc", "ldp")
        for a, b in CHANNELS
    ),
    *(
        Overall(kind, a, tuple(b))
        for kind in ("maximal_leakage", "maximal_cost_leakage", "mutual_information")
        for a, b in CHANNELS
    ),
]
FACTS = [fact for fact in known_means(MEASURED, [("X", "Y", "Z"), ("Z", "Y", "X")]) if fact.other]


@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_each_comparison_that_is_taken_for_granted_holds_on_random_chains(fact):
    said = parse(f"X - Y - Z: {fact.one} <= {fact.other}")
    drawn = random.Random(str(said))
    for _ in range(6):
        rows = [[drawn.choice((0, 1, 1, 2, 5)) for _ in range(3)] for _ in range(6)]
        rows = [row if any(row) else [1, 1, 1] for row in rows]
        first, second = rows[:3], rows[3:]
        prior = [drawn.randint(1, 4) for _ in range(3)]
        weights = [
            Fraction(prior[x] * first[x][y] * second[y][z], sum(first[x]) * sum(second[y]))
            for x in range(3)
            for y in range(3)
            for z in range(3)
        ]
        law = Law.of_fractions((3, 3, 3), [one / sum(weights) for one in weights])
        assert read(said, Model(law, {})).holds is not False
