"""Docstrings of the package as Sphinx reads them: NumPy's form, as this house writes it."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, NumpyDocstring

_CONFIG = Config(
    napoleon_use_param=False,
    napoleon_use_rtype=False,
    napoleon_use_ivar=False,
    napoleon_custom_sections=[("Attributes", "params_style")],
)
_PAPER = re.compile(r"(?<!`)`(pmc|linear|histogram|extremal)`(?=, )")  # its key, and no function
_DASH = re.compile(r"^(\s*(?:\* )?(?:\*\*\w[^`]*|:raises [\w.]+:)) -- ")
_LISTS = {"Parameters", "Attributes", "Other Parameters"}
_ENTRY = re.compile(r"^([\w*`][\w*, `]*?) : (.+)$")


def converted(
    app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]
) -> None:
    """Put reStructuredText in the place of the lines of a docstring."""
    # of a property napoleon would take the words before a colon for a type
    kind = "method" if what in ("property", "attribute", "data") else what
    named = [_PAPER.sub(r"``\1``", line) for line in said(as_definitions(lines))]
    found = NumpyDocstring(named, _CONFIG, app, kind, name, obj, options).lines()
    lines[:] = [_DASH.sub("\\1 \u2013 ", line) for line in found]


def as_definitions(lines: list[str]) -> list[str]:
    """Return a docstring whose two columns, with words on the left, are a list of definitions.

    Examples
    --------
    >>> as_definitions(["A sentence", "in two lines."])
    ['A sentence', 'in two lines.']
    >>> as_definitions(["noise        `laplace`,", "             `secret`", "many points  `sweep`"])
    ['noise', '    `laplace`,', '    `secret`', 'many points', '    `sweep`']
    """
    found: list[str] = []
    for blank, group in groupby(lines, key=lambda line: not line.strip()):
        part = list(group)
        column = 0 if blank else _column(part)
        for line in part:
            if column and line[:column].strip():
                found.append(line[:column].strip())
            found.append(f"    {line[column:]}" if column else line)
    return found


def _column(part: list[str]) -> int:
    """Return where the right column of a paragraph begins; 0 if it has no two columns."""
    gap = re.match(r"\S+(?: \S+)*  +(?=\S)", part[0])
    column = gap.end() if gap else 0
    ends = all(len(line) > column and line[column - 2 : column] == "  " for line in part)
    whole = ends and all(line[column] != " " for line in part)
    return column if column and whole and len(part) > 1 else 0


def said(lines: list[str]) -> list[str]:
    """Return a docstring in which a list has words where this house leaves the type out.

    ``name : what it is`` says what it is and nothing of its type, unless a sentence stands below.

    Examples
    --------
    >>> head = ["Parameters", "-" * 10]
    >>> said([*head, "a : a number,", "    above 0.", "b : float", "    The scale."])[2:]
    ['a', '    a number, above 0.', 'b : float', '    The scale.']
    """
    found: list[str] = []
    listed = False
    place = 0
    while place < len(lines):
        line = lines[place]
        below = lines[place + 1] if place + 1 < len(lines) else ""
        if re.fullmatch(r"-{3,}", below) and line.strip():
            listed = line.strip() in _LISTS
        entry = _ENTRY.match(line) if listed else None
        place += 1
        if entry is None:
            found.append(line)
            continue
        body = []
        while place < len(lines) and (lines[place].startswith("    ") or not lines[place].strip()):
            body.append(lines[place])
            place += 1
        first = next((one.strip() for one in body if one.strip()), "")
        if first and not first[0].islower() and not entry[2].endswith((",", ":", ";")):
            found += [line, *body]  # a type, and a sentence below it
            continue
        words = " ".join([entry[2], *(one.strip() for one in body if one.strip())])
        found += [entry[1], f"    {words}"]
        found += [""] if body and not body[-1].strip() else []
    return found
