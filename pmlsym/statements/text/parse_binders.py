"""Parser of binders: the costs, gains, priors, releases and mechanisms that a statement names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

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
)
from pmlsym.statements.terms import Parameter
from pmlsym.statements.text.parse_terms import TermReader
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import VARIABLES

_OF_PAYOFFS = ("cost", "gain", "guess", "guesswork", "given")
_BINDERS = (*_OF_PAYOFFS, "priors", "mixture", "product", "numbers")


class BinderReader(TermReader):
    """Parser of binders."""

    def _is_binder(self) -> bool:
        """Whether a binder begins here: one of its words and a name, which no term has."""
        after = self._next
        if self._is("X", "Y"):
            return after.text == "->" and not self._is_chain()
        if self._is("prior"):
            return after.kind == "name" and after.text.isupper()
        if self._is("histogram", "workload"):
            return after.kind == "name" or after.text in (":", ";")
        return self._is(*_BINDERS) and after.kind == "name"

    def _is_chain(self) -> bool:
        """Whether a chain of three variables begins here, in any of its spellings."""
        here = self._tokens[self._place : self._place + 6]
        names = [token.text for token in here if token.text in VARIABLES]
        return [token.text for token in here][:4:2] == names[:2] and here[3].text in ("-", "->")

    def _binder(self) -> Sequence[Binder]:
        word = self._take().text
        match word:
            case "X" | "Y":
                return (self._named(word),)
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

    def _named(self, secret: Literal["X", "Y"]) -> NamedMechanism:
        self._need("->")
        if not self._is("Z") and not (secret == "X" and self._is("Y")):
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
        return NamedMechanism(variable, mechanism, level.name, secret)

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
