"""The steps of the proof as they are read on releases: marks, tilting, slopes, and the level."""

from __future__ import annotations

from fractions import Fraction
from math import exp, prod
from math import log as ln
from operator import mul

from pmlsym.formulas.laplace import least_density
from pmlsym.ledger.linear.readings import Beside, exact, farthest_columns, scores
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.values import ONE, ZERO, Infinite, LogOf, Value, extreme, holds
from pmlsym.statements.worlds.released.release import Release, Row

_KEPT = Fraction(1, 2)  # x, by which marked records are weighed


def rate(world: Release) -> Value:
    """Return 1/b."""
    assert isinstance(world.decay, Fraction)
    return divide(LogOf(1 / world.decay), world.unit)


def fall(world: Release, exponent: Fraction) -> Fraction:
    """Return e^(-exponent/b), which is rational in these worlds."""
    return exact(world.fall(exponent))


def ranges(world: Release) -> list[Fraction]:
    """Return R_l, the range of the answers of a record, for each query."""
    return [max(row) - min(row) for row in world.workload]


# --- 1. marks ------------------------------------------------------------------------------------


def shrink(world: Release) -> Fraction:
    """Return kappa = (1 - a + a h x)/(1 - a + a h) with a = k alpha and h = e^(-D/b)."""
    a, h = world.classes * world.alpha, fall(world, farthest_columns(world))
    return (1 - a + a * h * _KEPT) / (1 - a + a * h)


def marks_shrink(world: Release) -> bool:
    """Whether weighing each marked record by x leaves kappa^(n-1) of each density at most."""
    others = [i for i in range(world.records) if i != world.record]
    weighed = [ZERO] * world.classes
    plain = [ZERO] * world.classes
    for database, (_, density) in world.joint.items():
        assert isinstance(density, Fraction)
        chances = [world.priors[i][database[i]] for i in others]
        j = database[world.record]
        plain[j] += density * prod(chances, start=ONE)
        spared = [p - (1 - _KEPT) * world.alpha for p in chances]  # a marked one is uniform
        weighed[j] += density * prod(spared, start=ONE)
    factor = shrink(world) ** len(others)
    return all(w <= factor * p for w, p in zip(weighed, plain, strict=True))


# --- 2. exchangeable records, tilted -------------------------------------------------------------


def _means(world: Release, weights: dict[tuple[int, ...], Fraction]) -> list[Fraction]:
    total = sum(weights.values(), ZERO)
    return [
        sum((w * x.count(j) for x, w in weights.items()), ZERO) / total
        for j in range(world.classes)
    ]


def histogram_means(world: Release) -> list[Fraction]:
    """Return E[X_j | y] for each class, X the histogram of all records."""
    weights = {}
    for database, (chance, density) in world.joint.items():
        assert isinstance(density, Fraction)
        weights[database] = chance * density
    return _means(world, weights)


def interchangeable(world: Beside) -> bool:
    """Whether P(D_i = j | y) = E[X_j | y]/n for every class."""
    own = world.release
    return list(own.posterior) == [x / own.records for x in histogram_means(own)]


def tilt(world: Beside) -> list[Fraction]:
    """Return q_j, proportional to e^(<s, w_j>/b)."""
    c = scores(world.release, world.slopes)
    weights = [fall(world.release, max(c) - x) for x in c]
    return [w / sum(weights) for w in weights]


def _dot(one: Row, other: Row) -> Fraction:
    return sum((a * c for a, c in zip(one, other, strict=True)), ZERO)


