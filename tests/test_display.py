"""What people print and what a notebook shows: numbers put in, units said, messages that help."""

import math
import re
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.errors import InputError, ParameterError, UnknownNameError
from pmlsym.pages import as_text
from tests.pages.test_pages import Reader, is_latex

log = sp.log
e, p = sp.symbols("e p")
CONVERSIONS = [
    ps.PML(log(2)).conversion(ps.PMC, p_min=F(1, 3)),
    ps.PML(0.2).conversion(ps.PMC, p_min=0.2),
    ps.PML(e).conversion(ps.PMC, p_min=p),
    ps.LDP(0.5).conversion(ps.ALIP),
    ps.LDP(0.5).conversion(ps.PML, prior=[0.2, 0.3, 0.5]),
    ps.DPrivacy(0.3, [[0, 2], [2, 0]]).conversion(ps.PML, p_min=0.5),
    ps.PML(math.inf).conversion(ps.LDP),
]


@pytest.mark.parametrize("found", CONVERSIONS, ids=str)
def test_a_conversion_shows_itself(found):
    html = Reader(found._repr_html_())
    is_latex(found._repr_latex_())
    assert found.text().startswith("What ")
    assert "".join(html.words).startswith("What ")


def test_where_nothing_follows_no_formula_is_shown():
    found = CONVERSIONS[0]
    for shown in (found._repr_latex_(), found._repr_html_(), found.text()):
        assert re.search("implies no PMC|No finite PMC follows", shown)
        assert "frac{p_" not in shown
    assert "0.405465" in found.text()
    assert "0.405465" in found._repr_html_()


def test_the_numbers_are_put_in():
    found = CONVERSIONS[1]
    assert "PML(0.2) => PMC(2.16815)" in found.text()
    assert r"\mathrm{PMC}\left(2.16815\right)" in found._repr_latex_()
    assert "in general" in found._repr_html_()
    assert "for e < log(1/(1 - p))" in CONVERSIONS[2].text()


# --- units ----------------------------------------------------------------------------------------


def test_bits_are_nats_over_log_2():
    assert ps.in_bits(log(8)) == 3
    assert ps.in_bits(1.0) == 1 / math.log(2)
    assert ps.in_bits(math.inf) == math.inf
    assert np.allclose(ps.in_bits(np.array([1.0, 2.0])), [1.442695, 2.88539])
    assert ps.in_bits(log(3)) == log(3) / log(2)
    assert ps.in_bits(e) == e / log(2)
    assert ps.PML(log(4)).text(units="bits") == "PML(2) in bits"
    assert "PML(0.288539) in bits => PMC(3.12798) in bits" in CONVERSIONS[1].text(units="bits")
    with pytest.raises(ParameterError, match=r"^units is 'dits'"):
        ps.PML(1).text(units="dits")


def test_an_optimal_mechanism_says_its_units():
    found = ps.design.optimal_mechanism([0.25, 0.75], ps.PML(0.2))
    assert f"mutual-information = {found.value:.9g} nats" in found.text()
    assert f"mutual-information = {found.value / math.log(2):.9g} bits" in found.text("bits")
    assert "PML(0.288539) in bits" in found.text("bits")
    varied = ps.design.optimal_mechanism([0.25, 0.75], ps.PML(0.2), "total-variation")
    assert f"total-variation = {varied.value:.9g}\n" in varied.text("bits")
    assert {"table", "th", "td"} <= Reader(found._repr_html_()).tags
    is_latex(found._repr_latex_())


# --- answers --------------------------------------------------------------------------------------


def test_a_refuted_statement_shows_the_mechanism():
    answer = ps.conjecture("PML(e) => PMC(e)", seconds=20)
    assert answer.verdict == "refuted"
    html = Reader(answer._repr_html_())
    assert "the mechanism on which it fails" in html.words
    assert "table" in html.tags
    is_latex(answer._repr_latex_())
    assert r"\textbf{refuted}\text{: }" in answer._repr_latex_()
    assert str(answer).startswith("refuted: PML(e) => PMC(e)\n")


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: ps.PML(1).implies("PML"), "kind is the text .PML., but .*ps.PML without quotes"),
        (lambda: ps.PML(1).implies(ps.PMC(1)), r"kind is PMC\(1\), with a level, .* PMC alone"),
        (
            lambda: ps.pml([[0.5, 0.5], [0.1, 0.9]]),
            "prior is missing beside a kernel, .* or 'uniform'",
        ),
        (lambda: ps.ldp(channel=3), "kernel is 3, but has to be a table"),
    ],
)
def test_a_message_says_what_to_write_instead(ask, says):
    with pytest.raises(InputError, match=f"^{says}"):
        ask()


