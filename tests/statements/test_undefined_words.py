"""Words without a definition: nothing that has one in it is read, evaluated, reduced or printed.

A copy of the package gets a new word of every sort, in its vocabulary alone; a second copy also
gets definitions, but no reductions and no texts. Nothing is patched while it runs, so that no copy
of a list that some module keeps can hide.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym

pytestmark = pytest.mark.long  # two copies of the package, in processes of their own

WORDS = {
    'Literal["pmin", "pmax", "n"]': 'Literal["pmin", "pmax", "n", "pmed"]',
    '"max", "min"]': '"max", "min", "sqrt"]',
    '"=", "!="]\n': '"=", "!=", "=="]\n',
}
MORE_WORDS = {
    'VARIABLES = ("X", "Y", "Z")': 'VARIABLES = ("X", "Y", "Z", "W")',
    'OUTCOMES = ("x", "y", "z")': 'OUTCOMES = ("x", "y", "z", "w")',
    '"independent", "of"': '"independent", "of", "almost"',
}
OVER = "lambda law, secret, observed: log(_sum(law, secret, "
DEFINITIONS = {
    '"mutual_information": _information,': '"mutual_information": _information, '
    f'"sibson": {OVER}observed, 0)),',
    '"pmax": lambda law: law.pmax,': '"pmax": lambda law: law.pmax, "pmed": lambda law: law.pmin,',
    '"exp": lambda values: exp(values[0]),': '"exp": lambda values: exp(values[0]), '
    '"sqrt": lambda values: power(values[0], Fraction(1, 2)),',
}
# the order-2 Renyi divergence of the posterior from the prior: no quotient of extreme lifts
RENYI = """_ROWS = (
    Measure("renyi", "R", "the log of the mean lift", lambda masses, lifts: (
        sum((m * v * v for m, v in zip(masses, lifts)), Fraction(0)), _ONE)),
"""
SIBSON = """                "sibson", "S", "an average of neither kind"),
            Average(
                "mutual_information","""
MEASURES = {
    '                "mutual_information",': SIBSON,
    "_ROWS = (\n": RENYI,
    '        Bounds("PML", ': '        Bounds("RDP", (("renyi", 0),)),\n        Bounds("PML", ',
}

LEAKAGES = """
renyi(X->y) >= ldp(X->y)
renyi(X->y) >= 0
PML(a) => renyi(X->y) <= a
renyi(X->y) <= a => PML(a)
E[renyi(X->y)] <= a => pml(X->y) <= log(1/pmin) where a > 0
E[renyi(X->y)] <= E[ldp(X->y)]
renyi(X->Y) <= a => maximal_leakage(X->Y) <= a
X - Y - Z: renyi(X->Y) <= a => renyi(X->Z) <= a
renyi(X->y,z) <= renyi(X->y) + renyi(X->z|y)
"""
OVERALL = """
sibson(X->Y) >= 0
sibson(X->Y) <= maximal_leakage(X->Y)
sibson(X->Y) <= a => pml(X->y) <= log(1/pmin) where a > 0
X - Y - Z: sibson(X->Z) <= sibson(X->Y)
"""
OF_PRIOR = """
pmed >= 0
PML(a) => pml(X->y) <= a + pmed
X - Y - Z: pml(X->z) <= log(1/pmed)
"""
FUNCTIONS = """
sqrt(a) <= a where a > 1
PML(a) => PML(sqrt(a^2))
"""
GUARANTEED = """
RDP(a) => PML(a)
PML(a) => RDP(?)
RDP(a) => LDP(?)
RDP(a) => RDP(2*a)
X - Y - Z: RDP(a) of X->Y => RDP(a) of X->Z
"""
# on the law (3, 1; 1, 3)/8: masses 1/2, lifts 3/2 and 1/2, so that 1/2 (9/4 + 1/4) = 5/4
RIGHT = ("renyi(X->y) = log(5/4)", "renyi(X->Y) = log(5/4)", "E[renyi(X->y)] = log(5/4)")
RIGHT += ("RDP(log(5/4)) <=> n = 2", "renyi(X->y) <= pml(X->y)")
WRONG = ("renyi(X->y) < log(5/4)", "renyi(X->y) = pml(X->y)", "n = 2 => RDP(log(6/5))")
OTHERS = """
n == n
pml(X->w) >= 0
X - Y - W: PML(a) of X->Y => PML(a) of X->W
maximal_leakage(X->Y) <= maximal_leakage(X->Y,W)
PML(almost) => PML(1)
"""
KNOWN = "PML(a) => LDP(a)"
OF_PRIORS = ("prior P: renyi_P >= 0", "prior P: renyi_P >= pml_P")
DEFINED_LATER = LEAKAGES + OVERALL + OF_PRIOR + FUNCTIONS + GUARANTEED

SCRIPT = """
import json, sys
from fractions import Fraction
import pmlsym as ps
from pmlsym.statements.law import Law
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.reductions import reduction_of
from pmlsym.statements.text.parse import parse

def evaluated(text):
    asked = parse(text)
    law = Law((2, 2), (3, 1, 1, 3)) if len(asked.variables) == 2 else Law((2, 2, 2), (1,) * 8)
    return read(asked, Model(law, {name: Fraction(1) for name in asked.parameters})).holds

ASKED = {
    "parse": lambda text: str(parse(text)),
    "words": lambda text: parse(text).words(),
    "conjecture": lambda text: ps.conjecture(text, seconds=2).verdict,
    "evaluation": evaluated,
    "likelihoods": lambda text: from_text(text).trial(3).violations,
    "reduction": lambda text: str(reduction_of(from_text(text))),
}
found = {"file": ps.__file__}
for how, text in json.load(sys.stdin):
    try:
        found[f"{how}: {text}"] = ["answered", ASKED[how](text)]
    except Exception as refusal:
        found[f"{how}: {text}"] = [type(refusal).__name__, str(refusal)]
print(json.dumps(found))
"""


def lines(text):
    return list(filter(None, text.splitlines()))


def edited(folder, changes):
    """Return a copy of the package with changes in some of its files, each of which is there."""
    shutil.copytree(Path(pmlsym.__file__).parent, folder / "pmlsym")
    for name, words in changes.items():
        file = folder / "pmlsym" / "statements" / name
        text = file.read_text()
        for old, new in words.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        file.write_text(text)
    return folder


def answers(folder, asked):
    environment = os.environ | {"PYTHONPATH": str(folder), "PMLSYM_CACHE": ""}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(asked),
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert Path(found.pop("file")).is_relative_to(folder)
    return found


@pytest.fixture(scope="module")
def undefined(tmp_path_factory):
    changes = {"text/vocabulary.py": WORDS | MORE_WORDS}
    asked = [("parse", text) for text in lines(DEFINED_LATER + OTHERS)]
    asked += [("likelihoods", "prior P: pml_P >= 0"), ("words", KNOWN), ("evaluation", KNOWN)]
    return answers(edited(tmp_path_factory.mktemp("undefined"), changes), asked)


@pytest.fixture(scope="module")
def half_defined(tmp_path_factory):
    changes = {
        "text/vocabulary.py": WORDS,
        "definitions.py": DEFINITIONS,
        "../formulas/measures.py": MEASURES,
    }
    asked = [(how, text) for text in lines(DEFINED_LATER) for how in ("conjecture", "evaluation")]
    asked += [("evaluation", text) for text in (*RIGHT, *WRONG)]
    asked += [("likelihoods", text) for text in OF_PRIORS] + [("reduction", OF_PRIORS[0])]
    return answers(edited(tmp_path_factory.mktemp("half"), changes), asked)


@pytest.mark.parametrize("text", lines(DEFINED_LATER + OTHERS))
def test_a_word_without_a_definition_is_refused_with_a_reason(undefined, text):
    kind, reason = undefined[f"parse: {text}"]
    assert kind == "ParseError", reason
    assert reason.endswith((".", "?"))


def test_beside_such_words_all_others_keep_their_meaning(undefined):
    assert undefined["likelihoods: prior P: pml_P >= 0"] == ["answered", 0]
    assert undefined[f"evaluation: {KNOWN}"][0] == "answered"
    assert "lift" in undefined[f"words: {KNOWN}"][1]


@pytest.mark.parametrize("text", lines(DEFINED_LATER))
def test_a_word_that_no_reduction_knows_has_a_value_but_no_proof(half_defined, text):
    if "?" not in text:
        assert half_defined[f"evaluation: {text}"][0] == "answered"
    kind, said = half_defined[f"conjecture: {text}"]
    assert kind != "answered" or said in ("refuted", "supported")


@pytest.mark.parametrize("text", [*RIGHT, *WRONG])
def test_a_measure_that_is_one_row_has_its_value(half_defined, text):
    assert half_defined[f"evaluation: {text}"] == ["answered", text in RIGHT]


def test_a_measure_that_is_one_row_is_read_under_priors_and_reduced_to_nothing(half_defined):
    true, false = (half_defined[f"likelihoods: {text}"] for text in OF_PRIORS)
    assert true == ["answered", 0]
    assert false[1] > 0
    assert half_defined[f"reduction: {OF_PRIORS[0]}"][0] == "NotReducible"
