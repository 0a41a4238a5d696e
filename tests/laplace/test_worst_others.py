"""The search for the worst other records, and intervals at a limit, against enumerated cases."""

import json
import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from pmlsym.deadline import TimeIsUp
from pmlsym.errors import InexactWarning, ParameterError
from pmlsym.laplace import calibrate, exact_leakage, tilted, triangle, worst_outcome
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload import finite_sample, scale
from pmlsym.laplace.workload.finite_sample import compared_with_level
from pmlsym.laplace.workload.worst_others import WorstOthers

BETWEEN = [[0, 1, 2, 1, 0], [1, 0, 2, 2, 2]]  # leaks more than the limit and less than one record
SOME = settings(max_examples=settings.default.max_examples // 3)


@st.composite
def releases(draw):
    """A workload, alpha, a scale, a number of records, and the own prior or None."""
    m = draw(st.integers(1, 2))
    k = draw(st.integers(2, 4))
    entries = st.integers(0, 3) if m == 2 else st.sampled_from([0, 0.5, 1, 1.3, 3])
    row = st.lists(entries, min_size=k, max_size=k)
    workload = draw(st.lists(row, min_size=m, max_size=m))
    alpha = draw(st.floats(0.001, 0.95)) / k
    own = None
    if draw(st.booleans()):
        shares = draw(st.lists(st.floats(0.1, 1), min_size=k, max_size=k))
        own = [alpha + (1 - k * alpha) * share / sum(shares) for share in shares]
    return workload, alpha, draw(st.sampled_from([0.3, 1.0, 4.0])), draw(st.integers(1, 4)), own


def leakage_of_every_case(workload, alpha, scale, n, own=None):
    """The largest leakage over all lists of vertices for the others."""
    k = len(workload[0])
    spare = 1 - k * alpha
    extreme = [[alpha + spare * (i == j) for i in range(k)] for j in range(k)]
    return max(
        worst_outcome(workload, alpha, scale, n, [extreme[j] for j in case] or None, own).leakage
        for case in combinations_with_replacement(range(k), n - 1)
    )


def contains(found, level):
    """Whether a result is that level, or an interval around it."""
    least = found.leakage if found.lower is None else found.lower
    return least - 1e-12 <= level <= found.leakage + 1e-12


@SOME
@given(releases())
def test_the_search_finds_the_worst_of_all_cases(case):
    workload, alpha, scale, n, own = case
    alpha *= 1 - 1e-12  # for the rounding of priors
    found = worst_outcome(workload, alpha, scale, n, "worst", own)
    assert found.lower is None
    every = leakage_of_every_case(workload, alpha, scale, n, own)
    assert found.leakage == pytest.approx(every, rel=1e-12, abs=1e-13)


@SOME
@given(releases(), st.sampled_from([0, 2_000, 10_000]), st.sampled_from([0, 10]))
def test_at_a_limit_the_interval_contains_the_leakage(case, most_bytes, most_seconds):
    workload, alpha, scale, n, own = case
    alpha *= 1 - 1e-12
    limits = {"most_bytes": most_bytes, "most_seconds": most_seconds}
    every = leakage_of_every_case(workload, alpha, scale, n, own)
    assert contains(worst_outcome(workload, alpha, scale, n, "worst", own, **limits), every)
    uniform = worst_outcome(workload, alpha, scale, n, None, own).leakage
    assert contains(worst_outcome(workload, alpha, scale, n, None, own, **limits), uniform)


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
    st.integers(1, 5),
    st.integers(0, 12),
    st.booleans(),
)
def test_an_interrupted_search_bounds_every_case(weights, records, allowed, late):
    """For any function that falls with every record, refused or out of time at any moment."""

    def level(case):
        return 1 / (1 + sum(w * number for w, number in zip(weights, case, strict=True)))

    calls = []

    def leakage(case):
        calls.append(case)
        if len(calls) > allowed:
            if late:
                raise TimeIsUp
            return None
        return ExactLeakage(level(case), (), 0, case)

    search = WorstOthers(leakage, records, 3, 0.0)
    search.run()
    cases = [case for case in product(range(records + 1), repeat=3) if sum(case) == records]
    assert search.upper >= max(map(level, cases))
    if search.best is not None:
        assert level(search.best.others) == search.best.leakage <= search.upper
    if len(calls) <= allowed:
        assert search.upper == search.best.leakage == max(map(level, cases))


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
    st.integers(1, 5),
    st.integers(0, 150),
    st.lists(st.floats(0, 1), min_size=8, max_size=8),
)
def test_a_search_by_intervals_bounds_every_case(weights, records, allowed, places):
    """For intervals as wide as allowed, with the level anywhere in them, at any moment."""

    def level(case):
        return 1 / (1 + sum(w * number for w, number in zip(weights, case, strict=True)))

    calls = []

    def leakage(case):
        calls.append(case)
        if len(calls) > allowed:
            raise TimeIsUp
        width, place = search.tolerance, places[len(calls) % len(places)]
        lower = level(case) / (1 + place * width)
        if not width:
            return ExactLeakage(level(case), (), 0, case)
        return ExactLeakage(max(lower * (1 + width), level(case)), (), 0, case, lower=lower)

    search = WorstOthers(leakage, records, 3, 0.0)
    search.run()
    cases = [case for case in product(range(records + 1), repeat=3) if sum(case) == records]
    worst = max(map(level, cases))
    assert search.upper >= worst
    if search.best is not None:
        assert search.best.leakage <= level(search.best.others) <= worst
        if len(calls) <= allowed:
            assert search.upper == search.best.leakage == worst


