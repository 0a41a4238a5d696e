"""Processes that check claims: how they leave Ctrl-C to their parent, and are missed when gone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import TimeoutError, active_children, resource_tracker
from multiprocessing.pool import IMapIterator

from pmlsym.errors import LedgerError
from pmlsym.ledger.rows import Row

_GLANCE = 1.0  # seconds after which to look whether the processes are still there


def next_row(found: IMapIterator[Row], started: set[int | None]) -> Row:
    """Return the next row, unless the process that is at it is no more.

    Raises
    ------
    LedgerError
        If a process was ended from outside: what it was asked would never be answered.
    """
    while True:
        try:
            return found.next(timeout=_GLANCE)
        except TimeoutError:
            if not started <= {child.pid for child in active_children()}:
                raise LedgerError(
                    "a process of --jobs was ended from outside, perhaps for want of memory: "
                    "check with fewer jobs."
                ) from None


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Start processes that leave Ctrl-C to their parent; its `with` block ends them.

    What is blocked here stays blocked in the processes. An interrupt meanwhile is not lost: it
    arrives at the end.
    """
    resource_tracker.ensure_running()  # or the pool starts it, which unblocks the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
