"""A mistake costs its points once: the tasks that build on it are checked with a right answer."""

import json

import pytest

from pmlsym.exercises import NotRight, lift_and_pml
from tests.exercises.refusals import SOURCE

DIVIDES = """
def lift(prior, kernel):
    return [[p / t for p, t in zip(row, marginal(prior, kernel))] for row in kernel]
"""
UNWEIGHTED = """
def marginal(prior, kernel):
    return [sum(row[y] for row in kernel) / len(kernel) for y in range(len(kernel[0]))]
"""
SMALLEST = """
def pml(prior, kernel):
    return [math.log(min(column)) for column in zip(*lift(prior, kernel))]
"""
NAMES = ("marginal", "lift", "pml", "pmc", "best_gain")


def answers(*mistakes):
    """Return what the reference solution defines in one namespace, with some answers replaced."""
    (path,) = SOURCE.glob("1-*/*.ipynb")
    space = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and "check." not in text:
            exec(compile(text, cell["id"], "exec"), space)
    for mistake in mistakes:
        exec(mistake, space)
    return space


def passed(space, positive):
    found = []
    for name in NAMES:
        ordinary = {"positive": True} if positive and name != "marginal" else {}
        try:
            getattr(lift_and_pml, name)(space[name], **ordinary)
        except NotRight:
            continue
        found.append(name)
    return found


@pytest.mark.parametrize(
    ("mistake", "wrong", "wrong_without_zeros"),
    [(DIVIDES, "lift", None), (UNWEIGHTED, "marginal", "marginal"), (SMALLEST, "pml", "pml")],
)
def test_only_the_task_of_the_mistake_loses_points(mistake, wrong, wrong_without_zeros):
    space = answers(mistake)
    before = {name: space[name] for name in NAMES}
    assert passed(space, positive=False) == [name for name in NAMES if name != wrong]
    assert passed(space, positive=True) == [name for name in NAMES if name != wrong_without_zeros]
    assert {name: space[name] for name in NAMES} == before


def test_it_says_what_it_was_given(capsys):
    lift_and_pml.pmc(answers(DIVIDES)["pmc"])
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("With a right marginal and lift in the place of yours")
    assert said[1].startswith("Right: pmc")
    lift_and_pml.pmc(answers()["pmc"])
    assert capsys.readouterr().out.startswith("Right: pmc")


def test_a_mistake_of_its_own_is_told_on_the_students_own_answers():
    with pytest.raises(NotRight, match="some adversary's best expected gain") as said:
        lift_and_pml.pml(answers(SMALLEST)["pml"])
    assert "It goes wrong on" in str(said.value)
