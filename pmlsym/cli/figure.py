"""``pmlsym figure``: a figure of the papers, drawn from data made in the same run."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pmlsym.cli.output import AS_JSON, emit
from pmlsym.errors import DataError, ParameterError, UnknownNameError
from pmlsym.laplace.experiment import (
    REPETITIONS,
    Utility,
    figure_1_settings,
    utility_experiment,
)

_FIGURES = ("histogram-1", "leakage")
_FORMATS = (".png", ".pdf", ".svg")


@click.command()
@click.argument("name")
@click.option("--out", required=True, help="Where to write it: a .png, .pdf or .svg file.")
@click.option("--repetitions", type=int, default=REPETITIONS, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@AS_JSON
def figure(name: str, out: str, repetitions: int, seed: int, as_json: bool) -> int:
    """Draw a figure: histogram-1 (the paper's, PML against DP noise) or leakage (the bounds)."""
    if name not in _FIGURES:
        raise UnknownNameError("figure", name, _FIGURES)
    path = Path(out)
    if path.suffix.lower() not in _FORMATS:
        raise DataError(f"{path.name} has to end in one of {', '.join(_FORMATS)}.")
    if not path.parent.is_dir():
        raise DataError(f"The folder {path.parent} does not exist.")
    if repetitions < 1:
        raise ParameterError(f"repetitions is {repetitions}, but has to be at least 1.")
    if seed < 0:
        raise ParameterError(f"seed is {seed}, but has to be at least 0.")
    if name == "leakage":
        from pmlsym.plotting import leakage_figure

        leakage_figure().savefig(path, dpi=150)
        if as_json:
            emit({"figure": name, "out": str(path)})
        else:
            click.echo(f"{name}: in {path}")
        return 0
    results = _run(repetitions, seed)
    from pmlsym.plotting import histogram_figure_1

    histogram_figure_1(results).savefig(path, dpi=200)
    if as_json:
        emit({"figure": name, "out": str(path), "points": [r.as_dict() for r in results]})
    else:
        click.echo(f"{name}: {len(results)} settings, {repetitions} releases each, in {path}")
    return 0


def _run(repetitions: int, seed: int) -> list[Utility]:
    """Run the utility experiment with a progress bar on standard error."""
    settings = figure_1_settings()
    columns = (
        TextColumn("releasing histograms"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=len(settings))
        return utility_experiment(
            settings,
            repetitions=repetitions,
            seed=seed,
            progress=lambda done: progress.update(task, completed=done),
        )
