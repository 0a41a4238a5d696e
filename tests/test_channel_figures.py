"""Pictures of channels: what is drawn is what was measured, with units, for any colour vision."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.design import posterior_polygon
from pmlsym.errors import ParameterError
from pmlsym.mechanisms import leakage_curve, randomized_response
from pmlsym.plotting import curve_figure, lift_figure, region_figure

KERNEL = [[0.7, 0.3, 0.0], [0.2, 0.5, 0.3]]
PRIOR = [0.25, 0.75]


def lifts():
    """The definition, entry by entry."""
    rows = []
    for row in KERNEL:
        rows.append(
            [
                row[y] / sum(q * other[y] for q, other in zip(PRIOR, KERNEL, strict=True))
                for y in range(3)
            ]
        )
    return rows


def test_secrets_and_outcomes_stand_by_their_names():
    named = ps.Channel(KERNEL, PRIOR, secrets=["ill", "well"], outcomes=["-", "?", "+"])
    heat = named.plot().axes[0]
    assert [tick.get_text() for tick in heat.get_yticklabels()] == ["ill", "well"]
    assert [tick.get_text() for tick in heat.get_xticklabels()] == ["-", "?", "+"]
    bare = ps.Channel(KERNEL, PRIOR).plot().axes[0]
    assert [tick.get_text() for tick in bare.get_yticklabels()] == ["0", "1"]


def test_the_heat_map_is_the_log_lift():
    figure = ps.Channel(KERNEL, PRIOR).plot(ps.ALIP(0.4, 0.5))
    drawn = np.exp(np.array(figure.data["log_lift"]))
    assert np.allclose(drawn, lifts())
    expected = [[v > math.exp(0.5) or v < math.exp(-0.4) for v in row] for row in lifts()]
    assert figure.data["beyond"] == expected
    heat, bar = figure.axes
    image = heat.images[0].get_array()
    assert np.allclose(image.filled(-np.inf), figure.data["log_lift"])
    frames = [patch for patch in heat.patches if not patch.get_fill()]
    assert len(frames) == sum(map(sum, expected))
    assert [patch.get_hatch() for patch in heat.patches if patch.get_hatch()] == ["///"]
    assert bar.get_ylabel() == "log-lift i(x; y) (nats)"
    assert sorted(float(line.get_ydata()[0]) for line in bar.lines) == [-0.4, 0.5]
    assert (heat.get_xlabel(), heat.get_ylabel()) == ("outcome y", "secret x")
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_bits_and_two_mechanisms_on_one_scale():
    one, other = ps.Channel(KERNEL, PRIOR), ps.Channel([[0.5, 0.5], [0.4, 0.6]], PRIOR)
    figure = lift_figure({"one": one, "other": other}, units="bits")
    assert np.allclose(np.exp2(figure.data["one"]["log_lift"]), lifts())
    left, right, bar = figure.axes
    assert [left.get_title(), right.get_title()] == ["one", "other"]
    assert left.images[0].norm is right.images[0].norm
    assert "bits" in bar.get_ylabel()


def test_a_curve_is_what_each_mechanism_leaks():
    levels = [0.0, 0.5, 2.0]
    curve = leakage_curve(lambda level: randomized_response([0.5, 0.3, 0.2], level), levels)
    assert curve.leakage["ldp"] == pytest.approx(levels)
    figure = curve_figure(curve, "level (nats)")
    (ax,) = figure.axes
    drawn = {line.get_label(): line.get_ydata() for line in ax.lines}
    for level, value in zip(levels, drawn["PML"], strict=True):
        total = math.exp(level) + 2
        rarest = math.exp(level) / (0.2 * math.exp(level) + 0.8)
        assert value == pytest.approx(math.log(rarest)), total
    assert ax.get_ylabel() == "leakage (nats)"
    assert figure.data["values"] == levels


def test_an_infinite_leakage_is_named_and_not_drawn():
    def erased(share):
        return ps.Channel([[share, 0, 1 - share], [0, share, 1 - share]], [0.5, 0.5])

    figure = curve_figure({"erasure": leakage_curve(erased, [0.0, 0.5], ["pmc"])})
    (line,) = figure.axes[0].lines
    assert line.get_label() == "PMC (infinite where it ends)"
    assert np.isnan(line.get_ydata()[1])
    assert figure.data["erasure"]["leakage"]["pmc"] == [0.0, math.inf]


def test_a_region_has_the_corners_that_the_guarantee_admits():
    prior = [0.2, 0.3, 0.5]
    panels = [posterior_polygon(prior, kind(0.4)) for kind in (ps.PML, ps.LDP)]
    figure = region_figure(panels)
    for x in (0, 1, 2):
        most = max(corner[x] for corner in figure.data["PML(0.4)"])
        assert most <= prior[x] * math.exp(0.4) + 1e-12
    for corner in figure.data["LDP(0.4)"]:
        lift = [post / mass for post, mass in zip(corner, prior, strict=True)]
        assert max(lift) / min(lift) == pytest.approx(math.exp(0.4))
    labels = [text.get_text() for text in figure.legends[0].texts]
    assert labels == ["PML(0.4) nats", "LDP(0.4) nats", "prior"]
    with pytest.raises(ParameterError, match="different priors"):
        region_figure([panels[0], posterior_polygon([0.5, 0.25, 0.25], ps.PML(0.4))])
    with pytest.raises(ParameterError, match="empty"):
        region_figure([])
