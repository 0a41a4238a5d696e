r"""Mean and worst-case costs and gains of adversaries over all outcomes, by a law of the outcomes.

**Theorem (outcome by outcome).** Draw the outcome with its probability. Its smallest and largest
lift, and the least mean cost (largest mean gain) of a choice given it, have some law, and every
condition that all outcomes meet holds surely under it.

1. The best reaction to Y is the best choice at each outcome, so its cost is the mean of the least
   costs. A choice that ignores Y is a reaction too, so its mean cost is at least that.
2. Maximal leakage is the logarithm of the mean of the largest lift, and maximal cost leakage minus
   that of the mean of the smallest, as P(y) times the smallest lift is min_x P(y|x).
3. The largest saving (or gain) over the outcomes is attained at some outcome, and not exceeded at
   any other. The same holds for pml and pmc, of outcomes and of pairs of a secret and an outcome:
   P(x, y)/(P(x) P(y)) is a lift.
4. The conditions used for every outcome are goals as well: low <= 1 <= high, and the best value
   after lies between low and high times the best value before.
5. In a chain X - Y - Z let the outcome be the pair (y, z). The best value given Z is for costs at
   least, and for gains at most, that given Y, on average and at worst; the extreme lifts of X->Z
   are as far from 1 as those of X->Y at most, in the same two ways.

*Because*: 1. A function of Y is any choice at each outcome. 2. The sum over the outcomes of
P(y) E[.|y] is a mean. 3. There are finitely many outcomes. 4. These are statements about every
outcome. 5. The posterior at z is a mean of those at y (data processing): each choice has at z a
mean of its values at y, and the best choice at y is at least as good; likewise the lift of a
secret.

**Sound**; not complete, as the lifts of a mechanism have the mean 1 at every secret, which the law
does not express.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from types import MappingProxyType

import sympy as sp

from pmlsym.proof.language import Mean, Sentence, Term as Real, conjuncts
from pmlsym.statements.binders import ANY_PAYOFFS, AnyGuess, AnyOrder, OfSecret, Payoff
from pmlsym.statements.payoffs.quantities import COSTS, OF_Z, REACTIONS, Kind
from pmlsym.statements.reductions.encoding import ONE, ZERO, NotReducible, parameter, relate
from pmlsym.statements.reductions.payoffs.numbers import (
    HIGH,
    LOW,
    UNIT,
    PayoffNumbers,
    Side,
    before_of,
    height_at,
    is_of_a_mass,
    is_worst_at_least,
    kind_of,
    no_better,
)
from pmlsym.statements.reductions.ranges import NONNEGATIVE, POSITIVE, Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Function, Parameter, Term, negative, operation
from pmlsym.statements.text.vocabulary import Comparison

_LEAST, _MOST = "least_lift(X->y)", "most_lift(X->y)"  # in the language of statements

OUTCOMES = PaperTheorem(
    "outcome by outcome",
    "What is saved or gained on average is the mean over the outcomes of what the best choice pays "
    "given each, and maximal (cost) leakage is that of the largest (smallest) lift: means under "
    "one law of what outcomes have, on which is sure what holds of every outcome. What is saved at "
    "worst is saved at some outcome, and no more at any other. In a chain X - Y - Z no mean cost, "
    "gain or extreme lift given Z is better than that given Y, on average and at worst.",
    "A reaction to Y is any choice at each outcome, and P(y) times the smallest lift is the "
    "smallest P(y|x); there are finitely many outcomes. The law need not be that of a mechanism, "
    "so that a goal which fails shows nothing.",
)


# the extreme lift at the worst outcome, and at the worst pair of a secret and an outcome
_OF_LIFTS: Mapping[Kind, str] = MappingProxyType(
    {
        "worst_pml": f"worst_{HIGH}",
        "worst_pmc": f"worst_{LOW}",
        "pml_of_pairs": f"pair_{HIGH}",
        "pmc_of_pairs": f"pair_{LOW}",
    }
)


@dataclass(frozen=True)
class OnAverage(PayoffNumbers):
    """Quantities over all outcomes, written in means over the outcomes and in extremes."""

    def quantity(self, kind: Kind, name: str) -> Term:
        """Return a quantity as a term in numbers.

        Examples
        --------
        >>> from pmlsym.statements.binders import AnyPayoff
        >>> print(OnAverage({"C": AnyPayoff("cost", "C")}).quantity("average_cost", "C"))
        -log(mean_least_after_C/least_before_C)
        """
        of_z = f"_{OF_Z}" if name.endswith(OF_Z) else ""
        match kind:
            case "maximal_leakage":
                return Function("log", (Parameter(f"mean_{HIGH}{of_z}"),))
            case "maximal_cost_leakage":
                return negative(Function("log", (Parameter(f"mean_{LOW}{of_z}"),)))
            case "worst_pml" | "pml_of_pairs":
                return Function("log", (Parameter(f"{_OF_LIFTS[kind]}{of_z}"),))
            case "worst_pmc" | "pmc_of_pairs":
                return negative(Function("log", (Parameter(f"{_OF_LIFTS[kind]}{of_z}"),)))
        if kind not in REACTIONS:
            return super().quantity(kind, name)
        side: Side = (name, kind in COSTS)
        if self.nothing.get(side):
            return Function("log", (UNIT,))
        of = "mean" if kind.startswith("average") else "worst"
        after = Parameter(f"{of}_{kind_of(side, 'after')}")
        quotient = operation("/", after, Parameter(kind_of(side, "before")))
        level = Function("log", (quotient,))
        return negative(level) if side[1] else level


@dataclass(frozen=True)
class OverOutcomes:
    """The facts about means and extremes over the outcomes.

    Parameters
    ----------
    numbers : the encoding of quantities.
    sides : the payoffs that occur, as costs or as gains.
    names : the names of the numbers that occur.
    """

    numbers: PayoffNumbers
    sides: tuple[Side, ...]
    names: frozenset[str]

    @cached_property
    def _played(self) -> tuple[tuple[Side, Payoff], ...]:
        """The payoffs that occur and are not 0 before."""
        sides = dict.fromkeys(self.sides)  # those of X->Y, too, with which X->Z is compared
        sides |= dict.fromkeys((name.removesuffix(OF_Z), is_cost) for name, is_cost in self.sides)
        return tuple(
            (side, self.numbers.payoffs[side[0].removesuffix(OF_Z)])
            for side in sides
            if not self.numbers.nothing.get(side)
        )

    @cached_property
    def _ends(self) -> tuple[str, ...]:
        """The extreme lifts that are averaged, or that bound a payoff."""
        found = {name.removeprefix("mean_") for name in self.names if name.startswith("mean_")}
        found |= set(self._worst.values())
        for side, payoff in self._played:
            if isinstance(payoff, OfSecret):
                if side[0].endswith(OF_Z):
                    raise NotReducible(f"{payoff.name} is reduced for X->Y alone.")
                found.add(str(LOW if side[1] else HIGH))
            else:
                found |= {_end(LOW, side), _end(HIGH, side)}
        found |= {end.removesuffix(f"_{OF_Z}") for end in found}
        ends = (f"{end}{of}" for of in ("", f"_{OF_Z}") for end in (LOW, HIGH))
        return tuple(end for end in ends if end in found)

    @cached_property
    def _worst(self) -> Mapping[str, str]:
        """The extremes over all outcomes, with the quantities of which they are the extremes."""
        found = (name for name in sorted(self.names) if name.startswith(("worst_", "pair_")))
        return MappingProxyType({name: name.partition("_")[2] for name in found})

    # --- the law of the outcomes ------------------------------------------------------------------

    @cached_property
    def _variables(self) -> tuple[Real, ...]:
        found = [parameter(end) for end in self._ends]
        for side, payoff in self._played:
            found.append(parameter(kind_of(side, "after")))
            if isinstance(payoff, OfSecret):
                found.append(parameter(f"lift_{kind_of(side, 'after')}"))
                if is_of_a_mass(payoff):
                    found += [parameter(f"mass_{name}") for name in _masses(side)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _support(self) -> Sentence:
        sure = []
        for end in self._ends:
            lift, is_low = parameter(end), end.startswith(str(LOW))
            sure.append(relate(lift, "<=" if is_low else ">=", ONE))
            if is_low:
                sure.append(relate(lift, ">=", ZERO))
        for side, payoff in self._played:
            if isinstance(payoff, OfSecret):
                sure += self._at_secrets(side, payoff)
            else:
                before, after = before_of({}, side)
                sure.append(relate(after, ">=", parameter(_end(LOW, side)) * before))
                sure.append(relate(after, "<=", parameter(_end(HIGH, side)) * before))
        for name, of in self._worst.items():
            no_worse: Comparison = ">=" if is_worst_at_least(of) else "<="
            sure.append(relate(parameter(of), no_worse, parameter(name)))
        return sp.And(*sure, evaluate=False)

    def _at_the_worst(self, name: str, of: str) -> Iterator[Sentence]:
        """Yield the conditions of the support at the outcome where an extreme is attained."""
        there = {v: parameter(f"{v}_at_{name}") for v in self._variables}
        there[parameter(of)] = parameter(name)
        for relation in conjuncts(self._support):
            left, right = (side.xreplace(there) for side in relation.args)
            if left != right:
                yield relation.func(left, right, evaluate=False)

    def _at_secrets(self, side: Side, payoff: OfSecret) -> Iterator[Sentence]:
        """Yield the values of the best choice after, and of the secret with the extreme lift."""
        before, after = before_of({}, side)
        chosen, extreme = (parameter(f"mass_{name}") for name in _masses(side))
        lift, end = parameter(f"lift_{kind_of(side, 'after')}"), parameter(_masses(side)[1])
        worse = no_better(side)
        pays, pays_there = height_at(payoff, chosen), height_at(payoff, extreme)
        yield relate(lift, ">=", end if side[1] else ZERO)
        if not side[1]:
            yield relate(lift, "<=", end)
        yield relate(after, "=", pays * lift)
        yield relate(after, worse, pays_there * end)
        if is_of_a_mass(payoff):
            for mass in (chosen, extreme):
                yield relate(mass, ">", ZERO)
                yield relate(mass, "<=", ONE)
            yield relate(before, worse, pays)
            yield relate(before, worse, pays_there)

    def _mean(self, body: Real) -> Real:
        return Mean(body, self._variables, self._support, "Y")

    # --- facts ------------------------------------------------------------------------------------

    def known(self) -> dict[Real, Range]:
        """Return the intervals of the numbers."""
        found: dict[Real, Range] = {}
        for of, end in product(("mean", "worst", "pair"), ("", f"_{OF_Z}")):
            found[parameter(f"{of}_{LOW}{end}")] = Range(Fraction(0), Fraction(1))
            found[parameter(f"{of}_{HIGH}{end}")] = Range(Fraction(1))
        for side in self.sides:
            told = self.numbers.nothing.get(side) is False
            found[parameter(kind_of(side, "before"))] = POSITIVE if told else NONNEGATIVE
            found[parameter(f"mean_{kind_of(side, 'after')}")] = NONNEGATIVE
            found[parameter(f"worst_{kind_of(side, 'after')}")] = NONNEGATIVE
            found[parameter(f"mass_{kind_of(side, 'before')}")] = Range(
                Fraction(0), Fraction(1), above=True
            )
        return found

    def facts(self) -> Iterator[Sentence]:
        """Yield the facts about the numbers that occur."""
        for end in self._ends:
            name = f"mean_{end}"
            if name in self.names:
                yield relate(parameter(name), "=", self._mean(parameter(end)))
        for side, payoff in self._played:
            before, after = before_of({}, side)
            if self.numbers.nothing.get(side) is False:
                yield relate(before, ">", ZERO)
            mean = parameter(f"mean_{kind_of(side, 'after')}")
            if str(mean) in self.names:
                yield relate(mean, "=", self._mean(after))
                yield relate(mean, no_better(side), before)
            if isinstance(payoff, OfSecret):
                mass = parameter(f"mass_{kind_of(side, 'before')}")
                pays = height_at(payoff, mass)
                if pays.free_symbols:
                    yield relate(mass, ">", ZERO)
                    yield relate(mass, "<=", ONE)
                yield relate(before, "=", pays)
            elif isinstance(payoff, AnyGuess | AnyOrder):
                yield relate(before, "<=" if isinstance(payoff, AnyGuess) else ">=", ONE)
        for name, of in self._worst.items():
            yield from self._at_the_worst(name, of)
        yield from self._processed()

    def _processed(self) -> Iterator[Sentence]:
        """Yield that nothing of X->Z exceeds that of X->Y, on average and at worst."""
        for variable in self._variables:
            name = str(variable)
            if not name.endswith(OF_Z):
                continue
            sign: Comparison = ">=" if is_worst_at_least(name.removesuffix(f"_{OF_Z}")) else "<="
            base = name.removesuffix(OF_Z).removesuffix("_")
            yield relate(self._mean(variable), sign, self._mean(parameter(base)))
            for of in ("worst", "pair"):
                if {f"{of}_{name}", f"{of}_{base}"} <= self.names:
                    yield relate(parameter(f"{of}_{name}"), sign, parameter(f"{of}_{base}"))


def sure_of_outcomes(sides: tuple[Side, ...], payoffs: dict[str, Payoff]) -> Iterator[str]:
    """Yield the statements about every outcome that the support of the law uses."""
    yield f"{_LEAST} <= 1"
    yield f"{_MOST} >= 1"
    for name, is_cost in dict.fromkeys((name.removesuffix(OF_Z), cost) for name, cost in sides):
        payoff = payoffs[name]
        if isinstance(payoff, ANY_PAYOFFS):
            extreme = "least" if is_cost else "most"
            before, after = f"{extreme}_before({name})", f"{extreme}_after({name})"
            yield f"{after} >= {_LEAST}*{before}"
            yield f"{after} <= {_MOST}*{before}"
        elif not isinstance(payoff, OfSecret):
            raise NotReducible(f"{payoff.name} changes with the outcome.")


def _end(end: Parameter, side: Side) -> str:
    """Return the name of an extreme lift at the outcome of a payoff."""
    return f"{end}_{OF_Z}" if side[0].endswith(OF_Z) else str(end)


def _masses(side: Side) -> tuple[str, str]:
    """Return the names of the best choice after, and of the secret with the extreme lift."""
    return kind_of(side, "after"), str(LOW if side[1] else HIGH)
