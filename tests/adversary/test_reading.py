"""What is refused, and in which sentence."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import adversary as adv
from pmlsym.errors import InputError

CHANNEL = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
FLOATS = CHANNEL.as_float()
p = sp.Symbol("p")


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ([[0, 1]], "cost has 1 rows, but there are 2 secrets"),
        ([[0, 1], [1]], "cost.1. has 1 entries, but cost.0. has 2"),
        ([], "cost is .*, but has to be a non-empty table"),
        (3, "cost is 3, but has to be a non-empty table"),
        ("ab", "cost is 'ab', but has to be a non-empty table"),
        ([0, 1], r"cost\[0\] is .*, but has to be a non-empty list"),
        ([[], []], r"cost\[0\] is .*, but has to be a non-empty list"),
        ([[0, -1], [1, 0]], r"cost\[0, 1\] is -1, but has to be a finite number >= 0"),
        ([[0, 1], [F(-1, 2), 0]], r"cost\[1, 0\] is -1/2"),
        ([[0, 1], [1, -0.5]], r"cost\[1, 1\] is -0.5"),
        ([[0, math.nan], [1, 0]], r"cost\[0, 1\] is nan"),
        ([[0, math.inf], [1, 0]], r"cost\[0, 1\] is inf"),
        ([[0, sp.nan], [1, 0]], r"cost\[0, 1\] is nan"),
        ([[0, sp.oo], [1, 0]], r"cost\[0, 1\] is oo"),
        ([[0, sp.I], [1, 0]], r"cost\[0, 1\] is I"),
        ([[0, sp.true], [1, 0]], r"cost\[0, 1\] is True"),
        ([[0, "1"], [1, 0]], r"cost\[0, 1\] is '1', but"),
        ([[0, None], [1, 0]], r"cost\[0, 1\] is None"),
        ([[0, [1]], [1, 0]], r"cost\[0, 1\] is \[1\]"),
        ([[0, 10**400], [1, 0.5]], r"cost\[0, 1\] is 1000"),
        ([[0.5, p], [1, 0]], r"cost\[0, 1\] is p, but .* where there are floats"),
    ],
)
def test_costs_that_are_none(table, sentence):
    for leakage in (adv.cost_leakage, adv.average_cost_leakage, adv.worst_cost_leakage):
        with pytest.raises(InputError, match=sentence):
            leakage(CHANNEL, table)
    with pytest.raises(InputError, match=sentence):
        adv.function_of(CHANNEL, 0, table)
    with pytest.raises(InputError, match=sentence.replace("cost", "gain")):
        adv.gain_leakage(CHANNEL, table)


def test_what_may_be_a_table():
    """Arrays, sympy matrices and truth values are, in any mixture of rows."""
    wanted = [[0, 1], [1, 0]]
    for table in (
        np.array(wanted),
        np.array(wanted, bool),
        sp.Matrix(wanted),
        sp.ImmutableDenseNDimArray(wanted),
        (np.array([0, 1]), (1, 0)),
    ):
        assert list(adv.cost_leakage(CHANNEL, table)) == [sp.log(2)] * 2
    assert adv.cost_leakage(FLOATS, wanted) == pytest.approx([math.log(2)] * 2)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        ([[1, 0]], "prior has 2 entries"),
        ([[1, 0], [F(1, 2), 0]], r"function\[1\] sums to 1/2"),
        ([[2, -1], [1, 0]], r"function\[0, 1\] is -1"),
        ([[0.5, math.nan], [0.5, 0.5]], r"function\[0, 1\] is nan"),
        ([[0.5, 0.4], [0.5, 0.5]], r"function\[0\] sums to 0.9"),
        ([], "function is .*, but has to be a table"),
        ([1, 0], "function is .*, but has to be a table"),
    ],
)
def test_functions_that_are_none(function, sentence):
    for leakage in (adv.right_guess_leakage, adv.wrong_guess_leakage, adv.guesswork_leakage):
        with pytest.raises(InputError, match=sentence):
            leakage(CHANNEL, function)
    with pytest.raises(InputError, match=sentence):
        adv.average_cost_leakage(CHANNEL, [[0, 1], [1, 0]], function)
    if "prior" not in sentence:
        with pytest.raises(InputError, match=sentence):
            adv.cost_of(function)


def test_a_cost_has_a_row_for_each_value_of_the_function():
    identity = [[1, 0], [0, 1]]
    with pytest.raises(InputError, match="cost has 3 rows, but there are 2 values of the function"):
        adv.worst_cost_leakage(CHANNEL, [[0], [1], [2]], identity)
    with pytest.raises(InputError, match="cost has 3 rows, but there are 2 values of the function"):
        adv.cost_on_secret(identity, [[0], [1], [2]])


@pytest.mark.parametrize("outcome", [2, -1, 0.0, True, "0", None])
def test_outcomes_that_are_none(outcome):
    sentence = f"outcome is {outcome!r}, but the channel has outcomes 0 to 1"
    with pytest.raises(InputError, match=sentence):
        adv.splitting(CHANNEL, outcome, 2)
    with pytest.raises(InputError, match=sentence):
        adv.singling_out(CHANNEL, outcome, 2)
    with pytest.raises(InputError, match=sentence):
        adv.function_of(CHANNEL, outcome, [[0, 1], [1, 0]])


@pytest.mark.parametrize("parts", [0, -1, 1.5, True, None])
def test_parts_that_are_none(parts):
    for build in (adv.splitting, adv.singling_out):
        with pytest.raises(InputError, match=f"parts is {parts!r}, but has to be an integer >= 1"):
            build(CHANNEL, 0, parts)


@pytest.mark.parametrize(
    "order", [0, 0.5, -1, F(999, 1000), 1 - F(1, 10**30), math.nan, sp.nan, True, "2", None, p, [2]]
)
def test_orders_that_are_none(order):
    with pytest.raises(InputError, match=r"alpha is .*, but has to be a number from 1 to infinity"):
        adv.alpha_loss_leakage(CHANNEL, order)
    with pytest.raises(InputError, match=r"alpha is .*, but has to be a number from 1 to infinity"):
        adv.least_alpha_loss([0.5, 0.5], order)
    with pytest.raises(
        InputError, match=r"power is .*, but has to be a number finite and at least"
    ):
        adv.distance_leakage(CHANNEL, [0, 1], order)


@pytest.mark.parametrize("power", [math.inf, sp.oo])
def test_a_power_is_finite(power):
    with pytest.raises(InputError, match=r"power is .*, but has to be a number finite"):
        adv.distance_leakage(CHANNEL, [0, 1], power)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([0], "values has 1 entries, but there are 2 secrets"),
        ([0, math.inf], r"values\[1\] is inf, but has to be a finite number"),
        ([sp.I, 0], r"values\[0\] is I"),
        ([0, "x"], r"values\[1\] is 'x'"),
        ([], "values is .*, but has to be a non-empty list"),
        (1, "values is .*, but has to be a non-empty list"),
    ],
)
def test_values_that_are_none(values, sentence):
    with pytest.raises(InputError, match=sentence):
        adv.distance_leakage(CHANNEL, values)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ([0.5, 0.4], "sums to 0.9"),
        ([F(1, 2), F(1, 3)], "sums to 5/6, but a distribution sums to 1"),
        ([1.5, -0.5], r"\[1\] is -0.5, but has to be a probability"),
        ([0.5, math.nan], r"\[1\] is nan, but has to be a probability"),
        ([], "non-empty list"),
        ("ab", "non-empty list"),
        ([[0.5, 0.5]], r"\[0\] is \[0.5, 0.5\]"),
    ],
)
def test_distributions_that_are_none(row, sentence):
    with pytest.raises(InputError, match=sentence):
        adv.guesswork(row)
    with pytest.raises(InputError, match=sentence):
        adv.least_alpha_loss(row, 2)
    with pytest.raises(InputError, match=sentence):
        adv.renyi_infinity([0.5, 0.5], row)


def test_divergences_of_different_sets():
    with pytest.raises(InputError, match="q has 3 entries, but p has 2"):
        adv.renyi_infinity([0.5, 0.5], [0.25, 0.25, 0.5])


@pytest.mark.parametrize(
    "kernel",
    [
        [],
        [[]],
        [[[]]],
        3,
        [0.5, 0.5],
        [[0.5, 0.5]],
        [[[0.5, 0.5]], [[0.5], [0.5]]],
        [[[0.5, 0.25], [0.25]]],
        "ab",
        None,
    ],
)
def test_side_information_that_is_none(kernel):
    with pytest.raises(InputError, match="kernel"):
        adv.channel_given(kernel, 0)


def test_joint_distributions_that_are_none():
    with pytest.raises(InputError, match=r"kernel\[1\] sums to 0.5"):
        adv.channel_given([[[0.5], [0.5]], [[0.5], [0.0]]], 0)
    with pytest.raises(InputError, match="value is 2, but the side information has values 0 to 1"):
        adv.channel_given([[[0.5], [0.5]], [[0.5], [0.5]]], 2)


def test_symbols_mixed_with_floats():
    q = sp.Symbol("q", positive=True)
    channel = ps.Channel([[1 - q, q], [q, 1 - q]], [F(1, 2), F(1, 2)])
    with pytest.raises(InputError, match="depends on q"):
        adv.cost_leakage(channel, [[0.5, 1.0], [1.0, 0.5]])
    with pytest.raises(InputError, match="symbols"):
        adv.guesswork([q, 1 - q])
