"""Tokens of a statement, each with its column, and a cursor that says what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias, TypeVar

from pmlsym.statements.text.spelling import (
    GREEK_NAME,
    INSTEAD,
    WORDS,
    elsewhere,
    name_of_greek,
    no_meaning,
    signs_at,
)
from pmlsym.statements.text.vocabulary import MOST_DIGITS, OF_PRIOR, SIGNS, StatementError, reserved

LONGEST_TEXT = 10_000

Found = TypeVar("Found")
Kind: TypeAlias = Literal["number", "name", "sign", "end"]

_TOKEN = re.compile(
    r"(?P<number>([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    rf"|(?P<greek>{GREEK_NAME})"
    r"|(?P<sign><=>|=>|<=|>=|!=|->|[-+*/^()\[\],;:|?<>=])"
)
_SPACE = re.compile(r"[ \t\r\n]*")


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
        signs, length = signs_at(text, place)
        if signs:
            found += [_token(sign, place + 1) for sign in signs]
            place = _after_space(text, place + length)
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise ParseError(place + 1, no_meaning(text, place))
        found.append(_read(match))
        place = _after_space(text, match.end())
    found.append(Token("end", "", len(text.rstrip()) + 1))
    return found


def _read(match: re.Match[str]) -> Token:
    """Return the token of a match; a word that has another spelling in the language has that."""
    column = match.start() + 1
    if match["number"]:
        if len(match[0]) > MOST_DIGITS:
            raise ParseError(
                column,
                f"the number has {len(match[0])} characters, but the most is {MOST_DIGITS}.",
            )
        return Token("number", f"0{match[0]}" if match[0].startswith(".") else match[0], column)
    if match["greek"]:
        return Token("name", name_of_greek(match[0]), column)
    return _token(WORDS.get(match[0], match[0]), column)


def _token(text: str, column: int) -> Token:
    """Return the token of a word or a sign, or of a power that is a digit."""
    kind: Kind = "number" if text.isdigit() else "name" if text[0].isalpha() else "sign"
    return Token(kind, text, column)


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def meant(word: str) -> str:
    """Return a suggestion of a similar word, as a question; empty if there is none.

    Examples
    --------
    >>> meant("Where")
    '; did you mean where?'
    """
    if word in INSTEAD:
        return f"; did you mean {INSTEAD[word]}?"
    known = sorted(reserved())
    same = [name for name in known if name.lower() == word.lower()]
    near = same or get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


# --- cursor ---------------------------------------------------------------------------------------

_NO_WORDS = {  # common words that the language does not have
    "or": ": there is no 'or': write a statement for each case.",
    "not": ": there is no 'not': turn the sign of a condition round, as in pml(X->Y) > e.",
    "unless": ": there is no 'unless': write the opposite behind where.",
    "with": ": there is no 'with': see docs/statements.md for the words that there are.",
    "whenever": ": hypotheses stand before =>.",
    "if": ": hypotheses stand before =>, as in LDP(e) => PML(e).",
}
RANGES = ("where", "for", "when", "if", "provided")  # words before the ranges of parameters


class Cursor:
    """A cursor over the tokens, whose errors say what was expected."""

    def __init__(self, cut: list[Token]) -> None:
        self._tokens = cut
        self._place = 0
        self._open = 0

    @property
    def _now(self) -> Token:
        return self._tokens[self._place]

    @property
    def _next(self) -> Token:
        """The token after this one."""
        return self._tokens[min(self._place + 1, len(self._tokens) - 1)]

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
            if self._is_product():
                raise self._fail(f"{closing!r}", self._hint())
            raise self._fail(
                f"{closing!r}", f": the {opened.text!r} of column {opened.column} is not closed."
            )

    def _is_product(self) -> bool:
        """Whether two factors stand side by side here, without a sign between them."""
        before, now = self._tokens[self._place - 1], self._now
        ends = before.kind in ("name", "number") or before.text in (")", "]")
        begins = now.kind in ("name", "number") or now.text == "("
        return ends and begins and (now.text not in reserved() or now.text in OF_PRIOR)

    def finish(self, expected: str) -> None:
        """Refuse remaining tokens."""
        if self._now.kind != "end":
            raise self._fail(expected, self._hint())

    def _hint(self) -> str:
        token = self._now
        before = self._tokens[self._place - 1] if self._place else token
        if token.text.lower() in _NO_WORDS:
            return _NO_WORDS[token.text.lower()]
        if before is not token and before.text.lower() in _NO_WORDS:
            return _NO_WORDS[before.text.lower()]
        if token.text.lower() in ("->", "then", "hence"):  # common substitutes for =>
            arrow = " (-> stands between variables, as in X->y)" * (token.text == "->")
            return f"; did you mean =>?{arrow}"
        if token.text in SIGNS and self._next.text in SIGNS:
            return ": an implication is written A => B, with what is assumed on the left."
        if token.kind in ("name", "number") or token.text == "(":
            near = meant(token.text) if token.kind == "name" else ""
            if token.text not in reserved() and near and token.text.lower() in reserved():
                return f"{near}"
            if f"{before.text}_{token.text}" in reserved():
                return f"; did you mean {before.text}_{token.text}?"
            if sentence := elsewhere(before.text):
                return f": {sentence}"
            if before.kind == token.kind == "name":
                return (
                    f": {before.text} {token.text} is no product, which is written with *, and "
                    "neither are these words of the language."
                )
            if before.kind in ("name", "number"):
                return f": write {before.text}*{token.text} for a product."
            if before.text == ")":
                return ": a product is written with *."
        if token.text in (")", "]"):
            return ": nothing is open here."
        if token.text == "[" and before.kind == "name" and meant(before.text):
            return meant(before.text)
        if token.text == ",":
            return ": clauses are joined by and."
        if token.text == ":":
            return ": a colon ends a structure, at the beginning; ranges stand behind where."
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
