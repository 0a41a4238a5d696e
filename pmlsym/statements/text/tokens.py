"""Tokens of a statement: names, numbers and signs, each with its column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias

from pmlsym.statements.text.vocabulary import MOST_DIGITS, StatementError, reserved

LONGEST_TEXT = 10_000

Kind: TypeAlias = Literal["number", "name", "sign", "end"]

_TOKEN = re.compile(
    r"(?P<number>[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<sign><=>|=>|<=|>=|!=|->|[-+*/^()\[\],;:|?<>=])"
)
_SPACE = re.compile(r"[ \t\r\n]*")
_INSTEAD = {
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2192": "->",
    "\u21d2": "=>",
    "\u21d4": "<=>",
    "\u2212": "-",
    "\u2013": "-",
    "\u00b7": "*",
    "\u00d7": "*",
    "{": "(",
    "}": ")",
    "\u03b5": "e",
    "\u03f5": "e",
}
# LaTeX commands of the papers, with the corresponding text in the language
_COMMAND = re.compile(r"\\(?P<word>[A-Za-z]+)")
_OF_LATEX = {
    "ell": "pml(X->y)",
    "Lambda": "pmc(X->y)",
    "varepsilon": "e",
    "epsilon": "e",
    **dict.fromkeys(("le", "leq", "leqslant"), "<="),
    **dict.fromkeys(("ge", "geq", "geqslant"), ">="),
    **dict.fromkeys(("ne", "neq"), "!="),
    **dict.fromkeys(("to", "rightarrow"), "->"),
    **dict.fromkeys(("Rightarrow", "implies"), "=>"),
    **dict.fromkeys(("Leftrightarrow", "iff"), "<=>"),
    **dict.fromkeys(("cdot", "times"), "*"),
    "frac": "a/b",
    "ln": "log",
    "land": "and",
    "mathbb": "E[...]",
}
_OTHERWISE = {
    "ln": "log",
    "sqrt": "^(1/2)",
    "Log": "log",
    "Exp": "exp",
    "abs": "max(t, -t)",
    **dict.fromkeys(("I", "MI", "mi"), "mutual_information(X;Y)"),
    **dict.fromkeys(("ML", "MaxL", "maxl"), "maximal_leakage(X->Y)"),
    **dict.fromkeys(("MCL", "MaximalCost"), "maximal_cost_leakage(X->Y)"),
}


class ParseError(StatementError):
    """An error for a text that is no statement.

    Attributes
    ----------
    column : the column of the error, from 1.
    reason : what was expected, perhaps with a suggestion.
    """

    def __init__(self, column: int, reason: str) -> None:
        self.column = column
        self.reason = reason
        super().__init__(f"Column {column}: {reason}")


@dataclass(frozen=True)
class Token:
    """A name, a number or a sign, with its column from 1."""

    kind: Kind
    text: str
    column: int

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else repr(self.text)


def tokens(text: str) -> list[Token]:
    """Split a text into tokens; the last one is the end.

    Raise ParseError at a character without meaning, or if the text is too long.

    Examples
    --------
    >>> [str(token) for token in tokens("a <= 1/2")]
    ["'a'", "'<='", "'1'", "'/'", "'2'", 'the end']
    """
    if len(text) > LONGEST_TEXT:
        raise ParseError(
            LONGEST_TEXT + 1,
            f"the text has {len(text)} characters, but the most is {LONGEST_TEXT}.",
        )
    found: list[Token] = []
    place = _after_space(text, 0)
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ParseError(place + 1, _no_meaning(text, place))
        kind: Kind = "number" if match["number"] else "name" if match["name"] else "sign"
        if kind == "number" and len(match[0]) > MOST_DIGITS:
            raise ParseError(
                place + 1,
                f"the number has {len(match[0])} characters, but the most is {MOST_DIGITS}.",
            )
        found.append(Token(kind, match[0], place + 1))
        place = _after_space(text, match.end())
    found.append(Token("end", "", len(text.rstrip()) + 1))
    return found


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _no_meaning(text: str, place: int) -> str:
    character = text[place]
    command = _COMMAND.match(text, place)
    if command is not None:
        word = command["word"]
        instead = _OF_LATEX.get(word, word if word in reserved() else "")
        hint = f"write {instead} instead" if instead else "names are letters without it"
        return f"{command[0]!r} is LaTeX, not part of the language; {hint}."
    if character in _INSTEAD:
        return f"{character!r} is not part of the language; write {_INSTEAD[character]} instead."
    if character == "!":
        return "'!' stands only in !=."
    if character == ".":
        return "a number does not begin or end with a point; write 0.5 or 5."
    return f"{character!r} has no meaning here."


def meant(word: str) -> str:
    """Return a suggestion of a similar word, as a question; empty if there is none.

    Examples
    --------
    >>> meant("Where")
    '; did you mean where?'
    """
    if word in _OTHERWISE:
        return f"; did you mean {_OTHERWISE[word]}?"
    known = sorted(reserved())
    same = [name for name in known if name.lower() == word.lower()]
    near = same or get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
