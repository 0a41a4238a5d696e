"""The page on writing a claim, followed from top to bottom: what it shows is what happens."""

import sys
from pathlib import Path

import pytest

from tests.following import blocks, commands, run, shown

PAGE = Path(__file__).parents[1] / "docs" / "writing-a-claim.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    yield tmp_path
    sys.modules.pop("dpbook", None)


def test_following_the_page_gives_what_it_shows(folder, pmlsym):
    pieces, session, ran = [], {}, 0
    for kind, block in blocks(PAGE):
        if kind == "python" and ">>>" not in block:
            pieces.append(block)
            (folder / "dpbook.py").write_text("\n\n".join(pieces), encoding="utf-8")
            sys.modules.pop("dpbook", None)
        elif kind == "python":
            session, examples = run(block, session, PAGE.name)
            ran += examples
        elif kind == "console":
            for command, output in commands(block):
                program, *words = command.split()
                assert program == "pmlsym"
                found = pmlsym(*words, cwd=folder)
                assert (found.stderr, found.returncode) == ("", 0)
                assert shown(output, found.stdout), found.stdout
                ran += 1
    assert len(pieces) == 3
    assert ran >= 20
