"""Instances of a statement about adversaries as points of its goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from pmlsym.proof.evaluation.balls import Atom, Point
from pmlsym.proof.goal import Goal
from pmlsym.statements.binders import DRAWN, AnyGuess, AnyOrder, OfSecret, Payoff
from pmlsym.statements.payoffs.attacked import Attacked, heights
from pmlsym.statements.payoffs.measured import MeasuredPayoffs
from pmlsym.statements.payoffs.statement import OfPayoffs
from pmlsym.statements.reductions.payoffs.terms import Side, is_worst_at_least, kind_of
from pmlsym.statements.values import ZERO, Infinite, Undefined, Unseparated, Value, in_kernel
from pmlsym.statements.worlds.attack.adversary import mean, pushed
from pmlsym.statements.worlds.rationals import Row, Table

_MOST_WORLDS = 200


@dataclass(frozen=True)
class AtPayoffs:
    """The instances of a statement as points: numbers, and laws of secrets and outcomes.

    Parameters
    ----------
    said : the statement.
    nothing : whether the best value before is 0, by payoff as a cost or as a gain.
    """

    said: OfPayoffs
    nothing: tuple[tuple[Side, bool], ...]

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points from instances on which the hypotheses of the statement hold."""
        for world in islice(self.said._asserted.over.all(), _MOST_WORLDS):
            with suppress(Undefined, Unseparated):
                if self.said.judge(world).applies and self._is_told(world):
                    yield self.at(world)

    def _is_told(self, world: Attacked) -> bool:
        found = MeasuredPayoffs(world, self.said.payoffs)
        return all((found[kind_of(side, "before")] == 0) == zero for side, zero in self.nothing)

    def at(self, world: Attacked) -> Point:
        """Return the point of one instance; raises `Undefined` if a payoff has no value on it."""
        numbers: dict[str, Value] = dict(world.parameters)
        laws: dict[str, list[tuple[Fraction, dict[str, Fraction]]]] = {"X": [], "Y": []}
        numbers |= self._at_outcome(world)
        for x, mass in enumerate(world.prior):
            values = {"lift": world.posterior[x] / mass}
            for payoff in self.said.payoffs:
                if isinstance(payoff, DRAWN):
                    values |= {name: row[x] for name, row in _choices(world, payoff).items()}
            laws["X"].append((mass, values))
        for y in world.possible:
            there = Attacked(world.joint, world.sides, y, world.side, world.payoffs)
            laws["Y"].append((world.chance(y), self._at_outcome(there)))
        for name in laws["Y"][0][1]:
            numbers[f"mean_{name}"] = sum((q * values[name] for q, values in laws["Y"]), ZERO)
        numbers |= _worst_of([values for _, values in laws["Y"]])
        return Point(
            {n: in_kernel(v) for n, v in numbers.items() if not isinstance(v, Infinite)},
            {name: [_atom(*one) for one in law] for name, law in laws.items()},
        )

    def _at_outcome(self, world: Attacked) -> dict[str, Fraction]:
        """Return the numbers of the outcome of an instance."""
        lifts = [q / p for q, p in zip(world.posterior, world.prior, strict=True)]
        low, high = lifts.index(min(lifts)), lifts.index(max(lifts))
        found = {
            "low": lifts[low],
            "high": lifts[high],
            "mass_low": world.prior[low],
            "mass_high": world.prior[high],
        }
        measured = MeasuredPayoffs(world, self.said.payoffs)
        for payoff in self.said.payoffs:
            for is_cost, _ in _ways(payoff):
                for kind in (kind_of((payoff.name, is_cost), w) for w in ("before", "after")):
                    value = measured[kind]
                    assert isinstance(value, Fraction)
                    found[kind] = value
            if isinstance(payoff, OfSecret):
                found |= self._chosen(world, payoff, lifts)
            elif not isinstance(payoff, DRAWN):
                mass = found["mass_low" if payoff.secret == "rarer" else "mass_high"]
                odds = mass / (1 - mass) if payoff.broken == "secret" else (1 - mass) / mass
                found[f"kappa_{payoff.name}"] = Fraction(1, max(1, -int(-odds // 1)))
        return found

    def _chosen(
        self, world: Attacked, payoff: OfSecret, lifts: list[Fraction]
    ) -> dict[str, Fraction]:
        """Return probabilities and lifts of the secrets that are best before and after."""
        pays = [
            v * p for v, p in zip(heights(payoff.height, world.prior), world.prior, strict=True)
        ]
        after = [v * lift for v, lift in zip(pays, lifts, strict=True)]
        found = {}
        for is_cost, best in ((True, min), (False, max)):
            side = (payoff.name, is_cost)
            for name, rows in ((kind_of(side, "before"), pays), (kind_of(side, "after"), after)):
                x = rows.index(best(rows))
                found[f"mass_{name}"] = world.prior[x]
                found[f"lift_{name}"] = lifts[x]
        return found


def _choices(world: Attacked, payoff: Payoff) -> dict[str, Row]:
    """Return the payoffs of the best choices at every secret, by the names of the variables."""
    (drawn,) = (one for one in world.payoffs if one.name == payoff.name)
    function = world.of_allowed(drawn.function)
    found = {}
    laws = (("before", world.prior), ("after", world.posterior))
    for is_cost, best in _ways(payoff):
        if isinstance(payoff, AnyOrder):
            ranks = (_ranks(pushed(law, function)) for _, law in laws)
            columns = [tuple(mean(row, order) for row in function) for order in ranks]
        else:
            columns = _columns(function, drawn.payoff, payoff, is_cost)
        for when, law in laws:
            means = [mean(law, column) for column in columns]
            word = "cost" if is_cost else "gain"
            found[f"{word}_{when}_{payoff.name}"] = columns[means.index(best(means))]
    return found


def _columns(function: Table, table: Table, payoff: Payoff, is_cost: bool) -> list[Row]:
    """Return the mean payoff of each choice, secret by secret."""
    if isinstance(payoff, AnyGuess):
        guessed = zip(*function, strict=True)
        return [tuple(1 - p if is_cost else p for p in column) for column in guessed]
    return [tuple(mean(row, column) for row in function) for column in zip(*table, strict=True)]


def _ways(payoff: Payoff) -> tuple[tuple[bool, Callable[[list[Fraction]], Fraction]], ...]:
    """Return the uses of a payoff: whether as a cost, and the function for the best choice."""
    return ((True, min),) if isinstance(payoff, AnyOrder) else ((True, min), (False, max))


def _ranks(law: Row) -> Row:
    """Return the rank of each value in an order by falling probability."""
    order = sorted(range(len(law)), key=lambda u: -law[u])
    return tuple(Fraction(order.index(u) + 1) for u in range(len(law)))


def _worst_of(outcomes: Sequence[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Return the extreme of each number over the outcomes, with the others at that outcome."""
    found = {}
    for name in outcomes[0]:
        end = min if is_worst_at_least(name) else max
        worst = end(outcomes, key=lambda numbers: numbers[name])
        for label in (f"worst_{name}", f"pair_{name}"):
            found[label] = worst[name]
            found |= {f"{other}_at_{label}": value for other, value in worst.items()}
    return found


def _atom(chance: Fraction, values: dict[str, Fraction]) -> Atom:
    return in_kernel(chance), {name: in_kernel(value) for name, value in values.items()}
