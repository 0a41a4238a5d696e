"""Best guesses, guesswork and the entropy of a bit: their values, and what the prover says."""

import itertools
from dataclasses import replace
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
import sympy as sp

from pmlsym.statements.evaluation import Evaluation, constant
from pmlsym.statements.law import Law
from pmlsym.statements.reductions.entropies import BinaryEntropies, of_secret_in
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.values import Undefined, decimal
from tests.statements.proving import settled, verdict_of_proofs

SECONDS = 60

TRUE = (
    "vulnerability(X|Y) <= pmax + tv(X;Y)",
    "vulnerability(X|y) <= pmax + tv(X->y)",
    "guesswork(X|Y) <= exp(arimoto_entropy(X|Y; 1/2))",
    "guesswork(X) <= exp(renyi_entropy(X; 1/2))",
    "vulnerability(X) = pmax",
    "vulnerability(X|Y) <= 1",
    "vulnerability(X|Y) >= vulnerability(X)",
    "vulnerability(X|Y) >= 1/n",
    "vulnerability(X|y) >= 1/n",
    "vulnerability(X|Y) = pmax*exp(min_entropy_leakage(X->Y))",
    "E[vulnerability(X|y)] = vulnerability(X|Y)",
    "E[guesswork(X|y)] = guesswork(X|Y)",
    "PML(e) => vulnerability(X|y) <= exp(e)*pmax",
    "PMC(e) => vulnerability(X|y) >= exp(-e)*pmax",
    "PMC(e) => vulnerability(X|y) <= 1 - exp(-e)*(1 - pmax)",
    "LDP(e) => vulnerability(X|y) <= exp(e)*pmax/(1 - pmax + exp(e)*pmax)",
    "LDP(e) => vulnerability(X|Y) <= exp(e)*pmax/(1 - pmax + exp(e)*pmax)",
    "prior uniform: pml(X->y) = log(n*vulnerability(X|y))",
    "|X| = 2; prior uniform: vulnerability(X|Y) = (1 + tv(X->Y))/2",
    "H(X|Y) >= log(1/vulnerability(X|Y))",
    "H(X|Y) <= hb(1 - vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "H(X|Y) <= hb(vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "H(X|Y) <= log(2) + (1 - vulnerability(X|Y))*log(n - 1)",
    "|X| = 2: H(X|Y) <= hb(vulnerability(X|Y))",
    "guesswork(X) >= 1",
    "guesswork(X) <= (n + 1)/2",
    "guesswork(X) >= 2 - pmax",
    "prior uniform: guesswork(X) = (n + 1)/2",
    "prior (1/2,1/4,1/4): guesswork(X) = 7/4",
    "guesswork(X|Y) <= guesswork(X)",
    "guesswork(X|y) <= (n + 1)/2",
    "guesswork(X|y) <= 1 + n*(1 - vulnerability(X|y))/2",
    "|X| = 2: guesswork(X|Y) = 2 - vulnerability(X|Y)",
    "guesswork(X|y) <= exp(pml(X->y))*guesswork(X)",
    "guesswork(X) <= exp(pmc(X->y))*guesswork(X|y)",
    "guesswork(X) <= exp(maximal_cost_leakage(X->Y))*guesswork(X|Y)",
    "LDP(e) => guesswork(X) <= exp(e)*guesswork(X|Y)",
    "X, Y independent: vulnerability(X|Y) = pmax",
    "X - Y - Z: vulnerability(X|Z) <= vulnerability(X|Y)",
    "X - Y - Z: vulnerability(X|Z) <= vulnerability(X)*exp(maximal_leakage(Y->Z))",
    "X - Y - Z: guesswork(X|Y) <= guesswork(X|Z)",
    "guesswork(X|Y,Z) <= guesswork(X|Y)",
    "Y - X - Z: vulnerability(X|Y,Z) <= vulnerability(X|Y)*exp(maximal_leakage(X->Z))",
    "Y - X - Z: min_entropy_leakage(X->Y,Z) <= min_entropy_leakage(X->Y) + maximal_leakage(X->Z)",
    "hb(0) = 0",
    "hb(1/2) = log(2)",
    "hb(pmin) <= log(2)",
    "hb(pmax) = hb(1 - pmax)",
    "hb(vulnerability(X|y)) <= log(2)",
    "|X| = 2: H(X) = hb(pmin)",
    "H(X) <= hb(1 - pmax) + (1 - pmax)*log(n - 1)",
)
FALSE = (
    "vulnerability(X|Y) <= pmax + tv(X;Y)/2",
    "guesswork(X|Y) <= exp(arimoto_entropy(X|Y; 2))",
    "guesswork(X|Y) <= exp(H(X|Y))",
    "vulnerability(X|Y) < 1",
    "vulnerability(X|Y) > pmax",
    "vulnerability(X|y) >= pmax",
    "vulnerability(X|y) = vulnerability(X|Y)",
    "PML(e) => vulnerability(X|y) < exp(e)*pmax",
    "PML(e) => vulnerability(X|y) <= exp(e)*pmin",
    "PMC(e) => vulnerability(X|y) <= exp(e)*pmax",
    "LDP(e) => vulnerability(X|y) < exp(e)*pmax/(1 - pmax + exp(e)*pmax)",
    "LDP(e) => vulnerability(X|y) <= exp(e)*pmax/(1 + exp(e)*pmax)",
    "LDP(2*e) => vulnerability(X|y) <= exp(e)*pmax/(1 - pmax + exp(e)*pmax)",
    "|X| = 3; prior uniform: vulnerability(X|Y) = (1 + tv(X->Y))/2",
    "|X| = 2: vulnerability(X|Y) = (1 + tv(X->Y))/2",
    "H(X|Y) <= log(1/vulnerability(X|Y))",
    "H(X|Y) > log(1/vulnerability(X|Y))",
    "H(X|Y) < hb(1 - vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "H(X|Y) <= hb(1 - vulnerability(X|Y))",
    "H(X|Y) <= (1 - vulnerability(X|Y))*log(n - 1)",
    "H(X) <= hb(1 - vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "|X| = 1: H(X|Y) <= hb(1 - vulnerability(X|Y)) + (1 - vulnerability(X|Y))*log(n - 1)",
    "guesswork(X) <= guesswork(X|Y)",
    "guesswork(X|Y) < guesswork(X)",
    "guesswork(X|y) <= guesswork(X)",
    "guesswork(X) <= n/2",
    "prior uniform: guesswork(X|Y) = (n + 1)/2",
    "guesswork(X|Y) = 2 - vulnerability(X|Y)",
    "guesswork(X) < exp(maximal_cost_leakage(X->Y))*guesswork(X|Y)",
    "guesswork(X) <= exp(pmc(X->y)/2)*guesswork(X|y)",
    "X - Y - Z: vulnerability(X|Y) <= vulnerability(X|Z)",
    "X - Y - Z: vulnerability(X|Z) <= vulnerability(Y|Z)",
    "X - Y - Z: guesswork(X|Z) <= guesswork(X|Y)",
    "Y - X - Z: vulnerability(X|Y,Z) <= vulnerability(X|Y)*vulnerability(X|Z)/pmax",
    "hb(pmin) < log(2)",
    "hb(2*pmax) >= 0",
    "H(X) <= hb(pmin)",
    "E[hb(vulnerability(X|y))] <= 0",
    "hb(vulnerability(X|y)) = hb(vulnerability(X|Y))",
    "P[hb(vulnerability(X|y)) > 0] <= 1/2",
)
BESIDE = (  # of other secrets, or together with the measures of others: never proved wrongly
    "X - Y - Z: vulnerability(X|z) <= vulnerability(X|Y)",
    "vulnerability(Y|X) <= 1/2",
    "vulnerability(Y|x) <= 1/2",
    "guesswork(Y) <= guesswork(X)",
    "X - Y - Z: guesswork(X|z) <= guesswork(X)",
    "X - Y - Z: hb(exp(-pmc(X->z))) <= hb(exp(-pmc(X->Y)))",
    "pmc(X->y,z) >= a => hb(exp(-pmc(X->y,z))) <= hb(exp(-a))",
)


def random_table(random):
    secrets, outcomes = random.choice((2, 2, 3, 4)), random.choice((1, 2, 3))
    while True:
        table = [[random.choice((0, 1, 1, 2, 5)) for _ in range(outcomes)] for _ in range(secrets)]
        if all(map(any, table)):
            return table


def guesses(law):
    """Return the least mean number of guesses over all orders."""
    orders = itertools.permutations(range(1, len(law) + 1))
    return min(sum(k * p for k, p in zip(order, law, strict=True)) for order in orders)


def posteriors(table):
    """Return the prior, and each possible outcome with its probability and posterior."""
    total = sum(map(sum, table))
    prior = [F(sum(row), total) for row in table]
    columns = [[F(weight, total) for weight in column] for column in zip(*table, strict=True)]
    return prior, {
        y: (sum(column), [mass / sum(column) for mass in column])
        for y, column in enumerate(columns)
        if any(column)
    }


@pytest.mark.parametrize("seed", range(30))
def test_values_are_those_of_the_definitions(seed):
    table = random_table(Random(seed))
    here = Evaluation(Law((len(table), len(table[0])), [w for row in table for w in row]), {})
    prior, after = posteriors(table)
    for text, number in (("vulnerability", max), ("guesswork", guesses)):
        assert here.value(parse_term(f"{text}(X)")) == number(prior)
        mean = sum(chance * number(law) for chance, law in after.values())
        assert here.value(parse_term(f"{text}(X|Y)")) == mean
        for y, (_, law) in after.items():
            assert here.value(parse_term(f"{text}(X|y)"), {"y": y}) == number(law)


def test_values_given_two_outcomes():
    weights = (1, 2, 0, 3, 4, 1, 1, 5)
    here = Evaluation(Law((2, 2, 2), weights), {})
    joint = np.array(weights).reshape(2, 2, 2)
    best = joint.max(axis=0).sum()
    assert here.value(parse_term("vulnerability(X|Y,Z)")) == F(int(best), 17)
    assert here.value(parse_term("vulnerability(Y|x,z)"), {"x": 0, "z": 1}) == F(3, 5)


def test_the_entropy_of_a_bit():
    assert constant(parse_term("hb(0) + hb(1)")) == 0
    wanted = -(0.3 * np.log(0.3) + 0.7 * np.log(0.7))
    assert decimal(constant(parse_term("hb(3/10)"))) == pytest.approx(wanted)
    for outside in ("hb(-1/10)", "hb(11/10)", "hb(log(0))"):
        with pytest.raises(Undefined):
            constant(parse_term(outside))


@pytest.mark.parametrize(
    "text", ["E[vulnerability(X|y)] <= hb(pmin)", "guesswork(X|y,z) <= vulnerability(X|Y,Z)"]
)
def test_what_is_printed_is_parsed(text):
    assert str(parse(text)) == text


def test_words_and_latex():
    statement = parse("vulnerability(X|y) <= hb(pmin)*vulnerability(X|Y)")
    assert statement.latex().startswith(r"V(X \mid y) \le h_{\mathrm{b}}\left(p_{\min}\right)")
    assert "a best guess is right" in statement.words()
    assert "the entropy -t log(t)" in statement.words()


@pytest.mark.parametrize(
    "text",
    [
        "vulnerability(X|y,Z) <= 1",
        "vulnerability(x|Y) <= 1",
        "guesswork(X->Y) >= 1",
        "vulnerability(X|X) <= 1",
        "hb(a, b) <= 1",
        "PML(vulnerability(X|y))",
    ],
)
def test_others_are_refused(text):
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, SECONDS) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, SECONDS) == "refuted"


