"""Keeping a time limit around work that does not look at the clock.

A second thread looks at it. Where none can be started, as in a browser, a timer of the system does
so in the only one, between two instructions; the page with the prover brings such a timer along.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from types import FrameType
from typing import TypeAlias

from pmlsym import threads

_COMPILED = ("numpy", "highspy", "scipy.optimize", "scipy.sparse", "clarabel", "z3")

_Told: TypeAlias = "Callable[[sys.UnraisableHookArgs], object]"

_PAUSE = 0.25  # seconds after which it is raised again, if it was lost
_LOOK = 0.02  # seconds between two looks at the clock
_mine = threading.local()  # the guard of a thread, as long as it has one


class TimeIsUp(BaseException):
    """The time of a piece of work has passed.

    No `Exception`, so that nothing on the way takes it for an answer.
    """


@contextmanager
def ending(at: float) -> Iterator[None]:
    """Raise TimeIsUp in this thread when a moment on the clock of `time.monotonic` has come.

    It arrives between two instructions of Python, as Ctrl-C does, in whatever thread this is.
    Within another one it ends no later than that.

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
    load()
    if time.monotonic() >= at:
        raise TimeIsUp
    guard: _Guard | None = getattr(_mine, "guard", None)
    if guard is None:
        with _guarded(at):
            yield
        return
    before = guard.at
    try:
        try:
            guard.at = min(at, before)
            yield
        finally:
            guard.put_off(before)
    finally:
        guard.put_off(before)  # as below


@contextmanager
def _guarded(at: float) -> Iterator[None]:
    guard = (_Guard if threads.can_start() else _Alarm)(threading.get_ident(), at)
    hook = _Hook(guard, _living(sys.unraisablehook))
    sys.unraisablehook = hook
    try:
        try:
            _mine.guard = guard
            with threads.STARTING:
                guard.start()  # in here: whatever is raised on the way, it is closed again
            guard.begin()
            yield
        finally:
            guard.close()
            _mine.guard = None
    except (TimeIsUp, KeyboardInterrupt) as end:
        guard.fired = True
        traceback.clear_frames(end.__traceback__)  # what was being made is thrown away here
        raise
    finally:
        guard.close()  # it may have fired on the way into the first: the next one is not soon
        _mine.guard = None
        hook.over = True
        if sys.unraisablehook is hook:
            sys.unraisablehook = _living(hook)


class _Hook:
    """A hook of the interpreter that says nothing of what a guard raises where it is lost.

    Limits of several threads may end in another order than they began in: one that is over passes
    on what it is told, until it is no longer in between.
    """

    def __init__(self, guard: _Guard, before: _Told) -> None:
        self.guard, self.before, self.over = guard, before, False

    def __call__(self, failure: sys.UnraisableHookArgs) -> None:
        # what is not yet whole cannot be taken apart: no attribute tells who owns it
        half_made = self.guard.fired and failure.exc_type is AttributeError
        if self.over or (failure.exc_type is not TimeIsUp and not half_made):
            self.before(failure)


def _living(hook: _Told) -> _Told:
    """Return what a hook passes on to, without those that are over."""
    while isinstance(hook, _Hook) and hook.over:
        hook = hook.before
    return hook


@lru_cache(maxsize=1)
def load() -> None:
    """Load what the search for certificates loads when it needs it, if it is there.

    Whoever gives a time limit calls this before it begins: a compiled module whose loading is
    broken off cannot be loaded again in that process.
    """
    for name in _COMPILED:
        with suppress(ImportError):
            import_module(name)


class _Guard(threading.Thread):
    """Fires when the time is up, and never after the work has ended.

    It fires again as long as the work goes on: what is raised in a callback of the garbage
    collector or in a `__del__` is lost, and the work would know nothing of it. A thread has one
    guard at most: two could fire one after the other, the second while the first is being closed.
    What the thread writes are single attributes, so that nothing is left half done if it fires
    in between.
    """

    def __init__(self, thread: int, at: float) -> None:
        super().__init__(name=f"Guard of {thread}", daemon=True)
        self.at = at
        self.fired = False
        self._thread = thread
        self._pending = False  # whether what was raised may not have arrived
        self._closed = False
        self._lock = threading.Lock()
        self._gate = threading.Lock()
        self._gate.acquire()

    def begin(self) -> None:
        """Fire from now on: whoever opens a limit is ready to close it."""
        self._gate.release()

    def run(self) -> None:
        """Look at the clock until the work has ended."""
        self._gate.acquire()
        last = float("-inf")
        while not self._closed:
            wait = max(self.at, last + _PAUSE) - time.monotonic()
            if wait > 0:
                time.sleep(min(wait, _LOOK))
                continue
            with threads.STARTING, self._lock:
                if not self._closed and self.at <= time.monotonic():
                    self.fired = self._pending = True
                    _raise_in(self._thread)
            last = time.monotonic()

    def put_off(self, at: float) -> None:
        """Fire at another moment, and receive what has not arrived."""
        while self.at != at or self._pending:
            with suppress(TimeIsUp):
                with self._lock:
                    self.at = at
                if self._pending:
                    self._receive()

    def close(self) -> None:
        """Fire no more, and receive what has not arrived."""
        while self._pending or not self._closed:
            with suppress(TimeIsUp):
                with self._lock:
                    self._closed = True
                with suppress(RuntimeError):  # it is open
                    self._gate.release()
                if self._pending:
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
            self._pending = False


class _Alarm(_Guard):
    """A guard without a thread: a timer of the system wakes it where the work is done."""

    def __init__(self, thread: int, at: float) -> None:
        super().__init__(thread, at)
        self._last = float("-inf")
        self._begun = False
        self._before = signal.getsignal(signal.SIGALRM)

    def start(self) -> None:
        """Start no thread."""

    def begin(self) -> None:
        """Look at the clock now and then."""
        self._begun = True
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, _LOOK, _LOOK)

    def _ring(self, _signal: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if now < max(self.at, self._last + _PAUSE) or threads.STARTING.locked():
            return
        # what is interrupted here may hold the lock: the next look is soon
        if not self._lock.acquire(blocking=False):
            return
        try:
            if not self._closed:
                self._last = now
                self.fired = self._pending = True
                _raise_in(self._thread)
        finally:
            self._lock.release()

    def close(self) -> None:
        """Fire no more, and give the timer back."""
        super().close()
        if self._begun:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self._begun = False


def _raise_in(thread: int) -> None:
    what = ctypes.py_object(TimeIsUp)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
