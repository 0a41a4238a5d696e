"""Holes in bounds and along chains: the best bound against kernels, evaluated with numpy."""

from math import exp, log, tanh

import numpy as np
import pytest

from pmlsym.prover.candidates import _families
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError

E, D = 0.7, 1.3  # values of the parameters e and d


def private_kernels(level, secrets, count=400):
    """Kernels that are LDP at a level: entries of a column differ by at most a factor e^level."""
    random = np.random.default_rng(secrets)
    for _ in range(count):
        ratios = np.exp(level * random.choice([0, 0.5, 1], (secrets, 3)))
        # weights of columns with which each row sums to 1; where there are none, a slack column
        kernel = ratios * random.dirichlet(np.ones(3)) / np.exp(level)
        rest = 1 - kernel.sum(1, keepdims=True)
        kernel = np.hstack([kernel, rest])
        if np.all(kernel > 1e-9) and ldp(kernel) <= level + 1e-9:
            yield kernel
    yield response(level, secrets)
    yield np.vstack([response(level, 2)] * secrets)[:secrets]  # the first bit of the secret


def response(level, secrets):
    """Randomized response: the secret with e^level times the probability of any other."""
    kernel = np.ones((secrets, secrets)) + (exp(level) - 1) * np.eye(secrets)
    return kernel / kernel.sum(1, keepdims=True)


def pairs(kernel):
    return [(one, other) for one in kernel for other in kernel]


def tv(kernel):
    return max(abs(p - q).sum() / 2 for p, q in pairs(kernel))


def ldp(kernel):
    return log(max((p / q).max() for p, q in pairs(kernel)))


def maximal_leakage(kernel):
    return log(kernel.max(0).sum())


# the measure, the closed form from the literature, and how many secrets attain it
ONE_CHANNEL = {
    "LDP(e) => tv(X->Y) <= ?": (tv, lambda n: tanh(E / 2)),
    "LDP(e) => maximal_leakage(X->Y) <= ?": (
        maximal_leakage,
        lambda n: log(n * exp(E) / (n - 1 + exp(E))),
    ),
}


@pytest.mark.parametrize("text", ONE_CHANNEL)
@pytest.mark.parametrize("secrets", [2, 3])
def test_the_best_bound_is_the_largest_value_of_private_kernels(text, secrets):
    measure, known = ONE_CHANNEL[text]
    answer = conjecture(text, seconds=60)
    assert answer.verdict == "proved"
    values = [measure(kernel) for kernel in private_kernels(E, secrets)]
    assert max(values) == pytest.approx(known(secrets), abs=1e-9)
    assert value(answer.answer, n=secrets) == pytest.approx(known(secrets), abs=1e-9)


def test_two_private_stages_compose_to_less_than_either():
    answer = conjecture(
        "X - Y - Z: LDP(e) of X->Y and LDP(d) of Y->Z => LDP(?) of X->Z", seconds=60
    )
    assert answer.verdict == "proved"
    values = [ldp(response(E, 2) @ response(D, 2))]
    for first in private_kernels(E, 2, 40):
        width = first.shape[1]
        values += [ldp(first @ second) for second in private_kernels(D, width, 40)]
    assert max(values) == pytest.approx(value(answer.answer), abs=1e-9)
    assert max(values) < E


ALONG_CHAINS = {
    "X - Y - Z: LDP(e) of X->Y => LDP(?) of X->Z": "e",
    "X - Y - Z: LDP(d) of Y->Z => LDP(?) of X->Z": "d",
    "X - Y - Z: LDP(e) of X->Y => PML(?) of X->Z": "log(exp(e)/(1 + pmin*exp(e) - pmin))",
}


@pytest.mark.parametrize("text", ALONG_CHAINS)
def test_a_chain_has_the_best_level_of_its_first_or_second_channel(text):
    answer = conjecture(text, seconds=60)
    assert (answer.verdict, answer.answer) == ("proved", ALONG_CHAINS[text])


