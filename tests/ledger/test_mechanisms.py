"""Statements about attacks and closed-form mechanisms, decided on one mechanism."""

import re
from fractions import Fraction as F
from random import Random

import pytest

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.attacks import Elsewhere
from pmlsym.ledger.checking.on_instance import judged_on, numbers_of, parameters_of, read_on
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.attack.attacks import draw
from pmlsym.statements.model import Model
from pmlsym.statements.optimality import Optimality
from pmlsym.statements.specific.mechanism import Entries, Mechanism
from pmlsym.statements.values import decimal

SMALL = Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"])
LARGE = Model.from_channel(
    [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/8", "3/8", "1/2"]], ["1/2", "1/3", "1/6"]
)


def reaction(kind, prior, kernel, function, payoff, y):
    """What a payoff saves or gains, as a ratio, by adding up the joint law."""
    (sign, end, *_) = (1, min) if kind.endswith("cost") else (-1, max)
    outcomes = range(len(kernel[0]))
    joint = [[p * row[o] for o in outcomes] for p, row in zip(prior, kernel, strict=True)]

    def best(weights):
        return end(
            sum(
                weight * function[x][u] * payoff[u][w]
                for x, weight in enumerate(weights)
                for u in range(len(payoff))
            )
            for w in range(len(payoff[0]))
        )

    columns = {o: [row[o] for row in joint] for o in outcomes if any(row[o] for row in joint)}
    if kind.startswith("average"):
        after = sum(best(column) for column in columns.values())
    elif kind.startswith("worst"):
        after = end(best(column) / sum(column) for column in columns.values())
    else:
        after = best(columns[y]) / sum(columns[y])
    ratio = (best(prior), after)[::sign]
    return ratio[0] / ratio[1] if ratio[1] else float("inf") if ratio[0] else 1


@pytest.mark.parametrize(
    "kind",
    [
        *("cost", "gain", "average_cost", "average_gain", "worst_cost", "worst_gain"),
    ],
)
def test_no_payoff_and_no_guess_does_more_than_those_that_are_looked_at(kind):
    random = Random(kind)
    guessed = 0
    for number in range(60):
        attack = draw(number, random)
        model = Model.from_channel(attack.kernel, attack.prior)
        guesses = [
            [F(u == w) for w in range(len(attack.function[0]))]
            for u in range(len(attack.function[0]))
        ]
        if kind == "cost":
            guesses = [[1 - entry for entry in row] for row in guesses]
        tables = [("cost C", attack.payoff)]
        if kind in ("cost", "gain"):
            tables.append(("guess C", guesses))
        for payoff, table in tables:
            found = judged_on(from_text(f"{payoff}: {kind}(C) <= 7"), model)
            here = [
                j for place, j in found if "y" not in place or f"y = {attack.outcome}," in place
            ]
            most = max(decimal(judged.left) for judged in here)
            one = reaction(
                kind, attack.prior, attack.kernel, attack.function, table, attack.outcome
            )
            assert float(one) <= 2.718281828459045**most + 1e-9, (number, payoff)
            guessed += float(one) > 1
    assert guessed > 1


def test_a_false_bound_of_what_is_saved_fails_on_the_mechanisms_on_which_it_is_false():
    """saves <= pml exactly where the smallest lift is at least one over the largest."""
    random, seen = Random(3), set()
    for number in range(80):
        attack = draw(number, random)
        lifts = [
            [row[y] / total for row in attack.kernel]
            for y, total in enumerate(attack.marginal)
            if total
        ]
        true = all(min(column) * max(column) >= 1 for column in lifts)
        claimed = from_text("cost C: cost(C) <= pml(X->y)")
        found = read_on("own", [claimed], Model.from_channel(attack.kernel, attack.prior))
        assert found.holds is true
        seen.add(true)
    assert seen == {True, False}


@pytest.mark.parametrize(
    "text",
    [
        "guesswork C: cost(C) <= pmc(X->y)",  # no single order saves most
        "cost C: cost(C) >= 0",
        "cost C: cost(C) <= 1 => gain(C) <= 1",
        "cost C: least_after(C) <= 1",
        "guess C: average_cost(C) <= 1",
    ],
)
def test_what_a_few_payoffs_do_not_decide_is_left_out(text):
    with pytest.raises(Elsewhere):
        judged_on(from_text(text), SMALL)


# --- closed-form mechanisms -----------------------------------------------------------------------


def test_a_statement_about_a_mechanism_is_about_that_mechanism_alone():
    claim = ps.claim("pmc.example-4.ldp")
    rows = [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]
    for order in ((0, 1, 2), (2, 0, 1)):  # outcomes have no names
        moved = ps.Channel([[row[y] for y in order] for row in rows], ["1/2", "1/3", "1/6"])
        assert claim.holds(moved, r="log(3)") is True
    assert claim.read_on(moved, r="log(2)").applies is False
    assert claim.read_on(SMALL_CHANNEL, r="log(4)").applies is False
    with pytest.raises(ParameterError, match=r"log\(3/2\)"):  # e^(1/2) is irrational
        claim.holds(moved, r="1/2")


SMALL_CHANNEL = ps.Channel([["3/4", "1/4"], ["1/4", "3/4"]], "uniform")


def test_any_of_the_rarest_secrets_may_stand_apart():
    rows = [["7/15", "8/15"], ["2/5", "3/5"], ["7/15", "8/15"]]  # u = log(6/5), pmin = 1/3
    own, other = 1 - F(2, 3) * F(6, 5), F(1, 3) * F(6, 5)
    for apart in range(3):
        rows = [[own, 1 - own] if x == apart else [other, 1 - other] for x in range(3)]
        found = ps.claim("pmc.attained").read_on(ps.Channel(rows, "uniform"), u="log(6/5)")
        assert found.decided[0].outcome == "holds"
    found = ps.claim("pmc.attained").read_on(ps.Channel(rows, ["1/2", "1/4", "1/4"]), u="log(6/5)")
    assert found.decided[0].outcome == "does not apply"


# --- every utility --------------------------------------------------------------------------------

NOISY = Mechanism("half of the truth", (Entries("(n + 1)/(2*n)", "1/(2*n)", "own"),))
NOTHING = Optimality.of("|X| >= 2: n >= 2", NOISY, draw=lambda number, random: None)


def test_a_mechanism_beats_another_unless_it_is_that_one_followed_by_a_channel():
    random = Random(4)
    outcomes = set()
    keeps = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    for _ in range(25):
        # P(y|x) of two secrets: at most as far apart as the two rows of the other mechanism?
        first, second = (F(random.randint(0, 12), 12) for _ in range(2))
        rows = [[first, 1 - first], [second, 1 - second]]
        after = any(
            [
                [
                    sum(a * b for a, b in zip(row, column, strict=True))
                    for column in zip(*channel, strict=True)
                ]
                for row in keeps
            ]
            == rows
            for p in range(25)
            for q in range(25)
            for channel in [[[F(p, 24), 1 - F(p, 24)], [F(q, 24), 1 - F(q, 24)]]]
        )
        ((_, found),) = judged_on(NOTHING, Model.from_channel(rows, ["1/3", "2/3"]))
        if found.holds is False:  # the utility that shows it is one of both sides
            assert decimal(found.left) > decimal(found.right)
        assert found.holds is after
        outcomes.add(after)
    assert outcomes == {True, False}


# --- all that is printed --------------------------------------------------------------------------

_COMPARED = re.compile(r": \S.* ([<>=]) .*, about (\S+)(?: and (\S+))?$")


@pytest.mark.parametrize("level", ["log(3)", "log(11/10)", "0"])
@pytest.mark.parametrize("model", [SMALL, LARGE], ids=["two", "three"])
def test_no_comparison_that_is_printed_is_false(model, level):
    compared = decided = 0
    for claim in catalogue.with_repairs(catalogue.claims()):
        names = parameters_of(claim.asserts) or ()
        given = Model.from_channel(model.kernel, model.prior, **dict.fromkeys(names, level))
        for one in read_on(claim.id, claim.asserts, given).statements:
            assert one.is_decided or one.why_left_out(), claim.id
            decided += one.is_decided
            assert numbers_of(one.statement) is not None or not one.is_decided
            line = _COMPARED.search(str(one))
            if line:
                left, right = float(line[2]), float(line[3] or line[2])
                assert {"<": left <= right, ">": left >= right, "=": line[3] is None}[line[1]], line
                compared += 1
    assert compared > 80
    assert decided > 120
