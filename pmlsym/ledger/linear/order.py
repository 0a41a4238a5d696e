"""The order of the two bounds and the DP level; the histogram; the end of the range."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import histogram_leakage, workload_dp, workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.bounds import (
    BELOW_LARGEST,
    OWN_CLASS,
    REACH,
    STRICT,
    VALUE,
    below_trivial,
    exponent_facts,
    largest,
    up_to_largest,
)
from pmlsym.ledger.linear.instances import FIGURE_1, PLOTTED, RANGES_ALL, WIDE_SIZES, of_workloads
from pmlsym.ledger.linear.readings import COLUMNS_DIFFER, EPS_DP, FIVE, SEVEN
from pmlsym.ledger.linear.records import corollary_1_upper
from pmlsym.ledger.linear.sensitivity import SLOPES
from pmlsym.ledger.linear.symbols import (
    FINITE,
    FLOOR,
    FLOORS,
    OTHERS,
    PAPER,
    ZERO,
    T,
    alpha,
    b,
    bound,
    decay,
    farthest,
    k,
    smaller_decay,
    t,
)
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, OrderKept, Step
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.formula import in_language

# --- order of the three numbers; the histogram ---------------------------------------------------

longest = reals("T_max")[0]
BOTH = (t, T)
SHORT = sp.And(t <= T, T >= 0)
PAIRS = AnyLaw(BOTH, SHORT, "U")


_SHORTER = (*FLOOR, farthest <= longest)


def smaller_exponents() -> tuple[Step, ...]:
    """Prove E[e^(-t/b)] >= E[e^(-T/b)] > 0 for t <= T, and the same of t_max <= T_max."""
    return (
        PAIRS.exponentials(relate(-t / b, ">=", -T / b), (b > 0,)),
        smaller_decay(farthest, longest),
        PAIRS.averaged(relate(decay(T), ">", ZERO), (b > 0,)),
    )


def prove_smaller_exponents(goal: Goal) -> Step:
    """Prove that a bound increases with its exponents."""
    return compare_exponentials(goal, smaller_exponents())


WITH_SMALLER = bound(PAIRS.mean(decay(t)), decay(farthest))
WITH_LARGER = bound(PAIRS.mean(decay(T)), decay(longest))

ORDERED = follows(
    "smaller exponents give a smaller bound, for every law of the classes",
    _SHORTER,
    relate(WITH_SMALLER, "<=", WITH_LARGER),
    prove_smaller_exponents,
)

BELOW_DP = follows(
    "and with all distances at most D it is at most D/b",
    (*FLOOR, *REACH, farthest <= largest),
    relate(VALUE, "<=", workload_dp(largest, b)),
    lambda goal: compare_exponentials(goal, up_to_largest()),
)

figure_1 = Claim(
    "linear.figure-1",
    PAPER,
    "Fig. 1",
    says="for identity, ranges and Haar, b = 1, k = m = 8: (5) <= (7) <= eps_DP for all alpha",
    scope="every workload, alpha in (0, 1/k] and b > 0, so those of the figure too (their 8 x 8 "
    "workloads are read first; b = 1 is not, as e^-1 is no fraction); the order alone, equality "
    "allowed: that the bounds are strictly below eps_DP is linear.figure-1.strict, and how (5) and "
    "(7) compare is linear.corollary-1.looser. (5) is no bound on the leakage (linear.theorem-2."
    'upper). The text counts "four representative classes" and lists three, and draws L_l from 0 '
    "where ranges start at 1; the curves themselves are not compared",
    asserts=(Assertion(FIGURE_1, (Compared(FIVE, "<=", SEVEN), Compared(SEVEN, "<=", EPS_DP))),),
    reductions=(SUM, FINITE),
    parts=(SLOPES, ORDERED, BELOW_DP),
)

figure_1_strict = Claim(
    "linear.figure-1.strict",
    PAPER,
    "Sec. III-B",
    says="for all query types of Fig. 1, (5) and (7) are strictly below eps_DP whenever alpha > 0",
    scope="the identity, every eight ranges over eight classes, and the Haar workload (9), which "
    "are the types that are listed; every alpha in (0, 1/8] and b > 0 (b = 1 in the figure). Eight "
    "ranges that all hold every class may be drawn: then nothing depends on the record and all "
    "three numbers are 0. An author would answer that this draw has probability 64^-8, and that "
    "the plotted workload is another. That is the repair, and as little is wrong as in "
    "linear.remark-2.iii.strict, which the text repeats; but the words are about every draw, and "
    "the plotted ones are not in the paper. That (5) is below eps_DP says nothing of what leaks, "
    "as it is no bound (linear.theorem-2.upper)",
    asserts=(Assertion(PLOTTED, STRICT),),
    models=(RANGES_ALL,),
    root="linear.remark-2.iii.strict",
    repair=Claim(
        "linear.figure-1.strict.repair",
        PAPER,
        "Sec. III-B",
        says="they are where two columns differ, as in the identity, (9), and all other ranges",
        scope="the same workloads, alpha in (0, 1/8] and b > 0; of other workloads, m and k see "
        "linear.remark-2.iii.strict.repair, whose goal this is",
        asserts=(Assertion(PLOTTED, STRICT, (COLUMNS_DIFFER,)),),
        reductions=(SUM, FINITE),
        parts=(BELOW_LARGEST,),
    ),
)

classes_below = reals("n_I")[0]
_LEAKAGE = histogram_leakage(alpha, b)
_FAR = decay(sp.Integer(2))
_IDENTITY = workload_leakage(classes_below + (k - classes_below) * _FAR, _FAR, alpha, k)


def _prove_identity(goal: Goal) -> Step:
    step = OrderKept(Decided(Goal((b > 0,), relate(-2 / b, "<", ZERO))), sp.exp)
    return compare_exponentials(goal, (step,))


theorem_2_histogram = Claim(
    "linear.theorem-2.histogram",
    PAPER,
    "Sec. I",
    says="for W = I, (5) is the histogram bound",
    asserts=(
        about_releases(
            f"{HISTOGRAM}: corner = {in_language(_LEAKAGE)}", records=1, classes=5, tests=20
        ),
    ),
    reductions=(FINITE,),
    scope="every k >= 2, alpha in (0, 1/k] and b > 0; the paper says that histograms are a "
    "special case, and (5) is compared with the bound of the paper on histograms. A set of signs "
    "gives n_I classes the least c and the others 2 more; for the identity (5) is an upper "
    "bound, as (7) is the same",
    parts=(
        follows(
            "no set of signs gives more, 1 <= n_I <= k - 1",
            (*FLOOR, classes_below >= 1, classes_below <= k - 1),
            relate(_IDENTITY, "<=", _LEAKAGE),
            _prove_identity,
        ),
        follows(
            "n_I = 1 gives it",
            FLOOR,
            relate(_IDENTITY.subs(classes_below, 1), "==", _LEAKAGE),
            _prove_identity,
        ),
        follows(
            "equal signs give 0, which is less",
            FLOOR,
            relate(ZERO, "<=", _LEAKAGE),
            _prove_identity,
        ),
    ),
)

# --- how much noise at the end of the range ------------------------------------------------------

asked = reals("epsilon")[0]
_VANISHES = Goal(
    (*FLOOR, *REACH),
    relate(OWN_CLASS, "<=", asked),
    (asked,),
    (relate(asked, "<", sp.log(1 / alpha)),),
)


def _prove_vanishes(goal: Goal) -> Step:
    same = relate(OWN_CLASS, "<=", OWN_CLASS)
    at_it = Decided(Goal(goal.hypotheses, same), exponent_facts()[:1])
    below = below_trivial(Goal(goal.hypotheses, relate(OWN_CLASS, "<", sp.log(1 / alpha))))
    return Exhibited(goal, {asked: OWN_CLASS}, (at_it, below))


figure_2_vanishes = Claim(
    "linear.figure-2.vanishes",
    PAPER,
    "Fig. 2",
    says="as eps -> log(1/alpha) the required noise tends to zero",
    scope="every workload, of which the paper plots (9), k >= 2 and alpha in (0, 1/k]: for every "
    "b > 0, however small, all eps from some level below log(1/alpha) on are kept with scale b, "
    "namely from (7) at b on; so the least scale tends to 0. True of the safe bound (7), hence "
    "of (5) and of the exact leakage. That DP has no such regime is linear.figure-2.less-noise: "
    "it needs D/eps, above 0",
    asserts=(
        of_workloads("triangle < log(1/alpha)", **WIDE_SIZES),  # of a single class both are 0
        *corollary_1_upper.asserts,
    ),
    reductions=(SUM, OTHERS, FLOORS, FINITE),
    parts=(
        Part(
            "every scale b keeps some level below log(1/alpha), and then every larger one",
            _VANISHES,
            _prove_vanishes,
        ),
        follows(
            "that level is (7) at b, strictly below log(1/alpha)",
            (*FLOOR, *REACH),
            relate(OWN_CLASS, "<", sp.log(1 / alpha)),
            below_trivial,
        ),
        *corollary_1_upper.parts,
    ),
)
