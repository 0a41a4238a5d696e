"""Keeping a time limit around work that does not look at the clock."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module

_COMPILED = ("numpy", "highspy", "scipy.optimize", "scipy.sparse", "clarabel", "z3")


class TimeIsUp(BaseException):
    """The time of a piece of work has passed.

    No `Exception`, so that nothing on the way takes it for an answer.
    """


@contextmanager
def ending(at: float) -> Iterator[None]:
    """Raise TimeIsUp in this thread when a moment on the clock of `time.monotonic` has come.

    It arrives between two instructions of Python, as Ctrl-C does, in whatever thread this is.

    Examples
    --------
    >>> try:
    ...     with ending(time.monotonic() + 0.05):
    ...         while True:
    ...             pass
    ... except TimeIsUp:
    ...     print("stopped")
    stopped
    """
    _load()
    if time.monotonic() >= at:
        raise TimeIsUp
    guard = _Guard(threading.get_ident())
    timer = threading.Timer(max(0.0, at - time.monotonic()), guard.fire)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        guard.close()


@lru_cache(maxsize=1)
def _load() -> None:
    """Load what the search for certificates loads when it needs it, if it is there.

    A compiled module whose loading is broken off cannot be loaded again in that process.
    """
    for name in _COMPILED:
        with suppress(ImportError):
            import_module(name)


class _Guard:
    """Fires once, and never after the work has ended."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._lock = threading.Lock()
        self._open = True

    def fire(self) -> None:
        with self._lock:
            if self._open:
                self._open = False
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread), ctypes.py_object(TimeIsUp)
                )

    def close(self) -> None:
        with self._lock:
            self._open = False
