"""What follows for every prior of a set: what follows for its worst one, and no less."""

from fractions import Fraction as F
from random import Random

import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.guarantees import OF_THE_PAPERS as KINDS
from pmlsym.priors import Intervals

RNG = Random(5)
PRIORS = Intervals([F(1, 10), F(1, 5), F(1, 4)], [F(1, 2), F(3, 5), F(2, 3)])


def drawn(priors):
    """A prior of the set: between two of its corners."""
    values = [[F(RNG.randrange(9)) for _ in range(len(priors))] for _ in range(2)]
    one, other = (priors.smallest_mean(v).prior for v in values)
    share = F(RNG.randrange(5), 4)
    return [share * p + (1 - share) * q for p, q in zip(one, other, strict=True)]


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_prior_of_the_set_lets_more_through(source, kind):
    parameters = [F(1, 25), F(1, 12)] if source is ps.ALIP else [F(1, 12)]
    promise = source(*parameters)
    promised = promise.implies(kind, prior=PRIORS)
    assert promised is not None
    for _ in range(5):
        found = promise.implies(kind, prior=drawn(PRIORS))
        for one, most in zip(found.values, promised.values, strict=True):
            assert float(one) <= float(most) + 1e-12


def test_the_worst_prior_is_one_with_the_smallest_probability():
    prior = [F(1, 10), F(1, 2), F(2, 5)]
    assert prior in PRIORS
    found = ps.PML(sp.log(sp.Rational(21, 20))).implies(ps.PMC, prior=PRIORS)
    assert found == ps.PML(sp.log(sp.Rational(21, 20))).implies(ps.PMC, prior=prior)


def test_a_set_in_floats_has_a_float_not_above_its_smallest_probability():
    priors = Intervals([0.1, 0.2], [0.8, 0.95])
    assert isinstance(priors.p_min_below, float)
    assert F(priors.p_min_below) <= priors.p_min
    assert priors.p_min - F(priors.p_min_below) < F(1, 2**50)


def test_a_set_in_which_a_secret_may_be_as_rare_as_one_likes_says_no_more_than_any_prior():
    anything = Intervals.at_least(0, 3)
    assert ps.PML(0.1).implies(ps.PMC, prior=anything) == ps.PML(0.1).implies(ps.PMC)
