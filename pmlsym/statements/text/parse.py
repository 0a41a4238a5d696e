"""Recursive-descent parser of statements, for the grammar below; no text is ever executed.

statement  = [structure ":"] [clauses ("=>" | "<=>")] clauses ["where" condition {"," condition}]
structure  = part {";" part};  part = one of the variables or a binder
variables  = X - Y - Z | X, Z independent | |X| = 3 | |X| >= 3 | prior uniform | prior (1/2,1/2)
binder     = (cost | gain) C | guess G | guesswork G | (cost | gain) C = sum at place | given z
           | guess G splits ["all but"] extreme | (prior | priors) P {"," P} ["on one secret"]
           | mixture M = product P "+" product Q | product R = P x Q | histogram [N records, k bins]
           | X->Y is mechanism "(" parameter ")"
place      = any x | extreme;  extreme = x of (least | most) lift
clauses    = (condition | guarantee) {"and" ...}
condition  = sum (<= | < | >= | > | = | !=) sum
sum        = product {(+ | -) product};  product = signed {(* | /) signed}
signed     = "-" signed | atom ["^" signed]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from pmlsym.formulas.measures import GUARANTEES
from pmlsym.statements.binders import Binder, check_binders
from pmlsym.statements.clauses import (
    Alphabet,
    Clause,
    Condition,
    GuaranteeClause,
    Hole,
    Independent,
    Markov,
    Prior,
    Structure,
    Through,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, Operation, Parameter, Term, walk
from pmlsym.statements.text.parse_binders import BinderReader
from pmlsym.statements.text.tokens import ParseError, Token, tokens
from pmlsym.statements.text.vocabulary import SIGNS, StatementError, check_part

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
    cut = tokens(text)
    reader = _Reader(cut)
    with reader.blamed():
        found = reader.statement()
    _refuse_constants(found, cut)
    return found


def _refuse_constants(said: Statement, cut: list[Token]) -> None:
    """Refuse a parameter that is meant as a number: e only as the base of powers, or pi."""
    parts = [part for term in said.terms for part in walk(term)]
    named = Counter(part.name for part in parts if isinstance(part, Parameter))
    powers = [part.left for part in parts if isinstance(part, Operation) and part.sign == "^"]
    bases = Counter(base.name for base in powers if isinstance(base, Parameter))
    for name, number in (("e", "exp(...)"), ("pi", "it in digits")):
        if named[name] and (name == "pi" or bases[name] == named[name]):
            meant = f"{name} is a parameter like any other, and seems to be meant as the number: "
            instead = f"write {number}, or give the parameter another name."
            raise ParseError(next(t.column for t in cut if t.text == name), meant + instead)


def parse_term(text: str) -> Term:
    """Parse a term alone, such as the value of a parameter.

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


class _Reader(BinderReader):
    """Parser of whole statements: structure, clauses and ranges of parameters."""

    def statement(self) -> Statement:
        structure: list[Structure] = []
        binders: list[Binder] = []
        if self._is_structure():
            first = self._now
            for part in chain.from_iterable(self._listed(self._part, ";")):
                if isinstance(part, Markov | Independent | Alphabet | Prior):
                    structure.append(part)
                else:
                    binders.append(part)
            if not self._is(":"):
                raise self._fail("':' behind the structure")
            with self.blamed(first):
                check_binders(tuple(binders))
            self._take()
            if self._is_structure():
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
        return Statement(
            tuple(conclusion),
            tuple(hypotheses),
            tuple(structure),
            tuple(where),
            both,
            tuple(binders),
        )

    def _is_structure(self) -> bool:
        return self._is("X", "Y", "Z", "|", "prior") or self._is_binder()

    def _part(self) -> Sequence[Structure | Binder]:
        with self.blamed():
            return self._binder() if self._is_binder() else (self._structure(),)

    # --- variables --------------------------------------------------------------------------------

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
            return GuaranteeClause(kind, levels, of)

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
