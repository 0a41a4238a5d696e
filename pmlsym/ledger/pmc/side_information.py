"""Side information: the remarks after Cor. 2."""

from __future__ import annotations

from fractions import Fraction

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.arithmetic import divide, log
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.law import Law, Point
from pmlsym.statements.likelihoods import SameLargest
from pmlsym.statements.likelihoods.largest import CHAIN, EVERY_CHAIN, entries
from pmlsym.statements.model import Model
from pmlsym.statements.values import Infinite, Value, extreme

corollary_2_markov_repair = Claim(
    "pmc.corollary-2.markov.repair",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = log of the largest P(y|z)/P(y|x) over the x that z "
    "allows, the PMC of the mechanism under the prior P_X|Z=z",
    scope="every finite alphabet, and outcomes y, z of positive joint probability; a likelihood "
    "of zero of a secret that z allows makes both sides infinite. Conditional PMC, in the form of "
    "Cor. 2, is the divergence of P_X|Z=z from P_X|Y=y,Z=z. If X - Y - Z instead, P_X|Y=y,Z=z is "
    "P_X|Y=y and the printed form is Corollary 2's. The paper's general alphabets are not covered",
    **stated(SameLargest.of("-log(after/before)", "-log(likely/chance)")),
)


def _at(law: Law) -> Point:
    """Return the possible (y, z) at which the conditional PMC is largest."""
    table = law.extremes("X", ("Y",), ("Z",))
    return min(table, key=lambda seen: table[seen][1])


def _farthest(model: Model, given_z: bool) -> Value:
    """Return the divergence of P_X|Z=z from the posterior given y and z, or given y alone."""
    y, z = _at(model.law)
    x_y, in_y = model.law.marginal(("X", "Y")), model.law.marginal(("Y",))[y,]
    allowed = [x for x in range(model.law.shape[0]) if (x, z) in model.law.marginal(("X", "Z"))]
    found: list[Value] = []
    for x, entry in zip(allowed, entries(model.law, y, z), strict=True):
        after: Value = entry["after"] if given_z else Fraction(x_y.get((x, y), 0), in_y)
        found.append(log(divide(entry["before"], after)) if after else Infinite.PLUS)
    return extreme(found, largest=True)


_PMC = Quantity[Model](
    "D_inf(P_X|Z=z || P_X|Y=y,Z=z)",
    r"\Lambda(X\to y\mid z)",
    lambda model: _farthest(model, given_z=True),
)
_PRINTED = Quantity[Model](
    "D_inf(P_X|Z=z || P_X|Y=y)",
    r"D_\infty(P_{X\mid Z=z}\,\|\,P_{X\mid Y=y})",
    lambda model: _farthest(model, given_z=False),
)

corollary_2_markov = Claim(
    "pmc.corollary-2.markov",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = D_inf(P_X|Z=z || P_X|Y=y)",
    scope="every finite alphabet, among the paper's general ones; conditional PMC in the form of "
    "Cor. 2, at the (y, z) where it is largest. P_X|Y=y is the posterior under P_X, and the chain "
    "does not make it P_X|Y=y,Z=z. An author would answer that P_X|Y=y means the posterior under "
    "the prior P_X|Z=z here, as the sentence after it says that the side information settles the "
    "prior. That is the repair. The verdict stands: P_X|Y=y is the posterior under P_X everywhere "
    "else, and the display before has both Y=y and Z=z. It is no misprint: with Z=z put back "
    "nothing would be special about the case",
    asserts=(Assertion(EVERY_CHAIN, (Compared(_PMC, "=", _PRINTED),), (CHAIN,)),),
    models=(
        # two uniform secrets; Z equals the secret with probability 2/3, Y with 3/4
        Model.from_joint(
            [
                [["1/4", "1/8"], ["1/12", "1/24"]],
                [["1/24", "1/12"], ["1/8", "1/4"]],
            ]
        ),
    ),
    repair=corollary_2_markov_repair,
)
