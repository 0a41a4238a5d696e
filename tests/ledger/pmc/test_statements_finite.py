"""What the ledger asserts of finite mechanisms is read on instances, and agrees with other code."""

import re
from fractions import Fraction as F
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.ledger.pmc import CLAIMS, extremal, regions
from pmlsym.ledger.pmc.mechanisms import adapted, improvable, response, zeros
from pmlsym.ledger.pmc.mechanisms.instances import Levels, information, law_of, prior, worst
from pmlsym.mechanisms import high_privacy_extremal, randomized_response
from pmlsym.statements.arithmetic import log
from pmlsym.statements.from_text import from_text
from pmlsym.statements.likelihoods.of_likelihoods import rows_of
from pmlsym.statements.specific import about
from pmlsym.statements.values import decimal

LEDGER = {claim.id.removeprefix("pmc."): claim for claim in CLAIMS}
PROVED = [
    "theorem-1",
    "theorem-5",
    "theorem-6.i",
    "theorem-6.ii",
    "theorem-7",
    "proposition-1",
    "proposition-3",
    "lip-ldp",
    "corollary-3.i",
    "corollary-3.ii",
    "corollary-4",
    "corollary-5",
    "table-2",
    "lemma-1.i",
    "lemma-1.ii",
    "lemma-1.iii",
    "lemma-1.iv",
    "lemma-1.v",
    "lemma-1.vi",
    "lemma-1.vii",
    "example-4.ldp",
    "example-4.pmc",
    "example-4.limit",
    "example-4.pml",
    "example-5",
    "figure-1",
    "remark-1",
    "remark-3",
    "remark-5",
    "remark-6",
    "extremal-mechanism",
    "attained",
    "improvable",
    "zero-pairs",
    "rr-optimal",
]
REFUTED = {
    "example-4.crossover": "boundary",
    "example-4.utility": "boundary",
    "figure-2": "boundary",
    "footnote-5": "typo",
    "example-4.skewed": "assumption",
    "definition-4.surely": "formula",
    "corollary-2.markov": "formula",
}
TIGHT = {  # what says that equality is reached, or is an equality
    *("proposition-1", "theorem-6.i", "theorem-6.ii", "corollary-3.i", "attained", "improvable"),
    *("lemma-1.iii", "example-4.ldp", "example-4.pmc", "example-4.pml", "example-5", "remark-6"),
    *("corollary-5", "rr-optimal", "zero-pairs"),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_proved_holds_on_instances_that_the_check_does_not_see(name):
    claim = LEDGER[name]
    assert claim.asserts
    assert claim.reductions
    assert not claim.arguments
    tight = 0
    for statement in claim.asserts:
        found = statement.trial(60, seed=7)
        assert found.applied > 2 or statement.exists, statement.words()
        assert not found.violations, found.first
        tight += found.tight
    assert tight or name not in TIGHT


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", REFUTED)
def test_what_is_refuted_fails_on_its_model_and_not_after_its_repair(name):
    claim = LEDGER[name]
    (model,) = claim.models
    assert claim.holds(model) is False
    for statement in claim.repair.asserts:
        found = statement.trial(60, seed=7)
        assert found.applied
        assert not found.violations, found.first
    checked = claim.check()
    assert (checked.verdict, checked.kind) == ("refuted", REFUTED[name])
    assert checked.repair.verdict.startswith("proved")
    assert checked.as_dict()["witness"]["world"] == str(model)


def test_what_a_proved_claim_says_of_leakage_is_never_that_a_term_is_itself():
    """Where a goal says that, it is about a mechanism, or a case in which both sides are zero."""
    about_mechanisms = re.compile(
        "the rows of .* sum to one|(ldp|pml|pmc) is largest at .*, not at"
    )
    for name in (*PROVED, *REFUTED):
        claim = LEDGER[name]
        parts = (claim.repair or claim).parts
        of_leakage = [part for part in parts if not about_mechanisms.match(part.meaning)]
        differ = [part for part in of_leakage if len(set(part.goal.conclusion.args)) == 2]
        assert differ, name
        for part in of_leakage:
            assert part in differ or set(part.goal.conclusion.args) == {0}, (name, part.meaning)


# --- changed statements --------------------------------------------------------------------------

CHANGED = (
    ("LDP(e) => PMC(log(pmax + (1 - pmax)*exp(e)))", "the largest probability for the smallest"),
    ("LDP(e) => PML(-log(pmax + (1 - pmax)*exp(-e)))", "the same, of PML"),
    (
        "PML(u) => PMC(log(pmin/(1 - exp(u)*(1 - pmin))) - 1/100) where u < log(1/(1 - pmin))",
        "less",
    ),
    ("PML(u) => PMC(log(pmax/(1 - exp(u)*(1 - pmax)))) where u < log(1/(1 - pmin))", "pmax"),
    ("PML(u) => PMC(log(1/pmin)) where u <= log(1/(1 - pmin))", "beyond the range"),
    ("PMC(l) => PML(log((1 - exp(-l)*(1 - pmax))/pmax))", "pmax"),
    ("PMC(l) => PML(l)", "without a conversion"),
    ("PML(e) => LDP(e)", "the converse of Thm 1, for one prior"),
    ("PMC(e) => LDP(e)", "the converse of Thm 5, for one prior"),
    ("LIP(e) => LDP(3/2*e)", "a smaller factor"),
    ("ALIP(l, u) => LDP(max(l, u))", "the larger for the sum"),
    ("|X| = 2: PML(u) <=> PMC(log(1/2/(1 - exp(u)/2))) where u < log(2)", "prior not uniform"),
    ("|X| = 3; prior uniform: PML(u) <=> PMC(log(1/2/(1 - exp(u)/2))) where u < log(2)", "three"),
    ("pmc(X->y,z) <= pmc(X->y) + pmc(X->z)", "given y left out"),
    ("Z - X - Y: pmc(X->y) <= pmc(Z->y)", "the other direction"),
    ("X - Y - Z: pmc(X->Y) <= pmc(X->Z)", "the other direction"),
    ("pmc(Z->y) <= pmc(X->y)", "no chain"),
    ("pmc(X->y) > 0", "strict"),
    ("Y, Z independent: pmc(X->y) = 0", "another independence"),
)


@pytest.mark.parametrize(("text", "how"), CHANGED)
def test_a_changed_statement_is_seen_to_be_false(text, how):
    assert from_text(text).trial(600).violations, how


# --- instances against other code -----------------------------------------------------------------


def _channel(law):
    joint = np.array(law.weights, dtype=float).reshape(law.shape) / law.total
    return joint.sum(axis=1), joint / joint.sum(axis=1, keepdims=True)


def _agree(law, channel):
    assert _channel(law)[1] == pytest.approx(np.array(channel.kernel, dtype=float))
    for kind, measure in (("pml", ps.pml), ("pmc", ps.pmc), ("ldp", ps.ldp)):
        expected = float(np.max(np.array(measure(channel), dtype=float)))
        assert decimal(worst(kind, law)) == pytest.approx(expected, abs=1e-9)
    expected = float(ps.mutual_information(channel))
    assert decimal(information(law)) == pytest.approx(expected, abs=1e-9)


def test_randomized_response_is_that_of_the_library():
    said, random = LEDGER["figure-1"].asserts[0], Random(3)
    for number in range(30):
        instance = said.draw(number, random)
        masses = [float(mass) for mass in instance.prior]
        for notion, parameter in (("pmc", "r"), ("pml", "s"), ("ldp", "d")):
            law = response.answers(instance.prior, instance[parameter])
            _agree(law, randomized_response(masses, float(np.log(float(instance[parameter])))))
            assert worst(notion, law) == log(instance["e"])
            levels = Levels(instance.prior, (("r", instance[parameter]),))
            assert LEDGER["example-4.ldp"].asserts[0].law(levels) == law


def test_the_extremal_mechanism_is_that_of_the_library():
    said, random = LEDGER["example-5"].asserts[0], Random(3)
    for number in range(30):
        instance = said.draw(number, random)
        masses = [float(mass) for mass in instance.prior]
        channel = high_privacy_extremal(masses, float(np.log(float(instance["u"]))))
        _agree(said.law(instance), channel)
        assert law_of(instance.prior, extremal.kernel(instance.prior, instance["u"])) == said.law(
            instance
        )


def _reach(prior_, low, high, x, sign):
    """Return the smallest (sign 1) or largest lift within bounds, by a linear program."""
    costs = [sign * (i == x) for i in range(len(prior_))]
    found = linprog(
        costs, A_eq=[list(map(float, prior_))], b_eq=[1], bounds=[(low, high)] * len(prior_)
    )
    return sign * found.fun


def test_the_vertices_reach_as_far_as_linear_programs():
    for instance in islice(regions._EVERY.all(5), 25):
        secrets = range(len(instance.prior))
        least = min(_reach(instance.prior, 0, float(instance["u"]), x, 1) for x in secrets)
        most = max(_reach(instance.prior, 1 / float(instance["l"]), None, x, -1) for x in secrets)
        assert decimal(regions._worst_pmc(instance)) == pytest.approx(-np.log(least), abs=1e-7)
        assert decimal(regions._worst_pml(instance)) == pytest.approx(np.log(most), abs=1e-7)


def test_two_lifts_stand_as_far_apart_as_linear_programs_say():
    for instance in islice(improvable._TWO_RARE.all(5), 12):
        low, high = 1 / float(instance["l"]), float(instance["u"])
        ratios = []
        for x in range(len(instance.prior)):
            top = _reach(instance.prior, low, high, x, -1)
            for z in set(range(len(instance.prior))) - {x}:
                for first in np.linspace(1, top, 9):
                    rest = [
                        (first, first) if i == x else (low, high)
                        for i in range(len(instance.prior))
                    ]
                    cost = [float(i == z) for i in range(len(instance.prior))]
                    found = linprog(
                        cost, A_eq=[list(map(float, instance.prior))], b_eq=[1], bounds=rest
                    )
                    ratios.append(first / found.fun if found.status == 0 else 1)
        assert np.exp(decimal(improvable._farthest(instance))) == pytest.approx(
            max(ratios), rel=1e-6
        )


def test_under_ldp_randomized_response_is_what_the_optimiser_finds_for_two_secrets():
    for masses, e in (((0.5, 0.5), 0.4), ((0.2, 0.8), 1.0), ((0.9, 0.1), 2.0)):
        found = ps.design.optimal_mechanism(masses, ps.LDP(e), utility="mutual-information")
        mine = float(ps.mutual_information(randomized_response(masses, e)))
        assert found.value == pytest.approx(mine, abs=1e-7)
    skewed = (0.5, 0.25, 0.25)
    found = ps.design.optimal_mechanism(skewed, ps.LDP(0.405), utility="mutual-information")
    assert found.value > float(ps.mutual_information(randomized_response(skewed, 0.405))) + 1e-4


def test_the_utility_of_an_instance_is_that_of_its_channel():
    said, random = LEDGER["rr-optimal"].asserts[0], Random(2)
    for number in range(40):
        instance = said.draw(number, random)
        masses, kernel = _channel(instance.law)
        if instance.faces:
            expected = float((np.array(instance.faces, dtype=float) @ kernel).max(axis=0).sum())
        else:
            expected = float(ps.mutual_information(ps.Channel(kernel, masses)))
        assert decimal(instance.worth(instance.kernel)) == pytest.approx(expected, abs=1e-9)


# --- theorems that lead to goals, both ways ------------------------------------------------------


def _columns(count, seed):
    """Yield a prior and the likelihoods of a possible outcome."""
    random = Random(seed)
    for number in range(count):
        rows = rows_of(number, random)
        masses = prior(100 + number, random, (len(rows),))
        for y in range(len(rows[0])):
            if any(row[y] for row in rows):
                yield masses, rows, y


def _lifts(masses, likelihoods):
    chance = sum(m * a for m, a in zip(masses, likelihoods, strict=True))
    return [a / chance for a in likelihoods]


def test_an_outcome_leaks_what_its_column_does_and_every_column_is_one():
    for masses, rows, y in _columns(400, 1):
        column = [row[y] for row in rows]
        law = law_of(masses, rows)
        top, low = law.extremes("X", ("Y",))[y,]
        assert (top, low) == (max(_lifts(masses, column)), min(_lifts(masses, column)))
        alone = law_of(masses, [(a, 1 - a) for a in column])  # a column makes a mechanism
        assert alone.extremes("X", ("Y",))[0,] == (top, low)


def test_secrets_of_equal_likelihood_may_be_merged():
    for masses, rows, y in _columns(400, 2):
        column = [row[y] for row in rows]
        kinds = sorted(set(column))
        merged = [
            sum(m for m, a in zip(masses, column, strict=True) if a == kind) for kind in kinds
        ]
        assert sum(m * a for m, a in zip(merged, kinds, strict=True)) == sum(
            m * a for m, a in zip(masses, column, strict=True)
        )
        assert set(_lifts(merged, kinds)) == set(_lifts(masses, column))


def test_chains_average_and_two_outcomes_multiply():
    random = Random(4)
    for _ in range(200):
        x, y, z = 2, 3, 2
        first = [[F(random.randint(0, 4)) for _ in range(y)] for _ in range(x)]
        first = [[e / sum(row) for e in row] if sum(row) else [F(1, y)] * y for row in first]
        second = [[F(random.randint(1, 5)) for _ in range(z)] for _ in range(y)]
        second = [[e / sum(row) for e in row] for row in second]
        masses = [F(1, 3), F(2, 3)]
        joint = {
            (i, j, k): masses[i] * first[i][j] * second[j][k]
            for i, j, k in product(range(x), range(y), range(z))
        }
        for k in range(z):
            weighed = [sum(second[j][k] * first[i][j] for j in range(y)) for i in range(x)]
            assert [sum(joint[i, j, k] for j in range(y)) / masses[i] for i in range(x)] == weighed
        for j, k in product(range(y), range(z)):
            at_y = [sum(joint[i, j, c] for c in range(z)) for i in range(x)]
            both = [joint[i, j, k] for i in range(x)]
            for i in range(x):
                lift = both[i] / (masses[i] * sum(both)) if sum(both) else None
                if lift is None or not at_y[i]:
                    continue
                here = at_y[i] / (masses[i] * sum(at_y))
                then = (both[i] / at_y[i]) / (sum(both) / sum(at_y))
                assert lift == here * then


def test_the_zeros_are_counted_and_ruled_out_sets_are_small():
    for instance in islice(zeros._EVERY.all(2), 60):
        _, kernel = _channel(instance.law)
        count = int((kernel[:, kernel.sum(axis=0) > 0] == 0).sum())
        assert sum(zeros._zeros(instance.law).values()) == count
    assert zeros.most_ruled_out((F(1, 2), F(1, 3), F(1, 6)), F(2)) == 2
    assert zeros.most_ruled_out((F(1, 2), F(1, 3), F(1, 6)), F(11, 10)) == 0


def test_a_changed_formula_is_seen_by_the_reading():
    leaks = next(one for one in adapted.ADAPTED["asserts"] if "=> exp(r)" in str(one.statement))
    third = Levels((F(1, 3),) * 3, (("e", F(3, 2)), ("r", F(5, 2)), ("s", F(2))))
    assert leaks.judge(third).holds is True
    changed = about(
        "pmc(X->Y) = e => exp(r) = 2 + (exp(e) - 1)/pmax", *leaks.mechanisms, draw=leaks.draw
    )
    assert changed.judge(third).holds is False
