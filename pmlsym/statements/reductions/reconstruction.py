"""Counterexamples from the numbers at which a goal about named outcomes fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.exact import as_fraction, sympified
from pmlsym.proof.language import Term
from pmlsym.statements.law import Law
from pmlsym.statements.model import Exact, Model, exact_parameters
from pmlsym.statements.reading import read
from pmlsym.statements.reductions.extremes import Outcome, lifts
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.statement import Statement

_MOST_HALVINGS = 40


@dataclass(frozen=True)
class Named:
    """Reconstruction of a mechanism from the named outcomes of a symbolic instance."""

    shape: PriorShape
    outcomes: tuple[Outcome, ...]

    def model(self, statement: Statement, point: Mapping[str, Exact]) -> Model | None:
        """Return a mechanism with the named outcomes on which the statement fails, if one is found.

        All named outcomes get the same probability. It is halved until the last outcome, which has
        the remaining probability, meets the hypotheses too, as `read` evaluates them.
        """
        symbols = {s for of in self.outcomes for s in (of.high, of.low)} | set(self.shape.known)
        numbers = {s: _rational(point[s.name]) for s in symbols if getattr(s, "name", "") in point}
        if any(number is None for number in numbers.values()):
            return None
        exact = {symbol: number for symbol, number in numbers.items() if number is not None}
        try:
            masses = self.shape.masses(exact)
            vectors = [
                lifts(masses, _value(of.high, exact), _value(of.low, exact))
                for of in self.outcomes
                if masses is not None
            ]
        except KeyError:
            return None
        if masses is None or min(masses) <= 0 or any(vector is None for vector in vectors):
            return None
        values = exact_parameters(
            {name: point.get(name, Fraction(1)) for name in statement.parameters}
        )
        found = [vector for vector in vectors if vector is not None]
        share = Fraction(1, max(len(found), 1))
        for _ in range(_MOST_HALVINGS):
            law = _law(masses, found, share)
            if law is not None:
                model = Model(law, values)
                if read(statement, model).holds is False:
                    return model
            share /= 2
        return None


def _law(masses: Sequence[Fraction], vectors: list[list[Fraction]], share: Fraction) -> Law | None:
    """Return the law of outcomes with these lifts and probability `share`, and one more outcome.

    None if the last outcome would have a negative lift.
    """
    columns = [[share * lift for lift in vector] for vector in vectors]
    rest = [Fraction(1) - sum(column[x] for column in columns) for x in range(len(masses))]
    if min(rest) < 0:
        return None
    if any(rest):
        columns.append(rest)
    joint = [mass * column[x] for x, mass in enumerate(masses) for column in columns]
    return Law.of_fractions((len(masses), len(columns)), joint)


def _value(term: Term, numbers: Mapping[Term, Fraction]) -> Fraction:
    return Fraction(int(term)) if term.is_Integer else numbers[term]


def _rational(number: Exact) -> Fraction | None:
    return as_fraction(sympified(number) if isinstance(number, Fraction) else number)
