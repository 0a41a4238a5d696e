"""The worst prior of a set: against every corner of the set, and against priors drawn from it."""

import itertools
import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import deadline
from pmlsym.channel import rational
from pmlsym.errors import ChannelError
from pmlsym.priors import Intervals, worst_lip, worst_pmc, worst_pml

RNG = Random(3)


def corners(low, high):
    """Every corner of the set: all bounds but one are met, and the last fills up to one."""
    found = set()
    for last in range(len(low)):
        rest = [x for x in range(len(low)) if x != last]
        for chosen in itertools.product(*((low[x], high[x]) for x in rest)):
            left = 1 - sum(chosen)
            if low[last] <= left <= high[last]:
                prior = dict(zip(rest, chosen, strict=True)) | {last: left}
                found.add(tuple(prior[x] for x in range(len(low))))
    return found


def kernel(secrets, outcomes, zeros=False):
    rows = []
    for _ in range(secrets):
        row = [RNG.randrange(0 if zeros else 1, 6) for _ in range(outcomes)]
        row[RNG.randrange(outcomes)] += 1
        rows.append([F(v, sum(row)) for v in row])
    return rows


def intervals(secrets):
    """Bounds around a prior, so that there is one between them."""
    weights = [RNG.randrange(1, 7) for _ in range(secrets)]
    prior = [F(w, sum(weights)) for w in weights]
    low = [p * F(RNG.randrange(1, 5), 4) for p in prior]
    high = [min(F(1), p * F(RNG.randrange(4, 9), 4)) for p in prior]
    return low, high


def leakage(column, prior):
    return max(column) / sum(p * v for p, v in zip(prior, column, strict=True))


def cost(column, prior):
    return sum(p * v for p, v in zip(prior, column, strict=True)) / min(column)


@pytest.mark.parametrize(
    ("worst", "definition"),
    [
        (worst_pml, leakage),
        (worst_pmc, cost),
        (worst_lip, lambda column, prior: max(leakage(column, prior), cost(column, prior))),
    ],
)
def test_no_corner_is_worse_and_one_is_as_bad(worst, definition):
    for _ in range(40):
        secrets = RNG.randrange(2, 5)
        rows, (low, high) = kernel(secrets, 3), intervals(secrets)
        found = worst(rows, Intervals(low, high))
        for y in range(3):
            column = [row[y] for row in rows]
            # a quotient of linear functions is largest at a corner
            assert found.exactly[y] == max(definition(column, c) for c in corners(low, high))
            assert found.priors[y] in Intervals(low, high)
            assert definition(column, found.priors[y]) == found.exactly[y]


def test_what_attains_it_leaks_so_much_by_the_definition():
    rows = kernel(4, 3)
    priors = Intervals.at_least(F(1, 10), 4)
    found = worst_pml(rows, priors)
    assert ps.pml(ps.Channel(rows, found.prior))[found.outcome] == found.level
    assert found.level == max(found.levels)


def test_both_sides_of_a_set_are_the_worst_over_its_corners():
    for _ in range(5):
        rows, (low, high) = kernel(3, 2), intervals(3)
        known = Intervals(low, high)
        columns = list(zip(*rows, strict=True))
        costs, leaks = (
            max(ratio(column, c) for column in columns for c in corners(low, high))
            for ratio in (cost, leakage)
        )
        lower, upper = ps.alip(rows, known)
        assert (sp.exp(lower), sp.exp(upper)) == (costs, leaks)
        assert sp.exp(ps.lip(rows, known)) == max(costs, leaks)
        wide = Intervals([float(p) * (1 - 1e-15) for p in low], [float(p) for p in high])
        floats = (*ps.alip(np.array(rows, float), wide), ps.lip(np.array(rows, float), wide))
        assert {type(level) for level in floats} == {float}
        exact = [math.log(costs), math.log(leaks), math.log(max(costs, leaks))]
        assert floats == pytest.approx(exact, abs=1e-12)


def test_least_probability_in_closed_form():
    # Q_alpha: alpha of every entry, and what is left over of the smallest
    alpha, rows = F(1, 12), kernel(3, 2)
    found = worst_pml(rows, Intervals.at_least(alpha, 3))
    for y, ratio in enumerate(found.exactly):
        column = [row[y] for row in rows]
        assert ratio == max(column) / (alpha * sum(column) + (1 - 3 * alpha) * min(column))


def test_floats_are_the_exact_numbers_rounded():
    rows = kernel(3, 3)
    low, high = intervals(3)
    exact = worst_pmc(rows, Intervals(low, high))
    floats = worst_pmc(
        [[float(v) for v in row] for row in rows],
        Intervals([float(p) * (1 - 1e-15) for p in low], [float(p) for p in high]),
    )
    assert isinstance(floats.levels, np.ndarray)
    assert floats.levels == pytest.approx([float(v) for v in exact.levels], abs=1e-12)


