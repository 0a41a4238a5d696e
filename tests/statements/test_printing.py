"""Statements in words and in LaTeX."""

import re
import subprocess
import sys

import pytest
import sympy as sp
from hypothesis import given

from pmlsym.proof.goal import Goal
from pmlsym.statements.binders import AnyGuess, Both, Drawn, Mixed, OfSecret, Pieces
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.finite import Finite
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.numbers import OfNumbers
from pmlsym.statements.releases import HISTOGRAM
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import StatementError
from tests.statements.bound import bound
from tests.statements.statements_known import FALSE, TABLE_2, TRUE
from tests.statements.strategies import statements

COMMANDS = {
    *("ell", "Lambda", "mathrm", "mathcal", "mathbb", "to", "mid", "max", "min", "log", "frac"),
    *("cdot", "left", "right", "le", "ge", "ne", "text", "quad", "Longrightarrow", "alpha"),
    *("Longleftrightarrow",),
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
    assert depth == 0
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
def test_known_statements_in_latex_and_words(text):
    statement = parse(text)
    is_valid(statement.latex())
    assert statement._repr_latex_() == rf"$\displaystyle {statement.latex()}$"
    words = statement.words()
    assert words.startswith("For every finite alphabet of ")
    for name in statement.parameters:
        assert f"every real number {name}" in words


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (
            "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1",
            r"\mathrm{PML}\left(e\right) \;\Longrightarrow\; \mathrm{PMC}\left(\log\left(\frac{"
            r"p_{\min}}{1 - \mathrm{e}^{e} \, \left(1 - p_{\min}\right)}\right)\right) \quad "
            r"\text{where } \mathrm{e}^{e} \, \left(1 - p_{\min}\right) < 1",
        ),
        (
            "Y - X - Z: pml(X->z|y) <= 2*k/3",
            r"Y - X - Z:\quad \ell(X \to z \mid y) \le \frac{2 \, k}{3} \quad "
            r"\text{where } k \ge 0",
        ),
        (
            "maximal_cost_leakage(X->Y) <= E[pmc(X->y)] + mutual_information(X;Y,Z)",
            r"\mathcal{L}^{c}(X \to Y) \le \mathbb{E}\left[\Lambda(X \to Y)\right] + I(X; Y, Z)",
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
    ],
)
def test_latex(text, latex):
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


def test_the_secret_of_a_guarantee_in_words():
    said = parse("LIP(a) of Y->X,Z").words()
    assert "every lift P(y|x,z)/P(y) is from exp(-a) to exp(a) at all outcomes (x, z)" in said


def test_an_equivalence_in_words():
    assert ", if and only if " in parse("LIP(e) <=> PML(e) and PMC(e)").words()


