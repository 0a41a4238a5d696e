"""Reading the language: round trips, malformed texts with their columns, and any text at all."""

import pickle
import re

import pytest
from hypothesis import given, strategies as st

from pmlsym.statements.from_text import from_text
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import StatementError
from tests.statements.statements_known import FALSE, TABLE_2, TRUE
from tests.statements.strategies import statements

OF_CHANNEL = (
    *("pml(X->y)", "pmc(X->y)", "least_lift(X->y)", "most_lift(X->y)", "pml(X->Y)", "pmc(X->Y)"),
    *("maximal_leakage(X->Y)", "maximal_cost_leakage(X->Y)"),
    *("pml_of_pairs(X->Y)", "pmc_of_pairs(X->Y)"),
)
OF_COST = ("cost(C)", "least_before(C)", "least_after(C)", "average_cost(C)", "worst_cost(C)")
OF_GAIN = ("gain(D)", "most_before(D)", "most_after(D)", "average_gain(D)", "worst_gain(D)")
OF_PRIOR = ("pml_P", "pmc_P", "ldp_P", "chance_P", "least_P", "most_P", "theta")
QUANTITIES = {  # by binders
    "cost C; gain D": OF_CHANNEL + OF_COST + OF_GAIN,
    "given z; cost C = 1/p at any x; gain D = p^2 at any x": OF_COST + OF_GAIN,
    "guesswork C; guess D": OF_COST + OF_GAIN,
    "cost C = 1 at x of least lift; gain D = 1 - p at x of most lift": OF_COST[:3] + OF_GAIN[:3],
    "guess C splits x of least lift; guess D splits all but x of most lift": OF_COST[:3],
    "prior P; prior D on one secret": OF_PRIOR,
    "priors P, Q; mixture M = theta P + (1 - theta) Q; product B = P x M": ("share_M", "ldp_B"),
    "priors P, Q; mixture M = 0.25 P + 3/4 Q": ("share_M", "pml_M"),
    "priors P, Q; mixture M = (chance_P/2) P + (1 - chance_P/2) Q": ("chance_M", "least_M"),
    "histogram": ("leak", "worst", "least", "alpha", "b", "k", "dp"),
    "numbers s, t": ("s + t",),
}
BOUND = [
    f"{front}: exp(-{quantity}) <= 2*({quantity}) => max({quantity}, 1)^2 > 3/4"
    for front, quantities in QUANTITIES.items()
    for quantity in quantities
]
KNOWN = (*(text for text, _ in TABLE_2), *TRUE, *FALSE, *BOUND)


@given(statements())
def test_what_is_written_is_read_back(statement):
    text = str(statement)
    assert parse(text) == statement
    assert hash(parse(text)) == hash(statement)
    assert pickle.loads(pickle.dumps(statement)) == statement


@pytest.mark.parametrize("text", KNOWN)
def test_known_statements_come_back(text):
    statement = parse(text)
    assert parse(str(statement)) == statement
    assert parse(f"  {text}\t".replace(" ", "  ")) == statement
    assert parse(re.sub(r"\s*([-+*/^<>=,;:()]+)\s*", r"\1", text)) == statement
    assert from_text(text).text == str(statement)


@pytest.mark.parametrize(
    "word",
    ["cost", "gain", "guess", "given", "priors", "mixture", "product", "histogram"],
)
def test_words_that_begin_binders_are_names_of_parameters(word):
    assert parse(f"{word} <= 3").parameters == (word,)
    assert from_text(f"cost C: cost(C) <= {word}").parameters == (word,)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a+b*c^d^e <= -a^2", "(a + (b*(c^(d^e)))) <= -(a^2)"),
        ("a - b - c/d/e <= 1", "((a - b) - ((c/d)/e)) <= 1"),
        ("-a*b <= 2^-3", "(-a)*b <= 2^(-3)"),
        ("0.25 <= 1e-3", "1/4 <= 1/1000"),
        ("pml(X->z,y)<=a", "pml(X->y,z) <= a"),
        ("a <= 6/4", "a <= 3/2"),
        ("a²³ <= 2", "a^23 <= 2"),
    ],
)
def test_how_operations_bind(one, other):
    assert parse(one) == parse(other)