def test_the_worst_of_a_hundred_records_is_exact_though_its_cases_are_millions():
    found = worst_outcome(BETWEEN, 0.05, 0.5, 100, "worst")
    assert found.lower is None
    assert tilted(BETWEEN, 0.05, 0.5).leakage < found.leakage
    assert found.leakage < leakage_of_every_case(BETWEEN, 0.05, 0.5, 5)
    named = [[0.05 + 0.75 * (i == j) for i in range(5)] for j in found.others]
    again = exact_leakage(BETWEEN, 0.05 * (1 - 1e-12), 0.5, 100, named)
    assert again == pytest.approx(found.leakage, rel=1e-11)


@pytest.mark.parametrize("others", [None, "worst"])
def test_where_the_limit_is_the_triangle_bound_any_number_of_records_leaks_it(others, monkeypatch):
    """Counts of zero and one; fractions know nothing of the limit."""
    monkeypatch.setattr(finite_sample, "_QUICK", 0)
    workload, q = [[1, 0, 0, 1], [0, 1, 0, 1]], F(1, 3)
    for n in (1, 2, 4):
        exact = exact_leakage(workload, F(1, 8), 1 / sp.log(1 / sp.Rational(q)), n, others)
        found = worst_outcome(workload, 0.125, -1 / math.log(q), n, others)
        assert found.leakage == pytest.approx(float(exact), rel=1e-13)
    assert worst_outcome(workload, 0.125, -1 / math.log(q), 10**9, others).lower is None


def test_the_outcome_for_any_number_of_records_attains_the_leakage(monkeypatch):
    monkeypatch.setattr(finite_sample, "_QUICK", 0)
    workload, scale = [[5, 4, 4], [7, 7, 9]], 0.8
    found = worst_outcome(workload, 0.2, scale, 2)
    densities = [
        sum(
            math.exp(
                -sum(
                    abs(y - row[i] - row[j]) for y, row in zip(found.outcome, workload, strict=True)
                )
                / scale
            )
            for i in range(3)
        )
        for j in range(3)
    ]
    chance = 0.2 * sum(densities) + 0.4 * min(densities)
    assert math.log(densities[found.leaking] / chance) == pytest.approx(found.leakage, rel=1e-12)


def test_an_inexact_leakage_is_said_to_be_one():
    with pytest.warns(InexactWarning, match="between"):
        found = exact_leakage(BETWEEN, 0.05, 0.5, 100, "worst", most_seconds=0)
    assert found == pytest.approx(triangle(BETWEEN, 0.05, 0.5).leakage, rel=1e-12)


def test_more_records_than_fit_leak_between_the_limit_and_what_fewer_do():
    found = worst_outcome(BETWEEN, 0.05, 0.5, 10**6, most_seconds=1)
    assert found.lower == pytest.approx(tilted(BETWEEN, 0.05, 0.5).lower)
    assert found.leakage <= exact_leakage(BETWEEN, 0.05, 0.5, 32)
    assert 0 < found.gap < 0.01 * found.leakage


def leakage_by_definition(table, alpha, scale, n):
    """The worst leakage, from all priors with one favoured class, databases and answers."""
    k = table.shape[1]
    spare = 1 - k * alpha
    sums = [table[:, list(some)].sum(axis=1) for some in product(range(k), repeat=n - 1)]
    axes = [np.unique([s[i] + x for s in sums for x in table[i]]) for i in range(len(table))]
    outcomes = np.array(list(product(*axes)))
    worst = 0.0
    for others in combinations_with_replacement(range(k), n - 1):
        priors = [alpha + spare * (np.arange(k) == j) for j in others]
        chances = [
            math.prod(p[j] for p, j in zip(priors, some, strict=True))
            for some in product(range(k), repeat=n - 1)
        ]
        densities = np.array(
            [
                sum(
                    chance * np.exp(-np.abs(outcomes - s - column).sum(axis=1) / scale)
                    for chance, s in zip(chances, sums, strict=True)
                )
                for column in table.T
            ]
        )
        mean = alpha * densities.sum(axis=0) + spare * densities.min(axis=0)
        worst = max(worst, float(np.log(densities.max(axis=0) / mean).max()))
    return worst


