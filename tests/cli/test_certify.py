"""Certificates are written out and checked again; what somebody changed is rejected."""

import json
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.errors import DataError, InputError

CLAIMS = ("histogram.monotone", "histogram.entropy")


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
    data = edit(data) or data
    path.write_text(json.dumps(data), encoding="utf-8")


def rejected(folder):
    """Why each file is rejected; the status says that something was."""
    status, data = run("verify", folder)
    assert status == 1
    assert data["rejected"]
    assert all(set(entry) == {"file", "reason"} for entry in data["rejected"])
    return {entry["file"]: entry["reason"] for entry in data["rejected"]}


def test_what_is_written_has_the_keys_of_the_interface(written):
    folder, status, data = written
    assert (status, data["missing"]) == (0, [])
    assert set(data) == {"documents", "missing"}
    assert data["documents"] == len(documents(folder)) > 5
    rows = index(folder)
    assert {row["claim"] for row in rows} <= {*CLAIMS, *(f"{name}.repair" for name in CLAIMS)}
    for row in rows:
        assert set(row) >= {"file", "claim", "part", "goal", "statement"}
        assert (folder / row["file"]).is_file()
    for path in documents(folder):
        assert set(json.loads(path.read_text())) == {"variables", "hypotheses", "proof"}


def test_what_was_written_is_accepted(folder):
    status, data = run("verify", folder)
    assert status == 0
    assert data == {"accepted": len(documents(folder)), "rejected": []}


def test_writing_again_writes_the_same(written, tmp_path):
    folder, _, data = written
    assert run("certify", "--out", tmp_path / "again", *CLAIMS) == (0, data)
    for path in (*documents(folder), folder / "index.json"):
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def leaf(tree):
    """Return some leaf of a proof tree."""
    while "sum" not in tree:
        cases = tree["cases"]
        tree = next(iter(cases.values() if isinstance(cases, dict) else cases))
    return tree


def test_a_changed_coefficient_of_a_certificate_is_rejected(folder):
    path = documents(folder)[0]

    def edit(document):
        leaf(document["proof"])["sum"][0][0] = "17/1000003"

    change(path, edit)
    assert path.name in rejected(folder)


def test_a_changed_coefficient_of_a_question_is_rejected(folder):
    for path in documents(folder)[:3]:

        def edit(document):
            row = document["hypotheses"][-1][0][0][1][0]
            row[0] = "17"  # of what is asked

        change(path, edit)
        assert path.name in rejected(folder)


def test_an_easier_question_is_rejected_although_its_certificate_is_right(folder):
    path = documents(folder)[0]
    easy = {
        "variables": ["x0"],
        "hypotheses": [[[[">", [["-1"]]]]]],
        "proof": {"sum": [["1", [0], []], ["1", [], []]], "zero": []},
    }
    path.write_text(json.dumps(easy), encoding="utf-8")
    found = rejected(folder)
    assert found[path.name].startswith("it is not a question of")
    assert "without a certificate" in found["index.json"]


def test_the_certificate_of_another_question_is_rejected(folder):
    one, other = documents(folder)[:2]
    proof = json.loads(other.read_text())["proof"]
    change(one, lambda document: document.update(proof=proof))
    assert one.name in rejected(folder)


def test_the_document_of_another_decision_is_rejected(folder):
    rows = index(folder)
    one = rows[0]
    questions = {row["file"] for row in rows if row["goal"] == one["goal"]}
    other = next(row for row in rows if row["file"] not in questions)
    (folder / one["file"]).write_bytes((folder / other["file"]).read_bytes())
    found = rejected(folder)
    assert "is not a question of" in found[one["file"]]


def test_a_removed_document_is_missed(folder):
    path = documents(folder)[0]
    path.unlink()
    found = rejected(folder)
    assert "no file" in found[path.name]
    assert "without a certificate" in found["index.json"]


def test_a_document_that_is_not_in_the_index_is_rejected(folder):
    shutil.copy(documents(folder)[0], folder / "extra.json")
    assert rejected(folder) == {"extra.json": "it is not in the index"}


