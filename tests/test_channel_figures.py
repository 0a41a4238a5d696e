"""Pictures of channels: what is drawn is what was measured, with units, for any colour vision."""

import math

import numpy as np

import pmlsym as ps
from pmlsym.plotting import lift_figure

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
