"""Sentences on general alphabets, of the appendices and the conclusions of the PMC paper.

What the ledger asserts of them is compared with sampling, with the library and with loops; and each
statement is changed until it is false.
"""

from dataclasses import replace
from fractions import Fraction as F
from itertools import islice, product
from math import inf, log
from random import Random

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.pmc.adversary import densities, loss
from pmlsym.ledger.pmc.conversions import LDP_P, LDP_Q, TwoPriors
from pmlsym.ledger.pmc.mechanisms import null_sets, stretched
from pmlsym.ledger.pmc.noise import mean_statements
from pmlsym.statements.assertion import Compared, Quantity
from pmlsym.statements.payoffs import Attacked, Played
from pmlsym.statements.values import decimal

# --- Sec. VI and VII: PMC and its costs -----------------------------------------------------------


def test_a_cost_of_nothing_has_no_value_and_pmc_is_zero_where_nothing_is_told():
    (instance,) = claim("pmc.conclusion.zero-cost").models
    assert isinstance(instance, Attacked)
    (played,) = instance.payoffs
    assert {entry for line in played.payoff for entry in line} == {0}
    joint = np.array(instance.joint, dtype=float)
    channel = ps.Channel(joint / joint.sum(axis=1, keepdims=True), joint.sum(axis=1))
    assert max(ps.pmc(channel)) == pytest.approx(0)
    # a choice without cost is enough, beside one that costs something
    half = F(1, 2)
    other = replace(instance, payoffs=(Played("C", ((F(1),), (F(1),)), ((F(0), half),)),))
    assert claim("pmc.conclusion.zero-cost").holds(other) is False


# --- Example 3 ------------------------------------------------------------------------------------


def alpha_loss(order, chance):
    with np.errstate(divide="ignore"):
        if order == 1:
            return -np.log(chance)
        return 1 - chance if order == inf else order / (order - 1) * (1 - chance ** (1 - 1 / order))


def test_the_losses_are_those_of_the_printed_formula_and_infinite_at_one_point():
    random, infinite = Random(5), 0
    for number in range(120):
        instance = loss._draw_codomain(number, random)
        order = float("inf") if not isinstance(instance.order, F) else float(instance.order)
        losses = [alpha_loss(order, np.float64(q)) for q in instance.guess]
        found = loss._LARGEST.value(instance), loss._SMALLEST.value(instance)
        assert list(map(decimal, found)) == pytest.approx([max(losses), min(losses)], abs=1e-12)
        assert (max(losses) == inf) == (order == 1 and min(instance.guess) == 0)
        infinite += max(losses) == inf
    assert infinite >= 5


def test_the_codomain_needs_one_of_its_two_conditions():
    into, likely, _ = claim("pmc.example-3.codomain").repair.asserts
    assert replace(into, hypotheses=()).trial(100).violations
    two = Quantity("2", "2", lambda _: F(2))
    assert replace(into, hypotheses=(Compared(loss._ORDER, "!=", two),)).trial(100).violations
    assert replace(likely, hypotheses=(Compared(loss._RAREST, "!=", two),)).trial(100).violations


# --- equation (21) --------------------------------------------------------------------------------


def test_each_value_of_a_density_lies_in_one_set_and_zero_in_none():
    random = Random(7)
    for number in range(150):
        instance = densities._draw(number, random)
        value, width = float(instance["p"] / instance["r"]), decimal(instance["e"])
        if not value:
            assert densities._printed(instance) == 0
            assert densities._mended(instance) == 1
            continue
        if number % 4 != 1:  # floats decide, where no set begins
            sets = [w for w in range(-3000, 3000) if w * width <= log(value) < (w + 1) * width]
            assert densities._printed(instance) == len(sets) == 1


def test_the_instance_is_the_density_of_the_scope():
    """P_X uniform on [0, 1/2] has the density 2 or 0 with respect to a uniform posterior."""
    (instance,) = claim("pmc.eq-21").models
    left, right = ((mass / F(1, 2)) / (F(1, 2) / F(1, 2)) for mass in (F(1), F(0)))
    assert (left, right) == (2, instance["p"] / instance["r"])


@pytest.mark.parametrize("signs", ["both", "neither"])
def test_other_signs_at_the_ends_of_the_sets_do_not_make_a_partition(monkeypatch, signs):
    def within(value, low, high):
        gaps = [decimal(value) - decimal(low), decimal(high) - decimal(value)]
        margin = 1e-12 if signs == "both" else -1e-12
        return min(gaps) >= -margin

    (_, mended) = claim("pmc.eq-21").repair.asserts
    monkeypatch.setattr(densities, "_within", within)
    assert mended.trial(100).violations


