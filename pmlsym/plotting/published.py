"""The figures of the papers, computed anew, each with its data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from matplotlib.figure import Figure

from pmlsym.laplace.experiment import figure_1_settings, utility_experiment
from pmlsym.plotting.guarantees import (
    implication_table,
    pmc_figure_1,
    pmc_figure_2,
    polytope_figure,
    utility_figure,
)
from pmlsym.plotting.releases import (
    histogram_figure_1,
    leakage_figure,
    linear_figure_1,
    linear_figure_2,
    records_figure,
)

Data: TypeAlias = dict[str, list[dict[str, object]]]
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Request:
    """The options of a figure.

    Attributes
    ----------
    repetitions : int
        The number of releases in a mean, for figures with means.
    seed : int
        The seed of random numbers.
    progress : function of a text and a total
        Returns a context manager, which returns a function to call after each step.
    """

    repetitions: int
    seed: int
    progress: Callable[[str, int], AbstractContextManager[Callable[[], None]]]


def _counted(request: Request, text: str, items: Iterable[_Item]) -> Iterator[_Item]:
    listed = list(items)
    with request.progress(text, len(listed)) as step:
        for item in listed:
            yield item
            step()


def _histogram_1(request: Request) -> tuple[Figure, Data]:
    settings = figure_1_settings()
    with request.progress("releasing histograms", len(settings)) as step:
        results = utility_experiment(
            settings, repetitions=request.repetitions, seed=request.seed, progress=lambda _: step()
        )
    return histogram_figure_1(results), {"points": [r.as_dict() for r in results]}


def _leakage(request: Request) -> tuple[Figure, Data]:
    return leakage_figure(), {}


def _linear_1(request: Request) -> tuple[Figure, Data]:
    from pmlsym.laplace.workload.comparison import figure_workloads, leakage_curve

    workloads = list(figure_workloads().items())
    curves = [
        leakage_curve(name, w) for name, w in _counted(request, "bounding workloads", workloads)
    ]
    return linear_figure_1(curves), {"curves": [c.as_dict() for c in curves]}


def _linear_2(request: Request) -> tuple[Figure, Data]:
    from pmlsym.laplace.workload.comparison import scale_curve
    from pmlsym.laplace.workload.matrices import haar

    curve = scale_curve(haar(8), 0.05)
    return linear_figure_2(curve), {"curves": [curve.as_dict()]}


def _linear_n(request: Request) -> tuple[Figure, Data]:
    from pmlsym.laplace.workload.comparison import records_curve

    title = "sums of (0, 0), (3, 1), (3, −1); other records uniform\nα = 1/4, $e^{-1/b}$ = 1/3"
    release = (title, [[0, 3, 3], [0, 1, -1]], 1 / 4, 1 / math.log(3))
    curves = [records_curve(*r) for r in _counted(request, "enumerating outcomes", [release])]
    return records_figure(curves), {"curves": [c.as_dict() for c in curves]}


def _pmc_1(request: Request) -> tuple[Figure, Data]:
    from pmlsym.mechanisms.finite import FIGURE_1_PRIORS, response_curve

    curves = [
        response_curve(prior) for prior in _counted(request, "adapting responses", FIGURE_1_PRIORS)
    ]
    return pmc_figure_1(curves), {"curves": [c.as_dict() for c in curves]}


def _pmc_2(request: Request) -> tuple[Figure, Data]:
    from pmlsym.guarantees.comparison import regions

    panels = [regions(prior) for prior in ((0.3, 0.3, 0.2, 0.2), (0.5, 0.5))]
    return pmc_figure_2(panels), {"curves": [p.as_dict() for p in panels]}


def _implications(request: Request) -> tuple[Figure, Data]:
    from pmlsym.guarantees import every_conversion

    found = list(every_conversion().values())
    rows: list[dict[str, object]] = [
        {"from": c.source.name, "to": c.kind.name, "formula": c.formula} for c in found
    ]
    return implication_table(found), {"conversions": rows}


def _design_polytope(request: Request) -> tuple[Figure, Data]:
    from pmlsym.design import posterior_polygon
    from pmlsym.guarantees import LDP, LIP, PMC, PML

    panels = [posterior_polygon((0.2, 0.3, 0.5), kind(0.5)) for kind in (PML, PMC, LIP, LDP)]
    return polytope_figure(panels), {"panels": [p.as_dict() for p in panels]}


def _design_utility(request: Request) -> tuple[Figure, Data]:
    from pmlsym.design import PARTY_COUNTS, utility_curves

    total = sum(PARTY_COUNTS)
    curves = utility_curves([count / total for count in PARTY_COUNTS])
    return utility_figure(curves), {"curves": [curves.as_dict()]}


FIGURES: Mapping[str, Callable[[Request], tuple[Figure, Data]]] = MappingProxyType(
    {
        "design-polytope": _design_polytope,
        "design-utility": _design_utility,
        "histogram-1": _histogram_1,
        "implications": _implications,
        "leakage": _leakage,
        "linear-1": _linear_1,
        "linear-2": _linear_2,
        "linear-n": _linear_n,
        "pmc-1": _pmc_1,
        "pmc-2": _pmc_2,
    }
)
