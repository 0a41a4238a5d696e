"""Every slider of the explorer moves its curves to the numbers of the definitions."""

import math

import ipywidgets as widgets
import numpy as np
import pytest

from pmlsym.explorer import PANELS, explorer
from pmlsym.explorer.controls import keep_floor_below, log_slider, prior_of, weight_sliders


@pytest.fixture(scope="module")
def panels():
    """Return each panel, drawn, by its title."""
    found = {}
    for kind in PANELS:
        panel = found[kind.title] = kind()
        panel.start()
    return found


@pytest.fixture
def panel(request, panels):
    """Return one panel at its default settings, and put it back there afterwards."""
    one = panels[request.param]
    before = {name: control.value for name, control in one.controls.items()}
    yield one
    for name in (*before, *before):  # twice, as one slider may bound another
        one.controls[name].value = before[name]


def places(control):
    """Return three values of a control, none of which it has now."""
    if isinstance(control, widgets.Dropdown):
        return control.options[1:4]
    low, high = control.min, control.max
    values = [low + share * (high - low) for share in (0.3, 0.6, 0.85)]
    if isinstance(control, widgets.FloatLogSlider):
        return [10**value for value in values]
    if isinstance(control, widgets.IntSlider):
        return [value for value in range(low, high + 1) if value != control.value][-3:]
    return values


def pictures(panel):
    return [picture.value for picture in panel._pictures.values()]


CONTROLS = [(kind.title, name) for kind in PANELS for name in kind().make_controls()]


@pytest.mark.parametrize(("panel", "name"), CONTROLS, indirect=["panel"])
def test_every_control_moves_its_curves(panel, name):
    control = panel.controls[name]
    for value in places(control):
        data, shown, said = [f.data for f in panel.figures.values()], pictures(panel), panel.said
        control.value = value
        assert [figure.data for figure in panel.figures.values()] != data
        assert any(new != old for new, old in zip(pictures(panel), shown, strict=True))
        assert panel.said != said
        assert panel.said in panel._sentence.value


@pytest.mark.parametrize("panel", [kind.title for kind in PANELS], indirect=True)
def test_everything_has_a_name_units_and_words(panel):
    for control in panel.controls.values():
        assert control.description
        assert control.tooltip
    for figure, picture in zip(panel.figures.values(), pictures(panel), strict=True):
        assert "nats" in figure.up
        assert f"alt='{figure.title}: " in picture
        assert panel.said.partition(" ")[0] in picture
    for figure in panel.figures.values():
        styles = {(str(c.get_color()), str(c.get_linestyle())) for c in figure._curves.values()}
        assert len(styles) == len(figure._curves)  # colour is never all that tells two apart
        lines = [str(c._unscaled_dash_pattern) + c.get_marker() for c in figure._curves.values()]
        assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("panel", ["Histogram"], indirect=True)
def test_the_histogram_is_theorem_4(panel):
    alpha, scale = (panel.controls[name].value for name in ("alpha", "scale"))
    # one record of five classes: e^{-|difference|/b} at the worst outcome, from the densities
    noise = np.exp(-np.abs(np.eye(5)[:, None] - np.eye(5)[0]).sum(axis=2) / scale).ravel()
    worst = np.log(noise[0] / (alpha * noise[:4].sum() + (1 - 4 * alpha) * noise[4]))
    assert panel.figures["scale"].data["now"] == ([scale], [pytest.approx(worst)])
    panel.controls["bins"].value = 20
    assert panel.controls["alpha"].value == pytest.approx(1 / 20)
    assert max(panel.figures["alpha"].data["exact, at b"][0]) == 1 / 20
    assert "α = 0.05 " in panel.said
    panel.controls["epsilon"].value = 3.0  # above log(20): nothing to do for it
    assert "takes no noise" in panel.said


@pytest.mark.parametrize("panel", ["Randomized response"], indirect=True)
def test_the_response_is_measured_by_definition(panel):
    panel.controls["epsilon"].value = math.log(3)
    prior = np.array([0.5, 0.3, 0.2])
    kernel = (np.ones((3, 3)) + 2 * np.eye(3)) / 5
    lift = np.log(kernel / (prior @ kernel))
    assert panel.figures["leakage"].data["now"][1] == pytest.approx(
        [lift.max(), -lift.min(), math.log(3)], abs=1e-3
    )
    drawn = [row[1] for row in panel.figures["lift"].data.values()]
    assert np.allclose(drawn, lift, atol=2e-3)


@pytest.mark.parametrize("panel", ["Linear queries"], indirect=True)
def test_the_workload_at_one_record_is_the_corollary(panel):
    panel.controls["workload"].value = "one query"
    panel.controls["classes"].value = 4
    panel.controls["alpha"].value = 0.1
    answers, alpha, scale = np.array([0, 0, 1, 2]), panel.controls["alpha"].value, 1.0
    noise = np.exp(-np.abs(answers[:, None] - answers) / scale)  # density at w_r, for every class
    worst = max(
        -np.log(alpha * row.sum() + (1 - 4 * alpha) * row.min()) for row in noise
    )  # the record's own class has density 1 there
    dp, triangle, tilted, corner = panel.figures["bounds"].data["now"][1]
    assert triangle == pytest.approx(worst)
    assert corner <= tilted <= triangle <= dp == 2.0


@pytest.mark.parametrize("panel", ["Conversions"], indirect=True)
def test_conversions_hold_and_are_attained(panel):
    panel.controls["p_min"].value = 0.25
    pmc, ldp = panel.figures["PML"].data["now"][1]
    # the farthest lift under PML(0.2) with p_min = 1/4: e^0.2 at all secrets but the rarest
    least = (1 - 0.75 * math.exp(0.2)) / 0.25
    assert pmc == pytest.approx(-math.log(least))
    assert ldp == pytest.approx(0.2 - math.log(least))
    panel.controls["epsilon"].value = 1.0
    assert panel.figures["PML"].data["now"][1] == [math.inf, math.inf]
    assert "PML gives PMC infinitely many nats" in panel.said


@pytest.mark.parametrize("panel", ["Best mechanism"], indirect=True)
def test_the_best_mechanism_is_above_every_other(panel):
    panel.controls["epsilon"].value = 3.0
    pml, _, ldp, response = panel.figures["utility"].data["now"][1]
    entropy = -sum(p * math.log(p) for p in (0.5, 0.3, 0.2))
    assert pml == pytest.approx(entropy)  # log(1/0.2) < 3: publishing the secret is allowed
    assert response <= ldp + 1e-12
    assert ldp <= entropy


def test_a_tab_is_drawn_when_it_is_looked_at():
    tabs = explorer()
    assert "img" in tabs.children[0].children[3].children[0].value
    assert tabs.children[3].children[3].children == ()
    tabs.selected_index = 3
    assert len(tabs.children[3].children[3].children) == 3


def test_weights_make_a_prior_and_a_floor_stays_below_one_over_k():
    assert prior_of(weight_sliders(1, 1, 2)) == (0.25, 0.25, 0.5)
    floor = log_slider("α", "the floor", 0.3, 0.001, 0.5)
    for k in range(2, 60):  # 10^log10(1/k) may lie above 1/k, which would be refused
        assert keep_floor_below(floor, k) <= 1 / k
