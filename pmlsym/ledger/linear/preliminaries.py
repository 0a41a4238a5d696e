"""Section II: the three forms of PML, its trivial bound, DP, and the sensitivity of a workload."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import workload_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.symbols import (
    FLOOR,
    ONE,
    PAPER,
    ZERO,
    alpha,
    averaged,
    b,
    k,
    m,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided, Identical, Step

# --- eq. (2) -------------------------------------------------------------------------------------

p, f_x, f_y = reals("p f_x f_y")
v, a, most = reals("v a M")
order, chance, level, top = reals("s pi l lambda")
_LIFTS = sp.And(v <= most, a >= 0, a <= 1)
_EVENTS = Law((v, a), _LIFTS, "X")
_LEVELS = relate(level, "<=", top)
_OUTCOMES = Law((level,), _LEVELS, "Y")


def _prove_events(goal: Goal) -> Step:
    return _EVENTS.averaged(relate(v * a, "<=", most * a))


def _prove_order_below(goal: Goal) -> Step:
    powers = _OUTCOMES.exponentials(relate(order * level, "<=", order * top), (order > 0,))
    mean = _OUTCOMES.mean(sp.exp(order * level))
    positive = _OUTCOMES.averaged(relate(sp.exp(order * level), ">", ZERO))
    log = compare_exponentials(
        Goal((order > 0,), relate(sp.log(mean), "<=", order * top)), (powers, positive)
    )
    return Decided(goal, (positive, log))


_REST = Mean(sp.exp(order * level), (level,), sp.true, "R")
_SPLIT = chance * sp.exp(order * top) + (1 - chance) * _REST
_ORDER_ABOVE = Goal(
    (order > 0, chance > 0, chance <= 1),
    relate(sp.log(_SPLIT) / order, ">=", top + sp.log(chance) / order),
)


def _prove_order_above(goal: Goal) -> Step:
    positive = averaged((), relate(sp.exp(order * level), ">", ZERO), (level,), sp.true, "R")
    log = compare_exponentials(
        Goal(
            (order > 0, chance > 0, chance <= 1),
            relate(sp.log(_SPLIT), ">=", order * top + sp.log(chance)),
        ),
        (positive,),
    )
    return Decided(goal, (positive, log))


eq_2 = Claim(
    "linear.eq-2",
    PAPER,
    "eq. (2)",
    says="the three forms of PML agree on finite alphabets: Renyi divergence of order infinity, "
    "largest posterior/prior, largest f(y|x)/f(y)",
    statement=r"D_\infty(P_{X|Y=y}\|P_X)=\log\max_x\frac{P_{X|Y=y}(x)}{P_X(x)}"
    r"=\log\max_x\frac{f_{Y|X=x}(y)}{f_Y(y)}",
    scope="every finite X with full support and every y with f(y) > 0; D_inf both as the supremum "
    "over events and as the limit of the orders 1 + s, s -> infinity",
    parts=(
        Part(
            "Bayes' rule: posterior over prior is the lift",
            Goal((p > 0, f_y > 0), relate((p * f_x / f_y) / p, "==", f_x / f_y)),
            lambda goal: Identical(goal),
        ),
        Part(
            "no event gains more than the largest lift M: P(A|y) = E[v 1_A] <= M P(A), so the "
            "supremum over events is the maximum over single classes",
            Goal(
                (),
                relate(_EVENTS.mean(v * a), "<=", most * _EVENTS.mean(a)),
            ),
            _prove_events,
        ),
        Part(
            "order 1 + s: log E[e^(s l) | y]/s is at most the largest log-lift",
            Goal(
                (order > 0,),
                relate(sp.log(_OUTCOMES.mean(sp.exp(order * level))) / order, "<=", top),
            ),
            _prove_order_below,
        ),
        Part(
            "and at least that plus log(pi)/s, pi the posterior of the class that has it: the "
            "limit s -> infinity is the largest log-lift",
            _ORDER_ABOVE,
            _prove_order_above,
        ),
    ),
)

# --- Remark 1 ------------------------------------------------------------------------------------

p_min, g = reals("p_min g")
_OTHERS = Mean(g, (g,), g >= 0, "R")
LIFT = f_x / (p * f_x + (1 - p) * _OTHERS)


def prove_trivial(goal: Goal) -> Step:
    """Prove that a class of probability p has a lift of at most 1/p."""
    others = averaged((g >= 0,), relate(g, ">=", ZERO), (g,), g >= 0, "R")
    return compare_exponentials(goal, (others,))


TRIVIAL = Part(
    "the log-lift of a class of probability p >= p_min, for every law of the other densities",
    Goal((p_min > 0, p_min <= p, p <= 1, f_x > 0), relate(sp.log(LIFT), "<=", sp.log(1 / p_min))),
    prove_trivial,
)

remark_1 = Claim(
    "linear.remark-1",
    PAPER,
    "Remark 1",
    says="PML is at most log(1/min P_X) for every mechanism",
    statement=r"\ell(X\to y)\le\log\frac1{\min_xP_X(x)}",
    scope="every finite X, every mechanism and outcome, with or without noise",
    parts=(TRIVIAL,),
)

# --- the Laplace mechanism is DP; Def. 3 and eq. (4) ---------------------------------------------

u, d, D = reals("u d D")
_QUERIES = Law((u, d), name="L")
_NORM = m * _QUERIES.mean(sp.Abs(d))
_LOG_RATIO = m / b * (_QUERIES.mean(sp.Abs(u + d)) - _QUERIES.mean(sp.Abs(u)))
_DP_GIVEN = (b > 0, m > 0, relate(_NORM, "<=", D))


def _prove_dp(goal: Goal) -> Step:
    pointwise = _QUERIES.averaged(relate(sp.Abs(u + d), "<=", sp.Abs(u) + sp.Abs(d)))
    return Decided(goal, (pointwise,))


definition_3 = Claim(
    "linear.definition-3",
    PAPER,
    "Def. 3",
    says="the Laplace mechanism with scale b on a query of l1-sensitivity D is (D/b)-DP",
    statement=r"\log\frac{f_{Y|X=x}(y)}{f_{Y|X=x'}(y)}\le\frac{\Delta_1(q)}b",
    scope="every m, query, pair of neighbours and outcome y; u = y - q(x), d = q(x) - q(x') "
    "coordinate by coordinate",
    parts=(
        Part(
            "the log-ratio of densities (||y - q(x')||_1 - ||y - q(x)||_1)/b is at most D/b",
            Goal(_DP_GIVEN, relate(_LOG_RATIO, "<=", workload_dp(D, b))),
            _prove_dp,
        ),
    ),
)

rest, w_j, w_r = reals("z w_j w_r")
_CHANGED = (rest, w_j, w_r)
_MOVES = Law(_CHANGED, name="L")
_MOVED = m * _MOVES.mean(sp.Abs((rest + w_j) - (rest + w_r)))
_APART = m * _MOVES.mean(sp.Abs(w_j - w_r))
_AT = sp.Eq(u, 0, evaluate=False)
_AT_ANSWER = Law((u, d), _AT, "L")


def _prove_moved(goal: Goal) -> Step:
    same = sp.Abs((rest + w_j) - (rest + w_r))
    return Decided(goal, (_MOVES.averaged(relate(same, "==", sp.Abs(w_j - w_r))),))


def _prove_level_is_reached(goal: Goal) -> Step:
    equal = relate(sp.Abs(u + d), "==", sp.Abs(u) + sp.Abs(d))
    return Decided(goal, (_AT_ANSWER.averaged(equal),))


eq_4 = Claim(
    "linear.eq-4",
    PAPER,
    "eq. (4)",
    says="the l1-sensitivity of Wx is the largest l1 distance of two columns; eps_DP is that "
    "over b",
    statement=r"\max_{x\sim x'}\|W(x-x')\|_1=\max_{j,r}\|w_j-w_r\|_1,\qquad "
    r"\varepsilon_{\mathrm{DP}}=\frac{\max_{j,r}\|w_j-w_r\|_1}b",
    scope="every n, m, k and b > 0; eps_DP is reached at y = Wx, so no smaller level holds",
    parts=(
        Part(
            "moving a record from class r to class j moves the answers by w_j - w_r, whatever the "
            "other records are; every pair of classes occurs",
            Goal((m > 0, b > 0), relate(_MOVED / b, "==", workload_dp(_APART, b))),
            _prove_moved,
        ),
        Part(
            "at the outcome y = Wx (u = 0) the log-ratio of densities is the distance over b",
            Goal(
                (b > 0, m > 0),
                relate(
                    m / b * (_AT_ANSWER.mean(sp.Abs(u + d)) - _AT_ANSWER.mean(sp.Abs(u))),
                    "==",
                    workload_dp(m * _AT_ANSWER.mean(sp.Abs(d)), b),
                ),
            ),
            _prove_level_is_reached,
        ),
    ),
)

# --- Theorem 1: DP as a PML constraint -----------------------------------------------------------

E, here, there = reals("E F G")
_NEIGHBOURS = sp.And(here >= 0, relate(here, "<=", E * there))
_PAIR = (here, there)
_RECORDS = Law(_PAIR, _NEIGHBOURS, "O")
_GIVEN_D = _RECORDS.mean(here)
_MARGINAL = _RECORDS.mean(there)


def _prove_from_dp(goal: Goal) -> Step:
    step = _RECORDS.averaged(relate(here, "<=", E * there))
    return compare_exponentials(goal, (step,))


F_0, F_1, kappa, c, a_1, R_0, R_1, R_2, M = reals("F_0 F_1 kappa c a_1 R_0 R_1 R_2 M")
_SMALL = (F_0 - E * F_1) / (2 * (F_0 + 2 * E * M))
_SHARES = (kappa >= 0, kappa <= 1, c >= 1 - kappa, c <= 1)
_BROKEN = (E > 0, F_1 >= 0, F_0 > E * F_1, F_0 <= M, relate(kappa, "==", _SMALL))


def _prove_gap(goal: Goal) -> Step:
    broken = _BROKEN[:-1]
    denominator = Decided(Goal(broken, relate(F_0 + 2 * E * M, ">", ZERO)))
    times = Decided(
        Goal(_BROKEN, relate(2 * kappa * (F_0 + 2 * E * M), "==", F_0 - E * F_1)), (denominator,)
    )
    return Decided(goal, (denominator, times))


theorem_1 = Claim(
    "linear.theorem-1",
    PAPER,
    "Thm 1",
    says="eps-DP if and only if the PML of every record is at most eps under every product prior",
    statement=r"\varepsilon\text{-DP}\iff\sup_{P_X\in\mathcal Q}\sup_y\max_i\ell(D_i\to y)\le"
    r"\varepsilon",
    scope="every n, finite record alphabet, mechanism and eps > 0 (E = e^eps); product priors with "
    "full support",
    parts=(
        Part(
            "if f(y|x) <= e^eps f(y|x') for all neighbours, the log-lift of a record is at most "
            "eps: average over the other records and over the class it is compared with",
            Goal(
                (E > 0, relate(_GIVEN_D, ">", ZERO), relate(_MARGINAL, ">", ZERO)),
                relate(sp.log(_GIVEN_D / _MARGINAL), "<=", sp.log(E)),
            ),
            _prove_from_dp,
        ),
        Part(
            "conversely let F_0 = f(y|x) > e^eps f(y|x') = e^eps F_1 for some neighbours, M bound "
            "the densities of y, and kappa = (F_0 - E F_1)/(2 (F_0 + 2 E M)). If the other records "
            "are as in x with probability c >= 1 - kappa, then f(y|d) >= (1 - kappa) F_0",
            Goal(
                (*_SHARES, F_0 >= 0, R_0 >= 0),
                relate(c * F_0 + (1 - c) * R_0, ">=", (1 - kappa) * F_0),
            ),
            Decided,
        ),
        Part(
            "if moreover the record is as in x' with probability a_1 >= 1 - kappa, then f(y) <= "
            "F_1 + 2 kappa M",
            Goal(
                (*_SHARES, F_1 >= 0, F_1 <= M, R_1 <= M, R_2 <= M, a_1 >= 1 - kappa, a_1 <= 1),
                relate(
                    a_1 * (c * F_1 + (1 - c) * R_1) + (1 - a_1) * R_2, "<=", F_1 + 2 * kappa * M
                ),
            ),
            Decided,
        ),
        Part(
            "and that leaks more than eps, for some kappa in (0, 1): full support allows it",
            Goal(_BROKEN, relate((1 - kappa) * F_0, ">", E * (F_1 + 2 * kappa * M))),
            _prove_gap,
        ),
        Part("0 < kappa", Goal(_BROKEN, relate(kappa, ">", ZERO)), _prove_gap),
        Part("kappa < 1", Goal(_BROKEN, relate(kappa, "<", ONE)), _prove_gap),
    ),
)

# --- Q_alpha -------------------------------------------------------------------------------------

p_1, q_j = reals("p_1 p_j")
_OTHER_CLASSES = Mean(q_j, (q_j,), q_j >= alpha, "U")


def _prove_ceiling(goal: Goal) -> Step:
    rest_above = averaged((q_j >= alpha,), relate(q_j, ">=", alpha), (q_j,), q_j >= alpha)
    return Decided(goal, (rest_above,))


q_alpha = Claim(
    "linear.q-alpha",
    PAPER,
    "Sec. III-A",
    says="a prior in Q_alpha gives every class at most 1 - (k-1) alpha",
    statement=r"P_X\in\mathcal Q_\alpha\;\Rightarrow\;P(D_i\in\text{class }j)\le1-(k-1)\alpha",
    scope="every k >= 2 and alpha in (0, 1/k]",
    parts=(
        Part(
            "p_1 plus k - 1 times the average of the others is 1, and the others are at least "
            "alpha",
            Goal(
                (*FLOOR[1:], relate(p_1, "==", 1 - (k - 1) * _OTHER_CLASSES)),
                relate(p_1, "<=", 1 - (k - 1) * alpha),
            ),
            _prove_ceiling,
        ),
    ),
)
