"""Run the notebooks, or those whose numbers are given, and store what they show.

    python tests/notebooks/store.py 02 03

What is stored holds no times, no version of Python and no widgets: it changes only where the text
of a cell or an answer of the package does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert.preprocessors import CoalesceStreamsPreprocessor

ROOT = Path(__file__).parents[2]


def store(path: Path) -> None:
    """Run a notebook from the start and write it with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    about = notebook.metadata.copy()
    folder = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=600, record_timing=False, resources=folder).execute()
    notebook, _ = CoalesceStreamsPreprocessor().preprocess(notebook, {})
    notebook.metadata = about
    for cell in notebook.cells:
        if cell.cell_type == "code" and "interact(" in cell.source:
            cell.outputs = []
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        if path.name[:2] in sys.argv[1:] or not sys.argv[1:]:
            print(path.name, flush=True)
            store(path)
