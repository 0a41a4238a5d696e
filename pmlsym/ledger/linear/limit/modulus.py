"""How far the worst leakage of n records can be above its limit, in numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.linear.readings import WORST, corner, exact, farthest_columns, of, triangle_terms
from pmlsym.ledger.linear.worlds import TWO_QUERIES
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.assertion import Assertion, Enclosed, Property, Worlds
from pmlsym.statements.values import Value, sign_of
from pmlsym.statements.worlds.released.release import Release, release

_HALF = Fraction(1, 2)


def shrink(world: Release) -> Fraction:
    """Return kappa for x = 1/2: by how much one record shrinks what counts its mark half."""
    a = world.classes * world.alpha
    h = exact(world.fall(farthest_columns(world)))
    return (1 - a + a * h / 2) / (1 - a + a * h)


def marked(world: Release) -> tuple[int, Fraction]:
    """Return N, and the share eta of databases with fewer marked records."""
    if world.classes * world.alpha == 1:
        return world.records, Fraction(0)
    all_half = shrink(world) ** (world.records - 1)
    fewest = 0
    while 4 ** (fewest + 1) * all_half <= 1:
        fewest += 1
    return fewest, all_half * 2**fewest


def _least_share(world: Release) -> Fraction:
    """Return q = h/k: no class has a smaller share, whatever y is."""
    return exact(world.fall(farthest_columns(world))) / world.classes


def _distance(world: Release) -> Value:
    """Return epsilon: how far a posterior share is from that of the tilted law."""
    ranges = sum((max(row) - min(row) for row in world.workload), Fraction(0))
    root = power(Fraction(marked(world)[0]), _HALF)
    return multiply(_HALF, power(divide(divide(ranges, world.scale), root), _HALF))


def _enough(world: Release) -> bool:
    """Whether the modulus has a value, even with (7) in the place of the tilted bound."""
    if not marked(world)[0]:
        return False
    least = _least_share(world) / max(triangle_terms(world))
    return sign_of(add(least, minus(_distance(world)))) > 0


def modulus(world: Release, tilted: Fraction) -> Value:
    """Return the modulus, given e to the tilted bound.

    Examples
    --------
    >>> from pmlsym.statements.values import decimal
    >>> one = release([[0, 1]], _HALF, Fraction(99, 100), records=4)
    >>> print(round(decimal(modulus(one, corner(one))), 4))
    0.1489
    """
    own, (_, eta), epsilon = _least_share(world), marked(world), _distance(world)
    ratio = divide(add(own / tilted, minus(epsilon)), add(own, epsilon))
    return minus(log(multiply(1 - eta, ratio)))


MODULUS = of(
    "-log((tau q - epsilon)(1 - eta)/(q + epsilon)), tau = e^-tilted (read with (5) and with (7) "
    "in the place of tilted, which lies between them)",
    r"-\log\frac{(\tau q-\epsilon)(1-\eta)}{q+\epsilon},\ \tau=e^{-\mathrm{tilted}}",
    lambda world: modulus(world, corner(world)),
)
MANY = Property[Release](
    "N >= 1 and epsilon < q e^-(7), where q = h/k, h = e^(-eps_DP), epsilon = sqrt(R/(4 b "
    "sqrt(N))), R the sum of the ranges of the queries, eta = 2^N kappa^(n-1), kappa = (1 - k "
    "alpha + k alpha h/2)/(1 - k alpha + k alpha h), N the largest number with 4^N kappa^(n-1) <= "
    "1 (N = n and eta = 0 for alpha = 1/k)",
    r"N\ge1,\ \epsilon<qe^{-(7)},\ q=\tfrac hk,\ h=e^{-\varepsilon_{\mathrm{DP}}},\ "
    r"\epsilon=\sqrt{R/(4b\sqrt N)},\ R=\sum_l(\max_jw_{lj}-\min_jw_{lj}),\ "
    r"\eta=2^N\kappa^{n-1},\ "
    r"\kappa=\tfrac{1-k\alpha+k\alpha h/2}{1-k\alpha+k\alpha h},\ "
    r"N=\max\{N:4^N\kappa^{n-1}\le1\}\text{ (}N=n,\ \eta=0\text{ for }\alpha=\tfrac1k\text{)}",
    _enough,
)

# k alpha, k and n at which some other record is marked but for a share eta
_SIZES = (
    (Fraction(1), 2, 1),
    (Fraction(1), 3, 4),
    (Fraction(9, 10), 3, 5),
    (Fraction(9, 10), 2, 8),
    (Fraction(1, 2), 2, 7),
    (Fraction(1, 2), 2, 12),
    (Fraction(1, 2), 3, 7),
    (Fraction(1, 4), 2, 13),
)


def _many(number: int, random: Random) -> Release:
    """Return one or two queries at large scales, and enough records; some have (5) < (7)."""
    share, k, n = _SIZES[number % len(_SIZES)]
    rest = range(k - 1)
    table = [[0, *(random.choice((-1, 1, 2)) for _ in rest)] for _ in range(1 + number % 2)]
    if k == 3 and number % 2:
        table = [list(map(int, row)) for row in TWO_QUERIES.workload]
    decay = 1 - Fraction(1, random.choice((500, 1_000, 10_000)))
    return release(table, share / k, decay, records=n)


UPPER = Assertion(
    Worlds(
        "every workload W, alpha in (0, 1/k], b > 0 and n",
        r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0,\ n",
        Release,
        _many,
        tries=32,
    ),
    (
        Enclosed(
            WORST,
            "<=",
            MODULUS,
            right_top=lambda world: modulus(world, max(triangle_terms(world))),
        ),
    ),
    (MANY,),
)
