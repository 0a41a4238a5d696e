"""Quantities of one release of linear queries: leakages by enumeration, and the bounds.

Leakages come from enumerated databases (`pmlsym.statements.instances`), without any bound. The
bounds are the library's `least_density`, term by term over all sets of signs and all classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.formulas.laplace import least_density
from pmlsym.statements.arithmetic import add, exp, log, minus
from pmlsym.statements.assertion import Property, Quantity
from pmlsym.statements.instances.rationals import Row, fraction, numbers, of_class
from pmlsym.statements.instances.released.release import Release, distance, favouring
from pmlsym.statements.instances.released.worst import worst_leakage, worst_outcome
from pmlsym.statements.values import LogOf, Value

# --- the bounds ----------------------------------------------------------------------------------


def all_signs(instance: Release) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of the queries as signs: 1 for members, -1 for others."""
    return product((1, -1), repeat=instance.queries)


def scores(instance: Release, slopes: Sequence[int | Fraction]) -> list[Fraction]:
    """Return <s, w_j> for every class; for signs this is c_j."""
    return [
        sum((s * w for s, w in zip(slopes, column, strict=True)), Fraction(0))
        for column in instance.columns
    ]


def exact(value: Value) -> Fraction:
    """Return a rational value: the instances of these claims have a rational decay."""
    assert isinstance(value, Fraction)
    return value


def _steps(instance: Release) -> list[tuple[int, ...]]:
    """Return the columns as integer multiples of the unit, for fast arithmetic."""
    found = [tuple(w / instance.unit for w in column) for column in instance.columns]
    assert all(w.denominator == 1 for column in found for w in column)
    return [tuple(int(w) for w in column) for column in found]


def _term(instance: Release, exponents: Sequence[int]) -> Fraction:
    """Return e^bound for these exponents: 1/(alpha sum_j q^t_j + (1 - k alpha) q^t_max)."""
    decay, most = exact(instance.decay), max(exponents)
    down, up = decay.numerator, decay.denominator
    total = Fraction(sum(down**t * up ** (most - t) for t in exponents), up**most)
    return 1 / Fraction(least_density(total, decay**most, instance.alpha, instance.classes))


def _gaps(columns: Sequence[Sequence[int]], signs: Sequence[int]) -> list[int]:
    """Return c_j - c_{j_*} for every class."""
    c = [sum(s * w for s, w in zip(signs, column, strict=True)) for column in columns]
    return [x - min(c) for x in c]


def by_signs(instance: Release) -> list[tuple[Fraction, Fraction]]:
    """Return for every set of signs e^(its term in (5)), and its spread c_{j^*} - c_{j_*}."""
    columns = _steps(instance)
    gaps = [_gaps(columns, signs) for signs in all_signs(instance)]
    return [(_term(instance, gap), max(gap) * instance.unit) for gap in gaps]


def at_signs(instance: Release, slopes: Sequence[int]) -> Fraction:
    """Return e^(the expression of (5)) at slopes in place of signs, for the class that leaks."""
    return _term(instance, _gaps(_steps(instance), slopes))


def corner(instance: Release) -> Fraction:
    """Return e^(5)."""
    columns = _steps(instance)
    least = {tuple(sorted(_gaps(columns, signs))) for signs in all_signs(instance)}
    return max(_term(instance, gaps) for gaps in least)


def triangle_terms(instance: Release) -> list[Fraction]:
    """Return for every class e^(the largest of its terms in (7))."""
    columns = _steps(instance)
    apart = [
        [sum(abs(a - c) for a, c in zip(one, other, strict=True)) for other in columns]
        for one in columns
    ]
    return [_term(instance, row) for row in apart]


def farthest_columns(instance: Release) -> Fraction:
    """Return the largest l1 distance of two columns."""
    return max(distance(a, c) for a in instance.columns for c in instance.columns)


def level(instance: Release) -> Value:
    """Return eps_DP by its formula (4)."""
    return minus(log(instance.fall(farthest_columns(instance))))


# --- quantities of a release ---------------------------------------------------------------------


def of(text: str, latex: str, measured: Callable[[Release], Value]) -> Quantity[Release]:
    """Return a named quantity of releases."""
    return Quantity(text, latex, measured)


LEAK = of("l(D_i -> y)", r"\ell(D_i\to y)", lambda instance: instance.pml)
FIVE = of("(5)", "(5)", lambda instance: log(corner(instance)))
SEVEN = of("(7)", "(7)", lambda instance: log(max(triangle_terms(instance))))
EPS_DP = of("eps_DP of (4)", r"\varepsilon_{\mathrm{DP}}", level)
DP = of(
    "the smallest eps with eps-DP",
    r"\min\{\varepsilon:\varepsilon\text{-DP}\}",
    lambda instance: instance.dp,
)
LOG_FLOOR = of("log(1/alpha)", r"\log\tfrac1\alpha", lambda instance: LogOf(1 / instance.alpha))
QUERIES: Quantity[Release] = Quantity(
    "m", "m", lambda instance: Fraction(instance.queries), size=True
)
CLASSES: Quantity[Release] = Quantity(
    "k", "k", lambda instance: Fraction(instance.classes), size=True
)
WORST = of(
    "L_n (the largest l(D_i -> y) over Q_alpha and y)",
    r"L_n=\max_{P_X\in\mathcal Q_\alpha,\,y}\ell(D_i\to y)",
    lambda instance: worst_leakage(instance, instance.records),
)
WORST_NEXT = of(
    "L_(n+1)", "L_{n+1}", lambda instance: worst_leakage(instance, instance.records + 1)
)
WORST_ONE = of("L_1", "L_1", lambda instance: worst_leakage(instance, 1))
WORST_OUTCOME = of(
    "max_y l(D_i -> y)",
    r"\max_y\ell(D_i\to y)",
    lambda instance: worst_outcome(instance).pml,
)


