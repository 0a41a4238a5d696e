"""Statements about numbers: what is read is what the formulas say, and no false one is proved."""

import random
from itertools import islice

import mpmath
import pytest

import pmlsym as ps
from pmlsym.ledger import Claim, NoVerdict, claim
from pmlsym.ledger.derived import stated
from pmlsym.proof.goal import NotProved
from pmlsym.proof.steps import Decided
from pmlsym.statements.from_text import from_text
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.values import decimal


def _polynomial(chance):
    terms = ("s", "t", "s*t", "s^2", "t^2", "1")
    return " + ".join(f"{chance.randint(-2, 2)}*{term}" for term in chance.sample(terms, 3))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_what_the_numbers_falsify_is_not_proved(seed):
    """Random comparisons: no proof where an instance shows one false, and the other way."""
    chance, decided = random.Random(seed), [0, 0]
    for _ in range(40):
        given, claimed = (
            f"{_polynomial(chance)} {chance.choice(('<', '<=', '>', '>='))} 0" for _ in range(2)
        )
        said = from_text(f"numbers s, t: {claimed} where t >= 0, {given}")
        found = said.trial(120)
        if not found.applied:
            continue
        try:
            for part in stated(said)["parts"]:
                Decided(part.goal)
            proved = True
        except NotProved:
            proved = False
        decided[proved] += 1
        assert not (proved and found.violations)
    assert min(decided) > 0


@pytest.mark.parametrize(
    "changed",
    [
        (", alpha*exp(epsilon) < 1", ""),
        ("epsilon > 0", "epsilon > -1"),
        (" > 0 and", " < 0 and"),
        ("= epsilon", "= epsilon + 1"),
    ],
)
def test_a_changed_statement_of_the_ledger_has_no_verdict(changed):
    """With another sign or number, or a range left out, no other goals stand in for it."""
    claimed = claim("histogram.calibration")
    text = claimed.asserts[0].text
    assert changed[0] in text
    one = from_text(text.replace(*changed))
    with pytest.raises(NoVerdict):
        Claim("notes.changed", "notes", "1", "changed", asserts=(one,), parts=claimed.parts).check()


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("numbers t: exp(t) >= 1 + t", "proved"),  # also of negative numbers
        ("numbers a, b: a*b <= (a^2 + b^2)/2", "proved"),
        ("numbers t: max(t, -t) >= t", "proved"),
        ("numbers t: t > 0 => log(t) <= t - 1", "proved"),
        ("numbers t: log(t) <= t - 1", "refuted"),  # of 0 and below it has no value
        ("numbers t: t^3 >= t", "refuted"),
        ("numbers t: t >= 0 <=> t^3 >= 0", "proved"),
        ("numbers t: t^2 >= 0 and t^2 >= 2*t - 1", "proved"),
        ("numbers a; numbers b: a >= b where a = b", "proved"),
        ("numbers t: 2/log(t) > 0 where t > 1", "proved"),  # a logarithm within a term
        ("numbers a, b: a*log(b) <= a*(b - 1) where a >= 0, b > 0", "proved"),
        ("numbers t: 1/log(t) <= 5 where t >= 0, t <= 1/2", "supported"),  # log(0) has a reciprocal
        ("numbers t: t > 0 where t >= 0, 1/log(t) <= 5", "refuted"),
        ("numbers a, b: a*log(b) - a*log(b) = 0 where a > 0, b >= 0", "refuted"),
        ("numbers a: max(a*log(a), a) <= max(a*(a - 1), a) where a > 0", "supported"),  # nan at 0
        ("numbers t: 1/(t - 17/3) = 1/(t - 17/3)", "supported"),  # it has no value at 17/3
        ("numbers a, b: a >= b where a > 3, a < 2", "vacuous"),
    ],
)
def test_inequalities_are_typed_and_decided(text, verdict):
    answer = ps.conjecture(text, seconds=2 if verdict == "supported" else 20)
    assert answer.verdict == verdict
    assert str(answer.statement) == text


WITHOUT_A_VALUE = (
    *("exp(2*log(-1)) = 1", "log(-1) - log(-1) = a - a", "1/(1/0) = 0", "max(log(-1), 1) = 1"),
    *("exp(log(a)) = a where a >= -1", "exp(2*log(a)) = a^2", "exp(log(a)/2)^2 = a", "a/a = 1"),
    *("1/(1/a) = a", "a^2/a = a", "(a^(-1))^(-1) = a", "a^2*a^(-2) = 1", "(1/a)^0 = 1"),
    *("0*(1/a) = 0", "(1/a) - (1/a) = 0", "log(a/a) = 0", "log(a) - log(a) = 0", "log(a)^0 = 1"),
    *("(a - 1)/(a - 1) >= 1", "(a + b)/(a + b) = 1", "a*b/b <= a", "exp(a/b)/exp(a/b) = 1"),
    *("max(a/b, a/b) - a/b = 0", "log(b)/log(b) = 1 where b > 0", "a^b/a^b = 1", "a^b - a^b = 0"),
)


@pytest.mark.parametrize("text", WITHOUT_A_VALUE)
def test_what_has_no_value_somewhere_is_not_cancelled(text):
    assert ps.conjecture(f"numbers a, b: {text}", seconds=10).verdict == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        *("a != 0 where a/a = 1", "a > 0 where log(a) - log(a) = 0", "a != 0 where 1/(1/a) = a"),
        *("log(a) <= a - 1 where a >= 0", "max(log(a), 1) >= 1 where a >= 0"),  # log(0) = -inf
        *("exp(log(a)) = a where a >= 0", "a*log(a) >= a - 1 where a > 0"),
    ],
)
def test_a_hypothesis_without_a_value_does_not_hold(text):
    """And minus infinity, which log(0) is, may be compared."""
    assert ps.conjecture(f"numbers a: {text}", seconds=10).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "exp(2*log(a)) = a^2",  # below 0
        "log(0)*a >= 0 => a > 0",  # below 0 the left side is infinity
        "a > 0 where a >= 0, 0*(1/log(a)) >= 0",  # 1/log(0) is 0  # 1/log(0) is 0
        "a*log(a) - a*log(a) = 0 where a >= 0",  # 0 times infinity has no value
        "1/log(a) >= 0 where a >= 1",  # log(1) is 0
        "a > 1 <=> a^2 > 1",  # one way alone
        "a^2 > 1 <=> a > 1",
    ],
)
def test_no_proof_is_found_of_what_is_false_of_numbers(text):
    """By the reduction alone: no test on instances stands before it in a claim."""

    def proved():
        return [part.prove(part.goal) for part in stated(f"numbers a: {text}")["parts"]]

    with pytest.raises((NotProved, NotReducible)):
        proved()


def test_a_typed_formula_has_the_value_that_mpmath_computes():
    said = from_text("numbers a, b: exp(a)*b + log(1 + b^2)/(2 + a^2) - max(a - b, b - a) <= 1")
    for here in islice(said.instances(3), 200):
        with mpmath.workdps(40):
            a, b = (mpmath.mpf(str(decimal(here[name]))) for name in "ab")
            value = mpmath.exp(a) * b + mpmath.log(1 + b**2) / (2 + a**2) - abs(a - b)
        if abs(value - 1) > 1e-9:
            assert said.judge(here).holds == (value <= 1)
