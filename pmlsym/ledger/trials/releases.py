"""Tests on releases: the sum of the other records, priors with a floor, finitely many choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.statements.arithmetic import mean
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import line
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.release import Release, distance, favouring
from pmlsym.statements.instances.released.releases import Sizes, releases
from pmlsym.statements.instances.released.worst import worst_outcome
from pmlsym.statements.values import ONE, ZERO, Value, extreme

# --- the other records ----------------------------------------------------------------------------


def added(instance: Release) -> dict[Row, Fraction]:
    """Return the law of the sum V of the columns of the other records, record by record.

    Examples
    --------
    >>> from pmlsym.statements.instances.released.release import release
    >>> instance = release([[0, 1]], Fraction(1, 4), Fraction(1, 2), records=3)
    >>> [(int(place[0]), str(chance)) for place, chance in added(instance).items()]
    [(0, '1/4'), (1, '1/2'), (2, '1/4')]
    """
    law: dict[Row, Fraction] = {(ZERO,) * instance.queries: ONE}
    for i, prior in enumerate(instance.priors):
        if i == instance.record:
            continue
        grown: dict[Row, Fraction] = {}
        for (place, chance), (p, column) in product(
            law.items(), zip(prior, instance.columns, strict=True)
        ):
            moved = tuple(a + c for a, c in zip(place, column, strict=True))
            grown[moved] = grown.get(moved, ZERO) + chance * p
        law = grown
    return law


def through_others(instance: Release, j: int) -> Value:
    """Return the mean of e^(-||y - V - w_j||_1/b) over the law of V."""
    column = instance.columns[j]
    shifted = tuple(y - w for y, w in zip(instance.outcome, column, strict=True))
    return mean(
        (chance, instance.fall(distance(shifted, place)))
        for place, chance in added(instance).items()
    )


def _same_densities(instance: Release) -> bool:
    return all(
        likelihood == through_others(instance, j)
        for j, likelihood in enumerate(instance.likelihoods)
    )


OTHERS_ADD = Assertion(
    releases(Sizes(records=3, databases=27), tries=50),
    (
        Property(
            "f(y | D_i = j), database by database, is the mean of e^(-||y - V - w_j||_1/b)",
            r"f(y\mid D_i=j)=E\bigl[e^{-\|y-V-w_j\|_1/b}\bigr]",
            _same_densities,
        ),
    ),
)

# --- priors with a floor --------------------------------------------------------------------------

_STEPS = 6  # denominator of the distributions s that are tested


@dataclass(frozen=True)
class Floored:
    """A law on k classes, and a floor."""

    law: Row
    alpha: Fraction

    def __str__(self) -> str:
        return f"p = {line(self.law)}, alpha = {self.alpha}"


def _draw_floored(number: int, random: Random) -> Floored:
    """Return a law that is uniform plus sixths of the spare mass; some are below the floor."""
    k = random.choice((2, 2, 3))
    alpha = Fraction(random.randint(1, 6), 6 * k)
    if number < 2:
        alpha = Fraction(1, k)
    spare = 1 - k * alpha
    if not spare:
        shift = Fraction(number % 2, 4 * k)
        return Floored((alpha + shift, alpha - shift, *[alpha] * (k - 2)), alpha)
    steps = [random.randint(-1 if number % 2 else 0, 4) for _ in range(k - 1)]
    steps.append(_STEPS - sum(steps))
    law = tuple(alpha + spare * Fraction(step, _STEPS) for step in steps)
    return Floored(law if min(law) >= 0 else (*[alpha] * (k - 1), 1 - (k - 1) * alpha), alpha)


def _spread(k: int) -> Iterator[Row]:
    """Yield all distributions with denominator 6."""
    for steps in product(range(_STEPS + 1), repeat=k):
        if sum(steps) == _STEPS:
            yield tuple(Fraction(step, _STEPS) for step in steps)


def _is_a_mixture(instance: Floored) -> bool:
    """Whether p = k alpha u + (1 - k alpha) s for one of the distributions s."""
    k, alpha = len(instance.law), instance.alpha
    return any(
        instance.law == tuple(k * alpha * Fraction(1, k) + (1 - k * alpha) * part for part in s)
        for s in _spread(k)
    )


FLOORED_PRIORS = Assertion(
    Domain(
        "every law p on k classes (in steps of a sixth of 1 - k alpha) and alpha in (0, 1/k]",
        r"\forall p,\ \alpha\in(0,\tfrac1k]",
        Floored,
        _draw_floored,
        tries=60,
    ),
    (
        Property(
            "p = k alpha u + (1 - k alpha) s for some distribution s",
            r"\exists s:\ p=k\alpha u+(1-k\alpha)s",
            _is_a_mixture,
        ),
    ),
    (
        Property(
            "p_j >= alpha for every class",
            r"p_j\ge\alpha",
            lambda instance: min(instance.law) >= instance.alpha,
        ),
    ),
    both_ways=True,
)

# --- finitely many choices ------------------------------------------------------------------------


def choices(instance: Release) -> list[Value]:
    """Return the leakage at every outcome of exact answers, for priors that favour a class."""
    vertices = [favouring(instance.alpha, instance.classes, j) for j in range(instance.classes)]
    return [
        instance.under(priors).at(outcome).pml
        for priors in product(vertices, repeat=instance.records)
        for outcome in instance.grid()
    ]


def _most(instance: Release) -> Value:
    return extreme(choices(instance), largest=True)


def _draw_chosen(number: int, random: Random) -> Release:
    """Return a small release; every third one has an extremal prior and outcome."""
    found = _FEW.draw(number, random)
    if number % 3:
        return found
    vertices = [favouring(found.alpha, found.classes, j) for j in range(found.classes)]
    priors = [random.choice(vertices) for _ in found.priors]
    return found.under(priors).at(random.choice(list(found.grid())))


_FEW = releases(Sizes(records=2, queries=1, classes=3, databases=9))
LEAK = Quantity[Release]("l(D_i -> y)", r"\ell(D_i\to y)", lambda instance: instance.pml)

FINITELY_MANY = Assertion(
    Domain(_FEW.words, _FEW.latex, Release, _draw_chosen, tries=24),
    (
        Compared(
            LEAK,
            "<=",
            Quantity[Release](
                "the largest among priors that favour a class and outcomes made of answers",
                r"\max_{j^*,y}\ell(D_i\to y)",
                _most,
            ),
        ),
    ),
)

# --- one query at a time --------------------------------------------------------------------------


def moved(instance: Release) -> Value:
    """Return the leakage after moving the outcome query by query to the worst of its answers.

    Examples
    --------
    >>> from pmlsym.statements.instances.released.release import release
    >>> moved(release([[0, 0, 1, 2, 2]], Fraction(1, 5), Fraction(1, 4), outcome=[9]))
    LogOf(argument=Fraction(5, 2))
    """
    for query, answers in enumerate(instance.breakpoints):
        y = instance.outcome
        places = [instance.at((*y[:query], z, *y[query + 1 :])) for z in answers]
        top = extreme((place.pml for place in places), largest=True)
        instance = next(place for place in places if place.pml == top)
    return instance.pml


def _draw_between(number: int, random: Random) -> Release:
    """Return a small release, every other one at an outcome of largest leakage."""
    found = _PAIRS.draw(number, random)
    return worst_outcome(found, between=True, beyond=True) if number % 2 else found


_PAIRS = releases(Sizes(records=2, queries=2, classes=3, databases=9))
COORDINATE_BY_COORDINATE = Assertion(
    Domain(_PAIRS.words, _PAIRS.latex, Release, _draw_between, tries=60),
    (
        Compared(
            LEAK,
            "<=",
            Quantity[Release](
                "that after moving each y_l in turn to the answer to query l that leaks most",
                r"\ell(D_i\to y'),\ y'_l\in\{w_{l,:}x\}\text{ moved in turn}",
                moved,
            ),
        ),
    ),
)
