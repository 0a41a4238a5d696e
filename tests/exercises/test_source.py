"""The notebooks of the course as they are stored: readable, without outputs, with their points."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks" / "exercises" / "source").glob("*/*.ipynb"))


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_there_are_nine_assignments_in_order():
    assert [path.parent.name[0] for path in NOTEBOOKS] == list("123456789")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_cells_are_short_and_nothing_that_was_computed_is_stored(path):
    assert len({cell["id"] for cell in cells(path)}) == len(cells(path))
    for cell in cells(path):
        assert isinstance(cell["source"], list), "one line of text a line of the file"
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            assert len(cell["source"]) <= 20, cell["id"]
            assert max(map(len, "".join(cell["source"]).splitlines())) <= 88, cell["id"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_the_points_that_are_promised_are_given(path):
    """In the overview, and in the heading of each task."""
    points = {"code": [], "markdown": []}
    for cell in cells(path):
        about = cell["metadata"].get("nbgrader", {})
        assert about.get("grade_id", cell["id"]) == cell["id"]
        if about.get("grade"):
            assert about["locked"] == (not about["solution"])
            # without the tag, Jupyter stops at the first check that is not passed
            assert about["solution"] or cell["metadata"]["tags"] == ["raises-exception"]
            points[cell["cell_type"]].append(about["points"])
    text = "\n".join("".join(c["source"]) for c in cells(path) if c["cell_type"] == "markdown")
    automatic, by_hand = sum(points["code"]), sum(points["markdown"])
    promised = f"{automatic + by_hand} points: {automatic} are marked by the cells below, {by_hand}"
    assert promised in text
    headings = re.findall(r"^#+ \d.*\((\d+)(?: \+ (\d+))? points?", text, re.M)
    assert sum(int(number) for pair in headings for number in pair if number) == sum(
        points["code"] + points["markdown"]
    )


def test_the_page_for_teachers_has_the_same_points():
    page = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\d-[\w-]+)` \|.*\| (\d+) \+ (\d+) \|$", page, re.M)
    points = {}
    for path in NOTEBOOKS:
        given = {"code": 0, "markdown": 0}
        for cell in cells(path):
            given[cell["cell_type"]] += cell["metadata"].get("nbgrader", {}).get("points", 0)
        points[path.parent.name] = given["code"], given["markdown"]
    assert {name: (int(code), int(hand)) for name, code, hand in rows} == points
    most, hand = sum(map(sum, points.values())), sum(hand for _, hand in points.values())
    assert f"What needs judgement, {hand} of {most} points" in page.replace("\n", " ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_every_essay_has_a_marking_guide(path):
    essays = [
        "".join(cell["source"])
        for cell in cells(path)
        if cell["cell_type"] == "markdown" and cell["metadata"].get("nbgrader")
    ]
    assert len(essays) == 1
    assert "**Marking guide.**" in essays[0]


def test_notebooks_without_outputs_are_not_compared_with_their_outputs():
    """nbval would find nothing to compare in them, and call that a success."""
    assert "--ignore notebooks/exercises notebooks\n" in (ROOT / "Makefile").read_text()
