"""What the ledger says of optimal mechanisms, read on instances; its reductions from both sides."""

import math
from dataclasses import replace
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.extremal import regions, uniform, worth
from pmlsym.ledger.pmc.mechanisms.instances import prior
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.instances.attack.adversary import mean
from pmlsym.statements.instances.valued.designs import draw_rescaled
from pmlsym.statements.optimality import Optimality, bounded_designs
from pmlsym.statements.specific import Entries
from pmlsym.statements.values import decimal
from tests.ledger.optima import information as information_utility, optimum, vertices

NAMES = [
    "binary",
    "uniform",
    "uniform.information",
    "outcomes",
    "regions",
    "bounded",
]
STATEMENTS = [
    (name, number) for name in NAMES for number in range(len(claim(f"extremal.{name}").asserts))
]


def asserted(name, number=0):
    return claim(f"extremal.{name}").asserts[number]


def test_both_ways_has_instances_of_both_kinds():
    rescaled = asserted("bounded")
    instances = [draw_rescaled(number, Random(number)) for number in range(200)]
    seen = {rescaled.conclusion[0].of(instance) for instance in instances}
    assert seen == {True, False}
    for instance in instances:
        numbers = np.array(instance.vector, dtype=float)
        low, high = float(instance.low), float(instance.high)
        expected = (numbers >= low - 1e-12).all() and (numbers <= high + 1e-12).all()
        expected &= abs(float(mean(instance.prior, instance.vector)) - 1) < 1e-12
        assert expected == rescaled.conclusion[0].of(instance)


# --- mutants --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number"), [x for x in STATEMENTS if getattr(asserted(*x), "hypotheses", ())]
)
def test_without_its_hypotheses_it_is_false(name, number):
    statement = asserted(name, number)
    if statement.both_ways:
        return  # the hypothesis is one of two sides
    assert replace(statement, hypotheses=()).trial(250).violations > 0


def _exchanged(instance):
    """The ends of the segment with each other's probabilities."""
    p = instance.prior[0]
    low, high = (
        instance.utility.worth(worth._vector(instance, end)) for end in worth._ends(instance)
    )
    return (1 - p) * low + p * high


