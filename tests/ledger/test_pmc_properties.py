"""The properties of Lemma 1 in the ledger are those of channels."""

from itertools import product

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.pmc import symbols
from pmlsym.ledger.pmc.symbols import (
    a,
    epsilon_l,
    p,
    v,
    w,
)
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    SHARES,
    ZERO,
    delta,
    floor,
    is_equal,
    is_true,
    law_of,
    law_of_others,
    lift_vectors,
    mean,
    mechanisms,
    of,
    parts,
    powers,
    prior_and_posterior,
    s,
    says,
    t,
    true_parts,
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


@settings(max_examples=12)
@given(mechanisms(positive=True, most=3), mechanisms(positive=True, most=2), st.data())
def test_lemma_1_in_the_symbols_of_the_ledger(found, second, data):
    """The terms of (i), (ii), (iii), (vi) and (vii) at the lifts and likelihoods of channels."""
    (kernel, prior), (kernel_2, prior_2) = found, second
    channel = ps.Channel(kernel, prior)
    pair = channel.product(ps.Channel(*second))
    low_s, low_t, p_1, p_2, a_1, a_2 = reals("s_min t_min P_1 P_2 a_1 a_2")
    chance, lifts, line = next(lift_vectors(kernel, prior))
    chance_2, lifts_2, line_2 = next(lift_vectors(kernel_2, prior_2))
    values = {low_s: rational(min(lifts)), low_t: rational(min(lifts_2)), delta: ZERO}
    values |= {p_1: rational(chance), p_2: rational(chance_2), epsilon_l: ps.pmc(channel)[0]}
    claims = (*parts("lemma-1.iii"), *parts("lemma-1.vii"))
    joint = of("lemma-1.iii", "the lift of a pair")
    for x, z in product(range(len(prior)), range(len(prior_2))):
        here = values | {s: rational(lifts[x]), t: rational(lifts_2[z])}
        here |= {a_1: rational(line[x]), a_2: rational(line_2[z])}
        assert true_parts(claims, here) >= 4
        assert says(joint, sp.log(pair.lift[x * len(prior_2) + z, 0]), here)
    lowest = values | {s: values[low_s], t: values[low_t], a_1: values[p_1], a_2: values[p_2]}
    equal = of("lemma-1.iii", "with equality where both are smallest")
    assert is_true(equal, lowest)
    assert is_equal(of("lemma-1.vii", "lifts s and t, each at least its smallest"), lowest)
    assert says(equal, ps.pmc(pair)[0], lowest)
    for x, mass in enumerate(prior):
        here = values | {p: rational(mass), v: rational(lifts[x]), a: rational(line[0])}
        laws = law_of_others(prior, x, lifts) | {"X": law_of(prior, (w, lifts))}
        assert all(is_true(part, here, laws) for part in parts("lemma-1.i"))
    for part in parts("lemma-1.ii"):
        silent = [line[0]] * len(prior)
        laws = law_of_others(prior, 0, silent) | {"X": law_of(prior, (w, silent))}
        assert is_true(part, here, laws)
    # (vi): the lift at z is the mean of the lifts given z
    answers = [data.draw(distributions(2, positive=True)) for _ in range(channel.shape[1])]
    after, chances = channel.cascade(answers), [m for m, _, _ in lift_vectors(kernel, prior)]
    for x, z in product(range(len(prior)), range(2)):
        weights = [row[z] for row in answers]
        given_z = [k * m / mean(weights, chances) for k, m in zip(weights, chances, strict=True)]
        row = [kernel[x][y] / m for y, m in enumerate(chances)]
        laws = {"Y|z": law_of(given_z, (w, row))}
        weights = [k / sum(weights) for k in weights]
        laws["K"] = law_of(weights, (reals("a_y")[0], kernel[x]), (reals("b_y")[0], chances))
        for part in parts("lemma-1.vi"):
            assert is_true(part, {epsilon_l: ps.alip(channel)[0]}, laws)
            assert says(part, -sp.log(after.lift[x, z]), {}, laws)
    # and an outcome that is kept as it is leaks as much as before
    least, entry, chance = min(
        (lift, entry, chance)
        for chance, lifts, line in lift_vectors(kernel, prior)
        for lift, entry in zip(lifts, line, strict=True)
    )
    laws = {"Y|z": law_of([1], (w, [least]))}
    laws["K"] = law_of([1], (reals("a_y")[0], [entry]), (reals("b_y")[0], [chance]))
    for part in parts("lemma-1.vi"):
        assert is_equal(part, {epsilon_l: ps.alip(channel)[0]}, laws)


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
    names = (*reals("theta P_y Q_y a_minP a_minQ"), symbols.c, floor)
    numbers = (rational(share), *chances[:2], *floors[:2], chances[2], floors[2])
    values = dict(zip(names, numbers, strict=True))
    (part,) = parts("lemma-1.iv")
    assert is_true(part, values)
    mixed = float(share * levels[0] + (1 - share) * levels[1])
    assert float(levels[2]) >= mixed - 1e-12
    sides = [value(side, values) for side in part.goal.conclusion.args]
    assert sides == pytest.approx([float(levels[2]), mixed], abs=1e-12)
