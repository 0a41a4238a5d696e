"""Holes are filled with the library's conversions, and both ends are proved."""

import math
import os
import subprocess
import sys
from fractions import Fraction

import pytest
import sympy as sp

from pmlsym.guarantees import ALIP, LDP, LIP, PMC, PML
from pmlsym.proof.language import reals
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.corners import is_zero
from pmlsym.statements import models, read
from tests.conjecture import second

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

KINDS = {"PML": PML, "PMC": PMC, "LDP": LDP, "LIP": LIP}
# every conversion between two kinds with one level, and some with two
ONE = [(a, b) for a in KINDS for b in KINDS if a != b]


def applies(best, **numbers):
    return all(second.is_true(part, **numbers) for part in best.range.split(", ") if part)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("given", "wanted"), ONE, ids=[f"{a}-{b}" for a, b in ONE])
def test_every_conversion_of_the_library_is_found(given, wanted):
    answer = conjecture(f"{given}(e) => {wanted}(?)", seconds=60)
    assert answer.verdict == "proved", answer
    for ratio in (Fraction(11, 10), Fraction(3, 2), Fraction(4)):
        for p_min in (Fraction(1, 20), Fraction(1, 5), Fraction(1, 3)):
            level = f"log({ratio})"
            at = {"pmin": str(p_min), "e": level}
            levels = [best.level for best in answer.best if applies(best, **at)]
            assert levels, (ratio, p_min)
            found = min(math.inf if b == "inf" else second.number(b, **at) for b in levels)
            library = KINDS[given](second.number(level)).implies(KINDS[wanted], p_min=float(p_min))
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
        found = second.number(best.level, pmin=str(p_min))
        expected = library.implies(KINDS[wanted], p_min=p_min).epsilon
        assert found == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.long
def test_two_holes_and_two_guarantees():
    answer = conjecture("LDP(e) => ALIP(?, ?)", seconds=60)
    (best,) = answer.best
    library = LDP(0.7).implies(ALIP, p_min=0.2)
    lower, upper = best.statement.conclusion[0].levels
    for level, expected in ((lower, library.epsilon_l), (upper, library.epsilon_u)):
        found = second.number(str(level), pmin="1/5", e="7/10")
        assert found == pytest.approx(float(expected))
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
    answer = conjecture("E[pmc(X->y)] <= a => PMC(?)", seconds=5)
    assert answer.verdict == "supported"
    assert answer.as_dict()["answer"] is None
    assert "because" in answer.scope


def test_no_range_of_a_level_is_empty():
    found = conjecture("PML(a) => LIP(?)", seconds=40)
    assert found.verdict == "proved"
    grid = [{"pmin": f"{p}/100", "a": f"{a}/10"} for p in range(1, 51) for a in range(31)]
    for best in found.best:
        assert any(applies(best, **at) for at in grid), best.range
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


def test_several_guarantees_are_asked_for_at_once():
    answer = conjecture("LDP(e) => PML(?) and PMC(?)", seconds=40)
    alone = [conjecture(f"LDP(e) => {kind}(?)", seconds=40) for kind in ("PML", "PMC")]
    assert answer.verdict == "proved"
    assert [best.level for best in answer.best] == [one.best[0].level for one in alone]
    assert [str(best).split(" = ")[0] for best in answer.best] == ["PML(?)", "PMC(?)"]


def test_a_number_that_where_gives_is_put_into_the_level():
    answer = conjecture("prior uniform; |X| = 2: PML(e) => PML(?) where e = 1", seconds=40)
    assert answer.verdict == "proved"
    assert [best.level for best in answer.best] == ["log(2)"]


def test_a_term_is_0_only_if_it_is_0_for_all_numbers():
    x, y = reals("x y")
    nothing = sp.exp(2 * x) - sp.exp(x) ** 2 + (x + y) ** 2 - x**2 - 2 * x * y - y**2
    assert is_zero(nothing)
    assert not is_zero(nothing + sp.Rational(1, 10**12) * x)  # floats do not tell it from 0
    assert not is_zero(nothing + y)
    root = sp.sqrt(3 + 2 * sp.sqrt(2)) - sp.sqrt(2) - 1
    assert is_zero(root)
    assert not is_zero(root + 1)
    assert not is_zero(sp.log(x - 1000))  # which is no number in floats
