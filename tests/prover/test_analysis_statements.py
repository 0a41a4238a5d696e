"""Statements that need analysis, settled; and what reductions say of information, by itself."""

import time
from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from pmlsym.channel import Channel
from pmlsym.measures import mutual_information
from pmlsym.prover.deciding import settle
from pmlsym.statements import parse
from pmlsym.statements.reductions.expectations import DivergenceTerm, is_about_information
from pmlsym.statements.reductions.extremes import Outcome

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("PML(e) => PMC(e) where e < -1", "vacuous"),
        ("LDP(e) => PML(e*(1-pmin))", "proved"),
        ("LDP(e) => PML(e*(1-2*pmin))", "refuted"),
        ("LDP(e) => mutual_information(X;Y) <= e^2/8", "proved"),
    ],
)
def test_a_statement_is_settled(text, verdict):
    assert settle(parse(text), time.monotonic() + 40).verdict == verdict


def test_what_is_said_of_a_divergence_holds_in_random_channels():
    """Every outcome has a share and a divergence as the support says; they average to I(X;Y)."""
    high, low, value, share = sp.symbols("high low value share", real=True)
    rng = Random(11)
    for trial in range(40):
        zeros = trial % 2
        kernel = [[rng.randint(1 - zeros, 4) for _ in range(3)] for _ in range(3)]
        kernel = [[Fraction(a, sum(row)) for a in row] for row in kernel if sum(row)]
        if len(kernel) < 3 or not all(any(row[y] for row in kernel) for y in range(3)):
            continue
        prior = [rng.randint(1, 5) for _ in kernel]
        prior = [Fraction(a, sum(prior)) for a in prior]
        total = 0.0
        for y in range(3):
            chance = sum(a * row[y] for a, row in zip(prior, kernel, strict=True))
            lifts = [row[y] / chance for row in kernel]
            logs = [float(sp.log(v)) if v else 0.0 for v in lifts]
            d = sum(float(a * v) * log for a, v, log in zip(prior, lifts, logs, strict=True))
            total += float(chance) * d
            s, t = max(lifts), min(lifts)
            sure = (low > 0,) if t > 0 else ()
            q = s * (1 - t) / (s - t) if s > t else Fraction(0)
            at = {high: sp.Rational(s), low: sp.Rational(t), share: sp.Rational(q)}
            for relation in DivergenceTerm(value, share).at(Outcome(high, low), sure):
                gap = (relation.lhs - relation.rhs).subs(at).subs(value, d)
                slack = float(gap) * (-1 if isinstance(relation, sp.Ge) else 1)
                assert abs(slack) < 1e-9 if isinstance(relation, sp.Eq) else slack < 1e-9
        assert total == pytest.approx(float(mutual_information(Channel(kernel, prior))))


def test_the_chord_has_no_logarithm_of_what_may_be_0():
    """Else an outcome that rules a secret out would be lost, and too much would be proved."""
    high, low, value, share = sp.symbols("high low value share", real=True)
    given = DivergenceTerm(value, share).at(Outcome(high, low), (low >= 0,))
    assert not any(part.has(sp.log(low)) for part in given)
    given = DivergenceTerm(value, share).at(Outcome(high, low), (low >= 0, low * high >= 1))
    assert any(part.has(sp.log(low)) for part in given)


def test_information_is_recognised():
    about = [parse(f"{t} <= e").conclusion for t in ("mutual_information(X;Y)", "pml(X->y)")]
    assert list(map(is_about_information, about)) == [True, False]
