"""The steps to the limit for many records that the kernel decides, in the order of the proof."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.lemmas import AnyLaw, at, cumulant_below_hoeffding, exp_above_tangent_everywhere
from pmlsym.ledger.linear.symbols import ONE, ZERO, b, k, m
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step

# --- 1. marks ------------------------------------------------------------------------------------

a, x, h, S, U = reals("a x h S U")
SHRINK = (1 - a + a * h * x) / (1 - a + a * h)
_RECORD = (a > 0, a <= 1, x > 0, x < 1, h > 0, h <= 1, S >= 0, h * S <= U)

MARK = follows(
    "one record: if its likelihood averaged over uniform classes is at least h = e^(-D/b) times "
    "the one over any other law, weighing marked by x < 1 shrinks the sum by the factor kappa = "
    "(1 - a + a h x)/(1 - a + a h) < 1 at least",
    _RECORD,
    relate((1 - a) * S + a * x * U, "<=", SHRINK * ((1 - a) * S + a * U)),
)
FACTOR = follows(
    "and that factor is below 1",
    (a > 0, a <= 1, x > 0, x < 1, h > 0, h <= 1),
    relate(SHRINK, "<", ONE),
)

factor, before, after, weight = reals("kappa A B z")
_SHRUNK = sp.And(before >= 0, weight >= 0, relate(after, "<=", factor * before))
_RECORDS = (after, before, weight)
_OTHERS = AnyLaw(_RECORDS, _SHRUNK, "P")


def _prove_records(goal: Goal) -> Step:
    step = _OTHERS.averaged(relate(weight * after, "<=", factor * (weight * before)))
    return Decided(goal, (step,))


RECORDS = follows(
    "record by record: what holds given the other records, for weights z >= 0 of theirs, holds on "
    "average; so n - 1 records give kappa^(n-1)",
    (factor >= 0,),
    relate(_OTHERS.mean(weight * after), "<=", factor * _OTHERS.mean(weight * before)),
    _prove_records,
)

few, all_, limit, eta = reals("F A_n z_N eta")
FEW = follows(
    "databases with fewer than N marked have x^marked > x^N, so their part of the density is at "
    "most eta = kappa^(n-1)/x^N",
    (limit > 0, few >= 0, all_ > 0, relate(limit * few, "<=", eta * limit * all_)),
    relate(few / all_, "<=", eta),
)

# --- 2. tilting: log psi lies between -||W(X - Nq)||_1/b on average and 0 -----------------------

slope, residual, centre, u = reals("s r c u")
_CUBE = sp.And(slope >= -1, slope <= 1)
_QUERIES = AnyLaw((slope, residual), _CUBE, "L")
LOG_PSI = m / b * (_QUERIES.mean(slope * residual) - _QUERIES.mean(sp.Abs(residual)))
_ANSWERS = AnyLaw((u,), name="q")
_ABSOLUTE = _ANSWERS.mean(sp.Abs(u))
_CENTRED = relate(_ANSWERS.mean(u), "==", ZERO)


def _prove_psi_small(goal: Goal) -> Step:
    pointwise = relate(slope * residual, "<=", sp.Abs(residual))
    return Decided(goal, (_QUERIES.averaged(pointwise),))


def _prove_psi_large(goal: Goal) -> Step:
    given = (*_CUBE.args, relate(slope * centre, "==", sp.Abs(centre)))
    pointwise = relate(slope * (centre - u) - sp.Abs(centre - u), ">=", -slope * u - sp.Abs(u))
    return Decided(goal, (_ANSWERS.averaged(pointwise, given),))


PSI_SMALL = follows(
    "log psi <= 0, query by query: the residual r = y - Wx against a slope s = b theta in [-1, 1]",
    (b > 0, m > 0),
    relate(LOG_PSI, "<=", ZERO),
    _prove_psi_small,
)
PSI_LARGE = follows(
    "on average, in each query, b log psi = s r - |r| is at least -E|u|, with r = c - u and u = "
    "W(x - Nq), whose mean is 0, from s c = |c|",
    (*_CUBE.args, relate(slope * centre, "==", sp.Abs(centre)), _CENTRED),
    relate(
        _ANSWERS.mean(slope * (centre - u) - sp.Abs(centre - u)),
        ">=",
        -_ABSOLUTE,
    ),
    _prove_psi_large,
)

# --- 3. the posterior mean of the histogram ------------------------------------------------------

reach, root_n, one, lowest = reals("R_l s_n v v_min")
_SQUARE = _ANSWERS.mean(u**2)
_IN_RANGE = sp.And(one >= lowest, one <= lowest + reach)
_ONE_RECORD = AnyLaw((one,), _IN_RANGE, "q")


def _prove_variance(goal: Goal) -> Step:
    pointwise = relate(one**2, "<=", (2 * lowest + reach) * one - lowest * (lowest + reach))
    return Decided(goal, (_ONE_RECORD.averaged(pointwise),))


VARIANCE = follows(
    "one record whose answer, less its mean, is v in a range R_l has E v^2 <= R_l^2/4",
    (relate(_ONE_RECORD.mean(one), "==", ZERO),),
    relate(_ONE_RECORD.mean(one**2), "<=", reach**2 / 4),
    _prove_variance,
)


def _prove_spread(goal: Goal) -> Step:
    given = (root_n > 0, reach > 0)
    pointwise = relate(root_n * reach * sp.Abs(u), "<=", u**2 + root_n**2 * reach**2 / 4)
    return Decided(goal, (_ANSWERS.averaged(pointwise, given),))


SPREAD = follows(
    "so N independent records have E u^2 <= N R_l^2/4 and E|u| <= s_n R_l/2 with s_n = sqrt(N)",
    (root_n > 0, reach > 0, relate(_SQUARE, "<=", root_n**2 * reach**2 / 4)),
    relate(_ABSOLUTE, "<=", root_n * reach / 2),
    _prove_spread,
)

V, mu, psi, Y, lam, xi, q = reals("V mu psi Y lambda xi q")
_FLAT = relate(V, ">=", ZERO)
_EXPONENTS = AnyLaw((V,), _FLAT, "q")
_AVERAGE = _EXPONENTS.mean(sp.exp(-V))
_CENTRE = _EXPONENTS.mean(V)


def _prove_jensen(goal: Goal) -> Step:
    tangent = at(exp_above_tangent_everywhere(), t=mu - V)
    pointwise = Decided(Goal((), relate(sp.exp(mu) * sp.exp(-V), ">=", 1 + mu - V)), (tangent,))
    step = _EXPONENTS.over(pointwise)
    reach = _EXPONENTS.averaged(relate(sp.exp(-V), ">", ZERO))
    return Decided(goal, (step, reach))


JENSEN = follows(
    "so V = -log psi has E V <= mu = s_n (R_1 + ... + R_m)/(2 b), which gives E_q[psi] >= e^(-mu)",
    (relate(_CENTRE, "<=", mu),),
    relate(_AVERAGE, ">=", sp.exp(-mu)),
    _prove_jensen,
)

_WEIGHTED = sp.And(psi >= 0, psi <= 1)
_DRAWN = (psi, Y)
_WEIGHTS = AnyLaw(_DRAWN, _WEIGHTED, "q")
_WEIGHT = _WEIGHTS.mean(psi)
_MOMENT = _WEIGHTS.mean(sp.exp(lam * Y))
_PRODUCT = _WEIGHTS.mean(psi * Y)


def _prove_gibbs(goal: Goal) -> Step:
    tangent = at(exp_above_tangent_everywhere(), t=lam * Y - xi)
    pointwise = Decided(
        Goal(
            _WEIGHTS.sure,
            relate(psi * sp.exp(lam * Y) * sp.exp(-xi), ">=", psi * (1 + lam * Y - xi)),
        ),
        (tangent,),
    )
    below = _WEIGHTS.over(pointwise)
    above = _WEIGHTS.averaged(relate(psi * sp.exp(lam * Y), "<=", sp.exp(lam * Y)))
    return Decided(goal, (below, above))


GIBBS = follows(
    "the posterior mean xi/lambda of Y = X_j - N q_j (or of its negative) obeys "
    "e^xi E_q[psi] <= E_q[e^(lambda Y)] for every lambda",
    (relate(_WEIGHT, ">", ZERO), relate(xi, "==", lam * _PRODUCT / _WEIGHT)),
    relate(sp.exp(xi) * _WEIGHT, "<=", _MOMENT),
    _prove_gibbs,
)

shift, count = reals("delta_j N")
_HOEFFDING = (count > 0, lam > 0, q >= 0, q <= 1, mu >= 0)


def _prove_close(goal: Goal) -> Step:
    lemma = at(cumulant_below_hoeffding(), t=lam, alpha=q)
    return Decided(goal, (lemma,))


_CUMULANT = sp.log(1 - q + q * sp.exp(lam))
CLOSE = follows(
    "with E_q[e^(lambda X_j)] = (1 - q + q e^lambda)^N and E_q[psi] >= e^(-mu): if lambda N delta "
    "<= N log(1 - q + q e^lambda) - lambda N q + mu, then delta = xi_j - q_j <= lambda/8 + "
    "mu/(lambda N); the same for N - X_j bounds it from below",
    (*_HOEFFDING, relate(lam * count * shift, "<=", count * _CUMULANT - lam * count * q + mu)),
    relate(shift, "<=", lam / 8 + mu / (lam * count)),
    _prove_close,
)

BEST = follows(
    "at lambda^2 = 8 mu/N that is epsilon with epsilon^2 = mu/(2 N)",
    (count > 0, lam > 0, mu > 0, relate(lam**2, "==", 8 * mu / count)),
    relate((lam / 8 + mu / (lam * count)) ** 2, "==", mu / (2 * count)),
)

# --- 4. together ---------------------------------------------------------------------------------

q_j, xi_j, q_r, xi_r, eps, tau = reals("q_j xi_j q_r xi_r epsilon tau")
_NEAR = sp.And(xi_j >= q_j - eps, q_j >= 0)
_CLASS = (q_j, xi_j)
_CLASSES = AnyLaw(_CLASS, _NEAR, "p")
_MEAN_Q = _CLASSES.mean(q_j)
_MEAN_XI = _CLASSES.mean(xi_j)


def _prove_ratio(goal: Goal) -> Step:
    step = _CLASSES.averaged(relate(xi_j, ">=", q_j - eps))
    return Decided(goal, (step,))


RATIO = follows(
    "if all |xi_j - q_j| <= epsilon, then sum_j p_j xi_j/xi_r >= (tau q_r - epsilon)/(q_r + "
    "epsilon), where sum_j p_j q_j >= tau q_r and tau = e^(-tilted)",
    (
        eps >= 0,
        q_r > 0,
        tau > 0,
        relate(tau * q_r, ">", eps),
        xi_r > 0,
        xi_r <= q_r + eps,
        relate(_MEAN_Q, ">=", tau * q_r),
    ),
    relate(_MEAN_XI / xi_r, ">=", (tau * q_r - eps) / (q_r + eps)),
    _prove_ratio,
)

whole, part, top, rho = reals("G P_N g_r rho")
LIMIT = follows(
    "the databases with N or more marked records carry 1 - eta of the density given class r, and "
    "on them the ratio is at least rho = (tau q_r - epsilon)/(q_r + epsilon): the leakage is at "
    "most -log(rho (1 - eta)), which tends to -log tau = tilted as eta and epsilon tend to 0",
    (
        eta >= 0,
        eta < 1,
        rho > 0,
        top > 0,
        relate(part, ">=", (1 - eta) * top),
        relate(whole, ">=", rho * part),
    ),
    relate(sp.log(top / whole), "<=", -sp.log(rho * (1 - eta))),
    lambda goal: compare_exponentials(
        goal, (Decided(Goal(goal.hypotheses, relate(whole, ">=", rho * (1 - eta) * top))),)
    ),
)

kept, floor_, delta = reals("t_j D delta")
_REACHED = relate(kept, "<=", floor_)
_OF_CLASSES = AnyLaw((kept,), _REACHED, "U")


def _prove_own_share(goal: Goal) -> Step:
    below = _OF_CLASSES.exponentials(relate(kept / b, "<=", floor_ / b), (b > 0,))
    positive = _OF_CLASSES.averaged(relate(sp.exp(kept / b), ">", ZERO), (b > 0,))
    return Decided(goal, (below, positive))


OWN_SHARE = follows(
    "q_r = 1/(k E e^(<theta, w_j - w_r>)), uniform classes, is at least e^(-D/b)/k whatever y is",
    (b > 0, k >= 2),
    relate(1 / (k * _OF_CLASSES.mean(sp.exp(kept / b))), ">=", sp.exp(-floor_ / b) / k),
    _prove_own_share,
)
LEAST_SHARE = follows(
    "so the ratio is at least what it is with that number q in the place of q_r",
    (eps >= 0, q > 0, q_r >= q, tau > 0),
    relate((tau * q_r - eps) / (q_r + eps), ">=", (tau * q - eps) / (q + eps)),
)
NEAR = follows(
    "rho is within epsilon (1 + tau)/q_r of tau",
    (eps >= 0, q_r > 0, tau > 0),
    relate((tau * q_r - eps) / (q_r + eps), ">=", tau - eps * (1 + tau) / q_r),
)
SMALL = follows(
    "and epsilon^2 = mu/(2 N), with mu = s_n R/(2 b), R the sum of the ranges and s_n = sqrt(N), "
    "is at most delta^2 once s_n is R/(4 b delta^2)",
    (b > 0, root_n > 0, reach > 0, delta > 0, relate(root_n, ">=", reach / (4 * b * delta**2))),
    relate(root_n * reach / (2 * b) / (2 * root_n**2), "<=", delta**2),
)

PARTS = (
    MARK,
    FACTOR,
    RECORDS,
    FEW,
    PSI_SMALL,
    PSI_LARGE,
    VARIANCE,
    SPREAD,
    JENSEN,
    GIBBS,
    CLOSE,
    BEST,
    RATIO,
    LIMIT,
    OWN_SHARE,
    LEAST_SHARE,
    NEAR,
    SMALL,
)
