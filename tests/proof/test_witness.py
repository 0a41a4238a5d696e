"""Witnesses are exact, satisfy the hypotheses and break the conclusion; searches repeat."""

import json

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Rounded, reals
from pmlsym.proof.printing import witness_row
from pmlsym.proof.reading import read
from pmlsym.proof.steps import Decided, Exhibited, Step
from pmlsym.proof.verdict import Finding, NoVerdict, verdict
from pmlsym.proof.witness import NoWitness, Sample, Witness

x, y = reals("x y")
FALSE = Goal((x > 0,), sp.Ge(x**2, x, evaluate=False))
TRUE = Goal((x > 1,), sp.Ge(x**2, x, evaluate=False))


def test_a_witness_breaks_the_conclusion():
    witness = Witness(FALSE, {x: sp.Rational(1, 2)}, "a number below one")
    assert witness.sides == (sp.Rational(1, 4), sp.Rational(1, 2))
    assert "x = 1/2" in witness.text


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ({x: sp.Integer(2)}, "not seen to fail"),
        ({x: sp.Integer(-1)}, "not seen to hold"),
        ({x: sp.Float(0.5)}, "has to be exact"),
        ({}, "no value for x"),
    ],
)
def test_numbers_that_refute_nothing_make_no_witness(numbers, why):
    with pytest.raises(NoWitness, match=why):
        Witness(FALSE, numbers, "")


def test_a_value_may_come_from_a_definition():
    goal = Goal((y > 0,), sp.Le(x, y, evaluate=False))
    witness = Witness(goal, {y: sp.Integer(1)}, "", {x: lambda: sp.log(3)})
    assert witness.as_floats()[0] == pytest.approx(1.0986122886681098)


def test_existence_is_refuted_by_a_proof_alone():
    goal = Goal((x < 0,), sp.Eq(y**2, x, evaluate=False), (y,))
    with pytest.raises(NoWitness, match="only by a proof"):
        Witness(goal, {x: sp.Integer(-1)}, "")
    never = Decided(Goal((), sp.Ne(y**2, -1, evaluate=False)))
    assert Witness(goal, {x: sp.Integer(-1)}, "", never=never)
    # a proof of something else shows only what follows from it
    root = Goal((x > 0,), sp.Eq(y**2, x, evaluate=False), (y,))
    with pytest.raises(NoWitness, match="does not say"):
        Witness(root, {x: sp.Integer(4)}, "", never=never)


def test_a_law_of_a_witness_is_one_on_its_support():
    goal = Goal((), sp.Le(Mean(x, (x,), x >= 0), 1, evaluate=False))
    half, two = sp.Rational(1, 2), sp.Integer(2)
    assert Witness(goal, {}, "", laws={"P": [(sp.Integer(1), {x: two})]})
    for law in (
        [(half, {x: two})],  # is not of mass one
        [(half, {x: sp.Integer(9)}), (half, {x: sp.Integer(-1)})],  # leaves the support
        [(sp.Integer(2), {x: two}), (sp.Integer(-1), {x: two})],  # is no measure
    ):
        with pytest.raises(NoWitness, match="not seen to be a law"):
            Witness(goal, {}, "", laws={"P": law})
    with pytest.raises(NoWitness, match="no law P"):
        Witness(goal, {}, "")
    with pytest.raises(NoWitness, match="set x alone"):
        Witness(goal, {}, "", laws={"P": [(sp.Integer(1), {y: two})]})


def le(left, right):
    return sp.Le(left, right, evaluate=False)


ONE, MINUS = sp.Integer(1), sp.Integer(-1)
POSITIVE = Goal((), sp.Ge(x, 0, evaluate=False))
AVERAGE = Goal((), sp.Ge(Mean(x, (x,)), 0, evaluate=False))


INEXACT = [sp.pi, sp.I, sp.oo, sp.nan, sp.sin(1), sp.Matrix([1]), [1], None, "foo(", y]
INEXACT += [
    sp.log(8, 2, evaluate=False),
    Mean(y, (y,)),
    sp.CRootOf(y**5 + y + 3, 1),
    sp.Pow(3, 10**9, evaluate=False),
]


