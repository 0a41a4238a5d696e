"""Side information: the remarks after Cor. 2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import reals
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import divide, log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.models import models
from pmlsym.statements.law import Law, Point
from pmlsym.statements.model import Model
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import Infinite, Value, extreme, holds

# --- joint laws ----------------------------------------------------------------------------------


def possible(law: Law) -> Iterator[Point]:
    """Yield the outcomes (y, z) of positive probability."""
    yield from law.marginal(("Y", "Z"))


def entries(law: Law, y: int, z: int) -> list[dict[str, Fraction]]:
    """Return P(x|z), P(x|y,z), P(y|x) and P(y|z) for the secrets with P(x|z) > 0.

    Examples
    --------
    >>> alike = Law((2, 1, 1), (1, 1))
    >>> entries(alike, 0, 0)[0]["before"], entries(alike, 0, 0)[0]["likely"]
    (Fraction(1, 2), Fraction(1, 1))
    """
    x_z, x_y = law.marginal(("X", "Z")), law.marginal(("X", "Y"))
    whole, single = law.marginal(("X", "Y", "Z")), law.marginal(("X",))
    in_z, both = law.marginal(("Z",))[z,], law.marginal(("Y", "Z"))[y, z]
    return [
        {
            "before": Fraction(x_z[x, z], in_z),
            "after": Fraction(whole.get((x, y, z), 0), both),
            "likely": Fraction(x_y.get((x, y), 0), single[x,]),
            "chance": Fraction(both, in_z),
        }
        for x in range(law.shape[0])
        if (x, z) in x_z
    ]


@lru_cache
def _chains() -> tuple[Model, ...]:
    return tuple(islice(models(parse("Z - X - Y: pmc(X->y) >= 0")), 400))


def _drawn(number: int, random: Random) -> Model:
    return _chains()[number % 400] if number < 400 else random.choice(_chains())


EVERY_CHAIN = Domain(
    "every joint law of X, Y and Z, and outcomes y, z that are possible together",
    r"P_{XYZ},\ y,\ z",
    Model,
    _drawn,
    outside=lambda model: (
        ""
        if len(model.law.shape) == 3
        else "It has no third variable Z: use Model.from_joint(...)."
    ),
)
CHAIN = Property[Model](
    "Z - X - Y",
    "Z-X-Y",
    lambda model: model.law.is_markov(("Z", "X", "Y")),
)

# --- the mechanism under the prior given z -------------------------------------------------------


def _largest(top: str, bottom: str, law: Law, point: Point) -> Value:
    """Return the largest log-quotient of two entries over the secrets that z allows."""
    return extreme(
        (
            log(divide(entry[top], entry[bottom])) if entry[bottom] else Infinite.PLUS
            for entry in entries(law, *point)
        ),
        largest=True,
    )


def _compared_at(law: Law) -> Point:
    """Return a possible (y, z) at which the two sides differ, or else any possible one."""
    points = list(possible(law))
    for point in points:
        sides = _largest("before", "after", law, point), _largest("chance", "likely", law, point)
        if holds(sides[0], "=", sides[1]) is not True:
            return point
    return points[0]


_CONDITIONAL = Quantity[Model](
    "the largest log(P(x|z)/P(x|y,z)) of the x that z allows",
    r"\max_{x:P(x\mid z)>0}\log\frac{P(x\mid z)}{P(x\mid y,z)}",
    lambda model: _largest("before", "after", model.law, _compared_at(model.law)),
)
_OF_MECHANISM = Quantity[Model](
    "the largest log(P(y|z)/P(y|x)) of the x that z allows",
    r"\max_{x:P(x\mid z)>0}\log\frac{P(y\mid z)}{P(y\mid x)}",
    lambda model: _largest("chance", "likely", model.law, _compared_at(model.law)),
)
SECRET_BY_SECRET = PaperTheorem(
    "secret by secret",
    "In a chain Z - X - Y the probability of x and y given z is P(x|z) P(y|x), and P(y|z) P(x|y,z) "
    "as well. Two terms that are equal at every secret x that z allows have the same largest value "
    "over these secrets.",
    "P(y|x,z) = P(y|x) by the chain; both are the largest of the same numbers.",
)

before, after, likely, chance = reals("before after likely chance")
_SECRET = (before > 0, after >= 0, likely >= 0, chance > 0)
_PRODUCT = relate(chance * after, "==", before * likely)

corollary_2_markov_repair = Claim(
    "pmc.corollary-2.markov.repair",
    PAPER,
    "after Cor. 2",
    says="if Z - X - Y then conditional PMC = log of the largest P(y|z)/P(y|x) over the x that z "
    "allows, the PMC of the mechanism under the prior P_X|Z=z",
    scope="every finite alphabet, and outcomes y, z of positive joint probability; a likelihood "
    "of zero of a secret that z allows makes both sides infinite. Conditional PMC, in the form of "
    "Cor. 2, is the divergence of P_X|Z=z from P_X|Y=y,Z=z. In the goals before, after, likely and "
    "chance are P(x|z), P(x|y,z), P(y|x) and P(y|z) of one secret. If X - Y - Z instead, "
    "P_X|Y=y,Z=z is P_X|Y=y and the printed form is Corollary 2's. The paper's general alphabets "
    "are not covered",
    asserts=(Assertion(EVERY_CHAIN, (Compared(_CONDITIONAL, "=", _OF_MECHANISM),), (CHAIN,)),),
    reductions=(SECRET_BY_SECRET,),
    parts=(
        follows(
            "the terms of a secret are equal where P(y|x) > 0",
            (*_SECRET, likely > 0, _PRODUCT),
            relate(sp.log(before / after), "==", sp.log(chance / likely)),
            compare_exponentials,
        ),
        follows(
            "and where P(y|x) = 0 the posterior probability is 0 too, so that both are infinite",
            (*_SECRET, relate(likely, "==", ZERO), _PRODUCT),
            relate(after, "==", ZERO),
        ),
    ),
)

# --- the printed form ----------------------------------------------------------------------------


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
        posterior = entry["after"] if given_z else Fraction(x_y.get((x, y), 0), in_y)
        found.append(log(divide(entry["before"], posterior)) if posterior else Infinite.PLUS)
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
    "Cor. 2, at the (y, z) where it is largest, in the example (0, 0). P_X|Y=y is the posterior "
    "under P_X, and the chain does not make it P_X|Y=y,Z=z. An author would answer that P_X|Y=y "
    "means the posterior under the prior P_X|Z=z here, as the sentence after it says that the "
    "side information settles the prior. That is the repair. The verdict stands: "
    "P_X|Y=y is the posterior under P_X everywhere else, and the display before has both Y=y and "
    "Z=z. It is no misprint: with Z=z put back nothing would be special about the case",
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
