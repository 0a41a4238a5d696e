"""Giving a variable of the context another value for a while, whatever ends the while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

V = TypeVar("V")


@contextmanager
def held(variable: ContextVar[V], value: V) -> Iterator[None]:
    """Give a variable a value inside the block, and its own one back behind it.

    An interrupt can arrive between any two lines, those that put the value back among them; so
    they stand here twice.
    """
    before = variable.get()
    try:
        try:
            variable.set(value)
            yield
        finally:
            variable.set(before)
    finally:
        variable.set(before)
