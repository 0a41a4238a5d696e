"""The search finds certificates that the checker accepts, and none where there is none."""

import pytest

from pmlsym.proof.checker import check
from pmlsym.proof.search import Effort, find
from tests.proof.search.problems import document

REFUTABLE = {
    "a negative constant": ["-1 >= 0"],
    "zero is not positive": ["x - x > 0"],
    "a square": ["-1 x^2 > 0"],
    "a square and a number": ["-1 x^2 - 1 >= 0"],
    "an equation with a number": ["2 x - 2 x + 3 = 0"],
    "bounds that cross": ["x - 2 > 0", "1 - x > 0"],
    "a chain": ["x - y > 0", "y - z >= 0", "z - x >= 0"],
    "a product of signs": ["x > 0", "y > 0", "-1 x y > 0"],
    "three factors": ["x > 0", "y > 0", "z > 0", "-1 x y z > 0"],
    "five factors": ["a > 0", "b > 0", "c > 0", "d > 0", "e > 0", "-1 a b c d e > 0"],
    "means of two numbers": ["x > 0", "y > 0", "4 x y - x^2 - 2 x y - y^2 > 0"],
    "means of three numbers": [
        "x > 0",
        "y > 0",
        "z > 0",
        "3 x y z - x^3 - y^3 - z^3 > 0",
    ],
    "Cauchy and Schwarz": [
        "a^2 c^2 + 2 a b c d + b^2 d^2 - a^2 c^2 - a^2 d^2 - b^2 c^2 - b^2 d^2 > 0"
    ],
    "a rational function": ["x > 0", "x^2 + x - x^2 - 2 x - 1 >= 0"],
    "a convex function of a mean": [
        "p > 0",
        "1 - p > 0",
        "p^2 x^2 + 2 p x y - 2 p^2 x y + y^2 - 2 p y^2 + p^2 y^2 - p x^2 - y^2 + p y^2 > 0",
    ],
    "a value between": ["x - y > 0", "z - x > 0", "y z - x z - x y + x^2 >= 0"],
    "numbers below one": ["x > 0", "1 - x > 0", "y > 0", "1 - y > 0", "x + y - x y - 1 >= 0"],
    "randomised response": [
        "e - 1 > 0",
        "k - 2 >= 0",
        "q e + q k - q - e = 0",
        "q - 1 >= 0",
    ],
    "an equation substituted": ["x + y - 1 = 0", "4 x y - 1 > 0"],
    "two equations": ["x + y - 3 = 0", "x - y - 1 = 0", "x y - 2 > 0"],
    "an equation of degree two": ["x^2 + y^2 - 1 = 0", "x + y - 2 >= 0"],
    "a hyperbola": ["x y - 1 = 0", "x > 0", "2 - x - y > 0"],
    "a root is positive": ["x^2 - 2 = 0", "x > 0", "7/5 - x >= 0"],
    "a denominator of known sign": ["x - 1 > 0", "y x - y > 0", "-1 y >= 0"],
    "a product that is not factored": ["b > 0", "k - 2 >= 0", "a b k - a b > 0", "-1 a > 0"],
    "a zero of a product": ["x > 0", "x y = 0", "y - 1 >= 0"],
    "a product that vanishes": ["x y = 0", "x - 1 >= 0", "y - 1 >= 0"],
    "no sign at all": ["x > 0 or -1 x > 0", "x^2 = 0"],
    "a maximum": ["m - a >= 0", "m - b >= 0", "m - a = 0 or m - b = 0", "a - m > 0"],
    "a maximum of two": [
        "m - a >= 0",
        "m - b >= 0",
        "m - a = 0 or m - b = 0",
        "c - a > 0",
        "c - b > 0",
        "m - c >= 0",
    ],
    "an absolute value": ["m - x >= 0", "m + x >= 0", "m - x = 0 or m + x = 0", "x^2 - m^2 > 0"],
    "two maxima": [
        "m - a >= 0",
        "m - b >= 0",
        "m - a = 0 or m - b = 0",
        "n - a >= 0",
        "n - c >= 0",
        "n - a = 0 or n - c = 0",
        "b - c >= 0",
        "n - m > 0",
    ],
    "cases with several facts": ["x > 0 and x - y > 0 or y - x > 0 and -1 x > 0", "x^2 = 0"],
    "a case that is needed twice": ["x - 1 >= 0 or -1 x - 1 >= 0", "1 - x^2 > 0"],
    "a discriminant": ["-1 x^2 + 2 x y - 2 y^2 - 2 y - 2 >= 0"],
    "a sum of squares": ["-1 x^4 - y^4 - z^4 + x^2 y^2 + y^2 z^2 + z^2 x^2 > 0"],
    "a sum of squares of three terms": ["-1 x^2 - y^2 - z^2 - w^2 + x y + y z + z w + w - 1 >= 0"],
    "a quartic": ["-1 x^4 + 4 x^3 - 7 x^2 + 6 x - 3 >= 0"],
    "a sign that decides": ["x^2 - 1 > 0", "x y + x - y - 1 > 0", "1 - y^2 > 0", "-1 x + 1 >= 0"],
    "a cubic without roots": ["x >= 0", "-1 x^3 + 3 x - 3 >= 0"],
    "Schur": [
        "x >= 0",
        "y >= 0",
        "z >= 0",
        "x - y >= 0",
        "y - z >= 0",
        "-1 x^3 - y^3 - z^3 + x^2 y + x^2 z + y^2 x + y^2 z + z^2 x + z^2 y - 3 x y z > 0",
    ],
    "large numbers": [
        "12345678901234567890 x - 1 >= 0",
        "1 - 12345678901234567891 x >= 0",
        "1/3 - x > 0",
        "x - 1/5 > 0",
    ],
}

SATISFIABLE = {
    "nothing": [],
    "a number": ["x > 0"],
    "a square": ["1 - x^2 >= 0", "x^2 > 0"],
    "a product of negatives": ["x y > 0", "-1 x > 0"],
    "an irrational number": ["x^2 - 2 = 0", "x > 0"],
    "a point on a circle": ["x^2 + y^2 - 1 = 0", "x > 0", "y > 0", "x - y > 0"],
    "a second case": ["x = 0 or x - 1 = 0", "x > 0"],
    "a maximum": ["m - a >= 0", "m - b >= 0", "m - a = 0 or m - b = 0", "m - a > 0"],
    "means that agree": ["x > 0", "y > 0", "4 x y - x^2 - 2 x y - y^2 >= 0"],
    "three squares": ["3 - x^2 - y^2 - z^2 >= 0", "x + y + z - 3 >= 0"],
}


@pytest.mark.parametrize("hypotheses", REFUTABLE.values(), ids=REFUTABLE)
@pytest.mark.parametrize("effort", [Effort(), Effort(z3=False)], ids=["with z3", "without z3"])
def test_the_checker_accepts_what_is_found(hypotheses, effort):
    given = document(*hypotheses)
    proof = find(given["variables"], given["hypotheses"], effort)
    assert proof is not None
    check({**given, "proof": proof})


@pytest.mark.parametrize("hypotheses", SATISFIABLE.values(), ids=SATISFIABLE)
@pytest.mark.parametrize("effort", [Effort(), Effort.quick(), Effort(work=300_000, z3=False)])
def test_nothing_is_found_where_hypotheses_hold_somewhere(hypotheses, effort):
    given = document(*hypotheses)
    assert find(given["variables"], given["hypotheses"], effort) is None


def test_a_search_without_work_to_do_finds_nothing():
    given = document(*REFUTABLE["Schur"])
    assert find(given["variables"], given["hypotheses"], Effort(work=0)) is None
