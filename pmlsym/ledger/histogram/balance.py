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
from pmlsym.ledger.histogram.counts import COUNTED, COUNTS, UNCOUNTED, of_first, one_count_changes
from pmlsym.ledger.histogram.readings import (
    BY_CLASS,
    FLOOR,
    LEAKAGE,
    ONE_RECORD,
    R,
    alpha,
    b,
    compared,
    density,
    lift,
    positive,
    s,
)
from pmlsym.ledger.lemmas import AnyLaw, at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity, whole_class
from pmlsym.statements.instances.rationals import Row, of_class
from pmlsym.statements.instances.released.histogram import Counts, Histogram, histogram, identity
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.worst import worst_outcome
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.values import ZERO, Value, extreme

m, m2 = reals("m m2")
_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Pair:
    """Two releases of the same kind, with the same noise and number of records, and other priors.

    Parameters
    ----------
    one, other : the releases.

    Raises
    ------
    ParameterError
        If the releases differ in more than the priors.
    """

    one: Release
    other: Release

    def __post_init__(self) -> None:
        kinds = (Release, Counts, Histogram)
        one, other = of_class("one", self.one, kinds), of_class("other", self.other, kinds)
        if (one.workload, one.scale) != (other.workload, other.scale):
            raise ParameterError("The releases differ in the workload or in the scale.")
        if one.records != other.records:
            raise ParameterError("The releases are of different numbers of records.")

    @property
    def one_law_each(self) -> bool:
        """Whether all records of a release have the same prior, for both releases."""
        return all(len({*instance.priors}) == 1 for instance in (self.one, self.other))

    def __str__(self) -> str:
        return f"{_priors(self.one)} against {_priors(self.other)}; {self.one}"

    def as_dict(self) -> dict[str, object]:
        """Return both releases as plain data for JSON."""
        return {"one": self.one.as_dict(), "other": self.other.as_dict()}


@dataclass(frozen=True)
class CountPair(Pair):
    """Two releases of one noisy count of two classes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.one.workload != identity(2)[:1]:
            raise ParameterError("The releases have to be of one count of two classes.")


def _priors(instance: Release) -> str:
    """Return the priors of all records as text, once if they are equal."""
    rows = instance.priors if len({*instance.priors}) > 1 else instance.priors[:1]
    return " x ".join(f"({', '.join(map(str, row))})" for row in rows)


def entropy_of(prior: Row) -> Value:
    """Return the entropy of a record."""
    total: Value = ZERO
    for p in prior:
        if p:
            total = add(total, multiply(p, log(1 / p)))
    return total


def _of(text: str, latex: str, one: bool, of: Callable[[Release], Value]) -> Quantity[Pair]:
    return Quantity(text, latex, lambda pair: of(pair.one if one else pair.other))


def _worst(instance: Release) -> Value:
    """Return the largest leakage of a record at an outcome, over records with other priors."""
    chosen = {prior: i for i, prior in enumerate(instance.priors)}.values()
    found = [worst_outcome(replace(instance, record=i)).pml for i in chosen]
    return extreme(found, largest=True)


def _entropy_of_all(instance: Release) -> Value:
    total: Value = ZERO
    for prior in instance.priors:
        total = add(total, entropy_of(prior))
    return total


ENTROPY = _of("H(P)", "H(P)", True, _entropy_of_all)
OTHER_ENTROPY = _of("H(P')", "H(P')", False, _entropy_of_all)
LEAKS = _of("max_{i,y} l_P(D_i -> y)", r"\max_{i,y}\ell_P(D_i\to y)", True, _worst)
OTHER_LEAKS = _of("max_{i,y} l_P'(D_i -> y)", r"\max_{i,y}\ell_{P'}(D_i\to y)", False, _worst)
ONE_LAW = Property[Pair](
    "the records of each database have one law",
    r"P=\prod_iP_1,\ P'=\prod_iP'_1",
    lambda pair: pair.one_law_each,
)
LEAST = _of("min_j P(j)", r"\min_jP(j)", True, lambda instance: min(instance.priors[0]))
OTHER_LEAST = _of("min_j P'(j)", r"\min_jP'(j)", False, lambda instance: min(instance.priors[0]))


def _outside(pair: Pair) -> str:
    """Return why a pair is not of histograms of records of one law each; empty if it is."""
    if pair.one.workload != identity(pair.one.classes):
        return "The workload has to count every class, one in each row."
    return "" if pair.one_law_each else "The records of a release have different laws."


def _drawn(
    kind: Domain[Release], records: int, pair: type[Pair] = Pair
) -> Callable[[int, Random], Pair]:
    def draw(i: int, random: Random) -> Pair:
        instance = kind.draw(i, random)
        one, other = (_alike(instance, kind.draw(i + j, random).priors[0], random) for j in (0, 7))
        return pair(one, other)

    def _alike(instance: Release, prior: Row, random: Random) -> Release:
        if len(prior) != instance.classes:
            weights = [random.randint(1, 5) for _ in range(instance.classes)]
            prior = tuple(Fraction(w, sum(weights)) for w in weights)
        held = (prior,) * min(instance.records, records)
        return replace(instance, priors=held, alpha=min(prior), record=0)

    return draw


_draw_counts = _drawn(ONE_COUNT, 3, CountPair)


def _some_counts(i: int, random: Random) -> Pair:
    """Draw two noisy counts, every third time of records with different laws."""
    pair = _draw_counts(i, random)
    if i % 3 < 2:
        return pair
    one, other = (_mixed(instance, 2 + i % 2, random) for instance in (pair.one, pair.other))
    return CountPair(one, other)


def _mixed(instance: Release, records: int, random: Random) -> Release:
    shares = [Fraction(random.randint(1, 19), 20) for _ in range(records)]
    priors = tuple((share, 1 - share) for share in shares)
    return replace(instance, priors=priors, alpha=min(map(min, priors)))


PAIRS_OF_COUNTS: Domain[Pair] = Domain(
    "every noisy count of n independent records with a law P or P' on databases of two classes, "
    "and every scale b > 0",
    r"\forall n,\ b>0,\ P=\prod_iP_i,\ P'=\prod_iP'_i\text{ on two classes}",
    CountPair,
    _some_counts,
    tries=140,
    outside=whole_class,
)
_HISTOGRAMS = histograms(records=2, classes=3)
PAIRS = Domain(
    "every histogram of n records, independent and of one law P or P' on k classes, and every "
    "scale b > 0",
    r"\forall n,k,\ b>0,\ P,P'\text{ on }k\text{ classes}",
    Pair,
    _drawn(_HISTOGRAMS, 2),
    tries=40,
    outside=_outside,
)
SOME_PAIR = Domain(
    "laws P and P' on k classes, independent records and a scale b > 0",
    r"k,\ P,P'\text{ on }k\text{ classes},\ b>0",
    Pair,
    PAIRS.draw,
    tries=20,
    outside=_outside,
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
    """Prove m > m2 by Gibbs' inequality, and that the leakage decreases in m."""
    inside = goal.hypotheses[1:5]
    gibbs = []
    for here, there in ((m, m2), (1 - m, 1 - m2)):
        tangent = at(exp_above_tangent_everywhere(), t=sp.log(there) - sp.log(here))
        bound = here * (sp.log(there) - sp.log(here))
        gibbs.append(Decided(Goal(inside, relate(bound, "<=", there - here)), (tangent,)))
    rather = compare_exponentials(Goal(inside, relate(sp.log(m2), "<=", sp.log(1 - m2))))
    larger = Decided(Goal(goal.hypotheses, m > m2), (*gibbs, rather))
    return compare_exponentials(goal, (larger,))


