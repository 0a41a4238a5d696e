"""What is refused: each call, and how its message begins.

Wrong order, lists where a mechanism goes, percentages, sums of .99, words for numbers, misspelt
names, and numbers outside the range of an argument. What is no number at all is in test_given.py.
"""

import math
import sys
from fractions import Fraction as F
from functools import partial

import dask.array
import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import adversary as adv, design, gaussian, laplace, mechanisms, plotting, priors, secret
from pmlsym.errors import ChannelError, DataError, ParameterError, SweepError, UnknownNameError
from pmlsym.guarantees import Guarantee, Unanswered, read_guarantee
from pmlsym.laplace import workloads

HALF, TINY = F(1, 2), F(1, 10**400)
E, p, q = sp.symbols("e p q", positive=True)
CANCELS = sp.log(10**400 - (10**400 - 1) * sp.exp(-sp.Rational(3, 10**255)))
P = [0.2, 0.3, 0.5]
STEEP = np.append(np.linspace(0.2e-4, 2e-4, 19), 1) / (1 + 19 * 1.1e-4)
K, EYE = [[0.75, 0.25], [0.25, 0.75]], [[1, 0], [0, 1]]
LINE, FIVE = [[0, 1, 2], [1, 0, 1], [2, 1, 0]], [[0, 0, 1, 2, 2]]
CH, NAMED = ps.Channel(K, [0.5, 0.5]), ps.Channel(K, [0.5, 0.5], secrets=["a", "b"])
EXACT = ps.Channel([["3/4", "1/4"], ["1/4", "3/4"]], "uniform")
SYMBOLIC = ps.Channel([[1 - p, p], [p, 1 - p]], [HALF, HALF])
STACK = ps.Channel(np.full((3, 2, 2), 0.5), [0.5, 0.5])
SET = priors.Intervals([0.2, 0.2], [0.8, 0.8])
COIN, UNIT, NORMAL = secret.Discrete([0, 1], [0.5, 0.5]), secret.Uniform(0, 1), secret.Normal(0, 1)
MIXTURE, COUNTABLE = mechanisms.ClaytonMixture(F(1, 4)), mechanisms.RetentionReplacement()
PANEL = design.posterior_polygon(P, ps.PML(0.4))
best, same = design.optimal_mechanism, lambda a: a
channel, joint, samples = ps.Channel, ps.Channel.from_joint, ps.Channel.from_samples
implies, under = ps.PML(0.5).implies, partial(best, P, ps.PML(0.1))
calibrated, lift = partial(laplace.calibrate, 0.5, 0.1), laplace.record_lift
published, mean = laplace.release_histogram, laplace.MeanRelease
noise, density = gaussian.GaussianNoise, secret.Density
response, extremal = mechanisms.randomized_response, mechanisms.high_privacy_extremal


def stream(columns):
    return ps.stream_leakage(columns, [0.5, 0.5])


def leak(workload=([0, 1, 2],), alpha=0.1, scale=1.0, n=3, **more):
    return laplace.exact_leakage(list(workload), alpha, scale, n, **more)


