"""Each rule proves what it should, and refuses where one of its side conditions fails."""

import pytest

from pmlsym.proof.kernel import terms
from pmlsym.proof.kernel.calculus import derivative
from pmlsym.proof.kernel.check import RULES, Review, check
from pmlsym.proof.kernel.problem import Problem
from pmlsym.proof.kernel.question import AGREED, Court
from pmlsym.proof.kernel.terms import ONE, ZERO, Malformed, NotProved, number
from tests.proof.kernel_terms import (
    HALF,
    TRUE,
    P,
    Q,
    V,
    absolute,
    add,
    court,
    decide,
    defined,
    exists,
    exp,
    finite,
    inverse,
    itself,
    log,
    mean,
    mul,
    on,
    power,
    proved,
    put,
    refused,
    sub,
    v,
    w,
    x,
    y,
    z,
)

TWO, MINUS, FIVE_HALVES = number(2), number(-1), number(5, 2)
CERTAIN, ABOVE = decide([], TRUE), decide([], (">=", ONE, ZERO))
SQUARE = decide([], (">=", power(x, 2), ZERO))
ABOVE_ONE = decide([(">", x, ONE)], (">", power(x, 2), x))
ROOT = (((">", x, ZERO),), exists("a", ("<", V, ZERO), ("=", power(V, 2), power(x, 2))))
GROWING = decide([(">", x, ONE)], ("<=", x, power(x, 2)))

SURE = on((">=", V, ZERO))
POINTWISE = decide([(">=", v, ZERO)], (">=", mul(v, v), sub(ZERO, v)))
WEAK = decide([], (">=", power(v, 2), ZERO))
STRICTLY = decide([(">", v, ONE)], (">", power(v, 2), ZERO))
EVENT = ((">", v, ONE),)
LIKELY = (">", mean(("indicator", (">", V, ONE))), ZERO)
FROM_Y, AT_LEAST_Y = on((">=", V, y)), itself(">=", v, y)
ONE_TO_Y = on((">=", V, ONE), ("<=", V, y))
ABOVE_THAT = decide([(">=", v, ONE), ("<=", v, y)], (">=", y, ONE))

RISING = sub(exp(x), add(ONE, x))
STARTS = decide([], (">=", sub(exp(ZERO), add(ONE, ZERO)), ZERO))
SLOPE = decide([(">=", x, ZERO)], (">=", sub(exp(x), ONE), ZERO))
STEEP = decide([(">", x, ZERO)], (">", sub(exp(x), ONE), ZERO))

BOWL, CURVED = sub(power(x, 2), x), decide([], (">=", TWO, ZERO))
LOW, HIGH = decide([], ("<=", ZERO, ZERO)), decide([], ("=", ZERO, ZERO))
INSIDE = ((">=", x, ZERO), ("<=", x, ONE))

ABS = (">=", absolute(x), x)
UP, DOWN = decide([(">=", x, ZERO)], ABS), decide([("<=", x, ZERO)], ABS)

