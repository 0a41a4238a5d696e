"""Sentences of the kernel at exact numbers and finite laws, by rigorous interval arithmetic (arb).

First the numbers and the atoms of the laws are substituted, which leaves a closed term; then balls
decide, at increasing precision. Equality is never concluded from closeness: the difference has to
vanish by exact arithmetic, with logarithms of rational numbers written in logarithms of primes, and
one algebraic number reduced by its irreducible polynomial.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

import flint
import sympy as sp

from pmlsym.precision import at_precision
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.evaluation.roots import MOST_DEGREE
from pmlsym.proof.evaluation.valued import has_values
from pmlsym.proof.evaluation.vanishing import vanishes
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import NotProved, difference, fill, needs, number, put
from pmlsym.proof.language import Term
from pmlsym.proof.reading import read

PRECISIONS = (64, 256, 1024, 4096)
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = MappingProxyType(
    {
        "<=": operator.le,
        "<": operator.lt,
        ">=": operator.ge,
        ">": operator.gt,
        "=": operator.eq,
        "!=": operator.ne,
    }
)

# A law with closed terms: a probability, and values by the names of the variables.
Atom: TypeAlias = tuple[kernel.Term, Mapping[str, kernel.Term]]


class NoValue(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """A term has no value at the given numbers, or it could not be determined."""


@dataclass
class Point:
    """Exact numbers for symbols, and finite laws, by name; both as closed terms of the kernel.

    Parameters
    ----------
    numbers : a closed term for each symbol.
    laws : finite laws.
    special : numbers outside the kernel's language, such as algebraic ones, by the symbols that
        stand for them.
    budget : the limit on the kernel's queries on whether means have a value.
    """

    numbers: Mapping[str, kernel.Term] = field(default_factory=dict)
    laws: Mapping[str, Sequence[Atom]] = field(default_factory=dict)
    special: Mapping[str, Term] = field(default_factory=dict)
    budget: EvaluationBudget = field(default_factory=EvaluationBudget, repr=False, compare=False)
    _sizes: dict[str, int] = field(init=False, default_factory=dict, repr=False, compare=False)
    _events: dict[kernel.Sentence, bool | None] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )

    def copied(self) -> Point:
        """Return an independent copy."""
        laws = {name: [(p, dict(atom)) for p, atom in law] for name, law in self.laws.items()}
        return Point(dict(self.numbers), laws, dict(self.special))

    def closed(self, item: kernel.Term) -> kernel.Term:
        """Substitute the numbers and the atoms of the laws in a term."""
        if self.size(item) > self.budget.leaves:
            raise NoValue("a term is too long with these numbers and laws")
        closed = self.summed(item)
        missing = kernel.free(closed) - set(self.special)
        if missing:
            raise NoValue(f"no value for {', '.join(sorted(missing))}")
        return closed

    def size(self, item: kernel.Term) -> int:
        """Return the number of leaves of the closed term, without building it."""
        match item:
            case ("symbol", name) if name in self.numbers:
                if name not in self._sizes:
                    self._sizes[name] = sum(1 for _ in kernel.leaves(self.numbers[name]))
                return self._sizes[name]
            case ("number" | "symbol" | "bound", *_):
                return 1
            case ("power", base, _):
                return self.size(base)
            case ("mean", (_, name, *_), body):
                return len(self.laws.get(name, ())) * (1 + self.size(body))
            case (_, *parts):
                return sum(map(self.size, parts))
        raise NoValue("this is no term")

    def summed(self, item: kernel.Term) -> kernel.Term:
        """Substitute the numbers and the atoms of the laws that are known."""
        return self._summed(put(item, self.numbers) if self.numbers else item)

    def _summed(self, item: kernel.Term) -> kernel.Term:
        """Replace every mean by its finite sum, the outermost first."""
        match item:
            case ("number" | "symbol" | "bound", *_):
                return item
            case ("power", base, exponent):
                return ("power", self._summed(base), exponent)
            case ("mean", law, body):
                parts = [
                    ("product", probability, self._summed(fill(body, values)))
                    for probability, values in self.atoms(law)
                ]
                return ("sum", *parts)
            case (word, *parts):
                return (word, *map(self._summed, parts))
        raise NoValue("this is no term")

    def atoms(self, law: kernel.Term) -> list[tuple[kernel.Term, tuple[kernel.Term, ...]]]:
        """Return the atoms of a law, with values in the order of its variables."""
        _, name, hints, _ = law
        if name not in self.laws:
            raise NoValue(f"no law {name}")
        for _, values in self.laws[name]:
            if not set(hints) <= set(values):
                raise NoValue(f"an atom of the law {name} has to set {', '.join(hints)}")
        return [(p, tuple(values[hint] for hint in hints)) for p, values in self.laws[name]]

    def is_law(self, law: kernel.Term) -> bool:
        """Whether the atoms are a probability on the support of the law (with these numbers)."""
        law = put(("mean", law, kernel.ONE), self.numbers)[1]
        atoms = self.atoms(law)
        positive = all(self._holds((">", p, kernel.ZERO)) is True for p, _ in atoms)
        total: kernel.Term = ("sum", kernel.ZERO, *(p for p, _ in atoms))
        mass = self._holds(("=", total, kernel.ONE))
        surely = all(
            self._holds(relation) is True
            for _, values in atoms
            for relation in kernel.on_support(law, values)
        )
        return positive and mass is True and surely

    def ball(self, item: kernel.Term) -> Any:
        """Return an arb ball around the value of a term, at the current precision."""
        return self._ball(self.closed(item))

    def _ball(self, term: kernel.Term) -> Any:
        match term:
            case ("number", p, q):
                return flint.arb(flint.fmpq(p, q))
            case ("symbol", name) if name in self.special:
                return self._special_ball(self.special[name])
            case ("sum", *parts):
                return sum((self._ball(part) for part in parts), flint.arb(0))
            case ("product", *parts):
                product = flint.arb(1)
                for part in parts:
                    product *= self._ball(part)
                return product
            case ("power", base, exponent):
                return _power(self._ball(base), exponent)
            case ("exp", argument):
                return self._ball(argument).exp()
            case ("log", argument):
                ball = self._ball(argument)
                if not ball > 0:
                    raise NoValue("the logarithm of a number that is not seen to be positive")
                return ball.log()
            case ("abs", argument):
                return abs(self._ball(argument))
            case ("round", argument):
                shifted = self._ball(argument) + flint.arb(flint.fmpq(1, 2))
                if shifted.contains_integer():  # a half, at which rounding is not defined
                    raise NoValue("the nearest integer to a number not told from a half")
                return shifted.floor()
            case ("max", first, *parts):
                best = self._ball(first)
                for part in parts:
                    best = best.max(self._ball(part))
                return best
            case ("min", *parts):
                return -self._ball(("max", *(("product", number(-1), part) for part in parts)))
            case ("indicator", *relations):
                known = [self._event(relation) for relation in relations]
                if None in known:
                    raise NoValue("an event that no precision tells")
                return flint.arb(int(all(known)))
        raise NoValue("this is no closed term")

    def _event(self, relation: kernel.Sentence) -> bool | None:
        """Whether a closed relation in an indicator holds; each is decided once."""
        if relation not in self._events:
            self._events[relation] = self._holds(relation)
        return self._events[relation]

    def _special_ball(self, part: Term) -> Any:
        """Enclose an algebraic number, or the complementary error function of a number."""
        if type(part) is sp.CRootOf:
            coefficients = tuple(int(c) for c in part.poly.all_coeffs())
            return _root(coefficients, int(part.index), flint.ctx.prec)
        return self._ball(read(part.args[0])).erfc()

    def holds(self, sentence: kernel.Sentence, confirm: bool = True) -> bool | None:
        """Return whether a relation holds; None if undecided, or if a side has no value.

        A relation with a mean holds only if the mean's body has a value on the whole support, and
        not at the atoms alone, which the kernel has to prove. Without `confirm` the result for two
        sides that look equal is None at once.
        """
        try:
            found = self._holds(self.closed(sentence), confirm)
        except (NoValue, NotProved):
            return None
        return None if found is True and not self.has_values(sentence) else found

    def is_defined(self, term: kernel.Term) -> bool:
        """Whether a term is shown to have a value, and its means on the supports of their laws."""
        try:
            wanted = needs(self.closed(term))
        except NoValue:
            return False
        return all(self.holds(need) is True for need in wanted) and self.has_values(term)

    def has_values(self, sentence: kernel.Sentence) -> bool:
        """Whether the body of each mean is shown to have a value on the support of its law."""
        if not kernel.means(sentence):  # nor are there any in the numbers, which are closed
            return True
        return has_values(put(sentence, self.numbers), self.budget)

    def _holds(self, sentence: kernel.Sentence, confirm: bool = True) -> bool | None:
        sign, left, right = sentence
        found = self._order(left, right, confirm)
        return None if found is None else COMPARISONS[sign](found, 0)

    def order(self, left: kernel.Term, right: kernel.Term) -> int | None:
        """Return the order of two terms without symbols and means: -1, 0, 1; None if undecided."""
        if self.size(left) + self.size(right) > self.budget.leaves:
            raise NoValue("a term is too long")
        return self._order(left, right)

    def _order(self, left: kernel.Term, right: kernel.Term, confirm: bool = True) -> int | None:
        for precision in PRECISIONS:
            with at_precision(precision):
                try:
                    gap = self._ball(left) - self._ball(right)
                except NoValue:
                    continue
                if not gap.is_finite():
                    continue
                if gap > 0:
                    return 1
                if gap < 0:
                    return -1
            if not confirm and precision > PRECISIONS[0]:
                return None
            if confirm and precision == PRECISIONS[1] and self._vanishes(left, right):
                return 0
        return None

    def _vanishes(self, left: kernel.Term, right: kernel.Term) -> bool:
        """Whether the difference of two closed terms with values is shown to be 0."""
        try:
            told = self._without_decided(difference(left, right))
            return vanishes(told, list(self.special.values()))
        except NotProved:  # too large for exact arithmetic: a higher precision may still decide
            return False

    def _without_decided(self, term: kernel.Term) -> kernel.Term:
        """Replace indicators of decided events by 1 and 0, for exact arithmetic."""
        match term:
            case ("number" | "symbol" | "bound", *_):
                return term
            case ("power", base, exponent):
                return ("power", self._without_decided(base), exponent)
            case ("indicator", *relations):
                known = [self._event(relation) for relation in relations]
                return term if None in known else number(int(all(known)))
            case (word, *parts):
                return (word, *map(self._without_decided, parts))
        raise NoValue("this is no closed term")

    def without_value(self) -> str | None:
        """Return a symbol or a law with a number that is not shown to have a value, if any.

        It is needed where no relation is evaluated, as where an existence is refuted.
        """
        for name, value in self.numbers.items():
            if not self.has_value(value):
                return name
        for name, atoms in self.laws.items():
            if not all(self.has_value(v) for p, atom in atoms for v in (p, *atom.values())):
                return name
        return None

    def has_value(self, term: kernel.Term) -> bool:
        """Whether a closed term is shown to have a value."""
        for precision in PRECISIONS:
            with at_precision(precision):
                try:
                    if self._ball(term).is_finite():
                        return True
                except NoValue:  # not shown to have a value at this precision
                    continue
        return False

    def near(self, term: kernel.Term, bits: int) -> Any:
        """Return a ball around a closed term of relative accuracy `bits`; None if there is none.

        For the number 0, which no ball proves, exact arithmetic decides.
        """
        for precision in PRECISIONS:
            with at_precision(precision):
                try:
                    ball = self._ball(term)
                except NoValue:  # not shown to have a value at this precision
                    continue
                if ball.is_finite() and (ball == 0 or ball.rel_accuracy_bits() > bits):
                    return ball
        return flint.arb(0) if self._holds(("=", term, kernel.ZERO)) is True else None


@lru_cache(maxsize=64)
def _root(coefficients: tuple[int, ...], index: int, precision: int) -> Any:
    """Return a ball around a real algebraic number: that of the roots' balls in its interval.

    `precision` is the current one, as part of the cache key.
    """
    degree = len(coefficients) - 1
    if degree > MOST_DEGREE:
        raise NoValue(f"a root of degree {degree}: the most is {MOST_DEGREE}")
    root = sp.CRootOf(sp.Poly(coefficients, sp.Dummy()), index)
    polynomial = flint.fmpz_poly(list(coefficients[::-1]))
    real = [ball.real for ball, _ in polynomial.complex_roots() if ball.imag == 0]
    for bits in (0, 32, 256):
        interval = root._get_interval().refine_size(sp.Rational(1, 2**bits))
        low, high = (sp.Rational(str(end)) for end in (interval.a, interval.b))
        ends = [flint.arb(flint.fmpq(int(end.p), int(end.q))) for end in (low, high)]
        inside = [ball for ball in real if ball.overlaps(ends[0].union(ends[1]))]
        if len(inside) == 1:
            return inside[0]
    raise NoValue(f"the roots beside {root} are too close to it")


def _power(base: Any, exponent: int) -> Any:
    """Return a power by multiplications, as arb's own needs a logarithm, undefined around zero."""
    product, square, left = 0 * base + 1, base, abs(exponent)  # nan if the base is nan
    while left:
        if left % 2:
            product *= square
        square, left = square * square, left // 2
    return product if exponent >= 0 else 1 / product
