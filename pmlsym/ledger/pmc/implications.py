"""Bounds on two lifts from bounds on one: LIP, ALIP, LDP. Sec. II-D, Cor. 3, Cor. 4, Thm 7."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import (
    BELOW_L,
    BELOW_U,
    DOWN,
    GENERAL_Y,
    HIGH_PRIVACY,
    L_STAR,
    U_STAR,
    UP,
)
from pmlsym.ledger.pmc.every_prior import NOT_LDP_NOT_PMC, NOT_LDP_NOT_PML
from pmlsym.ledger.pmc.symbols import (
    HALF,
    PAPER,
    a,
    epsilon,
    epsilon_l,
    epsilon_u,
    pmc_to_pml,
    pml_to_pmc,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import reals
from pmlsym.statements.text.formula import in_language

lip_ldp = Claim(
    "pmc.lip-ldp",
    PAPER,
    "Sec. II-D",
    says="eps-LIP implies 2 eps-LDP; (eps_l, eps_u)-ALIP implies (eps_l + eps_u)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism; the paper names no "
    "alphabet here, and infinite ones are pmc.theorem-7.general. LIP and ALIP are bounds under "
    "P_X x P_Y: as printed, under P_XY, both statements are false (pmc.definition-4.surely). "
    "Improvable where p_min is known (pmc.improvable)",
    **stated("LIP(e) => LDP(2*e)", "ALIP(l, u) => LDP(l + u)"),
)

corollary_3_i = Claim(
    "pmc.corollary-3.i",
    PAPER,
    "Cor. 3 (i)",
    says="for eps_u < log(1/(1-p_min)), eps_u-PML implies (eps_l*, eps_u)-ALIP, "
    "max(eps_l*, eps_u)-LIP and (eps_l* + eps_u)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism; none can be "
    "improved for a given p_min (pmc.attained). LIP and ALIP are bounds under P_X x P_Y "
    f"(pmc.definition-4.surely), which says more than under P_XY, as printed. {GENERAL_Y}",
    **stated(
        f"PML(u) => ALIP({L_STAR}, u) and LIP(max({L_STAR}, u)) and LDP({BELOW_U}) "
        f"where {HIGH_PRIVACY}"
    ),
)

corollary_3_ii = Claim(
    "pmc.corollary-3.ii",
    PAPER,
    "Cor. 3 (ii)",
    says="eps_l-PMC implies (eps_l, eps_u*)-ALIP, max(eps_l, eps_u*)-LIP and (eps_l + eps_u*)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism, eps_l >= 0; none "
    "can be improved for a given p_min (pmc.attained). LIP and ALIP as in Cor. 3 (i). "
    f"{GENERAL_Y}",
    **stated(f"PMC(l) => ALIP(l, {U_STAR}) and LIP(max(l, {U_STAR})) and LDP({BELOW_L})"),
)

_u, _l = reals("u l")
_COIN = "|X| = 2; prior uniform"
_L_COIN, _U_COIN = in_language(pml_to_pmc(_u, HALF)), in_language(pmc_to_pml(_l, HALF))

corollary_4 = Claim(
    "pmc.corollary-4",
    PAPER,
    "Cor. 4",
    says="for the uniform binary prior and 0 <= eps_u < log 2, eps_u-PML is equivalent to "
    "eps_l*-PMC, to (eps_l*, eps_u)-ALIP, to eps_l*-LIP and to (eps_l* + eps_u)-LDP; and the same "
    "from eps_l >= 0 and eps_u*",
    scope="every mechanism on finite outcomes. The last half is the paper's \"Alternatively, we "
    'could have fixed eps_l >= 0 and stated the result for eps_l-PMC and eps_u*-PML". LIP and '
    "ALIP are bounds under P_X x P_Y: as printed, under P_XY, eps_l*-LIP and eps_l-LIP are "
    "weaker, and (iii) is false (pmc.definition-4.surely). The paper's Y may be general, which is "
    "not covered",
    **stated(
        *(
            f"{_COIN}: PML(u) <=> {other} where u < log(2)"
            for other in (
                f"PMC({_L_COIN})",
                f"ALIP({_L_COIN}, u)",
                f"LIP({_L_COIN})",
                f"LDP({_L_COIN} + u)",
            )
        ),
        *(
            f"{_COIN}: PMC(l) <=> {other}"
            for other in (
                f"PML({_U_COIN})",
                f"ALIP(l, {_U_COIN})",
                "LIP(l)",
                f"LDP(l + {_U_COIN})",
            )
        ),
    ),
)

table_2 = Claim(
    "pmc.table-2",
    PAPER,
    "Table II",
    says="every row of the table",
    scope="every finite alphabet of at least two secrets, prior and mechanism, as in the caption; "
    'for "all P_X" see Thm 1 and Thm 5. LIP and ALIP are bounds under P_X x P_Y: as printed, '
    "under P_XY, they bound PML and not PMC, and their two rows are false "
    "(pmc.definition-4.surely)",
    **stated(
        f"LDP(e) => PML({UP})",
        f"LDP(e) => PMC({DOWN})",
        f"PML(u) => PMC({L_STAR}) where {HIGH_PRIVACY}",
        f"PMC(l) => PML({U_STAR})",
        "LIP(e) <=> PMC(e) and PML(e)",
        "ALIP(l, u) <=> PMC(l) and PML(u)",
        "LDP(e) => PML(e)",
        "LDP(e) => PMC(e)",
        NOT_LDP_NOT_PML,
        NOT_LDP_NOT_PMC,
    ),
)

# --- Theorem 7: any alphabet ---------------------------------------------------------------------

s, t = reals("s t")
# the likelihood (or density) of a secret drawn from its law, and that of one secret
_LOW = AnyLaw((w,), relate(w, ">=", a * sp.exp(-epsilon)), "X")
_HIGH = AnyLaw((w,), relate(w, "<=", a * sp.exp(epsilon)), "X")

ANY_LAW = (
    follows(
        "every law of the secret: a likelihood of at most e^eps times almost every other has lift "
        "at most e^eps",
        (a > 0,),
        relate(a / _LOW.mean(w), "<=", sp.exp(epsilon)),
        _LOW.on_average(),
    ),
    follows(
        "every law of the secret: a likelihood of at least e^-eps times almost every other has "
        "lift at least e^-eps",
        (a > 0,),
        relate(_HIGH.mean(w) / a, "<=", sp.exp(epsilon)),
        _HIGH.on_average(),
    ),
    follows(
        "every law of the secret: lifts s <= e^eps_u and t >= e^-eps_l have a log-ratio of at most "
        "eps_l + eps_u",
        (relate(t, ">=", sp.exp(-epsilon_l)), relate(s, "<=", sp.exp(epsilon_u)), s > 0),
        relate(sp.log(s / t), "<=", epsilon_l + epsilon_u),
        compare_exponentials,
    ),
)

theorem_7 = Claim(
    "pmc.theorem-7",
    PAPER,
    "Thm 7",
    says="eps-LDP implies eps-PMC and eps-PML; eps1-PMC and eps2-PML imply (eps1 + eps2)-LDP",
    scope="asserted of every finite mechanism, while the paper has general alphabets, for which "
    "this is no proof: they are pmc.theorem-7.general. Three goals are about one outcome under "
    "every law of the secret, discrete or not. On finite alphabets eps-LDP gives less than eps of "
    "both for eps > 0 (Prop. 1 and 3)",
    **stated(
        "LDP(e) => PMC(e) and PML(e)",
        "PMC(a) and PML(b) => LDP(a + b)",
        beside=(beside(*ANY_LAW),),
    ),
)
