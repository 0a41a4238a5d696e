"""Every step proves what it should, and refuses when the side condition of its rule fails."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel.check import RULES
from pmlsym.proof.kernel.terms import put
from pmlsym.proof.language import Mean, Rounded, chance, reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import (
    Cases,
    ConvexAtEnds,
    Decided,
    Exhibited,
    Expectation,
    Exponentiated,
    Identical,
    Increasing,
    Instance,
    Nearest,
    OrderKept,
    StrictExpectation,
    restated,
)
from pmlsym.proof.tangent import log_of_mean
from pmlsym.statements.reductions import prove_case

x, y, z, p, q, c, b = reals("x y z p q c b")


def relation(kind, left, right):
    return kind(left, right, evaluate=False)


def ge(left, right):
    return relation(sp.Ge, left, right)


def le(left, right):
    return relation(sp.Le, left, right)


def test_every_rule_says_why_it_is_sound():
    for rule, _, _ in RULES.values():
        assert "Sound" in rule.__doc__ or "theorem" in rule.__doc__


HALVES = sp.Rational(5, 2)
GROWS = Goal((x > 1,), x**2 > x)
FACT = Decided(GROWS)
WEAK = Decided(Goal((), ge(x**2, 0)))
STRICT = Decided(Goal((x > 1,), relation(sp.Gt, x**2, 0)))
RISING, ABOVE = sp.exp(x) - 1 - x, (ge(x, 0),)
INSIDE = (ge(x, 0), le(x, 1))
ABS, ONE_ABOVE = ge(sp.Abs(x), x), Decided(Goal((), ge(1, 0)))
BOWL, ENDS = x**2 - x, (Decided(Goal((), relation(sp.Eq, 0, 0))),) * 2


def itself(conclusion):
    return Decided(Goal((conclusion,), conclusion))


STEPS = {
    "a decision": lambda: (Decided(Goal((x > 2,), x**2 + 1 > x), (FACT,)), (x > 2,), x**2 + 1 > x),
    "an identity": lambda: (
        Identical(Goal((), relation(sp.Eq, sp.exp(x) * sp.exp(y), sp.exp(x + y)))),
        (),
        relation(sp.Eq, sp.exp(x) * sp.exp(y), sp.exp(x + y)),
    ),
    "an instance": lambda: (
        Instance(FACT, {x: b + 1}),
        (relation(sp.Gt, b + 1, 1),),
        relation(sp.Gt, (b + 1) ** 2, b + 1),
    ),
    "an increasing function": lambda: (
        OrderKept(itself(le(x, y)), Rounded),
        (le(x, y),),
        le(Rounded(x), Rounded(y)),
    ),
    "logarithms": lambda: (
        Exponentiated(Decided(Goal((x > 1,), le(x, x**2))), le(sp.log(x), sp.log(x**2))),
        (x > 1,),
        le(sp.log(x), sp.log(x**2)),
    ),
    "an expectation": lambda: (
        Expectation(Decided(Goal((c > 0,), ge(c * x**2, c * (2 * x - 1)))), (x,)),
        (c > 0,),
        ge(Mean(c * x**2, (x,)), Mean(c * (2 * x - 1), (x,))),
    ),
    "an expectation on a support": lambda: (
        Expectation(FACT, (x,), x > 1),
        (),
        relation(sp.Gt, Mean(x**2, (x,), x > 1), Mean(x, (x,), x > 1)),
    ),
    "a strict expectation": lambda: (
        StrictExpectation(WEAK, STRICT, x > 1, (x,)),
        (relation(sp.Gt, chance(x > 1, (x,)), 0),),
        relation(sp.Gt, Mean(x**2, (x,)), 0),
    ),
    "the nearest integer below": lambda: (
        Nearest(itself(relation(sp.Lt, x, HALVES)), 2),
        (relation(sp.Lt, x, HALVES),),
        le(Rounded(x), sp.Integer(2)),
    ),
    "the nearest integer above": lambda: (
        Nearest(itself(relation(sp.Gt, x, HALVES)), 3),
        (relation(sp.Gt, x, HALVES),),
        ge(Rounded(x), sp.Integer(3)),
    ),
    "a function that never falls": lambda: (
        Increasing(RISING, x, sp.Integer(0), (), Decided(Goal(ABOVE, ge(sp.exp(x), 1)))),
        ABOVE,
        ge(RISING, 0),
    ),
    "a convex function": lambda: (
        ConvexAtEnds(BOWL, x, 0, 1, Decided(Goal(INSIDE, ge(2, 0))), ENDS),
        INSIDE,
        le(BOWL, 0),
    ),
    "two cases": lambda: (
        Cases(x, Decided(Goal((ge(x, 0), y > 1), ABS)), Decided(Goal((le(x, 0), z > 1), ABS))),
        (y > 1, z > 1),
        ABS,
    ),
}


@pytest.mark.parametrize("build", STEPS.values(), ids=STEPS)
def test_a_step_proves_what_its_rule_does(build):
    step, hypotheses, conclusion = build()
    assert step.goal == Goal(hypotheses, conclusion)
    assert proves(step, step.goal)
    assert all(
        not proves(step, Goal(hypotheses[:place] + hypotheses[place + 1 :], conclusion))
        for place in range(len(hypotheses))
    )


def test_an_identity_is_an_equality_that_cancels():
    for conclusion, why in (
        (relation(sp.Eq, (x + y) ** 2, x**2 + y**2), "does not follow"),
        (relation(sp.Eq, (x + 1) / x, 1 + 1 / x), "does not follow"),  # where x is not 0
        (ge(x, x), "not an equality"),
    ):
        with pytest.raises(NotProved, match=why):
            Identical(Goal((), conclusion))


def test_what_a_step_uses_and_averages_over_is_given_to_its_rule():
    for why, build in (
        ("does not follow", lambda: Decided(Goal((x > 0,), x**2 > x), (FACT,))),
        ("this restricts x", lambda: Expectation(FACT, (x,))),
        ("this restricts x", lambda: StrictExpectation(WEAK, STRICT, x > 2, (x,))),
        ("not on the list", lambda: OrderKept(FACT, sp.log)),
        ("the value at the start", lambda: Increasing(x, x, 0, ONE_ABOVE, ONE_ABOVE)),
    ):
        with pytest.raises(NotProved, match=why):
            build()


def test_an_instance_cannot_capture_an_averaged_variable():
    fact = Expectation(Decided(Goal((), ge(x**2, 2 * c * x - c**2))), (x,))
    # the averaged x is no free symbol, so nothing is put for it
    assert Instance(fact, {x: y}).theorem.goal == fact.theorem.goal
    # an x that is put for c is another x than the averaged one
    put_in = put(fact.theorem.goal.conclusion, {"c": ("symbol", "x")})
    assert Instance(fact, {c: x}).theorem.goal.conclusion == put_in
    with pytest.raises(NotProved, match="bound variable"):
        Goal((), ge(c * Mean(x, (x,)), 0)).instance({c: x})


def test_existence_needs_an_example_that_works():
    goal = Goal((x > 0,), relation(sp.Eq, y**2, x**2), (y,), (relation(sp.Lt, y, 0),))
    assert proves(Exhibited(goal, {y: -x}, ()), goal)
    with pytest.raises(NotProved, match="does not follow"):
        Exhibited(goal, {y: x}, ())
    with pytest.raises(NotProved, match="exactly what is said to exist"):
        Exhibited(goal, {}, ())
    with pytest.raises(NotProved, match="may not refer"):
        Exhibited(goal, {y: -y}, ())


# goals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "given"),
    [
        (Mean(c, (c,), c > 0), ()),
        (Mean(x, (x,), x > 0, "c"), ()),
        (Mean(x, (x,), x > c), (c > 0,)),
    ],
    ids=["a variable", "a law", "a free symbol"],
)
def test_the_tangent_of_a_logarithm_takes_a_name_that_is_free(of, given):
    log = Mean(sp.log(of.body), of.variables, of.support, of.law)
    goal = Goal((*given, sp.Gt(of, 0)), sp.Le(log, sp.log(of), evaluate=False))
    assert proves(restated(log_of_mean(of, given), goal), goal)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (1, 3)], ids=["below", "above"])
def test_the_logarithm_of_a_mean_is_strictly_above_on_either_side(low, high):
    support = sp.And(x > 0, x >= low, x <= high, evaluate=False)
    of, log = Mean(x, (x,), support), Mean(sp.log(x), (x,), support)
    for event, given, is_strict in (
        (sp.Eq(x, low + sp.Rational(1, 2)), sp.Gt(of, low + sp.Rational(1, 2)), True),
        (sp.Eq(x, high), sp.Lt(of, high), True),
        (sp.Eq(x, high), sp.Le(of, high), False),  # the law may be on this point alone
        (sp.Le(x, high), sp.Lt(of, high), False),
    ):
        try:
            step = log_of_mean(of, (given,), event)
        except NotProved:
            assert not is_strict
            continue
        assert is_strict
        likely = sp.Gt(chance(event, (x,), support), 0, evaluate=False)
        goal = Goal((given, sp.Gt(of, 0), likely), sp.Lt(log, sp.log(of), evaluate=False))
        assert proves(restated(step, goal), goal)
        without = Goal((given, sp.Gt(of, 0)), goal.conclusion)
        with pytest.raises(NotProved):
            restated(step, without)


def test_goals_in_which_a_mean_of_0_has_no_logarithm_are_proved_as_others_are():
    support = relation(sp.Gt, x, 0)
    mean, log = Mean(x, (x,), support), Mean(sp.log(x), (x,), support)
    goal = Goal((relation(sp.Lt, mean, c),), relation(sp.Le, log, sp.log(mean)))
    assert proves(prove_case(goal), goal)
    with pytest.raises(NotProved):
        prove_case(Goal((), relation(sp.Le, 1 / mean, Mean(1 / x, (x,), support))))