def test_an_unknown_utility_lists_those_that_there_are():
    with pytest.raises(UnknownNameError) as caught:
        ps.design.optimal_mechanism([0.5, 0.5], ps.PML(0.1), "reward")
    said = str(caught.value)
    assert "'mutual-information', 'total-variation' and 'chi-square'" in said
    assert "Reward(matrix)" in said
    assert "nearest" not in said


def test_a_missing_argument_is_still_said_by_python():
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        ps.pml()


# --- what a stream and a noisy workload leak ------------------------------------------------------

RANGES = [[0, 3, 3], [0, 1, -1]]
NOISY = {
    "stream": ps.stream_leakage([[[0.5, 0.25, 0.25], [0.1, 0.6, 0.3]]], [0.5, 0.5]),
    "tilted": ps.laplace.tilted(RANGES, 1 / 3, 1.0),
    "triangle": ps.laplace.triangle(RANGES, 1 / 3, 1.0),
    "exact": ps.laplace.worst_outcome(RANGES, F(1, 3), 1 / log(4), n=1),
    "others": ps.laplace.worst_outcome(RANGES, 0.2, 1.0, n=2, others="worst"),
}


@pytest.mark.parametrize("name", NOISY)
def test_what_a_noisy_release_leaks_shows_the_same_everywhere(name):
    found = NOISY[name]
    html = Reader(found._repr_html_())
    assert "table" in html.tags
    is_latex(found._repr_latex_())
    words = " ".join(html.words)
    for line in str(found).splitlines():
        for word in re.split(r"\s\s+", line):
            assert word.startswith("-") or word in words or name == "exact", word
    assert len(repr(found)) < 100


def test_a_stream_shows_every_measure_with_the_outcome_that_is_worst():
    found = NOISY["stream"]
    kernel = ps.Channel([[0.5, 0.25, 0.25], [0.1, 0.6, 0.3]], [0.5, 0.5])
    rows = {line[:20].strip(): line[20:].split() for line in str(found).splitlines()[3:]}
    for name, measured in {
        "PML": max(ps.pml(kernel)),
        "PMC": max(ps.pmc(kernel)),
        "LDP": ps.ldp(kernel),
        "maximal leakage": ps.maximal_leakage(kernel),
        "maximal cost leakage": ps.maximal_cost_leakage(kernel),
        "mutual information": ps.mutual_information(kernel),
    }.items():
        assert rows[name][0] == f"{measured:.6g}"
    assert rows["PML"][1:] == rows["PMC"][1:] == ["outcome", "0"]
    assert f"{ps.ldp(kernel) / math.log(2):.6g}" in as_text(found.page("bits"))


def test_a_bound_shows_both_ends_and_where_it_is_reached():
    found = NOISY["tilted"]
    assert "1.00369" in repr(found)
    text = str(found)
    assert f"at most {found.leakage:.9g} nats" in " ".join(text.split())
    assert f"class that leaks {found.classes[0]}" in " ".join(text.split())
    assert "slope" in text
    assert "slope" not in str(NOISY["triangle"])
    wide = ps.laplace.tilted(ps.laplace.workloads.identity(20), 0.05, 1.0)
    assert "(20 in all)" in str(wide)
    bits = as_text(found.page("bits"))
    assert f"{found.leakage / math.log(2):.9g} bits" in bits


def test_an_exact_leakage_is_shown_as_a_formula():
    found = NOISY["exact"]
    assert str(found.leakage) in str(found)
    assert sp.latex(found.leakage) in found._repr_latex_()
    assert "favour" not in str(found)
    assert "favour" in str(NOISY["others"])


def test_a_leakage_prints_what_the_outcomes_are_called():
    table = [["2/3", "1/3"], ["1/3", "2/3"]]
    exact = ps.pml(ps.Channel(table, "uniform", outcomes=["no", "yes"]))
    assert str(exact) == repr(exact) == "[log(4/3), log(4/3)]  # 'no', 'yes'"
    rounded = ps.pml(ps.Channel([[0.5, 0.5], [0.5, 0.5]], "uniform", outcomes=["no", "yes"]))
    assert str(rounded) == "[0. 0.]  # 'no', 'yes'"
    assert repr(rounded) == "array([0., 0.])  # 'no', 'yes'"
    assert str(ps.pml(ps.Channel(table, "uniform"))) == "[log(4/3), log(4/3)]"
    assert "#" not in str(exact.applyfunc(lambda level: level))  # of sympy's own
