"""What the claims on linear queries say of one release: leakages by enumeration, and the bounds.

Leakages come from enumerated databases (`pmlsym.statements.worlds`), which know no bound. The
bounds are the library's `least_density`, term by term over all sets of signs and all classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.formulas.laplace import least_density
from pmlsym.statements.arithmetic import add, divide, exp, log, minus
from pmlsym.statements.assertion import Property, Quantity
from pmlsym.statements.values import LogOf, Value
from pmlsym.statements.worlds.release import Release, Row, distance, favouring
from pmlsym.statements.worlds.worst import worst_leakage, worst_outcome

# --- the bounds ----------------------------------------------------------------------------------


def all_signs(world: Release) -> Iterator[tuple[int, ...]]:
    """Go through the subsets of the queries: 1 within, -1 without."""
    return product((1, -1), repeat=world.queries)


def scores(world: Release, slopes: Sequence[int | Fraction]) -> list[Fraction]:
    """Return <s, w_j> for every class; for signs this is c_j."""
    return [
        sum((s * w for s, w in zip(slopes, column, strict=True)), Fraction(0))
        for column in world.columns
    ]


def _fall(world: Release, exponent: Fraction) -> Fraction:
    found = world.fall(exponent)
    assert isinstance(found, Fraction)  # the worlds of these claims have a rational decay
    return found


def term(world: Release, exponents: Sequence[Fraction], favoured: Fraction) -> Fraction:
    """Return e to the bound with these exponents: 1/(alpha sum_j q^t_j + (1 - k alpha) q^t)."""
    total = sum((_fall(world, t) for t in exponents), Fraction(0))
    least: Fraction = least_density(total, _fall(world, favoured), world.alpha, world.classes)
    return 1 / least


def at_signs(world: Release, slopes: Sequence[int | Fraction]) -> Fraction:
    """Return e to the bound at signs or slopes: the class with the least score leaks."""
    c = scores(world, slopes)
    return term(world, [x - min(c) for x in c], max(c) - min(c))


def corner(world: Release) -> Fraction:
    """Return e to the power of (5)."""
    return max(at_signs(world, signs) for signs in all_signs(world))


def triangle_terms(world: Release) -> list[Fraction]:
    """Return for every class e to the largest of its terms in (7)."""
    found = []
    for column in world.columns:
        apart = [distance(other, column) for other in world.columns]
        found.append(term(world, apart, max(apart)))
    return found


def spread(world: Release, signs: Sequence[int]) -> Fraction:
    """Return c_{j^*} - c_{j_*} for a set of signs."""
    c = scores(world, signs)
    return max(c) - min(c)


def farthest_columns(world: Release) -> Fraction:
    """Return the largest l1 distance of two columns."""
    return max(distance(a, c) for a in world.columns for c in world.columns)


def level(world: Release) -> Value:
    """Return eps_DP by its formula (4)."""
    return minus(log(world.fall(farthest_columns(world))))


# --- quantities of a release ---------------------------------------------------------------------


def of(text: str, latex: str, measured: Callable[[Release], Value]) -> Quantity[Release]:
    """Name a number that a release has."""
    return Quantity(text, latex, measured)


LEAK = of("l(D_i -> y)", r"\ell(D_i\to y)", lambda world: world.pml)
FIVE = of("(5)", "(5)", lambda world: log(corner(world)))
SEVEN = of("(7)", "(7)", lambda world: log(max(triangle_terms(world))))
EPS_DP = of("eps_DP of (4)", r"\varepsilon_{\mathrm{DP}}", level)
DP = of(
    "the smallest eps with eps-DP",
    r"\min\{\varepsilon:\varepsilon\text{-DP}\}",
    lambda world: world.dp,
)
LOG_FLOOR = of("log(1/alpha)", r"\log\tfrac1\alpha", lambda world: LogOf(1 / world.alpha))
RECORDS: Quantity[Release] = Quantity("n", "n", lambda world: Fraction(world.records), size=True)
CLASSES: Quantity[Release] = Quantity("k", "k", lambda world: Fraction(world.classes), size=True)
WORST = of(
    "L_n, the largest l(D_i -> y) over Q_alpha and y",
    r"L_n=\max_{P_X\in\mathcal Q_\alpha,\,y}\ell(D_i\to y)",
    lambda world: worst_leakage(world, world.records),
)
WORST_NEXT = of("L_(n+1)", "L_{n+1}", lambda world: worst_leakage(world, world.records + 1))
WORST_ONE = of("L_1", "L_1", lambda world: worst_leakage(world, 1))
WORST_OUTCOME = of(
    "the largest l(D_i -> y) over y",
    r"\max_y\ell(D_i\to y)",
    lambda world: worst_outcome(world).pml,
)


def number(n: int) -> Quantity[Release]:
    """Return a whole number as a quantity of every release."""
    return Quantity(str(n), str(n), lambda _: Fraction(n), size=True)


def _differ(world: Release) -> bool:
    return len(set(world.columns)) > 1


COLUMNS_DIFFER = Property(
    "two columns of W differ", r"\exists j,r:\ w_j\ne w_r", _differ, degenerate=True
)


def at_ends(world: Release, column: Row) -> bool:
    """Whether a column has the least or the largest entry of every row."""
    ends = [(min(row), max(row)) for row in world.workload]
    return all(entry in pair for entry, pair in zip(column, ends, strict=True))


# --- a release with other numbers beside its own -------------------------------------------------


@dataclass(frozen=True)
class Beside:
    """A release with another floor, another scale and slopes beside its own.

    Parameters
    ----------
    release : the release.
    floor : another floor.
    decay : e^(-unit/b') of another scale b'.
    slopes : of the queries, each in [-1, 1].
    """

    release: Release
    floor: Fraction
    decay: Fraction
    slopes: Row

    def __str__(self) -> str:
        slopes = ", ".join(map(str, self.slopes))
        return f"{self.release}; alpha' = {self.floor}, decay of b' = {self.decay}, s = ({slopes})"

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {
            **self.release.as_dict(),
            "other floor": str(self.floor),
            "other decay": str(self.decay),
            "slopes": list(map(str, self.slopes)),
        }


def with_floor(world: Beside) -> Release:
    """Return the release with the other floor; its priors, which may break it, play no part."""
    k = world.release.classes
    own = world.release
    prior = favouring(world.floor, k, 0)
    return Release(own.workload, world.floor, own.decay, (prior,), own.outcome, 0, own.unit)


def with_scale(world: Beside) -> Release:
    """Return the release with the other scale."""
    own = world.release
    return Release(
        own.workload, own.alpha, world.decay, own.priors, own.outcome, own.record, own.unit
    )


def sloped(world: Beside) -> Value:
    """Return -log sum_j p_j e^(<s, w_r - w_j>/b) for the best class r, p the record's prior."""
    own = world.release
    c = scores(own, world.slopes)
    falls = [own.fall(x - min(c)) for x in c]
    total = Fraction(0)
    for p, fall in zip(own.priors[own.record], falls, strict=True):
        assert isinstance(fall, Fraction)  # slopes are whole or half, decays then squares
        total += p * fall
    return log(1 / total)


def beside(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity of the release itself."""
    return Quantity(quantity.text, quantity.latex, lambda world: quantity.of(world.release))


def at_floor(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other floor alpha'."""
    return Quantity(
        f"{quantity.text} at alpha'",
        rf"{quantity.latex}\big|_{{\alpha'}}",
        lambda world: quantity.of(with_floor(world)),
    )


def at_scale(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other scale b'."""
    return Quantity(
        f"{quantity.text} at b'",
        rf"{quantity.latex}\big|_{{b'}}",
        lambda world: quantity.of(with_scale(world)),
    )


def gap(quantity: Quantity[Release]) -> Quantity[Release]:
    """Return eps_DP minus a bound."""
    return of(
        f"eps_DP - {quantity.text}",
        rf"\varepsilon_{{\mathrm{{DP}}}}-{quantity.latex}",
        lambda world: add(level(world), minus(quantity.of(world))),
    )


def exponential(value: Value) -> Fraction:
    """Return e to a logarithm of a rational."""
    found = exp(value)
    assert isinstance(found, Fraction)
    return found


def scale_for_dp(world: Release, epsilon: Value) -> Value:
    """Return the scale D/eps at which the release is eps-DP and no better."""
    return divide(farthest_columns(world), epsilon)
