"""Each rule proves what it should, and refuses where one of its side conditions fails."""

from fractions import Fraction as F

import pytest

from pmlsym.proof.kernel.check import RULES, Review, check
from pmlsym.proof.kernel.problem import Problem
from pmlsym.proof.kernel.question import AGREED, Court
from pmlsym.proof.kernel.terms import Malformed, NotProved
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.search import Effort, find
from tests.proof.kernel.evaluation import W, number, symbol

X, Y, Z, C = map(symbol, ("x", "y", "z", "c"))
ZERO, ONE, TWO = map(number, (0, 1, 2))
LAW = ("law", "P", ("w",), ())
SURE = ("law", "P", ("w",), ((">=", W, ZERO),))


def search(document):
    return find(document["variables"], document["hypotheses"], Effort.quick())


def theorem(proof):
    return check(proof, Court(search))


def proves(proof):
    found = theorem(proof)
    assert found.certified
    return found.goal


def decision(given, conclusion, *using):
    return ("decision", (tuple(given), conclusion), using)


def refused(proof, why, kind=NotProved):
    with pytest.raises(kind, match=why):
        theorem(proof)


def over(one, other):
    return ("product", one, ("power", other, -1))


def square(term):
    return ("power", term, 2)


def minus(term):
    return ("product", number(-1), term)


SQUARE = decision((), (">=", square(X), ZERO))
ABOVE_ONE = decision([(">", X, ONE)], (">", square(X), X))


def test_there_are_eleven_rules():
    assert set(RULES) == {
        "decision",
        "instance",
        "example",
        "order",
        "nearest",
        "logarithms",
        "expectation",
        "strict expectation",
        "increasing",
        "convex",
        "cases",
    }


@pytest.mark.parametrize(
    "proof",
    [
        None,
        (),
        [],
        "decision",
        ("axiom", ("=", ZERO, ONE)),
        (1,),
        (None,),
        ("decision",),
        ("decision", ((), (">=", ONE, ZERO))),
        ("decision", ((), (">=", ONE, ZERO)), (), ()),
        ("decision", ((), (">=", ONE, ZERO)), []),
        ("decision", ((), (">=", ONE, ZERO)), None),
        ("decision", ((), (">=", ONE, ZERO)), (None,)),
        ("decision", [(), (">=", ONE, ZERO)], ()),
        ("decision", ([], (">=", ONE, ZERO)), ()),
        ("decision", ((), (">=", ONE, ZERO), ()), ()),
        ("decision", Goal((), (">=", ONE, ZERO)), ()),
        ("decision", ((), ("defined", X)), ()),
        ("decision", ((), ("finite", ("mean", LAW, W))), ()),
        ("decision", ((("exists", ("w",), (("<", W, X),)),), ("<", X, Y)), ()),
        ("decision", ((ONE,), ("<", X, Y)), ()),
        ("decision", ((), ONE), ()),
        ("order", "exp", [SQUARE]),
        ("cases", X, SQUARE),
        (["decision"], ((), (">=", ONE, ZERO)), ()),
        ["decision", ((), (">=", ONE, ZERO)), ()],
    ],
    ids=lambda proof: repr(proof)[:50],
)
def test_what_is_no_proof_is_malformed(proof):
    refused(proof, None, Malformed)


def test_a_proof_that_contains_itself_is_refused():
    deep = SQUARE
    for _ in range(50_000):
        deep = ("instance", (), deep)
    refused(deep, "too deep", Malformed)


# decision -----------------------------------------------------------------------------------------


def test_a_decision_follows_from_hypotheses():
    assert proves(ABOVE_ONE) == (((">", X, ONE),), (">", square(X), X))


