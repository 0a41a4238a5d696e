"""Sweeps: what is in the file, that it is the same file, and that nothing finished is lost."""

import functools
import itertools
import json
import math
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction as F
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pmlsym as ps
from pmlsym.errors import DataError, ParameterError, SweepError
from pmlsym.sweeps import batches, sweep
from pmlsym.sweeps import parts as part_files
from pmlsym.sweeps.batches import Done, Outcome, Pending, run
from pmlsym.sweeps.content import sweep_hash
from pmlsym.sweeps.grid import Grid, plain
from pmlsym.sweeps.parts import Parts

ROOT = Path(ps.__file__).parents[1]


def divided(a, b):
    return {"quotient": a / b, "odd": a % 2 == 1}


GRID = {"a": range(4), "b": [0.5, 3.0]}


def logged(a, b, log):
    """Write down every call, so that a test can count them."""
    with Path(log).open("a") as file:
        file.write(f"{a},{b}\n")
    if Path(log).with_suffix(".stop").exists() and a == 3:
        raise RuntimeError("stopped")
    return a / b


# --- what is in the table ---------------------------------------------------------------------


def test_every_combination_in_its_order():
    found = sweep(divided, GRID)
    pairs = list(itertools.product(range(4), [0.5, 3.0]))
    assert [tuple(row.values())[:2] for row in found.to_pylist()] == pairs
    assert found["quotient"].to_pylist() == [a / b for a, b in pairs]
    assert found["odd"].to_pylist() == [a % 2 == 1 for a, _ in pairs]
    assert [str(kind) for kind in found.schema.types] == ["int64", "double", "double", "bool"]


def test_a_list_of_points_needs_no_product():
    found = sweep(divided, [{"a": 1, "b": 2}, {"b": 4, "a": 3}])
    assert found["quotient"].to_pylist() == [0.5, 0.75]


def test_priors_guarantees_and_statements_are_swept():
    def value(prior, guarantee):
        return float(ps.PML.implies(guarantee, ps.PMC, p_min=min(prior)).epsilon)

    priors = [np.array([0.5, 0.5]), [0.25, 0.75]]
    found = sweep(value, {"prior": priors, "guarantee": [ps.PML(0.1), ps.PML(0.2)]})
    assert found["guarantee"].to_pylist() == ["PML(0.1)", "PML(0.2)"] * 2
    assert found["prior"].to_pylist() == [[0.5, 0.5]] * 2 + [[0.25, 0.75]] * 2
    by_hand = [
        math.log(p / (1 - (1 - p) * math.exp(e)))
        for p, e in itertools.product((0.5, 0.25), (0.1, 0.2))
    ]
    assert found["value"].to_pylist() == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("cells", "kind", "stands"),
    [
        ([1, 2.5], "double", [1.0, 2.5]),
        ([1, None], "int64", [1, None]),
        ([F(1, 3), 2], "string", ["1/3", "2"]),
        ([2**63, 1], "string", [str(2**63), "1"]),
        ([2**53 + 1, 0.5], "string", [str(2**53 + 1), "0.5"]),
        ([True, 1], "string", ["True", "1"]),
        ([[1, 2], [0.5]], "list<element: double>", [[1.0, 2.0], [0.5]]),
        ([math.inf, -math.inf], "double", [math.inf, -math.inf]),
        ([None, None], "string", [None, None]),
        (["\ud800", "b"], "string", ["\\ud800", "b"]),
        ([np.float64(0.1), np.int64(3)], "double", [0.1, 3.0]),
    ],
)
def test_a_column_holds_what_was_returned(cells, kind, stands, tmp_path):
    file = tmp_path / "found.parquet"
    sweep(lambda n: cells[n], {"n": [0, 1]}, file)
    found = pq.read_table(file)["value"]
    assert (str(found.type).replace("item", "element"), found.to_pylist()) == (kind, stands)


def test_not_a_number_stays_one():
    assert math.isnan(sweep(lambda n: math.nan, {"n": [0]})["value"][0].as_py())


# --- the same file ----------------------------------------------------------------------------


