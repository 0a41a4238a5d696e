"""``pmlsym figure``: a figure of the papers, drawn from data made in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pmlsym.cli.output import AS_JSON, emit
from pmlsym.errors import DataError, ParameterError, UnknownNameError
from pmlsym.laplace.experiment import REPETITIONS, figure_1_settings, utility_experiment

_FORMATS = (".png", ".pdf", ".svg")
_Item = TypeVar("_Item")


def _histogram_1(repetitions: int, seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.plotting import histogram_figure_1

    settings = figure_1_settings()
    with _progress("releasing histograms", len(settings)) as step:
        results = utility_experiment(
            settings, repetitions=repetitions, seed=seed, progress=lambda _: step()
        )
    return histogram_figure_1(results), {"points": [r.as_dict() for r in results]}


def _leakage(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.plotting import leakage_figure

    return leakage_figure(), {}


def _linear_1(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.laplace.workload.comparison import figure_workloads, leakage_curve
    from pmlsym.plotting import linear_figure_1

    workloads = list(figure_workloads().items())
    curves = [leakage_curve(name, w) for name, w in _counted("bounding workloads", workloads)]
    return linear_figure_1(curves), {"curves": [c.as_dict() for c in curves]}


def _linear_2(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.laplace.workload.comparison import scale_curve
    from pmlsym.laplace.workload.matrices import haar
    from pmlsym.plotting import linear_figure_2

    curve = scale_curve(haar(8), 0.05)
    return linear_figure_2(curve), {"curves": [curve.as_dict()]}


def _linear_n(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.laplace.workload.comparison import records_curve
    from pmlsym.plotting import records_figure

    releases = [
        ("two queries, α = 1/3, b = 1", [[0, 3, 3], [0, 1, -1]], 1 / 3, 1.0),
        ("two queries, α = 1/10, b = 3", [[0, 4, 4, 5], [1, 3, -3, 0]], 0.1, 3.0),
    ]
    curves = [records_curve(*r) for r in _counted("enumerating outcomes", releases)]
    return records_figure(curves), {"curves": [c.as_dict() for c in curves]}


def _pmc_1(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.mechanisms.response_curve import FIGURE_1_PRIORS, response_curve
    from pmlsym.plotting import pmc_figure_1

    curves = [response_curve(prior) for prior in _counted("adapting responses", FIGURE_1_PRIORS)]
    return pmc_figure_1(curves), {"curves": [c.as_dict() for c in curves]}


def _pmc_2(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.guarantees.comparison import regions
    from pmlsym.plotting import pmc_figure_2

    panels = [regions(prior) for prior in ((0.3, 0.3, 0.2, 0.2), (0.5, 0.5))]
    return pmc_figure_2(panels), {"curves": [p.as_dict() for p in panels]}


def _implications(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.guarantees import every_conversion
    from pmlsym.plotting import implication_figure

    kinds = ("PML", "PMC", "LDP")
    found = [
        conversion
        for (one, other), conversion in every_conversion().items()
        if one in kinds and other in kinds
    ]
    rows = [{"from": c.source.name, "to": c.kind.name, "formula": c.formula} for c in found]
    return implication_figure(found), {"conversions": rows}


def _design_polytope(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.design import posterior_polygon
    from pmlsym.guarantees import LDP, LIP, PMC, PML
    from pmlsym.plotting import polytope_figure

    panels = [posterior_polygon((0.2, 0.3, 0.5), kind(0.5)) for kind in (PML, PMC, LIP, LDP)]
    return polytope_figure(panels), {"panels": [p.as_dict() for p in panels]}


def _design_utility(_repetitions: int, _seed: int) -> tuple[Any, dict[str, Any]]:
    from pmlsym.design import PARTY_COUNTS, utility_curves
    from pmlsym.plotting import utility_figure

    total = sum(PARTY_COUNTS)
    curves = utility_curves([count / total for count in PARTY_COUNTS])
    return utility_figure(curves), {"curves": [curves.as_dict()]}


_FIGURES: dict[str, Callable[[int, int], tuple[Any, dict[str, Any]]]] = {
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


class _progress:  # noqa: N801  # used as a function
    """A progress bar on standard error that is moved by calling what `with` gives."""

    def __init__(self, text: str, total: int) -> None:
        columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=Console(stderr=True))
        self._total = total

    def __enter__(self) -> Callable[[], None]:
        self._bar.start()
        task = self._bar.add_task("", total=self._total)
        return lambda: self._bar.advance(task)

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()


def _counted(text: str, items: Iterable[_Item]) -> Iterator[_Item]:
    listed = list(items)
    with _progress(text, len(listed)) as step:
        for item in listed:
            yield item
            step()


@click.command()
@click.argument("name")
@click.option("--out", required=True, help="Where to write it: a .png, .pdf or .svg file.")
@click.option("--repetitions", type=int, default=REPETITIONS, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@AS_JSON
def figure(name: str, out: str, repetitions: int, seed: int, as_json: bool) -> int:
    """Draw a figure from fresh data.

    \b
    design-polytope the posteriors that each guarantee admits, and those of the best mechanism
    design-utility  mutual information of the best mechanisms against epsilon
    histogram-1     PML against DP noise (Figure 1 of `histogram`)
    implications    which of PML, PMC and LDP implies which, with the formulas
    leakage         the leakage of a histogram between its bounds
    linear-1        the bounds on workloads against alpha (Figure 1 of `linear`, corrected)
    linear-2        the scale against epsilon (Figure 2 of `linear`, corrected)
    linear-n        the exact leakage against the number of records
    pmc-1           utility of randomized response under PML, PMC and LDP (Figure 1 of `pmc`)
    pmc-2           which of PML and PMC is stronger (Figure 2 of `pmc`, corrected)
    """  # noqa: D301  # click reads the backspace as "leave these lines as they are"
    if name not in _FIGURES:
        raise UnknownNameError("figure", name, tuple(_FIGURES))
    path = Path(out)
    if path.suffix.lower() not in _FORMATS:
        raise DataError(f"{path.name} has to end in one of {', '.join(_FORMATS)}.")
    if not path.parent.is_dir():
        raise DataError(f"The folder {path.parent} does not exist.")
    if repetitions < 1:
        raise ParameterError(f"repetitions is {repetitions}, but has to be at least 1.")
    if seed < 0:
        raise ParameterError(f"seed is {seed}, but has to be at least 0.")
    drawn, data = _FIGURES[name](repetitions, seed)
    drawn.savefig(path, dpi=200)
    if as_json:
        emit({"figure": name, "out": str(path)} | data)
    elif "points" in data:
        click.echo(
            f"{name}: {len(data['points'])} settings, {repetitions} releases each, in {path}"
        )
    else:
        click.echo(f"{name}: in {path}")
    return 0
