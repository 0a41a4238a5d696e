"""Sympy's terms are read as what they are, and written back as the same."""

import pytest
import sympy as sp
from hypothesis import given, reject, strategies as st

from pmlsym.proof.evaluation.enclosure import enclose
from pmlsym.proof.goal import Goal, goal_of
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.kernel.validation import validate_relation, validate_term
from pmlsym.proof.language import Mean, Rounded, chance, reals
from pmlsym.proof.reading import in_sympy, read, read_relation, relation_in_sympy

x, y, z, w = reals("x y z w")
SMALL = st.fractions(-3, 3, max_denominator=4)
NUMBERS = SMALL.map(lambda v: sp.Rational(v.numerator, v.denominator))


def larger(inside):
    several = st.lists(inside, min_size=1, max_size=3)
    return st.one_of(
        several.map(lambda parts: sp.Add(*parts)),
        several.map(lambda parts: sp.Mul(*parts)),
        several.map(lambda parts: sp.Max(*parts)),
        several.map(lambda parts: sp.Min(*parts)),
        st.tuples(inside, st.integers(-2, 3)).map(lambda pair: pair[0] ** pair[1]),
        inside.map(sp.exp),
        inside.map(sp.Abs),
        inside.map(lambda part: sp.log(part**2 + 1)),
        inside.map(lambda part: sp.sqrt(part**2 + sp.Rational(1, 3))),
    )


TERMS = st.recursive(st.one_of(st.sampled_from([x, y, z]), NUMBERS), larger, max_leaves=6)


def is_real(term):
    return not term.has(sp.zoo, sp.nan, sp.oo, sp.I)


