"""The Laplace mechanism on counts: leakage, calibration of the noise, releases."""

from __future__ import annotations

from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.experiment import noisy_histograms, total_variation, utility_experiment
from pmlsym.laplace.histogram import (
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
)
from pmlsym.laplace.likelihood import record_lift, worst_record_lift
from pmlsym.laplace.mean import MeanRelease, WorstPML, calibrate_mean
from pmlsym.laplace.release import release_histogram
from pmlsym.laplace.results import ExactLeakage, WorkloadBound
from pmlsym.laplace.workload import matrices as workloads
from pmlsym.laplace.workload.bounds import corner, dp, tilted, triangle
from pmlsym.laplace.workload.comparison import (
    figure_workloads,
    leakage_curve,
    outcome_curve,
    records_curve,
    scale_curve,
)
from pmlsym.laplace.workload.finite_sample import exact_leakage, worst_outcome
from pmlsym.laplace.workload.leakage import workload_leakage
from pmlsym.laplace.workload.release import release_workload

__all__ = [
    "ExactLeakage",
    "MeanRelease",
    "WorkloadBound",
    "WorstPML",
    "calibrate",
    "calibrate_mean",
    "corner",
    "dp",
    "exact_leakage",
    "figure_workloads",
    "histogram_dp",
    "histogram_leakage",
    "histogram_quadratic",
    "histogram_relaxation",
    "leakage_curve",
    "noisy_histograms",
    "outcome_curve",
    "record_lift",
    "records_curve",
    "release_histogram",
    "release_workload",
    "scale_curve",
    "tilted",
    "total_variation",
    "triangle",
    "utility_experiment",
    "workload_leakage",
    "workloads",
    "worst_outcome",
    "worst_record_lift",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
