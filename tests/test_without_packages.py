"""Statements are settled, and claims checked, with sympy, flint and z3 alone, as in a browser."""

import json
import subprocess
import sys

import pytest

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

import json

import pmlsym as ps
import pmlsym.channel, pmlsym.ledger, pmlsym.proof, pmlsym.prover, pmlsym.statements
from pmlsym.ledger.catalogue import check

STATEMENTS = "PML(a) and PMC(b) => LDP(a + b)", "LDP(e) => PML(e/2)", "PML(e) => PMC(?)"
settled = {text: ps.conjecture(text, seconds=300) for text in STATEMENTS}
exact = ps.Channel([["1/2", "1/2"], ["1/4", "3/4"]], ["1/3", "2/3"])


# true, as it is at most log(n), but a square of a logarithm is nothing that a rule knows
open_text = "mutual_information(X;Y) <= 2*log(n) - log(n)^2/100 where n <= 3"
unended = ps.conjecture(open_text, seconds=2)
rows = check([claim.id for claim in ps.claims("histogram")])
print(
    json.dumps(
        {
            "verdicts": [answer.verdict for answer in settled.values()],
            "pages": [answer._repr_html_() for answer in settled.values()],
            "pml": str(ps.pml(exact)),
            "rows": {row["id"]: row["verdict"] for row in rows},
            "unended": unended.verdict,
            "seconds": unended.seconds,
        }
    )
)
"""


@pytest.mark.long
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
    assert (said["unended"], said["seconds"] < 30) == ("supported", True)
