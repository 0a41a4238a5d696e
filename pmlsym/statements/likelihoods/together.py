"""Additivity of leakage over any number of independent pairs of a secret and an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.statements.arithmetic import add
from pmlsym.statements.assertion import (
    Assertion,
    Compared,
    ConditionCheck,
    Domain,
    Judgement,
    Quantity,
)
from pmlsym.statements.assertion.read_as import ReadAsAssertion
from pmlsym.statements.likelihoods.outcome import leakage_at
from pmlsym.statements.likelihoods.rows import Row, chances, distribution, pairs_of
from pmlsym.statements.likelihoods.statement import OfLikelihoods, column, weighed
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import ZERO, Value


@dataclass(frozen=True)
class Pairs:
    """Independent secrets, each with an outcome of a mechanism of its own.

    Parameters
    ----------
    each : for each secret its prior, and the likelihood of its outcome under each of its values.

    Raises
    ------
    ParameterError
        If there is no pair, or a number is not exact or out of range.
    ChannelError
        If a prior has a negative entry, or its sum is not 1.

    Examples
    --------
    >>> print(Pairs([((Fraction(1, 3), Fraction(2, 3)), (1, 0))]))
    prior (1/3, 2/3), P(y|x) (1, 0)
    """

    each: tuple[tuple[Row, Row], ...]

    def __post_init__(self) -> None:
        each = []
        for masses, given in pairs_of("each", self.each, "a tuple of priors with likelihoods"):
            likelihoods = chances("the likelihoods of a pair", given)
            each.append(
                (distribution("the prior of a pair", masses, len(likelihoods)), likelihoods)
            )
        if not each:
            raise ParameterError("each is empty, but there has to be a pair.")
        object.__setattr__(self, "each", tuple(each))

    @property
    def possible(self) -> bool:
        """Whether all outcomes are possible."""
        return all(
            any(mass and likely for mass, likely in zip(masses, likelihoods, strict=True))
            for masses, likelihoods in self.each
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as exact text, for JSON."""
        return {
            "priors": [list(map(str, masses)) for masses, _ in self.each],
            "likelihoods": [list(map(str, likelihoods)) for _, likelihoods in self.each],
        }

    def __str__(self) -> str:
        return "; ".join(
            f"prior ({', '.join(map(str, masses))}), P(y|x) ({', '.join(map(str, likelihoods))})"
            for masses, likelihoods in self.each
        )


@dataclass(frozen=True)
class Additive(ReadAsAssertion):
    """The claim that the leakage of k independent secrets is the sum of their leakages.

    Parameters
    ----------
    kind : pml, pmc, ldp or another leakage measure.

    Raises
    ------
    StatementError
        If `kind` is no leakage measure.

    Examples
    --------
    >>> print(Additive("pmc").words())
    For every k >= 1 independent pairs of a secret and a mechanism, and outcomes that are possible:
    pmc(X_1,...,X_k->y_1,...,y_k) = the sum of pmc(X_i->y_i).
    >>> Additive("pmc").trial(20).violations
    0
    """

    kind: MeasureName

    def __post_init__(self) -> None:
        known = ", ".join(MEASURES)
        if type(self.kind) is not str or self.kind not in MEASURES:
            raise StatementError(f"kind is {self.kind!r}, but has to be one of {known}.")

    @property
    def of_two(self) -> OfLikelihoods:
        """The statement for two pairs."""
        kind = self.kind
        return OfLikelihoods(
            parse(
                f"priors P, Q; product B = P x Q: {kind}_B = {kind}_P + {kind}_Q "
                "where chance_P > 0, chance_Q > 0"
            )
        )

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on pairs, from the definitions; impossible outcomes do not count.

        Raises
        ------
        ParameterError
            If the object is no Pairs.
        """
        if type(instance) is Pairs and not instance.possible:
            return Judgement(False, None, ConditionCheck("outcomes that are possible", False))
        return self._assertion.judge(instance)

    @cached_property
    def _assertion(self) -> Assertion[Pairs]:
        kind, latex = self.kind, MEASURES[self.kind].latex

        def together(instance: Pairs) -> Value:
            """Return the leakage of the joint secret, enumerating the product alphabet."""
            masses, likelihoods = (
                tuple([Fraction(prod(some)) for some in product(*rows)])
                for rows in zip(*instance.each, strict=True)
            )
            return leakage_at(kind, masses, likelihoods)

        def apart(instance: Pairs) -> Value:
            total: Value = ZERO
            for masses, likelihoods in instance.each:
                total = add(total, leakage_at(kind, masses, likelihoods))
            return total

        return Assertion(
            _ALL_PAIRS,
            (
                Compared(
                    Quantity(
                        f"{kind}(X_1,...,X_k->y_1,...,y_k)", rf"{latex}(X^k \to y^k)", together
                    ),
                    "=",
                    Quantity(
                        f"the sum of {kind}(X_i->y_i)", rf"\sum_i {latex}(X_i \to y_i)", apart
                    ),
                ),
            ),
        )


def _draw(number: int, random: Random) -> Pairs:
    def pair(place: int) -> tuple[Row, Row]:
        likelihoods = column(number + place, random)
        return weighed(len(likelihoods), random), likelihoods

    return Pairs(tuple(map(pair, range((2, 1, 2, 3)[number % 4]))))


_ALL_PAIRS = Domain(
    "every k >= 1 independent pairs of a secret and a mechanism, and outcomes that are possible",
    r"P_{X^k}=\prod P_{X_i},\ P_{Y^k\mid X^k}=\prod P_{Y_i\mid X_i}",
    Pairs,
    _draw,
)
