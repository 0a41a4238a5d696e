"""Tokens of a statement, each with its column, and a cursor that says what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias, TypeVar

from pmlsym.statements.text.vocabulary import MOST_DIGITS, SIGNS, StatementError, reserved

LONGEST_TEXT = 10_000

Found = TypeVar("Found")
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
    "\u03b5": "eps",
    "\u03f5": "eps",
}
# LaTeX commands of the papers, with the corresponding text in the language
_COMMAND = re.compile(r"\\(?P<word>[A-Za-z]+)")
_OF_LATEX = {
    "ell": "pml(X->y)",
    "Lambda": "pmc(X->y)",
    "varepsilon": "eps",
    "epsilon": "eps",
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


# --- cursor ---------------------------------------------------------------------------------------

_NO_WORDS = {  # common words that the language does not have
    "or": ": there is no 'or': write a statement for each case.",
    "not": ": there is no 'not': turn the sign of a condition round, as in pml(X->Y) > e.",
    "if": ": there is no 'if': hypotheses stand before =>.",
    "for": ": there is no 'for': a statement is about all numbers that have names in it.",
}
_FOLLOWS = ("->", "-->", "implies", "then", "==>", "hence")  # common substitutes for =>


class Cursor:
    """A cursor over the tokens, whose errors say what was expected."""

    def __init__(self, cut: list[Token]) -> None:
        self._tokens = cut
        self._place = 0
        self._open = 0

    @property
    def _now(self) -> Token:
        return self._tokens[self._place]

    def _take(self) -> Token:
        token = self._now
        if token.kind != "end":
            self._place += 1
        return token

    def _is(self, *texts: str) -> bool:
        return self._now.kind != "end" and self._now.text in texts

    def _skip(self, text: str) -> bool:
        if self._is(text):
            self._place += 1
            return True
        return False

    def _fail(self, expected: str, hint: str = "") -> ParseError:
        return ParseError(self._now.column, f"expected {expected}, found {self._now}{hint or '.'}")

    def _need(self, text: str, expected: str = "") -> Token:
        if not self._is(text):
            raise self._fail(expected or repr(text))
        return self._take()

    def _close(self, opened: Token, closing: str) -> None:
        if not self._skip(closing):
            before = self._tokens[self._place - 1]
            if before.kind == "number" and self._now.kind == "name":
                raise self._fail(f"{closing!r}", self._hint())
            raise self._fail(
                f"{closing!r}", f": the {opened.text!r} of column {opened.column} is not closed."
            )

    def finish(self, expected: str) -> None:
        """Refuse remaining tokens."""
        if self._now.kind != "end":
            raise self._fail(expected, self._hint())

    def _hint(self) -> str:
        token = self._now
        before = self._tokens[self._place - 1] if self._place else token
        if token.text.lower() in ("if", "when", "for"):
            return ": conditions on parameters stand after where."
        if token.text.lower() in _NO_WORDS:
            return _NO_WORDS[token.text.lower()]
        if before is not token and before.text.lower() in _NO_WORDS:
            return _NO_WORDS[before.text.lower()]
        if token.text.lower() in _FOLLOWS:
            return ": what follows stands after =>."
        if token.text in SIGNS:
            return ": a condition has one sign, so write a <= b and b <= c."
        if token.kind in ("name", "number") or token.text == "(":
            near = meant(token.text) if token.kind == "name" else ""
            if token.text not in reserved() and near and token.text.lower() in reserved():
                return f"{near}"
            if before.kind in ("name", "number"):
                return f": write {before.text}*{token.text} for a product."
            if before.text == ")":
                return ": a product is written with *."
        if token.text in (")", "]"):
            return ": nothing is open here."
        if token.text == ":":
            return ": only a structure, at the beginning, ends with a colon."
        return "."

    def _listed(self, read: Callable[[], Found], between: str) -> list[Found]:
        found = [read()]
        while self._skip(between):
            found.append(read())
        return found

    @contextmanager
    def blamed(self, token: Token | None = None) -> Iterator[None]:
        """Turn a StatementError into a ParseError with the column of a token."""
        blame = token or self._now
        try:
            yield
        except ParseError:
            raise
        except StatementError as error:
            raise ParseError(blame.column, str(error)) from None
