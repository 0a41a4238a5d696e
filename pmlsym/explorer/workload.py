"""The panel of linear workloads: bounds on the leakage against the scale of the noise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from pmlsym.explorer.controls import floor_slider, keep_floor_below, log_slider, menu, whole_slider
from pmlsym.explorer.panel import Panel, listed
from pmlsym.laplace.workload.comparison import NoiseCurve, noise_curve
from pmlsym.laplace.workload.matrices import all_ranges, haar, identity, prefix
from pmlsym.plotting.live import LiveFigure

_SCALES = tuple(np.geomspace(0.1, 30, 15).tolist())
_NAMES = {
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
        styles = dict(zip(("fourth", "first", "third", "wrong"), _NAMES.values(), strict=True))
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
        curve, here = _bounds(name, k, alpha, _SCALES), _bounds(name, k, alpha, (scale,))
        lines = {called: (curve.scales, getattr(curve, bound)) for bound, called in _NAMES.items()}
        marks = [getattr(here, bound)[0] for bound in _NAMES]
        drawn = self.figures["bounds"].draw(lines | {"now": ([scale] * len(marks), marks)})
        size = "×".join(map(str, np.shape(WORKLOADS[name](k))))
        said = f"{name}, k = {k}, α = {alpha:.3g}, b = {scale:.3g} (W is {size}): "
        said += f"{listed(_NAMES.values(), marks)}."
        return {"bounds": drawn}, said
