"""Measure every task and write docs/benchmarks.md with its plot: ``make bench``."""

from __future__ import annotations

import argparse
import os

# one thread for everybody, before anything loads numpy: processor time then is time
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import platform
import re
import sys
import time
from importlib.metadata import version
from pathlib import Path

from measuring import Measured, Task, growth, interleaved, peak_memory, time_of_processes
from tasks import TASKS

from pmlsym.plotting import BLUE, GREY, ORANGE, axes_in_a_row
from pmlsym.plotting.style import GRID, WIDTH

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


def ratios(text: str) -> dict[str, list[float]]:
    """Return the ratios of the rows of a page, by task and peer, from small sizes to large.

    >>> ratios("| a task | a peer | 1: 1 µs, **0.5**; 10: 1 s, **2** | 1.0 | - | - | - |")
    {'a task / a peer': [0.5, 2.0]}
    """
    rows = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    found = {f"{row[0]} / {row[1]}": re.findall(r"\*\*(.*?)\*\*", row[2]) for row in rows}
    return {name: [float(ratio) for ratio in listed] for name, listed in found.items() if listed}


def plot(text: str, file: Path) -> None:
    """Draw the ratios of a page, one row a task, a dot a size: small dots are small sizes."""
    rows = list(reversed(ratios(text).items()))
    figure, (axes,) = axes_in_a_row(1, WIDTH, 0.27 * len(rows) + 0.8)
    for row, (_, found) in enumerate(rows):
        colours = [BLUE if ratio <= 1 else ORANGE for ratio in found]
        sizes = [14 + 16 * place for place in range(len(found))]
        axes.plot(found, [row] * len(found), color=GRID, lw=2, zorder=2)
        # hollow where we are slower, so that one can tell in grey
        filled = [BLUE if ratio <= 1 else "white" for ratio in found]
        axes.scatter(found, [row] * len(found), sizes, c=filled, edgecolors=colours, zorder=3)
    axes.axvline(1, color=GREY, linewidth=1)
    axes.grid(visible=False, axis="y")
    axes.set(
        xscale="log",
        ylim=(-0.7, len(rows) - 0.3),
        xlabel="our time / the peer's\nlarger dots: larger sizes; full dots: at most its time",
    )
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    figure.savefig(file, dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure, print as it goes, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("words", nargs="*", help="only tasks with one of these in their names")
    reader.add_argument("--seconds", type=float, default=1.0, help="for a task at one size")
    reader.add_argument("--sizes", type=int, help="only so many of the sizes, the small ones")
    reader.add_argument("--out", type=Path, default=DOCS, help="the folder for page and plot")
    reader.add_argument("--redraw", action="store_true", help="only draw the plot of the page")
    given = reader.parse_args()
    written, drawn = given.out / "benchmarks.md", given.out / "benchmarks.png"
    if given.redraw:
        plot(written.read_text(encoding="utf-8"), drawn)
        return
    chosen = [t for t in TASKS if not given.words or any(w in t.name for w in given.words)]
    if not chosen:
        sys.exit(f"no task has {' or '.join(given.words)} in its name")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    given.out.mkdir(parents=True, exist_ok=True)
    results = []
    for task in chosen:  # what is measured is written at once: all of it takes minutes
        results.append((task, measured(task, given.seconds, given.sizes)))
        text = page(results, load)
        written.write_text(text, encoding="utf-8")
        plot(text, drawn)
    print(f"written: {written}")


if __name__ == "__main__":
    main()
