"""Sweeps: a function at every point of a grid, on all cores or a Dask cluster, stored on disk.

This is a thin layer on joblib. Finished points are lines of JSON in one file, in the order in which
they finish. After an interrupt the same call continues from them.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from itertools import product
from os import PathLike
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import IO, Any, Literal, TypeAlias

from pmlsym.errors import DataError, ParameterError, SweepError

Cell: TypeAlias = "str | bool | int | float | list[Cell] | None"
Point: TypeAlias = dict[str, object]
Row: TypeAlias = dict[str, Cell]

ERROR = "error"  # the key of the error in the row of a point without a result


def sweep(
    function: Callable[..., object],
    grid: Mapping[str, Iterable[object]] | Iterable[Mapping[str, object]],
    file: str | PathLike[str] | None = None,
    *,
    jobs: int | None = None,
    errors: Literal["raise", "keep"] = "raise",
) -> list[Row]:
    """Call a function at every point of a grid and return a row for each.

    A row has the values of the point and those that the function returned, so that
    `pandas.DataFrame(rows)` is a table. With a file, each point is on disk as soon as it is
    finished, as a line of JSON; points that are there already are not computed again, and the grid
    may grow from call to call.

    Parameters
    ----------
    function : called as ``function(**point)``.
        It returns a number, a text, a list of these, or a mapping of names to such. Random numbers
        have to come from a seed in the grid.
    grid : mapping of names to lists of values, for every combination; or a list of points.
        Values may be numbers, texts, lists of these, or objects with a text of their own, such as
        priors, guarantees and statements.
    file : the file of the finished points.
    jobs : the number of processes; -1 for one on every core.
        The default is that of ``joblib.parallel_config``: one process, or the cluster of a
        ``with joblib.parallel_config(backend="dask")`` block.
    errors : whether an exception at a point ends the sweep, or is kept in the row as `error`.

    Returns
    -------
    list of dict
        In the order of the grid; the last name varies fastest.

    Raises
    ------
    ParameterError
        If the grid is invalid, or does not fit the function.
    DataError
        If the file contains something else, or the points of another function.
    SweepError
        If the function fails at a point, or ends its worker; finished points stay in the file.

    Examples
    --------
    >>> import pmlsym as ps
    >>> def leakage(alpha, scale):
    ...     return round(float(ps.laplace.histogram_leakage(alpha, scale)), 4)
    >>> rows = sweep(leakage, {"alpha": [0.1, 0.2], "scale": [1.0, 2.0]})
    >>> rows[3]
    {'alpha': 0.2, 'scale': 2.0, 'value': 0.7046}
    """
    points = _points(grid)
    _check(function, points, jobs, errors)
    cells = [{name: _cell(name, value) for name, value in point.items()} for point in points]
    keys = [_key(point) for point in points]
    with _Finished(file, function) as finished:
        missing = [place for place, key in enumerate(keys) if not finished.has(key, errors)]
        for place, row in _outcomes(function, points, missing, jobs):
            if ERROR in row and errors == "raise":
                where = ", ".join(f"{name}={value}" for name, value in points[place].items())
                raise SweepError(f"function fails at {where}: {row[ERROR]}")
            finished.add(keys[place], cells[place], row)
        return [{**own, **finished.rows[key]} for own, key in zip(cells, keys, strict=True)]


# --- points ---------------------------------------------------------------------------------------


def _points(grid: object) -> list[Point]:
    """Return the points of a grid, in order."""
    if isinstance(grid, Mapping):
        axes = [_axis(name, values) for name, values in grid.items()]
        found = [dict(zip(grid, values, strict=True)) for values in product(*axes)]
    elif isinstance(grid, Iterable) and not isinstance(grid, str | bytes):
        given = list(grid)
        if not all(isinstance(one, Mapping) for one in given):
            raise ParameterError(
                "grid is a list, but not of points: each has to be a mapping of names to values."
            )
        found = [dict(one) for one in given]
    else:
        raise ParameterError(
            f"grid is of type {type(grid).__name__}, but has to be a mapping of names to lists of "
            "values, or a list of points."
        )
    if not found or not found[0]:
        raise ParameterError("grid is empty, but has to have at least one name with values.")
    names = set(found[0])
    for number, one in enumerate(found):
        if set(one) != names:
            raise ParameterError(
                f"grid[{number}] has the names {', '.join(one)}, but grid[0] has "
                f"{', '.join(found[0])}: every point needs the same."
            )
    return found


def _axis(name: str, values: object) -> Sequence[object]:
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise ParameterError(
            f"grid[{name!r}] is {values!r}, but has to be a list of values, [{values!r}] for one."
        )
    return list(values)


def _check(
    function: Callable[..., object], points: Sequence[Point], jobs: object, errors: object
) -> None:
    if not callable(function):
        raise ParameterError(f"function is {function!r}, but has to be something to call.")
    try:
        inspect.signature(function).bind(**points[0])
    except TypeError as failure:
        raise ParameterError(
            f"grid has the names {', '.join(points[0])}, but function cannot be called with "
            f"these: {failure}."
        ) from None
    except ValueError:  # a function written in C has no signature
        pass
    if jobs is not None and (type(jobs) is not int or jobs < -1 or jobs == 0):
        raise ParameterError(f"jobs is {jobs!r}, but has to be at least 1, or -1 for every core.")
    if errors not in ("raise", "keep"):
        raise ParameterError(f"errors is {errors!r}, but has to be 'raise' or 'keep'.")


def _key(point: Point) -> str:
    """Return a text that tells a point from others: objects may have one text and differ."""
    return json.dumps({name: v if _is_plain(v) else _hash(v) for name, v in point.items()})


def _is_plain(value: object) -> bool:
    """Whether a value is what JSON gives back: a number, a text, or a list of these."""
    if type(value) is list:
        return all(map(_is_plain, value))
    return value is None or type(value) in (str, bool, int, float)


def _hash(value: object) -> list[str]:
    """Return the type of an object and a hash of its content, as joblib computes it."""
    import joblib

    try:
        found = joblib.hash(value)
    except Exception:  # noqa: BLE001  # what cannot be pickled is told apart by its address
        found = repr(value)
    return [type(value).__qualname__, str(found)]


def _cell(name: str, value: object) -> Cell:
    """Return a value for JSON, other objects as text; refuse those without a text of their own."""
    if hasattr(value, "tolist") and hasattr(value, "dtype"):  # numpy's arrays and numbers
        value = value.tolist()
    if value is None or type(value) in (str, bool, int, float):
        return value  # type: ignore[return-value]  # mypy does not follow `in`
    if isinstance(value, list | tuple):
        return [_cell(name, item) for item in value]
    text = str(getattr(value, "__qualname__", value))
    if " at 0x" in text or "<lambda>" in text or isinstance(value, Mapping | Iterator | set):
        raise ParameterError(
            f"{name} is {text}, but has to be a number, a text, a list of these, or something with "
            "a text of its own, as a guarantee or a named function has."
        )
    return text


# --- calls ----------------------------------------------------------------------------------------


def _outcomes(
    function: Callable[..., object], points: Sequence[Point], places: list[int], jobs: int | None
) -> Iterator[tuple[int, Row]]:
    """Yield the rows of points as soon as they are finished."""
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    client = getattr(get_active_backend()[0], "client", None)
    if client is not None:
        yield from _on_cluster(client, function, points, places)
        return
    calls = (delayed(_outcome)(function, place, points[place]) for place in places)
    found = Parallel(n_jobs=jobs, return_as="generator_unordered")(calls)
    try:
        yield from found
    except BrokenProcessPool as failure:
        raise SweepError(
            "function ended a worker process: it crashes, or takes too much memory. With jobs=1 "
            f"the point shows at which this happens. {failure}"
        ) from None


def _on_cluster(
    client: Any,  # Dask's client has no types
    function: Callable[..., object],
    points: Sequence[Point],
    places: list[int],
) -> Iterator[tuple[int, Row]]:
    """Yield the rows from a cluster; joblib would wait forever if a point kills its workers."""
    from distributed import as_completed

    futures = client.map(
        _outcome, [function] * len(places), places, [points[place] for place in places], pure=False
    )
    place_of = dict(zip(futures, places, strict=True))
    try:
        for future in as_completed(futures, raise_errors=False):
            if future.status == "finished":
                yield future.result()
            else:
                yield place_of[future], {ERROR: _text_of(future.exception())}
    finally:
        client.cancel(futures)


def _outcome(function: Callable[..., object], place: int, point: Point) -> tuple[int, Row]:
    """Return the row of one point, or the error that the function raises there."""
    try:
        return place, _row(function(**point), point)
    except Exception as failure:  # noqa: BLE001
        return place, {ERROR: _text_of(failure)}


def _row(result: object, point: Point) -> Row:
    """Return a result by names; a single value has the name `value`."""
    named = result if isinstance(result, Mapping) else {"value": result}
    for name in named:
        if not isinstance(name, str) or name in point or name == ERROR:
            raise ParameterError(
                f"function returns {name!r}, but has to return names that are texts and neither "
                f"in the grid nor {ERROR!r}."
            )
    return {name: _cell(name, value) for name, value in named.items()}


def _text_of(failure: BaseException) -> str:
    return f"{type(failure).__name__}: {failure}"


# --- the file -------------------------------------------------------------------------------------


class _Finished:
    """The rows of finished points by their keys, written to the file immediately if there is one.

    The first line of the file identifies the function, every other line is one point.
    """

    def __init__(self, file: str | PathLike[str] | None, function: Callable[..., object]) -> None:
        self.rows: dict[str, Row] = {}
        self._path = None if file is None else Path(file)
        self._function = function
        self._open: IO[str] | None = None

    def __enter__(self) -> _Finished:
        if self._path is not None:
            lines = self._path.read_text("utf-8").splitlines() if self._path.exists() else []
            head = {"function": _name(self._function), "code": _code_of(self._function)}
            if lines:
                self._read(lines, head)
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._open = self._path.open("a", encoding="utf-8")
            if lines:
                self._open.write("\n")  # the last line may have been cut short
            else:
                self._write(head)
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()

    def _read(self, lines: Sequence[str], head: Mapping[str, str]) -> None:
        if _parsed(lines[0]) != head:
            raise DataError(
                f"file: {self._path} holds no points of this very function: name another file, or "
                "delete it. Its first line was written for other code, or other values around it."
            )
        for line in lines[1:]:
            found = _parsed(line)
            if found is not None:
                self.rows[found["key"]] = found["row"]

    def has(self, key: str, errors: str) -> bool:
        """Whether a point is finished; a failed one is computed again unless errors are kept."""
        return key in self.rows and (errors == "keep" or ERROR not in self.rows[key])

    def add(self, key: str, point: Row, row: Row) -> None:
        """Record a row, and write it to disk before returning."""
        self.rows[key] = row
        if self._open is not None:
            self._write({"point": point, "row": row, "key": key})

    def _write(self, content: Mapping[str, object]) -> None:
        assert self._open is not None
        self._open.write(json.dumps(content) + "\n")
        self._open.flush()
        os.fsync(self._open.fileno())


def _parsed(line: str) -> dict[str, Any] | None:  # what JSON gives has no types
    """Return the content of a line; None for one cut short by a full disk or a kill."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _name(function: Callable[..., object]) -> str:
    return str(getattr(function, "__qualname__", type(function).__qualname__))


