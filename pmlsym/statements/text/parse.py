"""Reading statements, by hand and by exactly the grammar: nothing of the text is ever run.

statement  = [structure ":"] [clauses ("=>" | "<=>")] clauses ["where" condition {"," condition}]
structure  = X - Y - Z | X, Z independent | |X| = 3 | |X| >= 3 | prior uniform | prior (1/2,1/2)
clauses    = (condition | guarantee) {"and" ...}
condition  = sum (<= | < | >= | > | = | !=) sum
sum        = product {(+ | -) product};  product = signed {(* | /) signed}
signed     = "-" signed | atom ["^" signed]
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.formulas.measures import GUARANTEES
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
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import (
    Number,
    Term,
)
from pmlsym.statements.text.term_reader import TermReader
from pmlsym.statements.text.tokens import ParseError, tokens
from pmlsym.statements.text.vocabulary import (
    SIGNS,
    StatementError,
    check_part,
)


def parse(text: str) -> Statement:
    """Read a statement.

    Raises
    ------
    ParseError
        If the text is none; it has the column, and says what was expected.

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
    """Read a term alone, such as the value of a parameter.

    Raises
    ------
    ParseError
        If the text is none.
    StatementError
        If it is no text.

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
    """Reads structures, clauses and whole statements."""

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