PROVED = {  # a proof and the goal of its theorem
    "decision": (ABOVE_ONE, ([(">", x, ONE)], (">", power(x, 2), x))),
    "instance": (
        put(ABOVE_ONE, x=add(y, ONE)),
        ([(">", add(y, ONE), ONE)], (">", power(add(y, ONE), 2), add(y, ONE))),
    ),
    "instance by what always has a value": (
        put(SQUARE, x=exp(y)),
        ([], (">=", power(exp(y), 2), ZERO)),
    ),
    "example": (("example", ROOT, (sub(ZERO, x),), ()), ROOT),
    "example from a theorem": (
        (
            "example",
            (((">", x, ONE),), exists("a", (">", power(V, 2), V))),
            (x,),
            (ABOVE_ONE,),
        ),
        ([(">", x, ONE)], exists("a", (">", power(V, 2), V))),
    ),
    **{
        f"exp keeps {sign}": (
            ("order", "exp", itself(sign, x, y)),
            ([(sign, x, y)], (sign, exp(x), exp(y))),
        )
        for sign in ("<=", ">=", "=", "<", ">")
    },
    **{
        f"rounding keeps {sign}": (
            ("order", "round", itself(sign, x, y)),
            ([(sign, x, y)], (sign, ("round", x), ("round", y))),
        )
        for sign in ("<=", ">=", "=")
    },
    "nearest from below": (
        ("nearest", 2, itself("<", x, FIVE_HALVES)),
        ([("<", x, FIVE_HALVES)], ("<=", ("round", x), TWO)),
    ),
    "nearest from above": (
        ("nearest", 3, itself(">", x, FIVE_HALVES)),
        ([(">", x, FIVE_HALVES)], (">=", ("round", x), number(3))),
    ),
    "logarithms": (
        ("logarithms", ("<=", log(x), log(power(x, 2))), GROWING, ()),
        ([(">", x, ONE)], ("<=", log(x), log(power(x, 2)))),
    ),
    "expectation on a support": (
        ("expectation", SURE, ("v",), POINTWISE),
        (
            [finite(mul(V, V), SURE), finite(sub(ZERO, V), SURE)],
            (">=", mean(mul(V, V), SURE), mean(sub(ZERO, V), SURE)),
        ),
    ),
    "expectation under a hypothesis on another symbol": (
        ("expectation", P, ("v",), decide([(">", y, ZERO)], (">=", mul(y, power(v, 2)), ZERO))),
        ([(">", y, ZERO), finite(mul(y, power(V, 2)))], (">=", mean(mul(y, power(V, 2))), ZERO)),
    ),
    "expectation of a side that does not vary": (
        ("expectation", FROM_Y, ("v",), AT_LEAST_Y),
        ([finite(V, FROM_Y)], (">=", mean(V, FROM_Y), y)),
    ),
    "expectation where neither side varies, so the law has to exist": (
        ("expectation", ONE_TO_Y, ("v",), ABOVE_THAT),
        ([finite(ONE, ONE_TO_Y)], (">=", y, ONE)),
    ),
    "strict expectation": (
        ("strict expectation", P, ("v",), EVENT, WEAK, STRICTLY),
        ([finite(power(V, 2)), LIKELY], (">", mean(power(V, 2)), ZERO)),
    ),
    "strict expectation under a hypothesis on another symbol": (
        (
            *("strict expectation", P, ("v",), EVENT, WEAK),
            decide([*EVENT, ("=", x, ONE)], (">", power(v, 2), ZERO)),
        ),
        ([finite(power(V, 2)), ("=", x, ONE), LIKELY], (">", mean(power(V, 2)), ZERO)),
    ),
    "increasing": (
        ("increasing", RISING, "x", ZERO, STARTS, SLOPE),
        ([(">=", x, ZERO)], (">=", RISING, ZERO)),
    ),
    "increasing strictly, beyond the start only": (
        ("increasing", RISING, "x", ZERO, STARTS, STEEP),
        ([(">", x, ZERO)], (">", RISING, ZERO)),
    ),
    "convex": (
        ("convex", BOWL, "x", (ZERO, ONE), CURVED, (LOW, HIGH)),
        (INSIDE, ("<=", BOWL, ZERO)),
    ),
    "convex between ends in the wrong order, where nothing is": (
        ("convex", BOWL, "x", (ONE, ZERO), CURVED, (LOW, HIGH)),
        ([(">=", x, ONE), ("<=", x, ZERO)], ("<=", BOWL, ZERO)),
    ),
    "cases": (
        (
            *("cases", x),
            decide([(">=", x, ZERO), (">", y, ONE)], ABS),
            decide([("<=", x, ZERO), (">", z, ONE)], ABS),
        ),
        ([(">", y, ONE), (">", z, ONE)], ABS),
    ),
    "cases that are too narrow stay hypotheses": (
        ("cases", x, decide([(">", x, ZERO)], ABS), DOWN),
        ([(">", x, ZERO)], ABS),
    ),
    "cases of another number stay hypotheses": (
        ("cases", y, UP, DOWN),
        ([(">=", x, ZERO), ("<=", x, ZERO)], ABS),
    ),
    "cases that are turned round stay hypotheses": (
        ("cases", x, DOWN, UP),
        ([("<=", x, ZERO), (">=", x, ZERO)], ABS),
    ),
}


@pytest.mark.parametrize(("proof", "goal"), PROVED.values(), ids=PROVED)
def test_a_rule_proves(proof, goal):
    hypotheses, conclusion = goal
    assert proved(proof) == (tuple(hypotheses), conclusion)


def increasing(function, slope, start=ZERO, at_start=None):
    """Return a proof by a slope; where nothing is said of the start, its value is computed."""
    at_start = at_start or decide([], (">=", terms.put(function, {"x": start}), ZERO))
    return ("increasing", function, "x", start, at_start, slope)


