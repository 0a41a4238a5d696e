"""Curves of guarantees side by side, against brute force and the statements of the paper."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.optimize import linprog

from pmlsym.guarantees import every_conversion
from pmlsym.guarantees.comparison import regions
from pmlsym.mechanisms.finite import FIGURE_1_PRIORS, NOTIONS, response_curve
from pmlsym.plotting import implication_figure, implication_table, pmc_figure_1, pmc_figure_2


def response_utility(prior, ratio):
    """Mutual information of randomized response from its joint distribution."""
    n = len(prior)
    kernel = (np.ones((n, n)) + (ratio - 1) * np.eye(n)) / (n - 1 + ratio)
    joint = kernel * np.array(prior)[:, None]
    product = np.outer(prior, joint.sum(axis=0))
    return float((joint * np.log(joint / product)).sum())


def allowed(prior, notion, level):
    """The largest ratio e^eps_r that keeps a promise, by bisection on measured lifts."""

    def kept(ratio):
        n = len(prior)
        kernel = (np.ones((n, n)) + (ratio - 1) * np.eye(n)) / (n - 1 + ratio)
        lift = kernel / (np.array(prior) @ kernel)
        found = {
            "pml": math.log(lift.max()),
            "pmc": -math.log(lift.min()),
            "ldp": math.log((kernel.max(axis=0) / kernel.min(axis=0)).max()),
        }
        return found[notion] <= level

    low, high = 1.0, 1e9
    for _ in range(200):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if kept(middle) else (low, middle)
    return low


@pytest.mark.parametrize("prior", FIGURE_1_PRIORS[:5], ids=str)
def test_utilities_are_those_of_the_least_noise_that_keeps_the_promise(prior):
    level = 0.6 * math.log(1 / min(prior))
    curve = response_curve(prior, [level])
    for notion in NOTIONS:
        expected = response_utility(prior, allowed(prior, notion, level))
        assert curve.utility[notion][0] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("prior", FIGURE_1_PRIORS, ids=str)
def test_context_never_costs_utility_in_the_panels_of_figure_1(prior):
    curve = response_curve(prior)
    for notion in ("pml", "pmc"):
        assert (np.array(curve.utility[notion]) >= np.array(curve.utility["ldp"]) - 1e-12).all()


@given(st.lists(st.floats(0.05, 1), min_size=3, max_size=5), st.floats(0.05, 0.9))
def test_pmc_allows_more_exactly_before_the_crossover(weights, share):
    prior = [w / sum(weights) for w in weights]
    curve = response_curve(prior, [share * math.log(1 / min(prior))])
    level, utility = curve.levels[0], curve.utility
    if level < curve.crossover - 1e-3:
        assert utility["pmc"][0] > utility["pml"][0]
    if level > curve.crossover + 1e-3:
        assert utility["pmc"][0] < utility["pml"][0]


def extreme_lift(prior, low, high, sign):
    """The smallest (sign 1) or largest (-1) lift between bounds, by linear programs."""
    size = len(prior)
    values = [
        linprog(sign * np.eye(size)[x], A_eq=[prior], b_eq=[1], bounds=[(low, high)] * size).fun
        for x in range(size)
    ]
    return sign * min(values)


@pytest.mark.parametrize("prior", [(0.3, 0.3, 0.2, 0.2), (0.5, 0.5), (0.6, 0.4)], ids=str)
def test_the_curves_of_figure_2_are_extremes_of_the_lift(prior):
    curves = regions(prior, points=7)
    assert len(curves.implied_pmc) == len(curves.pml_levels) >= 6
    for level, implied in zip(curves.pml_levels, curves.implied_pmc, strict=True):
        smallest = extreme_lift(prior, 0, math.exp(level), 1)
        assert math.exp(-implied) == pytest.approx(smallest, abs=1e-9)
    for level, implied in zip(curves.pmc_levels, curves.implied_pml, strict=True):
        largest = extreme_lift(prior, math.exp(-level), None, -1)
        assert math.exp(implied) == pytest.approx(largest, abs=1e-9)


def test_the_curves_coincide_for_a_fair_coin_alone():
    for prior, same in (((0.5, 0.5), True), ((0.6, 0.4), False)):
        curves = regions(prior, points=20)
        # below the orange curve at the same PMC level
        onto = np.interp(curves.implied_pmc, curves.pmc_levels, curves.implied_pml)
        close = np.allclose(onto, curves.pml_levels, atol=1e-6)
        assert close == same


def test_the_figures_draw_the_curves_they_are_given():
    curves = [response_curve(prior, [0.1, 0.5]) for prior in FIGURE_1_PRIORS[:4]]
    figure = pmc_figure_1(curves)
    assert len(figure.axes) == 4
    for ax, curve in zip(figure.axes, curves, strict=True):
        drawn = {line.get_label(): line.get_ydata() for line in ax.lines}
        for notion in NOTIONS:
            assert list(drawn[notion.upper()]) == curve.utility[notion]
    panels = [regions((0.3, 0.3, 0.2, 0.2), points=9)]
    (ax,) = pmc_figure_2(panels).axes
    blue = next(line for line in ax.lines if "Thm 6 (i)" in line.get_label())
    assert list(blue.get_ydata()) == panels[0].implied_pmc
    assert "neither" in [text.get_text() for text in ax.texts]


def test_the_graph_has_an_arrow_and_a_formula_for_each_conversion():
    found = every_conversion()
    chosen = [found[pair] for pair in (("PML", "PMC"), ("PMC", "PML"), ("LDP", "PMC"))]
    (ax,) = implication_figure(chosen).axes
    assert len(ax.patches) == 3
    texts = [text.get_text() for text in ax.texts]
    assert {"PML", "PMC", "LDP"} <= set(texts)
    assert sum("log" in text for text in texts) == 4  # three formulas, one range


def test_the_table_writes_the_levels_of_a_row_by_those_of_pml_and_pmc():
    import sympy as sp

    found = every_conversion()
    texts = [text.get_text() for text in implication_table(list(found.values())).axes[0].texts]
    kinds = ["PML", "PMC", "LIP", "ALIP", "LDP"]
    assert texts[:5] == kinds
    rows = [texts[start : start + 5] for start in range(5, 30, 5)]
    assert len(texts) == 30
    e, l_, limit = r"\epsilon", r"\ell", "$\nfor $" + r"p_{min} \leq \frac{1}{3}"
    shorts = {
        "PML": [l_, rf"{l_},\ {e}", rf"{l_} + {e}"],
        "PMC": [rf"\max\left({e}, u\right)", rf"{e},\ u", f"{e} + u"],
        "LIP": [rf"{e},\ u", f"{e} + u{limit}"],
        "ALIP": [rf"\max\left({l_}, u\right)", f"{l_} + u{limit}"],
        "LDP": [l_, rf"{l_},\ u"],
    }
    for kind, (head, *cells) in zip(kinds, rows, strict=True):
        assert head.startswith(f"{kind}($")
        assert ("for $" in head) == (kind == "PML")
        assert cells[-len(shorts[kind]) :] == [f"${short}$" for short in shorts[kind]]
        assert cells[0].startswith("$u = " if kind != "PML" else rf"${l_} = ")
    # what is written that way is so, at numbers for which all of it holds
    numbers = {"epsilon": 0.07, "epsilon_l": 0.05, "epsilon_u": 0.09, "p_min": 0.15}

    def level(source, kind):
        values = [sp.sympify(value) for value in found[source, kind].parameters]
        return [float(v.subs({s: numbers[s.name] for s in v.free_symbols})) for v in values]

    for kind in kinds:
        low, high = (level(kind, k)[0] if k != kind else 0.07 for k in ("PMC", "PML"))
        assert kind == "LIP" or level(kind, "LIP") == [pytest.approx(max(low, high))]
        assert kind == "ALIP" or level(kind, "ALIP") == pytest.approx([low, high])
        assert kind == "LDP" or level(kind, "LDP") == [pytest.approx(low + high)]


def test_the_table_draws_any_conversions():
    found = every_conversion()
    texts = [text.get_text() for text in implication_table([found["LIP", "PMC"]]).axes[0].texts]
    assert texts == ["LIP", "PMC", r"LIP($\epsilon$)", r"$\epsilon$"]