@given(TERMS, st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_the_value_is_what_sympy_computes(term, point):
    if not is_real(term):
        reject()
    values = dict(zip((x, y, z), point, strict=True))
    exact = term.subs(values)
    if not is_real(exact):
        reject()
    expected = exact.evalf(30)
    if not expected.is_Float and not expected.is_Rational:
        reject()
    if abs(expected) > 10**30:
        reject()
    found = enclose(term, values)
    assert abs(float(found.mid()) - float(expected)) <= 1e-9 * max(1, abs(float(expected)))


@given(TERMS)
def test_what_is_read_is_a_term_and_comes_back(term):
    if not is_real(term):
        reject()
    found = read(term)
    validate_term(found)
    assert sp.simplify(in_sympy(found) - term) == 0 or in_sympy(found).equals(term)


@pytest.mark.parametrize(
    "term",
    [
        x - 1,
        x / y,
        -x * y / 3,
        sp.exp(-x) + sp.log(y),
        abs(x - y),
        sp.Max(x, y, 0),
        sp.Min(x, 1),
        Rounded(x + y),
        Mean(x * y, (x,)),
        Mean(x * y, (x, y), (x > y) & (y >= 0), "Q"),
        Mean(Mean(x * y, (x,), law="A") * y, (y,), law="B"),
        chance(sp.Gt(x, y), (x,)),
        chance((x > 1) & (y < 2), (x, y), x >= y),
    ],
    ids=str,
)
def test_a_term_comes_back_as_itself(term):
    assert in_sympy(read(term)) == term
    validate_term(read(term))


@pytest.mark.parametrize("relation", [sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq, sp.Ne])
def test_a_relation_comes_back_as_itself(relation):
    sentence = relation(x + y, sp.exp(x), evaluate=False)
    assert relation_in_sympy(read_relation(sentence)) == sentence
    validate_relation(read_relation(sentence))


def test_how_terms_are_read():
    assert read(sp.E) == ("exp", ("number", 1, 1))
    assert read(sp.sqrt(x)) == ("exp", ("product", ("number", 1, 2), ("log", ("symbol", "x"))))
    assert read(x**y) == ("exp", ("product", ("symbol", "y"), ("log", ("symbol", "x"))))
    assert read(1 / x) == ("power", ("symbol", "x"), -1)
    assert read(sp.Rational(-2, 4)) == ("number", -1, 2)
    mean = read(Mean(x * w, (w,), w >= y))
    law = ("law", "P", ("w",), ((">=", ("bound", 0, 0), ("symbol", "y")),))
    assert mean[:2] == ("mean", law)
    assert set(mean[2][1:]) == {("symbol", "x"), ("bound", 0, 0)}


def test_variables_are_numbered_by_their_binder():
    inner = Mean(x * y, (x,), law="A")
    _, law, body = read(Mean(inner, (y,), law="B"))
    assert law[:3] == ("law", "B", ("y",))
    assert body[1][:3] == ("law", "A", ("x",))
    assert set(body[2][1:]) == {("bound", 0, 0), ("bound", 1, 0)}


@pytest.mark.parametrize(
    "term",
    [
        sp.sin(x),
        sp.gamma(x),
        sp.log(8, 2, evaluate=False),
        sp.I,
        sp.I * x,
        sp.oo,
        -sp.oo,
        sp.zoo,
        sp.nan,
        sp.pi,
        sp.Float(0.5),
        x + sp.Float(1),
        sp.floor(x),
        sp.sign(x),
        sp.Heaviside(x),
        sp.factorial(x),
        sp.Subs(x**2, x, y),
        sp.Lambda(x, x),
        sp.Interval(0, 1),
        sp.Function("f")(x),
        sp.Derivative(sp.exp(x**2), x, evaluate=False),
        sp.Integral(x, (x, 0, 1)),
        sp.Sum(x, (x, 1, 2)),
        sp.Piecewise((x, x > 0), (0, True)),
        sp.Piecewise((1, x > 0), (2, True)),
        sp.Piecewise((1, x > 0), (0, x < 0), (2, True)),
        sp.Piecewise((1, (x > 0) | (y > 0)), (0, True)),
        *(Mean(x, (x,), law=name) for name in ("", "exp", "P Q", "1P", "P\0", "E[x]", "π")),
        *(Mean(x, variables) for variables in ((), (x + y,), (sp.Integer(1),), (sp.exp(x),))),
        *(Mean(x, (x,), support) for support in ((x > 0) | (x < -1), sp.false, sp.Ne(x, x), x)),
        Mean(x, (x, x)),
        sp.true,
        x > 0,
        sp.ImmutableMatrix([[x]]),
        (x, y),
    ],
    ids=lambda t: str(t)[:30],
)
def test_what_is_no_real_number_is_refused(term):
    with pytest.raises(Malformed):
        validate_term(read(term))


@pytest.mark.parametrize("sentence", [sp.true, sp.false, x, (x > 0) & (y > 0), ~sp.Eq(x, y) | True])
def test_what_is_no_relation_is_refused(sentence):
    with pytest.raises(Malformed, match="not a relation"):
        read_relation(sentence)


def test_a_goal_comes_back_with_what_gives_its_terms_values():
    goal = Goal((x > 0, sp.Ge(Mean(w, (w,)), x, evaluate=False)), sp.Gt(sp.log(x), y))
    kernel = goal.kernel
    assert [h[0] for h in kernel.hypotheses] == [">", ">=", "finite"]
    assert goal_of(kernel) == goal
    defined = kernel._replace(hypotheses=(("defined", ("log", ("symbol", "y"))),))
    assert goal_of(defined).hypotheses == (sp.Gt(y, 0),)


def law(*support):
    return ("law", "P", ("x",), support)


BOUND, FREE = ("bound", 0, 0), ("symbol", "x")
AVERAGE = ("mean", law(), BOUND)
MINUS = ("number", -1, 1)
NOTHING = ("number", 0, 1)
NUMBER = ("number", 1, 2)


def test_a_goal_in_sympy_is_the_one_that_was_proved():
    gap = ("sum", AVERAGE, ("product", MINUS, AVERAGE))
    for hypotheses, conclusion in (
        # sympy would make 0 = 0, and drop the mean, the divisor and the logarithm
        ((("=", gap, NOTHING), ("finite", AVERAGE)), (">", FREE, NOTHING)),
        ((("=", ("product", ("power", FREE, -1), FREE), ("number", 1, 1)),), (">", FREE, NOTHING)),
        ((), (">=", ("product", NOTHING, ("log", FREE)), NOTHING)),
        ((), (">", ("sum", FREE, FREE), ("max", NUMBER, FREE))),
    ):
        proved = Goal((), x > 0).kernel._replace(hypotheses=hypotheses, conclusion=conclusion)
        back = goal_of(proved).kernel
        assert set(back.hypotheses) == set(hypotheses)
        assert back.conclusion == conclusion


def test_a_goal_that_sympy_cannot_say_is_refused_with_its_text():
    own = ("mean", law((">=", BOUND, FREE)), BOUND)
    nested = ("mean", law(), ("mean", law(), ("product", ("bound", 1, 0), BOUND)))
    always = ("mean", law(), ("log", BOUND))
    for hypotheses, conclusion, words in (
        ((("finite", own),), (">=", own, FREE), "E_{x' ~ P}[x' | x' >= x] >= x"),
        ((("finite", nested),), (">=", nested, NOTHING), "E_{x' ~ P}[x*x']"),
        ((("finite", AVERAGE),), (">", FREE, NOTHING), "E_P[x'] is finite"),
        ((("defined", always),), (">", FREE, NOTHING), "E_P[log(x')] has a value"),
        ((), ("exists", ("x",), ((">", BOUND, FREE),)), "there is x' with x' > x"),
    ):
        proved = Goal((), x > 0).kernel._replace(hypotheses=hypotheses, conclusion=conclusion)
        with pytest.raises(Malformed, match=r"(cannot be|is not) written") as failure:
            goal_of(proved)
        assert words in str(failure.value)
    for term in (own, nested):
        with pytest.raises(Malformed, match="cannot tell the variable x"):
            in_sympy(term)


def test_two_laws_do_not_become_one_in_sympy():
    support = ((">=", BOUND, NOTHING), ("<=", BOUND, FREE))
    left, right = (("mean", law(*parts), ("number", 2, 1)) for parts in (support, support[::-1]))
    finite = (("finite", left), ("finite", right))
    proved = Goal((), x > 0).kernel._replace(hypotheses=finite, conclusion=("=", left, right))
    with pytest.raises(Malformed):
        goal_of(proved)


TOWER = sp.exp(sp.exp(sp.exp(100)))


def test_a_tower_of_exponentials_is_put_in_order_without_its_value():
    for term in (1 + y * (z + TOWER), x * y * (z + TOWER) * (1 + x), (z + TOWER) ** 2 + y):
        found = read(term)
        assert found == read(term)
        validate_term(found)
    assert "exp(exp(exp(100)))" in str(Goal((), sp.Ge(1 + y * (z + TOWER), y, evaluate=False)))
    assert read(1 + x * sp.exp(2)) == read(x * sp.exp(2) + 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((x > 0, x > 1), "`hypotheses` is x > 0: a tuple is needed"),
        (((), x > 1, y), "`exists` is y: a tuple is needed"),
        (("x > 0", x > 1), "`hypotheses` is 'x > 0'"),
        ((5, x > 1), "`hypotheses` is 5"),
        (((True,), x > 1), "`hypotheses` is True, of type bool"),
        (((), True), "the conclusion is True, of type bool"),
        (((), "x > 1"), "the conclusion is 'x > 1', of type str"),
        (((), x > 1, ("x",)), "`exists` is 'x', of type str"),
        (((), x > 1, (sp.exp(x),)), "has to be a symbol"),
    ],
)
def test_what_cannot_be_a_goal_is_named(arguments, words):
    with pytest.raises(Malformed) as failure:
        Goal(*arguments)
    assert words in str(failure.value)


