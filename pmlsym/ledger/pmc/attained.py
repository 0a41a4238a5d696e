"""Which conversions cannot be improved: mechanisms that attain them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.exact import Computed
from pmlsym.exact import Value as Formula
from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.formulas.response import response_entries
from pmlsym.guarantees import reach
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import between
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Levels,
    Masses,
    exact,
    law_of,
    leak,
    level,
    share,
    worlds,
)
from pmlsym.ledger.pmc.symbols import (
    ALIKE,
    HALF,
    epsilon,
    epsilon_l,
    epsilon_u,
    high_privacy,
    ldp_to_pmc,
    ldp_to_pml,
    p,
    pmc_to_pml,
    pml_to_pmc,
)
from pmlsym.ledger.writing import compare_exponentials, rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.law import Law
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import Value

_OWN = "own"  # no place in a paper
_RARE = (p > 0, relate(p, "<=", HALF))

# Two outcomes. The secret x, of probability p = p_min, gives the first with probability A, every
# other secret with probability C.
first, others, chance = reals("A C P_0")
_U, _L, _E = sp.exp(epsilon_u), sp.exp(-epsilon_l), sp.exp(epsilon)
AT_PML = (own_likelihood(_U, p), other_likelihood(_U, p))
AT_PMC = (own_likelihood(_L, p), other_likelihood(_L, p))
AT_LDP = response_entries(_E, 1)
_HIGH = (*_RARE, epsilon_u >= 0, high_privacy(mass=p))
_PMC = (*_RARE, epsilon_l >= 0)
_LDP = (*_RARE, epsilon >= 0)

Given = tuple[Sentence, ...]


def _kernel(entries: tuple[Term, Term], given: Given) -> Given:
    """Say which mechanism it is, and how likely its first outcome is."""
    return (
        *given,
        relate(first, "==", entries[0]),
        relate(others, "==", entries[1]),
        relate(chance, "==", p * first + (1 - p) * others),
    )


_PLACES = {
    "x, first": first / chance,
    "another secret, first": others / chance,
    "x, second": (1 - first) / (1 - chance),
    "another secret, second": (1 - others) / (1 - chance),
}


def _within(given: Given, sign: str, bound: Term, what: str) -> tuple[Part, ...]:
    return tuple(
        Part(f"{what} at {place} outcome", Goal(given, relate(lift, sign, bound)), Decided)
        for place, lift in _PLACES.items()
    )


def _probabilities(given: Given, what: str) -> tuple[Part, ...]:
    """Say that both entries are between 0 and 1."""
    return tuple(
        part
        for name, entry in (("A", first), ("C", others))
        for part in between(
            (f"{what}: {name} is a probability, so not negative", f"{what}: nor is {name} above 1"),
            given,
            entry,
        )
    )


def _equals(given: Given, place: str, sign: int, form: Term, meaning: str) -> Part:
    goal = Goal(given, relate(sign * sp.log(_PLACES[place]), "==", form))
    return Part(meaning, goal, compare_exponentials)


_BY_PML, _BY_PMC, _BY_LDP = (
    _kernel(entries, given) for entries, given in ((AT_PML, _HIGH), (AT_PMC, _PMC), (AT_LDP, _LDP))
)


# --- the statement: three mechanisms -------------------------------------------------------------


def _levels(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    """Draw u below its threshold, and l and e anywhere; l includes 0."""
    end = 1 / (1 - min(masses))
    other = 1 / (1 - share(number + 3, random))
    return {"u": 1 + (end - 1) * share(number, random), "l": other, "e": other}


_EVERY = worlds(
    "every prior on n >= 2 secrets, 0 <= u < log(1/(1 - p_min)), l >= 0 and e >= 0",
    r"P_X,\ \varepsilon_u,\ \varepsilon_l,\ \varepsilon",
    _levels,
)


def _two_outcomes(prior: Masses, *likely: Formula) -> Law:
    own, rest = map(exact, likely)
    rare = prior.index(min(prior))
    rows = [(own, 1 - own) if x == rare else (rest, 1 - rest) for x in range(len(prior))]
    return law_of(prior, rows)


def _at_pml(world: Levels) -> Law:
    mass, bound = world.least, world["u"]
    return _two_outcomes(world.prior, own_likelihood(bound, mass), other_likelihood(bound, mass))


def _at_pmc(world: Levels) -> Law:
    mass, bound = world.least, 1 / world["l"]
    return _two_outcomes(world.prior, own_likelihood(bound, mass), other_likelihood(bound, mass))


def _at_ldp(world: Levels) -> Law:
    return _two_outcomes(world.prior, *response_entries(world["e"], 1))


def _down(ratio: Fraction, mass: Fraction) -> Fraction:
    return exact(mass / own_likelihood(ratio, mass))


U = level("u", r"\varepsilon_u", lambda world: world["u"])
L = level("l", r"\varepsilon_l", lambda world: world["l"])
E = level("e", r"\varepsilon", lambda world: world["e"])
EPS_L_STAR = level("eps_l*(u)", r"\varepsilon_l^*(\varepsilon_u)", lambda w: _down(w["u"], w.least))
EPS_U_STAR = level(
    "eps_u*(l)", r"\varepsilon_u^*(\varepsilon_l)", lambda w: 1 / _down(1 / w["l"], w.least)
)
_SUM_U = level("eps_l*(u) + u", "", lambda w: _down(w["u"], w.least) * w["u"])
_SUM_L = level("l + eps_u*(l)", "", lambda w: w["l"] / _down(1 / w["l"], w.least))


def _by_cone(name: str, latex: str, formula: Callable[[Term, Term], Computed]) -> Quantity[Levels]:
    """Return a level of Prop. 1, as the library computes it."""

    def of(world: Levels) -> Value:
        found = formula(rational(world.least), sp.log(rational(world["e"])))
        return exact_parameters({name: found})[name]

    return Quantity(name, latex, of)


_DOWN_E = _by_cone("eps_1(e)", r"\varepsilon_1", reach.cone_down)
_UP_E = _by_cone("eps_2(e)", r"\varepsilon_2", reach.cone_up)

attained = Claim(
    "pmc.attained",
    "pmc",
    _OWN,
    says="each conversion of Table II, Prop. 1, Thm 6 and Cor. 3 is attained, for every prior and "
    "level",
    scope="every finite alphabet of at least two secrets; all secrets but the rarest, of "
    "probability p = p_min, act alike. eps_l*, eps_u* as in Thm 6, eps_1 and eps_2 as in Prop. 1. "
    "The LDP values of Cor. 3 are attained by the first two, as the other secrets are at the "
    "other bound",
    asserts=(
        Assertion(
            _EVERY,
            (
                Compared(leak("pml", _at_pml, "the mechanism for u"), "=", U),
                Compared(leak("pmc", _at_pml, "the mechanism for u"), "=", EPS_L_STAR),
                Compared(leak("ldp", _at_pml, "the mechanism for u"), "=", _SUM_U),
            ),
        ),
        Assertion(
            _EVERY,
            (
                Compared(leak("pmc", _at_pmc, "the mechanism for l"), "=", L),
                Compared(leak("pml", _at_pmc, "the mechanism for l"), "=", EPS_U_STAR),
                Compared(leak("ldp", _at_pmc, "the mechanism for l"), "=", _SUM_L),
            ),
        ),
        Assertion(
            replace(_EVERY, tries=40),  # the library's logarithms take longer
            (
                Compared(leak("ldp", _at_ldp, "the mechanism for e"), "=", E),
                Compared(leak("pmc", _at_ldp, "the mechanism for e"), "=", _DOWN_E),
                Compared(leak("pml", _at_ldp, "the mechanism for e"), "=", _UP_E),
            ),
        ),
    ),
    reductions=(ALIKE,),
    parts=(
        *_probabilities(_BY_PML, "the mechanism of Thm 6 (i)"),
        *_within(_BY_PML, "<=", _U, "eps_u-PML: a lift of at most e^eps_u"),
        _equals(_BY_PML, "x, first", -1, pml_to_pmc(mass=p), "with the PMC of Thm 6 (i)"),
        _equals(
            _BY_PML,
            "another secret, first",
            1,
            epsilon_u,
            "and the log-ratio eps_l* + eps_u of Cor. 3 (i): the others are at e^eps_u",
        ),
        *_probabilities(_BY_PMC, "the mechanism of Thm 6 (ii)"),
        *_within(_BY_PMC, ">=", _L, "eps_l-PMC: a lift of at least e^-eps_l"),
        _equals(_BY_PMC, "x, first", 1, pmc_to_pml(mass=p), "with the PML of Thm 6 (ii)"),
        _equals(
            _BY_PMC,
            "another secret, first",
            -1,
            epsilon_l,
            "and the log-ratio eps_l + eps_u* of Cor. 3 (ii): the others are at e^-eps_l",
        ),
        *_probabilities(_BY_LDP, "randomized answers"),
        Part(
            "randomized answers are eps-LDP: A/C = e^eps at the first outcome",
            Goal(_BY_LDP, relate(sp.log(first / others), "==", epsilon)),
            compare_exponentials,
        ),
        Part(
            "and (1 - C)/(1 - A) = e^eps at the second",
            Goal(_BY_LDP, relate(sp.log((1 - others) / (1 - first)), "==", epsilon)),
            compare_exponentials,
        ),
        _equals(_BY_LDP, "x, first", 1, ldp_to_pml(mass=p), "with the PML of Prop. 1 at the first"),
        _equals(
            _BY_LDP,
            "x, second",
            -1,
            ldp_to_pmc(mass=p),
            "and the PMC of Prop. 1 and Prop. 3 at the second",
        ),
    ),
)
