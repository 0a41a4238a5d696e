"""Replacement of the names of quantities in a line by mathematical notation."""

from __future__ import annotations

import re
from collections.abc import Callable

_FOLLOWS = re.compile(r"\^|\*|/| [-+] | \\,| \\cdot")  # the next factor, exponent or summand
_OPENS = re.compile(r"(?:^|[({\[]|(?<!\\), ?)$")  # where a minus sign is that of the whole term


def put_names(line: str, names: re.Pattern[str], written: Callable[[re.Match[str]], str]) -> str:
    r"""Return a line with the names of quantities replaced, in brackets where needed.

    Brackets keep a replacement together: in ``\max_x a(x)^{2} + b`` the power and the sum would be
    read as parts of the maximum, and in ``\log a^{2}`` the power as that of the argument.

    Examples
    --------
    >>> put_names("2*worst <= worst^2", re.compile("worst"), lambda _: "max_y l(y)")
    '2*max_y l(y) <= (max_y l(y))^2'
    """

    def put(found: re.Match[str]) -> str:
        text = written(found)
        if not _runs_on(text):
            return text
        before, after = line[: found.start()], line[found.end() :]
        signed = text.startswith("-") and not _OPENS.search(before)
        if not signed and not _FOLLOWS.match(after):
            return text
        return rf"\left({text}\right)" if "\\" in text else f"({text})"

    return names.sub(put, line)


def _runs_on(text: str) -> bool:
    """Whether a text begins with an operator that would apply to what follows it."""
    return text.startswith(("-", r"\log", r"\min", r"\max", "min_", "max_"))
