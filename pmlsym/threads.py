"""Whether this Python can start threads: in a browser it cannot."""

from __future__ import annotations

from functools import cache
from threading import Thread


@cache
def can_start() -> bool:
    """Whether a thread can be started here; it is tried once.

    Examples
    --------
    >>> can_start()
    True
    """
    try:
        Thread(target=can_start.cache_info).start()
    except RuntimeError:
        return False
    return True
