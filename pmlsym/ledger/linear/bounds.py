"""The two bounds of the paper as functions of alpha: order, limits, strictness, special cases.

Both are -log(alpha sum_j e^(-t_j/b) + (1 - k alpha) e^(-t_max/b)). In the triangle bound (7) the
exponent t_j is the distance ||w_j - w_r||_1; in the corner bound (5), for one set of signs, it is
c_j - c_r, for the r with the least c. So what is proved for every t covers both.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import least_density, workload_dp, workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, log_below_tangent
from pmlsym.ledger.linear.preliminaries import TRIVIAL
from pmlsym.ledger.linear.symbols import (
    FLOOR,
    ONE,
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
from pmlsym.ledger.linear.witnesses import (
    CONSTANT,
    bounds_of,
    dp_level,
    five,
    level,
    seven,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step, StrictExpectation
from pmlsym.proof.witness import Witness

alpha2, delta, largest = reals("alpha2 delta D")

WITHIN = sp.And(t >= 0, t <= farthest)  # exponents from that of the class r itself to the largest
CLASSES_OF = Law((t,), WITHIN, "U")
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


lemma_2 = Claim(
    "linear.lemma-2",
    PAPER,
    "Lemma 2",
    says="the least of sum_j p_j e^(-c_j/b) over p_j >= alpha is "
    "alpha sum_j e^(-c_j/b) + (1 - k alpha) e^(-c_max/b)",
    statement=r"\min_{p_j\ge\alpha,\,\sum p_j=1}\sum_jp_je^{-c_j/b}=\alpha\sum_je^{-c_j/b}"
    r"+(1-k\alpha)e^{-c_{j^*}/b}",
    scope="every k >= 2, alpha in (0, 1/k], b > 0 and real c_j; p = alpha + (1 - k alpha) s with s "
    "a distribution (if k alpha = 1 there is only one p)",
    parts=(
        Part(
            "no prior gives less, for every s",
            Goal(
                FLOOR,
                relate(
                    over_prior(_FREE, spare(decay(c), (c,), _BELOW)),
                    ">=",
                    least_density(k * _FREE, decay(largest_c), alpha, k),
                ),
            ),
            _prove_minimum,
        ),
        Part(
            "s on the class with the largest c gives exactly that",
            Goal(
                FLOOR,
                relate(
                    over_prior(_FREE, spare(decay(c), (c,), _ONLY)),
                    "==",
                    least_density(k * _FREE, decay(largest_c), alpha, k),
                ),
            ),
            _prove_minimum_attained,
        ),
    ),
)

# --- Remark 2 ------------------------------------------------------------------------------------


def _prove_falls(goal: Goal) -> Step:
    return compare_exponentials(goal, exponent_facts())


_EVENT = relate(t, "<", farthest)
_LIKELY = relate(CLASSES_OF.chance(_EVENT), ">", ZERO)
_TWO_FLOORS = (b > 0, alpha > 0, alpha2 > alpha, k >= 2, relate(k * alpha2, "<=", ONE), *REACH)


def _prove_falls_strictly(goal: Goal) -> Step:
    given = (b > 0, *WITHIN.args)
    weak = OrderKept(Decided(Goal(given, relate(-t / b, ">=", -farthest / b))), sp.exp)
    strict = OrderKept(Decided(Goal((*given, _EVENT), relate(-t / b, ">", -farthest / b))), sp.exp)
    found = StrictExpectation(weak, strict, _EVENT, (t,), WITHIN, "U")
    return compare_exponentials(goal, (found, *exponent_facts()))


remark_2_i = Claim(
    "linear.remark-2.i",
    PAPER,
    "Remark 2(i)",
    says="(5) and (7) are decreasing in alpha",
    statement=r"\alpha<\alpha'\;\Rightarrow\;B_{\alpha'}\le B_\alpha,\text{ strictly if two "
    r"columns of }W\text{ differ}",
    scope="every workload, k and b > 0; decreasing in the weak sense for all workloads (both are 0 "
    "if all columns are equal) and strictly for all others; a maximum over finitely many r, j* and "
    "signs inherits both",
    parts=(
        Part(
            "a larger floor gives no larger bound",
            Goal(_TWO_FLOORS, relate(bound(MEAN, decay(farthest), alpha2), "<=", VALUE)),
            _prove_falls,
        ),
        Part(
            "a strictly smaller one unless every class has the largest exponent",
            Goal((*_TWO_FLOORS, _LIKELY), relate(bound(MEAN, decay(farthest), alpha2), "<", VALUE)),
            _prove_falls_strictly,
        ),
    ),
)

# The class r itself has the exponent 0; the other k - 1 classes are averaged.
_OTHERS = CLASSES_OF.mean(decay(t))
OWN_CLASS = workload_leakage(1 + (k - 1) * _OTHERS, decay(farthest), alpha, k)


def below_trivial(goal: Goal) -> Step:
    """Prove that the bound is below log(1/alpha): the class r itself weighs alpha."""
    return compare_exponentials(goal, exponent_facts()[:1])


remark_2_ii = Claim(
    "linear.remark-2.ii",
    PAPER,
    "Remark 2(ii)",
    says="(7) <= log(1/alpha), so a DP guarantee with eps_DP >= log(1/alpha) is vacuous",
    statement=r"(7)<\log\frac1\alpha;\qquad\text{every }\ell(D_i\to y)\le\log\frac1\alpha\le"
    r"\varepsilon_{\mathrm{DP}}",
    scope="every workload and b > 0; vacuous as a statement on PML under Q_alpha: it holds without "
    "any noise",
    parts=(
        Part(
            "(7) is strictly below log(1/alpha)",
            Goal((*FLOOR, *REACH), relate(OWN_CLASS, "<", sp.log(1 / alpha))),
            below_trivial,
        ),
        TRIVIAL,
    ),
)

_SMALL = k * alpha * (sp.exp(farthest / b) - 1)
_NEAR = (*FLOOR, *REACH, delta > 0, relate(_SMALL, "<", delta))


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


remark_2_limit = Claim(
    "linear.remark-2.iii.limit",
    PAPER,
    "Remark 2(iii)",
    says="(5) and (7) tend to eps_DP as alpha -> 0",
    statement=r"\lim_{\alpha\to0}(5)=\lim_{\alpha\to0}(7)=\varepsilon_{\mathrm{DP}}",
    scope="every workload and b > 0, with a modulus: k alpha (e^eps_DP - 1) < delta puts both "
    "within delta of eps_DP. t_max = D for r, j* (and, in (5), signs) that attain the largest "
    "distance; no other choice exceeds its own t_max/b <= D/b",
    parts=(
        Part(
            "k alpha (e^(t_max/b) - 1) < delta puts the bound above t_max/b - delta",
            Goal(_NEAR, relate(VALUE, ">", workload_dp(farthest, b) - delta)),
            _prove_near,
        ),
        Part(
            "and it is at most t_max/b, for every choice",
            Goal((*FLOOR, *REACH), relate(VALUE, "<=", workload_dp(farthest, b))),
            lambda goal: compare_exponentials(goal, exponent_facts()),
        ),
    ),
)


def _refute_strict(goal: Goal) -> Witness:
    five_, seven_ = bounds_of(CONSTANT)
    return Witness(
        goal,
        {},
        "one query that answers the same for both classes, W = [1, 1], alpha = 1/2, e^(-1/b) = "
        "1/2: nothing depends on the record, so all three numbers are 0",
        {seven: seven_, five: five_, level: lambda: dp_level(CONSTANT)},
    )


_DIFFER = (*FLOOR, *REACH, largest > 0, farthest <= largest)


def up_to_largest() -> tuple[Step, ...]:
    """Prove that no e^(-t/b), on average or favoured, is below e^(-D/b) for t_max <= D."""
    return (
        CLASSES_OF.exponentials(relate(-t / b, ">=", -largest / b), (b > 0, farthest <= largest)),
        smaller_decay(farthest, largest),
    )


def _prove_strict(goal: Goal) -> Step:
    own = OrderKept(Decided(Goal((b > 0, largest > 0), relate(-largest / b, "<", ZERO))), sp.exp)
    return compare_exponentials(goal, (*up_to_largest(), own))


remark_2_strict_repair = Claim(
    "linear.remark-2.iii.strict.repair",
    PAPER,
    "Remark 2(iii)",
    says="they are if and only if two columns of the workload differ",
    statement=r"(5)\le(7)<\varepsilon_{\mathrm{DP}}\iff W\text{ has two different columns}",
    scope="every alpha in (0, 1/k], b > 0, m and k; if all columns are equal, all three are 0",
    parts=(
        Part(
            "if the largest distance D is positive, every choice of r, j* and signs stays below "
            "D/b",
            Goal(_DIFFER, relate(OWN_CLASS, "<", workload_dp(largest, b))),
            _prove_strict,
        ),
        Part(
            "if all exponents are 0 the bound is 0",
            Goal(FLOOR, relate(bound(decay(ZERO), decay(ZERO)), "==", ZERO)),
            compare_exponentials,
        ),
    ),
)

remark_2_strict = Claim(
    "linear.remark-2.iii.strict",
    PAPER,
    "Remark 2(iii)",
    says="(5) and (7) are strictly smaller than eps_DP for every alpha in (0, 1/k]",
    statement=r"(5)<\varepsilon_{\mathrm{DP}}\ \text{and}\ (7)<\varepsilon_{\mathrm{DP}}"
    r"\quad\text{for every workload and }\alpha\in(0,1/k]",
    scope="read for every workload, as none is excluded",
    parts=(
        Part("(7) is below eps_DP", Goal((), relate(seven, "<", level)), refute=_refute_strict),
        Part("(5) is below eps_DP", Goal((), relate(five, "<", level)), refute=_refute_strict),
    ),
    repair=remark_2_strict_repair,
)
