"""`pmlsym convert`, `measure --mechanism` and the figures on guarantees, as a user types them."""

import json
import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest


@pytest.fixture
def answer(pmlsym):
    def asked(*words):
        found = pmlsym(*words, "--json")
        return found.returncode, json.loads(found.stdout)

    return asked


def test_a_conversion_says_its_value_and_formula(answer):
    code, found = answer("convert", "pml:0.2", "--to", "pmc", "--p-min", "0.2")
    assert code == 0
    assert set(found) == {"epsilon", "formula"}
    # the smallest lift when four secrets of probability 1/5 are at e^0.2
    assert math.exp(-found["epsilon"]) == pytest.approx((1 - 0.8 * math.exp(0.2)) / 0.2)
    assert found["formula"] == "log(p_min/(1 - (1 - p_min)*exp(epsilon)))"


def test_a_conversion_keeps_fractions_when_asked(answer):
    code, found = answer("convert", "pmc:inf", "--to", "pml", "--p-min", "1/5", "--exact")
    assert (code, found["exact"]) == (0, {"epsilon": "log(5)"})


def test_two_parameters_come_as_a_pair(answer):
    _, found = answer("convert", "ldp:1", "--to", "alip", "--p-min", "1/2")
    lower, upper = found["epsilon"]
    assert lower == pytest.approx(math.log((1 + math.e) / 2))
    assert upper == pytest.approx(math.log(2 / (1 + math.exp(-1))))


def test_nothing_finite_is_the_answer_no_with_a_reason(answer, pmlsym):
    code, found = answer("convert", "pml:0.5", "--to", "pmc", "--p-min", "1/5")
    assert (code, found["epsilon"], found["formula"]) == (1, "inf", None)
    assert "0.223144" in found["reason"]
    shown = pmlsym("convert", "pml:0.5", "--to", "pmc", "--p-min", "1/5")
    assert (shown.returncode, shown.stdout.startswith("No finite PMC follows")) == (1, True)


def test_a_prior_may_say_more_than_its_smallest_probability(answer):
    _, with_prior = answer("convert", "lip:0.5", "--to", "ldp", "--prior", "0.3,0.7")
    _, with_mass = answer("convert", "lip:0.5", "--to", "ldp", "--p-min", "0.3")
    assert with_prior["epsilon"] < with_mass["epsilon"]


def test_a_named_mechanism_is_measured_like_its_kernel(answer, tmp_path):
    e = math.exp(1)
    rows = [[(e if i == j else 1) / (2 + e) for j in range(3)] for i in range(3)]
    file = tmp_path / "kernel.csv"
    file.write_text("\n".join(",".join(map(repr, row)) for row in rows))
    options = ["--prior", "1/2,1/4,1/4"]
    _, named = answer("measure", "--mechanism", "randomized-response", *options, "--epsilon", "1")
    _, from_file = answer("measure", str(file), *options)
    assert set(named) == set(from_file)
    for name, value in from_file.items():
        assert np.allclose(named[name], value)


def test_the_extremal_mechanism_keeps_its_promise(answer):
    _, found = answer(
        "measure", "--mechanism", "extremal", "--prior", "1/2,1/4,1/4", "--epsilon", "0.1"
    )
    assert max(found["pml"]) == pytest.approx(0.1)


def test_countable_and_continuous_secrets_are_cut_exactly(answer):
    _, found = answer("measure", "--mechanism", "retention", "--size", "3", "--exact")
    assert found["exact"]["pmc"] == ["log(2)"] * 4
    _, found = answer("measure", "--mechanism", "clayton", "--eta", "1/4", "--size", "4")
    assert max(found["pmc"]) < math.log(4)


def test_noise_is_measured_at_outcomes(answer):
    words = ["--secret", "discrete:-1@2/3,2@1/3", "--scale", "1", "--at", "0.5,3"]
    _, found = answer("measure", "--mechanism", "gaussian", *words)
    assert found["pmc"][0] == pytest.approx(0.0, abs=1e-12)
    marginal = 2 / 3 * math.exp(-8) + 1 / 3 * math.exp(-0.5)
    assert found["pmc"][1] == pytest.approx(math.log(marginal / math.exp(-8)))
    assert found["worst_pmc"] == "inf"
    words = ["--secret", "uniform:0,1", "--scale", "0.1", "--records", "10", "--at", "2"]
    _, found = answer("measure", "--mechanism", "laplace-mean", *words)
    assert found["worst_pmc"] == pytest.approx(math.log(math.e - 1))
    assert found["dp"] == pytest.approx(1.0)
    assert found["pml"][0] <= found["worst_pml"] <= found["dp"]