def convex(function=BOWL, ends=(ZERO, ONE), curvature=CURVED, at_ends=(LOW, HIGH)):
    return ("convex", function, "x", ends, curvature, at_ends)


def strict(event=EVENT, weak=WEAK, more=STRICTLY):
    return ("strict expectation", P, ("v",), event, weak, more)


def logarithms(sign, left, right, of=GROWING):
    return ("logarithms", (sign, left, right), of, ())


NOT_FOLLOWING, NOT_USABLE, RESTRICTS = "it does not follow", "the rule can use", "this restricts"
FLAT = decide([], (">=", ZERO, ZERO))
POLE = inverse(sub(x, ONE))
REFUSED = {  # what is wrong, why it is said to be, and proofs with that mistake
    "a decision whose conclusion is false": (
        NOT_FOLLOWING,
        decide([], (">", power(x, 2), ZERO)),
        decide([], (">", ZERO, ZERO)),
        decide([], (">", sub(exp(x), ONE), ZERO)),
        decide([], (">=", ("min", x, y), y)),
    ),
    "a decision by a theorem whose hypotheses do not follow": (
        NOT_FOLLOWING,
        decide([(">", x, ZERO)], (">", power(x, 2), x), ABOVE_ONE),
        decide([], (">=", power(x, 2), ZERO), ABOVE_ONE),
    ),
    "a decision of what takes more than arithmetic": (
        NOT_FOLLOWING,
        decide([("<", x, y)], ("<", exp(x), exp(y))),
    ),
    "a decision of an existence": ("needs an example", decide([], ROOT[1])),
    "an instance of what is no symbol": (
        "only a symbol",
        *(("instance", ((name, y),), SQUARE) for name in (1, "2x", x)),
    ),
    "an instance of a symbol twice": (
        "replaced twice",
        ("instance", (("x", y), ("x", z)), SQUARE),
    ),
    "an instance with a mean in the support of a law": (
        "cannot speak of a mean",
        *(
            put(("expectation", FROM_Y, ("v",), AT_LEAST_Y), y=one)
            for one in (mean(V), mean(mul(MINUS, V), Q), add(ONE, mul(ZERO, mean(V))))
        ),
    ),
    "an example that fails one condition": (
        NOT_FOLLOWING,
        ("example", ROOT, (x,), ()),
        ("example", ROOT, (MINUS,), ()),
    ),
    "an example without a value": (
        NOT_FOLLOWING,
        ("example", ((), exists("a", (">=", power(V, 2), ZERO))), (log(x),), ()),
    ),
    "an example by a theorem whose hypotheses do not follow": (
        NOT_FOLLOWING,
        ("example", ((), exists("a", (">", power(V, 2), V))), (x,), (ABOVE_ONE,)),
    ),
    "an example for other than so many numbers": (
        "existence of so many numbers",
        *(("example", ROOT, values, ()) for values in ((), (x, x), [sub(ZERO, x)])),
        ("example", ((), (">=", power(x, 2), ZERO)), (x,), ()),
    ),
    "an order that the function does not keep": (
        NOT_USABLE,
        *(("order", "round", itself(sign, x, y)) for sign in ("<", ">", "!=")),
        ("order", "exp", itself("!=", x, y)),
    ),
    "a function that keeps no order": (
        "not on the list",
        *(
            ("order", word, SQUARE)
            for word in ("log", "abs", "max", "power", "Exp", "", None, 1, ("exp",), exp)
        ),
    ),
    "the nearest integer to a number beside another half": (
        "does not place",
        *(("nearest", n, itself("<", x, FIVE_HALVES)) for n in (3, 1)),
        *(("nearest", n, itself(">", x, FIVE_HALVES)) for n in (2, -3)),
        ("nearest", 0, itself("<", HALF, x)),
        ("nearest", 0, itself("<", x, mul(HALF, ONE))),
    ),
    "the nearest integer to a number that may be a half": (
        NOT_USABLE,
        *(("nearest", 2, itself(sign, x, FIVE_HALVES)) for sign in ("<=", ">=", "=", "!=")),
    ),
    "a nearest integer that is not whole": (
        "has to be whole",
        *(("nearest", n, itself("<", x, FIVE_HALVES)) for n in (True, 2.0, "2", TWO, None)),
    ),
    "a nearest integer that is too long": (
        "too long",
        ("nearest", 10**5000, itself("<", x, FIVE_HALVES)),
    ),
    "logarithms of another left side": ("left side", logarithms("<=", log(y), log(power(x, 2)))),
    "logarithms of another right side": ("right side", logarithms("<=", log(x), log(x))),
    "logarithms of twice what was compared": (
        "left side",
        logarithms(">=", log(x), ZERO, itself(">=", power(x, 2), ONE)),
    ),
    "logarithms in another order": (
        NOT_USABLE,
        logarithms("<", log(x), log(power(x, 2))),
        logarithms(">=", log(power(x, 2)), log(x)),
    ),
    "logarithms without a value": (
        NOT_FOLLOWING,
        logarithms("<=", log(x), log(add(x, ONE)), decide([], ("<=", x, add(x, ONE)))),
        logarithms(">=", mul(TWO, log(x)), ZERO, itself(">=", power(x, 2), ONE)),
    ),
    "logarithms of what is no relation": (
        "expected a relation",
        ("logarithms", defined(x), GROWING, ()),
    ),
    "an expectation under a hypothesis that is not sure": (
        RESTRICTS,
        ("expectation", P, ("v",), POINTWISE),
    ),
    "an expectation of an inequation": (
        NOT_USABLE,
        ("expectation", P, ("v",), decide([], ("!=", add(power(v, 2), ONE), ZERO))),
    ),
    "an expectation over more or fewer symbols than the law has": (
        "as many variables",
        ("expectation", P, ("v", "u"), POINTWISE),
        ("expectation", on(variables="ab"), ("v",), POINTWISE),
    ),
    "an expectation over what are no symbols that differ": (
        "names of the symbols",
        *(
            ("expectation", on(variables="ab"), names, POINTWISE)
            for names in (("v", "v"), ("v", 1), ["v"], "v", ("exp",), (v, w), None)
        ),
    ),
    "an expectation under a law that changes with the variable": (
        RESTRICTS,
        ("expectation", on((">=", V, v)), ("v",), WEAK),
    ),
    "a strict expectation that is strict on a part of the event": (
        RESTRICTS,
        strict(event=((">", v, TWO),)),
        strict(event=(("!=", w, ZERO),)),
    ),
    "a strict expectation of other sides, or in another direction": (
        "made strict",
        strict(more=decide([(">", v, ONE)], (">", power(v, 2), ONE))),
        strict(more=decide([(">", v, ONE)], ("<", ZERO, power(v, 2)))),
        strict(weak=decide([], ("=", v, v))),
        strict(weak=decide([], (">=", power(w, 2), ZERO))),
    ),
    "a strict expectation from no strict inequality": (NOT_USABLE, strict(more=WEAK)),
    "a strict expectation where the weak inequality holds somewhere": (
        RESTRICTS,
        strict(weak=decide([(">", v, ZERO)], (">=", power(v, 2), ZERO))),
    ),
    "an event that is not made of relations": (
        "expected",
        *(strict(event) for event in ((), None, (v,), [*EVENT], EVENT[0], (defined(v),))),
    ),
    "a slope that is not the derivative": (
        "sign of the derivative",
        increasing(RISING, decide([(">=", x, ZERO)], (">=", exp(x), ZERO))),
        increasing(x, FLAT),
    ),
    "a start that is not the value there": (
        "value at the start",
        increasing(RISING, SLOPE, at_start=ABOVE),
        increasing(x, ABOVE, number(-1), at_start=ABOVE),
    ),
    "a start below zero": (
        NOT_USABLE,
        increasing(sub(x, ONE), ABOVE, at_start=decide([], ("<", number(-1), ZERO))),
    ),
    "a slope that is negative": (
        NOT_USABLE,
        increasing(sub(ZERO, x), decide([], ("<=", number(-1), ZERO)), at_start=HIGH),
    ),
    "a slope that is known on a part of the way": (
        RESTRICTS,
        increasing(
            RISING, decide([(">=", x, TWO)], (">=", sub(exp(x), ONE), ZERO)), at_start=STARTS
        ),
        increasing(x, decide([("<=", x, ONE)], (">=", ONE, ZERO))),
        increasing(x, decide([("=", x, ZERO)], (">=", ONE, ZERO))),
        increasing(sub(ZERO, POLE), decide([("!=", x, ONE)], (">", power(sub(x, ONE), -2), ZERO))),
    ),
    "a start that moves": (RESTRICTS, increasing(RISING, SLOPE, x, at_start=STARTS)),
    "a pole or a hole at the start or on the way": (
        NOT_FOLLOWING,
        increasing(mul(power(x, 2), inverse(x)), ABOVE, at_start=FLAT),
        increasing(mul(power(x, 2), inverse(x)), ABOVE, number(-1), at_start=FLAT),
        increasing(add(x, mul(ZERO, log(x))), ABOVE, at_start=ABOVE),
    ),
    "a variable that is no name": (
        "name of a variable",
        ("increasing", RISING, x, ZERO, STARTS, SLOPE),
        ("convex", BOWL, x, (ZERO, ONE), CURVED, (LOW, HIGH)),
    ),
    "a curvature that is not the second derivative": (
        "sign of the curvature",
        convex(curvature=ABOVE),
        convex(function=mul(MINUS, BOWL)),
    ),
    "a curvature that is not at least zero": (
        NOT_USABLE,
        convex(mul(MINUS, BOWL), curvature=decide([], ("<=", number(-2), ZERO))),
        convex(curvature=decide([], (">", TWO, ZERO))),
    ),
    "a curvature that is known on a part of the interval": (
        RESTRICTS,
        convex(
            power(x, 3),
            (MINUS, ONE),
            decide([(">=", x, ONE)], (">=", mul(number(6), x), ZERO)),
        ),
        convex(curvature=decide([("=", x, ZERO)], (">=", TWO, ZERO))),
        convex(at_ends=(decide([("=", x, ZERO)], ("=", ZERO, ZERO)), HIGH)),
    ),
    "other than two ends": (
        "two ends",
        convex(at_ends=(LOW,)),
        convex(at_ends=()),
        convex(at_ends=(LOW, HIGH, HIGH)),
        convex(ends=(ZERO,)),
        convex(ends=[ZERO, ONE]),
    ),
    "values of other ends": (
        "value at an end",
        convex(at_ends=(decide([], ("<=", number(-6), ZERO)), HIGH)),
        convex(ends=(ZERO, TWO)),
    ),
    "an end above zero": (
        NOT_USABLE,
        convex(ends=(ZERO, TWO), at_ends=(LOW, decide([], (">=", TWO, ZERO)))),
    ),
    "an end that moves": (RESTRICTS, convex(ends=(ZERO, x))),
    "a convex function with a pole": (
        RESTRICTS,
        convex(
            power(x, -2),
            (MINUS, ONE),
            decide([("!=", x, ZERO)], (">=", mul(number(6), power(x, -4)), ZERO)),
        ),
    ),
    "a convex function with a hole": (
        NOT_FOLLOWING,
        convex(mul(ZERO, inverse(x)), (MINUS, ONE), FLAT),
        convex(mul(BOWL, x, inverse(x))),
        convex(add(BOWL, mul(ZERO, inverse(sub(x, HALF))))),
    ),
    "cases with different conclusions": (
        "conclusion of the other case",
        ("cases", x, UP, decide([("<=", x, ZERO)], (">=", absolute(x), sub(ZERO, x)))),
    ),
    "cases of a number without a value": (
        NOT_FOLLOWING,
        (
            *("cases", log(x)),
            *(decide([(sign, log(x), ZERO)], ABS) for sign in (">=", "<=")),
        ),
    ),
}


