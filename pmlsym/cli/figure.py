"""``pmlsym figure``: a figure of the papers, drawn from data made in the same run."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pmlsym.cli.output import AS_JSON, WHOLE, emit
from pmlsym.errors import DataError, ParameterError, UnknownNameError
from pmlsym.laplace.experiment import REPETITIONS

_RANDOM = "histogram-1"  # the one figure of random releases
_FORMATS = (".png", ".pdf", ".svg")


class _progress:  # noqa: N801  # used as a function
    """A progress bar on standard error; calling the value of the `with` block advances it."""

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


@click.command()
@click.argument("name")
@click.option("--out", required=True, help="File to write: .png, .pdf or .svg.")
@click.option(
    "--repetitions",
    type=WHOLE,
    help=f"Number of releases (histogram-1 only).  [default: {REPETITIONS}]",
)
@click.option(
    "--seed", type=WHOLE, help="Seed of the random numbers (histogram-1 only).  [default: 0]"
)
@AS_JSON
def figure(name: str, out: str, repetitions: int | None, seed: int | None, as_json: bool) -> int:
    """Draw a figure from fresh data.

    \b
    design-polytope admitted posteriors, and those of the best mechanism
    design-utility  mutual information of the best mechanisms
    histogram-1     PML against DP noise (Figure 1 of `histogram`)
    implications    which of the five guarantees implies which
    leakage         the leakage of a histogram between its bounds
    linear-1        bounds against alpha (Figure 1 of `linear`, corrected)
    linear-2        scale against epsilon (Figure 2 of `linear`, corrected)
    linear-n        the exact leakage against the number of records
    pmc-1           utility of randomized response (Figure 1 of `pmc`)
    pmc-2           is PML or PMC stronger? (Figure 2 of `pmc`, corrected)
    """  # noqa: D301  # click reads the backspace as "leave these lines as they are"
    from pmlsym.plotting.published import FIGURES, Request

    if name not in FIGURES:
        raise UnknownNameError("figure", name, tuple(FIGURES))
    if out.endswith(("/", os.sep)):
        raise DataError(f"{out} is a folder, but has to be a file.")
    path = Path(out)
    if path.suffix.lower() not in _FORMATS:
        raise DataError(f"{path.name} has to end in one of {', '.join(_FORMATS)}.")
    if not path.parent.is_dir():
        raise DataError(f"The folder {path.parent} does not exist.")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise DataError(f"{path} cannot be written.")
    for option, value in (("repetitions", repetitions), ("seed", seed)):
        if value is not None and name != _RANDOM:
            raise ParameterError(
                f"--{option} is {value}, but has an effect on {_RANDOM} alone: leave it out."
            )
    repetitions = REPETITIONS if repetitions is None else repetitions
    seed = 0 if seed is None else seed
    if repetitions < 1:
        raise ParameterError(f"repetitions is {repetitions}, but has to be at least 1.")
    if seed < 0:
        raise ParameterError(f"seed is {seed}, but has to be at least 0.")
    drawn, data = FIGURES[name](Request(repetitions, seed, _progress))
    drawn.savefig(path, dpi=200)
    if as_json:
        emit({"figure": name, "out": str(path), **data})
    elif "points" in data:
        click.echo(
            f"{name}: {len(data['points'])} settings, {repetitions} releases each, in {path}"
        )
    else:
        click.echo(f"{name}: in {path}")
    return 0
