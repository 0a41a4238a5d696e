"""Parser of terms and their comparisons: sums, products, functions, measures, probabilities."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from pmlsym.exact import read_number
from pmlsym.formulas.averages import AVERAGES, Average, AverageName
from pmlsym.formulas.measures import GUARANTEES, MEASURES, MeasureName
from pmlsym.formulas.posteriors import POSTERIORS
from pmlsym.statements.clauses import Chance, Condition, Indicator
from pmlsym.statements.definitions import OF_DISTRIBUTION
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.terms import (
    Function,
    Hole,
    Number,
    OfBound,
    OfPrior,
    Parameter,
    Term,
    negative,
    operation,
)
from pmlsym.statements.text.spelling import MEASURED, elsewhere
from pmlsym.statements.text.tokens import Cursor, ParseError, Token, meant
from pmlsym.statements.text.vocabulary import (
    FUNCTIONS,
    MISTAKEN,
    OF_PRIOR,
    OUTCOMES,
    SIGNS,
    VARIABLES,
    StatementError,
    name_complaint,
    reserved,
)

MOST_BRACKETS = 40  # nested brackets, signs and powers

# quantities of binders, and the outcome of those that are of the channel: least_lift(X->y)
OF_BOUND: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("cost", "average_cost", "worst_cost", "least_before", "least_after"), ""),
        **dict.fromkeys(("gain", "average_gain", "worst_gain", "most_before", "most_after"), ""),
        **dict.fromkeys(("type1", "type2"), ""),
        **dict.fromkeys(("least_lift", "most_lift"), "y"),
        **dict.fromkeys(("pml_of_pairs", "pmc_of_pairs"), "Y"),
    }
)


# functions that are written by others
_COMPOSED: Mapping[str, Callable[[Term], Term]] = MappingProxyType(
    {
        "sqrt": lambda inside: operation("^", inside, Number(Fraction(1, 2))),
        "log2": lambda inside: operation(
            "/", Function("log", (inside,)), Function("log", (Number(Fraction(2)),))
        ),
        "abs": lambda inside: Function("max", (inside, negative(inside))),
    }
)


# the measures of the whole channel by what is typed: tv(X->Y) and tv(X;Y)
_AVERAGES = tuple(dict.fromkeys(row.word for row in AVERAGES.values()))
_ALSO: Mapping[str, AverageName] = MappingProxyType(
    {"kl": "mutual_information"}
)  # kl(X;Y) is I(X;Y)
_NUMBERED = re.compile(r"(ln|log|exp|sqrt)_?[0-9]+")


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
        if self._skip("|"):
            return self._size_of(token)
        if token.kind == "number":
            self._take()
            return self._number(token)
        if token.kind == "name":
            self._take()
            return self._word(token)
        hint = (
            ": a hole stands alone, in the place of a level or a bound."
            if token.text == "?"
            else ""
        )
        raise self._fail("a number, a name or '('", hint)

    def _size_of(self, opened: Token) -> Term:
        """Parse the rest of |X|, the number of secrets, or of |Y|."""
        if not self._is(*VARIABLES):
            raise self._fail("X, Y or Z, as in |Y|", ": an absolute value is abs(...).")
        variable = self._take().text
        self._close(opened, "|")
        return OfPrior("n") if variable == "X" else NumberOfOutcomes(variable)

    def _number(self, token: Token) -> Number:
        try:
            return Number(read_number(token.text))
        except StatementError:
            raise
        except ValueError as error:
            raise ParseError(token.column, f"{error}.") from None

    def _word(self, token: Token) -> Term:
        word = MEASURED.get(token.text, token.text) if self._is("(") else token.text
        for function in FUNCTIONS:
            if word == function:
                if word == "log" and not self._is("("):
                    return self._bare_logarithm()
                opened = self._need("(", f"'(' after {word}, as in {word}(2)")
                arguments = tuple(self._listed(self.term, ","))
                self._close(opened, ")")
                _refuse_one_outcome(token, function, arguments)
                return Function(function, arguments)
        if word == "frac" and self._is("("):
            top, bottom = self._group(), self._group()
            return operation("/", top, bottom)
        if word in _COMPOSED and self._is("("):
            inside = self._group()
            if word == "log2" and inside == Parameter("e"):
                raise ParseError(
                    token.column, "log2(e) turns nats into bits, but every measure is in nats."
                )
            return _COMPOSED[word](inside)
        if word in MEASURES:
            return self._leakage(word)
        if named := [
            row for row in AVERAGES.values() if word == row.word or row.name == _ALSO.get(word)
        ]:
            return self._average(word, named)
        for quantity in OF_PRIOR:
            if word == quantity:
                return OfPrior(quantity)
        if word == "E":
            opened = self._need("[", "'[' after E, the expectation")
            inside = self.term()
            self._close(opened, "]")
            return MeanOverOutcomes(inside)
        if word == "P" and self._is("["):
            opened = self._take()
            event = [part for some in self._listed(self._conditions, "and") for part in some]
            self._close(opened, "]")
            return Chance(Indicator(tuple(event)))
        return self._parameter(token)

    def _bare_logarithm(self) -> Term:
        """Parse the rest of log 2 or log|X|, of which no operation may follow."""
        if not self._is("|", "frac") and self._now.kind != "number":
            raise self._fail("'(' after log, as in log(2)")
        found = Function("log", (self._atom(),))
        if self._is("*", "/", "^"):
            raise self._fail("brackets after log", ": write log(...), so that its end is clear.")
        return found

    def _group(self) -> Term:
        """Parse a term in brackets."""
        opened = self._need("(")
        inside = self.term()
        self._close(opened, ")")
        return inside

    def _parameter(self, token: Token) -> Term:
        word = token.text
        if self._is("(") and word in OF_BOUND:
            return self._of_bound(word)
        if word in GUARANTEES:
            raise ParseError(
                token.column,
                f"{word} is a guarantee, which is no number: write {word}(e) alone, as in "
                f"LDP(e) => {word}(e), or a measure such as ldp(X->y).",
            )
        if sentence := self._is("(", "[") and elsewhere(word):
            raise ParseError(token.column, sentence)
        if self._is("(") and word not in reserved() and word not in MISTAKEN:
            some = ", ".join((*FUNCTIONS, *MEASURES, *_AVERAGES[:3], *GUARANTEES))
            known = f"; there are {some} and {len(_AVERAGES) - 3} more (docs/statements.md)."
            raise ParseError(token.column, f"there is no function {word!r}{meant(word) or known}")
        if word in (*VARIABLES, *OUTCOMES):
            raise ParseError(
                token.column,
                f"expected a term, found {word!r}, which stands only inside a measure such as "
                "pml(X->y), or in a structure of X, Y and Z such as X - Y - Z: at the beginning."
                + " That X and Y are independent is maximal_leakage(X->Y) = 0."
                * self._is(","),
            )
        if word in reserved():
            raise ParseError(token.column, f"expected a term, found the reserved word {word!r}.")
        complaint = name_complaint(word)
        if complaint:
            raise ParseError(token.column, complaint)
        if word in _COMPOSED or word == "frac" or _NUMBERED.fullmatch(word):
            raise ParseError(
                token.column,
                f"{word!r} is no name of a parameter: a function has brackets, as in log(2).",
            )
        if word in MEASURED and word != "L":
            raise ParseError(
                token.column,
                f"{word!r} is no name of a parameter; did you mean {MEASURED[word]}?",
            )
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
            if self._skip(","):
                of += self._observed_over(word)
        self._close(opened, ")")
        return OfBound(word, of)

    def _observed_over(self, word: str) -> str:
        """Parse the channel of a cost or gain: X->Y, which is left out, or X->Z."""
        if not word.startswith(("average_", "worst_")):
            raise self._fail("')'", f": {word} is at an outcome y of X->Y.")
        self._need("X")
        self._need("->")
        if not self._is("Y", "Z"):
            raise self._fail("Y or Z, as in X->Z")
        return ", X->Z" if self._take().text == "Z" else ""

    def _leakage(self, kind: MeasureName) -> Leakage:
        opened = self._need("(", f"'(' after {kind}, as in {kind}(X->y)")
        secret = self._secret_of(kind)
        self._need("->", "'->' after the secret")
        observed = tuple(self._listed(self._observed, ","))
        given: tuple[str, ...] = ()
        if self._skip("|"):
            given = tuple(self._listed(self._observed, ","))
        self._close(opened, ")")
        return Leakage(kind, secret, observed, given)

    def _average(self, word: str, named: list[Average]) -> Term:
        """Parse a measure of a channel; a level may stand in front, as in sibson(2, X->Y).

        Of measures with the same name, the sign after the secret chooses one.
        """
        opened, row = self._need("(", f"'(' after {word}"), named[0]
        level: Term | None = None
        if row.has_level and not self._is(*VARIABLES):
            level = self.term()
            self._need(",", "',' between the level and the channel")
        secret = self._variable()
        row = next((one for one in named if one.arrow and self._is(one.arrow)), row)
        observed: tuple[str, ...] = ()
        if row.arrow and not (row.may_be_alone and self._is(")")):
            self._need(row.arrow)
            observed = tuple(self._listed(self._observed, ","))
        if row.has_level and level is None and self._skip(";"):
            level = self.term()
        self._close(opened, ")")
        if row.name in OF_DISTRIBUTION and any(name in OUTCOMES for name in observed):
            return OfPosterior(row.name, secret, observed)
        if word in POSTERIORS and row.arrow == "->" and observed[0] in OUTCOMES:
            return PosteriorDivergence(word, secret, observed)
        return Overall(row.name, secret, observed, level)

    def _secret_of(self, kind: MeasureName) -> str:
        if not self._is(*VARIABLES):
            known = [name for name in GUARANTEES if name.lower() == kind]
            guarantee = f", a guarantee {known[0]}(e)" if known else ""
            raise self._fail("X, Y or Z", f": a leakage is {kind}(X->y){guarantee}.")
        return self._take().text

    def _conditions(self) -> list[Condition]:
        """Parse a chain of comparisons, as one condition for each sign."""
        if self._is(*GUARANTEES):
            raise self._fail("a condition", ": a guarantee that is assumed stands before =>.")
        left = self._or_hole()
        found: list[Condition] = []
        while self._is(*SIGNS):
            sign = next(known for known in SIGNS if self._is(known))
            if self._next.text in SIGNS and sign != "=":
                break
            self._take()
            if sign == "=":
                self._skip("=")
            right = self._or_hole()
            found.append(Condition(left, sign, right))
            left = right
        if not found:
            raise self._fail("one of <= < >= > = !=", self._hint())
        return found

    def _or_hole(self) -> Term:
        """Parse a term, or a hole in its place."""
        if not self._skip("?"):
            return self.term()
        if self._is("+", "-", "*", "/", "^", "("):
            raise self._fail("')'", ": a hole stands alone, in the place of the whole level.")
        return Hole()

    def _observed(self) -> str:
        if not self._is(*VARIABLES, *OUTCOMES):
            raise self._fail("an outcome such as y or Y")
        return self._take().text

    def _variable(self) -> str:
        if not self._is(*VARIABLES):
            raise self._fail("X, Y or Z", ": these are the variables of a statement.")
        return self._take().text


def _refuse_one_outcome(token: Token, function: str, arguments: tuple[Term, ...]) -> None:
    """Refuse max(pml(X->y)), which is meant as the largest over the outcomes."""
    if len(arguments) == 1 and arguments[0].outcomes and function in ("max", "min"):
        raise ParseError(
            token.column,
            f"{function} needs at least two arguments; the largest over the outcomes is written "
            "with a capital, as in pml(X->Y).",
        )
