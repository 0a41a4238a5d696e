"""Quantities of statements about payoffs, computed on an instance from the definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.binders import ANY_PAYOFFS, AnyOrder, AnyPayoff, OfSecret, Payoff
from pmlsym.statements.clauses import Chance
from pmlsym.statements.evaluation import ByName
from pmlsym.statements.instances.attack.adversary import (
    divergence,
    guesses,
    least,
    log_ratio,
    most,
    one_secret,
    pushed,
    shared,
    singly,
    split,
)
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.payoffs.attacked import Attacked, heights
from pmlsym.statements.payoffs.quantities import COSTS, OF_Z, Kind, lowered, named
from pmlsym.statements.terms import Number, Term, replaced
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import ONE, ZERO, Infinite, Unseparated, Value, extreme, holds


class MeasuredPayoffs(ByName):
    """Quantities of an instance by their names in a statement, computed on first use.

    Parameters
    ----------
    instance : the instance.
    payoffs : all payoffs that the statement names.
    processed : the instance of X->Z, where the statement is about a chain X - Y - Z.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.statements.text.parse import parse_term
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> instance = Attacked(((half, ZERO), (quarter, quarter)), 1, 0, 0)
    >>> own = OfSecret("cost", "S", parse_term("1/p"), "all")
    >>> MeasuredPayoffs(instance, (own,))["cost_S"], MeasuredPayoffs(instance, ())["pmc_X"]
    (LogOf(argument=Fraction(3, 2)), LogOf(argument=Fraction(3, 2)))
    """

    def __init__(
        self,
        instance: Attacked,
        payoffs: tuple[Payoff, ...],
        processed: Attacked | None = None,
    ) -> None:
        # a parameter with the name of a quantity must not replace that quantity
        super().__init__((name, v) for name, v in instance.parameters if named(name) is None)
        self._instance = instance
        self._processed = None if processed is None else MeasuredPayoffs(processed, payoffs)
        self._payoffs = {payoff.name: payoff for payoff in payoffs}

    def value(self, term: Term) -> Value:
        """Return the value of a term; raise Undefined if it has none."""
        return super().value(replaced(term, self._with_chance))

    def _with_chance(self, leaf: Term) -> Term:
        """Return a leaf, with the number in the place of a probability over the outcomes."""
        if not isinstance(leaf, Chance):
            return leaf
        total, of = ZERO, self._instance
        for y in of.possible:
            there = Attacked(of.joint, of.sides, y, of.side, of.payoffs, of.parameters)
            measured = MeasuredPayoffs(there, tuple(self._payoffs.values()))
            sides = [tuple(map(lowered, one.terms)) for one in leaf.conditions]
            values = [(measured.value(left), measured.value(right)) for left, right in sides]
            held = [
                holds(left, one.sign, right)
                for one, (left, right) in zip(leaf.conditions, values, strict=True)
            ]
            if None in held:
                raise Unseparated(f"whether {leaf.term} holds")
            total += of.chance(y) if all(held) else ZERO
        return Number(total)

    def __missing__(self, name: str) -> Value:
        found = named(name)
        if found is None:
            raise KeyError(name)
        kind, of = found
        if of.endswith(OF_Z):
            if self._processed is None:
                raise KeyError(name)
            return self._processed[f"{kind}_{of.removesuffix(OF_Z)}"]
        self[name] = self._of_secret(kind) if of == "X" else self._of_payoff(kind, of)
        return self[name]

    # --- quantities of the secret -----------------------------------------------------------------

    def _of_secret(self, kind: Kind) -> Value:
        instance = self._instance
        match kind:
            case "pml":
                return divergence(instance.posterior, instance.prior)
            case "pmc":
                return divergence(instance.prior, instance.posterior)
            case "least_lift":
                return min(self._lifts)
            case "most_lift":
                return max(self._lifts)
            case "worst_pml":
                found = [divergence(instance.after(y), instance.prior) for y in instance.possible]
                return extreme(found, largest=True)
            case "worst_pmc":
                found = [divergence(instance.prior, instance.after(y)) for y in instance.possible]
                return extreme(found, largest=True)
            case "pml_of_pairs":
                return extreme([log_ratio(p, q) for p, q in self._pairs()], largest=True)
            case "pmc_of_pairs":
                return extreme([log_ratio(q, p) for p, q in self._pairs()], largest=True)
            case "maximal_leakage":
                return log(sum((max(instance.likelihoods(y)) for y in instance.possible), ZERO))
            case "maximal_cost_leakage":
                least = sum((min(instance.likelihoods(y)) for y in instance.possible), ZERO)
                return minus(log(least)) if least else Infinite.PLUS
        raise StatementError(f"{kind} is no quantity of the secret.")

    @property
    def _lifts(self) -> list[Fraction]:
        """The lifts at the outcome."""
        chance = self._instance.chance(self._instance.outcome)
        return [a / chance for a in self._instance.likelihoods(self._instance.outcome)]

    def _pairs(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield P(x, y) and P(x) P(y) for each allowed secret and possible outcome."""
        for y in self._instance.possible:
            chance = self._instance.chance(y)
            for p, q in zip(self._instance.prior, self._instance.after(y), strict=True):
                yield q * chance, p * chance

    # --- quantities of a payoff -------------------------------------------------------------------

    def _of_payoff(self, kind: Kind, name: str) -> Value:
        instance, payoff = self._instance, self._payoffs[name]
        is_cost = kind in COSTS
        function, table = self._played(payoff, is_cost)

        def best(law: Row) -> Fraction:
            told = pushed(law, function)
            if isinstance(payoff, AnyOrder):
                return guesses(singly(told))
            return least(told, table) if is_cost else most(told, table)

        before = best(instance.prior)
        match kind:
            case "least_before" | "most_before":
                return before
            case "least_after" | "most_after":
                return best(instance.posterior)
            case "average_cost" | "average_gain":
                after = sum(
                    (instance.chance(y) * best(instance.after(y)) for y in instance.possible),
                    ZERO,
                )
            case "worst_cost" | "worst_gain":
                after = (min if is_cost else max)(
                    best(instance.after(y)) for y in instance.possible
                )
            case "cost" | "gain":
                after = best(instance.posterior)
            case _:
                raise StatementError(f"{kind} is no quantity of a payoff.")
        return log_ratio(before, after) if is_cost else log_ratio(after, before)

    def _played(self, payoff: Payoff, is_cost: bool) -> tuple[Table, Table]:
        """Return the function U and the table of costs or gains, for the allowed secrets."""
        instance = self._instance
        size = len(instance.prior)
        if isinstance(payoff, ANY_PAYOFFS):
            drawn = next(one for one in instance.payoffs if one.name == payoff.name)
            function = instance.of_allowed(drawn.function)
            if isinstance(payoff, AnyPayoff):
                return function, drawn.payoff
            return function, _guesses(len(function[0]), is_cost)
        if isinstance(payoff, OfSecret):
            high = heights(payoff.height, instance.prior)
            if payoff.choices == "all":
                return _identity(size), _diagonal(high)
            star = self._star(payoff.choices == "rarer")
            return _identity(size), tuple(
                (pays if x == star else ZERO,) for x, pays in enumerate(high)
            )
        star = self._star(payoff.secret == "rarer")
        mass = instance.prior[star]
        broken, whole = (mass, 1 - mass) if payoff.broken == "secret" else (1 - mass, mass)
        parts = max(1, -int(-(broken / whole) // 1)) if whole else 1
        function = (split if payoff.broken == "secret" else shared)(size, star, parts)
        return function, _guesses(parts + 1, is_cost)

    def _star(self, rarer: bool) -> int:
        return one_secret(self._instance.prior, self._instance.posterior, rarer=rarer)


def _identity(size: int) -> Table:
    return _diagonal([ONE] * size)


def _diagonal(values: Sequence[Fraction]) -> Table:
    return tuple(
        tuple(pays if w == x else ZERO for w in range(len(values))) for x, pays in enumerate(values)
    )


def _guesses(size: int, is_cost: bool) -> Table:
    """Return the table of guesses: a wrong one costs 1, or a right one gains 1."""
    return tuple(
        tuple(ONE if (u != w) == is_cost else ZERO for w in range(size)) for u in range(size)
    )
