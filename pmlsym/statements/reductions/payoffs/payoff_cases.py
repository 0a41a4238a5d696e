"""Goals of a statement about adversaries, by the theorems of `numbers` and `overall`.

Instances of the statement are points of its goals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product

import sympy as sp

from pmlsym.proof.evaluation.balls import Atom, Point
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Mean, Sentence, Term as Real, chance
from pmlsym.statements.binders import (
    ANY_PAYOFFS,
    PAYOFFS,
    AnyGuess,
    AnyOrder,
    Given,
    OfSecret,
    Payoff,
    Pieces,
)
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.attack.adversary import mean, pushed
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.payoffs.attacked import Attacked, heights
from pmlsym.statements.payoffs.measured import MeasuredPayoffs
from pmlsym.statements.payoffs.of_payoffs import Payoffs
from pmlsym.statements.payoffs.quantities import (
    COSTS,
    OF_Z,
    OVERALL,
    REACTIONS,
    display,
    lowered,
    quantities,
)
from pmlsym.statements.reductions.conditions import (
    HAS_VALUE,
    NEVER_OCCURS,
    assumed,
    claims,
    goals_of,
)
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    Encoding,
    NotReducible,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.payoffs.numbers import (
    HIGH,
    LOW,
    OF_MASS,
    PayoffNumbers,
    Side,
    always_pays,
    before_of,
    height_at,
    is_of_a_mass,
    is_worst_at_least,
    kind_of,
    no_better,
    piece_chance,
)
from pmlsym.statements.reductions.payoffs.overall import OnAverage, OverOutcomes, sure_of_outcomes
from pmlsym.statements.reductions.ranges import NONNEGATIVE, POSITIVE, Range
from pmlsym.statements.reductions.result import Case, case_of
from pmlsym.statements.terms import Number, Term, parameters_of
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import Infinite, Undefined, Unseparated, Value, in_kernel

# --- facts about the numbers of one outcome -------------------------------------------------------

_LIFT = parameter("lift")


@dataclass(frozen=True)
class AtOutcome:
    """The facts about the numbers of one outcome.

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
        """The payoffs with facts, each as a cost or as a gain."""
        told = self.numbers.nothing
        return tuple(
            (side, payoff)
            for side in self.sides
            for payoff in (self.numbers.payoffs[side[0]],)
            if not (told.get(side) and isinstance(payoff, ANY_PAYOFFS))
        )

    @property
    def _drawn(self) -> list[tuple[Side, Payoff]]:
        return [one for one in self._played if isinstance(one[1], ANY_PAYOFFS)]

    def _star(self, side: Side, payoff: Payoff) -> Term | None:
        """Return the extreme lift of the secret to which a payoff refers, if there is one."""
        if isinstance(payoff, OfSecret):
            rarer = side[1] if payoff.choices == "all" else payoff.choices == "rarer"
            return LOW if rarer else HIGH
        if isinstance(payoff, Pieces):
            return LOW if payoff.secret == "rarer" else HIGH
        return None

    @cached_property
    def _ends(self) -> frozenset[str]:
        """The extreme lifts that occur: low, high."""
        stars = {str(self._star(*one)) for one in self._played} - {"None"}
        return frozenset({str(LOW), str(HIGH)} & {*self.names, *stars})

    # --- the law ----------------------------------------------------------------------------------

    @cached_property
    def _variables(self) -> tuple[Real, ...]:
        pays = [pay for side, _ in self._drawn for pay in _pays(side)]
        return (_LIFT, *pays)

    @cached_property
    def _support(self) -> Sentence:
        low = parameter(str(LOW)) if str(LOW) in self._ends else ZERO
        sure = [relate(_LIFT, ">=", low)]
        if str(HIGH) in self._ends:
            sure.append(relate(_LIFT, "<=", parameter(str(HIGH))))
        for side, payoff in self._drawn:
            for pay in _pays(side):
                sure.append(relate(pay, ">=", ONE if isinstance(payoff, AnyOrder) else ZERO))
                if isinstance(payoff, AnyGuess):
                    sure.append(relate(pay, "<=", ONE))
        return sp.And(*sure, evaluate=False)

    def _mean(self, body: Real) -> Real:
        return Mean(body, self._variables, self._support, "X")

    # --- facts ------------------------------------------------------------------------------------

    def known(self) -> dict[Real, Range]:
        """Return the intervals of the numbers."""
        found = {
            parameter(str(LOW)): Range(Fraction(0), Fraction(1)),
            parameter(str(HIGH)): Range(Fraction(1)),
        }
        for side in self.sides:
            told = self.numbers.nothing.get(side) is False
            found[parameter(kind_of(side, "before"))] = POSITIVE if told else NONNEGATIVE
            found[parameter(kind_of(side, "after"))] = NONNEGATIVE
        inside = Range(Fraction(0), Fraction(1), above=True, below=not self.numbers.informed)
        for name in ("low", "high"):
            found[_mass(name)] = inside
        for side, _ in self._played:
            for chosen in (kind_of(side, "before"), kind_of(side, "after")):
                found[_mass(chosen)] = inside
                found[parameter(f"lift_{chosen}")] = NONNEGATIVE
            found[parameter(f"kappa_{side[0]}")] = Range(Fraction(0), Fraction(1), above=True)
        return found

    def facts(self) -> Iterator[Sentence]:
        """Yield the facts about the numbers that occur."""
        yield from self._of_lifts()
        for side, payoff in self._played:
            if isinstance(payoff, OfSecret):
                yield from self._at_secrets(side, payoff)
            elif isinstance(payoff, Pieces):
                yield from self._in_pieces(side, payoff)
            else:
                yield from self._of_choices(side)
            if self.numbers.nothing.get(side) is False:
                yield relate(parameter(kind_of(side, "before")), ">", ZERO)

    def _of_lifts(self) -> Iterator[Sentence]:
        """Yield that the mean lift is 1, and that the smallest and the largest are attained."""
        if not self._ends and not self._drawn:
            return
        if str(LOW) in self._ends:
            yield relate(parameter(str(LOW)), ">=", ZERO)
        yield relate(self._mean(_LIFT), "=", ONE)
        masses = {str(self._star(*one)) for one in self._played if is_of_a_mass(one[1])}
        for end in (LOW, HIGH):
            if str(end) in self._ends:
                there = sp.Eq(_LIFT, parameter(str(end)), evaluate=False)
                often = chance(there, self._variables, self._support, "X")
                if str(end) in masses:
                    mass = _mass(str(end))
                    yield relate(mass, ">", ZERO)
                    yield relate(mass, "<=" if self.numbers.informed else "<", ONE)
                    yield relate(often, ">=", mass)
                else:
                    yield relate(often, ">", ZERO)

    def _of_choices(self, side: Side) -> Iterator[Sentence]:
        """Yield the means of the best choices before and after: 2. of the theorem."""
        first, second = _pays(side)
        before, after = (parameter(kind_of(side, when)) for when in ("before", "after"))
        worse = no_better(side)
        yield relate(before, "=", self._mean(first))
        yield relate(before, worse, self._mean(second))
        yield relate(after, "=", self._mean(second * _LIFT))
        yield relate(after, worse, self._mean(first * _LIFT))

    def _at_secrets(self, side: Side, payoff: OfSecret) -> Iterator[Sentence]:
        """Yield the means of a payoff at one secret: 4. of the theorem."""
        star = str(self._star(side, payoff))
        mass, lift = _mass(star), parameter(star)
        before, after = before_of(self.numbers.nothing, side)
        at_star = height_at(payoff, mass)
        if payoff.choices != "all":
            yield relate(before, "=", at_star)
            yield relate(after, "=", at_star * lift)
            return
        worse = no_better(side)
        yield from at_choices(self, side, payoff)
        yield relate(before, worse, at_star)
        yield relate(after, worse, at_star * lift)

    def _in_pieces(self, side: Side, payoff: Pieces) -> Iterator[Sentence]:
        """Yield the probabilities of guesses in pieces: 5. of the theorem."""
        star = str(self._star(side, payoff))
        mass, kappa = _mass(star), parameter(f"kappa_{payoff.name}")
        before, after = before_of(self.numbers.nothing, side)
        broken, whole = (mass, 1 - mass) if payoff.broken == "secret" else (1 - mass, mass)
        yield relate(kappa, ">", ZERO)
        yield relate(kappa, "<=", ONE)
        yield relate(kappa * broken, "<=", whole)
        yield relate(before, "=", piece_chance(payoff, side, mass, kappa))
        yield relate(after, "=", piece_chance(payoff, side, mass * parameter(star), kappa))

    def within(self, lift: Real) -> Iterator[Sentence]:
        """Yield that a lift is between the extreme lifts of the outcome."""
        yield relate(lift, ">=", parameter(str(LOW)) if str(LOW) in self._ends else ZERO)
        if str(HIGH) in self._ends:
            yield relate(lift, "<=", parameter(str(HIGH)))


