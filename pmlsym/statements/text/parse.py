"""Recursive-descent parser of statements, for the grammar below; no text is ever executed.

statement  = [structure ":"] [clauses ("=>" | "<=>")] clauses ["where" conditions {"," conditions}]
structure  = part {";" part};  part = one of the variables or a binder, which may be mixed
variables  = X - Y - Z | X, Z independent | |X| = 3 | |X| >= 3 | prior uniform | prior (1/2,1/2)
binder     = (cost | gain) C | guess G | guesswork G | (cost | gain) C = sum at place | given z
           | guess G splits ["all but"] extreme | (prior | priors) P {"," P} ["on one secret"]
           | mixture M = product P "+" product Q | product R = P x Q | histogram [N records, k bins]
           | X->Y is mechanism "(" parameter ")"
place      = any x | extreme;  extreme = x of (least | most) lift
clauses    = (conditions | guarantee | "(" priors ":" clauses ")") {"and" ...}
priors     = ("for every prior" | "there is a prior") ["with" conditions] | "prior uniform"
conditions = sum (<= | < | >= | > | = | !=) sum {(<= | ...) sum}
sum        = product {(+ | -) product};  product = signed {(* | /) signed}
signed     = "-" signed | atom ["^" signed];  atom = ... | P "[" condition {"and" ...} "]"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from pmlsym.formulas.measures import GUARANTEES
from pmlsym.statements.binders import Binder, check_binders
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause, Through
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov, Prior, Structure
from pmlsym.statements.terms import Number, Term
from pmlsym.statements.text.parameter_names import refuse_constants
from pmlsym.statements.text.parse_priors import EACH, OF_PRIORS, PriorsReader, said_of_priors
from pmlsym.statements.text.parse_tests import TestReader
from pmlsym.statements.text.tokens import RANGES, ParseError, Token, tokens
from pmlsym.statements.text.vocabulary import OUTCOMES, SIGNS, VARIABLES, StatementError, check_part

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
    >>> parse("PML(e) => PMC(log(Pmin))")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pmlsym...ParseError: Column 19: 'Pmin' is no name of a parameter; did you mean pmin?
    """
    check_part("text", text, str, "a text such as 'PML(e) => PMC(e)'")
    cut = tokens(text)
    reader = _Reader(cut)
    with reader.blamed():
        found = reader.statement()
    refuse_constants(found, cut)
    return found


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


_COUNTED = ("Y", "Z")  # |Y| is a number, |X| = 3 a structure


