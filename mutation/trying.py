"""Run tests in a process that is split off, so that nothing is loaded or remembered twice."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import pytest

EXAMPLES = 15  # as before a merge
LONGEST = 3.0  # seconds: tests that last longer are left to `make test`
TOGETHER = 6.0  # seconds of tests for one mutant, the shortest first
# what a failure would shrink to is not asked
PHASES = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
OPTIONS = (
    "--assert=plain",  # pytest would read the modules it was told to collect from disk
    *("-q", "--tb=line", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("-p", "no:benchmark", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

hypothesis.settings.register_profile(
    "mutation", max_examples=EXAMPLES, derandomize=True, deadline=None, phases=PHASES,
    suppress_health_check=list(hypothesis.HealthCheck), database=None,
)  # fmt: skip
os.environ["HYPOTHESIS_PROFILE"] = "mutation"


class _Few:
    """A test draws no more examples than before a merge, whatever it asks for."""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        for item in items:
            test = getattr(item, "obj", None)
            own = getattr(test, "_hypothesis_internal_use_settings", None)
            if own is not None:
                most = min(own.max_examples, EXAMPLES)
                test._hypothesis_internal_use_settings = hypothesis.settings(
                    own, max_examples=most, phases=PHASES, derandomize=True, database=None
                )


class _TooLong(BaseException):
    """Raised in a test that is too slow to be tried on mutants; no test catches it."""


def _too_long(*_: object) -> None:
    raise _TooLong


class _Listener:
    """Which test ran which lines, and for how long; slow ones are given up."""

    def __init__(self, sources: list[str]) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=sources, config_file=False)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> Any:
        self.coverage.switch_context(item.nodeid)
        started = time.process_time()
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, 2 * LONGEST)  # twice: it is watched meanwhile
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.seconds[item.nodeid] = time.process_time() - started
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)


def split_off(work: Callable[[], int], output: Path, seconds: float) -> int | None:
    """Run work in a fork and return its exit code; None if it took too long.

    Parameters
    ----------
    work : returns an exit code.
    output : where what it prints goes.
    seconds : of processor time; of real time sixty times that, on a machine that is busy.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (6_000_000_000, 6_000_000_000))
            with output.open("w") as page:
                os.dup2(page.fileno(), 1)
                os.dup2(page.fileno(), 2)
            code = work()
            sys.stdout.flush()
        finally:
            os._exit(code)
    end = time.monotonic() + 60 * seconds
    pause = 0.01
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            break
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(pause)
        pause = min(0.1, pause * 1.3)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whatever a test has left behind
    code = os.waitstatus_to_exitcode(status)
    return None if code in (-signal.SIGXCPU, -signal.SIGKILL) else code


def recorded(files: list[str], sources: list[str], folder: Path) -> dict[str, Any]:
    """Return which lines of the sources each test of some files runs, and its time.

    Kept in a file until the tests or the sources change.
    """
    key = hashlib.sha256()
    for path in (*files, *sources):
        key.update(Path(path).read_bytes())
    kept = folder / f"{files[0].replace('/', '.')}.{key.hexdigest()[:16]}.json"
    if not kept.exists():
        split_off(lambda: _record(files, sources, kept), kept.with_suffix(".txt"), 900)
    if not kept.exists():
        print(f"{files[0]}: not recorded, see {kept.with_suffix('.txt')}")
        return {"lines": {}, "seconds": {}, "modules": []}
    return json.loads(kept.read_text())  # type: ignore[no-any-return]


def _record(files: list[str], sources: list[str], kept: Path) -> int:
    listener = _Listener([str(Path(source).resolve()) for source in sources])
    listener.coverage.start()
    code = pytest.main([*OPTIONS, *files], plugins=[_Few(), listener])
    listener.coverage.stop()
    data = listener.coverage.get_data()
    lines = {
        source: {
            line: sorted(set(tests) - {""} - listener.failed)
            for line, tests in data.contexts_by_lineno(str(Path(source).resolve())).items()
        }
        for source in sources
    }
    ours = ("pmlsym", "tests", "conftest", "__m", "test_")
    modules = [name for name in sys.modules if not name.startswith(ours)]
    found = {"lines": lines, "seconds": listener.seconds, "modules": modules}
    kept.write_text(json.dumps(found))
    return int(code)


def load(modules: Iterable[str]) -> None:
    """Import what other packages bring, once for all the processes that are split off."""
    for name in modules:
        if name not in sys.modules:
            with contextlib.suppress(Exception):
                importlib.import_module(name)


def run(tests: list[str], path: Path, text: str) -> int:
    """Run tests until one fails, with the text in the place of a module's; return pytest's code."""
    mutated = str(path.resolve())
    read = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        if Path(self.path).resolve() == Path(mutated):
            return compile(text, mutated, "exec", dont_inherit=True)
        return read(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]
    return int(pytest.main([*OPTIONS, "-x", *tests], plugins=[_Few()]))
