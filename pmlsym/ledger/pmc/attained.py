"""Which conversions can be improved: mechanisms that attain them, and the one that can be."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import between
from pmlsym.ledger.pmc.symbols import (
    HALF,
    ONE,
    PAPER,
    PRIOR,
    apart,
    both,
    epsilon,
    epsilon_l,
    epsilon_u,
    high_privacy,
    ldp_to_pmc,
    ldp_to_pml,
    others,
    own_lift,
    p,
    p_min,
    pmc_to_pml,
    pml_to_pmc,
    v,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Step

_RARE = (p > 0, relate(p, "<=", HALF))

# Two outcomes. The secret x, of probability p = p_min, gives the first with probability A, every
# other secret with probability C. So P(0) = p A + (1 - p) C.
Kernel = tuple[Term, Term]
_U, _L, _E = sp.exp(epsilon_u), sp.exp(-epsilon_l), sp.exp(epsilon)
AT_PML: Kernel = (own_likelihood(_U, p), other_likelihood(_U, p))
AT_PMC: Kernel = (own_likelihood(_L, p), other_likelihood(_L, p))
AT_LDP: Kernel = response_entries(_E, 1)


def chances(kernel: Kernel) -> tuple[Term, Term]:
    """Return the probabilities of both outcomes."""
    first = p * kernel[0] + (1 - p) * kernel[1]
    return first, 1 - first


def lifts(kernel: Kernel) -> tuple[Term, ...]:
    """Return the lifts of x and of the others at the first outcome, then at the second."""
    first, second = chances(kernel)
    x, rest = kernel
    return x / first, rest / first, (1 - x) / second, (1 - rest) / second


def _within(
    kernel: Kernel, given: tuple[Sentence, ...], bound: Sentence, what: str
) -> tuple[Part, ...]:
    """Say of each lift that it keeps a bound, which is written with `v` for the lift."""
    places = ("x, first", "another secret, first", "x, second", "another secret, second")
    return tuple(
        Part(
            f"{what} at {place} outcome",
            Goal(given, relate(lift, _SIGNS[bound.func], bound.rhs)),
            Decided,
        )
        for place, lift in zip(places, lifts(kernel), strict=True)
    )


def _probabilities(kernel: Kernel, given: tuple[Sentence, ...], what: str) -> tuple[Part, ...]:
    """Say that both entries are between 0 and 1."""
    return tuple(
        part
        for name, entry in zip("AC", kernel, strict=True)
        for part in between(
            (f"{what}: {name} is a probability, so not negative", f"{what}: nor is {name} above 1"),
            given,
            entry,
        )
    )


_SIGNS = {sp.Le: "<=", sp.Ge: ">="}
_HIGH = (*_RARE, epsilon_u >= 0, high_privacy(mass=p))
_PMC = (*_RARE, epsilon_l >= 0)
_LDP = (*_RARE, epsilon >= 0)


def _equals(kernel: Kernel, place: int, sign: int, given: tuple[Sentence, ...], form: Term) -> Goal:
    return Goal(given, relate(sign * sp.log(lifts(kernel)[place]), "==", form))


attained = Claim(
    "pmc.attained",
    PAPER,
    "Table II",
    says="each conversion of Table II, Prop. 1 and Thm 6 is attained, for every p_min and every "
    "number of secrets",
    statement=r"P(0\mid x)=A,\ P(0\mid "
    r"x')=C:\quad(A,C)=(1-(1-p)e^{\varepsilon_u},pe^{\varepsilon_u}),\ "
    r"(1-(1-p)e^{-\varepsilon_l},pe^{-\varepsilon_l}),\ "
    r"\Bigl(\frac{e^\varepsilon}{1+e^\varepsilon},\frac1{1+e^\varepsilon}\Bigr)",
    scope="p = p_min in (0, 1/2]; all secrets but one of probability p act alike. The LDP values "
    "of Cor. 3 are attained by the first two, as the other secrets are at the other bound",
    parts=(
        *_probabilities(AT_PML, _HIGH, "the mechanism of Thm 6 (i)"),
        *_within(AT_PML, _HIGH, relate(v, "<=", _U), "eps_u-PML: a lift of at most e^eps_u"),
        Part(
            "with the PMC of Thm 6 (i)",
            _equals(AT_PML, 0, -1, _HIGH, pml_to_pmc(mass=p)),
            compare_exponentials,
        ),
        Part(
            "and the log-ratio eps_l* + eps_u of Cor. 3 (i): the others are at e^eps_u",
            _equals(AT_PML, 1, 1, _HIGH, epsilon_u),
            compare_exponentials,
        ),
        *_probabilities(AT_PMC, _PMC, "the mechanism of Thm 6 (ii)"),
        *_within(AT_PMC, _PMC, relate(v, ">=", _L), "eps_l-PMC: a lift of at least e^-eps_l"),
        Part(
            "with the PML of Thm 6 (ii)",
            _equals(AT_PMC, 0, 1, _PMC, pmc_to_pml(mass=p)),
            compare_exponentials,
        ),
        Part(
            "and the log-ratio eps_l + eps_u* of Cor. 3 (ii): the others are at e^-eps_l",
            _equals(AT_PMC, 1, -1, _PMC, epsilon_l),
            compare_exponentials,
        ),
        *_probabilities(AT_LDP, _LDP, "randomized answers"),
        Part(
            "randomized answers are eps-LDP: A/C = e^eps at the first outcome",
            Goal((epsilon >= 0,), relate(AT_LDP[0] / AT_LDP[1], "==", _E)),
            Decided,
        ),
        Part(
            "and (1 - C)/(1 - A) = e^eps at the second",
            Goal((epsilon >= 0,), relate((1 - AT_LDP[1]) / (1 - AT_LDP[0]), "==", _E)),
            Decided,
        ),
        Part(
            "with the PML of Prop. 1 at the first outcome",
            _equals(AT_LDP, 0, 1, _LDP, ldp_to_pml(mass=p)),
            compare_exponentials,
        ),
        Part(
            "and the PMC of Prop. 1 and Prop. 3 at the second",
            _equals(AT_LDP, 2, -1, _LDP, ldp_to_pmc(mass=p)),
            compare_exponentials,
        ),
    ),
)

# --- ALIP to LDP ---------------------------------------------------------------------------------

s, t, rest = reals("s t r")
_ALIP = both(relate(w, ">=", _L), relate(w, "<=", _U))
_BOTH = (epsilon_l >= 0, epsilon_u >= 0, epsilon_l + epsilon_u > 0)
_UP, _DOWN = sp.exp(pmc_to_pml()), sp.exp(-pml_to_pmc())


def _up(goal: Goal) -> Step:
    return Decided(goal, (others(_ALIP).averaged(relate(w, ">=", _L)),))


def _down(goal: Goal) -> Step:
    return Decided(goal, (others(_ALIP).averaged(relate(w, "<=", _U)),))


_MEAN_ONE = (*PRIOR, *_BOTH, own_lift(_ALIP))
_ROOM = (
    p > 0,
    relate(p, "<=", sp.Rational(1, 3)),
    *_BOTH,
    relate(p * _U + (1 - p) * _L, "<=", ONE),
    relate((1 - p) * _U + p * _L, ">=", ONE),
    relate(rest, "==", (1 - p * (_U + _L)) / (1 - 2 * p)),
)

_WITHIN = (
    *(p_min > 0, p_min < 1, high_privacy(), epsilon_l >= 0, t > 0, s > 0),
    *(relate(s, "<=", sp.exp(up)) for up in (epsilon_u, pmc_to_pml())),
    *(relate(t, ">=", sp.exp(-down)) for down in (epsilon_l, pml_to_pmc())),
)


def _each_side(goal: Goal) -> Step:
    """Prove a bound on log s - log t from the two bounds on log s and that on -log t."""
    least = sp.Max(_L, _DOWN)
    bounds = (
        relate(sp.log(s), "<=", epsilon_u),
        relate(sp.log(s), "<=", pmc_to_pml()),
        relate(-sp.log(t), "<=", sp.log(1 / least)),
        relate(sp.log(s / t), "==", sp.log(s) - sp.log(t)),
    )
    steps = tuple(compare_exponentials(Goal(goal.hypotheses, bound)) for bound in bounds)
    return Decided(goal, steps)


JOINED = Part(
    "so lifts s and t, each within both of its bounds, have a log-ratio of at most the sum of the "
    "two minima",
    Goal(_WITHIN, relate(sp.log(s / t), "<=", apart(epsilon_l, epsilon_u))),
    _each_side,
)

improvable = Claim(
    "pmc.improvable",
    PAPER,
    "Sec. II-D",
    says="of the conversions, (eps_l, eps_u)-ALIP (and LIP) to (eps_l + eps_u)-LDP alone can be "
    "improved when p_min is known: to min(eps_l, eps_l*) + min(eps_u, eps_u*)",
    statement=r"(\varepsilon_l,\varepsilon_u)\text{-ALIP}\Rightarrow\bigl(\min\{\varepsilon_l,"
    r"\varepsilon_l^*(\varepsilon_u)\}+\min\{\varepsilon_u,\varepsilon_u^*(\varepsilon_l)\}\bigr)"
    r"\text{-LDP}",
    scope="every finite alphabet of at least two secrets; eps_l* is infinite for eps_u >= "
    "log(1/(1 - p_min)). Attained for p_min <= 1/3 with a third secret, as any lift vector within "
    "the bounds is that of one outcome of a mechanism whose other outcome is nearly independent; "
    "strictly better than the sum exactly where p_min > (1 - e^-eps_l)/(e^eps_u - "
    "e^-eps_l) or > (e^eps_u - 1)/(e^eps_u - e^-eps_l). The conversions of pmc.attained cannot be "
    "improved",
    parts=(
        Part(
            "every lift is at most e^eps_u* = (1 - (1 - p_min) e^-eps_l)/p_min as well",
            Goal(_MEAN_ONE, relate(v, "<=", _UP)),
            _up,
        ),
        Part(
            "and at least e^-eps_l* = (1 - (1 - p_min) e^eps_u)/p_min as well",
            Goal(_MEAN_ONE, relate(v, ">=", _DOWN)),
            _down,
        ),
        JOINED,
        Part(
            "the first is below e^eps_u where p_min e^eps_u + (1 - p_min) e^-eps_l > 1",
            Goal(
                (p_min > 0, relate(p_min * _U + (1 - p_min) * _L, ">", ONE)), relate(_UP, "<", _U)
            ),
            Decided,
        ),
        Part(
            "the second is above e^-eps_l where (1 - p_min) e^eps_u + p_min e^-eps_l < 1",
            Goal(
                (p_min > 0, relate((1 - p_min) * _U + p_min * _L, "<", ONE)), relate(_DOWN, ">", _L)
            ),
            Decided,
        ),
        Part(
            "else, with secrets of probability p, p and 1 - 2p, lifts e^eps_u, e^-eps_l and r "
            "have mean one, and r is at most e^eps_u",
            Goal(_ROOM, relate(rest, "<=", _U)),
            Decided,
        ),
        Part("and r is at least e^-eps_l", Goal(_ROOM, relate(rest, ">=", _L)), Decided),
    ),
)
