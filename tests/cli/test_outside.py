"""Claims of a user's own file on the command line: --from, exit status, certificates."""

import json
import os
import subprocess
import sys

import pytest

HEAD = """
import sympy as sp
from pmlsym.ledger import Claim, Decided, Goal, Part, Sample, Witness, reals, register, relate
print("what the file prints is not output")
(x,) = reals("x")
TRUE, FALSE = Goal((x >= 1,), x**2 >= x), Goal((x > 0,), x**2 >= x)

def make(name, part, **more):
    return Claim(f"mine.{name}", "mine", "p. 1", "says", "x", "scope", (part,), **more)

def half(goal):
    return Witness(goal, {x: sp.Rational(1, 2)}, "by hand")

good = make("good", Part("above one", TRUE, Decided))
found = make("found", Part("above one", TRUE, search=lambda: Sample("x", lambda rng: [-1.0], 0)))
bad = make("bad", Part("above zero", FALSE, refute=half), repair=make("bad.repair", good.parts[0]))
known = make("known", Part("above zero", FALSE, refute=half), recorded="refuted")
lost = make("lost", found.parts[0], recorded="proved")
open_ = make("open", Part("above zero", FALSE, Decided))
"""
KEYS = {"id", "paper", "where", "statement", "verdict", "scope", "repair", "evidence", "witness"}


@pytest.fixture
def write(tmp_path):
    def write(*names):
        file = tmp_path / "mine.py"
        file.write_text(f"{HEAD}\nCLAIMS = ({', '.join(names)},)\n")
        return file

    return write


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_is_checked_with_the_keys_of_the_interface(pmlsym, write, jobs):
    file = write("good", "found", "known")
    found = pmlsym("check", "--from", file, "--jobs", jobs, "--json")
    assert found.returncode == 0
    data = json.loads(found.stdout)
    assert data["counts"] == {"proved": 1, "supported": 1, "refuted": 1}
    assert [row["id"] for row in data["claims"]] == ["mine.good", "mine.found", "mine.known"]
    assert all(row.keys() >= KEYS for row in data["claims"])
    assert found.stderr.splitlines() == ["what the file prints is not output"]


@pytest.mark.parametrize(
    ("name", "status", "news"),
    [
        ("good", 0, []),
        ("found", 0, []),
        ("known", 0, []),
        ("lost", 1, ["mine.lost: supported, recorded as proved."]),
        ("bad", 1, ["mine.bad: refuted, and no verdict is recorded."]),
        ("open", 1, ["mine.open: it came to no verdict, and none is recorded."]),
    ],
)
def test_the_status_is_1_where_the_answer_is_no(pmlsym, write, name, status, news):
    file = write("good", "found", "known", "lost", "bad", "open_")
    for command in ("check", "show"):
        found = pmlsym(command, f"mine.{name}", "--from", file)
        assert found.returncode == status
        assert found.stderr.splitlines()[1:] == news
        assert f"mine.{name}" in found.stdout


def test_only_the_claims_that_are_named_are_checked(pmlsym, write):
    file = write("good", "bad")
    found = pmlsym("check", "mine.good", "histogram.limit", "--from", file, "--json")
    assert found.returncode == 0
    ids = [row["id"] for row in json.loads(found.stdout)["claims"]]
    assert ids == ["mine.good", "histogram.limit"]
    found = pmlsym("check", "--paper", "mine", "--from", file, "--json")
    assert found.returncode == 1
    assert len(json.loads(found.stdout)["claims"]) == 2
    found = pmlsym("show", "mine.god", "--from", file)
    assert found.returncode == 2
    assert found.stderr.endswith("There is no claim 'mine.god'; the nearest is 'mine.good'.\n")


def test_certificates_of_a_file_are_written_and_verified(pmlsym, write, tmp_path):
    file, out = write("good", "bad"), tmp_path / "out"
    found = pmlsym("certify", "--from", file, "--out", out, "--json")
    assert found.returncode == 0
    assert json.loads(found.stdout) == {"documents": 1, "missing": []}
    rows = json.loads((out / "index.json").read_text())
    assert {row["claim"] for row in rows} == {"mine.good", "mine.bad", "mine.bad.repair"}
    verified = pmlsym("verify", out, "--from", file, "--json")
    assert verified.returncode == 0
    assert json.loads(verified.stdout) == {"accepted": 1, "rejected": []}
    without = pmlsym("verify", out)
    assert without.returncode == 1
    assert "the ledger has no claim mine.good; --from names a file with more." in without.stderr
    file.write_text(file.read_text().replace("(x >= 1,)", "(x >= 2,)"))  # another goal
    assert pmlsym("verify", out, "--from", file).returncode == 1


