"""Loading of modules without a search for garbage, and work with few searches."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def rare_collection() -> Iterator[None]:
    """Search for garbage rarely: in a check nearly all of it is freed without a search.

    Else the collector walks through all that was found about the claims, again and again.
    """
    before = gc.get_threshold()
    gc.set_threshold(20_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def without_collection() -> Iterator[None]:
    """Load modules without a search for garbage in what they define, then or later: it stays.

    Else the collector walks through all of sympy several times, for a third of a short command.
    """
    enabled, before = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > before:
            gc.freeze()
        if enabled:
            gc.enable()
