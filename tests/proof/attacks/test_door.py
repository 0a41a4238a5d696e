"""Attacks on witnesses: what they rest on, what is printed of them, texts, and large numbers."""

import json
import math
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import flint
import numpy as np
import pytest
import sympy as sp

from pmlsym.ledger.checking.failure import false_at
from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.evaluation.enclosure import Reader, holds
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel.question import AGREED
from pmlsym.proof.kernel.terms import Malformed, NotProved
from pmlsym.proof.language import Mean, chance, reals
from pmlsym.proof.perturb import is_false
from pmlsym.proof.printing import evidence_rows, latex, witness_row
from pmlsym.proof.reading import read
from pmlsym.proof.review import asking
from pmlsym.proof.steps import Decided, Instance
from pmlsym.proof.verdict import Finding, NoVerdict, consistent_at, verdict
from pmlsym.proof.witness import NoWitness, Sample, Witness, number_text

w, x, y, z = reals("w x y z")
HALF, ONE = sp.Rational(1, 2), sp.Integer(1)


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def ge(left, right):
    return sp.Ge(left, right, evaluate=False)


SQUARE = Goal((), ge(x**2, 0))
SQUARE_FAILS = Goal((), ge(x, x**2))


# what a refutation rests on ------------------------------------------------------------------


def test_two_solvers_do_not_refute():
    class Agreeing:
        def __call__(self, document):
            return AGREED

    z = y**8 - 3 * y**5 + 2 * y**2 - y
    goal = Goal((), le(z + x, 0), (y,))
    with asking(Agreeing()):
        never = Decided(Goal((), sp.Gt(z + HALF * 3, 0, evaluate=False)))
        assert not never.theorem.certified
        with pytest.raises(NoWitness, match="solvers refute nothing"):
            Witness(goal, {x: HALF * 3}, "", never=never)
    easy = Goal((), le(y**2 + x, 0), (y,))
    partly = Decided(Goal((sp.Ne(y, 0),), sp.Gt(y**2 + 3, 0, evaluate=False)))
    with pytest.raises(NoWitness, match=r"it does not follow from y != 0  =>  y\^2 \+ 3 > 0 by"):
        Witness(easy, {x: sp.Integer(3)}, "", never=partly)  # and no solver was asked
    proof = Decided(Goal((), sp.Gt(y**2 + 3, 0, evaluate=False)))
    witness = Witness(easy, {x: sp.Integer(3)}, "", never=proof)
    assert verdict([Finding(easy, witness)]) == "refuted"
    with asking(Agreeing()):  # no certificate is proposed here, so none is there
        assert proof.theorem.certified


def test_a_mean_has_a_value_only_if_its_body_has_one_on_the_whole_support():
    law = {"P": [(ONE, {w: sp.Integer(2)})]}
    for support, said in ((w >= 0, False), (w > 0, True), (w >= HALF, True), (sp.true, False)):
        for body in (sp.log(w), 1 / w):
            mean = Mean(body, (w,), support)
            goal = Goal((ge(mean, 0),), ge(x, 0))
            if said:
                assert Witness(goal, {x: -ONE}, "", laws=law)
            else:
                with pytest.raises(NoWitness, match="is not seen to hold"):
                    Witness(goal, {x: -ONE}, "", laws=law)
            assert (holds(ge(mean, 0), {}, law) is True) == said
            assert (consistent_at(read_goal(goal)) is not None) == said
            assert is_false(goal) == said
    # numbers are put into the support, also those that have no name
    moved = Goal((ge(Mean(sp.log(w), (w,), w > x), 0),), ge(y, 0))
    for number, fits in ((ONE, True), (-ONE, False), (sp.erfc(1), False)):
        if fits:
            assert Witness(moved, {x: number, y: -ONE}, "", laws=law)
        else:
            with pytest.raises(NoWitness, match="is not seen to hold"):
                Witness(moved, {x: number, y: -ONE}, "", laws=law)
    # nested: the variable of the outer law is any on its support
    inner = Mean(sp.log(w + x), (x,), x >= 0, "Q")
    both = {**law, "Q": [(ONE, {x: ONE})]}
    assert holds(ge(Mean(inner, (w,), w > 0), 0), {}, both) is True
    assert holds(ge(Mean(inner, (w,), w >= 0), 0), {}, both) is None
    # a conclusion without a value does not hold either, so it stays refuted
    assert Witness(Goal((), le(Mean(sp.log(w), (w,), w >= 0), 0)), {}, "", laws=law)


# what is printed -----------------------------------------------------------------------------

EVENTS = [
    (sp.Eq(w, 2), 1),
    (sp.Ne(w, 2), 0),
    (w > 1, 1),
    (w < 1, 0),
    (w**2 - w <= 6, 1),
    (sp.exp(w) > 1, 1),
    (sp.And(w > 1, w < 2), 0),
]


