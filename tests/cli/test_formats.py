"""``pmlsym check --format``: the ledger for a page, a paper, a bibliography."""

import pytest
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.errors import InputError
from tests.pages.test_pages import is_latex

NAME = "histogram.limit"


def printed(*words):
    """Run the command in this process, which is faster than another, and return what it prints."""
    plain = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": None}
    found = CliRunner().invoke(command, words, env=plain, standalone_mode=False)
    if found.exception is not None:
        raise found.exception
    assert found.return_value == 0
    return found.stdout


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("markdown", "## What the papers say"),
        ("latex", r"\textbf{What the papers say"),
        ("bibtex", f"@misc{{pmlsym:{NAME},"),
    ],
)
def test_the_ledger_is_printed_in_the_format(form, begins):
    text = printed("check", NAME, "--format", form)
    assert text.startswith(begins)
    assert NAME in text
    if form != "markdown":
        is_latex(text)


def test_one_format_at_a_time():
    with pytest.raises(InputError, match="format is latex, but --json prints JSON: choose one"):
        printed("check", NAME, "--format", "latex", "--json")
