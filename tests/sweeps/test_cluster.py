"""The same script on a cluster: a worker that is killed changes nothing in the file."""

import os
import signal
import time

import dask
import joblib
import pytest
from distributed import Client, LocalCluster

from pmlsym.errors import SweepError
from pmlsym.sweeps import sweep

# what the cluster's own libraries warn of is theirs
pytestmark = pytest.mark.filterwarnings("default")

GRID = {"a": list(range(20)), "b": [0.5, 1.5, 2.5]}


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


def slowly(a, b):
    time.sleep(0.03)
    return {"value": a / b, "text": f"{a}+{b}"}


def test_a_killed_worker_changes_nothing(client, tmp_path):
    undisturbed = tmp_path / "undisturbed.parquet"
    sweep(slowly, GRID, undisturbed)
    first, second = client.run(os.getpid).values()
    killed = []

    def kill_one(done, total):
        if not killed and 10 <= done < total - 10:
            os.kill(first, signal.SIGKILL)
            killed.append(done)

    with joblib.parallel_config(backend="dask"):
        found = sweep(slowly, GRID, tmp_path / "killed.parquet", progress=kill_one)
    assert len(killed) == 1
    assert found["value"].to_pylist() == [a / b for a in GRID["a"] for b in GRID["b"]]
    assert (tmp_path / "killed.parquet").read_bytes() == undisturbed.read_bytes()
    client.wait_for_workers(2, timeout=60)
    assert second in client.run(os.getpid).values()
    assert first not in client.run(os.getpid).values()


def fatal(a):
    if a == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return a


def test_a_point_that_ends_every_worker_is_named(client):
    with (
        joblib.parallel_config(backend="dask"),
        pytest.raises(SweepError, match=r"function fails at a=3: KilledWorker"),
    ):
        sweep(fatal, {"a": [3]})
    client.wait_for_workers(2, timeout=60)
