"""Right answers of an unusual type or size are taken, and a unit that is wrong is named."""

import math

import numpy as np
import pytest
import sympy as sp

from pmlsym.exercises import design, flaw, histogram_bound, lift_and_pml
from pmlsym.exercises.feedback import plain
from tests.exercises.refusals import refused, solved


@pytest.mark.parametrize("kind", [bool, np.bool_, sp.sympify])
def test_whether_a_guess_is_right_is_a_gain(kind):
    def best_gain(prior, kernel, y):
        ratios = [row[y] for row in kernel]
        return [[kind(ratio == max(ratios))] for ratio in ratios]

    lift_and_pml.best_gain(best_gain)


def test_truth_values_are_no_leakages():
    with refused("should be a number, but is True"):
        lift_and_pml.pml(lambda prior, kernel: [True for _ in kernel[0]])


def test_a_comparison_of_sympys_numbers_is_an_answer():
    def keeps(prior, kernel, E):
        columns = zip(*kernel, strict=True)
        largest = [max(c) - E * sum(map(lambda p, k: p * k, prior, c)) for c in columns]
        return sp.Rational(max(largest)) <= 0

    design.keeps(keeps)
    assert plain("answer", [sp.true, sp.false]) == [True, False]
    with refused("You say True"):
        design.keeps(lambda prior, kernel, E: sp.true)
    with refused("should return True or False"):
        design.keeps(lambda prior, kernel, E: sp.Symbol("x") > 0)


def test_a_query_may_have_a_wide_range():
    given = solved(3)
    query = [-50, 0, 70], given["class_prior"], given["q"], given["y"]
    flaw.second_counterexample(*query)
    flaw.second_proof(4, *query)
    with refused("within 200 of each other"):
        flaw.second_counterexample([-100, 0, 101], *query[1:])


def test_a_bound_in_bits_is_recognized():
    def in_bits(alpha, b):
        return (2 / b - math.log(1 - alpha + alpha * math.exp(2 / b))) / math.log(2)

    with refused("you have bits"):
        histogram_bound.bound(in_bits)
    with refused("of differential privacy"):
        histogram_bound.bound(lambda alpha, b: 2 / b / math.log(2), smallest=False)
    with refused("no release of"):
        histogram_bound.bound(lambda alpha, b: 2 / b)
