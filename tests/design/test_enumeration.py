"""Pricing by a list of the vertices, against vertices found otherwise."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.design.pricing import enumeration
from pmlsym.design.pricing.enumeration import (
    SparseVertexEnumeration,
    TooManyVertices,
    VertexEnumeration,
)
from pmlsym.design.utility import MUTUAL_INFORMATION, read_utility
from pmlsym.errors import ParameterError
from tests.design.definitions import (
    DIVERGENCES,
    admitted,
    assert_admitted,
    float_vertices,
    random_prior,
    rounding,
)


def cases(seed, trials, largest=9):
    rng = np.random.default_rng(seed)
    for trial in range(trials):
        prior = random_prior(rng, int(rng.integers(3, largest + 1)), tiny=trial % 5 == 0)
        if trial % 3 == 0:
            prior = rng.choice(rng.dirichlet(np.ones(3)), len(prior))
            prior /= prior.sum()
        first, other = np.exp(rng.uniform(math.log(1e-3), math.log(6), 2)).tolist()
        kinds = (ps.PML(first), ps.PMC(first), ps.LIP(first), ps.ALIP(first, other))
        yield rng, prior, kinds[trial % 4]


@pytest.mark.parametrize("utility", DIVERGENCES)
def test_the_best_of_the_list_is_the_best_of_all_vertices(utility):
    for rng, prior, guarantee in cases(1, 80):
        lifts, wanted = admitted(guarantee, prior), read_utility(utility, len(prior))
        if lifts.trivial:
            continue
        every, some = VertexEnumeration(lifts, wanted), SparseVertexEnumeration(lifts, wanted)
        scale = float(np.ptp(every.values)) + 1e-9
        for spread in (0.0, 0.1, 1.0):
            prices = rng.normal(size=len(prior)) * prior * scale * spread
            best, found = every.price(prices), some.price(prices)
            off = rounding(utility) * (1 + abs(best.bound))
            assert found.bound == pytest.approx(best.bound, abs=off)
            values = wanted.at(found.columns, prior) - prices @ found.columns
            assert values.max() == pytest.approx(found.bound, abs=off)


def test_columns_are_admitted_vertices():
    for rng, prior, guarantee in cases(2, 40):
        lifts = admitted(guarantee, prior)
        some = SparseVertexEnumeration(lifts, MUTUAL_INFORMATION)
        for columns in (some.initial()[0], some.price(rng.normal(size=len(prior)) * prior).columns):
            assert_admitted(columns, prior, guarantee)
            least, most = (bound[:, None] for bound in lifts.reach)
            inside = (columns > least + 1e-7 * (most - least)) & (
                columns < most - 1e-7 * (most - least)
            )
            assert (inside.sum(axis=0) <= 1).all()


def test_the_list_holds_every_vertex():
    for rng, prior, guarantee in cases(3, 24, 5):
        lifts = admitted(guarantee, prior)
        some = SparseVertexEnumeration(lifts, MUTUAL_INFORMATION)
        columns = some.columns_of(np.arange(len(some.subset)))
        for vertex in float_vertices(prior.tolist(), guarantee).T:
            off = np.abs(columns - vertex[:, None]) / lifts.spread[:, None]
            assert off.max(axis=0).min() < 1e-6
        # whatever the order in which secrets are numbered
        turn = rng.permutation(len(prior))
        turned = SparseVertexEnumeration(admitted(guarantee, prior[turn]), MUTUAL_INFORMATION)
        prices = rng.normal(size=len(prior)) * prior
        assert turned.price(prices[turn]).bound == pytest.approx(some.price(prices).bound, abs=1e-9)


def test_a_lift_of_zero_is_not_missed_by_rounding():
    """A root makes 1e-8 of the 1e-16 by which masses may miss the mean."""
    hellinger = DIVERGENCES[3]
    prior = np.append(30, np.ones(7)) / 37
    lifts = admitted(ps.PML(2.040778155690012), prior)
    every, some = VertexEnumeration(lifts, hellinger), SparseVertexEnumeration(lifts, hellinger)
    for prices in (np.append(-1, np.ones(7)) * prior, np.zeros(8), prior):
        best = every.price(prices)
        assert some.price(prices).bound == pytest.approx(best.bound, abs=1e-12)


def test_too_many_vertices_are_refused(monkeypatch):
    prior = np.random.default_rng(4).dirichlet(np.ones(40))
    with pytest.raises(TooManyVertices):
        SparseVertexEnumeration(admitted(ps.PML(0.5), prior), MUTUAL_INFORMATION)
    few = np.random.default_rng(4).dirichlet(np.full(10, 5.0))
    assert SparseVertexEnumeration(admitted(ps.PML(0.5), few), MUTUAL_INFORMATION).always_optimal
    for name in ("_MOST_SUBSETS", "_MOST_VERTICES"):
        with monkeypatch.context() as patched:
            patched.setattr(enumeration, name, 5)
            with pytest.raises(TooManyVertices):
                SparseVertexEnumeration(admitted(ps.PML(0.5), few), MUTUAL_INFORMATION)


def information_of_column(prior):
    """Mutual information as a function of a column of the kernel, known by its values only."""

    def information(column):
        mean = prior @ column
        positive = column > 0
        return float((prior[positive] * column[positive]) @ np.log(column[positive] / mean))

    return information


def test_functions_of_columns_with_many_secrets_but_few_vertices():
    prior = np.random.default_rng(19).dirichlet(np.ones(19))
    own = information_of_column(prior)
    found = ps.design.optimal_mechanism(prior, ps.PML(2.0), own)
    named = ps.design.optimal_mechanism(prior, ps.PML(2.0))
    assert found.value == pytest.approx(named.value, abs=1e-9)
    assert found.value <= found.upper_bound < named.upper_bound + 1e-9
    prior = np.random.default_rng(24).dirichlet(np.ones(24))
    with pytest.raises(ParameterError, match="it may be larger at any vertex"):
        ps.design.optimal_mechanism(prior, ps.PML(0.5), information_of_column(prior))
