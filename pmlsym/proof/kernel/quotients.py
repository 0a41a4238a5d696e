"""Quotients of polynomials, the normal form of terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from pmlsym.proof.kernel.polynomials import Key, Polynomial, Rational, key, plus, raised, times


@dataclass(frozen=True)
class Quotient:
    """A numerator over a product of powers of polynomials, which are not expanded.

    Nothing is cancelled between numerator and divisors: where a divisor is 0 there is no value.
    """

    top: Polynomial
    divisors: dict[Key, int] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """The same tuple for equal quotients."""
        return (key(self.top), tuple(sorted(self.divisors.items())))

    def __mul__(self, other: Quotient) -> Quotient:
        shared = dict(self.divisors)
        for divisor, power in other.divisors.items():
            shared[divisor] = shared.get(divisor, 0) + power
        return Quotient(times(self.top, other.top), shared)

    def __add__(self, other: Quotient) -> Quotient:
        shared = {
            divisor: max(self.divisors.get(divisor, 0), other.divisors.get(divisor, 0))
            for divisor in (*self.divisors, *other.divisors)
        }
        return Quotient(plus(self._over(shared), other._over(shared)), shared)

    def _over(self, shared: dict[Key, int]) -> Polynomial:
        top = self.top
        for divisor, power in shared.items():
            top = times(top, raised(dict(divisor), power - self.divisors.get(divisor, 0)))
        return top

    def scaled(self, factor: Rational) -> Quotient:
        """Return the quotient times a rational number."""
        top = {monomial: factor * c for monomial, c in self.top.items()} if factor else {}
        return Quotient(top, self.divisors)

    @property
    def constant(self) -> Rational | None:
        """The value of a constant without divisors; else None."""
        if self.divisors or not set(self.top) <= {()}:
            return None
        return self.top.get((), 0)
