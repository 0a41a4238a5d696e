"""Measure every task and write docs/benchmarks.md with its plot: ``make bench``."""

from __future__ import annotations

import argparse
import os

# one thread for everybody, before anything loads numpy: processor time then is time
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
from measuring import Measured, Task, growth, interleaved, peak_memory, time_of_processes
from tasks import TASKS

DOCS = Path(__file__).resolve().parents[1] / "docs"
SHOWN = ("pmlsym", "numpy", "scipy", "sympy", "python-flint", "cvxpy", "highspy", "clarabel", "qif")


def measured(task: Task, seconds: float, most: int | None) -> list[Measured]:
    """Measure a task at all its sizes; memory at the largest."""
    found = []
    for size in task.sizes[:most]:
        clock = time.process_time if task.inside else time_of_processes
        ours, peer = interleaved(task.prepare(size), seconds, clock=clock)
        found.append(Measured(size, ours, peer))
        line = f"{task.name} {size}: {min(ours):.3g} s"
        print(line + (f", {task.peer} {min(peer):.3g} s" if peer else ""), flush=True)
    if task.inside:
        found[-1].memory = peak_memory(task, found[-1].size, "ours")
        if task.peer:
            found[-1].peer_memory = peak_memory(task, found[-1].size, "peer")
    return found


def page(results: list[tuple[Task, list[Measured]]], load: float) -> str:
    """Return the page: how it was measured, with what, and the table."""
    versions = ", ".join(f"{name} {version(name)}" for name in SHOWN)
    machine = f"{platform.system()} on {platform.machine()}, Python {platform.python_version()}"
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`. Times are the least of several rounds, in which our work and",
        "the peer's take turns; both start from the same numbers, and the answers are compared.",
        "They are processor time, with one thread for everybody; of new processes, theirs.",
        "Machines differ: read the **ratio**, our time over the peer's. **Growth** is the exponent",
        "*p* of time ~ n^p over the sizes. **Memory** is by how much a process of its own grows",
        "during one piece of work at the largest size, ours and the peer's. **Breaks first** says",
        "where the work becomes slow, large or inexact before it does elsewhere.",
        "",
        "No peer uses code of ours. The numpy peers are the shortest formulas that we know, such",
        "as log(max_x P(y|x) / P(y)) without the matrix of lifts. A measure is timed on a channel",
        "that is there; in the rows `channel and ...` it is also built each time, which copies the",
        "arrays and looks at every entry, where numpy trusts them. The statements that are typed",
        "and the claims that are checked are listed in `benchmarks/shell.py`.",
        "",
        f"Measured on {machine}, with a load of {load:.1f} on {_cores()}: {versions}.",
        "",
        "![Ratios to the peers](benchmarks.png)",
        "",
        "| task | peer | n: our time, ratio | growth | memory, ours / peer | goal | breaks first |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for task, found in results:
        cells = "; ".join(
            f"{one.size}: {_seconds(min(one.ours))}"
            + (f", **{one.ratio:.3g}**" if one.ratio is not None else "")
            for one in found
        )
        p = growth(found) if task.inside else None
        last = found[-1]
        memory = " / ".join(_bytes(b) for b in (last.memory, last.peer_memory) if b is not None)
        lines.append(
            f"| {task.name} | {task.peer or '-'} | {cells} | {'-' if p is None else f'{p:.1f}'} | "
            f"{memory or '-'} | {task.goal or '-'} | {task.breaks or '-'} |"
        )
    return "\n".join([*lines, ""])


def _cores() -> str:
    count = os.cpu_count() or 1
    return f"{count} core{'s' * (count > 1)}"


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"


def _bytes(value: int) -> str:
    return f"{value / 1e6:.1f} MB"


def plot(results: list[tuple[Task, list[Measured]]], file: Path) -> None:
    """Draw every ratio, one row a task, a dot a size: small dots are small sizes."""
    rows = [(task, found) for task, found in results if task.peer]
    figure, axes = plt.subplots(figsize=(8, 0.34 * len(rows) + 1), layout="constrained")
    for row, (_, found) in enumerate(reversed(rows)):
        ratios = [one.ratio for one in found if one.ratio is not None]
        axes.plot(ratios, [row] * len(ratios), color="0.7", zorder=1)
        axes.scatter(
            ratios, [row] * len(ratios), [14 + 16 * i for i in range(len(ratios))], zorder=2
        )
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    labels = [f"{task.name} / {task.peer}" for task, _ in reversed(rows)]
    axes.set_yticks(range(len(rows)), labels)
    axes.set_xlabel("our time / the peer's; larger dots are larger sizes")
    figure.savefig(file, dpi=110, metadata={"Software": None})
    plt.close(figure)


def main() -> None:
    """Measure, print as it goes, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("words", nargs="*", help="only tasks with one of these in their names")
    reader.add_argument("--seconds", type=float, default=1.0, help="for a task at one size")
    reader.add_argument("--sizes", type=int, help="only so many of the sizes, the small ones")
    reader.add_argument("--out", type=Path, default=DOCS, help="the folder for page and plot")
    given = reader.parse_args()
    chosen = [t for t in TASKS if not given.words or any(w in t.name for w in given.words)]
    if not chosen:
        sys.exit(f"no task has {' or '.join(given.words)} in its name")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    given.out.mkdir(parents=True, exist_ok=True)
    results = []
    for task in chosen:  # what is measured is written at once: all of it takes minutes
        results.append((task, measured(task, given.seconds, given.sizes)))
        (given.out / "benchmarks.md").write_text(page(results, load), encoding="utf-8")
        plot(results, given.out / "benchmarks.png")
    print(f"written: {given.out / 'benchmarks.md'}")


if __name__ == "__main__":
    main()
