"""Proofs, certificates and their search need no numeric package."""

import subprocess
import sys
import textwrap

PROGRAM = """
    import sys

    ABSENT = {"numpy", "scipy", "highspy", "clarabel", "cvxpy", "matplotlib"}

    class Blocker:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in ABSENT:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return None

    sys.meta_path.insert(0, Blocker())

    import pkgutil
    from importlib import import_module

    import pmlsym.proof

    for found in pkgutil.walk_packages(pmlsym.proof.__path__, "pmlsym.proof."):
        if not found.name.endswith("solvers.process"):  # a program of its own
            import_module(found.name)

    import sympy as sp

    from pmlsym.proof import checker
    from pmlsym.proof.goal import Goal
    from pmlsym.proof.language import Mean, reals
    from pmlsym.proof.review import Oracle, asking
    from pmlsym.proof.search import Effort, find
    from pmlsym.proof.steps import Decided, Expectation, Increasing
    from pmlsym.proof.verdict import Finding, verdict
    from pmlsym.proof.witness import Witness

    x, y = reals("x y")
    with asking(Oracle(None, Effort.quick())):
        step = Decided(Goal((x > 1,), sp.Gt(x**2, x, evaluate=False)))
        assert step.theorem.certified
        document = step.questions[0].document
        proof = find(document["variables"], document["hypotheses"], Effort.quick())
        assert checker.check({**document, "proof": proof}) is None

    square = Decided(Goal((), sp.Ge(x**2, 2 * x - 1, evaluate=False)))
    average = sp.Ge(Mean(x**2, (x,)), 2 * Mean(x, (x,)) - 1, evaluate=False)
    slope = Decided(Goal((x >= 0,), sp.Ge(sp.exp(x), 1, evaluate=False)))
    rising = Increasing(sp.exp(x) - 1 - x, x, sp.Integer(0), (), slope)
    false = Goal((x > 0,), sp.Ge(x**2, x, evaluate=False))
    findings = [
        Finding(step.goal, step),
        Finding(Goal((), average), Expectation(square, (x,))),
        Finding(rising.goal, rising),
        Finding(false, Witness(false, {x: sp.Rational(1, 2)}, "")),
    ]
    print([verdict([finding]) for finding in findings])
    print(sorted(ABSENT & set(sys.modules)))
"""


def test_proofs_are_checked_and_certificates_found_without_numeric_packages():
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stderr == ""
    verdicts, loaded = found.stdout.splitlines()
    assert verdicts == "['proved', 'proved', 'proved', 'refuted']"
    assert loaded == "[]"
