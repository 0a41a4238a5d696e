"""Optimal mechanisms by definition: every vertex of the lift vectors, and a program over them."""

import math
from itertools import product

import numpy as np
from scipy.optimize import linprog

from pmlsym.exact import sympified as rational
from pmlsym.ledger.extremal.worth import bound, extreme_lift
from pmlsym.ledger.pmc.symbols import p
from tests.ledger.evaluation import exact, mean


def vertices(prior, least, most=None):
    """All lift vectors of mean one with at most one lift off its bounds."""
    found = set()
    for x, mass in enumerate(prior):
        ends = [(least,) if most is None else (least, most)] * (len(prior) - 1)
        for others in product(*ends):
            rest = [*others[:x], 0, *others[x:]]
            own = (1 - mean(prior, rest)) / mass
            if own >= least and (most is None or own <= most):
                found.add((*others[:x], own, *others[x:]))
    return sorted(found)


def optimum(prior, vectors, mu):
    """The largest utility of a mixture of the vectors that averages to one at every secret."""
    columns = np.array(vectors, dtype=float).T
    worth = [mu([float(lift) for lift in vector]) for vector in vectors]
    found = linprog(-np.array(worth), A_eq=columns, b_eq=np.ones(len(prior)))
    assert found.status == 0
    return -found.fun


def information(prior):
    """The mutual information as a utility."""
    return lambda lifts: sum(
        float(mass) * (x * math.log(x) if x > 0 else 0.0)
        for mass, x in zip(prior, lifts, strict=True)
    )


def extremes(prior, level):
    """The vectors of the secrets, with the lifts of the ledger."""
    values = [{p: rational(mass), bound: rational(level)} for mass in prior]
    own = [exact(extreme_lift(bound), value) for value in values]
    places = range(len(prior))
    return [[own[x] if x == y else level for y in places] for x in places]