@pytest.mark.parametrize(("why", "proofs"), [(w, p) for w, *p in REFUSED.values()], ids=REFUSED)
def test_a_rule_refuses(why, proofs):
    for proof in proofs:
        refused(proof, why)


def test_every_rule_stands_in_both_tables():
    assert {proof[0] for proof, _ in PROVED.values()} == set(RULES)
    assert {proof[0] for _, *proofs in REFUSED.values() for proof in proofs} == set(RULES)


KINKS = {
    "abs": absolute(x),
    "max": ("max", x, ZERO),
    "min": ("min", x, ZERO),
    "round": ("round", x),
    "indicator": ("indicator", (">", x, ZERO)),
    "mean": mean(mul(V, x)),
    "mean on a support that moves": mean(V, on((">=", V, x))),
}


@pytest.mark.parametrize("kink", KINKS.values(), ids=KINKS)
def test_what_may_have_a_kink_has_no_derivative(kink):
    for function in (kink, mul(ZERO, kink), exp(add(kink, x)), power(kink, 2), sub(kink, kink)):
        for proof in (increasing(function, FLAT, at_start=FLAT), convex(function, curvature=FLAT)):
            refused(proof, "may have no derivative|it does not follow")
        with pytest.raises(NotProved, match="may have no derivative by x"):
            derivative(function, "x")
    assert derivative(kink, "z") == ZERO