@pytest.mark.parametrize("name", ["x_", "x__1", "_x", "x|", "exp", "and"])
def test_a_name_that_is_refused_is_told_what_a_name_is(name):
    with pytest.raises(Malformed, match="cannot be the name of a symbol") as failure:
        read(sp.Symbol(name, real=True))
    assert "single _ or | between them" in str(failure.value)


def test_terms_that_sympy_cannot_put_in_are_refused():
    goal = Goal((x > 1,), sp.Ge(sp.Max(1 / x, y), sp.Min(sp.log(x), y), evaluate=False))
    for term in (0, -1, sp.log(-1)):
        with pytest.raises(Malformed, match="sympy cannot put these terms into"):
            goal.instance({x: term})
    assert str(goal.instance({x: 2})) == "2 > 1  =>  max(1/2, y) >= min(y, log(2))"


def test_what_is_no_relation_has_no_instance():
    with pytest.raises(Malformed, match="not a relation"):
        Goal((), (x > 0) & (y > 0)).instance({x: z})


def test_a_goal_too_deep_to_print_says_so():
    deep = x
    for _ in range(200):
        deep = sp.log(1 + deep, evaluate=False)
    with pytest.raises(Malformed, match="too deep"):
        str(Goal((), sp.Ge(deep, 0, evaluate=False)))


def test_what_exists_stands_in_no_hypothesis():
    square = sp.Eq(y**2, x, evaluate=False)
    assert Goal((x > 0,), square, (y,)).kernel.conclusion[0] == "exists"
    for sentence in (y > 0, sp.Ge(Mean(w * y, (w,)), 0)):
        with pytest.raises(Malformed, match="said to exist"):
            Goal((sentence,), square, (y,)).kernel  # noqa: B018
    with pytest.raises(Malformed, match="said to exist"):
        Goal((), sp.Ge(Mean(w, (w,), w >= y), 0), (y,)).kernel  # noqa: B018


def test_a_float_is_told_as_one():
    with pytest.raises(Malformed, match=r"0\.333\d* is a float: write a fraction"):
        read(sp.Symbol("x", real=True) * sp.Float(0.333))
