"""Balanced data leak less: by entropy for two classes, by the smallest class for any number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.errors import ParameterError
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.bound import ATTAINED, UPPER, prove_attained, prove_upper
from pmlsym.ledger.histogram.composition import COUNT_LEAKAGE, ONE_COUNT
from pmlsym.ledger.histogram.counts import COUNTED, COUNTS, UNCOUNTED, one_count_changes
from pmlsym.ledger.histogram.readings import BY_CLASS, ONE_RECORD
from pmlsym.ledger.histogram.release import (
    FLOOR,
    LEAKAGE,
    R,
    alpha,
    b,
    compared,
    density,
    lift,
    positive,
    s,
)
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Quantity, Worlds
from pmlsym.statements.histograms.drawing import histograms
from pmlsym.statements.values import ZERO, Value
from pmlsym.statements.worlds.rationals import Row, of_class
from pmlsym.statements.worlds.released.histogram import Counts, Histogram, histogram
from pmlsym.statements.worlds.released.release import Release
from pmlsym.statements.worlds.released.worst import worst_outcome

m, m2 = reals("m m2")


@dataclass(frozen=True)
class Pair:
    """Two releases of the same kind, with the same noise: one of records with each prior.

    Parameters
    ----------
    one, other : the releases; all records of either have the same prior.

    Raises
    ------
    ParameterError
        If something beside the priors differs.
    """

    one: Release
    other: Release

    def __post_init__(self) -> None:
        kinds = (Release, Counts, Histogram)
        one, other = of_class("one", self.one, kinds), of_class("other", self.other, kinds)
        if (one.workload, one.scale) != (other.workload, other.scale):
            raise ParameterError("The releases differ in the workload or in the scale.")
        if len({*one.priors}) > 1 or len({*other.priors}) > 1:
            raise ParameterError("The records of a release have different priors, but need one.")

    def __str__(self) -> str:
        return f"{self.one}; against prior {', '.join(map(str, self.other.priors[0]))}"

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {"one": self.one.as_dict(), "other": self.other.as_dict()}


@dataclass(frozen=True)
class CountPair(Pair):
    """Two releases of one noisy count of two classes.

    Raises
    ------
    ParameterError
        If more is released, or there are more classes.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.one.queries, self.one.classes) != (1, 2):
            raise ParameterError("The releases have to be of one count of two classes.")


def entropy_of(prior: Row) -> Value:
    """Return the entropy of a record.

    Examples
    --------
    >>> from pmlsym.statements.values import decimal
    >>> round(decimal(entropy_of((Fraction(1, 2), Fraction(1, 2)))), 6)
    0.693147
    """
    total: Value = ZERO
    for p in prior:
        if p:
            total = add(total, multiply(p, log(1 / p)))
    return total


def _of(text: str, latex: str, one: bool, of: Callable[[Release], Value]) -> Quantity[Pair]:
    return Quantity(text, latex, lambda pair: of(pair.one if one else pair.other))


def _worst(world: Release) -> Value:
    return worst_outcome(world).pml


ENTROPY = _of("H(P)", "H(P)", True, lambda world: entropy_of(world.priors[0]))
OTHER_ENTROPY = _of("H(P')", "H(P')", False, lambda world: entropy_of(world.priors[0]))
LEAKS = _of("max_y l_P(D_i -> y)", r"\max_y\ell_P(D_i\to y)", True, _worst)
OTHER_LEAKS = _of("max_y l_P'(D_i -> y)", r"\max_y\ell_{P'}(D_i\to y)", False, _worst)
LEAST = _of("min_j P(j)", r"\min_jP(j)", True, lambda world: min(world.priors[0]))
OTHER_LEAST = _of("min_j P'(j)", r"\min_jP'(j)", False, lambda world: min(world.priors[0]))


