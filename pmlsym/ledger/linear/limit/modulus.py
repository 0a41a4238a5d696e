"""How far the worst leakage of n records can be above its limit, in numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.linear.readings import corner, exact, farthest_columns, of
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.assertion import Worlds
from pmlsym.statements.values import Infinite, Value, sign_of
from pmlsym.statements.worlds.released.release import MOST_DATABASES, Release, release

_HALF = Fraction(1, 2)


def shrink(world: Release) -> Fraction:
    """Return kappa for x = 1/2: by how much one record shrinks what counts its mark half."""
    a = world.classes * world.alpha
    h = exact(world.fall(farthest_columns(world)))
    return (1 - a + a * h / 2) / (1 - a + a * h)


def _marked(world: Release) -> tuple[int, Fraction]:
    """Return N, and the share eta of databases with fewer marked records."""
    if world.classes * world.alpha == 1:
        return world.records, Fraction(0)
    all_half = shrink(world) ** (world.records - 1)
    fewest = 0
    while 4 ** (fewest + 1) * all_half <= 1:
        fewest += 1
    return fewest, all_half * 2**fewest


def _modulus(world: Release) -> Value:
    fewest, eta = _marked(world)
    if not fewest or eta >= 1:
        return Infinite.PLUS
    ranges = sum((max(row) - min(row) for row in world.workload), Fraction(0))
    epsilon = power(divide(divide(ranges, world.scale), power(Fraction(fewest), _HALF)), _HALF)
    own = exact(world.fall(farthest_columns(world))) / world.classes
    above = add(own / corner(world), minus(epsilon))
    if sign_of(above) <= 0:
        return Infinite.PLUS
    return minus(log(multiply(1 - eta, divide(above, add(own, epsilon)))))


MODULUS = of(
    "-log((tau q - v)(1 - eta)/(q + v)) with tau = e^-(5), q = h/k, h = e^(-eps_DP), "
    "v = sqrt(R/(b sqrt(N))), R the range of the query, eta = 2^N kappa^(n-1), "
    "kappa = (1 - k alpha + k alpha h/2)/(1 - k alpha + k alpha h), N the largest number with "
    "4^N kappa^(n-1) <= 1 (N = n and eta = 0 for alpha = 1/k), infinite where that has no value",
    r"-\log\frac{(\tau q-v)(1-\eta)}{q+v},\ \tau=e^{-(5)},\ q=\tfrac hk,\ "
    r"h=e^{-\varepsilon_{\mathrm{DP}}},\ v=\sqrt{R/(b\sqrt N)},\ R=\max_jw_j-\min_jw_j,\ "
    r"\eta=2^N\kappa^{n-1},\ "
    r"\kappa=\tfrac{1-k\alpha+k\alpha h/2}{1-k\alpha+k\alpha h},\ "
    r"N=\max\{N:4^N\kappa^{n-1}\le1\}\text{ (}N=n,\ \eta=0\text{ for }\alpha=\tfrac1k\text{)}",
    _modulus,
)


def _many(number: int, random: Random) -> Release:
    """Return a query of one row and a few up to some tens of records with a small range."""
    k = random.randint(2, 5)
    table = [[random.randint(0, 2) for _ in range(k)]]
    decay = (Fraction(99, 100), Fraction(9, 10), Fraction(1, 2))[number % 3]
    alpha = Fraction(1, k) if number % 2 == 0 else Fraction(1, 2 * k)
    records = (1, 2, 5, 12)[number % 4] if number % 2 == 0 else 1 + number % 3
    return release(table, alpha, decay, records=records if k**records < MOST_DATABASES else 4)


MANY = Worlds(
    "every query of one row, alpha in (0, 1/k], b > 0 and n",
    r"m=1:\ \forall W,\ \alpha\in(0,\tfrac1k],\ b>0,\ n",
    Release,
    _many,
    tries=24,
)