def number(n: int) -> Quantity[Release]:
    """Return a whole number as a quantity of every release."""
    return Quantity(str(n), str(n), lambda _: Fraction(n), size=True)


def _differ(instance: Release) -> bool:
    return len(set(instance.columns)) > 1


COLUMNS_DIFFER = Property(
    "two columns of W differ", r"\exists j,r:\ w_j\ne w_r", _differ, degenerate=True
)


def at_ends(instance: Release, column: Row) -> bool:
    """Whether a column has the least or the largest entry of every row."""
    ends = [(min(row), max(row)) for row in instance.workload]
    return all(entry in pair for entry, pair in zip(column, ends, strict=True))


# --- a release with other numbers beside its own -------------------------------------------------


@dataclass(frozen=True)
class Beside:
    """A release with another floor, another scale and slopes.

    Parameters
    ----------
    release : the release.
    floor : another floor.
    decay : e^(-unit/b') of another scale b'.
    slopes : one for each query, in [-1, 1].

    Raises
    ------
    InputError
        If a number is out of its range.
    """

    release: Release
    floor: Fraction
    decay: Fraction
    slopes: Row

    def __post_init__(self) -> None:
        own = of_class("release", self.release, (Release,))
        vars(self).update(
            floor=fraction("floor", self.floor, above=0, most=Fraction(1, own.classes)),
            decay=fraction("decay", self.decay, above=0, below=1),
            slopes=numbers("slopes", self.slopes, own.queries, least=-1, most=1),
        )

    def __str__(self) -> str:
        slopes = ", ".join(map(str, self.slopes))
        return f"{self.release}; alpha' = {self.floor}, decay of b' = {self.decay}, s = ({slopes})"

    def as_dict(self) -> dict[str, object]:
        """Return the release and the other numbers as plain data for JSON."""
        return {
            **self.release.as_dict(),
            "other floor": str(self.floor),
            "other decay": str(self.decay),
            "slopes": list(map(str, self.slopes)),
        }


def with_floor(instance: Beside) -> Release:
    """Return the release with the other floor, under a new prior that respects it."""
    k = instance.release.classes
    own = instance.release
    prior = favouring(instance.floor, k, 0)
    return Release(own.workload, instance.floor, own.decay, (prior,), own.outcome, 0, own.unit)


def with_scale(instance: Beside) -> Release:
    """Return the release with the other scale."""
    own = instance.release
    return Release(
        own.workload, own.alpha, instance.decay, own.priors, own.outcome, own.record, own.unit
    )


def sloped(instance: Beside) -> Value:
    """Return -log sum_j p_j e^(<s, w_r - w_j>/b) for the best class r, p the record's prior."""
    own = instance.release
    c = scores(own, instance.slopes)
    falls = [exact(own.fall(x - min(c))) for x in c]  # slopes of a half: the decays are squares
    pairs = zip(own.priors[own.record], falls, strict=True)
    return log(1 / sum((p * fall for p, fall in pairs), Fraction(0)))


TILTED_AT = Quantity[Beside](
    "-log min_r sum_j p_j e^(<s, w_r - w_j>/b)",
    r"\max_r-\log\sum_jp_je^{\langle s,w_r-w_j\rangle/b}",
    sloped,
)


def beside(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity of the release itself."""
    return Quantity(quantity.text, quantity.latex, lambda instance: quantity.of(instance.release))


DIFFER_BESIDE = Property[Beside](
    COLUMNS_DIFFER.text,
    COLUMNS_DIFFER.latex,
    lambda instance: _differ(instance.release),
    degenerate=True,
)
SMALLER_FLOOR = Property[Beside](
    "alpha' < alpha", r"\alpha'<\alpha", lambda instance: instance.floor < instance.release.alpha
)


def at_floor(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other floor alpha'."""
    return Quantity(
        f"{quantity.text} at alpha'",
        rf"{quantity.latex}\big|_{{\alpha'}}",
        lambda instance: quantity.of(with_floor(instance)),
    )


def at_scale(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other scale b'."""
    return Quantity(
        f"{quantity.text} at b'",
        rf"{quantity.latex}\big|_{{b'}}",
        lambda instance: quantity.of(with_scale(instance)),
    )


def gap(quantity: Quantity[Release]) -> Quantity[Release]:
    """Return eps_DP minus a bound."""
    return of(
        f"eps_DP - {quantity.text}",
        rf"\varepsilon_{{\mathrm{{DP}}}}-{quantity.latex}",
        lambda instance: add(level(instance), minus(quantity.of(instance))),
    )


def exponential(value: Value) -> Fraction:
    """Return e^value, where it is rational."""
    return exact(exp(value))
