"""Groups of secrets: what merging costs is bounded, against the optimum of all secrets."""

import mpmath
import numpy as np
import pytest

import pmlsym as ps
from pmlsym.design import optimal, optimal_mechanism
from pmlsym.design.pricing import merging
from tests.design.test_rigorous import optimum

KINDS = (ps.PML(1.2), ps.LIP(0.8), ps.ALIP(0.5, 1.1), ps.LDP(0.6))  # PMC has a closed form


@pytest.mark.parametrize("guarantee", KINDS, ids=str)
def test_bounds_of_merged_secrets_enclose_the_optimum_of_all(guarantee, monkeypatch):
    monkeypatch.setattr(optimal, "_VERTICES", 0)
    monkeypatch.setattr(merging, "FEWEST", 3)
    monkeypatch.setattr(merging, "_GROUPS", (3,))
    rng = np.random.default_rng(15)
    gaps = []
    for _ in range(2):
        prior = rng.dirichlet(np.ones(4))
        best = optimum(prior, guarantee, "mutual-information")
        for tolerance in (np.inf, 1e-6):  # the groups alone; then all secrets, from there on
            found = optimal_mechanism(prior, guarantee, tolerance=tolerance)
            assert mpmath.mpf(found.value) <= best <= mpmath.mpf(found.upper_bound)
            assert guarantee.holds(found.channel)
            gaps.append(found.gap)
        assert found.gap < 2e-6
    assert max(gaps) > 1e-3  # merging did cost something


@pytest.mark.parametrize("guarantee", [ps.ALIP(1, 0.5), ps.LDP(1)], ids=str)
def test_hundreds_of_secrets_cost_no_more_than_some_groups(guarantee):
    weights = 1 / np.arange(1, 257)
    found = optimal_mechanism(weights / weights.sum(), guarantee, tolerance=1e-4)
    assert found.gap <= 1e-4
    assert found.channel.shape[1] <= 48
    reached = float(ps.mutual_information(found.channel))
    assert reached == pytest.approx(found.value, abs=1e-9)


def test_likely_secrets_stay_alone():
    prior = np.concatenate([[0.3, 0.2], np.full(98, 0.5 / 98)])
    group = merging.groups_of(prior, 12)
    assert group.max() < 12
    assert (group == group[0]).sum() == (group == group[1]).sum() == 1
    masses = np.bincount(group, prior)
    assert masses.sum() == pytest.approx(1)
    assert (masses > 0).all()


@pytest.mark.parametrize("most", [11, 12, 13, 96])
def test_there_are_no_more_groups_than_secrets(most):
    prior = np.random.default_rng(2).permutation(0.5 ** np.arange(12))
    group = merging.groups_of(prior / prior.sum(), most)
    assert len(np.unique(group)) == group.max() + 1 == min(most, 12)