# for each kind of error the calls, and how the message begins
REFUSED = {
    ChannelError: [
        # a channel
        (lambda: channel(K), "prior is missing"),
        (lambda: channel(K, [0.5, 0.49]), "prior sums to 0.99"),
        (lambda: channel(K, [50, 50]), "prior sums to 100"),
        (lambda: channel([[75, 25], [25, 75]], [0.5, 0.5]), "kernel[0] sums to 100"),
        (lambda: channel([[HALF, F(1, 3)], [0, 1]], [HALF, HALF]), "kernel[0] sums to 5/6"),
        (lambda: channel([[p, q], [1, 0]], [HALF, HALF]), "kernel[0] sums to p + q"),
        (lambda: channel([[p, 0.5], [0.5, 0.5]], [0.5, 0.5]), "kernel mixes floats with symbols"),
        (lambda: channel([[sp.I, 0.5], [0.5, 0.5]], [0.5, 0.5]), "kernel mixes floats with"),
        (lambda: channel([[]], [1.0]), "kernel[0] is empty"),
        (lambda: channel(K, 0.5), "prior is 0.5"),
        (lambda: channel(K, "uniformly"), "prior is 'uniformly'"),
        (lambda: channel(K, "1/2,1/2"), "prior is '1/2,1/2'"),
        (lambda: channel(K, [[0.5, 0.5], [1.0]]), "prior is [[0.5, 0.5], [1.0]]"),
        (lambda: channel(K, [0.5, 0.25, 0.25]), "prior has 3 entries"),
        (lambda: channel(K, [1.0, 0.0]), "prior[1] is 0.0"),
        (lambda: channel(K, [-0.5, 1.5]), "prior[0] is -0.5"),
        (lambda: channel([["1/3", "2/3"]], ["one"]), "prior[0] is 'one'"),
        (lambda: channel("k.csv", [1]), "kernel is 'k.csv'"),
        (lambda: channel(None, [1]), "kernel is missing"),
        (lambda: channel([], [1]), "kernel is empty"),
        (lambda: channel([[0.5, 0.5], [1]], [0.5, 0.5]), "kernel[1] has 1 entries"),
        (lambda: channel([["75%", "25%"]], [1]), "kernel[0, 0] is '75%'"),
        (lambda: channel([[1, None]], [1]), "kernel[0, 1] is missing"),
        (lambda: channel([[10**400, 0.5]], [1]), "kernel holds a number beyond all floats"),
        (lambda: channel([[1.2, -0.2]], [1]), "kernel[0, 1] is -0.2"),
        (lambda: channel([[float("inf"), 1.0]], [1]), "kernel[0, 0] is inf"),
        (lambda: channel(K, [0.5, 0.5], ["a"]), "secrets has 1 names"),
        (lambda: channel(K, [0.5, 0.5], ["a", "a"]), "secrets holds 'a' twice"),
        (lambda: channel(K, [0.5, 0.5], [{}, 1]), "secrets holds {}"),
        (lambda: channel(K, [0.5, 0.5], "ab"), "secrets is 'ab'"),
        (lambda: channel({"a": {"u": 1}, "b": {"v": 1}}, [0.5, 0.5]), "kernel has the outcomes"),
        (lambda: channel({"a": {"u": 1}, "b": {"u": 1}}, {"a": 0.5, "c": 0.5}), "prior has no"),
        (
            lambda: channel({"a": {"u": 1}, "b": {"u": 1}}, {"a": 0.25, "b": 0.5, "c": 0.25}),
            "prior has 3",
        ),
        (lambda: channel([[0.9, 0.2]], [1], ["sick"]), "kernel['sick'] sums to 1.1"),
        (lambda: channel([["-1/5", "6/5"]], [1], ["sick"], ["pos", "neg"]), "kernel['sick',"),
        (
            lambda: channel([[sp.sqrt(2), 1 - sp.sqrt(2)]], [1], ["sick"], ["pos", "neg"]),
            "kernel['sick",
        ),
        (lambda: channel(K, SET), "prior is a set of priors"),
        (lambda: joint([[0.5, 0.25]]), "joint sums to 0.75"),
        (lambda: joint([[1, 0], [0, 0]]), "joint has no probability at secret 1"),
        (lambda: joint([[1.0, 0], [0, 0]]), "joint has no probability at secret 1"),
        (lambda: joint([[1.5, -0.5]]), "joint[0, 1] is -0.5"),
        (lambda: joint([[HALF, F(1, 3)]]), "joint sums to 5/6"),
        (lambda: joint([[F(3, 2), -HALF]]), "joint[0, 1] is -1/2"),
        (lambda: joint([[math.nan, 1]]), "joint[0, 0] is nan"),
        (lambda: joint([["x", 1]]), "joint[0, 0] is 'x'"),
        (lambda: joint([[[0.5]], [[0.5]]]), "joint has to be one table"),
        (lambda: joint([0.5, 0.5]), "joint is [0.5, 0.5]"),
        (lambda: joint([[1], [0.5, 0.5]]), "joint[1] has 2 entries"),
        (lambda: samples(1, 2), "secret is of type int"),
        (lambda: samples([0, 1], [0]), "outcome has 1 entries"),
        (lambda: samples([], []), "secret is empty"),
        (lambda: samples([0], [0], smoothing=-1), "smoothing is -1"),
        (lambda: samples(["a"], ["x"], 0, ["b"]), "secret holds 'a'"),
        (lambda: samples(["a"], ["x"], 0, ["a", "b"]), "secrets holds 'b'"),
        (lambda: CH.to_frame("kernal"), "what is 'kernal'"),
        (lambda: CH.to_latex(3), "what is 3"),
        (lambda: CH.sample("ill"), "secret is 'ill'"),
        (lambda: CH.compose("a"), "others[0] is 'a'"),
        (lambda: CH.compose([[1, 0]]), "others[0] has 1 rows"),
        (lambda: CH.compose([[[1, 0]], [[0, 1]]]), "others[0] has to have shape (|X|, |Y|, |Z|),"),
        (lambda: CH.compose([[[1, 0], [1]], [[1, 0], [1]]]), "others[0] has to hold rows of one"),
        (lambda: CH.compose(channel([[1, 0], [0, 1]], [F(1, 3), F(2, 3)])), "others[0] has"),
        (lambda: CH.compose(channel([[1], [1], [1]], [F(1, 3)] * 3)), "others[0] has another"),
        (lambda: NAMED.compose(channel(K, [0.5, 0.5], secrets=["b", "a"])), "others[0] has the"),
        (lambda: CH.product(K), "other is of type list"),
        (lambda: CH.cascade(3), "kernel is 3"),
        (lambda: CH.cascade([[1.0], [1.0], [1.0]]), "kernel has 3 rows"),
        (lambda: CH.preprocess([[1.0]]), "kernel has 1 rows"),
        (lambda: CH.given(3, 0), "side is 3"),
        (lambda: CH.given([[1.0]], 0), "side has 1 rows"),
        (lambda: CH.given([[1, 0], [1, 0]], 1), "outcome is 1"),
        (lambda: CH.given([[1, 0], [0, 1]], 2), "outcome is 2"),
        (lambda: channel([[1 - p, p], [p, 1 - p]], [HALF, HALF]).as_float(), "the channel"),
        # stacks
        (lambda: channel(np.full((5, 2, 2), 0.5), np.full((4, 2), 0.5)), "prior has shape (4, 2)"),
        (lambda: channel(np.full((5, 2, 2), 0.5), np.full((5, 1), 1.0)), "prior has 1 entries"),
        (
            lambda: channel(
                np.array([np.eye(2, dtype=int)] * 2), np.array([[1]]) // np.array([1, 1])
            ),
            "kernel or pr",
        ),
        # what it leaks
        (lambda: ps.pml(K), "prior is missing beside a kernel"),
        (lambda: ps.pml("kernel"), "kernel is 'kernel'"),
        (lambda: ps.pml(K, [1 / 3] * 3), "prior has 3 entries"),
        (lambda: ps.ldp(K, [1 / 3] * 3), "prior has 3 entries"),
        (lambda: ps.pml(CH, "bits"), "prior is 'bits'"),
        (lambda: ps.pmc([0.5, 0.5]), "kernel is [0.5, 0.5]"),
        (lambda: ps.ldp(3), "kernel is 3"),
        (lambda: ps.releases(K, K), "first is of type list"),
        (lambda: stream(3), "columns is of type int"),
        (lambda: stream([]), "columns is empty"),
        (lambda: stream([[[0.5], [0.5]]]), "columns"),
        (lambda: stream([[[0.6], [0.5]], [[0.6], [0.5]]]), "columns"),
        (lambda: stream([[[1.0], [0.5]], [[0.0], [-0.5]]]), "columns"),
        (lambda: stream([[[math.nan], [1]]]), "columns"),
        (lambda: stream([[[1.0], [1.0]], [0.5]]), "columns"),
        (lambda: stream(dask.array.ones(3)), "columns has 1 axes"),
        (lambda: stream(dask.array.ones((2, 3))), "columns"),
        # guarantees
        (lambda: implies(ps.PMC, prior=0.2), "prior is 0.2"),
        (lambda: implies(ps.PMC, prior=[0.2, 0.7]), "prior sums to 0.9"),
        (lambda: implies(ps.PMC, prior=[HALF, F(1, 3)]), "prior sums to 5/6"),
        (lambda: implies(ps.PMC, prior=[0.5, 0.5, 0.0]), "prior[2] is 0.0"),
        (lambda: implies(ps.PMC, prior=[F(1), 0]), "prior[1] is 0"),
        (lambda: implies(ps.PMC, prior=["a", "b"]), "prior[0] is 'a'"),
        (lambda: ps.PML(0.5).holds(K), "channel is of type list"),
        (lambda: ps.PML.of(0.5), "channel is of type float"),
        # sets of priors
        (lambda: priors.worst_pml(np.eye(3), SET), "prior has 2 entries"),
        (
            lambda: priors.worst_pml(
                {"a": [1], "b": [1]}, priors.Intervals({"a": 0.1, "c": 0.1}, [1, 1])
            ),
            "prior has no",
        ),
        # design
        (lambda: best(ps.PML(0.5), [1]), "prior is PML(0.5)"),
        (lambda: best("uniform", ps.LIP(0.5)), "prior is 'uniform'"),
        (lambda: best([0.0, 0.5, 0.5], ps.PML(0.5)), "prior[0] is 0.0"),
        (lambda: best([0, HALF, HALF], ps.PML(0.5)), "prior[0] is 0"),
        (lambda: best([0.5, 0.6], ps.PML(0.5)), "prior sums to 1.1"),
        (lambda: best([[0.5, 0.5]], ps.PML(0.5)), "prior has 2 entries"),
        (lambda: best([p, 1 - p], ps.PML(0.5)), "the channel depends on p"),
        (lambda: design.Reward([[1, 0], [0, 1]]).of(K), "channel is of type list"),
        (lambda: design.zeros_possible([0.5, 0.6], ps.PML(1.0)), "prior sums to 1.1"),
        (lambda: design.zeros_possible([0, 1], ps.PML(1.0)), "prior[0] is 0"),
        (lambda: design.zeros_possible([], ps.PML(1.0)), "prior is empty"),
        (lambda: design.posterior_polygon([0.5, 0.6, 0.1], ps.PML(1.0)), "prior sums to 1.2"),
        (lambda: design.utility_curves([0.5, 0.4], [0.1]), "prior sums to 0.9"),
        # mechanisms
        (lambda: response(3, 1.0), "prior is 3"),
        (lambda: response([0.5, 0.6], 1.0), "prior sums to 1.1"),
        (lambda: response([F(1), F(0)], 1), "prior[1] is 0"),
        (lambda: mechanisms.response_parameter("ab", "pml", 1), "prior is 'ab'"),
        # attackers
        (lambda: adv.gain_leakage(K, K), "channel is of type list"),
        (lambda: adv.cost_leakage(SYMBOLIC, [[0.5, 1.0], [1.0, 0.5]]), "the channel depends on p"),
        (lambda: adv.right_guess_leakage(CH, 3), "function is 3"),
        (lambda: adv.right_guess_leakage(EXACT, [[1, 0]]), "prior has 2 entries"),
        (lambda: adv.right_guess_leakage(EXACT, [[1, 0], [HALF, 0]]), "function[1] sums to 1/2"),
        (lambda: adv.wrong_guess_leakage(EXACT, [[2, -1], [1, 0]]), "function[0, 1] is -1"),
        (lambda: adv.wrong_guess_leakage(EXACT, []), "function is empty"),
        (lambda: adv.guesswork_leakage(EXACT, [[0.5, 0.4], [0.5, 0.5]]), "function[0] sums to 0.9"),
        (lambda: adv.guesswork_leakage(EXACT, [1, 0]), "function is [1, 0]"),
        (lambda: adv.average_cost_leakage(EXACT, EYE, [[2, -1], [1, 0]]), "function[0, 1] is -1"),
        (lambda: adv.cost_of([[1, 0], [HALF, 0]]), "function[1] sums to 1/2"),
        (lambda: adv.alpha_loss_leakage(2, CH), "channel is of type int"),
    ],
    DataError: [
        # a channel
        (lambda: ps.Channel.load(3), "path is 3"),
        (lambda: ps.Channel.load("none.json"), "none.json cannot be read"),
        (lambda: CH.save("x.txt"), "path is 'x.txt'"),
        (lambda: CH.save("missing/x.csv"), "x.csv cannot be written"),
        (lambda: STACK.save("x.json"), "channel is a stack"),
        (lambda: channel([[p, 1 - p]], [1]).save("x.json"), "channel holds p"),
        (lambda: channel([[1]], [1], [3.5]).save("x.json"), "channel has the name 3.5"),
        (lambda: channel([[1]], [1], ["0"]).save("x.csv"), "channel has names that a CSV file"),
    ],
    ParameterError: [
        # a channel
        (lambda: CH.sample(0, size=-1), "size is -1"),
        (lambda: CH.sample(0, rng="seed"), "rng is 'seed'"),
        # what it leaks
        (lambda: ps.pml(CH, units="bits"), "units is no argument of pml"),
        (lambda: ps.mutual_information(K, SET), "prior is a set of priors"),
        (lambda: ps.releases(CH, CH, "ldp"), "measure is 'ldp'"),
        (lambda: ps.simplified("log(e)", E > 1), "value is 'log(e)'"),
        (lambda: ps.simplified(sp.log(E), "e > 1"), "assume is e > 1"),
        (lambda: ps.simplified(E, E + 1), "assume is e + 1"),
        (lambda: ps.simplified(E, sp.Gt(E, p)), "assume is e > p"),
        (lambda: ps.simplified(E, sp.Eq(E, 1)), "assume is Eq(e, 1)"),
        (lambda: ps.simplified(E, True), "assume is True"),
        (lambda: ps.simplified(E, E > 2, E < 1), "assume has no room for e"),
        # guarantees
        (lambda: ps.PML("0.5"), "epsilon is '0.5'"),
        (lambda: ps.PMC(-1e-300), "epsilon is -1e-300"),
        (lambda: ps.PML(sp.Symbol("e", negative=True)), "epsilon is e"),
        (lambda: ps.PMC(10**9 * sp.log(2)), "epsilon is 1000000000*log(2)"),
        (lambda: ps.PMC(CANCELS), "epsilon is"),
        (lambda: ps.ALIP(-0.1, 0.5), "epsilon_l is -0.1"),
        (lambda: ps.ALIP(0.5, F(-1, 10)), "epsilon_u is -1/10"),
        (lambda: ps.DPrivacy(1, [[0, 1], [2, 0]]), "distances[0, 1] is 1"),
        (lambda: ps.DPrivacy(1, [[0, -1], [-1, 0]]), "distances[0, 1] is -1"),
        (lambda: ps.DPrivacy(1, [[0, 0], [0, 0]]), "distances[0, 1] is 0"),
        (lambda: ps.DPrivacy(1, [[1, 1], [1, 0]]), "distances[0, 0] is 1"),
        (lambda: ps.DPrivacy(1, [[0, 1, 3], [1, 0, 1], [3, 1, 0]]), "distances[0, 2] is 3"),
        (lambda: ps.DPrivacy(1, [[0, 1]]), "distances"),
        (lambda: ps.DPrivacy(1, 3), "distances"),
        (lambda: ps.DPrivacy(1, [[0, math.inf], [math.inf, 0]]), "distances[0, 1] is inf"),
        (lambda: ps.DPrivacy(1, [[0, sp.sqrt(2)], [sp.sqrt(2), 0]]), "distances[0, 1] is sqrt(2)"),
        (lambda: ps.DPrivacy(0.5, LINE).implies(ps.PML, prior=[0.5, 0.5]), "prior has 2 secrets"),
        (lambda: ps.PML(0.1).implies(ps.DPrivacy.over(LINE), prior=[0.5, 0.5]), "prior has 2"),
        (lambda: ps.PML(0.1).implies(ps.DPrivacy.over(LINE), p_min=0.4), "prior has 2 secrets"),
        (lambda: implies("PMC"), "kind is the text 'PMC'"),
        (lambda: implies(Guarantee), "kind is <class 'pmlsym.guarantees.guarantee.Guarantee'>"),
        (lambda: implies(ps.PMC(1)), "kind is PMC(1), with a level"),
        (lambda: implies(0.2, ps.PMC), "kind is 0.2"),
        (lambda: implies(ps.PMC, p_min=0), "p_min is 0"),
        (lambda: implies(ps.PMC, p_min=F(2, 3)), "p_min is 2/3"),
        (lambda: implies(ps.PMC, p_min=[0.2, 0.8]), "p_min is [0.2, 0.8]"),
        (lambda: implies(ps.PMC, prior=[1.0]), "prior has 1 entry"),
        (lambda: implies(ps.PMC, prior=priors.Intervals([1], [1])), "p_min is 1"),
        (lambda: implies(ps.PMC, p_min=0.5, prior=[0.5, 0.5]), "p_min and prior are both given"),
        (lambda: ps.LIP(1.0).implies(ps.PML, p_min=TINY), "p_min has the probability"),
        (lambda: ps.PML(E).conversion(ps.PMC, p_min=0.2).mechanism(), "PML(e) and p_min = 0.2"),
        (lambda: ps.LIP(1e300).conversion(ps.LDP, p_min=0.2).mechanism(), "epsilon is 1e+300"),
        (lambda: ps.LDP(1e16).conversion(ps.LDP, p_min=0.2).mechanism(), "epsilon is 1e+16"),
        (lambda: ps.PML(HALF).holds(SYMBOLIC), "whether log(Max(2*p, 2 - 2*p)) <= 1/2 is open"),
        (lambda: ps.PML(E).holds(EXACT), "whether log(3/2) <= e is open"),
        (lambda: ps.PML(E).holds(CH), "epsilon is e"),
        (lambda: ps.PML(0.5).text("bit"), "units is 'bit'"),
        (lambda: ps.PML(E) <= ps.PML(1), "whether e <= 1 is open"),
        (lambda: read_guarantee("dp:0.2"), "kind is 'dp'"),
        (lambda: read_guarantee("pml"), "guarantee is 'pml'"),
        (lambda: read_guarantee("pml:0.1,0.2"), "guarantee is 'pml:0.1,0.2'"),
        (lambda: read_guarantee("pml:nan"), "guarantee is 'pml:nan'"),
        (lambda: read_guarantee("pml:1e999"), "guarantee is 'pml:1e999'"),
        (lambda: read_guarantee("pml:1/0"), "guarantee is 'pml:1/0'"),
        (
            lambda: ps.PML(E).conversion(ps.PMC, p_min=p).mechanism(),
            "PML(e) with p_min = p has symbols",
        ),
        (lambda: implies(ps.PMC, prior=[p, 1 - p]), "prior holds symbols"),
        (lambda: read_guarantee("alip:0.1,"), "guarantee is 'alip:0.1,'"),
        (lambda: read_guarantee("pml:-0.1"), "epsilon is -1/10"),
        (lambda: ps.composed(), "guarantees is empty"),
        (lambda: ps.composed(ps.PML(1), ps.PMC(1)), "guarantees are of the kinds PMC, PML"),
        (lambda: ps.composed(ps.PML(1), 2), "guarantees holds 2"),
        (lambda: ps.composed(ps.PML(E)), "guarantees or p_min hold symbols"),
        (lambda: ps.composed(ps.PML(1), p_min=0), "p_min is 0"),
        (lambda: ps.composed(ps.PML(1), p_min=0.7), "p_min is 0.7"),
        (lambda: ps.composed(ps.DPrivacy(1, LINE)), "guarantees are of kind DPrivacy, whose"),
        (lambda: ps.composed(ps.PML(-0.0), ps.PML(TINY), p_min=2.2e-311), "guarantees have"),
        (lambda: ps.composed(ps.LIP(8), ps.LIP(4 * F(10) ** 328), p_min=HALF), "guarantees have"),
        (
            lambda: ps.composed(
                ps.ALIP(F(1, 10**40), F(3, 10**40)), ps.ALIP(F(1, 10**40), F(3, 10**40))
            ),
            "guarantees",
        ),
        # sets of priors
        (lambda: priors.Intervals(0.2, 0.8), "lower is 0.2"),
        (lambda: priors.Intervals([], []), "lower is empty"),
        (lambda: priors.Intervals([0.6, 0.6], [1, 1]), "lower sums to 1.2 and upper to 2"),
        (lambda: priors.Intervals([0.2] * 2, [0.3] * 2), "lower sums to 0.4 and upper to 0.6"),
        (lambda: priors.Intervals([0.5], [0.4]), "lower[0] is 0.5"),
        (lambda: priors.Intervals([0.5, 0.5], [1]), "upper has 1 entries"),
        (lambda: priors.Intervals([-0.5, 0.5], [1, 1]), "lower[0] is -0.5"),
        (lambda: priors.Intervals([0, 0], [0, 1]), "upper[0] leaves secret 0 no probability"),
        (lambda: priors.Intervals([20, 20], [80, 80]), "lower[0] is 20"),
        (lambda: priors.Intervals.at_least(3, 0.1), "secrets is 0.1"),
        (lambda: priors.Intervals.at_least(0.5, 3), "alpha is 0.5"),
        (lambda: priors.worst_pml(SET, K), "priors is [[0.75, 0.25], [0.25, 0.75]]"),
        # claims and conjectures
        (lambda: ps.claim(4), "name is 4"),
        (lambda: ps.conjecture(3), "statement is 3"),
        (lambda: ps.conjecture("PML(e) => PMC(e)", seconds="10"), "seconds is '10'"),
        (lambda: ps.conjecture("PML(e) => PMC(e)", seconds=float("inf")), "seconds is inf"),
        # sweeps
        (lambda: ps.sweep(same, 3), "grid is of type int"),
        (lambda: ps.sweep(same, {}), "grid is empty"),
        (lambda: ps.sweep(same, {"a": "xy"}), "grid['a'] is 'xy'"),
        (lambda: ps.sweep(same, [1, 2]), "grid is a list"),
        (lambda: ps.sweep(same, [{"a": 1}, {"b": 1}]), "grid[1] has the names b"),
        (lambda: ps.sweep(same, {"a": []}), "grid is empty"),
        (lambda: ps.sweep(same, {"a": [{"x": 1}]}), "a is {'x'"),
        (lambda: ps.sweep(same, {"a": [{1, 2}]}), "a is {1, 2}"),
        (lambda: ps.sweep(same, {"a": [object()]}), "a is <object object"),
        (lambda: ps.sweep(same, {"a": [iter([1])]}), "a is <list_iterator object at"),
        (lambda: ps.sweep(same, {"a": [1]}, jobs=-2), "jobs is -2"),
        (lambda: list(ps.ledger.check([], jobs=0)), "jobs is 0"),
        (lambda: list(ps.ledger.check([], jobs="all")), "jobs is 'all'"),
        # design
        (lambda: best([0.5] * 2, ps.PML), "guarantee is <class 'pmlsym.guarantees.kinds.PML'>"),
        (lambda: best([0.5] * 2, ps.PML(E)), "guarantee is PML(e)"),
        (lambda: best([0.5] * 2, ps.ALIP(0.1, E + 1)), "guarantee is ALIP(0.1, 1 + e)"),
        (lambda: under(None), "utility is None"),
        (lambda: under(np.eye(3)), "utility is [[1. 0. 0.] [0. 1. 0.] [0. 0. 1.]]"),
        (lambda: under(lambda u: -float(np.linalg.norm(u))), "<lambda> is not convex"),
        (lambda: under(lambda u: float(u.min())), "<lambda> is not convex"),
        (lambda: under(lambda u: float(u @ u)), "<lambda> is not positively homogeneous"),
        (lambda: under(lambda u: float(u.sum()) + 1), "<lambda> is not positively homogeneous"),
        (lambda: under(lambda u: math.inf), "<lambda> is not finite at every column of a kernel."),
        (lambda: under(lambda u: math.nan if u.min() == 0 else float(u.sum())), "<lambda> is not"),
        (lambda: under(lambda u: "x"), "<lambda> has to return a number for a column of the"),
        (lambda: under(design.Reward(np.ones((2, 3)))), "reward has 2 rows"),
        (lambda: under(design.Distortion(np.ones((2, 3)))), "distortion has 2 rows"),
        (lambda: under(method="simplex"), "method is 'simplex'"),
        (lambda: best(P, ps.LIP(0.5), method="closed-form"), "method is 'closed-form'"),
        (lambda: best(P, ps.LDP(0.5), method="closed-form"), "method is 'closed-form'"),
        (
            lambda: best([0.25] * 4, ps.LIP(0.5), design.Reward(np.eye(4)), method="closed-form"),
            "method is 'c",
        ),
        (lambda: best(np.arange(1, 16) / 120, ps.LIP(0.3), method="program"), "method is 'program"),
        (
            lambda: best(np.arange(1, 20) / 190, ps.LIP(0.3), lambda u: float(np.linalg.norm(u))),
            "<lambda> is",
        ),
        (
            lambda: best(
                STEEP, ps.LDP(10.0), design.Divergence("beyond", lambda v: np.maximum(v - 1e4, 0))
            ),
            "beyond has",
        ),
        (lambda: under(tolerance=-1e-9), "tolerance is -1e-09"),
        (lambda: under(time_limit=-math.inf), "time_limit is -inf"),
        (lambda: under(exact="no"), "exact is 'no'"),
        (lambda: design.Divergence("mine", np.sqrt), "mine is not convex"),
        (lambda: design.Divergence("mine", lambda v: v * np.nan), "mine is not finite at every"),
        (lambda: design.Divergence("mine", lambda v: v[:3]), "mine has to map an array of lifts"),
        (lambda: design.Reward([[]]), "reward"),
        (lambda: design.Reward([["a"]]), "reward[0, 0] is 'a'"),
        (lambda: design.Reward([[1], [2, 3]]), "reward is [[1], [2, 3]]"),
        (lambda: design.Distortion([[[1]]]), "distortion"),
        (lambda: design.Distortion([[math.inf]]), "distortion[0, 0] is inf"),
        (lambda: design.zeros_possible([0.5, 0.5], ps.LDP(1.0)), "guarantee is LDP(1.0)"),
        (lambda: design.zeros_possible(P, ps.DPrivacy(0.5, LINE)), "guarantee is DPrivacy(0.5)"),
        (lambda: design.zeros_possible([0.5, 0.5], ps.PML(E)), "guarantee is PML(e)"),
        (lambda: design.zeros_possible([0.5, 0.5], "pml:1"), "guarantee is 'pml:1'"),
        (lambda: design.zeros_possible([p, 1 - p], ps.PML(1)), "prior holds symbols"),
        (lambda: design.posterior_polygon([0.5] * 2, ps.PML(1)), "prior has 2 secrets"),
        (lambda: design.posterior_polygon(P, 1.0), "guarantee is 1.0"),
        (lambda: design.utility_curves([0.2, 0.8], 1.0), "epsilons is 1.0"),
        (lambda: design.utility_curves([0.2, 0.8], [-1.0]), "epsilons is [-1.0]"),
        (lambda: design.utility_curves([0.2, 0.8], [0.1], ["PML"]), "guarantees holds the text"),
        (lambda: design.utility_curves([0.2, 0.8], [0.1], [ps.ALIP]), "guarantees holds ALIP"),
        # noise on counts and workloads
        (lambda: laplace.histogram_leakage(10, 2), "alpha is 10"),
        (lambda: laplace.histogram_leakage(0, 1.0), "alpha is 0"),
        (lambda: laplace.histogram_leakage(0.51, 1.0), "alpha is 0.51"),
        (lambda: laplace.histogram_leakage(0.3, 1.0, bins=4), "alpha is 0.3"),
        (lambda: laplace.histogram_leakage(0.1, 1.0, bins=1), "bins is 1"),
        (lambda: laplace.histogram_leakage("10%", 2), "alpha is '10%'"),
        (lambda: laplace.histogram_leakage(0.1, -2), "scale is -2"),
        (lambda: laplace.histogram_leakage(0.1, 0), "scale is 0"),
        (lambda: laplace.histogram_dp(math.inf), "scale is inf"),
        (lambda: laplace.histogram_dp(F(-1, 2)), "scale is -1/2"),
        (lambda: laplace.calibrate(0, 0.1), "epsilon is 0"),
        (lambda: laplace.calibrate(5e-324, 0.1), "epsilon is 4.94066e-324"),
        (lambda: laplace.calibrate([0.5, -1.0], 0.1), "epsilon is -1.0"),
        (lambda: laplace.calibrate(F(9, 10**391), 1e-3), "epsilon is"),
        (lambda: laplace.calibrate(0.5, 3, bins=7), "alpha is 3"),
        (lambda: calibrated(n=3), "n is 3"),
        (lambda: calibrated(bound="tilted"), "bound is 'tilted'"),
        (lambda: calibrated(others=None), "others is None"),
        (lambda: calibrated(workload=FIVE, others=[0.2] * 5), "others is [0.2, 0.2, 0.2, 0.2,"),
        (lambda: calibrated(workload=FIVE, n=3), "n is 3"),
        (lambda: calibrated(workload=FIVE, bins=5), "bins is 5"),
        (lambda: calibrated(workload=FIVE, bound="corner"), "bound 'corner' is no upper bound on"),
        (lambda: calibrated(workload=FIVE, bound="dp"), "bound 'dp' is not a safe bound"),
        (lambda: calibrated(workload=FIVE, bound="tilted"), "tilted is the limit for many"),
        (lambda: calibrated(workload=FIVE, bound="tilted", n=0), "n is 0"),
        (lambda: calibrated(workload=FIVE, bound="tilted", n=2, others="best"), "others is 'best'"),
        (lambda: laplace.calibrate(0.5, 0.3, workload=FIVE), "alpha is 0.3"),
        (lambda: calibrated(workload=[[0]]), "workload has 1 column"),
        (lambda: laplace.calibrate(E, 0.1, workload=FIVE), "epsilon is e"),
        (lambda: laplace.calibrate(1e-308, 0.2, workload=[[0, 100]]), "epsilon is 1e-308"),
        (lambda: laplace.calibrate(TINY, 1e-15, workload=[[38, 0], [4, 1]]), "epsilon is"),
        (lambda: laplace.calibrate(0.5, TINY, workload=[[0, 1]]), "alpha is 1/1000000000000000000"),
        (lambda: laplace.calibrate(3, F(1, 10), workload=[[1e308, 0], [1e308, 0]]), "workload ent"),
        (
            lambda: laplace.calibrate(2.0, 0.1, workload=[[0, F(1, 3), F("0." + "3" * 30)]]),
            "row 0 of the",
        ),
        (lambda: published([0.5, 1], 0.5, 0.1), "counts[0] is 0.5"),
        (lambda: published([3], 0.5, 0.1), "counts have the shape (1,)"),
        (lambda: published([1, 2**64], 0.5, 0.1), "counts has a number that is not"),
        (lambda: published([5, 1], sp.Symbol("x"), 0.1), "epsilon is x"),
        (lambda: published([[1, 2]], 0.5, 0.1), "counts have the shape (1, 2)"),
        (lambda: published([1, -2], 0.5, 0.1), "counts[1] is -2"),
        (lambda: published(["a", "b"], 0.5, 0.1), "counts"),
        (lambda: published([1, 2**62 + 1], 0.5, 0.1), "counts[1] is 4611686018427387905"),
        (lambda: published([1, 2, 3, 4], 0.5, 0.3), "alpha is 0.3"),
        (lambda: published([5, 1], 1e-19, 0.1), "epsilon is 1e-19"),
        (lambda: published([5, 1], F(1, 10**400), 0.1), "epsilon is"),
        (lambda: published([5, 1], 0.5, 0.1, "x"), "rng is 'x'"),
        (lambda: published([5, 1], 0.5, 0.1, -1), "rng is -1"),
        (lambda: laplace.noisy_histograms([6, 4], 1.0, 0, np.random.default_rng(0)), "repetitions"),
        (lambda: laplace.total_variation([3, 4], [3, 5], "nonsense"), "normalise is 'nonsense'"),
        (lambda: laplace.triangle([[0, 1], [1]], 0.2, 1), "row 1 of the workload has 1 entries"),
        (lambda: laplace.triangle(np.zeros((2, 3, 2)), 0.2, 1), "workload"),
        (lambda: laplace.triangle("words", 0.2, 1), "workload"),
        (lambda: laplace.triangle([1, 2], 0.2, 1), "row 0 of the workload is 1"),
        (lambda: laplace.triangle([[]], 0.2, 1), "workload has 0 columns"),
        (lambda: laplace.triangle([[0, 1e9]], TINY, 1), "alpha is 1/10000000000000000000000000000"),
        (lambda: laplace.triangle(FIVE, 0.21, 1), "alpha is 0.21"),
        (lambda: laplace.triangle(FIVE, [0.1, 0.2], 1.0), "alpha is [0.1, 0.2]"),
        (lambda: laplace.triangle([[0, math.inf]], 0.2, 1), "workload[0, 1] is inf"),
        (lambda: laplace.triangle([[0, 1e308], [-1e308, 0]], 0.2, 1e-3), "workload entries over"),
        (lambda: laplace.corner([[0, 1]], 0, 1), "alpha is 0"),
        (lambda: laplace.corner([[0, 1]], TINY, 1), "alpha is 1/100000000000000000000000000000000"),
        (lambda: laplace.tilted([[0, 1]], TINY, 1), "alpha is 1/100000000000000000000000000000000"),
        (lambda: laplace.tilted([[0, 1]], 0.2, math.inf), "scale is inf"),
        (lambda: laplace.tilted(FIVE, 0.1, 1.0, most_programs=-1), "most_programs is -1"),
        (lambda: laplace.dp([[0, 1]], TINY), "scale is 1/1000000000000000000000000000000000000000"),
        (lambda: laplace.dp([[0]], 1.0), "workload has 1 column"),
        (lambda: laplace.workload_leakage(FIVE, E, 1), "alpha is e"),
        (lambda: laplace.workload_leakage(FIVE, 0.5, 2.0, "dp"), "alpha is 0.5"),
        (lambda: laplace.workload_leakage(FIVE, [0.1, 7], 2.0, "dp"), "alpha is [0.1, 7]"),
        (lambda: laplace.workload_leakage(FIVE, np.array([0.01, 0.5]), 1.0), "alpha is [0.01 0.5"),
        (lambda: laplace.workload_leakage(FIVE, 0.01, np.array([1.0, 0.0])), "scale is [1. 0.]"),
        (lambda: leak(n=0), "n is 0"),
        (lambda: leak(n=10**200, workload=[[0, 1, 2], [2, 1, 0]]), "workload entries, for"),
        (lambda: leak(others={0.2, 0.3, 0.5}), "others"),
        (lambda: leak(others=[0.5, 0.5]), "others has 2 entries"),
        (lambda: leak(others=[P]), "others has 1 priors"),
        (lambda: leak(others=[0.5, P]), "others mix numbers and priors"),
        (lambda: leak(others=[P, [0.5, 0.5]]), "others[1] has 2 entries"),
        (lambda: leak(others=[]), "others has 0 priors"),
        (lambda: leak(others=3), "others is 3"),
        (lambda: leak(own=3), "own is 3"),
        (lambda: leak(others="best"), "others is 'best'"),
        (lambda: leak(others=[0.8, 0.15, 0.05]), "others has a class of probability 0.05"),
        (lambda: leak(others=[0.5, 0.5, 0.5]), "others sums to 1.5"),
        (lambda: leak(others=[["a", "b", "c"]] * 2), "others[0][0] is 'a'"),
        (lambda: leak(others=[5, 5, 5], n=1), "others[0] is 5"),
        (lambda: leak(own=[0.5, 0.5]), "own has 2 entries"),
        (lambda: leak(own=[0.9, 0.05, 0.05]), "own has a class of probability 0.05"),
        (lambda: leak(own=[0.2, 0.3, 0.6]), "own sums to 1.1"),
        (lambda: leak(own=[1.2, -0.1, -0.1]), "own[0] is 1.2"),
        (lambda: leak(own=[0.5, 0.25, math.nan]), "own[2] is nan"),
        (
            lambda: leak(
                own=[HALF, F(1, 4), F(1, 4) + F(1, 10**10)], alpha=F(1, 10), scale=1 / sp.log(2)
            ),
            "own sums to",
        ),
        (lambda: leak(alpha=0.5), "alpha is 0.5"),
        (lambda: leak(scale=0), "scale is 0"),
        (lambda: leak(scale=F(1, 10**370)), "scale is 1/10000000000000000000000000000000000000000"),
        (lambda: leak(workload=[[1], [2]]), "workload has 1 column"),
        (lambda: leak(workload=[[1, 2], [2]]), "row 1 of the workload has 1 entries"),
        (lambda: leak(workload=[[0, 1e308, 0]]), "workload entries, for 3 records or over the"),
        (lambda: leak(scale=5e-324), "workload entries, for 3 records or over the scale, are too"),
        (lambda: leak(most_seconds=0.5), "most_seconds is 0.5"),
        (lambda: lift(EYE, [HALF, HALF], [], [1, 0], 0), "base is 0"),
        (lambda: lift(EYE, [HALF, HALF], [], [1, 0], 1), "base is 1"),
        (lambda: lift(EYE, [HALF, HALF], [], [1], HALF), "outcome has 1 entries"),
        (lambda: lift(EYE, [F(1)], [], [1, 0], HALF), "own_prior has 1 entries"),
        (lambda: lift(EYE, [HALF, HALF], [[HALF, HALF]] * 30, [1, 0], HALF), "30 further records"),
        (lambda: lift([[1, 0], [1]], [HALF, HALF], [], [1, 0], HALF), "workload is [[1, 0], [1]]"),
        (lambda: lift([[0.5, 0]], [HALF, HALF], [], [1], HALF), "workload has to consist of"),
        (lambda: lift(EYE, [HALF, HALF], [], 1, HALF), "outcome is 1"),
        (lambda: lift(EYE, [HALF, HALF], None, [1, 0], HALF), "others is None"),
        (lambda: lift(EYE, HALF, [], [1, 0], HALF), "own_prior is 1/2"),
        (lambda: lift(EYE, [HALF, F(1, 3)], [], [1, 0], HALF), "own_prior sums to 5/6"),
        (lambda: lift(EYE, [0.5, 0.49], [], [1, 0], HALF), "own_prior sums to 0.99"),
        (lambda: lift(EYE, [F(3, 2), -HALF], [], [1, 0], HALF), "own_prior[0] is 3/2"),
        (lambda: lift(EYE, [HALF, HALF], [[HALF, 1]], [1, 0], HALF), "others[0] sums to 3/2"),
        (
            lambda: laplace.worst_record_lift(EYE, [HALF, F(1, 3)], [], HALF),
            "own_prior sums to 5/6",
        ),
        (lambda: lift(7, [HALF, HALF], [], [1, 0], HALF), "workload is 7"),
        (lambda: lift(EYE, [0.5, 0.5], [], [9, 9], 1e-300), "base is 1e-300"),
        (lambda: workloads.identity(1), "k is 1"),
        (lambda: workloads.identity(10**9), "k is 1000000000, but a workload of"),
        (lambda: workloads.prefix(0), "k is 0"),
        (lambda: workloads.all_ranges("5"), "k is '5'"),
        (lambda: workloads.haar(6), "k is 6"),
        (lambda: workloads.haar(1), "k is 1"),
        (lambda: workloads.random_ranges(0, 3, 1), "m is 0"),
        (lambda: workloads.random_ranges(3, 1, 1), "k is 1"),
        (lambda: workloads.random_workload(0, 3, 1), "m is 0"),
        (lambda: workloads.random_workload(2, 1, 1), "k is 1"),
        (lambda: workloads.random_workload(2, 3, 1, entries=[]), "entries"),
        (lambda: workloads.marginals(), "marginals need the number of values of at least one"),
        (lambda: workloads.marginals(2, 1), "sizes[1] is 1"),
        (lambda: workloads.marginals(2, 3, ways=3), "ways is 3"),
        (lambda: workloads.marginals(2, 3, ways=-1), "ways is -1"),
        # noise on numbers
        (lambda: mean([0, 1], 10, 0.1), "secret is [0, 1]"),
        (lambda: mean(NORMAL, 2, 1.0), "secret is Normal(mean=0.0, deviation=1.0)"),
        (lambda: mean(UNIT, 0, 1.0), "records is 0"),
        (lambda: mean(UNIT, 2, 0.0), "scale is 0.0"),
        (lambda: mean(UNIT, 2, math.inf), "scale is inf"),
        (lambda: mean(UNIT, 2, [1.0, 2.0]), "scale is [1.0, 2.0]"),
        (lambda: mean(UNIT, 2, 1.0).pml([1.0, math.nan]), "y[1] is nan"),
        (lambda: mean(UNIT, 2, 1.0).pml([[1.0], [1.0, 2.0]]), "y is [[1.0], [1.0, 2.0]]"),
        (lambda: mean(UNIT, 2, 1.0).pml(None), "y is None"),
        (lambda: mean(UNIT, 10**6, 1e-3).pml(0.5), "records is 1000000"),
        (lambda: mean(UNIT, 2, 1e-9).pml(0.5), "scale is 2e-09 (high - low)/records"),
        (lambda: mean(COIN, 2, 5e-324).worst_pml(), "scale is 5e-324"),
        (lambda: mean(COIN, 2, 1e308).worst_pml(), "scale is 1e+308"),
        (lambda: mean(COIN, 10**400, 1.0).pml(2.0), "scale is 1.0"),
        (lambda: mean(COIN, 2, F(1, 10**500)).pmc(2.0), "scale is 5000000000000000000000000000000"),
        (lambda: laplace.calibrate_mean(UNIT, 2, 0), "epsilon is 0"),
        (lambda: laplace.calibrate_mean(UNIT, 2, 1.9e-100), "epsilon is 1.9e-100"),
        (lambda: laplace.calibrate_mean(UNIT, 2, 5.1e99), "epsilon is 5.1e+99"),
        (lambda: noise(0, 1), "secret is 0"),
        (lambda: noise(UNIT, TINY), "deviation is"),
        (lambda: noise(COIN, 0.0), "deviation is 0.0"),
        (lambda: noise(COIN, [1.0, 2.0]), "deviation is [1.0, 2.0]"),
        (lambda: noise(COIN, 1.0).pml(math.inf), "y has to be a finite number, or an array of"),
        (lambda: noise(COIN, 1.0).pmc([0.0, -math.inf]), "y has to be a finite number, or an"),
        (lambda: noise(COIN, 1.0).pmc_bounds(None), "y is None"),
        (lambda: noise(COIN, 1.0).tail([1.0, -2.0]), "beta has to be a number >= 0, or an array"),
        (lambda: noise(NORMAL, 1.0).pmc_bounds(1.0), "secret is Normal(mean=0.0, deviation=1.0)"),
        (lambda: noise(NORMAL, 1.0).tail(1.0), "secret is Normal(mean=0.0, deviation=1.0)"),
        (lambda: noise(density(lambda x: x, 0, 1), 1e-200).pml(7.0), "the noise changes on a"),
        (lambda: secret.Uniform(1, 1), "low is 1 and high is 1"),
        (lambda: secret.Discrete([], []), "values has to be a non-empty list"),
        (lambda: secret.Uniform(0, math.inf), "high is inf"),
        (lambda: secret.Uniform(-1e308, 1e308), "low is -1e+308"),
        (lambda: secret.Normal(0, 0), "deviation is 0.0"),
        (lambda: secret.Normal(0, math.inf), "deviation is inf"),
        (lambda: secret.Normal(0.0, 1e200), "deviation is 1e+200"),
        (lambda: secret.Discrete([1, 2], [HALF, F(1, 3)]), "probabilities sum to 5/6"),
        (lambda: secret.Discrete([1, 2], [1, 0]), "probabilities[1] is 0"),
        (lambda: secret.Discrete([1, math.inf], [0.5, 0.5]), "values[1] is inf"),
        (lambda: secret.Discrete([1, 1.0], [0.5, 0.5]), "values[1] is 1.0"),
        (lambda: secret.Discrete([1], [0.5, 0.5]), "probabilities has 2 entries"),
        (lambda: secret.Discrete([0, F(10**400)], [0.5, 0.5]), "values[1] is"),
        (lambda: density(lambda x: 1, 1, 1), "low is 1 and high is 1"),
        (lambda: density(lambda x: 1, 0, math.inf), "high is inf"),
        (lambda: density(lambda x: 1 + 0 * x, 1 - 1e-13, 1), "low is 0.9999999999999 and high is"),
        (lambda: density(lambda x: x - 0.5, 0, 1), "pdf is -0.4975 at 0.0025"),
        (lambda: density(lambda x: math.nan, 0, 1), "pdf is nan at 0.0025"),
        (lambda: density(lambda x: "a", 0, 1), "pdf has no number as its value"),
        (lambda: density(lambda x: np.maximum(x - 0.5, 0), 0, 1), "pdf is 0 from 0.0025 to 0.4975"),
        (lambda: density(lambda x: abs(x - 0.5) > 0.02, 0, 1), "pdf is 0 from 0.4825 to 0.5175"),
        (lambda: density(lambda x: 1 / abs(x - 0.3) ** 1.2, 0, 1), "pdf has too much of its"),
        (lambda: density(lambda x: 2 + np.sin(1e12 * x), 0, 1), "the density is too rough to be"),
        (lambda: density(3, 0, 1), "pdf is 3"),
        (lambda: density(lambda x: math.exp(-1 / (x * (1 - x))), 0, 1).log_mgf(-1e6), "pdf is too"),
        (lambda: density(lambda x: x, 0, 1).log_mgf(1e300), "the noise changes on a length of"),
        # mechanisms
        (lambda: response([0.5] * 2, -1.0), "epsilon is -1.0"),
        (lambda: response([0.5] * 2, E), "epsilon is e"),
        (lambda: response([p, 1 - p], 0.5), "epsilon is 0.5"),
        (lambda: mechanisms.response_parameter(P, "lip", 1), "notion is 'lip'"),
        (lambda: mechanisms.response_parameter(P, "pml", -1), "epsilon is -1"),
        (lambda: extremal(P, -0.1), "epsilon is -0.1"),
        (lambda: extremal(P, math.inf), "epsilon is inf"),
        (lambda: extremal([HALF, HALF], 10**4000), "epsilon is"),
        (
            lambda: mechanisms.leakage_curve(partial(response, [0.5, 0.5]), [], ["pml"]),
            "values is em",
        ),
        (lambda: mechanisms.leakage_curve(lambda level: level, [1.0], ["pml"]), "family returns"),
        (lambda: mechanisms.ClaytonMixture(0), "eta is 0"),
        (lambda: mechanisms.ClaytonMixture(1.0), "eta is 1.0"),
        (lambda: mechanisms.ClaytonMixture([0.5, 0.5]), "eta is [0.5, 0.5]"),
        (lambda: mechanisms.ClaytonMixture(E).pml(0.5), "eta is e"),
        (lambda: MIXTURE.density(1, HALF), "x is 1"),
        (lambda: MIXTURE.density(0.5, 0.0), "y is 0.0"),
        (lambda: MIXTURE.pml(0), "y is 0"),
        (lambda: MIXTURE.pml(np.array([0.5, 1.0])), "y is [0.5 1. ]"),
        (lambda: MIXTURE.pmc(1), "y is 1"),
        (lambda: MIXTURE.discretised(0), "cells is 0"),
        (lambda: MIXTURE.discretised(401), "cells is 401"),
        (lambda: mechanisms.ClaytonMixture(sp.sqrt(2) / 2).discretised(101), "cells is 101"),
        (lambda: COUNTABLE.prior(-1), "x is -1"),
        (lambda: COUNTABLE.kernel(-1, 0), "x is -1"),
        (lambda: COUNTABLE.kernel(0, -1), "y is -1"),
        (lambda: COUNTABLE.lift(-1, 0), "x is -1"),
        (lambda: COUNTABLE.lift(0, -1), "y is -1"),
        (lambda: COUNTABLE.tail(-1), "size is -1"),
        (lambda: COUNTABLE.marginal(-1), "y is -1"),
        (lambda: COUNTABLE.pml(-1), "y is -1"),
        (lambda: COUNTABLE.pmc(-1), "y is -1"),
        (lambda: COUNTABLE.truncated(-1), "size is -1"),
        (lambda: COUNTABLE.truncated(501), "size is 501"),
        # attackers
        (lambda: adv.gain_leakage(CH, 3), "gain is 3"),
        (lambda: adv.gain_leakage(CH, [1, 0]), "gain[0] is 1"),
        (lambda: adv.cost_leakage(EXACT, [[0, 1]]), "cost has 1 rows"),
        (lambda: adv.cost_leakage(EXACT, [[0, 1], [1]]), "cost[1] has 1 entries"),
        (lambda: adv.cost_leakage(EXACT, "ab"), "cost is 'ab'"),
        (lambda: adv.cost_leakage(EXACT, [[], []]), "cost[0] is []"),
        (lambda: adv.cost_leakage(EXACT, [[0, -1], [1, 0]]), "cost[0, 1] is -1"),
        (lambda: adv.average_cost_leakage(EXACT, [[0, 1], [F(-1, 2), 0]]), "cost[1, 0] is -1/2"),
        (lambda: adv.worst_cost_leakage(EXACT, [[0, 1], [1, -0.5]]), "cost[1, 1] is -0.5"),
        (lambda: adv.function_of(EXACT, 0, [[0, math.inf], [1, 0]]), "cost[0, 1] is inf"),
        (lambda: adv.cost_leakage(EXACT, [[0, sp.oo], [1, 0]]), "cost[0, 1] is oo"),
        (lambda: adv.gain_leakage(EXACT, [[0, -1], [1, 0]]), "gain[0, 1] is -1"),
        (lambda: adv.cost_leakage(EXACT, [[0, [1]], [1, 0]]), "cost[0, 1] is [1]"),
        (lambda: adv.cost_leakage(EXACT, [[0, 10**400], [1, 0.5]]), "cost[0, 1] is"),
        (lambda: adv.cost_leakage(EXACT, [[0.5, p], [1, 0]]), "cost[0, 1] is p"),
        (lambda: adv.worst_cost_leakage(EXACT, [[0], [1], [2]], EYE), "cost has 3 rows"),
        (lambda: adv.guesswork_leakage(SYMBOLIC, EYE), "the best order of guesses depends on"),
        (lambda: adv.singling_out(CH, "yes", 2), "outcome is 'yes'"),
        (lambda: adv.singling_out(CH, 2, 2), "outcome is 2"),
        (lambda: adv.splitting(CH, -1, 2), "outcome is -1"),
        (lambda: adv.splitting(CH, 0, 0), "parts is 0"),
        (lambda: adv.singling_out(CH, 0, -1), "parts is -1"),
        (lambda: adv.splitting(SYMBOLIC, 0, 2), "symbols leave open which choice is best"),
        (lambda: adv.singling_out(SYMBOLIC, 0, 2), "symbols leave open which choice is best"),
        (lambda: adv.function_of(CH, 2, EYE), "outcome is 2"),
        (lambda: adv.function_of(SYMBOLIC, 0, EYE), "symbols leave open which choice is best"),
        (lambda: adv.function_of(EXACT, 0, [[p], [2]]), "symbols leave open which choice is best"),
        (lambda: adv.shattering(channel([[1.0], [1.0]], [1e-9, 1 - 1e-9])), "prior has an entry"),
        (lambda: adv.shattering(channel([[1], [1]], [TINY, 1 - TINY])), "prior has an entry of 0"),
        (lambda: adv.alpha_loss_leakage(CH, 0.5), "alpha is 0.5"),
        (lambda: adv.alpha_loss_leakage(CH, 1 - F(1, 10**30)), "alpha is 999999999999999999999999"),
        (lambda: adv.least_alpha_loss([0.5, 0.5], F(999, 1000)), "alpha is 999/1000"),
        (lambda: adv.distance_leakage(CH, [0, 1], F(999, 1000)), "power is 999/1000"),
        (lambda: adv.distance_leakage(CH, [0, 1], math.inf), "power is inf"),
        (lambda: adv.distance_leakage(CH, [864, 8], 1e7), "power is 10000000.0"),
        (lambda: adv.distance_leakage(CH, [0]), "values has 1 entries"),
        (lambda: adv.distance_leakage(CH, [0, math.inf]), "values[1] is inf"),
        (lambda: adv.distance_leakage(CH, []), "values is []"),
        (lambda: adv.guesswork([HALF, F(1, 3)]), "distribution sums to 5/6"),
        (lambda: adv.guesswork([1.5, -0.5]), "distribution[1] is -0.5"),
        (lambda: adv.guesswork([]), "distribution is []"),
        (lambda: adv.guesswork([[0.5, 0.5]]), "distribution[0] is [0.5, 0.5]"),
        (lambda: adv.guesswork([q, 1 - q]), "the best order of guesses depends on symbols"),
        (lambda: adv.least_alpha_loss([0.5, 0.4], 2), "distribution sums to 0.9"),
        (lambda: adv.renyi_infinity([0.5, 0.5], [0.5, 0.4]), "q sums to 0.9"),
        (lambda: adv.renyi_infinity([0.5, 0.5], [0.25, 0.25, 0.5]), "q has 3 entries"),
        (lambda: adv.channel_given(3, 0), "kernel"),
        (lambda: adv.channel_given([[[0.5, 0.5]], [[0.5], [0.5]]], 0), "kernel"),
        (lambda: adv.channel_given([[[0.5, 0.25], [0.25]]], 0), "kernel"),
        (lambda: adv.channel_given([[[0.5], [0.5]], [[0.5], [0.0]]], 0), "kernel[1] sums to 0.5"),
        (lambda: adv.channel_given([[[0.5], [0.5]], [[0.5], [0.5]]], 2), "value is 2"),
        # figures
        (lambda: CH.plot("PML"), "guarantee is 'PML'"),
        (lambda: CH.plot(ps.LDP(1)), "guarantee is LDP(1)"),
        (lambda: plotting.lift_figure([CH, CH]), "channels is [<Channel"),
        (lambda: plotting.lift_figure({"a": K}), "channels holds 'a' a list"),
        (lambda: plotting.polytope_figure(ps.PML(0.3)), "panels is PML(0.3)"),
        (lambda: plotting.implication_figure([ps.PML(1)]), "conversions is [PML(1)]"),
        (lambda: plotting.utility_figure(3), "curves is 3"),
        (lambda: plotting.leakage_figure(0.1), "floors is 0.1"),
        (lambda: plotting.noise_figure(3, 4), "releases is 3"),
    ],
    UnknownNameError: [
        # a channel
        (lambda: NAMED.prior["c"], "There is no name 'c'; there are 'a' and 'b'."),
        # design
        (lambda: under("chi-squared"), "There is no utility 'chi-squared'; the nearest is"),
        # noise on counts and workloads
        (lambda: laplace.workload_leakage(FIVE, 0.2, 1.0, "triangel"), "There is no bound"),
        # mechanisms
        (
            lambda: mechanisms.leakage_curve(partial(response, [0.5, 0.5]), [1.0], ["entropy"]),
            "There is no",
        ),
    ],
    Unanswered: [
        # guarantees
        (lambda: ps.DPrivacy.of(CH), "d-privacy is relative to distances"),
        (lambda: Guarantee().lift_set(), "Guarantee() does not say which lift vectors it admits"),
        (lambda: Guarantee.of(CH), "Guarantee does not say what of it a set of lift vectors obeys"),
        (lambda: ps.LDP(0.3).lift_set().bounds, "it bounds ratios of lifts, and no lift has a"),
        # design
        (
            lambda: best(
                np.full(10, 0.1), ps.DPrivacy(0.5, np.abs(np.subtract.outer(range(10), range(10))))
            ),
            "distances ar",
        ),
    ],
    SweepError: [
        # sweeps
        (lambda: ps.sweep(lambda a: {"x": object()}, {"a": [1]}), "function fails at a=1"),
        (lambda: ps.sweep(lambda a: {"a": 1}, {"a": [1]}), "function fails at a=1"),
        (lambda: ps.sweep(lambda a: {"error": 1}, {"a": [1]}), "function fails at a=1"),
    ],
}
CASES = [(error, *case) for error, cases in REFUSED.items() for case in cases]
LONGEST = 300


