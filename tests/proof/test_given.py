"""A point that is given counts only if every hypothesis is seen to hold there."""

import pytest
import sympy as sp

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.given import confirmed
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.verdict import Finding, NoVerdict, verdict

x, y, w = reals("x y w")


def equal(left, right):
    return sp.Eq(left, right, evaluate=False)


ONE, TWO, HALF = ("number", 1, 1), ("number", 2, 1), ("number", 1, 2)
ABOVE = Goal((x > 1, equal(x, 3 * y)), y > sp.Rational(1, 3))
_LAW = (w >= 0, "W")
_MEAN = Mean(w, (w,), *_LAW)
AVERAGED = Goal((equal(_MEAN, x),), x >= 0)


def law(*atoms):
    return {"W": [(chance, {"w": value}) for chance, value in atoms]}


def test_numbers_at_which_all_holds_are_kept_and_others_left_out():
    found = confirmed(ABOVE.kernel, Point({"x": TWO, "y": ("number", 2, 3), "other": ONE}))
    assert found == Point({"x": TWO, "y": ("number", 2, 3)})


@pytest.mark.parametrize(
    "numbers",
    [
        {"x": ONE, "y": ("number", 1, 3)},
        {"x": TWO, "y": ("number", 1, 2)},
        {"x": TWO},
        {"x": 2, "y": ("number", 2, 3)},
        {"x": ("number", 4, 2), "y": ("number", 2, 3)},
        {"x": ("symbol", "y"), "y": ("number", 2, 3)},
        {"x": ("log", ("number", -1, 1)), "y": ("number", 2, 3)},
    ],
    ids=["below", "unequal", "missing", "no term", "no lowest terms", "a symbol", "no value"],
)
def test_numbers_that_miss_a_hypothesis_are_refused(numbers):
    assert confirmed(ABOVE.kernel, Point(numbers)) is None


def test_a_law_has_to_be_one_on_its_support():
    def told(number, atoms):
        return confirmed(AVERAGED.kernel, Point({"x": number}, atoms)) is not None

    assert told(ONE, law((HALF, TWO), (HALF, ("number", 0, 1))))
    assert not told(TWO, law((HALF, TWO), (HALF, ("number", 0, 1))))  # not the mean
    assert not told(ONE, law((HALF, TWO)))  # the masses sum to 1/2
    assert not told(HALF, law((HALF, TWO), (HALF, ("number", -1, 1))))  # outside
    assert not told(ONE, {})


def test_a_verdict_needs_a_point_that_is_found_or_right():
    never = Goal((x > 1, equal(x**5, x + 1), y > x), y > 1)  # chance finds no such x
    proof = Decided(never)
    with pytest.raises(NoVerdict, match="no numbers were found"):
        verdict((Finding(never, proof, at=Point({"x": TWO, "y": TWO})),))
    easy = Goal((equal(x**3, sp.Rational(1, 343)), y > x), y > sp.Rational(1, 8))
    given = Point({"x": ("number", 1, 7), "y": ONE})
    assert verdict((Finding(easy, Decided(easy), at=given),)) == "proved"
    with pytest.raises(NoVerdict, match="no numbers were found"):
        verdict((Finding(easy, Decided(easy)),))
