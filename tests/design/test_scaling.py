"""The program in units of its own size, against the program as it is written."""

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.design.pricing.program import Scaling
from pmlsym.design.utility import CHI_SQUARE, MUTUAL_INFORMATION
from tests.design.definitions import admitted, every_guarantee, random_prior


@pytest.mark.parametrize("epsilon", [1e-7, 1e-3, 0.5, 8.0])
def test_deviations_are_at_most_one(epsilon):
    rng = np.random.default_rng(1)
    for guarantee in every_guarantee(epsilon, 2 * epsilon):
        lifts = admitted(guarantee, random_prior(rng, 5))
        columns = lifts.vertices()
        moved = Scaling(lifts, MUTUAL_INFORMATION).deviations(columns)
        assert np.abs(moved).max() <= 1 + 1e-6
        assert np.abs(moved).max(axis=1) == pytest.approx(np.ones(5), abs=1e-6)


def test_worth_is_beyond_the_constant_channel_in_a_unit_that_stays():
    prior = np.array([0.2, 0.3, 0.5])
    lifts = admitted(ps.PML(0.5), prior)
    rows, columns = Scaling(lifts, CHI_SQUARE), lifts.vertices()
    values = CHI_SQUARE.at(columns, prior)
    found = rows.worth(values)
    assert found.max() == 1
    assert found * rows.unit + rows.constant == pytest.approx(values)
    unit = rows.unit
    assert rows.worth(10 * values, fix=False).max() == pytest.approx(10)
    assert rows.unit == unit
    constant = Scaling(lifts, CHI_SQUARE)
    assert constant.worth(np.zeros(3)).tolist() == [0, 0, 0]
    assert constant.unit == 1


@pytest.mark.parametrize("utility", [MUTUAL_INFORMATION, CHI_SQUARE], ids=lambda u: u.name)
def test_prices_of_the_rows_are_prices_of_the_lifts(utility):
    """Whatever the numbers, total + mean @ deviation is prices @ lift in the unit of the worth."""
    rng = np.random.default_rng(2)
    for guarantee in every_guarantee(0.3, 0.9):
        prior = random_prior(rng, 6)
        lifts = admitted(guarantee, prior)
        columns = lifts.vertices()
        rows = Scaling(lifts, utility)
        rows.worth(utility.at(columns, prior))
        total, mean = float(rng.normal()), rng.normal(size=6)
        prices = rows.prices(total, mean)
        scaled = total + mean @ rows.deviations(columns)
        assert prices @ columns == pytest.approx(scaled * rows.unit + rows.constant, abs=1e-9)


def test_the_scaled_program_has_the_same_optimum_and_valid_prices():
    rng = np.random.default_rng(3)
    for guarantee in every_guarantee(0.4, 0.2):
        prior = rng.dirichlet(np.full(5, 3.0))
        lifts = admitted(guarantee, prior)
        columns = lifts.vertices()
        values = MUTUAL_INFORMATION.at(columns, prior)
        plain = linprog(-values, A_eq=columns, b_eq=np.ones(5))
        rows = Scaling(lifts, MUTUAL_INFORMATION)
        worth = rows.worth(values)
        table = np.vstack([np.ones(columns.shape[1]), rows.deviations(columns)])
        scaled = linprog(-worth, A_eq=table, b_eq=np.append(1, np.zeros(5)))
        assert -scaled.fun * rows.unit + rows.constant == pytest.approx(-plain.fun, abs=1e-9)
        duals = -scaled.eqlin.marginals
        prices = rows.prices(duals[0], duals[1:])
        assert (values - prices @ columns).max() <= 1e-8
        assert prices.sum() == pytest.approx(-plain.fun, abs=1e-8)
