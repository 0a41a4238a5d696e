"""Mutual information of mechanisms that are written down: its goals are tried both ways."""

from fractions import Fraction
from functools import partial
from math import log
from random import Random

import pytest

from pmlsym.ledger.pmc.mechanisms.utility import prove_information
from pmlsym.proof.goal import NotProved
from pmlsym.proof.language import Mean
from pmlsym.statements.reductions import NotReducible, prove_case
from pmlsym.statements.reductions.specific import reduce_specific
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.levels import Levels, any_levels
from pmlsym.statements.specific.named import randomized_response
from pmlsym.statements.values import decimal
from tests.statements.reductions.proving import false_mutants, is_proved, linear
from tests.statements.reductions.random_statements import fails

DRAW = any_levels("u", "c")
SIGNS = ("<=", "<", ">=", ">", "=", "!=")


def random_mechanism(random):
    """Return a mechanism, the entries of which are not zero."""
    if random.random() < 0.4:
        return Mechanism("it", (Entries("exp(u)/(n - 1 + exp(u))", "1/(n - 1 + exp(u))", "own"),))
    alpha = random.choice(("1/(4*n)", "exp(-u)/(3*n)", "0"))
    return linear(alpha, random.choice(("1/4", "exp(-u)/2", "1/2")))


def random_statement(random):
    """Return a statement about the mutual information of one mechanism, or of two."""
    mechanisms = [random_mechanism(random) for _ in range(random.choice((1, 2, 2)))]
    left = random.choice(("mutual_information(X;Y)", "2*mutual_information(X;Y)"))
    right = "mutual_information(X;Z)"
    if len(mechanisms) == 1:
        right = random.choice(("u", "log(n)", "c", "0", "log(1/pmin)", "1/10"))
    given = random.choice(("", "", "pmin < 1/3 => ", "n >= 3 => ", "u > 0 => "))
    return about(f"{given}{left} {random.choice(SIGNS)} {right}", *mechanisms, draw=DRAW)


@pytest.mark.long
def test_where_a_statement_fails_its_goal_does_and_the_other_way_round():
    random = Random(5)
    false = true = 0
    for number in range(50):
        said = random_statement(random)
        claims = [c for c in reduce_specific(said).cases if c.goal.conclusion.atoms(Mean)]
        assert claims
        for k in range(12):
            instance = DRAW(12 * number + k, random)
            judged = said.judge(instance)
            if judged.applies is not True or judged.holds is None:
                continue
            told = [
                fails(case.goal.kernel, point)
                for case in claims
                for point in list(case.placed.at(instance))[:1]
            ]
            assert any(told) is not judged.holds, (said.words(), str(instance), str(judged))
            false, true = false + (not judged.holds), true + judged.holds
    assert min(false, true) > 100, (false, true)


def test_the_reading_is_the_sum_over_secrets_and_answers():
    # independent of both: floats, from the entries
    said = about("mutual_information(X;Y) >= 0", linear("exp(-u)/(3*n)", "1/4"), draw=DRAW)
    random = Random(2)
    for number in range(40):
        instance = DRAW(number, random)
        (rows,) = (one.rows(instance.prior, instance.parameters) for one in said.mechanisms)
        seen = [
            sum(float(q * row[y]) for q, row in zip(instance.prior, rows, strict=True))
            for y in range(len(rows))
        ]
        total = sum(
            float(q * a) * log(float(a) / seen[y])
            for q, row in zip(instance.prior, rows, strict=True)
            for y, a in enumerate(row)
        )
        assert decimal(said.judge(instance).check.left) == pytest.approx(total, abs=1e-12)


SPLIT = (Entries("1/4", "3/4", "other"), Entries("3/4", "1/4", "own"))
HALF = linear("0", "1/2")


@pytest.mark.parametrize(
    ("text", "mechanisms"),
    [
        ("kl(X->Y) <= u", (HALF,)),  # the rows depend on the prior
        ("min_entropy_leakage(X->Y) <= u", (HALF,)),
        ("mutual_information(X;Y,Z) <= u", (HALF, HALF)),
        ("exp(mutual_information(X;Y)) <= u", (HALF,)),
    ],
)
def test_what_is_no_sum_over_answers_is_not_reduced(text, mechanisms):
    with pytest.raises(NotReducible):
        reduce_specific(about(text, *mechanisms, draw=DRAW))


def test_an_entry_that_may_be_zero_is_not_taken_for_one_with_a_logarithm():
    tells = about("mutual_information(X;Y) >= 0", linear("0", "1 - exp(-u)"), draw=DRAW)
    cases = reduce_specific(tells).cases
    (positive,) = (case for case in cases if case.meaning.startswith("mutual information is"))
    with pytest.raises(NotProved):
        prove_case(positive.goal)


RESPONSES = randomized_response("r"), randomized_response("s")
WIDE = any_levels("r", "s", "c")


def test_more_odds_are_proved_to_tell_more_and_no_false_mutant_is():
    more = "mutual_information(X;Y) > mutual_information(X;Z) where exp(r) > exp(s)"
    said = about(more, *RESPONSES, draw=WIDE)
    assert is_proved(said, prove_information)
    assert is_proved(about(more.replace(">", "="), *RESPONSES, draw=WIDE), prove_information)
    made = partial(Specific, mechanisms=said.mechanisms, draw=said.draw)
    assert false_mutants(said.statement, made, prove=prove_information) > 1


@pytest.mark.parametrize(
    "text",
    [
        "mutual_information(X;Y) > mutual_information(X;Z) where exp(r) >= exp(s)",
        "mutual_information(X;Y) > mutual_information(X;Z) where exp(r) < exp(s)",
        "mutual_information(X;Y) > mutual_information(X;Z) where r > 0",
        "mutual_information(X;Y) = mutual_information(X;Z) where exp(r) >= exp(s)",
        "mutual_information(X;Y) > 2*mutual_information(X;Z) where exp(r) > exp(s)",
        "mutual_information(X;Y) > mutual_information(X;Z) + 1/100 where exp(r) > exp(s)",
    ],
)
def test_what_is_false_near_by_is_seen_and_not_proved(text):
    said = about(text, *RESPONSES, draw=_levels)
    assert said.trial(60).violations
    assert not is_proved(said, prove_information)


def _levels(number, random):
    edges = (Fraction(1), Fraction(2), Fraction(9, 5), Fraction(9))
    prior = WIDE(number, random).prior
    return Levels(prior, (("r", edges[number % 4]), ("s", edges[number // 4 % 4])))
