"""Notebook 01 invites its reader to another channel: it runs with fewer and more secrets."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "notebooks/01_lift_pml_pmc.ipynb"
TABLES = re.compile(r"kernel=\[.*?\],\n    prior=\[.*?\],\n", re.S)
CHANNELS = {
    "two secrets": ([["3/4", "1/4"], ["1/3", "2/3"]], ["1/3", "2/3"]),
    "two secrets, three outcomes": (
        [["1/2", "1/4", "1/4"], ["1/8", "3/8", "1/2"]],
        ["2/5", "3/5"],
    ),
    "four secrets": (
        [[f"{5 if x == y else 1}/8" for y in range(4)] for x in range(4)],
        ["1/2", "1/4", "1/8", "1/8"],
    ),
}


def printed(cell):
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )


@pytest.mark.long
@pytest.mark.parametrize("name", CHANNELS)
def test_notebook_01_runs_with_another_channel(name):
    kernel, prior = CHANNELS[name]
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source, changed = TABLES.subn(f"kernel={kernel}, prior={prior}\n", first.source)
    assert changed == 1
    folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=300, resources=folder).execute()
    shown = [printed(cell) for cell in notebook.cells if cell.cell_type == "code"]
    assert f"{len(kernel)} secrets, {len(kernel[0])} outcomes" in shown[0]
    assert str([1] * len(kernel[0])) in shown, "columns of the lift average to one"
    assert any("PML attained: True\nPMC attained: True" in text for text in shown)
    ours, library = (
        next(text for text in shown if f"lifts of the {one}:" in text)
        .split(f"lifts of the {one}:")[1]
        .splitlines()[0]
        .strip()
        for one in ("pair", "library")
    )
    assert ours == library
    assert ours.count(",") == len(kernel) - 1