# --- texts that are refused -----------------------------------------------------------------------

MALFORMED = [
    ("", 1, "expected a number, a name or '('"),
    ("PML(e) => ", 10, "found the end"),
    ("PML(e => PMC(e)", 7, "the '(' of column 4 is not closed"),
    ("PML(e)) => PMC(e)", 7, "nothing is open here"),
    ("PML(e) => PMC(log(Pmin))", 19, "did you mean pmin?"),
    ("LDP(Log(2)) => PML(e)", 5, "did you mean log?"),
    ("LDP(e) <== LIP(e)", 8, "Write A => B"),
    ("LDP(e) <= PML(e)", 8, "a guarantee is no number"),
    ("2pmin <= 1", 2, "write 2*pmin for a product"),
    ("PML(a) => PMC(a) b", 18, "expected 'and', 'where' or the end"),
    ("PML(a) => PMC(a) where a > 1 b", 30, "expected ',' or the end"),
    ("PMLL(a) => PMC(b)", 1, "did you mean PML?"),
    ("PML(e) → PMC(e)", 8, "did you mean =>? (-> stands between variables, as in X->y)"),
    ("PML(e) -> PMC(2*e)", 8, "did you mean =>? (-> stands between variables, as in X->y)"),
    ("PML(e) hence PMC(2*e)", 8, "did you mean =>?"),
    ("X - Y - Z PML(a) of X->Y", 11, "expected ':'"),
    ("X - Y: a <= 1", 6, "as in X - Y - Z"),
    ("X - Y - Y: a <= 1", 1, "each once"),
    ("|X| = 3/2: a < 1", 1, "whole number"),
    ("|X| < 3: a < 1", 5, "expected '=' or '>='"),
    ("|X| = 3: X - Y - Z: a < 1", 10, "put apart by ';', not ':'"),
    ("X - Y - Z: prior uniform: a < 1", 12, "put apart by ';', not ':'"),
    ("X, Y independent: |X| >= 3", 19, "put apart by ';', not ':'"),
    ("prior (1/2,1/3): a <= 1", 1, "sums to 5/6"),
    ("prior (1,a): a <= 1", 10, "expected a number such as 1/3"),
    ("prior (1/2,1/2); |X| = 3: a <= 1", 1, "2 and 3 secrets at once"),
    ("PML(a) of X->Z => PMC(b)", 1, "PMC(b) of X->Y"),
    ("pml(X->y,Z) <= 1", 1, "mixes outcomes with variables"),
    ("pml(X->x) <= 1", 1, "names a variable twice"),
    ("pml(X>y) <= a", 6, "expected '->'"),
    ("maximal_leakage(X->y) < 1", 1, "takes capitals"),
    ("a <= x", 6, "stands only inside a measure"),
    ("W - X - Y: a < 1", 1, "the variables are called so"),
    ("PML(a) or PMC(a)", 8, "write a statement for each case"),
    ("not PML(a)", 5, "turn the sign of a condition round"),
    ("if PML(a)", 10, "expected 'then'"),
    ("PMC(a) if PML(a)", 11, "stands before =>"),
    ("for all y: pml(X->y) <= a => a < 1", 9, "leave `for all y:` out"),
    ("for every prior: PML(a) => LDP(a)", 1, "needs brackets"),
    ("LDP(a) => (for every prior: pmc(X->z) <= a)", 12, "only what is about X->Y"),
    ("LDP(a) => for every prior: PML(a) where pmin < 1/2", 11, "of which prior"),
    ("LDP(a) => for every prior: PML(?)", 11, "cannot stand under another prior"),
    ("a <= uniform", 6, "reserved word"),
    ("E[a] <= 1", 1, "does not change with an outcome"),
    ("E(a) <= 1", 2, "expected '[' after E"),
    ("for all a, b > 0: a <= b", 9, "write the range of a"),
    ("a <= ln2", 6, "a function has brackets"),
    ("a <= sqrt", 6, "a function has brackets"),
    ("LDP(e) => PML(log(e^e + 1))", 5, "write exp(e)"),
    ("LDP(e) => PML(2e-1)", 15, "write 2*e - 1"),
    ("LDP(epsilon) => PML(eps)", 21, "are two parameters"),
    ("log 2*a < 1", 6, "write log(...)"),
    ("log2(e)*a < 1", 1, "every measure is in nats"),
    ("max(pml(X->y)) < a", 1, "as in pml(X->Y)"),
    ("|a| < 1", 2, "an absolute value is abs"),
    ("I <= a", 1, "did you mean mutual_information?"),
    ("a^2000 < 1", 2, "exponent is larger than 1000"),
    ("1e999 < a", 1, "too large or too small"),
    ("5. < a", 2, "write 5 or 5.0"),
    ("PML(?) => PMC(a)", 1, "only a conclusion has one"),
    ("PML(a) <=> PMC(?)", 1, "cannot stand in an equivalence"),
    ("a < ?", 1, "from above, <= ?"),
    ("prior uniform: pmc_P >= 0", 16, "write prior P: at the beginning"),
    ("chance_Q <= 1 => PML(e)", 1, "write prior Q: at the beginning"),
    ("PML(a, b, c) => a < 1", 1, "one level"),
    ("PML(pml(X->y)) => a < 1", 1, "changes with the outcome"),
    ("PML(a) => PMC(a) where PML(b)", 24, "stands before =>"),
    ("PML(a) => PMC(a) WHERE a < 1", 18, "did you mean where?"),
    ("PMC(inf) => PML(a)", 5, "did you mean a number?"),
    ("a < max(b)", 5, "at least two arguments"),
    ("(" * 50 + "a" + ")" * 50 + " < 1", 41, "deeper than 40"),
    ("-" * 50 + "a < 1", 41, "deeper than 40"),
    ("+".join(["a"] * 300) + " < 1", 400, "deeper than 200"),
    ("a < " + "9" * 1000, 5, "the most is 400"),
    ("a" * 100 + " < 1", 1, "the most is 60"),
    ("a < 1" + " " * 10_000, 10_001, "the most is 10000"),
    # binders
    ("cost c: 1 <= 2", 6, "found 'c'"),
    ("cost C 1 <= 2", 8, "found '1'"),
    ("cost P: 1 <= 2", 1, "has to be a capital other than E, P, U, X, Y and Z"),
    ("guess CD: 1 <= 2", 1, "is 'CD', but has to be a capital"),
    ("cost C = 1/p of any x: 1 <= 2", 14, "found 'of'"),
    ("cost S = 1 at every x: 1 <= 2", 15, "found 'every'"),
    ("cost S = 1 at x of middle lift: 1 <= 2", 20, "expected 'least' or 'most'"),
    ("cost S = q at any x: 1 <= 2", 1, "has to depend on p alone"),
    ("guess G splits y of least lift: 1 <= 2", 16, "'x' in 'x of'"),
    ("guess G splits x of least cost: 1 <= 2", 27, "found 'cost'"),
    ("priors P Q: 1 <= 2", 10, "found 'Q'"),
    ("priors P, Q on two secrets: 1 <= 2", 16, "'one' in 'one secret'"),
    ("prior X uniform: 1 <= 2", 9, "found 'uniform'"),
    ("prior uniform P: 1 <= 2", 15, "found 'P'"),
    ("mixture M = t P - (1 - t) Q: 1 <= 2", 17, "found '-'"),
    ("priors P, Q; mixture M = t P + t Q: 1 <= 2", 30, "the shares do not sum to 1"),
    ("priors P, Q; mixture M = 1/3 P + 1/3 Q: 1 <= 2", 32, "write mixture M = 1/3 P + 2/3 Q"),
    ("product B = P y Q: 1 <= 2", 15, "found 'y'"),
    ("histogram N records: 1 <= 2", 20, "found ':'"),
    ("cost C: cost() <= 2", 14, "found ')'"),
    ("cost C: least_lift(C) <= 2", 20, "found 'C'"),
    ("cost C: least_lift(X->Y) <= 2", 23, "found 'Y'"),
    ("cost C: cost C: cost(C) <= 2", 9, "found 'cost'"),
    ("cost C: ? <= 1", 1, "A hole ? beside"),
    ("given y; cost C: cost(C) <= 2", 7, "found 'y'"),
    ("X->W is rr(r): 1 <= 2", 4, "found 'W'"),
    ("X->Y as rr(r): 1 <= 2", 6, "found 'as'"),
    ("X->Y is 3(r): 1 <= 2", 9, "found '3'"),
    ("X->Y is rr(2*r): 1 <= 2", 11, "takes the name of a parameter"),
    ("X->Y is rr(r): X->Z is rr(s): 1 <= 2", 16, "found 'X'"),
    ("cost C; gain C: 1 <= 2", 1, "C is bound twice"),
    ("given z; given z: 1 <= 2", 1, "given z is bound twice"),
    ("priors P, P: pml_P <= e", 1, "P is bound twice"),
    ("X->Y is rr(r); X->Y is rr(s): 1 <= 2", 1, "Y is bound twice"),
    ("numbers a, a: a >= 0", 1, "a is bound twice"),
    ("prior PQ: 1 <= 2", 1, "name of a prior is 'PQ'"),
    ("cost C; prior P: 1 <= 2", 1, "`cost C` and `prior P` cannot stand"),
    ("prior P; histogram: 1 <= 2", 1, "`prior P` and `histogram N records, k bins` cannot"),
    ("histogram; given z: 1 <= 2", 1, "cannot stand in one statement"),
    ("X->Y is rr(r); cost C: 1 <= 2", 1, "cannot stand in one statement"),
    ("numbers t; prior P: t >= 0", 1, "cannot stand in one statement"),
    ("prior P; prior uniform: 1 <= 2", 1, "`prior P` and `prior uniform` cannot stand"),
    ("cost C; |X| = 3: cost(C) <= e", 1, "`cost C` and `|X| = 3` cannot stand"),
    ("histogram; |X| = 3: leak <= 1", 1, "and `|X| = 3` cannot stand"),
]


