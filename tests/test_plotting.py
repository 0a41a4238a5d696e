"""Figures show the data they were given."""

import numpy as np

from pmlsym.laplace.experiment import utility_experiment
from pmlsym.laplace.histogram import histogram_leakage
from pmlsym.plotting import histogram_figure_1, leakage_figure, release_figure


def test_figure_1_draws_every_mean():
    results = utility_experiment(repetitions=10)
    figure = histogram_figure_1(results)
    drawn = sorted(
        float(y) for ax in figure.axes for box in ax.containers for y in box[0].get_ydata()
    )
    assert np.allclose(drawn, sorted(r.mean for r in results))
    for ax in figure.axes:
        assert ax.get_xlabel()
        assert ax.get_legend() is not None
    assert figure.axes[0].get_ylabel()


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
