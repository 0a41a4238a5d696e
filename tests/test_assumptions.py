"""What is left out of a largest is never larger: compared with numbers, point by point."""

import itertools
from fractions import Fraction as F

import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.assumptions import largest, simplified, smallest
from pmlsym.errors import ParameterError

E, p = sp.symbols("E p")
e = sp.Symbol("epsilon", positive=True)


def response(odds, prior):
    size = len(prior)
    total = odds + size - 1
    return ps.Channel(
        [[(odds if x == y else 1) / total for y in range(size)] for x in range(size)], prior
    )


def test_randomized_response_looks_like_the_papers():
    third = response(sp.exp(e), [F(1, 3)] * 3)
    assert ps.pml(third)[0] == sp.log(3 * sp.exp(e) / (sp.exp(e) + 2))
    assert ps.simplified(ps.ldp(third)) == e
    odds = response(E, [F(1, 2), F(1, 3), F(1, 6)])
    assert ps.simplified(ps.pml(odds), E > 1)[2] == sp.log(6 * E / (E + 5))
    assert ps.simplified(ps.pml(odds), E < 1, E > 0)[2] == sp.log(6 / (E + 5))
    assert str(ps.simplified(ps.pmc(odds), E > 1)[2]) == "log((E + 5)/6)"
    assert ps.simplified(ps.ldp(odds), E > 1) == sp.log(E)


def test_what_is_open_stays():
    told = ps.Channel([[p, 1 - p], [1 - p, p]], [F(1, 2)] * 2)
    open_one = ps.pml(told)[0]
    assert simplified(open_one, p > 0, p < 1).has(sp.Max)
    assert simplified(open_one, p > F(1, 2), p < 1) == sp.log(2 * p)
    assert simplified(sp.Max(p, 1 - p)).has(sp.Max)


def test_assumptions_that_only_digits_tell_apart_are_compared():
    tiny = F(1, 10**80)
    assert simplified(sp.Max(e, 1), e > 1 + tiny, e < sp.exp(tiny)) == e
    with pytest.raises(ParameterError, match="no room"):
        simplified(e, e < 1 + tiny, e > sp.exp(tiny))


TERMS = [E / (E + 2), 1 / (E + 2), sp.Integer(1) / 3, (E**2 + 1) / (E + 2), E - 1, 2 - E]


@pytest.mark.parametrize(
    ("assume", "points"),
    [
        ((E > 1,), (F(3, 2), 2, 7)),
        ((E > 0, E < 1), (F(1, 9), F(1, 2), F(8, 9))),
        ((E < 3, E > 2), (F(9, 4), F(5, 2), F(11, 4))),
    ],
)
def test_nothing_changes_in_value(assume, points):
    changed = 0
    for terms in itertools.combinations(TERMS, 2):
        for kind in (sp.Max, sp.Min):
            before = kind(*terms)
            after = simplified(before, *assume)
            changed += after != before
            for point in points:
                assert before.subs(E, point) == after.subs(E, point)
    assert changed > 5


def test_exponentials_are_compared_by_their_arguments():
    terms = [sp.exp(e), sp.exp(-e), sp.exp(2 * e)]
    assert largest(terms) == sp.exp(2 * e)
    assert smallest(terms) == sp.exp(-e)
    assert largest([sp.log(sp.exp(e) + 1), sp.log(2)]) == sp.log(sp.exp(e) + 1)
    assert largest([e, sp.exp(e)]).has(sp.Max)  # neither rule speaks of both