def test_no_numpy_is_loaded():
    code = """
import sys
class NoNumpy:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ImportError("there is no numpy here")
sys.meta_path.insert(0, NoNumpy())
import pmlsym.statements
from pmlsym.statements import Model, parse, read, try_models
statement = parse("PML(e) => PMC(e)")
assert try_models(statement, 50).violations
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LIP(log(3))", "every lift P(x|y)/P(x) is from 1/3 to 3 at"),
        ("PML(log(2/pmin))", "no lift P(x|y)/P(x) exceeds 2/pmin at"),
        ("PMC(log(2/pmin))", "no lift P(x|y)/P(x) is below pmin/2 at"),
        ("PMC(log(a))", "no lift P(x|y)/P(x) is below exp(-log(a)) at"),
        ("PMC(log(a/b))", "no lift P(x|y)/P(x) is below exp(-log(a/b)) at"),
        ("ALIP(log(a - 1), 5)", "every lift P(x|y)/P(x) is from exp(-log(a - 1)) to exp(5) at"),
        ("PMC(-log(a))", "no lift P(x|y)/P(x) is below exp(log(a)) at"),
        ("PML(log(a))", "no lift P(x|y)/P(x) exceeds a at"),
        ("PMC(a + b)", "no lift P(x|y)/P(x) is below exp(-(a + b)) at"),
        ("ALIP(1/2, a)", "every lift P(x|y)/P(x) is from exp(-1/2) to exp(a) at"),
        ("PMC(?)", "no lift P(x|y)/P(x) is below exp(-(the best possible level)) at"),
    ],
)
def test_bounds_of_lifts_are_written_without_logarithms_of_exponentials(text, said):
    assert said in parse(text).words()


def test_latex_says_what_is_given_to_an_informed_adversary():
    own = "cost S = 1/p at any x"
    assert r"S(x,w)=\frac{1}{P(x)}" in bound("least_before(S) = 1", own).latex()
    informed = bound("least_before(S) = 1", "given z", own)
    assert r"S(x,w)=\frac{1}{P(x\mid z)}" in informed.latex()


def test_latex_of_a_payoff_says_which_secret_is_meant():
    one = "cost I = 1 at x of least lift"
    known = r"x^*\in\arg\min_xP(x\mid y)/P(x)"
    assert known in bound("cost(I) = pmc(X->y)", one).latex()
    known = r"x^*\in\arg\min_xP(x\mid y,z)/P(x\mid z)"
    assert known in bound("cost(I) = pmc(X->y)", "given z", one).latex()
    known = r"x^*\in\arg\max_xP(x\mid y)/P(x)"
    split = "guess S splits all but x of most lift"
    assert known in bound("gain(S) = pml(X->y)", split).latex()


@pytest.mark.parametrize("payoff", [AnyGuess("G"), Pieces("G", "likelier", "rest")])
def test_latex_of_guesses_gains_where_a_guess_is_right(payoff):
    # G is 1 where a guess is wrong: this is what is least, and 1 - G is what is most
    assert r"G(u,w)=1[u\ne w]" in payoff.latex
    gains = bound("gain(G) <= pml(X->y)", payoff).latex()
    assert r"\frac{\max_wE[1-G(\cdot,w)\mid y]}{\max_wE[1-G(\cdot,w)]}" in gains
    costs = bound("cost(G) <= pmc(X->y)", payoff).latex()
    assert r"\frac{\min_wE[G(\cdot,w)]}{\min_wE[G(\cdot,w)\mid y]}" in costs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pml(X->Y) <= a", "pml(X->Y) is the largest pml(X->y) of all outcomes y of positive"),
        ("X - Y - Z: pmc(X->Y,Z) <= a", "the largest pmc(X->y,z) of all outcomes (y, z) of"),
        ("ldp(X->Y|z) <= a", "the largest ldp(X->y|z) of all outcomes y of positive probability"),
    ],
)
def test_words_say_that_a_measure_in_capitals_is_the_largest(text, said):
    assert said in parse(text).words()
    assert "largest ldp" not in parse("ldp(X->y) <= a").words()


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("LDP(e) => PML(e)", None),  # no mechanism has a guarantee at a negative level
        ("PML(u) <=> PMC(v)", r"u \ge 0,\; v \ge 0"),
        ("pmc(X->y) <= a => pml(X->y) <= a", r"a \ge 0"),
        ("PML(e) => pml(X->Y) <= e + a where a < 2", r"a < 2,\; a \ge 0"),
        ("LDP(e) => PMC(a) where a >= 0", r"a \ge 0"),
        ("pml(X->y) > a where a > -1", "a > -1"),
    ],
)
def test_latex_says_which_numbers_are_not_negative(text, where):
    _, *found = parse(text).latex().split(r" \quad \text{where } ")
    assert found == ([where] if where else [])


def test_latex_says_what_exists_and_which_priors_are_made_of_others():
    assert (
        Finite(parse("pml(X->y) > a"), exists=True)
        .latex()
        .startswith(r"\exists\, P_X,\ P_{Y\mid X},\ a:\quad ")
    )
    assert Finite(parse("pml(X->z) > 0"), exists=True).latex().startswith(r"\exists\, P_{XYZ}:")
    priors = Drawn("P"), Drawn("D", single=True), Both("B", "P", "D")
    said = bound("pmc_B <= a", *priors).latex()
    assert r"D\text{ on one secret},\ B = P \times D,\ a\ge0:" in said


@pytest.mark.parametrize("broken", ["secret", "rest"])
def test_latex_of_pieces_has_no_formula_within_words(broken):
    assert not re.search(r"\\text\{[^}]*\^", Pieces("S", "rarer", broken).latex)


def test_a_number_is_quantified_by_the_name_that_it_has():
    theta, pi = sp.symbols("theta pi", real=True)
    said = OfNumbers(Goal((theta >= 1,), sp.Ge(theta * pi, pi)), lambda _i, _r: None)
    assert r"\forall \pi,\theta\in\mathbb R" in said.latex()


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (
            "pml(X->Y) - pml(X->y) <= 0",
            r"\left(\max_{y} \ell(X \to y)\right) - \ell(X \to y) \le 0",
        ),
        ("pml(X->Y)*pml(X->y) <= a", r"\left(\max_{y} \ell(X \to y)\right) \, \ell(X \to y) \le a"),
        ("pml(X->Y) <= a", r"\max_{y} \ell(X \to y) \le a"),
    ],
)
def test_a_maximum_ends_before_what_follows(text, latex):
    assert parse(text).latex().split(r" \quad \text{where }")[0] == latex


_BEFORE, _AFTER = r"\min_wE[C(\cdot,w)]", r"\min_wE[C(\cdot,w)\mid y]"
_LIFT = r"\max_x\tfrac{P(y\mid x)}{P(y)}"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        # no largest reciprocal
        ("most_lift(X->y)^(-1) <= 1", rf"\left({_LIFT}\right)^{{-1}} \le 1"),
        ("cost(C)^2 <= 1", rf"\left(\log\frac{{{_BEFORE}}}{{{_AFTER}}}\right)^{{2}} \le 1"),
        ("least_before(C) - least_after(C) <= 1", rf"\left({_BEFORE}\right) - {_AFTER} \le 1"),
        ("1 <= exp(most_lift(X->y))", rf"1 \le \mathrm{{e}}^{{{_LIFT}}}"),
        (
            "maximal_leakage(X->Y)^2 >= 2*maximal_cost_leakage(X->Y)",
            r"\left(\log\sum_y\max_xP(y\mid x)\right)^{2} \ge "
            r"2 \, \left(-\log\sum_y\min_xP(y\mid x)\right)",
        ),
    ],
)
def test_a_quantity_of_payoffs_ends_before_what_follows(text, latex):
    found = bound(text, "cost C").latex()
    assert found.split(r":\quad ")[1] == latex


def test_a_quantity_of_outcomes_and_histograms_ends_before_what_follows():
    most = r"\max_{x:P(x)>0} P(y \mid x)"
    ratio = bound("most_P^(-1) <= least_P*(chance_P - 1)", "prior P").latex()
    assert rf"\left({most}\right)^{{-1}} \le \left(\min_" in ratio
    more = bound("worst - leak >= 0", HISTOGRAM)
    assert r"\left(\max_y \ell(D_i \to y)\right) - \ell(D_i \to y) \ge 0" in more.latex()
    assert ": (max_y l(D_i -> y)) - l(D_i -> y) >= 0." in more.words()


@pytest.mark.parametrize(
    ("height", "latex"),
    [
        ("1 - p", r"\left(1 - P(x)\right)\,1[x=w]"),  # 1 - P(x) 1[x=w] is 1 for another secret
        ("1/p", r"\frac{1}{P(x)}\,1[x=w]"),
        ("1", r"1\cdot 1[x=w]"),
    ],
)
def test_the_height_of_a_payoff_is_one_factor(height, latex):
    assert OfSecret("cost", "S", parse_term(height), "all").latex == f"S(x,w)={latex}"


def test_each_of_several_payoffs_is_of_a_function_of_its_own():
    two = bound("gain(A) = gain(B)", "guess A", "gain B")
    for part in ("U_A of X (U_A - X - Y), A the guesses of U_A:", "U_B of X (U_B - X - Y) and"):
        assert part in two.words()
    assert r"P_{U_A\mid X},\;A(u,w)" in two.latex()
    assert r"P_{U_B\mid X},\;B(u,w)" in two.latex()
    assert two.trial(100).violations  # of one and the same U they would be equal


@pytest.mark.parametrize(
    "payoff", ["cost S = 1 at x of least lift", "guess S splits all but x of least lift"]
)
def test_a_secret_that_an_outcome_singles_out_has_that_outcome(payoff):
    said = bound("least_before(S) <= 1", payoff)
    assert "possible outcome y," in said.words()
    assert said.latex().startswith(r"P_X,\ P_{Y\mid X},\ y,\ ")


@pytest.mark.parametrize("name", ["u", "w"])
def test_what_a_payoff_is_of_is_no_parameter(name):
    with pytest.raises(StatementError, match="nor the name of a parameter"):
        bound(f"cost(C) <= {name}", "cost C")


def test_what_a_share_speaks_of_has_a_meaning():
    mixed = Mixed("M", parse_term("chance_P"), "P", "Q")
    said = bound("share_M <= 1", "prior P", "prior Q", mixed)
    assert said.words().endswith(
        " Here, under the prior in brackets, chance is the probability of y."
    )
    plain = BoundStatement(parse("1 <= 2"), Likelihoods(()))
    assert plain.words() == "For every finite alphabet, every outcome y of a mechanism: 1 <= 2."
    assert plain.latex() == r"P_{Y \mid X},\ y:\quad 1 \le 2"
