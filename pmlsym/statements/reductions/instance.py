"""Symbolic instances: a class of priors, and named outcomes with symbols for their lifts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding import (
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    Unbounded,
    relate,
)
from pmlsym.statements.reductions.expectations import OutcomeLaw
from pmlsym.statements.reductions.extremes import Outcome, Owners
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.ranges import Range

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
    """

    shape: PriorShape
    outcomes: Mapping[str, Outcome]
    owned: Mapping[str, Owners]
    zero: Mapping[str, bool] = field(default_factory=dict)

    def outcome(self, label: str) -> Outcome:
        """Return a named outcome, with 0 as its smallest lift where that is the case."""
        found = self.outcomes[label]
        return Outcome(found.high, ZERO) if self.zero.get(label) else found

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
        if (leakage.secret, *map(str.upper, leakage.observed)) != ("X", "Y"):
            raise NotReducible(f"{leakage} is of another channel than X->Y.")
        if isinstance(leakage, Overall):
            if law is None:
                raise NotReducible(f"{leakage} stands where a single outcome is looked at.")
            return law.overall(leakage)
        if not leakage.outcomes:
            return instance.outcome(leakage.kind).measure(leakage.kind)
        if place is None:
            raise NotReducible(f"{leakage} stands without an outcome.")
        return instance.outcome(place).measure(leakage.kind)

    def mean(term: MeanOverOutcomes) -> Real:
        if law is None:
            raise NotReducible(f"{term} stands where a single outcome is looked at.")
        outcomes = {**instance.outcomes, "Y": law.outcome}
        zero = {label: is_0 for label, is_0 in instance.zero.items() if label != "Y"}
        inside = SymbolicInstance(instance.shape, outcomes, instance.owned, zero)
        try:
            value, needs = encoding_of(inside, "Y", known, None).number(term.term)
        except Unbounded:
            if not instance.zero.get("Y"):
                raise
            # infinite at an outcome with a lift of 0, finite at all others: an infinite mean
            inside = SymbolicInstance(instance.shape, outcomes, instance.owned, instance.zero)
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

    return Encoding(measure, instance.shape.values, known, mean)


def outcome_symbols(letter: str, taken: set[str]) -> Outcome:
    """Return an outcome with fresh symbols for its extreme lifts."""
    return Outcome(fresh(f"{letter}_max", taken), fresh(f"{letter}_min", taken))
