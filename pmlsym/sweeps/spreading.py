"""Batches on several workers: those that joblib is configured for, or a Dask cluster."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeAlias
from uuid import uuid4

from pmlsym.errors import SweepError
from pmlsym.sweeps.batches import Batch, Done, Outcome, Pending, run

Finished: TypeAlias = tuple[Batch, Done]

MOST_DEATHS = 5  # of local workers; then something is wrong that trying again does not mend


def workers(jobs: int | None) -> int:
    """Return how many batches can be worked on at a time."""
    from joblib import effective_n_jobs

    return max(1, int(effective_n_jobs(jobs)))


def spread(task: bytes, pending: Pending, jobs: int | None) -> Iterator[Finished]:
    """Yield every batch that is finished, as soon as it is.

    The caller settles each with `pending` before it asks for the next.

    Raises
    ------
    SweepError
        If workers were lost again and again.
    """
    from joblib.parallel import get_active_backend

    # joblib waits for ever for a batch that Dask gives up because its workers died; so a cluster is
    # asked directly
    client = getattr(get_active_backend()[0], "client", None)
    if client is not None:
        yield from _over_dask(task, pending, client)
        return
    for deaths in range(1, MOST_DEATHS + 1):
        try:
            while pending.any_left:  # a round; what there was no time for makes another
                yield from _over_joblib(task, pending, jobs)
        except BrokenProcessPool:
            lost = pending.lost()
            if deaths == MOST_DEATHS:
                points = ", ".join(str(point) for batch in lost for point in batch[:3])
                raise SweepError(
                    f"function ended {deaths} worker processes, the last at one of the points "
                    f"{points} (counted from 0): it crashes, or takes too much memory."
                ) from None
            for batch in lost:
                pending.split(batch)
        else:
            return


def _over_joblib(task: bytes, pending: Pending, jobs: int | None) -> Iterator[Finished]:
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    found = parallel(delayed(_numbered)(task, batch) for batch in pending.batches())
    try:
        yield from found
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that work is thrown away: the caller stopped early
            found.close()


def _numbered(task: bytes, batch: Batch) -> Finished:
    return batch, run(task, batch)


def _itself(task: bytes) -> bytes:
    return task


# The client of Dask has no types.
def _over_dask(task: bytes, pending: Pending, client: Any) -> Iterator[Finished]:
    from distributed import as_completed

    name = uuid4().hex
    # sent once to each worker, and computed again where a worker is lost that had it
    shared = client.submit(_itself, task, key=f"sweep-{name}")
    finished = as_completed(raise_errors=False)
    running: dict[Any, Batch] = {}
    sent = 0

    def feed() -> None:
        nonlocal sent
        most = 2 * max(1, sum(client.ncores().values()))  # one to work on, one to go on with
        while len(running) < most and (batch := pending.take()) is not None:
            future = client.submit(run, shared, batch, key=f"sweep-{name}-{sent}", pure=False)
            sent += 1
            running[future] = batch
            finished.add(future)

    try:
        feed()
        while running:
            future = next(finished)
            batch = running.pop(future)
            if future.status == "finished":
                yield batch, future.result()
            elif future.status == "error" and len(batch) == 1:
                failure = future.exception()
                why = f"{type(failure).__name__}: the workers that had this point were lost"
                yield batch, Done([Outcome(batch[0], None, why)], 0.0)
            elif future.status == "error":
                pending.split(batch)
            else:
                raise SweepError(f"the cluster gave up a batch: it is {future.status}.")
            feed()
    finally:
        client.cancel([shared, *running])