def _code_of(function: Callable[..., object]) -> str:
    """Return a hash of a function's code, and of what it takes from around it.

    That is its defaults, what it closes over, the object it is bound to, and what its module has
    under the names in it; of functions of that module, again all this. Classes, functions that are
    held in other objects or come from elsewhere, and files are not looked into.
    """
    text = json.dumps(_described(function, getattr(function, "__module__", None), set()))
    return hashlib.sha256(text.encode()).hexdigest()


def _described(value: object, module: object, seen: set[int]) -> Any:  # nested lists of texts
    """Return plain data that changes when a function does, or a value that it takes."""
    value = inspect.unwrap(value) if callable(value) else value
    if isinstance(value, functools.partial):
        parts = (value.func, *value.args, *sorted(value.keywords.items()))
        return [_described(part, module, seen) for part in parts]
    if isinstance(value, MethodType):
        return [_described(value.__func__, module, seen), _hash(value.__self__)]
    if isinstance(value, tuple):
        return [_described(part, module, seen) for part in value]
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, FunctionType) and value.__module__ == module:
        if id(value) in seen:  # it calls itself, perhaps by way of others
            return value.__qualname__
        seen.add(id(value))
        codes = list(_codes(value.__code__))
        names = sorted({name for code in codes for name in code.co_names} & {*value.__globals__})
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        taken = [*cells, value.__defaults__, *sorted((value.__kwdefaults__ or {}).items())]
        return [
            [[code.co_code.hex(), code.co_names, _constants(code)] for code in codes],
            [[name, _described(value.__globals__[name], module, seen)] for name in names],
            [_described(one, module, seen) for one in taken],
        ]
    if callable(value):
        return [str(getattr(value, "__module__", "")), _name(value)]
    found = _hash(value)
    return found[:1] if " at 0x" in found[1] else found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a piece of code, and all that is defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _constants(code: CodeType) -> list[object]:
    """Return the constants of code as texts, the same in every process: a set has no order."""
    return [
        sorted(map(repr, constant)) if isinstance(constant, frozenset) else repr(constant)
        for constant in code.co_consts
        if not isinstance(constant, CodeType)
    ]
