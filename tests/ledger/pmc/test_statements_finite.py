"""What the ledger asserts of finite mechanisms is read on instances, and agrees with other code."""

from fractions import Fraction as F
from itertools import islice
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.ledger.pmc import CLAIMS, extremal, regions
from pmlsym.ledger.pmc.mechanisms import adapted, improvable, response, zeros
from pmlsym.ledger.pmc.mechanisms.instances import Levels, information, law_of, worst
from pmlsym.mechanisms import high_privacy_extremal, randomized_response
from pmlsym.statements.arithmetic import log
from pmlsym.statements.from_text import from_text
from pmlsym.statements.specific import about
from pmlsym.statements.values import decimal

LEDGER = {claim.id.removeprefix("pmc."): claim for claim in CLAIMS}


# --- changed statements --------------------------------------------------------------------------

FALSE = (  # beside those of tests/statements/statements_known.py
    "PML(u) => PMC(log(pmin/(1 - exp(u)*(1 - pmin))) - 1/100) where u < log(1/(1 - pmin))",
    "PML(u) => PMC(log(1/pmin)) where u <= log(1/(1 - pmin))",
    "PMC(l) => PML(l)",
    "PML(e) => LDP(e)",
    "PMC(e) => LDP(e)",
    "LIP(e) => LDP(3/2*e)",
    "ALIP(l, u) => LDP(max(l, u))",
    "|X| = 2: PML(u) <=> PMC(log(1/2/(1 - exp(u)/2))) where u < log(2)",
    "|X| = 3; prior uniform: PML(u) <=> PMC(log(1/2/(1 - exp(u)/2))) where u < log(2)",
    "pmc(X->y,z) <= pmc(X->y) + pmc(X->z)",
    "Z - X - Y: pmc(X->y) <= pmc(Z->y)",
    "X - Y - Z: pmc(X->Y) <= pmc(X->Z)",
    "X - Z - Y: pmc(Z->y) <= pmc(X->y)",
    "pmc(Z->y) <= pmc(X->y)",
    "Y, Z independent: pmc(X->y) = 0",
    "pmc(X->y) > 0",
    "pmc(X->y) <= log(1/pmin)",
    "pml(X->y) <= log(1/pmax)",
    "maximal_cost_leakage(X->Y) >= E[pmc(X->y)]",
    "maximal_cost_leakage(X->Y) = pmc(X->Y)",
    "maximal_leakage(X->Y) <= E[pmc(X->y)]",
    "E[pmc(X->y)] > 0 => maximal_cost_leakage(X->Y) < E[pmc(X->y)]",
    "cost S = 1/p at any x: average_cost(S) >= pmc(X->y)",
    "guesswork G: cost(G) = pmc(X->y)",
    "cost C: worst_cost(C) <= average_cost(C)",
    "cost C: least_after(C) = 0 => pmc(X->y) > e",
    "cost C: least_before(C) != 0 => pmc(X->y) > e",
    "cost C: least_after(C) < least_before(C) => pmc(X->y) > e",
    "cost C: least_after(C) = 0 and least_before(C) != 0 => pmc(X->y) <= e",
    "priors A, B on one secret; mixture P = theta A + (1 - theta) B: theta*chance_A >= chance_P/2 "
    "=> exp(-pmc_P) = 0 where theta > 0, theta < 1, chance_P > 0",
)


@pytest.mark.parametrize("text", FALSE)
def test_a_statement_that_is_false_is_seen_to_be(text):
    assert from_text(text).trial(600).violations


# --- instances against other code -----------------------------------------------------------------


def _channel(law):
    joint = np.array(law.weights, dtype=float).reshape(law.shape) / law.total
    return joint.sum(axis=1), joint / joint.sum(axis=1, keepdims=True)


def _agree(law, channel):
    assert _channel(law)[1] == pytest.approx(np.array(channel.kernel, dtype=float))
    for kind, measure in (("pml", ps.pml), ("pmc", ps.pmc), ("ldp", ps.ldp)):
        expected = float(np.max(np.array(measure(channel), dtype=float)))
        assert decimal(worst(kind, law)) == pytest.approx(expected, abs=1e-9)
    expected = float(ps.mutual_information(channel))
    assert decimal(information(law)) == pytest.approx(expected, abs=1e-9)


