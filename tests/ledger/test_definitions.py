"""The symbols of the ledger mean what the definitions say: enumerated databases against them."""

from fractions import Fraction as F
from itertools import product

import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.laplace import record_lift
from pmlsym.ledger.histogram.bound import ATTAINED, UPPER
from pmlsym.ledger.histogram.readings import FIRST, OTHER, R, alpha, b, lift, p_1, s, u
from pmlsym.proof.evaluation.enclosure import enclose, holds
from tests.random_channels import distributions

HALF = F(1, 2)
SCALE = 1 / sp.log(2)


def rational(number):
    return sp.Rational(number.numerator, number.denominator)


def law_of(own, others, outcome):
    """The joint law of (S_1, S_T, R) for class 1 (index 0), from its description in words."""
    k = len(own)
    rest = 1 - own[0]
    atoms = []
    for database in product(range(k), repeat=len(others)):
        weight = F(1)
        for prior, held in zip(others, database, strict=True):
            weight *= prior[held]
        left = [outcome[j] - database.count(j) for j in range(k)]
        for t in range(1, k):
            atoms.append(
                (
                    rational(weight * own[t] / rest),
                    {s: left[0], u: left[t], R: sum(map(abs, left[1:]))},
                )
            )
    return [(p, {v: sp.Integer(n) for v, n in atom.items()}) for p, atom in atoms if p]


@settings(max_examples=60)
@given(st.data())
def test_the_lift_in_the_ledger_is_the_lift_of_the_mechanism(data):
    k = data.draw(st.integers(2, 4))
    own = data.draw(distributions(k, positive=True))
    others = data.draw(st.lists(distributions(k), max_size=2))
    outcome = data.draw(st.lists(st.integers(-1, 4), min_size=k, max_size=k))
    identity = [[int(i == j) for j in range(k)] for i in range(k)]
    enumerated = record_lift(identity, own, others, outcome, HALF)[0]
    symbolic = enclose(
        lift(FIRST, OTHER), {b: SCALE, p_1: rational(own[0])}, {"P": law_of(own, others, outcome)}
    )
    assert abs(float(symbolic.mid()) / float(enumerated) - 1) < 1e-14
    assert (
        holds(
            UPPER.conclusion,
            {b: SCALE, p_1: rational(own[0]), alpha: rational(min(own))},
            {"P": law_of(own, others, outcome)},
        )
        is not False
    )


@given(st.data())
def test_the_corner_in_the_ledger_is_the_outcome_it_names(data):
    """At y = (n, 0, ..., 0) the attained goal's left side is the enumerated log-lift."""
    k = data.draw(st.integers(2, 3))
    own = data.draw(distributions(k, positive=True))
    others = data.draw(st.lists(distributions(k), max_size=2))
    n = 1 + len(others)
    identity = [[int(i == j) for j in range(k)] for i in range(k)]
    enumerated = record_lift(identity, own, others, [n, *[0] * (k - 1)], HALF)[0]
    symbols = {symbol.name: symbol for symbol in ATTAINED.conclusion.atoms(sp.Symbol)}
    atoms = [
        (weight, {symbols["N_1"]: n - atom[s], symbols["N_T"]: -atom[u], symbols["R"]: atom[R]})
        for weight, atom in law_of(own, others, [n, *[0] * (k - 1)])
    ]
    values = {b: SCALE, alpha: rational(own[0]), symbols["n"]: sp.Integer(n)}
    found = enclose(ATTAINED.conclusion.lhs, values, {"P": atoms})
    assert abs(float(found.exp().mid()) / float(enumerated) - 1) < 1e-13
    for weight, atom in atoms:
        assert weight > 0
        for mean in ATTAINED.means:
            assert all(holds(part, values | atom) for part in mean.support.args)


@given(st.data())
def test_a_further_count_leaks_no_more_than_the_repair_says(data):
    """Counts of classes 1 and 2 against the count of class 2 alone, three classes, enumerated."""
    own = data.draw(distributions(3, positive=True))
    others = data.draw(st.lists(distributions(3), max_size=1))
    y = data.draw(st.lists(st.integers(-1, 3), min_size=2, max_size=2))
    both = record_lift([[1, 0, 0], [0, 1, 0]], own, others, y, HALF)
    before = record_lift([[0, 1, 0]], own, others, y[1:], HALF)
    drift = (min(own) + (1 - min(own)) * 4) / (min(own) + (1 - min(own)) / F(4))
    assert max(x / z for x, z in zip(both, before, strict=True)) <= drift
