"""The page on adding a guarantee, followed from top to bottom: what it shows is what happens."""

import dataclasses
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from tests.following import blocks, commands, run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-guarantee.md"
BLOCKS = blocks(PAGE)
MODULES = ("tvprivacy", "test_tvprivacy")


def forget():
    for name in MODULES:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def files():
    """The files that the page has the reader write, whole."""
    found = {"tvprivacy.py": []}
    for kind, block in BLOCKS:
        if kind == "python" and ">>>" not in block:
            other = re.match(r"# (\w+\.py)\n", block)
            found.setdefault(other[1] if other else "tvprivacy.py", []).append(block)
    return {name: "\n\n".join(pieces) for name, pieces in found.items()}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forget()
    yield tmp_path
    forget()


@pytest.fixture
def followed(folder):
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("own_guarantees")
def test_following_the_page_gives_what_it_shows(folder):
    pieces, session, ran, stale = [], {}, 0, False
    for kind, block in BLOCKS:
        if kind != "python" or block.startswith("# "):
            continue
        if ">>>" not in block:
            pieces.append(block)
            (folder / "tvprivacy.py").write_text("\n\n".join(pieces), encoding="utf-8")
            stale = True
            continue
        if stale:  # as a reader who starts Python anew
            forget()
            session, stale = {}, False
        session, examples = run(block, session, PAGE.name)
        ran += examples
    assert len(pieces) == 4
    assert ran >= 25


def test_the_commands_print_what_it_shows(followed):
    (block,) = [block for kind, block in BLOCKS if kind == "console"]
    for command, output in commands(block):
        words = command.split()
        assert words[:2] == ["python", "tv.py"]
        found = subprocess.run(
            [sys.executable, *words[1:]],
            capture_output=True,
            text=True,
            cwd=followed,
            env=os.environ,
            check=False,
        )
        assert (found.stderr, found.returncode) == ("", 0)
        if output:
            assert found.stdout == output
        else:
            assert "TV(0.1), satisfied in exact arithmetic" in found.stdout


def test_the_tests_on_the_page_pass(followed):
    found = pytest.main(["-q", "-p", "no:cacheprovider", str(followed / "test_tvprivacy.py")])
    assert found == 0


def test_equality_by_value_needs_no_word_to_the_decorator(followed):
    kind = importlib.import_module("tvprivacy").TV
    two_ways = sp.log(6) - sp.log(3), sp.log(2)

    def decorated(name, **options):
        return dataclasses.dataclass(**options)(type(name, (kind,), {"name": name}))

    for kept in (decorated("Kept", frozen=True), decorated("Slots", frozen=True, slots=True)):
        assert kept(two_ways[0]) == kept(two_ways[1])
        assert hash(kept(two_ways[0])) == hash(kept(two_ways[1]))
        assert repr(kept(0.5)) == f"{kept.name}(0.5)"
    with pytest.raises(TypeError, match="non-frozen"):
        decorated("Thawed")


def test_design_is_refused_until_the_set_says_more(followed):
    from pmlsym import design
    from pmlsym.guarantees import Unanswered

    module = importlib.import_module("tvprivacy")
    module.TV.lift_set = lambda self, masses=(): module.Near(masses, self.delta)
    with pytest.raises(Unanswered) as caught:
        design.optimal_mechanism([0.5, 0.5], module.TV(0.1))
    assert str(caught.value) in PAGE.read_text(encoding="utf-8").replace("\n", " ")


def test_every_question_that_a_set_may_be_asked_is_in_the_table():
    from pmlsym.guarantees import LiftSet

    table = PAGE.read_text(encoding="utf-8").split("\n## What a set may be asked")[1]
    known = {"whole", "rarest", "least", "prior", "unit", "symmetric", "masses"}
    for name in vars(LiftSet):
        if not name.startswith("_") and name not in known:
            assert re.search(rf"`{name}\b", table), name
