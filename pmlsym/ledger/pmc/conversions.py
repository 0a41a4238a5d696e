"""LDP, PML and PMC into each other: Thm 1, Prop. 1, Prop. 3, Thm 5, Thm 6."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import between
from pmlsym.ledger.pmc.symbols import (
    AT_LEAST_L,
    AT_MOST_U,
    LOCALLY,
    ONE,
    PAPER,
    PRIOR,
    a,
    both,
    c,
    epsilon,
    epsilon_l,
    epsilon_u,
    high_privacy,
    ldp_to_pmc,
    ldp_to_pml,
    others,
    outcome,
    own_lift,
    p_min,
    pmc_to_pml,
    pml_to_pmc,
    v,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step

# --- LDP and every prior -------------------------------------------------------------------------

_LIKELIHOODS = others(both(w >= 0, relate(w, "<=", ONE)))
rare = reals("delta")[0]


_LOW = Law((w,), relate(w, ">=", a * sp.exp(-epsilon)), "X")
_HIGH = Law((w,), relate(w, "<=", a * sp.exp(epsilon)), "X")


LDP_GIVES_PML = Part(
    "a likelihood that is at most e^eps times every other has lift at most e^eps, "
    "whatever the prior",
    Goal((a > 0,), relate(a / _LOW.mean(w), "<=", sp.exp(epsilon))),
    lambda goal: Decided(goal, (_LOW.averaged(_LOW.support),)),
)

LDP_GIVES_PMC = Part(
    "a likelihood that is at least e^-eps times every other has lift at least e^-eps, "
    "whatever the prior",
    Goal((a > 0,), relate(_HIGH.mean(w) / a, "<=", sp.exp(epsilon))),
    lambda goal: Decided(goal, (_HIGH.averaged(_HIGH.support),)),
)

# Beyond LDP: a > e^eps c. All other secrets, x or x' among them, share the probability delta.
_BEYOND = (epsilon >= 0, a <= 1, c >= 0, relate(a, ">", sp.exp(epsilon) * c))


def _mixed(rest: Term, favoured: Term) -> Term:
    return (1 - rare) * favoured + rare * rest


def _some_prior(goal: Goal) -> Step:
    return Decided(goal, (_LIKELIHOODS.averaged(w >= 0), _LIKELIHOODS.averaged(w <= 1)))


_SPREAD = relate(rare, "==", (a - sp.exp(epsilon) * c) / (2 * sp.exp(epsilon)))
_SPREAD_2 = relate(rare, "==", (a - sp.exp(epsilon) * c) / (2 * a))
_P_Y = _mixed(_LIKELIHOODS.mean(w), c)
_P_Y_2 = _mixed(_LIKELIHOODS.mean(w), a)

_FULL_SUPPORT = ("that prior has full support: 0 < delta", "and delta < 1")

NOT_LDP_NOT_PML = (
    Part(
        "where a likelihood a exceeds e^eps c, the prior 1 - delta for c gives a a lift above "
        "e^eps: a > e^eps P(y)",
        Goal((*_BEYOND, _SPREAD), relate(a, ">", sp.exp(epsilon) * _P_Y)),
        _some_prior,
    ),
    *between(_FULL_SUPPORT, (*_BEYOND, _SPREAD), rare, sign="<"),
)

NOT_LDP_NOT_PMC = (
    Part(
        "where a likelihood a exceeds e^eps c, the prior 1 - delta for a gives c a lift below "
        "e^-eps: P(y) > e^eps c",
        Goal((*_BEYOND, _SPREAD_2), relate(_P_Y_2, ">", sp.exp(epsilon) * c)),
        _some_prior,
    ),
    *between(_FULL_SUPPORT, (*_BEYOND, _SPREAD_2), rare, sign="<"),
)

_FINITE = (
    "every finite or countable alphabet of secrets, mechanism, outcome and eps >= 0 (continuous "
    "outcomes: densities with respect to the sum of the rows, at most 1). On general alphabets "
    "what a prior of full support is depends on the topology, and LDP on the null sets of P_X"
)

theorem_1 = Claim(
    "pmc.theorem-1",
    PAPER,
    "Thm 1",
    says="eps-LDP if and only if eps-PML for every full-support prior",
    statement=r"\varepsilon\text{-LDP}\iff\varepsilon\text{-PML for all }P_X\in\mathcal P_X",
    scope=_FINITE,
    parts=(LDP_GIVES_PML, *NOT_LDP_NOT_PML),
)

theorem_5 = Claim(
    "pmc.theorem-5",
    PAPER,
    "Thm 5",
    says="eps-LDP if and only if eps-PMC for every full-support prior",
    statement=r"\varepsilon\text{-LDP}\iff\varepsilon\text{-PMC for all }P_X\in\mathcal P_X",
    scope=_FINITE,
    parts=(LDP_GIVES_PMC, *NOT_LDP_NOT_PMC),
)

# --- LDP and one prior ---------------------------------------------------------------------------

_LDP = (*PRIOR, epsilon >= 0, a > 0)


def _locally(goal: Goal) -> Step:
    steps = (
        others(LOCALLY).averaged(relate(w, ">=", a * sp.exp(-epsilon))),
        others(LOCALLY).averaged(relate(w, "<=", a * sp.exp(epsilon))),
    )
    return compare_exponentials(goal, steps)


LDP_TO_PMC = Part(
    "eps-LDP bounds the PMC by log(p_min + e^eps (1 - p_min))",
    Goal(_LDP, relate(sp.log(outcome(LOCALLY) / a), "<=", ldp_to_pmc())),
    _locally,
)

LDP_TO_PML = Part(
    "eps-LDP bounds the PML by -log(p_min + e^-eps (1 - p_min))",
    Goal(_LDP, relate(sp.log(a / outcome(LOCALLY)), "<=", ldp_to_pml())),
    _locally,
)

LDP_LEANS_DOWN = Part(
    "the second is at most the first, so that the first is a LIP guarantee",
    Goal((p_min > 0, p_min < 1, epsilon >= 0), relate(ldp_to_pml(), "<=", ldp_to_pmc())),
    compare_exponentials,
)

proposition_1 = Claim(
    "pmc.proposition-1",
    PAPER,
    "Prop. 1",
    says="eps-LDP implies eps1-LIP, (eps1, eps2)-ALIP and eps2-PML with the stated eps1, eps2",
    statement=r"\varepsilon_1=\log(p_{\min}+e^{\varepsilon}(1-p_{\min})),\quad "
    r"\varepsilon_2=-\log(p_{\min}+e^{-\varepsilon}(1-p_{\min}))",
    scope="every finite alphabet of at least two secrets, prior, mechanism and eps >= 0; both are "
    "attained (pmc.attained), so none can be improved for a given p_min",
    parts=(LDP_TO_PMC, LDP_TO_PML, LDP_LEANS_DOWN),
)

proposition_3 = Claim(
    "pmc.proposition-3",
    PAPER,
    "Prop. 3",
    says="eps-LDP implies log(exp(eps) - p_min(exp(eps) - 1))-PMC",
    statement=r"\varepsilon\text{-LDP}\Rightarrow"
    r"\log\bigl(e^{\varepsilon}-p_{\min}(e^{\varepsilon}-1)\bigr)\text{-PMC}",
    scope="every finite alphabet of at least two secrets, prior, mechanism and eps >= 0",
    parts=(
        Part(
            "eps-LDP bounds the PMC by log(e^eps - p_min (e^eps - 1))",
            LDP_TO_PMC.goal,
            _locally,
        ),
        Part(
            "and that tends to eps as p_min -> 0: above eps - delta for p_min < 1 - e^-delta",
            Goal(
                (
                    epsilon >= 0,
                    rare > 0,
                    p_min > 0,
                    relate(p_min, "<", 1 - sp.exp(-rare)),
                ),
                relate(ldp_to_pmc(), ">=", epsilon - rare),
            ),
            compare_exponentials,
        ),
        Part(
            "never exceeding eps",
            Goal((epsilon >= 0, p_min > 0, p_min <= 1), relate(ldp_to_pmc(), "<=", epsilon)),
            compare_exponentials,
        ),
    ),
)

# --- Theorem 6 -----------------------------------------------------------------------------------

PML = (*PRIOR, epsilon_u >= 0, high_privacy(), own_lift(AT_MOST_U))
PMC = (*PRIOR, epsilon_l >= 0, own_lift(AT_LEAST_L))


def below_u(goal: Goal) -> Step:
    """Prove what follows from all other lifts being at most e^eps_u."""
    return compare_exponentials(
        goal, (others(AT_MOST_U).averaged(relate(w, "<=", sp.exp(epsilon_u))),)
    )


def above_l(goal: Goal) -> Step:
    """Prove what follows from all other lifts being at least e^-eps_l."""
    return compare_exponentials(goal, (others(AT_LEAST_L).averaged(AT_LEAST_L),))


PML_TO_PMC = Part(
    "with all other lifts at most e^eps_u, minus the log-lift of x is at most eps_l*",
    Goal(PML, relate(-sp.log(v), "<=", pml_to_pmc())),
    below_u,
)

PMC_TO_PML = Part(
    "with all other lifts at least e^-eps_l, the lift of x is at most e^eps_u*",
    Goal(PMC, relate(v, "<=", sp.exp(pmc_to_pml()))),
    lambda goal: Decided(goal, (others(AT_LEAST_L).averaged(AT_LEAST_L),)),
)

theorem_6_i = Claim(
    "pmc.theorem-6.i",
    PAPER,
    "Thm 6 (i)",
    says="eps_u-PML with eps_u < log(1/(1-p_min)) implies eps_l*(eps_u)-PMC",
    statement=r"\varepsilon_u\text{-PML}\Rightarrow\log\frac{p_{\min}}"
    r"{1-e^{\varepsilon_u}(1-p_{\min})}\text{-PMC},\qquad 0\le\varepsilon_u<\log\tfrac1{1-p_{"
    r"\min}}",
    scope="every finite alphabet of at least two secrets, prior, mechanism and outcome",
    parts=(PML_TO_PMC,),
)

theorem_6_ii = Claim(
    "pmc.theorem-6.ii",
    PAPER,
    "Thm 6 (ii)",
    says="eps_l-PMC implies eps_u*(eps_l)-PML",
    statement=r"\varepsilon_l\text{-PMC}\Rightarrow"
    r"\log\frac{1-e^{-\varepsilon_l}(1-p_{\min})}{p_{\min}}\text{-PML}",
    scope="every finite alphabet of at least two secrets, prior, mechanism, outcome and eps_l >= 0",
    parts=(PMC_TO_PML,),
)