@pytest.mark.parametrize("number", [*INEXACT, len], ids=str)
def test_what_is_no_exact_real_number_makes_no_witness(number):
    with pytest.raises(NoWitness) as refusal:
        Witness(POSITIVE, {x: number}, "")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("laws", "words"),
    [
        ([1], "`laws` is of type list"),
        ({"P": {x: MINUS}}, "has to be a list of pairs"),
        ({"P": [(1, -1)]}, "has to be a list of pairs"),
        ({"P": 5}, "has to be a list of pairs"),
        ({"P": [([1], {x: MINUS})]}, "of type list cannot be read"),
        ({"P": [(ONE, {x: Mean(x, (x,))})]}, "stands in a law"),
    ],
)
def test_laws_of_another_shape_make_no_witness(laws, words):
    with pytest.raises(NoWitness, match=words):
        Witness(AVERAGE, {}, "", laws=laws)
    with pytest.raises(NoWitness, match="`numbers` is of type list"):
        Witness(POSITIVE, [x], "")


def test_what_is_said_to_exist_takes_no_number():
    goal = Goal((), sp.Le(y**2, x, evaluate=False), (y,))
    never = Decided(Goal((), sp.Gt(y**2, -1, evaluate=False)))
    assert Witness(goal, {x: MINUS}, "", never=never).text == "at x = -1: y^2 > -1"
    for numbers, defined in (({x: MINUS, y: ONE}, {}), ({x: MINUS}, {y: lambda: ONE})):
        with pytest.raises(NoWitness, match="y is said to exist, so it takes no number"):
            Witness(goal, numbers, "", defined, never)


@pytest.mark.parametrize(
    "number", [sp.Integer(-1) ** sp.Rational(1, 3), sp.log(-1, evaluate=False), sp.erfc(sp.log(-1))]
)
def test_a_number_without_a_value_refutes_no_existence(number):
    """That log(-1) has a value implies anything, also that nothing is at least 0 and above it."""
    goal = Goal((), sp.Ge(y, 0), exists=(y,), such_that=(sp.Gt(y, x),))
    larger = sp.Max(x, 0) + 1  # the goal is true
    so = (Goal((), sp.Gt(larger, x, evaluate=False)), Goal((), sp.Ge(larger, 0, evaluate=False)))
    assert verdict([Finding(goal, Exhibited(goal, {y: larger}, tuple(map(Decided, so))))]) == (
        "proved"
    )
    if not number.has(sp.erfc):  # the kernel has no word for it
        term, z, zero = read(number), ("symbol", "z"), ("number", 0, 1)
        positive = ("decision", ((("defined", ("log", z)),), (">", z, zero)), ())
        absurd = ("instance", (("z", ("number", -1, 1)),), positive)
        above = (">", ("symbol", "y"), term)
        never = Step(("decision", ((above,), ("<", ("symbol", "y"), zero)), (absurd,)))
    else:
        never = Decided(TRUE)
    with pytest.raises(NoWitness, match=r"x is not seen to have a value|is not an exact real"):
        Witness(goal, {x: number}, "", never=never)


def test_every_value_of_a_law_has_one():
    """Also where nothing that is evaluated asks for it."""
    z = reals("z")[0]
    goal = Goal((), sp.Le(Mean(y, (y, z), y >= 0), 0, evaluate=False))
    assert Witness(goal, {}, "", laws={"P": [(ONE, {y: ONE, z: ONE})]})
    with pytest.raises(NoWitness, match="what is given for P is not seen to have a value"):
        Witness(goal, {}, "", laws={"P": [(ONE, {y: ONE, z: sp.log(MINUS, evaluate=False)})]})


def test_an_existence_at_numbers_that_no_proof_can_name():
    goal = Goal((), sp.Le(y**2 + 1, x - x**2 - 5, evaluate=False), (y,))
    never = Decided(Goal((), sp.Gt(y**2 + 1, -5, evaluate=False)))
    with pytest.raises(NoWitness, match="the kernel has no proof at these numbers"):
        Witness(goal, {x: sp.CRootOf(y**5 + y + 3, 0)}, "", never=never)
    bound = Goal((), sp.Le(y**2, Mean(x, (x,)) * x, evaluate=False), (y,))
    with pytest.raises(NoWitness, match="does not say that there is none"):
        Witness(bound, {x: MINUS}, "", never=never, laws={"P": [(ONE, {x: ONE})]})


