r"""From a joint law to the numbers of a goal about a small world: the other way than `Back`.

The hypotheses of such a goal say that many numbers belong to one joint law, which numbers chosen by
chance never do. So a law on which the statement applies is taken, and its values are cut up: each
value that has a name is a piece of a value of the law (all of it, where each is kept), and of every
value some is left, which is merged, or is an atom of the law in the middle of a chain. Splitting a
value changes no density, so bounds and structure stay.

Which values get the names is tried; whether the numbers meet the hypotheses is for
`proof.evaluation.given` to say, so nothing here has to be believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.given import confirmed
from pmlsym.proof.goal import Goal
from pmlsym.statements.generator.models import models
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.model import Model
from pmlsym.statements.reading import applies
from pmlsym.statements.reductions.several.casting import Cast, level
from pmlsym.statements.reductions.several.comparing import is_largest
from pmlsym.statements.reductions.several.densities import Place, World, largest, rest
from pmlsym.statements.statement import Statement
from pmlsym.statements.values import Infinite, in_kernel

_MODELS = 160  # laws that are taken
_CHOICES = 16  # of the values that get the names, for each of them


@dataclass(frozen=True)
class Placing:
    """Laws on which a statement applies, as points of a goal that it reduces to.

    Parameters
    ----------
    statement : whose hypotheses the laws meet.
    cast : the goal's world, and what is claimed there.
    """

    statement: Statement
    cast: Cast

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points at which the hypotheses of the goal hold, none or one from each law.

        The search is seeded, and its work is counted.

        Examples
        --------
        >>> from pmlsym.statements.reductions import reduce
        >>> from pmlsym.statements.text.parse import parse
        >>> case = reduce(parse("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)")).cases[0]
        >>> next(case.points()).numbers["P|x0"]
        ('number', 1, 4)
        """
        taken = islice(models(self.statement), _MODELS)
        for number, model in enumerate(m for m in taken if applies(self.statement, m) is True):
            for chosen in self._choices(model.law, Random(number)):
                found = confirmed(goal.kernel, _Numbers(self.cast, model, chosen).point())
                if found is not None:
                    yield found
                    break

    def _choices(self, law: Law, random: Random) -> Iterator[dict[str, int]]:
        """Yield which value of the law gets each name, by chance."""
        world = self.cast.world
        for _ in range(_CHOICES):
            chosen: dict[str, int] = {}
            for name, labels in world.named.items():
                values = [value for (value,) in law.marginal((name,))]
                if name not in world.whole:
                    some = random.choices(values, k=len(labels))
                elif len(labels) == len(values):
                    some = random.sample(values, k=len(labels))
                else:
                    return
                chosen |= zip(labels, some, strict=True)
            yield chosen


