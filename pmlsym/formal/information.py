"""Theorem of Coq in plain terms for a statement that bounds mutual information by LDP."""

from __future__ import annotations

import sympy as sp

from pmlsym.formal.plain import as_real, measure_of, ordered, together
from pmlsym.formal.proof import Then
from pmlsym.formal.several import ProofAtWorst
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.terms import Term


class ProofOfInformation(ProofAtWorst):
    """The theorem of a statement in which mutual information is a number.

    `ProofAtWorst` knows its exponential only.
    """

    def _is_number(self, term: Term) -> bool:
        return _is_information(term) or super()._is_number(term)

    def _number(self, term: Term, then: Then) -> None:
        if not isinstance(term, Overall):
            super()._number(term, then)
            return
        self._files["facts_numbers"] = None
        name, symbol = self._fresh("num"), self._information(term)
        self.lines.append(f"have {name} := ratio_fin ({measure_of(term)}).")
        then(name, symbol, sp.S.One)

    def _information(self, of: Overall) -> sp.Symbol:
        symbol = sp.Symbol(f"of_{of.secret}_{'_'.join(of.observed)}")
        self.numbers.atoms[symbol] = measure_of(of)
        return symbol

    def _assume(self, condition: Condition, proof: str) -> None:
        """Note what a condition says, and what LDP of X says of information."""
        super()._assume(condition, proof)
        left, sign, right = ordered(condition)
        level = as_real(right)
        if not (isinstance(left, Leakage) and left.kind == "ldp" and left.secret == "X"):
            return
        side = self._have(False, self.numbers.polynomial(right), level) if level else None
        if side and sign == "<=":
            self._files["facts_information"] = None
            found = self._information(Overall("mutual_information", "X", left.observed))
            gap = self.numbers.polynomial(right) ** 2 - 8 * found
            place = f"(Y := {together(left.observed)})"
            self._note("le", gap, f"(information_ldp {place} full {side} {proof})")


def _is_information(term: Term) -> bool:
    return isinstance(term, Overall) and term.kind == "mutual_information"
