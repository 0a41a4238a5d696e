"""What is told while a statement is settled, and what is left when somebody presses Ctrl-C."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

import pmlsym.cli
from pmlsym.cli import conjecture as command
from pmlsym.prover.conjecture import Interrupted, conjecture
from pmlsym.statements import read

MAIN = "from pmlsym.cli import main; main()"
OPEN = "LDP(e) => mutual_information(X;Y) <= e^2/7"  # true, and takes a while


def stop_at(word):
    def tell(line):
        if word in line:
            raise KeyboardInterrupt

    return tell


def test_what_is_being_done_is_told_in_order():
    told = []
    conjecture("LIP(e) => LDP(2*e)", seconds=60, tell=told.append)
    assert told[0] == "testing small instances"
    assert "proving goal 1 of 1: ldp(X->y) <= 2*e: at least 3 secrets" in told
    told.clear()
    conjecture("LIP(e) => LDP(e)", seconds=60, tell=told.append)
    assert [line for line in told if ": " not in line][1:] == [
        "making the instance smaller on which it fails",
        "looking for the nearest true statement",
    ]


def test_ctrl_c_while_proving_leaves_what_was_read():
    with pytest.raises(KeyboardInterrupt) as stop:
        conjecture("LIP(e) => LDP(2*e)", seconds=60, tell=stop_at("proving"))
    answer = stop.value.answer
    assert answer.verdict == "supported"
    assert answer.search.applied > 50
    assert "Interrupted after" in answer.scope
    assert f"{answer.search.tried} instances tested" in answer.scope
    assert str(answer) in str(stop.value)


@pytest.mark.parametrize(
    ("text", "word", "verdict"),
    [
        ("LIP(e) => LDP(e)", "making the instance smaller", "refuted"),
        ("LIP(e) => LDP(e)", "nearest true statement", "refuted"),
        ("LDP(e) => PML(?)", "deriving", "supported"),
    ],
)
def test_ctrl_c_leaves_a_counterexample_and_says_where_it_came(text, word, verdict):
    with pytest.raises(Interrupted) as stop:
        conjecture(text, seconds=60, tell=stop_at(word))
    answer = stop.value.answer
    assert answer.verdict == verdict
    if verdict == "refuted":
        assert read(answer.statement, answer.reading.model).holds is False
        assert answer.as_dict()["witness"]["prior"]
    else:
        assert "deriving the best level of PML" in answer.scope


def run(monkeypatch, capsys, *arguments):
    def interrupted(statement, seconds, alphabet, tell=None):
        if "LDP" in statement:
            return conjecture(statement, seconds, alphabet, tell=stop_at("proving"))
        return conjecture(statement, seconds, alphabet)

    monkeypatch.setattr(command, "conjecture", interrupted)
    monkeypatch.setattr(sys, "argv", ["pmlsym", "conjecture", *arguments])
    with pytest.raises(SystemExit) as end:
        pmlsym.cli.main()
    return end.value.code, capsys.readouterr().out


def test_the_command_prints_what_is_known_and_exits_with_130(monkeypatch, capsys, tmp_path):
    status, output = run(monkeypatch, capsys, "LIP(e) => LDP(2*e)")
    assert status == 130
    assert "Interrupted after" in output
    file = tmp_path / "statements.txt"
    file.write_text("pmc(X->y) >= 0\nLIP(e) => LDP(2*e)\nPML(e) => PMC(e)\n")
    status, output = run(monkeypatch, capsys, "--from", str(file), "--json")
    assert status == 130
    first, second = json.loads(output)["results"]  # and not the third
    assert first["verdict"] == "proved"
    assert "Interrupted after" in second["scope"]


def test_a_terminal_shows_progress_and_ctrl_c_ends_it():
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", MAIN, "conjecture", OPEN, "--seconds", "120"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown, end = b"", time.monotonic() + 100
    try:
        # where the exception arrives at once; compiled code may have to be ended with nothing said
        while b"testing small instances" not in shown and time.monotonic() < end:
            shown += os.read(ours, 4096)
        assert b"testing small instances" in shown
        running.send_signal(signal.SIGINT)
        shown = b""
        try:
            while more := os.read(ours, 4096):
                shown += more
        except OSError:  # the other end is closed
            pass
        assert running.wait(timeout=60) == 130
    finally:
        running.kill()
        os.close(ours)
    assert b"Interrupted after" in shown
    assert b"Traceback" not in shown, shown.decode()


def test_nothing_is_shown_where_nobody_looks():
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "conjecture", "pmc(X->y) >= 0"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"reading it" not in done.stdout
