"""Quantities of one release of linear queries that a text does not name, and of two releases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.statements.arithmetic import add, exp, log, minus
from pmlsym.statements.assertion import Property, Quantity
from pmlsym.statements.instances.rationals import Row, fraction, numbers, of_class
from pmlsym.statements.instances.released.bounds import corner, exact, level, scores, triangle_terms
from pmlsym.statements.instances.released.release import Release, favouring
from pmlsym.statements.instances.released.worst import worst_leakage, worst_outcome
from pmlsym.statements.values import LogOf, Value

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
