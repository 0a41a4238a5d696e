r"""Answers with two likelihoods: one for a single secret, and one for all other secrets.

**Theorem (an answer of two likelihoods).** Let a secret have the probability p, 0 < p < 1, and
give the answer y with the likelihood a; every other secret gives it with the likelihood b. Then

.. math:: P(y) = pa + (1 - p)b,

and if this is positive, the largest lift is max(a, b)/P(y) and the smallest min(a, b)/P(y). So the
leakages of y depend on three numbers, whatever the number of secrets and the other probabilities.

*Because*: the others have the probability 1 - p together, which is positive, so that both
likelihoods occur; a lift is a likelihood over P(y).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    Encoded,
    EncodedQuotient,
    Encoding,
    NotReducible,
    relate,
)
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.specific.mechanism import Entries, Mechanism
from pmlsym.statements.terms import OfAnswer, Term

# --- facts about the probabilities of secrets under any prior -------------------------------------

MASS = Range(Fraction(0), Fraction(1), above=True, below=True)
OF_PRIOR = MappingProxyType(
    {PMIN: Range(Fraction(0), Fraction(1, 2), above=True), PMAX: MASS, N: Range(Fraction(2))}
)


def of_masses(used: Iterable[Real], counted: bool = False) -> Iterator[Sentence]:
    """Yield the facts about pmin, pmax, n >= 2 and probabilities of secrets that occur in a goal.

    Relations of n with pmin and pmax are included if `counted` is set.
    """
    found = set(used)
    masses = sorted(found - {PMIN, PMAX, N}, key=str)
    both = {PMIN, PMAX} <= found
    counted = counted and N in found and bool({PMIN, PMAX} & found)
    if PMIN in found:
        yield relate(PMIN, ">", ZERO)
    if both:
        yield relate(PMIN, "<=", PMAX)
    elif PMIN in found and not masses and not counted:
        yield relate(PMIN, "<=", sp.Rational(1, 2))
    elif PMAX in found:
        if not masses and not counted:
            yield relate(PMAX, ">", ZERO)
        yield relate(PMAX, "<", ONE)
    if counted:
        yield from _counted(found)
    elif both:
        yield relate(PMIN + PMAX, "<=", ONE)
    if N in found and not counted:
        yield relate(N, ">=", sp.Integer(2))
    for mass in masses:
        yield relate(PMIN, "<=", mass) if PMIN in found else relate(mass, ">", ZERO)
        if PMIN in found:
            yield relate(mass + PMIN, "<=", ONE)
        if PMAX in found:
            yield relate(mass, "<=", PMAX)
        elif PMIN not in found:
            yield relate(mass, "<", ONE)


def _counted(found: set[Real]) -> Iterator[Sentence]:
    """Yield the relations of n with the smallest and the largest probability."""
    if PMIN in found:
        largest = PMAX if PMAX in found else PMIN
        yield relate(largest + (N - 1) * PMIN, "<=", ONE)
    yield relate(N, ">=", sp.Integer(2))
    if PMAX in found:
        least = PMIN if PMIN in found else PMAX
        yield relate(least + (N - 1) * PMAX, ">=", ONE)


# --- answers with two likelihoods: one for a single secret, and one for all other secrets ---------

TWO_LIKELIHOODS = PaperTheorem(
    "an answer of two likelihoods",
    "If a secret of probability p gives an answer with the likelihood a, and every other secret "
    "with b, then P(y) = p a + (1 - p) b, and the largest and the smallest lift are max(a, b)/P(y) "
    "and min(a, b)/P(y).",
    "The others have the probability 1 - p > 0 together, and a lift is a likelihood over P(y).",
    symbols=(
        (
            "a_y, b_y, P_y",
            "how likely the answer y is given the secret of probability p, given any other, and in "
            "all; at the end of a name min, max and a number say of which answer",
        ),
        ("a_z, b_z, P_z", "the same of the answer z"),
    ),
)

Place = Literal["any", "drawn", "pmin", "pmax"] | int


def is_number(term: Term) -> bool:
    """Whether a term is a number for a whole channel, and not the logarithm of a sum.

    Examples
    --------
    >>> is_number(Overall("tv", "X", ("Y",))), is_number(Overall("maximal_leakage", "X", ("Y",)))
    (True, False)
    """
    return isinstance(term, Overall) and AVERAGES[term.kind].form not in ("extreme", "guess")


@dataclass(frozen=True)
class AnswerEncoding(Encoding):
    """An encoding that also has probabilities of answers, and of the secrets that they are.

    Parameters
    ----------
    answers : the probabilities, by the names of terms such as ``p_y`` and ``q_y``.
    overall : a function from a number for a whole channel, and the exponential of its level if it
        has one, to its value.
    """

    answers: Mapping[str, Real] = field(default_factory=dict)
    overall: Callable[[Overall, Real], Real] | None = None

    def number(self, term: Term) -> tuple[Real, tuple[Sentence, ...]]:
        """Return the value of a term, and its needs."""
        if isinstance(term, Overall) and self.overall is not None and is_number(term):
            level, needs = (ZERO, ()) if term.level is None else self.number(term.level)
            if level.is_infinite:
                raise NotReducible(f"The level of {term} is infinite.")
            return self.overall(term, sp.exp(level)), needs
        if not isinstance(term, OfAnswer):
            return super().number(term)
        if term.name not in self.answers:
            raise NotReducible(f"{term} occurs where no answer is given.")
        return self.answers[term.name], ()

    def condition(self, condition: Condition) -> Encoded:
        """Return the encoding of a condition; beside mutual information are no exponentials."""
        if self.overall is None or not any(map(is_number, condition.parts)):
            return super().condition(condition)
        (left, of_left), (right, of_right) = map(self.number, (condition.left, condition.right))
        if left.is_infinite or right.is_infinite:
            raise NotReducible(f"{condition} compares a mean with something infinite.")
        needs = tuple(dict.fromkeys(of_left + of_right))
        return Encoded(relate(left, condition.sign, right), needs)


@dataclass(frozen=True)
class Column:
    """An answer in symbols.

    Parameters
    ----------
    meaning : a description in words.
    letter : the variable of the mechanism's answers, in lower case.
    place : any answer, a uniformly drawn one, the secret of probability pmin or pmax, or an index.
    mass : the probability of the single secret of the theorem.
    likelihoods : the probabilities of the answer given this secret, and given any other one; each
        is a symbol or a number.
    entries : the values of the likelihoods, as terms.
    chance : the probability of the answer.
    larger : the index of the larger likelihood; None if it depends on the parameters.
    needs : the relations without which the entries have no value.
    known : the intervals of the symbols.
    """

    meaning: str
    letter: str
    place: Place
    mass: Real
    likelihoods: tuple[Real, Real]
    entries: tuple[Real, Real]
    chance: Real
    larger: int | None
    needs: tuple[Sentence, ...]
    known: Mapping[Real, Range] = field(compare=False)

    @property
    def high(self) -> Real:
        """The larger likelihood."""
        return sp.Max(*self.likelihoods) if self.larger is None else self.likelihoods[self.larger]

    @property
    def low(self) -> Real:
        """The smaller likelihood."""
        if self.larger is None:
            return sp.Min(*self.likelihoods)
        return self.likelihoods[1 - self.larger]

    @property
    def relations(self) -> tuple[Sentence, ...]:
        """The equations that define the symbols."""
        pairs = zip(self.likelihoods, self.entries, strict=True)
        own, other = self.likelihoods
        chance = self.mass * own + (ONE - self.mass) * other
        return (
            *(relate(symbol, "=", entry) for symbol, entry in pairs if symbol != entry),
            relate(self.chance, "=", chance),
        )

    def measure(self, kind: MeasureName) -> EncodedQuotient:
        """Return the exponential of a leakage."""
        return EncodedQuotient(*MEASURES[kind].quotient(self.high, self.low, self.chance))

    def not_worse(self, worst: Column, kind: MeasureName) -> Sentence:
        """Return the relation that a leakage, maybe infinite, is at most that at another answer."""
        here, there = self.measure(kind), worst.measure(kind)
        return relate(here.top * there.bottom, "<=", there.top * here.bottom)


def column(
    answer: Entries,
    mass: Real,
    labels: tuple[str, str],
    meaning: str,
    place: Place,
    scene: AnswerEncoding,
    taken: set[str],
) -> Column:
    """Return an answer in symbols.

    The names of symbols end with the first of the `labels`, or with the second one if their value
    is the same at every answer; names in `taken` are not used.
    """
    here = AnswerEncoding(
        scene.measure, scene.prior, {**scene.known, mass: MASS}, answers={"p_y": mass}
    )
    found = [here.number(entry) for entry in answer.entries]
    entries = (found[0][0], found[1][0])
    own_label, common = labels
    ends = [own_label if entry.has(mass) else common for entry in entries]
    names = [
        fresh(f"{letter}_{end}", taken)
        for letter, end in zip("abP", (*ends, own_label), strict=True)
    ]
    likelihoods = tuple(
        entry if entry.is_number else name for entry, name in zip(entries, names, strict=False)
    )
    ranges = [range_of(entry, here.known) for entry in entries]
    larger = {"own": 0, "other": 1}.get(answer.larger)
    symbols = {
        name: Range(Fraction(0), Fraction(1), above=of.positive or place == larger)
        for place, (name, of) in enumerate(zip(names, ranges, strict=False))
    }
    symbols[names[2]] = Range(Fraction(0), Fraction(1), above=True)
    needs = tuple(dict.fromkeys(need for _, some in found for need in some))
    own, other = likelihoods
    letter = own_label[0]
    return Column(
        meaning, letter, place, mass, (own, other), entries, names[2], larger, needs, symbols
    )


# --- a mechanism of a statement, and its answers in symbols ---------------------------------------


@dataclass(frozen=True)
class EncodedKernel:
    """A mechanism from X to a variable of the statement.

    Parameters
    ----------
    mechanism : the mechanism, given by its entries.
    letter : the variable of its answers, in lower case.
    scene : the encoding of its entries.
    taken : the names of parameters, which symbols may not have.
    """

    mechanism: Mechanism
    letter: str
    scene: AnswerEncoding
    taken: frozenset[str]

    def anywhere(self) -> tuple[Column, ...]:
        """Return answers that stand for all: a generic one if they are secrets, or each one."""
        if self.mechanism.says_secrets:
            mass = fresh(f"p_{self.letter}", set(self.taken))
            constants = self.mechanism.constants
            return (
                self._column(mass, self.letter, f"an answer {self.letter}", "any"),
                *(self._constant(k - len(constants), entry) for k, entry in enumerate(constants)),
            )
        return tuple(
            self._column(self.single, f"{self.letter}_{k}", f"{self.letter} = {k}", k)
            for k in range(len(self.mechanism.answers))
        )

    @property
    def single(self) -> Real:
        """The probability of the secret that a fixed number of answers distinguishes."""
        is_rarest = self.mechanism.single == "rarest"
        return PMIN if is_rarest else fresh("p_first", set(self.taken))

    def _constant(self, place: int, entry: Term) -> Column:
        """Return an answer that is equally likely given every secret."""
        label, meaning = f"{self.letter}_beside{-place}", f"answer {-place} from the end"
        entries = Entries(entry, entry, "own")
        return column(entries, PMIN, (label, label), meaning, place, self.scene, set(self.taken))

    def worst(self, kind: MeasureName) -> Column:
        """Return the answer at which a leakage is largest, as the mechanism declares it."""
        place = dict(self.mechanism.worst).get(kind)
        if place is None:
            raise NotReducible(f"{self.mechanism.name} declares no worst answer for {kind}.")
        if isinstance(place, int):
            return self.anywhere()[place]
        mass = PMIN if place == "pmin" else PMAX
        return self._column(mass, f"{self.letter}_{place[1:]}", f"the owner of {place}", place)

    def drawn(self) -> Column:
        """Return the answer that is a uniformly drawn secret, the same one for all mechanisms."""
        mass = fresh("p_any", set(self.taken))
        return self._column(mass, f"{self.letter}_any", f"any answer {self.letter}", "drawn")

    def kinds(self, conditions: Iterable[Condition]) -> tuple[MeasureName, ...]:
        """Return the kinds of the leakages in conditions that are of the worst answer."""
        found = {
            part.kind
            for condition in conditions
            for part in condition.parts
            if isinstance(part, Leakage) and part.observed == (self.letter.upper(),)
        }
        return tuple(kind for kind in MEASURES if kind in found)

    def _column(self, mass: Real, label: str, meaning: str, place: Place) -> Column:
        answer = self.mechanism.answers[place if isinstance(place, int) else 0]
        labels = (label, self.letter if self.mechanism.says_secrets else label)
        return column(answer, mass, labels, meaning, place, self.scene, set(self.taken))
