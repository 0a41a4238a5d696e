"""The high-privacy extremal mechanism: Sec. II-B, Ex. 5, Remarks 5 and 6, Cor. 5, footnote 5."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.conversions import PML_TO_PMC, below_u
from pmlsym.ledger.pmc.optimum import optimum
from pmlsym.ledger.pmc.symbols import (
    AT_LEAST_L,
    AT_MOST_U,
    HALF,
    ONE,
    PAPER,
    PRIOR,
    ZERO,
    epsilon,
    epsilon_l,
    epsilon_u,
    high_privacy,
    others,
    own_lift,
    p,
    p_min,
    pmc_to_pml,
    pml_to_pmc,
    v,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Identical, Step
from pmlsym.proof.witness import Witness

_U = sp.exp(epsilon_u)

# Given x the mechanism says x with this probability, and each other y with e^eps_u P_X(y).
SAME, OTHER = own_likelihood(_U, p), other_likelihood(_U, p)
_HIGH = (*PRIOR, epsilon_u >= 0, high_privacy())

MECHANISM = (
    Part(
        "the diagonal is positive: 1 - e^eps_u (1 - P(x)) > 0",
        Goal(_HIGH, relate(SAME, ">", ZERO)),
        Decided,
    ),
    Part(
        "off the diagonal the entry e^eps_u P(y), with P(y) <= 1 - P(x), is at most 1",
        Goal(
            (*_HIGH, p_min > 0, relate(w, ">=", p_min), relate(w, "<=", 1 - p)),
            relate(other_likelihood(_U, w), "<=", ONE),
        ),
        Decided,
    ),
    Part(
        "a row sums to one: the off-diagonal entries sum to e^eps_u (1 - P(x))",
        Goal((), relate(SAME + _U * (1 - p), "==", ONE)),
        Identical,
    ),
    Part(
        "P_Y(y) = P_X(y): P(y) (1 - e^eps_u (1 - P(y))) + (1 - P(y)) e^eps_u P(y)",
        Goal((), relate(p * SAME + (1 - p) * OTHER, "==", p)),
        Identical,
    ),
)

SATISFIES = (
    Part(
        "off the diagonal the lift is e^eps_u",
        Goal((p > 0,), relate(sp.log(OTHER / p), "==", epsilon_u)),
        compare_exponentials,
    ),
    Part(
        "on the diagonal it is at most e^eps_u",
        Goal(_HIGH, relate(SAME / p, "<=", _U)),
        Decided,
    ),
)

extremal_mechanism = Claim(
    "pmc.extremal-mechanism",
    PAPER,
    "Sec. II-B",
    says="the high-privacy extremal mechanism is a mechanism, has P_Y = P_X and satisfies eps-PML",
    statement=r"P(y\mid "
    r"x)=\begin{cases}1-e^{\varepsilon}(1-P_X(x))&y=x\\e^{\varepsilon}P_X(y)&y\ne x\end{cases}",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps < log(1/(1 - p_min)); "
    "that it is optimal is pmc.corollary-5",
    parts=(*MECHANISM, *SATISFIES),
)

_PMC_AT = sp.log(p / SAME)
WORST = (
    Part(
        "the diagonal entry is the smallest of its column",
        Goal(_HIGH, relate(SAME, "<=", OTHER)),
        Decided,
    ),
    Part(
        "so the PMC at y is log(P(y)/(1 - e^eps (1 - P(y)))), at most its value at p_min",
        Goal(_HIGH, relate(_PMC_AT, "<=", pml_to_pmc())),
        compare_exponentials,
    ),
    Part(
        "and equal to it where P(y) = p_min",
        Goal((*_HIGH, relate(p, "==", p_min)), relate(_PMC_AT, "==", pml_to_pmc())),
        compare_exponentials,
    ),
)

example_5 = Claim(
    "pmc.example-5",
    PAPER,
    "Ex. 5",
    says="the extremal mechanism has PMC log(p_min/(1 - exp(eps_u)(1 - p_min)))",
    statement=r"\max_j\Lambda(X\to j)=\log\frac{p_{\min}}{1-e^{\varepsilon_u}(1-p_{\min})}",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps_u < "
    "log(1/(1 - p_min))",
    parts=WORST,
)

remark_6 = Claim(
    "pmc.remark-6",
    PAPER,
    "Remark 6",
    says="the conversion of Thm 6(i) cannot be improved",
    statement=r"\text{some }\varepsilon_u\text{-PML mechanism has a worst PMC of }\varepsilon_l^*",
    scope="every prior and every 0 <= eps_u < log(1/(1 - p_min)), not only in general; all other "
    "conversions of Table II are attained as well (pmc.attained)",
    parts=(*SATISFIES, *WORST),
)

# --- Remark 5: beyond the high-privacy regime ----------------------------------------------------

_BEYOND = (p > 0, p < 1, relate(_U * (1 - p), ">=", ONE))

remark_5 = Claim(
    "pmc.remark-5",
    PAPER,
    "Remark 5",
    says="at eps_u >= log(1/(1-p_min)) a mechanism with eps_u-PML may have a zero entry, hence "
    "infinite PMC",
    statement=r"\varepsilon_u\ge\log\tfrac1{1-p_{\min}}:\quad P(0\mid x)=0,\ P(0\mid x')=p,\quad "
    r"v=\bigl(0,\tfrac1{1-p}\bigr),\ \bigl(\tfrac1{1-p+p^2},\tfrac{1-p}{1-p+p^2}\bigr)",
    scope="every prior with p_min = p < 1 and every eps_u from the threshold on: the secret of "
    "probability p never gives outcome 0, all others give it with probability p. The lift is zero, "
    "so PMC, LIP, the lower ALIP bound and LDP are infinite; below the threshold there is no zero",
    parts=(
        Part(
            "the lift of the others at outcome 0 is 1/(1 - p)",
            Goal((p > 0, p < 1), relate(p / (p * (1 - p)), "==", 1 / (1 - p))),
            Decided,
        ),
        Part(
            "which is at most e^eps_u from the threshold on",
            Goal(_BEYOND, relate(1 / (1 - p), "<=", _U)),
            Decided,
        ),
        Part(
            "there eps_l* is not defined: its denominator is not positive",
            Goal(_BEYOND, relate(SAME, "<=", ZERO)),
            Decided,
        ),
        Part(
            "the lift of x at the other outcome is at most e^eps_u",
            Goal(_BEYOND, relate(1 / (1 - p * (1 - p)), "<=", _U)),
            Decided,
        ),
        Part(
            "the lift of the others at the other outcome is at most e^eps_u",
            Goal(_BEYOND, relate((1 - p) / (1 - p * (1 - p)), "<=", _U)),
            Decided,
        ),
        Part(
            "below the threshold every lift is positive",
            Goal((*_HIGH, own_lift(AT_MOST_U)), relate(v, ">", ZERO)),
            lambda goal: Decided(goal, (_others_below(),)),
        ),
    ),
)

# --- Corollary 5: optimal mechanisms -------------------------------------------------------------


def _others_below() -> Step:
    return others(AT_MOST_U).averaged(relate(w, "<=", _U))


def _by_theorem_6(goal: Goal) -> Step:
    positive = Decided(Goal(goal.hypotheses, relate(v, ">", ZERO)), (_others_below(),))
    return Decided(goal, (below_u(PML_TO_PMC.goal), positive))


corollary_5 = Claim(
    "pmc.corollary-5",
    PAPER,
    "Cor. 5",
    says="for eps_l >= eps_l* the optimal (eps_l, eps_u)-ALIP mechanism is the optimal eps_u-PML "
    "mechanism",
    statement=r"\varepsilon_l\ge\varepsilon_l^*:\ (\varepsilon_l,\varepsilon_u)\text{-ALIP}\iff"
    r"\varepsilon_u\text{-PML},\quad\max U=\sum_xP(x)\,\mu(a_x),\quad a_x(x')=e^{\varepsilon_u},"
    r"\ a_x(x)=\tfrac{1-e^{\varepsilon_u}(1-P(x))}{P(x)};\qquad\varepsilon_u\ge\varepsilon_u^*:\ "
    r"(\varepsilon_l,\varepsilon_u)\text{-ALIP}\iff\varepsilon_l\text{-PMC}",
    scope="every finite alphabet of at least two secrets and prior, 0 <= eps_u < log(1/(1 - "
    "p_min)): both guarantees admit the same mechanisms, so whatever the utility both optima "
    "coincide. For utilities sum_y P(y) mu(lift_y) with mu convex, which sub-convex ones are taken "
    "to be, over mechanisms of finitely many outcomes both are sum_x P(x) mu(a_x), where a_x, the "
    "extremal mechanism's lift vector at outcome x, is e^eps_u but at x: Jensen's inequality is a "
    "hypothesis on the number m = mu(v), and g = sum_x P(x) v(x) mu(a_x), linear in v, has the "
    "mean S over the outcomes that it has at v = 1, by the goals on G and z and, as a hypothesis, "
    "in g_0. At eps_u = 0 the lift 1 is the only one. The second half is for every eps_l >= 0; "
    "its optimum is that of extremal.cost",
    parts=(
        Part(
            "eps_u-PML gives the lower bound e^-eps_l on every lift",
            Goal(
                (*_HIGH, own_lift(AT_MOST_U), relate(epsilon_l, ">=", pml_to_pmc())),
                relate(-sp.log(v), "<=", epsilon_l),
            ),
            _by_theorem_6,
        ),
        Part(
            "and eps_l-PMC the upper bound e^eps_u from eps_u* on, the second half",
            Goal(
                (
                    *PRIOR,
                    epsilon_l >= 0,
                    own_lift(AT_LEAST_L),
                    relate(sp.exp(epsilon_u), ">=", sp.exp(pmc_to_pml())),
                ),
                relate(v, "<=", _U),
            ),
            lambda goal: Decided(goal, (others(AT_LEAST_L).averaged(AT_LEAST_L),)),
        ),
        *MECHANISM,
        *SATISFIES,
        *optimum(_U, relate(v, "<=", _U), (epsilon_u > 0,)),
    ),
)

# --- footnote 5: randomized response -------------------------------------------------------------

response = reals("eps_r")[0]
_R = sp.exp(response)
_RESPONSE, _ = response_entries(_R, 1)
_EXTREMAL = own_likelihood(sp.exp(epsilon), HALF)
_PUBLISHED = epsilon + sp.log(2 / (2 - sp.exp(epsilon)))
_CORRECT = epsilon + sp.log(1 / (2 - sp.exp(epsilon)))
_BINARY = (epsilon >= 0, relate(sp.exp(epsilon), "<", sp.Integer(2)))

footnote_5_repair = Claim(
    "pmc.footnote-5.repair",
    PAPER,
    "footnote 5",
    says="with eps_r = eps + log(1/(2 - e^eps)), and the two outcomes exchanged",
    statement=r"\varepsilon_r=\varepsilon+\log\frac1{2-e^\varepsilon}:\quad P^*(y\mid x)="
    r"P_{\mathrm{RR}}(1-y\mid x)",
    scope="the uniform binary prior, 0 <= eps < log 2; without exchanging the outcomes they "
    "coincide for eps = 0 alone",
    parts=(
        Part(
            "the extremal mechanism tells the truth as often as randomized response lies",
            Goal(
                (*_BINARY, relate(_R, "==", sp.exp(_CORRECT))),
                relate(_EXTREMAL, "==", 1 - _RESPONSE),
            ),
            Decided,
        ),
        Part(
            "no randomized response tells the truth that rarely for eps > 0",
            Goal(
                (epsilon > 0, relate(sp.exp(epsilon), "<", sp.Integer(2)), response >= 0),
                relate(_EXTREMAL, "<", _RESPONSE),
            ),
            Decided,
        ),
    ),
)


def _truth(mechanism: str) -> Term:
    from pmlsym.mechanisms import high_privacy_extremal, randomized_response

    uniform = [HALF, HALF]
    third = sp.log(sp.Rational(4, 3))
    if mechanism == "extremal":
        return high_privacy_extremal(uniform, third).kernel[0, 0]
    at = sp.simplify(_PUBLISHED.subs(epsilon, third))
    return randomized_response(uniform, at).kernel[0, 0]


truth_x, truth_r = reals("T_extremal T_response")

footnote_5 = Claim(
    "pmc.footnote-5",
    PAPER,
    "footnote 5",
    says="binary randomized response with eps_r = eps + log(2/(2 - exp(eps))) coincides with the "
    "binary eps-PML extremal mechanism",
    statement=r"\varepsilon_r=\varepsilon+\log\frac2{2-e^{\varepsilon}}",
    scope="read for the uniform binary prior and up to exchanging the outcomes",
    parts=(
        Part(
            "both are at the same distance from a fair coin",
            Goal((), relate(sp.Abs(truth_x - HALF), "==", sp.Abs(truth_r - HALF))),
            refute=lambda goal: Witness(
                goal,
                {},
                "the diagonals of both kernels at eps = log(4/3)",
                {truth_x: lambda: _truth("extremal"), truth_r: lambda: _truth("response")},
            ),
        ),
    ),
    repair=footnote_5_repair,
)
