"""What of the limit stays in words, each step with a test on enumerated releases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from random import Random

from pmlsym.ledger.linear.limit.modulus import shrink
from pmlsym.ledger.linear.readings import Beside, exact, of, scores
from pmlsym.ledger.linear.worlds import HALF, SLOPED
from pmlsym.statements.argument import Argument
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.values import Value, extreme
from pmlsym.statements.worlds.rationals import Row
from pmlsym.statements.worlds.released.release import Release
from pmlsym.statements.worlds.released.releases import Sizes, releases

# --- induction over the records ------------------------------------------------------------------

_SMALL = releases(Sizes(records=3, queries=2, classes=3, databases=27), tries=40)


def _half_marked(world: Release) -> Fraction:
    """Return what is left of the density of y where each marked record of the others counts half.

    A record is marked with probability k alpha, and then is uniform.
    """
    alpha, k = world.alpha, world.classes
    total = Fraction(0)
    for database, (_, density) in world.joint.items():
        if database[world.record] != 0:
            continue
        others = [
            (p - alpha) + alpha / 2  # unmarked in this class, or marked
            for i, (prior, j) in enumerate(zip(world.priors, database, strict=True))
            if i != world.record
            for p in (prior[j],)
        ]
        total += prod(others, start=Fraction(1)) * exact(density)
    assert k * alpha <= 1
    return total / exact(world.likelihoods[0])


_HALVED = of(
    "E[2^-marked; y | D_i = 1]/f(y | D_i = 1)",
    r"\frac{E[2^{-\text{marked}}f(y\mid x)\mid D_i=1]}{f(y\mid D_i=1)}",
    _half_marked,
)
_SHRUNK = of("kappa^(n-1)", r"\kappa^{n-1}", lambda world: shrink(world) ** (world.records - 1))
INDUCTION = Argument(
    "record by record (induction over the other n - 1): a factor kappa for each",
    Assertion(_SMALL, (Compared(_HALVED, "<=", _SHRUNK),)),
)

# --- exchangeable records ------------------------------------------------------------------------


def _uniform(number: int, random: Random) -> Release:
    drawn = _SMALL.draw(number, random)
    k = drawn.classes
    return drawn.under([(Fraction(1, k),) * k] * drawn.records)


_UNIFORM = Worlds(
    "every workload, b > 0, n uniform records and y",
    r"\forall W,\ b>0,\ n,\ y,\ P_{D_i}\text{ uniform}",
    Release,
    _uniform,
    tries=40,
)


def _mean_share(world: Release) -> Fraction:
    """Return E[X_1 | y]/n, X_1 how many records are in class 1."""
    total = Fraction(0)
    for database, (chance, density) in world.joint.items():
        total += chance * exact(density) * database.count(0)
    return total / (exact(world.marginal) * world.records)


EXCHANGEABLE = Argument(
    "uniform records are interchangeable: P(D_1 = j | y) is the posterior mean of X_j/N",
    Assertion(
        _UNIFORM,
        (
            Compared(
                of("P(D_i = 1 | y)", r"P(D_i=1\mid y)", lambda world: world.posterior[0]),
                "=",
                of("E[X_1 | y]/n", r"E[X_1\mid y]/n", _mean_share),
            ),
        ),
    ),
)

# --- the tilted multinomial ----------------------------------------------------------------------


def _falls(own: Release, slopes: Row) -> list[Fraction]:
    """Return q_j up to a factor: e^(<s, w_j>/b), s in the cube."""
    return [exact(own.fall(-x)) for x in scores(own, slopes)]


def _weights(world: Beside) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield for each database its density and its weight in the tilted law, times psi."""
    own = world.release
    falls = _falls(own, world.slopes)
    tilt = sum((s * y for s, y in zip(world.slopes, own.outcome, strict=True)), Fraction(0))
    for database in own.databases():
        density = exact(own.density(database))
        inner = sum(
            (s * a for s, a in zip(world.slopes, own.answers(database), strict=True)), Fraction(0)
        )
        psi = exact(own.fall(inner - tilt)) * density
        yield density, psi * prod((falls[j] for j in database), start=Fraction(1))


def _ratio(world: Beside, largest: bool) -> Fraction:
    ratios = [density / weight for density, weight in _weights(world)]
    return max(ratios) if largest else min(ratios)


TILTING = Argument(
    "change of measure: given y, n uniform records are n records of the law q_j proportional to "
    "e^(<theta, w_j>), weighted by psi = e^(<theta, y - Wx> - ||y - Wx||_1/b)",
    Assertion(
        SLOPED,
        (
            Compared(
                Quantity(
                    "the largest ratio of the two",
                    r"\max_x\frac{f(y\mid x)}{\psi(x)\prod_iq_{x_i}}",
                    lambda world: _ratio(world, True),
                ),
                "=",
                Quantity(
                    "the smallest",
                    r"\min_x\frac{f(y\mid x)}{\psi(x)\prod_iq_{x_i}}",
                    lambda world: _ratio(world, False),
                ),
            ),
        ),
    ),
)

# --- the first-order condition -------------------------------------------------------------------


def _cost(world: Beside, slopes: Row) -> Value:
    """Return n log sum_j e^(<s, w_j>/b) - <s, y>/b."""
    own = world.release
    total: Value = Fraction(0)
    for x in scores(own, slopes):
        total = add(total, own.fall(-x))
    tilt = sum((s * y for s, y in zip(slopes, own.outcome, strict=True)), Fraction(0))
    return add(multiply(Fraction(own.records), log(total)), log(own.fall(tilt)))


def _residual(world: Beside) -> Row:
    """Return c = y - n W q, minus the gradient of the cost."""
    own = world.release
    falls = _falls(own, world.slopes)
    shares = [fall / sum(falls) for fall in falls]
    return tuple(
        y - own.records * sum(w * share for w, share in zip(row, shares, strict=True))
        for y, row in zip(own.outcome, own.workload, strict=True)
    )


def _broken(world: Beside) -> list[int]:
    pairs = enumerate(zip(world.slopes, _residual(world), strict=True))
    return [line for line, (s, c) in pairs if s * c != abs(c)]


def _after_a_step(world: Beside) -> Value:
    """Return the least cost after a step in the cube against the first-order condition."""
    costs = []
    residual = _residual(world)
    line = _broken(world)[0]
    step = Fraction(1) if residual[line] > 0 else Fraction(-1)
    for size in (HALF, HALF**4, HALF**8, HALF**16, HALF**24):
        moved = world.slopes[line] + step * size
        if abs(moved) <= 1:
            slopes = (*world.slopes[:line], moved, *world.slopes[line + 1 :])
            costs.append(_cost(world, slopes))
    return extreme(costs, largest=False)


FIRST_ORDER = Argument(
    "a convex function on the compact cube has a minimum, and there theta_l c_l = |c_l|/b in each "
    "coordinate: where that is broken, a step in the cube makes it smaller",
    Assertion(
        SLOPED,
        (
            Compared(
                Quantity("the cost after a step", r"g(\theta+\delta e_l)", _after_a_step),
                "<",
                Quantity("before it", r"g(\theta)", lambda world: _cost(world, world.slopes)),
            ),
        ),
        (
            Property(
                "some theta_l c_l is not |c_l|/b",
                r"\exists l:\ \theta_lc_l\ne\tfrac1b|c_l|",
                lambda world: bool(_broken(world)),
            ),
        ),
    ),
)