@pytest.mark.parametrize("command", ["check", "show", "certify", "verify"])
def test_a_bad_file_is_one_sentence_with_its_line(pmlsym, tmp_path, command):
    file = tmp_path / "mine.py"
    arguments = {"show": ["mine.x"], "certify": ["--out", tmp_path], "verify": [tmp_path]}
    for text, sentence in (
        ("x = (1\n", f"{file}, line 1: '(' was never closed.\n"),
        ("\nx = reals('x')\n", f"{file}, line 2: NameError: name 'reels' is not defined.\n"),
        ("x = 1\n", f"{file} has no claims: it has to set CLAIMS = (...), or to call register"),
    ):
        file.write_text(text.replace("reals", "reels"))
        found = pmlsym(command, *arguments.get(command, []), "--from", file)
        assert (found.returncode, found.stdout) == (2, "")
        assert found.stderr.startswith(sentence)
        assert len(found.stderr.splitlines()) == 1


def test_what_a_terminal_would_act_on_is_refused_and_its_code_is_printed(pmlsym, tmp_path):
    file = tmp_path / "mine.py"
    for change, said in (
        ('good.__class__(**{**vars(good), "says": "\\x1b[2J"})', "the character \\u001b, which"),
        ('{}["\\x1b[2J\\u202e"]', "KeyError: '\\x1b[2J\\u202e'"),
        ('raise ValueError("\\x1b[2J\\u202e")', "ValueError: \\u001b[2J\\u202e"),
    ):
        file.write_text(f"{HEAD}\n{change}\n")
        found = pmlsym("check", "--from", file)
        assert (found.returncode, found.stdout) == (2, "")
        assert said in found.stderr
        assert all(line.isprintable() for line in found.stderr.splitlines())


def test_what_a_file_imports_may_stand_beside_it(pmlsym, write, tmp_path):
    file = write("good")
    (tmp_path / "beside_it.py").write_text("number = 1\n")
    file.write_text(f"from beside_it import number\n{file.read_text()}")
    assert pmlsym("check", "--from", file).returncode == 0


@pytest.mark.long
def test_installed_claims_are_checked_and_a_broken_plugin_is_one_sentence(write, tmp_path):
    file = write("good")
    file.rename(tmp_path / "installed_claims.py")
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[pmlsym.claims]\nbroken = nowhere_at_all\nmine = installed_claims\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    for jobs in ("1", "2"):
        found = subprocess.run(
            [
                *(sys.executable, "-c", "from pmlsym.cli import main; main()"),
                *("check", "mine.good", "histogram.limit", "--json", "--jobs", jobs),
            ],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert found.returncode == 0
        assert json.loads(found.stdout)["counts"] == {"proved": 2}
        assert found.stderr.splitlines() == [
            "what the file prints is not output",
            "The plugin 'broken' of mine is left out: ModuleNotFoundError: No module named "
            "'nowhere_at_all'.",
        ]


@pytest.mark.parametrize("statement", ["x^2\n\\ge x", "\tfrac{x}{2}", "x\N{NO-BREAK SPACE}y"])
def test_a_statement_of_several_lines_is_certified_and_verified(pmlsym, tmp_path, statement):
    file = tmp_path / "mine.py"
    one = f'Claim("mine.one", "mine", "p. 1", "says", {statement!r}, "scope", good.parts)'
    two = one.replace("mine.one", "mine.two").replace("good.parts", "bad.parts")
    file.write_text(f"{HEAD}\nCLAIMS = ({one}, {two})\n")
    assert pmlsym("certify", "--from", file, "--out", tmp_path / "out").returncode == 0
    found = pmlsym("verify", tmp_path / "out", "--from", file)
    assert found.returncode == 0, found.stderr


def test_every_face_of_a_claim_without_a_verdict_says_so_and_why(pmlsym, write):
    file = write("open_")
    for words in (
        ["check"],
        ["check", "--json"],
        ["check", "--format", "markdown"],
        ["check", "--format", "latex"],
        ["check", "--format", "bibtex"],
        ["show", "mine.open"],
        ["show", "mine.open", "--json"],
    ):
        found = pmlsym(*words, "--from", file)
        assert found.returncode == 1
        assert "mine.open" in found.stderr
        if "--json" in words:
            data = json.loads(found.stdout)
            row = data["claims"][0] if "claims" in data else data
            assert row["verdict"] is None
            assert "x = 1/2" in row["reason"]
        else:
            plain = " ".join(found.stdout.replace("│", " ").split())
            assert "no verdict" in plain
            if "bibtex" not in words:
                assert "does not follow" in plain
            if words in (["check"], ["show", "mine.open"]):
                assert "part 1: above zero" in plain
                assert "x > 0 => x^2 >= x" in plain
                assert "it is false at x = 1/2: left 1/4 < right 1/2" in plain
