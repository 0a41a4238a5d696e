"""Released histograms and variants: counts of some classes, copied records, privacy levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import TypeVar

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.assertion import Domain
from pmlsym.statements.instances.rationals import Row, fraction, of_class
from pmlsym.statements.instances.released.databases import Curator, broken, curators
from pmlsym.statements.instances.released.release import Release, release
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.values import ONE, ZERO, Closed, Infinite, Value, extreme

# --- mechanisms with a claimed level of differential privacy --------------------------------------

_MOST_PAIRS = 2  # of neighbours that violate the level; one is enough


@dataclass(frozen=True)
class AtLevel:
    """A mechanism on n records, and a level eps >= 0 of differential privacy.

    Parameters
    ----------
    curator : the mechanism, with a product prior.
    ratio : e^eps, at least 1.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> bit = Curator(((half, half),), ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    >>> AtLevel(bit, Fraction(2)).near_databases
    LogOf(argument=Fraction(10, 1))
    """

    curator: Curator
    ratio: Fraction

    def __post_init__(self) -> None:
        of_class("curator", self.curator, (Curator,))
        vars(self).update(ratio=fraction("ratio", self.ratio, least=1))

    @property
    def epsilon(self) -> Value:
        """The level eps."""
        return log(self.ratio)

    @property
    def near_databases(self) -> Value:
        """The largest leakage under priors concentrated near neighbours that violate the level."""
        found: Value = Infinite.MINUS
        for x, near, y in broken(self.curator, self.epsilon)[:_MOST_PAIRS]:
            high, low = self.curator.table[x][y], self.curator.table[near][y]
            share = (high - self.ratio * low) / (2 * (high + 2 * self.ratio))
            found = extreme((found, self.curator.near(x, near, share).leakage), largest=True)
        return found

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {**self.curator.as_dict(), "exp(eps)": str(self.ratio)}

    def __str__(self) -> str:
        return f"{self.curator}, e^eps = {self.ratio}"


def levels(tries: int = 200) -> Domain[AtLevel]:
    """Return the domain of mechanisms with levels; most samples are below the true DP level.

    Examples
    --------
    >>> levels().words
    'every mechanism on n records and every level eps >= 0'
    """
    drawn = curators()

    def draw(number: int, random: Random) -> AtLevel:
        curator = drawn.draw(number, random)
        if isinstance(curator.dp, Infinite):
            return AtLevel(curator, Fraction(random.choice((1, 2, 50))))
        most = exp(curator.dp)
        assert isinstance(most, Fraction)  # a ratio of probabilities
        share = random.choice((0, Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), 1))
        return AtLevel(curator, 1 + share * (most - 1))

    words = "every mechanism on n records and every level eps >= 0"
    return Domain(words, r"\forall P_{Y|X},\ \varepsilon\ge0", AtLevel, draw, tries)


# --- records that are copies of one, so perfectly correlated --------------------------------------


@dataclass(frozen=True)
class Copies:
    """A histogram of n records D_1 = ... = D_n with noise on every bin.

    Parameters
    ----------
    prior : the probabilities of the k classes, all positive.
    records : the number n of copies.
    decay : e^(-1/b) of the noise, between 0 and 1.
    margin : e^delta > 1, for a margin delta between leakages.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> instance = Copies((half, half), 3, half, Fraction(2))
    >>> instance.leakage([3, 0])
    LogOf(argument=Fraction(128, 65))
    >>> instance.worst == instance.leakage([3, 0]), instance.direct
    (True, LogOf(argument=Fraction(2, 1)))
    """

    prior: tuple[Fraction, ...]
    records: int
    decay: Fraction
    margin: Fraction

    def __post_init__(self) -> None:
        vars(self).update(
            prior=distribution("prior", self.prior, full=True),
            records=whole("records", self.records, 1),
            decay=fraction("decay", self.decay, above=0, below=1),
            margin=fraction("margin", self.margin, above=1),
        )

    def leakage(self, outcome: Sequence[int]) -> Value:
        """Return l(D_1 -> y); only the k databases of copies have positive probability."""
        bins = range(len(self.prior))
        distances = [
            sum(abs(outcome[j] - self.records * (j == held)) for j in bins) for held in bins
        ]
        densities = [self.decay ** (gap - min(distances)) for gap in distances]
        marginal = sum((p * f for p, f in zip(self.prior, densities, strict=True)), ZERO)
        return log(max(densities) / marginal)

    @property
    def worst(self) -> Value:
        """The largest l(D_1 -> y) over the outcomes y in {0, n}^k, the kinks of the densities."""
        ends = product((0, self.records), repeat=len(self.prior))
        found = [self.leakage(outcome) for outcome in ends]
        return max(found, key=lambda value: getattr(value, "argument", ONE))

    @property
    def direct(self) -> Value:
        """The worst leakage of a mechanism that publishes D_1 itself: log(1/pmin)."""
        lifts = [ONE / p for p in self.prior]  # at y = d: P(y|d) = 1, P(y) = P(d)
        return log(max(lifts))

    def __str__(self) -> str:
        held = ", ".join(map(str, self.prior))
        return (
            f"{self.records} copies, prior ({held}), e^(-1/b) = {self.decay}, "
            f"e^delta = {self.margin}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "prior": list(map(str, self.prior)),
            "records": self.records,
            "decay": str(self.decay),
            "margin": str(self.margin),
        }


# --- histograms -----------------------------------------------------------------------------------

R = TypeVar("R", bound=Release)


@cache
def identity(classes: int) -> tuple[Row, ...]:
    """Return the workload of a histogram, the identity.

    Examples
    --------
    >>> identity(2)
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    return tuple(tuple(Fraction(i == j) for j in range(classes)) for i in range(classes))


@dataclass(frozen=True)
class Counts(Release):
    """A release of the noisy counts of the first m of k classes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workload != identity(self.classes)[: self.queries]:
            raise ParameterError("The workload has to count the first classes, one in each row.")


@dataclass(frozen=True)
class Histogram(Counts):
    """A release of the noisy counts of all classes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.queries != self.classes:
            raise ParameterError("A histogram counts every class.")


def as_kind(kind: type[R], instance: Release, workload: tuple[Row, ...], outcome: Row) -> R:
    """Return a release of a given class, with the same records and noise but another workload.

    Examples
    --------
    >>> instance = histogram(Fraction(1, 2), Fraction(1, 2), outcome=[1, 0])
    >>> print(as_kind(Counts, instance, instance.workload[:1], instance.outcome[:1]))
    W = [1, 0], alpha = 1/2, e^(-1/b) = 1/2, record 1 of 1, prior (1/2, 1/2), y = (1)
    """
    return kind(
        workload,
        instance.alpha,
        instance.decay,
        instance.priors,
        outcome,
        instance.record,
        instance.unit,
    )


def histogram(
    alpha: Fraction,
    decay: Fraction | Closed,
    *,
    outcome: list[int],
    priors: Sequence[Sequence[Fraction]] | None = None,
) -> Histogram:
    """Build the release of a histogram; by default of one record with the uniform prior.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> histogram(half, half, outcome=[1, 0]).pml
    LogOf(argument=Fraction(8, 5))
    """
    instance = release(identity(len(outcome)), alpha, decay, priors=priors or (), outcome=outcome)
    return as_kind(Histogram, instance, instance.workload, instance.outcome)
