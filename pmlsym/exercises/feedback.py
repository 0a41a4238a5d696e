"""The messages of a check: an answer is wrong, for this reason, on this instance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap

_WIDE = 84  # of a notebook's output on a laptop
_LONGEST = 60  # of a value within a sentence


class NotRight(AssertionError):  # noqa: N818  # a student reads it, and made no error in Python
    """An answer that is not right; the text gives the reason and an instance.

    A notebook shows the text alone, without the library's part of the traceback.
    """

    def _render_traceback_(self) -> list[str]:
        return [f"Not right yet.\n{self}"]


def not_right(sentence: str, **instance: object) -> NotRight:
    """Return the exception to raise: a sentence, and the instance as lines to paste into a cell.

    Examples
    --------
    >>> print(not_right("The numbers sum to 2.", prior=[Fraction(1, 3), Fraction(2, 3)]))
    The numbers sum to 2.
    It goes wrong on (paste this into a cell):
        prior = [F(1, 3), F(2, 3)]
    """
    lines = wrap(sentence, _WIDE, break_long_words=False)
    if instance:
        lines.append("It goes wrong on (paste this into a cell):")
        lines += [f"    {name} = {as_typed(value)}" for name, value in instance.items()]
    return NotRight("\n".join(lines))


def right(name: str, tried: int = 0) -> None:
    """Print that an answer is right, and the number of instances on which it was tested.

    Examples
    --------
    >>> right("marginal", 40)
    Right: marginal, on 40 fresh instances.
    """
    print(f"Right: {name}" + (f", on {tried} fresh instances." if tried else "."))


def as_typed(value: object) -> str:
    """Write a value as a student would type it, with F for Fraction.

    Examples
    --------
    >>> as_typed([[Fraction(1, 2), 1], [Fraction(0), 0.25]])
    '[[F(1, 2), 1], [0, 0.25]]'
    """
    if isinstance(value, Fraction):
        return (
            str(value) if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(as_typed, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(as_typed, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def short(value: object) -> str:
    """Write a value within a sentence: as typed, cut to one line.

    Examples
    --------
    >>> short(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...'
    """
    try:
        text = as_typed(value)
    except Exception:  # noqa: BLE001  # the repr of a student's class may do anything
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def close(found: float, expected: float) -> bool:
    """Return whether two leakages are the same up to rounding; infinities equal themselves.

    Examples
    --------
    >>> close(0.1 + 0.2, 0.3), close(math.inf, math.inf), close(0.3, 0.3001)
    (True, True, False)
    """
    if math.isinf(found) or math.isinf(expected):
        return found == expected
    return abs(found - expected) <= 1e-9 * max(1.0, abs(expected))


def first_difference(found: Sequence[float], expected: Sequence[float]) -> int | None:
    """Return the first place at which two lists differ by more than rounding, or None.

    Examples
    --------
    >>> first_difference([0.0, 0.5], [0.0, 0.25])
    1
    """
    pairs = enumerate(zip(found, expected, strict=True))
    return next((place for place, (f, e) in pairs if not close(f, e)), None)
