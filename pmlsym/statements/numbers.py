"""The vocabulary of statements about real numbers alone, such as ``numbers a: a^2 >= 0``.

That a term has a value is part of a statement: ``numbers a: a/a = 1`` fails at a = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from pmlsym.statements.assertion import Domain
from pmlsym.statements.binders import RealNumbers
from pmlsym.statements.bound import Vocabulary
from pmlsym.statements.evaluation import ByName
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, OfPrior, Term, parameters_of, walk
from pmlsym.statements.text.latex import name_latex, term_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import listed
from pmlsym.statements.values import LogOf, Value

_ATTEMPTS = 40
_EDGES = (0, 1, -1, 2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 1000), 1000, -1000, 3)
_GRID = len(_EDGES) ** 2  # so many instances have two of these values as their first numbers


@dataclass(frozen=True)
class Reals(Vocabulary):
    """The names of statements about all real numbers, of any sign.

    Parameters
    ----------
    names : the names that are bound.
    """

    noun: ClassVar[str] = "numbers"
    binders: ClassVar[tuple[type, ...]] = (RealNumbers,)

    names: tuple[str, ...]

    @classmethod
    def of(cls, asked: Statement) -> Reals:
        """Return the vocabulary of a statement with its binders."""
        bound = [one.names for one in asked.binders if isinstance(one, RealNumbers)]
        return cls(tuple(name for names in bound for name in names))

    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""
        for term in conditions.terms:
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about numbers.")
            for name in sorted(parameters_of(term) - {*self.names}):
                raise StatementError(f"{name} needs a binder: numbers {name}, ...")

    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a bound number: all are, and none has to be at least 0."""
        return name in self.names

    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[Parameters]:
        """Return the domain of instances, without preconditions in its words."""
        noun = "every real number" if len(self.names) == 1 else "all real numbers"
        latex = rf"\forall {','.join(map(name_latex, self.names))}\in\mathbb R"
        given = tuple(map(self.compared, (*conditions.where, *conditions.required)))

        def draw(number: int, random: Random) -> Parameters:
            """Sample numbers; every second time, if possible, some that meet the hypotheses."""
            found = any_numbers(self.names, number, random)
            for _ in range(_ATTEMPTS * (number % 2)):
                if all(one.check(found).true for one in given):
                    break
                found = any_numbers(self.names, _GRID, random)
            return found

        return Domain(f"{noun} {listed(list(self.names))}", latex, Parameters, draw)

    def meaning(self, conditions: Statement) -> str:
        """Return the empty text: numbers need no definition."""
        return ""

    def values(self, instance: Parameters) -> ByName:
        """Return the numbers by their names."""
        return ByName(instance.values)

    def words(self, text: object) -> str:
        """Return a text as it is."""
        return str(text)

    def latex(self, term: Term) -> str:
        """Return a term as LaTeX for math mode."""
        return term_latex(term)

    def lacks(self, instance: Parameters, parameters: tuple[str, ...]) -> str:
        """Name the numbers that an instance lacks, in a sentence; empty if none."""
        missing = [name for name in self.names if name not in instance.values]
        return f"There is no number {', '.join(missing)}." if missing else ""


def any_numbers(names: Sequence[str], number: int, random: Random) -> Parameters:
    """Sample real numbers, edge cases first: rationals, many in [0, 1], and logarithms of them.

    Numbers after the first are at times the number before, or its opposite.
    """
    found: dict[str, Value] = {}
    last = Fraction(0)
    for place, name in enumerate(names):
        kind = random.random()
        if number < _GRID and place < 2:
            last = Fraction(_EDGES[number // len(_EDGES) ** place % len(_EDGES)])
        elif kind < 0.1:
            last *= random.choice((1, -1))
        elif kind < 0.5:
            last = Fraction(random.randint(1, 20), random.choice((20, 20, 1000)))
        elif kind < 0.7:
            found[name] = LogOf(Fraction(random.randint(1, 40), random.randint(1, 20)))
            continue
        else:
            last = Fraction(random.randint(-60, 60), random.choice((1, 7, 20)))
        found[name] = last
    return Parameters.of(**found)
