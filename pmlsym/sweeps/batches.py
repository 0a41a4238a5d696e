"""Batches of points: how many go together, which are out, and how one is worked through."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import NamedTuple, TypeAlias

from pmlsym.errors import ParameterError
from pmlsym.sweeps.grid import RESERVED, Cell, Grid, plain

# Seconds: what a batch should take, at least near the end; after which none takes another point.
AIM, LEAST, LONGEST = 0.5, 0.2, 1.0
MOST = 10_000  # points in a batch, so that what is sent at once stays small

Batch: TypeAlias = tuple[int, ...]  # the numbers of its points


class Outcome(NamedTuple):
    """What came of one point: the cells of its row, or why there are none."""

    point: int
    row: dict[str, Cell] | None
    error: str | None


class Done(NamedTuple):
    """What came of a batch; of points that there was no time for, nothing."""

    outcomes: list[Outcome]
    seconds: float


def run(task: bytes, batch: Batch) -> Done:
    """Call the function at the points of a batch until they or the time run out.

    Parameters
    ----------
    task : the function and the grid, pickled.
    batch : the numbers of the points; the first is always worked on.
    """
    start = time.perf_counter()
    try:
        function, grid = _unpacked(task)
    except Exception as failure:  # noqa: BLE001  # what the worker lacks can show in any way
        why = f"the function cannot be loaded by a worker: {_said(failure)}"
        return Done([Outcome(point, None, why) for point in batch], 0.0)
    outcomes: list[Outcome] = []
    for point in batch:
        if outcomes and time.perf_counter() - start > LONGEST:
            break
        outcomes.append(_at(function, grid, point))
    return Done(outcomes, time.perf_counter() - start)


@lru_cache(maxsize=2)  # a worker gets many batches of one sweep
def _unpacked(task: bytes) -> tuple[Callable[..., object], Grid]:
    import cloudpickle

    function, grid = cloudpickle.loads(task)
    return function, grid


def packed(function: Callable[..., object], grid: Grid) -> bytes:
    """Pickle a function and a grid, also those that were typed in a script or a notebook."""
    import cloudpickle

    return bytes(cloudpickle.dumps((function, grid)))


def _at(function: Callable[..., object], grid: Grid, point: int) -> Outcome:
    try:
        return Outcome(point, _row(function(**grid[point]), grid.names), None)
    except Exception as failure:  # noqa: BLE001  # whatever the function raises belongs to the point
        return Outcome(point, None, _said(failure))


def _row(result: object, taken: tuple[str, ...]) -> dict[str, Cell]:
    if not isinstance(result, Mapping):
        result = {"value": result}
    for name in result:
        if not isinstance(name, str) or name in taken or name == RESERVED:
            raise ParameterError(
                f"function returns {name!r}, but has to return names that are texts and neither in "
                f"the grid nor {RESERVED!r}."
            )
    return {name: plain(name, value) for name, value in result.items()}


def _said(failure: Exception) -> str:
    # an address would be another one in every run
    return re.sub(r" at 0x[0-9a-f]+", "", f"{type(failure).__name__}: {failure}")


class Pending:
    """The points that are still to do, handed out in batches of about half a second.

    Safe with threads: joblib asks for batches in one of its own.

    Parameters
    ----------
    points : the numbers of the points to do.
    total : how many there are.
    workers : how many work at a time.
    """

    def __init__(self, points: Iterable[int], total: int, workers: int) -> None:
        self._points = iter(points)
        self._left = total  # not handed out yet, but for what came back
        self._workers = max(1, workers)
        self._back: deque[Batch] = deque()
        self._out: set[Batch] = set()
        self._pace: float | None = None  # seconds a point
        self._lock = Lock()

    def take(self) -> Batch | None:
        """Hand out a batch, or nothing if all points are done or out."""
        with self._lock:
            size = self._size()
            if self._back:
                whole = self._back.popleft()
                batch, rest = whole[:size], whole[size:]
                if rest:
                    self._back.appendleft(rest)
            else:
                batch = tuple(islice(self._points, size))
                self._left -= len(batch)
            if batch:
                self._out.add(batch)
            return batch or None

    def _size(self) -> int:
        """Say how many points take half a second; near the end, leave some to every worker."""
        if self._pace is None:
            return 1
        pace = max(self._pace, 1e-9)
        fair = max(-(-self._left // (2 * self._workers)), int(LEAST / pace))
        return max(1, min(int(AIM / pace), fair, MOST))

    def batches(self) -> Iterator[Batch]:
        """Yield batches as long as there are any to hand out."""
        while (batch := self.take()) is not None:
            yield batch

    def settle(self, batch: Batch, done: Done) -> None:
        """Note what came of a batch; what it had no time for is handed out again."""
        with self._lock:
            self._out.discard(batch)
            rest = batch[len(done.outcomes) :]
            if rest:
                self._back.append(rest)
            if done.outcomes:
                pace = done.seconds / len(done.outcomes)
                self._pace = pace if self._pace is None else (pace + self._pace) / 2

    def split(self, batch: Batch) -> None:
        """Take back a batch whose worker was lost, in two halves: one may have been the reason."""
        with self._lock:
            self._out.discard(batch)
            half = (len(batch) + 1) // 2
            self._back += [part for part in (batch[:half], batch[half:]) if part]

    def lost(self) -> list[Batch]:
        """Return the batches that are out."""
        with self._lock:
            return sorted(self._out)

    @property
    def any_left(self) -> bool:
        """Whether there is something to hand out."""
        return bool(self._back) or self._left > 0
