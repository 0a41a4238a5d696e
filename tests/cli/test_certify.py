"""Certificates are written out and checked again; what somebody changed is rejected."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.errors import DataError, InputError
from pmlsym.ledger import catalogue
from pmlsym.ledger.part import Part
from pmlsym.proof.certificates.store import Store

CLAIMS = ("histogram.monotone", "histogram.composition.dp")
REPAIR = "histogram.composition.dp.repair"
ROW = {"file": "f.json", "claim": "c", "part": 1, "goal": "g", "statement": "s"}


def run(*arguments):
    """Run a command in this process; return its status, and what it prints as JSON."""
    found = CliRunner().invoke(command, [*map(str, arguments), "--json"], standalone_mode=False)
    if found.exception is not None:
        raise found.exception
    return found.return_value, json.loads(found.stdout)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates") / "out"
    status, data = run("certify", "--out", folder, *CLAIMS)
    return folder, status, data


@pytest.fixture
def folder(written, tmp_path):
    return shutil.copytree(written[0], tmp_path / "copy")


def documents(folder):
    return sorted(path for path in folder.glob("*.json") if path.name != "index.json")


def index(folder):
    return json.loads((folder / "index.json").read_text(encoding="utf-8"))


def change(path, edit):
    data = json.loads(path.read_text(encoding="utf-8"))
    changed = edit(data)
    path.write_text(json.dumps(data if changed is None else changed), encoding="utf-8")


def rejected(folder):
    """Why each file is rejected; the status says that something was."""
    status, data = run("verify", folder)
    assert status == 1
    assert data["rejected"]
    assert all(set(entry) == {"file", "reason"} for entry in data["rejected"])
    reasons = {entry["file"]: "" for entry in data["rejected"]}
    for entry in data["rejected"]:
        reasons[entry["file"]] += entry["reason"]
    return reasons


def test_what_is_written_has_the_keys_of_the_interface(written):
    folder, status, data = written
    assert (status, data["missing"]) == (0, [])
    assert set(data) == {"documents", "missing"}
    assert data["documents"] == len(documents(folder)) > 5
    rows = index(folder)
    assert {row["claim"] for row in rows} == {*CLAIMS, "histogram.composition.dp.repair"}
    for row in rows:
        if row["claim"] == "histogram.composition.dp":  # it is refuted by a witness
            assert set(row) == {"claim", "statement"}
        else:
            assert set(row) == {"file", "claim", "part", "goal", "statement"}
            assert (folder / row["file"]).is_file()
    for path in documents(folder):
        assert set(json.loads(path.read_text())) == {"variables", "hypotheses", "proof"}


def test_what_was_written_is_accepted(folder):
    status, data = run("verify", folder)
    assert status == 0
    assert data == {"accepted": len(documents(folder)), "rejected": []}


@pytest.mark.parametrize(
    ("name", "printed"),
    [("a[/red]", "a[/red]"), ("[red]a", "[red]a"), ("a\x1b[2J", r"a\u001b[2J")],
)
def test_a_folder_is_printed_as_it_is_called(tmp_path, monkeypatch, name, printed):
    monkeypatch.chdir(tmp_path)
    asked = ["certify", CLAIMS[0], "--out", name]
    found = CliRunner().invoke(command, asked, standalone_mode=False, catch_exceptions=False)
    assert found.stdout.endswith(f" for 1 claim, in {printed}.\n")
    assert (tmp_path / name / "index.json").is_file()


def test_writing_again_writes_the_same(written, tmp_path):
    folder, _, data = written
    assert run("certify", "--out", tmp_path / "again", *CLAIMS) == (0, data)
    for path in (*documents(folder), folder / "index.json"):
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_what_an_earlier_run_wrote_is_removed_and_nothing_else(folder):
    earlier = {path.name for path in documents(folder)}
    for name in ("notes.json", "README", "0123456789abcdef.txt"):
        (folder / name).write_text("kept")
    (folder / "0123456789abcdef.v").write_text("of another format")
    run("certify", "--out", folder, "histogram.limit")
    left = {path.name for path in folder.iterdir()}
    assert left >= {"notes.json", "README", "0123456789abcdef.txt"}
    assert "0123456789abcdef.v" not in left
    named = {row["file"] for row in index(folder)}
    assert earlier - named
    assert not (earlier - named) & left


def leaf(tree):
    """Return some leaf of a proof tree."""
    while "sum" not in tree:
        cases = tree["cases"]
        tree = next(iter(cases.values() if isinstance(cases, dict) else cases))
    return tree


EASY = {
    "variables": ["x0"],
    "hypotheses": [[[[">", [["-1"]]]]]],
    "proof": {"sum": [["1", [0], []], ["1", [], []]], "zero": []},
}


def edited(folder, edit):
    """Change a document; it is the one to be rejected."""
    path = documents(folder)[0]
    change(path, edit)
    return {path.name: ""}


def written_over(folder, content, words=""):
    path = documents(folder)[0]
    path.write_bytes(content)
    return {path.name: words}


def with_another_proof(folder):
    proof = json.loads(documents(folder)[1].read_text())["proof"]
    return edited(folder, lambda document: document.update(proof=proof))


def of_another_decision(folder):
    rows = [row for row in index(folder) if "file" in row]
    questions = {row["file"] for row in rows if row["goal"] == rows[0]["goal"]}
    other = next(row for row in rows if row["file"] not in questions)
    (folder / rows[0]["file"]).write_bytes((folder / other["file"]).read_bytes())
    return {rows[0]["file"]: "is not a question of"}


def removed(folder):
    row = next(row for row in index(folder) if row["claim"] == "histogram.monotone")
    (folder / row["file"]).unlink()
    return {row["file"]: "", "index.json": "histogram.monotone, part"}


def linked(folder):
    path = documents(folder)[0]
    path.rename(folder.parent / "elsewhere.json")
    path.symlink_to(folder.parent / "elsewhere.json")
    return {path.name: "it is no file of its own, or too large"}


def beside_the_index(folder):
    shutil.copy(documents(folder)[0], folder / "extra.json")
    return {"extra.json": "it is not in the index"}


def indexed(folder, edit, expected):
    change(folder / "index.json", edit)
    return expected


def named(folder, entry, expected=None):
    """Change the first row of the index."""
    return indexed(folder, lambda rows: [{**rows[0], **entry}, *rows[1:]], expected or {})


def leading_to(folder, name):
    """Name a file by which the folder is left, or another than its own is read."""
    inside = folder / index(folder)[0]["file"]
    (folder.parent / "outside.json").write_bytes(inside.read_bytes())
    (folder / "sub").mkdir()
    (folder / "sub" / "inside.json").write_bytes(inside.read_bytes())
    return named(folder, {"file": name}, {name: ""})


def drop(folder, gone):
    """Remove rows of the index, and the documents that no other row names."""
    kept = [row for row in index(folder) if not gone(row)]
    assert len(kept) < len(index(folder))
    (folder / "index.json").write_text(json.dumps(kept), encoding="utf-8")
    files = {row.get("file") for row in kept}
    for path in documents(folder):
        if path.name not in files:
            path.unlink()


def without_the_repair(folder):
    drop(folder, lambda row: row["claim"] == REPAIR)
    return {"index.json": f"of the decisions of {REPAIR}, part"}


def without_the_last_part(folder):
    last = max(row["part"] for row in index(folder) if row["claim"] == REPAIR)
    drop(folder, lambda row: row["claim"] == REPAIR and row["part"] == last > 1)
    return {"index.json": f"of the decisions of {REPAIR}, part {last}"}


def with_names_alone(folder):
    names = [{"claim": row["claim"], "statement": row["statement"]} for row in index(folder)]
    drop(folder, lambda row: "file" in row)
    return indexed(folder, lambda _: names, {"index.json": f"of the decisions of {REPAIR}"})


def of_another_statement(folder, name):
    rows = index(folder)
    row = next(row for row in rows if row["claim"] == name)
    row["statement"] = "1 > 0"
    reason = f"the index has another statement of {name}"
    return indexed(folder, lambda _: rows, {row.get("file", "index.json"): reason})


NOWHERE = {"claim": "nowhere", "statement": "1 > 0"}
ATTACKS = {
    "a changed coefficient of a certificate": lambda folder: edited(
        folder, lambda d: leaf(d["proof"])["sum"][0].__setitem__(0, "17/1000003")
    ),
    "a changed coefficient of a question": lambda folder: edited(
        folder, lambda d: d["hypotheses"][-1][0][0][1][0].__setitem__(0, "17")
    ),
    "an easier question with its certificate": lambda folder: (
        written_over(folder, json.dumps(EASY).encode(), "it is not a question of")
        | {"index.json": "without a certificate"}
    ),
    "the certificate of another question": with_another_proof,
    "the document of another decision": of_another_decision,
    "a removed document": removed,
    "a document that is a link": linked,
    "a document that is not in the index": beside_the_index,
    "a document that is no text": lambda folder: written_over(folder, b"\xff", "cannot be read"),
    "a document that is too large": lambda folder: written_over(
        folder, b"{}" + b" " * 10_000_001, "it is no file of its own, or too large"
    ),
    **{
        f"no document but {text[:16]!r}": lambda folder, text=text: written_over(
            folder, text.encode()
        )
        for text in ("", "{}", "[" * 50_000, '{"proof": NaN}')
    },
    **{
        f"an index with {entry}": lambda folder, entry=entry: named(folder, entry)
        for entry in (
            *({"goal": "1 > 0"}, {"part": 2}, {"part": 99}, {"part": -1}, {"claim": "nowhere"}),
            *({"claim": "histogram.composition.dp"}, {"claim": "histogram.eq-4"}),
        )
    },
    **{
        f"a name that leads to {name!r}": lambda folder, name=name: leading_to(folder, name)
        for name in (
            *("../outside.json", "/outside.json", "sub/inside.json"),
            *("..", ".", "", "nothing.json"),
        )
    },
    "an index without a row": lambda folder: indexed(folder, lambda rows: rows[1:], {}),
    "an index without rows": lambda folder: indexed(
        folder, lambda _: [], {path.name: "" for path in documents(folder)}
    ),
    "a claim that does not exist": lambda folder: indexed(
        folder, lambda rows: [*rows, NOWHERE], {"index.json": "the ledger has no claim nowhere"}
    ),
    "a repair dropped with its documents": without_the_repair,
    "a part dropped with its documents": without_the_last_part,
    "claims of which the names are left": with_names_alone,
    **{
        f"another statement of {name}": lambda folder, name=name: of_another_statement(folder, name)
        for name in CLAIMS
    },
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_folder_that_somebody_changed_is_rejected(folder, attack):
    expected = ATTACKS[attack](folder)
    found = rejected(folder)
    for name, words in expected.items():
        assert words in found[name]


def test_whole_claims_may_be_left_out(folder):
    drop(folder, lambda row: row["claim"] == "histogram.monotone")
    assert run("verify", folder)[0] == 0
    drop(folder, lambda row: row["claim"] == "histogram.composition.dp")  # its repair stands alone
    assert run("verify", folder) == (0, {"accepted": len(documents(folder)), "rejected": []})


@pytest.mark.parametrize(
    "name", ["histogram.composition.dp", "histogram.composition.dp.repair", "pmc.theorem-1"]
)
def test_one_claim_can_be_certified_and_verified(tmp_path, name):
    status, data = run("certify", "--out", tmp_path, name)
    assert status == 0
    assert run("verify", tmp_path) == (0, {"accepted": data["documents"], "rejected": []})
    assert data["documents"] > 0


def test_what_is_rejected_is_not_counted_as_accepted(folder):
    one, other, *rest = documents(folder)
    one.write_text("{}")
    named = [row for row in index(folder) if row.get("file") == other.name]
    change(folder / "index.json", lambda rows: [*rows, {**named[0], "part": 99}])
    status, data = run("verify", folder)
    assert (status, data["accepted"]) == (1, len(rest))
    assert {entry["file"] for entry in data["rejected"]} == {one.name, other.name, "index.json"}


@pytest.mark.long
def test_the_whole_ledger_is_certified_and_every_recorded_claim_named(tmp_path):
    status, data = run("certify", "--out", tmp_path)
    assert (status, data["missing"]) == (0, [])
    assert {row["claim"] for row in index(tmp_path)} == set(catalogue.recorded())
    page = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    stands = re.search(r"`pmlsym certify` writes ([\d,]+) documents", " ".join(page.split()))
    assert stands, "run python docs/trusted.py --documents"
    assert stands[1] == f"{data['documents']:,}", "run python docs/trusted.py --documents"
    assert run("verify", tmp_path) == (0, {"accepted": data["documents"], "rejected": []})


def test_a_recorded_claim_that_is_gone_is_missing_and_stops_a_new_store(tmp_path, monkeypatch):
    few = catalogue.claims("histogram")[:1]
    monkeypatch.setattr(catalogue, "claims", lambda paper=None: few)
    status, data = run("certify", "--out", tmp_path / "whole")
    assert status == 1
    assert "pmc.theorem-1, which is not in the ledger" in data["missing"]
    assert few[0].id not in " ".join(data["missing"])
    assert run("certify", "--out", tmp_path / "one", few[0].id)[0] == 0
    monkeypatch.setattr(Store, "write", lambda self, path: pytest.fail("the store was written"))
    with pytest.raises(InputError, match=r"pmc\.theorem-1"):
        run("certify", "--rebuild-store")


def test_a_claim_whose_evidence_cannot_be_built_does_not_hide_the_others(folder, monkeypatch):
    def broken(self):
        if self.meaning == meaning:
            raise ValueError("a mistake in a claim")
        return find(self)

    meaning, find = catalogue.claim("histogram.monotone").parts[0].meaning, Part.find
    monkeypatch.setattr(Part, "find", broken)
    status, data = run("certify", "--out", folder.parent / "again", *CLAIMS)
    assert status == 1
    assert data["missing"] == ["histogram.monotone: ValueError: a mistake in a claim"]
    assert data["documents"] > 0
    assert "a mistake in a claim" in str(run("verify", folder)[1]["rejected"])


@pytest.mark.long
def test_names_in_the_folder_that_no_terminal_prints_are_rejected(pmlsym, folder):
    import os

    shutil.copy(documents(folder)[0], os.fsencode(folder) + b"/\xff\x1b.json")
    for option in ((), ("--json",)):
        found = pmlsym("verify", folder, *option)
        assert found.returncode == 1
        assert "it is not in the index" in found.stdout + found.stderr
        assert "Traceback" not in found.stderr
        assert "\x1b" not in found.stdout + found.stderr
    assert json.loads(found.stdout)["rejected"][0]["file"] == "\udcff\x1b.json"


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{}",
        "7",
        "[7]",
        "[{}]",
        '[{"file": 1, "claim": "c", "part": 1, "goal": "g"}]',
        '[{"file": "f", "claim": "c", "part": 1, "goal": "g"}]',
        *(
            json.dumps([{**ROW, **change}])
            for change in (
                {"part": True},
                {"part": "1"},
                {"file": None},
                {"claim": ["c"]},
                {"goal": {}},
                {"statement": 7},
                {"file": "\ud800.json"},
                {"claim": "\ud800"},
                {"goal": "\x1b[2J"},
                {"statement": "two\nlines"},
                {"more": "s"},
            )
        ),
        '[{"claim": "c"}]',
        '[{"claim": "c", "statement": "\ud800"}]',
        '[{"claim": "c", "statement": "s", "part": 1}]',
        '[{"claim": "c", "statement": ' + "[" * 500 + "]" * 500 + "}]",
        "[" * 500 + "]" * 500,
        "[" * 100_000,
    ],
    ids=lambda text: str(text)[:90],
)
def test_a_folder_without_an_index_is_bad_input(tmp_path, text):
    if text is not None:
        (tmp_path / "index.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(DataError, match=r"index\.json"):
        run("verify", tmp_path)


def test_an_index_with_a_name_twice_is_bad_input(folder):
    """One reader takes the first of two values, another the last: a person reads both."""
    path = folder / "index.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"goal":', '"goal": "0 = 1",\n  "goal":', 1), encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(text)
    with pytest.raises(DataError, match=r"index\.json is no JSON"):
        run("verify", folder)


def test_an_index_that_is_a_link_is_not_read_and_not_written_through(written, folder):
    path, elsewhere = folder / "index.json", folder.parent / "elsewhere"
    text = path.read_text(encoding="utf-8")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with pytest.raises(DataError, match=r"index\.json is no file of its own"):
        run("verify", folder)
    elsewhere.write_text("mine", encoding="utf-8")
    assert run("certify", "--out", folder, *CLAIMS)[0] == 0
    assert elsewhere.read_text(encoding="utf-8") == "mine"
    assert path.read_text(encoding="utf-8") == text


def test_bad_input_is_status_2(pmlsym, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "index.json").write_text("[]")
    (tmp_path / "odd" / ("0" * 16 + ".json")).mkdir(parents=True)
    for arguments in (
        ("certify", "--out", tmp_path / "file", "histogram.monotone"),
        ("certify", "--out", tmp_path / "odd", "histogram.monotone"),
        ("verify", tmp_path / "nowhere"),
        ("certify", "histogram.monotone"),
        ("certify", "--out", tmp_path / "file" / "below", "histogram.monotone"),
        ("certify", "--rebuild-store", "histogram.monotone"),
        ("certify", "--rebuild-store", "--out", tmp_path / "somewhere"),
        ("verify", tmp_path / "empty"),
    ):
        found = pmlsym(*arguments)
        assert found.returncode == 2, arguments
        assert len(found.stderr.strip().splitlines()) == 1
        assert "Traceback" not in found.stderr


@pytest.mark.parametrize(("form", "ending"), [("smt2", "smt2"), ("coq", "v")])
def test_other_formats_have_their_own_endings(tmp_path, form, ending):
    status, data = run("certify", "--out", tmp_path, "--format", form, "histogram.monotone")
    assert status == 0
    files = {path.name for path in tmp_path.iterdir()} - {"index.json"}
    assert len(files) == data["documents"]
    assert all(name.endswith(f".{ending}") for name in files)
    assert {row["file"] for row in index(tmp_path)} == files


def test_claims_of_which_nothing_is_certified_are_named_and_missed(tmp_path, monkeypatch):
    from pmlsym.proof.kernel import question
    from pmlsym.proof.review import asking

    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(lambda document: question.AGREED):
        status, data = run("certify", "--out", tmp_path, *CLAIMS)
    assert (status, data["documents"]) == (1, 0)
    assert data["missing"]
    assert all(re.match(rf"({CLAIMS[0]}|{REPAIR}), part ", line) for line in data["missing"])
    assert [row["claim"] for row in index(tmp_path)] == [*CLAIMS, REPAIR]
    assert set(rejected(tmp_path)) == {"index.json"}


@pytest.mark.long
def test_people_are_told_in_sentences(folder):
    code = "from pmlsym.cli import main; main()"
    documents(folder)[0].unlink()
    found = subprocess.run(
        [sys.executable, "-c", code, "verify", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert "certificates accepted" in found.stdout
    assert "The index names 3 claims and repairs." in found.stdout
    assert "without a certificate" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_repair_without_certificates_is_missed_too(folder, monkeypatch):
    name = "histogram.composition.dp"
    bare = replace(catalogue.claim(name), repair=catalogue.claim("histogram.eq-4"))
    monkeypatch.setattr(catalogue, "claim", {name: bare, "histogram.monotone": bare}.__getitem__)
    monkeypatch.setattr("pmlsym.cli.certify._questions", lambda _names: ({}, []))
    kept = [row for row in index(folder) if row["claim"] == name]
    (folder / "index.json").write_text(json.dumps(kept), encoding="utf-8")
    for path in documents(folder):
        path.unlink()
    found = rejected(folder)["index.json"]
    assert name in found
    assert "histogram.eq-4" in found


def test_of_a_folder_of_the_ledger_the_claims_that_are_left_out_are_listed(folder, monkeypatch):
    """The ledger is cut to three claims, of which the folder has two."""
    few = [catalogue.claim(name) for name in (*CLAIMS, "histogram.eq-4")]
    monkeypatch.setattr(catalogue, "PAPERS", {"histogram": "one"})
    monkeypatch.setattr(catalogue, "claims", lambda _paper=None: few)
    status, data = run("verify", folder)
    assert status == 0
    assert data["not_named"] == ["histogram.eq-4"]
    people = CliRunner().invoke(command, ["verify", str(folder)], standalone_mode=False)
    assert "histogram.eq-4" in people.stdout
    assert people.return_value == 0
