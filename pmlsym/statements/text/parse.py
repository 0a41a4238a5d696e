"""Recursive-descent parser of statements, for the grammar below; no text is ever executed.

statement  = [structure ":"] [clauses ("=>" | "<=>")] clauses ["where" condition {"," condition}]
structure  = X - Y - Z | X, Z independent | |X| = 3 | |X| >= 3 | prior uniform | prior (1/2,1/2)
clauses    = (condition | guarantee) {"and" ...}
condition  = sum (<= | < | >= | > | = | !=) sum
sum        = product {(+ | -) product};  product = signed {(* | /) signed}
signed     = "-" signed | atom ["^" signed]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TypeVar

from pmlsym.exact import read_number
from pmlsym.formulas.measures import AVERAGES, GUARANTEES, MEASURES, MeasureName
from pmlsym.statements.clauses import (
    Alphabet,
    Clause,
    Condition,
    Guarantee,
    Hole,
    Independent,
    Markov,
    Prior,
    Structure,
    Through,
)
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Function, Number, OfPrior, Parameter, Term, negative, operation
from pmlsym.statements.text.tokens import ParseError, Token, meant, tokens
from pmlsym.statements.text.vocabulary import (
    FUNCTIONS,
    MISTAKEN,
    OF_PRIOR,
    OUTCOMES,
    SIGNS,
    VARIABLES,
    StatementError,
    check_part,
    name_complaint,
    reserved,
)

# --- term reader ----------------------------------------------------------------------------------


MOST_BRACKETS = 40  # nested brackets, signs and powers

Found = TypeVar("Found")


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


class TermReader(Cursor):
    """Parser of terms: sums, products, powers, functions and measures."""

    def term(self) -> Term:
        """Parse a term."""
        found = self._product()
        while self._is("+", "-"):
            token = self._take()
            right = self._product()
            with self.blamed(token):
                found = operation("+" if token.text == "+" else "-", found, right)
        return found

    def _product(self) -> Term:
        found = self._signed()
        while self._is("*", "/"):
            token = self._take()
            if token.text == "*" and self._is("*"):
                raise self._fail("a term", ": a power is written with ^.")
            right = self._signed()
            with self.blamed(token):
                found = operation("*" if token.text == "*" else "/", found, right)
        return found

    def _signed(self) -> Term:
        token = self._now
        self._open += 1
        if self._open > MOST_BRACKETS:
            raise ParseError(
                token.column,
                f"brackets, signs and powers are deeper than {MOST_BRACKETS}, which is the most.",
            )
        with self.blamed(token):
            if self._skip("-"):
                found = negative(self._signed())
            else:
                found = self._atom()
                if self._is("^"):
                    power = self._take()
                    exponent = self._signed()
                    with self.blamed(power):
                        found = operation("^", found, exponent)
        self._open -= 1
        return found

    def _atom(self) -> Term:
        token = self._now
        if self._skip("("):
            inside = self.term()
            self._close(token, ")")
            return inside
        if token.kind == "number":
            self._take()
            return self._number(token)
        if token.kind == "name":
            self._take()
            return self._word(token)
        hint = ": a hole stands in the place of a guarantee's level." if token.text == "?" else ""
        raise self._fail("a number, a name or '('", hint)

    def _number(self, token: Token) -> Number:
        try:
            return Number(read_number(token.text))
        except StatementError:
            raise
        except ValueError as error:
            raise ParseError(token.column, f"{error}.") from None

    def _word(self, token: Token) -> Term:
        word = token.text
        for function in FUNCTIONS:
            if word == function:
                opened = self._need("(", f"'(' after {word}")
                arguments = tuple(self._listed(self.term, ","))
                self._close(opened, ")")
                return Function(function, arguments)
        if word in MEASURES:
            return self._leakage(word)
        if word in AVERAGES:
            opened = self._need("(", f"'(' after {word}")
            secret = self._variable()
            self._need(AVERAGES[word].arrow)
            observed = tuple(self._listed(self._observed, ","))
            self._close(opened, ")")
            return Overall(word, secret, observed)
        for quantity in OF_PRIOR:
            if word == quantity:
                return OfPrior(quantity)
        if word == "E":
            opened = self._need("[", "'[' after E, the expectation")
            inside = self.term()
            self._close(opened, "]")
            return Expectation(inside)
        return self._parameter(token)

    def _parameter(self, token: Token) -> Term:
        word = token.text
        if self._is("(") and word not in reserved() and word not in MISTAKEN:
            known = f"; there are {', '.join((*FUNCTIONS, *MEASURES, *AVERAGES, *GUARANTEES))}."
            raise ParseError(token.column, f"there is no function {word!r}{meant(word) or known}")
        if word in (*VARIABLES, *OUTCOMES):
            raise ParseError(
                token.column,
                f"expected a term, found {word!r}, which stands only inside a measure such as "
                "pml(X->y), or in a structure of X, Y and Z such as X - Y - Z: at the beginning.",
            )
        if word in reserved():
            raise ParseError(token.column, f"expected a term, found the reserved word {word!r}.")
        complaint = name_complaint(word)
        if complaint:
            raise ParseError(token.column, complaint)
        return Parameter(word)

    def _leakage(self, kind: MeasureName) -> Leakage:
        opened = self._need("(", f"'(' after {kind}, as in {kind}(X->y)")
        secret = self._variable()
        self._need("->", "'->' after the secret")
        observed = tuple(self._listed(self._observed, ","))
        given: tuple[str, ...] = ()
        if self._skip("|"):
            given = tuple(self._listed(self._observed, ","))
        self._close(opened, ")")
        return Leakage(kind, secret, observed, given)

    def _observed(self) -> str:
        if not self._is(*VARIABLES, *OUTCOMES):
            raise self._fail("an outcome such as y or Y")
        return self._take().text

    def _variable(self) -> str:
        if not self._is(*VARIABLES):
            hint = ": a leakage is pml(X->y), a guarantee PML(e)."
            raise self._fail("X, Y or Z", hint)
        return self._take().text


# --- parse ----------------------------------------------------------------------------------------


def parse(text: str) -> Statement:
    """Parse a statement.

    Raises
    ------
    ParseError
        If the text is no statement; the message has the column and what was expected.

    Examples
    --------
    >>> parse("LDP(e) => PML(-log(pmin + exp(-e)*(1 - pmin)))").parameters
    ('e',)
    >>> parse("PML(e) => PMC(log(p_min))")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pmlsym...ParseError: Column 19: 'p_min' is no name of a parameter; did you mean pmin?
    """
    check_part("text", text, str, "a text such as 'PML(e) => PMC(e)'")
    reader = _Reader(tokens(text))
    with reader.blamed():
        return reader.statement()


def parse_term(text: str) -> Term:
    """Parse a term alone, such as the value of a parameter.

    Raises
    ------
    ParseError
        If the text is no term.
    StatementError
        If the argument is no text.

    Examples
    --------
    >>> str(parse_term("log(3/2)"))
    'log(3/2)'
    """
    check_part("text", text, str, "a term such as 'log(3/2)'")
    reader = _Reader(tokens(text))
    term = reader.term()
    reader.finish("an operation or the end")
    return term


class _Reader(TermReader):
    """Parser of whole statements: structure, clauses and ranges of parameters."""

    def statement(self) -> Statement:
        structure: list[Structure] = []
        if self._is("X", "Y", "Z", "|", "prior"):
            structure = self._listed(self._structure, ";")
            if not self._is(":"):
                raise self._fail("':' behind the structure")
            self._take()
            if self._is("X", "Y", "Z", "|", "prior"):
                raise self._fail(
                    "what is claimed", ": parts of the structure are put apart by ';', not ':'."
                )
        hypotheses: list[Clause] = []
        conclusion = self._listed(self._clause, "and")
        both = self._is("<=>")
        if self._is("=>", "<=>"):
            self._take()
            hypotheses, conclusion = conclusion, self._listed(self._clause, "and")
        where: list[Condition] = []
        if self._skip("where"):
            where = self._listed(self._condition, ",")
        known = "',' or the end" if where else "'and', 'where' or the end"
        self.finish(known if hypotheses or where else "'and', '=>', '<=>', 'where' or the end")
        return Statement(tuple(conclusion), tuple(hypotheses), tuple(structure), tuple(where), both)

    def _structure(self) -> Structure:
        first = self._now
        with self.blamed(first):
            if self._skip("prior"):
                return self._prior()
            if self._skip("|"):
                return self._alphabet()
            names = [self._variable()]
            if self._skip("-"):
                names.append(self._variable())
                self._need("-", "'-', as in X - Y - Z")
                names.append(self._variable())
                return Markov((names[0], names[1], names[2]))
            while self._skip(","):
                names.append(self._variable())
            self._need("independent", "'-' as in X - Y - Z, or ',' as in X, Z independent")
            return Independent(tuple(names))

    def _prior(self) -> Prior:
        if self._skip("uniform"):
            return Prior()
        opened = self._need("(", "'uniform' or '(' after prior")
        masses = tuple(self._listed(self._mass, ","))
        self._close(opened, ")")
        return Prior(masses)

    def _mass(self) -> Fraction:
        token = self._now
        term = self.term()
        if not isinstance(term, Number):
            raise ParseError(token.column, f"expected a number such as 1/3, found {term}.")
        return term.value

    def _alphabet(self) -> Alphabet:
        self._need("X", "X, as in |X| = 3")
        self._need("|")
        if not self._is("=", ">="):
            raise self._fail("'=' or '>=' after |X|")
        sign = self._take().text
        size = self._mass()
        if size.denominator != 1:
            raise StatementError(f"|X| is {size}, but has to be a whole number.")
        return Alphabet("=" if sign == "=" else ">=", int(size))

    # --- clauses ----------------------------------------------------------------------------------

    def _clause(self) -> Clause:
        if not self._is(*GUARANTEES):
            return self._condition()
        first = self._take()
        with self.blamed(first):
            kind = first.text
            opened = self._need("(", f"'(' and the level of {kind}")
            levels = tuple(self._listed(self._level, ","))
            self._close(opened, ")")
            of = None
            if self._skip("of"):
                secret = self._variable()
                self._need("->")
                of = Through(secret, tuple(self._listed(self._observed, ",")))
            return Guarantee(kind, levels, of)

    def _level(self) -> Term | Hole:
        return Hole() if self._skip("?") else self.term()

    def _condition(self) -> Condition:
        if self._is(*GUARANTEES):
            raise self._fail("a condition", ": a guarantee stands before 'where'.")
        left = self.term()
        sign = next((known for known in SIGNS if self._is(known)), None)
        if sign is None:
            raise self._fail("one of <= < >= > = !=", self._hint())
        self._take()
        if sign == "=" and self._is("="):
            raise self._fail("a term", ": equality is written with one =.")
        return Condition(left, sign, self.term())
