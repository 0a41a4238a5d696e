"""A mechanism of a statement, and its answers in symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.proof.language import Term as Real
from pmlsym.proof.language import fresh
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.priors import PMAX, PMIN
from pmlsym.statements.reductions.specific.columns import AnswerEncoding, Column, Place, column
from pmlsym.statements.specific.mechanism import Mechanism


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
            return (self._column(mass, self.letter, f"an answer {self.letter}", "any"),)
        return tuple(
            self._column(PMIN, f"{self.letter}_{k}", f"{self.letter} = {k}", k)
            for k in range(len(self.mechanism.answers))
        )

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
