r"""Pairs of the largest and the smallest lift that an outcome can have under a prior.

The leakages of the outcome depend on this pair alone.

**Theorem (extremes).** Let a prior have the two smallest probabilities :math:`p_1 \le p_2` and
n >= 2 secrets. Some outcome has the largest lift s and the smallest lift t (:math:`0 \le t \le s`)
if and only if, with (p, q) one of the two orders of :math:`p_1, p_2`,

.. math:: p\,(s - t) \le 1 - t \quad\text{and}\quad q\,(s - t) \le s - 1,

and for n = 2, where p + q = 1, these two say :math:`p s + q t = 1`.

*Because*: let the secret i have the lift s and another one, j, the lift t (if s = t, all lifts are
1, and both say so). The mean lift is 1, and the others lie anywhere from t to s, so there are such
lifts if and only if :math:`P_i s + (1 - P_i) t \le 1 \le P_j t + (1 - P_j) s`, with equality for
n = 2. Both inequalities are the weaker the smaller :math:`P_i` and :math:`P_j` are, so that i and
j may be the two rarest secrets, in either order. For n = 2 the two sum to an equality.

The theorem covers every number of secrets and every prior at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.proof.language import Sentence, Term
from pmlsym.statements.reductions.encoding import ONE, ZERO, EncodedQuotient, relate
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.ranges import POSITIVE, Range


@dataclass(frozen=True)
class Outcome:
    """An outcome, by its largest and its smallest lift.

    Parameters
    ----------
    high, low : the lifts.
    mean : the mean lift under the uniform prior, a symbol of which only `uniform_mean` knows
        something.
    numbers : symbols for the divergences of the posterior from the prior that a statement names.
    """

    high: Term
    low: Term
    mean: Term | None = None
    numbers: Mapping[str, Term] = field(default_factory=dict, compare=False)

    def measure(self, kind: MeasureName) -> EncodedQuotient:
        """Return the exponential of a leakage at the outcome."""
        return EncodedQuotient(*MEASURES[kind].quotient(self.high, self.low, ONE))

    def known(self, above_0: bool = False) -> dict[Term, Range]:
        """Return intervals of both lifts."""
        low = Range(Fraction(0), Fraction(1), above=above_0)
        found = {self.high: Range(Fraction(1)), self.low: low}
        found |= {} if self.mean is None else {self.mean: POSITIVE}
        return found | dict.fromkeys(self.numbers.values(), Range(Fraction(0)))


@dataclass(frozen=True)
class Owners:
    """The case that a given one of the two rarest secrets has the largest lift.

    Parameters
    ----------
    meaning : the case in words; empty if it is the only one.
    relations : the relations between the extreme lifts in this case.
    largest : 0 if the rarest secret has the largest lift, 1 if the second does.
    """

    meaning: str
    relations: tuple[Sentence, ...]
    largest: int = 0


def owners(shape: PriorShape, outcome: Outcome) -> list[Owners]:
    """Return the cases of which secrets have the extreme lifts of an outcome.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> from pmlsym.statements.reductions.priors import fixed
    >>> shape = fixed((Fraction(1, 2), Fraction(1, 2)))
    >>> owners(shape, Outcome(*reals("s t")))[0].relations
    (t >= 0, t <= 1, s >= 1, Eq(s, 2 - t))
    """
    s, t = outcome.high, outcome.low
    if len(shape.rarest) == 1:
        return [Owners("", (relate(s, "=", ONE), relate(t, "=", ONE)))]
    # low <= 1 <= high follows from the balance, but shortens proofs
    plain = (relate(t, ">=", ZERO), relate(t, "<=", ONE), relate(s, ">=", ONE))
    first, second = shape.rarest
    if first == second:
        return [Owners("", (*plain, *_balance(shape, first, second, s, t)))]
    return [
        Owners(
            "the rarest has the largest lift",
            (*plain, *_balance(shape, first, second, s, t)),
            0,
        ),
        Owners(
            "the rarest has the smallest lift",
            (*plain, *_balance(shape, second, first, s, t)),
            1,
        ),
    ]


def at_least(shape: PriorShape, outcome: Outcome) -> tuple[Sentence, ...]:
    """Return relations between the extreme lifts that hold whichever secrets have them."""
    s, t = outcome.high, outcome.low
    if len(shape.rarest) == 1:
        return owners(shape, outcome)[0].relations
    plain = (relate(t, ">=", ZERO), relate(t, "<=", ONE), relate(s, ">=", ONE))
    rarest = shape.rarest[0]
    return (
        *plain,
        relate(rarest * (s - t), "<=", 1 - t),
        relate(rarest * (s - t), "<=", s - 1),
        relate(s, "<=", 1 / rarest),  # implied by the others, and shows that means are finite
    )


def _balance(shape: PriorShape, high: Term, low: Term, s: Term, t: Term) -> tuple[Sentence, ...]:
    """Return the theorem's relations, for the probabilities of the secrets with lifts s and t."""
    if shape.secrets == 2:
        # solved for s, so that a search for numbers only has to choose the smallest lift
        return (relate(s, "=", (1 - low * t) / high),)
    return (relate(high * (s - t), "<=", 1 - t), relate(low * (s - t), "<=", s - 1))


def lifts(masses: Sequence[Fraction], high: Fraction, low: Fraction) -> list[Fraction] | None:
    """Return lifts of mean 1 with the given extremes, or None; the prior is in ascending order.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> lifts((third, third, third), Fraction(3, 2), Fraction(1, 2))
    [Fraction(3, 2), Fraction(1, 2), Fraction(1, 1)]
    """
    if len(masses) == 1 or high == low:
        return [Fraction(1)] * len(masses) if high == low == 1 else None
    for i, j in ((0, 1), (1, 0)):
        rest = 1 - masses[i] - masses[j]
        left = 1 - masses[i] * high - masses[j] * low
        if rest * low <= left <= rest * high:
            found = [left / rest if rest else Fraction(1)] * len(masses)
            found[i], found[j] = high, low
            return found
    return None


def distinct(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return sentences in order, each once, without the constant true."""
    return tuple(s for s in dict.fromkeys(sentences) if s is not sp.true)
