"""The Laplace mechanism on counts: what it leaks, how much noise is enough, releases."""

from __future__ import annotations

from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.histogram import (
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
    release_histogram,
)
from pmlsym.laplace.likelihood import record_lift, worst_record_lift

__all__ = [
    "calibrate",
    "histogram_dp",
    "histogram_leakage",
    "histogram_quadratic",
    "histogram_relaxation",
    "record_lift",
    "release_histogram",
    "worst_record_lift",
]
