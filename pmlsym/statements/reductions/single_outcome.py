r"""Reduction from all outcomes to one, with the hypotheses that allow it.

**Theorem (one outcome).** Let A be the lift vectors (of mean 1 under the prior) that hypotheses
required at every outcome admit. If A contains a neighbourhood of the vector of ones, or only that
vector, then for any finite number of vectors of A there is one mechanism that has them all as
outcomes of positive probability.

*Because*: let the outcomes with the lift vectors :math:`v^1, \dots, v^k` have the probability q
each, and let one more outcome have the remaining probability. Its lift vector
:math:`(1 - q \sum v^i)/(1 - kq)` has mean 1, tends to the vector of ones as q tends to 0, and so is
in A.

So a statement about an outcome is a statement about a vector of A. Soundness needs no condition on
A: the lifts of an outcome of a mechanism that meets the hypotheses are in A.

**Suitable hypotheses** (`bounds_alone`): a *gauge* is pml, pmc or ldp at an outcome, or a sum of
gauges with positive coefficients, or a maximum or a minimum of gauges. A gauge is continuous where
all lifts are near 1, is 0 if all lifts are 1, and is positive otherwise (the largest lift is then
above 1 and the smallest below). So the vectors at which a gauge is at most c contain a
neighbourhood of the vector of ones if c > 0, are that vector alone if c = 0, and are none if c < 0.
A condition that does not change with the outcome is met by all vectors or by none. Sets of these
kinds are closed under intersection.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.reductions import divergences
from pmlsym.statements.reductions.encoding import (
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    Unbounded,
    relate,
)
from pmlsym.statements.reductions.entropies import BinaryEntropies, SecretNumbers
from pmlsym.statements.reductions.expectations import OutcomeLaw
from pmlsym.statements.reductions.extremes import Outcome, Owners
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Function, Term, summands

ONE_OUTCOME = PaperTheorem(
    "one outcome",
    "Finitely many lift vectors that the hypotheses admit are outcomes of one mechanism that "
    "meets the hypotheses at all of its outcomes.",
    "Each is given a small probability q; what is left has a lift vector that tends to 1 as q "
    "does to 0, and there the hypotheses hold.",
)
EXTREMES = PaperTheorem(
    "extremes",
    "An outcome can have the largest lift s and the smallest lift t if and only if "
    "p (s - t) <= 1 - t and q (s - t) <= s - 1, with p and q the two smallest prior "
    "probabilities in either order; for two secrets p s + q t = 1.",
    "The other lifts lie anywhere between, the mean is 1, and it is easiest for the two rarest "
    "secrets to be the extreme ones.",
    symbols=(
        ("pmin", "the smallest prior probability"),
        ("v_max, v_min", "the largest and the smallest lift of the outcome y"),
        ("a_max, a_min", "those of an outcome with the largest pml"),
        ("b_max, b_min", "those of an outcome with the largest pmc"),
        ("c_max, c_min", "those of an outcome with the largest ldp"),
    ),
)


def bounds_alone(condition: Condition) -> bool:
    """Whether a condition admits all lift vectors near the vector of ones, only it, or none."""
    if not condition.outcomes:
        return True
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        left, right = right, left
    elif sign not in ("<", "<="):
        return False
    return all(
        not part.outcomes or (scale > 0 and is_gauge(part))
        for scale, part in (*summands(left), *summands(right, Fraction(-1)))
    )


def is_gauge(term: Term) -> bool:
    """Whether a term is 0 where all lifts are 1, positive elsewhere, and continuous there."""
    if isinstance(term, Leakage):
        return bool(term.outcomes)
    if isinstance(term, Function) and term.name in ("max", "min"):
        return all(map(is_gauge, term.arguments))
    parts = summands(term)
    if len(parts) == 1 and parts[0][1] is term:
        return False
    return all(scale > 0 and is_gauge(part) for scale, part in parts)


# --- symbolic instances ---------------------------------------------------------------------------

# stems of the symbols: any outcome y, an outcome under a law (Y), one with a lift of 0 (0), and the
# worst outcome for each measure
NAMES: Mapping[str, str] = MappingProxyType(
    {"y": "v", "Y": "w", "0": "z"} | dict(zip(MEASURES, "abcdefghijklmnopqr", strict=False))
)


@dataclass(frozen=True)
class SymbolicInstance:
    """A case of a statement: a shape of the prior, named outcomes, and which of their lifts are 0.

    Parameters
    ----------
    shape : the priors.
    outcomes : the named outcomes, by label.
    owned : the secrets with the extreme lifts, by label.
    zero : whether the smallest lift is 0, by label; a label is missing if both are possible. The
        label Y stands for all outcomes: False if all lifts are positive, True if some lift is 0.
    of_secret : the numbers of the secret alone, and of its posterior, that conditions name.
    binary : the entropies of bits.
    """

    shape: PriorShape
    outcomes: Mapping[str, Outcome]
    owned: Mapping[str, Owners]
    zero: Mapping[str, bool] = field(default_factory=dict)
    of_secret: SecretNumbers = field(default_factory=SecretNumbers)
    binary: BinaryEntropies = field(default_factory=BinaryEntropies)

    def numbers(self, label: str) -> SecretNumbers:
        """Return the numbers of the posterior at a named outcome."""
        return self.of_secret if label == "Y" else self.of_secret.at_outcome(NAMES[label])

    def outcome(self, label: str) -> Outcome:
        """Return a named outcome, with 0 as its smallest lift where that is the case."""
        found = self.outcomes[label]
        return replace(found, low=ZERO) if self.zero.get(label) else found

    @property
    def above_0(self) -> list[Sentence]:
        """The relations low > 0 at named outcomes, in the case that all lifts are positive."""
        if self.zero.get("Y") is not False:
            return []
        return [relate(self.outcome(label).low, ">", ZERO) for label in self.outcomes]

    @property
    def known(self) -> dict[Real, Range]:
        """The intervals of the symbols."""
        found = dict(self.shape.known)
        for label, outcome in self.outcomes.items():
            found |= outcome.known(above_0=self.zero.get(label) is False)
            found |= self.numbers(label).known
        return found

    @property
    def meaning(self) -> str:
        """A description of the case in words."""
        parts = [self.shape.meaning, *(of.meaning for of in self.owned.values() if of.meaning)]
        for label, zero in self.zero.items():
            low = self.outcomes[label].low if label in self.outcomes else "every smallest lift"
            parts.append(f"not {low} > 0" if zero else f"{low} > 0")
        return ", ".join(parts)


def encoding_of(
    instance: SymbolicInstance,
    place: str | None,
    known: Mapping[Real, Range],
    law: OutcomeLaw | None,
) -> Encoding:
    """Return the encoding of terms in a symbolic instance."""

    def measure(leakage: Leakage | Overall) -> EncodedQuotient:
        if (leakage.secret, *map(str.upper, leakage.observed or "Y")) != ("X", "Y"):
            raise NotReducible(f"{leakage} is of another channel than X->Y.")
        if isinstance(leakage, Overall):
            if law is None:
                raise NotReducible(f"{leakage} stands where a single outcome is looked at.")
            if AVERAGES[leakage.kind].form == "rows":
                return divergences.encoded(leakage, law.divergences, instance.zero.get("Y"))
            return law.overall(leakage, instance.shape)
        if not leakage.outcomes:
            return instance.outcome(leakage.kind).measure(leakage.kind)
        if place is None:
            raise NotReducible(f"{leakage} stands without an outcome.")
        return instance.outcome(place).measure(leakage.kind)

    def mean(term: MeanOverOutcomes) -> Real:
        if law is None:
            raise NotReducible(f"{term} stands where a single outcome is looked at.")
        if isinstance(term, Chance):
            return law.chance(term)
        outcomes = {**instance.outcomes, "Y": law.outcome}
        zero = {label: is_0 for label, is_0 in instance.zero.items() if label != "Y"}
        inside = replace(instance, outcomes=outcomes, zero=zero)
        try:
            value, needs = encoding_of(inside, "Y", known, None).number(term.term)
        except Unbounded:
            if not instance.zero.get("Y"):
                raise
            # infinite at an outcome with a lift of 0, finite at all others: an infinite mean
            inside = replace(instance, outcomes=outcomes)
            value, needs = encoding_of(inside, "Y", known, None).number(term.term)
            if not value.is_infinite:
                raise
        if value.is_infinite:
            if needs:
                raise NotReducible(f"{term} may have no value.") from None
            return value
        if needs:
            raise NotReducible(f"{term} may have no value.")
        return law.mean(value)

    def posterior(term: OfPosterior | PosteriorDivergence) -> Real:
        if (term.secret, *map(str.upper, term.observed)) != ("X", "Y"):
            raise NotReducible(f"{term} is of another channel than X->Y.")
        if place is None:
            raise NotReducible(f"{term} stands without an outcome.")
        if isinstance(term, PosteriorDivergence):
            return instance.outcome(place).numbers[term.kind]
        return instance.numbers(place).of_posterior(term.kind, instance.shape)

    width = law.width if law is not None else None
    # under a law, the entropy of a bit changes with the outcome
    binary = None if place == "Y" else instance.binary.of
    # under a law the mean lift of an outcome varies, and no symbol stands for it
    uniform = instance.outcomes[place].mean if place not in (None, "Y", "0") else None
    prior = instance.shape.values
    return Encoding(measure, prior, known, mean, width, posterior, binary, uniform)


def outcome_symbols(letter: str, taken: set[str], divergences: Iterable[str] = ()) -> Outcome:
    """Return an outcome with fresh symbols for its lifts and divergences."""
    numbers = {kind: fresh(f"{letter}_{kind}", taken) for kind in divergences}
    high, low, mean = (fresh(f"{letter}_{of}", taken) for of in ("max", "min", "mean"))
    return Outcome(high, low, mean, numbers)
