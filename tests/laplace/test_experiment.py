"""The utility experiment: seeded, and right about expected errors."""

import math

import numpy as np
import pytest

from pmlsym import deadline
from pmlsym.errors import InexactWarning, ParameterError
from pmlsym.laplace import experiment
from pmlsym.laplace.experiment import (
    Setting,
    curves,
    figure_1_settings,
    total_variation,
    utility_experiment,
)


def test_distances_by_hand():
    assert total_variation([6, 4], [5, 4]) == pytest.approx(0.05)
    assert total_variation([6, 4], [5, 4], "total") == pytest.approx(abs(5 / 9 - 0.6))
    assert total_variation([6, 4], [0, 0], "total") == 1
    assert total_variation([[6, 4], [5, 5]], [[6, 4], [0, 10]]).tolist() == [0, 0.5]


def expected_error(count, scale):
    """E|rint(max(c + bZ, 0)) - c| from the Laplace distribution function, term by term."""

    def beyond(x):  # P(bZ > x) for x >= 0
        return 0.5 * math.exp(-x / scale)

    up = sum(beyond(j - 0.5) for j in range(1, int(60 * scale) + 60))
    down = sum(beyond(j - 0.5) for j in range(1, count + 1))
    return up + down


@pytest.mark.parametrize(("epsilon", "alpha"), [(0.1, None), (0.1, 0.1), (1.0, 0.1)])
def test_the_mean_distance_is_the_expected_one(epsilon, alpha):
    setting = Setting("a", 4, epsilon, alpha)
    (found,) = utility_experiment([setting], records=200, repetitions=20_000, seed=4)
    rng = np.random.default_rng(0)
    counts = rng.multinomial(200, [0.25] * 4, 300).ravel()
    errors = {int(c): expected_error(int(c), setting.scale) for c in set(counts)}
    expected = 4 * np.mean([errors[int(c)] for c in counts]) / (2 * 200)
    assert found.mean == pytest.approx(expected, rel=0.02)


def test_one_seed_gives_one_result():
    settings = figure_1_settings()[:3]
    first = utility_experiment(settings, repetitions=50, seed=1)
    assert first == utility_experiment(settings, repetitions=50, seed=1)
    assert first != utility_experiment(settings, repetitions=50, seed=2)


def test_progress_is_reported_to_the_end():
    seen = []
    utility_experiment(figure_1_settings()[:4], repetitions=2, progress=seen.append)
    assert seen == [1, 2, 3, 4]


def test_the_figure_covers_both_panels_and_pml_is_always_closer():
    results = utility_experiment(repetitions=400)
    assert {label for label, _ in curves(results)} >= {"k = 5, DP", "ε = 1, PML, α = 0.05"}
    dp = {
        (r.setting.panel, r.setting.bins, r.setting.epsilon): r
        for r in results
        if r.setting.alpha is None
    }
    compared = 0
    for r in results:
        if r.setting.alpha is not None:
            other = dp[r.setting.panel, r.setting.bins, r.setting.epsilon]
            margin = 4 * math.hypot(r.deviation, other.deviation) / math.sqrt(400)
            assert r.mean <= other.mean + margin
            assert r.setting.scale < other.setting.scale
            compared += 1
    assert compared == len(results) - len(dp) > 50


def test_a_limit_of_time_leaves_what_was_drawn(monkeypatch):
    settings = figure_1_settings()[:3]
    monkeypatch.setattr(experiment, "BLOCK", 50)  # ten repetitions of five bins
    whole, part = (utility_experiment(settings, repetitions=many, seed=1) for many in (30, 20))
    assert [one.repetitions for one in whole] == [30] * 3
    odd = utility_experiment(settings, repetitions=25, seed=1)  # the last part has five
    assert [one.repetitions for one in odd] == [25] * 3
    assert whole[1].mean != part[1].mean
    calls = []

    def passed():  # first asked when the limit is set, then before each ten repetitions
        calls.append(1)
        return len(calls) > 1 + 3 + 2

    monkeypatch.setattr(deadline, "passed", passed)
    message = "2 of 3 settings were run, the last one 20 times: time_limit was reached"
    with pytest.warns(InexactWarning, match=message):
        found = utility_experiment(settings, repetitions=30, seed=1, time_limit=0)
    assert found == [whole[0], part[1]]


def test_without_time_nothing_is_drawn():
    with pytest.warns(InexactWarning, match="0 of 132 settings were run: time_limit"):
        assert utility_experiment(time_limit=0) == []
    with pytest.raises(ParameterError, match="time_limit is -1"):
        utility_experiment(time_limit=-1)


def test_the_limit_of_a_caller_ends_the_experiment(monkeypatch):
    monkeypatch.setattr(deadline, "passed", lambda: True)
    with pytest.raises(deadline.TimeIsUp):
        utility_experiment()