@pytest.mark.parametrize(("event", "value"), EVENTS, ids=str)
def test_an_event_at_a_point_is_decided(event, value):
    often = chance(event, (w,))
    goal = Goal((), le(often, -1))
    witness = Witness(goal, {}, "", laws={"P": [(ONE, {w: sp.Integer(2)})]})
    assert witness.as_floats() == (value, -1.0)
    assert witness.sides == (value, -1)


def test_no_digit_is_printed_that_is_not_known():
    for left in (
        sp.log(sp.exp(x) + 1 + sp.exp(-x)) * sp.exp(x) - x * sp.exp(x),
        (sp.exp(x) + 1) ** 2 - sp.exp(2 * x) - 2 * sp.exp(x),
    ):
        witness = Witness(Goal((), le(left, -1 - sp.exp(y))), {x: 3500, y: 5000}, "")
        row = witness_row(witness)
        assert row["left"] is None
        assert row["right"] is None
        assert "left " + row["exact"]["left"] + ", right " in witness.text
    near = Witness(Goal((), le(sp.exp(x) - sp.exp(x) * (1 - sp.exp(-y)), 0)), {x: 0, y: 300}, "")
    assert near.as_floats()[0] == pytest.approx(math.exp(-300), rel=1e-14)
    nothing = sp.log(6 * x) - sp.log(2 * x) - sp.log(3)
    zero = Witness(Goal((), sp.Gt(nothing, 0, evaluate=False)), {x: 2}, "")
    assert zero.as_floats() == (0.0, 0.0)


def test_the_logarithm_of_a_long_square_is_compared():
    """sympy looks for roots of what has no small factors, and left with an error of its own."""
    long = 2**1279 - 1
    goal = Goal((), sp.Lt(sp.log(x), 2 * sp.log(y), evaluate=False))
    with pytest.raises(NoWitness, match="not seen to fail"):
        Witness(goal, {x: long**2, y: long}, "")
    assert Witness(goal, {x: long**2 + 1, y: long}, "").text.startswith("at x = ")
    assert Witness(goal, {x: long**2, y: long - 1}, "").text.startswith("at x = ")


def test_a_side_that_speaks_of_what_does_not_exist_stands_as_it_was_checked():
    """It was simplified as if the symbols were any numbers: of a > 0 nothing was left in it."""
    a, b = reals("a b")
    root = sp.exp(sp.log(a, evaluate=False), evaluate=False)
    share = sp.Mul(b, sp.Pow(b, -1), evaluate=False)
    given = (sp.Gt(a, 0), sp.Gt(b, 0))
    goal = Goal((), le(root, sp.Mul(x, share, evaluate=False)), (a, b), given)
    never = Decided(Goal(given, sp.Gt(root, sp.Mul(-1, share, evaluate=False), evaluate=False)))
    witness = Witness(goal, {x: sp.Integer(-1)}, "", never=never)
    assert witness_row(witness)["exact"] == {"left": "exp(log(a))", "right": "-(b/b)"}


def test_powers_are_not_computed_to_be_printed():
    start = time.perf_counter()
    for numbers in ({x: 10**9, y: 7}, {x: 3 * 10**6, y: sp.Rational(4, 3)}):
        witness = Witness(Goal((), le(y**x, 1)), numbers, "")
        assert f"exp({numbers[x]}*log({numbers[y]}))" in witness.text
        assert all(side is not None for side in witness.sides)
        assert witness_row(witness)["left"] is None
    never = Decided(Goal((), sp.Gt(y**2 + sp.Pow(10, x), 0, evaluate=False)))
    there = Goal((), le(y**2 + 10**x, 0), (y,))
    at = Instance(never, {x: sp.Integer(10**9)})
    assert "10^" not in Witness(there, {x: 10**9}, "", never=at).text
    assert time.perf_counter() - start < 20


def test_a_search_without_a_finite_margin_is_json():
    sample = Sample("", lambda rng: [-math.inf], 0)
    assert evidence_rows(sample)[0]["largest"] is None
    json.dumps(evidence_rows(sample), allow_nan=False)


def test_a_law_is_printed_whole_beside_what_the_kernel_has_no_word_for():
    mean = Mean(w, (w,), w > 0, "Q")
    root = sp.CRootOf(sp.Symbol("t") ** 5 - sp.Symbol("t") - 1, 0)
    for term in (sp.erfc(1) * mean, sp.erfc(mean), root * mean):
        assert r"\mathbb{E}_{Q}\!\left[w\,\middle|\,w > 0\right]" in latex(term)
        assert "E_Q[w | w > 0]" in number_text(term)
    with pytest.raises(Malformed, match="variable of a mean"):
        latex(Mean(sp.erfc(w), (w,)))


