"""Exponentials of levels as quotients, against the levels themselves in floats."""

import math
from fractions import Fraction as F
from itertools import product

import pytest
import sympy as sp

from pmlsym.statements.reductions.encoding.quotients import (
    EncodedQuotient,
    NotReducible,
    added,
    largest,
    scaled,
    smallest,
)

SOME = [
    EncodedQuotient(sp.Rational(top), sp.Rational(bottom), root=root)
    for top, bottom in ((1, 1), (3, 1), (2, 5), (1, 7))
    for root in (1, 2, 3)
]
S, T = sp.symbols("s t")


def level(of):
    return math.log(of.top / of.bottom) / of.root


def always(_):
    return True


def unless_named(term):
    return term not in (S, T)


def test_what_is_done_with_levels():
    for one, other in product(SOME, repeat=2):
        assert level(added(one, other, always)) == pytest.approx(level(one) + level(other))
        for pair in ([one, other], [one, other, SOME[4]]):
            assert level(largest(pair, always)) == pytest.approx(max(map(level, pair)))
            assert level(smallest(pair, always)) == pytest.approx(min(map(level, pair)))
    for one in SOME:
        assert level(one.inverse) == pytest.approx(-level(one))
        assert level(one.raised(4)) == pytest.approx(level(one))
        for scale in (F(1), F(-1), F(2, 3), F(-3, 2), F(5, 4), F(0)):
            found = scaled(one, scale, always)
            assert level(found) == pytest.approx(float(scale) * level(one))
            assert found.needs == ()


def test_what_may_be_infinite_needs_a_condition_or_is_refused():
    """Infinity minus infinity, and zero times infinity, have no value."""
    infinite, minus = EncodedQuotient(sp.Integer(1), T), EncodedQuotient(S)
    assert added(infinite, infinite, unless_named).needs == ()
    assert [need.subs({S: 0, T: 0}) for need in added(infinite, minus, unless_named).needs] == [
        sp.false
    ]
    assert added(infinite, minus, always).needs == ()
    assert [need.subs(T, 0) for need in scaled(infinite, F(0), unless_named).needs] == [sp.false]
    with pytest.raises(NotReducible, match="Several"):
        largest([infinite, EncodedQuotient(sp.Integer(1), S)], unless_named)
    with pytest.raises(NotReducible, match="Several"):
        smallest(
            [EncodedQuotient(S, sp.Integer(2)), EncodedQuotient(T, sp.Integer(3))], unless_named
        )
    with pytest.raises(NotReducible, match="too fine"):
        EncodedQuotient(S).raised(10**6)
