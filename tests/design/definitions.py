"""Guarantees, utilities and vertices from their definitions, for comparison with the package."""

import itertools
import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym import design

_BITS = 500  # finer than any enclosure under test

# --- priors and guarantees ------------------------------------------------------------------------


def random_prior(rng, secrets, tiny=False):
    """Draw a prior, from a concentrated or a flat Dirichlet distribution, perhaps with 1e-9."""
    prior = rng.dirichlet(np.full(secrets, math.exp(rng.uniform(math.log(0.2), math.log(5)))))
    prior = np.maximum(prior, 1e-12)
    if tiny:
        prior[rng.integers(0, secrets)] = 1e-9
    return prior / prior.sum()


def admitted(guarantee, prior):
    """Return the lift vectors that a guarantee admits."""
    return guarantee.lift_set(prior)


def every_guarantee(epsilon, other):
    """One guarantee of each kind."""
    return [
        ps.PML(epsilon),
        ps.PMC(epsilon),
        ps.LIP(epsilon),
        ps.ALIP(epsilon, other),
        ps.LDP(epsilon),
    ]


def log_uniform(rng, low=1e-12, high=40.0):
    return float(math.exp(rng.uniform(math.log(low), math.log(high))))


def levels(guarantee):
    """Return the float bounds (low, high) on a lift; under LDP (None, ratio)."""
    if isinstance(guarantee, ps.LDP):
        return None, math.exp(guarantee.epsilon)
    lower, upper = {
        ps.PML: lambda g: (math.inf, g.epsilon),
        ps.PMC: lambda g: (g.epsilon, math.inf),
        ps.LIP: lambda g: (g.epsilon, g.epsilon),
        ps.ALIP: lambda g: (g.epsilon_l, g.epsilon_u),
    }[type(guarantee)](guarantee)
    return math.exp(-lower), math.exp(upper) if upper < math.inf else math.inf


def assert_admitted(columns, prior, guarantee):
    """Assert that columns have a mean of one and are within the bounds, up to rounding."""
    low, high = levels(guarantee)
    assert prior @ columns == pytest.approx(np.ones(columns.shape[1]), abs=1e-11)
    if low is None:
        assert (columns.max(axis=0) <= high * columns.min(axis=0) * (1 + 1e-12)).all()
    else:
        assert columns.min() >= low * (1 - 1e-12) - 1e-11
        assert columns.max() <= high * (1 + 1e-11)


# --- the guarantee, in exact arithmetic -----------------------------------------------------------


def exponential(epsilon):
    """Enclose e^epsilon in two fractions."""
    if epsilon == 0:
        return F(1), F(1)
    before, mpmath.iv.prec = mpmath.iv.prec, _BITS
    try:
        number = F(epsilon)
        argument = mpmath.iv.mpf(number.numerator) / mpmath.iv.mpf(number.denominator)
        ball = mpmath.iv.exp(argument)
        ends = [F(*mpmath.libmp.to_rational(end)) for end in ball._mpi_]
    finally:
        mpmath.iv.prec = before
    assert ends[0] <= ends[1] <= ends[0] * (1 + F(1, 2**400))
    return ends[0], ends[1]


def excess(kernel, prior, guarantee):
    """Return by how much, relatively, lifts surely exceed the guarantee at most; <= 0 if nowhere.

    Entries count as the numbers they are, the prior as normalised exactly.
    """
    masses = [F(mass) for mass in prior]
    masses = [mass / sum(masses) for mass in masses]
    worst = F(-1)
    for column in zip(*kernel, strict=True):
        entries = [F(entry) for entry in column]
        assert min(entries) >= 0
        mean = sum(mass * entry for mass, entry in zip(masses, entries, strict=True))
        if mean == 0:
            continue
        least, most = min(entries), max(entries)
        for epsilon, top, bottom in _comparisons(guarantee, least, most, mean):
            if epsilon < math.inf:  # from below: what is irrational is never equal to a fraction
                worst = max(worst, top / (exponential(epsilon)[0] * bottom) - 1 if bottom else F(1))
    return worst


def _comparisons(guarantee, least, most, mean):
    if isinstance(guarantee, ps.PML):
        return [(guarantee.epsilon, most, mean)]
    if isinstance(guarantee, ps.PMC):
        return [(guarantee.epsilon, mean, least)]
    if isinstance(guarantee, ps.LIP):
        return [(guarantee.epsilon, most, mean), (guarantee.epsilon, mean, least)]
    if isinstance(guarantee, ps.ALIP):
        return [(guarantee.epsilon_u, most, mean), (guarantee.epsilon_l, mean, least)]
    return [(guarantee.epsilon, most, least)]


