"""Change the code a little, everywhere, and see whether a test fails: ``make mutate``."""

from __future__ import annotations

import argparse
import csv
import os

os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
os.environ |= {"CI": "true", "PMLSYM_CACHE": "", "PYTHONDONTWRITEBYTECODE": "1"}

import difflib
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trying
from cosmic_ray.commands import init
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from mutants import Source

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path("build/mutation")
EQUIVALENT = Path("mutation/equivalent.csv")
SEED = "pmlsym"


@dataclass(frozen=True)
class Package:
    """Modules and the tests that are tried on their mutants, besides their own doctests.

    Parameters
    ----------
    modules, tests : patterns of files.
    drawn : how many of the mutants are tried; None for all.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    drawn: int | None = 160


PACKAGES = {
    "measures": Package(
        ("pmlsym/measures.py",),
        (
            *("tests/test_measures.py", "tests/test_stacks.py", "tests/test_composition.py"),
            "tests/priors/test_*.py",
        ),
        drawn=None,
    ),
    "kernel": Package(
        ("pmlsym/proof/kernel/*.py", "pmlsym/proof/checker.py"),
        (
            *("tests/proof/kernel/test_*.py", "tests/proof/test_checker*.py"),
            # malformed data, laws and values are tried as attacks
            "tests/proof/attacks/test_[elmv]*.py",
        ),
    ),
    "guarantees": Package(
        ("pmlsym/guarantees/**/*.py",),
        ("tests/guarantees/test_*.py", "tests/test_composition.py", "tests/test_wrong_calls.py"),
    ),
    "laplace": Package(
        ("pmlsym/laplace/**/*.py",), ("tests/laplace/test_*.py", "tests/test_wrong_calls.py")
    ),
    "statements": Package(
        ("pmlsym/statements/**/*.py",),
        (
            "tests/statements/**/test_*.py",
            # what instances say is tested beside the statements that are judged in them
            *("tests/ledger/test_statements.py", "tests/ledger/**/test_statements_*.py"),
            "tests/ledger/test_trials.py",
            *(
                "tests/ledger/**/test_readings*.py",
                "tests/ledger/linear/test_linear_definitions.py",
            ),
        ),
    ),
}


def _files(patterns: tuple[str, ...]) -> list[str]:
    return sorted({str(path) for pattern in patterns for path in Path().glob(pattern)})


class Tried:
    """The mutants of a package, and what its tests say about them.

    Parameters
    ----------
    name : of the package.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.package = PACKAGES[name]
        self.sources = {path: Source(Path(path)) for path in _files(self.package.modules)}
        self.lines: dict[str, dict[int, set[str]]] = {path: {} for path in self.sources}
        self.seconds: dict[str, float] = {}

    def record(self) -> None:
        """Find which tests run which line: those of the package and each module's own examples."""
        modules: dict[str, None] = {}
        for files in [*([file] for file in _files(self.package.tests)), list(self.sources)]:
            found = trying.recorded(files, list(self.sources), FOLDER / "recorded")
            modules |= dict.fromkeys(found["modules"])
            self.seconds |= found["seconds"]
            for path, lines in found["lines"].items():
                for line, tests in lines.items():
                    fast = {one for one in tests if found["seconds"][one] <= trying.LONGEST}
                    self.lines[path].setdefault(int(line), set()).update(fast)
        trying.load(modules)

    def tests(self, mutation: MutationSpec) -> list[str]:
        """Return the tests that run the mutated statement, the shortest first."""
        path = str(mutation.module_path)
        lines = self.lines[path]
        line = mutation.start_pos[0]
        found: set[str] = set()
        if self.sources[path].is_within_a_function(line):
            for one in self.sources[path].statement(line):
                found |= lines.get(one, set())
        else:  # it is run when the module is loaded
            found = set().union(*lines.values())
        chosen, total = [], 0.0
        for test in sorted(found, key=lambda one: (self.seconds[one], one)):
            total += self.seconds[test]
            if total > trying.TOGETHER:
                break
            chosen.append(test)
        return chosen

    def try_one(self, mutation: MutationSpec) -> WorkResult:
        """Return whether a test notices the mutation."""
        path = Path(mutation.module_path)
        source = self.sources[str(path)]
        text = source.mutated(mutation)
        diff = "\n".join(
            line
            for line in difflib.unified_diff(
                source.text.splitlines(), text.splitlines(), lineterm="", n=0
            )
            if not line.startswith(("---", "+++"))
        )
        tests = self.tests(mutation)
        if not tests:
            return WorkResult(WorkerOutcome.NO_TEST, "no test runs it", TestOutcome.SURVIVED, diff)
        page = FOLDER / "output.txt"
        seconds = 20 + 5 * sum(self.seconds[test] for test in tests)
        code = trying.split_off(lambda: trying.run(tests, path, text), page, seconds)
        output = f"{len(tests)} tests, code {code}\n{page.read_text()[-2000:]}"
        outcome = TestOutcome.SURVIVED if code == 0 else TestOutcome.KILLED
        return WorkResult(WorkerOutcome.NORMAL, output, outcome, diff)

    def unchanged(self) -> None:
        """Stop if tests fail without a mutation: they would kill everything."""
        path, source = next(iter(self.sources.items()))
        fast = sorted(test for test, seconds in self.seconds.items() if seconds < 1)
        used = set().union(*(tests for lines in self.lines.values() for tests in lines.values()))
        tests = random.Random(SEED).sample(fast, min(40, len(fast)))
        tests = [test for test in tests if test in used]
        page = FOLDER / "output.txt"
        code = trying.split_off(lambda: trying.run(tests, Path(path), source.text), page, 300)
        if code != 0:
            raise SystemExit(f"{self.name}: tests fail without a mutation.\n{page.read_text()}")


