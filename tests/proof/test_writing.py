"""What is printed means what was checked: read back as arithmetic it has the same value."""

import math
from fractions import Fraction as F

import flint
import pytest
from hypothesis import given, reject

from pmlsym.ledger.catalogue import claims, with_repairs
from pmlsym.proof.kernel.terms import Malformed, number
from pmlsym.proof.printing import goal_latex
from pmlsym.proof.writing import NAMES, goal_text, latex, sentence_latex, sentence_text, text
from tests.proof.kernel.evaluation import (
    BITS,
    LAW,
    SMALL,
    NoValue,
    Place,
    Unknown,
    W,
    ball,
    symbol,
    terms,
)

X, Y, Z = map(symbol, ("x", "y", "z"))
ONE, TWO = number(1), number(2)
WORDS = {"exp": math.exp, "log": math.log, "abs": abs, "max": max, "min": min, "__builtins__": {}}


def read_back(line, numbers):
    return eval(line.replace("^", "**"), dict(WORDS), numbers)


READABLE = ("sum", "product", "power", "exp", "log", "abs")
POINTS = ({"x": F(5, 4), "y": F(-3, 4), "z": F(5, 2)}, {"x": F(-2), "y": F(1, 2), "z": F(3)})


def same(term, numbers):
    with flint.ctx.workprec(BITS):
        try:
            place = Place({name: ball(value) for name, value in numbers.items()})
            expected = float(place.value(term))
        except (NoValue, Unknown):
            return None
    if abs(expected) > 1e9:
        return None
    floats = {name: float(value) for name, value in numbers.items()}
    return math.isclose(expected, read_back(text(term), floats), rel_tol=1e-6, abs_tol=1e-6)


@given(terms(READABLE, size=10))
def test_the_text_of_a_term_has_its_value(term):
    found = [same(term, numbers) for numbers in POINTS]
    if found == [None, None]:
        reject()
    assert False not in found


@given(terms(READABLE, size=5), terms(READABLE, size=5))
def test_the_text_of_a_maximum_has_its_value(one, other):
    for word in ("max", "min"):
        assert same((word, one, other), POINTS[0]) in (True, None)


@given(terms(("sum", "product", "power"), size=8))
def test_different_values_have_different_texts(term):
    other = ("sum", term, ONE)
    assert text(term) != text(other)