def _drawn(
    kind: Worlds[Release], records: int, pair: type[Pair] = Pair
) -> Callable[[int, Random], Pair]:
    def draw(i: int, random: Random) -> Pair:
        world = kind.draw(i, random)
        one, other = (_alike(world, kind.draw(i + j, random).priors[0], random) for j in (0, 7))
        return pair(one, other)

    def _alike(world: Release, prior: Row, random: Random) -> Release:
        if len(prior) != world.classes:
            weights = [random.randint(1, 5) for _ in range(world.classes)]
            prior = tuple(Fraction(w, sum(weights)) for w in weights)
        held = (prior,) * min(world.records, records)
        return replace(world, priors=held, alpha=min(prior), record=0)

    return draw


PAIRS_OF_COUNTS: Worlds[Pair] = Worlds(
    "every noisy count of n records, independent and of one law P or P' on two classes, every "
    "scale b > 0 and record i",
    r"\forall n,\ b>0,\ P,P'\text{ on two classes},\ i",
    CountPair,
    _drawn(ONE_COUNT, 3, CountPair),
    tries=80,
)
_HISTOGRAMS = histograms(records=2, classes=3)
PAIRS = Worlds(
    "every histogram of n records, independent and of one law P or P' on k classes, every scale "
    "b > 0 and record i",
    r"\forall n,k,\ b>0,\ P,P'\text{ on }k\text{ classes},\ i",
    Pair,
    _drawn(_HISTOGRAMS, 2),
    tries=40,
)
SOME_PAIR = Worlds(
    "laws P and P' on k classes, independent records and a scale b > 0",
    r"k,\ P,P'\text{ on }k\text{ classes},\ b>0",
    Pair,
    PAIRS.draw,
    tries=20,
)

# --- two classes ---------------------------------------------------------------------------------


def _entropy(share: Term) -> Term:
    return -share * sp.log(share) - (1 - share) * sp.log(1 - share)


_COUNT = COUNT_LEAKAGE.subs(alpha, m)
HIGHER = Goal(
    (
        b > 0,
        m > 0,
        m <= sp.Rational(1, 2),
        m2 > 0,
        m2 <= sp.Rational(1, 2),
        relate(_entropy(m), ">", _entropy(m2)),
    ),
    relate(_COUNT, "<", _COUNT.subs(m, m2)),
)


def _prove_higher(goal: Goal) -> Step:
    """Prove m > m2 by the inequality of Gibbs, and that the leakage falls in m."""
    inside = goal.hypotheses[1:5]
    gibbs = []
    for here, there in ((m, m2), (1 - m, 1 - m2)):
        tangent = at(exp_above_tangent_everywhere(), t=sp.log(there) - sp.log(here))
        bound = here * (sp.log(there) - sp.log(here))
        gibbs.append(Decided(Goal(inside, relate(bound, "<=", there - here)), (tangent,)))
    rather = compare_exponentials(Goal(inside, relate(sp.log(m2), "<=", sp.log(1 - m2))))
    larger = Decided(Goal(goal.hypotheses, m > m2), (*gibbs, rather))
    return compare_exponentials(goal, (larger,))


_MANY, _FEW = Law((s, R), s >= 1), Law((s, R), s <= 0)


def _count_attained(law: Law, counted: bool) -> Goal:
    densities = [density(sp.Abs(s - 1) + R, law), density(sp.Abs(s) + R, law)]
    here, there = densities if counted else reversed(densities)
    return Goal(
        (b > 0, alpha > 0, alpha <= 1),
        relate(sp.log(lift(here, there, alpha)), "==", COUNT_LEAKAGE),
    )


def _prove_count_attained(law: Law) -> Callable[[Goal], Step]:
    one, other = sp.Abs(s - 1) + R, sp.Abs(s) + R
    shift = -1 / b if law is _MANY else 1 / b

    def prove(goal: Goal) -> Step:
        equal = compared(-other / b, "==", -one / b + shift, law)
        return compare_exponentials(goal, (equal, positive(one, law), positive(other, law)))

    return prove


def _prove_count(goal: Goal) -> Step:
    return compare_exponentials(goal, one_count_changes())