def test_the_file_is_the_same_with_two_processes(tmp_path):
    for jobs in (1, 2):
        sweep(divided, GRID, tmp_path / f"{jobs}.parquet", jobs=jobs)
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.parquet", "2.parquet"]


@pytest.mark.parametrize("longest", [0.0, 10.0])
def test_how_points_fall_into_batches_does_not_matter(tmp_path, monkeypatch, longest):
    sweep(divided, GRID, tmp_path / "before.parquet")
    monkeypatch.setattr(batches, "LONGEST", longest)
    monkeypatch.setattr(batches, "LEAST", 100.0)
    sweep(divided, GRID, tmp_path / "after.parquet")
    assert (tmp_path / "before.parquet").read_bytes() == (tmp_path / "after.parquet").read_bytes()


def test_what_was_finished_is_not_done_again(tmp_path):
    file, log = tmp_path / "found.parquet", tmp_path / "log.txt"
    grid = {"a": range(5), "b": [1, 2], "log": [str(log)]}
    log.with_suffix(".stop").touch()
    with pytest.raises(
        SweepError, match=r"^function fails at a=3, b=1, log=.*RuntimeError: stopped"
    ):
        sweep(logged, grid, file)
    assert not file.exists()
    log.with_suffix(".stop").unlink()
    sweep(logged, grid, file)
    calls = log.read_text().splitlines()
    assert [calls.count(f"{a},{b}") for a in range(3) for b in (1, 2)] == [1] * 6
    assert calls.count("3,1") == 2
    assert {*calls} == {f"{a},{b}" for a in range(5) for b in (1, 2)}
    sweep(logged, grid, tmp_path / "undisturbed.parquet")
    assert file.read_bytes() == (tmp_path / "undisturbed.parquet").read_bytes()
    calls = log.read_text()
    sweep(logged, grid, file)  # it is finished
    assert log.read_text() == calls


SCRIPT = """
import sys, time
from pmlsym.sweeps import sweep

def slow(a):
    time.sleep(0.02)
    return a * 0.1

sweep(slow, {"a": list(range(150))}, sys.argv[1], progress=lambda done, of: print(done, flush=True))
"""


