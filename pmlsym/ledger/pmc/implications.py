"""What the bounds on one lift give for two: LIP, ALIP, LDP. Sec. II-D, Cor. 3, Cor. 4, Thm 7."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.conversions import (
    LDP_GIVES_PMC,
    LDP_GIVES_PML,
    LDP_TO_PMC,
    LDP_TO_PML,
    NOT_LDP_NOT_PMC,
    NOT_LDP_NOT_PML,
    PMC,
    PMC_TO_PML,
    PML,
    PML_TO_PMC,
    above_l,
    below_u,
)
from pmlsym.ledger.pmc.symbols import (
    HALF,
    PAPER,
    PRIOR,
    apart,
    epsilon,
    epsilon_l,
    epsilon_u,
    high_privacy,
    pmc_to_pml,
    pml_to_pmc,
    v,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided

s, t = reals("s t")
TWO = sp.Integer(2)

# --- two bounds on the lift ----------------------------------------------------------------------

_BOUNDED = (relate(t, ">=", sp.exp(-epsilon_l)), relate(s, "<=", sp.exp(epsilon_u)), s > 0)

ALIP_TO_LDP = Part(
    "lifts s <= e^eps_u and t >= e^-eps_l have the log-ratio at most eps_l + eps_u",
    Goal(_BOUNDED, relate(sp.log(s / t), "<=", epsilon_l + epsilon_u)),
    compare_exponentials,
)

LIP_TO_LDP = Part(
    "lifts s <= e^eps and t >= e^-eps have the log-ratio at most 2 eps",
    Goal(
        (relate(t, ">=", sp.exp(-epsilon)), relate(s, "<=", sp.exp(epsilon)), s > 0),
        relate(sp.log(s / t), "<=", 2 * epsilon),
    ),
    compare_exponentials,
)

lip_ldp = Claim(
    "pmc.lip-ldp",
    PAPER,
    "Sec. II-D",
    says="eps-LIP implies 2 eps-LDP; (eps_l, eps_u)-ALIP implies (eps_l + eps_u)-LDP",
    statement=r"\varepsilon\text{-LIP}\Rightarrow2\varepsilon\text{-LDP},\quad "
    r"(\varepsilon_l,\varepsilon_u)\text{-ALIP}\Rightarrow(\varepsilon_l+\varepsilon_u)\text{-LDP}",
    scope="every alphabet, mechanism, outcome and pair of secrets; improvable where p_min is known "
    "(pmc.improvable)",
    parts=(LIP_TO_LDP, ALIP_TO_LDP),
)

# --- Corollary 3 ---------------------------------------------------------------------------------

COROLLARY_3_I_LDP = Part(
    "and with a second lift s <= e^eps_u the log-ratio of both is at most eps_l* + eps_u",
    Goal(
        (*PML, s > 0, relate(s, "<=", sp.exp(epsilon_u))),
        relate(sp.log(s / v), "<=", pml_to_pmc() + epsilon_u),
    ),
    below_u,
)

COROLLARY_3_I_LIP = Part(
    "for p_min <= 1/2 (two secrets or more) eps_l* is the larger of eps_l* and eps_u",
    Goal(
        (PRIOR[0], PRIOR[0].lhs <= HALF, epsilon_u >= 0, high_privacy()),
        relate(epsilon_u, "<=", pml_to_pmc()),
    ),
    compare_exponentials,
)

corollary_3_i = Claim(
    "pmc.corollary-3.i",
    PAPER,
    "Cor. 3 (i)",
    says="PML implies the stated ALIP, LIP and LDP",
    statement=r"\varepsilon_u\text{-PML}\Rightarrow(\varepsilon_l^*,\varepsilon_u)\text{-ALIP},\ "
    r"\max\{\varepsilon_l^*,\varepsilon_u\}\text{-LIP},\ (\varepsilon_l^*+\varepsilon_u)"
    r"\text{-LDP}",
    scope="every finite alphabet of at least two secrets, prior, mechanism, eps_u in the "
    "high-privacy regime; none can be improved for a given p_min (pmc.attained)",
    parts=(PML_TO_PMC, COROLLARY_3_I_LDP, COROLLARY_3_I_LIP),
)

COROLLARY_3_II_LDP = Part(
    "and with a second lift t >= e^-eps_l the log-ratio of both is at most eps_l + eps_u*",
    Goal(
        (*PMC, v > 0, relate(t, ">=", sp.exp(-epsilon_l))),
        relate(sp.log(v / t), "<=", apart(epsilon_l, sp.oo)),
    ),
    above_l,
)

corollary_3_ii = Claim(
    "pmc.corollary-3.ii",
    PAPER,
    "Cor. 3 (ii)",
    says="PMC implies the stated ALIP, LIP and LDP",
    statement=r"\varepsilon_l\text{-PMC}\Rightarrow(\varepsilon_l,\varepsilon_u^*)\text{-ALIP},\ "
    r"\max\{\varepsilon_l,\varepsilon_u^*\}\text{-LIP},\ (\varepsilon_l+\varepsilon_u^*)"
    r"\text{-LDP}",
    scope="every finite alphabet of at least two secrets, prior, mechanism and eps_l >= 0; none "
    "can be improved for a given p_min (pmc.attained). The LIP statement is the ALIP one read with "
    "the larger of both parameters",
    parts=(PMC_TO_PML, COROLLARY_3_II_LDP),
)

# --- Corollary 4: the uniform binary prior -------------------------------------------------------

_COIN = (relate(t, "==", 2 - s), s > 0, relate(s, "<", TWO))
_U = (epsilon_u >= 0, relate(sp.exp(epsilon_u), "<", TWO))
_L_STAR, _U_STAR = pml_to_pmc(mass=HALF), pmc_to_pml(mass=HALF)
_BINARY = "two equally likely secrets, lifts s + t = 2: "


def _below(lift: Term, parameter: Term) -> Sentence:
    return relate(lift, "<=", sp.exp(parameter))


def _above(lift: Term, parameter: Term) -> Sentence:
    return relate(lift, ">=", sp.exp(-parameter))


def _log_ratio(sign: str, bound: Term) -> Sentence:
    return relate(sp.log(s / t), sign, bound)


COROLLARY_4 = (
    Part(
        _BINARY + "eps_u-PML gives eps_l*-PMC",
        Goal((*_COIN, *_U, _below(s, epsilon_u)), _above(t, _L_STAR)),
        Decided,
    ),
    Part(
        _BINARY + "eps_l*-PMC gives eps_u-PML, hence both together, the ALIP",
        Goal((*_COIN, *_U, _above(t, _L_STAR)), _below(s, epsilon_u)),
        Decided,
    ),
    Part(
        _BINARY + "eps_u-PML gives the upper side of eps_l*-LIP as well",
        Goal((*_COIN, *_U, _below(s, epsilon_u)), _below(s, _L_STAR)),
        Decided,
    ),
    Part(
        _BINARY + "eps_u-PML gives (eps_l* + eps_u)-LDP",
        Goal((*_COIN, *_U, _below(s, epsilon_u)), _log_ratio("<=", _L_STAR + epsilon_u)),
        compare_exponentials,
    ),
    Part(
        _BINARY + "beyond eps_u-PML there is no (eps_l* + eps_u)-LDP",
        Goal(
            (*_COIN, *_U, relate(s, ">", sp.exp(epsilon_u))),
            _log_ratio(">", _L_STAR + epsilon_u),
        ),
        compare_exponentials,
    ),
    Part(
        _BINARY + "the other way round, eps_l-PMC gives eps_u*-PML",
        Goal((*_COIN, epsilon_l >= 0, _above(t, epsilon_l)), _below(s, _U_STAR)),
        Decided,
    ),
    Part(
        _BINARY + "and eps_u*-PML gives eps_l-PMC: each conversion undoes the other",
        Goal((*_COIN, epsilon_l >= 0, _below(s, _U_STAR)), _above(t, epsilon_l)),
        Decided,
    ),
)

corollary_4 = Claim(
    "pmc.corollary-4",
    PAPER,
    "Cor. 4",
    says="for the uniform binary prior PML is equivalent to the stated PMC, ALIP, LIP and LDP",
    statement=r"P_X=(\tfrac12,\tfrac12):\ \varepsilon_u\text{-PML}\iff"
    r"\varepsilon_l^*\text{-PMC}\iff(\varepsilon_l^*,\varepsilon_u)\text{-ALIP}\iff"
    r"\varepsilon_l^*\text{-LIP}\iff(\varepsilon_l^*+\varepsilon_u)\text{-LDP}",
    scope="every mechanism and outcome (one of lift 0 or 2 violates each of the five), "
    "0 <= eps_u < log 2; and the same from eps_l >= 0 and eps_u*",
    parts=COROLLARY_4,
)

# --- Table II and Theorem 7 ----------------------------------------------------------------------

EQUIVALENT = (
    Part(
        "eps-LIP, |log s| <= eps, gives eps-PML",
        Goal((s > 0, relate(sp.Abs(sp.log(s)), "<=", epsilon)), relate(sp.log(s), "<=", epsilon)),
        Decided,
    ),
    Part(
        "eps-LIP, |log s| <= eps, gives eps-PMC",
        Goal((s > 0, relate(sp.Abs(sp.log(s)), "<=", epsilon)), relate(-sp.log(s), "<=", epsilon)),
        Decided,
    ),
    Part(
        "eps1-PMC and eps2-PML give |log s| <= the larger of both (LIP for equal ones)",
        Goal(
            (s > 0, relate(-sp.log(s), "<=", epsilon_l), relate(sp.log(s), "<=", epsilon_u)),
            relate(sp.Abs(sp.log(s)), "<=", sp.Max(epsilon_l, epsilon_u)),
        ),
        Decided,
    ),
)

table_2 = Claim(
    "pmc.table-2",
    PAPER,
    "Table II",
    says="every row of the table",
    statement=r"\begin{gathered}\varepsilon\text{-LDP}\Rightarrow"
    r"{-\log}(p_{\min}+e^{-\varepsilon}(1-p_{\min}))\text{-PML},\ "
    r"\log(p_{\min}+e^{\varepsilon}(1-p_{\min}))\text{-PMC};\\ "
    r"\text{PML}\leftrightarrow\text{PMC as in Thm 6};\ \text{LIP, ALIP}\iff\text{PMC and PML};"
    r"\ \text{LDP}\iff\text{PML (PMC) for all }P_X\end{gathered}",
    scope="every finite alphabet of at least two secrets, mechanism and outcome; ALIP is by its "
    "definition a PMC and a PML guarantee",
    parts=(
        LDP_TO_PML,
        LDP_TO_PMC,
        PML_TO_PMC,
        PMC_TO_PML,
        *EQUIVALENT,
        LDP_GIVES_PML,
        *NOT_LDP_NOT_PML,
        LDP_GIVES_PMC,
        *NOT_LDP_NOT_PMC,
    ),
)

theorem_7 = Claim(
    "pmc.theorem-7",
    PAPER,
    "Thm 7",
    says="eps-LDP implies eps-PMC and eps-PML; eps1-PMC and eps2-PML imply (eps1 + eps2)-LDP",
    statement=r"\varepsilon\text{-LDP}\Rightarrow\varepsilon\text{-PMC},\ "
    r"\varepsilon\text{-PML};\qquad\varepsilon_1\text{-PMC},\ \varepsilon_2\text{-PML}"
    r"\Rightarrow(\varepsilon_1+\varepsilon_2)\text{-LDP}",
    scope="every law of the secret, discrete or not, at every outcome where the likelihoods (or "
    "densities) of almost all secrets satisfy what is assumed; that almost all outcomes are such "
    "is Fubini's theorem. On finite alphabets eps-PMC and eps-PML are never attained for eps > 0 "
    "(Prop. 1, Prop. 3)",
    parts=(LDP_GIVES_PMC, LDP_GIVES_PML, ALIP_TO_LDP),
)
