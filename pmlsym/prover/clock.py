"""Keeping a time limit around work that does not look at the clock."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module

_COMPILED = ("numpy", "highspy", "scipy.optimize", "scipy.sparse", "clarabel", "z3")

_PAUSE = 0.25  # seconds after which it is raised again, if it was lost
_AGAIN = 400


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
    guard = _Guard(threading.get_ident(), at)
    before = sys.unraisablehook

    def hook(failure: sys.UnraisableHookArgs) -> None:
        if failure.exc_type is not TimeIsUp:
            before(failure)

    sys.unraisablehook = hook
    guard.start()
    try:
        try:
            yield
        finally:
            guard.close()
    finally:
        guard.close()  # it may have fired on the way into the first: the next one is not soon
        if sys.unraisablehook is hook:
            sys.unraisablehook = before


@lru_cache(maxsize=1)
def _load() -> None:
    """Load what the search for certificates loads when it needs it, if it is there.

    A compiled module whose loading is broken off cannot be loaded again in that process.
    """
    for name in _COMPILED:
        with suppress(ImportError):
            import_module(name)


class _Guard(threading.Thread):
    """Fires when the time is up, and never after the work has ended.

    It fires again as long as the work goes on: what is raised in a callback of the garbage
    collector or in a `__del__` is lost, and the work would know nothing of it.
    """

    def __init__(self, thread: int, at: float) -> None:
        super().__init__(daemon=True)
        self._thread = thread
        self._at = at
        self._ended = threading.Event()
        self._lock = threading.Lock()

    def run(self) -> None:
        """Wait for the moment, or for the end of the work."""
        wait = max(0.0, self._at - time.monotonic())
        for _ in range(_AGAIN):
            if self._ended.wait(wait):
                return
            with self._lock:
                if not self._ended.is_set():
                    _raise_in(self._thread, ctypes.py_object(TimeIsUp))
            wait = _PAUSE

    def close(self) -> None:
        """Fire no more, and take back what has not arrived."""
        while not self._ended.is_set():
            try:
                with self._lock:
                    _raise_in(self._thread, None)
                    self._ended.set()
            except TimeIsUp:  # arrived while it was being ended
                continue


def _raise_in(thread: int, what: object) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
