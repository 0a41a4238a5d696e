"""Ranges of holes: whatever a parameter is called, none is lost; and what is said of them is so."""

import math
import re
import time
from itertools import combinations

import pytest
import sympy as sp

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import reals
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.corners import holds_at, numeric
from pmlsym.prover.holes import _corners
from pmlsym.prover.pieces import covered_by, grid_of, pieces
from pmlsym.statements.text.parse import parse

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

NAMES = ("a", "e", "pi", "sqrt", "log", "E_1", "math", "inf_", "None_")


@pytest.mark.parametrize("name", NAMES)
def test_a_term_has_one_value_whatever_its_symbols_are_called(name):
    (symbol,) = reals(name)
    term = sp.E * symbol + sp.exp(symbol) + sp.sqrt(2 + symbol) + sp.log(1 + symbol)
    wanted = math.e * 3 + math.exp(3) + math.sqrt(5) + math.log(4)
    assert numeric(term, {symbol: 3.0}) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["d", "e"])
def test_no_range_is_lost_by_the_name_of_a_parameter(name):
    """With `e` and a level of 1 the third range was missing: at e = 1/10 none was left."""
    found = conjecture(f"PML({name}) and PMC(1) => LDP(?)", seconds=60)
    assert found.verdict == "proved"
    ranges = [re.sub(rf"\b{name}\b", "d", f"{best.level} for {best.range}") for best in found.best]
    assert len(ranges) == 3
    assert any(one.startswith("log(pmin*exp(d)/(1 - (1 - pmin)*exp(d)))") for one in ranges)
    assert "left" not in found.scope  # the ranges leave nothing out, which is proved


def test_a_strict_comparison_does_not_hold_where_both_sides_are_equal():
    (p,) = reals("p")
    half = {p: 0.5}
    assert holds_at(sp.Le(p, sp.Rational(1, 2), evaluate=False), half)
    assert not holds_at(sp.Lt(p, sp.Rational(1, 2), evaluate=False), half)
    assert not holds_at(sp.Gt(p, sp.Rational(1, 2), evaluate=False), half)
    assert holds_at(sp.Lt(p, sp.Rational(2, 3), evaluate=False), half)


@pytest.mark.parametrize("text", ["PMC(e) => PMC(?)", "LDP(?)"])
def test_of_one_secret_nothing_is_said_to_be_attained(text):
    found = conjecture(f"|X| >= 1; prior uniform: {text}", seconds=30)
    assert found.verdict == "proved"
    assert "two or more secrets; of one, nothing leaks" in found.scope


def test_ranges_with_one_left_out_are_not_said_to_cover_everything():
    statement = parse("LDP(e) and PML(d) => PML(level) where pmin > 0")
    corners = list(_corners(statement, MEASURES["pml"], "level"))
    found = [
        conditions
        for _, conditions, _, _ in pieces(corners, list(grid_of(corners)), MEASURES["pml"])
    ]
    until = time.monotonic() + 30
    assert len(found) > 1
    assert covered_by(corners, found, until)
    for place in range(len(found)):
        assert not covered_by(corners, found[:place] + found[place + 1 :], until)


def test_a_range_goes_on_where_only_two_secrets_are_left():
    """Level 1/2 says nothing of PMC for three secrets; for two, of which pmin = 9/20, it does."""
    found = conjecture("PML(1/2) => PMC(?)", seconds=60)
    assert [best.is_infinite for best in found.best] == [False, True]
    assert "every alphabet" in found.scope


def farthest_down(prior, most, ratio):
    """Return the largest PMC, or log-ratio, of lifts up to `most`: at a vertex, tried one by one.

    At a vertex all lifts but one are 0 or at the bound, and the mean is one.
    """
    found = 0.0
    for between in range(len(prior)):
        others = [x for x in range(len(prior)) if x != between]
        for high in (high for size in range(len(prior)) for high in combinations(others, size)):
            left = (1 - most * sum(prior[x] for x in high)) / prior[between]
            if -1e-12 <= left <= most + 1e-12:
                zeros = len(high) < len(others) or left < 1e-12
                top = max([left, *([most] if high else [])])
                found = max(found, math.inf if zeros else math.log((top if ratio else 1) / left))
    return found


PRIORS = {
    "": [(0.45, 0.55), (0.3, 0.7), (0.2, 0.3, 0.5)],
    "where pmin = 2/5": [(0.4, 0.6)],
    "where pmin = 1/4": [(1 / 4, 3 / 4), (1 / 4, 1 / 4, 1 / 2), (1 / 4, 0.3, 0.45), (1 / 4,) * 4],
    "prior uniform": [(1 / n,) * n for n in (2, 3, 4, 5)],
    "prior (1/2,1/4,1/4)": [(1 / 2, 1 / 4, 1 / 4)],
}
LEVELS = [(given, "e") for given in PRIORS]
LEVELS += [(given, "1/2") for given in PRIORS if "2/5" not in given]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("target", ["PMC", "LDP"])
@pytest.mark.parametrize(("given", "level"), LEVELS)
def test_the_best_level_under_what_is_said_of_the_prior_is_that_of_all_vertices(
    given, level, target
):
    """A formula that is infinite at one point stood for infinity; pmin = 1/4 was on no grid."""
    said = f"PML({level}) => {target}(?)"
    text = f"{given}: {said}" if given.startswith("prior") else f"{said} {given}"
    found = conjecture(text, seconds=60)
    assert found.verdict == "proved" or (given and level == "1/2")
    for e in [0.5] if level == "1/2" else [0.0, 0.05, 0.2, 0.27, 0.3, 0.6, 1.0, 3.0]:
        for prior in PRIORS[given]:
            numbers = {"e": e, "n": len(prior), "pmin": min(prior), "exp": sp.exp, "log": sp.log}
            levels = [
                math.inf if best.level == "inf" else float(sp.sympify(best.level, numbers))
                for best in found.best
                if not best.range or bool(sp.sympify(best.range, numbers))
            ]
            wanted = farthest_down(prior, math.exp(e), target == "LDP")
            assert levels == [pytest.approx(wanted, rel=1e-9, abs=1e-12)]
