"""Panels of the explorer, and a tab for each of them, which is drawn when it is first opened."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import ipywidgets as widgets
import numpy as np

from pmlsym.design.curves import RESPONSE, UtilityCurves, utility_curves
from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.explorer.controls import (
    LEAST_FLOOR,
    Panel,
    floor_slider,
    keep_floor_below,
    listed,
    log_slider,
    menu,
    nats,
    prior_in_words,
    prior_of,
    slider,
    weight_sliders,
    whole_slider,
)
from pmlsym.guarantees import LDP, PMC, PML, Guarantee
from pmlsym.guarantees.comparison import ImpliedCurve, implied_curve
from pmlsym.laplace import calibrate, histogram_dp, histogram_leakage, histogram_relaxation
from pmlsym.laplace.workload.comparison import NoiseCurve, noise_curve
from pmlsym.laplace.workload.matrices import all_ranges, haar, identity, prefix
from pmlsym.mechanisms.finite import LeakageCurve, leakage_curve, randomized_response
from pmlsym.nats import logs
from pmlsym.plotting.live import LiveBars, LiveFigure
from pmlsym.plotting.style import BLUE, BOUNDS, GUARANTEES

_HISTOGRAM_SCALES = np.geomspace(0.05, 50, 160)
_EXACT, _AT_UNIFORM, _SIMPLE, _DP = "exact, at α", "exact, at α = 1/k", "2(1−α)/(b+α)", "DP: 2/b"
_HERE, _LEVEL, _FLOOR = "now", "promised ε", "exact, at b"


class HistogramPanel(Panel):
    """Worst leakage of a record: `pmlsym.laplace.histogram_leakage` beside simpler bounds.

    Examples
    --------
    >>> panel = HistogramPanel()
    >>> panel.start()
    >>> panel.said[:44]
    'At α = 0.1 and b = 2 a record leaks at most '
    """

    title = "Histogram"
    about = (
        "Every bin of a histogram gets Laplace noise of scale b. Whatever the others are, a record "
        "whose classes all have probability α or more leaks no more than this (nats)."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the floor, the scale, the number of bins and the promise."""
        return {
            "alpha": floor_slider(0.1, 0.2),
            "scale": log_slider("scale b (counts)", "The scale of the noise", 2.0, 0.05, 50.0),
            "bins": whole_slider("bins k", "How many bins the histogram has", 5, 2, 50),
            "epsilon": slider("promise ε (nats)", "The leakage promised", 0.5, 0.05, 3.0, 0.05),
        }

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames: leakage against the scale, and against the floor."""
        up = "worst leakage of a record (nats)"
        across = "scale b of the noise (counts)"
        styles = {"fourth": _DP, "third": _SIMPLE, "first": _EXACT, "second": _AT_UNIFORM}
        marks = {"level": _LEVEL, "here": _HERE}
        against_floor = {"fourth": _DP, "first": _FLOOR, "here": _HERE}
        return {
            "scale": LiveFigure(
                "Against the scale", across, up, (0.05, 50), (0.01, 50), styles | marks, "xy"
            ),
            "alpha": LiveFigure(
                "Against the floor, up to 1/k",
                "floor α of the probabilities (no unit)",
                up,
                (LEAST_FLOOR, 0.5),
                (0.01, 50),
                against_floor,
                "xy",
            ),
        }

    def before(self) -> None:
        """Keep the floor at 1/k or below."""
        keep_floor_below(self.controls["alpha"], self.controls["bins"].value)

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the bounds at the current floor and scale."""
        bins = int(self.controls["bins"].value)
        alpha = keep_floor_below(self.controls["alpha"], bins)
        scale, epsilon = self.number("scale"), self.number("epsilon")
        leakage = histogram_leakage(alpha, scale, bins)
        floors = np.geomspace(LEAST_FLOOR, 1 / bins, 60)
        floors[-1] = 1 / bins
        ends = [0.05, 50.0]
        drawn = {
            "scale": self.figures["scale"].draw(
                {
                    _DP: (_HISTOGRAM_SCALES, histogram_dp(_HISTOGRAM_SCALES)),
                    _SIMPLE: (
                        _HISTOGRAM_SCALES,
                        histogram_relaxation(alpha, _HISTOGRAM_SCALES, bins),
                    ),
                    _EXACT: (_HISTOGRAM_SCALES, histogram_leakage(alpha, _HISTOGRAM_SCALES, bins)),
                    _AT_UNIFORM: (
                        _HISTOGRAM_SCALES,
                        histogram_leakage(1 / bins, _HISTOGRAM_SCALES, bins),
                    ),
                    _LEVEL: (ends, [epsilon, epsilon]),
                    _HERE: ([scale], [leakage]),
                }
            ),
            "alpha": self.figures["alpha"].draw(
                {
                    _DP: ([LEAST_FLOOR, 0.5], [histogram_dp(scale)] * 2),
                    _FLOOR: (floors, histogram_leakage(floors, scale, bins)),
                    _HERE: ([alpha], [leakage]),
                }
            ),
        }
        with warnings.catch_warnings():
            # the sentence below says so where the promise needs no noise
            warnings.simplefilter("ignore", VacuousGuaranteeWarning)
            needed = float(calibrate(epsilon, alpha, bins=bins))
        enough = f"takes b = {needed:.3g}" if needed > 0 else "takes no noise"
        said = (
            f"At α = {alpha:.3g} and b = {scale:.3g} a record leaks at most {nats(leakage)}; "
            f"differential privacy says {nats(histogram_dp(scale))}. "
            f"To promise {nats(epsilon)} {enough}, and with differential privacy "
            f"b = {histogram_dp(1.0) / epsilon:.3g}."
        )
        return drawn, said


