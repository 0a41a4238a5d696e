"""What the README and the page on citing show is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import pmlsym as ps
from pmlsym.cli import command
from tests.following import blocks, commands, shown

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WIDTH = 80


def run(line):
    """Run a `pmlsym` command in this process and return what it printed."""
    program, *arguments = shlex.split(line)
    assert program == "pmlsym", f"what does `{line}` do in the README?"
    plain = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": None}
    result = CliRunner().invoke(command, arguments, env=plain, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    # a conjecture that is refuted exits with 1, as the README says
    refuted = "conjecture" in arguments and result.output.startswith("refuted")
    assert result.return_value in ((1,) if refuted else (0, None)), line
    return result.stdout


BLOCKS, CITING = (
    [list(commands(block)) for kind, block in blocks(ROOT / page) if kind == "console"]
    for page in ("README.md", "docs/citing.md")
)


def test_it_shows_each_command_at_work():
    named = {line.split()[1] for block in BLOCKS for line, _ in block if line.startswith("pmlsym")}
    assert named >= {"conjecture", "design", "certify", "verify"}


def test_it_fits_a_few_screens():
    lines = README.splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) <= 114


@pytest.mark.parametrize("block", [*BLOCKS, *CITING], ids=lambda block: block[-1][0])
def test_its_commands_print_what_it_shows(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line, output in block:
        if line.startswith("cat "):
            (tmp_path / line.removeprefix("cat ")).write_text(output)
            continue
        assert max(map(len, output.splitlines()), default=0) <= WIDTH
        assert not re.search(r"\d s\b", output), "a time is never the same twice"
        printed = run(line)
        assert shown(output, printed), f"$ {line}\n{printed}"


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
    for page in ("architecture.md", "glossary.md", "trust.md"):
        assert "eleven" in (ROOT / "docs" / page).read_text(encoding="utf-8")


def test_its_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make (\w+)`", README))
    assert {"check", "test", "lab", "bench"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.M), target
