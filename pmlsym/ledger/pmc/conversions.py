"""Conversions between LDP, PML, PMC, LIP and ALIP: Thm 1, 5, 6, 7, Prop. 1, 3, Cor. 3, 4."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

import sympy as sp

from pmlsym.formulas.measures import MeasureName
from pmlsym.formulas.mechanisms import other_likelihood, own_likelihood, response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.mechanisms.instances import Masses, drawn, share
from pmlsym.ledger.pmc.symbols import (
    HALF,
    PAPER,
    a,
    apart,
    epsilon,
    epsilon_l,
    epsilon_u,
    ldp_to_pmc,
    ldp_to_pml,
    pmc_to_pml,
    pml_to_pmc,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import Term, reals
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity, whole_class
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.likelihoods.of_likelihoods import rows_of
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.mechanism import Apart
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import Infinite, Value, extreme

# --- priors that detect a violation of LDP: the converses of Thm 1 and Thm 5; Remark 1 ------------


def _mixing(kind: MeasureName, place: str, share: str) -> str:
    """State: if the LDP under a prior R exceeds e, a prior that mixes R with a point leaks more.

    A prior R of full support makes a prior Q of full support.
    """
    return (
        f"prior R; prior D on one secret; mixture Q = ({share}) R + (1 - ({share})) D: "
        f"ldp_R > e => {kind}_Q > e and share_Q > 0 and share_Q < 1 where chance_D = {place}"
    )


# nearly all mass goes to a secret that is least, or most, likely to give the outcome
NOT_LDP_NOT_PML = _mixing("pml", "least_R", "(most_R - exp(e)*least_R)/(2*exp(e))")
NOT_LDP_NOT_PMC = _mixing("pmc", "most_R", "(most_R - exp(e)*least_R)/(2*most_R)")


# --- Remark 1: LDP and the prior -----------------------------------------------------------------


@dataclass(frozen=True)
class TwoPriors:
    """A kernel, and two priors, in which secrets may have probability 0."""

    kernel: tuple[Masses, ...]
    one: Masses
    other: Masses

    def __post_init__(self) -> None:
        rows = kernel("kernel", self.kernel)
        one = distribution("one", self.one, len(rows))
        vars(self).update(kernel=rows, one=one, other=distribution("other", self.other, len(rows)))

    def as_dict(self) -> dict[str, object]:
        """Return the instance as exact text, for JSON."""
        return {
            "kernel": [[str(chance) for chance in row] for row in self.kernel],
            "P": [str(mass) for mass in self.one],
            "Q": [str(mass) for mass in self.other],
        }

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        one, other = (", ".join(map(str, masses)) for masses in (self.one, self.other))
        return f"kernel ({rows}), P ({one}), Q ({other})"


def _level_of(kernel: tuple[Masses, ...], prior: Masses) -> Value:
    """Return the LDP of Definition 6, over pairs of positive probability and over all events."""
    events = list(product((0, 1), repeat=len(kernel[0])))
    pairs = product(range(len(kernel)), repeat=2)
    return extreme(
        (_largest_ratio(kernel[x], kernel[z], events) for x, z in pairs if prior[x] * prior[z] > 0),
        largest=True,
    )


def _largest_ratio(one: Masses, other: Masses, events: list[tuple[int, ...]]) -> Value:
    found: list[Value] = [Fraction(0)]  # for the event of all outcomes; 0/0 = 1
    for event in events:
        top, low = (
            sum((mass for mass, seen in zip(row, event, strict=True) if seen), Fraction(0))
            for row in (one, other)
        )
        if top:
            found.append(log(top / low) if low else Infinite.PLUS)
    return extreme(found, largest=True)


def _two_priors(number: int, random: Random) -> TwoPriors:
    kernel = rows_of(number, random)
    size = len(kernel)
    silent = {0} if number % 2 and size > 2 else set()
    priors = []
    for ruled_out in (silent, silent if number % 3 else {size - 1}):
        weights = [0 if x in ruled_out else random.randint(1, 6) for x in range(size)]
        priors.append(tuple(Fraction(weight, sum(weights)) for weight in weights))
    return TwoPriors(kernel, *priors)


_PRIORS = Domain(
    "every mechanism and two priors P and Q",
    r"P_{Y\mid X},\ P_X,\ Q_X",
    TwoPriors,
    _two_priors,
    60,
    outside=whole_class,
)
LDP_P = Quantity[TwoPriors](
    "the LDP of Definition 6 under P", r"\mathrm{LDP}_P", lambda w: _level_of(w.kernel, w.one)
)
LDP_Q = Quantity[TwoPriors](
    "the LDP of Definition 6 under Q", r"\mathrm{LDP}_Q", lambda w: _level_of(w.kernel, w.other)
)
_SAME_SUPPORT = Property[TwoPriors](
    "P and Q have the same support",
    r"\mathrm{supp}\,P_X=\mathrm{supp}\,Q_X",
    lambda w: all((p > 0) == (q > 0) for p, q in zip(w.one, w.other, strict=True)),
)
# for a pair of secrets: an indicator that its divergence is above eps, and the density of Q
_above, _density, _most = reals("z r M")
_DRAWN = AnyLaw((_above, _density), sp.And(_above >= 0, _density >= 0, _density <= _most), "XX")
_HALF, _NONE = Fraction(1, 2), Fraction(0)

remark_1 = Claim(
    "pmc.remark-1",
    PAPER,
    "Remark 1",
    says="LDP (Definition 6) depends on P_X only through its support: priors of the same support "
    "give the same LDP; and of another support not always",
    scope="every finite mechanism; priors may rule secrets out. Over events, with 0/0 = 1. The "
    "paper's X and Y are general, for which the support has to be read up to null sets: "
    "pmc.remark-1.general",
    asserts=(
        Assertion(_PRIORS, (Compared(LDP_P, "=", LDP_Q),), (_SAME_SUPPORT,)),
        Assertion(
            replace(_PRIORS, words="a mechanism and two priors P and Q"),
            (Compared(LDP_P, "!=", LDP_Q),),
            exists=True,
        ),
    ),
    models=(
        TwoPriors(
            ((_HALF, _HALF), (_HALF, _HALF), (_HALF / 2, 3 * _HALF / 2)),
            (Fraction(1, 3),) * 3,
            (_HALF, _HALF, _NONE),
        ),
    ),
    reductions=(
        PaperTheorem(
            "a density",
            "On a finite alphabet a prior Q that has the support of P has a bounded density r with "
            "respect to it: what has the mean E_P[r z] is the mean of z under Q.",
            "r is Q(x)Q(x')/(P(x)P(x')) at a pair of secrets, and there are finitely many.",
        ),
    ),
    parts=(
        follows(
            "pairs of secrets whose divergence is above eps (z = 1, else 0) have probability 0 "
            "under Q if they have under P; and so the other way round",
            (_most > 0, relate(_DRAWN.mean(_above), "==", sp.Integer(0))),
            relate(_DRAWN.mean(_density * _above), "<=", sp.Integer(0)),
            _DRAWN.on_average(relate(_density * _above, "<=", _most * _above)),
        ),
    ),
)

# --- the conversions ------------------------------------------------------------------------------

# the levels of Prop. 1, Thm 6 and Cor. 3 by the library's formulas
_e, _u, _l, _pmin = reals("e u l pmin")
DOWN, UP = in_language(ldp_to_pmc(_e, _pmin)), in_language(ldp_to_pml(_e, _pmin))
BELOW_L = in_language(apart(_l, sp.oo, _pmin))
BELOW_U = in_language(apart(sp.oo, _u, _pmin))
L_STAR, U_STAR = in_language(pml_to_pmc(_u, _pmin)), in_language(pmc_to_pml(_l, _pmin))
HIGH_PRIVACY = "u < log(1/(1 - pmin))"

_FINITE = "every finite alphabet of at least two secrets, prior, mechanism and"
GENERAL_Y = (
    "In the paper X is finite, too, but Y general, which is not covered: there the same is said of "
    "the densities at almost every outcome"
)

theorem_1 = Claim(
    "pmc.theorem-1",
    PAPER,
    "Thm 1",
    says="eps-LDP if and only if eps-PML for every full-support prior",
    scope=f"{_FINITE} eps >= 0. The paper names no alphabet; infinite ones are not covered, where "
    "what a prior of full support is depends on the topology, and LDP on the null sets of P_X. For "
    "the converse: where an outcome exceeds eps-LDP, any prior R of full support, with enough "
    "weight moved to a secret D that is least likely to give it, is a prior Q of full support "
    "under which it exceeds eps-PML",
    **stated("LDP(e) => PML(e)", NOT_LDP_NOT_PML),
)

theorem_5 = Claim(
    "pmc.theorem-5",
    PAPER,
    "Thm 5",
    says="eps-LDP if and only if eps-PMC for every full-support prior",
    scope=f"{_FINITE} eps >= 0, as for Thm 1; here D is a secret that is most likely to give the "
    f"outcome. {GENERAL_Y}",
    **stated("LDP(e) => PMC(e)", NOT_LDP_NOT_PMC),
)

proposition_1 = Claim(
    "pmc.proposition-1",
    PAPER,
    "Prop. 1",
    says="eps-LDP implies eps1-LIP, (eps1, eps2)-ALIP and eps2-PML with eps1 = log(p_min + "
    "exp(eps) (1 - p_min)) and eps2 = -log(p_min + exp(-eps) (1 - p_min))",
    scope=f"{_FINITE} eps >= 0; both are attained (pmc.attained), so none can be improved for a "
    "given p_min. It is true in either reading of LIP and ALIP (pmc.definition-4.surely)",
    **stated(f"LDP(e) => LIP({DOWN}) and ALIP({DOWN}, {UP}) and PML({UP})"),
)

proposition_3 = Claim(
    "pmc.proposition-3",
    PAPER,
    "Prop. 3",
    says="eps-LDP implies log(exp(eps) - p_min(exp(eps) - 1))-PMC, which tends to eps as p_min -> "
    "0: it is above eps - d for p_min < 1 - e^-d, and never exceeds eps",
    scope=f"{_FINITE} eps >= 0. {GENERAL_Y}",
    **stated(
        f"LDP(e) => PMC({DOWN})",
        f"{DOWN} >= e - d where d > 0, pmin < 1 - exp(-d)",
        f"{DOWN} <= e",
    ),
)

theorem_6_i = Claim(
    "pmc.theorem-6.i",
    PAPER,
    "Thm 6 (i)",
    says="eps_u-PML with eps_u < log(1/(1-p_min)) implies eps_l*(eps_u)-PMC",
    scope=f"{_FINITE} outcome. {GENERAL_Y}",
    **stated(f"PML(u) => PMC({L_STAR}) where {HIGH_PRIVACY}"),
)

theorem_6_ii = Claim(
    "pmc.theorem-6.ii",
    PAPER,
    "Thm 6 (ii)",
    says="eps_l-PMC implies eps_u*(eps_l)-PML",
    scope=f"{_FINITE} outcome, eps_l >= 0. {GENERAL_Y}",
    **stated(f"PMC(l) => PML({U_STAR})"),
)

# --- mechanisms that attain them ------------------------------------------------------------------

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

# --- bounds on two lifts from bounds on one: Sec. II-D, Cor. 3, Cor. 4, Thm 7 ---------------------

lip_ldp = Claim(
    "pmc.lip-ldp",
    PAPER,
    "Sec. II-D",
    says="eps-LIP implies 2 eps-LDP; (eps_l, eps_u)-ALIP implies (eps_l + eps_u)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism; the paper names no "
    "alphabet here, and infinite ones are pmc.theorem-7.general. LIP and ALIP are bounds under "
    "P_X x P_Y: as printed, under P_XY, both statements are false (pmc.definition-4.surely). "
    "Improvable where p_min is known (pmc.improvable)",
    **stated("LIP(e) => LDP(2*e)", "ALIP(l, u) => LDP(l + u)"),
)

corollary_3_i = Claim(
    "pmc.corollary-3.i",
    PAPER,
    "Cor. 3 (i)",
    says="for eps_u < log(1/(1-p_min)), eps_u-PML implies (eps_l*, eps_u)-ALIP, "
    "max(eps_l*, eps_u)-LIP and (eps_l* + eps_u)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism; none can be "
    "improved for a given p_min (pmc.attained). LIP and ALIP are bounds under P_X x P_Y "
    f"(pmc.definition-4.surely), which says more than under P_XY, as printed. {GENERAL_Y}",
    **stated(
        f"PML(u) => ALIP({L_STAR}, u) and LIP(max({L_STAR}, u)) and LDP({BELOW_U}) "
        f"where {HIGH_PRIVACY}"
    ),
)

corollary_3_ii = Claim(
    "pmc.corollary-3.ii",
    PAPER,
    "Cor. 3 (ii)",
    says="eps_l-PMC implies (eps_l, eps_u*)-ALIP, max(eps_l, eps_u*)-LIP and (eps_l + eps_u*)-LDP",
    scope="every finite alphabet of at least two secrets, prior and mechanism, eps_l >= 0; none "
    "can be improved for a given p_min (pmc.attained). LIP and ALIP as in Cor. 3 (i). "
    f"{GENERAL_Y}",
    **stated(f"PMC(l) => ALIP(l, {U_STAR}) and LIP(max(l, {U_STAR})) and LDP({BELOW_L})"),
)

_COIN = "|X| = 2; prior uniform"
_L_COIN, _U_COIN = in_language(pml_to_pmc(_u, HALF)), in_language(pmc_to_pml(_l, HALF))

corollary_4 = Claim(
    "pmc.corollary-4",
    PAPER,
    "Cor. 4",
    says="for the uniform binary prior and 0 <= eps_u < log 2, eps_u-PML is equivalent to "
    "eps_l*-PMC, to (eps_l*, eps_u)-ALIP, to eps_l*-LIP and to (eps_l* + eps_u)-LDP; and the same "
    "from eps_l >= 0 and eps_u*",
    scope="every mechanism on finite outcomes. The last half is the paper's \"Alternatively, we "
    'could have fixed eps_l >= 0 and stated the result for eps_l-PMC and eps_u*-PML". LIP and '
    "ALIP are bounds under P_X x P_Y: as printed, under P_XY, eps_l*-LIP and eps_l-LIP are "
    "weaker, and (iii) is false (pmc.definition-4.surely). The paper's Y may be general, which is "
    "not covered",
    **stated(
        *(
            f"{_COIN}: PML(u) <=> {other} where u < log(2)"
            for other in (
                f"PMC({_L_COIN})",
                f"ALIP({_L_COIN}, u)",
                f"LIP({_L_COIN})",
                f"LDP({_L_COIN} + u)",
            )
        ),
        *(
            f"{_COIN}: PMC(l) <=> {other}"
            for other in (
                f"PML({_U_COIN})",
                f"ALIP(l, {_U_COIN})",
                "LIP(l)",
                f"LDP(l + {_U_COIN})",
            )
        ),
    ),
)

table_2 = Claim(
    "pmc.table-2",
    PAPER,
    "Table II",
    says="every row of the table",
    scope="every finite alphabet of at least two secrets, prior and mechanism, as in the caption; "
    'for "all P_X" see Thm 1 and Thm 5. LIP and ALIP are bounds under P_X x P_Y: as printed, '
    "under P_XY, they bound PML and not PMC, and their two rows are false "
    "(pmc.definition-4.surely)",
    **stated(
        f"LDP(e) => PML({UP})",
        f"LDP(e) => PMC({DOWN})",
        f"PML(u) => PMC({L_STAR}) where {HIGH_PRIVACY}",
        f"PMC(l) => PML({U_STAR})",
        "LIP(e) <=> PMC(e) and PML(e)",
        "ALIP(l, u) <=> PMC(l) and PML(u)",
        "LDP(e) => PML(e)",
        "LDP(e) => PMC(e)",
        NOT_LDP_NOT_PML,
        NOT_LDP_NOT_PMC,
    ),
)

# --- Theorem 7: any alphabet ---------------------------------------------------------------------

s, t = reals("s t")
# the likelihood (or density) of a secret drawn from its law, and that of one secret
_LOW = AnyLaw((w,), relate(w, ">=", a * sp.exp(-epsilon)), "X")
_HIGH = AnyLaw((w,), relate(w, "<=", a * sp.exp(epsilon)), "X")

ANY_LAW = (
    follows(
        "every law of the secret: a likelihood of at most e^eps times almost every other has lift "
        "at most e^eps",
        (a > 0,),
        relate(a / _LOW.mean(w), "<=", sp.exp(epsilon)),
        _LOW.on_average(),
    ),
    follows(
        "every law of the secret: a likelihood of at least e^-eps times almost every other has "
        "lift at least e^-eps",
        (a > 0,),
        relate(_HIGH.mean(w) / a, "<=", sp.exp(epsilon)),
        _HIGH.on_average(),
    ),
    follows(
        "every law of the secret: lifts s <= e^eps_u and t >= e^-eps_l have a log-ratio of at most "
        "eps_l + eps_u",
        (relate(t, ">=", sp.exp(-epsilon_l)), relate(s, "<=", sp.exp(epsilon_u)), s > 0),
        relate(sp.log(s / t), "<=", epsilon_l + epsilon_u),
        compare_exponentials,
    ),
)

theorem_7 = Claim(
    "pmc.theorem-7",
    PAPER,
    "Thm 7",
    says="eps-LDP implies eps-PMC and eps-PML; eps1-PMC and eps2-PML imply (eps1 + eps2)-LDP",
    scope="asserted of every finite mechanism, while the paper has general alphabets, for which "
    "this is no proof: they are pmc.theorem-7.general. Three goals are about one outcome under "
    "every law of the secret, discrete or not. On finite alphabets eps-LDP gives less than eps of "
    "both for eps > 0 (Prop. 1 and 3)",
    **stated(
        "LDP(e) => PMC(e) and PML(e)",
        "PMC(a) and PML(b) => LDP(a + b)",
        beside=(beside(*ANY_LAW),),
    ),
)
