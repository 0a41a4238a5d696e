"""What fails around a command, files and pipes and the ledger's own, is one sentence."""

import json
import os
import subprocess
import sys

import pytest

NAME = "histogram.monotone"
COMMANDS = [
    ("show", NAME),
    ("show", NAME, "--json"),
    ("check", NAME),
    ("check", NAME, "--json"),
    ("measure", "--help"),
    ("--version",),
]


def run(*arguments, before="", **options):
    """Run a command in a process of its own, after a line of Python."""
    code = f"from pmlsym.cli import main\n{before}\nmain()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **{"stdout": subprocess.PIPE, **options},
    )


def is_one_sentence(found):
    """Whether it ended with status 2 and one sentence."""
    lines = found.stderr.splitlines()
    assert found.returncode == 2, found.stderr
    assert len(lines) == 1, lines
    assert lines[0].endswith(".")
    return True


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_one_sentence(arguments):
    with open("/dev/full", "w") as full:
        found = run(*arguments, stdout=full)
    assert is_one_sentence(found)
    assert "No space left on device" in found.stderr


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_pipe_that_nobody_reads_is_no_complaint(arguments):
    read, write = os.pipe()
    os.close(read)
    found = run(*arguments, stdout=write)
    os.close(write)
    assert found.stderr == ""
    assert found.returncode == 141


def test_a_sentence_that_cannot_be_written_leaves_the_status():
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [sys.executable, "-c", "from pmlsym.cli import main; main()", "show", "nonsense"],
            stderr=full,
            check=False,
        )
    assert found.returncode == 2


def test_an_old_terminal_gets_codes_for_what_it_lacks():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    found = run("show", NAME, "--json", env=environment)
    assert found.returncode == 0
    assert json.loads(found.stdout)["id"] == NAME


@pytest.mark.sampled(3)
@pytest.mark.parametrize("place", ["", "nowhere/file.csv", "file/below.csv"])
def test_a_record_that_cannot_be_written_is_one_sentence(tmp_path, place):
    (tmp_path / "file").write_text("")
    found = run("check", NAME, "--record", tmp_path / place)
    assert is_one_sentence(found)
    assert str(tmp_path / place) in found.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("command", "text"), [("check", None), ("show", "id,verdict\na\n")])
def test_recorded_verdicts_that_cannot_be_read_are_one_sentence(tmp_path, command, text):
    if text is not None:
        (tmp_path / "recorded.csv").write_text(text)
    before = (
        "from pathlib import Path; from pmlsym.ledger import catalogue\n"
        f"catalogue.files = lambda package: Path({str(tmp_path)!r})"
    )
    found = run(command, NAME, before=before)
    assert is_one_sentence(found)
    assert "recorded.csv" in found.stderr


ONE_PAPER = "from pmlsym.ledger import catalogue; catalogue.PAPERS = ('extremal',)"


def test_a_paper_that_is_gone_from_the_ledger_is_missed(pmlsym):
    found = pmlsym("check", "--json", before=ONE_PAPER)
    assert found.returncode == 1
    lines = found.stderr.splitlines()
    assert "pmc.theorem-1: recorded, but not in the ledger." in lines
    assert not [line for line in lines if line.startswith("extremal.")]
    assert pmlsym("check", "extremal.cost", before=ONE_PAPER).returncode == 0
    assert pmlsym("check", "--paper", "pmc", before=ONE_PAPER).returncode == 2


def test_a_claim_that_is_gone_from_its_paper_is_missed(pmlsym):
    before = (
        "from pmlsym.ledger import extremal\n"
        "from pmlsym.ledger.contents import Contents\n"
        "places = {k: at for k, at in extremal.CLAIMS.places.items() if k != 'extremal.cost'}\n"
        "extremal.CLAIMS = Contents(extremal.__name__, places)"
    )
    found = pmlsym("check", "--paper", "extremal", "extremal.binary", before=before)
    assert found.returncode == 1
    assert found.stderr.splitlines() == ["extremal.cost: recorded, but not in the ledger."]
    assert pmlsym("check", "extremal.binary", before=before).returncode == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_fails_does_not_lose_the_others(tmp_path, jobs):
    # a module, as the processes of --jobs are new ones
    (tmp_path / "sitecustomize.py").write_text(
        "from pmlsym.ledger.claim import Checked\n"
        "whole = Checked.as_dict\n"
        "def broken(self, *options):\n"
        "    if self.claim.id == 'histogram.monotone':\n"
        "        raise KeyError('a mistake')\n"
        "    return whole(self, *options)\n"
        "Checked.as_dict = broken\n"
    )
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths}
    names = ("histogram.limit", "histogram.monotone", "histogram.eq-4")
    found = run("check", *names, "--json", "--jobs", jobs, env=environment)
    assert found.returncode == 1
    rows = json.loads(found.stdout)["claims"]
    assert [row["verdict"] for row in rows] == ["proved", None, "proved"]
    assert rows[1]["evidence"][0]["text"] == "KeyError: 'a mistake'"
    assert found.stderr == "histogram.monotone: no verdict, recorded as proved.\n"