_HIGHEST_RESPONSE = 4.0  # nats
_MEASURE_NAMES = {"pml": "PML, worst outcome", "pmc": "PMC, worst outcome", "ldp": "LDP"}


@lru_cache(maxsize=64)
def _response_curve(prior: tuple[float, ...]) -> LeakageCurve:
    """Return the leakage of randomized response against the level at this prior; cached."""
    levels = np.linspace(0.0, _HIGHEST_RESPONSE, 33).tolist()
    return leakage_curve(lambda level: randomized_response(prior, level), levels)


class ResponsePanel(Panel):
    """Randomized response: `pmlsym.mechanisms.randomized_response` through the measures.

    Examples
    --------
    >>> panel = ResponsePanel()
    >>> panel.start()
    >>> panel.said
    'P = (0.500, 0.300, 0.200), ε = 1: PML 0.705 nats, PMC 0.620 nats, LDP 1.000 nats.'
    """

    title = "Randomized response"
    about = (
        "The secret is answered truthfully, or any other value, each e^ε times rarer. LDP does not "
        "depend on the prior; PML and PMC do. The bars are the log-lift of every secret (nats)."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the weights of a prior of three secrets."""
        level = slider(
            "ε (nats)",
            "How much rarer another answer is: e to the ε",
            1.0,
            0.0,
            _HIGHEST_RESPONSE,
            0.05,
        )
        return {"epsilon": level} | weight_sliders(5, 3, 2)

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames: leakage against the level, and the lift as bars."""
        lines = {GUARANTEES[name.upper()]: called for name, called in _MEASURE_NAMES.items()}
        secrets = [f"secret x{place}" for place in (1, 2, 3)]
        return {
            "leakage": LiveFigure(
                "Leakage",
                "parameter ε (nats)",
                "leakage (nats)",
                (0, _HIGHEST_RESPONSE),
                (0, _HIGHEST_RESPONSE),
                lines | {"here": "now"},
            ),
            "lift": LiveBars(
                "Log-lift of each outcome",
                "outcome",
                "i(x; y) (nats)",
                (-_HIGHEST_RESPONSE, _HIGHEST_RESPONSE),
                ["y1", "y2", "y3"],
                secrets,
            ),
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the leakages at the current prior, and the lifts at the current level."""
        prior, epsilon = prior_of(self.controls), self.number("epsilon")
        curve = _response_curve(prior)
        here = leakage_curve(lambda level: randomized_response(prior, level), [epsilon]).leakage
        marks = [here[name][0] for name in _MEASURE_NAMES]
        lines = {
            _MEASURE_NAMES[name]: (curve.values, found) for name, found in curve.leakage.items()
        }
        bars = self.figures["lift"]
        assert isinstance(bars, LiveBars)
        drawn = {
            "leakage": self.figures["leakage"].draw(lines | {"now": ([epsilon] * 3, marks)}),
            "lift": bars.draw_bars(logs(randomized_response(prior, epsilon).lift)),
        }
        numbers = listed((name.upper() for name in _MEASURE_NAMES), marks)
        return drawn, f"{prior_in_words(prior)}, ε = {epsilon:.3g}: {numbers}."


_WORKLOAD_SCALES = tuple(np.geomspace(0.1, 30, 15).tolist())
_BOUND_NAMES = {
    "dp": "DP, eq. (4)",
    "triangle": "corollary, eq. (7): safe",
    "tilted": "tilted: n → ∞",
    "corner": "eq. (5), published: no bound",
}


def _one_query(k: int) -> list[list[int]]:
    return [[max(0, j - 1) for j in range(k)]]


def _two_queries(k: int) -> list[list[int]]:
    return [[0, 3, *[3] * (k - 2)], [0, *[1, -1] * k][:k]]


# Haar wavelets need a power of two as the number of classes: the largest one up to the slider's k.
WORKLOADS: Mapping[str, Callable[[int], Any]] = MappingProxyType(
    {
        "two queries": _two_queries,
        "one query": _one_query,
        "histogram": identity,
        "cumulative counts": prefix,
        "all ranges": all_ranges,
        "Haar wavelets": lambda k: haar(1 << (k.bit_length() - 1)),
    }
)


@lru_cache(maxsize=256)
def _bounds(name: str, k: int, alpha: float, scales: tuple[float, ...]) -> NoiseCurve:
    """Return the bounds on a workload; cached, as only some sliders change these arguments."""
    return noise_curve(WORKLOADS[name](k), alpha, scales)


class WorkloadPanel(Panel):
    """A workload's bounds: `pmlsym.laplace.workload.comparison.noise_curve`.

    Examples
    --------
    >>> panel = WorkloadPanel()
    >>> panel.start()
    >>> "two queries, k = 3, α = 0.2, b = 1" in panel.said
    True
    """

    title = "Linear queries"
    about = (
        "Every answer of a workload W gets Laplace noise of scale b. The corollary holds for every "
        "number of records; the tilted bound is what many records leave; eq. (5) is exceeded."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return a menu of workloads, and sliders for the classes, the floor and the scale."""
        return {
            "workload": menu("workload W", "Which queries are answered", list(WORKLOADS)),
            "classes": whole_slider("classes k", "How many classes of records", 3, 2, 6),
            "alpha": floor_slider(0.2, 1 / 3),
            "scale": log_slider("scale b (counts)", "The scale of the noise", 1.0, 0.1, 30.0),
        }

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frame: leakage against the scale."""
        styles = {BOUNDS[name]: called for name, called in _BOUND_NAMES.items()}
        return {
            "bounds": LiveFigure(
                "Bounds on the leakage of a record",
                "scale b of the noise (counts)",
                "leakage (nats)",
                (0.1, 30),
                (0.01, 30),
                styles | {"here": "now"},
                "xy",
            )
        }

    def before(self) -> None:
        """Keep the floor at 1/k or below."""
        keep_floor_below(self.controls["alpha"], self.controls["classes"].value)

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the bounds of the current workload."""
        name, k = self.controls["workload"].value, int(self.controls["classes"].value)
        alpha, scale = keep_floor_below(self.controls["alpha"], k), self.number("scale")
        curve, here = _bounds(name, k, alpha, _WORKLOAD_SCALES), _bounds(name, k, alpha, (scale,))
        lines = {
            called: (curve.scales, getattr(curve, bound)) for bound, called in _BOUND_NAMES.items()
        }
        marks = [getattr(here, bound)[0] for bound in _BOUND_NAMES]
        drawn = self.figures["bounds"].draw(lines | {"now": ([scale] * len(marks), marks)})
        size = "×".join(map(str, np.shape(WORKLOADS[name](k))))
        said = f"{name}, k = {k}, α = {alpha:.3g}, b = {scale:.3g} (W is {size}): "
        said += f"{listed(_BOUND_NAMES.values(), marks)}."
        return {"bounds": drawn}, said


_HIGHEST_ASSUMED, _HIGHEST_IMPLIED = 1.5, 5.0  # nats
_CONVERTED_KINDS: dict[str, type[Guarantee]] = {"PML": PML, "PMC": PMC, "LDP": LDP}
_ASSUMED_LEVELS = tuple(np.linspace(0.0, _HIGHEST_ASSUMED, 61).tolist())


@lru_cache(maxsize=256)
def _implied_levels(name: str, p_min: float, levels: tuple[float, ...]) -> ImpliedCurve:
    """Return the levels that one guarantee implies of the others; cached."""
    others = [kind for other, kind in _CONVERTED_KINDS.items() if other != name]
    return implied_curve(_CONVERTED_KINDS[name], others, p_min, levels)


class ConversionPanel(Panel):
    """Conversions: `pmlsym.guarantees.comparison.implied_curve`, one figure a kind assumed.

    Examples
    --------
    >>> panel = ConversionPanel()
    >>> panel.start()
    >>> panel.said[:76]
    'p_min = 0.2, ε = 0.2: PML gives PMC 2.168 nats and LDP 2.368 nats; PMC gives'
    """

    title = "Conversions"
    about = (
        "What one guarantee implies of another where every secret has probability p_min or more. "
        "A line that ends goes to infinity there: nothing more follows."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the smallest probability."""
        return {
            "epsilon": slider(
                "ε (nats)", "The level that is assumed", 0.2, 0.0, _HIGHEST_ASSUMED, 0.05
            ),
            "p_min": slider("p_min", "The smallest probability of a secret", 0.2, 0.01, 0.5, 0.01),
        }

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames, one a kind that is assumed."""
        return {
            name: LiveFigure(
                f"What {name}(ε) implies",
                f"ε of {name} (nats)",
                "implied level (nats)",
                (0, _HIGHEST_ASSUMED),
                (0, _HIGHEST_IMPLIED),
                {GUARANTEES[other]: other for other in _CONVERTED_KINDS if other != name}
                | {"here": "now"},
            )
            for name in _CONVERTED_KINDS
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the implied levels at the current smallest probability."""
        epsilon, p_min = self.number("epsilon"), self.number("p_min")
        drawn, parts = {}, []
        for name in _CONVERTED_KINDS:
            curve, here = (
                _implied_levels(name, p_min, _ASSUMED_LEVELS),
                _implied_levels(name, p_min, (epsilon,)),
            )
            lines = {other: (curve.levels, found) for other, found in curve.implied.items()}
            marks = [found[0] for found in here.implied.values()]
            drawn[name] = self.figures[name].draw(lines | {"now": ([epsilon] * 2, marks)})
            given = (f"{other} {nats(found[0])}" for other, found in here.implied.items())
            parts.append(f"{name} gives {' and '.join(given)}")
        return drawn, f"p_min = {p_min:.3g}, ε = {epsilon:.3g}: {'; '.join(parts)}."


_HIGHEST_PROMISED, _HIGHEST_UTILITY = (
    3.0,
    1.15,
)  # nats; log 3 is the largest entropy of three secrets
_DESIGN_KINDS = (PML, PMC, LDP)
_DESIGN_NAMES = {"PML": "best under PML", "PMC": "best under PMC", "LDP": "best under LDP"}
_DESIGN_NAMES |= {RESPONSE: "randomized response (LDP)"}
# few levels, closer where the curves bend: each one solves a linear program for every kind
_PROMISED_LEVELS = (0.0, 0.25, 0.55, 0.95, 1.4, 2.1, 3.0)


@lru_cache(maxsize=256)
def _best_utilities(prior: tuple[float, ...], levels: tuple[float, ...]) -> UtilityCurves:
    """Return the optimal utilities at this prior; cached, as the slider of the level keeps them."""
    return utility_curves(prior, levels, _DESIGN_KINDS)


class DesignPanel(Panel):
    """Optimal mechanisms: `pmlsym.design.utility_curves` for three secrets.

    Examples
    --------
    >>> panel = DesignPanel()
    >>> panel.start()
    >>> panel.said[:58]
    'P = (0.500, 0.300, 0.200), ε = 0.5: best under PML 0.297 n'
    """

    title = "Best mechanism"
    about = (
        "The most mutual information (nats) that any mechanism has under a guarantee of level ε, "
        "for three secrets. The points are computed, the lines between them are drawn."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the weights of a prior of three secrets."""
        level = slider("ε (nats)", "The level that is promised", 0.5, 0.0, _HIGHEST_PROMISED, 0.05)
        return {"epsilon": level} | weight_sliders(5, 3, 2)

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frame: utility against the level."""
        styles = {GUARANTEES[name]: called for name, called in _DESIGN_NAMES.items()}
        return {
            "utility": LiveFigure(
                "Utility of the best mechanism",
                "privacy level ε (nats)",
                "I(X; Y) (nats)",
                (0, _HIGHEST_PROMISED),
                (0, _HIGHEST_UTILITY),
                styles | {"level": "entropy H(X)", "here": "now"},
            )
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the curves of the current prior."""
        prior, epsilon = prior_of(self.controls), self.number("epsilon")
        curves, here = _best_utilities(prior, _PROMISED_LEVELS), _best_utilities(prior, (epsilon,))
        lines = {
            _DESIGN_NAMES[kind]: (_PROMISED_LEVELS, found) for kind, found in curves.utility.items()
        }
        marks = [float(here.utility[kind][0]) for kind in _DESIGN_NAMES]
        entropy = ([0.0, _HIGHEST_PROMISED], [curves.entropy] * 2)
        drawn = self.figures["utility"].draw(
            lines | {"entropy H(X)": entropy, "now": ([epsilon] * len(marks), marks)}
        )
        numbers = listed(_DESIGN_NAMES.values(), marks)
        said = f"{prior_in_words(prior)}, ε = {epsilon:.3g}: {numbers}."
        return {"utility": drawn}, f"{said} All of the secret is {nats(curves.entropy)}."


# Style and labels that the widgets lack: names for screen readers, tabs that fit a phone.

STYLE = """
<style>
.pmlsym .lm-TabBar { max-height: none; overflow: visible; }
.pmlsym .lm-TabBar-content { flex-wrap: wrap; }
.pmlsym .lm-TabBar .lm-TabBar-tab {
  flex: 0 0 auto !important; max-width: none !important;
}
.pmlsym .noUi-handle:focus-visible { outline: 3px solid BLUE; outline-offset: 2px; }
.pmlsym .widget-html-content p { line-height: 1.5; margin: 0.4em 0; }
.pmlsym .pmlsym-figure { width: 30em; max-width: 100%; height: auto; }
</style>
""".replace("BLUE", BLUE)

# A slider's handle has no name of its own, and a logarithmic one reports its exponent: give it the
# text of its label and its number. A sentence whose text changes is read out.
LABELS = """
<script>
(() => {
  if (window.pmlsymLabels) return;
  const give = (node, name, value) => {
    if (node && node.getAttribute(name) !== value) node.setAttribute(name, value);
  };
  const label = () => {
    for (const slider of document.querySelectorAll(".pmlsym .widget-slider")) {
      const words = slider.querySelector(".widget-label");
      const number = slider.querySelector(".widget-readout");
      if (!words || !number) continue;
      const handle = slider.querySelector('[role="slider"]');
      give(handle, "aria-label", words.textContent);
      give(handle, "aria-description", words.title);
      give(handle, "aria-valuetext", number.textContent);
      give(number, "role", "textbox");
      give(number, "aria-label", words.textContent);
    }
    for (const sentence of document.querySelectorAll(".pmlsym-said")) {
      give(sentence, "role", "status");
      give(sentence, "aria-live", "polite");
    }
  };
  window.pmlsymLabels = new MutationObserver(label);
  window.pmlsymLabels.observe(document.body, {
    subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ["aria-valuetext"],
  });
  label();
})();
</script>
"""


PANELS: tuple[type[Panel], ...] = (
    HistogramPanel,
    ResponsePanel,
    WorkloadPanel,
    ConversionPanel,
    DesignPanel,
)


def explorer() -> Any:
    """Return the tabs, as an ipywidgets widget.

    Examples
    --------
    >>> [explorer().get_title(place) for place in (0, 4)]
    ['Histogram', 'Best mechanism']
    """
    panels = [panel() for panel in PANELS]
    tabs = widgets.Tab(
        children=[panel.widget for panel in panels], titles=[panel.title for panel in panels]
    )

    def look(_change: object = None) -> None:
        panels[tabs.selected_index or 0].start()

    tabs.add_class("pmlsym")
    look()
    tabs.observe(look, names="selected_index")
    return tabs


def show() -> None:
    """Show the explorer in a notebook or on a page."""
    from IPython.display import HTML, display

    display(HTML(STYLE + LABELS), explorer())  # type: ignore[no-untyped-call]
