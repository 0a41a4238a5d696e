"""What is shown stays what was checked: an object is made once, and by nobody a second time.

`__init__` of a frozen dataclass writes past its own lock. Whoever called it again on an object that
was checked and kept would leave the verdict as it was, and print something else beside it.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def made_once(kind: type[T]) -> type[T]:
    """Let `__init__` of a frozen dataclass run once for each object.

    Raises
    ------
    FrozenInstanceError
        When it is called again, whether the first call went through or not.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @made_once
    ... @dataclass(frozen=True)
    ... class Answer:
    ...     number: int
    >>> found = Answer(42)
    >>> found.__init__(41)
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: an object of type Answer cannot be made anew
    >>> found
    Answer(number=42)
    """
    names = {each.name for each in fields(kind)}  # type: ignore[arg-type]  # mypy sees any class
    first: Any = kind.__init__

    @wraps(first)
    def init(self: T, /, *given: object, **named: object) -> None:
        if not names.isdisjoint(vars(self)):
            raise FrozenInstanceError(
                f"an object of type {type(self).__name__} cannot be made anew"
            )
        first(self, *given, **named)

    setattr(kind, "__init__", init)  # noqa: B010  # mypy lets nobody assign it
    return kind
