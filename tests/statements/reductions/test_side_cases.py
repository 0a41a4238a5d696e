"""What is left out of goals is shown aside: cases that cannot occur, and needs that are met."""

from fractions import Fraction as F
from itertools import product

import pytest

from pmlsym.proof.goal import NotProved
from pmlsym.prover.deciding import StatementDecision, prove
from pmlsym.prover.falsifier import Search
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.reductions import conditions, prove_case, reduce, reduction_of
from pmlsym.statements.reductions.encoding import encoder
from pmlsym.statements.reductions.ranges import point
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.parse import parse

NOTHING = Search(None, 0, 0, 0)
IMPOSSIBLE = (
    "pmin > 1/2 => PML(0)",
    "pmin = 2/5 and n = 3 => PML(0)",
    "pmax < 1/3 and n = 2 => PML(0)",
    "|X| = 3: n = 2 => PML(0)",
    "n = 3 and pmin >= 1/3 => pmin = 1/3",
)
# of each the second is what is wrong: at a > 0 the logarithm has no value
FALSE = "pmc(X->y) >= log(-a) where a >= 0"
A_FOURTH = "pmin = 1/4 => pml(X->y) <= 0"


def is_proved(text):
    found = prove(parse(text), NOTHING)
    return isinstance(found, StatementDecision) and found.verdict == "proved"


def priors():
    """Yield some priors of two to four secrets, in any order of size."""
    for weights in ((1, 1), (1, 3), (2, 3), (1, 1, 1), (1, 2, 3), (2, 3, 5), (1, 1, 1, 1)):
        yield tuple(F(weight, sum(weights)) for weight in weights)


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_case_that_cannot_occur_is_a_goal_that_the_kernel_proves(text):
    aside = [case for case in reduce(parse(text)).cases if case.aside]
    assert aside
    assert len({case.goal for case in aside}) == len(aside)
    for case in aside:
        prove_case(case.goal)
    assert is_proved(text)


def test_where_every_case_is_shown_aside_no_prior_meets_the_hypotheses():
    bounds = [
        f"{name} {sign} {number}"
        for name, numbers in (("pmin", ("1/6", "1/4", "1/2")), ("n", ("2", "3", "4")))
        for sign, number in product("<=>", numbers)
    ]
    found = 0
    for one, other in product(bounds, repeat=2):
        statement = parse(f"{one} and {other} => PML(0)")
        if all(case.aside for case in reduce(statement).cases):
            found += 1
            for prior in priors():
                identity = [[F(i == j) for j in range(len(prior))] for i in range(len(prior))]
                assert read(statement, Model.from_channel(identity, prior)).holds is not False
    assert found > 20


@pytest.mark.parametrize(
    ("module", "name", "wrong", "text"),
    [
        (conditions, "range_of", lambda term, known: point(1), A_FOURTH),  # gives up every case
        (encoder, "range_of", lambda term, known: point(1), FALSE),  # drops a need by its sign
        (conditions, "_implied", lambda *of: True, FALSE),
    ],
)
def test_what_is_wrongly_left_out_of_goals_is_not_proved(module, name, wrong, text, monkeypatch):
    assert not is_proved(text)
    monkeypatch.setattr(module, name, wrong)
    aside = [case for case in reduce(parse(text)).cases if case.aside]
    assert aside or name == "_implied"
    for case in aside[: text == A_FOURTH]:
        with pytest.raises(NotProved):
            prove_case(case.goal)
    assert not is_proved(text)


def test_a_need_that_is_implied_is_proved_from_what_is_claimed():
    text = "PML(e) => pmc(X->y) <= log(1/(2 - exp(e))) where exp(e) < 2, pmin = 1/2"
    goals = [case.goal for case in reduce(parse(text)).cases if not case.aside]
    assert any(len(goal.hypotheses) > len(goals[-1].hypotheses) for goal in goals)
    assert is_proved(text)


def test_that_a_term_equals_itself_is_no_more_than_that_it_has_a_value():
    """At k = 2 the quotient has none, and a comparison without a value does not hold."""
    for sign in ("<=", ">=", "="):
        (first, *_) = reduction_of(about_releases(f"{HISTOGRAM}: 1/(k - 2) {sign} 1/(k - 2)")).cases
        with pytest.raises(NotProved):
            prove_case(first.goal)