@pytest.mark.parametrize("text", BESIDE)
def test_what_is_false_of_others_is_not_proved(text):
    assert verdict_of_proofs(text) != "proved"


# --- random statements, on random tables ----------------------------------------------------------


def bit(t):
    return 0.0 if t in (0, 1) else -t * np.log(t) - (1 - t) * np.log(1 - t)


def numbers_of(table):
    """Return quantities of the whole table in floats, and some of them at each outcome."""
    prior, after = posteriors(table)
    n = len(prior)
    mean = lambda of: float(sum(chance * of(law) for chance, law in after.values()))  # noqa: E731
    least = float(sum(chance * min(p / q for p, q in zip(law, prior, strict=True))
                      for chance, law in after.values()))  # fmt: skip
    right = mean(max)
    entropy = lambda law: -sum(float(p) * np.log(float(p)) for p in law if p)  # noqa: E731
    whole = {
        "vulnerability(X|Y)": right,
        "vulnerability(X)": float(max(prior)),
        "guesswork(X|Y)": mean(guesses),
        "guesswork(X)": float(guesses(prior)),
        "exp(-maximal_cost_leakage(X->Y))": least,
        "H(X|Y)": mean(entropy),
        "H(X)": entropy(prior),
        "hb(1 - vulnerability(X|Y))": bit(1 - right) if right < 1 else 0.0,
        "(1 - vulnerability(X|Y))*log(n - 1)": (1 - right) * np.log(n - 1),
        "log(vulnerability(X|Y))": np.log(right),
        "exp(min_entropy_leakage(X->Y))": right / float(max(prior)),
        "n": n,
        "pmin": float(min(prior)),
        "1": 1.0,
        "0": 0.0,
    }
    places = [
        {
            "vulnerability(X|y)": float(max(law)),
            "guesswork(X|y)": float(guesses(law)),
            "exp(pml(X->y))": float(max(p / q for p, q in zip(law, prior, strict=True))),
            "exp(-pmc(X->y))": float(min(p / q for p, q in zip(law, prior, strict=True))),
        }
        for _, law in after.values()
    ]
    return whole, places