@pytest.mark.parametrize(
    ("seed", "m", "k", "n"), [(3, 2, 3, 3), (4, 2, 3, 3), (4, 2, 3, 2), (8, 1, 4, 4)]
)
def test_the_scale_for_real_numbers_is_safe_and_the_smallest(seed, m, k, n):
    """It is below that for any number of records with two queries."""
    table = np.random.default_rng(seed).normal(size=(m, k))
    for epsilon in (0.3, 0.9):
        found = calibrate(epsilon, 0.1, workload=table, bound="tilted", n=n)
        assert leakage_by_definition(table, 0.1, found, n) <= epsilon * (1 + 1e-14)
        assert leakage_by_definition(table, 0.1, found * (1 - 1e-9), n) > epsilon
        assert (found < calibrate(epsilon, 0.1, workload=table) * (1 - 1e-3)) == (m == 2)


@pytest.mark.parametrize("seed", range(6))
def test_a_level_is_decided_with_less_than_the_leakage(seed):
    table = np.random.default_rng(seed).normal(size=(1 + seed % 2, 4))
    exact = exact_leakage(table, 0.1, 1.5, 6, "worst")
    for share in (0.5, 0.97, 1 - 1e-7, 1 + 1e-7, 1.001, 2.0):
        found = compared_with_level(table, 0.1, 1.5, 6, level=share * exact)
        lower = found.leakage if found.lower is None else found.lower
        assert lower <= exact * (1 + 1e-12)
        assert found.leakage >= exact * (1 - 1e-12)
        assert found.leakage <= share * exact if share > 1 else lower > share * exact


def test_cases_are_left_out_that_do_not_decide_about_a_level():
    def search(level):
        tried = []

        def leakage(case):
            tried.append(case)
            return ExactLeakage(1 / (1 + sum(case)) + 1 / (2 + max(case)), (), 0, case)

        found = WorstOthers(leakage, 12, 3, 0.0, level)
        found.run([(12, 0, 0)])
        return found, len(tried)

    full, most = search(0.0)
    assert full.upper == full.best.leakage
    above, few = search(full.upper * 0.6)
    assert above.best.leakage > full.upper * 0.6
    assert few < most
    below, few = search(full.upper * 1.3)
    assert full.upper <= below.upper <= full.upper * 1.3
    assert few < most


def test_a_scale_needs_few_looks_at_all_cases(monkeypatch):
    """Other leakages are beside the priors of one case."""
    beside, looks = [], []

    def one(*given, **limits):
        beside.append(given[-1])
        return worst_outcome(*given, **limits)

    def all_cases(*given):
        looks.append(given)
        return compared_with_level(*given)

    monkeypatch.setattr(scale, "worst_outcome", one)
    monkeypatch.setattr(scale, "compared_with_level", all_cases)
    table = np.random.default_rng(7).normal(size=(2, 5))
    found = calibrate(0.5, 0.05, workload=table, bound="tilted", n=6)
    assert len(looks) <= 8
    assert beside
    assert all(len(priors) == 5 for priors in beside)
    assert exact_leakage(table, 0.05, found, 6, "worst") <= 0.5


def test_a_scale_that_limits_leave_undecided_is_safe_and_says_so(monkeypatch):
    table = np.random.default_rng(7).normal(size=(2, 5))
    setting = {"workload": table, "bound": "tilted", "n": 6}
    least = calibrate(0.5, 0.05, **setting)

    def wide(*given):
        found = compared_with_level(*given)
        return replace(found, leakage=found.leakage * 1.005, lower=found.leakage)

    monkeypatch.setattr(scale, "compared_with_level", wide)
    with pytest.warns(InexactWarning, match="is safe for epsilon = 0.5 .*up to a share of 0.005"):
        found = calibrate(0.5, 0.05, **setting)
    assert least < found <= least * 1.021
    assert exact_leakage(table, 0.05, found, 6, "worst") <= 0.5


def test_no_scale_is_found_by_a_wide_interval(monkeypatch):
    for module, name in (
        (finite_sample, "MOST_SECONDS"),
        (scale, "MOST_SECONDS"),
        (scale, "_QUICK"),
    ):
        monkeypatch.setattr(module, name, 0)
    workload = np.array(BETWEEN) + np.random.default_rng(0).uniform(-0.05, 0.05, size=(2, 5))
    with pytest.raises(ParameterError, match=r"^n is 20, but .* leak between"):
        calibrate(1.0, 0.05, workload=workload, bound="tilted", n=20)


def test_the_command_prints_both_ends_of_an_interval(pmlsym, tmp_path):
    rows = [
        "0.000001,1.03,2.01,0.98,0.02,1.5,0.7,1.1,1.7,0.3",
        "1.01,0.03,1.97,2.000007,2.04,0.5,1.1,1.3,1.4,1.2",
    ]
    (tmp_path / "ten.csv").write_text("\n".join(rows))  # with no unit of which a grid is small
    typed = ["bound", "workload", "ten.csv", "--alpha", ".05", "--scale", ".5"]
    found = pmlsym(*typed, "--records", "100", "--json", cwd=tmp_path)
    numbers = json.loads(found.stdout)
    assert numbers["tilted"] - 1e-9 <= numbers["at_least"] < numbers["at_most"]
