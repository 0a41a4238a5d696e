"""What is exported says the same as the certificate, to z3 and to Coq."""

import copy
import shutil
import subprocess

import pytest
import z3

from pmlsym.errors import InputError
from pmlsym.proof.certificates.export import COQ_PRELUDE, coq, smt2
from pmlsym.proof.checker import Rejected
from tests.proof.test_checker import GOOD, TAMPERED, case, document, facts, leaf, poly, tampered

coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

HOSTILE_NAMES = [
    "x0",
    "x1",
    "",
    "R",
    "F1",
    "H0",
    "x\n(assert false)",
    "x) (assert false) (",
    "|x|",
    "x *) Axiom no : False. (* ",
    '"',
    '*)"(*',
    "x; y",
    "\u2028(assert false)",
    "\ud800",
    "False",
]

LONG_SPLIT = document(
    "x y",
    [
        [case("> -1 x", "= 1/2 y + -1"), case("> 1/3 x", "> -1/2 x"), case(">= -1")],
        *facts(">= 1/7 x", ">= 1/3 x y"),
    ],
    {
        "split": 0,
        "cases": [
            leaf(("1", [2]), ("7", [0])),
            {"split": 1, "cases": [leaf(("3", [2]), ("2", [3]))]},
            leaf(("1", []), ("1", [2])),
        ],
    },
)
REDUNDANT_SIGNS = document(
    "x",
    facts(">= -1/3 x x + -1/3"),
    {
        "sign": poly("2/5 x + -1/3"),
        "cases": dict.fromkeys(
            (">", ">=", "=", "<=", "<"), leaf(("3", [0]), ("1", [], "1 x"), ("1", []))
        ),
    },
)
FRACTIONS = document(
    "x y",
    facts("= 2/3 x + -1/5 y", "> -5/7 x x + 3/14 x y"),
    # 7/5 (-5/7 x^2 + 3/14 x y) + 3/2 x (2/3 x - 1/5 y) = 0
    leaf(("7/5", [1]), zero=[(0, "3/2 x")]),
)
MANY = GOOD | {
    "split of three": LONG_SPLIT,
    "all five signs": REDUNDANT_SIGNS,
    "fractions": FRACTIONS,
}


def renamed(certificate, names):
    new = dict(zip(certificate["variables"], names, strict=False))
    assert len(new) == len(certificate["variables"])

    def walk(part):
        if type(part) is dict:
            return {key: walk(inner) for key, inner in part.items()}
        if type(part) is list:
            return [walk(inner) for inner in part]
        return new.get(part, part) if type(part) is str else part

    return walk(certificate)


def answer(script):
    solver = z3.Solver()
    solver.from_string(script)
    return solver.check()


@pytest.mark.parametrize("name", MANY)
def test_z3_refutes_the_hypotheses(name):
    assert answer(smt2(MANY[name])) == z3.unsat


def test_the_script_loses_no_hypothesis():
    scripts = {name: smt2(certificate) for name, certificate in MANY.items()}
    for name, script in scripts.items():
        assert script.count("(assert ") == len(MANY[name]["hypotheses"])
        assert script.count("(declare-fun ") == len(MANY[name]["variables"])
    weaker = scripts["linear"].replace("(assert (> (* (- 1.0) x0) 0.0))\n", "")
    assert weaker != scripts["linear"]
    assert answer(weaker) == z3.sat


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_cannot_reach_the_solver(name):
    script = smt2(renamed(GOOD["product"], [name, "y"]))
    plain = smt2(renamed(GOOD["product"], ["a", "y"]))
    assert script.isascii()
    assert [line for line in script.splitlines() if line[0] != ";"] == [
        line for line in plain.splitlines() if line[0] != ";"
    ]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_cannot_reach_coq(name):
    lemma = coq(renamed(GOOD["product"], [name, "y"]), "lemma")
    plain = coq(renamed(GOOD["product"], ["a", "y"]), "lemma")
    assert lemma.isascii()
    first, *rest = lemma.splitlines()
    assert rest == plain.splitlines()[1:]
    assert first.startswith("(* x0 is ")
    assert first.count("*") == 2
    assert '"' not in first


@pytest.mark.parametrize("name", ["", "1a", "a b", "a.", "a\n", "forall", "é", "a) : True. (*"])
def test_a_lemma_needs_a_name_of_coq(name):
    with pytest.raises(InputError, match="cannot be a lemma's"):
        coq(GOOD["linear"], name)


@pytest.mark.parametrize(
    "what", ["summand absent", "relation '<'", "variables ['y']", "coefficient ' 1'"]
)
def test_what_is_no_certificate_is_not_exported(what):
    for export in (smt2, lambda forged: coq(forged, "lemma")):
        with pytest.raises(Rejected):
            export(tampered(*TAMPERED[what]))


def test_exporting_leaves_the_document_alone():
    before = copy.deepcopy(FRACTIONS)
    smt2(FRACTIONS)
    coq(FRACTIONS, "lemma")
    assert before == FRACTIONS


def compiled(tmp_path, text):
    file = tmp_path / "certificates.v"
    file.write_text(text)
    return subprocess.run(
        ["coqc", "-q", file.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )


@coqc
def test_coq_accepts_every_certificate_without_assumptions(tmp_path):
    lemmas = [coq(certificate, f"certificate_{place}") for place, certificate in
              enumerate(MANY.values())]  # fmt: skip
    lemmas += [
        coq(renamed(GOOD["three signs"], [name, "y"]), f"named_{place}")
        for place, name in enumerate(HOSTILE_NAMES)
    ]
    statement = (
        "Check (certificate_2 : forall x : R,\n"
        "  0 < 1 / 2 * x + (-1) / 3 -> 0 <= (-1) / 5 * x -> False).\n"
    )
    assert list(MANY)[2] == "rational"
    done = compiled(
        tmp_path,
        "\n".join([COQ_PRELUDE, *lemmas, statement, "Print Assumptions certificate_2."]),
    )
    assert done.returncode == 0, done.stderr
    assert "certificate_" not in done.stdout.partition("Axioms:")[2]


@coqc
def test_coq_refuses_a_lemma_whose_hypotheses_were_changed(tmp_path):
    lemma = coq(GOOD["rational"], "lemma")
    changed = lemma.replace("(-1) / 3", "(-1) / 4").replace("((-1) / 3)", "((-1) / 4)")
    assert changed != lemma
    assert compiled(tmp_path, COQ_PRELUDE + changed).returncode != 0
