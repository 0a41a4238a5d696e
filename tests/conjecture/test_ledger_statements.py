"""Statements of the ledger, typed: the prover gives them the ledger's verdict, unprepared.

The suite asks for every sixth; all of them, with the time each takes:

    PMLSYM_CORPUS=all python -m pytest tests/conjecture/test_ledger_statements.py -s
"""

import csv
import os
from pathlib import Path

import pytest

import pmlsym.ledger
from pmlsym.ledger import claims
from pmlsym.ledger.catalogue import with_repairs
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.finite import Finite
from tests.conjecture import second

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

RECORDED = (Path(pmlsym.ledger.__file__).parent / "recorded.csv").read_text("utf-8")
VERDICTS = {row["id"]: row["verdict"] for row in csv.DictReader(RECORDED.splitlines())}


def typed():
    """Return each statement that the language can say, with the verdict of its first claim."""
    found = {}
    for claim in with_repairs(claims()):
        said = [part for part in claim.asserts if isinstance(part, Finite) and part.text]
        for part in said:
            # a refuted claim says that one of its statements is false: of one, that it is
            verdict = VERDICTS[claim.id]
            assert verdict != "refuted" or len(claim.asserts) == 1, claim.id
            # whatever steps of a person the rest of a claim needs, this one has none
            found.setdefault(part.text, (claim.id, verdict.removesuffix("-on-paper")))
    return found


TYPED = typed()
ASKED = list(TYPED) if os.environ.get("PMLSYM_CORPUS") == "all" else list(TYPED)[5::6]


def test_the_ledger_has_statements_to_type():
    assert len(TYPED) > 40
    assert "refuted" in {verdict for _, verdict in TYPED.values()}


@pytest.mark.parametrize("text", ASKED)
def test_a_typed_statement_gets_the_verdict_of_the_ledger(text):
    claim, verdict = TYPED[text]
    answer = conjecture(text)
    print(f"{answer.seconds:6.2f} {answer.verdict:8} {claim}: {text}")
    assert answer.verdict == verdict, answer
    if verdict == "refuted":
        assert second.fails(text, answer.witness) is True
