"""Tests on releases, of any workload and of histograms: others, priors, densities by class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.statements.arithmetic import divide, log, mean
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import line
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.histogram import Counts, Histogram, as_kind, identity
from pmlsym.statements.instances.released.release import Database, Release, distance, favouring
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

# --- released histograms --------------------------------------------------------------------------

Lacking = list[tuple[Row, Fraction]]

_SIZES = Sizes(records=3, queries=3, classes=3, databases=27, histogram=True)
_DRAWN = releases(_SIZES, "every histogram of n independent records, b > 0, record and outcome")


def _draw(number: int, random: Random) -> Histogram:
    instance = _DRAWN.draw(number, random)
    return as_kind(Histogram, instance, identity(instance.classes), instance.outcome)


def _draw_fewer(number: int, random: Random) -> Counts:
    instance = _draw(number, random)
    last = instance.classes - 1
    return as_kind(Counts, instance, instance.workload[:last], instance.outcome[:last])


HISTOGRAMS: Domain[Release] = Domain(_DRAWN.words, _DRAWN.latex, Histogram, _draw, tries=40)
ALL_BUT_LAST: Domain[Release] = Domain(
    "every release of all counts but the last", _DRAWN.latex, Counts, _draw_fewer, tries=40
)

# --- one record at a time ------------------------------------------------------------------------


def lacking(instance: Release) -> Lacking:
    """Return the law of outcome minus counts of the other records, for each released bin."""
    return [
        (tuple(y - held for y, held in zip(instance.outcome, place, strict=True)), chance)
        for place, chance in added(instance).items()
    ]


def _given(instance: Release, law: Lacking, j: int) -> Value:
    """Return the mean Laplace density with the record in class j, over the others."""
    return mean(
        (chance, instance.fall(sum((abs(s - (i == j)) for i, s in enumerate(lacks)), Fraction(0))))
        for lacks, chance in law
    )


def _leaks(instance: Release, law: Lacking) -> Value:
    given = [_given(instance, law, j) for j in range(instance.classes)]
    total = mean(zip(instance.priors[instance.record], given, strict=True))
    return log(divide(extreme(given, largest=True), total))


def _alone(instance: Release) -> bool:
    """Whether the leakage of a single record is that of the constant law at the outcome."""
    own = instance.under([instance.priors[instance.record]])
    return own.pml == _leaks(own, [(own.outcome, ONE)])


THROUGH_LACKING = Assertion(
    HISTOGRAMS,
    (
        Compared(
            LEAK,
            "=",
            Quantity[Release](
                "what the law of the lacking counts and the prior of D_i say",
                r"\ell(P_{D_i},P_S)",
                lambda instance: _leaks(instance, lacking(instance)),
            ),
        ),
        Property("one record has every constant law", "S=y", _alone),
    ),
)

# --- ratio of densities by class ------------------------------------------------------------------


def _rest(lacks: Row) -> Fraction:
    """Return R, the sum of |S_j| over the bins but the first."""
    return sum(map(abs, lacks[1:]), Fraction(0))


def first(instance: Release) -> Value:
    """Return E[e^(-(|S_1 - 1| + R)/b)]."""
    return mean(
        (chance, instance.fall(abs(lacks[0] - 1) + _rest(lacks)))
        for lacks, chance in lacking(instance)
    )


def uncounted(instance: Release) -> Value:
    """Return E[e^(-(|S_1| + R)/b)]."""
    return mean(
        (chance, instance.fall(abs(lacks[0]) + _rest(lacks))) for lacks, chance in lacking(instance)
    )


def elsewhere(instance: Release, t: int) -> Value:
    """Return E[e^(-(|S_1| + |S_t - 1| - |S_t| + R)/b)] for a class t that is counted."""
    return mean(
        (chance, instance.fall(abs(lacks[0]) + abs(lacks[t] - 1) - abs(lacks[t]) + _rest(lacks)))
        for lacks, chance in lacking(instance)
    )


def _lift_of_first(instance: Release) -> Value:
    """Return the first density over p_1 times it plus 1 - p_1 times the mean of the second."""
    own, *shares = instance.priors[instance.record]
    there = mean((p / (1 - own), elsewhere(instance, t)) for t, p in enumerate(shares, start=1))
    total = mean(((own, first(instance)), (1 - own, there)))
    return divide(first(instance), total)


def _by_class(instance: Release) -> bool:
    found = [first(instance), *(elsewhere(instance, t) for t in range(1, instance.classes))]
    return list(instance.likelihoods) == found


BY_CLASSES = Assertion(
    HISTOGRAMS,
    (
        Property(
            "the density given each class is the mean that is said",
            r"f(y\mid D_i=1)=E[e^{-(|S_1-1|+R)/b}],\ \dots",
            _by_class,
        ),
        Compared(
            Quantity[Release]("the lift of class 1", "v_1", lambda instance: instance.lifts[0]),
            "=",
            Quantity[Release](
                "E_1/(p_1 E_1 + (1 - p_1) E_T)",
                r"\frac{E_1}{p_1E_1+(1-p_1)E_T}",
                _lift_of_first,
            ),
        ),
    ),
)


def _with_uncounted(instance: Release) -> bool:
    counted = [elsewhere(instance, t) for t in range(1, instance.classes - 1)]
    return list(instance.likelihoods) == [first(instance), *counted, uncounted(instance)]


SOME_COUNTS = Assertion(
    ALL_BUT_LAST,
    (
        Property(
            "the densities given the counted classes and the last one are the means that are said",
            r"f(y^{k-1}\mid D_i=k)=E[e^{-(|S_1|+R)/b}],\ \dots",
            _with_uncounted,
        ),
    ),
)

# --- neighbours ----------------------------------------------------------------------------------


def gain(s: Fraction, u: Fraction) -> Fraction:
    """Return |s| + |u - 1| - |s - 1| - |u|, b times the log-ratio of two neighbours."""
    return abs(s) + abs(u - 1) - abs(s - 1) - abs(u)


def _changed(instance: Release, x: Database, near: Database) -> bool:
    """Whether the ratio of densities is e^(gain/b) for the bins that the record left and joined."""
    i = next(i for i, (one, other) in enumerate(zip(x, near, strict=True)) if one != other)
    rest = [j for place, j in enumerate(x) if place != i]
    s, u = (instance.outcome[bin_] - rest.count(bin_) for bin_ in (x[i], near[i]))
    log_ratio = gain(s, u)
    ratio = divide(instance.density(near), instance.density(x))
    fallen = instance.fall(abs(log_ratio))
    return ratio == (fallen if log_ratio >= 0 else divide(ONE, fallen))


TWO_BINS = Assertion(
    HISTOGRAMS,
    (
        Property(
            "f(y|x)/f(y|x') = e^((|s| + |u - 1| - |s - 1| - |u|)/b) for all neighbours x, x'",
            r"\frac{f(y|x)}{f(y|x')}=e^{(|s|+|u-1|-|s-1|-|u|)/b}",
            lambda instance: all(_changed(instance, x, near) for x, near in instance.neighbours()),
        ),
    ),
)

# --- one count after the other --------------------------------------------------------------------


def _seen(instance: Release, d: int | None) -> tuple[Value, Value]:
    """Return P(y^j) and P(y^(j+1)), given D_i in class d if d is not None."""
    earlier, later = (_counted(instance, j) for j in (instance.queries - 1, instance.queries))
    chosen = [x for x in instance.databases() if d is None or x[instance.record] == d]
    chances = [instance.probability(x) for x in chosen]
    before = mean((p, earlier.density(x)) for p, x in zip(chances, chosen, strict=True))
    both = mean((p, later.density(x)) for p, x in zip(chances, chosen, strict=True))
    return before, both


def _counted(instance: Release, counts: int) -> Release:
    return as_kind(Counts, instance, instance.workload[:counts], instance.outcome[:counts])


def _next_lift(instance: Release) -> Value:
    """Return f(y_(j+1) | D_i = 1, y^j)/f(y_(j+1) | y^j) by enumeration; j + 1 is the last count."""
    (own, own_both), (all_, all_both) = _seen(instance, 0), _seen(instance, None)
    return divide(divide(own_both, own), divide(all_both, all_))


def _by_ratios(instance: Release) -> Value:
    """Return (p_d + (1 - p_d) E[r_T])/(p_d + (1 - p_d) E[g_T])."""
    p_d, *shares = instance.priors[instance.record]
    means = []
    for j in (instance.queries - 1, instance.queries):
        given = _counted(instance, j).likelihoods
        law = [p / (1 - p_d) for p in shares]
        ratio = mean((p, divide(f, given[0])) for p, f in zip(law, given[1:], strict=True))
        means.append(mean(((p_d, ONE), (1 - p_d, ratio))))
    return divide(means[0], means[1])


def _draw_three(number: int, random: Random) -> Counts:
    """Return the first two counts of three, or all three."""
    instance = _draw(number, random)
    counts = 2 if number % 2 or instance.classes == 2 else 3
    return as_kind(Counts, instance, instance.workload[:counts], instance.outcome[:counts])


FIRST_COUNTS: Domain[Release] = Domain(
    "every release of the first counts", _DRAWN.latex, Counts, _draw_three, tries=40
)
ONE_AFTER_THE_OTHER = Assertion(
    FIRST_COUNTS,
    (
        Compared(
            Quantity[Release](
                "f(y_(j+1) | d, y^j)/f(y_(j+1) | y^j)",
                r"\frac{f(y_{j+1}\mid d,y^j)}{f(y_{j+1}\mid y^j)}",
                _next_lift,
            ),
            "=",
            Quantity[Release](
                "(p_d + (1 - p_d) E[r_T])/(p_d + (1 - p_d) E[g_T])",
                r"\frac{p_d+(1-p_d)E[r_T]}{p_d+(1-p_d)E[g_T]}",
                _by_ratios,
            ),
        ),
    ),
)
