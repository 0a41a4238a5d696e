"""Cooperative time limits for long computations, which call `check` regularly.

Searches, evaluations of instances and waits for a solver call `check`. Between two calls nothing is
interrupted, so a long computation without calls ends late.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_END: ContextVar[float] = ContextVar("end", default=math.inf)
_PROCESSOR_END: ContextVar[float] = ContextVar("processor_end", default=math.inf)


class TimeIsUp(BaseException):
    """A time limit has passed.

    It is no `Exception`, so that no handler takes it for an answer.
    """


@contextmanager
def ending(at: float) -> Iterator[None]:
    """Set a time limit for the block, on the clock of `time.monotonic`.

    It does not extend an outer limit, and holds in the current thread.

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


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """Limit the processor time of this process within the block, however busy the machine is.

    It does not extend an outer limit, and holds in the current thread.

    Examples
    --------
    >>> try:
    ...     with processor_time(0.05):
    ...         while True:
    ...             check()
    ... except TimeIsUp:
    ...     print("stopped")
    stopped
    """
    token = _PROCESSOR_END.set(min(time.process_time() + seconds, _PROCESSOR_END.get()))
    try:
        check()
        yield
    finally:
        _PROCESSOR_END.reset(token)


def passed() -> bool:
    """Return whether a time limit has passed, for work that ends with what it has reached.

    Examples
    --------
    >>> passed()
    False
    """
    if time.monotonic() >= _END.get():
        return True
    end = _PROCESSOR_END.get()  # the system is asked only if there is one
    return end < math.inf and time.process_time() >= end


def check() -> None:
    """Raise `TimeIsUp` if a time limit has passed."""
    if passed():
        raise TimeIsUp


def left() -> float:
    """Return the remaining seconds, infinite without a limit.

    Examples
    --------
    >>> left()
    inf
    """
    return max(0.0, _END.get() - time.monotonic())


def share_of_time(until: float, share: float) -> float:
    """Return the moment when a share of the time from now until `until` has passed.

    Examples
    --------
    >>> share_of_time(0.0, 0.5) <= time.monotonic()
    True
    """
    now = time.monotonic()
    return now + max(0.0, until - now) * share


def shares(count: int, seconds: float, most: float = 60.0) -> Iterator[float]:
    """Yield the seconds for each of some pieces of work: an even share of what is left, up to most.

    Examples
    --------
    >>> list(shares(2, math.inf)), list(shares(2, 0))
    ([60.0, 60.0], [0.0, 0.0])
    """
    until = time.monotonic() + seconds
    for place in range(count):
        yield min(most, max(0.0, until - time.monotonic()) / (count - place))
