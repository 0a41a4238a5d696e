"""Statements in words and in LaTeX: what is shown is the statement, and TeX can set it."""

import re

import pytest
from hypothesis import given

from pmlsym.statements.binders import AnyGuess, OfSecret, Pieces
from pmlsym.statements.finite import Finite
from pmlsym.statements.from_text import from_text
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import StatementError
from tests.statements.statements_known import FALSE, TABLE_2, TRUE
from tests.statements.strategies import statements

COMMANDS = {
    *("ell", "Lambda", "mathrm", "mathcal", "mathbb", "to", "mid", "max", "min", "log", "frac"),
    *("cdot", "left", "right", "le", "ge", "ne", "text", "quad", "Longrightarrow", "alpha"),
    *("Longleftrightarrow", "chi", "infty", "varepsilon"),
}


def is_valid(latex):
    """Only known commands, so that no name has run into one, and balanced brackets."""
    found = re.findall(r"\\([A-Za-z]+)", latex)
    assert set(found) <= COMMANDS
    assert latex.count("{") == latex.count("}")
    assert found.count("left") == found.count("right")
    assert not re.search(r"[<>]=|->|\*|=>", latex)
    depth = 0
    for character in latex:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    # TeX refuses a second exponent or index without braces
    assert not re.search(r"\^\{[^{}]*\}\s*\^", latex)


@given(statements())
def test_any_statement_can_be_printed(statement):
    is_valid(statement.latex())
    words = statement.words()
    assert words.startswith("For every finite alphabet of ")
    assert words.endswith("logarithms are natural.")
    assert not set(words) & set("{}?")


@pytest.mark.parametrize("text", [*(text for text, _ in TABLE_2), *TRUE, *FALSE])
def test_words_name_every_parameter(text):
    statement = parse(text)
    is_valid(statement.latex())
    for name in statement.parameters:
        assert f"every real number {name}" in statement.words()


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (
            "Y - X - Z: pml(X->z|y) <= 2*k/3",
            r"Y - X - Z:\quad \ell(X \to z \mid y) \le \frac{2 \, k}{3} \quad "
            r"\text{where } k \ge 0",
        ),
        (
            "pml(X->Y) >= -a^2*3",
            r"\max_{y} \ell(X \to y) \ge -a^{2} \cdot 3 \quad \text{where } a \ge 0",
        ),
        (
            "(a^b)^(-2) != (-1)^n where a > -1, b > -1",
            r"\left(a^{b}\right)^{-2} \ne \left(-1\right)^{n} \quad \text{where } a > -1,\; b > -1",
        ),
        (
            "|X| >= 3; prior uniform: ALIP(?, ?)",
            r"\left|\mathcal{X}\right| \ge 3,\; P_X \text{ uniform}:\quad "
            r"\mathrm{ALIP}\left(?, ?\right)",
        ),
        ("n - (n - 1) <= 1", r"n - \left(n - 1\right) \le 1"),
        # a maximum ends before what follows
        (
            "pml(X->Y) - pml(X->y) <= 0",
            r"\left(\max_{y} \ell(X \to y)\right) - \ell(X \to y) \le 0",
        ),
        ("pml(X->Y)*n <= 1", r"\left(\max_{y} \ell(X \to y)\right) \, n \le 1"),
        # no mechanism has a guarantee at a negative level: this has no `where`
        (
            "LDP(e) => PML(e)",
            r"\mathrm{LDP}\left(\varepsilon\right) \;\Longrightarrow\; "
            r"\mathrm{PML}\left(\varepsilon\right)",
        ),
        # Euler's number stands beside the level e
        (
            "PML(e) => pmc(X->y) <= exp(e) + e_l",
            r"\mathrm{PML}\left(\varepsilon\right) \;\Longrightarrow\; "
            r"\Lambda(X \to y) \le \mathrm{e}^{\varepsilon} + \varepsilon_{l} \quad "
            r"\text{where } \varepsilon_{l} \ge 0",
        ),
        (
            "LDP(u) <=> PML(v)",
            r"\mathrm{LDP}\left(u\right) \;\Longleftrightarrow\; \mathrm{PML}\left(v\right) \quad "
            r"\text{where } u \ge 0,\; v \ge 0",
        ),
    ],
)
def test_latex_is_the_statement_with_the_range_of_its_numbers(text, latex):
    assert parse(text).latex() == latex


def test_words_say_all_quantifiers():
    said = parse(
        "X - Y - Z; |X| = 2: PML(a) of X->Y => pmc(X->z|y) < b and LDP(?) of X->Y,Z where b > -1"
    ).words()
    for part in (
        "every finite alphabet of exactly two secrets, every prior with positive entries",
        "every finite joint law of X, Y and Z with that prior of X in which X and Z are "
        "independent given Y",
        "every real number a >= 0 and every real number b, provided that b is above -1: ",
        "if the channel X->Y satisfies PML(a) (no lift P(x|y)/P(x) exceeds exp(a) at any "
        "outcome y of positive probability), then",
        "pmc(X->z|y) is below b at all outcomes (y, z) of positive probability together",
        "satisfies LDP(the best possible level)",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LIP(a) of Y->X,Z", "every lift P(y|x,z)/P(y) is from exp(-a) to exp(a) at all outcomes"),
        ("ALIP(log(a - 1), 5)", "every lift P(x|y)/P(x) is from exp(-log(a - 1)) to exp(5) at"),
        ("PMC(-log(a))", "no lift P(x|y)/P(x) is below exp(log(a)) at"),
        ("PMC(a + b)", "no lift P(x|y)/P(x) is below exp(-(a + b)) at"),
        ("pml(X->Y) <= a", "pml(X->Y) is the largest pml(X->y) of all outcomes y of positive"),
        ("X - Y - Z: pmc(X->Y,Z) <= a", "the largest pmc(X->y,z) of all outcomes (y, z) of"),
        ("histogram: worst - leak >= 0", ": (max_y l(D_i -> y)) - l(D_i -> y) >= 0."),
        ("prior P: most_P >= pml_Px where chance_P > 0", "most(P) >= pml_Px"),
    ],
)
def test_words_say_what_a_guarantee_or_a_quantity_is(text, said):
    assert said in from_text(text).words()


