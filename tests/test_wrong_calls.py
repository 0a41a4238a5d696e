"""What a newcomer gets wrong: each message begins with the argument, says what was given, is short.

Wrong order, lists where a mechanism goes, percentages, sums of .99, words for numbers, misspelt
names: over all rooms. Every call is one that somebody made.
"""

import sys

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.errors import InputError

K = [[0.75, 0.25], [0.25, 0.75]]
CH = ps.Channel(K, [0.5, 0.5])
SET = ps.priors.Intervals([0.2, 0.2], [0.8, 0.8])
E = sp.Symbol("e")
LONGEST = 230

# the call, and how its message begins
CALLS = [
    # a channel
    (lambda: ps.Channel(K), "prior is missing, but has to be a list"),
    (lambda: ps.Channel([0.5, 0.5], K), "kernel is [0.5, 0.5], but has to be a table"),
    (lambda: ps.Channel(K, [0.5, 0.49]), "prior sums to 0.99, which is 0.01 less than 1"),
    (lambda: ps.Channel(K, [50, 50]), "prior sums to 100, which is 99 more than 1. Divide"),
    (lambda: ps.Channel([[75, 25], [25, 75]], [0.5, 0.5]), "kernel[0] sums to 100, which is"),
    (lambda: ps.Channel(K, 0.5), "prior is 0.5, but has to be a list"),
    (
        lambda: ps.Channel(K, 2),
        "prior is 2, but has to be a list: for each secret a probability, su",
    ),
    (lambda: ps.Channel(K, "uniformly"), "prior is 'uniformly', but has to be a list"),
    (lambda: ps.Channel(K, "1/2,1/2"), "prior is '1/2,1/2', but has to be a list"),
    (lambda: ps.Channel("k.csv", [1]), "kernel is 'k.csv', but has to be a table"),
    (lambda: ps.Channel(None, [1]), "kernel is missing, but has to be a table"),
    (lambda: ps.Channel([], [1]), "kernel is empty, but has to be a table"),
    (lambda: ps.Channel(3, [1]), "kernel is 3, but has to be a table"),
    (lambda: ps.Channel([[0.5, 0.5], [1]], [0.5, 0.5]), "kernel[1] has 1 entries, but kernel[0]"),
    (
        lambda: ps.Channel([["75%", "25%"]], [1]),
        "kernel[0, 0] is '75%', but has to be a number: 25%",
    ),
    (lambda: ps.Channel([[1, None]], [1]), "kernel[0, 1] is missing, but has to be a number"),
    (lambda: ps.Channel([[1.2, -0.2]], [1]), "kernel[0, 1] is -0.2, but a probability"),
    (lambda: ps.Channel(K, [0.5, 0.5], ["a"]), "secrets has 1 names, but"),
    (lambda: ps.Channel(K, [0.5, 0.5], "ab"), "secrets is 'ab', but has to be a list of names"),
    (lambda: ps.Channel.from_joint(K), "joint sums to 2"),
    (lambda: ps.Channel.from_joint([0.5, 0.5]), "joint is [0.5, 0.5], but has to be a table"),
    (
        lambda: ps.Channel.from_joint([[1], [0.5, 0.5]]),
        "joint[1] has 2 entries, but joint[0] has 1",
    ),
    (lambda: ps.Channel.from_samples(1, 2), "secret is of type int, but has to be a sequence"),
    (lambda: ps.Channel.from_samples([0, 1], [0]), "outcome has 1 entries, but secret has 2"),
    (lambda: ps.Channel.from_samples([0], [0], smoothing=-1), "smoothing is -1, but has to be"),
    (lambda: ps.Channel.load(3), "path is 3, but has to be the name of"),
    (lambda: CH.save("x.txt"), "path is 'x.txt', but has to end in .json or .csv"),
    (lambda: CH.to_frame("kernal"), "what is 'kernal', but has to be one of kernel"),
    (lambda: CH.to_latex(3), "what is 3, but has to be one of kernel"),
    (lambda: CH.sample("ill"), "secret is 'ill', but the secrets are 0, 1"),
    (lambda: CH.sample(0, size=-1), "size is -1, but has to be an integer >= 0"),
    (lambda: CH.sample(0, rng="seed"), "rng is 'seed', but has to be a numpy Generator"),
    (lambda: CH.compose("a"), "others[0] is 'a', but has to be a table"),
    (lambda: CH.product(K), "other is of type list, but has to be a Channel"),
    (lambda: CH.cascade(3), "kernel is 3, but has to be a table"),
    (lambda: CH.given(3, 0), "side is 3, but has to be a table"),
    # what it leaks
    (lambda: ps.pml(K), "prior is missing beside a kernel"),
    (lambda: ps.pml("kernel"), "kernel is 'kernel', but has to be a table"),
    (lambda: ps.pml(K, [1 / 3] * 3), "prior has 3 entries, but the kernel has 2 rows"),
    (lambda: ps.pml(CH, "bits"), "prior is 'bits', but has to be a list of probabilities"),
    (
        lambda: ps.pml(CH, units="bits"),
        "units is no argument of pml, which returns nats: ps.in_bits",
    ),
    (lambda: ps.pmc([0.5, 0.5]), "kernel is [0.5, 0.5], but has to be a table"),
    (lambda: ps.ldp(3), "kernel is 3, but has to be a table"),
    (lambda: ps.mutual_information(K, SET), "prior is a set of priors, but"),
    (lambda: ps.releases(K, K), "first is of type list, but has to be a Channel"),
    (lambda: ps.releases(CH, CH, "ldp"), "measure is 'ldp', but has to be 'pml' or 'pmc'"),
    (lambda: ps.in_bits("a"), "value is 'a', but has to be a leakage"),
    (lambda: ps.in_bits(CH), "value is <Channel: 2 secrets, 2 outcomes, float>, but has"),
    (lambda: ps.simplified("log(e)", E > 1), "value is 'log(e)', but has to be a sympy expression"),
    (lambda: ps.simplified(CH), "value is <Channel"),
    (lambda: ps.simplified(sp.log(E), "e > 1"), "assume is e > 1, but has to be a relation"),
    (lambda: ps.stream_leakage(3, [0.5, 0.5]), "columns is of type int, but has to be"),
    # guarantees
    (lambda: ps.PML("0.5"), "epsilon is '0.5', but has to be a number of nats >= 0"),
    (lambda: ps.PML(-1), "epsilon is -1, but has to be a number of nats >= 0"),
    (lambda: ps.PML([0.1, 0.2]), "epsilon is [0.1, 0.2], but"),
    (lambda: ps.PML(CH), "epsilon is <Channel"),
    (lambda: ps.LDP(True), "epsilon is True, but"),
    (lambda: ps.DPrivacy(1, [[0, 1], [2, 0]]), "distances[0, 1] is 1, but"),
    (lambda: ps.PML(0.5).implies("PMC"), "kind is the text 'PMC', but has to be a class"),
    (lambda: ps.PML(0.5).implies(ps.PMC(1)), "kind is PMC(1), with a level, but"),
    (lambda: ps.PML(0.5).implies(0.2, ps.PMC), "kind is 0.2, but has to be a class"),
    (lambda: ps.PML(0.5).implies(ps.PMC, p_min=20), "p_min is 20, but has to be the smallest"),
    (lambda: ps.PML(0.5).implies(ps.PMC, p_min=[0.2, 0.8]), "p_min is [0.2, 0.8], but"),
    (lambda: ps.PML(0.5).implies(ps.PMC, prior=0.2), "prior is 0.2, but has to be a list"),
    (lambda: ps.PML(0.5).implies(ps.PMC, prior=[0.2, 0.7]), "prior sums to 0.9, which"),
    (lambda: ps.PML(0.5).holds(K), "channel is of type list, but has to be a Channel"),
    (lambda: ps.PML.of(0.5), "channel is of type float, but has to be a Channel"),
    (lambda: ps.PML(0.5).text("bit"), "units is 'bit', but has to be 'nats' or 'bits'"),
    (lambda: ps.composed(ps.PML(1), 2), "guarantees holds 2, which is no guarantee"),
    (lambda: ps.composed(ps.PML(1), ps.PML(1), p_min=3), "p_min is 3, but"),
    # sets of priors
    (lambda: ps.priors.Intervals(0.2, 0.8), "lower is 0.2, but has to be a list"),
    (lambda: ps.priors.Intervals([0.2] * 2, [0.3] * 2), "lower sums to 0.4 and upper"),
    (lambda: ps.priors.Intervals([20, 20], [80, 80]), "lower[0] is 20, but has to be"),
    (lambda: ps.priors.Intervals(["a", 0], [1, 1]), "lower[0] is 'a', but has to be"),
    (lambda: ps.priors.Intervals.at_least(3, 0.1), "secrets is 0.1, but has to be"),
    (lambda: ps.priors.Intervals.from_counts(5), "counts is 5, but has to be a list"),
    (lambda: ps.priors.Intervals.from_counts([5, 5], 95), "confidence is 95, but has to be"),
    (lambda: ps.priors.Intervals.from_counts([5, 5], "95%"), "confidence is '95%', but has to be"),
    (lambda: ps.priors.worst_pml(SET, K), "priors is [[0.75, 0.25], [0.25, 0.75]], but has to be"),
    (lambda: ps.priors.worst_pml(np.eye(3), SET), "prior has 2 entries, but the kernel has 3 rows"),
    # claims and conjectures
    (lambda: ps.claim(4), "name is 4, but has to be the id of a claim"),
    (lambda: ps.conjecture(3), "statement is 3, but has to be a text"),
    (lambda: ps.conjecture("PML(e) => PMC(e)", seconds="10"), "seconds is '10', but has to be"),
    (
        lambda: ps.conjecture("PML(e) => PMC(e)", seconds=float("inf")),
        "seconds is inf, but has to be a positive number, and finite",
    ),
    (lambda: ps.Statement("PML(e) => PMC(e)"), "conclusion is 'PML(e) => PMC(e)', but has to be"),
    # design
    (lambda: ps.design.optimal_mechanism(ps.PML(0.5), [1]), "prior is PML(0.5), but has to be"),
    (lambda: ps.design.optimal_mechanism([0.5] * 2, 0.5), "guarantee is 0.5, but has to be one"),
    (lambda: ps.design.optimal_mechanism([0.5] * 2, ps.PML(E)), "guarantee is PML(e), but"),
    (lambda: ps.design.optimal_mechanism(3, ps.PML(0.5)), "prior is 3, but has to be a list"),
    (lambda: ps.design.posterior_polygon([0.5] * 2, ps.PML(1)), "prior has 2 secrets, but"),
    (lambda: ps.design.utility_curves([0.2, 0.8], "a"), "epsilons is 'a', but has to be"),
    (
        lambda: ps.design.utility_curves([0.2, 0.8], [0.1], ["PML"]),
        "guarantees holds the text 'PML'",
    ),
    (lambda: ps.design.Reward([[1, 0], [0, 1]]).of(K), "channel is of type list, but has to be"),
    # noise
    (lambda: ps.laplace.histogram_leakage(10, 2), "alpha is 10, but has to be in (0, 1/2]"),
    (lambda: ps.laplace.histogram_leakage("10%", 2), "alpha is '10%', but has to be in"),
    (lambda: ps.laplace.histogram_leakage(0.1, -2), "scale is -2, but has to be a positive"),
    (lambda: ps.laplace.calibrate(0.5, 3, bins=7), "alpha is 3, but has to be in (0, 1/7]"),
    (lambda: ps.laplace.calibrate(ps.PML(1), 0.1), "epsilon is PML(1), but has to be"),
    (lambda: ps.laplace.release_histogram([0.5, 1], 0.5, 0.1), "counts[0] is 0.5, but has to be"),
    (lambda: ps.laplace.release_histogram([5, 1], 0.5, 0.1, "x"), "rng is 'x', but has to be"),
    (lambda: ps.laplace.exact_leakage([[0, 1]], 0.2, 1, n=2.5), "n is 2.5, but has to be"),
    (lambda: ps.laplace.MeanRelease([0, 1], 10, 0.1), "secret is [0, 1], but has to be"),
    (lambda: ps.gaussian.GaussianNoise(0, 1), "secret is 0, but has to be"),
    (lambda: ps.secret.Uniform(1, 0), "low is 1 and high is 0, but"),
    (lambda: ps.secret.Discrete([0, 1], [0.5, 0.4]), "probabilities sum to 0.9, but"),
    (lambda: ps.mechanisms.randomized_response(3, 1.0), "prior is 3, but has to be a list"),
    (lambda: ps.mechanisms.randomized_response([0.5] * 2, ps.LDP(1)), "epsilon is LDP(1), but"),
    # attackers
    (lambda: ps.adversary.gain_leakage(K, K), "channel is of type list, but has to be a Channel"),
    (lambda: ps.adversary.gain_leakage(CH, 3), "gain is 3, but has to be a non-empty table"),
    (lambda: ps.adversary.gain_leakage(CH, [1, 0]), "gain[0] is 1, but has to be a non-empty list"),
    (lambda: ps.adversary.alpha_loss_leakage(2, CH), "channel is of type int, but has to be"),
    (lambda: ps.adversary.guesswork([0.5, 0.4]), "distribution sums to 0.9, but"),
    (lambda: ps.adversary.right_guess_leakage(CH, 3), "function is 3, but has to be a table"),
    (lambda: ps.adversary.singling_out(CH, "yes", 2), "outcome is 'yes', but the channel has"),
]
FIGURES = [
    (lambda: CH.plot("PML"), "guarantee is 'PML', but has to be one such as"),
    (lambda: CH.plot(ps.LDP(1)), "guarantee is LDP(1), but it bounds ratios"),
    (lambda: ps.plotting.lift_figure([CH, CH]), "channels is [<Channel"),
    (lambda: ps.plotting.lift_figure({"a": K}), "channels holds 'a' a list, but has to hold"),
    (lambda: ps.plotting.region_figure(ps.PML(0.3)), "panels is PML(0.3), but has to be a list of"),
    (lambda: ps.plotting.curve_figure([1, 2]), "curve is [1, 2], but has to be what"),
    (lambda: ps.plotting.implication_figure([ps.PML(1)]), "conversions is [PML(1)], but has to be"),
    (lambda: ps.plotting.utility_figure(3), "curves is 3, but has to be what"),
    (lambda: ps.plotting.leakage_figure(0.1), "floors is 0.1, but has to be a list"),
    (lambda: ps.plotting.noise_figure(3, 4), "releases is 3, but has to be a mapping"),
]


