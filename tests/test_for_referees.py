"""Every command on the page for referees prints what the page shows."""

import shlex
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

from pmlsym.proof.verdict import VERDICTS
from tests.following import blocks, commands, run, shown

PAGE = Path(__file__).parents[1] / "docs/for-referees.md"
BLOCKS = blocks(PAGE)
CONSOLE = [list(commands(block)) for kind, block in BLOCKS if kind == "console"]
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block[-1][0])
def test_its_commands_print_what_it_shows(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line, output in block:
        program, _, rest = line.partition(" ")
        if program == "cat":
            (tmp_path / rest).write_text(output)
            continue
        assert program == "pmlsym"
        # a process for each: one that has exported a claim knows it already
        asked = [sys.executable, "-m", "pmlsym", *shlex.split(rest)]
        result = subprocess.run(asked, env=environ | PLAIN, capture_output=True, text=True)
        assert result.returncode == int(result.stdout.startswith("refuted")), result.stderr
        assert shown(output, result.stdout), f"$ {line}\n{result.stdout}"


def test_its_example_runs():
    (block,) = [block for kind, block in BLOCKS if kind == "python"]
    assert run(block, {}, "for-referees")[1] == 3


def test_it_says_what_every_verdict_of_a_typed_statement_means():
    text = PAGE.read_text(encoding="utf-8")
    said = {verdict for verdict in VERDICTS if f"| `{verdict}` |" in text}
    assert said == set(VERDICTS) - {"proved-on-paper"}  # of the ledger alone
