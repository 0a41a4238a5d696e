"""A noisy histogram of records that are all copies of one: data as correlated as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.given import whole
from pmlsym.statements.arithmetic import log
from pmlsym.statements.values import ONE, ZERO, Value
from pmlsym.statements.worlds.rationals import fraction
from pmlsym.statements.worlds.stochastic import distribution


@dataclass(frozen=True)
class Copies:
    """A histogram of n records D_1 = ... = D_n with noise on every bin.

    Parameters
    ----------
    prior : the probabilities of the k classes, all positive.
    records : the number n of copies.
    decay : e^(-1/b) of the noise, between 0 and 1.
    margin : e^delta, by which leakages are compared.

    Raises
    ------
    InputError
        If a number is out of its range, or the prior is none.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> world = Copies((half, half), 3, half, Fraction(2))
    >>> world.leakage([3, 0])
    LogOf(argument=Fraction(128, 65))
    >>> world.worst == world.leakage([3, 0]), world.direct
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
        """Return l(D_1 -> y): only the k databases of copies have positive probability."""
        bins = range(len(self.prior))
        distances = [
            sum(abs(outcome[j] - self.records * (j == held)) for j in bins) for held in bins
        ]
        densities = [self.decay ** (gap - min(distances)) for gap in distances]
        marginal = sum((p * f for p, f in zip(self.prior, densities, strict=True)), ZERO)
        return log(max(densities) / marginal)

    @property
    def worst(self) -> Value:
        """The largest l(D_1 -> y) over outcomes at which some density has a kink."""
        ends = product((0, self.records), repeat=len(self.prior))
        found = [self.leakage(outcome) for outcome in ends]
        return max(found, key=lambda value: getattr(value, "argument", ONE))

    @property
    def direct(self) -> Value:
        """The leakage of a mechanism that publishes D_1 itself: the largest P(y|d)/P(y)."""
        lifts = [ONE / p for p in self.prior]  # at y = d: P(y|d) = 1, P(y) = P(d)
        return log(max(lifts))

    def __str__(self) -> str:
        held = ", ".join(map(str, self.prior))
        return (
            f"{self.records} copies, prior ({held}), e^(-1/b) = {self.decay}, "
            f"e^delta = {self.margin}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {
            "prior": list(map(str, self.prior)),
            "records": self.records,
            "decay": str(self.decay),
            "margin": str(self.margin),
        }
