r"""Probabilities of conditions at an outcome: means of numbers that are 0 or 1.

**Sound**: a condition at an outcome holds or does not, so that `OutcomeLaw` may be a law of the
extreme lifts together with a number t for each comparison, which is 1 where it holds and 0
elsewhere. The probability that conditions hold together is the mean of the product of their
numbers. For a comparison u > v the number meets

.. math:: t \in \{0, 1\}, \quad t (u - v) + 1 - t > 0, \quad (1 - t) (u - v) \le 0,

and 1 - t is the number of u <= v. So a condition and its negation have probabilities with the sum
1, by arithmetic. Both sides of each comparison have values at every outcome, which the kernel shows
from the facts about an outcome; otherwise the statement is not reduced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel.terms import means, needs
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.proof.reading import read_relation, relation_in_sympy
from pmlsym.proof.steps import Decided
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    Encoded,
    Encoding,
    NotReducible,
    Unbounded,
    relate,
)

# --- one comparison -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """A comparison of two numbers at an outcome: that left > right, or that they are equal."""

    left: Real
    right: Real
    equal: bool = False

    def relations(self, mark: Real) -> tuple[Sentence, ...]:
        """Return the relations of a symbol that is 1 where the comparison holds, 0 elsewhere.

        Each relation has a factor that is 0 where it says nothing, and so can be averaged.

        Examples
        --------
        >>> import sympy as sp
        >>> t, v = sp.symbols("t v", real=True)
        >>> print(*Event(v, sp.Integer(2)).relations(t)[:2], sep="; ")
        t*(v - 2) >= 0; (1 - t)*(v - 2) <= 0
        """
        gap, other = self.left - self.right, 1 - mark
        if self.equal:
            apart = relate(other * gap**2 + mark, ">", ZERO)
            return (relate(mark * gap, "=", ZERO), apart)
        return (
            relate(mark * gap, ">=", ZERO),
            relate(other * gap, "<=", ZERO),
            relate(mark * gap + other, ">", ZERO),
        )


def of_mark(mark: Real) -> tuple[Sentence, ...]:
    """Return the relations of a number that is 0 or 1.

    Examples
    --------
    >>> import sympy as sp
    >>> print(*of_mark(sp.Symbol("t", real=True)), sep="; ")
    t >= 0; t <= 1; Eq(t*(1 - t), 0)
    """
    return (relate(mark, ">=", ZERO), relate(mark, "<=", ONE), relate(mark * (1 - mark), "=", ZERO))


# --- all comparisons under a law ------------------------------------------------------------------


@dataclass(frozen=True)
class Events:
    """The comparisons inside probabilities, at an outcome under a law.

    Parameters
    ----------
    marks : a symbol for each comparison, 1 where it holds and 0 elsewhere.
    bodies : for each probability, the number whose mean it is.
    relations : the relations that the symbols meet at every outcome.
    """

    marks: tuple[Real, ...] = ()
    bodies: Mapping[Chance, Real] = field(default_factory=dict)
    relations: tuple[Sentence, ...] = ()


NO_EVENTS = Events()


def events_of(
    chances: Iterable[Chance],
    scene: Encoding,
    facts: tuple[Sentence, ...],
    taken: set[str],
    with_logarithms: bool,
) -> Events:
    """Return the comparisons inside probabilities, encoded at an outcome.

    Parameters
    ----------
    chances : the probabilities.
    scene : the encoding at the outcome.
    facts : relations that hold at the outcome, from which every side has to have a value.
    taken : the names that no symbol can have.
    with_logarithms : whether comparisons of levels are also written with logarithms, beside their
        exponentials, as they are averaged in other terms of the statement.

    Raises
    ------
    NotReducible
        If a side of a comparison may have no value.
    """
    marks: dict[Event, Real] = {}
    bodies: dict[Chance, Real] = {}
    relations: list[Sentence] = []
    for chance in chances:
        body = ONE
        for condition in chance.conditions:
            holds, event = _event(scene.condition(condition), condition, facts)
            if event not in marks:
                mark = marks[event] = fresh("t", {*taken, *map(str, marks.values())})
                relations += [*of_mark(mark), *event.relations(mark)]
                if with_logarithms:
                    relations += _of_logarithms(scene, condition, facts, mark)
            body *= marks[event] if holds else 1 - marks[event]
        bodies[chance] = body
    return Events(tuple(marks.values()), bodies, tuple(dict.fromkeys(relations)))


def _event(found: Encoded, condition: Condition, facts: tuple[Sentence, ...]) -> tuple[bool, Event]:
    """Return whether a condition is a comparison, or its negation, and the comparison."""
    for need in (*found.needs, *_needs(found.relation)):
        try:
            Decided(Goal(facts, need))
        except NotProved:
            raise NotReducible(f"A side of {condition} may have no value.") from None
    left, right = found.relation.args
    match condition.sign:
        case ">":
            return True, Event(left, right)
        case "<":
            return True, Event(right, left)
        case "<=":
            return False, Event(left, right)
        case ">=":
            return False, Event(right, left)
    return condition.sign == "=", Event(left, right, equal=True)


def _needs(relation: Sentence) -> list[Sentence]:
    """Return the conditions for both sides of a relation to have values."""
    read = read_relation(relation)
    if means(read):
        raise NotReducible(f"{relation} is about an average inside a probability.")
    return [relation_in_sympy(need) for need in needs(read)]


def _of_logarithms(
    scene: Encoding, condition: Condition, facts: tuple[Sentence, ...], mark: Real
) -> tuple[Sentence, ...]:
    """Return the relations of a symbol with levels themselves in the place of exponentials."""
    with suppress(Unbounded, NotReducible):
        (left, of_left), (right, of_right) = map(scene.number, condition.terms)
        if not (left.is_infinite or right.is_infinite):
            found = Encoded(relate(left, condition.sign, right), (*of_left, *of_right))
            return _event(found, condition, facts)[1].relations(mark)
    return ()
