"""Calling a function at every point of a grid, on as many workers as there are."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pmlsym.errors import ParameterError, SweepError
from pmlsym.given import refused
from pmlsym.sweeps.batches import Outcome, Pending, packed
from pmlsym.sweeps.content import sweep_hash
from pmlsym.sweeps.grid import Grid
from pmlsym.sweeps.parts import Parts
from pmlsym.sweeps.spreading import spread, workers
from pmlsym.sweeps.table import read, table, write

if TYPE_CHECKING:
    import pyarrow as pa

Progress = Callable[[int, int], None]


def sweep(
    function: Callable[..., object],
    grid: object,
    file: str | PathLike[str] | None = None,
    *,
    jobs: int | None = None,
    errors: Literal["raise", "keep"] = "raise",
    progress: bool | Progress | None = None,
) -> pa.Table:
    """Call a function at every point of a grid and return, or write, one table.

    The points are handed out in batches of about half a second. With a file, finished points are on
    disk at once; the same call again goes on where it was interrupted, and when all are there they
    become one parquet file. It is the same file, byte for byte, whatever the number of workers.

    Parameters
    ----------
    function : called as ``function(**point)``.
        Returns a number, a text, a list of numbers, or a mapping of names to such. Random numbers
        come from a seed in the grid, or the file is another one every time.
    grid : mapping of names to lists of values, for every combination; or a list of points.
        Values may be anything that prints itself, such as priors, guarantees, statements.
    file : where the table goes; the part files are beside it until it is finished.
        If the finished table of this very sweep is there, it is returned.
    jobs : how many processes; -1 for every core.
        What is not said is as ``joblib.parallel_config`` says: one process if that says nothing,
        a cluster inside ``with joblib.parallel_config(backend="dask")``.
    errors : whether an exception ends the sweep, or is kept in a column `error`.
    progress : whether to draw a line on standard error, or what to call with the numbers of points
        that are finished and of all.
        By default a line is drawn if somebody looks at standard error.

    Returns
    -------
    pyarrow.Table
        One row a point, in the order of the grid. ``.to_pandas()`` makes a data frame of it.

    Raises
    ------
    ParameterError
        If the grid is none, or does not fit the function.
    DataError
        If the file holds something else.
    SweepError
        If the function fails at a point, or ends its workers; finished points stay on disk.

    Examples
    --------
    >>> import pmlsym as ps
    >>> def leakage(alpha, scale):
    ...     return float(ps.laplace.histogram_leakage(alpha, scale))
    >>> found = sweep(leakage, {"alpha": [0.1, 0.2], "scale": [1.0, 2.0]})
    >>> found.column_names, round(found["value"][3].as_py(), 4)
    (['alpha', 'scale', 'value'], 0.7046)
    """
    points = Grid(grid)
    _refuse(function, points, jobs, errors)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise refused("progress", progress, "True, False, or a function of two numbers")
    name = sweep_hash(function, points)
    path = None if file is None else Path(file)
    if path is not None and path.exists():
        return read(path, name)
    parts = None if path is None else Parts(path, name)
    outcomes: dict[int, Outcome] = {}
    for outcome in () if parts is None else parts.read():
        if 0 <= outcome.point < len(points) and (outcome.error is None or errors == "keep"):
            _note(outcome, outcomes, points)
    _work(function, points, outcomes, parts, jobs, errors, progress)
    found = table(points, outcomes, name)
    if path is not None and parts is not None:
        write(path, found)
        parts.remove()
    return found


def _refuse(
    function: Callable[..., object], points: Grid, jobs: int | None, errors: object
) -> None:
    if not callable(function):
        raise ParameterError(
            f"function is of type {type(function).__name__}, but has to be something to call."
        )
    try:
        inspect.signature(function).bind(**points[0])
    except TypeError as failure:
        raise ParameterError(
            f"grid has the names {', '.join(points.names)}, but function cannot be called with "
            f"these: {failure}."
        ) from None
    except ValueError:  # it is written in C, and does not say what it takes
        pass
    if jobs is not None and (
        isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < -1 or jobs == 0
    ):
        raise ParameterError(f"jobs is {jobs!r}, but has to be at least 1, or -1 for every core.")
    if errors not in ("raise", "keep"):
        raise ParameterError(f"errors is {errors!r}, but has to be 'raise' or 'keep'.")


def _work(
    function: Callable[..., object],
    points: Grid,
    outcomes: dict[int, Outcome],
    parts: Parts | None,
    jobs: int | None,
    errors: str,
    progress: bool | Progress | None,
) -> None:
    """Fill in the outcomes that are missing."""
    before, missing = frozenset(outcomes), len(points) - len(outcomes)
    todo = (number for number in range(len(points)) if number not in before)
    if not missing:
        return
    pending = Pending(todo, missing, workers(jobs))
    with _shown(progress) as show:
        show(len(outcomes), len(points))
        for batch, done in spread(packed(function, points), pending, jobs):
            pending.settle(batch, done)
            kept = [one for one in done.outcomes if one.error is None or errors == "keep"]
            if parts is not None:
                parts.write(kept)
            for outcome in kept:
                _note(outcome, outcomes, points)
            show(len(outcomes), len(points))
            failed = next((one for one in done.outcomes if one.error is not None), None)
            if failed is not None and errors == "raise":
                raise SweepError(f"function fails at {points.text(failed.point)}: {failed.error}")


def _note(outcome: Outcome, outcomes: dict[int, Outcome], points: Grid) -> None:
    """Keep an outcome; a point whose worker was lost may have been worked on twice."""
    before = outcomes.setdefault(outcome.point, outcome)
    if repr(before) != repr(outcome):  # nan is nan
        raise SweepError(
            f"function gives two answers at {points.text(outcome.point)}, but has to give the same "
            "every time: take random numbers from a seed in the grid."
        )


@contextmanager
def _shown(progress: bool | Progress | None) -> Iterator[Progress]:
    """Make what shows how far the sweep is."""
    if callable(progress):
        yield progress
        return
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    if not progress:
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = ("points", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("points", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