HOLES = [inverse(x), absolute(inverse(y)), log(y), inverse(sub(x, HALF)), mean(V)]


@pytest.mark.parametrize("hole", HOLES, ids=str)
def test_a_hole_that_the_derivative_does_not_show_is_refused(hole):
    """All that is proved of the start and of the slope is true; the function lacks a value."""
    function, start = add(x, ONE, mul(ZERO, hole)), number(-1)
    for value in (terms.put(function, {"x": start}), ZERO):
        refused(increasing(function, ABOVE, start, decide([], (">=", value, ZERO))))
    proved(increasing(add(x, ONE), ABOVE, start, FLAT))
    refused(convex(add(BOWL, mul(ZERO, hole))), NOT_FOLLOWING)


def test_a_strict_slope_says_nothing_of_the_start():
    rise = increasing(x, decide([(">", x, ZERO)], (">", ONE, ZERO)), at_start=FLAT)
    refused(decide([(">=", x, ZERO)], (">", x, ZERO), rise))


@pytest.mark.parametrize("hypothesis", [(">=", x, ZERO), (">", x, ZERO)])
def test_ends_in_the_wrong_order_bound_nothing_between_them(hypothesis):
    for ends in ((ONE, ZERO), (ZERO, ZERO), (ONE, ONE)):
        refused(decide([hypothesis, ("<=", x, TWO)], ("<=", BOWL, ZERO), convex(ends=ends)))


