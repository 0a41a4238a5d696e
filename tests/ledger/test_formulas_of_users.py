"""What users call is the formula that the ledger proves."""

import math
import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

from pmlsym import laplace
from pmlsym.design.optimal import closed_form
from pmlsym.design.utility import MUTUAL_INFORMATION
from pmlsym.formulas import laplace as bounds, mechanisms, noise
from pmlsym.gaussian import GaussianNoise
from pmlsym.guarantees import Box, reach
from pmlsym.mechanisms import (
    ClaytonMixture,
    RetentionReplacement,
    high_privacy_extremal,
    randomized_response,
    response_parameter,
)
from pmlsym.secret import Uniform

alpha, b, epsilon, p = sp.symbols("alpha b epsilon p", real=True)
THIRD = F(1, 3)


def same(one, other):
    return sp.simplify(sp.sympify(one) - sp.sympify(other)) == 0


def test_histograms():
    assert laplace.histogram_leakage(alpha, b) == bounds.histogram_leakage(alpha, b)
    assert laplace.histogram_dp(b) == bounds.histogram_dp(b)
    assert laplace.histogram_relaxation(alpha, b) == bounds.histogram_relaxation(alpha, b)
    assert laplace.histogram_quadratic(alpha, b) == bounds.histogram_quadratic(alpha, b)
    assert laplace.calibrate(epsilon, alpha) == bounds.histogram_scale(epsilon, alpha)
    exact = sp.N(bounds.histogram_leakage(sp.Rational(1, 10), sp.Integer(2)))
    assert laplace.histogram_leakage(0.1, 2.0) == pytest.approx(float(exact), rel=1e-14)
    scale = sp.N(bounds.histogram_scale(sp.Rational(1, 2), sp.Rational(1, 10)))
    assert laplace.calibrate(0.5, 0.1) == pytest.approx(float(scale), rel=1e-13)


@pytest.mark.filterwarnings("ignore::pmlsym.errors.UnsafeBoundWarning")
@pytest.mark.parametrize("bound", ["triangle", "corner"])
def test_workloads(bound):
    workload, floor, scale = [[0, 0, 1, 2, 2]], sp.Rational(1, 5), sp.Integer(1)
    exact = laplace.workload_leakage(workload, floor, scale, bound=bound)
    # the classes that leak most: the middle one for (7), the first for (5)
    steps = [1, 1, 0, 1, 1] if bound == "triangle" else [0, 0, 1, 2, 2]
    densities = [sp.exp(-step / scale) for step in steps]
    assert same(exact, bounds.workload_leakage(sum(densities), min(densities), floor, 5))
    assert laplace.workload_leakage(workload, 0.2, 1.0, bound=bound) == pytest.approx(
        float(sp.N(exact)), rel=1e-12
    )


def test_levels_of_workloads():
    assert laplace.workload_leakage([[0, 3]], F(1, 9), 2, bound="dp") == sp.Rational(3, 2)
    assert laplace.dp([[0, 3]], 2.0) == bounds.workload_dp(3, 2.0)


def test_randomized_response():
    prior = [sp.Rational(1, 5), sp.Rational(4, 5)]
    channel = randomized_response(prior, epsilon)
    entries = mechanisms.response_entries(sp.exp(epsilon), 1)
    assert (channel.kernel[0, 0], channel.kernel[0, 1]) == entries
    floats = randomized_response([0.2, 0.8], 1.5).kernel[0]
    assert floats == pytest.approx(mechanisms.response_entries(math.exp(1.5), 1), rel=1e-14)
    for notion, odds in (
        ("pmc", mechanisms.odds_for_pmc(sp.exp(epsilon), prior[1])),
        ("pml", mechanisms.odds_for_pml(sp.exp(epsilon), prior[0])),
    ):
        assert same(sp.exp(response_parameter(prior, notion, epsilon)), odds)
        assert response_parameter([0.2, 0.8], notion, 1.0) == pytest.approx(
            float(sp.log(odds.subs(epsilon, 1))), rel=1e-13
        )


def test_optimal_mechanisms():
    prior = [sp.Rational(1, 4), sp.Rational(3, 4)]
    channel = high_privacy_extremal(prior, epsilon)
    level = sp.exp(epsilon)
    assert channel.kernel[0, 0] == mechanisms.own_likelihood(level, prior[0])
    assert channel.kernel[1, 0] == mechanisms.other_likelihood(level, prior[0])
    found = closed_form(Box.between([0.25, 0.75], 0.0, 1.2), MUTUAL_INFORMATION)
    assert np.diag(found.lifts) == pytest.approx(
        [mechanisms.own_lift(1.2, q) for q in (0.25, 0.75)]
    )
    even = closed_form(Box.between([0.25] * 4, 0.1, 1.5), MUTUAL_INFORMATION)
    assert mechanisms.remainder(4, 2, 0.1, 1.5) in [pytest.approx(v) for v in even.lifts[:, 0]]


def test_examples():
    mixture = ClaytonMixture(F(1, 4))
    density = mechanisms.mixed_density(F(1, 4), mechanisms.clayton_density(THIRD, F(1, 2)))
    assert mixture.density(THIRD, F(1, 2)) == sp.Rational(density)
    assert ClaytonMixture(0.25).density(1 / 3, 0.5) == pytest.approx(float(density), rel=1e-14)
    assert RetentionReplacement().kernel(2, 2) == mechanisms.retained(1, F(1, 9))
    assert RetentionReplacement().truncated(2).kernel[0, 1] == mechanisms.retained(0, THIRD)
    assert Uniform(0, 1).log_mgf(2) == sp.log(noise.uniform_mgf(*map(sp.Integer, (2, 0, 1))))
    lower, upper = GaussianNoise(Uniform(-1.0, 2.0), deviation=1.5).pmc_bounds(3.0)
    ends = noise.from_end(1.5, 1.5, 2.5, 1.5), noise.from_end(1.5, 1.5, -2.5, 1.5)
    assert lower == pytest.approx(max(*ends, 0))
    tops = noise.published_upper(1.5, 2.5, 1.5), noise.better_upper(1.5, 2.5, 1.5)
    assert upper == pytest.approx(min(tops))


@pytest.mark.parametrize("mass", [F(1, 10), F(2, 5)])
@pytest.mark.parametrize("level", [F(1, 20), F(1, 2), F(3, 2)])
def test_floats_follow_the_exact_formulas_of_lifts(mass, level):
    calls = [
        (reach.farthest_up, (mass, level, math.inf)),
        (reach.farthest_down, (mass, math.inf, level)),
        (reach.farthest_up, (mass, level, 2 * level)),
        (reach.farthest_down, (mass, 2 * level, level)),
        (reach.cone_up, (mass, level)),
        (reach.cone_down, (mass, level)),
        (reach.farthest_apart, (mass, mass, level, 2 * level)),
        (reach.farthest_apart, (mass, 1 - mass, level, 2 * level, False)),
    ]
    for function, given in calls:
        floats = [x if isinstance(x, bool) else float(x) for x in given]
        assert function(*floats) == pytest.approx(float(sp.N(function(*given))), rel=1e-12)


def test_formulas_need_no_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import pkgutil, importlib, pmlsym.formulas, pmlsym.guarantees.reach\n"
        "for m in pkgutil.iter_modules(pmlsym.formulas.__path__, 'pmlsym.formulas.'):\n"
        "    importlib.import_module(m.name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