def _choose(database: WorkDB, tried: Tried) -> None:
    """Fill a new session with the mutants that count and are drawn."""
    init([Path(path) for path in tried.sources], database, {})
    counting = [
        item
        for item in database.work_items
        if tried.sources[str(item.mutations[0].module_path)].counts(item.mutations[0])
    ]
    counting.sort(key=_place)
    random.Random(SEED + tried.name).shuffle(counting)  # to draw more later keeps these
    drawn = counting[: tried.package.drawn]
    database.clear()
    database.add_work_items(drawn)
    print(f"{tried.name}: {len(counting)} mutants, {len(drawn)} drawn", flush=True)


def _place(item: WorkItem) -> tuple[Any, ...]:
    mutation = item.mutations[0]
    path = str(mutation.module_path)
    return path, mutation.start_pos, mutation.operator_name, mutation.occurrence


def _equivalent() -> dict[tuple[str, str], str]:
    """Return why a mutant computes the same, by module and change."""
    if not EQUIVALENT.exists():
        return {}
    with EQUIVALENT.open(newline="") as lines:
        return {(row["module"], row["change"]): row["why"] for row in csv.DictReader(lines)}


def _change(diff: str) -> str:
    """Return the changed line and what it is changed to, on one line."""
    lines = [line for line in diff.splitlines() if line[:1] in ("-", "+")]
    old = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    new = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return f"{old} -> {new}"


def _again(database: WorkDB, again: bool) -> list[WorkItem]:
    """Return what is still to be tried: with ``again`` also what survived."""
    pending = list(database.pending_work_items)
    if again:
        pending += [
            item
            for item, result in database.completed_work_items
            if result.test_outcome == TestOutcome.SURVIVED
        ]
    return sorted(pending, key=_place)


def report(name: str, database: WorkDB) -> None:
    """Print how many were killed, and every survivor that is not known to be equivalent."""
    why = _equivalent()
    counted: Counter[str] = Counter()
    for item, result in sorted(database.completed_work_items, key=lambda pair: _place(pair[0])):
        mutation = item.mutations[0]
        key = str(mutation.module_path), _change(result.diff or "")
        if result.test_outcome == TestOutcome.KILLED:
            counted["killed"] += 1
        elif key in why:
            counted["equivalent"] += 1
        else:
            counted["left"] += 1
            note = " (no test runs it)" if result.worker_outcome == WorkerOutcome.NO_TEST else ""
            print(
                f"{key[0]}:{mutation.start_pos[0]} {mutation.definition_name}{note}\n    {key[1]}"
            )
    total = sum(counted.values())
    rate = counted["killed"] / max(1, total - counted["equivalent"])
    told = ", ".join(f"{counted[word]} {word}" for word in ("killed", "equivalent", "left"))
    print(f"{name}: {total} mutants, {told}; {rate:.1%} of those that compute something else")


def main() -> None:
    """Try the mutants of the packages that are named, or of all, and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", metavar="package", help=", ".join(PACKAGES))
    parser.add_argument("--again", action="store_true", help="try survivors of the last run again")
    parser.add_argument("--report", action="store_true", help="print what is known, try nothing")
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    (FOLDER / "recorded").mkdir(parents=True, exist_ok=True)
    for name in asked.packages or PACKAGES:
        session = FOLDER / f"{name}.sqlite"
        with use_db(str(session)) as database:
            if not asked.report:
                try_room(Tried(name), database, asked.again)
            report(name, database)


def try_room(tried: Tried, database: WorkDB, again: bool) -> None:
    """Try what was not tried yet; the session keeps every answer."""
    if not database.num_work_items:
        _choose(database, tried)
    pending = _again(database, again)
    if not pending:
        return
    tried.record()
    tried.unchanged()
    for number, item in enumerate(pending, 1):
        started = time.monotonic()
        result = tried.try_one(item.mutations[0])
        database.set_result(item.job_id, result)
        told = f"{number}/{len(pending)} {result.test_outcome.value} {_change(result.diff or '')}"
        print(f"{told} ({time.monotonic() - started:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
