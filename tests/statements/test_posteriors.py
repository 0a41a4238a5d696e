"""Divergences of the posterior from the prior, and of the joint law from the product of both."""

import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.reductions import NotReducible, reduce
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.values import decimal
from tests.statements.proving import settled, verdict_of_proofs

SECONDS = 60

TRUE = (
    "LDP(e) => tv(X->y) <= (exp(e/2) - 1)/(exp(e/2) + 1)",
    "|X| = 2: LDP(e) => tv(X->y) <= (exp(e/2) - 1)/(exp(e/2) + 1)",
    "LIP(e) => kl(X->y) <= e*(exp(e) - 1)/(exp(e) + 1)",
    "PML(e) => tv(X->y) <= 1 - exp(-e)",
    "PMC(e) => tv(X->y) <= 1 - exp(-e)",
    "LIP(e) => chi2(X->y) <= (exp(e) - 1)*(1 - exp(-e))",
    "kl(X->y) <= pml(X->y)",
    "kl(X->y) <= log(1 + chi2(X->y))",
    "chi2(X->y) <= exp(pml(X->y)) - 1",
    "tv(X->y) <= (kl(X->y)/2)^(1/2)",
    "tv(X->y) <= sqrt(1 - exp(-kl(X->y)))",
    "tv(X->y) <= 1 - pmin",
    "tv(X->y) <= d => pml(X->y) <= log(1 + d/pmin)",
    "tv(X->y) <= 0 => pml(X->y) <= 0",
    "kl(X->y) <= e => tv(X->y) <= sqrt(e/2)",
    "X, Y independent: kl(X->y) = 0",
    "|X| = 1: tv(X->y) = 0 and kl(X->y) = 0 and chi2(X->y) = 0",
    "|X| = 2: chi2(X->y) = (exp(pml(X->y)) - 1)*(1 - exp(-pmc(X->y)))",
    "|X| = 2: tv(X;Y) = 2*pmin*pmax*tv(X->Y)",
    "tv(X;Y) <= tv(X->Y)",
    "chi2(X;Y) <= chi2(X->Y)",
    "chi2(X;Y) <= exp(maximal_leakage(X->Y)) - 1",
    "2*tv(X;Y)^2 <= mutual_information(X;Y)",
    "mutual_information(X;Y) <= log(1 + chi2(X;Y))",
    "E[tv(X->y)] = tv(X;Y)",
    "E[chi2(X->y)] = chi2(X;Y)",
    "E[kl(X->y)] = mutual_information(X;Y)",
    "P[tv(X->y) > t] <= tv(X;Y)/t where t > 0",
    "tv(X;Y) <= 0 => pml(X->y) <= 0",
    "LDP(e) => tv(X;Y) <= (exp(e) - 1)/(exp(e) + 1)",
)
FALSE = (
    "PML(e) => tv(X->y) <= (exp(e) - 1)/(exp(e) + 1)",
    "PMC(e) => tv(X->y) <= (exp(e) - 1)/(exp(e) + 1)",
    "PML(e) => tv(X->y) < 1 - exp(-e)",
    "LDP(e) => tv(X->y) < (exp(e/2) - 1)/(exp(e/2) + 1)",
    "LDP(e) => tv(X->y) <= (exp(e/3) - 1)/(exp(e/3) + 1)",
    "LDP(e) => tv(X->y) <= (exp(e/2) - 1)/(exp(e/2) + 2)",
    "LIP(e) => kl(X->y) < e*(exp(e) - 1)/(exp(e) + 1)",
    "LIP(e) => kl(X->y) <= e*(exp(e) - 1)/(exp(e) + 2)",
    "PML(e) => kl(X->y) <= e*(exp(e) - 1)/(exp(e) + 1)",
    "kl(X->y) < pml(X->y)",
    "kl(X->y) <= pmc(X->y)",
    "tv(X->y) <= tv(X->Y)",
    "tv(X->y) <= tv(X;Y)",
    "tv(X->y) < 1 - pmin",
    "tv(X->y) < (kl(X->y)/2)^(1/2)",
    "tv(X->y) <= (kl(X->y)/3)^(1/2)",
    "tv(X->y) <= d => pml(X->y) <= log(1 + d)",
    "chi2(X->y) = (exp(pml(X->y)) - 1)*(1 - exp(-pmc(X->y)))",
    "tv(X;Y) = 2*pmin*pmax*tv(X->Y)",
    "|X| = 2: tv(X;Y) < 2*pmin*pmax*tv(X->Y)",
    "chi2(X;Y) < exp(maximal_leakage(X->Y)) - 1",
    "tv(X;Y) < tv(X->Y)",
    "mutual_information(X;Y) <= tv(X;Y)",
    "E[tv(X->y)] < tv(X;Y)",
    "P[tv(X->y) > t] < tv(X;Y)/t where t > 0",
    "X - Y - Z: tv(X->z) <= tv(X->Y)",
    "tv(X;Y) <= c => pml(X->y) <= c",
)