_BEFORE, _AFTER = r"\min_wE[C(\cdot,w)]", r"\min_wE[C(\cdot,w)\mid y]"
_LIFT = r"\max_x\tfrac{P(y\mid x)}{P(y)}"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        # what an informed adversary is given
        ("given z; cost S = 1/p at any x: least_before(S) = 1", r"S(x,w)=\frac{1}{P(x\mid z)}"),
        # which secret is meant
        ("cost I = 1 at x of least lift: cost(I) = 0", r"x^*\in\arg\min_xP(x\mid y)/P(x)"),
        (
            "given z; cost I = 1 at x of least lift: cost(I) = 0",
            r"x^*\in\arg\min_xP(x\mid y,z)/P(x\mid z)",
        ),
        # a quantity ends before what follows: no largest reciprocal
        ("cost C: most_lift(X->y)^(-1) <= 1", rf"\left({_LIFT}\right)^{{-1}} \le 1"),
        (
            "cost C: least_before(C) - least_after(C) <= 1",
            rf"\left({_BEFORE}\right) - {_AFTER} \le 1",
        ),
        (
            "cost C: 1 <= 2*maximal_cost_leakage(X->Y)",
            r"1 \le 2 \, \left(-\log\sum_y\min_xP(y\mid x)\right)",
        ),
        ("histogram: worst - leak >= 0", r"\left(\max_y \ell(D_i \to y)\right) - \ell(D_i \to y)"),
        # what is quantified over
        ("guess A; gain B: gain(A) = gain(B)", r"P_{U_B\mid X},\;B(u,w)"),
        ("guess S splits all but x of least lift: least_before(S) <= 1", r"P_{Y\mid X},\ y,\ "),
        (
            "prior P; prior D on one secret; product B = P x D: pmc_B <= a",
            r"D\text{ on one secret},\ B = P \times D,\ a\ge0:",
        ),
    ],
)
def test_latex_of_binders_says_what_they_bind(text, latex):
    assert latex in from_text(text).latex()


@pytest.mark.parametrize("payoff", [AnyGuess("G"), Pieces("G", "likelier", "rest")])
def test_latex_of_guesses_gains_where_a_guess_is_right(payoff):
    # G is 1 where a guess is wrong: this is what is least, and 1 - G is what is most
    assert r"G(u,w)=1[u\ne w]" in payoff.latex
    assert not re.search(r"\\text\{[^}]*\^", payoff.latex)  # no formula within words
    gains = from_text(f"{payoff}: gain(G) <= pml(X->y)").latex()
    assert r"\frac{\max_wE[1-G(\cdot,w)\mid y]}{\max_wE[1-G(\cdot,w)]}" in gains
    costs = from_text(f"{payoff}: cost(G) <= pmc(X->y)").latex()
    assert r"\frac{\min_wE[G(\cdot,w)]}{\min_wE[G(\cdot,w)\mid y]}" in costs


@pytest.mark.parametrize(
    ("height", "latex"),
    [
        ("1 - p", r"\left(1 - P(x)\right)\,1[x=w]"),  # 1 - P(x) 1[x=w] is 1 for another secret
        ("1", r"1\cdot 1[x=w]"),
    ],
)
def test_the_height_of_a_payoff_is_one_factor(height, latex):
    assert OfSecret("cost", "S", parse_term(height), "all").latex == f"S(x,w)={latex}"


def test_latex_says_what_exists():
    exists = Finite(parse("pml(X->y) > a"), exists=True).latex()
    assert exists.startswith(r"\exists\, P_X,\ P_{Y\mid X},\ a:\quad ")
    assert Finite(parse("pml(X->z) > 0"), exists=True).latex().startswith(r"\exists\, P_{XYZ}:")


def test_a_number_is_quantified_by_the_name_that_it_has():
    said = from_text("numbers theta, beta: theta*beta >= beta")
    assert r"\forall \theta,\beta\in\mathbb R" in said.latex()


@pytest.mark.parametrize("name", ["u", "w"])
def test_what_a_payoff_is_of_is_no_parameter(name):
    with pytest.raises(StatementError, match="nor the name of a parameter"):
        from_text(f"cost C: cost(C) <= {name}")


def test_each_of_several_payoffs_is_of_a_function_of_its_own():
    two = from_text("guess A; gain B: gain(A) = gain(B)")
    assert two.trial(100).violations  # of one and the same U they would be equal
