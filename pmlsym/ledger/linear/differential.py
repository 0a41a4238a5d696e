"""Differential privacy: of Laplace noise on a query, of a workload, and as a constraint on PML."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import workload_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.instances import SMALL_SIZES, of_workloads
from pmlsym.ledger.linear.symbols import ONE, PAPER, ZERO, b, m
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.instances.released.databases import Curator, curators, queries
from pmlsym.statements.instances.released.histogram import AtLevel, levels

# --- the Laplace mechanism is DP; Def. 3 and eq. (4) ---------------------------------------------

u, d, D = reals("u d D")
_QUERIES = AnyLaw((u, d), name="L")
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
    scope="every n, m, query of n records (linear or not), pair of neighbours, outcome y and b > "
    "0, as in the paper; u = y - q(x), d = q(x) - q(x') coordinate by coordinate. Read on "
    "queries with whole answers, at the outcomes where densities have kinks. Of a query of "
    "sensitivity 0 it says that no density changes, where Definition 2 asks for eps > 0",
    asserts=(
        Assertion(
            queries(tries=80),
            (
                Compared(
                    Quantity(
                        "the largest log f(y|x)/f(y|x')",
                        r"\sup_y\max_{x\sim x'}\log\frac{f_{Y|X=x}(y)}{f_{Y|X=x'}(y)}",
                        lambda instance: instance.dp,
                    ),
                    "<=",
                    Quantity(
                        "sensitivity/b",
                        r"\frac{\Delta_1(q)}b",
                        lambda instance: log((1 / instance.decay) ** int(instance.sensitivity)),
                    ),
                ),
            ),
        ),
    ),
    reductions=(SUM,),
    parts=(
        follows(
            "the log-ratio of densities (||y - q(x')||_1 - ||y - q(x)||_1)/b is at most D/b",
            _DP_GIVEN,
            relate(_LOG_RATIO, "<=", workload_dp(D, b)),
            _prove_dp,
        ),
    ),
)

rest, w_j, w_r, answer_j, tanswer_j = reals("z w_j w_r a_j a_r")
_ANSWERED = sp.And(
    sp.Eq(answer_j, rest + w_j, evaluate=False), sp.Eq(tanswer_j, rest + w_r, evaluate=False)
)
_MOVES = AnyLaw((answer_j, tanswer_j, rest, w_j, w_r), _ANSWERED, "L")
_MOVED = m * _MOVES.mean(sp.Abs(answer_j - tanswer_j))
_APART = m * _MOVES.mean(sp.Abs(w_j - w_r))
_AT = sp.Eq(u, 0, evaluate=False)
_AT_ANSWER = AnyLaw((u, d), _AT, "L")


def _prove_moved(goal: Goal) -> Step:
    same = relate(sp.Abs(answer_j - tanswer_j), "==", sp.Abs(w_j - w_r))
    return Decided(goal, (_MOVES.averaged(same),))


def _prove_level_is_reached(goal: Goal) -> Step:
    equal = relate(sp.Abs(u + d), "==", sp.Abs(u) + sp.Abs(d))
    return Decided(goal, (_AT_ANSWER.averaged(equal),))


eq_4 = Claim(
    "linear.eq-4",
    PAPER,
    "eq. (4)",
    says="the l1-sensitivity of Wx is the largest l1 distance of two columns; eps_DP is that "
    "over b",
    scope="every n, m, k, workload and b > 0, as in the paper (k >= 2: one class has no "
    "neighbours). The paper says that the release satisfies eps_DP-DP; shown is also that no "
    "smaller level does, as eps_DP is reached at y = Wx. Where all columns are equal eps_DP is "
    "0, and Definition 2 asks for eps > 0",
    asserts=(of_workloads("sensitivity = diameter and dp = diameter/b", **SMALL_SIZES),),
    reductions=(SUM,),
    parts=(
        follows(
            "the answers to neighbours, z + w_j and z + w_r with z that of the other records, are "
            "||w_j - w_r||_1 apart; every pair of classes occurs",
            (m > 0, b > 0),
            relate(_MOVED / b, "==", workload_dp(_APART, b)),
            _prove_moved,
        ),
        follows(
            "at the outcome y = Wx (u = 0) the log-ratio of densities is the distance over b",
            (b > 0, m > 0),
            relate(
                m / b * (_AT_ANSWER.mean(sp.Abs(u + d)) - _AT_ANSWER.mean(sp.Abs(u))),
                "==",
                workload_dp(m * _AT_ANSWER.mean(sp.Abs(d)), b),
            ),
            _prove_level_is_reached,
        ),
    ),
)

# --- Theorem 1: DP as a PML constraint -----------------------------------------------------------

E, here, there = reals("E F G")
_NEIGHBOURS = sp.And(here >= 0, relate(here, "<=", E * there))
_PAIR = (here, there)
_RECORDS = AnyLaw(_PAIR, _NEIGHBOURS, "O")
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


CURATORS = curators(tries=120)
_LEAKAGE = Quantity[Curator](
    "max_{y,i} l(D_i -> y)", r"\max_{y,i}\ell(D_i\to y)", lambda instance: instance.leakage
)
_SMALLEST = Quantity[Curator](
    "the smallest eps with eps-DP",
    r"\min\{\varepsilon:\varepsilon\text{-DP}\}",
    lambda instance: instance.dp,
)
_LEVEL = Quantity[AtLevel]("eps", r"\varepsilon", lambda instance: instance.epsilon)
_REACHED = Quantity[AtLevel](
    "the smallest level of DP",
    r"\min\{\varepsilon':\varepsilon'\text{-DP}\}",
    lambda instance: instance.curator.dp,
)
_NEARLY_SURE = Quantity[AtLevel](
    "max_{y,i} l(D_i -> y) under a product prior close to one database",
    r"\max_{y,i}\ell(D_i\to y)\text{ under some }P_X\in\mathcal Q",
    lambda instance: instance.near_databases,
)

theorem_1 = Claim(
    "linear.theorem-1",
    PAPER,
    "Thm 1",
    says="eps-DP if and only if the PML of every record is at most eps under every product prior",
    scope="every n, finite record alphabet and eps > 0 (E = e^eps); product priors with full "
    "support. The paper has mechanisms with densities on a Euclidean space; here mechanisms have "
    "finitely many outcomes, and the goals are about the values f(y|x) at one outcome. The "
    "second statement is the converse: at a level at which it is not DP, some product prior "
    "leaks more",
    asserts=(
        Assertion(CURATORS, (Compared(_LEAKAGE, "<=", _SMALLEST),)),
        Assertion(
            levels(tries=120),
            (Compared(_NEARLY_SURE, ">", _LEVEL),),
            (Compared(_LEVEL, "<", _REACHED),),
        ),
    ),
    reductions=(SUM,),
    parts=(
        follows(
            "if f(y|x) <= e^eps f(y|x') for all neighbours, the log-lift of a record is at most "
            "eps: average over the other records and over the class it is compared with",
            (E > 0, relate(_GIVEN_D, ">", ZERO), relate(_MARGINAL, ">", ZERO)),
            relate(sp.log(_GIVEN_D / _MARGINAL), "<=", sp.log(E)),
            _prove_from_dp,
        ),
        follows(
            "conversely let F_0 = f(y|x) > e^eps f(y|x') = e^eps F_1 for some neighbours, M bound "
            "the densities of y, and kappa = (F_0 - E F_1)/(2 (F_0 + 2 E M)). If the other records "
            "are as in x with probability c >= 1 - kappa, then f(y|d) >= (1 - kappa) F_0",
            (*_SHARES, F_0 >= 0, R_0 >= 0),
            relate(c * F_0 + (1 - c) * R_0, ">=", (1 - kappa) * F_0),
        ),
        follows(
            "if moreover the record is as in x' with probability a_1 >= 1 - kappa, then f(y) <= "
            "F_1 + 2 kappa M",
            (*_SHARES, F_1 >= 0, F_1 <= M, R_1 <= M, R_2 <= M, a_1 >= 1 - kappa, a_1 <= 1),
            relate(a_1 * (c * F_1 + (1 - c) * R_1) + (1 - a_1) * R_2, "<=", F_1 + 2 * kappa * M),
        ),
        follows(
            "and that leaks more than eps, for some kappa in (0, 1): full support allows it",
            _BROKEN,
            relate((1 - kappa) * F_0, ">", E * (F_1 + 2 * kappa * M)),
            _prove_gap,
        ),
        follows("0 < kappa", _BROKEN, relate(kappa, ">", ZERO), _prove_gap),
        follows("kappa < 1", _BROKEN, relate(kappa, "<", ONE), _prove_gap),
    ),
)