@pytest.mark.parametrize(("call", "begins"), CALLS + FIGURES, ids=[b for _, b in CALLS + FIGURES])
def test_a_wrong_call_is_answered_in_a_sentence(call, begins):
    with pytest.raises(InputError) as caught:
        call()
    said = str(caught.value)
    assert said.startswith(begins)
    assert said.endswith((".", "."))
    assert "\n" not in said
    assert len(said) <= LONGEST


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("optimal_mechanism", "it is ps.design.optimal_mechanism"),
        ("load", "it is ps.Channel.load"),
        ("worst_pml", "it is ps.priors.worst_pml"),
        ("mutual_informaton", "near it is ps.mutual_information"),
        ("PMLL", "near it is ps.PML"),
        ("zzz", "help(pmlsym) says what there is"),
    ],
)
def test_a_name_that_is_none_says_where_to_look(name, says):
    with pytest.raises(AttributeError) as caught:
        getattr(ps, name)
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"module 'pmlsym' has no attribute {name!r}")


def test_completion_shows_public_names_alone():
    for room in ("adversary", "design", "laplace", "ledger", "mechanisms", "priors", "secret"):
        found = dir(getattr(ps, room))
        assert found == sorted(sys.modules[f"pmlsym.{room}"].__all__)
    assert dir(ps) == sorted(ps.__all__)
    words = ps.__doc__.replace("``", "`").split("`")
    assert {name for name in ps.__all__ if name not in " ".join(words)} <= {
        "Statement",
        "StreamLeakage",
        "errors",
        "ledger",
    }


