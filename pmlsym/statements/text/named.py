"""Names of quantities in a line, put as a person writes these, and kept apart from what is near."""

from __future__ import annotations

import re
from collections.abc import Callable

_FOLLOWS = re.compile(r"\^|\*|/| [-+] | \\,| \\cdot")  # of the same product, power or sum
_OPENS = re.compile(r"(?:^|[({\[]|(?<!\\), ?)$")  # after which a sign is that of a whole term


def put_names(line: str, names: re.Pattern[str], written: Callable[[re.Match[str]], str]) -> str:
    r"""Return a line with what is written for each name.

    What is written is one whole wherever it stands: in ``\max_x a(x)^{2} + b`` the power and the
    sum would be read as parts of the maximum, and in ``\log a^{2}`` as one of the logarithm.

    Parameters
    ----------
    line : text or LaTeX of a term, with names of quantities.
    names : finds one.
    written : what is put for it.

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
    """Whether something in a text has a part after it that no bracket closes."""
    return text.startswith(("-", r"\log", r"\min", r"\max", "min_", "max_"))
