"""Stored notebooks were run in order, without errors, on nobody's particular machine."""

import json
import re
from pathlib import Path

import pytest
from nbval.plugin import get_sanitize_patterns

import pmlsym as ps
from pmlsym.proof.verdict import VERDICTS

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def cells(path):
    return [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == "code"]


def test_there_are_notebooks():
    assert [path.name[:2] for path in NOTEBOOKS] == [f"{n:02}" for n in range(len(NOTEBOOKS))]
    assert len(NOTEBOOKS) >= 12


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_every_cell_has_been_run_in_order(path):
    """nbval compares nothing for a cell without a count, so a stripped notebook would pass."""
    counts = [c["execution_count"] for c in cells(path)]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_no_error_is_stored_and_only_pictures_go_uncompared(path):
    for cell in cells(path):
        tags = cell["metadata"].get("tags", [])
        outputs = cell["outputs"]
        assert not any(o["output_type"] == "error" for o in outputs)
        assert not any(o.get("name") == "stderr" for o in outputs)
        assert set(tags) <= {"nbval-ignore-output", "hide-cell", "prose"}
        if "nbval-ignore-output" in tags:
            pictures = any("image/png" in o.get("data", {}) for o in outputs)
            # a widget is nothing without its kernel: none of its output is stored
            assert pictures or ("interact(" in "".join(cell["source"]) and not outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_only_printed_sentences_are_prose(path):
    """The site breaks the lines of such a cell, which would take a table apart."""
    for cell in cells(path):
        if "prose" in cell["metadata"].get("tags", []):
            assert all(output["output_type"] == "stream" for output in cell["outputs"])
            lines = "".join("".join(o["text"]) for o in cell["outputs"]).splitlines()
            labelled = [re.sub(r"^\S+( \S+)?:? +", "", line) for line in lines]
            assert not any(re.search(r"\S {3,}\S", line) for line in labelled)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_most_cells_are_compared(path):
    free = "nbval-ignore-output"
    compared = [
        c for c in cells(path) if c["outputs"] and free not in c["metadata"].get("tags", [])
    ]
    assert len(compared) >= 8


def test_the_first_notebook_shows_the_summary_of_the_ledger():
    shown = [o.get("text", "") for cell in cells(NOTEBOOKS[0]) for o in cell["outputs"]]
    words = " ".join("".join(map("".join, shown)).split())
    for paper in (None, "linear", "histogram", "pmc", "extremal"):
        said = ps.claims(paper).summary
        assert said[0] in words
    for line in ps.claims().summary:
        assert line in words


def test_the_first_notebook_explains_every_verdict():
    text = NOTEBOOKS[0].read_text(encoding="utf-8")
    assert [f"| {verdict} |" in text for verdict in VERDICTS] == [True] * len(VERDICTS)


MACHINE = re.compile(
    r"(?<![\w.])/(?:home|root|work|tmp|Users|mnt|opt|var)/|[A-Z]:\\\\(?!quad)|site-packages"
)


@pytest.mark.parametrize("folder", ["home", "root", "Users", "mnt", "tmp"])
@pytest.mark.parametrize("around", ["{}", "at {}", "in ({}:3)", '"{}"'])
def test_the_pattern_sees_a_path(folder, around):
    assert MACHINE.search(around.format("/".join(["", folder, "x.py"])))


@pytest.mark.parametrize("text", ["in C:\\\\Users", "lib/site-packages/z3"])
def test_the_pattern_sees_a_machine(text):
    assert MACHINE.search(text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_names_no_machine(path):
    for cell in cells(path):
        for output in cell["outputs"]:
            shown = {kind: v for kind, v in output.get("data", {}).items() if "image" not in kind}
            found = MACHINE.search(json.dumps([shown, output.get("text", "")]))
            assert found is None, found


def test_nbval_reads_the_sanitizing_file_as_we_mean_it():
    """nbval reads any other format as no rules at all, and says nothing; so ask its own reader."""
    text = (Path(__file__).parent / "sanitize.cfg").read_text()
    rules = get_sanitize_patterns(text)
    assert len(rules) == len(re.findall(r"^regex:", text, re.M)) == 2
    shown = "<object at 0x7f3a2b1c4d50> took 0.123 s"
    for regex, replace in rules:
        shown, times = re.subn(regex, replace, shown)
        assert times == 1, regex
    assert shown == "<object at ADDRESS> took SECONDS"
