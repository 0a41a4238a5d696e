"""``pmlsym check --format``: the ledger for a page, a paper, a bibliography."""

import pytest

from tests.pages.test_pages import is_latex

NAME = "histogram.limit"


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("markdown", "## What the papers say"),
        ("latex", r"\textbf{What the papers say"),
        ("bibtex", f"@misc{{pmlsym:{NAME},"),
    ],
)
def test_the_ledger_is_printed_in_the_format(pmlsym, form, begins):
    found = pmlsym("check", NAME, "--format", form)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith(begins)
    assert NAME in found.stdout
    if form != "markdown":
        is_latex(found.stdout)


def test_one_format_at_a_time(pmlsym):
    found = pmlsym("check", NAME, "--format", "latex", "--json")
    assert found.returncode == 2
    assert found.stderr == "format is latex, but --json prints JSON: choose one of both.\n"


def test_a_page_of_show_has_no_latex_and_no_cut_words(pmlsym):
    lines = pmlsym("show", NAME).stdout.splitlines()
    assert "\\" not in "".join(lines)
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("scope: ") for line in lines)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("histogram", "pmlsym check --paper histogram"),
        (
            "theorem-4",
            "'histogram.theorem-4.upper', 'histogram.theorem-4.tight' and 'pmc.theorem-4'",
        ),
    ],
)
def test_a_name_that_is_none_is_explained(pmlsym, name, says):
    for command in ("check", "show"):
        found = pmlsym(command, name)
        assert found.returncode == 2
        assert says in found.stderr
