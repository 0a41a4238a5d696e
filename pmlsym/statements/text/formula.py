"""Formulas of the library in the language of statements."""

from __future__ import annotations

import sympy as sp
from sympy.printing.str import StrPrinter

from pmlsym.proof.language import Term
from pmlsym.statements.text.vocabulary import StatementError

_WORDS = (("**", "^"), ("Max(", "max("), ("Min(", "min("))


def in_language(formula: Term) -> str:
    """Write a formula of the library in the syntax of the language of statements.

    The statement is then about what the library computes: a changed formula changes the statement.

    Examples
    --------
    >>> from pmlsym.formulas.mechanisms import odds_for_pml
    >>> from pmlsym.proof.language import reals
    >>> a, pmin = reals("a pmin")
    >>> in_language(odds_for_pml(a, pmin) ** 2)
    'a^2*(1 - pmin)^2/(-a*pmin + 1)^2'
    """
    if other := formula.atoms(sp.NumberSymbol) - {sp.E}:  # pi would be read as a parameter
        raise StatementError(f"{other.pop()} is no number of the language of statements.")
    text: str = _InLanguage().doprint(formula)
    for python, ours in _WORDS:
        text = text.replace(python, ours)
    return text


class _InLanguage(StrPrinter):  # type: ignore[misc]  # sympy brings no types
    """A printer of formulas that uses words of the language only."""

    def _print_Pow(self, power: Term, rational: bool = True) -> str:  # noqa: N802  # sympy's name
        return str(super()._print_Pow(power, rational=True))  # and no sqrt

    def _print_Exp1(self, _: Term) -> str:  # noqa: N802
        return "exp(1)"

    def _print_Abs(self, size: Term) -> str:  # noqa: N802
        (inside,) = size.args
        return f"max({self._print(inside)}, {self._print(-inside)})"
