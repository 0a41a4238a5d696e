"""What formal/cited.csv says that Coq has checked is what the ledger says now."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pmlsym.formal import HEAD, NotExported, theorem
from pmlsym.statements.text.parse import parse
from tests.test_docs import script

ROOT = Path(__file__).parents[2]
COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not here")


check = script(ROOT / "formal" / "check.py")


def test_every_cited_statement_is_said_by_its_claim_with_the_same_data_and_definitions():
    said = set(check.said())
    rows = check.recorded()
    assert len(rows) > 40
    for found in rows:
        assert (found.claim, found.text) in said
        assert found == check.row(found.claim, found.text)


def test_every_statement_that_can_be_exported_is_cited():
    theorems, reasons = check.exported()
    assert set(theorems) == {found.text for found in check.recorded()}
    assert all(reasons.values())


def test_a_changed_definition_takes_every_citation_away(tmp_path, monkeypatch):
    for name in check.MEANING:
        text = (check.HERE / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("maxlift y / minlift y", "maxlift y"))
    before = check.meaning()
    monkeypatch.setattr(check, "HERE", tmp_path)
    assert check.meaning() != before


def test_no_proof_is_left_out_and_no_axiom_is_assumed():
    for name in check.LIBRARY:
        text = re.sub(
            r"\(\*.*?\*\)", "", (check.HERE / name).read_text(encoding="utf-8"), flags=re.S
        )
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Hypothesis R)\b", text)


@pytest.mark.parametrize(
    "text",
    [
        "PML(e) => PMC(e)",
        "LDP(e) => PML(e/2)",
        "pml(X->y) < log(1/pmin)",
        "LDP(e) => pml(X->y) < e",
        "pmin + pmax = 1",
    ],
)
def test_a_false_statement_is_not_exported(text):
    with pytest.raises(NotExported):
        theorem(parse(text), "wrong")


def compiled(folder, definitions, text):
    """Return whether Coq accepts a theorem, with definitions changed as (file, old, new)."""
    for name in check.LIBRARY:
        code = (check.HERE / name).read_text(encoding="utf-8")
        for file, old, new in definitions:
            assert file != name or old in code
            code = code.replace(old, new) if file == name else code
        (folder / name).write_text(code, encoding="utf-8")
    (folder / "it.v").write_text(HEAD + theorem(parse(text), "it"), encoding="utf-8")
    return all(
        subprocess.run(
            ["coqc", "-w", "none", "-R", ".", "pmlsym", name],
            cwd=folder,
            capture_output=True,
            timeout=300,
            check=False,
        ).returncode
        == 0
        for name in (*check.LIBRARY, "it.v")
    )


@COQ
@pytest.mark.long
@pytest.mark.parametrize(
    ("definitions", "accepted"),
    [
        ((), True),
        ((("law.v", "maxlift y / minlift y", "maxlift y"),), False),
        ((("law.v", "if minlift y == 0 then PInf", "if minlift y == 0 then Fin 0"),), False),
        (
            (
                (
                    "language.v",
                    "| Ge => vle (eval u at_) (eval t at_)",
                    "| Ge => vle (eval t at_) (eval u at_)",
                ),
            ),
            False,
        ),
    ],
)
def test_coq_accepts_the_theorem_and_refuses_it_for_other_definitions(
    tmp_path, definitions, accepted
):
    text = "|X| = 2; prior uniform: LDP(e) and pmin >= 1/2 => pmc(X->y) <= e and PML(e)"
    assert compiled(tmp_path, definitions, text) is accepted