def test_a_decision_uses_a_theorem_whose_hypotheses_follow():
    goal = ([(">", X, TWO)], (">", ("sum", square(X), ONE), X))
    assert proves(decision(*goal, ABOVE_ONE)).conclusion == goal[1]
    # an uninterpreted fact that arithmetic does not have
    rising = ("order", "exp", decision([("<", X, Y)], ("<", X, Y)))
    claim = ("<", ("exp", X), ("exp", Y))
    refused(decision([("<", X, Y)], claim), "it does not follow")
    assert proves(decision([("<", X, Y)], claim, rising))


def test_a_decision_refuses_a_theorem_whose_hypotheses_do_not_follow():
    refused(decision([(">", X, ZERO)], (">", square(X), X), ABOVE_ONE), "it does not follow")
    refused(decision([], (">=", square(X), ZERO), ABOVE_ONE), "it does not follow")


def test_a_decision_refuses_a_false_conclusion():
    refused(decision([], (">", square(X), ZERO)), "it does not follow")
    refused(decision([], (">", ZERO, ZERO)), "it does not follow")


def test_a_decision_refuses_a_side_without_a_value():
    for side in (over(ZERO, X), over(X, X), ("log", X), ("product", ZERO, ("log", X))):
        refused(decision([], ("=", side, side)), "it does not follow")
    assert proves(decision([("!=", X, ZERO)], ("=", over(X, X), ONE)))
    assert proves(decision([("defined", ("log", X))], (">", X, ZERO)))


def test_a_decision_refuses_a_mean_that_may_not_be_finite():
    mean = ("mean", LAW, W)
    refused(decision([], ("=", mean, mean)), "finite")
    assert proves(decision([("finite", mean)], ("=", mean, mean)))
    # that E[w] is finite does not say so of E[w^2], but of 2 E[w]
    twice = ("mean", LAW, ("product", TWO, W))
    more = ("mean", LAW, square(W))
    assert proves(decision([("finite", mean)], ("=", twice, ("product", TWO, mean))))
    refused(decision([("finite", mean)], ("=", more, more)), "finite")


def test_a_decision_refuses_a_mean_whose_body_may_have_no_value():
    inverse = ("mean", LAW, ("power", W, -1))
    refused(decision([("finite", inverse)], ("=", inverse, inverse)), "does not follow")
    positive = ("mean", ("law", "P", ("w",), ((">", W, ZERO),)), ("power", W, -1))
    assert proves(decision([("finite", positive)], ("=", positive, positive)))


def test_a_repeated_fact_hides_none_behind_it():
    problem = Problem(Court(search))
    problem.assume([(">", X, ZERO), (">", X, ZERO), (">", Y, ZERO)])
    problem.require((">", ("sum", X, Y), ZERO))


def test_every_need_of_a_term_is_asked_for():
    problem = Problem(Court(search))
    problem.assume([("defined", over(ONE, X))])
    problem.require_value(over(ONE, X))
    for term in (("log", Y), over(ONE, Y)):  # the first need is known, the second is not
        with pytest.raises(NotProved):
            problem.require_value(("sum", over(ONE, X), term))


def test_exponentials_are_positive():
    grown = ("exp", X)
    assert proves(decision((), (">", ("sum", ONE, grown), ZERO)))
    refused(decision((), (">", ("sum", minus(ONE), grown), ZERO)), "does not follow")


def test_a_maximum_is_one_of_its_arguments_and_at_least_each():
    for largest, parts in (
        (("max", X, Y, Z), (X, Y, Z)),
        (("abs", X), (X, minus(X))),
    ):
        beyond = [("sum", largest, minus(part)) for part in parts]
        for part in beyond:
            assert proves(decision((), (">=", part, ZERO)))
        assert proves(decision((), ("=", ("product", *beyond), ZERO)))
    least = ("min", X, Y)
    assert proves(decision((), ("<=", least, Y)))
    refused(decision((), (">=", least, Y)), "does not follow")


def test_a_root_of_a_positive_number_is_one():
    root = ("exp", ("product", number(F(1, 2)), ("log", X)))
    given = [(">", X, ZERO)]
    assert proves(decision(given, ("=", ("product", root, root), X)))
    refused(decision(given, ("=", root, X)), "does not follow")


