"""Bound on the worst leakage of n records minus its limit, and the steps to it in words."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.linear.instances import TWO_QUERIES, WORST, of
from pmlsym.statements.argument import Argument
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.assertion import Assertion, Domain, Enclosed, Property
from pmlsym.statements.instances.released.bounds import (
    corner,
    exact,
    farthest_columns,
    triangle_terms,
)
from pmlsym.statements.instances.released.release import Release, release
from pmlsym.statements.values import Value, sign_of

# --- modulus --------------------------------------------------------------------------------------
# The modulus: an explicit bound on the worst leakage of n records minus its limit.

_HALF = Fraction(1, 2)


def shrink(instance: Release) -> Fraction:
    """Return kappa for x = 1/2: the factor of one record, if each mark counts half."""
    a = instance.classes * instance.alpha
    h = exact(instance.fall(farthest_columns(instance)))
    return (1 - a + a * h / 2) / (1 - a + a * h)


def marked(instance: Release) -> tuple[int, Fraction]:
    """Return N, and the share eta of databases with fewer than N marked records."""
    if instance.classes * instance.alpha == 1:
        return instance.records, Fraction(0)
    all_half = shrink(instance) ** (instance.records - 1)
    fewest = 0
    while 4 ** (fewest + 1) * all_half <= 1:
        fewest += 1
    return fewest, all_half * 2**fewest


def _least_share(instance: Release) -> Fraction:
    """Return q = h/k, a lower bound on the share of every class, for every y."""
    return exact(instance.fall(farthest_columns(instance))) / instance.classes


def _distance(instance: Release) -> Value:
    """Return epsilon, a bound on the distance of a posterior share from the tilted law."""
    ranges = sum((max(row) - min(row) for row in instance.workload), Fraction(0))
    root = power(Fraction(marked(instance)[0]), _HALF)
    return multiply(_HALF, power(divide(divide(ranges, instance.scale), root), _HALF))


def _enough(instance: Release) -> bool:
    """Whether the modulus is finite, even with (7) in the place of the tilted bound."""
    if not marked(instance)[0]:
        return False
    least = _least_share(instance) / max(triangle_terms(instance))
    return sign_of(add(least, minus(_distance(instance)))) > 0


def modulus(instance: Release, tilted: Fraction) -> Value:
    """Return the modulus, given e^(tilted bound)."""
    own, (_, eta), epsilon = _least_share(instance), marked(instance), _distance(instance)
    ratio = divide(add(own / tilted, minus(epsilon)), add(own, epsilon))
    return minus(log(multiply(1 - eta, ratio)))


MODULUS = of(
    "-log((tau q - epsilon)(1 - eta)/(q + epsilon)), tau = e^-tilted (tilted is at least (5) "
    "and at most (7); a test is decided if both decide it alike)",
    r"-\log\frac{(\tau q-\epsilon)(1-\eta)}{q+\epsilon},\ \tau=e^{-\mathrm{tilted}}",
    lambda instance: modulus(instance, corner(instance)),
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
    Domain(
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
            right_top=lambda instance: modulus(instance, max(triangle_terms(instance))),
        ),
    ),
    (MANY,),
)


# --- the steps in words ---------------------------------------------------------------------------

INDUCTION = Argument("record by record (induction over the other n - 1): a factor kappa for each")
EXCHANGEABLE = Argument(
    "uniform records are interchangeable: P(D_1 = j | y) is the posterior mean of X_j/N"
)
TILTING = Argument(
    "change of measure: given y, n uniform records are n records of the law q_j proportional to "
    "e^(<theta, w_j>), weighted by psi = e^(<theta, y - Wx> - ||y - Wx||_1/b)"
)
FIRST_ORDER = Argument(
    "a convex function on the compact cube has a minimum, and there theta_l c_l = |c_l|/b in each "
    "coordinate: where that is broken, a step in the cube makes it smaller"
)
INDEPENDENT = Argument(
    "independent records of the law q: E_q[e^(lambda X_j)] = (1 - q_j + q_j e^lambda)^N, and u = "
    "W(X - Nq) has E_q[u_l] = 0 and N times the variance of one record in each query"
)
CENTRED = Argument(
    "and, by the goals, at the minimum that is small: -log(E_q[psi]) <= mu = sqrt(n) (R_1 + ... + "
    "R_m)/(2 b)"
)
CLOSENESS = Argument(
    "so, by the goals and at every slope in the cube, each posterior share of n uniform records is "
    "within epsilon of q_j, epsilon^2 = -log(E_q[psi])/(2 n)"
)
