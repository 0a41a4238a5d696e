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
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from types import MappingProxyType

from pmlsym.exact import read_number
from pmlsym.formulas.measures import AVERAGES, GUARANTEES, MEASURES, MeasureName
from pmlsym.statements.binders import (
    AnyGuess,
    AnyOrder,
    AnyPayoff,
    Binder,
    Binned,
    Both,
    Drawn,
    Given,
    Mixed,
    NamedMechanism,
    OfSecret,
    Pieces,
    Queried,
    RealNumbers,
    Use,
    Which,
    check_binders,
)
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
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import (
    Function,
    Number,
    OfBound,
    OfPrior,
    Operation,
    Parameter,
    Term,
    negative,
    operation,
    walk,
)
from pmlsym.statements.text.tokens import Cursor, ParseError, Token, meant, tokens
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

# quantities of binders, and the outcome of those that are of the channel: least_lift(X->y)
OF_BOUND: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("cost", "average_cost", "worst_cost", "least_before", "least_after"), ""),
        **dict.fromkeys(("gain", "average_gain", "worst_gain", "most_before", "most_after"), ""),
        **dict.fromkeys(("least_lift", "most_lift"), "y"),
        **dict.fromkeys(("pml_of_pairs", "pmc_of_pairs"), "Y"),
    }
)
_OF_PAYOFFS = ("cost", "gain", "guess", "guesswork", "given")
_BINDERS = (*_OF_PAYOFFS, "priors", "mixture", "product", "numbers")


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
            return MeanOverOutcomes(inside)
        return self._parameter(token)

    def _parameter(self, token: Token) -> Term:
        word = token.text
        if self._is("(") and word in OF_BOUND:
            return self._of_bound(word)
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

    def _capital(self) -> str:
        if self._now.kind != "name" or not self._now.text.isupper():
            raise self._fail("a capital as the name")
        return self._take().text

    def _of_bound(self, word: str) -> OfBound:
        opened = self._need("(")
        observed = OF_BOUND[word]
        if observed:
            self._need("X", f"X->{observed} after {word}(")
            self._need("->")
            self._need(observed)
            of = f"X->{observed}"
        else:
            of = self._capital()
        self._close(opened, ")")
        return OfBound(word, of)

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


class _Reader(TermReader):
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

    # --- binders ----------------------------------------------------------------------------------

    def _is_binder(self) -> bool:
        """Whether a binder begins here: one of its words and a name, which no term has."""
        after = self._tokens[min(self._place + 1, len(self._tokens) - 1)]
        if self._is("X"):
            return after.text == "->"
        if self._is("prior"):
            return after.kind == "name" and after.text.isupper()
        if self._is("histogram", "workload"):
            return after.kind == "name" or after.text in (":", ";")
        return self._is(*_BINDERS) and after.kind == "name"

    def _binder(self) -> Sequence[Binder]:
        word = self._take().text
        match word:
            case "X":
                return (self._named(),)
            case "cost" | "gain":
                name = self._capital()
                return (self._of_secret(word, name) if self._skip("=") else AnyPayoff(word, name),)
            case "guess":
                name = self._capital()
                return (self._pieces(name) if self._skip("splits") else AnyGuess(name),)
            case "guesswork":
                return (AnyOrder(self._capital()),)
            case "given":
                self._need("z")
                return (Given(),)
            case "prior" | "priors":
                names = self._listed(self._capital, ",")
                single = self._skip("on")
                if single:
                    self._phrase("one", "secret")
                return tuple(Drawn(name, single) for name in names)
            case "mixture":
                return (self._mixture(),)
            case "product":
                name = self._capital()
                self._need("=")
                one = self._capital()
                self._need("x", "'x' between two priors")
                return (Both(name, one, self._capital()),)
            case "numbers":
                return (RealNumbers(tuple(self._listed(lambda: self._take().text, ","))),)
            case "workload":
                if self._skip("W"):
                    self._phrase(",", "N", "records")
                return (Queried(),)
        if self._skip("N"):
            self._phrase("records", ",", "k", "bins")
        return (Binned(),)

    def _phrase(self, *words: str) -> None:
        for word in words:
            self._need(word, f"{word!r} in {' '.join(words)!r}")

    def _of_secret(self, use: Use, name: str) -> OfSecret:
        height = self.term()
        self._need("at", "'at' and the secret, as in cost S = 1/p at any x")
        if self._skip("any"):
            self._need("x")
            return OfSecret(use, name, height, "all")
        return OfSecret(use, name, height, self._extreme())

    def _pieces(self, name: str) -> Pieces:
        rest = self._skip("all")
        if rest:
            self._need("but")
        return Pieces(name, self._extreme(), "rest" if rest else "secret")

    def _extreme(self) -> Which:
        self._phrase("x", "of")
        least = self._is("least")
        if not least:
            self._need("most", "'least' or 'most'")
        else:
            self._take()
        self._need("lift")
        return "rarer" if least else "likelier"

    def _named(self) -> NamedMechanism:
        self._need("->")
        if not self._is("Y", "Z"):
            raise self._fail("Y or Z, as in X->Y is rr(r)")
        variable = self._take().text
        self._need("is", "'is' and a mechanism, as in X->Y is rr(r)")
        if self._now.kind != "name":
            raise self._fail("the name of a mechanism, as in X->Y is rr(r)")
        mechanism = self._take().text
        opened = self._need("(", f"'(' after {mechanism}")
        level = self.term()
        if not isinstance(level, Parameter):
            raise ParseError(
                opened.column, f"{mechanism} takes the name of a parameter: {mechanism}(r)."
            )
        self._close(opened, ")")
        return NamedMechanism(variable, mechanism, level.name)

    def _mixture(self) -> Mixed:
        name = self._capital()
        self._need("=")
        share = self._product()
        one = self._capital()
        plus = self._need("+", "'+' and the other prior, as in t P + (1 - t) Q")
        rest = self._product()
        found = Mixed(name, share, one, self._capital())
        if rest != found.rest:
            raise ParseError(plus.column, f"the shares do not sum to 1: write {found}.")
        return found

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
