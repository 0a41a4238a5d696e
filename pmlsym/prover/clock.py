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

# A thread that is being started bears the number of the one that starts it, for a moment, and what
# is raised then may arrive in the wrong one, which dies before it has begun.
_STARTING = threading.Lock()
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
    try:
        try:
            with _STARTING:
                guard.start()
            guard.begin()
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
        self._fired = False
        self._lock = threading.Lock()
        self._gate = threading.Lock()
        self._gate.acquire()

    def begin(self) -> None:
        """Fire from now on: whoever opens a limit is ready to close it."""
        self._gate.release()

    def run(self) -> None:
        """Wait for the moment, or for the end of the work."""
        self._gate.acquire()
        wait = max(0.0, self._at - time.monotonic())
        for _ in range(_AGAIN):
            if self._ended.wait(wait):
                return
            with _STARTING, self._lock:
                if not self._ended.is_set():
                    self._fired = True
                    _raise_in(self._thread)
            wait = _PAUSE

    def close(self) -> None:
        """Fire no more, and receive what has not arrived."""
        while self._fired or not self._ended.is_set():
            with suppress(TimeIsUp):
                with self._lock:
                    self._ended.set()
                with suppress(RuntimeError):  # it is open
                    self._gate.release()
                if self._fired:
                    self._receive()

    def _receive(self) -> None:
        """Wait for one more, which takes the place of what is still on its way.

        To take it back instead would leave the interpreter looking for it at every call, and a
        traced function of Python 3.11 at its first line for ever.
        """
        try:
            _raise_in(threading.get_ident())
            while True:
                pass
        except TimeIsUp:
            self._fired = False


def _raise_in(thread: int) -> None:
    what = ctypes.py_object(TimeIsUp)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
