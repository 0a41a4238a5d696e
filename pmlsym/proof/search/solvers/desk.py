"""A thread of its own for z3, so that threads can ask it, and Ctrl-C reaches who asks.

z3's Python objects tell its library when nobody needs them any more, from whichever thread drops
them last, also the garbage collector's; where another thread is at work in the same context the
process crashes. So whatever is of z3 is made, used and dropped in one thread. Others send it
functions, get plain data back, and hold what stays there by its number.

While z3 works, the thread that asked waits for a lock: an interrupt arrives there at once, the end
of its time is noticed, and z3 is then told to stop.

Where no thread can be started there is one only, and functions are called in it, to their end.
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

_GLANCE = 0.1  # seconds after which a waiting thread looks whether its time is up
_STOPPING = 20  # how often z3 is told to stop, each time for so long:
_PATIENCE = 0.025  # seconds


class Kept:
    """Something of z3's, by its number; it is dropped in z3's thread once nobody holds this."""

    def __init__(self, number: int) -> None:
        self.number = number
        weakref.finalize(self, _drop, number).atexit = False


class _Letter(Generic[T]):
    """A function that is called in z3's thread, and its answer."""

    def __init__(self, function: Callable[..., T], arguments: tuple[object, ...]) -> None:
        self.wanted = True
        self._function = function
        self._arguments = arguments
        self._done = threading.Lock()
        self._done.acquire()
        self._failure: BaseException | None = None

    def answer(self, kept: dict[int, object]) -> None:
        """Call the function, here in z3's thread."""
        try:
            if self.wanted:
                given = (kept[a.number] if isinstance(a, Kept) else a for a in self._arguments)
                self._found = self._function(*given)
        except BaseException as failure:  # noqa: BLE001  # who asked gets it
            # its frames hold objects of z3, which are to be dropped in this thread
            self._failure = failure.with_traceback(None)
            self._failure.__context__ = None
        finally:
            self._done.release()

    def wait(self, stop: Callable[[], object]) -> T:
        """Wait for the answer, in the thread that asked; stop z3 if that is interrupted."""
        try:
            while not self._done.acquire(timeout=_GLANCE):
                deadline.check()
        except BaseException:
            self.wanted = False
            for _ in range(_STOPPING):  # once is not enough if z3 was about to begin
                stop()
                if self._done.acquire(timeout=_PATIENCE):
                    break
            raise
        if self._failure is not None:
            raise self._failure
        return self._found


@cache
def _can_start() -> bool:
    """Whether a thread can be started here, which is tried once: in a browser none can."""
    try:
        threading.Thread(target=_can_start.cache_info).start()
    except RuntimeError:
        return False
    return True


class _Desk:
    """The thread, what lies before it, and what stays in it."""

    def __init__(self) -> None:
        self._letters: SimpleQueue[_Letter[Any] | int] = SimpleQueue()
        self._kept: dict[int, object] = {}
        self._thread: threading.Thread | None = None
        if _can_start():
            self._thread = threading.Thread(target=self._serve, name="z3", daemon=True)
            self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether the thread runs; in a process that was forked it does not."""
        return self._thread is None or self._thread.is_alive()

    def put(self, letter: _Letter[Any] | int) -> None:
        """Lay a letter before the thread; where there is only one, do what it says."""
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
            del letter  # or what it holds would stay until the next

    def _do(self, letter: _Letter[Any] | int) -> None:
        if isinstance(letter, int):
            self._kept.pop(letter, None)
        else:
            letter.answer(self._kept)


_opening = threading.Lock()
_desk: _Desk | None = None
_numbers = count()


def _open_desk() -> _Desk:
    global _desk  # one for the process, started when it is first needed
    with _opening:
        if _desk is None or not _desk.is_open:
            _desk = _Desk()
        return _desk


def _drop(number: int) -> None:
    """Have something dropped in z3's thread; the garbage collector calls this, anywhere."""
    if _desk is not None:
        _desk.put(number)


def ask(
    function: Callable[..., T], *arguments: object, stop: Callable[[], object] = lambda: None
) -> T:
    """Call a function in z3's thread and return what it returns: plain data, nothing of z3's.

    Parameters
    ----------
    function : what to call.
    arguments : for it; in the place of something `Kept` it gets the thing itself.
    stop : what makes z3 stop, if this thread is interrupted while it waits.

    Examples
    --------
    >>> ask(max, 1, 2)
    2
    """
    deadline.check()
    letter = _Letter(function, arguments)
    _open_desk().put(letter)
    return letter.wait(stop)


def keep(function: Callable[..., object], *arguments: object) -> Kept:
    """Call a function in z3's thread and keep there what it returns.

    Examples
    --------
    >>> ask(len, keep(list, "abc"))
    3
    """
    desk, number = _open_desk(), next(_numbers)
    ask(lambda *given: desk.keep(number, function(*given)), *arguments)
    return Kept(number)
