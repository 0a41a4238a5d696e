"""The statements of Ex. 6, on sample means in Laplace noise: quantities and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import cast

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.formulas.noise import mean_dp, uniform_mgf
from pmlsym.proof.reading import read
from pmlsym.statements.arithmetic import add, divide, exp, from_kernel, log, mean, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.noise.noisy import NoisyMean, UniformMean, draw_mean, draw_uniform
from pmlsym.statements.values import ZERO, Value, extreme

_ONE = Fraction(1)

MEANS = Domain(
    "every n, independent records of one law on [c, d], every b > 0 and every outcome y",
    r"\forall n,\ X_1,\dots,X_n\in[c,d]\text{ independent, of one law},\ b>0,\ y",
    NoisyMean,
    draw_mean,
    tries=100,
)
UNIFORM_MEANS = Domain(
    "every n, independent records uniform on [c, d], c < d, every b > 0 and every outcome y",
    r"\forall n,\ X_1,\dots,X_n\sim\mathcal U[c,d],\ b>0,\ y",
    UniformMean,
    draw_uniform,
    tries=40,
)

# --- any law --------------------------------------------------------------------------------------


def at_end(instance: NoisyMean, upper: bool) -> Value:
    """Return (13), or (14) with `upper`.

    These are -c/(nb) + log E[e^(X/(nb))] and d/(nb) + log E[e^(-X/(nb))].
    """
    return log(
        mean(
            (
                chance,
                exp(
                    multiply(
                        instance.high - value if upper else value - instance.low, instance.rate
                    )
                ),
            )
            for value, chance in instance.atoms
        )
    )


ENDS = Property[NoisyMean](
    "c and d are the ends of the support",
    r"c=\operatorname{ess\,inf}X_i,\ d=\operatorname{ess\,sup}X_i",
    lambda instance: instance.reaches_ends,
)
WORST = Quantity[NoisyMean](
    "sup_y PMC(X_n->y)", r"\sup_y\Lambda(X_n\to y)", lambda instance: instance.worst_pmc()
)
LARGER = Quantity[NoisyMean](
    "max{(mu - c)/(nb) + K(1/(nb)), (d - mu)/(nb) + K(-1/(nb))}",
    r"\max\Bigl\{\frac{\mu-c}{nb}+K\bigl(\tfrac1{nb}\bigr),\ \frac{d-\mu}{nb}+"
    r"K\bigl(-\tfrac1{nb}\bigr)\Bigr\}",
    lambda instance: extreme((at_end(instance, False), at_end(instance, True)), largest=True),
)
LEVEL = Quantity[NoisyMean](
    "(d - c)/(nb)",
    r"\frac{d-c}{nb}",
    lambda instance: multiply(
        cast(Fraction, mean_dp(instance.low, instance.high, _ONE)), instance.rate
    ),
)
AT_OUTCOME = Quantity[NoisyMean](
    "PMC(X_n->y)", r"\Lambda(X_n\to y)", lambda instance: instance.pmc(instance.outcome)
)
BEYOND = Quantity[NoisyMean](
    "sup over y <= c and y >= d of PMC(X_n->y)",
    r"\sup_{y\le c\text{ or }y\ge d}\Lambda(X_n\to y)",
    lambda instance: instance.worst_beyond(),
)
INSIDE = Property[NoisyMean](
    "c < y < d", "c<y<d", lambda instance: instance.low < instance.outcome < instance.high
)

FORMULA = (
    Assertion(MEANS, (Compared(WORST, "=", LARGER),), (ENDS,)),
    Assertion(MEANS, (Compared(WORST, "<=", LARGER),)),
)
DP = Assertion(MEANS, (Compared(WORST, "<=", LEVEL),))
SUFFICES = (
    Assertion(MEANS, (Compared(WORST, "=", BEYOND),)),
    Assertion(MEANS, (Compared(AT_OUTCOME, "<=", LARGER),), (INSIDE,)),
)

# --- any record -----------------------------------------------------------------------------------


def databases(instance: NoisyMean) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """Yield every database with its probability."""
    for records in product(instance.atoms, repeat=instance.records):
        yield tuple(value for value, _ in records), prod((own for _, own in records), start=_ONE)


def with_record(instance: NoisyMean, place: int) -> dict[Fraction, dict[Fraction, Fraction]]:
    """Return, for each value of one record, the sums of its databases with their probabilities."""
    found: dict[Fraction, dict[Fraction, Fraction]] = {}
    for values, chance in databases(instance):
        rows, total = found.setdefault(values[place], {}), sum(values, ZERO)
        rows[total] = rows.get(total, ZERO) + chance
    return found


def _leaks(instance: NoisyMean, place: int, outcome: Fraction) -> Value:
    """Return the PMC of one record at an outcome, database by database."""
    joint = [
        (
            sum(rows.values(), ZERO),
            mean(
                (chance, instance.decayed(abs(instance.records * outcome - total)))
                for total, chance in sorted(rows.items())
            ),
        )
        for _, rows in sorted(with_record(instance, place).items())
    ]
    whole: Value = ZERO
    for _, density in joint:
        whole = add(whole, density)
    least = extreme((divide(density, chance) for chance, density in joint), largest=False)
    return log(divide(whole, least))


def _of_records(instance: NoisyMean, *, largest: bool) -> Value:
    found = (_leaks(instance, place, instance.outcome) for place in range(instance.records))
    return extreme(found, largest=largest)


MOST = Quantity[NoisyMean](
    "max_i PMC(X_i->y)",
    r"\max_i\Lambda(X_i\to y)",
    lambda instance: _of_records(instance, largest=True),
)
LEAST = Quantity[NoisyMean](
    "min_i PMC(X_i->y)",
    r"\min_i\Lambda(X_i\to y)",
    lambda instance: _of_records(instance, largest=False),
)
SYMMETRY = Assertion(MEANS, (Compared(MOST, "=", LEAST),))


def _same_pairs(instance: NoisyMean) -> bool:
    """Whether each record has the same joint law with the sum of the others."""
    laws = [
        {
            (value, total - value): chance
            for value, rows in with_record(instance, place).items()
            for total, chance in rows.items()
        }
        for place in range(instance.records)
    ]
    return all(law == laws[0] for law in laws)


EXCHANGED = Assertion(
    MEANS,
    (
        Property(
            "every record has one joint law with the sum of the others",
            r"\bigl(X_i,\textstyle\sum_{k\ne i}X_k\bigr)\sim\bigl(X_j,\sum_{k\ne j}X_k\bigr)",
            _same_pairs,
        ),
    ),
)

# --- uniform records ------------------------------------------------------------------------------


def _moment(instance: UniformMean) -> Value:
    """Return the library's E[e^(t(X - c))] at t = 1/(nb)."""
    rate, length = sympified(instance.rate), sympified(instance.high - instance.low)
    return from_kernel(read(uniform_mgf(rate, sp.Integer(0), length)))


