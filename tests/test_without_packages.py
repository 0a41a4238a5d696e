"""Statements are settled, and claims checked, with sympy, flint and z3 alone, as in a browser."""

import json
import subprocess
import sys

from pmlsym.ledger.catalogue import claims, recorded

PROGRAM = """
import sys
import threading

ABSENT = "numpy scipy highspy clarabel cvc5 cvxpy matplotlib rich click platformdirs"
for name in (*ABSENT.split(), "_multiprocessing"):
    sys.modules[name] = None


def refused(*given, **named):
    raise RuntimeError("can't start new thread")


threading.Thread.start = refused

import ctypes
import json
import time

import pmlsym as ps
import pmlsym.channel, pmlsym.ledger, pmlsym.proof, pmlsym.prover, pmlsym.statements
from pmlsym.ledger.catalogue import check
from pmlsym.proof.search.solvers import desk
from pmlsym.prover.clock import TimeIsUp, ending

STATEMENTS = "PML(a) and PMC(b) => LDP(a + b)", "LDP(e) => PML(e/2)", "PML(e) => PMC(?)"
settled = {text: ps.conjecture(text, seconds=300) for text in STATEMENTS}
exact = ps.Channel([["1/2", "1/2"], ["1/4", "3/4"]], ["1/3", "2/3"])


def ended_after(*limits):
    start = time.monotonic()
    try:
        with ending(start + limits[0]), ending(start + limits[1]):
            while True:
                pass
    except TimeIsUp:
        return time.monotonic() - start


class Slow:
    # ctypes takes a while to read it, as it does some of z3's objects

    def from_param(given):
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            pass
        return 0


def asked_beyond_its_time():
    read = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda given: whole.append(given) or 0)
    read.argtypes, whole = [Slow], []
    try:
        with ending(time.monotonic() + 0.1):
            desk.ask(read, "anything")
            while True:
                pass
    except TimeIsUp:
        return whole


rows = check([claim.id for claim in ps.claims("histogram")])
print(
    json.dumps(
        {
            "verdicts": [answer.verdict for answer in settled.values()],
            "pages": [answer._repr_html_() for answer in settled.values()],
            "pml": str(ps.pml(exact)),
            "rows": {row["id"]: row["verdict"] for row in rows},
            "asked": asked_beyond_its_time(),
            "ended": [ended_after(0.1, 60), ended_after(60, 0.1)],
        }
    )
)
"""


def test_only_sympy_flint_and_z3_are_needed_and_no_thread():
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr[-2000:]
    said = json.loads(found.stdout)
    assert said["verdicts"] == ["proved", "refuted", "proved"]
    assert all("</div>" in page for page in said["pages"])
    assert said["pml"] == "[log(3/2), log(9/8)]"  # 1/2 over P(y = 0) = 1/3, 3/4 over 2/3
    assert said["rows"] == {c.id: recorded()[c.id].verdict for c in claims("histogram")}
    # what z3 is asked ends, and then the work does
    assert said["asked"] == [0]
    assert all(0.1 <= seconds < 30 for seconds in said["ended"])