def test_a_fact_about_numbers_alone_counts():
    assert proves(decision([(">", ZERO, ONE)], (">", X, Y)))


def test_a_factor_counts_as_bounded_between_constants_only():
    w, v = ("bound", 0, 0), ("bound", 0, 1)

    def is_finite(*support):
        law = ("law", "P", ("w", "v"), support)
        problem = Problem(Court(search))
        problem.assume([("finite", ("mean", law, v))])
        problem.require_sentence(("finite", ("mean", law, ("product", w, v))))

    is_finite((">=", w, ZERO), ("<=", w, ONE))
    is_finite(("<=", minus(ONE), w), (">", TWO, w))
    for support in (
        [(">=", w, minus(v)), ("<=", w, v)],  # E[v^2] need not be finite where E[v] is
        [(">=", w, ZERO)],
        [("<=", w, ZERO)],
        [(">=", w, ZERO), ("<=", v, ONE)],
        [("!=", w, ZERO)],
    ):
        with pytest.raises(NotProved, match="finite"):
            is_finite(*support)


def test_a_decision_refuses_an_existence():
    goal = ((), ("exists", ("a",), ((">", W, X),)))
    refused(("decision", goal, ()), "needs an example")


def test_a_theorem_of_existence_is_nothing_to_use():
    exists = ("example", ((), ("exists", ("a",), ((">", W, X),))), (("sum", X, ONE),), ())
    refused(decision([], (">=", square(X), ZERO), exists), "cannot use|can use")


# instance -----------------------------------------------------------------------------------------


def test_an_instance_replaces_in_hypotheses_and_conclusion():
    found = proves(("instance", (("x", ("sum", Y, ONE)),), ABOVE_ONE))
    moved = ("sum", Y, ONE)
    assert found == (((">", moved, ONE),), (">", square(moved), moved))


def test_an_instance_replaces_all_at_once():
    fact = decision([("<", X, Y)], ("<", X, Y))
    assert proves(("instance", (("x", Y), ("y", X)), fact)).conclusion == ("<", Y, X)


def test_an_instance_grants_what_has_no_value_for_sure():
    found = proves(("instance", (("x", over(ONE, Y)),), SQUARE))
    assert found.hypotheses == (("defined", over(ONE, Y)),)
    assert proves(("instance", (("x", ("exp", Y)),), SQUARE)).hypotheses == ()


def test_an_instance_refuses_what_is_no_symbol_or_no_term():
    for values in (((1, Y),), (("2x", Y),), (("x", W),), (("x", "y"),), (("x",),), [("x", Y)]):
        refused(("instance", values, SQUARE), None, Malformed)


def test_an_instance_refuses_two_values_of_one_symbol():
    refused(("instance", (("x", Y), ("x", Z)), SQUARE), "replaced twice", Malformed)


def test_an_instance_refuses_a_mean_in_the_support_of_a_law():
    law = ("law", "P", ("w",), ((">=", W, C),))
    fact = ("expectation", law, ("v",), decision([(">=", symbol("v"), C)], (">=", symbol("v"), C)))
    assert proves(("instance", (("c", X),), fact)).conclusion[1][1][3] == ((">=", W, X),)
    refused(("instance", (("c", ("mean", LAW, W)),), fact), "cannot speak of a mean", Malformed)


# example ------------------------------------------------------------------------------------------

ROOT = (((">", X, ZERO),), ("exists", ("a",), (("<", W, ZERO), ("=", square(W), square(X)))))


def test_an_example_shows_an_existence():
    assert proves(("example", ROOT, (minus(X),), ())) == ROOT


def test_an_example_has_to_satisfy_every_condition():
    refused(("example", ROOT, (X,), ()), "it does not follow")
    refused(("example", ROOT, (minus(ONE),), ()), "it does not follow")


