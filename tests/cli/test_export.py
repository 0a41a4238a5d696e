"""Answers are exported in the forms that other programs read, and a reader sets what to trust."""

import json
import shutil

import pytest

from pmlsym.formal import coq

STATEMENT = "LDP(e) => PMC(e)"
COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not here")


def test_a_folder_gets_the_claim_and_certificates_that_verify_accepts(pmlsym, tmp_path):
    out = tmp_path / "proof"
    assert pmlsym("conjecture", STATEMENT, "--export", out).returncode == 0
    assert {path.name for path in out.glob("*.py")} == {"statement.py"}
    checked = pmlsym("check", "--from", out / "statement.py", "--json")
    (claim,) = json.loads(checked.stdout)["claims"]
    assert (checked.returncode, claim["verdict"], claim["text"]) == (0, "proved", STATEMENT)
    verified = pmlsym("verify", out, "--from", out / "statement.py", "--json")
    assert json.loads(verified.stdout)["rejected"] == []
    assert json.loads(verified.stdout)["accepted"] >= 1


def test_a_counterexample_is_exported_as_a_claim_that_is_refuted_again(pmlsym, tmp_path):
    out = tmp_path / "wrong.py"
    assert pmlsym("conjecture", "PML(e) => PMC(e)", "--export", out).returncode == 1
    assert pmlsym("check", "--from", out, "--json").returncode == 0
    assert "\\textbf{Statement}" in _exported(pmlsym, tmp_path / "it.tex")


def test_what_was_written_is_told_beside_the_answer(pmlsym, tmp_path):
    out = tmp_path / "proof.v"
    found = pmlsym("conjecture", STATEMENT, "--export", out, "--json")
    assert json.loads(found.stdout)["verdict"] == "proved"
    assert found.stderr == f"wrote {out}\n"
    assert out.read_text(encoding="utf-8").startswith("(* A typed statement")


def test_the_command_that_an_export_names_checks_it(pmlsym, tmp_path):
    for statement in (STATEMENT, "PML(e) => PMC(e)"):
        out = tmp_path / statement[:3]
        found = pmlsym("conjecture", statement, "--export", out)
        assert found.stderr.startswith(f"wrote {out / 'statement.py'}")
        command = found.stderr.split("check it with: pmlsym ")[1].split()
        checked = pmlsym(*command)
        assert checked.returncode == 0, checked.stderr
    # a refutation has no certificate, and the sentence says what to do instead
    refused = pmlsym("verify", out, "--from", out / "statement.py")
    assert refused.returncode == 2
    assert "pmlsym check --from FILE.py" in refused.stderr


def test_a_counterexample_is_exported_as_a_theorem_that_coq_can_compute(pmlsym, tmp_path):
    out = tmp_path / "wrong.v"
    assert pmlsym("conjecture", "PML(e) => PMC(e)", "--export", out).returncode == 1
    text = out.read_text(encoding="utf-8")
    assert "Theorem typed :\n  forall R, exists (w : world R) rho, ~ holds_here w rho" in text
    assert "Definition typed_data : statement" in text


def _exported(pmlsym, path):
    pmlsym("conjecture", STATEMENT, "--export", path)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("statement", "name", "reason"),
    [
        (STATEMENT, "it.txt", "has to end in .py, .tex or .v"),
        ("LDP(e) => PMC(?)", "it.v", "does not say the hole"),
        ("cost C: cost(C) <= 0", "it.v", "on mechanisms alone"),
        ("pml(X->y)^2 >= 0", "it.v", "formal/ does not say"),
        ("mutual_information(X;Y) <= a => PML(a)", "it.v", "formal/ does not say the number a = "),
    ],
)
def test_what_cannot_be_exported_says_why(pmlsym, tmp_path, statement, name, reason):
    found = pmlsym("conjecture", statement, "--export", tmp_path / name)
    assert found.returncode == 2
    assert reason in found.stderr
    assert not (tmp_path / name).exists()


@COQ
@pytest.mark.long
def test_coq_accepts_the_exported_file_beside_the_library(pmlsym, tmp_path):
    (tmp_path / "typed.v").write_text(_exported(pmlsym, tmp_path / "it.v"), encoding="utf-8")
    for name in coq.library("decided.v"):
        shutil.copy(coq.FOLDER / name, tmp_path / name)
        coq.compiled(tmp_path, name)
    printed = coq.compiled(tmp_path, "typed.v")
    assert printed.split("Axioms:")[-1].split() == coq.AXIOMS.split()


@pytest.mark.parametrize(
    ("claim", "accept", "status"),
    [
        ("linear.lemma-2", "formal", 0),
        ("histogram.figure-1.regime", "formal", 1),  # an instance, which programs evaluate
        ("histogram.figure-1.regime", "proved", 0),
        ("pmc.example-8", "proved", 1),
        ("pmc.example-8", "paper", 0),
        ("linear.theorem-2.upper", "formal", 0),  # refuted, and its repair proved
        ("pmc.example-7.dominated", "formal", 1),  # refuted, by programs
    ],
)
def test_a_verdict_that_needs_more_trust_than_is_accepted_ends_with_1(
    pmlsym, claim, accept, status
):
    found = pmlsym("check", claim, "--accept", accept, "--json")
    assert found.returncode == status
    assert bool(found.stderr) == bool(status)
