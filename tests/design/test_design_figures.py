"""The figures on optimal mechanisms show the data they were given."""

import json

import numpy as np
import pytest

from pmlsym import LDP, LIP, PMC, PML
from pmlsym.design import posterior_polygon, utility_curves
from pmlsym.plotting import polytope_figure, utility_figure

PRIOR = np.array([0.2, 0.3, 0.5])
CORNERS = np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)]])


def test_the_polytope_figure_draws_vertices_prior_and_used_posteriors():
    panels = [posterior_polygon(PRIOR, kind(0.5)) for kind in (PML, PMC, LIP, LDP)]
    figure = polytope_figure(panels)
    assert len(figure.axes) == 4
    for ax, panel in zip(figure.axes, panels, strict=True):
        vertices, prior = (np.array(line.get_xydata()) for line in ax.lines)
        assert vertices == pytest.approx(panel.vertices @ CORNERS)
        assert prior == pytest.approx((PRIOR @ CORNERS)[None, :])
        (marks,) = ax.collections
        assert np.asarray(marks.get_offsets()) == pytest.approx(panel.posteriors @ CORNERS)
        sizes = marks.get_sizes()
        assert sizes / sizes.sum() == pytest.approx(panel.weights)
        assert ax.get_title().startswith(str(panel.guarantee))
        assert f"{panel.value:.3f}" in ax.get_title()
        corners = [" ".join(text.get_text().split()) for text in ax.texts]
        assert corners == [f"$x_{x}$ (prior {mass})" for x, mass in enumerate(PRIOR, 1)]
    assert len(figure.legends) == 1


def test_the_utility_figure_draws_every_curve_and_the_entropy():
    curves = utility_curves([0.5, 0.5], [0.0, 0.3, 1.0])
    figure = utility_figure(curves)
    (ax,) = figure.axes
    drawn = {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}
    for name, values in curves.utility.items():
        label = name if name == "randomized response" else f"{name}, optimal"
        assert drawn[label] == pytest.approx(values)
    assert drawn["entropy H(X)"] == pytest.approx([np.log(2)] * 2)
    assert ax.get_xlabel() == "privacy level ε (nats)"
    assert ax.get_title() == "prior: n = 2, uniform"
    assert len(figure.legends) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "key"), [("design-polytope", "panels"), ("design-utility", "curves")]
)
def test_figures_are_drawn_with_their_data(pmlsym, tmp_path, name, key):
    out = tmp_path / "figure.png"
    found = pmlsym("figure", name, "--out", out, "--json")
    assert found.returncode == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert json.loads(found.stdout)[key]