def at_choices(at: AtOutcome, side: Side, payoff: OfSecret) -> Iterator[Sentence]:
    """Yield the means of the secrets that are the best choices before and after."""
    before, after = before_of(at.numbers.nothing, side)
    worse = no_better(side)
    pays = []
    for chosen in (kind_of(side, "before"), kind_of(side, "after")):
        mass, lift = _mass(chosen), parameter(f"lift_{chosen}")
        pays.append((height_at(payoff, mass), lift))
        if is_of_a_mass(payoff):
            yield relate(mass, ">", ZERO)
            yield relate(mass, "<=" if at.numbers.informed else "<", ONE)
        if is_of_a_mass(payoff) or chosen == kind_of(side, "after"):
            yield from at.within(lift)
    (first, lift_first), (second, lift_second) = pays
    yield relate(before, "=", first)
    yield relate(after, "=", second * lift_second)
    if is_of_a_mass(payoff):
        yield relate(before, worse, second)
        yield relate(after, worse, first * lift_first)


def _pays(side: Side) -> tuple[Real, Real]:
    """Return variables for the payoffs of the choices that are best before and after."""
    name, is_cost = side
    word = "cost" if is_cost else "gain"
    return parameter(f"{word}_before_{name}"), parameter(f"{word}_after_{name}")


