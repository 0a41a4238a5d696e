"""What the README shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import pmlsym as ps
from pmlsym.cli import command

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WIDTH = 80


def console_blocks(text):
    """Yield the blocks of a page as lists of (command line, lines that it is shown to print)."""
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        shown = []
        for line in block.splitlines():
            if line.startswith("$ "):
                shown.append((line[2:], []))
            else:
                shown[-1][1].append(line.rstrip())
        yield shown


def cut_matches(shown, printed):
    """Say whether lines are the printed ones in order, a line `...` standing for any lines."""
    pieces = [[]]
    for line in shown:
        if line == "...":
            pieces.append([])
        else:
            pieces[-1].append(line)
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return first == printed
    if len(first) + len(last) > len(printed):
        return False
    if printed[: len(first)] != first or printed[len(printed) - len(last) :] != last:
        return False
    between = printed[len(first) : len(printed) - len(last)]
    for piece in pieces[1:-1]:
        places = range(len(between) - len(piece) + 1)
        place = next((i for i in places if between[i : i + len(piece)] == piece), None)
        if place is None:
            return False
        between = between[place + len(piece) :]
    return True


@pytest.mark.parametrize(
    ("shown", "matches"),
    [
        (["a", "b", "c", "d"], True),
        (["a", "b", "c"], False),
        (["...", "b", "c", "..."], True),
        (["...", "c", "b", "..."], False),
        (["...", "b", "d", "..."], False),
        (["a", "...", "d"], True),
        (["a", "...", "c"], False),
        (["a", "...", "b", "...", "b", "...", "d"], False),
        (["a", "...", "b", "c", "d"], True),
        (["...", "x"], False),
    ],
)
def test_cut_blocks_are_compared_in_order(shown, matches):
    assert cut_matches(shown, ["a", "b", "c", "d"]) is matches


def run(line):
    """Run a `pmlsym` command in this process and return what it printed, line by line."""
    program, *arguments = shlex.split(line)
    assert program == "pmlsym", f"what does `{line}` do in the README?"
    plain = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": None}
    result = CliRunner().invoke(command, arguments, env=plain, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    # a conjecture that is refuted exits with 1, as the README says
    refuted = "conjecture" in arguments and result.output.startswith("refuted")
    assert result.return_value in ((1,) if refuted else (0, None)), line
    return [each.rstrip() for each in result.stdout.rstrip("\n").split("\n")]


BLOCKS = list(console_blocks(README))


def test_it_shows_each_command_at_work():
    named = {line.split()[1] for block in BLOCKS for line, _ in block if line.startswith("pmlsym")}
    assert named >= {"check", "measure", "convert", "bound", "calibrate", "design", "certify"}
    assert "verify" in named


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[-1][0])
def test_its_commands_print_what_it_shows(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line, shown in block:
        if line.startswith("cat "):
            (tmp_path / line.removeprefix("cat ")).write_text("\n".join(shown) + "\n")
            continue
        assert max(map(len, shown), default=0) <= WIDTH
        assert not re.search(r"\d s\b", "\n".join(shown)), "a time is never the same twice"
        printed = run(line)
        assert cut_matches(shown, printed), "\n".join([f"$ {line}", *printed])


def test_its_examples_run():
    parser = doctest.DocTestParser()
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    test = parser.get_doctest("\n".join(blocks), {}, "README", "README.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    assert result.attempted >= 5


def test_its_summary_is_that_of_the_ledger():
    said = " ".join(README.split())
    for line in ps.claims().summary:
        assert line in said


def test_it_counts_the_rules():
    from pmlsym.proof.kernel.check import RULES

    assert len(RULES) == 11
    assert "one of eleven\n[inference rules]" in README


def test_its_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make (\w+)`", README))
    assert {"check", "test", "lab", "bench"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.M), target
