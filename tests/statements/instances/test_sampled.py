"""Domain by the definitions of what is read on them, and which of them are drawn."""

from fractions import Fraction as F
from random import Random

import pytest

from pmlsym.statements.instances.attack.adversary import guesses
from pmlsym.statements.instances.attack.attacks import draw_approach
from pmlsym.statements.instances.valued.designs import draw_prior
from pmlsym.statements.instances.valued.utility import Convex
from pmlsym.statements.values import ZERO


def test_a_split_secret_is_guessed_as_fast_as_in_the_best_order():
    """Of every order of the pieces and of the one value that all other secrets are."""
    for number in range(60):
        instance = draw_approach(number, Random(number))
        if instance.parts > 40:
            continue
        for law in (instance.attack.prior, instance.attack.posterior):
            piece = law[instance.secret] / instance.parts
            rest = sum((p for x, p in enumerate(law) if x != instance.secret), ZERO)
            # pieces are alike: an order is the place of the other value
            means = []
            for place in range(instance.parts + 1):
                order = [piece] * instance.parts
                order.insert(place, rest)
                means.append(sum((k * p for k, p in enumerate(order, 1)), ZERO))
            assert guesses(instance.groups(law)) == min(means)


def test_equal_priors_come_first_and_others_afterwards():
    random = Random(4)
    drawn = [draw_prior(number, random) for number in range(200)]
    assert all(len({*weights}) == 1 for weights in drawn[:8])
    assert {len(weights) for weights in drawn[:8]} == {2, 3, 4}
    assert sum(len({*weights}) > 1 for weights in drawn[8:]) > 150


@pytest.mark.parametrize(
    ("lifts", "expected"),
    [
        ((F(2), F(1, 2)), F(2) + F(9, 4)),  # max(2, -1/2 + 1) + (2 - 1/2)^2
        ((F(0), F(3)), F(0) + F(9)),  # max(0, -3 + 1) + (0 - 3)^2
        ((F(-4), F(0)), F(1) + F(16)),
    ],
)
def test_a_convex_utility_by_hand(lifts, expected):
    utility = Convex(((F(1), F(0), F(0)), (F(0), F(-1), F(1))), (F(1), F(-1)))
    assert utility.worth(lifts) == expected
