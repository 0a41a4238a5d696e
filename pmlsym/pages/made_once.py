"""Protection of checked objects against a second initialisation.

`__init__` and `__post_init__` of a frozen dataclass can change its fields. A second call on an
object that was checked already, or a call from within its construction, would leave the verdict
unchanged and print something else with it.
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
        When one is called again, whether the first call succeeded, failed, or is running.

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
    making: dict[int, list[T]] = {}  # objects by id, until `__post_init__` starts
    first: Any = kind.__init__

    @wraps(first)
    def init(self: T, /, *given: object, **named: object) -> None:
        own = [self]
        try:
            # setdefault is atomic: of two threads only one stores its list
            mine = making.setdefault(id(self), own) is own
            if not mine or not names.isdisjoint(vars(self)):
                raise _again(self)
            first(self, *given, **named)
        finally:
            if making.get(id(self)) is own:
                del making[id(self)]

    setattr(kind, "__init__", init)  # noqa: B010  # mypy refuses an assignment
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