def test_an_example_needs_a_term_for_each_number():
    for values in ((), (X, X), [minus(X)]):
        refused(("example", ROOT, values, ()), "existence of so many numbers")


def test_an_example_is_of_an_existence():
    goal = ((), (">=", square(X), ZERO))
    refused(("example", goal, (X,), ()), "existence of so many numbers")


def test_an_example_needs_a_value_where_it_stands_in_a_condition():
    goal = ((), ("exists", ("a",), ((">=", square(W), ZERO),)))
    refused(("example", goal, (("log", X),), ()), "it does not follow")
    assert proves(("example", goal, (("exp", X),), ()))


def test_an_example_is_a_closed_term():
    refused(("example", ROOT, (W,), ()), "nothing binds", Malformed)


def test_an_example_uses_only_theorems_whose_hypotheses_follow():
    goal = ((), ("exists", ("a",), ((">", square(W), W),)))
    refused(("example", goal, (X,), (ABOVE_ONE,)), "it does not follow")
    given = (((">", X, ONE),), goal[1])
    assert proves(("example", given, (X,), (ABOVE_ONE,)))


# order and nearest --------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["<=", ">=", "=", "<", ">"])
def test_the_exponential_keeps_every_order(sign):
    fact = decision([(sign, X, Y)], (sign, X, Y))
    assert proves(("order", "exp", fact)).conclusion == (sign, ("exp", X), ("exp", Y))


@pytest.mark.parametrize("sign", ["<", ">", "!="])
def test_rounding_keeps_no_strict_order(sign):
    fact = decision([(sign, X, Y)], (sign, X, Y))
    refused(("order", "round", fact), "the rule can use")


@pytest.mark.parametrize("sign", ["<=", ">=", "="])
def test_rounding_keeps_a_weak_order(sign):
    fact = decision([(sign, X, Y)], (sign, X, Y))
    assert proves(("order", "round", fact)).conclusion == (sign, ("round", X), ("round", Y))


@pytest.mark.parametrize("function", ["log", "abs", "cos", "power", None, 1, ("exp",)])
def test_other_functions_keep_no_order(function):
    refused(("order", function, SQUARE), "not on the list")


def test_the_exponential_keeps_no_inequation():
    refused(("order", "exp", decision([("!=", X, Y)], ("!=", X, Y))), "the rule can use")


def test_a_number_rounds_to_its_side_of_a_half():
    half = ("number", 5, 2)
    below = decision([("<", X, half)], ("<", X, half))
    above = decision([(">", X, half)], (">", X, half))
    assert proves(("nearest", 2, below)).conclusion == ("<=", ("round", X), TWO)
    assert proves(("nearest", 3, above)).conclusion == (">=", ("round", X), number(3))
    for integer, fact in ((3, below), (1, below), (2, above), (-3, below)):
        refused(("nearest", integer, fact), "does not place")


def test_a_number_at_a_half_may_round_either_way():
    half = ("number", 5, 2)
    for sign in ("<=", ">=", "=", "!="):
        refused(("nearest", 2, decision([(sign, X, half)], (sign, X, half))), "the rule can use")


def test_only_whole_numbers_are_nearest():
    below = decision([("<", X, ("number", 5, 2))], ("<", X, ("number", 5, 2)))
    for integer in (True, 2.0, "2", TWO, None):
        refused(("nearest", integer, below), "has to be whole", Malformed)


# logarithms ---------------------------------------------------------------------------------------

GROWING = decision([(">", X, ONE)], ("<=", X, square(X)))


def test_numbers_compare_as_their_exponentials():
    claim = ("<=", ("log", X), ("log", square(X)))
    assert proves(("logarithms", claim, GROWING, ())) == (((">", X, ONE),), claim)


def test_logarithms_need_both_exponentials():
    refused(("logarithms", ("<=", ("log", Y), ("log", square(X))), GROWING, ()), "of the left side")
    refused(("logarithms", ("<=", ("log", X), ("log", X)), GROWING, ()), "of the right side")


