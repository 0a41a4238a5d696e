"""The course through nbgrader itself: handed out, handed in, and marked, without a browser."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pmlsym.exercises import NotRight

EXERCISES = Path(__file__).parents[2] / "notebooks" / "exercises"
FIRST = "1-lift-and-pml"

MARKS = """
import json
from nbgrader.api import Gradebook

marks = {}
with Gradebook("sqlite:///gradebook.db") as book:
    for assignment in book.assignments:
        for submission in assignment.submissions:
            cells = marks.setdefault(submission.student.id, {}).setdefault(assignment.name, {})
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    cells[grade.cell.name] = [
                        grade.auto_score, grade.max_score, bool(grade.needs_manual_grade)
                    ]
print(json.dumps(marks))
"""
WRONG = {
    "lift": """
def lift(prior, kernel):
    total = marginal(prior, kernel)
    return [[p * e / t if t else p for e, t in zip(row, total)] for p, row in zip(prior, kernel)]
""",
    # the test of this answer is tampered with
    "check-lift": "print('Right: lift')",
    "pml": """
def pml(prior, kernel):
    pairs = zip(zip(*kernel), marginal(prior, kernel))
    return [math.log2(max(column) / t) if t else 0 for column, t in pairs]
""",
    "pmc": """
def pmc(prior, kernel):
    pairs = zip(zip(*kernel), marginal(prior, kernel))
    least = [min(column) / t if t else 1 for column, t in pairs]
    return [-math.log(v) if v else math.inf for v in least]
""",
    "best-gain": """
def best_gain(prior, kernel, y):
    return [[int(p == max(prior))] for p in prior]
""",
}
EDGE = {
    "lift": """
def lift(prior, kernel):
    return [[p / t for p, t in zip(row, marginal(prior, kernel))] for row in kernel]
"""
}
ENDLESS = {
    "best-gain": """
def best_gain(prior, kernel, y):
    import time
    while True:
        time.sleep(0.1)
"""
}


def python(folder, *arguments):
    """Run Python in a folder as nobody in particular: with no settings of a user."""
    paths = [str(EXERCISES.parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))}
    # nbgrader calls alembic by its name, as in an environment that is active
    commands = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    environment |= {
        "HOME": str(folder),
        "PATH": os.pathsep.join(commands),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def nbgrader(folder, *arguments):
    python(folder, "-m", "nbgrader", *arguments)


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def submit(course, student, source, answers):
    """Hand in a copy of the first assignment with some cells replaced."""
    (path,) = (course / source / FIRST).glob("*.ipynb")
    notebook = read(path)
    replaced = [cell for cell in notebook["cells"] if cell["id"] in answers]
    assert len(replaced) == len(answers)
    for cell in replaced:
        cell["source"] = answers[cell["id"]].strip("\n")
    folder = course / "submitted" / student / FIRST
    folder.mkdir(parents=True)
    (folder / path.name).write_text(json.dumps(notebook), encoding="utf-8")


@pytest.mark.long
def test_submissions_get_the_marks_they_should(tmp_path):
    """One test, since nbgrader takes seconds to start and two for each submission."""
    course = tmp_path / "course"
    shutil.copytree(EXERCISES, course)
    nbgrader(course, "generate_assignment", "*")
    check_what_students_get(course)

    shutil.copytree(course / "source", course / "submitted" / "right")
    submit(course, "empty", "release", {})
    submit(course, "wrong", "source", WRONG)
    submit(course, "edge", "source", EDGE)
    submit(course, "endless", "source", ENDLESS)
    (course / "submitted" / "endless").rename(course / "endless")
    nbgrader(course, "autograde", "*")
    (course / "endless").rename(course / "submitted" / "endless")
    soon = "--ExecutePreprocessor.timeout=10"
    nbgrader(course, "autograde", FIRST, "--student", "endless", soon)
    marks = json.loads(python(course, "-c", MARKS))

    assert len(marks["right"]) == 9
    for assignment, cells in marks["right"].items():
        for name, (score, most, by_hand) in cells.items():
            assert by_hand == (score is None), (assignment, name)
            assert by_hand or score == most > 0, (assignment, name, score)
        assert sum(by_hand for *_, by_hand in cells.values()) == 1, assignment
    assert all(score == 0 for score, *_ in marks["empty"][FIRST].values())
    scores = {name: score for name, (score, *_) in marks["wrong"][FIRST].items()}
    assert scores == {
        "check-marginal": 1,
        "check-lift-positive": 0,
        "check-lift": 0,
        "check-pml-positive": 0,
        "check-pml": 0,
        "check-pmc-positive": 1,
        "check-pmc": 1,
        "check-best-gain-positive": 0,
        "check-best-gain": 0,
        "check-same-pmc": 2,
        "words": None,
    }
    edge = marks["edge"][FIRST]  # right but where an outcome never happens
    assert (edge["check-lift-positive"][0], edge["check-lift"][0]) == (1, 0)
    assert (edge["check-pml-positive"][0], edge["check-pml"][0]) == (1, 1)  # with a right lift
    scores = {name: score for name, (score, *_) in marks["endless"][FIRST].items()}
    assert scores["check-marginal"] == 1
    assert scores["check-best-gain"] == 0
    assert scores["check-same-pmc"] == 2  # what comes after the loop is still marked
    (marked,) = (course / "autograded" / "wrong" / FIRST).glob("*.ipynb")
    said = {cell["id"]: json.dumps(cell.get("outputs")) for cell in read(marked)["cells"]}
    assert "you have bits" in said["check-pml"]
    assert "mean" in said["check-lift"]


def check_what_students_get(course):
    """The student version holds no answer, and none of its checks passes as it is."""
    for path in sorted((course / "release").glob("*/*.ipynb")):
        cells = read(path)["cells"]
        text = json.dumps(cells)
        assert "SOLUTION" not in text
        assert "Marking guide" not in text
        assert text.count("# your code here") >= 3
        assert text.count("Your answer here.") == 1
    assert len(list((course / "release").glob("*/*.ipynb"))) == 9


def test_no_check_passes_on_the_student_version():
    """Each check is run on what a student starts from, without a kernel: an error, every time."""
    for path in sorted((EXERCISES / "source").glob("*/*.ipynb")):
        space, checks = {}, 0
        for cell in read(path)["cells"]:
            if cell["cell_type"] != "code":
                continue
            text = re.sub(
                r"### BEGIN SOLUTION.*?### END SOLUTION",
                "pass",
                "".join(cell["source"]),
                flags=re.S,
            )
            graded = cell["metadata"].get("nbgrader", {}).get("grade")
            code = compile(text.replace("ps.conjecture", "str"), cell["id"], "exec")
            if graded:
                with pytest.raises(NotRight, match="still to be"):
                    exec(code, space)
                checks += 1
            else:
                exec(code, space)
        assert checks >= 4
