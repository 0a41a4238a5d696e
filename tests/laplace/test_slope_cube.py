"""The convex programs over boxes of slopes against their definition on a grid of each box."""

import math

import numpy as np
import pytest

from pmlsym.laplace.workload.slope_cube import minimise


def value(columns, r, weights, slope):
    """F(s), term by term and without overflow."""
    steps = [math.fsum(slope * (columns[:, r] - columns[:, j])) for j in range(len(weights))]
    top = max(step for step, weight in zip(steps, weights, strict=True) if weight)
    return top + math.log(
        math.fsum(w * math.exp(step - top) for step, w in zip(steps, weights, strict=True))
    )


@pytest.mark.parametrize("scale", [1e-5, 1e-3, 0.02, 1.0, 50.0])
def test_the_least_over_a_box_whose_sides_may_be_fixed(scale):
    rng = np.random.default_rng(1)
    m, k = 3, 4
    columns = rng.integers(-3, 4, size=(m, k)) / scale
    sides = [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0)]
    boxes = np.array([[sides[i] for i in rng.integers(0, 4, size=m)] for _ in range(12)])
    low, high = boxes[:, :, 0], boxes[:, :, 1]
    first = rng.integers(0, k, size=len(boxes))
    weights = rng.dirichlet(np.ones(k), size=len(boxes))
    found = minimise(columns, first, np.log(weights), low, high, 1e-9)
    slack = 1e-9 + 1e-14 * float(np.abs(columns).sum())
    if scale > 1e-4:  # below, the ends enclose what is left between them
        assert (found.value - found.lower <= slack).all()
    assert (low <= found.slope).all()
    assert (found.slope <= high).all()
    for i, r in enumerate(first):
        here = value(columns, r, weights[i], found.slope[i])
        assert found.value[i] == pytest.approx(here, rel=1e-11, abs=slack)
        axes = [np.unique(np.linspace(*side, 5)) for side in boxes[i]]
        for slope in np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, m):
            assert found.lower[i] <= value(columns, r, weights[i], slope) + slack
