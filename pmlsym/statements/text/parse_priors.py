"""Parser of the openings of clauses about other priors of the same kernel."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.terms import OfPrior
from pmlsym.statements.text.parse_binders import BinderReader
from pmlsym.statements.text.tokens import ParseError, Token
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.under_priors import Quantifier, under_priors

EACH = ("all", "every", "any")
OF_PRIORS = ("for", "forall", "there", "prior", "uniform")  # begin a clause about other priors


class PriorsReader(BinderReader):
    """Parser of "for every prior with pmin >= a:", "there is a prior:" and "prior uniform:"."""

    _unbracketed: Token | None = None  # where a clause about other priors stands without brackets

    def _is_quantifier(self) -> bool:
        return self._is("forall") or (self._is("for") and self._next.text in EACH)

    def _quantifier(self) -> None:
        if not self._skip("forall"):
            self._take()
            self._take()

    def _is_of_priors(self) -> bool:
        """Whether "for every prior" begins here."""
        place = self._place + (1 if self._is("forall") else 2)
        after = self._tokens[min(place, len(self._tokens) - 1)]
        return self._is_quantifier() and after.text in ("prior", "priors")

    def _is_under_priors(self) -> bool:
        """Whether a clause about other priors begins here, behind its bracket if it has one."""
        here = self._tokens[self._place : self._place + 5]
        texts = [token.text for token in here]
        some = texts[:1] == ["there"] and texts[1:4] in (
            ["is", "a", "prior"],
            ["exists", "a", "prior"],
        )
        uniform = texts[:3] in (["prior", "uniform", ":"], ["uniform", "prior", ":"])
        return self._is_of_priors() or some or uniform

    def _quantified_priors(self) -> Quantifier:
        """Parse the words before the colon or the condition of a clause about other priors."""
        if self._is_of_priors():
            self._quantifier()
            self._take()
            if self._now.kind == "name" and not self._is("with"):  # for every prior P_X
                self._take()
            return "every"
        quantifier: Quantifier = "some" if self._is("there") else "uniform"
        for _ in range(4 if quantifier == "some" else 2):
            self._take()
        return quantifier

    def _provided(self) -> list[Condition]:
        """Parse the conditions on the priors, up to the colon."""
        found: list[Condition] = []
        if self._skip("with"):
            found += self._conditions()
            while self._skip("and"):
                found += self._conditions()
        self._need(":", "':' before what is said of the priors")
        return found

    def _refuse_ranges(self, ranges: list[Condition]) -> None:
        """Refuse a range that names pmin or pmax behind clauses whose scope reaches to the end."""
        named = [part for one in ranges for part in one.parts if isinstance(part, OfPrior)]
        if self._unbracketed is not None and {part.name for part in named} - {"n"}:
            raise ParseError(
                self._unbracketed.column,
                "of which prior are pmin and pmax behind where? Put what is said of other priors "
                "into brackets, and conditions on these priors behind with.",
            )


def said_of_priors(
    quantifier: Quantifier, clauses: list[Clause], provided: list[Condition]
) -> list[Clause]:
    """Return what is said of other priors: guarantees for every prior, or else one clause.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(*said_of_priors("some", [*parse("PML(a) and n > 2").conclusion], []))
    (there is a prior: PML(a) and n > 2)
    """
    guarantees = [one for one in clauses if isinstance(one, GuaranteeClause)]
    if quantifier == "every" and not provided and len(guarantees) == len(clauses):
        with suppress(StatementError):
            return [replace(one, every_prior=True) for one in guarantees]
    return [under_priors(quantifier, clauses, provided)]
