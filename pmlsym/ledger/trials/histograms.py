"""Tests on released histograms: the counts without a record, and the densities by its class."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.trials.releases import LEAK, added
from pmlsym.statements.arithmetic import divide, log, mean
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.values import ONE, Value, extreme
from pmlsym.statements.worlds.rationals import Row
from pmlsym.statements.worlds.released.histogram import Counts, Histogram, as_kind, identity
from pmlsym.statements.worlds.released.release import Database, Release
from pmlsym.statements.worlds.released.releases import Sizes, releases

Lacking = list[tuple[Row, Fraction]]

_SIZES = Sizes(records=3, queries=3, classes=3, databases=27, histogram=True)
_DRAWN = releases(_SIZES, "every histogram of n independent records, b > 0, record and outcome")


def _draw(number: int, random: Random) -> Histogram:
    world = _DRAWN.draw(number, random)
    return as_kind(Histogram, world, identity(world.classes), world.outcome)


def _draw_fewer(number: int, random: Random) -> Counts:
    world = _draw(number, random)
    last = world.classes - 1
    return as_kind(Counts, world, world.workload[:last], world.outcome[:last])


HISTOGRAMS: Worlds[Release] = Worlds(_DRAWN.words, _DRAWN.latex, Histogram, _draw, tries=40)
ALL_BUT_LAST: Worlds[Release] = Worlds(
    "every release of all counts but the last", _DRAWN.latex, Counts, _draw_fewer, tries=40
)

# --- one record at a time ------------------------------------------------------------------------


def lacking(world: Release) -> Lacking:
    """Return the law of outcome minus counts of the other records, for each released bin."""
    return [
        (tuple(y - held for y, held in zip(world.outcome, place, strict=True)), chance)
        for place, chance in added(world).items()
    ]


def _given(world: Release, law: Lacking, j: int) -> Value:
    """Return the mean Laplace density with the record in class j, over the others."""
    return mean(
        (chance, world.fall(sum((abs(s - (i == j)) for i, s in enumerate(lacks)), Fraction(0))))
        for lacks, chance in law
    )


def _leaks(world: Release, law: Lacking) -> Value:
    given = [_given(world, law, j) for j in range(world.classes)]
    total = mean(zip(world.priors[world.record], given, strict=True))
    return log(divide(extreme(given, largest=True), total))


def _alone(world: Release) -> bool:
    """Whether the leakage of a single record is that of the constant law at the outcome."""
    own = world.under([world.priors[world.record]])
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
                lambda world: _leaks(world, lacking(world)),
            ),
        ),
        Property("one record has every constant law", "S=y", _alone),
    ),
)

# --- ratio of densities by class ------------------------------------------------------------------


def _rest(lacks: Row) -> Fraction:
    """Return R, the sum of |S_j| over the bins but the first."""
    return sum(map(abs, lacks[1:]), Fraction(0))


def first(world: Release) -> Value:
    """Return E[e^(-(|S_1 - 1| + R)/b)]."""
    return mean(
        (chance, world.fall(abs(lacks[0] - 1) + _rest(lacks))) for lacks, chance in lacking(world)
    )


def uncounted(world: Release) -> Value:
    """Return E[e^(-(|S_1| + R)/b)]."""
    return mean(
        (chance, world.fall(abs(lacks[0]) + _rest(lacks))) for lacks, chance in lacking(world)
    )


def elsewhere(world: Release, t: int) -> Value:
    """Return E[e^(-(|S_1| + |S_t - 1| - |S_t| + R)/b)] for a class t that is counted."""
    return mean(
        (chance, world.fall(abs(lacks[0]) + abs(lacks[t] - 1) - abs(lacks[t]) + _rest(lacks)))
        for lacks, chance in lacking(world)
    )


def _lift_of_first(world: Release) -> Value:
    """Return the first density over p_1 times it plus 1 - p_1 times the mean of the second."""
    own, *shares = world.priors[world.record]
    there = mean((p / (1 - own), elsewhere(world, t)) for t, p in enumerate(shares, start=1))
    total = mean(((own, first(world)), (1 - own, there)))
    return divide(first(world), total)


def _by_class(world: Release) -> bool:
    found = [first(world), *(elsewhere(world, t) for t in range(1, world.classes))]
    return list(world.likelihoods) == found


BY_CLASSES = Assertion(
    HISTOGRAMS,
    (
        Property(
            "the density given each class is the mean that is said",
            r"f(y\mid D_i=1)=E[e^{-(|S_1-1|+R)/b}],\ \dots",
            _by_class,
        ),
        Compared(
            Quantity[Release]("the lift of class 1", "v_1", lambda world: world.lifts[0]),
            "=",
            Quantity[Release](
                "E_1/(p_1 E_1 + (1 - p_1) E_T)",
                r"\frac{E_1}{p_1E_1+(1-p_1)E_T}",
                _lift_of_first,
            ),
        ),
    ),
)


def _with_uncounted(world: Release) -> bool:
    counted = [elsewhere(world, t) for t in range(1, world.classes - 1)]
    return list(world.likelihoods) == [first(world), *counted, uncounted(world)]


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


def _changed(world: Release, x: Database, near: Database) -> bool:
    """Whether the ratio of densities is e^(gain/b) for the bins that the record left and joined."""
    i = next(i for i, (one, other) in enumerate(zip(x, near, strict=True)) if one != other)
    rest = [j for place, j in enumerate(x) if place != i]
    s, u = (world.outcome[bin_] - rest.count(bin_) for bin_ in (x[i], near[i]))
    log_ratio = gain(s, u)
    ratio = divide(world.density(near), world.density(x))
    fallen = world.fall(abs(log_ratio))
    return ratio == (fallen if log_ratio >= 0 else divide(ONE, fallen))


TWO_BINS = Assertion(
    HISTOGRAMS,
    (
        Property(
            "f(y|x)/f(y|x') = e^((|s| + |u - 1| - |s - 1| - |u|)/b) for all neighbours x, x'",
            r"\frac{f(y|x)}{f(y|x')}=e^{(|s|+|u-1|-|s-1|-|u|)/b}",
            lambda world: all(_changed(world, x, near) for x, near in world.neighbours()),
        ),
    ),
)

# --- one count after the other --------------------------------------------------------------------


def _seen(world: Release, d: int | None) -> tuple[Value, Value]:
    """Return P(y^j) and P(y^(j+1)), given D_i in class d if d is not None."""
    earlier, later = (_counted(world, j) for j in (world.queries - 1, world.queries))
    chosen = [x for x in world.databases() if d is None or x[world.record] == d]
    chances = [world.probability(x) for x in chosen]
    before = mean((p, earlier.density(x)) for p, x in zip(chances, chosen, strict=True))
    both = mean((p, later.density(x)) for p, x in zip(chances, chosen, strict=True))
    return before, both


def _counted(world: Release, counts: int) -> Release:
    return as_kind(Counts, world, world.workload[:counts], world.outcome[:counts])


def _next_lift(world: Release) -> Value:
    """Return f(y_(j+1) | D_i = 1, y^j)/f(y_(j+1) | y^j) by enumeration; j + 1 is the last count."""
    (own, own_both), (all_, all_both) = _seen(world, 0), _seen(world, None)
    return divide(divide(own_both, own), divide(all_both, all_))


def _by_ratios(world: Release) -> Value:
    """Return (p_d + (1 - p_d) E[r_T])/(p_d + (1 - p_d) E[g_T])."""
    p_d, *shares = world.priors[world.record]
    means = []
    for j in (world.queries - 1, world.queries):
        given = _counted(world, j).likelihoods
        law = [p / (1 - p_d) for p in shares]
        ratio = mean((p, divide(f, given[0])) for p, f in zip(law, given[1:], strict=True))
        means.append(mean(((p_d, ONE), (1 - p_d, ratio))))
    return divide(means[0], means[1])


def _draw_three(number: int, random: Random) -> Counts:
    """Return the first two counts of three, or all three."""
    world = _draw(number, random)
    counts = 2 if number % 2 or world.classes == 2 else 3
    return as_kind(Counts, world, world.workload[:counts], world.outcome[:counts])


FIRST_COUNTS: Worlds[Release] = Worlds(
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
