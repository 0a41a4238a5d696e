"""Holes are filled with the library's conversions, and both ends are proved."""

import math
import os
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from pmlsym.guarantees import ALIP, LDP, LIP, PMC, PML
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements import models, read
from pmlsym.statements.evaluation import constant
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import decimal

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

KINDS = {"PML": PML, "PMC": PMC, "LDP": LDP, "LIP": LIP}
# every conversion between two kinds with one level, and some with two
ONE = [(a, b) for a in KINDS for b in KINDS if a != b]


def value(text, **numbers):
    """Evaluate a level or a side of a range, exactly, at numbers."""
    for name, number in numbers.items():
        text = re.sub(rf"\b{name}\b", f"({number})", text)
    return decimal(constant(parse_term(text)))


def applies(best, **numbers):
    for condition in filter(None, best.range.split(", ")):
        left, sign, right = (
            condition.partition(" <= ") if " <= " in condition else (condition.partition(" < "))
        )
        left, right = value(left, **numbers), value(right, **numbers)
        if not (left < right if sign == " < " else left <= right):
            return False
    return True


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("given", "wanted"), ONE, ids=[f"{a}-{b}" for a, b in ONE])
def test_every_conversion_of_the_library_is_found(given, wanted):
    answer = conjecture(f"{given}(e) => {wanted}(?)", seconds=60)
    assert answer.verdict == "proved", answer
    for ratio in (Fraction(11, 10), Fraction(3, 2), Fraction(4)):
        for p_min in (Fraction(1, 20), Fraction(1, 5), Fraction(1, 3)):
            level = f"log({ratio})"
            here = [b for b in answer.best if applies(b, pmin=p_min, e=level)]
            assert here, (ratio, p_min)
            found = min(
                float("inf") if b.level == "inf" else value(b.level, pmin=p_min, e=level)
                for b in here
            )
            library = KINDS[given](value(level)).implies(KINDS[wanted], p_min=float(p_min))
            expected = float("inf") if library is None else float(library.epsilon)
            assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "wanted", "library"),
    [
        ("LDP(1)", "PML", LDP(1.0)),
        ("PMC(1)", "LDP", PMC(1.0)),
        ("LDP(exp(1))", "PMC", LDP(math.e)),
        ("LDP(2 - 1/2*2)", "PML", LDP(1.0)),
    ],
)
def test_a_level_of_one_is_no_expectation(given, wanted, library):
    """sympy calls exp(1) by a name of its own, an E, which is another word in the language."""
    answer = conjecture(f"{given} => {wanted}(?)", seconds=40)
    assert answer.verdict == "proved"
    (best,) = answer.best
    for p_min in (0.05, 0.2, 0.45):
        found = value(best.level, pmin=str(p_min))
        expected = library.implies(KINDS[wanted], p_min=p_min).epsilon
        assert found == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.long
def test_two_holes_and_two_guarantees():
    answer = conjecture("LDP(e) => ALIP(?, ?)", seconds=60)
    (best,) = answer.best
    library = LDP(0.7).implies(ALIP, p_min=0.2)
    lower, upper = best.statement.conclusion[0].levels
    assert value(str(lower), pmin="1/5", e="7/10") == pytest.approx(float(library.epsilon_l))
    assert value(str(upper), pmin="1/5", e="7/10") == pytest.approx(float(library.epsilon_u))
    pieces = conjecture("PMC(a) and PML(b) => LDP(?)", seconds=60)
    assert pieces.verdict == "proved"
    assert len(pieces.best) == 3


def test_what_fills_a_hole_is_tight_on_instances():
    answer = conjecture("LDP(e) => PML(?)", seconds=60)
    tight = sum(
        reading.equal
        for model, _ in zip(models(answer.best[0].statement, seed=3), range(300), strict=False)
        for reading in (read(answer.best[0].statement, model),)
    )
    assert tight > 5


def test_what_cannot_be_filled_says_so():
    answer = conjecture("X - Y - Z: PML(a) of X->Y => PML(?) of X->Z", seconds=5)
    assert answer.verdict == "supported"
    assert answer.as_dict()["answer"] is None
    assert "because" in answer.scope


def test_no_range_of_a_level_is_empty():
    found = conjecture("PML(a) => LIP(?)", seconds=40)
    assert found.verdict == "proved"
    grid = [(p / 100, a / 10) for p in range(1, 51) for a in range(31)]
    for best in found.best:
        inside = " and ".join(f"({part})" for part in best.range.split(", "))
        held = (eval(inside, {"exp": math.exp, "pmin": p, "a": a}) for p, a in grid)
        assert any(held), best.range
    assert len(found.best) == 3


@pytest.mark.long
def test_a_level_is_written_alike_in_every_process():
    program = (
        "import sympy as sp; from pmlsym.prover.from_sympy import level_text\n"
        "a, b, p = sp.symbols('a b pmin', real=True)\n"
        "worth = (1 - p * sp.exp(a) + sp.exp(a + b)) / (p * sp.exp(b) + sp.exp(a) - p)\n"
        "print(level_text(worth, {a: 1.0, b: 2.0, p: 0.2}))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(told) == 1
