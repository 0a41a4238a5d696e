"""Statements about several priors of one kernel: evaluated, proved and refuted.

The evaluator of this file computes in floats from the definitions: it shares no code with the
package. That something holds for every prior with pmin >= a it tests at the vertices of the
polytope and at random points, and that there is a prior with a linear program.
"""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from pmlsym.deadline import TimeIsUp, processor_time
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.deciding import prove
from pmlsym.prover.falsifier import Search
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError
from tests.statements.proving import settled, verdict_of_proofs

UNIFORM, OWN = "uniform", "own"


# --- an evaluator of guarantees under priors ------------------------------------------------------


def leakage(kind, kernel, prior):
    """Return pml, pmc or ldp of the worst outcome."""
    columns = kernel[:, kernel.max(axis=0) > 0]
    lifts = columns / (prior @ columns)
    with np.errstate(divide="ignore"):
        return {
            "PML": np.log(lifts.max()),
            "PMC": -np.log(lifts.min()),
            "LDP": np.log((lifts.max(axis=0) / np.where(z := lifts.min(axis=0), z, 0)).max())
            if lifts.min() > 0
            else math.inf,
        }[kind]


def vertices(secrets, least):
    """Return the vertices of the priors of which every entry is at least `least`."""
    return [
        np.full(secrets, least) + (1 - secrets * least) * np.eye(secrets)[x] for x in range(secrets)
    ]


def largest(kind, kernel, least):
    """Return the supremum of a leakage over priors with positive entries of at least `least`."""
    secrets = len(kernel)
    if secrets * least > 1 + 1e-12:
        return -math.inf
    if least == 0:
        return leakage("LDP", kernel, np.full(secrets, 1 / secrets))
    return max(leakage(kind, kernel, prior) for prior in vertices(secrets, least))


def some_prior_has(kind, kernel, level):
    """Return whether the level is met, up to rounding, by a prior, by a linear program."""
    if math.isinf(level):
        return level > 0
    columns = kernel[:, kernel.max(axis=0) > 0].T
    of_uniform = leakage(kind, kernel, np.full(len(kernel), 1 / len(kernel)))
    if kind == "LDP" or of_uniform <= level:  # without a program
        return of_uniform <= level + 1e-9
    # a prior with P(y) >= e^-level max_x P(y|x), or P(y) <= e^level min_x P(y|x)
    if kind == "PML":
        rows, ends = -columns, -np.exp(-level) * columns.max(axis=1)
    else:
        rows, ends = columns, np.exp(level) * columns.min(axis=1)
    found = linprog(
        np.zeros(len(kernel)),
        A_ub=rows,
        b_ub=ends + 1e-7,
        A_eq=[np.ones(len(kernel))],
        b_eq=[1],
        bounds=(0, 1),
    )
    return found.status != 2