# what a decision knows ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "proof",
    [
        decide([(">", x, TWO)], (">", add(power(x, 2), ONE), x), ABOVE_ONE),
        decide([("<", x, y)], ("<", exp(x), exp(y)), ("order", "exp", itself("<", x, y))),
        decide([], (">", add(ONE, exp(x)), ZERO)),
        decide([], ("<=", ("min", x, y), y)),
        decide([(">", ZERO, ONE)], (">", x, y)),
        *(
            decide([], (">=", sub(largest, part), ZERO))
            for largest, parts in ((("max", x, y), (x, y)), (absolute(x), (x, sub(ZERO, x))))
            for part in parts
        ),
        decide([], ("=", mul(*(sub(("max", x, y, z), part) for part in (x, y, z))), ZERO)),
        decide([], ("=", mul(sub(absolute(x), x), add(absolute(x), x)), ZERO)),
    ],
    ids=str,
)
def test_a_decision_knows(proof):
    proved(proof)


def test_a_repeated_fact_hides_none_behind_it():
    problem = Problem(court())
    problem.assume([(">", x, ZERO), (">", x, ZERO), (">", y, ZERO)])
    problem.require((">", add(x, y), ZERO))


def test_every_need_of_a_term_is_asked_for():
    problem = Problem(court())
    problem.assume([("defined", inverse(x))])
    problem.require_value(inverse(x))
    for term in (log(y), inverse(y)):  # the first need is known, the second is not
        with pytest.raises(NotProved):
            problem.require_value(add(inverse(x), term))


# following ----------------------------------------------------------------------------------------


def test_a_shared_step_is_followed_once():
    asked = []
    step = decide([], (">=", add(ONE, ONE), ONE))
    for _ in range(40):
        step = ("cases", x, step, step)
    assert check(step, Court(asked.append)).goal.hypotheses == ()
    assert asked == []


def test_a_proof_may_rest_on_many_others_but_not_one_on_another_for_ever():
    agreeing = Court(lambda _: AGREED)
    wide = decide([], (">=", power(x, 2), ZERO), *[decide([], SQUARE[1][1])] * 160)
    assert check(wide, agreeing).goal == proved(SQUARE)
    deep = SQUARE
    for _ in range(149):
        deep = ("instance", (), deep)
    assert check(deep, agreeing).goal == proved(SQUARE)
    for _ in range(2):
        deep = ("instance", (), deep)
        with pytest.raises(Malformed, match="too deep"):
            check(deep, agreeing)
    for _ in range(50_000):
        deep = ("instance", (), deep)
    refused(deep, "too deep")


def test_a_review_believes_only_what_it_was_given():
    wrong = decide([], (">", ZERO, ONE))
    review = Review(court())
    review.take(wrong, check(SQUARE, court()))
    assert review.theorem(("instance", (), wrong)).goal == proved(SQUARE)
    # another tuple that looks the same was not given
    with pytest.raises(NotProved):
        review.theorem(("instance", (), (*wrong[:2], ())))
