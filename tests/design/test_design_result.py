"""What a result says of itself."""

import re

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design


@pytest.fixture(scope="module")
def found():
    return design.optimal_mechanism([0.2, 0.3, 0.5], ps.PML(0.5))


def test_the_gap_is_what_is_missing_to_the_bound(found):
    assert found.gap == max(0.0, found.upper_bound - found.value)


def test_lifts_are_the_kernel_over_the_marginal(found):
    kernel, prior = found.channel.kernel, found.channel.prior
    support = list(found.support)
    expected = kernel[:, support] / (prior @ kernel)[support]
    assert found.lifts == pytest.approx(expected, rel=1e-12)
    assert prior @ found.lifts == pytest.approx(np.ones(len(support)), abs=1e-12)


def test_the_support_leaves_out_decisions_never_made():
    never = [[1.0, 0.0, -1.0], [0.0, 1.0, -1.0]]
    found = design.optimal_mechanism([0.5, 0.5], ps.PML(0.3), design.Reward(never))
    assert found.channel.shape == (2, 3)
    assert found.support == (0, 1)
    assert found.lifts.shape == (2, 2)
    assert (found.channel.kernel[:, 2] == 0).all()


def test_the_text_has_guarantee_value_bound_and_method(found):
    text = repr(found)
    assert text.startswith("<PML(0.5), 3 secrets: mutual-information 0.296845, at most 0.296845")
    assert text.endswith(f"3 outcomes, {found.method}>")
    html = found._repr_html_()
    for part in ("PML(0.5)", "exact arithmetic", "mutual-information", found.reason):
        assert part in html


def test_the_bound_in_the_text_is_not_below_the_value():
    rng = np.random.default_rng(1)
    for _ in range(20):
        prior = rng.dirichlet(np.ones(4))
        result = design.optimal_mechanism(prior, ps.LIP(float(rng.uniform(0.1, 2))))
        shown = float(re.search(r"at most ([0-9.]+)", repr(result))[1])
        assert shown >= result.value - 1e-6 * (1 + result.value)
        assert shown == pytest.approx(result.upper_bound, rel=1e-5)


def test_results_are_equal_whatever_the_time():
    first, second = (design.optimal_mechanism([0.2, 0.8], ps.PML(0.2)) for _ in range(2))
    assert first.value == second.value
    assert first.method == second.method
    assert (first.channel.kernel == second.channel.kernel).all()


def test_seconds_are_counted(found):
    assert 0 < found.seconds < 60


def test_reasons():
    prior = np.arange(1, 6) / 15
    assert "no other mechanism" in design.optimal_mechanism(prior, ps.LIP(0.5)).reason
