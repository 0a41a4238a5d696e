"""Mechanisms on infinite alphabets: `pmc`, Examples 8 and 9 and Section VI."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.given import whole
from pmlsym.statements.arithmetic import log
from pmlsym.statements.instances.rationals import fraction
from pmlsym.statements.values import ONE, ZERO, Infinite, Value

_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)


@dataclass(frozen=True)
class ThirdPowers:
    """The mechanism of Example 8 as printed, with a secret (row) and an outcome (column).

    Parameters
    ----------
    secret, outcome : n and m, integers from 0 on.

    Examples
    --------
    >>> at_two = ThirdPowers(0, 2)
    >>> at_two.marginal, at_two.lifts
    (Fraction(1, 9), (Fraction(5, 1), Fraction(1, 2)))
    """

    secret: int
    outcome: int

    def __post_init__(self) -> None:
        secret = whole("secret", self.secret, 0)
        vars(self).update(secret=secret, outcome=whole("outcome", self.outcome, 0))

    @staticmethod
    def prior(n: int) -> Fraction:
        """P_X(n)."""
        return _THIRD**n if n else _HALF

    @staticmethod
    def prior_from(n: int) -> Fraction:
        """Return the probability of n and all larger secrets, for n >= 1: a geometric series."""
        return _THIRD**n / (1 - _THIRD)

    @staticmethod
    def kernel(n: int, m: int) -> Fraction:
        """P(m|n)."""
        if n == 0:
            return Fraction(3, 4) if m == 0 else _THIRD**m / 2
        if m == 0:
            return Fraction(1, 4)
        return _HALF + _THIRD**m / 2 if n == m else _THIRD**m / 2

    @property
    def first_alike(self) -> int:
        """A secret from which on all secrets give the outcome the same likelihood."""
        return max(self.outcome, self.secret) + 1

    @property
    def prior_mass(self) -> Fraction:
        """The sum of all P_X(n)."""
        return sum(map(self.prior, range(self.first_alike)), self.prior_from(self.first_alike))

    @property
    def row_mass(self) -> Fraction:
        """The sum of all P(m|n) for the secret; from `first_alike` on P(m|n) is half the prior."""
        end = self.first_alike
        return sum((self.kernel(self.secret, m) for m in range(end)), self.prior_from(end) / 2)

    @property
    def marginal(self) -> Fraction:
        """P_Y(m), summed over all secrets."""
        m, end = self.outcome, self.first_alike
        first = sum((self.prior(n) * self.kernel(n, m) for n in range(end)), ZERO)
        return first + self.prior_from(end) * self.kernel(end, m)

    @property
    def lifts(self) -> tuple[Fraction, Fraction]:
        """The largest and the smallest lift at the outcome."""
        column = [self.kernel(n, self.outcome) for n in range(self.first_alike + 1)]
        return max(column) / self.marginal, min(column) / self.marginal

    def pml(self) -> Value:
        """PML at the outcome."""
        return log(self.lifts[0])

    def pmc(self) -> Value:
        """PMC at the outcome."""
        return log(1 / self.lifts[1])

    def __str__(self) -> str:
        return f"Example 8 at n = {self.secret} and m = {self.outcome}"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {"parameters": {"n": str(self.secret), "m": str(self.outcome)}}


@dataclass(frozen=True)
class Retained:
    """A mechanism that keeps the secret with some probability, and else draws a new one.

    The prior is P(n) = ratio^n for n >= 1, up to the last secret if there is one, and P(0) is the
    rest.

    Parameters
    ----------
    ratio : above 0 and at most 1/3.
    kept : the probability of keeping the secret, from 0 to 1.
    secrets : the number of secrets, at least 2; None for countably many.

    Examples
    --------
    >>> Retained(_THIRD, _HALF, None).worst_pmc(), Retained(_THIRD, _HALF, None).worst_pml()
    (LogOf(argument=Fraction(2, 1)), <Infinite.PLUS: 1>)
    """

    ratio: Fraction
    kept: Fraction
    secrets: int | None

    def __post_init__(self) -> None:
        vars(self).update(
            ratio=fraction("ratio", self.ratio, above=0, most=_THIRD),
            kept=fraction("kept", self.kept, least=0, most=1),
        )
        if self.secrets is not None:
            vars(self).update(secrets=whole("secrets", self.secrets, 2))

    def prior(self, n: int) -> Fraction:
        """P(n)."""
        if n:
            return self.ratio**n
        end = ZERO if self.secrets is None else self.ratio**self.secrets
        return 1 - (self.ratio - end) / (1 - self.ratio)

    def lift(self, secret: int, outcome: int) -> Fraction:
        """P(outcome|secret)/P(outcome); the mechanism leaves the prior invariant."""
        own = self.kept / self.prior(outcome) if secret == outcome else ZERO
        return own + 1 - self.kept

    def _outcomes(self) -> range:
        """All outcomes if there are finitely many secrets; else the first three."""
        return range(self.secrets if self.secrets is not None else 3)

    def worst_pml(self) -> Value:
        """Supremum of PML; with countably many secrets kept/P(m) has no bound."""
        if self.secrets is None and self.kept:
            return Infinite.PLUS
        return log(max(self.lift(m, m) for m in self._outcomes()))

    def worst_pmc(self) -> Value:
        """Supremum of PMC: the smallest lift is 1 - kept, where secret and outcome differ."""
        lifts = [self.lift(n, m) for m in self._outcomes() for n in self._outcomes()]
        return log(1 / min(lifts)) if min(lifts) else Infinite.PLUS

    def __str__(self) -> str:
        count = "countably many" if self.secrets is None else str(self.secrets)
        return (
            f"{count} secrets with P(n) = ({self.ratio})^n for n >= 1, kept with probability "
            f"{self.kept}, else drawn again"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        count = "countably many" if self.secrets is None else str(self.secrets)
        parameters = {"ratio": str(self.ratio), "kept": str(self.kept), "secrets": count}
        return {"parameters": parameters}


@dataclass(frozen=True)
class Clayton:
    """The joint density on the unit square of Example 9 as printed, with a point.

    Parameters
    ----------
    share : eta, in (0, 1).
    secret, outcome : x and y, in (0, 1).
    cells : the number of cells of the unit interval, for sums that enclose an integral.
    near : delta, above 0 and below 4/y^2, so that delta y^2/4 is below 1.

    Examples
    --------
    >>> Clayton(Fraction(1, 4), _HALF, _HALF, 4, _HALF).density
    Fraction(41, 36)
    """

    share: Fraction
    secret: Fraction
    outcome: Fraction
    cells: int
    near: Fraction

    def __post_init__(self) -> None:
        outcome = fraction("outcome", self.outcome, above=0, below=1)
        vars(self).update(
            share=fraction("share", self.share, above=0, below=1),
            secret=fraction("secret", self.secret, above=0, below=1),
            outcome=outcome,
            cells=whole("cells", self.cells, 1),
            near=fraction("near", self.near, above=0, below=4 / outcome**2),
        )

    def at(self, x: Fraction, y: Fraction) -> Fraction:
        """f(x, y), with the density of the copula as printed."""
        copula = 2 * (x * y) ** -2 * (1 / x + 1 / y - 1) ** -3
        return self.share + (1 - self.share) * copula

    @property
    def density(self) -> Fraction:
        """f(x, y); the example claims that both marginals are uniform."""
        return self.at(self.secret, self.outcome)

    def _cells(self, upper: bool, swapped: bool) -> Fraction:
        """Bound the integral over one variable by a bound of the density on each cell [a, b].

        The density is eta + (1 - eta) 2xy/(x + y - xy)^3.
        """
        fixed, step = (self.secret if swapped else self.outcome), Fraction(1, self.cells)
        total = ZERO
        for k in range(self.cells):
            ends = k * step, (k + 1) * step
            above, below = (ends[1], ends[0]) if upper else ends
            total += 2 * above * fixed / (below * (1 - fixed) + fixed) ** 3 * step
        return self.share + (1 - self.share) * total

    def least_mass(self, swapped: bool = False) -> Fraction:
        """Bound the integral of f(., y), or of f(x, .), from below."""
        return self._cells(upper=False, swapped=swapped)

    def most_mass(self, swapped: bool = False) -> Fraction:
        """Bound the integral of f(., y), or of f(x, .), from above."""
        return self._cells(upper=True, swapped=swapped)

    def information(self) -> Value:
        """Return the information density at the point."""
        return log(self.density)

    def on_diagonal(self) -> Value:
        """Return the information density at (y, y): at most the PML of y."""
        return log(self.at(self.outcome, self.outcome))

    def near_axis(self) -> Value:
        """Minus the information density at (delta y^2/4, y): at most the PMC of y."""
        return log(1 / self.at(self.near * self.outcome**2 / 4, self.outcome))

    def __str__(self) -> str:
        return (
            f"eta = {self.share}, x = {self.secret}, y = {self.outcome}, {self.cells} cells, "
            f"delta = {self.near}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        names = ("eta", self.share), ("x", self.secret), ("y", self.outcome), ("delta", self.near)
        return {"parameters": {name: str(value) for name, value in names}}


# --- sampling -------------------------------------------------------------------------------------


def draw_powers(number: int, random: Random) -> ThirdPowers:
    """Sample a secret and an outcome of Example 8; the first sixteen pairs are 0 to 3."""
    if number < 16:
        return ThirdPowers(number // 4, number % 4)
    return ThirdPowers(random.randint(0, 30), random.randint(0, 30))


_KEPT = (
    Retained(_THIRD, _HALF, None),
    Retained(_THIRD, ONE, 2),
    Retained(_THIRD, ZERO, 2),
    Retained(_THIRD, ONE, None),
    Retained(_THIRD, ZERO, None),
    Retained(_THIRD, _HALF, 2),
)


def draw_retained(number: int, random: Random) -> Retained:
    """Sample a mechanism that keeps the secret or draws a new one, edge cases first."""
    if number < len(_KEPT):
        return _KEPT[number]
    secrets = random.choice((None, 2, 3, 5))
    return Retained(Fraction(1, random.randint(3, 9)), Fraction(random.randint(0, 8), 8), secrets)


def draw_clayton(number: int, random: Random) -> Clayton:
    """Sample a point of the unit square, points near the boundary first."""
    near, far = Fraction(1, 100), Fraction(99, 100)
    corners = [(x, y) for x in (near, _HALF, far) for y in (near, _HALF, far)]
    if number < len(corners):
        return Clayton(_HALF, *corners[number], 8, near)

    def inside() -> Fraction:
        return Fraction(random.randint(1, 59), 60)

    near = Fraction(1, random.randint(1, 20))
    return Clayton(inside(), inside(), inside(), random.choice((1, 4, 20)), near)