def test_a_pickled_goal_is_read_again_and_a_pickled_witness_built_again():
    with pytest.raises(TypeError, match="a witness cannot be pickled: build it again"):
        pickle.dumps(Witness(SQUARE_FAILS, {x: -ONE}, "by hand"))
    there = Goal((x > 1, w > 0), le(y**2 + 0, x), (y,), (ge(y, w),))
    for goal in (SQUARE, SQUARE_FAILS, there, Goal((), sp.sin(x) > 0), Goal((sp.true,), x > 0)):
        assert pickle.loads(pickle.dumps(goal)) == goal
    folded = Goal((), le(sp.Add(x, x, evaluate=False), 0))
    with pytest.raises(Malformed, match="as it was"):
        pickle.loads(pickle.dumps(folded))


def real(*margins):
    return lambda rng: margins


@pytest.mark.parametrize(
    ("about", "search", "seed", "said"),
    [
        ("a", real(-1.0), None, "the seed is of type NoneType"),
        ("a", real(-1.0), True, "the seed is of type bool"),
        ("a", real(-1.0), -1, "the seed is -1"),
        (5, real(-1.0), 0, "what was searched is of type int"),
        ("a", real(-1.0, 1j), 0, "a margin of type complex"),
        ("a", real(np.array([-1 + 5j])), 0, "a margin of type ndarray"),
        ("a", real(sp.I), 0, "Cannot convert complex to float"),
        ("a", real("-1"), 0, "a margin of type str"),
        ("a", real(10**400), 0, "a margin of type int"),
        ("a", real(-1.0, math.nan), 0, "every margin has to be a number"),
        ("a", real(), 0, "has to try something"),
        ("a", lambda rng: 5, 0, "yields margins"),
        ("a", 5, 0, "yields margins"),
    ],
)
def test_a_search_repeats_itself_and_has_real_margins(about, search, seed, said):
    with pytest.raises(ValueError, match=said) as failure:
        Sample(about, search, seed)
    assert "\n" not in str(failure.value)


# limits --------------------------------------------------------------------------------------


def test_a_budget_that_ends_leaves_the_answer_open():
    mean = Mean(sp.log(w), (w,), w > x)
    goal = read_goal(Goal((ge(mean, -100),), ge(z, 1)))
    assert counterexample(goal) is not None
    for spent in (
        EvaluationBudget(proofs=0),
        EvaluationBudget(floats=0),
        EvaluationBudget(exactly=-1, proofs=0),
    ):
        assert counterexample(goal, budget=spent) is None
        assert spent.used_up
    point = Point(
        {}, {"P": [(("number", 1, 1), {"w": ("number", 1, 1)})]}, budget=EvaluationBudget(proofs=0)
    )
    sentence = read(Mean(sp.log(w), (w,), w > 0))
    assert point.holds((">=", sentence, ("number", 0, 1))) is None
    assert point.holds((">=", sentence, ("number", 1, 1))) is False


def test_what_holds_in_floats_alone_is_looked_at_so_often():
    big = sum(sp.exp(x / k) * sp.log(2 + k * y**2) for k in range(1, 40))
    start = time.process_time()
    for left, right in ((big * (1 + sp.exp(-(y**2) - 1000)), big), (big, big - sp.exp(-2000))):
        goal = Goal((le(left, right),), ge(z, 0))
        assert consistent_at(read_goal(goal)) is None
        assert false_at(goal) is None
    assert time.process_time() - start < 30
    # where it holds somewhere, too, that is found
    assert consistent_at(read_goal(Goal((le(big * (1 + x * sp.exp(-1000)), big),), z > 0)))


CIRCLES = [
    ((x, y + 1), (y, x - 1)),
    ((x, sp.exp(y)), (y, sp.log(x))),
    ((z, x), (y, z - 1), (x, y + 1)),
    ((x, y + z), (y, x - z), (z, x - y)),
    ((x, Mean(w, (w,), w > y)), (y, x - 1)),
    ((x, y), (y, x), (x, 3), (y, 3)),
]


@pytest.mark.parametrize("circle", CIRCLES, ids=str)
def test_definitions_in_a_circle_have_a_point(circle):
    given = tuple(sp.Eq(*sides, evaluate=False) for sides in circle)
    goal = Goal(given, ge(x**2, 0))
    assert verdict([Finding(goal, Decided(goal))]) == "proved"
    point = Finding(goal, Decided(goal)).point
    for sentence in read_goal(goal).hypotheses:
        assert sentence[0] == "finite" or point.holds(sentence) is True
    contradicts = Goal((*given, sp.Eq(circle[0][1], circle[0][0] - 1, evaluate=False)), ge(x**2, 0))
    with pytest.raises(NoVerdict, match="no numbers were found"):
        verdict([Finding(contradicts, Decided(contradicts))])