entropy = Claim(
    "histogram.entropy",
    "histogram",
    "Sec. I",
    says="in a noisy count of two classes, with the same noise, records of higher entropy leak "
    "strictly less",
    scope="the paper, of the counting query of an earlier one: 'There, we showed that for the same "
    "amount of noise, databases with higher entropy achieve stronger privacy guarantees'. Two "
    "classes; records independent and of one law, whose entropy is that of the database over n; "
    "guarantee: the worst leakage over outcomes. For histograms the paper says 'more balanced' and "
    "derives it from alpha (histogram.balance); entropy does not order them",
    asserts=(
        Assertion(
            PAIRS_OF_COUNTS,
            (Compared(LEAKS, "<", OTHER_LEAKS),),
            (Compared(ENTROPY, ">", OTHER_ENTROPY),),
        ),
    ),
    reductions=(ONE_RECORD, COUNTS),
    parts=(
        Part("higher entropy: a larger smaller class, and a smaller bound", HIGHER, _prove_higher),
        follows(
            "no outcome leaks more about a record in the counted class",
            FLOOR,
            relate(sp.log(lift(COUNTED, UNCOUNTED)), "<=", COUNT_LEAKAGE),
            _prove_count,
        ),
        follows(
            "nor about one in the other class",
            FLOOR,
            relate(sp.log(lift(UNCOUNTED, COUNTED)), "<=", COUNT_LEAKAGE),
            _prove_count,
        ),
        Part(
            "and y = n leaks as much, if the counted class is the smaller one",
            _count_attained(_MANY, True),
            _prove_count_attained(_MANY),
        ),
        Part(
            "or y = 0, if the other one is",
            _count_attained(_FEW, False),
            _prove_count_attained(_FEW),
        ),
    ),
)

# --- any number of classes -----------------------------------------------------------------------

_WORST = LEAKAGE.subs(alpha, m)
_TWENTIETHS = ((9, 9, 2), (14, 3, 3))


def _of_twentieths(weights: tuple[int, ...]) -> Release:
    prior = [Fraction(w, 20) for w in weights]
    return histogram(min(prior), Fraction(1, 2), priors=[prior], outcome=[0, 0, 0])


balance = Claim(
    "histogram.balance",
    "histogram",
    "own",
    says="the smallest class probability alone decides how much a histogram leaks at its worst: "
    "the larger it is, the less; entropy does not",
    scope="the paper's 'histograms with more balanced probabilities admit stronger PML guarantees' "
    "(Sec. I, Sec. IV), made precise: every n, k, b > 0; balance in the sense of majorization "
    "makes the smallest probability no smaller, so it implies the order",
    asserts=(
        Assertion(
            PAIRS,
            (Compared(LEAKS, "<", OTHER_LEAKS),),
            (Compared(LEAST, ">", OTHER_LEAST),),
            both_ways=True,
        ),
        Assertion(
            SOME_PAIR,
            (Compared(LEAKS, ">", OTHER_LEAKS),),
            (Compared(ENTROPY, ">", OTHER_ENTROPY),),
            exists=True,
        ),
    ),
    models=(Pair(*map(_of_twentieths, _TWENTIETHS)),),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        Part("no outcome leaks more than the bound: Theorem 4", UPPER, prove_upper),
        Part("and one leaks as much, for the smallest class", ATTAINED, prove_attained),
        follows(
            "a larger smallest probability m gives a strictly smaller bound",
            (b > 0, m2 > 0, m2 < m, m <= 1),
            relate(_WORST, "<", _WORST.subs(m, m2)),
            compare_exponentials,
        ),
        follows(
            "one that is not larger does not",
            (b > 0, m > 0, m <= m2, m2 <= 1),
            relate(_WORST, ">=", _WORST.subs(m, m2)),
            compare_exponentials,
        ),
        follows(
            "majorization: if the k - 1 largest sum to no more, the bound is no larger",
            (b > 0, m2 > 0, m <= 1, 1 - m <= 1 - m2),
            relate(_WORST, "<=", _WORST.subs(m, m2)),
            compare_exponentials,
        ),
    ),
)
