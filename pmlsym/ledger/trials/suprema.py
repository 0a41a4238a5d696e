"""Tests of suprema, essential suprema and densities on finite and countable sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from random import Random

from pmlsym.ledger.trials.counting import population
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import Adversary, least, line, mean, normalized
from pmlsym.statements.instances.attack.attacks import draw as draw_attack
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.values import ONE, ZERO

# --- tests on adversaries: every function, choice and cost, by counting and enumeration -----------


def _attacks(words: str, latex: str) -> Domain[Adversary]:
    mechanism = "every finite alphabet, prior with positive entries, kernel"
    return Domain(
        f"{mechanism}{words}", rf"\forall P_X,P_{{Y|X}}{latex}", Adversary, draw_attack, tries=60
    )


def _column(table: Table, w: int) -> Row:
    return tuple(line[w] for line in table)


def _choices(table: Table) -> range:
    return range(len(table[0]))


# --- functions of the secret ----------------------------------------------------------------------


def _by_pairs(instance: Adversary, w: int, y: int | None, cost: Table) -> Fraction:
    """Return E[c(U, w)], or the same given y, over the triples of u, x and y."""
    total = weight = ZERO
    for u, x, z in product(
        range(len(cost)), range(len(instance.prior)), range(len(instance.kernel[0]))
    ):
        if y is None or z == y:
            chance = instance.prior[x] * instance.kernel[x][z] * instance.function[x][u]
            total, weight = total + chance * cost[u][w], weight + chance
    return total / weight


def _through_secret(instance: Adversary, w: int, y: int | None, cost: Table) -> Fraction:
    """Return the mean over the secret, before or given y, of E[c(U, w) | X = x]."""
    own = tuple(mean(line, _column(cost, w)) for line in instance.function)
    if y is None:
        return mean(instance.prior, own)
    return population(instance.prior, instance.kernel).average(own, y)


def _costs_of_secret(instance: Adversary) -> bool:
    return all(
        _by_pairs(instance, w, y, instance.payoff)
        == _through_secret(instance, w, y, instance.payoff)
        for w in _choices(instance.payoff)
        for y in (None, instance.outcome)
    )


def _wrong_guesses(instance: Adversary) -> bool:
    """Whether P[U != w] is the mean of 1 - P(w|x), before and given y."""
    values = range(len(instance.function[0]))
    differs = tuple(tuple(Fraction(u != w) for w in values) for u in values)
    people = population(instance.prior, instance.kernel)
    for w in values:
        misses = tuple(1 - line[w] for line in instance.function)
        if _by_pairs(instance, w, None, differs) != mean(instance.prior, misses):
            return False
        if _by_pairs(instance, w, instance.outcome, differs) != people.average(
            misses, instance.outcome
        ):
            return False
    return True


FUNCTIONS_OF_SECRETS = Assertion(
    _attacks(", outcome y, U - X - Y and cost c(u, w)", r",y,P_{U|X},c"),
    (
        Property(
            "E[c(U, w)] is that of the cost E[c(U, w) | X = x], before and given y",
            r"E[c(U,w)\mid y]=E[E[c(U,w)\mid X]\mid y]",
            _costs_of_secret,
        ),
        Property(
            "P[U != w] is the mean of 1 - P(w|x), before and given y",
            r"P[U\ne w\mid y]=E[1-P(w\mid X)\mid y]",
            _wrong_guesses,
        ),
    ),
)

# --- best choices -------------------------------------------------------------------------------


def _ratio(instance: Adversary) -> Fraction | None:
    """Return the smallest r with E[c(X, w)] <= r E[c(X, w) | y] for every choice, or None."""
    cost, found = instance.own_payoff, ZERO
    for w in _choices(cost):
        before, after = (
            mean(law, _column(cost, w)) for law in (instance.prior, instance.posterior)
        )
        if before and not after:
            return None
        found = max(found, before / after) if after else found
    return found


def _of_the_least(instance: Adversary) -> bool:
    r, cost = _ratio(instance), instance.own_payoff
    return r is None or least(instance.prior, cost) <= r * least(instance.posterior, cost)


def _by_reaction(instance: Adversary) -> Fraction:
    """Return the least mean cost over all functions of Y."""
    cost, outcomes = instance.own_payoff, instance.possible
    found = []
    for reaction in product(_choices(cost), repeat=len(outcomes)):
        rows = zip(outcomes, reaction, strict=True)
        total = ZERO
        for y, w in rows:
            total += sum(
                (
                    p * line[y] * cost[x][w]
                    for x, (p, line) in enumerate(zip(instance.prior, instance.kernel, strict=True))
                ),
                ZERO,
            )
        found.append(total)
    return min(found)


BEST_CHOICES = Assertion(
    _attacks(", outcome y and cost c(x, w)", ",y,c"),
    (
        Property(
            "if E[c(X, w)] <= r E[c(X, w) | y] for every w, then for the least of both",
            r"\min_wE[c(X,w)]\le r\min_wE[c(X,w)\mid y]",
            _of_the_least,
        ),
        Compared(
            Quantity[Adversary](
                "the least E[c(X, w(Y))] of all functions w(.)",
                r"\min_{w(\cdot)}E[c(X,w(Y))]",
                _by_reaction,
            ),
            "=",
            Quantity[Adversary](
                "E[min_w E[c(X, w) | Y]]",
                r"E[\min_wE[c(X,w)\mid Y]]",
                lambda a: sum(
                    (a.marginal[y] * least(a.after(y), a.own_payoff) for y in a.possible), ZERO
                ),
            ),
        ),
    ),
)

# --- guesses at random ----------------------------------------------------------------------------


def _drawn(instance: Adversary) -> Fraction:
    """Return E[c(X, W) | y] over individuals of the outcome, each with every guess W."""
    people = population(instance.prior, instance.kernel)
    cost = instance.own_payoff
    total = weight = ZERO
    for x, row in enumerate(people.of):
        for w, chance in enumerate(instance.guess):
            total += row[instance.outcome] * chance * cost[x][w]
            weight += row[instance.outcome] * chance
    return total / weight


def _of_choices(instance: Adversary) -> Fraction:
    """Return the mean cost given y of a choice drawn from the law of W."""
    cost = instance.own_payoff
    return mean(
        instance.guess, [mean(instance.posterior, _column(cost, w)) for w in _choices(cost)]
    )


def _single_choices(instance: Adversary) -> bool:
    """Whether the law that always gives w has the cost of w."""
    cost = instance.own_payoff
    for w in _choices(cost):
        law = tuple(Fraction(v == w) for v in _choices(cost))
        sure = Adversary(
            instance.prior,
            instance.kernel,
            instance.outcome,
            instance.function,
            instance.payoff,
            law,
        )
        if _drawn(sure) != mean(instance.posterior, _column(cost, w)):
            return False
    return True


RANDOM_GUESSES = Assertion(
    _attacks(", outcome y, cost c(x, w) and law of W", ",y,c,P_W"),
    (
        Compared(
            Quantity[Adversary]("E[c(X, W) | y]", r"E[c(X,W)\mid y]", _drawn),
            "=",
            Quantity[Adversary](
                "the mean of E[c(X, w) | y]", r"\sum_wP(w)E[c(X,w)\mid y]", _of_choices
            ),
        ),
        Property("every choice is a law", "P_W=1_w", _single_choices),
    ),
)

# --- a supremum ---------------------------------------------------------------------------------

_TERMS = 200  # of a sequence: levels differ from its limit by at least 1/100


@dataclass(frozen=True)
class SupremumLevels:
    """The values of some adversaries, perhaps also L - 1/m for m = 1, 2, ..., and a number s."""

    values: Row
    limit: Fraction | None
    candidate: Fraction

    def all(self) -> Iterator[Fraction]:
        """Yield the values, and the first terms of the sequence."""
        yield from self.values
        if self.limit is not None:
            yield from (self.limit - Fraction(1, m) for m in range(1, _TERMS))

    def bounds(self, level: Fraction) -> bool:
        """Whether no value exceeds a level."""
        return all(value <= level for value in self.all())

    @property
    def nobody_has_more(self) -> bool:
        """Whether no value exceeds s, and some value exceeds each level below s."""
        steps = (Fraction(1, 100), Fraction(1, 7), ONE, Fraction(10))
        above = (any(v > self.candidate - step for v in self.all()) for step in steps)
        return self.bounds(self.candidate) and all(above)

    @property
    def supremum(self) -> Fraction:
        """The supremum: the largest value or the limit of the sequence, if that is larger."""
        return max((*self.values, *([] if self.limit is None else [self.limit])))

    def __str__(self) -> str:
        rest = "" if self.limit is None else f" and {self.limit} - 1/m"
        return f"values {line(self.values)}{rest}, s = {self.candidate}"


def _draw_levels(number: int, random: Random) -> SupremumLevels:
    values = tuple(Fraction(random.randint(-6, 6), 4) for _ in range(random.randint(1, 4)))
    limit = Fraction(random.randint(-6, 6), 4) if number % 2 else None
    instance = SupremumLevels(values, limit, ZERO)
    shift = Fraction((0, 0, 1, -1)[number // 2 % 4], random.choice((1, 4, 50)))
    return SupremumLevels(values, limit, instance.supremum + shift)


SUPREMA = Assertion(
    Domain(
        "every finite set of numbers, perhaps with L - 1/m for m = 1, 2, ..., and every s",
        r"\forall s",
        SupremumLevels,
        _draw_levels,
        tries=60,
    ),
    (
        Compared(
            Quantity[SupremumLevels]("s", "s", lambda instance: instance.candidate),
            "=",
            Quantity[SupremumLevels]("the supremum", r"\sup", lambda instance: instance.supremum),
        ),
    ),
    (
        Property(
            "nobody has more than s and, for every level below, somebody has more",
            r"\forall\lambda<s\ \exists:\ \lambda<\cdot\le s",
            lambda instance: instance.nobody_has_more,
        ),
    ),
    both_ways=True,
)

# --- an essential supremum ------------------------------------------------------------------------


@dataclass(frozen=True)
class ValuedSupremum:
    """Finitely many points with probabilities, some of them 0, a function, and a number s."""

    law: Row
    values: Row
    level: Fraction

    def above(self, level: Fraction) -> Fraction:
        """Return the probability that f exceeds a level."""
        pairs = zip(self.law, self.values, strict=True)
        return sum((chance for chance, value in pairs if value > level), ZERO)

    @property
    def supremum(self) -> Fraction:
        """The essential supremum, the smallest value that f exceeds with probability 0."""
        return min(value for value in self.values if not self.above(value))

    def __str__(self) -> str:
        return f"law {line(self.law)}, f = {line(self.values)}, s = {self.level}"


def _draw_valued(number: int, random: Random) -> ValuedSupremum:
    size = random.randint(1, 4)
    weights = [random.choice((0, 1, 3)) for _ in range(size)]
    weights[0] += not any(weights)
    values = tuple(Fraction(random.randint(0, 4)) for _ in weights)
    return ValuedSupremum(normalized(weights), values, Fraction(random.randint(0, 8), 2))


def _holds_surely(instance: ValuedSupremum) -> bool:
    """Whether f <= s at every point of positive probability."""
    pairs = zip(instance.law, instance.values, strict=True)
    return all(value <= instance.level for chance, value in pairs if chance)


ESSENTIAL_SUPREMA = Assertion(
    Domain(
        "every law on finitely many points, f and s",
        r"\forall P,f,s",
        ValuedSupremum,
        _draw_valued,
        tries=60,
    ),
    (
        Property("f <= s almost surely", r"f\le s\ \text{a.s.}", _holds_surely),
        Property(
            "f exceeds s with probability 0",
            r"P\{f>s\}=0",
            lambda instance: instance.above(instance.level) == 0,
        ),
    ),
    (
        Compared(
            Quantity[ValuedSupremum](
                "the essential supremum of f",
                r"\operatorname{ess\,sup}f",
                lambda instance: instance.supremum,
            ),
            "<=",
            Quantity[ValuedSupremum]("s", "s", lambda instance: instance.level),
        ),
    ),
    both_ways=True,
)

# --- densities on an event ------------------------------------------------------------------------


@dataclass(frozen=True)
class Measures:
    """Two laws and a measure on finitely many points, all positive; and an event."""

    one: Row
    other: Row
    measure: Row
    event: tuple[int, ...]

    def of(self, law: Row, event: tuple[int, ...]) -> Fraction:
        """Return the probability of an event."""
        return sum((law[i] for i in event), ZERO)

    def by_density(self, law: Row) -> Fraction:
        """Return m times the mean of the density under the measure restricted to A, over m."""
        m = self.of(self.measure, self.event)
        restricted = [(self.measure[i] / m, law[i] / self.measure[i]) for i in self.event]
        return m * sum((share * density for share, density in restricted), ZERO)

    def ratio(self, event: tuple[int, ...]) -> Fraction:
        """Return P(A)/Q(A)."""
        return self.of(self.one, event) / self.of(self.other, event)

    @property
    def partitions(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield every partition of the event into two parts."""
        for size in range(1, len(self.event)):
            for part in combinations(self.event, size):
                yield part, tuple(i for i in self.event if i not in part)