def _drawn(world: Beside) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of every database of records drawn from q."""
    q = tilt(world)
    return {x: prod((q[j] for j in x), start=ONE) for x in world.release.databases()}


def tilted_posterior(world: Beside) -> bool:
    """Whether E[X_j | y] = E_q[psi X_j]/E_q[psi] with psi in (0, 1]."""
    own, weights = world.release, {}
    for x, chance in _drawn(world).items():
        left = tuple(y - w for y, w in zip(own.outcome, own.answers(x), strict=True))
        psi = fall(own, sum(map(abs, left), ZERO) - _dot(world.slopes, left))
        if psi > 1:
            return False
        weights[x] = chance * psi
    return _means(own, weights) == histogram_means(own)


# --- the best slopes -----------------------------------------------------------------------------


def gaps(world: Beside) -> list[Fraction]:
    """Return c = y - N W q, minus the gradient (times b) of the function that s minimises."""
    own, q = world.release, tilt(world)
    return [
        y - own.records * _dot(row, tuple(q))
        for y, row in zip(own.outcome, own.workload, strict=True)
    ]


def first_order(world: Beside) -> bool:
    """Whether s_l c_l = |c_l| in every query."""
    return all(s * c == abs(c) for s, c in zip(world.slopes, gaps(world), strict=True))


def _to_minimise(world: Release, slopes: Row) -> Value:
    """Return N log sum_j e^(<s, w_j>/b) - <s, y>/b."""
    assert isinstance(world.decay, Fraction)
    total: Value = ZERO
    for score in scores(world, slopes):
        total = add(total, power(world.decay, -score / world.unit))
    linear = multiply(_dot(slopes, world.outcome), rate(world))
    return add(multiply(Fraction(world.records), log(total)), minus(linear))


def best_or_better(world: Beside) -> bool:
    """Whether s_l c_l = |c_l| in every query, or else a step in one query gives less."""
    here = _to_minimise(world.release, world.slopes)
    for at, (s, c) in enumerate(zip(world.slopes, gaps(world), strict=True)):
        if s * c == abs(c):
            continue
        for halvings in range(1, 12):
            moved = s + Fraction(1 if c > 0 else -1, 2**halvings)
            there = (*world.slopes[:at], moved, *world.slopes[at + 1 :])
            if abs(moved) <= 1 and holds(_to_minimise(world.release, there), "<", here):
                break
        else:
            return False
    return True


# --- 3. close to q -------------------------------------------------------------------------------


def drawn_as_said(world: Beside) -> bool:
    """Whether E u_l^2 <= N R_l^2 and E 2^X_j = (1 + q_j)^N if N records are drawn from q."""
    own, drawn, n = world.release, _drawn(world), world.release.records
    for row, reach in zip(own.workload, ranges(own), strict=True):
        middle = n * _dot(row, tuple(tilt(world)))
        spread = (p * (sum(row[j] for j in x) - middle) ** 2 for x, p in drawn.items())
        if sum(spread, ZERO) > n * reach**2:
            return False
    return all(
        sum((p * 2 ** x.count(j) for x, p in drawn.items()), ZERO) == (1 + q) ** n
        for j, q in enumerate(tilt(world))
    )


def error(world: Release, count: Fraction) -> Value:
    """Return epsilon = sqrt((R_1 + ... + R_m)/b) N^(-1/4)."""
    total = multiply(sum(ranges(world), ZERO), rate(world))
    return divide(power(total, Fraction(1, 2)), power(count, Fraction(1, 4)))


def close_to_tilt(world: Beside) -> bool:
    """Whether |E[X_j | y]/N - q_j| <= epsilon for every class."""
    own = world.release
    most = error(own, Fraction(own.records))
    found = zip(histogram_means(own), tilt(world), strict=True)
    return all(holds(abs(x / own.records - q), "<=", most) is not False for x, q in found)


def at_slopes(world: Beside) -> Value:
    """Return the largest of -log(alpha sum_j e^(<s, w_r - w_j>/b) + (1 - k alpha) e^(...))."""
    own = world.release
    c = scores(own, world.slopes)
    total = sum((fall(own, x - min(c)) for x in c), ZERO)
    least = least_density(total, fall(own, max(c) - min(c)), own.alpha, own.classes)
    assert isinstance(least, Fraction)
    return log(1 / least)


def at_least_share(world: Beside) -> bool:
    """Whether q_r >= e^(-D/b)/k for every class."""
    own = world.release
    return min(tilt(world)) >= fall(own, farthest_columns(own)) / own.classes


# --- 4. the level of the proof -------------------------------------------------------------------


def least_tilt(world: Release) -> Value:
    """Return e^(-tilted), rounded down by duality.

    For all v > 0, sum_j p_j e^(<s, d_j>/b) >= sum_j p_j v_j (1 - log v_j) - ||sum_j p_j v_j d_j||/b
    whatever s in the cube is, as e^x >= v (1 + x - log v); the best v are found by floats.
    """
    k = range(world.classes)
    return extreme([_dual(world, r, favoured) for r in k for favoured in k], largest=False)


def _dual(world: Release, r: int, favoured: int) -> Value:
    assert isinstance(world.decay, Fraction)
    spare = 1 - world.classes * world.alpha
    p = [world.alpha + spare * (j == favoured) for j in range(world.classes)]
    own = world.columns[r]
    apart = [tuple(a - c for a, c in zip(own, w, strict=True)) for w in world.columns]
    exponents = _best_exponents(p, apart, ln(1 / world.decay) / world.unit)
    v = [Fraction(exp(x)).limit_denominator(10**9) or ONE for x in exponents]
    shares = [a * c for a, c in zip(p, v, strict=True)]
    total: Value = sum(shares, ZERO)
    for share, weight in zip(shares, v, strict=True):
        total = add(total, minus(multiply(share, LogOf(weight))))
    drift = sum((abs(_dot(tuple(shares), row)) for row in zip(*apart, strict=True)), ZERO)
    return add(total, minus(multiply(drift, rate(world))))


def _best_exponents(p: list[Fraction], apart: list[Row], by: float) -> list[float]:
    """Return <s, d_j>/b at about the best s, one coordinate after the other."""
    d = [[float(x) * by for x in row] for row in apart]
    weights = list(map(float, p))
    slopes = [0.0] * len(d[0])

    def value() -> float:
        pairs = zip(weights, d, strict=True)
        return sum(w * exp(sum(map(mul, slopes, row))) for w, row in pairs)

    for _ in range(1 if len(slopes) == 1 else 8):
        for at in range(len(slopes)):
            low, high = -1.0, 1.0
            for _ in range(30):
                thirds = (2 * low + high) / 3, (low + 2 * high) / 3
                found = []
                for slopes[at] in thirds:
                    found.append(value())
                low, high = (low, thirds[1]) if found[0] <= found[1] else (thirds[0], high)
            slopes[at] = (low + high) / 2
            if abs(slopes[at]) > 1 - 1e-4:
                slopes[at] = float(round(slopes[at]))
    return [sum(map(mul, slopes, row)) for row in d]


def level(world: Release, count: Fraction, missing: Fraction, tau: Value) -> Value:
    """Return -log(rho (1 - eta)) with rho = (tau q_r - epsilon)/(q_r + epsilon), q_r its least."""
    epsilon = error(world, count)
    least = fall(world, farthest_columns(world)) / world.classes
    top = add(multiply(tau, least), minus(epsilon))
    if missing >= 1 or not holds(top, ">", ZERO):
        return Infinite.PLUS
    ratio = divide(top, add(least, epsilon))
    return minus(log(multiply(ratio, 1 - missing)))


def level_of(world: Release) -> Value:
    """Return the level of the proof for n records: all marked if alpha = 1/k, else most."""
    n = world.records
    if world.alpha * world.classes == 1:
        return level(world, Fraction(n), ZERO, least_tilt(world))
    left, marked = shrink(world) ** (n - 1), 0
    while left * 4 ** (marked + 1) <= 1:
        marked += 1  # then eta = kappa^(n-1) 2^N is at most 2^-N
    if marked == 0:
        return Infinite.PLUS
    return level(world, Fraction(marked), left * 2**marked, least_tilt(world))


def comes_close(world: Release, margin: Fraction) -> bool:
    """Whether the level falls to tilted + margin for some number N of marked records."""
    tau = least_tilt(world)
    aim = add(minus(log(tau)), margin)
    counts = (Fraction(16**i) for i in range(1, 60))
    return any(
        holds(level(world, n, Fraction(1, 2 ** min(int(n), 64)), tau), "<=", aim) for n in counts
    )