@pytest.mark.parametrize(("error", "call", "begins"), CASES, ids=[case[2] for case in CASES])
def test_a_wrong_call_is_refused_in_one_sentence_about_its_argument(error, call, begins):
    with pytest.raises(error) as refusal:
        call()
    said = str(refusal.value)
    assert said.startswith(begins)
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) <= LONGEST


@pytest.mark.parametrize(
    ("given", "name", "says"),
    [
        (ps, "optimal_mechanism", "it is ps.design.optimal_mechanism"),
        (ps, "load", "it is ps.Channel.load"),
        (ps, "mutual_informaton", "near it is ps.mutual_information"),
        (ps, "zzz", "help(pmlsym) says what there is"),
        (CH, "pml", "it is ps.pml(channel)"),
        (CH, "to_dataframe", "it is channel.to_frame()"),
        (CH, "zzz", "'Channel' object has no attribute 'zzz'"),
    ],
)
def test_a_name_that_does_not_exist_is_told_where_to_look(given, name, says):
    with pytest.raises(AttributeError, match=f"no attribute {name!r}") as caught:
        getattr(given, name)
    assert says in str(caught.value)


def test_completion_shows_public_names_alone():
    for room in ("adversary", "design", "laplace", "ledger", "mechanisms", "priors", "secret"):
        assert dir(getattr(ps, room)) == sorted(sys.modules[f"pmlsym.{room}"].__all__)
    assert dir(ps) == sorted(ps.__all__)
    assert not {"np", "reduce", "shown", "as_generator"} & set(dir(workloads))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PML(a) => LDP(2a)", r"write 2\*a for a product"),
        ("PML(a) => LDP(2*a) if LDP(a)", "a guarantee that is assumed stands before =>"),
        ("PML((a => LDP(a)", r"the '\(' of column 5 is not closed"),
        ("PML(e) => I <= e", r"did you mean mutual_information\?"),
        (r"PML(e) => \mathbb(X->y) <= e", r"'\\\\mathbb' is LaTeX.*write E\[\.\.\.\] instead"),
        (r"PML(\foo) => PMC(e)", r"names are letters without it"),
        ("LDP(eps) => PML(log(e^eps))", r"Column 21: e is a parameter.*write exp\(eps\)"),
        ("pml(X->Y) <= log(pi)", r"Column 18: pi is a parameter.*write it in digits"),
    ],
)
def test_statements_as_written_on_paper_are_answered_with_what_to_type(text, said):
    with pytest.raises(ps.errors.InputError, match=said):
        ps.conjecture(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("LDP(eps) => PML(log(exp(eps)))", "proved"),
        ("pml(X->Y) <= e^2 where e >= 1", "refuted"),  # here e has a range, and is a parameter
        ("PML(e) => pml(X->Y) <= max(e, e^2)", "proved"),
        ("mutual_information(X;Y) >= 0", "proved"),
    ],
)
def test_what_is_to_be_typed_is_read(text, verdict):
    assert ps.conjecture(text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "typed"),
    [("1/2", "Fraction(1, 2)."), ("2", ": 2."), ("1e-300", ": 1e-300."), ("much", "nats >= 0.")],
)
def test_numbers_between_quotation_marks_are_told_what_to_type(text, typed):
    with pytest.raises(ParameterError) as caught:
        ps.PML(text)
    assert str(caught.value).endswith(typed)


def test_a_workload_may_be_a_data_frame():
    frame = pytest.importorskip("pandas").DataFrame([[1, 1, 0], [0, 1, 1]], columns=list("abc"))
    assert laplace.dp(frame, 2) == laplace.dp(frame.to_numpy().tolist(), 2) == 1
