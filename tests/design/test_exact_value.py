"""The printed utility of an exact mechanism is that of its fractions."""

from fractions import Fraction

import pytest

from pmlsym import PMC
from pmlsym.design import optimal_mechanism


@pytest.mark.parametrize(
    "prior",
    [
        [Fraction(3, 10**13), Fraction(1, 3)],
        [Fraction(33, 5 * 10**16), Fraction(33, 25 * 10**15), Fraction(1, 4)],
        [Fraction(1, 5), Fraction(1, 3)],
    ],
)
def test_the_value_is_the_chi_square_divergence_of_the_exact_kernel(prior):
    prior = [*prior, 1 - sum(prior)]
    found = optimal_mechanism(prior, PMC(0.3), "chi-square", exact=True)
    rows = [[Fraction(int(v.p), int(v.q)) for v in row] for row in found.channel.kernel]
    exact = Fraction(0)
    for column in zip(*rows, strict=True):
        mean = sum(p * entry for p, entry in zip(prior, column, strict=True))
        exact += sum(p * (entry - mean) ** 2 / mean for p, entry in zip(prior, column, strict=True))
    assert exact * (1 - Fraction(1, 10**12)) <= Fraction(found.value) <= exact
    assert Fraction(found.upper_bound) >= exact
