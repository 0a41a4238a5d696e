"""The high-privacy extremal mechanism: Sec. II-B, Ex. 5, Remark 6, footnote 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.formulas.mechanisms import other_likelihood, own_likelihood
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.conversions import L_STAR
from pmlsym.ledger.pmc.mechanisms.instances import Masses, drawn, exact, share
from pmlsym.ledger.pmc.symbols import PAPER, pml_to_pmc
from pmlsym.proof.language import reals
from pmlsym.statements.specific import Specific, about
from pmlsym.statements.specific.named import extremal
from pmlsym.statements.text.formula import in_language

# --- the mechanism -------------------------------------------------------------------------------


def kernel(prior: Masses, ratio: Fraction) -> list[list[Fraction]]:
    """Return the entries: secret x gives answer x with the rest, and each other y with e^eps P(y).

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [[str(entry) for entry in row] for row in kernel((half, half), Fraction(3, 2))]
    [['1/4', '3/4'], ['3/4', '1/4']]
    """
    return [
        [
            exact(own_likelihood(ratio, mine) if x == y else other_likelihood(ratio, theirs))
            for y, theirs in enumerate(prior)
        ]
        for x, mine in enumerate(prior)
    ]


_u, _p_y = reals("u p_y")
EXTREMAL = extremal("u")


def _below_threshold(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    end = 1 / (1 - min(masses))
    return {"u": 1 + (end - 1) * share(number, random)}


def _statement(text: str) -> Specific:
    return about(text, EXTREMAL, draw=drawn(_below_threshold))


# --- the claims ----------------------------------------------------------------------------------

extremal_mechanism = Claim(
    "pmc.extremal-mechanism",
    PAPER,
    "Sec. II-B",
    says="the high-privacy extremal mechanism is a mechanism, has P_Y = P_X and satisfies eps-PML, "
    "with equality",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps < log(1/(1 - p_min)); "
    "that it is optimal is pmc.corollary-5",
    **stated(_statement("q_y = p_y"), _statement("pml(X->Y) = u")),
)

example_5 = Claim(
    "pmc.example-5",
    PAPER,
    "Ex. 5",
    says="the extremal mechanism has PMC log(P(j)/(1 - exp(eps_u)(1 - P(j)))) at j, and at worst "
    "log(p_min/(1 - exp(eps_u)(1 - p_min)))",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps_u < "
    "log(1/(1 - p_min))",
    **stated(
        _statement(f"pmc(X->y) = {in_language(pml_to_pmc(_u, _p_y))}"),
        _statement(f"pmc(X->Y) = {L_STAR}"),
    ),
)

remark_6 = Claim(
    "pmc.remark-6",
    PAPER,
    "Remark 6",
    says="the conversion of Thm 6(i) cannot be improved: the extremal mechanism satisfies "
    "eps_u-PML and has a worst PMC of eps_l*",
    scope='every prior on n >= 2 secrets and every 0 <= eps_u < log(1/(1 - p_min)), not only "in '
    'general"; all other conversions of Table II are attained as well (pmc.attained)',
    **stated(_statement(f"PML(u) and pmc(X->Y) = {L_STAR}")),
)
