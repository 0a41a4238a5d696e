"""What is shown stays what was checked: an object is made once, and by nobody a second time.

`__init__` of a frozen dataclass writes past its own lock, and so does `__post_init__`. Whoever
called one of them again on an object that was checked and kept, or from within what is called while
it is made, would leave the verdict as it was, and print something else beside it.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def made_once(kind: type[T]) -> type[T]:
    """Let `__init__` and `__post_init__` of a frozen dataclass run once for each object.

    Raises
    ------
    FrozenInstanceError
        When one is called again, whether the first call went through, failed, or is under way.

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
    making: dict[int, list[T]] = {}  # by their ids, until what follows `__init__` begins
    first: Any = kind.__init__

    @wraps(first)
    def init(self: T, /, *given: object, **named: object) -> None:
        own = [self]
        try:
            # in this order, and of two threads only one puts its own there
            mine = making.setdefault(id(self), own) is own
            if not mine or not names.isdisjoint(vars(self)):
                raise _again(self)
            first(self, *given, **named)
        finally:
            if making.get(id(self)) is own:
                del making[id(self)]

    setattr(kind, "__init__", init)  # noqa: B010  # mypy lets nobody assign it
    then: Any = getattr(kind, "__post_init__", None)
    if then is not None:

        @wraps(then)
        def post_init(self: T, /, *given: object) -> None:
            if making.pop(id(self), None) is None:
                raise _again(self)
            then(self, *given)

        setattr(kind, "__post_init__", post_init)  # noqa: B010
    return kind


def _again(made: object) -> FrozenInstanceError:
    return FrozenInstanceError(f"an object of type {type(made).__name__} cannot be made anew")
