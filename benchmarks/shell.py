"""New processes: what an answer from the shell takes, beside what it has to load."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from measuring import Pair

STATEMENTS = (
    "LDP(e) => PML(e)",
    "PML(e) => PMC(e)",
    "LDP(e) => mutual_information(X;Y) <= e",
    "LDP(e) => PML(?)",
    "X - Y - Z: pml(X->z) <= pml(X->Y)",
    "PML(e) => H(X|Y) >= H(X) - e",
)
CLAIMS = ("linear.lemma-1", "histogram.sensitivity", "pmc.theorem-3")


def _python(*arguments: str) -> str:
    with tempfile.TemporaryDirectory() as empty:  # nothing is known of earlier runs
        environment = {**os.environ, "PMLSYM_CACHE": empty}
        command = [sys.executable, *arguments]
        found = subprocess.run(command, capture_output=True, text=True, env=environment)
    if found.returncode not in (0, 1):  # 1 says that a statement is refuted
        raise RuntimeError(found.stderr)
    return found.stdout


def starting(size: int) -> Pair:
    """A new process that measures one channel, against one that evaluates the bare expression."""
    arrays = "k=[[.5,.5],[.25,.75]]; p=[.5,.5]; "
    ours = "import pmlsym as ps; " + arrays + "print(*ps.pml(ps.Channel(k,p)).round(9))"
    bare = (
        "import numpy as np; " + arrays + "k=np.array(k); p=np.array(p); "
        "print(*np.log((k/(p@k)).max(axis=0)).round(9))"
    )
    return Pair(lambda: _python("-c", ours), lambda: _python("-c", bare), _same)


def conjecture(number: int) -> Pair:
    """One of the statements, proved or refuted, against a process that loads sympy."""
    asked = ("-m", "pmlsym", "conjecture", STATEMENTS[number - 1])
    return Pair(lambda: _python(*asked), lambda: _python("-c", "import sympy"))


def check(number: int) -> Pair:
    """One claim of a paper, checked anew, against a process that loads sympy."""
    asked = ("-m", "pmlsym", "check", CLAIMS[number - 1], "--no-cache")
    return Pair(lambda: _python(*asked), lambda: _python("-c", "import sympy"))


def _same(one: object, other: object) -> bool:
    return one == other
