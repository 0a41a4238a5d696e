"""The two bounds of the paper, and the spread of c_j over all sets of signs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.formulas.laplace import least_density, workload_dp, workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import SUM, AnyLaw, at, log_below_tangent
from pmlsym.ledger.linear.instances import (
    CONSTANT,
    COUNTING,
    DIFFERENT_SIGNS,
    EPS_DP,
    FIVE,
    ONE_RECORD_SIZES,
    RELEASES,
    SEVEN,
    WIDE,
    WIDE_SIZES,
    WIDE_SOME,
    of,
    of_workloads,
)
from pmlsym.ledger.linear.symbols import (
    FINITE,
    FLOOR,
    FLOORS,
    PAPER,
    ZERO,
    alpha,
    averaged_decay,
    b,
    bound,
    decay,
    farthest,
    k,
    m,
    over_prior,
    smaller_decay,
    spare,
    t,
    uniform,
)
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.bounds import by_signs, exact, farthest_columns, scores
from pmlsym.statements.instances.released.release import Release, distance, favouring

# --- the largest spread of c_j, a distance: eq. (8), (11), (12), App. C ---------------------------

slope, difference = reals("s d")
_SLOPED = sp.And(slope >= -1, slope <= 1)
_ALIGNED = sp.And(sp.Eq(slope**2, 1, evaluate=False), relate(slope * difference, ">=", ZERO))
_AT = (difference, slope)
_CUBE = AnyLaw(_AT, _SLOPED, "L")
_SIDES = AnyLaw(_AT, _ALIGNED, "L")


def _prove_slopes(goal: Goal) -> Step:
    return Decided(goal, (_CUBE.averaged(relate(slope * difference, "<=", sp.Abs(difference))),))


def _prove_aligned(goal: Goal) -> Step:
    return Decided(goal, (_SIDES.averaged(relate(slope * difference, "==", sp.Abs(difference))),))


SLOPES = follows(
    "the exponent <s, w_j - w_r> for signs or slopes s in [-1, 1]^m is at most the distance",
    (b > 0, m > 0),
    relate(m * _CUBE.mean(slope * difference) / b, "<=", m * _CUBE.mean(sp.Abs(difference)) / b),
    _prove_slopes,
)
ALIGNED = follows(
    "if in every query the sign s has s d >= 0 for the difference d = w_j - w_r, then <s, w_j - "
    "w_r> = ||w_j - w_r||_1",
    (b > 0, m > 0),
    relate(m * _SIDES.mean(slope * difference) / b, "==", m * _SIDES.mean(sp.Abs(difference)) / b),
    _prove_aligned,
)
EQ_8 = (SLOPES, ALIGNED)

_SPREAD = of(
    "max_I (c_{j^*} - c_{j_*})",
    r"\max_{\mathcal I}\bigl(c_{j^*}-c_{j_*}\bigr)",
    lambda instance: max(spread for _, spread in by_signs(instance)),
)
_DISTANCE = of("max_{j,r} ||w_j - w_r||_1", r"\max_{j,r}\|w_j-w_r\|_1", farthest_columns)
eq_8 = Claim(
    "linear.eq-8",
    PAPER,
    "eqs. (8), (11), (12)",
    says="the largest c_{j^*} - c_{j_*} over the sign sets is the largest l1 distance of two "
    "columns; over b it is eps_DP",
    scope="every m, workload and b > 0, as in the paper (k >= 2: of one class all is 0). The "
    "maximum is over subsets I of [m], as in (5), where (8) prints an element. The last sentence "
    "of App. C is linear.eq-12.level",
    asserts=(of_workloads("spread = diameter and spread/b = diameter/b", **WIDE_SIZES),),
    reductions=(SUM, FINITE),
    parts=EQ_8,
)

# --- the set I of (12), and the level that its spread gives ---------------------------------------


def _at_farthest(instance: Release) -> Fraction:
    """Return the least c_{j_1} - c_{j_2} at {l: w_lj1 >= w_lj2}, over pairs at largest distance."""
    far = farthest_columns(instance)
    spreads = []
    for i, j in product(range(instance.classes), repeat=2):
        one, other = instance.columns[i], instance.columns[j]
        if distance(one, other) == far:
            c = scores(instance, [1 if a >= d else -1 for a, d in zip(one, other, strict=True)])
            spreads.append(c[i] - c[j])
    return min(spreads)


_AT_FARTHEST = of(
    "c_{j_1} - c_{j_2} at I = {l: w_lj1 >= w_lj2} (the least over farthest columns j_1, j_2)",
    r"c_{j_1}-c_{j_2}\text{ at }\mathcal I=\{l:w_{lj_1}\ge w_{lj_2}\}",
    _at_farthest,
)

maximizer_formula = Claim(
    "linear.maximizer.formula",
    PAPER,
    "App. C",
    says="the set {l: w_lj1 >= w_lj2}, for two columns j_1, j_2 of the largest l1 distance, "
    "maximizes c_{j^*} - c_{j_*}",
    scope="every m and workload, as in the paper (k >= 2), and every choice of the two columns, "
    'in either order: the classes j^* and j_* are then j_1 and j_2. "The maximizing I" is read '
    "as the one that the formula gives: it is never the only one, as its complement has the same "
    "spread",
    asserts=(Assertion(WIDE, (Compared(_AT_FARTHEST, "=", _SPREAD),)),),
    reductions=(SUM, FINITE),
    parts=EQ_8,
)


eq_12_level = Claim(
    "linear.eq-12.level",
    PAPER,
    "App. C",
    says="the largest exp((c_{j^*} - c_{j_*})/b) over the sign sets is eps_DP",
    scope="read as printed: a number e^x is set equal to x, which no real x is. An author would "
    "answer that the exponential of the bound is meant on both sides, as where App. C begins, and "
    "as (8) has it. So it is, and the proof loses nothing: a misprint, and the repair is what is "
    "meant. That the bound reaches this level only in the limit is linear.remark-2.iii.limit",
    asserts=(of_workloads("exp(spread/b) = diameter/b", **WIDE_SIZES),),
    models=(COUNTING,),
    misprint="App. C begins with the exponential of the bound, and by (8) the exponents give "
    "eps_DP: the exponential is e^eps_DP",
    repair=Claim(
        "linear.eq-12.level.repair",
        PAPER,
        "App. C",
        says="it is e^eps_DP: the largest (c_{j^*} - c_{j_*})/b is eps_DP",
        scope="every m, workload and b > 0, as in the paper (k >= 2: of one class both levels "
        "are 0)",
        asserts=(
            of_workloads("exp(spread/b) = exp(diameter/b)", **WIDE_SIZES),
            of_workloads("spread/b = diameter/b", **WIDE_SIZES),
        ),
        reductions=(SUM, FINITE),
        parts=EQ_8,
    ),
)


def _at_maximizers(instance: Release) -> Fraction:
    found = by_signs(instance)
    most = max(e for e, _ in found)
    return max(spread for e, spread in found if e == most)


_AT_MAXIMIZERS = of(
    "the largest c_{j^*} - c_{j_*} over the sets that maximise (5)",
    r"\max_{\mathcal I\in\arg\max(5)}\bigl(c_{j^*}-c_{j_*}\bigr)",
    _at_maximizers,
)

maximizer = Claim(
    "linear.maximizer",
    PAPER,
    "App. C",
    says="the sign set that maximizes (5) may differ from the one that maximizes the spread "
    "c_{j^*} - c_{j_*}",
    scope='"may differ": there are a workload, alpha > 0 and a scale at which no set that '
    "maximizes (5) maximizes the spread. Such a set loses spread, but has more classes with large "
    "exponents",
    asserts=(Assertion(WIDE_SOME, (Compared(_AT_MAXIMIZERS, "<", _DISTANCE),), exists=True),),
    models=(DIFFERENT_SIGNS,),
)

# --- functions of alpha: order, limits, strictness, special cases ---------------------------------
# Both are -log(alpha sum_j e^(-t_j/b) + (1 - k alpha) e^(-t_max/b)). In the triangle bound (7) the
# exponent t_j is the distance ||w_j - w_r||_1; in the corner bound (5), for one set of signs, it is
# c_j - c_r, for the r with the least c. So a proof for every t covers both.

largest = reals("D")[0]

WITHIN = sp.And(t >= 0, t <= farthest)  # class r has the exponent 0
CLASSES_OF = AnyLaw((t,), WITHIN, "U")
REACH = (farthest >= 0,)
MEAN = CLASSES_OF.mean(decay(t))
VALUE = bound(MEAN, decay(farthest))


def exponent_facts() -> tuple[Step, ...]:
    """Prove e^(-t_max/b) <= average of e^(-t/b) <= 1, both positive."""
    return (
        CLASSES_OF.exponentials(relate(-t / b, ">=", -farthest / b), (b > 0,)),
        CLASSES_OF.exponentials(relate(-t / b, "<=", ZERO), (b > 0,)),
    )


# --- Lemma 2 -------------------------------------------------------------------------------------

c, largest_c = reals("c c_max")
_FREE = uniform(decay(c), (c,))
_BELOW = relate(c, "<=", largest_c)
_ONLY = sp.Eq(c, largest_c, evaluate=False)


def _prove_minimum(goal: Goal) -> Step:
    least = averaged_decay((b > 0, _BELOW), relate(-c / b, ">=", -largest_c / b), (c,), _BELOW, "S")
    return Decided(goal, (least,))


def _prove_minimum_attained(goal: Goal) -> Step:
    equal = averaged_decay((b > 0, _ONLY), relate(-c / b, "==", -largest_c / b), (c,), _ONLY, "S")
    return Decided(goal, (equal,))


def _first_query(instance: Release, prior: Row) -> Fraction:
    falls = [instance.fall(entry) for entry in instance.workload[0]]
    return sum((p * exact(fall) for p, fall in zip(prior, falls, strict=True)), Fraction(0))


def _least(instance: Release) -> Fraction:
    entries = instance.workload[0]
    total = sum((exact(instance.fall(entry)) for entry in entries), Fraction(0))
    favoured = exact(instance.fall(max(entries)))
    return Fraction(least_density(total, favoured, instance.alpha, instance.classes))


_AVERAGE = of(
    "sum_j p_j e^(-c_j/b)",
    r"\sum_jp_je^{-c_j/b}",
    lambda instance: _first_query(instance, instance.priors[instance.record]),
)
_AT_VERTICES = of(
    "the least of these over priors that favour one class",
    r"\min_p\sum_jp_je^{-c_j/b}",
    lambda instance: min(
        _first_query(instance, favouring(instance.alpha, instance.classes, j))
        for j in range(instance.classes)
    ),
)
_LEAST = of(
    "alpha sum_j e^(-c_j/b) + (1 - k alpha) e^(-c_max/b)",
    r"\alpha\sum_je^{-c_j/b}+(1-k\alpha)e^{-c_{j^*}/b}",
    _least,
)

lemma_2 = Claim(
    "linear.lemma-2",
    PAPER,
    "Lemma 2",
    says="the least of sum_j p_j e^(-c_j/b) over p_j >= alpha is "
    "alpha sum_j e^(-c_j/b) + (1 - k alpha) e^(-c_max/b)",
    scope="every k >= 2, alpha in (0, 1/k], b > 0 and real c_j, which are read as the entries of "
    "the first query; p = alpha + (1 - k alpha) s with s a distribution (if k alpha = 1 there is "
    "only one p)",
    asserts=(
        Assertion(
            RELEASES, (Compared(_AVERAGE, ">=", _LEAST), Compared(_AT_VERTICES, "=", _LEAST))
        ),
    ),
    reductions=(FLOORS, SUM),
    parts=(
        follows(
            "no prior gives less, for every s",
            FLOOR,
            relate(
                over_prior(_FREE, spare(decay(c), (c,), _BELOW)),
                ">=",
                least_density(k * _FREE, decay(largest_c), alpha, k),
            ),
            _prove_minimum,
        ),
        follows(
            "s on the class with the largest c gives exactly that",
            FLOOR,
            relate(
                over_prior(_FREE, spare(decay(c), (c,), _ONLY)),
                "==",
                least_density(k * _FREE, decay(largest_c), alpha, k),
            ),
            _prove_minimum_attained,
        ),
    ),
)

# --- Remark 2 ------------------------------------------------------------------------------------


# The class r itself has the exponent 0; the other k - 1 classes are averaged.
_OTHERS = CLASSES_OF.mean(decay(t))
OWN_CLASS = workload_leakage(1 + (k - 1) * _OTHERS, decay(farthest), alpha, k)


def below_trivial(goal: Goal) -> Step:
    """Prove that the bound is below log(1/alpha): the class r has the weight alpha."""
    return compare_exponentials(goal, exponent_facts()[:1])


remark_2_ii = Claim(
    "linear.remark-2.ii",
    PAPER,
    "Remark 2(ii)",
    says="(7) <= log(1/alpha), so a DP guarantee with eps_DP >= log(1/alpha) is vacuous",
    scope='every workload, k >= 2, alpha in (0, 1/k] and b > 0. Vacuous "in the sense of PML", '
    "as every mechanism, with or without noise, keeps log(1/alpha) under Q_alpha: the first "
    "statement, of a secret with alpha <= pmin and finitely many outcomes; the paper says it of "
    "every mechanism. The first line of its display is (7) itself, with the term of j_1 written "
    "apart",
    **stated(
        "alpha <= pmin and alpha > 0 => pml(X->y) <= log(1/alpha)",
        beside=(
            beside(
                follows(
                    "(7) is strictly below log(1/alpha)",
                    (*FLOOR, *REACH),
                    relate(OWN_CLASS, "<", sp.log(1 / alpha)),
                    below_trivial,
                ),
                asserts=(
                    of_workloads("triangle <= log(1/alpha)", **WIDE_SIZES),
                    of_workloads("diameter/b >= log(1/alpha) => leak <= diameter/b"),
                ),
                reductions=(SUM,),
            ),
        ),
    ),
)

_SMALL = k * alpha * (sp.exp(farthest / b) - 1)


def _prove_near(goal: Goal) -> Step:
    given = (*FLOOR, *REACH)
    facts = exponent_facts()
    reach = OrderKept(Decided(Goal((b > 0, *REACH), relate(farthest / b, ">=", ZERO))), sp.exp)
    log = compare_exponentials(
        Goal(given, relate(VALUE, ">=", farthest / b - sp.log(1 + _SMALL))), (*facts, reach)
    )
    positive = Decided(Goal(given, relate(_SMALL, ">=", ZERO)), (reach,))
    tangent = at(log_below_tangent(), x=_SMALL)
    return Decided(goal, (*facts, reach, positive, log, tangent))


_LESS = "diameter/b - k*alpha*(exp(diameter/b) - 1)"

remark_2_limit = Claim(
    "linear.remark-2.iii.limit",
    PAPER,
    "Remark 2(iii)",
    says="(5) and (7) tend to eps_DP as alpha -> 0",
    scope="every workload and b > 0, as in the paper (k >= 2: of one class all is 0), and with a "
    "modulus: both are at most eps_DP, and below it by no more than k alpha (e^eps_DP - 1), "
    "which tends to 0 with alpha. In the goals t_max = D for r, j* (and, in (5), signs: "
    "linear.eq-8) that attain the largest distance",
    asserts=(
        of_workloads(
            f"corner >= {_LESS} and triangle >= {_LESS} and corner <= diameter/b and "
            "triangle <= diameter/b",
            **ONE_RECORD_SIZES,
        ),
    ),
    reductions=(SUM, FINITE),
    parts=(
        follows(
            "the bound is at least t_max/b - k alpha (e^(t_max/b) - 1)",
            (*FLOOR, *REACH),
            relate(VALUE, ">=", workload_dp(farthest, b) - _SMALL),
            _prove_near,
        ),
        follows(
            "and it is at most t_max/b, for every choice",
            (*FLOOR, *REACH),
            relate(VALUE, "<=", workload_dp(farthest, b)),
            lambda goal: compare_exponentials(goal, exponent_facts()),
        ),
        *EQ_8,
    ),
)


_DIFFER = (*FLOOR, *REACH, largest > 0, farthest <= largest)


def up_to_largest() -> tuple[Step, ...]:
    """Prove that e^(-t/b), on average or of the favoured class, is at least e^(-D/b)."""
    return (
        CLASSES_OF.exponentials(relate(-t / b, ">=", -largest / b), (b > 0, farthest <= largest)),
        smaller_decay(farthest, largest),
    )


def _prove_strict(goal: Goal) -> Step:
    own = OrderKept(Decided(Goal((b > 0, largest > 0), relate(-largest / b, "<", ZERO))), sp.exp)
    return compare_exponentials(goal, (*up_to_largest(), own))


_STRICT = "corner < diameter/b and triangle < diameter/b"
STRICT = (Compared(FIVE, "<", EPS_DP), Compared(SEVEN, "<", EPS_DP))
BELOW_LARGEST = follows(
    "if the largest distance D is positive, every choice of r, j* and signs stays below D/b",
    _DIFFER,
    relate(OWN_CLASS, "<", workload_dp(largest, b)),
    _prove_strict,
)

remark_2_strict = Claim(
    "linear.remark-2.iii.strict",
    PAPER,
    "Remark 2(iii)",
    says="(5) and (7) are strictly smaller than eps_DP for every alpha in (0, 1/k]",
    scope="every workload, as none is excluded, and every alpha in (0, 1/k] and b > 0. Where all "
    "columns are equal nothing depends on the record, and (5), (7) and eps_DP are 0. An author "
    "would answer that eps-DP is defined for eps > 0 only, so that eps_DP = 0 is out of the "
    "question, and that such a query asks nothing. That is the repair, and nothing more is wrong; "
    "but (4) gives every workload an eps_DP, and Definition 3 every query its level",
    asserts=(of_workloads(_STRICT, **WIDE_SIZES),),
    models=(CONSTANT,),
    repair=Claim(
        "linear.remark-2.iii.strict.repair",
        PAPER,
        "Remark 2(iii)",
        says="they are for every workload with two different columns",
        scope="every alpha in (0, 1/k], b > 0, m and k",
        asserts=(of_workloads(f"diameter > 0 => {_STRICT}", **WIDE_SIZES),),
        reductions=(SUM, FINITE),
        parts=(BELOW_LARGEST,),
    ),
)