def _mass(name: str) -> Real:
    return parameter(f"mass_{name}")


_MOST_INSTANCES = 200


@dataclass(frozen=True)
class AtPayoffs:
    """The instances of a statement as points: numbers, and laws of secrets and outcomes.

    Parameters
    ----------
    said : the statement.
    nothing : whether the best value before is 0, by payoff as a cost or as a gain.
    """

    said: BoundStatement[Payoffs]
    nothing: tuple[tuple[Side, bool], ...]

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points from instances on which the hypotheses of the statement hold."""
        for instance in islice(self.said.instances(), _MOST_INSTANCES):
            with suppress(Undefined, Unseparated):
                if self.said.judge(instance).applies and self._has_first_zeros(instance):
                    yield self.at(instance)

    def _has_first_zeros(self, instance: Attacked) -> bool:
        found = MeasuredPayoffs(instance, self.said.over.payoffs)
        return all((found[kind_of(side, "before")] == 0) == zero for side, zero in self.nothing)

    def at(self, instance: Attacked) -> Point:
        """Return the point of one instance; raises `Undefined` if a payoff has no value on it."""
        numbers: dict[str, Value] = dict(instance.parameters)
        laws: dict[str, list[tuple[Fraction, dict[str, Fraction]]]] = {"X": [], "Y": []}
        numbers |= self._at_outcome(instance)
        for x, mass in enumerate(instance.prior):
            values = {"lift": instance.posterior[x] / mass}
            for payoff in self.said.over.payoffs:
                if isinstance(payoff, ANY_PAYOFFS):
                    values |= {name: row[x] for name, row in _choices(instance, payoff).items()}
            laws["X"].append((mass, values))
        for y in instance.possible:
            there = Attacked(instance.joint, instance.sides, y, instance.side, instance.payoffs)
            laws["Y"].append((instance.chance(y), self._at_outcome(there)))
        for name in laws["Y"][0][1]:
            numbers[f"mean_{name}"] = sum(
                (q * values[name] for q, values in laws["Y"]), Fraction(0)
            )
        numbers |= _worst_of([values for _, values in laws["Y"]])
        return Point(
            {n: in_kernel(v) for n, v in numbers.items() if not isinstance(v, Infinite)},
            {name: [_atom(*one) for one in law] for name, law in laws.items()},
        )

    def _at_outcome(self, instance: Attacked) -> dict[str, Fraction]:
        """Return the numbers of the outcome of an instance."""
        lifts = [q / p for q, p in zip(instance.posterior, instance.prior, strict=True)]
        low, high = lifts.index(min(lifts)), lifts.index(max(lifts))
        found = {
            "low": lifts[low],
            "high": lifts[high],
            "mass_low": instance.prior[low],
            "mass_high": instance.prior[high],
        }
        measured = MeasuredPayoffs(instance, self.said.over.payoffs)
        for payoff in self.said.over.payoffs:
            for is_cost, _ in _ways(payoff):
                for kind in (kind_of((payoff.name, is_cost), w) for w in ("before", "after")):
                    value = measured[kind]
                    assert isinstance(value, Fraction)
                    found[kind] = value
            if isinstance(payoff, OfSecret):
                found |= self._chosen(instance, payoff, lifts)
            elif not isinstance(payoff, ANY_PAYOFFS):
                mass = found["mass_low" if payoff.secret == "rarer" else "mass_high"]
                odds = mass / (1 - mass) if payoff.broken == "secret" else (1 - mass) / mass
                found[f"kappa_{payoff.name}"] = Fraction(1, max(1, -int(-odds // 1)))
        return found

    def _chosen(
        self, instance: Attacked, payoff: OfSecret, lifts: list[Fraction]
    ) -> dict[str, Fraction]:
        """Return probabilities and lifts of the secrets that are best before and after."""
        pays = [
            v * p
            for v, p in zip(heights(payoff.height, instance.prior), instance.prior, strict=True)
        ]
        after = [v * lift for v, lift in zip(pays, lifts, strict=True)]
        found = {}
        for is_cost, best in ((True, min), (False, max)):
            side = (payoff.name, is_cost)
            for name, rows in ((kind_of(side, "before"), pays), (kind_of(side, "after"), after)):
                x = rows.index(best(rows))
                found[f"mass_{name}"] = instance.prior[x]
                found[f"lift_{name}"] = lifts[x]
        return found


def _choices(instance: Attacked, payoff: Payoff) -> dict[str, Row]:
    """Return the payoffs of the best choices at every secret, by the names of the variables."""
    (drawn,) = (one for one in instance.payoffs if one.name == payoff.name)
    function = instance.of_allowed(drawn.function)
    found = {}
    laws = (("before", instance.prior), ("after", instance.posterior))
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


_QUOTIENTS = ("cost", "gain", *REACTIONS)


def cases(about: BoundStatement[Payoffs]) -> Iterator[Case]:
    """Yield the goals of a statement, which together imply it."""
    said = about.unbound
    if about.over.informed and any(isinstance(payoff, Pieces) for payoff in about.over.payoffs):
        raise NotReducible("Guesses in pieces need two secrets, but z may leave a single one.")
    kinds = {kind for kind, _ in quantities(*said.terms)}
    if kinds & OVERALL and not about.over.is_overall(said):
        raise NotReducible("It has quantities of one outcome and of all outcomes at once.")
    if kinds & OVERALL:
        payoffs = {payoff.name: payoff for payoff in about.over.payoffs}
        sides = PayoffNumbers(payoffs, about.over.informed).sides(*said.terms)
        for text in sure_of_outcomes(sides, payoffs):
            sure = parse(text)
            names = {name for _, name in quantities(*map(lowered, sure.terms))}
            kept = [
                one
                for one in about.statement.binders
                if isinstance(one, Given) or (isinstance(one, PAYOFFS) and one.name in names)
            ]
            sure = replace(sure, binders=tuple(kept))
            yield from cases(BoundStatement(sure, Payoffs.of(sure)))
    for payoff in about.over.payoffs:
        if isinstance(payoff, OfSecret):
            yield from _height(payoff)
    for given, claimed in said.implications:
        for conclusion in claimed:
            yield from _One(about, given, conclusion).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with its hypotheses."""

    about: BoundStatement[Payoffs]
    given: tuple[Condition, ...]
    claimed: Condition

    def cases(self) -> Iterator[Case]:
        """Yield the goals; splits off the case that a divisor, the best value before, is 0."""
        # the best value before is the same for X->Y and for X->Z
        bases = ((side[0].removesuffix(OF_Z), side[1]) for side in self._sides)
        divided = [side for side in dict.fromkeys(bases) if self._is_divided_by(side)]
        for told in product((False, True), repeat=len(divided)):
            nothing = dict(zip(divided, told, strict=True))
            if not any(zero and self._always_pays(side) for side, zero in nothing.items()):
                yield from self._told(nothing)
        for side in divided:
            if self._always_pays(side):
                yield from self._pays(side)

    def _pays(self, side: Side) -> Iterator[Case]:
        """Yield the goal that the best value before is positive.

        There is no such goal for an arbitrary guess of U: the numbers do not imply that a guess is
        right with positive probability.
        """
        payoffs = {payoff.name: payoff for payoff in self.about.over.payoffs}
        if isinstance(payoffs[side[0]], AnyGuess):
            return
        numbers = PayoffNumbers(payoffs, self.about.over.informed)
        kind = OverOutcomes if self.about.over.is_overall(self.about.unbound) else AtOutcome
        facts = tuple(kind(numbers, (side,), frozenset()).facts())
        before = parameter(kind_of(side, "before"))
        short = tuple(fact for fact in facts if not fact.atoms(Mean))
        given = short if any(fact.has(before) for fact in short) else facts
        pays = Goal(given, relate(before, ">", ZERO))
        yield case_of(Case(_no_cost_name(side), pays), NEVER_OCCURS)

    def _told(self, nothing: dict[Side, bool]) -> Iterator[Case]:
        payoffs = {payoff.name: payoff for payoff in self.about.over.payoffs}
        overall = self.about.over.is_overall(self.about.unbound)
        of_z = {(f"{name}{OF_Z}", is_cost): zero for (name, is_cost), zero in nothing.items()}
        numbers = (OnAverage if overall else PayoffNumbers)(
            payoffs, self.about.over.informed, nothing | of_z
        )
        try:
            goals = self._goals(numbers)
            for goal in goals:
                read_goal(goal)  # raises if the kernel cannot read the goal
        except (NotProved, RecursionError, OverflowError) as why:
            raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
        words = [_no_cost_name(side) for side, zero in nothing.items() if zero]
        meaning = ", ".join([display(self.claimed), *words])
        kinds = {kind for kind, _ in quantities(*self._terms)}
        complete = not overall and not numbers.says_more(self._sides, {*kinds})
        placed = None if self.about.over.chain else AtPayoffs(self.about, tuple(nothing.items()))
        for goal, aside in goals.items():
            yield case_of(Case(meaning, goal, complete=complete, placed=placed), aside)

    def _goals(self, numbers: PayoffNumbers) -> dict[Goal, str]:
        conditions = [
            Condition(numbers.term(one.left), one.sign, numbers.term(one.right))
            for one in (*self.given, self.claimed)
        ]
        terms = [side for condition in conditions for side in (condition.left, condition.right)]
        names = frozenset(name for term in terms for name in parameters_of(term))
        kind = OverOutcomes if isinstance(numbers, OnAverage) else AtOutcome
        there = kind(numbers, self._sides, names)
        known = {parameter(name): NONNEGATIVE for name in self._parameters} | there.known()
        scene = Encoding(no_channel, {}, known)
        facts: list[Sentence] = [relate(parameter(n), ">=", ZERO) for n in self._parameters]
        facts += there.facts()
        for condition in conditions[:-1]:
            facts += assumed(scene, condition)
        return goals_of(facts, claims(scene, conditions[-1]))

    # --- terms ------------------------------------------------------------------------------------

    @property
    def _terms(self) -> list[Term]:
        return [side for one in (*self.given, self.claimed) for side in (one.left, one.right)]

    @property
    def _parameters(self) -> list[str]:
        names = {name for term in self._terms for name in parameters_of(term)}
        return [name for name in self.about.parameters if name in names]

    @property
    def _sides(self) -> tuple[Side, ...]:
        payoffs = {payoff.name: payoff for payoff in self.about.over.payoffs}
        return PayoffNumbers(payoffs).sides(*self._terms)

    def _is_divided_by(self, side: Side) -> bool:
        spoken = {one for one in quantities(*self._terms) if one[0] in _QUOTIENTS}
        return any((name.removesuffix(OF_Z), kind in COSTS) == side for kind, name in spoken)

    def _always_pays(self, side: Side) -> bool:
        """Whether the best choice before has a positive value under every prior."""
        (payoff,) = (one for one in self.about.over.payoffs if one.name == side[0])
        if isinstance(payoff, Pieces | AnyOrder):
            return True
        if isinstance(payoff, OfSecret):
            return always_pays(payoff)
        return isinstance(payoff, AnyGuess) and not side[1]


def _height(payoff: OfSecret) -> Iterator[Case]:
    """Yield the goals that the height of a payoff has a value at every secret, and is >= 0."""
    if parameters_of(payoff.height):
        scene = Encoding(no_channel, {}, {OF_MASS: Range(Fraction(0), Fraction(1), above=True)})
        facts = (relate(OF_MASS, ">", ZERO), relate(OF_MASS, "<=", ONE))
        claimed = Condition(payoff.height, ">=", Number(Fraction(0)))
        for goal in goals_of(facts, claims(scene, claimed)):
            yield case_of(Case(f"the height of {payoff.name}", goal), HAS_VALUE)


def _no_cost_name(side: Side) -> str:
    name, is_cost = side
    return f"{name} {'costs' if is_cost else 'gains'} nothing before"
