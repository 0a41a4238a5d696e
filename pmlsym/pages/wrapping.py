"""Breaking lines between words; a formula without spaces breaks after a sign of it."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"(?<=[*/,;)\]+=])(?=[^)\],;*/=])")  # after which a formula may break


def wrapped(text: str, width: int, indent: str = "", hanging: str | None = None) -> list[str]:
    """Return a text in lines of at most so many characters, broken where a reader would.

    A word stays whole. What is longer than a line and has signs of a formula in it breaks after
    one of these; what has none is longer than the line.

    Parameters
    ----------
    text : its own line breaks stay.
    width : of the lines, with the indent.
    indent : before the first line.
    hanging : before every other line; the indent if not given.

    Examples
    --------
    >>> wrapped("every outcome of positive probability", 20, hanging="  ")
    ['every outcome of', '  positive', '  probability']
    >>> wrapped("(1-p)*exp(epsilon)+p", 12)
    ['(1-p)*', 'exp(epsilon)', '+p']
    """
    rest = indent if hanging is None else hanging
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, empty = (rest if lines else indent), True
        for word in paragraph.split():
            for place, part in enumerate(_parts(word, width - len(rest))):
                glue = "" if empty or place else " "
                if not empty and len(line) + len(glue) + len(part) > width:
                    lines.append(line)
                    line, glue = rest, ""
                line, empty = line + glue + part, False
        lines.append(line.rstrip())
    return lines


def _parts(word: str, room: int) -> list[str]:
    """Return a word, or the parts of a long one that may stand on lines of their own."""
    return [word] if len(word) <= room else _SIGNS.split(word)
