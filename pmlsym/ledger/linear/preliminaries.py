"""Section II: the forms of PML, the floor of a prior, and differential privacy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.laplace import workload_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.instances import SMALL_SIZES, of_workloads
from pmlsym.ledger.linear.symbols import ONE, PAPER, ZERO, averaged, b, m
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import divergence
from pmlsym.statements.instances.attack.loss import Densities, draw_densities, largest
from pmlsym.statements.instances.released.databases import Curator, curators, queries
from pmlsym.statements.instances.released.histogram import AtLevel, levels
from pmlsym.statements.values import Value

# --- the three forms of PML, its trivial bound, and the floor of a prior --------------------------

# --- eq. (2) -------------------------------------------------------------------------------------

p, posterior, f_x, f_y = reals("p p_y f_x f_y")
v, a, most = reals("v a M")
order, chance, level, top = reals("s pi l lambda")
_LIFTS = sp.And(v <= most, a >= 0, a <= 1)
_EVENTS = AnyLaw((v, a), _LIFTS, "X")
_LEVELS = relate(level, "<=", top)
_OUTCOMES = AnyLaw((level,), _LEVELS, "Y")


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


def _pairs(instance: Densities) -> list[tuple[Fraction, Fraction]]:
    """Return the posterior and the prior probability of every secret."""
    return list(zip(instance.attack.posterior, instance.attack.prior, strict=True))


def _factor(s: int) -> tuple[str, str]:
    """Return a factor in front of a quantity, in words and in LaTeX: none for 1."""
    return ("", "") if s == 1 else (f"{s} ", rf"{s}\,")


def _renyi(s: int) -> Quantity[Densities]:
    """Return s times the divergence of order 1 + s: log sum_x P(x|y) (P(x|y)/P(x))^s."""
    times, factor = _factor(s)
    return Quantity(
        f"{times}D_{1 + s}",
        rf"{factor}D_{{{1 + s}}}(P_{{X|Y=y}}\|P_X)",
        lambda instance: log(
            sum((after * (after / p) ** s for after, p in _pairs(instance)), Fraction(0))
        ),
    )


def _times(s: int) -> Quantity[Densities]:
    """Return s times the largest log-lift."""
    times, factor = _factor(s)
    return Quantity(
        f"{times}l", rf"{factor}\ell", lambda instance: multiply(Fraction(s), _RATIO.of(instance))
    )


def _scaled_log_lift(s: int) -> Quantity[Densities]:
    """Return s times the largest log-lift plus log(pi), pi the posterior of a secret with it."""

    def measured(instance: Densities) -> Value:
        most = max(after / p for after, p in _pairs(instance))
        chance = max(after for after, p in _pairs(instance) if after / p == most)
        return add(multiply(Fraction(s), log(most)), log(chance))

    times, factor = _factor(s)
    return Quantity(f"{times}l + log(P(x*|y))", rf"{factor}\ell+\log P_{{X|Y=y}}(x^*)", measured)


MECHANISMS = Domain(
    "every finite alphabet of secrets, prior with positive entries, mechanism, outcome y with "
    "f(y) > 0, and measure of the outcomes with respect to which there are densities f",
    r"\forall P_X,P_{Y|X},y,\lambda",
    Densities,
    draw_densities,
    tries=120,
)
_EVENT = Quantity[Densities](
    "sup_A log P(A|y)/P(A)",
    r"\sup_A\log\frac{P(A\mid y)}{P(A)}",
    lambda instance: divergence(instance.attack.posterior, instance.attack.prior),
)
_RATIO = Quantity[Densities](
    "log max_x P(x|y)/P(x)",
    r"\log\max_x\frac{P_{X|Y=y}(x)}{P_X(x)}",
    lambda instance: largest(instance.attack.posterior, instance.attack.prior),
)
_LIFT = Quantity[Densities](
    "log max_x f(y|x)/f(y)",
    r"\log\max_x\frac{f_{Y|X=x}(y)}{f_Y(y)}",
    lambda instance: largest(
        instance.likelihood_density, (instance.outcome_density,) * len(instance.attack.prior)
    ),
)
AGREE = Assertion(MECHANISMS, (Compared(_EVENT, "=", _RATIO), Compared(_RATIO, "=", _LIFT)))
ORDERS = Assertion(
    replace(
        MECHANISMS,
        words=f"{MECHANISMS.words}, with l the largest log P(x|y)/P(x), x* the likeliest secret "
        "that has it, and D_s the Renyi divergence of order s of the posterior from the prior",
        latex=rf"{MECHANISMS.latex},\ x^*\text{{ the likeliest of lift }}e^{{\ell}}",
    ),
    tuple(
        condition
        for s in (1, 8)
        for condition in (
            Compared(_renyi(s), "<=", _times(s)),
            Compared(_renyi(s), ">=", _scaled_log_lift(s)),
        )
    ),
)

_OF_EQ_2 = beside(
    follows(
        "both products are the joint density, P(x|y) f(y) = P(x) f(y|x): so posterior over "
        "prior is the lift",
        (p > 0, f_y > 0, relate(posterior * f_y, "==", p * f_x)),
        relate(posterior / p, "==", f_x / f_y),
    ),
    follows(
        "no event gains more than the largest lift M: P(A|y) = E[v 1_A] <= M P(A), so the "
        "supremum over events is the maximum over single secrets",
        (),
        relate(_EVENTS.mean(v * a), "<=", most * _EVENTS.mean(a)),
        _prove_events,
    ),
    follows(
        "order 1 + s: log E[e^(s l) | y]/s is at most the largest log-lift",
        (order > 0,),
        relate(sp.log(_OUTCOMES.mean(sp.exp(order * level))) / order, "<=", top),
        _prove_order_below,
    ),
    Part(
        "and at least that plus log(pi)/s, pi the posterior of the secret that has it: the "
        "limit s -> infinity is the largest log-lift",
        _ORDER_ABOVE,
        _prove_order_above,
    ),
    asserts=(AGREE, ORDERS),
    reductions=(SUM,),
)

eq_2 = Claim(
    "linear.eq-2",
    PAPER,
    "eq. (2)",
    says="the three forms of PML agree on finite alphabets: Renyi divergence of order infinity, "
    "largest posterior/prior, largest f(y|x)/f(y); each is the supremum over gains of Def. 1",
    scope="every mechanism on a finite X with full support, read at one outcome with f(y) > 0: of "
    "densities with respect to any measure only their values there matter, and they are read with "
    "finitely many outcomes of any weight; the outcomes of the paper are points of a Euclidean "
    "space. D_inf is the supremum over events; the divergences of order 1 + s lie between two "
    "bounds that meet at it as s grows (s = 1 and 8 are read). Def. 1 itself is compared for "
    "finitely many guesses and outcomes: no gain is above D_inf, and one reaches it",
    **stated(
        "gain G: gain(G) <= pml(X->y)",
        "gain S = 1 at x of most lift: gain(S) = pml(X->y)",
        beside=(_OF_EQ_2,),
    ),
)

# --- Remark 1 ------------------------------------------------------------------------------------

remark_1 = Claim(
    "linear.remark-1",
    PAPER,
    "Remark 1",
    says="PML is at most log(1/min P_X) for every mechanism",
    scope="every finite X of at least two secrets and every mechanism with finitely many outcomes, "
    "noise or none. The paper's outcomes have densities: there the bound is the same inequality "
    "between P(x|y) <= 1 and P(x), by eq. (2), which this statement in the language leaves out",
    **stated("pml(X->y) <= log(1/pmin)"),
)

# --- Q_alpha -------------------------------------------------------------------------------------

q_alpha = Claim(
    "linear.q-alpha",
    PAPER,
    "Sec. III-A",
    says="a prior in Q_alpha gives every class at most 1 - (k-1) alpha",
    statement=r"P_X\in\mathcal Q_\alpha\Rightarrow\max_jP_X(j)\le1-(k-1)\alpha",
    scope="every k >= 2 and alpha in (0, 1/k], all that the paper covers but a single class; X "
    "is a record, its values the k = n classes, and a prior in Q_alpha gives each at least alpha",
    **stated("pmin >= alpha => pmax <= 1 - (n - 1)*alpha"),
)

# --- differential privacy: of Laplace noise, of a workload, and as a constraint on PML ------------

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
