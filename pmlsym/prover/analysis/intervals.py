"""Proofs that a function is nonnegative, from its derivative in one variable on an interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term, fresh
from pmlsym.proof.steps import Decided, Instance, Step
from pmlsym.prover.analysis.derivatives import climb
from pmlsym.prover.analysis.sampling import Region


@dataclass(frozen=True)
class IntervalBounds:
    """The hypotheses that bound one variable, and the other hypotheses.

    Parameters
    ----------
    variable : the symbol.
    low, high : its lower and upper bounds.
    given : the hypotheses without the variable.
    """

    variable: Term
    low: tuple[Term, ...]
    high: tuple[Term, ...]
    given: tuple[Sentence, ...]

    @classmethod
    def of(cls, variable: Term, hypotheses: Sequence[Sentence]) -> IntervalBounds:
        """Sort hypotheses into bounds of the variable and the others.

        Examples
        --------
        >>> x, y = sp.symbols("x y", real=True)
        >>> IntervalBounds.of(x, (x >= y, x < 2, y > 0))
        IntervalBounds(variable=x, low=(y,), high=(2,), given=(y > 0,))
        """
        low: list[Term] = []
        high: list[Term] = []
        for relation in hypotheses:
            for turned, (side, other) in enumerate((relation.args, relation.args[::-1])):
                if side != variable or variable in other.free_symbols:
                    continue
                above = isinstance(relation, sp.Ge | sp.Gt) != bool(turned)
                if isinstance(relation, sp.Ge | sp.Gt | sp.Le | sp.Lt):
                    (low if above else high).append(other)
        given = tuple(r for r in hypotheses if variable not in r.free_symbols)
        return cls(variable, tuple(low), tuple(high), given)


def never_negative(function: Term, hypotheses: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` by its derivative in one of its variables.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> step = never_negative(sp.exp(-x) - 1 + x, (x >= 0, x <= 1))
    >>> print(step.goal.conclusion)
    x - 1 + exp(-x) >= 0
    """
    if not Region.of(hypotheses, (function,)).never_negative(function):
        raise NotProved(f"{function} was not found to be never negative")
    goal = Goal(tuple(hypotheses), sp.Ge(function, 0, evaluate=False))
    for variable in _in_order(function):
        bounds = IntervalBounds.of(variable, hypotheses)
        for way in _ways(function, bounds):
            with suppress(NotProved):
                return Decided(goal, (way,))
    raise NotProved(f"no variable shows that {function} is never negative")


def _in_order(function: Term) -> list[Term]:
    """Return the variables, first those that occur in most exponentials and logarithms."""
    inside = list(function.atoms(sp.exp, sp.log))

    def rank(symbol: Term) -> tuple[int, str]:
        return (-sum(symbol in part.free_symbols for part in inside), str(symbol))

    return sorted(function.free_symbols, key=rank)


def _ways(function: Term, bounds: IntervalBounds) -> Iterator[Step]:
    x, given = bounds.variable, bounds.given
    for low in bounds.low:
        with suppress(NotProved):
            yield climb(function, x, low, given)
    for high in bounds.high:
        with suppress(NotProved):
            yield descend(function, x, high, given)


def descend(function: Term, variable: Term, start: Term, given: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` for ``variable <= start``."""
    terms = (function, start, *given)
    s = fresh("s", {str(symbol) for term in terms for symbol in term.free_symbols})
    turned = climb(function.subs(variable, start - s), s, sp.Integer(0), given)
    return Instance(turned, {s: start - variable})
