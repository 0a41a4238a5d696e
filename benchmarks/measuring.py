"""Times and memory of our work beside a peer's: interleaved, fresh, checked against each other."""

from __future__ import annotations

import gc
import math
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import numpy as np

Work = Callable[[], object]


def close(one: object, other: object, within: float = 1e-7) -> bool:
    """Say whether two answers, numbers or arrays, are the same."""
    return bool(np.allclose(np.asarray(one, float), np.asarray(other, float), atol=within))


@dataclass(frozen=True)
class Pair:
    """One task at one size: our work, a peer's, and whether they agree."""

    ours: Work
    peer: Work | None = None
    agree: Callable[[object, object], bool] = lambda one, other: True


@dataclass(frozen=True)
class Task:
    """Something to measure at several sizes."""

    name: str
    peer: str  # what it is compared with; empty if with nothing
    sizes: tuple[int, ...]
    prepare: Callable[[int], Pair]  # a function of a module, so that a new process can call it
    goal: str = ""
    inside: bool = True  # whether it can be measured in this process: imports cannot
    breaks: str = ""  # where it is slow, large or inexact first


@dataclass
class Measured:
    """What was measured of a task at one size: seconds of every round, memory in bytes."""

    size: int
    ours: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)
    memory: int | None = None
    peer_memory: int | None = None

    @property
    def ratio(self) -> float | None:
        """Our least time over the peer's: the rounds that were disturbed least."""
        return min(self.ours) / min(self.peer) if self.peer else None


def interleaved(
    pair: Pair, seconds: float, least: int = 3, clock: Callable[[], float] = time.process_time
) -> tuple[list[float], list[float]]:
    """Time ours and the peer's in turns, changing who goes first; as many rounds of each.

    The clock counts what the processor did for this process, so that others on the machine do not
    count; work in processes of its own needs another.

    Once before, untimed, both are compared: what is wrong need not be fast, and what is loaded or
    cached by the first call is so for both.
    """
    found = pair.ours()
    if pair.peer is not None:
        wanted = pair.peer()
        if not pair.agree(found, wanted):
            raise AssertionError(f"ours is {found}, the peer's {wanted}")
    ours: list[float] = []
    peer: list[float] = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        while len(ours) < least or clock() - start < seconds:
            sides = [(pair.ours, ours)] + ([(pair.peer, peer)] if pair.peer is not None else [])
            for work, times in sides if len(ours) % 2 else reversed(sides):
                times.append(_timed(work, clock))
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    return ours, peer


def _timed(work: Work, clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


def time_of_processes() -> float:
    """Return the processor time of processes that this one has started, and that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def growth(found: list[Measured]) -> float | None:
    """Return the exponent p of time ~ size^p, by least squares through all sizes."""
    if len(found) < 2:
        return None
    x = [math.log(one.size) for one in found]
    y = [math.log(min(one.ours)) for one in found]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    above = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return above / sum((a - mean_x) ** 2 for a in x)


def peak_memory(task: Task, size: int, side: str) -> int | None:
    """Return how far the memory of a process of its own grows while it does one piece of work.

    What is loaded and prepared before counts for nothing: the high-water mark is set back. None
    where the system cannot do that.
    """
    if not Path("/proc/self/clear_refs").exists():
        return None
    context = get_context("spawn")
    result = context.Queue()
    process = context.Process(target=_grow, args=(task, size, side, result))
    process.start()
    process.join()
    if process.exitcode:
        raise RuntimeError(f"{task.name} at {size} ended with {process.exitcode}")
    found: int = result.get()
    return found


def _grow(task: Task, size: int, side: str, result: object) -> None:
    _small = task.prepare(task.sizes[0])
    getattr(_small, side)()  # loads what the work needs
    work: Work = getattr(task.prepare(size), side)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    work()
    result.put(max(0, _status("VmHWM") - before))  # type: ignore[attr-defined]


def _status(name: str) -> int:
    """Return a line of what Linux says of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(name))
