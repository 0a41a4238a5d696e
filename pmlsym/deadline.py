"""Time limits for long work, which asks now and then whether its time is up.

Searches, readings of instances and waiting for a solver call `check`. Nothing is interrupted
between: what takes long without asking ends late.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_END: ContextVar[float] = ContextVar("end", default=math.inf)


class TimeIsUp(BaseException):
    """The time of a piece of work has passed.

    No `Exception`, so that nothing on the way takes it for an answer.
    """


@contextmanager
def ending(at: float) -> Iterator[None]:
    """Let work in here end at a moment on the clock of `time.monotonic`, if it calls `check`.

    Within another limit it ends no later than that. A limit holds in its own thread.

    Raises
    ------
    TimeIsUp
        If the moment has come already.

    Examples
    --------
    >>> try:
    ...     with ending(time.monotonic() + 0.05):
    ...         while True:
    ...             check()
    ... except TimeIsUp:
    ...     print("stopped")
    stopped
    """
    token = _END.set(min(at, _END.get()))
    try:
        check()
        yield
    finally:
        _END.reset(token)


def check() -> None:
    """End the work if its time is up.

    Raises
    ------
    TimeIsUp
        If a limit around this call has passed.
    """
    if time.monotonic() >= _END.get():
        raise TimeIsUp


def left() -> float:
    """Return the seconds that are left: infinitely many without a limit.

    Examples
    --------
    >>> left()
    inf
    """
    return max(0.0, _END.get() - time.monotonic())
