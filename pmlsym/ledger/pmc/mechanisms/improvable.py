"""The conversion from ALIP to LDP, the only one that a known p_min improves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import own_lift
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import COLUMN
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import HIGH_PRIVACY, L_STAR, U_STAR
from pmlsym.ledger.pmc.mechanisms.instances import Levels, Masses, exact, instances, share
from pmlsym.ledger.pmc.symbols import ONE, apart, epsilon_l, epsilon_u, p, pmc_to_pml, pml_to_pmc
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import Infinite, Value, extreme

_OWN = "own"  # marks a claim that is in no paper
_U, _L = sp.exp(epsilon_u), sp.exp(-epsilon_l)

# --- ALIP to LDP ---------------------------------------------------------------------------------


def vertices(masses: Masses, low: Fraction, high: Fraction) -> list[Masses]:
    """Return the vertices of the lift vectors within bounds: all lifts but one are extreme."""
    found = []
    for free, mass in enumerate(masses):
        rest = [*masses[:free], *masses[free + 1 :]]
        for ends in product((low, high), repeat=len(rest)):
            lift = (1 - sum(m * end for m, end in zip(rest, ends, strict=True))) / mass
            if low <= lift <= high:
                found.append((*ends[:free], lift, *ends[free:]))
    return found


def _farthest(instance: Levels) -> Value:
    """Return the largest log-ratio of two lifts within both bounds, over the vertices."""
    corners = vertices(instance.prior, 1 / instance["l"], instance["u"])
    return extreme((log(max(v) / min(v)) if min(v) else Infinite.PLUS for v in corners), True)


def _formula(instance: Levels) -> Value:
    mass, low, high = instance.least, 1 / instance["l"], instance["u"]
    return log(exact(min(high, own_lift(low, mass)) / max(low, own_lift(high, mass))))


def _alip(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    edge, end = share(number, random), 1 / (1 - min(masses))
    high = 1 + (end - 1) * 2 * edge if number % 3 else 1 + 4 * edge
    return {"u": high, "l": 1 / (1 - share(number + number // 13, random))}


def _two_rare(number: int, random: Random) -> Masses:
    rare, rest = random.randint(1, 3), [random.randint(3, 9) for _ in range(random.choice((1, 2)))]
    total = 2 * rare + sum(rest)
    return tuple(Fraction(weight, total) for weight in (rare, rare, *rest))


def _other(instance: Levels) -> str:
    """Return why a prior or a level is outside the domain of the formula; else empty."""
    if len(instance.prior) < 3 or instance.prior.count(instance.least) < 2:
        return "Two of at least three secrets have to be of probability p_min."
    return (
        ""
        if min(instance["u"], instance["l"]) >= 1
        else "The levels u and l have to be at least 0."
    )


_TWO_RARE = instances(
    "every prior on n >= 3 secrets, two of them of probability p_min, and u, l >= 0",
    r"P_X\text{ with two }p_{\min},\ |\mathcal X|\ge3,\ \varepsilon_u,\varepsilon_l\ge0",
    _alip,
    _two_rare,
    100,
    _other,
)
rest, high_lift, low_lift = reals("r v_high v_low")
_BOTH = (epsilon_l >= 0, epsilon_u >= 0, epsilon_l + epsilon_u > 0)
_ROOM = (p > 0, relate(p, "<=", sp.Rational(1, 3)), *_BOTH)
_BETWEEN = (
    *_ROOM,
    relate(p * _U + (1 - p) * _L, "<=", ONE),
    relate((1 - p) * _U + p * _L, ">=", ONE),
    relate(rest, "==", (1 - p * (_U + _L)) / (1 - 2 * p)),
)
_HELD_UP = (
    *_ROOM,
    relate(p * _U + (1 - p) * _L, ">", ONE),
    relate(high_lift, "==", sp.exp(pmc_to_pml(mass=p))),
)
_HELD_DOWN = (
    *_ROOM,
    relate((1 - p) * _U + p * _L, "<", ONE),
    relate(low_lift, "==", sp.exp(-pml_to_pmc(mass=p))),
)

_ATTAINED = beside(
    follows(
        "with secrets of probability p, p and 1 - 2p, lifts e^eps_u, e^-eps_l and r have mean "
        "one; between both curves r is at most e^eps_u",
        _BETWEEN,
        relate(rest, "<=", _U),
    ),
    follows("and at least e^-eps_l", _BETWEEN, relate(rest, ">=", _L)),
    follows(
        "where eps_u* < eps_u, one lift e^eps_u* and all others e^-eps_l have mean one",
        _HELD_UP,
        relate(p * high_lift + (1 - p) * _L, "==", ONE),
    ),
    follows("and it is at most e^eps_u", _HELD_UP, relate(high_lift, "<=", _U)),
    follows("and at least e^-eps_l", _HELD_UP, relate(high_lift, ">=", _L)),
    follows(
        "where eps_l* < eps_l, one lift e^-eps_l* and all others e^eps_u have mean one",
        _HELD_DOWN,
        relate(p * low_lift + (1 - p) * _U, "==", ONE),
    ),
    follows("and it is at least e^-eps_l", _HELD_DOWN, relate(low_lift, ">=", _L)),
    follows("and at most e^eps_u", _HELD_DOWN, relate(low_lift, "<=", _U)),
    asserts=(
        Assertion(
            _TWO_RARE,
            (
                Compared(
                    Quantity[Levels](
                        "the largest ldp under (l, u)-ALIP",
                        r"\max_{(\varepsilon_l,\varepsilon_u)\text{-ALIP}}\mathrm{LDP}",
                        _farthest,
                    ),
                    "=",
                    Quantity[Levels](
                        "min(l, eps_l*(u)) + min(u, eps_u*(l))",
                        r"\min\{\varepsilon_l,\varepsilon_l^*\}+\min\{\varepsilon_u,\varepsilon_u^*\}",
                        _formula,
                    ),
                ),
            ),
        ),
    ),
    reductions=(COLUMN,),
)

_u, _l, _pmin = reals("u l pmin")

improvable = Claim(
    "pmc.improvable",
    "pmc",
    _OWN,
    says="of the conversions, (eps_l, eps_u)-ALIP (and LIP) to (eps_l + eps_u)-LDP alone can be "
    "improved when p_min is known: to min(eps_l, eps_l*) + min(eps_u, eps_u*), eps_l* being "
    "infinite for eps_u >= log(1/(1 - p_min))",
    scope="every finite alphabet of at least two secrets. Attained for three secrets or more, two "
    "of them of probability p_min, as any lift vector within the bounds is that of one outcome of "
    "a mechanism; so read, it is less than the sum exactly where eps_l* < eps_l or eps_u* < eps_u. "
    "With two secrets alone less may follow, as one lift decides the other. "
    "That the others cannot be improved is pmc.attained. Beyond the threshold the minimum is said "
    "as both of its terms. LIP and ALIP are bounds under P_X x P_Y (pmc.definition-4.surely)",
    **stated(
        f"ALIP(l, u) => ALIP({L_STAR}, {U_STAR}) where {HIGH_PRIVACY}",
        f"ALIP(l, u) => LDP(l + u) and LDP(l + {U_STAR}) where u >= log(1/(1 - pmin))",
        f"ALIP(l, u) => LDP({in_language(apart(_l, _u, _pmin))}) where {HIGH_PRIVACY}",
        beside=(_ATTAINED,),
    ),
)