def test_a_killed_script_goes_on_where_it_was(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    killed, whole = tmp_path / "killed.parquet", tmp_path / "whole.parquet"
    command = [sys.executable, "-W", "error", str(tmp_path / "script.py")]
    where = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = 0
    for how in (signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(
            [*command, str(killed)],
            env=where,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as script:
            assert int(script.stdout.readline()) == before
            while int(script.stdout.readline()) < before + 10:
                pass
            script.send_signal(how)
            assert script.wait(60) == -how
        parts = (tmp_path / "killed.parquet.parts").glob("*.json")
        rows = [row for part in parts for row in json.loads(part.read_text())["rows"]]
        assert before + 10 <= len(rows) < 150
        assert not killed.exists()
        before = len(rows)
    for file in (killed, whole):
        found = subprocess.run(
            [*command, str(file)], env=where, capture_output=True, text=True, check=True
        )
        assert int(found.stdout.split()[0]) == (before if file is killed else 0)
        assert found.stderr == ""
    assert killed.read_bytes() == whole.read_bytes()
    assert pq.read_table(killed)["value"].to_pylist() == [a * 0.1 for a in range(150)]


def dies_once(a, marker):
    if a == 5 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return a


@pytest.mark.filterwarnings("default")  # joblib may say that a worker stopped
def test_a_local_worker_that_is_killed_is_replaced(tmp_path):
    grid = {"a": range(10), "marker": [str(tmp_path / "died")]}
    assert sweep(dies_once, grid, jobs=2)["value"].to_pylist() == list(range(10))
    assert (tmp_path / "died").exists()


# --- what lies on the disk --------------------------------------------------------------------


def stopped_sweep(tmp_path):
    """Leave a sweep of `logged` unfinished."""
    file, log = tmp_path / "found.parquet", tmp_path / "log.txt"
    grid = {"a": range(5), "b": [1, 2], "log": [str(log)]}
    log.with_suffix(".stop").touch()
    with pytest.raises(SweepError):
        sweep(logged, grid, file)
    log.with_suffix(".stop").unlink()
    return file, grid, sorted((tmp_path / "found.parquet.parts").glob("*.json"))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"sweep": 1}', b'{"sweep": "", "rows": [[1]]}', b"\xff\xfe"]
)
def test_a_part_that_is_broken_is_done_again(tmp_path, content):
    file, grid, parts = stopped_sweep(tmp_path)
    parts[0].write_bytes(content)
    found = sweep(logged, grid, file)
    assert found["value"].to_pylist() == [a / b for a in range(5) for b in (1, 2)]


def test_an_unfinished_sweep_of_something_else_is_not_touched(tmp_path):
    file, grid, parts = stopped_sweep(tmp_path)
    with pytest.raises(DataError, match=r"^file: .*found.parquet.parts holds the unfinished sweep"):
        sweep(logged, {**grid, "b": [1, 3]}, file)
    assert all(part.exists() for part in parts)


@pytest.mark.parametrize("content", [None, b"no table", b""])
def test_a_file_of_something_else_is_not_overwritten(tmp_path, content):
    file = tmp_path / "found.parquet"
    if content is None:
        pq.write_table(pa.table({"a": [1]}), file)
    else:
        file.write_bytes(content)
    before = file.read_bytes()
    with pytest.raises(DataError, match=r"^file: .*found\.parquet is there"):
        sweep(divided, GRID, file)
    assert file.read_bytes() == before


def test_two_answers_at_one_point_are_refused(tmp_path):
    file = tmp_path / "found.parquet"
    parts = Parts(file, sweep_hash(divided, Grid(GRID)))
    parts.read()
    for value in (1.0, 2.0):
        parts.write([Outcome(0, {"quotient": value, "odd": False}, None)])
    with pytest.raises(SweepError, match=r"^function gives two answers at a=0, b=0.5"):
        sweep(divided, GRID, file)


def test_many_parts_become_few(tmp_path, monkeypatch):
    monkeypatch.setattr(part_files, "TOGETHER", 8)
    parts = Parts(tmp_path / "found.parquet", "hash")
    parts.read()
    for number in range(2 * 8 + 3):
        parts.write([Outcome(number, {"value": number}, None)])
    assert len(list(parts.folder.iterdir())) == 2 + 3
    again = Parts(tmp_path / "found.parquet", "hash").read()
    assert sorted(outcome.point for outcome in again) == list(range(2 * 8 + 3))


# --- what a sweep is --------------------------------------------------------------------------


def test_a_sweep_is_another_one_when_what_it_uses_changes():
    grid = Grid({"x": [1]})

    def make(factor):
        return lambda x: factor * x

    def with_default(factor):
        def inner(x, by=factor):
            return by * x

        return inner

    assert sweep_hash(make(2), grid) == sweep_hash(make(2), grid)
    for kind in (make, with_default, lambda f: functools.partial(divmod, f)):
        assert sweep_hash(kind(2), grid) != sweep_hash(kind(3), grid)
    array = np.array([1.0, 2.0])
    assert sweep_hash(make(array), grid) != sweep_hash(make(array + 1), grid)
    assert sweep_hash(make(make(1)), grid) != sweep_hash(make(make(2)), grid)
    assert sweep_hash(make(2), grid) != sweep_hash(make(2), Grid({"x": [2]}))


def test_a_sweep_is_the_same_one_in_every_process():
    code = (
        "from pmlsym.sweeps.content import sweep_hash\n"
        "from pmlsym.sweeps.grid import Grid\n"
        "import pmlsym as ps, numpy as np\n"
        "NAMES = frozenset('abcdef')\n"
        "def f(x): return len(NAMES) * ps.pml(x) + np.pi\n"
        "print(sweep_hash(f, Grid({'x': [1, 0.5, np.arange(3)]})))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(found) == 1
    assert len(next(iter(found))) == 65


# --- batches ----------------------------------------------------------------------------------


def test_batches_take_half_a_second_and_no_point_is_lost():
    pending = Pending(iter(range(1000)), 1000, 2)
    sizes, seen = [], []
    while (batch := pending.take()) is not None:
        sizes.append(len(batch))
        done = batch if len(sizes) % 3 else batch[: (len(batch) + 1) // 2]  # time ran out
        seen += done
        pending.settle(batch, Done([Outcome(p, {}, None) for p in done], 0.01 * len(done)))
    assert sorted(seen) == list(range(1000))
    assert sizes[0] == 1
    assert sizes[1] == max(sizes) == 50
    assert not pending.any_left
    assert pending.lost() == []


def test_a_lost_batch_comes_back_in_halves():
    pending = Pending(iter(range(5)), 5, 1)
    pending.settle(pending.take(), Done([Outcome(0, {}, None)], 1e-6))
    batch = pending.take()
    assert batch == (1, 2, 3, 4)
    pending.split(batch)
    assert [pending.take(), pending.take(), pending.take()] == [(1, 2), (3, 4), None]


CLOCK = [0.0]


def takes_a_while(x):
    CLOCK[0] += 0.4
    return x


def test_a_batch_ends_after_a_second(monkeypatch):
    monkeypatch.setattr(batches, "time", SimpleNamespace(perf_counter=lambda: CLOCK[0]))
    task = batches.packed(takes_a_while, Grid({"x": range(100)}))
    done = run(task, tuple(range(7, 100)))
    assert [outcome.point for outcome in done.outcomes] == [7, 8, 9]
    assert done.seconds == pytest.approx(1.2)


def test_a_worker_that_lacks_the_function_says_so():
    (outcome,) = run(b"no pickle", (7,)).outcomes
    assert outcome.point == 7
    assert outcome.error.startswith("the function cannot be loaded by a worker: UnpicklingError")


# --- errors -----------------------------------------------------------------------------------


def test_failures_are_kept_if_asked(tmp_path):
    file = tmp_path / "found.parquet"
    found = sweep(lambda a, b: a / b, {"a": [1], "b": [1, 0, 2]}, file, errors="keep")
    assert found["value"].to_pylist() == [1.0, None, 0.5]
    assert found["error"].to_pylist() == [None, "ZeroDivisionError: division by zero", None]


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        ({}, r"^grid is empty"),
        ([], r"^grid is empty"),
        (3, r"^grid is of type int"),
        ("ab", r"^grid is of type str"),
        ({"a": []}, r"^grid\['a'\] is empty"),
        ({"a": 3}, r"^grid\['a'\] is 3, but has to be a list of values, \[3\] for one"),
        ({"a": "xyz"}, r"^grid\['a'\] is 'xyz'"),
        ({1: [2]}, r"^grid has the name 1"),
        ({"error": [2]}, r"^grid has the name 'error'"),
        ([{"a": 1}, {"b": 1}], r"^grid\[1\] has the names b, but grid\[0\] has a"),
        ([1], r"^grid\[0\] is 1"),
        ({"c": [1]}, r"^grid has the names c, but function cannot be called with these"),
        ({"a": range(10**5), "b": range(10**5)}, r"^grid has 10000000000 points"),
        ({"a": [object()], "b": [1]}, r"^a is <object object at"),
        ({"a": [lambda: 1], "b": [1]}, r"^a is .*<lambda>"),
    ],
)
def test_what_is_no_grid(grid, says):
    with pytest.raises(ParameterError, match=says):
        sweep(divided, grid)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"jobs": 0}, r"^jobs is 0"),
        ({"jobs": 1.5}, r"^jobs is 1.5"),
        ({"errors": "drop"}, r"^errors is 'drop'"),
    ],
)
def test_what_cannot_be_asked_for(given, says):
    with pytest.raises(ParameterError, match=says):
        sweep(divided, GRID, **given)
    with pytest.raises(ParameterError, match=r"^function is of type int"):
        sweep(3, GRID)


def test_results_do_not_hide_the_grid():
    with pytest.raises(
        SweepError, match=r"function fails at a=1: ParameterError: function returns"
    ):
        sweep(lambda a: {"a": 2}, {"a": [1]})


def test_plain_values():
    assert plain("x", [1, (True, None)]) == [1, [True, None]]
    assert plain("x", divided) == "divided"
