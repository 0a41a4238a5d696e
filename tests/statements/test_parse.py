"""Reading the language: round trips, malformed texts with their columns, and any text at all."""

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from tests.statements.statements_known import FALSE, TABLE_2, TRUE
from tests.statements.strategies import statements

KNOWN = (*(text for text, _ in TABLE_2), *TRUE, *FALSE)


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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a+b*c^d^e <= -a^2", "(a + (b*(c^(d^e)))) <= -(a^2)"),
        ("a - b - c/d/e <= 1", "((a - b) - ((c/d)/e)) <= 1"),
        ("-a*b <= 2^-3", "(-a)*b <= 2^(-3)"),
        ("0.25 <= 1e-3", "1/4 <= 1/1000"),
        ("pml(X->z,y)<=a", "pml(X->y,z) <= a"),
        ("a <= 6/4", "a <= 3/2"),
    ],
)
def test_how_operations_bind(one, other):
    assert parse(one) == parse(other)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 1, "expected a number, a name or '('"),
        ("PML(e) => ", 10, "found the end"),
        ("PML(e => PMC(e)", 7, "the '(' of column 4 is not closed"),
        ("PML(e)) => PMC(e)", 7, "nothing is open here"),
        ("PML(e) => PMC(log(p_min))", 19, "did you mean pmin?"),
        ("LDP(ln(2)) => PML(e)", 5, "did you mean log?"),
        ("pml(X->y) \u2264 a", 11, "write <= instead"),
        ("pml(X->y) <= a <= b", 16, "write a <= b and b <= c"),
        ("2pmin <= 1", 2, "write 2*pmin for a product"),
        ("PML(a) => PMC(a) b", 18, "expected 'and', 'where' or the end"),
        ("PML(a) => PMC(a) where a > 1 b", 30, "expected ',' or the end"),
        ("PMLL(a) => PMC(b)", 1, "did you mean PML?"),
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
        ("W - X - Y: a < 1", 5, "in a structure of X, Y and Z"),
        ("PML(a) or PMC(a)", 8, "write a statement for each case"),
        ("not PML(a)", 5, "turn the sign of a condition round"),
        ("if PML(a) then PMC(a)", 4, "hypotheses stand before =>"),
        ("for all a: PML(a)", 5, "about all numbers that have names"),
        ("a <= uniform", 6, "reserved word"),
        ("E[a] <= 1", 1, "does not change with an outcome"),
        ("E(a) <= 1", 2, "expected '[' after E"),
        ("a ** 2 < 1", 4, "a power is written with ^"),
        ("a == 1", 4, "equality is written with one ="),
        ("a^2000 < 1", 2, "exponent is larger than 1000"),
        ("1e999 < a", 1, "too large or too small"),
        (".5 < a", 1, "write 0.5"),
        ("PML(?) => PMC(a)", 1, "only a conclusion has one"),
        ("PML(a) <=> PMC(?)", 1, "cannot stand in an equivalence"),
        ("a < ?", 5, "in the place of a guarantee's level"),
        ("PML(a, b) => a < 1", 1, "one level"),
        ("PML(pml(X->y)) => a < 1", 1, "changes with the outcome"),
        ("PML(a) => PMC(a) where PML(b)", 24, "stands before 'where'"),
        ("PML(a) => PMC(a) WHERE a < 1", 18, "did you mean where?"),
        ("PMC(inf) => PML(a)", 5, "did you mean a number?"),
        ("a < max(b)", 5, "at least two arguments"),
        ("(" * 50 + "a" + ")" * 50 + " < 1", 41, "deeper than 40"),
        ("-" * 50 + "a < 1", 41, "deeper than 40"),
        ("+".join(["a"] * 300) + " < 1", 400, "deeper than 200"),
        ("a < " + "9" * 1000, 5, "the most is 400"),
        ("a" * 100 + " < 1", 1, "the most is 60"),
        ("a < 1" + " " * 10_000, 10_001, "the most is 10000"),
    ],
)
def test_malformed_texts_say_where_and_why(text, column, said):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.column == column
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"Column {column}: ")
    assert "\n" not in str(caught.value)


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
    assert statement.nonnegative == {"c", "f", "g"}