def test_a_symbol_that_is_a_chance_has_a_number():
    often = chance(ge(w, sp.sqrt(2)), (w,))
    goal = Goal((sp.Eq(x, often, evaluate=False),), le(x, HALF))
    found = false_at(goal)
    assert found.numbers == {x: 1}
    assert found.text.startswith("x = 1, P: 1 on w = ")
    witness = Witness(goal, {x: ONE}, "", laws=found.laws)
    row = witness_row(witness)
    assert (row["numbers"], row["left"], row["right"]) == ({"x": "1"}, 1.0, 0.5)
    mixed = {"P": [(sp.Rational(1, 4), {w: 1}), (sp.Rational(3, 4), {w: 2})]}
    assert Witness(goal, {x: sp.Rational(3, 4)}, "", laws=mixed)
    for wrong in (sp.Rational(1, 4), ONE, sp.Integer(0)):
        with pytest.raises(NoWitness, match="not seen to hold"):
            Witness(goal, {x: wrong}, "", laws=mixed)


def test_laws_within_laws_have_an_end():
    nested = Mean(w + x + y + z, (w,), law="S")
    for variable, law in ((z, "R"), (y, "Q"), (x, "P")):
        nested = Mean(nested, (variable,), law=law)

    def laws(count):
        share = sp.Rational(1, count)
        return {
            name: [(share, {variable: -number}) for number in range(1, count + 1)]
            for name, variable in zip("PQRS", (x, y, z, w), strict=True)
        }

    goal = Goal((), ge(nested, 0))
    assert Witness(goal, {}, "", laws=laws(3)).as_floats() == (-8.0, 0.0)
    with pytest.raises(NoWitness, match="not seen to fail"):
        Witness(goal, {}, "", laws=laws(40))


RUNS = "[].append(__import__('sys').modules.setdefault('run_from_a_text', 1)) or 1"


@pytest.mark.parametrize(
    "give",
    [
        lambda text: Witness(SQUARE_FAILS, {x: text}, ""),
        lambda text: Witness(Goal((), ge(x, 0)), {}, "", defined={x: lambda: text}),
        lambda text: Witness(Goal((), ge(Mean(w, (w,)), 0)), {}, "", laws={"P": [(text, {w: 1})]}),
        lambda text: Witness(Goal((), ge(Mean(w, (w,)), 0)), {}, "", laws={"P": [(1, {w: text})]}),
        lambda text: Instance(Decided(SQUARE), {x: text}),
        lambda text: SQUARE.instance({x: text}),
        lambda text: Mean(text, (w,)),
        lambda text: Mean(w, (text,)),
        lambda text: Mean(w, (w,), text),
        lambda text: chance(text, (w,)),
        lambda text: latex(text),
        lambda text: number_text(text),
        lambda text: holds(ge(x, 0), {x: text}),
        lambda text: Goal((text,), ge(x, 0)),
    ],
)
def test_a_text_is_no_program(give):
    for text in (RUNS, "x", "1e999999999", "9" * 5000):
        with pytest.raises((NotProved, NoWitness, NoValue)) as refusal:
            give(text)
        assert len(str(refusal.value)) < 400
        assert "run_from_a_text" not in sys.modules


def test_a_fraction_may_be_a_text():
    witness = Witness(SQUARE_FAILS, {x: "-1/2"}, "")
    assert witness.text == "at x = -1/2: left -1/2 = -0.5, right 1/4 = 0.25"


def test_nested_events_are_decided_once():
    point = Point({}, {}, Reader().special)
    two = ("number", 2, 1)
    root = ("exp", ("product", ("number", 1, 2), ("log", two)))
    same = ("exp", ("product", ("number", 1, 4), ("log", ("number", 4, 1))))
    term = (
        "sum",
        root,
        ("exp", ("exp", same)),
        ("product", ("number", -1, 1), ("exp", ("exp", root))),
    )
    start = time.perf_counter()
    for _ in range(25):
        term = ("sum", root, ("indicator", (">=", term, ("exp", ("exp", root)))))
    point.holds((">", term, two))
    assert time.perf_counter() - start < 20


def test_threads_do_not_disturb_each_other():
    goal = Goal((), le(sp.exp(x) * (1 + sp.exp(-y)), sp.exp(x)))

    def one(number):
        witness = Witness(goal, {x: ONE, y: sp.Integer(number)}, "")
        witness.confirm()
        return witness.text

    before = flint.ctx.prec
    numbers = [2, 900, 1100, 2000] * 10
    alone = [one(number) for number in numbers[:4]]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, numbers)) == alone * 10
    assert flint.ctx.prec == before
