"""Informal steps to the limit, each with a test on enumerated releases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random

from pmlsym.ledger.linear.instances import HALF, SLOPED, TWO_QUERIES, WORST, Beside, of
from pmlsym.statements.argument import Argument
from pmlsym.statements.arithmetic import add, divide, log, mean, minus, multiply, power
from pmlsym.statements.assertion import Assertion, Compared, Domain, Enclosed, Property, Quantity
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.bounds import (
    corner,
    exact,
    farthest_columns,
    scores,
    triangle_terms,
)
from pmlsym.statements.instances.released.release import Database, Release, release
from pmlsym.statements.instances.released.releases import Sizes, releases
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


# --- induction over the records ------------------------------------------------------------------

_SMALL = releases(Sizes(records=3, queries=2, classes=3, databases=27), tries=40)


def _half_marked(instance: Release) -> Fraction:
    """Return E[2^-N f(y | x) | D_i = 1]/f(y | D_i = 1), N the number of marked other records.

    A record is marked with probability k alpha, and then is uniform.
    """
    alpha, k = instance.alpha, instance.classes
    total = Fraction(0)
    for database, (_, density) in instance.joint.items():
        if database[instance.record] != 0:
            continue
        others = [
            (p - alpha) + alpha / 2  # unmarked in this class, or marked
            for i, (prior, j) in enumerate(zip(instance.priors, database, strict=True))
            if i != instance.record
            for p in (prior[j],)
        ]
        total += prod(others, start=Fraction(1)) * exact(density)
    assert k * alpha <= 1
    return total / exact(instance.likelihoods[0])


_HALVED = of(
    "E[2^-marked; y | D_i = 1]/f(y | D_i = 1)",
    r"\frac{E[2^{-\text{marked}}f(y\mid x)\mid D_i=1]}{f(y\mid D_i=1)}",
    _half_marked,
)
_SHRUNK = of(
    "kappa^(n-1)", r"\kappa^{n-1}", lambda instance: shrink(instance) ** (instance.records - 1)
)
INDUCTION = Argument(
    "record by record (induction over the other n - 1): a factor kappa for each",
    Assertion(_SMALL, (Compared(_HALVED, "<=", _SHRUNK),)),
)

# --- exchangeable records ------------------------------------------------------------------------


def _uniform(number: int, random: Random) -> Release:
    drawn = _SMALL.draw(number, random)
    k = drawn.classes
    return drawn.under([(Fraction(1, k),) * k] * drawn.records)


_UNIFORM = Domain(
    "every workload, b > 0, n uniform records and y",
    r"\forall W,\ b>0,\ n,\ y,\ P_{D_i}\text{ uniform}",
    Release,
    _uniform,
    tries=40,
)


def _mean_share(instance: Release) -> Fraction:
    """Return E[X_1 | y]/n, with X_1 the number of records in class 1."""
    total = Fraction(0)
    for database, (chance, density) in instance.joint.items():
        total += chance * exact(density) * database.count(0)
    return total / (exact(instance.marginal) * instance.records)


EXCHANGEABLE = Argument(
    "uniform records are interchangeable: P(D_1 = j | y) is the posterior mean of X_j/N",
    Assertion(
        _UNIFORM,
        (
            Compared(
                of("P(D_i = 1 | y)", r"P(D_i=1\mid y)", lambda instance: instance.posterior[0]),
                "=",
                of("E[X_1 | y]/n", r"E[X_1\mid y]/n", _mean_share),
            ),
        ),
    ),
)

# --- the tilted multinomial ----------------------------------------------------------------------


def _falls(own: Release, slopes: Row) -> list[Fraction]:
    """Return q_j up to a factor: e^(<s, w_j>/b), with s in the cube."""
    return [exact(own.fall(-x)) for x in scores(own, slopes)]


def shares(instance: Beside) -> Row:
    """Return the law q_j, proportional to e^(<s, w_j>/b)."""
    falls = _falls(instance.release, instance.slopes)
    return tuple(fall / sum(falls) for fall in falls)


def psi(instance: Beside, database: Database) -> Value:
    """Return e^(<s, y - Wx>/b - ||y - Wx||_1/b)."""
    own = instance.release
    residual = [y - a for y, a in zip(own.outcome, own.answers(database), strict=True)]
    pairs = zip(instance.slopes, residual, strict=True)
    return own.fall(sum((abs(x) - s * x for s, x in pairs), Fraction(0)))


def tilted_mean(instance: Beside, of_database: Callable[[Database], Value]) -> Value:
    """Return the mean of a function of databases whose records are drawn from q."""
    q = shares(instance)
    return mean(
        (prod((q[j] for j in database), start=Fraction(1)), of_database(database))
        for database in instance.release.databases()
    )


def mean_psi(instance: Beside) -> Value:
    """Return E_q[psi]."""
    return tilted_mean(instance, lambda database: psi(instance, database))


def _ratio(instance: Beside, largest: bool) -> Fraction:
    own, q = instance.release, shares(instance)
    ratios = [
        exact(own.density(x))
        / (exact(psi(instance, x)) * prod((q[j] for j in x), start=Fraction(1)))
        for x in own.databases()
    ]
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
                    lambda instance: _ratio(instance, True),
                ),
                "=",
                Quantity(
                    "the smallest",
                    r"\min_x\frac{f(y\mid x)}{\psi(x)\prod_iq_{x_i}}",
                    lambda instance: _ratio(instance, False),
                ),
            ),
        ),
    ),
)

# --- independent records -------------------------------------------------------------------------


def _centred(instance: Beside, database: Database) -> Fraction:
    """Return u, the first answer to a database minus its mean under q."""
    own = instance.release
    return own.answers(database)[0] - own.records * _mean_answer(instance)


def _mean_answer(instance: Beside) -> Fraction:
    return sum(
        (p * w for p, w in zip(shares(instance), instance.release.workload[0], strict=True)),
        Fraction(0),
    )


def _variance(instance: Beside) -> Fraction:
    """Return the variance of the first answer to one record."""
    centre, q = _mean_answer(instance), shares(instance)
    pairs = zip(q, instance.release.workload[0], strict=True)
    return sum((p * (w - centre) ** 2 for p, w in pairs), Fraction(0))


INDEPENDENT = Argument(
    "independent records of the law q: E_q[e^(lambda X_j)] = (1 - q_j + q_j e^lambda)^N, and u = "
    "W(X - Nq) has E_q[u_l] = 0 and N times the variance of one record in each query",
    Assertion(
        SLOPED,
        (
            Compared(
                Quantity(
                    "E_q[2^X_1]",
                    r"E_q[2^{X_1}]",
                    lambda instance: tilted_mean(instance, lambda x: Fraction(2) ** x.count(0)),
                ),
                "=",
                Quantity(
                    "(1 + q_1)^n",
                    r"(1+q_1)^n",
                    lambda instance: (1 + shares(instance)[0]) ** instance.release.records,
                ),
            ),
            Compared(
                Quantity(
                    "E_q[u_1^2]",
                    r"E_q[u_1^2]",
                    lambda instance: tilted_mean(instance, lambda x: _centred(instance, x) ** 2),
                ),
                "=",
                Quantity(
                    "n times the variance of one answer",
                    r"n\operatorname{Var}_q(w_{1j})",
                    lambda instance: instance.release.records * _variance(instance),
                ),
            ),
        ),
    ),
)

# --- how near the posterior is to q --------------------------------------------------------------


def _uniform_sloped(number: int, random: Random) -> Beside:
    found = SLOPED.draw(number, random)
    own = found.release
    k = own.classes
    return replace(found, release=own.under([(Fraction(1, k),) * k] * own.records))


UNIFORM_SLOPED = replace(
    SLOPED,
    words="every workload, b > 0, n uniform records, y, and slopes s in [-1, 1]^m",
    latex=r"\forall W,\ b>0,\ n,\ y,\ s\in[-1,1]^m,\ P_{D_i}\text{ uniform}",
    draw=_uniform_sloped,
)


def _farthest_share(instance: Beside) -> Fraction:
    posterior = map(exact, instance.release.posterior)
    return max((p - q) ** 2 for p, q in zip(posterior, shares(instance), strict=True))


_ENTROPY = Quantity[Beside](
    "-log(E_q[psi])", r"-\log E_q[\psi]", lambda instance: minus(log(mean_psi(instance)))
)
CLOSENESS = Argument(
    "so, by the goals and at every slope in the cube, each posterior share of n uniform records is "
    "within epsilon of q_j, epsilon^2 = -log(E_q[psi])/(2 n)",
    Assertion(
        UNIFORM_SLOPED,
        (
            Compared(
                Quantity(
                    "max_j (P(D_i = j | y) - q_j)^2",
                    r"\max_j(P(D_i=j\mid y)-q_j)^2",
                    _farthest_share,
                ),
                "<=",
                Quantity(
                    "-log(E_q[psi])/(2 n)",
                    r"-\tfrac1{2n}\log E_q[\psi]",
                    lambda instance: multiply(
                        Fraction(1, 2 * instance.release.records), _ENTROPY.of(instance)
                    ),
                ),
            ),
        ),
    ),
)


def _at_minimum(number: int, random: Random) -> Beside:
    """Return a release whose outcome is optimal at the slopes: c_l = 0, or s_l at an end."""
    found = SLOPED.draw(number, random)
    own, q = found.release, shares(found)
    outcome = []
    for slope, row in zip(found.slopes, own.workload, strict=True):
        beyond = slope * random.choice((0, 0, 1, 2)) if abs(slope) == 1 else Fraction(0)
        centre = sum((w * p for w, p in zip(row, q, strict=True)), Fraction(0))
        outcome.append(own.records * centre + beyond)
    return replace(found, release=own.at(outcome))


def _exponent(instance: Beside) -> Value:
    own = instance.release
    ranges = sum((max(row) - min(row) for row in own.workload), Fraction(0))
    return divide(multiply(ranges / 2, power(Fraction(own.records), HALF)), own.scale)


CENTRED = Argument(
    "and, by the goals, at the minimum that is small: -log(E_q[psi]) <= mu = sqrt(n) (R_1 + ... + "
    "R_m)/(2 b)",
    Assertion(
        replace(
            SLOPED,
            words="every workload, b > 0, n, and slopes s in [-1, 1]^m and y with s_l c_l = |c_l|",
            latex=r"\forall W,\ b>0,\ n,\ s\in[-1,1]^m,\ y:\ s_lc_l=|c_l|",
            draw=_at_minimum,
            tries=40,
            outside=lambda instance: (
                "It is no minimum: some s_l c_l is not |c_l|." if _broken(instance) else ""
            ),
        ),
        (
            Compared(
                _ENTROPY,
                "<=",
                Quantity("mu", r"\mu=\frac{\sqrt n}{2b}\sum_lR_l", _exponent),
            ),
        ),
    ),
)

# --- the first-order condition -------------------------------------------------------------------


_STEP = HALF**24


def _cost(instance: Beside, slopes: Row) -> Value:
    """Return n log sum_j e^(<s, w_j>/b) - <s, y>/b."""
    own = instance.release
    total: Value = Fraction(0)
    for x in scores(own, slopes):
        total = add(total, own.fall(-x))
    tilt = sum((s * y for s, y in zip(slopes, own.outcome, strict=True)), Fraction(0))
    return add(multiply(Fraction(own.records), log(total)), log(own.fall(tilt)))


def _residual(instance: Beside) -> Row:
    """Return c = y - n W q, minus the gradient of the cost."""
    own, q = instance.release, shares(instance)
    return tuple(
        y - own.records * sum(w * share for w, share in zip(row, q, strict=True))
        for y, row in zip(own.outcome, own.workload, strict=True)
    )


def _broken(instance: Beside) -> list[int]:
    pairs = enumerate(zip(instance.slopes, _residual(instance), strict=True))
    return [line for line, (s, c) in pairs if s * c != abs(c)]


def _after_a_step(instance: Beside) -> Value:
    """Return the cost after a small step in the cube, where the first-order condition is broken."""
    residual = _residual(instance)
    line = _broken(instance)[0]
    moved = instance.slopes[line] + (_STEP if residual[line] > 0 else -_STEP)
    return _cost(instance, (*instance.slopes[:line], moved, *instance.slopes[line + 1 :]))


FIRST_ORDER = Argument(
    "a convex function on the compact cube has a minimum, and there theta_l c_l = |c_l|/b in each "
    "coordinate: where that is broken, a step in the cube makes it smaller",
    Assertion(
        SLOPED,
        (
            Compared(
                Quantity("the cost after a step", r"g(\theta+\delta e_l)", _after_a_step),
                "<",
                Quantity(
                    "before it", r"g(\theta)", lambda instance: _cost(instance, instance.slopes)
                ),
            ),
        ),
        (
            Property(
                "some theta_l c_l is not |c_l|/b",
                r"\exists l:\ \theta_lc_l\ne\tfrac1b|c_l|",
                lambda instance: bool(_broken(instance)),
            ),
        ),
    ),
)
