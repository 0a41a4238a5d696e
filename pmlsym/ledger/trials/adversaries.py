"""Tests on adversaries: every function, choice and cost, by counting and enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pmlsym.ledger.trials.counting import population
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import Adversary, least, mean
from pmlsym.statements.instances.attack.attacks import draw as draw_attack
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.values import ZERO


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

# --- scale of a cost ------------------------------------------------------------------------------


def _scaled(instance: Adversary) -> Table:
    """Return the cost of the secret, scaled so that the largest entry is a half."""
    top = max(map(max, instance.own_payoff))
    return tuple(tuple(c / (2 * top) for c in line) for line in instance.own_payoff)


def _saving(cost: Table, instance: Adversary) -> Fraction:
    """Return the least mean cost after the outcome over the least mean cost before."""
    pairs = [
        (mean(instance.prior, _column(cost, w)), mean(instance.posterior, _column(cost, v)))
        for w, v in product(_choices(cost), repeat=2)
    ]
    return min(after for _, after in pairs) / min(before for before, _ in pairs)


SCALED_COSTS = Assertion(
    _attacks(", outcome y and cost c(x, w)", ",y,c"),
    (
        Compared(
            Quantity[Adversary]("what c leaves", r"\Lambda_c", lambda a: _saving(a.own_payoff, a)),
            "=",
            Quantity[Adversary](
                "what c times a number leaves", r"\Lambda_{tc}", lambda a: _saving(_scaled(a), a)
            ),
        ),
        Property(
            "the number can make c at most 1/2",
            r"tc\le\tfrac12",
            lambda a: max(map(max, _scaled(a))) <= Fraction(1, 2),
        ),
    ),
    (
        Property(
            "every choice costs something before y",
            r"\min_wE[c(X,w)]>0",
            lambda a: least(a.prior, a.own_payoff) > 0,
        ),
    ),
)

# --- guesses at random ----------------------------------------------------------------------------


def _drawn(instance: Adversary) -> Fraction:
    """Return E[c(X, W) | y] over individuals of the outcome, each with every guess W."""
    people = population(instance.prior, instance.kernel)
    cost = instance.own_payoff
    total = weight = ZERO
    for x, line in enumerate(people.of):
        for w, chance in enumerate(instance.guess):
            total += line[instance.outcome] * chance * cost[x][w]
            weight += line[instance.outcome] * chance
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