def test_a_bound_of_a_leakage_is_the_level_of_its_guarantee():
    bound, level = (
        conjecture(text, seconds=30) for text in ("PML(e) => pmc(X->y) <= ?", "PML(e) => PMC(?)")
    )
    assert bound.verdict == level.verdict == "proved"
    assert [(one.level, one.range) for one in bound.best] == [
        (one.level, one.range) for one in level.best
    ]
    assert all(
        str(one.statement.conclusion[0]) == f"pmc(X->y) <= {one.level}"
        for one in bound.best
        if not one.is_infinite
    )


def test_several_bounds_are_answered_each():
    answer = conjecture("maximal_leakage(X->Y) <= ? and pml(X->Y) <= ?", seconds=60)
    assert answer.verdict == "proved"
    assert {str(one) for one in answer.best} == {
        "maximal_leakage(X->Y) <= ? = log(n)",
        "pml(X->Y) <= ? = log(1/pmin)",
    }


LESS = [  # a mechanism attains e for some levels only, or there is none with so many secrets
    "PML(e) => maximal_leakage(X->Y) <= ?",
    "|X| = 2: PML(e) => maximal_leakage(X->Y) <= ? where e >= 1",
    "PML(log(2)) => maximal_leakage(X->Y) <= ?",
    "X - Y - Z: PML(e) of X->Y => maximal_leakage(X->Z) <= ?",
    "LDP(e) => tv(X->Y) <= ? where n >= 3, pmin >= 1/3",
    "LDP(e) => tv(X->Y) <= ? where tv(X->Y) <= d",
    "X - Y - Z: PML(e) of X->Y and PML(d) of Y->Z => PML(?) of X->Z",
    "tv(X->Y) <= ? where tv(X->Y) - d <= 0",
    "pml(X->Y) + maximal_leakage(X->Y) >= ? where pmax <= 1/4",
]


@pytest.mark.parametrize("text", LESS)
def test_a_bound_that_is_attained_for_some_parameters_only_is_not_the_best(text):
    assert conjecture(text, seconds=6).verdict == "supported"


REFUSED = [
    "e < ?",
    "tv(X->Y) = ?",
    "? <= ?",
    "LDP(e) => tv(X->Y) <= ?*e",
    "LDP(e) => tv(X->Y) <= 1 where e >= ?",
    "tv(X->Y) <= ? => LDP(e)",
    "LDP(e) => P[pml(X->y) >= ?] <= 1/2",
    "(for every prior: pml(X->Y) <= ?)",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_hole_elsewhere_is_refused_with_a_column(text):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert 1 <= caught.value.column <= len(text) + 1


def value(text, n=2):
    """Return a level as a float, by Python's arithmetic."""
    return eval(text.replace("^", "**"), {"exp": exp, "log": log, "e": E, "d": D, "n": n})


@pytest.mark.parametrize(
    ("text", "level", "two"),
    [
        ("LDP(e) => tv(X->Y) <= ?", "(exp(e) - 1)/(exp(e) + 1)", True),
        ("LDP(e) => tv(X->Y) <= ? where e <= 1", "(exp(e) - 1)/(exp(e) + 1)", True),
        ("LDP(e) => PML(?) where pmax <= 1/4", "e", False),  # two secrets have pmax >= 1/2
        ("LDP(e) => PML(?) where n >= 3", "e", False),
        ("LDP(log(n)) => PML(?)", "log(2)", False),
        ("maximal_leakage(X->Y) <= ?", "log(n)", False),
        ("prior uniform: LDP(e) => PML(?)", "e - log(1/pmin)", False),  # with two, pmin = 1/2
        ("|X| >= 3: LDP(e) => PML(?)", "e", False),
    ],
)
def test_two_secrets_are_enough_only_where_they_have_every_prior_in_question(text, level, two):
    (family,) = _families(parse(text), parse_term(level))
    assert ("|X| = 2" in family.structure) == two