def a_side(random, names):
    found = []
    for _ in range(random.choice((1, 1, 2))):
        factors = random.sample(names, random.choice((1, 1, 2)))
        found.append((random.choice((1, 1, 1, 2, -1, F(1, 2))), factors))
    return found


def text_of(side):
    return " + ".join(f"({scale})*{'*'.join(f'({f})' for f in factors)}" for scale, factors in side)


def value_of(side, found):
    return sum(float(scale) * np.prod([found[f] for f in factors]) for scale, factors in side)


def no_violations(count, seed, seconds=1):
    """Return how many random statements are proved; none of them may fail on random tables."""
    random, proved = Random(seed), 0
    tables = [random_table(random) for _ in range(400)]
    tables += [[[1, 0], [0, 1]], [[1, 1], [1, 1]], [[1, 0, 1], [0, 2, 0]], [[1, 1, 0], [1, 0, 1]]]
    tables += [[[9, 1], [1, 9], [5, 5]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[99, 1], [1, 1]]]
    values = [numbers_of(table) for table in tables]
    whole, places = values[0]
    for _ in range(count):
        names = [*whole, *(random.choice(((), places[0])))]
        left, right = a_side(random, names), a_side(random, names)
        sign = random.choice(("<=", "<=", "<", "="))
        text = f"{text_of(left)} {sign} {text_of(right)}"
        if verdict_of_proofs(text, seconds) not in ("proved", "vacuous"):
            continue
        proved += 1
        for of_whole, at in values:
            for here in at:
                one, other = (value_of(side, of_whole | here) for side in (left, right))
                assert one <= other + 1e-9, text
                assert sign != "=" or one == pytest.approx(other, abs=1e-9), text
                assert sign != "<" or one < other - 1e-12, text
    return proved