def test_an_option_that_would_change_nothing_is_refused(answer, pmlsym, tmp_path):
    """Each option that is taken changes the answer, or is needed for one; each other is refused."""
    kernel = tmp_path / "kernel.csv"
    kernel.write_text("3/4,1/4\n1/4,3/4\n")
    given = {
        "prior": ["--prior", "2/5,3/5"],
        "epsilon": ["--epsilon", "1/4"],
        "size": ["--size", "3"],
        "eta": ["--eta", "1/3"],
        "secret": ["--secret", "uniform:0,1"],
        "scale": ["--scale", "2"],
        "records": ["--records", "5"],
        "at": ["--at", "1/2"],
        "exact": ["--exact"],
    }
    needed = {
        (str(kernel),): {"prior"},
        ("--mechanism", "randomized-response"): {"prior", "epsilon"},
        ("--mechanism", "extremal"): {"prior", "epsilon"},
        ("--mechanism", "retention"): {"size"},
        ("--mechanism", "clayton"): {"size", "eta"},
        ("--mechanism", "laplace-mean"): {"secret", "scale", "at"},
        ("--mechanism", "gaussian"): {"secret", "scale", "at"},
    }
    for words, names in needed.items():
        right = [*words, *(word for name in sorted(names) for word in given[name])]
        code, plain = answer("measure", *right)
        assert code == 0
        for name in given.keys() - names:
            found = pmlsym("measure", *right, *given[name], "--json")
            if found.returncode == 0:
                assert json.loads(found.stdout) != plain, (words, name)
            else:
                assert found.returncode == 2
                subject = "a KERNEL.csv" if words == (str(kernel),) else words[1]
                assert found.stderr.startswith(f"{subject} takes no --{name}, but --")
                assert found.stderr.count("\n") == 1


def test_figures_on_guarantees_are_drawn_with_their_data(answer, tmp_path):
    for name, key in (("pmc-2", "curves"), ("implications", "conversions")):
        out = tmp_path / f"{name}.png"
        code, found = answer("figure", name, "--out", str(out))
        assert code == 0
        assert out.read_bytes().startswith(b"\x89PNG")
        assert found[key]


def test_an_infinite_promise_is_read(answer):
    _, found = answer("convert", "alip:inf,1", "--to", "pml", "--p-min", str(F(1, 10)))
    assert found["epsilon"] == pytest.approx(1.0)


def test_typed_numbers_are_compared_exactly(pmlsym):
    """0.10536051565782 is below log(10/9) by 6e-15, and so implies a PMC."""
    found = pmlsym("convert", "pml:0.10536051565782", "--to", "pmc", "--p-min", "0.1", "--json")
    level = json.loads(found.stdout)["epsilon"]
    with mpmath.workdps(50):
        rest = 1 - mpmath.exp(mpmath.mpf("0.10536051565782")) * mpmath.mpf("0.9")
        assert level == pytest.approx(float(mpmath.log(mpmath.mpf("0.1") / rest)), rel=1e-12)
    assert found.returncode == 0


@pytest.mark.parametrize(
    ("words", "least"),
    [
        (("pmc:1e-21", "--to", "pml", "--p-min", "1/4"), 3e-21),
        (("ldp:5e-21", "--to", "pmc", "--p-min", "1/4"), 3.75e-21),
        (("pml:1e-25", "--to", "ldp", "--p-min", "1/4"), 4e-25),
    ],
)
def test_a_tiny_level_is_not_printed_as_zero(answer, pmlsym, words, least):
    """To first order: p_min/(1 - p_min) and their sums, which cancel to 0 in floats."""
    assert answer("convert", *words)[1]["epsilon"] == pytest.approx(least, rel=1e-9)
    assert f"({least:g})" in pmlsym("convert", *words).stdout


def test_measures_near_zero_have_their_digits(answer, tmp_path):
    half, tiny = 10**24 // 2, 10**24
    kernel = tmp_path / "kernel.csv"
    kernel.write_text(f"1/2,1/2\n{half - 1}/{tiny},{half + 1}/{tiny}\n")
    _, found = answer("measure", str(kernel), "--prior", "1/2,1/2", "--exact")
    assert found["ldp"] == pytest.approx(2e-24)
    assert found["pml"] == pytest.approx([1e-24, 1e-24])
    assert found["mutual_information"] == pytest.approx(5e-49)
