"""The precision of flint's balls, which all threads share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_CHANGING = threading.RLock()


@contextmanager
def at_precision(bits: int) -> Iterator[None]:
    """Compute with balls of this precision inside the block, one thread at a time.

    Examples
    --------
    >>> import flint
    >>> with at_precision(100):
    ...     flint.ctx.prec
    100
    """
    import flint

    with _CHANGING:
        before = flint.ctx.prec
        try:  # twice: an interrupt can arrive between any two lines
            try:
                flint.ctx.prec = bits
                yield
            finally:
                flint.ctx.prec = before
        finally:
            flint.ctx.prec = before
