"""Random chains X - Y - Z with positive entries, and their measures by numpy."""

import numpy as np


def divergences(rows):
    """Return the largest divergences between two rows of positive entries."""
    pairs = [(one, other) for one in rows for other in rows]
    return {
        "tv": max(abs(p - q).sum() / 2 for p, q in pairs),
        "kl": max((p * np.log(p / q)).sum() for p, q in pairs),
        "chi2": max(((p - q) ** 2 / q).sum() for p, q in pairs),
    }


def measured(joint):
    """Return the measures of X->Y, X->Z and Y->Z, backwards as well, from P(x, y, z)."""
    found = {}
    for names, axis in (("XY", 2), ("XZ", 1), ("YZ", 0)):
        for (a, b), table in ((names, joint.sum(axis)), (names[::-1], joint.sum(axis).T)):
            secret, outcome = table.sum(1), table.sum(0)
            kernel = table / secret[:, None]
            values = divergences(kernel)
            values["maximal_leakage"] = np.log(kernel.max(0).sum())
            values["maximal_cost_leakage"] = -np.log(kernel.min(0).sum())
            values["pml"] = np.log(kernel / outcome).max()
            values["pmc"] = -np.log(kernel / outcome).min()
            values["ldp"] = np.log(kernel.max(0) / kernel.min(0)).max()
            values["mutual_information"] = (table * np.log(kernel / outcome)).sum()
            found |= {f"{kind}_{a}_{b}": value for kind, value in values.items()}
    return found


def random_chain(draw):
    """Return P(x, y, z) of a chain with positive entries, some of them near 0."""
    sizes = draw.integers(2, 5, 3)
    sharp = draw.choice([0.2, 1, 5])
    prior = draw.dirichlet(np.ones(sizes[0]))
    first = draw.dirichlet(np.full(sizes[1], sharp), sizes[0]) + 1e-6
    second = draw.dirichlet(np.full(sizes[2], sharp), sizes[1]) + 1e-6
    first, second = (one / one.sum(1, keepdims=True) for one in (first, second))
    return prior[:, None, None] * first[:, :, None] * second[None]
