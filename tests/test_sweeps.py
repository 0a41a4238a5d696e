"""A sweep calls a function once at every point, whatever interrupts it and whoever works."""

import functools
import json
import math
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import dask
import joblib
import pandas as pd
import pytest
from distributed import Client, LocalCluster

import pmlsym as ps
from pmlsym.errors import DataError, SweepError

GRID = {"a": [1, 2, 3], "b": [0.5, 2.0]}
PLAIN_ROWS = [{"a": a, "b": b, "value": a / b} for a in (1, 2, 3) for b in (0.5, 2.0)]


def divided(a, b):
    return a / b


def test_every_combination_in_its_order():
    rows = ps.sweep(divided, GRID)
    assert rows == PLAIN_ROWS
    assert pd.DataFrame(rows)["value"].tolist() == [row["value"] for row in PLAIN_ROWS]


def test_a_list_of_points_needs_no_product():
    points = [{"a": 1, "b": 2.0}, {"a": 3, "b": 0.5}]
    assert [row["value"] for row in ps.sweep(divided, points)] == [0.5, 6.0]


@pytest.mark.long
def test_two_processes_find_what_one_does(tmp_path):
    file = tmp_path / "two.jsonl"
    assert ps.sweep(divided, GRID, file, jobs=2) == PLAIN_ROWS
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert sorted((line["point"]["a"], line["point"]["b"]) for line in lines) == [
        (row["a"], row["b"]) for row in PLAIN_ROWS
    ]


def test_priors_guarantees_and_utilities_are_swept():
    def best(prior, guarantee):
        return ps.design.optimal_mechanism(prior, guarantee).value

    grid = {"prior": [(0.5, 0.5), (0.2, 0.8)], "guarantee": [ps.PML(0.3), ps.LDP(0.3)]}
    rows = ps.sweep(best, grid)
    assert [row["prior"] for row in rows] == [[0.5, 0.5]] * 2 + [[0.2, 0.8]] * 2
    assert [row["guarantee"] for row in rows] == [str(ps.PML(0.3)), str(ps.LDP(0.3))] * 2
    assert [row["value"] for row in rows] == [
        best(prior, guarantee) for prior in grid["prior"] for guarantee in grid["guarantee"]
    ]


def test_infinite_values_and_not_a_number_come_back_from_the_file(tmp_path):
    def odd(n):
        return [math.inf, -math.inf, math.nan][n]

    for _ in range(2):
        found = [row["value"] for row in ps.sweep(odd, {"n": range(3)}, tmp_path / "odd")]
        assert found[:2] == [math.inf, -math.inf]
        assert math.isnan(found[2])


def logged(a, log):
    with Path(log).open("a") as file:
        print(a, file=file)
    if a == 3 and Path(log).with_suffix(".stop").exists():
        raise RuntimeError("stopped")
    return 10 * a


def test_what_is_finished_is_not_computed_again(tmp_path):
    file, log = tmp_path / "found", tmp_path / "log.txt"
    log.with_suffix(".stop").touch()
    with pytest.raises(SweepError, match=r"at a=3, log=.*RuntimeError: stopped"):
        ps.sweep(logged, {"a": range(5), "log": [str(log)]}, file)
    log.with_suffix(".stop").unlink()
    grid = {"a": range(6), "log": [str(log)]}  # it may have grown
    assert [row["value"] for row in ps.sweep(logged, grid, file)] == [0, 10, 20, 30, 40, 50]
    assert sorted(log.read_text().split()) == ["0", "1", "2", "3", "3", "4", "5"]
    ps.sweep(logged, grid, file)
    assert len(log.read_text().split()) == 7


SCRIPT = """
import sys, time
import pmlsym as ps

def slow(a):
    time.sleep(0.02)
    return a * 0.1

print(sum(row["value"] for row in ps.sweep(slow, {"a": range(150)}, sys.argv[1], jobs=2)))
"""


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_script_goes_on_where_it_was(tmp_path, how):
    script, file = tmp_path / "script.py", tmp_path / "found"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(file)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        while not file.exists() or len(file.read_text().splitlines()) < 12:
            time.sleep(0.02)
        running.send_signal(how)
        assert running.wait(60) != 0
    before = file.read_text().splitlines()
    assert 12 <= len(before) < 151
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(found.stdout) == pytest.approx(0.1 * 149 * 75)
    lines = [line for line in file.read_text().splitlines() if line]
    assert lines[: len(before) - 1] == before[:-1]
    assert len(lines) <= 152  # one may have been cut short


MEMBER = """
import sys
import pmlsym as ps

def is_vowel(letter):
    return letter in {"a", "e", "i", "o", "u"}

print([row["value"] for row in ps.sweep(is_vowel, {"letter": ["a", "b"]}, sys.argv[1])])
"""


def test_a_function_is_the_same_one_in_every_process(tmp_path):
    (tmp_path / "script.py").write_text(MEMBER)
    command = [sys.executable, str(tmp_path / "script.py"), str(tmp_path / "found")]
    for seed in ("1", "2", "3"):  # of the order in which a set is written
        found = subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout == "[True, False]\n"


def test_a_line_that_was_cut_short_is_one_that_is_missing(tmp_path):
    file = tmp_path / "found"
    ps.sweep(divided, GRID, file)
    file.write_text(file.read_text()[:-9])
    assert ps.sweep(divided, GRID, file) == PLAIN_ROWS
    assert ps.sweep(divided, GRID, file) == PLAIN_ROWS


def with_factor(factor):
    return lambda a: factor * a


