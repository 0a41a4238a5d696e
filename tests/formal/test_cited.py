"""What pmlsym/formal/cited.csv says that Coq has checked is what the ledger says now."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pmlsym.formal import HEAD, NotExported, coq, theorem
from pmlsym.formal.cited import AXIOMS, cited, said
from pmlsym.formal.exported import exported
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.whole import carries, citations_of, coq_row, in_coq
from pmlsym.pages import by_coq
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.releases import quantities
from pmlsym.statements.text.parse import parse
from tests.test_docs import script

ROOT = Path(__file__).parents[2]
COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not here")
check = script(ROOT / "formal" / "check.py")
KNOWN = check.claims()
RECORDED = [row for rows in cited().values() for row in rows]


@pytest.fixture(scope="module")
def theorems():
    """Return the exported theorems of the ledger by name, and the reasons for the others."""
    return exported(check.texts(KNOWN))


@pytest.fixture(scope="module")
def rows(theorems):
    """Return a function: the citations that the ledger and formal/ give now.

    What a statement compares on instances is computed once: no file of formal/ has a part in it.
    """
    compared = {}

    def values(statement, computed=check.values):
        if id(statement) not in compared:
            compared[id(statement)] = computed(statement)
        return compared[id(statement)]

    def now():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(check, "values", values)
            return list(check.rows(KNOWN, theorems[0]))

    return now


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a copy of formal/ that is used instead of it."""
    for name in ("_CoqProject", *coq.library()):
        shutil.copy(coq.FOLDER / name, tmp_path / name)
    monkeypatch.setattr(coq, "FOLDER", tmp_path)
    return tmp_path


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def lost(now):
    """Return the citations that are recorded and are not among those of now."""
    return set(RECORDED) - set(now)


def test_every_recorded_citation_is_that_of_the_ledger_and_of_the_definitions_now(rows):
    assert len(RECORDED) > 90
    assert rows() == RECORDED


def test_a_changed_definition_takes_away_what_rests_on_it(rows, folder):
    change(folder / "language.v", "| Exp t => vexp", "| Exp t => vopp")
    assert {row.claim for row in lost(rows())} == {row.claim for row in RECORDED if not row.values}


def test_another_normalising_constant_takes_away_all_that_is_said_of_noise(rows, folder):
    change(folder / "release.v", "(2%:R * b)^-1", "(3%:R * b)^-1")
    assert lost(rows()) == {row for row in RECORDED if row.values}


def test_a_statement_whose_proof_is_gone_is_not_cited(rows, folder):
    change(folder / "ends.v", "Theorem linear_theorem_2_attained_holds", "Theorem other")
    assert {row.claim for row in lost(rows())} == {"linear.theorem-2.attained"}


def test_a_changed_formula_changes_the_recorded_values(monkeypatch):
    row = next(row for row in RECORDED if row.claim == "linear.remark-2.iii.strict.repair")
    statement = catalogue.claim(row.claim).asserts[row.number - 1]
    assert check.values(statement) == row.values
    larger = replace(quantities._OF["triangle"], of=quantities._OF["diameter"].of)
    monkeypatch.setattr(quantities, "_OF", {**quantities._OF, "triangle": larger})
    assert said(statement) == row.said
    assert check.values(statement) != row.values


def test_a_claim_with_other_statements_has_no_citation():
    whole = catalogue.claim("linear.corollary-1.upper")
    found = citations_of(whole.id, whole.paper, whole.asserts)
    assert carries(found, whole.asserts, whole.asserts, whole.parts)
    assert coq_row(in_coq(found), len(found))["axioms"] == list(AXIOMS)
    # the same words in another object: the package did not compare what it computes
    for other in (
        replace(whole, asserts=tuple(replace(one) for one in whole.asserts)),
        replace(whole, id="mine.corollary", paper="mine"),
    ):
        assert citations_of(other.id, other.paper, other.asserts) == (None,)
        with pytest.raises(NoVerdict, match="Coq has not checked the statement as it is now"):
            other.check()


def test_a_whole_claim_has_no_informal_step_and_names_its_theorem():
    row = catalogue.check_one("linear.lemma-2")
    assert (row["verdict"], row["arguments"]) == ("proved", [])
    assert row["coq"]["theorem"] == "linear_lemma_2"
    assert not any(used["test"] for used in row["reductions"])


def test_a_theorem_that_several_statements_rest_on_is_named_once():
    one = {"version": "8.16.1", "day": "2026-11-28"}
    rows = [{**one, "statement": 1, "theorem": "a b"}, {**one, "statement": 2, "theorem": "b"}]
    assert "(a, b; 2026-11-28)" in by_coq({"verdict": "proved", "coq": None, "in_coq": rows})


def test_every_statement_that_can_be_exported_is_cited(theorems):
    by_name, reasons = theorems
    assert set(by_name) == {row.theorems for row in RECORDED if not row.values}
    assert all(reasons.values())


def test_every_definition_that_is_proved_names_claims_that_exist():
    proved = set(re.findall(r"(?:Theorem|Lemma) (\w+)_holds : \1\.", coq.text_of(coq.library())))
    assert proved == {one.name for one in coq.written()}
    assert len(proved) > 30


def test_no_proof_is_left_out_and_no_axiom_is_assumed():
    for name in coq.library():
        text = re.sub(r"\(\*.*?\*\)", "", coq.text_of([name]), flags=re.S)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Hypothesis R)\b", text)


@pytest.mark.parametrize(
    "text",
    [
        "PML(e) => PMC(e)",
        "LDP(e) => PML(e/2)",
        "pml(X->y) < log(1/pmin)",
        "LDP(e) => pml(X->y) < e",
        "pmin + pmax = 1",
        "X - Y - Z: pml(X->Y) <= pml(X->Z)",
        "Y - X - Z: pmc(X->z) <= pmc(Y->z)",
        "X - Y - Z: pmc(Z->y) <= pmc(X->y)",
        "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
        "LDP(a) of X->Y and LDP(b) of X->Z => LDP(a + b) of X->Y,Z",
        "pml(X->Y) <= maximal_leakage(X->Y)",
        "mutual_information(X;Y) <= maximal_cost_leakage(X->Y)",
        "ldp(X->Y) >= pml(X->Y) + pmc(X->Y)",
        "ldp(Y->X) = ldp(X->Y)",
        "prior (1/3, 2/3): PMC(e) => PML(e)",
    ],
)
def test_a_false_statement_is_not_exported(text):
    with pytest.raises(NotExported):
        theorem(parse(text), "wrong")


@COQ
@pytest.mark.long
def test_coq_accepts_an_exported_file_as_the_command_writes_it(tmp_path):
    text = f"{HEAD}{theorem(parse('LDP(e) => PML(e)'), 'typed')}\nPrint Assumptions typed.\n"
    coq.ask({"typed": text.removeprefix(HEAD)}, [])
