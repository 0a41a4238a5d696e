"""The properties of Lemma 1 in the ledger are those of channels."""

from math import exp

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    SHARES,
    is_true,
    mechanisms,
    parts,
    powers,
    prior_and_posterior,
    satisfied,
    value,
)
from tests.random_channels import distributions

# --- the properties of Lemma 1 -------------------------------------------------------------------


@settings(max_examples=15)
@given(mechanisms(most=4), mechanisms(most=2), st.data())
def test_lemma_1_signs_products_and_processing(found, second, data):
    """Parts (i), (iii), (v) and (vi), by measures."""
    channel, other = ps.Channel(*found), ps.Channel(*second)
    levels, others = powers(ps.pmc(channel)), powers(ps.pmc(other))
    assert min(levels) >= 1
    assert powers(ps.pmc(channel.product(other))) == [x * z for x in levels for z in others]
    answers = [data.draw(distributions(3)) for _ in range(channel.shape[1])]
    assert max(powers(ps.pmc(channel.cascade(answers)))) <= max(levels)
    function = [data.draw(distributions(2)) for _ in range(channel.shape[0])]
    after = powers(ps.pmc(channel.preprocess(function)))
    assert all(z <= x for x, z in zip(levels, after, strict=True))


@settings(max_examples=20)
@given(st.data(), distributions(3, positive=True))
def test_lemma_1_vii_composition_of_any_two_outcomes(data, prior):
    """The outcome is a pair, drawn from any joint law given the secret."""
    joint = [data.draw(distributions(4, positive=True)) for _ in prior]
    channel = ps.Channel(joint, prior)
    first = channel.cascade([[1, 0], [1, 0], [0, 1], [0, 1]])
    for y in range(2):
        rows = [row[2 * y : 2 * y + 2] for row in joint]
        kernel = [[entry / sum(row) for entry in row] for row in rows]
        second = ps.Channel(kernel, prior_and_posterior(first, y)[1])
        for z in range(2):
            together = sp.exp(ps.pmc(channel)[2 * y + z])
            assert together <= sp.exp(ps.pmc(first)[y]) * sp.exp(ps.pmc(second)[z])


@settings(max_examples=25)
@given(st.data(), SHARES)
def test_lemma_1_iv_concavity_also_for_priors_of_different_support(data, share):
    kernel = [data.draw(distributions(2, positive=True)) for _ in range(4)]
    masses = [data.draw(distributions(4)) for _ in range(2)]
    masses.append([share * x + (1 - share) * z for x, z in zip(*masses, strict=True)])
    levels, chances, floors = [], [], []
    for prior in masses:
        left = [x for x, mass in enumerate(prior) if mass]
        channel = ps.Channel([kernel[x] for x in left], [prior[x] for x in left])
        levels.append(ps.pmc(channel)[0])
        chances.append(channel.marginal[0])
        floors.append(rational(min(kernel[x][0] for x in left)))
    names = reals("theta chance_P chance_Q least_P least_Q")
    values = dict(zip(names, (rational(share), *chances[:2], *floors[:2]), strict=True))
    part, *defined = [case for case in parts("lemma-1.iv") if satisfied(case, values)]
    assert all(is_true(case, values) for case in (part, *defined))
    mixed = float(share * levels[0] + (1 - share) * levels[1])
    assert float(levels[2]) >= mixed - 1e-12
    left, right = (float(value(side, values)) for side in part.goal.conclusion.args)
    assert left / right == pytest.approx(exp(float(levels[2]) - mixed), rel=1e-12)