def test_a_missing_argument_is_said_of_a_channel():
    with pytest.raises(TypeError, match=r"^Channel\.__init__\(\) missing"):
        ps.Channel()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PML(a) => LDP(2a)", r"write 2\*a for a product"),
        ("PML(a) => LDP(2*a) if a < 1", "conditions on parameters stand after where"),
        ("PML((a => LDP(a)", r"the '\(' of column 5 is not closed"),
    ],
)
def test_statements_as_written_on_paper_are_answered_with_what_to_type(text, said):
    with pytest.raises(ps.errors.InputError, match=said):
        ps.conjecture(text)


def test_equally_likely_secrets_without_their_number_are_asked_for_it():
    with pytest.raises(ps.errors.ChannelError, match="how many secrets there are"):
        ps.design.optimal_mechanism("uniform", ps.LIP(0.5))


def test_a_workload_may_be_a_data_frame():
    frame = pytest.importorskip("pandas").DataFrame([[1, 1, 0], [0, 1, 1]], columns=list("abc"))
    assert ps.laplace.dp(frame, 2) == ps.laplace.dp(frame.to_numpy().tolist(), 2) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PML(e) => I(X;Y) <= e", r"did you mean mutual_information\(X;Y\)\?"),
        ("PML(e) => ML(e)", r"did you mean maximal_leakage\(X->Y\)\?"),
        (r"PML(e) => \ell(X->y) <= e", r"'\\\\ell' is LaTeX.*write pml\(X->y\) instead"),
        (r"PML(\varepsilon) => PMC(e)", r"write eps instead"),
        (r"PML(\foo) => PMC(e)", r"names are letters without it"),
        ("LDP(eps) => PML(log(e^eps))", r"Column 21: e is a parameter.*write exp\(\.\.\.\)"),
        ("pml(X->Y) <= log(pi)", r"Column 18: pi is a parameter.*write it in digits"),
    ],
)
def test_what_papers_write_is_told_by_its_name_here(text, said):
    with pytest.raises(ps.errors.InputError, match=said):
        ps.conjecture(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("LDP(eps) => PML(log(exp(eps)))", "proved"),
        ("pml(X->Y) <= e^2 where e >= 1", "refuted"),  # here e has a range, and is a parameter
        ("PML(e) => pml(X->Y) <= max(e, e^2)", "proved"),
    ],
)
def test_a_parameter_may_be_called_e_where_it_is_no_base_alone(text, verdict):
    assert ps.conjecture(text).verdict == verdict