def test_logarithms_keep_the_sign():
    refused(("logarithms", ("<", ("log", X), ("log", square(X))), GROWING, ()), "the rule can use")


def test_logarithms_need_values():
    anywhere = decision([], ("<=", X, ("sum", X, ONE)))
    claim = ("<=", ("log", X), ("log", ("sum", X, ONE)))
    refused(("logarithms", claim, anywhere, ()), "it does not follow")


def test_logarithms_compare_relations():
    refused(("logarithms", ("defined", X), GROWING, ()), "expected a relation", Malformed)


# expectation --------------------------------------------------------------------------------------

V = symbol("v")
POINTWISE = decision([(">=", V, ZERO)], (">=", ("product", V, V), minus(V)))


def test_an_expectation_keeps_an_inequality_on_the_support():
    found = proves(("expectation", SURE, ("v",), POINTWISE))
    left, right = (("mean", SURE, body) for body in (("product", W, W), minus(W)))
    assert found == ((("finite", left), ("finite", right)), (">=", left, right))


def test_an_expectation_refuses_a_hypothesis_that_is_not_sure():
    refused(("expectation", LAW, ("v",), POINTWISE), "this restricts v")


def test_an_expectation_keeps_hypotheses_on_other_symbols():
    fact = decision([(">", C, ZERO)], (">=", ("product", C, square(V)), ZERO))
    found = proves(("expectation", LAW, ("v",), fact))
    assert found.hypotheses[0] == (">", C, ZERO)


def test_what_does_not_vary_is_its_own_expectation():
    law = ("law", "P", ("w",), ((">=", W, C),))
    found = proves(("expectation", law, ("v",), decision([(">=", V, C)], (">=", V, C))))
    mean = ("mean", law, W)
    assert found == ((("finite", mean),), (">=", mean, C))
    # where neither side varies the law still has to exist: without one c >= 1 says nothing
    support = ("law", "P", ("w",), ((">=", W, ONE), ("<=", W, C)))
    given = [(">=", V, ONE), ("<=", V, C)]
    fixed = proves(("expectation", support, ("v",), decision(given, (">=", C, ONE))))
    assert fixed == ((("finite", ("mean", support, ONE)),), (">=", C, ONE))


def test_an_expectation_keeps_no_inequation():
    fact = decision([], ("!=", ("sum", square(V), ONE), ZERO))
    refused(("expectation", LAW, ("v",), fact), "the rule can use")


def test_an_expectation_averages_over_as_many_symbols_as_the_law_has():
    refused(("expectation", LAW, ("v", "u"), POINTWISE), "as many variables")
    refused(("expectation", ("law", "P", ("a", "b"), ()), ("v",), POINTWISE), "as many variables")


def test_an_expectation_averages_over_symbols_that_differ():
    two = ("law", "P", ("a", "b"), ())
    for names in (("v", "v"), ("v", 1), ["v"], "v", ("exp",)):
        refused(("expectation", two, names, POINTWISE), "names of the symbols", Malformed)


def test_an_expectation_refuses_a_law_that_changes_with_the_variable():
    law = ("law", "P", ("w",), ((">=", W, V),))
    fact = decision([], (">=", square(V), ZERO))
    refused(("expectation", law, ("v",), fact), "this restricts v")
    inner = ("mean", law, W)
    nested = decision([("finite", inner)], ("=", inner, inner))
    refused(("expectation", LAW, ("v",), nested), "this restricts v|changes with v")


def test_an_expectation_needs_a_law():
    refused(("expectation", ("law", "P", ("w",)), ("v",), POINTWISE), None, Malformed)


# strict expectation -------------------------------------------------------------------------------

WEAK = decision([], (">=", square(V), ZERO))
STRICTLY = decision([(">", V, ONE)], (">", square(V), ZERO))
EVENT = ((">", V, ONE),)


