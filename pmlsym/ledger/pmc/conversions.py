"""Conversions between LDP, PML and PMC: Thm 1, Prop. 1, Prop. 3, Thm 5, Thm 6."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.every_prior import NOT_LDP_NOT_PMC, NOT_LDP_NOT_PML
from pmlsym.ledger.pmc.symbols import PAPER, apart, ldp_to_pmc, ldp_to_pml, pmc_to_pml, pml_to_pmc
from pmlsym.proof.language import reals
from pmlsym.statements.text.formula import in_language

# the levels of Prop. 1, Thm 6 and Cor. 3 by the library's formulas
_e, _u, _l, _pmin = reals("e u l pmin")
DOWN, UP = in_language(ldp_to_pmc(_e, _pmin)), in_language(ldp_to_pml(_e, _pmin))
BELOW_L = in_language(apart(_l, sp.oo, _pmin))
BELOW_U = in_language(apart(sp.oo, _u, _pmin))
L_STAR, U_STAR = in_language(pml_to_pmc(_u, _pmin)), in_language(pmc_to_pml(_l, _pmin))
HIGH_PRIVACY = "u < log(1/(1 - pmin))"

_FINITE = "every finite alphabet of at least two secrets, prior, mechanism and"
GENERAL_Y = (
    "In the paper X is finite, too, but Y general, which is not covered: there the same is said of "
    "the densities at almost every outcome"
)

theorem_1 = Claim(
    "pmc.theorem-1",
    PAPER,
    "Thm 1",
    says="eps-LDP if and only if eps-PML for every full-support prior",
    scope=f"{_FINITE} eps >= 0. The paper names no alphabet; infinite ones are not covered, where "
    "what a prior of full support is depends on the topology, and LDP on the null sets of P_X. For "
    "the converse: where an outcome exceeds eps-LDP, any prior R of full support, with enough "
    "weight moved to a secret D that is least likely to give it, is a prior Q of full support "
    "under which it exceeds eps-PML",
    **stated("LDP(e) => PML(e)", NOT_LDP_NOT_PML),
)

theorem_5 = Claim(
    "pmc.theorem-5",
    PAPER,
    "Thm 5",
    says="eps-LDP if and only if eps-PMC for every full-support prior",
    scope=f"{_FINITE} eps >= 0, as for Thm 1; here D is a secret that is most likely to give the "
    f"outcome. {GENERAL_Y}",
    **stated("LDP(e) => PMC(e)", NOT_LDP_NOT_PMC),
)

proposition_1 = Claim(
    "pmc.proposition-1",
    PAPER,
    "Prop. 1",
    says="eps-LDP implies eps1-LIP, (eps1, eps2)-ALIP and eps2-PML with eps1 = log(p_min + "
    "exp(eps) (1 - p_min)) and eps2 = -log(p_min + exp(-eps) (1 - p_min))",
    scope=f"{_FINITE} eps >= 0; both are attained (pmc.attained), so none can be improved for a "
    "given p_min. It is true in either reading of LIP and ALIP (pmc.definition-4.surely)",
    **stated(f"LDP(e) => LIP({DOWN}) and ALIP({DOWN}, {UP}) and PML({UP})"),
)

proposition_3 = Claim(
    "pmc.proposition-3",
    PAPER,
    "Prop. 3",
    says="eps-LDP implies log(exp(eps) - p_min(exp(eps) - 1))-PMC, which tends to eps as p_min -> "
    "0: it is above eps - d for p_min < 1 - e^-d, and never exceeds eps",
    scope=f"{_FINITE} eps >= 0. {GENERAL_Y}",
    **stated(
        f"LDP(e) => PMC({DOWN})",
        f"{DOWN} >= e - d where d > 0, pmin < 1 - exp(-d)",
        f"{DOWN} <= e",
    ),
)

theorem_6_i = Claim(
    "pmc.theorem-6.i",
    PAPER,
    "Thm 6 (i)",
    says="eps_u-PML with eps_u < log(1/(1-p_min)) implies eps_l*(eps_u)-PMC",
    scope=f"{_FINITE} outcome. {GENERAL_Y}",
    **stated(f"PML(u) => PMC({L_STAR}) where {HIGH_PRIVACY}"),
)

theorem_6_ii = Claim(
    "pmc.theorem-6.ii",
    PAPER,
    "Thm 6 (ii)",
    says="eps_l-PMC implies eps_u*(eps_l)-PML",
    scope=f"{_FINITE} outcome, eps_l >= 0. {GENERAL_Y}",
    **stated(f"PMC(l) => PML({U_STAR})"),
)
