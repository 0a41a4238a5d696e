"""Files that have no end, no room or no name: one sentence, and nothing left behind."""

import os
import re
import subprocess
import sys

import pytest


def run(*arguments, cwd=None, **options):
    return subprocess.run(
        [sys.executable, "-c", "from pmlsym.cli import main; main()", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        timeout=240,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        **options,
    )


def is_one_sentence(found, said):
    assert found.returncode == 2, found.stderr
    assert re.search(said, found.stderr), found.stderr
    assert len(found.stderr.splitlines()) == 1
    return True


@pytest.mark.sampled(3)
@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("measure", "/dev/zero", "--prior", "1"), "longer than"),
        (("conjecture", "--from", "/dev/zero"), "longer than"),
        (("check", "--from", "/dev/zero"), "^/dev/zero cannot be read: it is no regular file.$"),
    ],
    ids=lambda given: given[0],
)
def test_a_device_without_end_is_not_read_to_it(arguments, said):
    assert is_one_sentence(run(*arguments), said)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
def test_a_record_on_a_full_disk_is_one_sentence():
    found = run("check", "histogram.monotone", "--record", "/dev/full")
    assert is_one_sentence(found, "No space left on device")


CLAIM = """
from pmlsym.ledger import Claim, Decided, Goal, Part, reals
(x,) = reals("x")
part = Part("above one", Goal((x > 1,), x**2 > x), Decided)
CLAIMS = (Claim("notes.1", "notes", "p. 1", "x < x^2", "x<x^2", "every x > 1", (part,)),)
"""
ENDING = """
import multiprocessing, os, signal
if multiprocessing.parent_process():
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_claims_from_a_file_with_more_processes_than_claims(tmp_path):
    (tmp_path / "claims.py").write_text(CLAIM)
    found = run("check", "--from", "claims.py", "--jobs", "1000", "--json", cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert found.stdout.count('"verdict": "proved"') == 1


def test_a_process_that_is_ended_from_outside_is_missed(tmp_path):
    """Its answer would never come."""
    (tmp_path / "claims.py").write_text(CLAIM + ENDING)
    found = run("check", "--from", "claims.py", "--jobs", "2", cwd=tmp_path)
    assert is_one_sentence(found, "ended from outside")
