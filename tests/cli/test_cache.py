"""The cache of verdicts: the same answers, nothing damaged, nothing old, never where it matters."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import pmlsym.cli.ledger as command
from pmlsym.cli import cache as caching
from pmlsym.cli.cache import Cache, CachedListing, content_hash
from pmlsym.ledger import catalogue
from tests.test_layers import graph, package_of

ROOT = Path(command.__file__).parents[1]
TRUE, FALSE = "histogram.theorem-4.upper", "histogram.composition.bound"
CONTENT = content_hash()


def run(monkeypatch, folder, *arguments, content=CONTENT):
    """Run the command with a cache; return its JSON, its exit status and what it complains of."""
    said = []
    cache = Cache(folder, content, said.append)
    monkeypatch.setattr(command, "opened", lambda complain: cache)
    found = CliRunner().invoke(command.check, [*arguments, "--json"], standalone_mode=False)
    assert found.exception is None, found.exception
    return json.loads(found.stdout), found.return_value, said


def timeless(row):
    return {key: value for key, value in row.items() if key not in ("seconds", "cached", "repair")}


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Two verdicts that were kept by the command."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        found, status, said = run(patch, folder, TRUE, FALSE)
    assert (status, said) == (0, [])
    assert [row["cached"] for row in found["claims"]] == [False, False]
    return folder, found


@pytest.fixture
def folder(filled, tmp_path):
    return shutil.copytree(filled[0], tmp_path / "cache")


def test_what_was_checked_comes_back_and_is_marked(monkeypatch, folder, filled):
    monkeypatch.setattr(catalogue, "check", lambda *_: pytest.fail("it was checked again"))
    found, status, said = run(monkeypatch, folder, FALSE, TRUE)
    assert (status, said) == (0, [])
    assert [row["cached"] for row in found["claims"]] == [True, True]
    before = {row["id"]: row for row in filled[1]["claims"]}
    assert {row["verdict"] for row in found["claims"]} == {"proved", "refuted"}
    for row in found["claims"]:
        assert {**row, "cached": False} == before[row["id"]]


def test_only_what_is_missing_is_checked(monkeypatch, folder):
    (folder / CONTENT / f"{TRUE}.json").unlink()
    found, _, said = run(monkeypatch, folder, FALSE, TRUE)
    assert [row["cached"] for row in found["claims"]] == [True, False]
    assert [row["id"] for row in found["claims"]] == [FALSE, TRUE]
    assert said == []


def forged(folder):
    """Write a lie as somebody would who can write to the cache and reads its code."""
    path = folder / CONTENT / f"{TRUE}.json"
    body = path.read_text().split("\n", 2)[2].replace('"verdict": "proved"', '"verdict": "refuted"')
    cache = Cache(folder, CONTENT, pytest.fail)
    cache._write(TRUE, json.loads(body))


def test_a_lie_is_printed_but_believed_nowhere_else(monkeypatch, folder, tmp_path):
    forged(folder)
    found, _, said = run(monkeypatch, folder, TRUE)
    assert found["claims"][0]["verdict"] == "refuted"  # docs/trust.md says so
    record = tmp_path / "record.csv"
    for more in (["--no-cache"], ["--record", str(record)]):
        found, status, said = run(monkeypatch, folder, TRUE, *more)
        assert (found["claims"][0]["verdict"], found["claims"][0]["cached"]) == ("proved", False)
        assert (status, said) == (0, [])
    assert f"{TRUE},proved," in record.read_text()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: text.replace('"proved"', '"refuted"'),
        lambda text: text.replace(CONTENT, "0" * 64),
        lambda text: "\n\n{}",
        lambda text: "\ud800",
    ],
)
def test_what_is_damaged_is_checked_anew(monkeypatch, folder, damage):
    path = folder / CONTENT / f"{TRUE}.json"
    path.write_bytes(damage(path.read_text()).encode("utf-8", "surrogatepass"))
    found, status, said = run(monkeypatch, folder, TRUE)
    assert (found["claims"][0]["verdict"], found["claims"][0]["cached"], status) == (
        "proved",
        False,
        0,
    )
    assert len(said) == 1
    assert said[0].startswith(f"{TRUE}: what is kept ")
    again, _, said = run(monkeypatch, folder, TRUE)
    assert again["claims"][0]["cached"]
    assert said == []


def test_an_entry_under_another_name_is_not_used(monkeypatch, folder):
    shutil.copy(folder / CONTENT / f"{FALSE}.json", folder / CONTENT / f"{TRUE}.json")
    found, _, said = run(monkeypatch, folder, TRUE)
    assert found["claims"][0]["id"] == TRUE
    assert said == [f"{TRUE}: what is kept is about {FALSE}, and is not used"]


def test_another_state_of_the_package_has_other_verdicts(monkeypatch, folder):
    found, _, _ = run(monkeypatch, folder, TRUE, content="0" * 64)
    assert found["claims"][0]["cached"] is False
    # the package on the disk is not in that state, so nothing is kept under its name
    assert not (folder / ("0" * 64)).exists()


@pytest.mark.long
@pytest.mark.parametrize(("after", "kept"), [(CONTENT, 2), ("0" * 64, 0)])
def test_what_other_processes_found_is_kept_of_the_same_package_alone(
    monkeypatch, tmp_path, after, kept
):
    hashes = iter([CONTENT, after])  # before the processes load the package, and when they are done
    monkeypatch.setattr(caching, "content_hash", lambda: next(hashes))
    found, status, _ = run(monkeypatch, tmp_path, TRUE, FALSE, "--jobs", "2")
    assert status == 0
    assert [row["cached"] for row in found["claims"]] == [False, False]
    assert len(list(tmp_path.rglob("*.json"))) == kept


def test_differences_are_kept_too(monkeypatch, folder):
    monkeypatch.setattr(catalogue, "recorded", dict)
    for path in (folder / CONTENT).glob("*.json"):
        path.unlink()
    first = CliRunner().invoke(command.check, [TRUE], standalone_mode=False)
    monkeypatch.setattr(command, "opened", lambda complain: Cache(folder, CONTENT, complain))
    for _ in range(2):
        found = CliRunner().invoke(command.check, [TRUE], standalone_mode=False)
        assert found.return_value == first.return_value == 1
        assert found.stderr == first.stderr
        assert f"{TRUE}: proved, and no verdict is recorded." in found.stderr


def test_what_could_come_out_otherwise_is_not_kept(tmp_path, filled):
    cache = Cache(tmp_path, CONTENT, pytest.fail)
    row = filled[1]["claims"][0]
    cache.keep({**row, "verdict": None}, [])
    cache.keep({**row, "evidence": [{"kind": "decision", "confirmed": "two solvers"}]}, [])
    assert cache.verdict(TRUE) is None
    cache.keep(row, ["differs"])
    assert cache.verdict(TRUE).differences == ["differs"]


def test_a_folder_that_cannot_be_written_costs_only_the_cache(tmp_path, filled):
    (tmp_path / "file").write_text("")
    said = []
    Cache(tmp_path / "file", CONTENT, said.append).keep(filled[1]["claims"][0], [])
    assert len(said) == 1
    assert said[0].startswith(f"{TRUE}: the verdict is not kept: ")


# --- the listing ------------------------------------------------------------------------------


def as_if_checked(name):
    claim = catalogue.claim(name)
    repair = None if claim.repair is None else claim.repair.unchecked("")
    return {**claim.unchecked(""), "verdict": "proved", "repair": repair}


def test_the_listing_names_what_the_ledger_does(monkeypatch, tmp_path):
    monkeypatch.setattr(catalogue, "check", lambda names, *_: map(as_if_checked, names))
    run(monkeypatch, tmp_path)
    listing = Cache(tmp_path, CONTENT, pytest.fail).listing()
    every = [claim.id for claim in catalogue.claims()]
    assert listing.names([], None) == every
    assert listing.names([], "pmc") == [claim.id for claim in catalogue.claims("pmc")]
    assert listing.names([FALSE], "linear")[0] == FALSE
    assert listing.names(["no.such.claim"], None) is None
    assert listing.names([], "no paper") is None
    assert {*listing.repairs} == {*catalogue.by_id()} - {*every}
    assert listing.missed(None) == []


def test_what_is_recorded_and_gone_is_missed(monkeypatch):
    recorded = catalogue.recorded()
    gone = {**recorded, "pmc.gone": recorded[TRUE]}
    monkeypatch.setattr(catalogue, "recorded", lambda: gone)
    listing = CachedListing({}, [], catalogue.missing())
    rows = [claim.unchecked("") for claim in catalogue.by_id().values()]
    for papers in (None, ["pmc"], ["linear"], []):
        sentences = catalogue.differences(rows, papers)
        wanted = [sentence for sentence in sentences if "recorded, but not in" in sentence]
        assert listing.missed(papers) == wanted
    assert listing.missed(None) == ["pmc.gone: recorded, but not in the ledger"]


# --- when it is asked -------------------------------------------------------------------------


def fresh(folder, *arguments):
    """Run the command in a process of its own; it says whether the ledger was loaded."""
    code = (
        "import sys; from pmlsym.cli import command; "
        "status = command.main(standalone_mode=False); "
        "heavy = [n for n in ('sympy', 'z3', 'pmlsym.ledger') if n in sys.modules]; "
        "print(heavy, file=sys.stderr); sys.exit(status)"
    )
    where = {**os.environ, "PMLSYM_CACHE": str(folder), "PYTHONPATH": str(ROOT.parent)}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=where,
        check=False,
    )


def test_a_second_check_loads_neither_ledger_nor_solvers(filled, folder):
    found = fresh(folder, "check", TRUE, FALSE, "--json")
    assert (found.returncode, found.stderr) == (0, "[]\n")
    rows = json.loads(found.stdout)["claims"]
    assert [timeless(row) for row in rows] == [timeless(row) for row in filled[1]["claims"]]
    assert all(row["cached"] for row in rows)


def test_no_cache_is_used_where_something_may_have_changed(monkeypatch, tmp_path):
    monkeypatch.setenv("PMLSYM_CACHE", str(tmp_path))
    assert caching.opened(pytest.fail) is None  # the ledger is loaded in this process
    monkeypatch.delitem(sys.modules, "pmlsym.ledger")
    assert caching.opened(pytest.fail) is not None
    monkeypatch.setattr(caching, "entry_points", lambda group: ["a plugin"])
    assert caching.opened(pytest.fail) is None
    monkeypatch.undo()
    assert os.environ["PMLSYM_CACHE"] == ""  # as for every test
    monkeypatch.delitem(sys.modules, "pmlsym.ledger")
    assert caching.opened(pytest.fail) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no modes there")
def test_a_folder_that_others_can_write_to_is_not_used(monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "pmlsym.ledger")
    monkeypatch.setenv("PMLSYM_CACHE", str(tmp_path / "cache"))
    assert caching.opened(pytest.fail) is not None
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    (tmp_path / "cache").chmod(0o777)
    said = []
    assert caching.opened(said.append) is None
    assert said == [f"{tmp_path / 'cache'} is not used: others than you can write to it"]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PMLSYM_CACHE", str(tmp_path / "file"))
    assert caching.opened(said.append) is None
    assert "cannot be used" in said[1]


# --- what a verdict rests on ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("ledger/pmc/basics.py", True),
        ("proof/kernel/rules.py", True),
        ("proof/certificates/found.jsonl", True),
        ("ledger/recorded.csv", True),
        ("formulas/new.py", True),
        ("cli/ledger.py", False),
        ("plotting/guarantees.py", False),
        ("sweeps/new.py", False),
        ("proof/__pycache__/rules.pyc", False),
    ],
)
def test_whatever_a_verdict_may_rest_on_counts(tmp_path, file, matters):
    (tmp_path / "channel.py").write_text("")
    before = content_hash(tmp_path)
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("")
    there = content_hash(tmp_path)
    (tmp_path / file).write_text("changed")
    assert (there != before, content_hash(tmp_path) != there) == (matters, matters)


def test_versions_count(monkeypatch, tmp_path):

    before = content_hash(tmp_path)
    monkeypatch.setattr(caching, "version", lambda name: "0" if name == "z3-solver" else "1")
    with_one = content_hash(tmp_path)
    monkeypatch.setattr(caching, "version", lambda name: "1")
    assert len({before, with_one, content_hash(tmp_path)}) == 3


def test_nothing_of_the_ledger_lies_apart():
    """What the ledger loads is counted: none of it is in the rooms that are left out."""
    reached, ahead = set(), {name for name in graph() if package_of(name) == "ledger"}
    while ahead:
        reached |= ahead
        ahead = {target for name in ahead for target in graph().get(name, ())} - reached
    rooms = {package_of(name) for name in reached}
    assert {"ledger", "proof", "statements", "formulas"} <= rooms
    assert not rooms & {"cli", "plotting", "sweeps"}
