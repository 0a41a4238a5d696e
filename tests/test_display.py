"""What people print and what a notebook shows: numbers put in, units said, messages that help."""

import math
import re
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
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


# --- units ----------------------------------------------------------------------------------------


def test_bits_are_nats_over_log_2():
    assert ps.in_bits(log(8)) == 3
    assert ps.in_bits(1.0) == 1 / math.log(2)
    assert ps.in_bits(math.inf) == math.inf
    assert np.allclose(ps.in_bits(np.array([1.0, 2.0])), [1.442695, 2.88539])
    assert ps.in_bits(log(3)) == log(3) / log(2)
    assert ps.in_bits(log(sp.Rational(1, 2**400))) == -400
    top, bottom = sp.nextprime(10**60) * sp.nextprime(10**70), 3 * sp.nextprime(10**90)
    for one, other in ((top, bottom), (bottom, top), (top, 1), (1, top), (top * 2**9, bottom)):
        bits = ps.in_bits(log(sp.Rational(one, other)))  # too long for sympy to factor
        assert abs(bits.evalf(60) - log(sp.Rational(one, other)).evalf(60) / log(2)) < 1e-50
    assert ps.in_bits(e) == e / log(2)
    assert ps.PML(log(4)).text(units="bits") == "PML(2) in bits"
    assert "PML(0.288539) in bits => PMC(3.12798) in bits" in CONVERSIONS[1].text(units="bits")


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


def test_claims_become_markdown_and_bibtex():
    claims = ps.claims("extremal")
    assert claims.to_markdown().count("\n|") >= len(claims)
    entries = claims.to_bibtex()
    assert entries.count("@misc{pmlsym:extremal.") == len(claims)
    assert entries.count("  year = {20") == len(claims)
    assert r"of \emph{Extremal Mechanisms for Pointwise Maximal Leakage}: " in entries
