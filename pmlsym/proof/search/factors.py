"""Facts about factors: where all but one factor of a product has a known sign, so has that one.

In a proof tree such a fact is a case distinction on the sign of the factor, whose other cases
close at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import flint

from pmlsym.proof.certificates.document import Leaf, Relation
from pmlsym.proof.search.certificate import Summand, leaf
from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.polynomials import (
    Fact,
    Polynomial,
    Ring,
    factored,
    primitive,
)

_OTHER_SIGNS: dict[Relation, tuple[str, ...]] = {">": ("<=",), ">=": ("<",), "=": (">", "<")}


class Lemma(NamedTuple):
    """A fact about a polynomial, and the leaves of the other cases of its sign."""

    fact: Fact
    others: dict[str, Leaf]


class _Composite(NamedTuple):
    """A fact whose polynomial is a product: the constant's sign, and the other factors."""

    number: int
    positive: bool
    factors: list[tuple[Polynomial, int]]


def sign_fact(polynomial: Polynomial, sign: str) -> Fact:
    """Return the fact that a case of a sign distinction adds.

    Parameters
    ----------
    polynomial : the polynomial whose sign is distinguished.
    sign : one of ``>``, ``>=``, ``=``, ``<=``, ``<``.
    """
    relations: dict[str, Relation] = {"<": ">", "<=": ">=", "=": "=", ">": ">", ">=": ">="}
    return Fact(relations[sign], -polynomial if sign.startswith("<") else polynomial)


def factor_lemmas(
    ring: Ring,
    facts: Sequence[Fact],
    budget: Budget,
    refuted: Callable[[Sequence[Fact]], Leaf | None],
) -> list[Lemma]:
    """Return facts about the factors of facts, each proved from the facts and those before it.

    Parameters
    ----------
    ring : the polynomial ring.
    facts : the facts in scope.
    budget : what may be spent.
    refuted : finds the leaf that shows that facts cannot hold together; it decides the sign of a
        factor that no fact is about.
    """
    signs = _Signs(ring, facts, refuted)
    waiting = []
    for number, fact in enumerate(facts):
        budget.spend(20 + 5 * len(fact.polynomial))
        leading, factors = factored(fact.polynomial)
        if sum(exponent for _, exponent in factors) > 1:
            waiting.append(_Composite(number, leading > 0, factors))
    found: list[Lemma] = []
    progress = True
    while progress:
        progress = False
        for composite in list(waiting):
            lemmas = list(signs.of_factors(composite))
            if lemmas:
                waiting.remove(composite)
                found += lemmas
                progress = True
    return found


class _Signs:
    """Facts, and which polynomials they say to be positive, negative or zero."""

    def __init__(
        self,
        ring: Ring,
        facts: Sequence[Fact],
        refuted: Callable[[Sequence[Fact]], Leaf | None],
    ) -> None:
        self.ring, self.facts, self.refuted = ring, list(facts), refuted
        self.known: dict[str, tuple[int, int]] = {}  # polynomial -> (fact, sign)
        self.open: set[str] = set()
        for number in range(len(self.facts)):
            self._record(number)

    def _record(self, number: int) -> None:
        relation, polynomial = self.facts[number]
        _, polynomial = primitive(polynomial)
        if relation == ">":
            self.known.setdefault(str(polynomial), (number, 1))
            self.known.setdefault(str(-polynomial), (number, -1))
        elif relation == "=":
            self.known.setdefault(str(polynomial), (number, 0))
            self.known.setdefault(str(-polynomial), (number, 0))

    def of_factors(self, composite: _Composite) -> Iterator[Lemma]:
        """Yield what a fact says of one of its factors, after lemmas on the others' signs."""
        for factor, _ in composite.factors:
            if str(factor) not in self.known:
                lemma = self._by_search(factor)
                if lemma is not None:
                    yield lemma
        strict = self.facts[composite.number].relation == ">"
        unknown = [(f, e) for f, e in composite.factors if str(f) not in self.known]
        # A strict fact says that no factor vanishes: those squared have no say in the sign.
        deciding = [(f, e) for f, e in unknown if e % 2 or not strict]
        if len(deciding) == 1:
            lemma = self._of_factor(composite, *deciding[0])
            if lemma is not None:
                yield lemma

    def _by_search(self, factor: Polynomial) -> Lemma | None:
        """Return the lemma that a factor is positive or negative if a search shows it."""
        if str(factor) in self.open:
            return None
        for polynomial in (factor, -factor):
            found = self.refuted([*self.facts, sign_fact(polynomial, "<=")])
            if found is not None:
                return self._added(Lemma(Fact(">", polynomial), {"<=": found}))
        self.open.add(str(factor))
        return None

    def _of_factor(self, composite: _Composite, factor: Polynomial, exponent: int) -> Lemma | None:
        relation = self.facts[composite.number].relation
        if exponent % 2 == 0 and relation != "=":
            return None
        sign = 1 if composite.positive else -1
        for other, power in composite.factors:
            if str(other) in self.known:
                sign *= self.known[str(other)][1] ** power
        if sign == 0:
            return None
        fact = Fact(relation, factor * sign)
        if any(
            f.relation == relation and primitive(f.polynomial)[1] == fact.polynomial
            for f in self.facts
        ):
            return None
        others: dict[str, Leaf] = {}
        for case in _OTHER_SIGNS[relation]:
            found = self._closing(composite, factor, exponent, sign_fact(fact.polynomial, case))
            if found is None:
                return None
            others[case] = found
        return self._added(Lemma(fact, others))

    def _closing(
        self, composite: _Composite, factor: Polynomial, exponent: int, assumed: Fact
    ) -> Leaf | None:
        """Return the leaf in which the product of the factors has the wrong sign."""
        numbers = [len(self.facts)] * (1 if assumed.relation == ">=" else exponent)
        squares = [] if assumed.relation == ">" else [factor] * (exponent // 2)
        for other, power in composite.factors:
            if str(other) in self.known:
                numbers += [self.known[str(other)][0]] * power
            elif other != factor:
                squares += [other] * (power // 2)
        facts = [*self.facts, assumed]
        product = self.ring.one
        for number in numbers:
            product *= facts[number].polynomial
        for square in squares:
            product *= square * square
        _, given = self.facts[composite.number]
        ratio = given.leading_coefficient() / product.leading_coefficient()
        contradiction = Summand(flint.fmpq(1), tuple(numbers), tuple(squares))
        if self.facts[composite.number].relation == "=":
            multipliers = {composite.number: self.ring.one * (-1 / ratio)}
            return leaf(self.ring, facts, [contradiction], multipliers)
        given_itself = Summand(flint.fmpq(1), (composite.number,), ())
        summands = [given_itself, contradiction._replace(coefficient=-ratio)]
        return leaf(self.ring, facts, summands, {})

    def _added(self, lemma: Lemma) -> Lemma:
        self.facts.append(lemma.fact)
        self._record(len(self.facts) - 1)
        return lemma
