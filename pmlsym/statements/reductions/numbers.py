"""Goals of a statement about real numbers alone: its conditions, and that their terms have values.

>>> from pmlsym.statements.from_text import from_text
>>> [str(case.goal) for case in reduce_numbers(from_text("numbers a: a/a = 1")).cases]
['a != 0', '1 <= 1', '1 >= 1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.numbers import Reals
from pmlsym.statements.reductions.conditions import assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    Encoding,
    NotReducible,
    no_channel,
    parameter_ranges,
)
from pmlsym.statements.reductions.ranges import ranges_in
from pmlsym.statements.reductions.result import Case, Reduction, case_of


def reduce_numbers(about: BoundStatement[Reals]) -> Reduction:
    """Return the goals of a statement about numbers alone.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.
    """
    return Reduction(about.unbound, (), tuple(_cases(about)))


def _cases(about: BoundStatement[Reals]) -> Iterator[Case]:
    for given, claimed in about.unbound.implications:
        for conclusion in claimed:
            for goal, aside in _goals(about.over.names, given, conclusion).items():
                yield case_of(Case(str(conclusion), goal), aside)


def _goals(
    names: tuple[str, ...], given: Sequence[Condition], claimed: Condition
) -> dict[Goal, str]:
    """Return the goals of one conclusion, each with its purpose if it is auxiliary.

    Hypotheses that compare a number with a constant give its interval, from which the encoding
    takes signs.
    """
    try:
        known = parameter_ranges(names, frozenset())
        for condition in given:
            with suppress(NotReducible):  # it gives no interval
                relation = Encoding(no_channel, {}, known).condition(condition).relation
                known |= {n: one.within(known[n]) for n, one in ranges_in([relation]).items()}
        scene = Encoding(no_channel, {}, known)
        facts = [fact for condition in given for fact in assumed(scene, condition)]
        goals = goals_of(facts, claims(replace(scene, conclusion=True), claimed))
        for goal in goals:
            read_goal(goal)  # raises if the kernel cannot read the goal
    except (NotProved, RecursionError, OverflowError) as why:
        raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
    return goals
