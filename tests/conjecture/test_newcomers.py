"""Lines as newcomers type them: read as they are meant, or refused with a column and a sentence."""

import csv
from pathlib import Path

import pytest

from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError

with (Path(__file__).parent / "newcomer.csv").open(encoding="utf-8", newline="") as file:
    LINES = list(csv.DictReader(file))
READ = [(row["statement"], row["read"]) for row in LINES if row["read"]]
REFUSED = [row["statement"] for row in LINES if not row["read"]]


@pytest.mark.parametrize(("line", "text"), READ)
def test_a_line_in_another_spelling_is_the_statement_that_is_printed(line, text):
    assert str(parse(line)) == text
    assert parse(text) == parse(line)


@pytest.mark.parametrize("line", REFUSED)
def test_a_line_that_could_mean_something_else_is_refused(line):
    with pytest.raises(ParseError) as caught:
        parse(line)
    assert 1 <= caught.value.column <= len(line) + 1


@pytest.mark.parametrize(
    "line",
    [
        "LDP(eps) => PML(log(e^eps))",
        "LDP(ε) => mutual_information(X;Y) <= ε*(e^ε - 1)",
        "LDP(a) => mutual_information(X;Y) <= log2(e)*a",
        "pml(X->Y) <= pi",
    ],
)
def test_a_name_that_is_meant_as_a_constant_is_no_parameter(line):
    with pytest.raises(ParseError):
        parse(line)