_MANY, _FEW = AnyLaw((s, R), s >= 1), AnyLaw((s, R), s <= 0)


def _count_attained(law: AnyLaw, counted: bool) -> Goal:
    densities = [density(sp.Abs(s - 1) + R, law), density(sp.Abs(s) + R, law)]
    here, there = densities if counted else reversed(densities)
    return Goal(
        (b > 0, alpha > 0, alpha <= 1),
        relate(sp.log(lift(here, there, alpha)), "==", COUNT_LEAKAGE),
    )


def _prove_count_attained(law: AnyLaw) -> Callable[[Goal], Step]:
    one, other = sp.Abs(s - 1) + R, sp.Abs(s) + R
    shift = -1 / b if law is _MANY else 1 / b

    def prove(goal: Goal) -> Step:
        equal = compared(-other / b, "==", -one / b + shift, law)
        return compare_exponentials(goal, (equal, positive(one, law), positive(other, law)))

    return prove


def _prove_count(goal: Goal) -> Step:
    return compare_exponentials(goal, one_count_changes())


entropy_repair = Claim(
    "histogram.entropy.repair",
    "histogram",
    "Sec. I",
    says="in a noisy count of two classes, with the same noise, databases of higher entropy leak "
    "strictly less if the records of each are of one law",
    scope="every n and b > 0; two classes, independent records of one law, whose entropy is that "
    "of the database over n. It is each record's own smaller probability that decides",
    asserts=(
        Assertion(
            replace(PAIRS_OF_COUNTS, tries=140),
            (Compared(LEAKS, "<", OTHER_LEAKS),),
            (Compared(ENTROPY, ">", OTHER_ENTROPY), ONE_LAW),
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

_FIFTHS = ((Fraction(1, 5), Fraction(4, 5)),) * 2
_MIXED = ((Fraction(1, 10), Fraction(9, 10)), (_HALF, _HALF))


def _count(priors: tuple[Row, ...]) -> Release:
    # the outcome at which the first record leaks most
    most = [len(priors), 0]
    return of_first(histogram(min(map(min, priors)), _HALF, priors=priors, outcome=most), 1)


entropy = Claim(
    "histogram.entropy",
    "histogram",
    "Sec. I",
    says="in a noisy count of two classes, with the same noise, databases of higher entropy leak "
    "strictly less",
    scope="the paper says it in one sentence about the counting query of an earlier paper. Read "
    "as: two databases of as many independent records, as this paper has them throughout, their "
    "entropies, and as guarantee the largest leakage of any record at any outcome. It fails where "
    "records differ: a database with one even record and one of (.1, .9) has more entropy than "
    "one with two of (.2, .8), and leaks more, of the uneven record; so at every b, and with "
    "further even records in both for every n >= 2 (for n = 1 it is true). An author would "
    "answer: there the entropy was that of a record. For records of one law, or record by record, "
    "it is true, and that is the repair; the verdict stands because the sentence is about "
    "databases, and those of the paper need not be identically distributed (Sec. III-A). Two "
    "classes only: for histograms the paper says 'more balanced' (histogram.balance), and entropy "
    "does not order them",
    asserts=(
        Assertion(
            PAIRS_OF_COUNTS,
            (Compared(LEAKS, "<", OTHER_LEAKS),),
            (Compared(ENTROPY, ">", OTHER_ENTROPY),),
        ),
    ),
    models=(CountPair(_count(_MIXED), _count(_FIFTHS)),),
    repair=entropy_repair,
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
