"""Terms as polynomials in parameters, their exponentials, and quantities of the prior."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp

from pmlsym.formal.plain import ATOMS, OF_PRIOR, has_whole_divisor, rational
from pmlsym.formal.syntax import NotExported, product_of
from pmlsym.statements.terms import Function, Negative, Number, OfPrior, Operation, Parameter, Term


class Exponentials:
    """The unknowns of the polynomials of a statement, which are added where a term needs them.

    Attributes
    ----------
    parameters : the unknown of each parameter.
    exp, inverse : those of e^parameter and of e^-parameter, as far as they are needed.
    atoms : each unknown as Coq writes it.
    """

    def __init__(self, parameters: Sequence[str]) -> None:
        self.parameters = {one: sp.Symbol(f"of_{one}") for one in parameters}
        self.exp: dict[str, sp.Symbol] = {}
        self.inverse: dict[str, sp.Symbol] = {}
        self.atoms = dict(ATOMS) | {symbol: f"{one}_" for one, symbol in self.parameters.items()}

    def polynomial(self, term: Term) -> sp.Expr:
        """Return a term as a polynomial in the unknowns."""
        if isinstance(term, Number):
            return sp.Rational(term.value.numerator, term.value.denominator)
        if isinstance(term, Parameter):
            return self.parameters[term.name]
        if isinstance(term, OfPrior):
            return OF_PRIOR[term.name]
        if isinstance(term, Negative):
            return -self.polynomial(term.term)
        if isinstance(term, Function) and term.name == "exp":
            return self.exponential(term.arguments[0])
        if product := product_of(term):
            return self.polynomial(product)
        if isinstance(term, Operation) and (term.sign in "+-*" or has_whole_divisor(term)):
            left, right = self.polynomial(term.left), self.polynomial(term.right)
            if term.sign in "*/":
                return sp.expand(left * right if term.sign == "*" else left / right)
            return sp.expand(left + right if term.sign == "+" else left - right)
        raise NotExported(f"{term}, which is no polynomial")

    def exponential(self, term: Term) -> sp.Expr:
        """Return e^term, for a combination of parameters with whole coefficients."""
        exponent = self.polynomial(term)
        symbols = list(self.parameters.values())
        if exponent.free_symbols - set(symbols):
            raise NotExported(f"exp({term})")
        found: sp.Expr = sp.S.One
        for powers, coefficient in sp.Poly(exponent, *symbols).terms() if symbols else []:
            if coefficient == 0:
                continue
            if sum(powers) != 1 or not coefficient.is_Integer:
                raise NotExported(f"exp({term})")
            name = list(self.parameters)[list(powers).index(1)]
            found *= self._power(name, int(coefficient))
        if not symbols and exponent != 0:
            raise NotExported(f"exp({term})")
        return found

    def _power(self, name: str, power: int) -> sp.Expr:
        base = self.exp.setdefault(name, sp.Symbol(f"E_{name}"))
        self.atoms[base] = f"expR {name}_"
        if power < 0:
            base = self.inverse.setdefault(name, sp.Symbol(f"I_{name}"))
            self.atoms[base] = f"(expR {name}_)^-1"
        return base ** abs(power)

    def shown(self, polynomial: sp.Expr) -> str:
        """Return a polynomial as Coq writes it."""
        symbols = sorted(polynomial.free_symbols, key=str)
        if not symbols:
            return rational(Fraction(int(polynomial.p), int(polynomial.q)))
        shown = []
        for powers, coefficient in sp.Poly(polynomial, *symbols, domain="QQ").terms():
            value = Fraction(int(coefficient.p), int(coefficient.q))
            parts = [
                f"({self.atoms[symbol]})" + (f" ^+ {power}" if power > 1 else "")
                for symbol, power in zip(symbols, powers, strict=True)
                if power
            ]
            head = [rational(abs(value))] if abs(value) != 1 or not parts else []
            product = " * ".join([*head, *parts])
            shown.append(f"(- ({product}))" if value < 0 else f"({product})")
        return f"({' + '.join(shown)})"
