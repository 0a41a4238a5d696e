"""Every step proves what it should, and refuses when the side condition of its rule fails."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel.check import RULES
from pmlsym.proof.kernel.terms import Malformed
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


# steps ----------------------------------------------------------------------------------


def test_a_false_goal_makes_no_decision():
    with pytest.raises(NotProved):
        Decided(Goal((), x**2 > 0))


def test_a_decision_may_use_a_step_only_under_its_hypotheses():
    fact = Decided(Goal((x > 1,), x**2 > x))
    assert Decided(Goal((x > 2,), x**2 + 1 > x), (fact,)).goal.conclusion == (x**2 + 1 > x)
    with pytest.raises(NotProved):
        Decided(Goal((x > 0,), x**2 > x), (fact,))


def test_a_term_without_a_value_proves_nothing():
    with pytest.raises(NotProved, match="does not follow"):
        Decided(Goal((), ge(sp.log(x), sp.log(x) - 1)))
    with pytest.raises(NotProved, match="does not follow"):
        Decided(Goal((), relation(sp.Gt, sp.exp(1 / x), 0)))
    with pytest.raises(NotProved, match="does not follow"):
        Identical(Goal((), relation(sp.Eq, (x + 1) / x, 1 + 1 / x)))
    assert Decided(Goal((x > 0,), ge(sp.log(x), sp.log(x) - 1)))


def test_only_real_numbers_are_compared():
    for term in (sp.I * x, sp.sin(x), sp.zoo, sp.nan, sp.oo, sp.Float(0.5)):
        with pytest.raises(NotProved, match=r"real number|negation|denominator|is a float"):
            Decided(Goal((), le(term * x, term * x + 1)))
    with pytest.raises(NotProved, match="does not follow"):
        Decided(Goal((), le(sp.sqrt(x), sp.sqrt(x) + 1)))
    assert Decided(Goal((x > 0,), le(sp.sqrt(x), sp.sqrt(x) + 1)))


def test_an_identity_has_to_cancel():
    assert Identical(Goal((), relation(sp.Eq, (x + y) ** 2, x**2 + 2 * x * y + y**2)))
    assert Identical(Goal((), relation(sp.Eq, sp.exp(x) * sp.exp(y), sp.exp(x + y))))
    with pytest.raises(NotProved, match="does not follow"):
        Identical(Goal((), relation(sp.Eq, (x + y) ** 2, x**2 + y**2)))
    with pytest.raises(NotProved, match="not an equality"):
        Identical(Goal((), ge(x, x)))


def test_reasons_name_laws_and_supports():
    square = Decided(Goal((), relation(sp.Ge, (x - b) ** 2, 0)))
    put_in = {x: Mean(x, (x,)), b: Mean(x, (x,), x > 0, "Q") ** 2}
    assert Instance(square, put_in).reason == "instance with x := E_P[x], b := E_Q[x | x > 0]^2"
    split = Cases(x**2 - 1, square, square)
    assert split.reason == "it holds for x^2 - 1 >= 0 and for x^2 - 1 <= 0"


def test_an_instance_carries_its_hypotheses_along():
    fact = Decided(Goal((x > 1,), x**2 > x))
    found = Instance(fact, {x: 1 / b}).goal
    # beside the hypothesis stands what gives 1/b a value
    assert found.hypotheses == (relation(sp.Gt, 1 / b, 1), relation(sp.Ne, b, 0))
    assert Instance(fact, {x: 1 / (b**2 + 1)}).goal.hypotheses == (
        relation(sp.Gt, 1 / (b**2 + 1), 1),
    )


def test_an_instance_cannot_capture_an_averaged_variable():
    fact = Expectation(Decided(Goal((), ge(x**2, 2 * c * x - c**2))), (x,))
    # the averaged x is no free symbol, so nothing is put for it
    assert Instance(fact, {x: y}).theorem.goal == fact.theorem.goal
    # an x that is put for c is another x than the averaged one
    put_in = _replaced(fact.theorem.goal.conclusion, ("symbol", "c"), ("symbol", "x"))
    assert Instance(fact, {c: x}).theorem.goal.conclusion == put_in
    with pytest.raises(NotProved, match="bound variable"):
        Goal((), ge(c * Mean(x, (x,)), 0)).instance({c: x})


def _replaced(item, old, new):
    if item == old:
        return new
    return tuple(_replaced(i, old, new) for i in item) if isinstance(item, tuple) else item


def test_existence_needs_an_example_that_works():
    goal = Goal((x > 0,), relation(sp.Eq, y**2, x**2), (y,), (relation(sp.Lt, y, 0),))
    negative = Decided(Goal((x > 0,), relation(sp.Lt, -x, 0)))
    equal = Identical(Goal((x > 0,), relation(sp.Eq, (-x) ** 2, x**2)))
    assert proves(Exhibited(goal, {y: -x}, (negative, equal)), goal)
    assert proves(Exhibited(goal, {y: -x}, ()), goal)  # here arithmetic is enough
    with pytest.raises(NotProved, match="does not follow"):
        Exhibited(goal, {y: x}, (negative, equal))
    with pytest.raises(NotProved, match="exactly what is said to exist"):
        Exhibited(goal, {}, (negative, equal))
    with pytest.raises(NotProved, match="may not refer"):
        Exhibited(goal, {y: -y}, (negative, equal))


# rules ----------------------------------------------------------------------------------


def test_exp_keeps_strict_order_and_rounding_does_not():
    strict = Decided(Goal((x > 0,), relation(sp.Lt, x, 2 * x)))
    assert OrderKept(strict, sp.exp).goal.conclusion == relation(sp.Lt, sp.exp(x), sp.exp(2 * x))
    with pytest.raises(NotProved, match="not a conclusion that the rule can use"):
        OrderKept(strict, Rounded)
    weak = Decided(Goal((x > 0,), le(x, 2 * x)))
    assert OrderKept(weak, Rounded).goal.conclusion == le(Rounded(x), Rounded(2 * x))


def test_only_functions_known_to_increase_keep_the_order():
    fact = Decided(Goal((x > 0,), le(x, 2 * x)))
    for function in (sp.cos, sp.Abs, sp.log):
        with pytest.raises(NotProved, match="not on the list"):
            OrderKept(fact, function)


def test_numbers_compare_as_their_exponentials():
    inner = Decided(Goal((x > 1,), le(x, x**2)))
    assert Exponentiated(inner, le(sp.log(x), sp.log(x**2))).goal.conclusion.lhs == sp.log(x)
    with pytest.raises(NotProved, match="not the exponential of the right side"):
        Exponentiated(inner, le(sp.log(x), sp.log(x**3)))


def test_logarithms_of_perhaps_negative_numbers_do_not_compare():
    inner = Decided(Goal((), le(x, x + 1)))
    with pytest.raises(NotProved, match="does not follow"):
        Exponentiated(inner, le(sp.log(x), sp.log(x + 1)))


def gives(step, goal):
    """Whether the goal follows from a step by one more decision."""
    try:
        return proves(restated(step, goal), goal)
    except NotProved:
        return False


def test_an_expectation_takes_out_what_is_fixed():
    pointwise = Decided(Goal((c > 0,), ge(c * x**2, c * (2 * x - 1))))
    found = Expectation(pointwise, (x,))
    assert found.goal == Goal((c > 0,), ge(Mean(c * x**2, (x,)), Mean(c * (2 * x - 1), (x,))))
    spread = ge(c * Mean(x**2, (x,)), 2 * c * Mean(x, (x,)) - c)
    assert gives(found, Goal((c > 0,), spread))
    assert not gives(found, Goal((c > 0,), ge(c * Mean(x**2, (x,)), 2 * c * Mean(x, (x,)))))
    # what varies is not taken out
    assert not gives(found, Goal((c > 0,), ge(c * Mean(x, (x,)) ** 2, 2 * c * Mean(x, (x,)) - c)))


def test_an_expectation_splits_exponents():
    pointwise = Decided(Goal((), relation(sp.Gt, sp.exp(x + c), 0)))
    split = relation(sp.Gt, sp.exp(c) * Mean(sp.exp(x), (x,)), 0)
    assert gives(Expectation(pointwise, (x,)), Goal((), split))


def test_an_expectation_refuses_a_hypothesis_on_its_variables():
    pointwise = Decided(Goal((x > 1,), x**2 > x))
    with pytest.raises(NotProved, match="this restricts x"):
        Expectation(pointwise, (x,))
    sure = Expectation(pointwise, (x,), x > 1)
    assert sure.goal.hypotheses == ()
    assert sure.goal.conclusion == relation(sp.Gt, Mean(x**2, (x,), x > 1), Mean(x, (x,), x > 1))


def test_expectations_on_another_support_or_law_are_others():
    assert Mean(x, (x,), x > 1) != Mean(x, (x,))
    assert Mean(x, (x,), law="P") != Mean(x, (x,), law="Q")


def test_what_is_strict_somewhere_is_strict_on_average():
    weak = Decided(Goal((), ge(x**2, 0)))
    strict = Decided(Goal((x > 1,), relation(sp.Gt, x**2, 0)))
    found = StrictExpectation(weak, strict, x > 1, (x,))
    likely = relation(sp.Gt, chance(x > 1, (x,)), 0)
    assert found.goal.conclusion == relation(sp.Gt, Mean(x**2, (x,)), 0)
    assert found.goal.hypotheses == (likely,)
    assert "P_P[x > 1] > 0" in str(found.goal)
    assert proves(found, Goal((likely,), relation(sp.Gt, Mean(x**2, (x,)), 0)))
    assert not proves(found, Goal((), relation(sp.Gt, Mean(x**2, (x,)), 0)))


def test_strictness_needs_its_event_and_the_same_sides():
    weak = Decided(Goal((), ge(x**2, 0)))
    strict = Decided(Goal((x > 1,), relation(sp.Gt, x**2, 0)))
    with pytest.raises(NotProved, match="this restricts x"):
        StrictExpectation(weak, strict, x > 2, (x,))
    other = Decided(Goal((x > 1,), relation(sp.Gt, x**2, 1)))
    with pytest.raises(NotProved, match="made strict"):
        StrictExpectation(weak, other, x > 1, (x,))
    with pytest.raises(NotProved, match="made strict"):
        StrictExpectation(strict, strict, x > 1, (x,), x > 1)


def test_the_nearest_integer_lies_on_the_same_side_of_a_half():
    below = Decided(Goal((x < 0,), relation(sp.Lt, x, sp.Rational(5, 2))))
    assert Nearest(below, 2).goal.conclusion == le(Rounded(x), sp.Integer(2))
    above = Decided(Goal((x > 3,), relation(sp.Gt, x, sp.Rational(5, 2))))
    assert Nearest(above, 3).goal.conclusion == ge(Rounded(x), sp.Integer(3))
    for step, integer in ((below, 1), (below, 3), (above, 2)):
        with pytest.raises(NotProved, match="does not place"):
            Nearest(step, integer)
    touching = Decided(Goal((x < 0,), le(x, sp.Rational(5, 2))))
    with pytest.raises(NotProved, match="not a conclusion that the rule can use"):
        Nearest(touching, 2)


def test_an_expectation_does_not_keep_an_inequation():
    with pytest.raises(NotProved, match="not a conclusion that the rule can use"):
        Expectation(Decided(Goal((), relation(sp.Ne, x**2 + 1, 0))), (x,))


def test_a_function_that_never_falls_stays_above_its_start():
    above = (ge(x, 0),)
    slope = Decided(Goal(above, ge(sp.exp(x), 1)))
    start = Identical(Goal((), relation(sp.Eq, sp.exp(sp.Integer(0)) - 1 - 0, 0)))
    found = Increasing(sp.exp(x) - 1 - x, x, sp.Integer(0), start, slope)
    assert found.goal == Goal(above, ge(sp.exp(x) - 1 - x, 0))
    # where the slope is positive so is the function, beyond the start
    strictly = Decided(Goal((x > 0,), relation(sp.Gt, sp.exp(x), 1)))
    found = Increasing(sp.exp(x) - 1 - x, x, sp.Integer(0), (), strictly)
    assert found.goal == Goal((x > 0,), relation(sp.Gt, sp.exp(x) - 1 - x, 0))


def test_the_slope_has_to_be_the_derivative_and_the_start_the_value():
    slope = Decided(Goal((ge(x, 0),), ge(2 * x, 0)))
    zero = Identical(Goal((), relation(sp.Eq, sp.Integer(0), sp.Integer(0))))
    one = Identical(Goal((), relation(sp.Eq, sp.Integer(1), sp.Integer(1))))
    assert Increasing(x**2, x, sp.Integer(0), zero, slope)
    with pytest.raises(NotProved, match="is not the sign"):
        Increasing(x**3, x, sp.Integer(0), zero, slope)
    with pytest.raises(NotProved, match="is not the value"):
        Increasing(x**2 - 1, x, sp.Integer(0), one, slope)


def test_the_slope_has_to_be_known_everywhere_beyond_the_start():
    only_far = Decided(Goal((ge(x, 5),), ge(2 * x - 4, 0)))
    start = Decided(Goal((), ge(sp.Integer(4), 0)))
    with pytest.raises(NotProved, match="this restricts x"):
        Increasing((x - 2) ** 2, x, sp.Integer(0), start, only_far)


def test_a_kink_has_no_derivative():
    slope = Decided(Goal((ge(x, 0),), ge(2 * x, 0)))
    zero = Identical(Goal((), relation(sp.Eq, sp.Integer(0), sp.Integer(0))))
    with pytest.raises(NotProved, match="may have no derivative"):
        Increasing(abs(x) * x, x, sp.Integer(0), zero, slope)


def test_a_logarithm_has_to_be_defined_all_the_way():
    slope = Decided(Goal((x >= 0, x > 1), relation(sp.Gt, 1 / x, 0)))
    zero = Identical(Goal((), relation(sp.Eq, sp.Integer(0), sp.Integer(0))))
    with pytest.raises(NotProved):
        Increasing(sp.log(x), x, sp.Integer(0), zero, slope)


def test_convex_functions_are_largest_at_an_end():
    inside = (ge(x, 0), le(x, 1))
    curvature = Decided(Goal(inside, ge(sp.exp(x), 0)))
    function = sp.exp(x) - 1 - 2 * x
    low = Identical(Goal((), relation(sp.Eq, function.subs(x, 0), 0)))
    e_below_three = Goal((sp.Le(sp.exp(1), 3, evaluate=False),), le(function.subs(x, 1), 0))
    high = Decided(e_below_three)
    found = ConvexAtEnds(function, x, sp.Integer(0), sp.Integer(1), curvature, (low, high))
    assert found.goal.conclusion == le(function, 0)
    with pytest.raises(NotProved, match="is not the sign of the curvature"):
        ConvexAtEnds(-function, x, sp.Integer(0), sp.Integer(1), curvature, (low, high))
    with pytest.raises(NotProved, match="is not the value"):
        ConvexAtEnds(function, x, sp.Integer(0), sp.Integer(1), curvature, (high, low))
    with pytest.raises(NotProved, match="this restricts x"):
        ConvexAtEnds(function, x, sp.Integer(0), sp.Integer(2), curvature, (low, high))


# goals ----------------------------------------------------------------------------------


def test_what_holds_on_both_sides_of_zero_holds():
    claim = ge(sp.Abs(x), x)
    above = Decided(Goal((ge(x, 0), y > 1), claim))
    below = Decided(Goal((le(x, 0), z > 1), claim))
    assert Cases(x, above, below).goal == Goal((y > 1, z > 1), claim)
    other = Decided(Goal((le(x, 0),), ge(sp.Abs(x), 2 * x)))
    with pytest.raises(NotProved, match="not the conclusion of the other case"):
        Cases(x, above, other)
    # a case that is not one of the two stays among the hypotheses
    narrow = Decided(Goal((le(x, -1),), claim))
    assert le(x, -1) in Cases(x, above, narrow).goal.hypotheses
    with pytest.raises(NotProved, match="does not follow"):
        Cases(sp.log(x), above, below)
    thing = Exhibited(Goal((), ge(c, 1), (c,)), {c: sp.Integer(1)}, (Decided(Goal((), ge(1, 1))),))
    with pytest.raises(NotProved):
        Cases(x, thing, thing)


def test_a_symbol_may_carry_no_assumption_of_its_own():
    positive = sp.Symbol("x", positive=True)
    with pytest.raises(Malformed, match="real and nothing more"):
        Decided(Goal((), relation(sp.Gt, positive, 0)))


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
