"""Theorems of the field that the prover decides by itself: how many of the list, and how fast.

usage: python benchmarks/field/run.py [--seconds 20] [--family tails] [--table FILE]

Each line of theorems.csv is typed as it stands. A verdict that contradicts the truth of the line
ends the run with status 1. `--table` writes the result as Markdown.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.text.vocabulary import StatementError

LIST = Path(__file__).parent / "theorems.csv"
DECIDED = {"true": ("proved", "vacuous"), "false": ("refuted",)}


class Row(NamedTuple):
    """The outcome of one line."""

    id: str
    family: str
    statement: str
    truth: str
    verdict: str
    seconds: float

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is that of the truth."""
        return self.verdict in DECIDED[self.truth]

    @property
    def is_wrong(self) -> bool:
        """Whether the verdict contradicts the truth."""
        return self.verdict in DECIDED["false" if self.truth == "true" else "true"]


def rows(seconds: float, family: str | None) -> Iterator[Row]:
    """Yield the lines of the list with their verdicts."""
    with LIST.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if family not in (None, line["family"]):
                continue
            start = time.process_time()
            try:
                verdict = str(conjecture(line["statement"], seconds=seconds).verdict)
            except StatementError as refusal:
                verdict = f"not typed: {refusal}"
            used = time.process_time() - start
            yield Row(line["id"], line["family"], line["statement"], line["truth"], verdict, used)


def table(found: list[Row]) -> str:
    """Return a table of the families in Markdown, and the lines that are not decided."""
    lines = ["| family | lines | typed | decided |", "| --- | --- | --- | --- |"]
    for family in dict.fromkeys(row.family for row in found):
        of = [row for row in found if row.family == family]
        typed = sum(not row.verdict.startswith("not typed") for row in of)
        lines.append(f"| {family} | {len(of)} | {typed} | {sum(row.is_decided for row in of)} |")
    lines += ["", "Not decided:", ""]
    lines += [
        f"- `{row.statement}` ({row.truth}): {row.verdict}" for row in found if not row.is_decided
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the list and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="for each line")
    parser.add_argument("--family", help="one family alone")
    parser.add_argument("--table", type=Path, help="where to write the table")
    given = parser.parse_args()
    conjecture("PML(e) => PML(e)")  # loads the solvers
    found = []
    for row in rows(given.seconds, given.family):
        print(f"{row.seconds:6.1f} s  {row.id:14} {row.truth:6} {row.verdict}", flush=True)
        found.append(row)
    decided = [row for row in found if row.is_decided]
    times = sorted(row.seconds for row in decided) or [0.0]
    late = times[int(0.95 * (len(times) - 1))]
    print(
        f"{len(decided)} of {len(found)} decided; median {median(times):.2f} s, 95 % {late:.1f} s"
    )
    if given.table:
        given.table.write_text(table(found), encoding="utf-8")
    if wrong := [row.id for row in found if row.is_wrong]:
        sys.exit(f"wrong: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
