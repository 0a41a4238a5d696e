"""A worker thread for z3, to which other threads send requests that they can interrupt.

z3's Python objects are released by the thread that drops them last, possibly by the garbage
collector; if another thread is working in the same context, the process crashes. So all objects of
z3 are created, used and dropped in one worker thread. Other threads send it functions, receive
plain data, and refer to objects in the worker by number.

While z3 works, the requesting thread waits for a lock. An interrupt arrives there at once, a
time limit is checked at intervals, and z3 is then stopped.

Where no thread can be started, functions are called directly, without interrupts.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from functools import cache
from itertools import count
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from pmlsym import deadline

T = TypeVar("T")

_GLANCE = 0.1  # poll interval in seconds of a waiting thread
_STOPPING = 20  # number of attempts to stop z3, with an interval between them
_PATIENCE = 0.025  # seconds


class Kept:
    """A reference to an object in z3's thread, which is dropped there with the last reference."""

    def __init__(self, number: int) -> None:
        self.number = number
        weakref.finalize(self, _drop, number).atexit = False


class _Letter(Generic[T]):
    """A request to z3's thread: a function to call, and its result."""

    def __init__(self, function: Callable[..., T], arguments: tuple[object, ...]) -> None:
        self.wanted = True
        self._function = function
        self._arguments = arguments
        self._done = threading.Lock()
        self._done.acquire()
        self._failure: BaseException | None = None

    def answer(self, kept: dict[int, object]) -> None:
        """Call the function; runs in z3's thread."""
        try:
            if self.wanted:
                given = (kept[a.number] if isinstance(a, Kept) else a for a in self._arguments)
                self._found = self._function(*given)
        except BaseException as failure:  # noqa: BLE001  # raised again in the requesting thread
            # its frames hold objects of z3, which have to be dropped in this thread
            self._failure = failure.with_traceback(None)
            self._failure.__context__ = None
        finally:
            self._done.release()

    def wait(self, stop: Callable[[], object]) -> T:
        """Wait for the result in the requesting thread; stop z3 if that is interrupted."""
        try:
            while not self._done.acquire(timeout=_GLANCE):
                deadline.check()
        except BaseException:
            self.wanted = False
            for _ in range(_STOPPING):  # repeated, as z3 may not have started yet
                stop()
                if self._done.acquire(timeout=_PATIENCE):
                    break
            raise
        if self._failure is not None:
            raise self._failure
        return self._found


@cache
def _can_start() -> bool:
    """Whether threads can be started here, tested once; in a browser they cannot."""
    try:
        threading.Thread(target=_can_start.cache_info).start()
    except RuntimeError:
        return False
    return True


class _Worker:
    """The worker thread, its queue of requests, and the objects in it."""

    def __init__(self) -> None:
        self._letters: SimpleQueue[_Letter[Any] | int] = SimpleQueue()
        self._kept: dict[int, object] = {}
        self._thread: threading.Thread | None = None
        if _can_start():
            self._thread = threading.Thread(target=self._serve, name="z3", daemon=True)
            self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether the thread runs; after a fork it does not run in the new process."""
        return self._thread is None or self._thread.is_alive()

    def put(self, letter: _Letter[Any] | int) -> None:
        """Send a request to the thread, or execute it directly where threads are not available."""
        if self._thread is None:
            self._do(letter)
        else:
            self._letters.put(letter)

    def keep(self, number: int, what: object) -> None:
        self._kept[number] = what

    def _serve(self) -> None:
        while True:
            letter = self._letters.get()
            self._do(letter)
            del letter  # else its objects would live until the next request

    def _do(self, letter: _Letter[Any] | int) -> None:
        if isinstance(letter, int):
            self._kept.pop(letter, None)
        else:
            letter.answer(self._kept)


_opening = threading.Lock()
_desk: _Worker | None = None
_numbers = count()


def _open_worker() -> _Worker:
    global _desk  # one for the process, started on first use
    with _opening:
        if _desk is None or not _desk.is_open:
            _desk = _Worker()
        return _desk


def _drop(number: int) -> None:
    """Request the drop of an object in z3's thread; called by the garbage collector, anywhere."""
    if _desk is not None:
        _desk.put(number)


def ask(
    function: Callable[..., T], *arguments: object, stop: Callable[[], object] = lambda: None
) -> T:
    """Call a function in z3's thread and return its result, which must be plain data.

    Parameters
    ----------
    function : the function to call.
    arguments : its arguments, in which a `Kept` stands for its object.
    stop : a function that stops z3, called if this thread is interrupted while it waits.

    Examples
    --------
    >>> ask(max, 1, 2)
    2
    """
    deadline.check()
    letter = _Letter(function, arguments)
    _open_worker().put(letter)
    return letter.wait(stop)


def keep(function: Callable[..., object], *arguments: object) -> Kept:
    """Call a function in z3's thread, and return a reference to its result there.

    Examples
    --------
    >>> ask(len, keep(list, "abc"))
    3
    """
    desk, number = _open_worker(), next(_numbers)
    ask(lambda *given: desk.keep(number, function(*given)), *arguments)
    return Kept(number)