@pytest.mark.parametrize(
    ("term", "line"),
    [
        (("sum", X, ("product", number(-1), ("sum", Y, Z))), "x - (y + z)"),
        (("product", X, ("power", ("product", Y, Z), -1)), "x/(y*z)"),
        (("power", ("product", X, Y), 2), "(x*y)^2"),
        (("power", ("power", X, 2), 3), "(x^2)^3"),
        (("power", ("power", X, -2), 3), "(1/x^2)^3"),
        (("power", number(-2), 2), "(-2)^2"),
        (("power", number(1, 2), 2), "(1/2)^2"),
        (("power", ("product", number(-1), X), 2), "(-x)^2"),
        (("product", number(-1), ("power", X, 2)), "-x^2"),
        (("sum", number(-1), X), "-1 + x"),
        (("max", X, Y, ONE), "max(x, y, 1)"),
        (("indicator", ("<", X, Y), (">=", Y, ONE)), "1(x < y, y >= 1)"),
        (("mean", LAW, ("power", W, 2)), "E_P[w^2]"),
        (
            ("mean", ("law", "Q", ("w",), ((">=", W, ONE),)), ("product", X, W)),
            "E_{w ~ Q}[x*w | w >= 1]",
        ),
        (("mean", LAW, ("indicator", (">", W, X))), "P_{w ~ P}[w > x]"),
        (("mean", LAW, ("mean", ("law", "Q", ("v",), ()), ("sum", W, ("bound", 1, 0)))),
         "E_{w ~ P}[E_{v ~ Q}[v + w]]"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)  # fmt: skip
def test_brackets_stand_where_they_are_needed(term, line):
    assert text(term) == line


@given(SMALL, SMALL)
def test_numbers_are_bracketed_in_products_and_powers(p, q):
    p, q = (number(v.numerator, v.denominator) for v in (p, q))
    for term in (("product", X, p, q), ("product", p, q), ("power", p, 3), ("sum", p, q, p)):
        assert same(term, POINTS[1]) in (True, None)


def test_sentences_are_written_out():
    mean = ("mean", LAW, W)
    assert sentence_text(("!=", X, Y)) == "x != y"
    assert sentence_text(("finite", mean)) == "E_P[w] is finite"
    assert sentence_text(("defined", ("log", X))) == "log(x) has a value"
    exists = ("exists", ("a", "b"), (("<", W, X), ("=", ("bound", 0, 1), W)))
    assert sentence_text(exists) == "there is a, b with a < x, b = a"
    assert goal_text((("<", X, Y),), (">", Y, X)) == "x < y  =>  y > x"
    assert goal_text((), (">", Y, X)) == "y > x"
    assert sentence_latex(("!=", X, Y)) == r"x \ne y"
    assert sentence_latex(exists) == r"\exists\, a, b:\; a < x, b = a"
    with pytest.raises(Malformed, match="not a term"):
        text(())


def test_a_bound_variable_is_told_from_symbols_of_its_name():
    law = ("law", "P", ("w",), ())
    own = ("mean", law, ("product", symbol("w"), W))
    assert text(own) == "E_{w' ~ P}[w*w']"
    assert text(("mean", law, symbol("w"))) == "E_{w' ~ P}[w]"
    assert text(("mean", law, W)) == "E_P[w]"
    nested = ("mean", law, ("mean", law, ("product", ("bound", 1, 0), W)))
    assert text(nested) == "E_{w ~ P}[E_{w' ~ P}[w*w']]"
    # in a goal a name is taken wherever it stands
    assert goal_text((("<", symbol("w"), X),), (">", ("mean", law, W), X)) == (
        "w < x  =>  E_P[w'] > x"
    )


def test_latex_tells_a_primed_variable_from_a_symbol_that_is_set_with_a_prime():
    law = ("law", "P", ("b",), ())
    sentence = (">=", ("sum", ("mean", law, ("product", W, symbol("b2"))), symbol("b")), X)
    names = {"b2": "b'"}
    found = sentence_latex(sentence, names)
    assert r"\mathbb{E}_{b'' \sim P}\!\left[b''\,b'\right] + b" in found
    exists = ("exists", ("b",), ((">", W, ("sum", symbol("b"), symbol("b2"))),))
    assert sentence_latex(exists, names) == r"\exists\, b'':\; b'' > b + b'"
    nested = ("mean", ("law", "P", ("b2",), ()), ("mean", law, ("product", ("bound", 1, 0), W)))
    inner = r"\mathbb{E}_{b \sim P}\!\left[b'\,b\right]"
    assert latex(nested, names) == rf"\mathbb{{E}}_{{b' \sim P}}\!\left[{inner}\right]"


def test_a_bar_in_a_name_is_no_condition_within_a_mean():
    assert text(("mean", LAW, ("product", W, symbol("P_x|z")))) == "E_{w ~ P}[w*(P_x|z)]"
    assert text(("mean", ("law", "P", ("x|y",), ()), W)) == "E_P[(x|y)]"
    assert text(symbol("P_x|z")) == "P_x|z"


def test_a_law_with_the_name_of_a_symbol_is_called_a_law():
    mean = ("mean", ("law", "x", ("z",), ()), W)
    assert sentence_text((">=", mean, X)) == "E_{z ~ law x}[z] >= x"
    assert sentence_latex((">=", mean, X)).startswith(r"\mathbb{E}_{z \sim \text{law }x}")
    assert text(mean) == "E_x[z]"
    # under the law of x, as papers write it
    assert text(("mean", ("law", "w", ("w",), ()), ("product", W, X))) == "E_{w ~ w}[w*x]"
    outer = ("mean", LAW, ("mean", ("law", "w", ("z",), ()), ("sum", W, ("bound", 1, 0))))
    assert text(outer) == "E_{w ~ P}[E_{z ~ law w}[z + w]]"


def test_latex_sets_names_and_fractions():
    assert latex(("product", symbol("alpha"), ("power", symbol("p_min"), -1))) == (
        r"\frac{\alpha}{p_{\mathrm{min}}}"
    )
    assert latex(symbol("x_12")) == "x_{12}"
    assert latex(symbol("x12")) != latex(symbol("x_12"))
    assert latex(symbol("eps2"), {"eps2": r"\varepsilon'"}) == r"\varepsilon'"
    assert latex(("power", ("sum", X, ONE), 2)) == r"\left(x + 1\right)^{2}"
    assert latex(("abs", X)) == r"\left|x\right|"
    assert latex(("exp", ("product", number(-1), X))) == r"\mathrm{e}^{-x}"
    assert latex(number(-1, 2)) == r"-\frac{1}{2}"


def test_latex_keeps_a_level_e_apart_from_eulers_number_and_from_epsilon():
    level, other = symbol("e"), symbol("epsilon")
    assert latex(("exp", level)) == r"\mathrm{e}^{\varepsilon}"
    assert latex(symbol("e_l")) == r"\varepsilon_{l}"
    assert latex(symbol("e1")) == r"\mathrm{e1}"
    assert text(("exp", level)) == "exp(e)"
    # the ledger sets epsilon alone as \varepsilon; beside e it is another symbol
    assert sentence_latex(("<=", other, X), NAMES) == r"\varepsilon \le x"
    assert sentence_latex(("<=", level, other), NAMES) == r"\varepsilon \le \epsilon"


GOALS = {
    part.goal: c.id for c in with_repairs(claims()) for part in c.parts
}  # some claims share goals


def test_every_goal_of_the_ledger_can_be_written():
    assert len(GOALS) > 100
    for goal, name in GOALS.items():
        line, formula = str(goal), goal_latex(goal)
        assert line.count("(") == line.count(")"), name
        assert line.count("[") == line.count("]"), name
        assert formula.count("{") == formula.count("}"), name
        assert formula.count(r"\left") == formula.count(r"\right"), name
        assert "bound" not in line + formula, name
        assert "\n" not in line, name


def test_goals_that_differ_are_written_differently():
    kernels = {goal.kernel for goal in GOALS}
    assert len({goal_text(*kernel) for kernel in kernels}) == len(kernels)