def test_randomized_response_is_that_of_the_library():
    said, random = LEDGER["figure-1"].asserts[0], Random(3)
    for number in range(30):
        instance = said.draw(number, random)
        masses = [float(mass) for mass in instance.prior]
        for notion, parameter in (("pmc", "r"), ("pml", "s"), ("ldp", "d")):
            law = response.answers(instance.prior, instance[parameter])
            _agree(law, randomized_response(masses, float(np.log(float(instance[parameter])))))
            assert worst(notion, law) == log(instance["e"])
            levels = Levels(instance.prior, (("r", instance[parameter]),))
            assert LEDGER["example-4.ldp"].asserts[0].law(levels) == law


def test_the_extremal_mechanism_is_that_of_the_library():
    said, random = LEDGER["example-5"].asserts[0], Random(3)
    for number in range(30):
        instance = said.draw(number, random)
        masses = [float(mass) for mass in instance.prior]
        channel = high_privacy_extremal(masses, float(np.log(float(instance["u"]))))
        _agree(said.law(instance), channel)
        assert law_of(instance.prior, extremal.kernel(instance.prior, instance["u"])) == said.law(
            instance
        )


def _reach(prior_, low, high, x, sign):
    """Return the smallest (sign 1) or largest lift within bounds, by a linear program."""
    costs = [sign * (i == x) for i in range(len(prior_))]
    found = linprog(
        costs, A_eq=[list(map(float, prior_))], b_eq=[1], bounds=[(low, high)] * len(prior_)
    )
    return sign * found.fun


def test_the_vertices_reach_as_far_as_linear_programs():
    for instance in islice(regions._EVERY.all(5), 25):
        secrets = range(len(instance.prior))
        least = min(_reach(instance.prior, 0, float(instance["u"]), x, 1) for x in secrets)
        most = max(_reach(instance.prior, 1 / float(instance["l"]), None, x, -1) for x in secrets)
        assert decimal(regions._worst_pmc(instance)) == pytest.approx(-np.log(least), abs=1e-7)
        assert decimal(regions._worst_pml(instance)) == pytest.approx(np.log(most), abs=1e-7)


def test_two_lifts_stand_as_far_apart_as_linear_programs_say():
    for instance in islice(improvable._TWO_RARE.all(5), 12):
        low, high = 1 / float(instance["l"]), float(instance["u"])
        ratios = []
        for x in range(len(instance.prior)):
            top = _reach(instance.prior, low, high, x, -1)
            for z in set(range(len(instance.prior))) - {x}:
                for first in np.linspace(1, top, 9):
                    rest = [
                        (first, first) if i == x else (low, high)
                        for i in range(len(instance.prior))
                    ]
                    cost = [float(i == z) for i in range(len(instance.prior))]
                    found = linprog(
                        cost, A_eq=[list(map(float, instance.prior))], b_eq=[1], bounds=rest
                    )
                    ratios.append(first / found.fun if found.status == 0 else 1)
        assert np.exp(decimal(improvable._farthest(instance))) == pytest.approx(
            max(ratios), rel=1e-6
        )


def test_the_utility_of_an_instance_is_that_of_its_channel():
    said, random = LEDGER["rr-optimal"].asserts[0], Random(2)
    for number in range(40):
        instance = said.draw(number, random)
        masses, kernel = _channel(instance.law)
        if instance.faces:
            expected = float((np.array(instance.faces, dtype=float) @ kernel).max(axis=0).sum())
        else:
            expected = float(ps.mutual_information(ps.Channel(kernel, masses)))
        assert decimal(instance.worth(instance.kernel)) == pytest.approx(expected, abs=1e-9)


# --- theorems that lead to goals, both ways ------------------------------------------------------


def test_the_zeros_are_counted_and_ruled_out_sets_are_small():
    for instance in islice(zeros._EVERY.all(2), 60):
        _, kernel = _channel(instance.law)
        count = int((kernel[:, kernel.sum(axis=0) > 0] == 0).sum())
        assert sum(zeros._zeros(instance.law).values()) == count
    assert zeros.most_ruled_out((F(1, 2), F(1, 3), F(1, 6)), F(2)) == 2
    assert zeros.most_ruled_out((F(1, 2), F(1, 3), F(1, 6)), F(11, 10)) == 0


def test_a_changed_formula_is_seen_by_the_reading():
    leaks = next(one for one in adapted.ADAPTED["asserts"] if "=> exp(r)" in str(one.statement))
    third = Levels((F(1, 3),) * 3, (("e", F(3, 2)), ("r", F(5, 2)), ("s", F(2))))
    assert leaks.judge(third).holds is True
    changed = about(
        "pmc(X->Y) = e => exp(r) = 2 + (exp(e) - 1)/pmax", *leaks.mechanisms, draw=leaks.draw
    )
    assert changed.judge(third).holds is False
