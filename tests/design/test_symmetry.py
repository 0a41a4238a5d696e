"""Exchangeable secrets, against the exchanges themselves."""

import itertools

import numpy as np
import pytest

from pmlsym import PML
from pmlsym.design.pricing.problem import Symmetry, break_symmetry
from pmlsym.design.result import Mixture
from pmlsym.design.utility import CHI_SQUARE, MUTUAL_INFORMATION
from tests.design.definitions import admitted

PRIORS = (
    [0.1, 0.2, 0.1, 0.2, 0.1, 0.3],
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [0.1, 0.2, 0.3, 0.4],
    [0.125] * 4 + [0.25] * 2,
)


def groups(prior):
    return [np.flatnonzero(np.array(prior) == mass) for mass in sorted(set(prior))]


@pytest.mark.parametrize("prior", PRIORS)
def test_groups_are_the_secrets_with_the_same_keys(prior):
    symmetry, expected = Symmetry(prior), groups(prior)
    assert symmetry.sizes.tolist() == [len(group) for group in expected]
    for number, group in enumerate(expected):
        assert np.flatnonzero(symmetry.group == number).tolist() == group.tolist()
        for place, secret in enumerate(group):
            assert symmetry.earlier(secret).tolist() == group[:place].tolist()
            assert symmetry.later(secret).tolist() == group[place + 1 :].tolist()
    assert symmetry.trivial == (len(expected) == len(prior))
    assert Symmetry(prior, np.arange(len(prior))).trivial


@pytest.mark.parametrize("prior", PRIORS)
def test_means_and_shares(prior):
    rng = np.random.default_rng(1)
    symmetry, columns = Symmetry(prior), rng.normal(size=(len(prior), 7))
    means = symmetry.means(columns)
    for number, group in enumerate(groups(prior)):
        assert means[number] == pytest.approx(columns[group].mean(axis=0))
    totals = rng.normal(size=len(means))
    prices = symmetry.shared(totals)
    for number, group in enumerate(groups(prior)):
        assert prices[group] == pytest.approx(totals[number] / len(group))
    # a price of the means is one of the entries
    assert totals @ means == pytest.approx(prices @ columns)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("utility", [MUTUAL_INFORMATION, CHI_SQUARE], ids=lambda u: u.name)
def test_rotations_make_the_groups_alike(prior, utility):
    masses = np.array(prior)
    vertices = admitted(PML(0.6), masses).vertices()
    rng = np.random.default_rng(2)
    picked = vertices[:, rng.integers(0, vertices.shape[1], 3)]
    weights = rng.dirichlet(np.ones(3))
    symmetry = Symmetry(masses)
    rotated = symmetry.rotated(Mixture(picked, weights))
    assert rotated.weights.sum() == pytest.approx(1)
    assert rotated.weights.min() > 0
    mean = rotated.lifts @ rotated.weights
    assert mean == pytest.approx(symmetry.shared(symmetry.means(picked) @ weights * symmetry.sizes))
    for column in rotated.lifts.T:
        assert any(
            all(sorted(column[g]) == sorted(old[g]) for g in groups(prior)) for old in picked.T
        )
    assert rotated.weights @ utility.at(rotated.lifts, masses) == pytest.approx(
        weights @ utility.at(picked, masses)
    )
    # one angle turns all groups: as many rotations as there are fractions of their sizes
    angles = {step / len(g) for g in groups(prior) for step in range(len(g))}
    assert rotated.lifts.shape[1] == 3 * len(angles)


def test_splits_lose_no_decreasing_vector():
    """Every vector that decreases within its groups is in a part; no other one is needed."""
    rng = np.random.default_rng(3)
    for trial in range(60):
        keys = rng.integers(0, 3, 5)
        symmetry = Symmetry(keys)
        split = int(rng.integers(0, 5))
        levels = np.arange(4.0)
        low, high = np.zeros(5), np.full(5, 3.0)
        upper, lower = high.copy(), low.copy()
        upper[split], lower[split] = (1.0, 2.0) if trial % 2 else (1.5, 1.5)
        first, second = break_symmetry(((low, upper), (lower, high)), symmetry)
        for vector in itertools.product(levels, repeat=5):
            decreases = all(
                vector[x] >= vector[z]
                for x in range(5)
                for z in range(x + 1, 5)
                if keys[x] == keys[z]
            )
            inside = [
                (np.array(vector) >= least).all() and (np.array(vector) <= most).all()
                for least, most in (first, second)
            ]
            if decreases:
                assert any(inside)
            if inside[0]:
                assert all(vector[z] <= upper[split] for z in symmetry.later(split))
            if inside[1]:
                assert all(vector[z] >= lower[split] for z in symmetry.earlier(split))


def test_nothing_to_split_and_nothing_to_exchange():
    assert break_symmetry((), Symmetry([1, 1])) == ()
    parts = ((np.zeros(2), np.array([0.5, 1])), (np.array([0.5, 0]), np.ones(2)))
    kept = break_symmetry(parts, Symmetry([1, 2]))
    for part, same in zip(parts, kept, strict=True):
        assert all((a == b).all() for a, b in zip(part, same, strict=True))