def test_what_is_strict_on_a_likely_event_is_strict_on_average():
    found = proves(("strict expectation", LAW, ("v",), EVENT, WEAK, STRICTLY))
    likely = ("mean", LAW, ("indicator", (">", W, ONE)))
    assert found.hypotheses[-1] == (">", likely, ZERO)
    assert found.conclusion == (">", ("mean", LAW, square(W)), ZERO)


def test_strictness_is_needed_on_the_whole_event():
    refused(
        ("strict expectation", LAW, ("v",), ((">", V, TWO),), WEAK, STRICTLY), "this restricts v"
    )


def test_strictness_is_of_the_same_sides():
    other = decision([(">", V, ONE)], (">", square(V), ONE))
    refused(("strict expectation", LAW, ("v",), EVENT, WEAK, other), "made strict")


def test_strictness_is_of_the_same_direction():
    turned = decision([(">", V, ONE)], ("<", ZERO, square(V)))
    refused(("strict expectation", LAW, ("v",), EVENT, WEAK, turned), "made strict")
    equal = decision([], ("=", V, V))
    refused(("strict expectation", LAW, ("v",), EVENT, equal, STRICTLY), "made strict")
    refused(("strict expectation", LAW, ("v",), EVENT, WEAK, WEAK), "the rule can use")


def test_an_event_is_made_of_relations():
    for event in ((), None, (V,), [(">", V, ONE)], (("defined", V),)):
        refused(("strict expectation", LAW, ("v",), event, WEAK, STRICTLY), None, Malformed)


def test_the_weak_inequality_holds_everywhere():
    somewhere = decision([(">", V, ZERO)], (">=", square(V), ZERO))
    refused(("strict expectation", LAW, ("v",), EVENT, somewhere, STRICTLY), "this restricts v")


# increasing ---------------------------------------------------------------------------------------

RISING = ("sum", ("exp", X), minus(ONE), minus(X))
STARTS = decision([], (">=", ("sum", ("exp", ZERO), minus(ONE), minus(ZERO)), ZERO))
SLOPE = decision([(">=", X, ZERO)], (">=", ("sum", ("exp", X), minus(ONE)), ZERO))


def test_what_starts_at_zero_and_never_falls_stays_above():
    found = proves(("increasing", RISING, "x", ZERO, STARTS, SLOPE))
    assert found == (((">=", X, ZERO),), (">=", RISING, ZERO))


def test_a_positive_slope_gives_a_positive_function_beyond_the_start_only():
    slope = decision([(">", X, ZERO)], (">", ("sum", ("exp", X), minus(ONE)), ZERO))
    found = proves(("increasing", RISING, "x", ZERO, STARTS, slope))
    assert found == (((">", X, ZERO),), (">", RISING, ZERO))


def test_the_slope_has_to_be_the_derivative():
    other = decision([(">=", X, ZERO)], (">=", ("exp", X), ZERO))
    refused(("increasing", RISING, "x", ZERO, STARTS, other), "sign of the derivative")


def test_the_start_has_to_be_the_value_there():
    other = decision([], (">=", ONE, ZERO))
    refused(("increasing", RISING, "x", ZERO, other, SLOPE), "value at the start")


def test_the_start_has_to_be_at_zero_or_above():
    function = ("sum", X, minus(ONE))
    slope = decision([], (">", ONE, ZERO))
    below = decision([], ("<", ("sum", ZERO, minus(ONE)), ZERO))
    refused(("increasing", function, "x", ZERO, below, slope), "the rule can use")


def test_the_slope_has_to_be_positive_and_not_less():
    falling = decision([], ("<=", minus(ONE), ZERO))
    start = decision([], ("=", minus(ZERO), ZERO))
    refused(("increasing", minus(X), "x", ZERO, start, falling), "the rule can use")


def test_the_slope_is_needed_all_the_way():
    far = decision([(">=", X, TWO)], (">=", ("sum", ("exp", X), minus(ONE)), ZERO))
    refused(("increasing", RISING, "x", ZERO, STARTS, far), "this restricts x")


