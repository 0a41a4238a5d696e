"""Subset sums by halves, against all subsets."""

import itertools

import numpy as np
import pytest

from pmlsym.design.pricing.knapsack import SubsetSums


def every_subset(count, most):
    """All subsets with at most so many items in each half."""
    half = count // 2
    chosen = np.array(list(itertools.product((False, True), repeat=count)))
    return chosen[(chosen[:, :half].sum(1) <= most) & (chosen[:, half:].sum(1) <= most)]


@pytest.mark.parametrize("count", [2, 3, 6, 9])
@pytest.mark.parametrize("most", [0, 1, 2, 32])
def test_the_sums_next_to_the_ends_are_found(count, most):
    rng = np.random.default_rng(count)
    subsets = every_subset(count, most)
    for signed in (1, -1):
        sizes, gains = signed * rng.uniform(0.1, 1, count), rng.normal(size=count)
        sums = SubsetSums(sizes, gains, most)
        for without in range(count):
            low, high = sorted(rng.uniform(min(0, sizes.sum()), max(0, sizes.sum()), 2))
            pairs, totals, worth = sums.near_ends(without, low, high)
            members = sums.members(pairs)
            assert members.shape == (count, len(totals))
            assert not members[without].any()
            assert (members[: count // 2].sum(0) <= most).all()
            assert (members[count // 2 :].sum(0) <= most).all()
            assert sizes @ members == pytest.approx(totals, abs=1e-12)
            assert gains @ members == pytest.approx(worth, abs=1e-12)
            assert ((totals >= low) & (totals <= high)).all()
            allowed = subsets[~subsets[:, without]] @ sizes
            allowed = allowed[(allowed >= low) & (allowed <= high)]
            assert bool(len(allowed)) == bool(len(totals))
            if len(allowed):
                ends = totals.min(), totals.max()
                assert ends == pytest.approx((allowed.min(), allowed.max()), abs=1e-12)


def test_all_subsets_of_an_open_range_are_within_reach():
    """With four neighbours on either end, seven items have all their subsets near one."""
    sizes, gains = 2.0 ** np.arange(5), np.arange(5.0)
    pairs, totals, _ = SubsetSums(sizes, gains).near_ends(4, 0.0, 31.0)
    assert sorted(set(totals.tolist())) == list(range(16))
    assert SubsetSums(sizes, gains).members(pairs)[:4].any(axis=1).all()


def test_sixty_four_items_keep_their_numbers_apart():
    rng = np.random.default_rng(7)
    sizes, gains = rng.uniform(size=64), rng.normal(size=64)
    sums = SubsetSums(sizes, gains, 2)
    for without in (0, 31, 32, 63):
        pairs, totals, worth = sums.near_ends(without, 1.0, 1.5)
        members = sums.members(pairs)
        assert len(totals) > 0
        assert sizes @ members == pytest.approx(totals, abs=1e-12)
        assert gains @ members == pytest.approx(worth, abs=1e-12)
        assert not members[without].any()


def test_equal_sizes_are_no_trouble():
    sums = SubsetSums(np.ones(6), np.arange(6.0))
    _, totals, worth = sums.near_ends(0, 3.0, 3.0)
    assert set(totals.tolist()) == {3.0}
    assert worth.max() <= 3 + 4 + 5
    assert len(sums.near_ends(0, 5.5, 5.9)[1]) == 0
