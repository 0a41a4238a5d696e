"""Every public function that takes numbers, with arguments that are right."""

from fractions import Fraction as F

import numpy as np
import sympy as sp

import pmlsym as ps
from pmlsym import adversary, design, gaussian, laplace, mechanisms, priors, secret
from pmlsym.laplace import workloads

CHANNEL = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 3), F(2, 3)])
COIN = secret.Discrete([0.0, 1.0], [0.5, 0.5])
UNIT = secret.Uniform(0.0, 1.0)
MATRIX = [[1.0, 0.0], [0.0, 1.0]]
PRIOR = [0.25, 0.75]
HALF = F(1, 2)

# name: the function, its arguments, and which of them are numbers, whole numbers, rows, tables
NUMBERS = {
    "PML": (ps.PML, {"epsilon": 0.5}),
    "PMC": (ps.PMC, {"epsilon": 0.5}),
    "LIP": (ps.LIP, {"epsilon": 0.5}),
    "LDP": (ps.LDP, {"epsilon": 0.5}),
    "ALIP": (ps.ALIP, {"epsilon_l": 0.5, "epsilon_u": 0.5}),
    "DPrivacy": (
        lambda epsilon: ps.DPrivacy(epsilon, [[0, 1], [1, 0]]),
        {"epsilon": 0.5},
    ),
    "implies": (lambda p_min: ps.PML(0.1).implies(ps.PMC, p_min=p_min), {"p_min": 0.25}),
    "implies LDP": (lambda p_min: ps.PML(0.1).implies(ps.LDP, p_min=p_min), {"p_min": 0.25}),
    "histogram_leakage": (laplace.histogram_leakage, {"alpha": 0.1, "scale": 2.0}),
    "histogram_relaxation": (laplace.histogram_relaxation, {"alpha": 0.1, "scale": 2.0}),
    "histogram_quadratic": (laplace.histogram_quadratic, {"alpha": 0.1, "scale": 2.0}),
    "histogram_dp": (laplace.histogram_dp, {"scale": 2.0}),
    "calibrate": (laplace.calibrate, {"epsilon": 0.5, "alpha": 0.1}),
    "calibrate workload": (
        lambda epsilon, alpha: laplace.calibrate(epsilon, alpha, workload=MATRIX),
        {"epsilon": 0.5, "alpha": 0.1},
    ),
    "calibrate_mean": (
        lambda epsilon: laplace.calibrate_mean(UNIT, 3, epsilon),
        {"epsilon": 0.5},
    ),
    "release_histogram": (
        lambda epsilon, alpha: laplace.release_histogram([3, 4], epsilon, alpha, rng=1),
        {"epsilon": 0.5, "alpha": 0.1},
    ),
    "release_workload": (
        lambda epsilon, alpha: laplace.release_workload([[1, 0]], [3, 4], epsilon, alpha, rng=1),
        {"epsilon": 0.5, "alpha": 0.1},
    ),
    "MeanRelease": (
        lambda scale: laplace.MeanRelease(COIN, 2, scale).worst_pmc(),
        {"scale": 0.5},
    ),
    "MeanRelease.pml": (laplace.MeanRelease(COIN, 2, 0.5).pml, {"y": 0.25}),
    "GaussianNoise": (
        lambda deviation: gaussian.GaussianNoise(COIN, deviation).pmc(0.5),
        {"deviation": 0.5},
    ),
    "GaussianNoise.pml": (gaussian.GaussianNoise(UNIT, 0.5).pml, {"y": 0.25}),
    "GaussianNoise.tail": (gaussian.GaussianNoise(UNIT, 0.5).tail, {"beta": 0.25}),
    "workload_leakage": (
        lambda alpha, scale: laplace.workload_leakage(MATRIX, alpha, scale),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "corner": (
        lambda alpha, scale: laplace.corner(MATRIX, alpha, scale),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "tilted": (
        lambda alpha, scale, tolerance: laplace.tilted(MATRIX, alpha, scale, tolerance),
        {"alpha": 0.1, "scale": 2.0, "tolerance": 1e-9},
    ),
    "triangle": (
        lambda alpha, scale: laplace.triangle(MATRIX, alpha, scale),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "dp": (lambda scale: laplace.dp(MATRIX, scale), {"scale": 2.0}),
    "exact_leakage": (
        lambda alpha, scale: laplace.exact_leakage(MATRIX, alpha, scale, n=2),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "record_lift": (
        lambda base: laplace.record_lift([[1, 0], [0, 1]], [HALF, HALF], [], [1, 0], base),
        {"base": 0.5},
    ),
    "worst_record_lift": (
        lambda base: laplace.worst_record_lift([[1, 0], [0, 1]], [HALF, HALF], [], base),
        {"base": 0.5},
    ),
    "laplace leakage_curve": (
        lambda scale: laplace.leakage_curve("query", MATRIX, scale, [0.1]),
        {"scale": 2.0},
    ),
    "outcome_curve": (
        lambda alpha, scale: laplace.outcome_curve([0, 1], alpha, scale, [1]),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "records_curve": (
        lambda alpha, scale: laplace.records_curve("query", MATRIX, alpha, scale, [1]),
        {"alpha": 0.1, "scale": 2.0},
    ),
    "scale_curve": (
        lambda alpha: laplace.scale_curve(MATRIX, alpha, [0.5]),
        {"alpha": 0.1},
    ),
    "noisy_histograms": (
        lambda scale: laplace.noisy_histograms([3, 4], scale, 2, np.random.default_rng(1)),
        {"scale": 2.0},
    ),
    "randomized_response": (
        lambda epsilon: mechanisms.randomized_response(PRIOR, epsilon),
        {"epsilon": 0.5},
    ),
    "response_parameter": (
        lambda epsilon: mechanisms.response_parameter(PRIOR, "pml", epsilon),
        {"epsilon": 0.5},
    ),
    "high_privacy_extremal": (
        lambda epsilon: mechanisms.high_privacy_extremal(PRIOR, epsilon),
        {"epsilon": 0.1},
    ),
    "ClaytonMixture": (mechanisms.ClaytonMixture, {"eta": 0.5}),
    "ClaytonMixture.density": (
        mechanisms.ClaytonMixture(0.5).density,
        {"x": 0.25, "y": 0.25},
    ),
    "ClaytonMixture.pml": (mechanisms.ClaytonMixture(0.5).pml, {"y": 0.25}),
    "Uniform": (secret.Uniform, {"low": 0.0, "high": 1.0}),
    "Normal": (secret.Normal, {"mean": 0.0, "deviation": 1.0}),
    "Density": (
        lambda low, high: secret.Density(lambda x: 1.0 + 0 * x, low, high),
        {"low": 0.0, "high": 1.0},
    ),
    "alpha_loss_leakage": (
        lambda alpha: adversary.alpha_loss_leakage(CHANNEL, alpha),
        {"alpha": 2.0},
    ),
    "least_alpha_loss": (
        lambda alpha: adversary.least_alpha_loss(PRIOR, alpha),
        {"alpha": 2.0},
    ),
    "distance_leakage": (
        lambda power: adversary.distance_leakage(CHANNEL, [0, 1], power),
        {"power": 2},
    ),
    "optimal_mechanism": (
        lambda tolerance, time_limit: design.optimal_mechanism(
            PRIOR, ps.PML(0.1), tolerance=tolerance, time_limit=time_limit
        ),
        {"tolerance": 1e-6, "time_limit": 5.0},
    ),
    "conjecture": (lambda seconds: ps.conjecture("PML(a) => PML(a)", seconds), {"seconds": 5.0}),
}

WHOLE_NUMBERS = {
    "bins": (lambda bins: laplace.histogram_leakage(0.1, 2.0, bins), {"bins": 3}),
    "exact_leakage": (lambda n: laplace.exact_leakage(MATRIX, 0.1, 2.0, n=n), {"n": 2}),
    "calibrate": (
        lambda n: laplace.calibrate(0.5, 0.1, workload=MATRIX, bound="tilted", n=n),
        {"n": 2},
    ),
    "utility_experiment": (
        lambda records, repetitions: laplace.utility_experiment([], records, repetitions),
        {"records": 10, "repetitions": 2},
    ),
    "noisy_histograms": (
        lambda repetitions: laplace.noisy_histograms(
            [3, 4], 2.0, repetitions, np.random.default_rng(1)
        ),
        {"repetitions": 2},
    ),
    "corner": (
        lambda most_nodes: laplace.corner(MATRIX, 0.1, 2.0, most_nodes=most_nodes),
        {"most_nodes": 10},
    ),
    "MeanRelease": (
        lambda records: laplace.MeanRelease(COIN, records, 0.5).worst_pmc(),
        {"records": 2},
    ),
    "identity": (workloads.identity, {"k": 3}),
    "prefix": (workloads.prefix, {"k": 3}),
    "all_ranges": (workloads.all_ranges, {"k": 3}),
    "haar": (workloads.haar, {"k": 4}),
    "random_ranges": (lambda m, k: workloads.random_ranges(m, k, rng=1), {"m": 2, "k": 3}),
    "random_workload": (lambda m, k: workloads.random_workload(m, k, rng=1), {"m": 2, "k": 3}),
    "marginals": (lambda sizes: workloads.marginals(sizes, 2), {"sizes": 2}),
    "ways": (lambda ways: workloads.marginals(2, 2, ways=ways), {"ways": 1}),
    "discretised": (mechanisms.ClaytonMixture(HALF).discretised, {"cells": 2}),
    "truncated": (mechanisms.RetentionReplacement().truncated, {"size": 2}),
    "RetentionReplacement.prior": (mechanisms.RetentionReplacement().prior, {"x": 2}),
    "RetentionReplacement.pml": (mechanisms.RetentionReplacement().pml, {"y": 2}),
    "splitting": (
        lambda outcome, parts: adversary.splitting(CHANNEL, outcome, parts),
        {"outcome": 0, "parts": 2},
    ),
    "singling_out": (
        lambda outcome, parts: adversary.singling_out(CHANNEL, outcome, parts),
        {"outcome": 0, "parts": 2},
    ),
    "conjecture": (
        lambda seed, alphabet: ps.conjecture("PML(a) => PML(a)", 5, alphabet, seed),
        {"seed": 0, "alphabet": 2},
    ),
}

# entries of rows and tables: x stands in one place
ENTRIES = {
    "values": lambda x: secret.Discrete([0, x], [0.5, 0.5]),
    "probabilities": lambda x: secret.Discrete([0, 1], [x, 0.5]),
    "y": lambda x: gaussian.GaussianNoise(UNIT, 0.5).pml([0.25, x]),
    "workload": lambda x: laplace.triangle([[0, 1], [x, 0]], 0.1, 2.0),
    "others": lambda x: laplace.exact_leakage(MATRIX, 0.1, 2.0, n=2, others=[x, 0.5]),
    "own": lambda x: laplace.exact_leakage(MATRIX, 0.1, 2.0, n=2, own=[x, 0.5]),
    "distances": lambda x: ps.DPrivacy(0.5, [[0, x], [x, 0]]),
    "distortion": lambda x: design.Distortion([[0, x], [1, 0]]),
    "reward": lambda x: design.Reward([[0, x], [1, 0]]),
    "epsilons": lambda x: design.utility_curves([0.5, 0.5], [0.1, x], [ps.PML]),
    "distribution": lambda x: adversary.guesswork([x, 0.5]),
    "kernel": lambda x: ps.Channel([[x, HALF], [HALF, HALF]], [HALF, HALF]),
    "prior": lambda x: ps.Channel([[1, 0], [0, 1]], [x, HALF]),
    "columns": lambda x: ps.stream_leakage([[[x], [1.0]]], [0.5, 0.5]),
    "cost": lambda x: adversary.cost_leakage(CHANNEL, [[0, x], [1, 0]]),
    "gain": lambda x: adversary.gain_leakage(CHANNEL, [[0, x], [1, 0]]),
    "function": lambda x: adversary.right_guess_leakage(CHANNEL, [[x, 0], [1, 0]]),
    "values of an estimate": lambda x: adversary.distance_leakage(CHANNEL, [0, x]),
    "lower": lambda x: priors.Intervals([x, 0], [1, 1]),
}
# where an entry may be a truth value, or a number in words
TRUTH_VALUES = {"workload", "columns", "cost", "gain", "function", "values of an estimate"}
WORDS = {"kernel", "prior", "function", "lower"}

NOT_NUMBERS = (
    1j,
    0.5 + 0j,
    sp.I,
    sp.sqrt(-2),
    sp.true,
    sp.zoo,
    sp.nan,
    sp.Eq(sp.Symbol("x"), 1),
    b"1",
    "1",
    float("nan"),
    True,
    object,
    {},
)

EXTREMES = (
    0,
    -0.0,
    5e-324,
    1e-300,
    1e-19,
    1e-3,
    0.5,
    1,
    1e9,
    1e308,
    float("inf"),
    -1,
    10**309,
    10**400,
    10**5000,
    F(1, 10**400),
    F(10**400 + 1, 10**399),
    F(1, 3),
    1 - F(1, 10**40),
    sp.log(2),
    sp.log(2) * 10**9,
    sp.pi / 7,
    sp.oo,
    sp.Float("0.25"),
)

# results, abstract classes, and functions of channels, names and texts alone
WITHOUT_NUMBERS = set(
    # of the package
    """
    Channel Statement StreamLeakage alip claim claims composed in_bits ldp lip
    maximal_cost_leakage maximal_leakage releases simplified stream_leakage sweep
    mutual_information pmc pml
    """.split()  # noqa: SIM905  # a list of words
    # of its packages
    + """
    LeakageCurve leakage_curve
    attaining_cost average_cost_leakage channel_given cost_leakage cost_of
    function_of gain_leakage guesswork guesswork_leakage renyi_infinity right_guess_leakage
    shattering worst_cost_leakage wrong_guess_leakage
    Distortion Divergence OptimalMechanism PosteriorPolygon PrivacyRegion Progress Reward
    Sublinear UtilityCurves posterior_polygon privacy_regions utility_curves zeros_possible
    ResponseCurve figure_workloads regions response_curve total_variation
    ExactLeakage WorkloadBound WorstPML worst_outcome Bounded Discrete Interval Secret
    Attained Box Cone Conversion Extreme Guarantee LiftSet MetricCone Regions Unanswered
    every_conversion kind_of read_guarantee register_kind
    """.split()  # noqa: SIM905  # a list of words
)