def test_the_function_needs_a_value_all_the_way():
    function = ("product", number(-1), ("power", ("sum", X, minus(ONE)), -1))
    slope = decision([("!=", X, ONE)], (">", ("power", ("sum", X, minus(ONE)), -2), ZERO))
    start = decision([], (">", ("product", number(-1), ("power", minus(ONE), -1)), ZERO))
    refused(("increasing", function, "x", ZERO, start, slope), "this restricts x")
    # a logarithm has a slope beyond its pole, and a start before it
    log = ("log", ("sum", X, ONE))
    slope = decision([(">=", X, minus(TWO)), ("defined", log)], (">=", ZERO, ZERO))
    refused(("increasing", log, "x", minus(TWO), start, slope), "this restricts x")
    bare = decision([], (">=", ONE, ZERO))
    function = ("sum", X, ("product", ZERO, ("log", X)))
    refused(("increasing", function, "x", ZERO, bare, bare), "it does not follow")


def test_the_start_may_not_move():
    refused(("increasing", RISING, "x", X, STARTS, SLOPE), "this restricts x")


def test_a_kink_has_no_derivative():
    kink = ("abs", X)
    start = decision([], (">=", ("abs", ZERO), ZERO))
    slope = decision([], (">=", ONE, ZERO))
    refused(("increasing", kink, "x", ZERO, start, slope), "may have no derivative")


def test_the_variable_is_a_name():
    refused(("increasing", RISING, X, ZERO, STARTS, SLOPE), "name of a variable", Malformed)


# convex -------------------------------------------------------------------------------------------

BOWL = ("sum", square(X), minus(X))
CURVED = decision([], (">=", TWO, ZERO))
LOW = decision([], ("<=", ("sum", square(ZERO), minus(ZERO)), ZERO))
HIGH = decision([], ("=", ("sum", square(ONE), minus(ONE)), ZERO))


def test_a_convex_function_is_largest_at_an_end():
    found = proves(("convex", BOWL, "x", (ZERO, ONE), CURVED, (LOW, HIGH)))
    assert found == (((">=", X, ZERO), ("<=", X, ONE)), ("<=", BOWL, ZERO))


def test_the_curvature_has_to_be_the_second_derivative():
    other = decision([], (">=", ONE, ZERO))
    refused(("convex", BOWL, "x", (ZERO, ONE), other, (LOW, HIGH)), "sign of the curvature")


def test_the_curvature_has_to_be_positive():
    hill = minus(BOWL)
    bent = decision([], ("<=", minus(TWO), ZERO))
    flat = decision([], ("=", minus(ZERO), ZERO))
    refused(("convex", hill, "x", (ZERO, ONE), bent, (flat, flat)), "the rule can use")


def test_the_curvature_is_needed_on_the_whole_interval():
    cubed = ("power", X, 3)
    bent = decision([(">=", X, ONE)], (">=", ("product", number(6), X), ZERO))
    end = decision([], ("<=", ZERO, ZERO))
    refused(("convex", cubed, "x", (number(-1), ONE), bent, (end, end)), "this restricts x")


def test_both_ends_are_needed():
    refused(("convex", BOWL, "x", (ZERO, ONE), CURVED, (LOW,)), "two ends", Malformed)
    refused(("convex", BOWL, "x", (ZERO,), CURVED, (LOW, HIGH)), "two ends", Malformed)
    refused(("convex", BOWL, "x", [ZERO, ONE], CURVED, (LOW, HIGH)), "two ends", Malformed)


def test_the_values_have_to_be_those_at_the_ends():
    six = decision([], ("<=", minus(number(6)), ZERO))
    refused(("convex", BOWL, "x", (ZERO, ONE), CURVED, (six, HIGH)), "value at an end")
    refused(("convex", BOWL, "x", (ZERO, TWO), CURVED, (LOW, HIGH)), "value at an end")