def test_another_function_does_not_get_these_points(tmp_path):
    file = tmp_path / "found"
    double = with_factor(2)
    assert [row["value"] for row in ps.sweep(double, {"a": [1, 2]}, file)] == [2, 4]
    before = file.read_text()
    for other in (with_factor(3), lambda a: a + 1, logged):
        with pytest.raises(DataError, match="another file"):
            ps.sweep(other, [{"a": 1, "log": ""} if other is logged else {"a": 1}], file)
    assert file.read_text() == before
    one, other = [lambda x: x, lambda x: -x]  # on one line
    ps.sweep(one, {"x": [3]}, tmp_path / "pair")
    with pytest.raises(DataError, match="another file"):
        ps.sweep(other, {"x": [3]}, tmp_path / "pair")
    (tmp_path / "text").write_text("something else\n")
    with pytest.raises(DataError, match="another file"):
        ps.sweep(double, {"a": [1, 2]}, tmp_path / "text")
    assert (tmp_path / "text").read_text() == "something else\n"


STEP = 1


def with_a_global(x):
    return sum(x * STEP for _ in range(2))


def with_a_default(x, step=1):
    return x * step


def calls_another(x):
    return with_a_global(x)


@functools.cache
def remembered(x):
    return x * STEP


@pytest.mark.parametrize("function", [with_a_global, with_a_default, calls_another, remembered])
def test_what_a_function_takes_from_around_it_belongs_to_it(tmp_path, monkeypatch, function):
    file = tmp_path / "found"
    before = ps.sweep(function, {"x": [3]}, file)
    monkeypatch.setitem(globals(), "STEP", 5)
    monkeypatch.setattr(with_a_default, "__defaults__", (5,))
    with pytest.raises(DataError, match="another file"):
        ps.sweep(function, {"x": [3]}, file)
    monkeypatch.undo()
    assert ps.sweep(function, {"x": [3]}, file) == before


TABLE = {"absolute": lambda x: abs(x)}


def test_what_cannot_be_told_apart_does_not_stand_in_the_way(tmp_path, monkeypatch):
    def looked_up(x):
        return TABLE["absolute"](x)

    first = ps.sweep(looked_up, {"x": [-3]}, tmp_path / "found")
    monkeypatch.setitem(globals(), "TABLE", {"absolute": lambda x: abs(x)})  # at another address
    assert ps.sweep(looked_up, {"x": [-3]}, tmp_path / "found") == first == [{"x": -3, "value": 3}]


def test_objects_of_one_text_are_different_points(tmp_path):
    near, far = ([[0, size], [size, 0]] for size in (1, 2))
    channel = ps.Channel([["7/8", "1/8"], ["1/8", "7/8"]], ["1/2", "1/2"])  # log 7 = 1.946
    guarantees = [ps.guarantees.DPrivacy(1, distances) for distances in (near, far)]
    assert str(guarantees[0]) == str(guarantees[1])

    def holds(guarantee):
        return bool(guarantee.holds(channel))

    for file in (None, tmp_path / "found", tmp_path / "found"):
        rows = ps.sweep(holds, {"guarantee": guarantees}, file)
        assert [row["value"] for row in rows] == [False, True]
    kinds = ps.sweep(lambda p: type(p).__name__, {"p": ["1/2", Fraction(1, 2), 1, 1.0, True]})
    assert [row["value"] for row in kinds] == ["str", "Fraction", "int", "float", "bool"]


def test_failures_are_kept_if_asked(tmp_path):
    file = tmp_path / "found"
    rows = ps.sweep(divided, {"a": [1], "b": [0, 2]}, file, errors="keep")
    assert rows == [
        {"a": 1, "b": 0, "error": "ZeroDivisionError: division by zero"},
        {"a": 1, "b": 2, "value": 0.5},
    ]
    with pytest.raises(SweepError, match="ZeroDivisionError"):
        ps.sweep(divided, {"a": [1], "b": [0, 2]}, file)


def fatal(a):
    if a == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return a


@pytest.mark.filterwarnings("default")  # joblib may say that a worker stopped
def test_a_function_that_ends_its_worker_is_told(tmp_path):
    with pytest.raises(SweepError, match="ended a worker"):
        ps.sweep(fatal, {"a": [3, 4]}, tmp_path / "found", jobs=2)


# --- a cluster ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        # a point that two workers are lost with is given up; by default it takes four
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(processes=True, silence_logs=50, **options) as cluster,
        Client(cluster) as one,
    ):
        one.wait_for_workers(2)
        yield one


def kills_once(a, marker):
    time.sleep(0.02)
    if a == 5 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * a


@pytest.mark.filterwarnings("default")  # what the cluster's own libraries warn of is theirs
def test_on_a_cluster_a_killed_worker_changes_nothing(client, tmp_path):
    grid = {"a": range(30), "marker": [str(tmp_path / "killed")]}
    with joblib.parallel_config(backend="dask"):
        rows = ps.sweep(kills_once, grid, tmp_path / "found")
    assert (tmp_path / "killed").exists()
    assert [row["value"] for row in rows] == [2 * a for a in range(30)]
    client.wait_for_workers(2, timeout=60)


@pytest.mark.filterwarnings("default")
def test_on_a_cluster_a_point_that_ends_every_worker_is_named(client):
    with (
        joblib.parallel_config(backend="dask"),
        pytest.raises(SweepError, match="function fails at a=3: KilledWorker"),
    ):
        ps.sweep(fatal, {"a": [3]})
    client.wait_for_workers(2, timeout=60)
