"""Figure 2: which of eps_u-PML and eps_l-PMC implies the other, boundaries included."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.attained import attained
from pmlsym.ledger.pmc.conversions import PMC_TO_PML, PML_TO_PMC
from pmlsym.ledger.pmc.extremal import remark_5
from pmlsym.ledger.pmc.symbols import (
    HALF,
    PAPER,
    epsilon_l,
    epsilon_u,
    high_privacy,
    p,
    pmc_to_pml,
    pml_to_pmc,
)
from pmlsym.ledger.writing import rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.witness import Witness

_RARE = (p > 0, relate(p, "<=", HALF))
_SKEWED = (p > 0, relate(p, "<", HALF))
_HIGH = (epsilon_u >= 0, high_privacy(mass=p))
# e^eps_l*(eps_u), e^eps_u*(eps_l), and the second at the first
_E_L_STAR, _E_U_STAR = sp.exp(pml_to_pmc(mass=p)), sp.exp(pmc_to_pml(mass=p))
_AT_CURVE = sp.exp(pmc_to_pml(pml_to_pmc(mass=p), p))


figure_2_repair = Claim(
    "pmc.figure-2.repair",
    PAPER,
    "Fig. 2",
    says="below log(1/(1 - p_min)) eps_u-PML implies eps_l-PMC exactly for eps_l >= eps_l*(eps_u), "
    "beyond it never; eps_l-PMC implies eps_u-PML exactly for eps_u >= eps_u*(eps_l). So the "
    "boundaries belong to the grey regions, and neither implies the other strictly between them",
    statement=r"\varepsilon_l\ge\varepsilon_l^*(\varepsilon_u):\ \text{PML}\Rightarrow\text{PMC};"
    r"\quad\varepsilon_u\ge\varepsilon_u^*(\varepsilon_l):\ \text{PMC}\Rightarrow\text{PML};\quad "
    r"\varepsilon_l<\varepsilon_l^*,\,\varepsilon_u<\varepsilon_u^*:\ \text{neither}",
    scope="every finite alphabet of at least two secrets and prior, so those of the figure. For "
    "p_min < 1/2 the implication is strict (the other fails) on both grey regions, boundaries "
    "included, but at (0, 0), where both say independence; for p_min = 1/2 the curves coincide, "
    "and on them the guarantees are equivalent",
    parts=(
        PML_TO_PMC,
        PMC_TO_PML,
        *attained.parts,
        *remark_5.parts,
        Part(
            "on the curve eps_l* and above it eps_u* > eps_u: PML is strictly stronger, p < 1/2",
            Goal(
                (*_SKEWED, *_HIGH, epsilon_u > 0, relate(sp.exp(epsilon_l), ">=", _E_L_STAR)),
                relate(_E_U_STAR, ">", sp.exp(epsilon_u)),
            ),
            Decided,
        ),
        Part(
            "on the curve eps_u* and below it eps_l* > eps_l: PMC is strictly stronger, p < 1/2",
            Goal(
                (
                    *_SKEWED,
                    *_HIGH,
                    epsilon_l > 0,
                    relate(sp.exp(epsilon_u), ">=", _E_U_STAR),
                ),
                relate(_E_L_STAR, ">", sp.exp(epsilon_l)),
            ),
            Decided,
        ),
        Part(
            "above the curve eps_l*, eps_u* > eps_u also for p = 1/2",
            Goal(
                (*_RARE, *_HIGH, relate(sp.exp(epsilon_l), ">", _E_L_STAR)),
                relate(_E_U_STAR, ">", sp.exp(epsilon_u)),
            ),
            Decided,
        ),
        Part(
            "below the curve eps_u*, eps_l* > eps_l also for p = 1/2 and for eps_l = 0",
            Goal(
                (
                    *_RARE,
                    *_HIGH,
                    epsilon_l >= 0,
                    relate(sp.exp(epsilon_u), ">", _E_U_STAR),
                ),
                relate(_E_L_STAR, ">", sp.exp(epsilon_l)),
            ),
            Decided,
        ),
        Part(
            "for p = 1/2 the curves coincide: eps_u*(eps_l*(eps_u)) = eps_u",
            Goal(
                (relate(p, "==", HALF), *_HIGH),
                relate(_AT_CURVE, "==", sp.exp(epsilon_u)),
            ),
            Decided,
        ),
    ),
)

worst = reals("PMC_worst")[0]
_NEITHER = (
    relate(epsilon_u, "<=", pmc_to_pml(epsilon_l, p)),
    relate(epsilon_l, "<=", pml_to_pmc(epsilon_u, p)),
)
_PRIOR = tuple(Fraction(n, 10) for n in (3, 3, 2, 2))
_TOP = Fraction(9, 8)


def _worst_pmc() -> Term:
    """Find the largest PMC among the vertices of the PML polytope, by enumeration."""
    smallest = Fraction(1)
    for free in range(len(_PRIOR)):
        others = [x for x in range(len(_PRIOR)) if x != free]
        for ends in product((Fraction(0), _TOP), repeat=len(others)):
            used = sum(_PRIOR[x] * end for x, end in zip(others, ends, strict=True))
            lift = (1 - used) / _PRIOR[free]
            if 0 <= lift <= _TOP:
                smallest = min(smallest, lift, *ends)
    return sp.log(rational(1 / smallest))


def _refute(goal: Goal) -> Witness:
    return Witness(
        goal,
        {p: sp.Rational(1, 5), epsilon_u: sp.log(rational(_TOP)), epsilon_l: sp.log(2)},
        "the prior (0.3, 0.3, 0.2, 0.2) and eps_u = log(9/8): eps_l = log 2 is eps_l*, on the "
        'boundary that the region "neither" of the figure includes. Of all lift vectors up to '
        "9/8 with mean one, "
        "listed by their vertices, the smallest lift is 1/2: eps_u-PML does imply eps_l-PMC",
        {worst: _worst_pmc},
    )


figure_2 = Claim(
    "pmc.figure-2",
    PAPER,
    "Fig. 2",
    says="the two curves for (0.3, 0.3, 0.2, 0.2) and (0.5, 0.5); they coincide for the uniform "
    "binary prior; strictness of each region, its boundary included",
    statement=r"\varepsilon_u\le\varepsilon_u^*,\ \varepsilon_l\le\varepsilon_l^*:\ "
    r"\text{neither guarantee is stronger}",
    scope="as printed: where eps_u <= eps_u* and eps_l <= eps_l*, neither implies the other. The "
    "curves and the open grey regions are right (see the repair)",
    parts=(
        Part(
            'in the region "neither" of the figure some mechanism with eps_u-PML has a PMC above '
            "eps_l",
            Goal(_NEITHER, relate(worst, ">", epsilon_l)),
            refute=_refute,
        ),
    ),
    repair=figure_2_repair,
)
