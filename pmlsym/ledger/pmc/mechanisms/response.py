"""Generalised randomized response: Ex. 4, Fig. 1."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.response import odds_for_pmc, odds_for_pml, response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import ONE, PAPER, epsilon
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Identical
from pmlsym.proof.witness import Witness

n, response, p, top, least = reals("n eps_r P_j p_max p_min")
ODDS = sp.exp(response)
SAME, OTHER = response_entries(ODDS, n - 1)
_SIZE = (n >= 2, response >= 0)
_MARGINAL = p * SAME + (1 - p) * OTHER

PMC_AT = sp.log(1 + p * (ODDS - 1))
PMC_WORST = PMC_AT.subs(p, top)
PML_AT = sp.log(ODDS / (p * (ODDS - 1) + 1))
PML_WORST = sp.log(ODDS / (least * (ODDS - 1) + 1))

example_4_ldp = Claim(
    "pmc.example-4.ldp",
    PAPER,
    "Ex. 4",
    says="randomized response with eps_r is eps_r-LDP",
    statement=r"\max_{i,i',j}\log\frac{P(j\mid i)}{P(j\mid i')}=\varepsilon_r",
    scope="every alphabet of n >= 2 secrets and eps_r >= 0; a column holds one larger entry and "
    "n - 1 equal smaller ones, so that eps_r is attained",
    parts=(
        Part(
            "rows sum to one",
            Goal(_SIZE, relate(SAME + (n - 1) * OTHER, "==", ONE)),
            Identical,
        ),
        Part(
            "the ratio of both entries of a column is e^eps_r",
            Goal(_SIZE, relate(SAME / OTHER, "==", ODDS)),
            Decided,
        ),
        Part(
            "and that of the smaller to the larger no more",
            Goal(_SIZE, relate(OTHER / SAME, "<=", ODDS)),
            Decided,
        ),
    ),
)

_OWN = (*_SIZE, p > 0, p < 1)

example_4_pmc = Claim(
    "pmc.example-4.pmc",
    PAPER,
    "Ex. 4",
    says="its PMC at j is log(1 + P_X(j)(exp(eps_r) - 1)); the worst is at p_max",
    statement=r"\Lambda(X\to j)=\log\bigl(1+P_X(j)(e^{\varepsilon_r}-1)\bigr),\quad "
    r"\max_j\Lambda(X\to j)=\log\bigl(1+p_{\max}(e^{\varepsilon_r}-1)\bigr)",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0 (a single secret has PMC 0)",
    parts=(
        Part(
            "the smaller entry of column j is 1/(n - 1 + e^eps_r)",
            Goal(_SIZE, relate(OTHER, "<=", SAME)),
            Decided,
        ),
        Part(
            "P_Y(j) divided by it is 1 + P_X(j) (e^eps_r - 1)",
            Goal(_OWN, relate(_MARGINAL / OTHER, "==", sp.exp(PMC_AT))),
            Decided,
        ),
        Part(
            "which grows with P_X(j)",
            Goal((*_OWN, p <= top), relate(PMC_AT, "<=", PMC_WORST)),
            compare_exponentials,
        ),
    ),
)

small = reals("delta")[0]

example_4_limit = Claim(
    "pmc.example-4.limit",
    PAPER,
    "Ex. 4",
    says="that PMC is <= eps_r and tends to eps_r as p_max -> 1",
    statement=r"\log\bigl(1+p_{\max}(e^{\varepsilon_r}-1)\bigr)\le\varepsilon_r,\qquad "
    r"\to\varepsilon_r\text{ as }p_{\max}\to1",
    scope="every eps_r >= 0; with a modulus: p_max > e^-delta puts it within delta",
    parts=(
        Part(
            "it is at most eps_r",
            Goal((response >= 0, top > 0, top <= 1), relate(PMC_WORST, "<=", response)),
            compare_exponentials,
        ),
        Part(
            "p_max > e^-delta gives more than eps_r - delta",
            Goal(
                (response >= 0, top <= 1, small > 0, relate(top, ">", sp.exp(-small))),
                relate(PMC_WORST, ">", response - small),
            ),
            compare_exponentials,
        ),
    ),
)

example_4_pml = Claim(
    "pmc.example-4.pml",
    PAPER,
    "Ex. 4",
    says="its PML is log(exp(eps_r) / (p_min (exp(eps_r) - 1) + 1))",
    statement=r"\max_j\ell(X\to j)=\log\frac{e^{\varepsilon_r}}{p_{\min}(e^{\varepsilon_r}-1)+1}"
    r"<\log\frac1{p_{\min}}",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0",
    parts=(
        Part(
            "the larger entry of column j divided by P_Y(j) is e^eps_r/(P_X(j) (e^eps_r - 1) + 1)",
            Goal(_OWN, relate(SAME / _MARGINAL, "==", sp.exp(PML_AT))),
            Decided,
        ),
        Part(
            "the entry on the diagonal is the larger one",
            Goal(_SIZE, relate(OTHER, "<=", SAME)),
            Decided,
        ),
        Part(
            "which is largest at p_min",
            Goal((*_OWN, least > 0, least <= p), relate(PML_AT, "<=", PML_WORST)),
            compare_exponentials,
        ),
        Part(
            "and below log(1/p_min)",
            Goal(
                (response >= 0, least > 0, least < 1),
                relate(PML_WORST, "<", sp.log(1 / least)),
            ),
            compare_exponentials,
        ),
    ),
)

# --- the adapted parameters ----------------------------------------------------------------------

AIM = sp.exp(epsilon)
FOR_PMC, FOR_PML = odds_for_pmc(AIM, top), odds_for_pml(AIM, least)
_PRIOR = (least > 0, least <= top, relate(least + top, "<=", ONE))
ASKED = (epsilon >= 0, relate(AIM * least, "<", ONE))
_CROSSOVER = (1 - top) / least

ADAPTED = (
    Part(
        "e^eps_r = 1 + (e^eps - 1)/p_max gives PMC eps",
        Goal(
            (epsilon >= 0, top > 0, relate(ODDS, "==", FOR_PMC)),
            relate(sp.exp(PMC_WORST), "==", AIM),
        ),
        Decided,
    ),
    Part(
        "e^eps_r = e^eps (1 - p_min)/(1 - e^eps p_min) gives PML eps, below log(1/p_min)",
        Goal(
            (*ASKED, least > 0, least < 1, relate(ODDS, "==", FOR_PML)),
            relate(sp.exp(PML_WORST), "==", AIM),
        ),
        Decided,
    ),
)

example_4_crossover_repair = Claim(
    "pmc.example-4.crossover.repair",
    PAPER,
    "Ex. 4",
    says="it is larger if and only if 0 < eps < log((1 - p_max)/p_min), and the two are equal at "
    "both ends",
    statement=r"\varepsilon_r^{\mathrm{PMC}}>\varepsilon_r^{\mathrm{PML}}\iff"
    r"0<\varepsilon<\log\frac{1-p_{\max}}{p_{\min}}",
    scope="every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both are finite; for "
    "two secrets the range is empty. Utility grows with eps_r (pmc.figure-1), so it orders alike",
    parts=(
        *ADAPTED,
        Part(
            "no smaller on the whole range, its ends included",
            Goal((*_PRIOR, *ASKED, relate(AIM, "<=", _CROSSOVER)), relate(FOR_PMC, ">=", FOR_PML)),
            Decided,
        ),
        Part(
            "larger for 0 < eps < log((1 - p_max)/p_min)",
            Goal(
                (*_PRIOR, *ASKED, epsilon > 0, relate(AIM, "<", _CROSSOVER)),
                relate(FOR_PMC, ">", FOR_PML),
            ),
            Decided,
        ),
        Part(
            "equal at eps = log((1 - p_max)/p_min)",
            Goal((*_PRIOR, *ASKED, relate(AIM, "==", _CROSSOVER)), relate(FOR_PMC, "==", FOR_PML)),
            Decided,
        ),
        Part(
            "equal at eps = 0",
            Goal((*_PRIOR, *ASKED, relate(AIM, "==", ONE)), relate(FOR_PMC, "==", FOR_PML)),
            Decided,
        ),
        Part(
            "smaller beyond",
            Goal(
                (*_PRIOR, *ASKED, epsilon > 0, relate(AIM, ">", _CROSSOVER)),
                relate(FOR_PMC, "<", FOR_PML),
            ),
            Decided,
        ),
    ),
)

with_pmc, with_pml, asked, allowed = reals("R_PMC R_PML E E_max")
_THIRD = sp.Rational(1, 3)


def _refute_crossover(goal: Goal) -> Witness:
    return Witness(
        goal,
        {asked: sp.Integer(2), allowed: (1 - _THIRD) / _THIRD},
        "the uniform prior on three secrets at eps = log 2 = log((1 - p_max)/p_min), e^eps_r being "
        "that of the largest randomized response whose measured PMC (PML) is within eps: both are "
        "4, and the kernels the same",
        {with_pmc: lambda: _largest_response("pmc"), with_pml: lambda: _largest_response("pml")},
    )


def _largest_response(notion: str) -> Term:
    """Solve measured leakage = log 2 for e^eps_r, on the kernel with that in symbols."""
    from pmlsym import measures
    from pmlsym.channel import Channel

    ratio = sp.Symbol("ratio", positive=True)
    kernel = [[(ratio if i == j else 1) / (2 + ratio) for j in range(3)] for i in range(3)]
    channel = Channel(kernel, [_THIRD] * 3)
    at_first = [channel.lift[i, 0] for i in range(3)]
    # for a ratio above one the first lift is the largest, and the others the smallest
    level = 1 / at_first[1] if notion == "pmc" else at_first[0]
    (found,) = sp.solve(sp.Eq(level, 2), ratio)
    measured = getattr(measures, notion)(
        Channel([[entry.subs(ratio, found) for entry in row] for row in kernel], [_THIRD] * 3)
    )
    assert sp.simplify(measured[0] - sp.log(2)) == 0
    return found


example_4_crossover = Claim(
    "pmc.example-4.crossover",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted parameter is larger than the "
    "PML-adapted one",
    statement=r"\varepsilon\le\log\frac{1-p_{\max}}{p_{\min}}\Rightarrow"
    r"\varepsilon_r^{\mathrm{PMC}}>\varepsilon_r^{\mathrm{PML}}",
    scope="read as printed: larger, and therefore of higher utility, on the whole range, its end "
    "included. It fails at the end and at eps = 0",
    parts=(
        Part(
            "e^eps <= (1 - p_max)/p_min gives a larger e^eps_r to PMC",
            Goal((asked <= allowed,), with_pmc > with_pml),
            refute=_refute_crossover,
        ),
    ),
    repair=example_4_crossover_repair,
)