# --- an evaluator of its own ----------------------------------------------------------------------


def random_table(random):
    """Return integer weights of a joint law; secrets are possible, some outcomes may be not."""
    while True:
        top, least = random.choice((2, 5, 40)), random.choice((0, 1))
        shape = random.randint(1, 4), random.randint(1, 4)
        table = np.array(
            [[random.randint(least, top) for _ in range(shape[1])] for _ in range(shape[0])]
        )
        if all(table.sum(axis=1)):
            return table


def law_of(table):
    return Law(table.shape, [int(weight) for row in table for weight in row])


def measured(table):
    """Return the divergences at each possible outcome, overall, and the leakages, by definition."""
    joint = table / table.sum()
    prior, seen = joint.sum(axis=1), joint.sum(axis=0)
    found = {"tv": {}, "kl": {}, "chi2": {}}
    for y in np.flatnonzero(seen):
        posterior = joint[:, y] / seen[y]
        there = posterior > 0
        found["tv"][y] = abs(posterior - prior).sum() / 2
        found["kl"][y] = (posterior[there] * np.log(posterior[there] / prior[there])).sum()
        found["chi2"][y] = ((posterior - prior) ** 2 / prior).sum()
    alone = np.outer(prior, seen)
    here = alone > 0
    both = {
        "tv": abs(joint - alone).sum() / 2,
        "chi2": ((joint - alone)[here] ** 2 / alone[here]).sum(),
    }
    return found, both


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definitions(seed):
    table = random_table(Random(seed))
    here = Evaluation(law_of(table), {})
    at_outcomes, of_both = measured(table)
    for kind, values in at_outcomes.items():
        for y, wanted in values.items():
            found = decimal(here.value(parse_term(f"{kind}(X->y)"), {"y": int(y)}))
            assert found == pytest.approx(wanted, abs=1e-12)
    for kind, wanted in of_both.items():
        assert decimal(here.value(parse_term(f"{kind}(X;Y)"))) == pytest.approx(wanted, abs=1e-12)


def test_values_are_exact():
    here = Evaluation(Law((2, 2), (3, 1, 1, 3)), {})
    assert here.value(parse_term("tv(X->y)"), {"y": 0}) == F(1, 4)
    assert here.value(parse_term("chi2(X->y)"), {"y": 0}) == F(1, 4)
    assert here.value(parse_term("tv(X;Y)")) == F(1, 4)


# --- texts ----------------------------------------------------------------------------------------


def test_what_is_compared_is_told_by_the_outcome():
    statement = parse("tv(X->y) <= a and tv(X;Y) <= a and tv(X->Y) <= a")
    assert str(statement) == "tv(X->y) <= a and tv(X;Y) <= a and tv(X->Y) <= a"
    assert r"\mathrm{TV}(X \to y) \le a" in statement.latex()
    assert r"\mathrm{TV}(X; Y) \le a" in statement.latex()
    words = statement.words()
    assert "tv(X->y) is the total variation distance of P(secret|outcome) from P(secret)" in words
    assert "tv(X;Y) is the total variation distance of the joint law" in words