# --- secrets of [0, 1] ----------------------------------------------------------------------------


def instances(count, seed=4):
    return list(islice(null_sets._INTERVALS.all(seed), count))


def test_the_support_is_what_every_neighbourhood_of_which_has_positive_probability():
    def mass_near(law, x, reach=1e-3):
        cells = (len(law) - 1) // 2
        found = F(0)
        for number, mass in enumerate(law):
            low, high = (number // 2) / cells, (number // 2 + number % 2) / cells
            if number % 2 == 0:
                found += mass * (abs(low - x) < reach)
            else:
                found += mass * F(max(0.0, min(high, x + reach) - max(low, x - reach))) * cells
        return found

    for instance in instances(80):
        size = len(instance.one)
        middles = [x / (size - 1) for x in range(size)]  # of the pieces
        for law in (instance.one, instance.other):
            assert null_sets._support(law) == [mass_near(law, x) > 0 for x in middles]


def test_the_instance_of_one_support_and_two_levels_has_one_exceptional_point():
    (instance,) = claim("pmc.remark-1.general").models
    assert instance.kernel[1] == instance.kernel[2] != instance.kernel[0]
    assert null_sets.SAME_SUPPORT.check(instance).true
    assert not null_sets.SAME_NULL_SETS.check(instance).true
    assert null_sets._support(instance.one) == [True, True, True]
    assert (decimal(LDP_P.value(instance)), decimal(LDP_Q.value(instance))) == (0, inf)


def test_null_sets_are_needed_and_other_conditions_are_not_enough():
    mended, _ = claim("pmc.remark-1.general").asserts
    assert replace(mended, hypotheses=()).trial(100).violations
    assert replace(mended, hypotheses=(null_sets.SAME_SUPPORT,)).trial(100).violations
    step = null_sets.CUT_OFF.test
    assert replace(step, hypotheses=()).trial(100).violations
    (one,) = step.conclusion
    half = Quantity("half", "half", lambda w: null_sets._cut_off(w) / 2)
    assert replace(step, conclusion=(Compared(one.left, "=", half),)).trial(100).violations


def test_leakage_on_the_interval_is_that_of_the_pieces_that_occur():
    measures = (null_sets._PMC, null_sets._PML, LDP_P)
    for instance in instances(80):
        for law, quantities in ((instance.one, measures), (instance.other, (LDP_Q,))):
            possible = [x for x, mass in enumerate(law) if mass]
            kernel = np.array([instance.kernel[x] for x in possible], dtype=float)
            prior = np.array([law[x] for x in possible], dtype=float)
            channel = ps.Channel(kernel[:, prior @ kernel > 0], prior)
            expected = [max(ps.pmc(channel)), max(ps.pml(channel)), ps.ldp(channel)]
            found = [decimal(quantity.value(instance)) for quantity in quantities]
            assert found == pytest.approx(expected[-len(quantities) :], abs=1e-9)


def test_theorem_7_is_not_about_every_secret_nor_with_smaller_levels():
    gives, needs, _, _ = claim("pmc.theorem-7.general").asserts
    # LDP over every pair of secrets, those of probability 0 too, is not bounded by PMC and PML
    everywhere = Quantity[TwoPriors](
        "LDP", "LDP", lambda w: LDP_P.of(replace(w, one=(F(1, len(w.one)),) * len(w.one)))
    )
    (both,) = needs.conclusion
    assert (
        replace(needs, conclusion=(Compared(everywhere, "<=", both.right),)).trial(100).violations
    )
    for quantity in (null_sets._PMC, null_sets._PML):
        less = Compared(LDP_P, "<=", quantity)
        assert replace(needs, conclusion=(less,)).trial(100).violations
    less = Compared(null_sets._BOTH, "<=", LDP_P)
    assert replace(gives, conclusion=(less,)).trial(100).violations
    step = null_sets.ALMOST_ALL.test
    (one,) = step.conclusion
    assert replace(step, conclusion=(Compared(everywhere, "=", one.right),)).trial(60).violations


def test_one_outcome_of_countably_many_secrets_by_long_loops():
    for instance in islice(claim("pmc.theorem-7.general").asserts[2].over.all(6), 40):
        row = [float(instance.likelihood(x)) for x in range(300)]
        chance = sum(float(instance.mass(x)) * a for x, a in enumerate(row))
        if instance.low:
            ratio = log(max(row) / min(row))
            assert decimal(null_sets._APART.value(instance)) == pytest.approx(ratio, abs=1e-6)
        assert decimal(null_sets._UP.value(instance)) == pytest.approx(
            log(max(row) / chance), abs=1e-6
        )


# --- utility under LIP and LDP --------------------------------------------------------------------


def test_the_stretched_mechanism_is_lip_and_a_garbling_of_it_is_the_given_one():
    for model in islice(stretched._EVERY.all(2), 60):
        joint = np.array(model.law.weights, dtype=float).reshape(model.law.shape)
        joint /= joint.sum()
        prior, chances = joint.sum(axis=1), joint.sum(axis=0)
        kernel, level = joint / prior[:, None], decimal(model.parameters["e"])
        factor = 1 + prior.min() * np.exp(-level) / (1 - prior.min())
        assert float(stretched.factor(model)) == pytest.approx(factor)
        farther = chances + factor * (kernel - chances)
        law = stretched.stretched(model)
        assert np.array(law.weights, dtype=float).reshape(law.shape) / law.total == pytest.approx(
            prior[:, None] * farther
        )
        channel, better = ps.Channel(kernel, prior), ps.Channel(farther, prior)
        assert ps.ldp(channel) <= level + 1e-9
        assert ps.lip(better) <= level + 1e-9
        told, more = float(ps.mutual_information(channel)), float(ps.mutual_information(better))
        assert more >= factor * told - 1e-9
        again = farther @ (np.eye(len(chances)) / factor + (1 - 1 / factor) * chances[None, :])
        assert again == pytest.approx(kernel)


def test_lifts_may_not_be_moved_much_farther(monkeypatch):
    usual = stretched.factor
    monkeypatch.setattr(stretched, "factor", lambda m: 1 + (usual(m) - 1) * F(11, 10))
    assert stretched.BOUNDED.trial(60).violations
    monkeypatch.setattr(stretched, "factor", lambda m: 1 / usual(m))
    assert stretched.WORTH_MORE.trial(60).violations


# --- Example 6 ------------------------------------------------------------------------------------


def leaks(values, chances, weights, rate, outcome):
    """PMC of each record to a weighted sum in Laplace noise, by all databases."""
    records, found = len(weights), []
    for place in range(records):
        rows = np.zeros(len(values))
        for database in product(range(len(values)), repeat=records):
            chance = np.prod([chances[x] for x in database])
            total = sum(w * values[x] for w, x in zip(weights, database, strict=True))
            rows[database[place]] += chance * np.exp(-rate * abs(outcome - total))
        found.append(np.log(rows.sum() / min(rows / chances)))
    return found


def test_every_record_leaks_alike_in_a_mean_and_not_with_unequal_weights():
    differs = 0
    for instance in islice(mean_statements.MEANS.all(8), 60):
        values = [float(value) for value, _ in instance.atoms]
        chances = np.array([float(chance) for _, chance in instance.atoms])
        rate, n, y = decimal(instance.rate), instance.records, float(instance.outcome)
        found = leaks(values, chances, [1] * n, rate, n * y)
        assert found == pytest.approx([found[0]] * n)
        assert decimal(mean_statements.MOST.value(instance)) == pytest.approx(found[0], abs=1e-9)
        assert decimal(instance.pmc(instance.outcome)) == pytest.approx(found[0], abs=1e-9)
        uneven = leaks(values, chances, [1 + i for i in range(n)], rate, n * y)
        differs += max(uneven) - min(uneven) > 1e-6
    assert differs > 10


def test_the_step_on_exchanged_records_fails_for_records_of_different_laws(monkeypatch):
    def tilted(instance):
        """The first record is its smallest value twice as often, against the others."""
        rows = [
            (values, chance * (2 if values[0] == instance.atoms[0][0] else 1))
            for values, chance in usual(instance)
        ]
        total = sum(chance for _, chance in rows)
        return [(values, chance / total) for values, chance in rows]

    usual = mean_statements.databases
    monkeypatch.setattr(mean_statements, "databases", tilted)
    assert mean_statements.EXCHANGED.trial(60).violations
    assert mean_statements.SYMMETRY.trial(60).violations
