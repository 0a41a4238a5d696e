"""Starting threads, where this Python can: in a browser it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock, Thread

# A thread that is being started bears the number of the one that starts it, for a moment, and what
# is raised in that one then may arrive in the wrong one. It dies before it has begun, and who
# started it waits for ever. So nothing is raised in another thread but under this lock.
STARTING = Lock()


def start(thread: Thread) -> None:
    """Start a thread so that no time limit of this one ends it instead.

    Examples
    --------
    >>> start(thread := Thread(target=len, args=("",)))
    >>> thread.join()
    """
    with STARTING:
        thread.start()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no time limit end what is done in here, where there is only one thread.

    Foreign code may take the end of the time for its own failure: ctypes makes an ArgumentError of
    whatever is raised while it reads an argument.

    Examples
    --------
    >>> with undisturbed():
    ...     print("to the end")
    to the end
    """
    if STARTING.locked():  # in here already: there is no other thread that could hold it
        yield
        return
    with STARTING:
        yield


@cache
def can_start() -> bool:
    """Whether a thread can be started here; it is tried once.

    Examples
    --------
    >>> can_start()
    True
    """
    try:
        start(Thread(target=can_start.cache_info))
    except RuntimeError:
        return False
    return True