class _Numbers:
    """A law with its values cut up, and what the symbols of a goal are there."""

    def __init__(self, cast: Cast, model: Model, chosen: Mapping[str, int]) -> None:
        self._cast, self._law, self._chosen = cast, model.law, chosen
        self._world: World = cast.world
        self._parts = {name: self._cut(name) for name in self._world.named}
        self._parameters = model.parameters
        self._known: dict[tuple[str, ...], Fraction] = {}

    def point(self) -> Point:
        """Return the numbers, and the law of the middle."""
        world, middle = self._world, self._world.averaged
        numbers: dict[str, Fraction] = {}
        for values in world.values.values():
            numbers |= {f"P|{value}": self._chance((value,)) for value in values}
        atoms = [label for label in self._parts[middle] if "|" in label] if middle else []
        varying: dict[str, dict[str, Fraction]] = {atom: {} for atom in atoms}
        for place in world.places(everywhere=True):
            density = world.density(place)
            if not density.is_Symbol:
                continue
            if middle and place.get(middle) == middle:
                for atom in atoms:
                    varying[atom][density.name] = self._density({**place, middle: atom})
            else:
                numbers[density.name] = self._density(place)
        for leakage in self._cast.claim.bounded:
            numbers[level(leakage).name] = self._bound(leakage)
            if leakage.secret == middle:
                numbers |= self._largest(leakage)
        left = sum((self._chance((atom,)) for atom in atoms), Fraction(0))
        law = [
            (
                in_kernel(self._chance((atom,)) / left),
                {name: in_kernel(value) for name, value in varying[atom].items()},
            )
            for atom in atoms
        ]
        exact = {**self._parameters, **numbers}
        known = {n: in_kernel(v) for n, v in exact.items() if not isinstance(v, Infinite)}
        return Point(known, {middle: law} if middle else {})

    # --- chances ----------------------------------------------------------------------------------

    def _cut(self, name: str) -> dict[str, dict[int, Fraction]]:
        """Return by label which part of each value it is; an atom is called Y|1."""
        world, labels = self._world, self._world.named[name]
        if name in world.whole:
            return {label: {self._chosen[label]: Fraction(1)} for label in labels}
        piece = Fraction(1, len(labels) + 1)
        found = {label: {self._chosen[label]: piece} for label in labels}
        named = [self._chosen[label] for label in labels]
        left = {v: 1 - piece * named.count(v) for (v,) in self._law.marginal((name,))}
        if name == world.averaged:
            return found | {f"{name}|{v + 1}": {v: part} for v, part in left.items()}
        return found | {rest(name): left}

    def _chance(self, labels: tuple[str, ...]) -> Fraction:
        """Return the probability of labels of some variables."""
        if labels not in self._known:
            names = tuple(label[0].upper() for label in labels)
            parts = [self._parts[n][label] for n, label in zip(names, labels, strict=True)]
            table, total = self._law.marginal(names), Fraction(0)
            for values in product(*parts):
                pieces = (part[value] for part, value in zip(parts, values, strict=True))
                total += prod(pieces, start=Fraction(table.get(values, 0)))
            self._known[labels] = total / self._law.total
        return self._known[labels]

    def _density(self, place: Place) -> Fraction:
        labels = tuple(place[name] for name in sorted(place))
        alone = prod((self._chance((label,)) for label in labels), start=Fraction(1))
        return self._chance(labels) / alone

    # --- bounds -----------------------------------------------------------------------------------

    def _bound(self, leakage: Leakage) -> Fraction:
        """Return the largest or smallest lift, or quotient, at all outcomes or at the named one."""
        seen, given = (
            tuple(name.upper() for name in names) for names in (leakage.observed, leakage.given)
        )
        fixed = self._cast.fixed(leakage)
        worst = []
        for place, (high, low) in self._law.extremes(leakage.secret, seen, given).items():
            at = dict(zip((*seen, *given), place, strict=True))
            if all(at[n.upper()] == self._chosen[f"{n}0"] for n in fixed):
                top, bottom = MEASURES[leakage.kind].quotient(high, low, Fraction(1))
                worst.append(top / bottom if is_largest(leakage) else bottom / top)
        if not worst:  # the named outcomes are not possible together: any bound will do
            return Fraction(1)
        return max(worst) if is_largest(leakage) else min(worst)

    def _largest(self, leakage: Leakage) -> dict[str, Fraction]:
        """Return the largest lift of what is averaged over, at each outcome."""
        names = [name.upper() for name in (*leakage.observed, *leakage.given)]
        found: dict[str, Fraction] = {}
        for labels in product(*(self._parts[name] for name in names)):
            place = dict(zip(names, labels, strict=True))
            lifts = [
                self._lift(leakage, {**place, leakage.secret: value})
                for value in self._parts[leakage.secret]
            ]
            known = [lift for lift in lifts if lift is not None]
            found[largest(leakage, place).name] = max(known, default=Fraction(1))
        return found

    def _lift(self, leakage: Leakage, place: Place) -> Fraction | None:
        seen, given = (
            {name.upper(): place[name.upper()] for name in names}
            for names in (leakage.observed, leakage.given)
        )
        secret = {leakage.secret: place[leakage.secret]}
        bottom = self._of(secret | given) * self._of(seen | given)
        return self._of(secret | seen | given) * self._of(given) / bottom if bottom else None

    def _of(self, place: Place) -> Fraction:
        return self._density(place) if len(place) > 1 else Fraction(1)
