"""The list of what the notebooks settle is complete: compared with what is typed there."""

import ast
import json
import re
from pathlib import Path

import pytest

from pmlsym.errors import InputError
from pmlsym.exercises import conjectures, repairs
from pmlsym.exercises.of_notebooks import SETTLED, is_settled
from pmlsym.statements.text.parse import parse
from tests.exercises.refusals import refused

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLUTION = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.S)
STEP = "pml(X->z|y) <= b"  # a part of a longer text in notebook 11


def texts(cell):
    """Yield what may be a statement in a cell, without what students do not get."""
    source = SOLUTION.sub("", "".join(cell["source"]))
    if cell["cell_type"] == "code":
        lines = [line for line in source.splitlines() if line.lstrip()[:1] not in ("%", "!")]
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    elif not cell["metadata"].get("nbgrader", {}).get("solution"):
        for quoted in re.findall(r"`+([^`]+)`+", source):
            yield quoted
            yield from re.findall(r'"([^"]+)"', quoted)


def typed_in_notebooks():
    """Return the statements about leakage that stand in a notebook, without holes."""
    found = {}
    for path in sorted(NOTEBOOKS.rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for text in texts(cell):
                try:
                    statement = parse(text.strip())
                except InputError:
                    continue
                claims = statement.hypotheses or any(t.variables for t in statement.terms)
                if not statement.has_holes and (claims or statement.binders):
                    found[str(statement)] = path.name
    return found


TYPED = typed_in_notebooks()


def test_every_statement_of_a_notebook_is_on_the_list():
    assert len(TYPED) > 25
    assert {
        text: name for text, name in TYPED.items() if not is_settled(parse(text)) and text != STEP
    } == {}


def test_the_list_has_no_others():
    """Apart from levels that a notebook finds for a hole, and a statement typed in two lines."""
    listed = {str(parse(text)) for text in SETTLED}
    assert listed - {*TYPED} == {
        "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1",
        "Y - X - Z: LDP(b) of X->Z => pml(X->z|y) <= b",
    }


@pytest.mark.parametrize(
    "text",
    [
        *("PML(e) => PMC(e)", "PML(e) => LDP(e)", "LIP(loss) => LDP(loss)", "LDP(e) => PML(e/2)"),
        *("PML(a) of X->Z => LDP(a) of X->Z", "PML(e) => pmc(X->y) <= e", "PMC(e) => PML(2*e)"),
        *("pmc(X->Y) <= pml(X->Y)", "pmc(X->Z) <= pml(X->Z)"),
    ],
)
def test_what_a_notebook_settles_does_not_count(text):
    with refused("stands in a notebook"):
        conjectures.false_one(text)
    with refused("stands in a notebook"):
        repairs.theorem(text)


@pytest.mark.parametrize("text", ["PML(e) => PMC(2*e)", "LIP(e) => LDP(3*e/2)", "LDP(a) => PMC(b)"])
def test_other_levels_are_statements_of_ones_own(text):
    assert not is_settled(parse(text))