def _draw_measures(number: int, random: Random) -> Measures:
    size = random.randint(2, 4)
    one, other = (normalized([random.randint(1, 6) for _ in range(size)]) for _ in range(2))
    measure = tuple(Fraction(random.randint(1, 9), random.choice((1, 4))) for _ in range(size))
    chosen = random.sample(range(size), random.randint(1, size))
    return Measures(one, other, measure, tuple(sorted(chosen)))


DENSITIES_ON_EVENTS = Assertion(
    Domain(
        "every two laws P, Q and measure on finitely many points, and event A",
        r"\forall P,Q,\mu,A",
        Measures,
        _draw_measures,
        tries=50,
    ),
    (
        Compared(
            Quantity[Measures](
                "P(A)", "P(A)", lambda instance: instance.of(instance.one, instance.event)
            ),
            "=",
            Quantity[Measures](
                "m times the mean of the density on A",
                r"\mu(A)\,E[f\mid A]",
                lambda instance: instance.by_density(instance.one),
            ),
        ),
        Property(
            "P(A)/Q(A) is at most the larger of that of two parts of A",
            r"\tfrac{P(A)}{Q(A)}\le\max_i\tfrac{P(A_i)}{Q(A_i)}",
            lambda instance: all(
                instance.ratio(instance.event) <= max(map(instance.ratio, parts))
                for parts in instance.partitions
            ),
        ),
    ),
)
