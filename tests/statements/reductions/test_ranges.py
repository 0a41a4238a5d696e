"""Intervals against the numbers in them: nothing that can come out is left out."""

import math
from fractions import Fraction as F
from itertools import combinations_with_replacement, product

import pytest

from pmlsym.statements.reductions.ranges import Range, _extreme, point

ENDS = [F(-2), F(0), F(1, 2), F(1)]
NEAR = F(1, 1000)


def intervals():
    for low, high in combinations_with_replacement(ENDS, 2):
        for above, below in product([False, True], repeat=2):
            if low < high or not (above or below):
                yield Range(low, high, above, below)
    for end in ENDS:
        for open_ in (False, True):
            yield Range(end, None, open_)
            yield Range(None, end, False, open_)
    yield Range()


EVERY = list(intervals())


def numbers(of):
    """Its ends where they belong to it, numbers close to them, and large ones."""
    low = of.low if of.low is not None else (of.high if of.high is not None else F(0)) - 1000
    high = of.high if of.high is not None else (of.low if of.low is not None else F(0)) + 1000
    inside = [] if low == high else [low + NEAR, (low + high) / 2, high - NEAR]
    return [*([] if of.above else [low]), *inside, *([] if of.below else [high])]


def holds(of, number):
    over = of.low is None or number > of.low or (number == of.low and not of.above)
    under = of.high is None or number < of.high or (number == of.high and not of.below)
    return over and under


def is_tight(of, found):
    """Whether an end is reached where it is said to be, and next to it where it is left out."""
    for end, left_out, sign in ((of.low, of.above, 1), (of.high, of.below, -1)):
        if end is None:
            continue
        nearest = min(sign * (number - end) for number in found)
        if not (nearest == 0 if not left_out else 0 < nearest <= 2 * NEAR):
            return False
    return True


@pytest.mark.parametrize("one", EVERY)
def test_of_one_interval(one):
    some = numbers(one)
    assert all(holds(one, x) for x in some)
    assert one.positive == (one.low is not None and all(x > 0 for x in some))
    assert one.nonnegative == (one.low is not None and all(x >= 0 for x in some))
    assert all(holds(-one, -x) for x in some)
    assert is_tight(-one, [-x for x in some])
    for power in (0, 1, 2, 3):
        assert all(holds(one.power(power), x**power) for x in some)
    assert all(holds(one.power(-1), 1 / x) and holds(one.inverse(), 1 / x) for x in some if x)
    assert all(holds(one.power(-2), x**-2) for x in some if x)
    assert all(holds(one.exp(), math.exp(x)) for x in some if abs(x) < 100)
    assert all(holds(one.log(), math.log(x)) for x in some if x > 0)


def test_of_two_intervals():
    for one, other in product(EVERY[::2], EVERY[::3]):
        pairs = list(product(numbers(one), numbers(other)))
        sums = [x + y for x, y in pairs]
        assert all(holds(one + other, total) for total in sums)
        assert is_tight(one + other, sums)
        assert all(holds(one * other, x * y) for x, y in pairs)
        for largest, choose in ((True, max), (False, min)):
            found = _extreme([one, other], largest)
            extremes = [choose(pair) for pair in pairs]
            assert all(holds(found, x) for x in extremes)
            assert is_tight(found, extremes)


def test_a_point_is_one_number():
    assert (point(2).low, point(2).high) == (2, 2)
    assert not point(2).above
    assert not point(2).below
    assert point(1).positive
    assert not point(0).positive
    assert point(0).nonnegative
