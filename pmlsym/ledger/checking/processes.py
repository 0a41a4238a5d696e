"""Processes that check claims: how they leave Ctrl-C to their parent, and are missed when gone.

Loaded where somebody asks for several: the Python of a browser has none.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import TimeoutError, active_children, get_context, resource_tracker
from multiprocessing.pool import IMapIterator

from pmlsym.errors import LedgerError
from pmlsym.ledger.rows import Row

_GLANCE = 1.0  # seconds after which to look whether the processes are still there


@contextmanager
def pool(
    number: int, begin: Callable[..., object], *given: object
) -> Iterator[Callable[[Callable[[str], Row], list[str]], Iterator[Row]]]:
    """Start processes; what is given calls a function with each name in them, in that order.

    Proofs hold sympy's objects; plain data crosses between processes. A new process for each, as a
    fork of one with threads in it may hang.

    Parameters
    ----------
    number : how many processes.
    begin : what each begins with.
    given : the arguments of that.
    """
    with ExitStack() as stack:
        others = {child.pid for child in active_children()}  # which may end when they like
        with deaf_to_interrupts():
            started = stack.enter_context(get_context("spawn").Pool(number, begin, given))
        ids = {child.pid for child in active_children()} - others

        def spread(function: Callable[[str], Row], names: list[str]) -> Iterator[Row]:
            found = started.imap(function, names)
            return (next_row(found, ids) for _ in names)

        yield spread


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
