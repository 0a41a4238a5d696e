"""Goals of a statement about released histograms, by the theorems of `densities_by_class`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod

import sympy as sp

from pmlsym.proof.evaluation.balls import Atom, Point
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.reductions.conditions import assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    Encoding,
    NotReducible,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.histograms.densities_by_class import (
    DENSITIES,
    FIRST,
    FIRST_THERE,
    LARGEST,
    MOVED,
    OTHER,
    OTHER_THERE,
    b,
    expanded,
    facts,
    filled,
    least,
    p,
    quantities_in,
    s,
    u,
)
from pmlsym.statements.reductions.ranges import POSITIVE, Range
from pmlsym.statements.reductions.result import Case, case_of
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.releases.quantities import display
from pmlsym.statements.terms import Term
from pmlsym.statements.values import Finite, Infinite, holds, in_kernel

# --- points of goals ------------------------------------------------------------------------------

_MOST_INSTANCES = 60
_CORNER, _ANYWHERE = "C", "P"


@dataclass(frozen=True)
class AtReleases:
    """Released histograms as points of goals: numbers, and laws of (S_1, S_T, R)."""

    said: BoundStatement[ReleasedData]

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points from releases on which the hypotheses of the statement hold."""
        for instance in islice(self.said.instances(), _MOST_INSTANCES):
            if self.said.judge(instance).applies:
                yield point_at(instance)


def point_at(instance: Release) -> Point:
    """Return the point of a release, with a class of the largest density as class 1."""
    own = instance.priors[instance.record]
    first = 0
    for j, density in enumerate(instance.likelihoods):
        if holds(density, ">", instance.likelihoods[first]):
            first = j
    rarest = own.index(min(own))
    corner = tuple(Fraction(instance.records * (j == rarest)) for j in range(instance.classes))
    scale = instance.scale
    assert not isinstance(scale, Infinite)  # the decay is below 1
    numbers: dict[str, Finite] = {
        "alpha": instance.alpha,
        "b": scale,
        "k": Fraction(instance.classes),
        "least": min(own),
        "p": own[first],
        # where an entry that moves changes the log-density by the most, 2/b
        "s": Fraction(1),
        "u": Fraction(0),
    }
    laws = {
        _ANYWHERE: _lacking(instance, instance.outcome, first),
        _CORNER: _lacking(instance, corner, rarest),
    }
    return Point({name: in_kernel(value) for name, value in numbers.items()}, laws)


def _lacking(instance: Release, outcome: Row, first: int) -> list[Atom]:
    """Return the law of (S_1, S_T, R) at an outcome, for a given class 1."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    own = instance.priors[instance.record]
    others = [prior for i, prior in enumerate(instance.priors) if i != instance.record]
    for database in product(range(instance.classes), repeat=len(others)):
        chance = prod((prior[j] for prior, j in zip(others, database, strict=True)), start=1)
        lacks = [y - database.count(j) for j, y in enumerate(outcome)]
        rest = sum((abs(lack) for j, lack in enumerate(lacks) if j != first), Fraction(0))
        for other, share in enumerate(own):
            if other != first:
                place = (lacks[first], lacks[other], rest)
                found[place] = found.get(place, Fraction(0)) + chance * share / (1 - own[first])
    return [
        (in_kernel(Fraction(chance)), dict(zip("suR", map(in_kernel, place), strict=True)))
        for place, chance in found.items()
    ]


# --- cases ----------------------------------------------------------------------------------------

_HALF = Range(Fraction(0), Fraction(1, 2), above=True)
_KNOWN = {
    **dict.fromkeys(map(parameter, ("b", *DENSITIES)), POSITIVE),
    **dict.fromkeys(map(parameter, ("alpha", "least")), _HALF),
    parameter("p"): Range(Fraction(0), Fraction(1), above=True, below=True),
    parameter("k"): Range(Fraction(2)),
}
_SCENE = Encoding(no_channel, {}, _KNOWN)


def cases(about: BoundStatement[ReleasedData]) -> Iterator[Case]:
    """Yield the goals of a statement, which together imply it."""
    said = about.unbound
    placed = AtReleases(about)
    yield from _of_quantities(quantities_in(said.terms), placed)
    for given, claimed in said.implications:
        for conclusion in claimed:
            goals = _goals(given, conclusion)
            names = quantities_in(_terms((*given, conclusion)))
            meaning = display(conclusion)
            for goal, aside in goals.items():
                case = Case(meaning, goal, complete="k" not in names, placed=placed)
                yield case_of(case, aside)


def _of_quantities(names: frozenset[str], placed: AtReleases) -> Iterator[Case]:
    """Yield the goals that the largest leakage and the DP level are what the theorems say."""
    positive = relate(b, ">", sp.Integer(0))
    if "worst" in names:
        total = p * FIRST + (1 - p) * OTHER
        total_there = least * FIRST_THERE + (1 - least) * OTHER_THERE
        no_more = relate(FIRST * total_there, "<=", FIRST_THERE * total)
        given = tuple(facts(frozenset({"b", "least", "p"})))
        meaning = "no outcome leaks more than the corner of a rarest class"
        yield Case(meaning, Goal(given, no_more), complete=False, placed=placed)
    if "dp" in names:
        at_most = Goal((positive,), relate(MOVED / b, "<=", 2 / b))
        yield Case("a neighbour changes the log-density by at most 2/b", at_most, complete=False)
        there = (positive, s >= 1, u <= 0)
        yield Case(
            "and by 2/b where one bin lacks an entry and the other one has too many",
            Goal(there, relate(MOVED / b, "=", 2 / b)),
            complete=False,
        )


def _goals(given: Sequence[Condition], claimed: Condition) -> dict[Goal, str]:
    """Return the goals of one conclusion, each with its purpose if it is auxiliary."""
    names = quantities_in(_terms((*given, claimed)))
    if "leak" in names:
        names |= {"p", "b"}
    if {"worst", "dp"} & names:
        names |= {"b"}
    if "worst" in names:
        names |= {"least"}
    hypotheses = facts(names)
    if "leak" in names:
        hypotheses.append(LARGEST)
    try:
        for condition in given:
            hypotheses += map(filled, assumed(_SCENE, _expanded(condition)))
        wanted = (
            (tuple(map(filled, also)), filled(claim), plainly)
            for also, claim, plainly in claims(_SCENE, _expanded(claimed))
        )
        goals = goals_of(hypotheses, wanted)
        for goal in goals:
            read_goal(goal)  # raises if the kernel cannot read the goal
    except (NotProved, RecursionError, OverflowError) as why:
        raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
    return goals


def _terms(conditions: Sequence[Condition]) -> list[Term]:
    return [side for condition in conditions for side in condition.terms]


def _expanded(condition: Condition) -> Condition:
    return Condition(expanded(condition.left), condition.sign, expanded(condition.right))