def test_an_index_without_a_row_lacks_a_certificate(folder):
    removed = index(folder)[0]
    change(folder / "index.json", lambda rows: rows[1:])
    found = rejected(folder)
    assert removed["claim"] in found["index.json"] or found[removed["file"]]


@pytest.mark.parametrize(
    "entry",
    [
        {"goal": "1 > 0"},
        {"part": 2},
        {"part": 99},
        {"part": -1},
        {"claim": "histogram.entropy"},
        {"claim": "histogram.eq-4"},
        {"claim": "nowhere"},
    ],
    ids=str,
)
def test_an_index_that_names_another_goal_is_rejected(folder, entry):
    change(folder / "index.json", lambda rows: [{**rows[0], **entry}, *rows[1:]])
    assert rejected(folder)


@pytest.mark.parametrize(
    "name",
    ["../outside.json", "/outside.json", "sub/inside.json", "..", ".", "", "nothing.json"],
)
def test_a_name_that_leads_out_of_the_folder_is_rejected(folder, name):
    row = index(folder)[0]
    inside = folder / row["file"]
    (folder.parent / "outside.json").write_bytes(inside.read_bytes())
    (folder / "sub").mkdir()
    (folder / "sub" / "inside.json").write_bytes(inside.read_bytes())
    change(folder / "index.json", lambda rows: [{**rows[0], "file": name}, *rows[1:]])
    assert name in rejected(folder)


def test_an_index_without_rows_accepts_nothing(folder):
    (folder / "index.json").write_text("[]")
    found = rejected(folder)
    assert set(found) == {path.name for path in documents(folder)}


def test_what_is_no_document_is_rejected(folder):
    for path, text in zip(
        documents(folder)[:4], ["", "{}", "[" * 50_000, '{"proof": NaN}'], strict=True
    ):
        path.write_text(text)
        assert path.name in rejected(folder)


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
        '[{"file": "f", "claim": "c", "part": true, "goal": "g"}]',
        "[" * 100_000,
    ],
    ids=lambda text: str(text)[:20],
)
def test_a_folder_without_an_index_is_bad_input(tmp_path, text):
    if text is not None:
        (tmp_path / "index.json").write_text(text)
    with pytest.raises(DataError, match=r"index\.json"):
        run("verify", tmp_path)


def test_bad_input_is_status_2(pmlsym, tmp_path):
    (tmp_path / "file").write_text("")
    for arguments in (
        ("verify", tmp_path / "nowhere"),
        ("certify", "histogram.monotone"),
        ("certify", "--out", tmp_path / "file" / "below", "histogram.monotone"),
        ("certify", "--rebuild-store", "histogram.monotone"),
    ):
        found = pmlsym(*arguments)
        assert found.returncode == 2, arguments
        assert len(found.stderr.strip().splitlines()) == 1
        assert "Traceback" not in found.stderr


def test_the_store_is_rebuilt_as_a_whole_or_not():
    for arguments in (("histogram.monotone",), ("--out", "somewhere")):
        with pytest.raises(InputError, match="whole ledger"):
            run("certify", "--rebuild-store", *arguments)


@pytest.mark.parametrize(("form", "ending"), [("smt2", "smt2"), ("coq", "v")])
def test_other_formats_have_their_own_endings(tmp_path, form, ending):
    status, data = run("certify", "--out", tmp_path, "--format", form, "histogram.monotone")
    assert status == 0
    files = {path.name for path in tmp_path.iterdir()} - {"index.json"}
    assert len(files) == data["documents"]
    assert all(name.endswith(f".{ending}") for name in files)
    assert {row["file"] for row in index(tmp_path)} == files


def test_a_decision_without_a_certificate_is_missing(tmp_path, monkeypatch):
    from pmlsym.proof.kernel import question
    from pmlsym.proof.review import asking

    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(lambda document: question.AGREED):
        status, data = run("certify", "--out", tmp_path, "histogram.monotone")
    assert status == 1
    assert data["documents"] == 0
    assert all(line.startswith("histogram.monotone, part 1: ") for line in data["missing"])


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
    assert "without a certificate" in found.stderr
    assert "Traceback" not in found.stderr