@pytest.mark.parametrize("power", [1000, -1000])
def test_a_number_that_no_float_comes_near_is_null_beside_its_exact_string(power):
    sign = le if power > 0 else lambda a, b: sp.Ge(a, b, evaluate=False)
    witness = Witness(Goal((), sign(sp.exp(x), 5)), {x: sp.Integer(power)}, "")
    row = witness_row(witness)
    assert (row["left"], row["right"]) == (None, 5.0)
    assert row["exact"]["left"] == f"exp({power})"
    assert "Infinity" not in json.dumps(row, allow_nan=False)
    assert ("e+434" if power > 0 else "e-435") in witness.text
    zero = Witness(Goal((), sp.Gt(x, 0, evaluate=False)), {x: sp.Integer(0)}, "")
    assert zero.as_floats() == (0.0, 0.0)


def test_a_half_refutes_nothing_about_rounding():
    half = sp.Rational(1, 2)
    for goal in (
        Goal((), sp.Eq(Rounded(x), 0, evaluate=False)),
        Goal((), sp.Eq(Rounded(x), 1, evaluate=False)),
        Goal((), sp.Eq(Rounded(-x), -Rounded(x), evaluate=False)),
    ):
        with pytest.raises(NoWitness, match="not seen to fail"):
            Witness(goal, {x: half}, "")
    far = Witness(Goal((), sp.Eq(Rounded(x), 0, evaluate=False)), {x: sp.Rational(3, 4)}, "")
    assert far.text == "at x = 3/4: left round(3/4) = 1, right 0 = 0"


def _sample(margin):
    return Sample("numbers", lambda rng: (margin - rng.random() for _ in range(50)), 7)


def test_a_search_counts_and_repeats_itself():
    assert _sample(0).tried == 50
    assert _sample(0).largest == _sample(0).largest <= 0


def test_the_verdict_is_what_the_evidence_gives():
    proof = Decided(TRUE)
    witness = Witness(FALSE, {x: sp.Rational(1, 2)}, "")
    assert verdict([Finding(TRUE, proof)]) == "proved"
    assert verdict([Finding(TRUE, proof, bound="x <= 4"), Finding(TRUE, proof)]) == "proved-bounded"
    assert verdict([Finding(TRUE, proof), Finding(TRUE, _sample(0))]) == "supported"
    assert verdict([Finding(TRUE, proof), Finding(FALSE, witness)]) == "refuted"


def test_a_search_supports_nothing_that_exact_numbers_break():
    nowhere = Goal((x > 0, x < 0), sp.Gt(x, 7, evaluate=False))
    with pytest.raises(NoVerdict, match=r"no violation, but .* fails at x = "):
        verdict([Finding(FALSE, _sample(0))])
    with pytest.raises(NoVerdict, match="no numbers were found at which the hypotheses hold"):
        verdict([Finding(nowhere, _sample(0))])
    with pytest.raises(NotProved, match="not known to be a real number"):
        verdict([Finding(Goal((), sp.Gt(sp.sin(x), 2, evaluate=False)), _sample(0))])


def test_evidence_about_something_else_gives_no_verdict():
    proof = Decided(TRUE)
    with pytest.raises(NoVerdict, match="the proof is of"):
        verdict([Finding(FALSE, proof)])
    with pytest.raises(NoVerdict, match="the witness is about"):
        verdict([Finding(TRUE, Witness(FALSE, {x: sp.Rational(1, 2)}, ""))])
    with pytest.raises(NoVerdict, match="no exact witness"):
        verdict([Finding(TRUE, _sample(1))])
    with pytest.raises(NoVerdict, match="no evidence"):
        verdict([])


def test_a_proof_from_fewer_hypotheses_proves_more():
    stronger = Goal((x > 1, x > 3), TRUE.conclusion)
    assert verdict([Finding(stronger, Decided(TRUE))]) == "proved"


def test_a_proof_is_not_printed_in_the_place_of_sides():
    irrelevant = Decided(Goal((y > 1,), y > 0))
    with pytest.raises(NoWitness, match="refutes an existence, and nothing else"):
        Witness(Goal((), x > 1), {x: 0}, "by hand", never=irrelevant)
