"""Secrets that an outcome excludes: the privacy regions of Sec. II-B, Remark 5."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.lemmas import COLUMN, AnyLaw as Means
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import HIGH_PRIVACY, L_STAR
from pmlsym.ledger.pmc.mechanisms.instances import (
    Levels,
    Masses,
    drawn,
    instances,
    law_of,
    leak,
    level,
    share,
    worst,
)
from pmlsym.ledger.pmc.symbols import ALIKE, ONE, PAPER, ZERO, epsilon_u, p, w
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.arithmetic import exp, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.generator.kernels import COMMON, EDGES, damped
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.specific import Entries, Mechanism, about
from pmlsym.statements.values import Unseparated, Value, holds

_U = sp.exp(epsilon_u)
_first, _last = reals("P_0 P_1")

# --- a mechanism with a zero: some secrets never give the first outcome --------------------------


def _silent(prior: Masses, silent: Sequence[int]) -> Law:
    """Return the law of a mechanism in which some secrets never give answer 0.

    The other secrets give it with probability P(silent).
    """
    chance = sum((prior[x] for x in silent), Fraction(0))
    rows = [(0, 1) if x in silent else (chance, 1 - chance) for x in range(len(prior))]
    return law_of(prior, [tuple(map(Fraction, row)) for row in rows])


def _from_threshold(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    return {"u": (1 + 3 * share(number, random)) / (1 - min(masses))}


def _below(instance: Levels) -> str:
    enough = instance["u"] * (1 - instance.least) >= 1
    return "" if enough else "The level u has to be at least log(1/(1 - p_min))."


_HIGH = instances(
    "every prior on n >= 2 secrets and u >= log(1/(1 - p_min))",
    r"P_X,\ \varepsilon_u\ge\log\tfrac1{1-p_{\min}}",
    _from_threshold,
    outside=_below,
)
_LEVEL = level("u", r"\varepsilon_u", lambda instance: instance["u"])

SILENT = Mechanism(
    "the mechanism that never says 0 of a rarest secret",
    (Entries("0", "pmin", "other"), Entries("1", "1 - pmin", "own")),
    (("pml", 0), ("pmc", 0)),
    ("u >= log(1/(1 - pmin))",),
)


def _and_any_level(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    levels = _from_threshold(masses, number, random)
    return {**levels, "c": 1 + 10 ** (number % 7) * share(number, random)}


remark_5 = Claim(
    "pmc.remark-5",
    PAPER,
    "Remark 5",
    says="at eps_u >= log(1/(1-p_min)) a mechanism with eps_u-PML may have a zero entry, hence "
    "infinite PMC; below, PMC is finite",
    scope="every prior on n >= 2 secrets, mechanisms of finitely many outcomes and every eps_u "
    "from the threshold on: the rarest secret, of probability p, never gives outcome 0, all "
    "others give it with probability p. The lift is zero, so PMC, LIP, the lower ALIP bound and "
    "LDP are infinite: above every number c. LIP and ALIP are bounds under P_X x P_Y "
    "(pmc.definition-4.surely)",
    **stated(
        f"PML(u) => PMC({L_STAR}) where {HIGH_PRIVACY}",
        about("PML(u)", SILENT, draw=drawn(_and_any_level)),
        about("pmc(X->Y) > c", SILENT, draw=drawn(_and_any_level)),
    ),
)

# --- how many zeros there may be -----------------------------------------------------------------


def most_ruled_out(prior: Masses, ratio: Value) -> int:
    """Return the size of the largest set of secrets whose probability is at most 1 - 1/ratio.

    Raises Unseparated if that is undecided for a set.
    """
    most, ascending = 0, sorted(prior)
    for size in range(1, len(prior)):  # the rarest secrets are the least likely set of a size
        within = holds(ratio, ">=", 1 / (1 - sum(ascending[:size], Fraction(0))))
        if within is None:
            raise Unseparated(f"whether {size} secrets have a probability of at most 1 - exp(-u)")
        most = size if within else most
    return most


def _zeros(law: Law) -> dict[int, int]:
    """Count the secrets that each possible outcome excludes."""
    joint = law.marginal(("X", "Y"))
    return {
        y: sum(not joint.get((x, y), 0) for x in range(law.shape[0]))
        for (y,) in law.marginal(("Y",))
    }


def _ratio(instance: Model) -> Value:
    return exp(instance.parameters["u"])


def drawn_law(number: int, random: Random) -> Law:
    """Draw the law of a secret and the outcome of a mechanism, often one with zeros."""
    weights = [random.choice((1, 1, 1, 2, 3, 7)) for _ in range(random.choice((2, 3, 3, 4, 5)))]
    kind = EDGES[number % len(EDGES)] if number < 4 * len(EDGES) else random.choice(COMMON)
    rows = damped(random, kind(random, weights), 0)
    joint = [mass * entry for mass, row in zip(weights, rows, strict=True) for entry in row]
    return Law((len(weights), len(rows[0])), joint)


def _draw(number: int, random: Random) -> Model:
    law = drawn_law(number, random)
    ratio = exp(worst("pml", law))
    assert isinstance(ratio, Fraction)
    return Model.from_joint(
        [
            [Fraction(entry, law.total) for entry in law.weights[at : at + law.shape[1]]]
            for at in range(0, len(law.weights), law.shape[1])
        ],
        u=sp.log(
            sp.Rational(*(ratio * random.choice((1, 1, Fraction(11, 10)))).as_integer_ratio())
        ),
    )


_EVERY = Domain(
    "every prior, mechanism and u >= 0",
    r"P_X,\ P_{Y\mid X},\ \varepsilon\ge0",
    Model,
    _draw,
    100,
    ("u",),
)
_KEEPS = Compared(
    Quantity[Model]("pml(X->Y)", r"\textstyle\max_y\ell(X\to y)", lambda m: worst("pml", m.law)),
    "<=",
    Quantity[Model]("u", r"\varepsilon", lambda m: m.parameters["u"]),
)
_PAIRS = Quantity[Model](
    "pairs (x, y) with P(y|x) = 0",
    r"|\{(x,y):P(y\mid x)=0\}|",
    lambda m: Fraction(sum(_zeros(m.law).values())),
)
_AT_MOST = Quantity[Model](
    "k |Y|, k the size of the largest set of secrets of probability at most 1 - exp(-u)",
    r"k(\varepsilon)\,|\mathcal Y|",
    lambda m: Fraction(most_ruled_out(m.prior, _ratio(m)) * len(_zeros(m.law))),
)
_NONE = Quantity[Model]("0", "0", lambda _: Fraction(0))
_BELOW = Compared(
    Quantity[Model](
        "exp(u) (1 - p_min)",
        r"e^{\varepsilon}(1-p_{\min})",
        lambda m: multiply(_ratio(m), 1 - min(m.prior)),
    ),
    "<",
    Quantity[Model]("1", "1", lambda _: Fraction(1)),
)


def _largest_set(instance: Levels) -> Law:
    size = most_ruled_out(instance.prior, instance["u"])
    rarest = sorted(range(len(instance.prior)), key=lambda x: instance.prior[x])[:size]
    return _silent(instance.prior, rarest)


_RULED_OUT = Quantity[Levels](
    "secrets that an outcome of a mechanism rules out",
    r"\textstyle\max_y|\{x:P(y\mid x)=0\}|",
    lambda instance: Fraction(max(_zeros(_largest_set(instance)).values())),
)
_K = Quantity[Levels](
    "k, the size of the largest set of secrets of probability at most 1 - exp(-u)",
    r"k(\varepsilon)",
    lambda instance: Fraction(most_ruled_out(instance.prior, instance["u"])),
)
_least, ruled_out = reals("p_min z")
_LIFTS = Means(
    (w, ruled_out),
    sp.And(
        w >= 0,
        relate(w, "<=", _U),
        relate(ruled_out * (1 - ruled_out), "==", ZERO),  # an indicator
        relate(ruled_out * w, "==", ZERO),
    ),
    "X",
)

# in symbols: secrets of total probability p never give the first outcome, the others do so with p
_BEYOND = (p > 0, p < 1, relate(_U * (1 - p), ">=", ONE))
_KERNEL = (
    *_BEYOND,
    relate(_first, "==", (1 - p) * p),
    relate(_last, "==", p + (1 - p) * (1 - p)),
)

_SETS = (
    follows("both outcomes are possible: the first", _KERNEL, relate(_first, ">", ZERO)),
    follows("and the second", _KERNEL, relate(_last, ">", ZERO)),
    follows(
        "the lift of the others at the first outcome is at most e^eps_u",
        _KERNEL,
        relate(p / _first, "<=", _U),
    ),
    follows(
        "that of the silent ones at the second outcome is at most e^eps_u",
        _KERNEL,
        relate(1 / _last, "<=", _U),
    ),
    follows("and so is that of the others", _KERNEL, relate((1 - p) / _last, "<=", _U)),
)

zero_pairs = Claim(
    "pmc.zero-pairs",
    PAPER,
    "Sec. II-B",
    says="eps-PML bounds how many pairs (x, y) may have P(y|x) = 0: by k |Y|, k being the size of "
    "the largest set of secrets of probability at most 1 - e^-eps, so by 0 for eps < "
    "log(1/(1 - p_min)); and at a single outcome k is reached, for every prior and eps with k >= 1",
    scope="every finite mechanism; outcomes of positive probability, as all entries of an "
    'impossible one may be zero. "The privacy regions specify an upper bound on the number" of '
    "these pairs: the regions are the ranges of eps with the same k. Of an outcome the secrets "
    "that it rules out have a probability of at most 1 - e^-eps",
    asserts=(
        Assertion(_EVERY, (Compared(_PAIRS, "<=", _AT_MOST),), (_KEEPS,)),
        Assertion(_EVERY, (Compared(_PAIRS, "=", _NONE),), (_KEEPS, _BELOW)),
        Assertion(
            _HIGH,
            (
                Compared(leak("pml", _largest_set, "it"), "<=", _LEVEL),
                Compared(_RULED_OUT, "=", _K),
            ),
        ),
    ),
    reductions=(COLUMN, ALIKE),
    parts=(
        follows(
            "where lifts of mean 1 are at most e^eps, those that vanish (z = 1, else 0) have a "
            "probability of at most 1 - e^-eps",
            (relate(_LIFTS.mean(w), "==", ONE),),
            relate(_LIFTS.mean(ruled_out), "<=", 1 - sp.exp(-epsilon_u)),
            _LIFTS.on_average(relate(w, "<=", _U * (1 - ruled_out))),
        ),
        follows(
            "which is less than p_min for eps < log(1/(1 - p_min))",
            (_least > 0, relate(_U * (1 - _least), "<", ONE)),
            relate(1 - sp.exp(-epsilon_u), "<", _least),
        ),
        *_SETS,
    ),
)
