"""Composition: the bound of Sec. IV, and its derivation count by count."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.histogram.bound import UPPER, by_theorem_4, prove_upper
from pmlsym.ledger.histogram.counts import (
    COUNTED,
    COUNTS,
    UNCOUNTED,
    footnote_7_noisy,
    of_first,
    one_count_changes,
)
from pmlsym.ledger.histogram.readings import (
    BY_CLASS,
    CLASSES,
    FIRST,
    FLOOR,
    LEAK,
    LEAKAGE,
    ONE_RECORD,
    OTHER,
    RECORDS,
    alpha,
    at_least,
    b,
    density,
    distance_if_first,
    distance_if_other,
    k,
    lift,
    of_release,
    p_1,
    two_bins_change,
)
from pmlsym.ledger.histogram.relaxation import below_hyperbola
from pmlsym.ledger.lemmas import AnyLaw, at, cumulant_above_hyperbola
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.argument import Argument, PaperTheorem
from pmlsym.statements.arithmetic import divide, log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.released.histogram import Counts, histogram
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import Value, extreme

COUNT = (1 - alpha) / b + alpha**2 / (2 * b**2)
COMPOSED = (k - 1) * COUNT
# A count moves by one where two bins move by two, as at twice the scale.
COUNT_LEAKAGE = histogram_leakage(alpha, 2 * b)
_HALF = Fraction(1, 2)

RELEASED = Quantity[Release]("m", "m", lambda instance: Fraction(instance.queries), size=True)

# --- the number as a bound -----------------------------------------------------------------------

_WITHIN = f"leak <= {in_language(COMPOSED)}"
NUMBER = of_release("(k-1)((1 - alpha)/b + alpha^2/(2b^2))", COMPOSED)


def _one_count(i: int, random: Random) -> Release:
    return of_first(_BINS.draw(i, random), 1)


_BINS = histograms(records=3, classes=2)
_ALL = histograms(tries=80)
ONE_COUNT: Domain[Release] = Domain(
    "every release of the first m noisy counts of n independent records in k classes with priors "
    "in Q_alpha, alpha in (0, 1/k], every scale b > 0, record i and outcome y",
    r"\forall n,k,m,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y",
    Counts,
    _one_count,
    tries=80,
)


def _prove_one_count(goal: Goal) -> Step:
    exact = compare_exponentials(
        Goal(goal.hypotheses, relate(goal.conclusion.lhs, "<=", COUNT_LEAKAGE)), one_count_changes()
    )
    hyperbola = at(cumulant_above_hyperbola(), t=1 / b)
    return Decided(goal, (*one_count_changes(), exact, hyperbola))


OF_ONE_COUNT = (
    follows(
        "k = 2, one noisy count: the log-lift of a record in the counted class",
        FLOOR,
        relate(sp.log(lift(COUNTED, UNCOUNTED)), "<=", COUNT),
        _prove_one_count,
    ),
    follows(
        "k = 2, one noisy count: the log-lift of a record in the other class",
        FLOOR,
        relate(sp.log(lift(UNCOUNTED, COUNTED)), "<=", COUNT),
        _prove_one_count,
    ),
)

bound_repair = Claim(
    "histogram.composition.bound.repair",
    "histogram",
    "Sec. IV",
    says="that holds for every k >= 3, and for k = 2 if one noisy count is released",
    scope="every n, prior in Q_alpha, outcome and b > 0; for k >= 3 by Theorem 4, not by "
    "composition",
    **stated(
        about_releases(f"{HISTOGRAM}: k >= 3 => {_WITHIN}", tests=80),
        beside=(
            beside(
                *OF_ONE_COUNT,
                asserts=(
                    Assertion(
                        ONE_COUNT,
                        (Compared(LEAK, "<=", NUMBER),),
                        (at_least(RELEASED, 1, "="), at_least(CLASSES, 2, "=")),
                    ),
                ),
                reductions=(ONE_RECORD, COUNTS),
            ),
        ),
        prove=by_theorem_4(below_hyperbola),
    ),
)

bound = Claim(
    "histogram.composition.bound",
    "histogram",
    "Sec. IV",
    says="the PML of every record is at most (k-1)((1 - alpha)/b + alpha^2/(2b^2)), k >= 2",
    scope="the paper states it for its release, noise on each of the k bins, with no k excluded; "
    "it fails for k = 2 only, where two noisy counts leak more than the one that was counted: for "
    "every n and alpha from b = 1.2 on, while with little noise it holds (alpha = 1/2 and b = 1). "
    "An author would answer: the number is about k - 1 counts, and for k = 2 one count is "
    "released. That reading is part of the repair; the verdict stands because the inequality is "
    "printed for the same leakage as Theorem 4, and k = 2 is that of the counting query from "
    "which the paper comes to histograms. Records are named by their class; the paper has any set "
    "of records, where the density of y depends on the class alone",
    asserts=(about_releases(f"{HISTOGRAM}: {_WITHIN}", tests=80),),
    models=(histogram(_HALF, _HALF, outcome=[1, 0]),),
    repair=bound_repair,
)

# --- the derivation ------------------------------------------------------------------------------


def _further_counts(i: int, random: Random) -> Release:
    instance = _ALL.draw(i, random)
    return of_first(instance, random.randint(2, instance.classes))


def _one_alone(instance: Release) -> str:
    """Return a text unless several counts are released; empty if they are."""
    return "" if instance.queries > 1 else "One count alone is released."


FURTHER: Domain[Release] = Domain(
    "every j >= 1 and the first j + 1 noisy counts of n independent records in k classes with "
    "priors in Q_alpha, alpha in (0, 1/k], every scale b > 0, record i and outcomes y",
    r"\forall n,k,\ 1\le j<k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y",
    Counts,
    _further_counts,
    tries=80,
    outside=_one_alone,
)


SOME_FURTHER: Domain[Release] = Domain(
    "j >= 1 and the first j + 1 noisy counts of n independent records in k classes with priors in "
    "Q_alpha, alpha in (0, 1/k], a scale b > 0, a record i and outcomes y",
    r"n,k,\ 1\le j<k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y",
    Counts,
    _further_counts,
    tries=20,
    outside=_one_alone,
)


def _but_last(i: int, random: Random) -> Release:
    instance = _ALL.draw(i, random)
    return of_first(instance, instance.classes - 1)


def _other_counts(instance: Release) -> str:
    """Return why the counts are not those of all classes but the last; else empty."""
    return "" if instance.queries == instance.classes - 1 else "It is of other counts than k - 1."


def _prove_number(goal: Goal) -> Step:
    return Decided(goal, (below_hyperbola(),))


def _conditional(instance: Release) -> list[Value]:
    """Return f(y_(j+1) | D_i = d, y_1, ..., y_j)/f(y_(j+1) | y_1, ..., y_j) for every class d."""
    before = of_first(instance, instance.queries - 1)
    return [divide(now, then) for now, then in zip(instance.lifts, before.lifts, strict=True)]


LATER = Quantity[Release](
    "l(D_i -> y_(j+1) | y_1, ..., y_j)",
    r"\ell(D_i\to y_{j+1}\mid y^j)",
    lambda instance: log(extreme(_conditional(instance), largest=True)),
)
EARLIER = Quantity[Release]("j", "j", lambda instance: Fraction(instance.queries - 1), size=True)

_EARLIER = AnyLaw(RECORDS.variables, name="Q")
_BEFORE = lift(density(distance_if_first(), _EARLIER), density(distance_if_other(), _EARLIER))
CONDITIONAL = sp.log(lift(FIRST, OTHER)) - sp.log(_BEFORE)
DRIFTED = sp.log(alpha + (1 - alpha) * sp.exp(2 / b)) + LEAKAGE

# The class T of D_1 is drawn from those other than its own; r and g are the density ratios of the
# first count, and of both counts, to those of D_1's own class.
earlier_ratio, both_ratio = reals("r g")
_RATIOS = AnyLaw(
    (earlier_ratio, both_ratio),
    sp.And(
        earlier_ratio > 0,
        earlier_ratio <= sp.exp(1 / b),
        relate(both_ratio, ">=", sp.exp(-1 / b) * earlier_ratio),
    ),
)
SECOND = sp.log(alpha + (1 - alpha) * sp.exp(1 / b))


def _prove_conditional(goal: Goal) -> Step:
    least = -sp.log(alpha + (1 - alpha) * sp.exp(2 / b))
    earlier = two_bins_change(_EARLIER)
    below = compare_exponentials(Goal(FLOOR, relate(sp.log(_BEFORE), ">=", least)), earlier)
    return Decided(goal, (*two_bins_change(), *earlier, prove_upper(UPPER), below))


def _prove_second(goal: Goal) -> Step:
    given = (b > 0,)
    return compare_exponentials(
        goal,
        (
            _RATIOS.averaged(relate(earlier_ratio, "<=", sp.exp(1 / b)), given),
            _RATIOS.averaged(relate(earlier_ratio, ">", sp.Integer(0)), given),
            _RATIOS.averaged(relate(both_ratio, ">=", sp.exp(-1 / b) * earlier_ratio), given),
        ),
    )


def _prove_first_count(goal: Goal) -> Step:
    return Decided(goal, one_count_changes())


CHAIN = PaperTheorem(
    "lift given earlier outcomes",
    "f(y_(j+1) | d, y^j)/f(y_(j+1) | y^j) is the lift of d from all counts over that from the "
    "earlier ones, (p_d + (1 - p_d) E[r_T])/(p_d + (1 - p_d) E[g_T]): T is drawn by D_i's prior "
    "among the other classes, r_T = f(y^j | T)/f(y^j | d), g_T = f(y^(j+1) | T)/f(y^(j+1) | d)",
    "f(y_(j+1) | ., y^j) is a quotient of densities; each density of the outcomes is p_d times "
    "that given d plus 1 - p_d times the mean over T. The goals speak of every law of (r, g).",
)
WITHIN_ONE = Argument(
    "Given the first count, the densities of the second by class of D_i differ at most by the "
    "factor e^(1/b). Let L(y) be the law of how many other records are in class 2, given the first "
    "count y of class 1 without D_i. Then L(y) <= L(y - 1) <= L(y) + 1 in the usual stochastic "
    "order, by induction over the records: the class of one more record is 1 with a probability "
    "that falls as y does (densities of log-concave counts in Laplace noise are log-concave), else "
    "2 or another in fixed proportion; couple so that it only moves away from 1, and use the "
    "assumption for the rest. So the true second count is L(y) + 1, L(y - 1) or L(y) for D_i in "
    "class 2, 1 or another: any two can be coupled at distance at most one.",
)

_DRIFTS = of_first(
    histogram(
        Fraction(1, 5),
        _HALF,
        priors=[[Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)]],
        outcome=[1, 1, 0],
    ),
    2,
)

further = Claim(
    "histogram.composition.further",
    "histogram",
    "own",
    says="given earlier counts, a further one can leak more than the counting-query bound; the "
    "second at most log(alpha + (1-alpha)e^(1/b)), and after any counts at most "
    "log((a + (1-a)e^(2/b))/(a + (1-a)e^(-2/b))), a = alpha",
    scope="stands beside histogram.composition.derivation, and is what composing count by count "
    "would need: given earlier outcomes the record's law is its posterior, which the floor alpha "
    "does not bind. In the example the first outcome pushes the posterior of class 2 from 1/5 to "
    "1/8. Every n, k and prior in Q_alpha. The first number is attained for k = 2 and approached "
    "for k = 3 as alpha -> 0; no case was found in which it fails after several counts, but only "
    "the second number is proved there",
    asserts=(
        Assertion(
            SOME_FURTHER,
            (Compared(LATER, ">", of_release("(1 - alpha)/b + alpha^2/(2b^2)", COUNT)),),
            exists=True,
        ),
        Assertion(
            FURTHER,
            (Compared(LATER, "<=", of_release("log(alpha + (1 - alpha)e^(1/b))", SECOND)),),
            (at_least(EARLIER, 1, "="),),
        ),
        Assertion(
            FURTHER,
            (
                Compared(
                    LATER,
                    "<=",
                    of_release(
                        "log((alpha + (1-alpha)e^(2/b))/(alpha + (1-alpha)e^(-2/b)))", DRIFTED
                    ),
                ),
            ),
        ),
    ),
    reductions=(ONE_RECORD, BY_CLASS, COUNTS, CHAIN),
    arguments=(WITHIN_ONE,),
    parts=(
        follows(
            "the second count: the lift of a class from both counts over that from the first, if "
            "densities of the first are within e^(1/b) and those of the second, given it, too",
            FLOOR,
            relate(
                sp.log(
                    (p_1 + (1 - p_1) * _RATIOS.mean(earlier_ratio))
                    / (p_1 + (1 - p_1) * _RATIOS.mean(both_ratio))
                ),
                "<=",
                SECOND,
            ),
            _prove_second,
        ),
        follows(
            "the densities of the first count by class are within e^(1/b)",
            (b > 0,),
            relate(COUNTED, "<=", sp.exp(1 / b) * UNCOUNTED),
            _prove_first_count,
        ),
        follows(
            "either way round",
            (b > 0,),
            relate(UNCOUNTED, "<=", sp.exp(1 / b) * COUNTED),
            _prove_first_count,
        ),
        follows(
            "any counts: log-lift of all counts so far minus log-lift of the earlier ones, for "
            "every law of either",
            FLOOR,
            relate(CONDITIONAL, "<=", DRIFTED),
            _prove_conditional,
        ),
    ),
    models=(_DRIFTS,),
)

ALL_BUT_ONE: Domain[Release] = Domain(
    "every release of the first k - 1 noisy counts of n independent records in k classes with "
    "priors in Q_alpha, alpha in (0, 1/k], every scale b > 0, record i and outcome y",
    r"\forall n,k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y^{k-1}",
    Counts,
    _but_last,
    tries=80,
    outside=_other_counts,
)
_FROM_THREE = (b > 0, k >= 3, alpha > 0, alpha <= 1 / k)

derivation = Claim(
    "histogram.composition.derivation",
    "histogram",
    "Sec. IV",
    says="k - 1 noisy counts of a histogram leak of every record at most k - 1 times the bound "
    "(1-alpha)/b + alpha^2/(2b^2) of a counting query: the number holds, though a further count "
    "can leak more than that bound given the earlier ones (histogram.composition.further)",
    scope="the paper: a histogram can be treated as k - 1 independent counts, and composition "
    "applied to the counting query yields the number. Judged is what that comes to for k - 1 "
    "counts, for every n, k >= 2, b > 0, prior in Q_alpha, record and outcome; for k noisy counts "
    "see histogram.composition.bound. The paper prints no steps. That each further count leaks at "
    "most the counting-query bound given the earlier ones would be one, and it is false "
    "(histogram.composition.further); here the number follows for k = 2 from that bound, and from "
    "k = 3 on from Theorem 4, as k - 1 counts leak less than k. That the counts are independent is "
    "not judged: of one histogram they are not. Records are named by their class; the paper has "
    "any set of records",
    asserts=(Assertion(ALL_BUT_ONE, (Compared(LEAK, "<=", NUMBER),), (at_least(CLASSES, 2),)),),
    reductions=(ONE_RECORD, COUNTS),
    parts=(
        *OF_ONE_COUNT,
        *footnote_7_noisy.parts[:2],
        follows(
            "from k = 3 on the bound of Theorem 4 for k counts is at most the number",
            _FROM_THREE,
            relate(LEAKAGE, "<=", COMPOSED),
            _prove_number,
        ),
    ),
)

# --- growth in k ---------------------------------------------------------------------------------

_ANOTHER = in_language(COMPOSED.subs(k, k + 1) - COMPOSED)

grows = Claim(
    "histogram.composition.grows",
    "histogram",
    "Sec. I, Contributions",
    says="the composed bound grows linearly with k, by (1-alpha)/b + alpha^2/(2b^2) > 0 for each "
    "further bin; the direct one, and the DP level 2/b, do not depend on k",
    scope="the paper: composition gives a privacy parameter that scales linearly with k for DP and "
    "a bound that grows with k for PML, and both can be made independent of k. For PML read at "
    "fixed alpha and b, for as many bins as alpha <= 1/k allows. That the direct bound does not "
    "depend on k is said of the leakage too: where the smallest class has probability alpha, its "
    "worst value is a formula in alpha and b alone, for every n and k. That k counts compose to "
    "k/b under DP is part of histogram.composition.dp.repair. Records are named by "
    "their class; the paper has any set of records",
    **stated(
        f"numbers alpha, b, k: {_ANOTHER} = {in_language(COUNT)} "
        "where k >= 2, b > 0, alpha > 0, alpha <= 1/(k + 1)",
        f"numbers alpha, b: {in_language(COUNT)} > 0 where b > 0, alpha > 0, alpha <= 1/2",
        prove=Decided,
        beside=(
            stated(
                about_releases(
                    f"{HISTOGRAM}: least = alpha => worst = {in_language(LEAKAGE)}",
                    records=2,
                    classes=3,
                    tests=40,
                ),
                about_releases(f"{HISTOGRAM}: dp = 2/b", records=2, classes=3, tests=24),
            ),
        ),
    ),
)
