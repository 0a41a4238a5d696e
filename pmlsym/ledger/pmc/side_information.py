"""Side information: what is said after Cor. 2."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.definitions import NO_MORE
from pmlsym.ledger.pmc.leakages import ONE_SECRET, three_to_one
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.witness import Witness

prior_z, likelihood, marginal_z = reals("P_x|z a P_y|z")
_POSTERIOR = prior_z * likelihood / marginal_z
_SIDE = (prior_z > 0, likelihood > 0, marginal_z > 0)
given_both, printed = reals("PMC_z D_inf")
_SECRETS = range(2)

corollary_2_markov_repair = Claim(
    "pmc.corollary-2.markov.repair",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = log max_x P(y|z)/P(y|x), the PMC of the mechanism "
    "under the prior P_X|Z=z",
    statement=r"\Lambda(X\to y\mid z)=\log\max_{x:P(x\mid z)>0}\frac{P_{Y|Z=z}(y)}{P_{Y|X=x}(y)}",
    scope="every finite alphabet, and outcomes y, z of positive joint probability; a likelihood of "
    "zero makes both sides infinite. If X - Y - Z instead, P_X|Y=y,Z=z is P_X|Y=y and the printed "
    "form is Corollary 2's",
    parts=(
        Part(
            "P(x | y, z) = P(x | z) P(y | x)/P(y | z), so P(x | z)/P(x | y, z) = P(y | z)/P(y | x)",
            Goal(
                _SIDE,
                relate(sp.log(prior_z / _POSTERIOR), "==", sp.log(marginal_z / likelihood)),
            ),
            compare_exponentials,
        ),
        NO_MORE,
        ONE_SECRET,
    ),
)


def _refute_markov(goal: Goal) -> Witness:
    from pmlsym import measures

    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    channel = three_to_one()
    known = channel.given([[two_thirds, third], [third, two_thirds]], 0)

    def printed_form() -> Term:
        ratios = [known.prior[x] / channel.posterior[x, 0] for x in _SECRETS]
        return sp.log(max(ratios))

    return Witness(
        goal,
        {},
        "two equally likely secrets; Z tells the secret with probability 2/3, Y with 3/4; at z = "
        "0, y = 0: P(x|z) = (2/3, 1/3), P(x|y) = (3/4, 1/4), but P(x|y,z) = (6/7, 1/7)",
        {given_both: lambda: measures.pmc(known)[0], printed: printed_form},
    )


corollary_2_markov = Claim(
    "pmc.corollary-2.markov",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = D_inf(P_X|Z=z || P_X|Y=y)",
    statement=r"Z-X-Y:\ \Lambda(X\to y\mid z)=D_\infty(P_{X|Z=z}\,\|\,P_{X|Y=y})",
    scope="every finite alphabet; P_X|Y=y is the posterior under P_X, and the chain does not make "
    "it P_X|Y=y,Z=z. Read as the posterior under the prior P_X|Z=z it is the repair",
    parts=(
        Part(
            "conditional PMC is the divergence of P_X|Z=z from P_X|Y=y",
            Goal((), relate(given_both, "==", printed)),
            refute=_refute_markov,
        ),
    ),
    repair=corollary_2_markov_repair,
)
