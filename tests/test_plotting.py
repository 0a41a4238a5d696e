"""Figures show the data they were given."""

import numpy as np
import pytest

from pmlsym.laplace import corner, record_lift, workloads
from pmlsym.laplace.experiment import utility_experiment
from pmlsym.laplace.histogram import histogram_leakage
from pmlsym.laplace.workload.comparison import (
    leakage_curve,
    outcome_curve,
    records_curve,
    scale_curve,
)
from pmlsym.mechanisms import response_curve
from pmlsym.plotting import (
    histogram_figure_1,
    leakage_figure,
    linear_figure_1,
    linear_figure_2,
    noise_figure,
    outcome_figure,
    pmc_figure_1,
    range_release_figure,
    records_figure,
    release_figure,
)
from pmlsym.plotting.style import BOUNDS, GUARANTEES, LINES, SMALL, WIDTH


def test_figure_1_draws_every_mean():
    results = utility_experiment(repetitions=10)
    figure = histogram_figure_1(results)
    *means, share = figure.axes
    drawn = sorted(float(y) for ax in means for box in ax.containers for y in box[0].get_ydata())
    assert np.allclose(drawn, sorted(r.mean for r in results))
    for ax in figure.axes:
        assert ax.get_xlabel()
        assert ax.get_legend() is not None
    named = [text.get_text() for text in share.get_legend().get_texts()]
    assert sorted(named) == [
        "as with DP noise",
        *(f"k = 10, PML, α = {alpha}" for alpha in ("0.02", "0.05", "0.1")),
        *(f"k = 5, PML, α = {alpha}" for alpha in ("0.05", "0.1", "0.15")),
    ]
    assert figure.axes[0].get_ylabel()
    # the bars say how well a mean is known, not how far single releases spread
    bar = means[0].containers[0].lines[2][0].get_segments()[0]
    first = results[0]
    assert np.isclose(np.ptp(bar[:, 1]), 4 * first.deviation / np.sqrt(10))
    panel = [r for r in results if r.setting.panel == "a"]
    mean = {(r.setting.bins, r.setting.alpha, r.setting.epsilon): r.mean for r in panel}
    expected = [
        value / mean[bins, None, level]
        for (bins, alpha, level), value in mean.items()
        if alpha is not None
    ]
    shares = [float(y) for box in share.containers for y in box[0].get_ydata()]
    assert np.allclose(sorted(shares), sorted(expected))


def test_a_notebook_shows_a_figure_by_itself():
    assert leakage_figure([0.1])._repr_png_().startswith(b"\x89PNG")


def test_the_leakage_figure_draws_the_bound():
    (ax,) = leakage_figure([0.1]).axes
    line = next(line for line in ax.lines if "exact" in line.get_label())
    assert np.allclose(line.get_ydata(), histogram_leakage(0.1, line.get_xdata()))


def test_the_release_figure_spans_the_percentiles():
    published = np.arange(101)[:, None] * np.array([1, 2])
    (ax,) = release_figure(["a", "b"], [50, 100], {"DP": published}, (10, 90)).axes
    errorbar = ax.containers[1]
    assert errorbar[0].get_ydata().tolist() == [50, 100]


def lines(ax):
    return {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}


def test_the_linear_figures_draw_published_and_corrected_curves():
    curve = leakage_curve("Haar", workloads.haar(8), floors=[0.01, 0.05, 0.125])
    (ax,) = linear_figure_1([curve]).axes
    drawn = lines(ax)
    assert drawn["(5) as published: no bound"].tolist() == curve.corner
    assert drawn["(7), proved; exact for n = 1"].tolist() == curve.triangle
    assert drawn["tilted, the limit for n → ∞"].tolist() == curve.tilted
    assert set(drawn["DP"]) == {6.0}
    assert not ax.texts
    (same,) = linear_figure_1([leakage_curve("I", workloads.identity(3), floors=[0.1])]).axes
    assert same.texts[0].get_text() == "(5) = tilted = (7)"


def test_the_second_linear_figure_shows_promised_and_leaked():
    curve = scale_curve(workloads.haar(8), 0.05, [0.5, 1.5])
    left, right = linear_figure_2(curve).axes
    assert lines(left)["(5) as published: no bound"].tolist() == curve.corner
    assert lines(right)["leaked with the scale of (5)"].tolist() == curve.leaks
    for level, scale, leaked in zip(curve.levels, curve.corner, curve.leaks, strict=True):
        # enumerated: one record at y = w_1, the prior favouring each class in turn
        columns = workloads.haar(8).T
        densities = np.exp(-np.abs(columns - columns[0]).sum(axis=1) / scale)
        worst = max(-np.log(densities @ np.where(np.arange(8) == j, 0.65, 0.05)) for j in range(8))
        assert leaked == pytest.approx(worst)
        assert worst > level
        assert corner(workloads.haar(8), 0.05, scale).lower == pytest.approx(level, abs=1e-9)


def test_the_records_figure_falls_between_its_bounds():
    curve = records_curve("two", [[0, 3, 3], [0, 1, -1]], 1 / 3, 1.0, [1, 2, 10])
    (ax,) = records_figure([curve]).axes
    exact = lines(ax)["exact, n records"]
    assert exact[0] == pytest.approx(curve.triangle)
    assert np.all(np.diff(exact) < 0)
    assert exact[-1] > curve.tilted > curve.corner


