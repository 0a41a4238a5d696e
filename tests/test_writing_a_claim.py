"""The page on writing a claim, followed from top to bottom: what it shows is what happens."""

import doctest
import re
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "writing-a-claim.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


def commands(block):
    """The commands of a console block, each with what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command.split(), output


def shown(printed, output):
    """Whether a command printed what the page shows; `...` stands for what it leaves out."""
    printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    return doctest.OutputChecker().check_output(output, printed, doctest.ELLIPSIS)


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
    for kind, block in BLOCKS:
        if kind == "python" and ">>>" not in block:
            pieces.append(block)
            (folder / "dpbook.py").write_text("\n\n".join(pieces), encoding="utf-8")
            sys.modules.pop("dpbook", None)
        elif kind == "python":
            test = doctest.DocTestParser().get_doctest(block, session, PAGE.name, PAGE.name, 0)
            assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
            session = test.globs
            ran += len(test.examples)
        elif kind == "console":
            for command, output in commands(block):
                assert command.pop(0) == "pmlsym"
                found = pmlsym(*command, cwd=folder)
                assert (found.stderr, found.returncode) == ("", 0)
                assert shown(found.stdout, output), found.stdout
                ran += 1
    assert len(pieces) == 3
    assert ran >= 20


def test_its_links_lead_somewhere():
    for link in re.findall(r"\]\(([\w./-]+)\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / link).exists(), link
