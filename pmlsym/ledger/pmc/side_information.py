"""Side information: what is said after Cor. 2."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import islice
from random import Random

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.trials.sums import BAYES_GIVEN_Z
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.argument import Theorem
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.generator.models import models
from pmlsym.statements.law import Law, Point
from pmlsym.statements.model import Model
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import Infinite, Value, extreme

BAYES = Theorem(
    "Bayes given z",
    "If Z - X - Y, then P(x|y, z) P(y|z) = P(x|z) P(y|x) for every secret that z allows.",
    "The joint probability of x and y given z is P(x|z) P(y|x, z), and P(y|x, z) = P(y|x).",
    BAYES_GIVEN_Z,
)

# --- worlds: a secret, an outcome y and side information z --------------------------------------


@lru_cache
def _chain() -> tuple[Model, ...]:
    return tuple(islice(models(parse("Z - X - Y: pmc(X->y) >= 0")), 400))


def _drawn(number: int, random: Random) -> Model:
    return _chain()[number % 400] if number < 400 else random.choice(_chain())


_EVERY = Worlds(
    "every joint law of X, Y and Z, and outcomes y, z that are possible together",
    r"P_{XYZ},\ y,\ z",
    Model,
    _drawn,
)


def _at(law: Law) -> Point:
    """Return the possible (y, z) at which the conditional PMC is largest."""
    table = law.extremes("X", ("Y",), ("Z",))
    return min(table, key=lambda seen: table[seen][1])


def _given(law: Law, point: Point) -> dict[int, tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Return P(x|z), P(x|y,z), P(x|y) and P(y|x) of the secrets that z allows, by summing."""
    y, z = point
    xz, xy = law.marginal(("X", "Z")), law.marginal(("X", "Y"))
    whole, single = law.marginal(("X", "Y", "Z")), law.marginal(("X",))
    in_z, in_y = law.marginal(("Z",))[z,], law.marginal(("Y",))[y,]
    both = law.marginal(("Y", "Z"))[y, z]
    return {
        x: (
            Fraction(xz[x, z], in_z),
            Fraction(whole.get((x, y, z), 0), both),
            Fraction(xy.get((x, y), 0), in_y),
            Fraction(xy.get((x, y), 0), single[x,]),
        )
        for x in range(law.shape[0])
        if (x, z) in xz
    }


def _largest(pairs: list[tuple[Fraction, Fraction]]) -> Value:
    return extreme([log(a / b) if b else Infinite.PLUS for a, b in pairs], largest=True)


def _conditional(model: Model) -> Value:
    found = _given(model.law, _at(model.law)).values()
    return _largest([(before, after) for before, after, _, _ in found])


def _printed(model: Model) -> Value:
    found = _given(model.law, _at(model.law)).values()
    return _largest([(before, after) for before, _, after, _ in found])


def _of_likelihoods(model: Model) -> Value:
    found = list(_given(model.law, _at(model.law)).values())
    chance = sum((before * likely for before, _, _, likely in found), Fraction(0))
    return _largest([(chance, likely) for _, _, _, likely in found])


_CHAIN = Property[Model](
    "Z - X - Y",
    "Z-X-Y",
    lambda model: len(model.law.shape) == 3 and model.law.is_markov(("Z", "X", "Y")),
)
_PMC = Quantity[Model]("D_inf(P_X|Z=z || P_X|Y=y,Z=z)", r"\Lambda(X\to y\mid z)", _conditional)
_PRINTED = Quantity(
    "D_inf(P_X|Z=z || P_X|Y=y)", r"D_\infty(P_{X\mid Z=z}\,\|\,P_{X\mid Y=y})", _printed
)
_REPAIRED = Quantity(
    "log max P(y|z)/P(y|x) over the x that z allows",
    r"\log\max_{x:P(x\mid z)>0}\frac{P_{Y\mid Z=z}(y)}{P_{Y\mid X=x}(y)}",
    _of_likelihoods,
)

# --- the claims ----------------------------------------------------------------------------------

prior_z, likelihood, marginal_z, posterior = reals("P_x|z a P_y|z P_x|yz")
_BAYES = relate(posterior * marginal_z, "==", prior_z * likelihood)
_POSSIBLE = (prior_z > 0, marginal_z > 0, likelihood >= 0, _BAYES)

corollary_2_markov_repair = Claim(
    "pmc.corollary-2.markov.repair",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = log max_x P(y|z)/P(y|x), the PMC of the mechanism "
    "under the prior P_X|Z=z",
    scope="every finite alphabet, and outcomes y, z of positive joint probability; a likelihood of "
    "zero makes both sides infinite. If X - Y - Z instead, P_X|Y=y,Z=z is P_X|Y=y and the printed "
    "form is Corollary 2's",
    asserts=(Assertion(_EVERY, (Compared(_PMC, "=", _REPAIRED),), (_CHAIN,)),),
    reductions=(BAYES,),
    parts=(
        Part(
            "secret by secret both ratios are the same: P(x|z)/P(x|y, z) = P(y|z)/P(y|x)",
            Goal(
                (*_POSSIBLE, likelihood > 0, posterior > 0),
                relate(prior_z / posterior, "==", marginal_z / likelihood),
            ),
            Decided,
        ),
        Part(
            "and one denominator is zero if the other is: from the likelihood",
            Goal((*_POSSIBLE, relate(likelihood, "==", ZERO)), relate(posterior, "==", ZERO)),
            Decided,
        ),
        Part(
            "and from the posterior",
            Goal((*_POSSIBLE, relate(posterior, "==", ZERO)), relate(likelihood, "==", ZERO)),
            Decided,
        ),
    ),
)

corollary_2_markov = Claim(
    "pmc.corollary-2.markov",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = D_inf(P_X|Z=z || P_X|Y=y)",
    scope="every finite alphabet; conditional PMC in the form of Cor. 2, at the (y, z) where it is "
    "largest. P_X|Y=y is the posterior under P_X, and the chain does not make it P_X|Y=y,Z=z. Read "
    "as the posterior under the prior P_X|Z=z it is the repair",
    asserts=(Assertion(_EVERY, (Compared(_PMC, "=", _PRINTED),), (_CHAIN,)),),
    models=(
        # two equally likely secrets; Z tells the secret with probability 2/3, Y with 3/4
        Model.from_joint(
            [
                [["1/4", "1/8"], ["1/12", "1/24"]],
                [["1/24", "1/12"], ["1/8", "1/4"]],
            ]
        ),
    ),
    repair=corollary_2_markov_repair,
)