class _Reader(PriorsReader, TestReader):
    """Parser of whole statements: structure, clauses and ranges of parameters."""

    def statement(self) -> Statement:
        self._refuse_other_variables()
        outcomes, where = self._for_all()
        structure, binders = self._front()
        hypotheses: list[Clause] = []
        conditional = self._skip("if")
        conclusion = self._clauses()
        both = self._is("<=>")
        if self._is("=>", "<=>") or (conditional and self._is("then")):
            self._refuse_reach(outcomes)
            self._take()
            hypotheses, conclusion = conclusion, self._clauses()
        elif conditional:
            raise self._fail("'then', 'and' or '=>'", self._hint())
        ranged = self._is(*RANGES)
        if ranged:
            self._take()
            where += self._ranges()
        self._refuse_ranges(where)
        known = "',' or the end" if ranged else "'and', 'where' or the end"
        self.finish(known if hypotheses or ranged else "'and', '=>', '<=>', 'where' or the end")
        return Statement(
            tuple(conclusion),
            tuple(hypotheses),
            tuple(structure),
            tuple(where),
            both,
            tuple(binders),
        )

    def _front(self) -> tuple[list[Structure], list[Binder]]:
        """Parse the structure and the binders, up to the colon behind them."""
        structure: list[Structure] = []
        binders: list[Binder] = []
        if not self._is_structure():
            return structure, binders
        first = self._now
        for part in chain.from_iterable(self._parts()):
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
        return structure, binders

    def _is_structure(self) -> bool:
        if self._is("n"):  # n = 3: for |X| = 3:
            here = [token.text for token in self._tokens[self._place : self._place + 4]]
            return here[1] in ("=", ">=") and here[-1] in (":", ";")
        if self._is("uniform"):
            return self._next.text == "prior"
        if self._is("|"):
            return self._next.text not in _COUNTED
        return self._is("X", "Y", "Z", "prior") or self._is_binder()

    def _parts(self) -> Iterator[Sequence[Structure | Binder]]:
        yield self._part()
        while self._skip(";") or self._skip(",") or self._skip("and"):
            yield self._part()

    def _part(self) -> Sequence[Structure | Binder]:
        with self.blamed():
            return self._binder() if self._is_binder() else (self._structure(),)

    def _refuse_other_variables(self) -> None:
        """Refuse a chain that names other variables than X, Y and Z."""
        here = self._tokens[self._place : self._place + 3]
        if len(here) == 3 and here[1].text in ("-", ",", "->"):
            ends = here[::2]
            others = [token for token in ends if token.text not in VARIABLES]
            if others and all(len(one.text) == 1 and one.text.isupper() for one in ends):
                raise ParseError(
                    others[0].column,
                    f"expected X, Y or Z, found {others[0]}: the variables are called so, as in "
                    "X - Y - Z.",
                )

    # --- quantifiers ------------------------------------------------------------------------------

    def _for_all(self) -> tuple[Token | None, list[Condition]]:
        """Parse "for all" before a statement: the first outcome in it, and ranges."""
        outcomes: Token | None = None
        ranges: list[Condition] = []
        if not self._is_quantifier() or self._is_of_priors():
            return outcomes, ranges
        self._quantifier()
        bare: Token | None = None
        while not self._skip(":"):
            if self._is(*OUTCOMES):
                outcomes = outcomes or self._take()
            elif self._now.kind == "name" and self._next.text in (",", ":"):
                bare = bare or self._now
                self._parameter(self._take())
            else:
                ranges += self._conditions()
            if not self._is(":"):
                self._need(",", "',' or ':' after for all")
        if bare is not None and ranges:
            raise ParseError(
                bare.column, f"write the range of {bare.text}, too, as in for all a > 0, b > 0:."
            )
        return outcomes, ranges

    def _refuse_reach(self, outcomes: Token | None) -> None:
        """Refuse a quantifier before an implication, which may be meant of a side or of both."""
        if outcomes is not None:
            raise ParseError(
                outcomes.column,
                "a condition with a small letter is about every outcome, and A => B says that B "
                f"holds at all of them if A does: leave `for all {outcomes.text}:` out.",
            )
        self._refuse_reach_of_test()
        if self._unbracketed is not None:
            raise ParseError(
                self._unbracketed.column,
                f"`{self._unbracketed.text} ...` before an implication needs brackets: (for every "
                "prior: PML(e)) => ...; a statement without it is about every prior in any case.",
            )

    def _under_priors(self) -> list[Clause]:
        """Parse clauses about other priors of the same kernel, up to the end of their scope."""
        first, quantifier, provided = self._now, self._quantified_priors(), self._provided()
        found = [*self._clause()]
        while self._skip("and"):
            found += self._clause()
        with self.blamed(first):
            return said_of_priors(quantifier, found, provided)

    def _ranges(self) -> list[Condition]:
        """Parse the ranges of parameters behind a statement."""
        if self._is(*EACH):
            self._take()
        found = self._conditions()
        while self._skip(",") or self._skip("and"):
            found += self._conditions()
        return found

    # --- variables --------------------------------------------------------------------------------

    def _structure(self) -> Structure:
        first = self._now
        with self.blamed(first):
            if self._skip("prior"):
                return self._prior()
            if self._skip("|"):
                return self._alphabet()
            if self._skip("n"):
                return self._size()
            if self._skip("uniform"):
                self._need("prior")
                return Prior()
            names = [self._variable()]
            if self._is("uniform"):
                raise self._fail("'-' or ','", ": the uniform prior is prior uniform:.")
            if self._dash():
                names.append(self._variable())
                if not self._dash():
                    raise self._fail("'-', as in X - Y - Z")
                names.append(self._variable())
                return Markov((names[0], names[1], names[2]))
            while self._skip(","):
                names.append(self._variable())
            self._need("independent", "'-' as in X - Y - Z, or ',' as in X, Z independent")
            return Independent(tuple(names))

    def _dash(self) -> bool:
        """Skip a link of a chain: -, -- or ->."""
        return self._skip("->") or (self._skip("-") and (self._skip("-") or True))

    def _prior(self) -> Prior:
        self._skip("=")
        if self._skip("uniform"):
            return Prior()
        if not self._is("(", "["):
            raise self._fail("'uniform' or '(' after prior")
        opened = self._take()
        masses = tuple(self._listed(self._mass, ","))
        self._close(opened, ")" if opened.text == "(" else "]")
        return Prior(masses)

    def _mass(self) -> Fraction:
        token = self._now
        term = self.term()
        if not isinstance(term, Number):
            raise ParseError(token.column, f"expected a number such as 1/3, found {term}.")
        return term.value

    def _alphabet(self) -> Alphabet:
        if not self._skip("X"):
            raise self._fail("X, as in |X| = 3", ": an absolute value is abs(...).")
        self._need("|")
        return self._size()

    def _size(self) -> Alphabet:
        if not self._is("=", ">="):
            raise self._fail("'=' or '>=' after |X|")
        sign = self._take().text
        size = self._mass()
        if size.denominator != 1:
            raise StatementError(f"|X| is {size}, but has to be a whole number.")
        return Alphabet("=" if sign == "=" else ">=", int(size))

    # --- clauses ----------------------------------------------------------------------------------

    def _clauses(self) -> list[Clause]:
        """Parse clauses that are joined by "and"."""
        found: list[Clause] = []
        while True:
            opened = self._now
            if self._is_under_priors():
                self._unbracketed = opened
                return found + self._under_priors()
            if opened.text == "(" and self._next.text in OF_PRIORS:
                self._take()
                if not self._is_under_priors():
                    raise self._fail("'for every prior', 'there is a prior' or 'prior uniform:'")
                found += self._under_priors()
                self._close(opened, ")")
            else:
                found += self._clause()
            if not self._skip("and"):
                return found

    def _clause(self) -> Sequence[Clause]:
        """Parse a guarantee, or a condition; a <= b <= c is two of them."""
        if self._is_test():
            return self._of_test()
        kind = self._guarantee_of_level()
        if kind is None and not self._is(*GUARANTEES):
            return self._conditions()
        first = self._now
        with self.blamed(first):
            if kind is not None:  # e-LDP
                level = self._atom()
                self._take()
                self._take()
                levels: tuple[Term, ...] = (level,)
            else:
                kind = self._take().text
                opened = self._need("(", f"'(' and the level of {kind}")
                levels = tuple(self._listed(self._or_hole, ","))
                self._close(opened, ")")
            of = self._through() if self._skip("of") else None
            if self._is(*SIGNS):
                raise self._fail(
                    "'and' or '=>'",
                    ": a guarantee is no number. Write A => B, or compare measures as in "
                    "ldp(X->Y) <= e.",
                )
            return (GuaranteeClause(kind, levels, of),)

    def _guarantee_of_level(self) -> str | None:
        """Return the guarantee in e-LDP; None if no such thing begins here."""
        here = self._tokens[self._place : self._place + 4]
        if len(here) < 3 or here[0].kind not in ("name", "number") or here[1].text != "-":
            return None
        bare = len(here) == 3 or here[3].text != "("
        return here[2].text if here[2].text in GUARANTEES and bare else None

    def _through(self) -> Through:
        secret = self._variable()
        self._need("->")
        opened = self._now
        bracketed = self._skip("(")
        observed = [self._observed()]
        while self._next.text in VARIABLES and self._skip(","):
            observed.append(self._observed())
        if bracketed:
            self._close(opened, ")")
        return Through(secret, tuple(observed))