# --- vertices -------------------------------------------------------------------------------------


def box_vertices(prior, low, high):
    """Every solution of n - 1 active bounds and the mean that is within the bounds, in fractions.

    Bounds, prior and what is returned are fractions; the prior sums to one exactly.
    """
    secrets, found = len(prior), set()
    sides = [low] if high is None else [low, high]
    for own in range(secrets):
        for rest in itertools.product(sides, repeat=secrets - 1):
            vector = [*rest[:own], F(0), *rest[own:]]
            vector[own] = (1 - sum(p * v for p, v in zip(prior, vector, strict=True))) / prior[own]
            if vector[own] >= low and (high is None or vector[own] <= high):
                found.add(tuple(vector))
    return found


def cone_vertices(prior, ratio):
    """Every solution of n - 1 independent active ratios and the mean that satisfies all ratios."""
    secrets, found = len(prior), set()
    pairs = list(itertools.permutations(range(secrets), 2))
    for active in itertools.combinations(pairs, secrets - 1):
        vector = _from_ratios(active, secrets, ratio)
        if vector is None:
            continue
        mean = sum(p * v for p, v in zip(prior, vector, strict=True))
        if max(vector) <= ratio * min(vector):
            found.add(tuple(v / mean for v in vector))
    return found


def _from_ratios(active, secrets, ratio):
    """Solve v(x) = ratio v(z) for all active pairs (x, z); None unless they leave a ray."""
    vector = {0: F(1)}
    for _ in range(secrets):
        for x, other in active:
            if x in vector and other not in vector:
                vector[other] = vector[x] / ratio
            elif other in vector and x not in vector:
                vector[x] = vector[other] * ratio
    if len(vector) < secrets or any(vector[x] != ratio * vector[y] for x, y in active):
        return None
    return [vector[x] for x in range(secrets)]


def float_vertices(prior, guarantee):
    """Return the vertices of the admitted lifts in floats, shape (secrets, k), from the above."""
    masses = [F(mass) for mass in prior]
    masses = [mass / sum(masses) for mass in masses]
    low, high = levels(guarantee)
    if low is None:
        found = cone_vertices(masses, F(high))
    else:
        found = box_vertices(masses, F(low), None if high == math.inf else F(high))
    return np.array(sorted(found), float).T


def best_mixture(vertices, values):
    """The largest utility of a mixture of lift vectors with mean one."""
    found = linprog(-np.asarray(values), A_eq=vertices, b_eq=np.ones(len(vertices)))
    assert found.status == 0
    return -found.fun


# --- utilities ------------------------------------------------------------------------------------


def worth(utility, lift, prior):
    """What one lift vector is worth, entry by entry."""
    lift, prior = [float(v) for v in lift], [float(p) for p in prior]
    if isinstance(utility, design.Reward):
        table = utility.matrix.tolist()
        return max(
            math.fsum(p * v * row[d] for p, v, row in zip(prior, lift, table, strict=True))
            for d in range(len(table[0]))
        )
    function = {
        "mutual-information": lambda v: v * math.log(v) if v > 0 else 0.0,
        "total-variation": lambda v: max(v - 1, 0.0),
        "chi-square": lambda v: v * v - 1,
        "squared Hellinger": lambda v: 2 - 2 * math.sqrt(v),
    }[utility if isinstance(utility, str) else utility.name]
    return math.fsum(p * function(v) for p, v in zip(prior, lift, strict=True))


def utility_of(kernel, prior, utility):
    """The utility of a kernel, outcome by outcome."""
    total = []
    for column in np.asarray(kernel, float).T:
        mass = float(np.dot(prior, column))
        if mass > 0:
            total.append(mass * worth(utility, column / mass, prior))
    return math.fsum(total)


# a root makes 1e-8 of the rounding of a lift that should be zero
HELLINGER = design.Divergence("squared Hellinger", lambda v: (np.sqrt(v) - 1) ** 2)
DIVERGENCES = ("mutual-information", "total-variation", "chi-square", HELLINGER)


def rounding(utility):
    """How much utilities of the same mechanism may differ in floats."""
    return 3e-8 if utility is HELLINGER else 1e-9