def test_the_divergence_of_the_joint_law_is_mutual_information():
    assert str(parse("kl(X;Y) <= 1")) == "mutual_information(X;Y) <= 1"
    assert str(parse("kl(X->Y) <= kl(X->y)")) == "kl(X->Y) <= kl(X->y)"


@pytest.mark.parametrize(
    "text",
    [
        "tv(X->y,Z) <= 1",
        "hellinger(X->y) <= 1",
        "tv(X->y|z) <= 1",
        "tv(X;y) <= 1",
        "hellinger(X;Y) <= 1",
        "joint_tv(X;Y) <= 1",
        "tv(x->y) <= 1",
    ],
)
def test_other_forms_are_refused(text):
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "X - Y - Z: tv(X->z) <= 1",
        "X - Y - Z: tv(X;Z) <= tv(X;Y)",
        "X - Y - Z: maximal_leakage(X->Z) <= maximal_leakage(X->Y) + tv(X;Y)",
        "tv(Y->x) <= 1",
        "tv(X->y,z) <= 1",
    ],
)
def test_what_is_of_other_channels_is_not_reduced(text):
    with pytest.raises(NotReducible):
        reduce(parse(text))


# --- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TRUE)
def test_true_statements_are_proved(text):
    assert verdict_of_proofs(text, SECONDS) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_false_statements_are_refuted(text):
    assert settled(text, SECONDS) == "refuted"


BOUNDS = (
    "{k}*e",
    "exp({k}*e) - 1",
    "1 - exp(-{k}*e)",
    "(exp({k}*e) - 1)/(exp({k}*e) + 1)",
    "e*(exp(e) - 1)/(exp(e) + {k})",
    "(exp(e) - 1)^2/({k}*exp(e))",
    "(exp(e) - 1)*(1 - exp(-e))*{k}",
    "{k}",
)


def levels(table):
    """Return the least levels of the guarantees that a table has."""
    joint = table / table.sum()
    joint = joint[:, joint.sum(axis=0) > 0]
    lifts = joint / np.outer(joint.sum(axis=1), joint.sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(lifts)
        pml, pmc = max(logs.max(), 0.0), max(-logs.min(), 0.0)
        ldp = (logs.max(axis=0) - logs.min(axis=0)).max()
    return {"PML": pml, "PMC": pmc, "LDP": ldp, "LIP": max(pml, pmc)}


def no_violations(count, seed, instances=400):
    """Return how many random statements are proved, after a search for violations of each."""
    random, proved = Random(seed), 0
    tables = [table for table in (random_table(random) for _ in range(instances)) if len(table) > 1]
    known = [(levels(table), *measured(table)) for table in tables]
    for _ in range(count):
        guarantee = random.choice(("LDP", "PML", "PMC", "LIP"))
        kind, of_both = random.choice(("tv", "kl", "chi2")), random.random() < 0.3
        kind = "tv" if of_both and kind == "kl" else kind
        bound = random.choice(BOUNDS).format(k=random.choice(("1/3", "1/2", "1", "2")))
        sign = random.choice(("<=", "<=", "<"))
        text = f"{guarantee}(e) => {kind}(X{';Y' if of_both else '->y'}) {sign} {bound}"
        if verdict_of_proofs(text) not in ("proved", "vacuous"):
            continue
        proved += 1
        for level, at_outcomes, overall in known:
            e = level[guarantee] + random.choice((0, 0.1))
            value = overall[kind] if of_both else max(at_outcomes[kind].values())
            if math.isfinite(e):
                side = eval(bound.replace("^", "**"), {"exp": math.exp, "e": e})  # our own text
                assert value <= side + 1e-9, text
                assert sign == "<=" or value < side or side > 0, text
    return proved


def test_no_proved_statement_is_violated():
    assert no_violations(12, seed=1)


@pytest.mark.long
def test_no_proved_statement_of_many_is_violated():
    assert no_violations(300, seed=2) >= 20
