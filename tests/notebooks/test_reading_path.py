"""Every notebook has the same stations and uses public names only."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
STATIONS = ("The statement", "Derive it", "Check it against the definition", "See it", "Break it")
CLOSED = {"outputs_hidden": True, "source_hidden": True}
FIRST_LINE = {"code": "# Solution", "markdown": "*Solution*"}
LATEX = re.compile(r"\$\$|\\(?:[a-zA-Z]{2,}|[,;!{}])")

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)


def cells(path, kind):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == kind]


def source(cell):
    return "".join(cell["source"])


def is_solution(cell):
    return "hide-cell" in cell["metadata"].get("tags", ())


def is_interactive(cell):
    return re.search(r"\binteract\(", source(cell)) is not None


@every_notebook
def test_it_begins_with_what_one_will_be_able_to_do(path):
    first = source(cells(path, "markdown")[0])
    assert first.startswith(f"# {path.stem[:2]} · ")
    goals = first.split("**You will be able to**")[1].split("**You need**")[0]
    assert len(re.findall(r"^\* ", goals, re.M)) >= 3


@every_notebook
def test_it_has_every_station(path):
    text = "\n".join(source(cell) for cell in cells(path, "markdown"))
    headings = re.findall(r"^##+ (.+)$", text, re.M)
    for station in STATIONS:
        assert any(heading.startswith(station) for heading in headings), station
    assert "Exercises" in headings


@every_notebook
def test_every_exercise_has_a_hint_a_start_and_a_solution(path):
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    place = next(i for i, cell in enumerate(every) if "## Exercises" in source(cell))
    exercises = [
        i for i in range(place, len(every)) if re.search(r"^### Exercise", source(every[i]), re.M)
    ]
    assert len(exercises) >= 3
    for number, i in enumerate(exercises, start=1):
        said = source(every[i])
        assert f"### Exercise {number}\n\n" in said
        assert said.count("<details>") == said.count("</details>") == 1
        assert "<summary>Hint</summary>\n\n" in said
        start, _, solution = every[i + 1 : i + 4]
        assert start["cell_type"] == solution["cell_type"] == "code"
        assert not is_solution(start)
        assert is_solution(solution)
        assert solution["outputs"], "what a solution shows is compared"


@every_notebook
def test_a_closed_solution_gives_nothing_away(path):
    """Of a closed cell the first line is seen; and whoever runs all cells opens what they print.

    JupyterLab takes `outputs_hidden` back when it runs a cell, but leaves a closed heading closed.
    """
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    solutions = [i for i, cell in enumerate(every) if is_solution(cell)]
    assert len(solutions) >= 3
    for i in solutions:
        assert source(every[i]).splitlines()[0] == FIRST_LINE[every[i]["cell_type"]]
        assert every[i]["metadata"]["jupyter"] == CLOSED
        assert source(every[i - 1]) == "#### Solution"
        assert every[i - 1]["metadata"] == {"jp-MarkdownHeadingCollapsed": True}
        # the next heading ends what is closed; there is one, as the last cell opens what it is in
        assert re.match(r"#{1,4} ", source(every[i + 1]))


@every_notebook
def test_it_imports_public_names_only(path):
    for cell in cells(path, "code"):
        for node in ast.walk(ast.parse(source(cell))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("pmlsym"), node.module
            elif isinstance(node, ast.Import):
                ours = [name for name in node.names if name.name.startswith("pmlsym")]
                assert all((name.name, name.asname) == ("pmlsym", "ps") for name in ours)
            elif isinstance(node, ast.Attribute):
                assert node.attr == "__name__" or not node.attr.startswith("_"), node.attr


@every_notebook
def test_no_formula_is_shown_as_its_source(path):
    """What has a typeset form beside its text may hold any text; printed text may not."""
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            data = output.get("data", {})
            plain = "".join(output.get("text", "")) + "".join(data.get("text/plain", ""))
            typeset = set(data) & {"text/html", "text/latex", "image/png"}
            assert typeset or LATEX.search(plain) is None, plain[:200]


@every_notebook
def test_sliders_have_labels_and_a_compared_cell_beside_them(path):
    code = cells(path, "code")
    every = [cell["id"] for cell in code if is_interactive(cell)]
    assert every or path.stem[:2] in ("11", "12")  # a statement is typed, not slid
    for before, cell, after in zip([None, *code], code, [*code[1:], None], strict=False):
        if not is_interactive(cell):
            continue
        sliders = len(re.findall(r"\b(?:\w*Slider|Dropdown|Checkbox)\(", source(cell)))
        assert sliders == source(cell).count("description=") >= 1
        assert cell["metadata"]["tags"] == ["nbval-ignore-output"]
        beside = [one for one in (before, after) if one is not None]
        assert any(one["outputs"] and not one["metadata"].get("tags") for one in beside)
