"""Changed definitions, conclusions and formulas: Coq or the citation refuses each."""

import csv
import shutil
from difflib import SequenceMatcher

import pytest

from pmlsym.formal import HEAD, NotExported, coq, refutation, syntax, theorem
from pmlsym.formal.plain import as_condition
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.text.parse import parse
from tests.formal.test_cited import COQ, RECORDED, ROOT, change, folder, lost, rows, theorems

__all__ = ["folder", "rows", "theorems"]  # fixtures

# of what gives exported statements their meaning: the text, and what it becomes
LANGUAGE = [
    (
        "values.v",
        "| Undef, _ | _, Undef | PInf, MInf | MInf, PInf => Undef",
        "| Undef, _ | _, Undef => Undef | PInf, MInf | MInf, PInf => Fin 0",
    ),
    ("values.v", "if 0 < x then v else", "if 0 <= x then v else"),
    ("values.v", "MInf => Fin 0 | Undef => Undef end.", "MInf => MInf | Undef => Undef end."),
    ("values.v", "else if x == 0 then MInf else Undef", "else MInf"),
    ("values.v", "| Fin x, Fin y => x < y", "| Fin x, Fin y => x <= y"),
    (
        "values.v",
        "if vle v w then w else if vle w v then v",
        "if vle v w then v else if vle w v then w",
    ),
    ("law.v", "\\sum_(t | X t == x) p t.", "\\sum_(t | X t != x) p t."),
    ("law.v", "\\big[Num.min/1]_x pr X x", "\\big[Num.max/0]_x pr X x"),
    ("law.v", "(x, y) / (pr X x * pr Y y)", "(x, y) / pr X x"),
    ("law.v", "maxlift y / minlift y", "maxlift y"),
    ("law.v", "if minlift y == 0 then PInf", "if minlift y == 0 then Fin 0"),
    ("law.v", "maximal_leakage := vlog (Fin sum_max)", "maximal_leakage := Fin sum_max"),
    (
        "language.v",
        "| Ge => vle (eval u at_) (eval t at_)",
        "| Ge => vle (eval t at_) (eval u at_)",
    ),
    ("language.v", "| Div t u => vdiv (eval t at_)", "| Div t u => vmul (eval t at_)"),
]
# of what gives statements about releases theirs; each conclusion is false then
RELEASES = [
    ("release.v", "`|W l j - W l r|.", "(W l j - W l r)."),  # W = [0, 1], eq. (8)
    ("release.v", "1 - k%:R * alpha) * expR", "1 - alpha) * expR"),  # (7) of one record
    ("release.v", "\\big[Num.max/0]_s of_gaps", "\\big[Num.min/1]_s of_gaps"),
    ("release.v", "alpha <= share (P i) j", "0 <= share (P i) j"),  # a prior of mass 0
    ("release.v", "`|s l| <= 1", "`|s l| <= 2%:R"),  # slope 2 exceeds eps_DP
    ("release.v", "neighbours x x' -> laplace y x", "laplace y x"),
]
CLAIMS = [
    ("claims.v", "triangle W b alpha <= u).", "triangle W b alpha < u)."),
    ("claims.v", "\\sum_j p j * expR (- (c j / b)) = least)", "false)"),
    ("claims.v", "sensitive q u -> private b q (u / b)", "sensitive q u -> private b q u"),
]


def test_a_changed_definition_is_refused_by_the_citation(rows, folder):
    one_of_each = {file: (old, new) for file, old, new in LANGUAGE + RELEASES}
    for file, (old, new) in one_of_each.items():
        kept = (folder / file).read_text(encoding="utf-8")
        change(folder / file, old, new)
        rests = {
            row for row in RECORDED if file in (coq.OF_CLAIMS if row.values else coq.OF_MECHANISMS)
        }
        assert rests == lost(rows()) != set(), (file, new)
        (folder / file).write_text(kept, encoding="utf-8")
    assert rows() == RECORDED


def compile_decisions(folder):
    for name in coq.library("decided.v"):
        coq.compiled(folder, name)


@COQ
@pytest.mark.long
@pytest.mark.parametrize(("file", "old", "new"), LANGUAGE)
def test_coq_refuses_what_decides_instances_for_other_definitions(folder, file, old, new):
    change(folder / file, old, new)
    with pytest.raises(coq.CoqRefused):
        compile_decisions(folder)


@COQ
@pytest.mark.long
@pytest.mark.parametrize(("file", "old", "new"), RELEASES + CLAIMS)
def test_coq_refuses_the_library_with_a_false_definition_or_claim(folder, file, old, new):
    change(folder / file, old, new)
    with pytest.raises(coq.CoqRefused):
        coq.ask({}, [])


# --- conclusions ----------------------------------------------------------------------------------


def same_but_for_the_conclusion(one, other):
    parts = ("structure", "where", "hypotheses", "parameters", "both_ways")
    return all(getattr(one, part) == getattr(other, part) for part in parts) and not one.both_ways


def mutants():
    """Yield false statements, each with the theorem and the proof of a true one, so changed."""
    with (ROOT / "tests" / "conjecture" / "corpus.csv").open(encoding="utf-8", newline="") as file:
        listed = [(row["truth"], row["statement"]) for row in csv.DictReader(file)]
    true, false = (
        [parse(text) for truth, text in listed if truth == wanted] for wanted in ("true", "false")
    )
    for wrong in false:
        true_ones = (one for one in true if same_but_for_the_conclusion(one, wrong))
        nearest = max(true_ones, key=lambda one: likeness(one, wrong), default=None)
        if nearest is None:
            continue
        try:
            proof, data = theorem(nearest, "it"), syntax.definition(wrong, "it")
            changed = proof.replace(shown(nearest), shown(wrong))
        except NotExported:
            continue
        changed = changed.replace(syntax.definition(nearest, "it"), data)
        assert changed.count(shown(wrong)) == changed.count(data) == 1
        yield wrong, changed


def likeness(one, other):
    return SequenceMatcher(None, str(one), str(other)).ratio()


def shown(statement):
    """Return the conclusion of a statement as the plain theorem has it."""
    return " /\\ ".join(map(as_condition, statement.claimed)) + "."


@pytest.mark.long
@COQ
def test_coq_refuses_the_proof_of_another_conclusion_which_an_instance_refutes(tmp_path):
    found = list(mutants())
    assert len(found) >= 20
    for name in coq.library("decided.v"):
        shutil.copy(coq.FOLDER / name, tmp_path / name)
    compile_decisions(tmp_path)
    wrong = [HEAD]
    for number, (false, text) in enumerate(found):
        (tmp_path / f"mutant_{number}.v").write_text(f"{HEAD}{text}", encoding="utf-8")
        with pytest.raises(coq.CoqRefused):
            coq.compiled(tmp_path, f"mutant_{number}.v")
        answer = conjecture(str(false), seconds=30)
        assert answer.verdict == "refuted", false
        wrong.append(refutation(false, answer.reading.model, f"wrong_{number}"))
    (tmp_path / "wrong.v").write_text("\n".join(wrong), encoding="utf-8")
    coq.compiled(tmp_path, "wrong.v")