def test_no_proved_statement_is_violated():
    no_violations(25, seed=5, seconds=0.5)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(400, seed=6) >= 20


# --- what the reduction takes for granted ---------------------------------------------------------


class OnTable:
    """A table in the place of a law of outcomes: means are taken over its outcomes."""

    def __init__(self, table, numbers):
        self.prior, self.after = posteriors(table)
        self.numbers, self.binary = numbers, BinaryEntropies()
        self.information = sp.Symbol("information", real=True)

    def at(self, y):
        law = self.after[y][1]
        scale = max(self.prior) if "pmax" in self.numbers.quantities else 1
        best = max(law) / max(self.prior) * scale
        return {self.numbers.guess: float(best), self.numbers.guesses: float(guesses(law))}

    def lifts(self, y):
        lifts = [p / q for p, q in zip(self.after[y][1], self.prior, strict=True)]
        return Outcome(sp.Float(float(max(lifts))), sp.Float(float(min(lifts))))

    def mean(self, body):
        return sum(float(chance) * body.subs(self.at(y)) for y, (chance, _) in self.after.items())

    @property
    def values(self):
        logs = lambda law: -sum(float(p) * np.log(float(p)) for p in law if p)  # noqa: E731
        before = logs(self.prior)
        after = sum(float(chance) * logs(law) for chance, law in self.after.values())
        return {
            self.numbers.entropy: before,
            self.information: before - after,
            self.numbers.guesswork: float(guesses(self.prior)),
        } | {symbol: bit(min(max(float(t), 0.0), 1.0)) for t, symbol in self.binary.symbols.items()}


def holds_nearly(relation, values):
    left, right = (float(side.subs(values)) for side in relation.args)
    gap = left - right if isinstance(relation, sp.Le | sp.Lt | sp.Eq) else right - left
    return gap <= 1e-9 and (not isinstance(relation, sp.Eq) or gap >= -1e-9)


@pytest.mark.parametrize("named", [(), ("pmax",), ("n",), ("pmin",), ("pmin", "pmax", "n")])
@pytest.mark.parametrize("size_known", [False, True])
def test_all_facts_of_the_reduction_hold_on_tables(named, size_known):
    random = Random(11)
    tables = [random_table(random) for _ in range(20)]
    tables += [[[1, 0], [0, 1]], [[1, 1, 1]], [[1, 1], [1, 1], [1, 1]], [[97, 1], [1, 1]]]
    conditions = parse(
        "H(X|Y) + exp(min_entropy_leakage(X->Y)) + guesswork(X|Y) + guesswork(X) <= 1"
    ).claimed
    numbers = replace(of_secret_in(conditions, set()), quantities=frozenset(named))
    seen = 0
    for table in tables:
        on = OnTable(table, numbers)
        small, large = float(min(on.prior)), float(max(on.prior))
        values = {"pmin": sp.Float(small), "pmax": sp.Float(large), "n": sp.Integer(len(on.prior))}
        shape = PriorShape(
            "a table",
            values,
            (sp.Float(small), sp.Float(small)),
            known={sp.Symbol("p"): Range()},
            secrets=len(on.prior) if size_known else None,
        )
        found = [(fact, {}) for fact in (*numbers.before(shape), *numbers.facts(shape, on))]
        found += [(fact, on.at(y)) for y in on.after for fact in numbers.at(on.lifts(y), shape)]
        for fact, at in found:
            assert holds_nearly(fact, on.values | at), (fact, table)
        seen += len(found)
    assert seen > 150
