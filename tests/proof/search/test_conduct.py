"""How a search behaves: the same every time, in several threads, interrupted, with less at hand."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pmlsym.proof.checker import check
from pmlsym.proof.search import Effort, find
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.polynomials import Ring
from pmlsym.proof.search.solvers import RealSolver
from tests.proof.search.problems import document
from tests.proof.search.test_find import REFUTABLE, SATISFIABLE

PROBLEMS = [document(*hypotheses) for hypotheses in (*REFUTABLE.values(), *SATISFIABLE.values())]

# Seven variables and a strict inequality between means: z3 is at it for long.
HARD = document(
    *(f"{x} > 0" for x in "abcdefg"),
    "7 a b c d e f g - a^7 - b^7 - c^7 - d^7 - e^7 - f^7 - g^7 > 0",
)

WITHOUT = """
import json, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(name=name)

sys.meta_path.insert(0, Absent())
from pmlsym.proof.search import find
from pmlsym.proof.search.highs import highs_installed

problems = json.load(sys.stdin)
found = [find(problem["variables"], problem["hypotheses"]) for problem in problems]
loaded = {name.partition(".")[0] for name in sys.modules}
json.dump({"highs": highs_installed(), "found": found, "loaded": sorted(loaded)}, sys.stdout)
"""


def found(problem):
    return find(problem["variables"], problem["hypotheses"])


def test_the_same_problem_has_the_same_certificate():
    problems = PROBLEMS[::4]
    assert [found(problem) for problem in problems] == [found(problem) for problem in problems]


def test_the_effort_is_counted_not_timed(monkeypatch):
    problem = document(*REFUTABLE["means of three numbers"])
    expected = found(problem)
    monkeypatch.setattr(time, "time", lambda: 1e12)
    monkeypatch.setattr(time, "monotonic", lambda: 1e12)
    assert found(problem) == expected


def test_threads_do_not_disturb_each_other():
    problems = PROBLEMS[:25]
    expected = [found(problem) for problem in problems]
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(lambda: [found(problem) for problem in problems]) for _ in range(4)]
        assert all(run.result() == expected for run in runs)


def test_an_interrupt_while_z3_works_is_not_an_answer(monkeypatch):
    import z3

    check_without_interrupt = z3.Solver.check
    timers = []

    def check_with_interrupt(solver, *assumptions):
        if not timers:
            timers.append(threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)))
            timers[0].start()
        return check_without_interrupt(solver, *assumptions)

    monkeypatch.setattr(z3.Solver, "check", check_with_interrupt)
    gc.disable()  # what is raised in a callback of the collector, as hypothesis has one, is lost
    try:
        with pytest.raises(KeyboardInterrupt):
            found(HARD)
    finally:
        gc.enable()
    timers[0].join()


@pytest.mark.parametrize("reason", ["interrupted from keyboard", "canceled"])
def test_z3_hiding_an_interrupt_is_found_out(reason, monkeypatch):
    import z3

    monkeypatch.setattr(z3.Solver, "check", lambda *_: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda _: reason)
    solver = RealSolver(Ring(["x"]), Budget(Effort()))
    with pytest.raises(KeyboardInterrupt):
        solver.check([])


def in_an_environment_without(packages, problems):
    finished = subprocess.run(
        [sys.executable, "-c", WITHOUT, *packages],
        input=json.dumps(problems),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(finished.stdout)


@pytest.mark.parametrize(
    ("packages", "highs"),
    [
        (["numpy", "scipy", "highspy", "clarabel"], False),
        (["highspy"], True),
        (["z3", "cvc5", "clarabel"], True),
        (["numpy", "scipy", "highspy", "clarabel", "z3", "cvc5"], False),
    ],
    ids=["no floating point", "no highspy", "no other solver", "nothing"],
)
def test_certificates_are_found_with_fewer_packages(packages, highs):
    names = [name for name in REFUTABLE if name not in ("a quartic", "Schur", "a sum of squares")]
    problems = [document(*REFUTABLE[name]) for name in names]
    result = in_an_environment_without(packages, problems)
    assert result["highs"] is highs
    assert not set(packages) & set(result["loaded"])
    for problem, proof in zip(problems, result["found"], strict=True):
        assert proof is not None
        check({**problem, "proof": proof})
