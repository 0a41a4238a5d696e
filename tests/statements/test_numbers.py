"""Statements about numbers: what is read is what the formulas say, and no false one is proved."""

import random
from fractions import Fraction as F
from itertools import islice

import mpmath
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.ledger import Claim, NoVerdict, claim
from pmlsym.ledger.derived import stated
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.numbers import OfNumbers
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import LogOf, decimal

x, y, b, rate = reals("x y b rate")
SIGNS = {"<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}


def relate(left, sign, right):
    return SIGNS[sign](left, right, evaluate=False)


def drawn(number, chance):
    return Parameters.of(
        x=F(chance.randint(-12, 12), chance.choice((1, 2, 5))),
        y=F(chance.randint(0, 12), chance.choice((1, 3))),
    )


def test_a_formula_is_computed_as_mpmath_computes_it():
    formula = sp.exp(x) * y + sp.log(1 + y) / (2 + x**2) - abs(x - y)
    chance = random.Random(1)
    for number in range(60):
        instance = drawn(number, chance)
        with mpmath.workdps(40):
            at = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in instance.entries}
            value = mpmath.exp(at["x"]) * at["y"] + mpmath.log(1 + at["y"]) / (2 + at["x"] ** 2)
            value -= abs(at["x"] - at["y"])
        for sign, true in (("<=", value <= 1), (">", value > 1)):
            said = OfNumbers(Goal((), relate(formula, sign, sp.Integer(1))), drawn)
            assert said.judge(instance).holds == true


def test_a_scale_may_be_said_by_its_rate():
    """With 1/b = log 2 the exponential is a rational number, and equality is seen."""
    goal = Goal((b > 0,), sp.Eq(sp.exp(2 / b), 4, evaluate=False))
    said = OfNumbers(goal, lambda *_: Parameters.of(rate=LogOf(F(2))), ((b, 1 / rate),))
    found = said.judge(Parameters.of(rate=LogOf(F(2))))
    assert found.applies
    assert found.equal
    assert not said.judge(Parameters.of(rate=LogOf(F(3)))).holds
    assert said.judge(Parameters.of(rate=LogOf(F(1, 2)))).applies is False
    assert not said.covers(Parameters.of(b=F(1)))


def _polynomial(chance):
    terms = (x, y, x * y, x**2, y**2, sp.Integer(1))
    return sum(chance.randint(-2, 2) * term for term in chance.sample(terms, 3))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_what_the_numbers_falsify_is_not_proved(seed):
    """Random comparisons: no proof where an instance shows one false, and the other way."""
    chance, decided = random.Random(seed), [0, 0]
    for _ in range(40):
        given = [relate(_polynomial(chance), chance.choice(tuple(SIGNS)), sp.Integer(0))]
        claimed = relate(_polynomial(chance), chance.choice(("<", "<=", ">", ">=")), sp.Integer(0))
        said = OfNumbers(Goal((y >= 0, *given), claimed), drawn)
        found = said.trial(120)
        if not found.applied:
            continue
        (part,) = stated(said)["parts"]
        assert part.goal.kernel == said.goal.kernel
        try:
            Decided(part.goal)
            proved = True
        except NotProved:
            proved = False
        decided[proved] += 1
        assert not (proved and found.violations)
    assert min(decided) > 0


def test_a_changed_statement_of_the_ledger_has_no_verdict():
    """Its goal is the statement: with another sign, or a range left out, nothing proves it."""
    claimed = claim("histogram.calibration")
    said = next(one for one in claimed.asserts if isinstance(one, OfNumbers))
    goal = said.goal
    for changed in (
        Goal(goal.hypotheses[:-1], goal.conclusion),
        Goal(goal.hypotheses, relate(goal.conclusion.rhs, "<", goal.conclusion.lhs)),
    ):
        one = OfNumbers(changed, said.draw, said.through)
        with pytest.raises(NoVerdict):
            Claim(
                "notes.changed", "notes", "1", "changed", asserts=(one,), parts=claimed.parts
            ).check()


@pytest.mark.parametrize(
    "goal",
    [
        Goal((), relate(x, ">", sp.Integer(0)), (x,)),
        Goal((), relate(Mean(x, (x,), (x >= 0,)), ">=", sp.Integer(0))),
        Goal((), relate(sp.Symbol("z", integer=True), ">=", sp.Integer(0))),
        "x >= 0",
    ],
    ids=("exists", "mean", "integer", "text"),
)
def test_what_is_no_comparison_of_numbers_is_refused(goal):
    with pytest.raises(StatementError, match="What is said of numbers"):
        OfNumbers(goal, drawn)


def test_no_number_is_put_in_and_brought_as_well():
    """It would be printed as what the instance brings, and evaluated as what is put in."""
    (x,) = reals("x")
    shifted = OfNumbers(Goal((x > 0,), x < 1), drawn, ((x, x + 1),))
    half = Parameters.of(x=F(1, 2))
    assert not shifted.covers(half)
    with pytest.raises(ParameterError, match="brought as well"):
        shifted.judge(half)


@pytest.mark.parametrize("power", [sp.Rational(1, 2), sp.Rational(1, 3)])
def test_a_root_of_what_may_be_0_is_refused(power):
    """At 0 it has a value, and the exponential of a logarithm, as the kernel reads it, has none."""

    def said(*given):
        return OfNumbers(
            Goal((x >= 0, *given), relate(x**power, "<=", 1 + x)),
            lambda number, _: Parameters.of(x=F(number, 7)),
        )

    with pytest.raises(StatementError, match="roots of positive numbers"):
        said()
    above = said(x > 0).trial(40)
    assert above.applied > 20
    assert above.violations == 0


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
        ("numbers t: 1/(t - 17/3) = 1/(t - 17/3)", "supported"),  # it has no value at 17/3
        ("numbers a, b: a >= b where a > 3, a < 2", "vacuous"),
    ],
)
def test_inequalities_are_typed_and_decided(text, verdict):
    answer = ps.conjecture(text, seconds=5)
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
