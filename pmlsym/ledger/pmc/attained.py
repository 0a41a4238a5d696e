"""Mechanisms that attain the conversions, which therefore cannot be improved."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.measures import MeasureName
from pmlsym.formulas.mechanisms import other_likelihood, own_likelihood, response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.conversions import DOWN, HIGH_PRIVACY, L_STAR, U_STAR, UP
from pmlsym.ledger.pmc.mechanisms.instances import Masses, drawn, share
from pmlsym.proof.language import Term, reals
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.mechanism import Apart
from pmlsym.statements.text.formula import in_language

_OWN = "own"  # marks a claim that is in no paper


# --- three mechanisms of two answers ------------------------------------------------------------


def _two(
    name: str, own: Term, other: Term, larger: Apart, worst: tuple[int, int, int], *where: str
) -> Mechanism:
    """Return a mechanism of two answers in which all secrets but a rarest have equal rows."""
    smaller: Apart = "other" if larger == "own" else "own"
    kinds: tuple[MeasureName, ...] = ("pml", "pmc", "ldp")
    first = Entries(in_language(own), in_language(other), larger)
    second = Entries(in_language(1 - own), in_language(1 - other), smaller)
    return Mechanism(name, (first, second), tuple(zip(kinds, worst, strict=True)), where)


_u, _l, _e, _pmin = reals("u l e pmin")
_U, _L = sp.exp(_u), sp.exp(-_l)
AT_PML = _two(
    "the mechanism at the PML level u",
    own_likelihood(_U, _pmin),
    other_likelihood(_U, _pmin),
    "other",
    (0, 0, 0),
    HIGH_PRIVACY,
)
AT_PMC = _two(
    "the mechanism at the PMC level l",
    own_likelihood(_L, _pmin),
    other_likelihood(_L, _pmin),
    "own",
    (0, 0, 0),
)
AT_LDP = _two("randomized answers", *response_entries(sp.exp(_e), 1), "own", (0, 1, 0))


def _levels(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    """Draw u below its threshold, and l and e without a limit; l may be 0."""
    end = 1 / (1 - min(masses))
    other = 1 / (1 - share(number + 3, random))
    return {"u": 1 + (end - 1) * share(number, random), "l": other, "e": other}


def _statement(text: str, mechanism: Mechanism) -> Specific:
    return about(text, mechanism, draw=drawn(_levels))


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
    **stated(
        _statement(f"pml(X->Y) = u and pmc(X->Y) = {L_STAR} and ldp(X->Y) = {L_STAR} + u", AT_PML),
        _statement(f"pmc(X->Y) = l and pml(X->Y) = {U_STAR} and ldp(X->Y) = l + {U_STAR}", AT_PMC),
        _statement(f"ldp(X->Y) = e and pmc(X->Y) = {DOWN} and pml(X->Y) = {UP}", AT_LDP),
    ),
)