def test_the_outcome_figure_is_the_lift_of_enumerated_databases():
    curve = outcome_curve([0, 0, 1, 2, 2], 0.2, 1 / np.log(4), [1, 3])
    assert outcome_figure(curve).axes[0].get_xlabel()
    for n in (1, 3):
        place = int(np.argmin(np.abs(np.array(curve.outcomes) - 1)))
        others = [[0.2] * 5] * (n - 1)
        lifts = record_lift([[0, 0, 1, 2, 2]], [0.2] * 5, others, [n], 0.25)
        assert curve.outcomes[place] == pytest.approx(1)
        assert curve.leakage[n][place] == pytest.approx(np.log(max(lifts)))


def test_the_range_figure_spans_the_deviation():
    (ax,) = range_release_figure(["a", "b"], [50, 100], {"DP": 3.0, "safe": 2.0}).axes
    heights = {float(y) for box in ax.collections for seg in box.get_segments() for y in seg[:, 1]}
    assert {47.0, 53.0, 48.0, 52.0, 97.0, 103.0, 98.0, 102.0} == heights


def test_the_noise_figure_draws_leakages_bounds_and_dp():
    from pmlsym.gaussian import GaussianNoise
    from pmlsym.laplace.mean.release import MeanRelease
    from pmlsym.secret import Uniform

    places = [-1.0, 0.0, 2.0]
    releases = {
        "normal noise": GaussianNoise(Uniform(-1.0, 1.0), 1.0),
        "Laplace noise": MeanRelease(Uniform(-1.0, 1.0), 3, 1.0),
    }
    figure = noise_figure(releases, places, bounds=True)
    for ax, release in zip(figure.axes, releases.values(), strict=True):
        drawn = {line.get_label(): line.get_ydata() for line in ax.lines}
        assert np.allclose(drawn["PML"], release.pml(places))
        assert np.allclose(drawn["PMC"], release.pmc(places))
    assert len(figure.axes[0].collections) == 1
    assert np.allclose(drawn["DP"], release.dp())
    # one legend for all panels, also for what is not in its own
    back = noise_figure(dict(reversed(releases.items())), places, bounds=True)
    names = [text.get_text() for text in back.axes[-1].get_legend().get_texts()]
    assert names == ["PML", "PMC", "bounds on PMC", "DP"]


def test_an_infinite_pmc_is_said_to_be_infinite():
    from pmlsym.gaussian import GaussianNoise
    from pmlsym.secret import Normal

    (ax,) = noise_figure({"normal": GaussianNoise(Normal(0.0, 1.0), 1.0)}, [0.0, 1.0], True).axes
    assert "PMC (infinite)" in [line.get_label() for line in ax.lines]
    assert not ax.collections


def test_lines_are_told_apart_in_grey():
    dashes = [str(LINES[name]["ls"]) for name in LINES if name != "here"]
    assert len(set(dashes)) == len(dashes)
    for names in (GUARANTEES, BOUNDS):
        assert len(set(names.values())) == len(names)


def test_pml_has_one_line_everywhere():
    from pmlsym.design import utility_curves
    from pmlsym.gaussian import GaussianNoise
    from pmlsym.plotting import utility_figure
    from pmlsym.secret import Uniform

    release = GaussianNoise(Uniform(-1.0, 1.0), deviation=1.0)
    figures = [
        pmc_figure_1([response_curve([0.5, 0.25, 0.25], [0.1, 0.5])]),
        noise_figure({"uniform": release}, [-1.0, 0.0, 1.0]),
        utility_figure(utility_curves([0.5, 0.5], [0.0, 0.5])),
    ]
    for name in ("PML", "PMC"):
        found = [
            (line.get_color(), line.get_linestyle())
            for figure in figures
            for line in figure.axes[0].lines
            if line.get_label().startswith(name)
        ]
        assert len(found) == 3
        assert len(set(found)) == 1


def test_the_dotted_line_of_the_responses_is_explained():
    curve = response_curve([0.5, 0.25, 0.25], [0.1, 0.5])
    figure = pmc_figure_1([curve] * 4)
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert texts[:3] == ["PML", "PMC", "LDP"]
    assert "p_{\\max}" in texts[3]
    dotted = [line for line in figure.axes[0].lines if line.get_label() == texts[3]]
    assert [line.get_xdata()[0] for line in dotted] == [pytest.approx(np.log(0.5 / 0.25))]


def test_figures_fit_a_notebook_and_their_text_is_legible():
    curves = [leakage_curve(f"{n}", workloads.identity(2), floors=[0.1, 0.2]) for n in range(5)]
    figures = [
        linear_figure_1(curves),
        histogram_figure_1(utility_experiment(repetitions=5)),
        leakage_figure(),
    ]
    for figure in figures:
        assert figure.get_figwidth() <= WIDTH
        legends = [ax.get_legend() for ax in figure.axes if ax.get_legend()] + figure.legends
        assert legends
        for ax in figure.axes:
            sizes = [ax.title.get_fontsize(), ax.xaxis.label.get_fontsize()]
            assert min(sizes + [text.get_fontsize() for text in ax.get_xticklabels()]) >= SMALL
        assert min(t.get_fontsize() for each in legends for t in each.get_texts()) >= SMALL