KERNELS = [
    [["1/2", "1/2"], ["1/3", "2/3"]],
    [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"], ["1/5", "2/5", "2/5"]],
    [["1/10", "9/10"], ["9/10", "1/10"], ["1/2", "1/2"]],
    [["0", "1"], ["1/2", "1/2"]],
]


def exact(rows):
    return [[Fraction(entry) for entry in row] for row in rows]


@pytest.mark.parametrize("rows", KERNELS)
@pytest.mark.parametrize("kind", ["PML", "PMC"])
@pytest.mark.parametrize("least", ["1/10", "1/4", "1/2", "2/3"])
def test_all_priors_with_a_least_entry_are_as_their_vertices(rows, kind, least):
    kernel = np.array(exact(rows), dtype=float)
    most = largest(kind, kernel, float(Fraction(least)))
    said = parse(f"PML(100) => (for every prior with pmin >= {least}: {kind}(e))")
    prior = [Fraction(1, 7)] * (len(rows) - 1)
    prior.append(1 - sum(prior))
    if math.isinf(most):
        model = Model.from_channel(exact(rows), prior, e=0)
        assert read(said, model).holds is bool(most < 0)
        return
    for factor, holds in (("999/1000", False), ("1001/1000", True)):
        level = Fraction(math.exp(most)).limit_denominator(10**6) * Fraction(factor)
        model = Model.from_channel(exact(rows), prior, e=f"log({level})")
        assert read(said, model).holds is holds


@pytest.mark.parametrize("kind", ["PML", "PMC"])
def test_no_prior_of_the_polytope_leaks_more_than_the_vertices(kind):
    drawn = np.random.default_rng(1)
    for _ in range(200):
        secrets = int(drawn.integers(2, 5))
        kernel = drawn.dirichlet(np.full(3, 0.7), secrets)
        least = drawn.random() / secrets
        most = largest(kind, kernel, least)
        for prior in drawn.dirichlet(np.ones(secrets), 20):
            inside = least + (1 - secrets * least) * prior
            assert leakage(kind, kernel, inside) <= most + 1e-9


@pytest.mark.parametrize("rows", KERNELS)
@pytest.mark.parametrize("kind", ["PML", "PMC", "LDP"])
def test_the_uniform_prior_is_evaluated_with_the_same_kernel(rows, kind):
    kernel = np.array(exact(rows), dtype=float)
    most = leakage(kind, kernel, np.full(len(rows), 1 / len(rows)))
    prior = [Fraction(1, 7)] * (len(rows) - 1)
    prior.append(1 - sum(prior))
    if math.isinf(most):
        return
    for factor, holds in (("999/1000", False), ("1001/1000", True)):
        level = Fraction(math.exp(most)).limit_denominator(10**6) * Fraction(factor)
        model = Model.from_channel(exact(rows), prior, e=f"log({level})")
        assert read(parse(f"(prior uniform: {kind}(e))"), model).holds is holds


def test_a_prior_that_exists_is_shown_and_none_is_ever_denied_by_trying():
    skewed = Model.from_channel(
        [["3/4", "1/4"], ["1/4", "3/4"]], ["9/10", "1/10"], e="log(3/2)", f="log(101/100)"
    )
    found = read(parse("n >= 2 => (there is a prior: PML(e))"), skewed)
    assert found.holds
    assert "(1/2, 1/2)" in str(found)
    undecided = read(parse("n >= 2 => (there is a prior: PML(f))"), skewed)
    assert undecided.holds is None
    assert read(parse("(there is a prior: PML(f)) => LDP(f)"), skewed).applies is None
    assert read(parse("n >= 2 => (there is a prior: LDP(f))"), skewed).holds is False


def test_the_mean_lift_under_the_uniform_prior_is_where_the_theorem_says():
    drawn = np.random.default_rng(2)
    for _ in range(500):
        n = int(drawn.integers(2, 6))
        prior, column = drawn.dirichlet(np.ones(n)), drawn.random(n)
        column[drawn.random(n) < 0.2] = 0
        column[0] += not column.any()
        lifts = column / (prior @ column)
        most, least, mean = lifts.max(), lifts.min(), lifts.mean()
        assert (n - 1) * least + most - 1e-9 <= n * mean <= (n - 1) * most + least + 1e-9
        for sign, mass in ((1, prior.min()), (-1, prior.max())):
            rest, middle = sign * (1 - n * mass), sign * (1 - n * mass * mean)
            assert rest * least - 1e-9 <= middle <= rest * most + 1e-9


# --- proved and refuted ---------------------------------------------------------------------------

TRUE = [
    "for every prior: min_entropy_leakage(X->Y) <= maximal_leakage(X->Y)",
    "there is a prior: min_entropy_leakage(X->Y) = maximal_leakage(X->Y)",
    "(there is a prior: mutual_information(X;Y) = 0) <=> LDP(0)",
    "|X| = 2: LDP(e) <=> for every prior with pmin >= a: PML(-log(a + (1 - a)*exp(-e))) "
    "where a > 0, a <= 1/2",
    "LDP(e) => for every prior with pmin >= a: PMC(log(exp(e) - a*(exp(e) - 1))) where n*a <= 1",
    "(prior uniform: PML(e)) => for every prior: PML(e - log(n*pmin))",
    "(prior uniform: PMC(e)) => for every prior: PMC(e + log(n*pmax))",
    "prior uniform: PML(e) => for every prior: PML(e - log(n*pmin))",
    "(for every prior with pmin >= a: PML(e)) => PML(e) where pmin >= a",
    "(for every prior with pmin >= a: PML(e)) => (for every prior with pmin >= a: PML(e + 1))",
    "(for every prior with pmin >= a: PML(e)) => (for every prior with pmin >= b: PML(e)) "
    "where b >= a",
    "(for every prior with pmax <= 1/2: PML(e)) => PML(e) where pmax <= 1/2",
    "(there is a prior: PML(e)) => (there is a prior: PML(2*e))",
    "(there is a prior: LDP(e)) => LDP(e)",
    "LDP(e) and (there is a prior: PML(e)) => for every prior: PMC(e)",
    "LDP(e) => there is a prior: PML(e)",
    "(prior uniform: LDP(e)) <=> LDP(e)",
    "maximal_leakage(X->Y) <= e => for every prior: maximal_leakage(X->Y) <= e",
    "(for every prior with pmin >= 2: PML(0)) <=> n >= 2",
    "(for every prior: pml(X->y) <= e) => LDP(e)",
    "LDP(e) => for every prior: mutual_information(X;Y) <= e",
    "|X| = 2: (for every prior with pmin >= a: PMC(e)) => PMC(e) where a <= pmin",
]
FALSE = [
    "(there is a prior: PML(e)) => LDP(e)",
    "(there is a prior: PML(e)) => PML(e)",
    "LDP(e) <=> for every prior with pmin >= a: PML(-log(a + (1 - a)*exp(-e))) "
    "where a > 0, n*a <= 1",
    "(there is a prior: min_entropy_leakage(X->Y) = 0) => LDP(0)",
    "PML(e) => for every prior: PML(e - log(n*pmin))",
    "(prior uniform: PML(e)) => for every prior: PML(e)",
    "(prior uniform: PML(e)) => for every prior: PML(e + log(n*pmax))",
    "(prior uniform: PMC(e)) => for every prior: PMC(e - log(pmax))",
    "PML(e) => (prior uniform: PML(e))",
    "(prior uniform: min_entropy_leakage(X->Y) <= e) => min_entropy_leakage(X->Y) < e",
    "(for every prior with pmin >= a: PML(e)) => LDP(e) where a > 0",
    "(for every prior with pmin >= a: PML(e)) => PML(e)",
    "(for every prior with pmin >= 2: PML(0)) => PML(0)",
    "(for every prior with pmin >= a: PMC(e)) => (for every prior with pmin >= b: PMC(e)) "
    "where b <= a",
    "LDP(e) => for every prior with pmin >= a: PMC(log(exp(e) - 2*a*(exp(e) - 1))) "
    "where n*a <= 1, 2*a < 1",
    "for every prior: min_entropy_leakage(X->Y) = maximal_leakage(X->Y)",
    "PML(e) => (prior uniform: PML(e + log(n*pmax)))",  # where pmax is 1/n
    "PMC(e) => (prior uniform: PMC(e - log(n*pmin)))",
    "(for every prior with pmin >= a: PML(-log(a))) => LDP(b) where a >= 0",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_of_several_priors_is_proved(text):
    assert verdict_of_proofs(text, 20) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_of_several_priors_is_refuted(text):
    assert settled(text, 20) == "refuted"


def test_a_refutation_names_the_other_prior():
    found = conjecture("(prior uniform: PML(e)) => for every prior: PML(e + log(n*pmax))")
    assert "is false, as under the prior (" in str(found)
    assert "(prior uniform: PML(e)) holds, as under the prior (1/2, 1/2)" in str(found)


# --- random statements ----------------------------------------------------------------------------

LEVELS = {  # as text, and as a function of the parameters and a prior
    "e": lambda e, a, n, p: e,
    "2*e": lambda e, a, n, p: 2 * e,
    "e/2": lambda e, a, n, p: e / 2,
    "0": lambda e, a, n, p: 0.0,
    "-log(a + (1 - a)*exp(-e))": lambda e, a, n, p: -math.log(a + (1 - a) * math.exp(-e)),
    "log(exp(e) - a*(exp(e) - 1))": lambda e, a, n, p: math.log(math.exp(e) - a * math.expm1(e)),
    "e - log(n*a)": lambda e, a, n, p: e - math.log(n * a) if a else math.inf,
    "e + log(n)": lambda e, a, n, p: e + math.log(n),
    "e - log(n*pmin)": lambda e, a, n, p: e - math.log(n * min(p)),
    "e + log(n*pmax)": lambda e, a, n, p: e + math.log(n * max(p)),
    "e - log(pmin)": lambda e, a, n, p: e - math.log(min(p)),
}
OF_NO_PRIOR = [text for text in LEVELS if "pm" not in text]
QUANTIFIED = {
    "own": "{}",
    "uniform": "(prior uniform: {})",
    "some": "(there is a prior: {})",
    "every": "(for every prior: {})",
    "polytope": "(for every prior with pmin >= a: {})",
}


def a_clause(drawn, assumed):
    quantifier = drawn.choice([*QUANTIFIED])
    kind = drawn.choice(["PML", "PML", "PMC", "LDP"])
    free = quantifier == "some" or (assumed and quantifier in ("every", "polytope"))
    level = drawn.choice(OF_NO_PRIOR if free else [*LEVELS])
    return quantifier, kind, level


def text_of(clause):
    quantifier, kind, level = clause
    return QUANTIFIED[quantifier].format(f"{kind}({level})")


def holds(clause, kernel, prior, e, a, slack):
    """Return whether a clause holds if the level is raised by `slack`."""
    quantifier, kind, level = clause
    n = len(kernel)

    def at(p):
        return LEVELS[level](e, a, n, p) + slack

    uniform = np.full(n, 1 / n)
    if quantifier == "own":
        return leakage(kind, kernel, prior) <= at(prior)
    if quantifier == "uniform":
        return leakage(kind, kernel, uniform) <= at(uniform)
    if quantifier == "some":
        return some_prior_has(kind, kernel, at(uniform))
    least = a if quantifier == "polytope" else 0.0
    if level in OF_NO_PRIOR:
        return largest(kind, kernel, least) <= at(uniform)
    tried = [prior, uniform, *vertices(n, 0.001), *vertices(n, least or 0.2)]
    allowed = [p for p in tried if p.min() >= max(least, 1e-9)]
    return all(leakage(kind, kernel, p) <= at(p) for p in allowed)


def instances(drawn, size):
    for _ in range(40):
        n = size or int(drawn.integers(2, 4))
        kernel = drawn.dirichlet(np.full(int(drawn.integers(2, 4)), 0.8), n)
        if drawn.random() < 0.3:
            kernel[0] = kernel[1]
        if drawn.random() < 0.2:
            kernel = np.round(kernel * 3) + 1e-12
            kernel = np.where(kernel < 0.5, 0, kernel)
            kernel[:, 0] += kernel.sum(axis=1) == 0
            kernel /= kernel.sum(axis=1, keepdims=True)
        for prior in (np.full(n, 1 / n), drawn.dirichlet(np.ones(n)) * 0.98 + 0.02 / n):
            measured = [leakage(kind, kernel, prior) for kind in ("PML", "PMC", "LDP")]
            levels = [x for x in measured if math.isfinite(x)]
            levels = [0.0, drawn.random() * 2, *levels, *(x / 2 for x in levels)]
            for e in levels:
                for a in (0.0, 1 / n, drawn.random() / n, drawn.random()):
                    yield kernel, prior, max(e, 0.0), a


def violated(assumed, claimed, structure, kernel, prior, e, a):
    if structure == "prior uniform: " and np.ptp(prior) > 0:
        return False
    try:
        given = all(holds(one, kernel, prior, e, a, -1e-9) for one in assumed)
        return given and not all(holds(one, kernel, prior, e, a, 1e-6) for one in claimed)
    except (ValueError, OverflowError):  # a level has no value here
        return False


LONG = [pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 5)]


@pytest.mark.parametrize("seed", [0, *LONG])
def test_no_random_statement_is_proved_that_an_instance_violates(seed):
    drawn, proved = random.Random(seed), 0
    for number in range(60):
        structure = drawn.choice(["", "", "|X| = 2: ", "prior uniform: "])
        assumed = [a_clause(drawn, True) for _ in range(drawn.choice([1, 1, 2]))]
        claimed = [a_clause(drawn, False)]
        where = drawn.choice(["", " where n*a <= 1", " where a > 0, n*a <= 1"])
        text = f"{structure}{' and '.join(map(text_of, assumed))} => {text_of(claimed[0])}{where}"
        said = parse(text)
        try:
            with processor_time(1):  # of one statement in sixty it takes seven
                found = prove(said, Search(None, 0, 0, 0))
        except TimeIsUp:
            continue
        if isinstance(found, str) or found.verdict != "proved":
            continue
        proved += 1
        size = 2 if structure == "|X| = 2: " else None
        for kernel, prior, e, a in instances(np.random.default_rng(number), size):
            if ("a > 0" in where and a == 0) or (where and len(kernel) * a > 1 + 1e-12):
                continue
            assert not violated(assumed, claimed, structure, kernel, prior, e, a), text
    assert proved > 4


# --- text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*TRUE, *FALSE])
def test_it_is_printed_as_it_is_read_and_has_words_and_latex(text):
    said = parse(text)
    assert parse(str(said)) == said
    assert said.words()
    assert said.latex()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("X - Y - Z: (there is a prior: PML(e)) => PML(e) of X->Z", "not supported"),
        ("(there is a prior: for every prior: PML(e)) => LDP(e)", "expected"),
        ("there is a prior: PML(e) => LDP(e)", "brackets"),
        ("LDP(e) => for every prior with pmin >= a: PML(?)", "hole"),
        ("LDP(e) => for every prior with pmin >= a: PML(e) where pmin < 1/2", "brackets"),
        ("cost C: (there is a prior: PML(e)) => cost(C) <= e", "not supported"),
        ("(there is a prior: pml(Y->x) <= e) => LDP(e)", "only what is about X->Y"),
    ],
)
def test_what_has_no_meaning_here_is_refused_in_a_sentence(text, part):
    with pytest.raises(ParseError, match=part):
        parse(text)


def test_a_hole_beside_other_priors_has_no_best_level():
    found = conjecture("(prior uniform: PML(e)) => PML(?)", seconds=10)
    assert found.verdict == "supported"
    assert found.best == () or "cannot be improved was not proved" in found.scope