WRONG = {
    "beyond the high-privacy regime the same mechanism is one": Assertion(
        worth.EQUAL, worth.attained("P*", uniform._extremal, "B")
    ),
    "the largest prior probability ends the regime": Assertion(
        worth.TWO,
        worth.attained("P*", uniform._extremal, "B"),
        (
            worth.compared(
                worth.number("B (1 - pmax)", "", lambda a: a.high * (1 - max(a.prior))),
                "<=",
                worth.UNIT,
            ),
        ),
    ),
    "the last case is best for two secrets at every level": Assertion(
        worth.TWO,
        (
            worth.compared(
                worth.UTILITY,
                "<=",
                worth.number("(1 - p) mu(low) + p mu(high)", "", lambda a: _exchanged(a)),
            ),
        ),
        (worth.WITHIN,),
    ),
    "the k likeliest are ruled out first": Assertion(
        worth.ZEROS,
        (
            worth.compared(
                worth.number(
                    "log(1/(1 - the k largest))",
                    "",
                    lambda a: (
                        regions.minus(
                            regions.log(1 - sum(sorted(a.prior)[-regions._most_zeros(a) :], F(0)))
                        )
                        if 0 < regions._most_zeros(a) < len(a.prior)
                        else F(0)
                    ),
                ),
                "<=",
                regions._EPSILON,
            ),
        ),
        (worth.WITHIN,),
    ),
    "the outcome rules one secret more out": Assertion(
        worth.ZEROS,
        (worth.compared(regions._ZEROS_OF_BUILT, ">", regions._COUNT),),
        asserted("regions", 1).hypotheses,
    ),
    "the lower bound does not matter": Assertion(
        worth.BETWEEN,
        (worth.compared(worth.UTILITY, ">=", uniform._VALUE),),
        asserted("bounded", 1).hypotheses,
    ),
    "any function is best cyclically by its largest lift": Assertion(
        worth.EQUAL,
        (
            worth.compared(
                worth.UTILITY, "<=", worth.number("mu(1)", "", lambda a: a.utility.at(F(1)))
            ),
        ),
        (worth.WITHIN,),
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_seen(words):
    assert WRONG[words].trial(250).violations > 0


# --- quantities against other code ----------------------------------------------------------------


def instances(over, count, seed=5):
    found = over.all(seed)
    return [next(found) for _ in range(count)]


@pytest.mark.parametrize(
    ("over", "value", "low"),
    [
        (worth.TWO, regions._VALUE, False),
        (worth.EQUAL, uniform._EQUAL_VALUE, False),
        (worth.BETWEEN, uniform._VALUE, True),
    ],
    ids=["binary", "uniform", "bounded"],
)
def test_the_stated_optimum_is_that_of_a_linear_program(over, value, low):
    """Over all vertices of the lift vectors, with scipy."""
    for instance in instances(over, 40):
        regime = (instance.high - instance.low) / (1 - instance.low) if instance.low < 1 else F(1)
        if over is worth.BETWEEN and regime * (1 - min(instance.prior)) > 1:
            continue
        if min(instance.high, 2 - instance.low) == 1:
            continue
        admitted = vertices(list(instance.prior), instance.low if low else F(0), instance.high)
        best = optimum(
            list(instance.prior),
            admitted,
            lambda v: float(instance.utility.worth(tuple(map(F, v)))),  # noqa: B023  # used at once
        )
        assert float(value.of(instance)) == pytest.approx(best, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(("name", "parameter"), [("high-privacy", "u"), ("cost", "l")])
def test_what_is_unbeaten_is_worth_the_optimum_of_a_linear_program(name, parameter):
    """Over all vertices of the lift vectors, with scipy: and its lift vectors are these."""
    unbeaten = asserted(name)
    random = Random(7)
    for number in range(60):
        instance = unbeaten.draw(number, random)
        level, prior = instance.levels[parameter], list(instance.prior)
        if level == 1:
            continue
        within = (F(0), level) if parameter == "u" else (1 / level, None)
        admitted = vertices(prior, *within)
        rows = unbeaten.mechanism.rows(instance.prior, instance.parameters)
        lifts = {
            tuple(entry / p for entry in column)
            for p, column in zip(prior, zip(*rows, strict=True), strict=True)
        }
        assert lifts == set(admitted)

        def mu(v, faces=instance.faces, prior=prior):
            if not faces:
                return information_utility(prior)(v)
            return max(float(mean(face, tuple(map(F, v)))) for face in faces)

        assert decimal(instance.worth(rows)) == pytest.approx(
            optimum(prior, admitted, mu), rel=1e-6, abs=1e-6
        )


@pytest.mark.parametrize("name", ["high-privacy", "cost"])
def test_what_tells_less_is_beaten(name):
    unbeaten = asserted(name)
    (answer,) = unbeaten.mechanism.answers
    own, other = (
        str(entry).replace("exp(u)", "((1 + exp(u))/2)").replace("exp(-l)", "((1 + exp(-l))/2)")
        for entry in answer.entries
    )
    less = replace(unbeaten.mechanism, answers=(Entries(own, other, answer.larger),))
    assert unbeaten.trial(100).violations == 0
    assert replace(unbeaten, mechanism=less).trial(100).violations > 0


def test_beyond_the_high_privacy_regime_the_extremal_mechanism_is_none():
    unbeaten = asserted("high-privacy")
    free = replace(unbeaten.mechanism, where=())
    beyond = Optimality.of(
        "PML(u)", free, draw=bounded_designs("pml", "u", prior, lambda _: F(100))
    )
    assert beyond.trial(100).violations > 0


def test_the_utility_and_the_lifts_are_those_of_the_channel():
    for instance in instances(worth.BETWEEN, 80):
        channel = ps.Channel(instance.kernel, instance.prior)
        lifts = [[F(int(v.p), int(v.q)) for v in row] for row in channel.lift.tolist()]
        assert max(map(max, lifts)) == worth.LARGEST.of(instance)
        assert min(map(min, lifts)) == worth.SMALLEST.of(instance)
        total = sum(
            F(int(chance.p), int(chance.q)) * instance.utility.worth(column)
            for chance, column in zip(
                channel.marginal.tolist(), zip(*lifts, strict=True), strict=True
            )
        )
        assert total == worth.UTILITY.of(instance)


def test_mutual_information_is_that_of_the_channel():
    for instance in instances(worth.EQUAL, 40):
        channel = ps.Channel(
            np.array(instance.kernel, dtype=float), np.array(instance.prior, dtype=float)
        )
        assert decimal(uniform._INFORMATION.of(instance)) == pytest.approx(
            float(ps.mutual_information(channel)), abs=1e-12
        )
        size = len(instance.prior)
        at_bound = math.floor(size / instance.high)
        rest = size - at_bound * instance.high
        expected = at_bound * float(instance.high) * math.log(instance.high)
        expected += float(rest) * math.log(rest) if rest else 0
        assert decimal(uniform._INFORMATION_VALUE.of(instance)) == pytest.approx(
            expected / size, abs=1e-12
        )
