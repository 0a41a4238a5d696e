"""Ranges that are solved for an exponential hold at the same numbers as before."""

import re
from fractions import Fraction as F
from itertools import product

import pytest

from pmlsym.prover.ranges import solved

SOLVED = {
    "0 <= -n - (1 - n)*exp(e)": "exp(e) >= n/(n - 1)",
    "0 < n + (1 - n)*exp(e)": "exp(e) < n/(n - 1)",
    "0 < 1 - (1 - pmin)*exp(e)": "exp(e) < 1/(1 - pmin)",
    "0 <= pmin + (exp(a) - pmin*exp(a))*exp(b) - exp(a)": None,
    "0 <= (pmin*exp(a) - exp(a))*exp(b) + exp(a) - pmin": None,
    "0 <= 1 + pmin*exp(a)*exp(b) - pmin - exp(a)": None,
    "0 <= pmin + exp(a) - 1 - pmin*exp(a)*exp(b), 0 < exp(a) - 2": None,
    "0 <= 3 - 2*n*exp(e)/5": None,
    "0 <= (n - 1)^2*exp(e) - n^2": "exp(e) >= n^2/(n - 1)^2",
    "0 < exp(e)*(1 - 2*pmin + pmin^2) - n": None,
}
KEPT = [
    "0 < 1 - pmax*exp(e)",  # the sign of pmax is not looked for
    "0 <= exp(e)^2 - exp(e)",
    "0 <= exp(2*e) - 1",
    "0 <= log(2) - exp(e)",
    "0 <= x*exp(e) - 1",
    "0 <= (1 - 2*pmin)*exp(e) - 1",  # at pmin = 1/2 there is no exponential
    "0 <= (2 - n)*exp(e) - 1",
    "0 <= e",
    "exp(e) < 2",
    "",
]


def holds(conditions, numbers):
    """Whether conditions hold, by the arithmetic of Python on fractions."""
    text = re.sub(r"exp\((\w+)\)", r"exp_\1", conditions).replace("^", "**")
    text = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"F(\1)", text.replace("**2", "**F(2)"))
    text = text.replace("F(F(2))", "2").replace("**F(2)", "**2")
    return all(eval(one, {"F": F}, numbers) for one in text.split(", "))


def grid():
    """Exponentials from 1 on, sizes, and the probabilities that these allow, ends included."""
    levels = [F(1), F(11, 10), F(4, 3), F(3, 2), F(2), F(5), F(100)]
    for n, share, e, a in product((2, 3, 4, 10), (F(1), F(1, 2), F(1, 50)), levels, levels):
        yield {"n": F(n), "pmin": share / n, "exp_e": e, "exp_a": a, "exp_b": e}


@pytest.mark.parametrize("conditions", SOLVED)
def test_a_solved_range_is_the_same_range(conditions):
    found = solved(conditions)
    assert found == (SOLVED[conditions] or found) != conditions
    assert all(one.startswith("exp(") for one in found.split(", "))
    for numbers in grid():
        assert holds(found, numbers) is holds(conditions, numbers), numbers
    # the end itself is on the side where it was
    for numbers in grid():
        for one, whole in zip(found.split(", "), conditions.split(", "), strict=True):
            name, _, end = re.fullmatch(r"exp\((\w+)\) (<=?|>=?) (.+)", one).groups()
            text = re.sub(r"exp\((\w+)\)", r"exp_\1", end).replace("^", "**")
            at = numbers | {f"exp_{name}": eval(text, {}, numbers) + F(0)}
            assert holds(whole, at) is ("<=" in whole)


@pytest.mark.parametrize("conditions", KEPT)
def test_what_is_not_linear_or_of_unknown_sign_stays(conditions):
    assert solved(conditions) == conditions


@pytest.mark.parametrize("name", ["exp_a", "exp_e", "lambda", "beta", "_0"])
def test_a_parameter_of_any_name_stays_the_same(name):
    assert solved(f"0 <= exp(a) - {name}") == f"exp(a) >= {name}"
    assert solved(f"0 < 1 + {name} - (n - 1)*exp(a)").startswith("exp(a) < ")
    assert name in solved(f"0 < 1 + {name} - (n - 1)*exp(a)").split(" < ")[1]