@pytest.mark.parametrize(("text", "column", "said"), MALFORMED)
def test_a_malformed_text_is_refused_with_its_column_and_why(text, column, said):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.column == column
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"Column {column}: ")
    assert "\n" not in str(caught.value)


MEANINGLESS = [
    # what no binder binds
    ("cost(C) <= 1", "cost(C) needs a binder, such as cost C:"),
    ("cost D: cost(C) <= 1", "cost(C) needs a binder"),
    ("cost C: least_after(D) <= 1", "least_after(D) needs a binder"),
    ("prior P: pmc_Q <= 1", "pmc_Q is of no prior that is bound"),
    ("prior P: share_P <= 1", "share_P is of no prior that is bound"),
    ("mixture M = 1/2 P + 1/2 Q; priors P, Q: 1 <= 2", "needs the binder of P before it"),
    ("prior P; product B = P x Q; prior Q: 1 <= 2", "needs the binder of Q before it"),
    ("numbers a: a >= b", "b needs a binder"),
    ("cost C: cost_C <= pmc(X->y)", "cost_C is written cost(C)"),
    ("cost C: cost(C) <= low", "neither a quantity"),
    ("histogram: leak <= e", "e is none of leak, worst"),
    ("X->Y is foo(r): 1 <= 2", "no mechanism foo"),
    ("X->Z is rr(r): 1 <= 2", "has to be of X->Y"),
    # quantities of something else
    ("prior P: cost(P) <= 1", "cost(P) is about a channel"),
    ("prior P: pml(X->y) <= e", "is about a channel"),
    ("prior P: pml_P <= pmin", "is about a channel"),
    ("numbers t: pml(X->y) <= t", "about a channel"),
    ("numbers t: n <= t", "about a channel"),
    ("numbers x: x >= 0", "x"),
    ("histogram: pml(X->y) <= leak", "about a channel"),
    ("histogram: leak <= log(n)", "about a channel"),
    ("cost C: cost(C) <= e where n > 2", "about a channel"),
    ("cost C: cost(C) <= ldp(X->y)", "is none of the quantities"),
    ("guesswork N: gain(N) <= pml(X->y)", "counts guesses, which are no gain"),
    ("cost I = 1 at x of least lift: worst_cost(I) <= e", "changes with the outcome"),
    ("cost I = 1 at x of least lift: average_cost(I) <= e", "changes with the outcome"),
    ("cost S = pml(X->y) at any x: 1 <= 2", "has to depend on p alone"),
    ("X->Y is rr(r): pml(X->Z) <= 1", "is about Y and Z, but names a mechanism for Y"),
    ("X->Y is rr(r); X->Z is rr(s); X - Y - Z: 1 <= 2", "independent given the secret"),
    ("X->Y is rr(r): PML(?)", "A hole ? beside"),
    ("prior P; product B = P x P; mixture M = 1/2 B + 1/2 P: 1 <= 2", "mixes priors of 2 and 1"),
    ("prior P; product B = P x P; mixture M = 1/2 P + 1/2 B: 1 <= 2", "mixes priors of 1 and 2"),
    *(
        (f"{front}: {clause}", "made of conditions")
        for front in ("cost C", "prior P", "histogram", "numbers e")
        for clause in ("PML(e)", "PML(e) => 1 <= 2")
    ),
]