@pytest.mark.parametrize("name", ["mutual_information(X;Y)", "maximal_leakage(X->Y)", "pml(X->y)"])
def test_the_names_that_are_suggested_are_names(name):
    assert ps.conjecture(f"{name} >= 0").verdict == "proved"


@pytest.mark.parametrize(
    "call",
    [
        lambda: ps.Channel(K, SET),
        lambda: ps.design.optimal_mechanism(SET, ps.PML(0.3)),
    ],
)
def test_a_set_of_priors_in_the_place_of_one_is_told_where_it_goes(call):
    with pytest.raises(ps.errors.ChannelError, match=r"^prior is a set.*ps\.pml\(kernel, prior="):
        call()
    assert ps.pml(K, prior=SET).shape == (2,)  # what the message says


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("pml", "ps.pml(channel)"),
        ("leakage", "ps.pml(channel)"),
        ("to_dataframe", "channel.to_frame()"),
        ("matrix", "channel.kernel"),
        ("to_json", "channel.save(path)"),
    ],
)
def test_what_a_channel_has_not_is_told_where_it_is(name, instead):
    with pytest.raises(AttributeError) as caught:
        getattr(CH, name)
    said = str(caught.value)
    assert said == f"'Channel' object has no attribute {name!r}; it is {instead}"
    with pytest.raises(AttributeError, match=r"has no attribute 'zzz'$"):
        CH.zzz  # noqa: B018  # the look is what fails
    from pmlsym.channel import names

    for place in names._ELSEWHERE.values():  # every place that is named is there
        path = place.split("(")[0].split(".")
        assert hasattr(ps if path[0] == "ps" else CH, path[1])


@pytest.mark.parametrize(
    ("call", "typed"),
    [
        (lambda: ps.PML("1/2"), "Fraction(1, 2)."),
        (lambda: ps.PML("2"), ": 2."),
        (lambda: ps.PML("1e-300"), ": 1e-300."),
        (lambda: ps.PML(0.5).implies(ps.PMC, p_min="1/3"), "Fraction(1, 3)."),
        (lambda: ps.composed(ps.PML(0.5), ps.PML(0.5), p_min="1/3"), "Fraction(1, 3)."),
        (lambda: ps.laplace.histogram_leakage("1/2", 1, 2), "Fraction(1, 2)."),
        (lambda: ps.PML("much"), "a number of nats >= 0."),
    ],
)
def test_numbers_between_quotation_marks_are_told_what_to_type(call, typed):
    with pytest.raises(ps.errors.ParameterError) as caught:
        call()
    assert str(caught.value).endswith(typed)


def test_completion_of_workloads_shows_workloads_alone():
    found = dir(ps.laplace.workloads)
    assert {"prefix", "haar", "marginals"} <= set(found)
    assert not {"np", "reduce", "shown", "as_generator"} & set(found)