def test_an_outcome_that_the_nearest_priors_make_impossible_leaks_without_bound():
    rows = [[F(0), F(1)], [F(1, 2), F(1, 2)]]
    assert worst_pml(rows, Intervals.at_least(0, 2)).levels[0] == math.inf
    assert worst_pml(rows, Intervals.at_least(F(1, 3), 2)).exactly[0] == 3
    assert worst_pmc(rows, Intervals.at_least(F(1, 3), 2)).exactly[0] is None


def test_an_impossible_outcome_leaks_nothing():
    found = worst_lip([[F(1), F(0)], [F(1), F(0)]], Intervals.at_least(F(1, 4), 2))
    assert found.exactly == (1, 1)


def test_bounds_that_no_prior_reaches_are_tightened():
    known = Intervals([F(9, 10), 0, 0], [1, 1, 1])
    assert known.upper == (1, F(1, 10), F(1, 10))
    assert known.lower == (F(9, 10), 0, 0)
    assert Intervals([0, 0], [F(1, 3), 1]).lower == (0, F(2, 3))


def test_named_bounds_are_matched_by_name_and_not_by_place() -> None:
    rows = {"flu": ["4/5", "1/5"], "cold": ["1/5", "4/5"], "none": ["1/20", "19/20"]}
    low = {"flu": F(1, 20), "cold": F(1, 5), "none": F(2, 5)}
    high = {"flu": F(1, 5), "cold": F(2, 5), "none": F(7, 10)}
    here = Intervals(list(low.values()), list(high.values()))  # in the order of the rows
    shuffled = Intervals({one: low[one] for one in ("none", "flu", "cold")}, high)
    assert worst_pml(rows, shuffled).levels == worst_pml(rows, here).levels
    assert worst_pmc(rows, shuffled).prior == worst_pmc(rows, here).prior
    assert {"cold": 0.25, "none": 0.625, "flu": 0.125} in shuffled
    assert {"none": 0.25, "flu": 0.625, "cold": 0.125} not in shuffled
    with pytest.raises(ChannelError, match="no entry 'cold'"):
        worst_pml(rows, Intervals({"flu": 0.1, "none": 0.1, "cough": 0.1}, [1, 1, 1]))


@pytest.mark.parametrize("seed", range(20))
def test_extreme_means_are_those_of_a_loop_over_fractions(seed):
    """With ties, and with numbers that agree in all places by which they are put in order."""
    rng = Random(seed)
    low, high = intervals(6)
    known = Intervals(low, high)
    values = [F(rng.randrange(4), 3) + F(rng.randrange(3), 2**90) for _ in range(6)]
    for largest in (False, True):
        prior, left = list(known.lower), 1 - sum(known.lower)
        for x in sorted(range(6), key=values.__getitem__, reverse=largest):
            more = min(left, known.upper[x] - known.lower[x])
            prior[x], left = prior[x] + more, left - more
        found = known.largest_mean(values) if largest else known.smallest_mean(values)
        assert found.prior == tuple(prior)
        assert found.value == sum(p * v for p, v in zip(prior, values, strict=True))


def long_fraction(row):
    """A row of fractions with long denominators, or with short ones."""
    share = F(RNG.randrange(1, 1000), sp.nextprime(10 ** RNG.randrange(3, 40)))
    return [row[0] * share, row[1] + row[0] * (1 - share), *row[2:]]


@pytest.mark.parametrize("few", [0, 100])
@pytest.mark.parametrize("block", [1, 10, 50_000])
def test_blocks_of_columns_and_long_denominators_change_nothing(monkeypatch, block, few):
    monkeypatch.setattr(rational, "_BLOCK", block)
    monkeypatch.setattr(rational, "_FEW", few)
    for _ in range(5):
        rows, (low, high) = list(map(long_fraction, kernel(4, 7, zeros=True))), intervals(4)
        columns = list(zip(*rows, strict=True))
        known = Intervals(low, high)
        assert [F(int(p.p), int(p.q)) for p in ps.Channel(rows, low_and_more(known)).marginal] == [
            sum(p * v for p, v in zip(low_and_more(known), column, strict=True))
            for column in columns
        ]
        for worst, definition in ((worst_pml, leakage), (worst_pmc, cost)):
            for column, found in zip(columns, worst(rows, known).exactly, strict=True):
                if found is None:
                    assert min(column) == 0
                elif any(column):
                    assert found == max(definition(column, c) for c in corners(low, high))


def low_and_more(known):
    """A prior of the set."""
    return known.smallest_mean([F(0)] * len(known)).prior


def test_the_limit_of_a_caller_is_kept(monkeypatch):
    table = np.full((50, 50), 1 / 50)
    monkeypatch.setattr(deadline, "passed", lambda: True)
    with pytest.raises(deadline.TimeIsUp):
        worst_pml(table, Intervals.at_least(0.01, 50))
