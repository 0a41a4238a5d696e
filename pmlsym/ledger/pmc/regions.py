"""Figure 2: which of eps_u-PML and eps_l-PMC implies the other, boundaries included."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import own_lift, own_likelihood
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import all_of, beside, stated
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import HIGH_PRIVACY, L_STAR, U_STAR, attained
from pmlsym.ledger.pmc.mechanisms.improvable import vertices
from pmlsym.ledger.pmc.mechanisms.instances import (
    Levels,
    Masses,
    exact,
    instances,
    level,
    prior,
    share,
)
from pmlsym.ledger.pmc.symbols import (
    ALIKE,
    HALF,
    PAPER,
    epsilon_l,
    epsilon_u,
    high_privacy,
    p,
    pmc_to_pml,
    pml_to_pmc,
)
from pmlsym.ledger.writing import relate
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.values import Infinite, Value

# --- instances -----------------------------------------------------------------------------------


def _pair(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    """Draw u below its threshold, and l on the curves, between them, or beyond one."""
    least, end = min(masses), 1 / (1 - min(masses))
    high = 1 + (end - 1) * share(number, random)
    top = exact(1 / own_lift(high, least))  # exp(eps_l*(u))
    # l at which eps_u*(l) = u
    low = (1 - least) / (1 - least * high)
    chosen = (top, low, low + (top - low) * share(number + 1, random), 2 * top, (1 + low) / 2)
    return {"u": high, "l": chosen[(number + number // 13) % 5]}


def _beyond(instance: Levels) -> str:
    """Return why levels are outside the domain of the regions; else empty."""
    if not 1 <= instance["u"] < 1 / (1 - instance.least):
        return "e^u has to be from 1 to 1/(1 - p_min), without its end."
    return "" if instance["l"] >= 1 else "e^l has to be at least 1."


_EVERY = instances(
    "every prior on n >= 2 secrets, 0 <= u < log(1/(1 - p_min)) and l >= 0",
    r"P_X,\ 0\le\varepsilon_u<\log\tfrac1{1-p_{\min}},\ \varepsilon_l\ge0",
    _pair,
    lambda number, random: prior(number % 12 if number < 48 else number, random, (2, 3, 4)),
    outside=_beyond,
)


def _worst_pmc(instance: Levels) -> Value:
    """Return the largest PMC of an outcome under u-PML, over the vertices."""
    least = min(min(v) for v in vertices(instance.prior, Fraction(0), instance["u"]))
    return log(1 / least) if least else Infinite.PLUS


def _worst_pml(instance: Levels) -> Value:
    """Return the largest PML of an outcome under l-PMC, over the vertices."""
    floor = 1 / instance["l"]
    corners = vertices(instance.prior, floor, 1 / min(instance.prior))
    return log(max(max(v) for v in corners))


U = level("u", r"\varepsilon_u", lambda instance: instance["u"])
L = level("l", r"\varepsilon_l", lambda instance: instance["l"])


def _down(ratio: Fraction, mass: Fraction) -> Fraction:
    return exact(mass / own_likelihood(ratio, mass))


EPS_L_STAR = level("eps_l*(u)", r"\varepsilon_l^*(\varepsilon_u)", lambda w: _down(w["u"], w.least))
EPS_U_STAR = level(
    "eps_u*(l)", r"\varepsilon_u^*(\varepsilon_l)", lambda w: 1 / _down(1 / w["l"], w.least)
)
_PMC_UNDER = Quantity[Levels](
    "the largest PMC under u-PML", r"\max_{\varepsilon_u\text{-PML}}\Lambda", _worst_pmc
)
_PML_UNDER = Quantity[Levels](
    "the largest PML under l-PMC", r"\max_{\varepsilon_l\text{-PMC}}\ell", _worst_pml
)
_NOT_PML_TO_PMC = Compared(_PMC_UNDER, ">", L)
_NOT_PMC_TO_PML = Compared(_PML_UNDER, ">", U)
_POSITIVE = Compared(
    Quantity[Levels]("l + u", r"\varepsilon_l+\varepsilon_u", lambda w: log(w["l"] * w["u"])),
    ">",
    Quantity[Levels]("0", "0", lambda _: Fraction(0)),
)
_NOT_COIN = Compared(
    Quantity[Levels]("p_min", r"p_{\min}", lambda w: w.least),
    "<",
    Quantity[Levels]("1/2", r"\tfrac12", lambda _: Fraction(1, 2)),
)

# --- goals ---------------------------------------------------------------------------------------

_RARE = (p > 0, relate(p, "<=", HALF))
_SKEWED = (p > 0, relate(p, "<", HALF))
_HIGH = (epsilon_u >= 0, high_privacy(mass=p))
# e^eps_l*(eps_u), e^eps_u*(eps_l), and the second at the first
_E_L_STAR, _E_U_STAR = sp.exp(pml_to_pmc(mass=p)), sp.exp(pmc_to_pml(mass=p))
_AT_CURVE = sp.exp(pmc_to_pml(pml_to_pmc(mass=p), p))

_STRICTLY = (
    follows(
        "on the curve eps_l* and above it eps_u* > eps_u: PML is strictly stronger, p < 1/2",
        (*_SKEWED, *_HIGH, epsilon_u > 0, relate(sp.exp(epsilon_l), ">=", _E_L_STAR)),
        relate(_E_U_STAR, ">", sp.exp(epsilon_u)),
    ),
    follows(
        "on the curve eps_u* and below it eps_l* > eps_l: PMC is strictly stronger, p < 1/2",
        (*_SKEWED, *_HIGH, epsilon_l > 0, relate(sp.exp(epsilon_u), ">=", _E_U_STAR)),
        relate(_E_L_STAR, ">", sp.exp(epsilon_l)),
    ),
    follows(
        "above the curve eps_l*, eps_u* > eps_u also for p = 1/2",
        (*_RARE, *_HIGH, relate(sp.exp(epsilon_l), ">", _E_L_STAR)),
        relate(_E_U_STAR, ">", sp.exp(epsilon_u)),
    ),
    follows(
        "below the curve eps_u*, eps_l* > eps_l also for p = 1/2 and for eps_l = 0",
        (*_RARE, *_HIGH, epsilon_l >= 0, relate(sp.exp(epsilon_u), ">", _E_U_STAR)),
        relate(_E_L_STAR, ">", sp.exp(epsilon_l)),
    ),
    follows(
        "for p = 1/2 the curves coincide: eps_u*(eps_l*(eps_u)) = eps_u",
        (relate(p, "==", HALF), *_HIGH),
        relate(_AT_CURVE, "==", sp.exp(epsilon_u)),
    ),
)

# --- the claims ----------------------------------------------------------------------------------

_COIN = "|X| = 2; prior uniform"

figure_2_repair = Claim(
    "pmc.figure-2.repair",
    PAPER,
    "Fig. 2",
    says="strictly between the curves neither guarantee implies the other; from eps_l*(eps_u) on "
    "eps_u-PML implies eps_l-PMC and from eps_u*(eps_l) on eps_l-PMC implies eps_u-PML, and not "
    "the other way round beyond the curves (for p_min < 1/2 and a positive level on them as "
    "well); for the uniform binary prior the curves coincide",
    scope="every finite alphabet of at least two secrets and prior, so those of the figure, eps_u "
    "< log(1/(1 - p_min)) and mechanisms of finitely many outcomes, where the paper's Y may be "
    "general. The regions of the figure with their boundaries: on the curves the implications hold",
    **stated(
        f"PML(u) => PMC({L_STAR} + d) where {HIGH_PRIVACY}",
        f"PMC(l) => PML({U_STAR} + d)",
        f"{_COIN}: PML(u) <=> PMC({L_STAR}) where u < log(2)",
        beside=(
            all_of(attained),
            beside(
                *_STRICTLY,
                asserts=(
                    Assertion(
                        _EVERY,
                        (_NOT_PML_TO_PMC, _NOT_PMC_TO_PML),
                        (Compared(U, "<", EPS_U_STAR), Compared(L, "<", EPS_L_STAR)),
                    ),
                    Assertion(_EVERY, (_NOT_PMC_TO_PML,), (Compared(L, ">", EPS_L_STAR),)),
                    Assertion(_EVERY, (_NOT_PML_TO_PMC,), (Compared(U, ">", EPS_U_STAR),)),
                    Assertion(
                        _EVERY,
                        (_NOT_PMC_TO_PML,),
                        (Compared(L, ">=", EPS_L_STAR), _POSITIVE, _NOT_COIN),
                    ),
                    Assertion(
                        _EVERY,
                        (_NOT_PML_TO_PMC,),
                        (Compared(U, ">=", EPS_U_STAR), _POSITIVE, _NOT_COIN),
                    ),
                ),
                reductions=(ALIKE,),
            ),
        ),
    ),
)

_FIGURE = tuple(Fraction(n, 10) for n in (3, 3, 2, 2))

figure_2 = Claim(
    "pmc.figure-2",
    PAPER,
    "Fig. 2",
    says="in the region between the two curves, both included, neither eps_u-PML nor eps_l-PMC "
    "implies the other",
    scope='"the blue region in Figure 2a represents pairs that satisfy eps_u* >= eps_u and eps_l* '
    ">= eps_l. In this region, neither the eps_u-PML nor the eps_l-PMC privacy guarantee is "
    'stronger": read with its boundary, as printed. The curves, their coincidence for the uniform '
    "binary prior and the open grey regions are right (see the repair). An author would answer "
    "that the region is meant without its edge, as it is said to disappear where the curves "
    "coincide. That is the repair. The verdict stands, as both signs are printed with equality, "
    "and on the edge Theorem 6 makes one guarantee imply the other",
    asserts=(
        Assertion(
            _EVERY,
            (_NOT_PML_TO_PMC, _NOT_PMC_TO_PML),
            (Compared(U, "<=", EPS_U_STAR), Compared(L, "<=", EPS_L_STAR)),
        ),
    ),
    models=(Levels(_FIGURE, (("u", Fraction(9, 8)), ("l", Fraction(2)))),),
    repair=figure_2_repair,
)
