"""Refusals of a check, and the names that a reference solution defines."""

import functools
import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from pmlsym.exercises import NotRight

SOURCE = Path(__file__).parents[2] / "notebooks" / "exercises" / "source"


@contextmanager
def refused(words):
    """Expect a check to say these words."""
    with pytest.raises(NotRight) as said:
        yield
    assert words in " ".join(str(said.value).split())


@functools.cache
def solved(number):
    """Return what the reference solution of an assignment defines."""
    (path,) = SOURCE.glob(f"{number}-*/*.ipynb")
    space = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        # an example of the prover is not asked again
        text = "".join(cell["source"]).replace("ps.conjecture", "str")
        if cell["cell_type"] == "code" and "check." not in text:
            exec(compile(text, cell["id"], "exec"), space)
    return space
