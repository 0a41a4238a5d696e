"""Worker processes for checks: Ctrl-C is left to the parent, and a killed worker is reported.

Imported only for several jobs: the Python of a browser has no processes.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import TimeoutError, active_children, get_context, resource_tracker
from multiprocessing.pool import IMapIterator

from pmlsym.errors import LedgerError
from pmlsym.ledger.rows import ClaimRow

_GLANCE = 1.0  # seconds between checks that the processes are alive


@contextmanager
def pool(
    number: int, begin: Callable[..., object], *given: object
) -> Iterator[Callable[[Callable[[str], ClaimRow], list[str]], Iterator[ClaimRow]]]:
    """Start processes and yield a function that maps a function over names in them, in order.

    Only plain data crosses between processes, as proofs hold sympy's objects. Each process is
    spawned: a fork of a process with threads may hang.
    """
    with ExitStack() as stack:
        others = {child.pid for child in active_children()}  # they may end at any time
        with deaf_to_interrupts():
            started = stack.enter_context(get_context("spawn").Pool(number, begin, given))
        ids = {child.pid for child in active_children()} - others

        def spread(function: Callable[[str], ClaimRow], names: list[str]) -> Iterator[ClaimRow]:
            found = started.imap(function, names)
            return (next_row(found, ids) for _ in names)

        yield spread


def next_row(found: IMapIterator[ClaimRow], started: set[int | None]) -> ClaimRow:
    """Return the next row; raise LedgerError if a process was killed before it gave one."""
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
    """Block SIGINT while processes are started, so that Ctrl-C reaches the parent alone.

    The signal stays blocked in the processes. An interrupt in the block is delivered at its end.
    """
    resource_tracker.ensure_running()  # else the pool starts it, which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
