"""What follows from the smallest lift: Remarks 2 and 3."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.finite import said
from pmlsym.statements.likelihoods import Drawn, OfLikelihoods
from pmlsym.statements.model import Model

remark_2 = Claim(
    "pmc.remark-2",
    PAPER,
    "Remark 2",
    says="PMC is closed under pre-processing",
    scope="finite X, Y and Z: every law of X and every randomized function Z, P(y | z) = sum_x "
    "P(x | z) P(y | x). In the paper X is finite here, too, but Y general; general alphabets are "
    "Lemma 1 (v)",
    **stated("Z - X - Y: pmc(Z->y) <= pmc(X->y)", named=True),
)

remark_3 = Claim(
    "pmc.remark-3",
    PAPER,
    "Remark 3",
    says="PMC can be infinite on finite alphabets; PML cannot",
    statement=r"P(y\mid x)=0\Rightarrow\Lambda(X\to y)=\infty;\qquad "
    r"\ell(X\to y)\le\log\tfrac1{p_{\min}}",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; `PML is "
    "always bounded`: at most log(1/p_min). That PMC can be infinite is shown by a mechanism. The "
    "bound on PML is said of every Y in the paper; infinite ones are not covered",
    **stated(
        "pml(X->y) <= log(1/pmin)",
        OfLikelihoods.of("least_P = 0 <=> exp(-pmc_P) = 0 where chance_P > 0", Drawn("P")),
        beside=(beside(asserts=(said("exp(-pmc(X->Y)) = 0", exists=True),)),),
    ),
    models=(Model.from_channel([[0, 1], ["1/2", "1/2"]], ["1/2", "1/2"]),),
)
