"""Terms as quotients of polynomials, so that terms that are equal by arithmetic look equal.

A term that is not arithmetic becomes an *atom*, an unknown real number with an index in a table: a
symbol, a logarithm, a maximum, an absolute value, a mean. An exponential exp(c m), with a rational
number c and a monomial m, becomes the power c of the atom exp(m); this is why atoms may have
rational and negative powers, and it is the only reason. Two rules bring exp and log together:
exp(k log t) = t^k for whole k, and log exp(t) = t. A mean is spread over the sum in its body:
E[a f + b g] = a E[f] + b E[g] for a, b that do not vary. That is sound also where E[f] has no
value, since the expectation on the integrable functions extends to a linear functional on all.

Every step may lose facts and adds none: an equation found here between two quotients holds for all
values that the terms can have together.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

from pmlsym.proof.kernel.polynomials import (
    Key,
    Monomial,
    Polynomial,
    Rational,
    atoms_of,
    begin,
    join,
    key,
    plain,
    plus,
    raised,
    unit,
)
from pmlsym.proof.kernel.quotients import Quotient
from pmlsym.proof.kernel.terms import MOST_BITS, MOST_POWER, NotProved, Term, difference

_MOST_ATOMS = 500


class Atoms:
    """The table of atoms of one problem, each with a key, in order of appearance."""

    def __init__(self) -> None:
        begin()
        self.kinds: list[tuple[Any, ...]] = []
        self._index: dict[Key, int] = {}
        self._quotients: dict[Term, Quotient] = {}
        self._depths: dict[int, frozenset[int]] = {}

    def _atom(self, *kind: Any) -> int:
        """Return the index of an atom; `kind` is a word and the data that identify the atom."""
        if kind not in self._index:
            if len(self.kinds) >= _MOST_ATOMS:
                raise NotProved("there are too many different terms in it")
            self._index[kind] = len(self.kinds)
            self.kinds.append(kind)
        return self._index[kind]

    def is_exponential(self, atom: int) -> bool:
        """Whether the atom is an exponential, hence positive."""
        return bool(self.kinds[atom][0] == "exp")

    def quotient(self, term: Term) -> Quotient:
        """Return a term in normal form."""
        if term not in self._quotients:
            self._quotients[term] = self._read(term)
        return self._quotients[term]

    def _read(self, term: Term) -> Quotient:
        match term:
            case ("number", p, q):
                return Quotient({(): Fraction(p, q) if q > 1 else p} if p else {})
            case ("symbol" | "bound", *_):
                return self._single(self._atom(*term))
            case ("sum", first, *rest):
                total = self.quotient(first)
                for part in rest:
                    total = total + self.quotient(part)
                return total
            case ("product", first, *rest):
                product = self.quotient(first)
                for part in rest:
                    product = product * self.quotient(part)
                return product
            case ("power", base, exponent):
                return self.power(self.quotient(base), exponent)
            case ("exp", ("sum", *parts)):
                product = Quotient(unit())
                for part in parts:
                    product = product * self._exponential(self.quotient(part))
                return product
            case ("exp", argument):
                return self._exponential(self.quotient(argument))
            case ("log", argument):
                return self._logarithm(self.quotient(argument))
            case ("abs", argument):
                return self._absolute(self.quotient(argument))
            case ("max", *parts):
                return self._largest([self.quotient(part) for part in parts])
            case ("min", *parts):
                negatives = [self.quotient(part).scaled(-1) for part in parts]
                return self._largest(negatives).scaled(-1)
            case ("mean", law, body):
                return self._mean(law, self.quotient(body))
            case ("round", argument):
                return self._single(self._atom("round", self.quotient(argument).key))
            case ("indicator", *relations):
                return self._single(self._atom("indicator", *map(self._condition, relations)))
        raise NotProved("not a term of the kernel's language")

    def _condition(self, relation: Term) -> Key:
        """Return a relation as a comparison with 0 in normal form."""
        sign, left, right = relation
        quotient = self.quotient(difference(left, right))
        turned = bool(quotient.top) and quotient.top[min(quotient.top)] < 0
        if sign[0] == "<" or (sign in ("=", "!=") and turned):
            quotient = quotient.scaled(-1)
        return (sign.replace("<", ">"), quotient.key)

    def _single(self, atom: int) -> Quotient:
        return Quotient({((atom, 1),): 1})

    def power(self, base: Quotient, exponent: int) -> Quotient:
        """Return an integer power."""
        top = raised(base.top, abs(exponent))
        divisors = {divisor: power * abs(exponent) for divisor, power in base.divisors.items()}
        if exponent >= 0:
            return Quotient(top, divisors)
        inverse = self._inverse(base.top)
        result = Quotient(
            raised(inverse.top, -exponent), {d: p * -exponent for d, p in inverse.divisors.items()}
        )
        for divisor, power in divisors.items():
            result = result * Quotient(raised(dict(divisor), power))
        return result

    def _inverse(self, polynomial: Polynomial) -> Quotient:
        """Return 1 / polynomial: exponentials and sign in the numerator, each symbol a divisor."""
        if not polynomial:
            raise NotProved("a divisor in it is 0")
        content, shift, rest = self.primitive(polynomial)
        top: Polynomial = {tuple((a, -p) for a, p in shift): Fraction(1) / content}
        shared = self._shared(rest)
        divisors: dict[Key, int] = {key({((a, 1),): 1}): int(p) for a, p in shared}
        left = {join(m, tuple((a, -p) for a, p in shared)): c for m, c in rest.items()}
        if left != unit():
            divisors[key(left)] = 1
        return Quotient({m: plain(c) for m, c in top.items()}, divisors)

    def _shared(self, polynomial: Polynomial) -> Monomial:
        """Return the monomial, without exponentials, that divides every term."""
        first, *others = (dict(m) for m in polynomial)
        common = {a: p for a, p in first.items() if not self.is_exponential(a)}
        for other in others:
            common = {a: min(p, other[a]) for a, p in common.items() if a in other}
        return tuple(sorted(common.items()))

    def primitive(self, polynomial: Polynomial) -> tuple[Rational, Monomial, Polynomial]:
        """Split off a rational number and a monomial of exponentials.

        The remaining polynomial has coprime integer coefficients, the first positive, and 0 as the
        least power of each exponential.
        """
        exponentials = {a for a in atoms_of([polynomial]) if self.is_exponential(a)}
        least = {a: min(dict(m).get(a, 0) for m in polynomial) for a in sorted(exponentials)}
        shift: Monomial = tuple((a, p) for a, p in least.items() if p)
        back: Monomial = tuple((a, -p) for a, p in shift)
        moved = {join(m, back): c for m, c in polynomial.items()}
        scale = 1
        for c in moved.values():
            scale = lcm(scale, c.denominator)
            if scale.bit_length() > MOST_BITS:
                raise NotProved("a number in it is too long")
        whole = {m: c.numerator * (scale // c.denominator) for m, c in moved.items()}
        shared = gcd(*whole.values())
        if moved[min(moved)] < 0:
            shared = -shared
        return Fraction(shared, scale), shift, {m: c // shared for m, c in whole.items()}

    def _exponential(self, exponent: Quotient) -> Quotient:
        result = Quotient(unit())
        for monomial, c in exponent.top.items():
            m, divisors = self._cancelled(monomial, exponent.divisors)
            if not divisors and len(m) == 1 and m[0][1] == 1:
                kind = self.kinds[m[0][0]]
                whole = Fraction(c).denominator == 1 and -MOST_POWER <= c <= MOST_POWER
                if kind[0] == "log" and whole:
                    argument = Quotient(dict(kind[1][0]), dict(kind[1][1]))
                    result = result * self.power(argument, int(c))
                    continue
            atom = self._atom("exp", m, divisors)
            result = result * Quotient({((atom, c),): 1})
        return result

    @staticmethod
    def _cancelled(monomial: Monomial, divisors: dict[Key, int]) -> tuple[Monomial, Key]:
        """Cancel between a monomial and those divisors that are a single symbol."""
        powers, left = dict(monomial), dict(divisors)
        for divisor, power in divisors.items():
            if len(divisor) == 1 and divisor[0][1] == 1 and len(divisor[0][0]) == 1:
                atom = divisor[0][0][0][0]
                both = min(power, powers.get(atom, 0))
                if both > 0:
                    powers[atom] = powers[atom] - both
                    left[divisor] = int(power - both)
        m = tuple(sorted((a, p) for a, p in powers.items() if p))
        return m, tuple(sorted((d, p) for d, p in left.items() if p))

    def _logarithm(self, argument: Quotient) -> Quotient:
        if not argument.divisors and len(argument.top) == 1:
            ((monomial, c),) = argument.top.items()
            if c == 1 and all(self.is_exponential(atom) for atom, _ in monomial):
                total = Quotient({})
                for atom, power in monomial:
                    total = total + self.exponent(atom).scaled(power)
                return total
        return self._single(self._atom("log", argument.key))

    def exponent(self, atom: int) -> Quotient:
        """Return m for an atom exp(m)."""
        _, monomial, divisors = self.kinds[atom]
        return Quotient({monomial: 1}, dict(divisors))

    def _absolute(self, argument: Quotient) -> Quotient:
        if not argument.top:
            return argument
        constant = argument.constant
        if constant is not None:
            return Quotient(unit()).scaled(constant if constant > 0 else -constant)
        if argument.top[min(argument.top)] < 0:
            argument = argument.scaled(-1)
        return self._single(self._atom("abs", argument.key))

    def _largest(self, arguments: list[Quotient]) -> Quotient:
        distinct = sorted({argument.key for argument in arguments})
        if len(distinct) == 1:
            return arguments[0]
        return self._single(self._atom("max", *distinct))

    def _mean(self, law: Term, body: Quotient) -> Quotient:
        total = Quotient({})
        for fixed, random in self.spread(body):
            if random.constant is None:
                total = total + fixed * self._single(self._atom("mean", law, random.key))
            else:
                total = total + fixed
        return total

    def spread(self, body: Quotient) -> list[tuple[Quotient, Quotient]]:
        """Write the body of a mean as a sum of products of a fixed and a varying part.

        A factor varies if it contains a variable that is bound outside of it.
        """
        steady: dict[Key, int] = {}
        moving: dict[Key, int] = {}
        for divisor, power in body.divisors.items():
            varies = any(self.is_loose(atom) for atom in atoms_of([dict(divisor)]))
            (moving if varies else steady)[divisor] = power
        parts: dict[Monomial, Polynomial] = {}
        for monomial, c in body.top.items():
            inside = tuple((a, p) for a, p in monomial if self.is_loose(a))
            outside = tuple((a, p) for a, p in monomial if not self.is_loose(a))
            parts[inside] = plus(parts.get(inside, {}), {outside: c})
        return [
            (Quotient(fixed, steady), Quotient({inside: 1}, moving))
            for inside, fixed in parts.items()
            if fixed
        ]

    def is_loose(self, atom: int) -> bool:
        """Whether the atom contains a bound variable that nothing in it binds."""
        return bool(self._loose(atom))

    def _loose(self, atom: int) -> frozenset[int]:
        """Return the depths of the bound variables in an atom that nothing in it binds."""
        if atom not in self._depths:
            kind = self.kinds[atom]
            if kind[0] == "bound":
                found = frozenset((kind[1],))
            else:
                found = frozenset(d for part in _parts(kind) for d in self._loose(part))
            if kind[0] == "mean":
                found = frozenset(d - 1 for d in found if d > 0)
            self._depths[atom] = found
        return self._depths[atom]


def _parts(kind: tuple[Any, ...]) -> set[int]:
    """Return the atoms that an atom is made of."""

    def within(quotient: Key) -> set[int]:
        top, divisors = quotient
        return atoms_of([dict(top), *(dict(divisor) for divisor, _ in divisors)])

    match kind:
        case ("exp", monomial, divisors):
            return {a for a, _ in monomial} | atoms_of([dict(divisor) for divisor, _ in divisors])
        case ("mean", _, body):
            return within(body)
        case ("indicator", *relations):
            return set().union(*(within(quotient) for _, quotient in relations))
        case ("log" | "abs" | "round" | "max", *arguments):
            return set().union(*map(within, arguments))
    return set()