def test_the_values_at_the_ends_are_at_most_zero():
    above = decision([], (">=", ("sum", square(TWO), minus(TWO)), ZERO))
    refused(("convex", BOWL, "x", (ZERO, TWO), CURVED, (LOW, above)), "the rule can use")


def test_an_end_may_not_move():
    refused(("convex", BOWL, "x", (ZERO, X), CURVED, (LOW, HIGH)), "this restricts x")


def test_a_convex_function_needs_a_value_on_the_whole_interval():
    pole = ("power", X, -2)  # convex on either side of its pole
    second = ("product", number(6), ("power", X, -4))
    bent = decision([("!=", X, ZERO)], (">=", second, ZERO))
    end = decision([], ("<=", ("sum", ONE, minus(ONE)), ZERO))
    refused(("convex", pole, "x", (minus(ONE), ONE), bent, (end, end)), "this restricts x")
    flat = decision([], (">=", ZERO, ZERO))
    nothing = ("product", ZERO, ("power", X, -1))
    refused(("convex", nothing, "x", (minus(ONE), ONE), flat, (end, end)), "it does not follow")


# cases --------------------------------------------------------------------------------------------

ABS = (">=", ("abs", X), X)


def test_what_holds_on_both_sides_of_zero_holds():
    above = decision([(">=", X, ZERO), (">", Y, ONE)], ABS)
    below = decision([("<=", X, ZERO), (">", Z, ONE)], ABS)
    assert proves(("cases", X, above, below)) == (((">", Y, ONE), (">", Z, ONE)), ABS)


def test_both_cases_conclude_the_same():
    above = decision([(">=", X, ZERO)], ABS)
    below = decision([("<=", X, ZERO)], (">=", ("abs", X), minus(X)))
    refused(("cases", X, above, below), "conclusion of the other case")


def test_a_case_that_is_too_narrow_stays_a_hypothesis():
    above = decision([(">", X, ZERO)], ABS)
    below = decision([("<=", X, ZERO)], ABS)
    assert proves(("cases", X, above, below)).hypotheses == ((">", X, ZERO),)


def test_the_number_of_the_cases_needs_a_value():
    above = decision([(">=", ("log", X), ZERO)], ABS)
    below = decision([("<=", ("log", X), ZERO)], ABS)
    refused(("cases", ("log", X), above, below), "it does not follow")


def test_an_existence_is_not_put_together_from_cases():
    goal = ((), ("exists", ("a",), ((">", W, X),)))
    exists = ("example", goal, (("sum", X, ONE),), ())
    refused(("cases", X, exists, exists), "the rule can use")


# following ----------------------------------------------------------------------------------------


def test_a_shared_step_is_followed_once():
    asked = []

    def counting(document):
        asked.append(1)

    step = decision([], (">=", ("sum", ONE, ONE), ONE))
    for _ in range(40):
        step = ("cases", X, step, step)
    assert check(step, Court(counting)).goal.hypotheses == ()
    assert asked == []


def test_a_proof_may_rest_on_many_others_but_not_one_on_another_for_ever():
    court = Court(lambda _: AGREED)
    side = [decision((), (">=", square(X), ZERO)) for _ in range(160)]
    wide = ("decision", ((), (">=", square(X), ZERO)), tuple(side))
    assert check(wide, court).goal == theorem(SQUARE).goal
    deep = SQUARE
    for _ in range(149):
        deep = ("instance", (), deep)
    assert check(deep, court).goal == theorem(SQUARE).goal
    with pytest.raises(Malformed, match="too deep"):
        check(("instance", (), deep), court)


def test_a_review_believes_only_what_it_was_given():
    wrong = decision([], (">", ZERO, ONE))
    review = Review(Court(search))
    review.take(wrong, theorem(SQUARE))
    assert review.theorem(("instance", (), wrong)).goal == theorem(SQUARE).goal
    # another tuple that looks the same was not given
    with pytest.raises(NotProved):
        review.theorem(("instance", (), (*wrong[:2], ())))
