"""The two bounds of the paper as functions of alpha: order, limits, strictness, special cases.

Both are -log(alpha sum_j e^(-t_j/b) + (1 - k alpha) e^(-t_max/b)). In the triangle bound (7) the
exponent t_j is the distance ||w_j - w_r||_1; in the corner bound (5), for one set of signs, it is
c_j - c_r, for the r with the least c. So a proof for every t covers both.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.formulas.laplace import least_density, workload_dp, workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import SUM, AnyLaw, at, log_below_tangent
from pmlsym.ledger.linear.instances import (
    CONSTANT,
    ONE_RECORD_SIZES,
    RELEASES,
    WIDE_SIZES,
    of_workloads,
)
from pmlsym.ledger.linear.readings import EPS_DP, FIVE, SEVEN, of
from pmlsym.ledger.linear.sensitivity import EQ_8
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
from pmlsym.statements.instances.released.bounds import exact
from pmlsym.statements.instances.released.release import Release, favouring

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