UNIFORM_FORMULA = Quantity[UniformMean](
    "log(nb/(d - c) (e^((d - c)/(nb)) - 1))",
    r"\log\Bigl(\frac{nb}{d-c}\bigl(e^{(d-c)/(nb)}-1\bigr)\Bigr)",
    lambda instance: log(_moment(instance)),
)
UNIFORM_PMC = Quantity[UniformMean](
    "PMC(X_n->y)", r"\Lambda(X_n\to y)", lambda instance: instance.pmc(instance.outcome)
)
UNIFORM_AT_END = Quantity[UniformMean](
    "PMC(X_n->d)", r"\Lambda(X_n\to d)", lambda instance: instance.pmc(instance.high)
)
UNIFORM_LEVEL = Quantity[UniformMean](
    "(d - c)/(nb)", r"\frac{d-c}{nb}", lambda instance: instance.width
)
UNIFORM = Assertion(
    UNIFORM_MEANS,
    (
        Compared(UNIFORM_PMC, "<=", UNIFORM_FORMULA),
        Compared(UNIFORM_AT_END, "=", UNIFORM_FORMULA),
        Compared(UNIFORM_FORMULA, "<", UNIFORM_LEVEL),
    ),
)

_CELLS = 16


def _riemann(instance: UniformMean, above: int) -> Value:
    """Sum e^(t(x - c)) over cells of [c, d], at their lower ends (0) or upper ends (1)."""
    total: Value = ZERO
    for k in range(_CELLS):
        total = add(total, exp(instance.width * Fraction(k + above, _CELLS)))
    return multiply(Fraction(1, _CELLS), total)


MOMENT = Quantity[UniformMean](
    "(e^((d - c)/(nb)) - 1) nb/(d - c)", r"\frac{nb}{d-c}\bigl(e^{(d-c)/(nb)}-1\bigr)", _moment
)
INTEGRAL = Assertion(
    UNIFORM_MEANS,
    (
        Compared(
            MOMENT,
            ">",
            Quantity[UniformMean](
                "a lower sum of E[e^((X - c)/(nb))]",
                r"S_{\min}",
                lambda instance: _riemann(instance, 0),
            ),
        ),
        Compared(
            MOMENT,
            "<",
            Quantity[UniformMean](
                "an upper sum of E[e^((X - c)/(nb))]",
                r"S_{\max}",
                lambda instance: _riemann(instance, 1),
            ),
        ),
    ),
)