@pytest.mark.parametrize(("text", "said"), MEANINGLESS)
def test_what_binders_do_not_bind_is_refused(text, said):
    with pytest.raises(StatementError, match=re.escape(said)):
        from_text(text)


# --- any text -------------------------------------------------------------------------------------

PIECES = (
    *("PML", "(", ")", "a", "e", "=>", "<=>", "<=", "<", "=", "where", "and", "of", "X", "->", "Y"),
    *("y", "Z", "z", ",", ";", ":", "|", "?", "pml", "E", "[", "]", "log", "max", "1", "2/3", "-"),
    *(
        "+",
        "^",
        "*",
        "prior",
        "uniform",
        "independent",
        "pmin",
        "n",
        "mutual_information",
        "0",
        " ",
    ),
)


def reads_or_refuses(text):
    try:
        statement = parse(text)
    except ParseError as error:
        column = error.column
    else:
        column = 1
        assert parse(str(statement)) == statement
        if not statement.binders:
            assert statement.words()
            assert statement.latex()
    assert 1 <= column <= len(text) + 1


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    reads_or_refuses(text)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_pieces_are_read_or_refused(text):
    reads_or_refuses(text)


@given(
    st.sampled_from(KNOWN), st.integers(0, 100), st.sampled_from((*PIECES, "")), st.integers(0, 4)
)
def test_broken_statements_are_read_or_refused(text, place, piece, dropped):
    reads_or_refuses(text[:place] + piece + text[place + dropped :])


def test_a_term_alone():
    assert str(parse_term(" 2 * log(3/2) ")) == "2*log(3/2)"
    with pytest.raises(ParseError, match="Column 3"):
        parse_term("1 <= 2")


def test_what_where_says_of_negative_parameters():
    statement = parse("a <= b and c <= d and f <= g where a > -1, b < 0, c <= 0, -2 <= d, f < g")
    assert statement.nonnegative == {"f", "g"}
