"""What randomized response is worth, as mutual information: Ex. 4, Fig. 1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, exp_strictly_above_tangent
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.adapted import (
    ADAPTED,
    BELOW,
    BEYOND,
    CROSSOVER,
    EPS,
    EQUAL,
    EVERY,
    LARGER,
    LEAKING,
    NOT_NEGATIVE,
    POSITIVE,
    SMALLER,
    THIRDS,
    UP_TO,
    ZERO_LEVEL,
    Notion,
    adapted,
)
from pmlsym.ledger.pmc.mechanisms.response import answers, randomized_response
from pmlsym.ledger.pmc.mechanisms.worlds import Levels, gained
from pmlsym.ledger.pmc.symbols import ALIKE, ONE, PAPER, ZERO
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity
from pmlsym.statements.specific import about

# --- goals: more odds, more information ----------------------------------------------------------

# I(X; Y) = n E[h], h = a (log a - log b), with a = P(y|x) and b = P(y), for x from the prior and a
# uniform y; g is that of the mechanism whose answer is kept with probability k, else any secret
a, b, g, h, kept = reals("a b g h k")


def _worth(likelihood: Term, chance: Term) -> Term:
    return likelihood * (sp.log(likelihood) - sp.log(chance))


n, response, top, p_min = reals("n eps_r p_max p_min")
ODDS = sp.exp(response)
_KEPT = (kept >= 0, kept < 1, n >= 2)
_MIXED_A, _MIXED_B = (kept * chance + (1 - kept) / n for chance in (a, b))
_ANSWERS = Law((a, b, h), sp.And(a > 0, b > 0, relate(h, "==", _worth(a, b))), "XY")
_BOTH = Law(
    (a, b, g, h),
    sp.And(*_ANSWERS.sure, relate(g, "==", _worth(_MIXED_A, _MIXED_B))),
    "XY",
)


def _convex(goal: Goal) -> Step:
    """Prove it at a point from e^t >= 1 + t for two numbers t."""
    gap = sp.log(_MIXED_A) - sp.log(_MIXED_B)
    tangents = tuple(
        at(exp_above_tangent_everywhere(), t=t) for t in (gap - sp.log(a) + sp.log(b), gap)
    )
    return Decided(goal, (_BOTH.averaged(relate(g, "<=", kept * h), _KEPT, tangents),))


_TOLD = relate(a, ">", b)


def _positive(goal: Goal) -> Step:
    gap = sp.log(b) - sp.log(a)
    above = Decided(
        Goal(_ANSWERS.sure, relate(h, ">=", a - b)),
        (at(exp_above_tangent_everywhere(), t=gap),),
    )
    order = compare_exponentials(Goal((*_ANSWERS.sure, _TOLD), relate(sp.log(a), ">", sp.log(b))))
    strictly = Decided(
        Goal((*_ANSWERS.sure, _TOLD), relate(h, ">", a - b)),
        (order, at(exp_strictly_above_tangent(), t=-gap)),
    )
    return Decided(goal, (_ANSWERS.strictly(above, strictly, _TOLD),))


def _honest(odds: Term) -> Term:
    """How often the answer is the secret itself for sure; else it is any secret."""
    return (odds - 1) / (n - 1 + odds)


_more = reals("eps_r2")[0]
_less_same, _less_other, _more_same, _more_other = reals("a_1 c_1 a_2 c_2")
_GROWS = (
    n >= 2,
    response >= 0,
    relate(sp.exp(_more), ">", ODDS),
    *(
        relate(entry, "==", form)
        for odds, entries in (
            (ODDS, (_less_same, _less_other)),
            (sp.exp(_more), (_more_same, _more_other)),
        )
        for entry, form in zip(entries, response_entries(odds, n - 1), strict=True)
    ),
    relate(kept, "==", _honest(ODDS) / _honest(sp.exp(_more))),
)
_prior, _less, _much = reals("P_j I_1 I_2")

UTILITY = (
    Part(
        "a smaller eps_r is a larger one whose answer is kept with probability k, and replaced by "
        "any secret else: of the diagonal entries",
        Goal(_GROWS, relate(_less_same, "==", kept * _more_same + (1 - kept) / n)),
        Decided,
    ),
    Part(
        "and of the others",
        Goal(_GROWS, relate(_less_other, "==", kept * _more_other + (1 - kept) / n)),
        Decided,
    ),
    Part("with k >= 0", Goal(_GROWS, relate(kept, ">=", ZERO)), Decided),
    Part("and k < 1", Goal(_GROWS, relate(kept, "<", ONE)), Decided),
    Part(
        "replacing the answer so leaves at most k times the mutual information, as a log(a/b) is "
        "convex: means over the secret and a uniform answer",
        Goal(
            _KEPT,
            relate(_BOTH.mean(g), "<=", kept * _BOTH.mean(h)),
        ),
        _convex,
    ),
    Part(
        "and the mutual information is positive if some answer is told apart",
        Goal(
            (
                relate(_ANSWERS.mean(a), "==", _ANSWERS.mean(b)),
                relate(_ANSWERS.chance(_TOLD), ">", ZERO),
            ),
            relate(_ANSWERS.mean(h), ">", ZERO),
        ),
        _positive,
    ),
    Part(
        "as the true one is for eps_r > 0",
        Goal(
            (*_GROWS, _prior > 0, _prior < 1),
            relate(_more_same, ">", _prior * _more_same + (1 - _prior) * _more_other),
        ),
        Decided,
    ),
    Part(
        "so mutual information grows strictly with eps_r",
        Goal(
            (kept >= 0, kept < 1, relate(_less, "<=", kept * _much), relate(_much, ">", ZERO)),
            relate(_less, "<", _much),
        ),
        Decided,
    ),
)
_USED = (ALIKE, SUM)

# --- statements ----------------------------------------------------------------------------------


def _worth_of(notion: Notion) -> Quantity[Levels]:
    return gained(
        lambda world: answers(world.prior, adapted(notion, world)),
        f"randomized response adapted to {notion.upper()}",
        rf"I_{{\mathrm{{{notion.upper()}}}}}(X;Y)",
    )


_PMC, _PML, _LDP = _worth_of("pmc"), _worth_of("pml"), _worth_of("ldp")
_FEWER = replace(EVERY, tries=60)  # mutual information takes longer
_AT_ZERO = Compared(EPS, "=", ZERO_LEVEL)
_RANGE = (
    "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both parameters are finite"
)

example_4_utility_repair = Claim(
    "pmc.example-4.utility.repair",
    PAPER,
    "Ex. 4",
    says="for 0 < eps < log((1 - p_max)/p_min) it yields more mutual information, at both ends the "
    "same",
    scope=_RANGE,
    asserts=(
        Assertion(_FEWER, (Compared(_PMC, ">", _PML),), (POSITIVE, BELOW)),
        Assertion(_FEWER, (Compared(_PMC, "=", _PML),), (Compared(EPS, "=", CROSSOVER),)),
        Assertion(_FEWER, (Compared(_PMC, "=", _PML),), (_AT_ZERO,)),
    ),
    reductions=_USED,
    parts=(*ADAPTED["parts"], *LARGER["parts"], *EQUAL["parts"], *UTILITY),
)

example_4_utility = Claim(
    "pmc.example-4.utility",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted mechanism yields higher utility "
    "(mutual information) than the PML-adapted one",
    scope=f'{_RANGE}. "... has a larger randomized response parameter than the PML-adapted one, '
    f"and "
    'therefore yields higher utility": read with its end, as the sentence on the parameters is',
    asserts=(Assertion(_FEWER, (Compared(_PMC, ">", _PML),), (NOT_NEGATIVE, UP_TO)),),
    models=(THIRDS,),
    repair=example_4_utility_repair,
)

_TWO = Property[Levels]("there are two secrets", "n=2", lambda world: len(world.prior) == 2)
_END = Quantity[Levels](
    "(1 - p_max)/p_min", r"\tfrac{1-p_{\max}}{p_{\min}}", lambda w: (1 - w.most) / w.least
)
_OTHERS = Quantity[Levels]("n - 1", "n-1", lambda w: Fraction(len(w.prior) - 1))
_ALL_RARE = Property[Levels](
    "all secrets but one have probability p_min",
    r"P_X=(p_{\max},p_{\min},\dots,p_{\min})",
    lambda world: sorted(world.prior)[:-1] == [world.least] * (len(world.prior) - 1),
)
_rest = reals("P_rest")[0]

example_4_skewed = Claim(
    "pmc.example-4.skewed",
    PAPER,
    "Ex. 4",
    says="when the alphabet is small and the prior is highly skewed, the PML-adapted mechanism "
    "offers higher utility: for every eps from log((1 - p_max)/p_min) to log(1/p_min), both "
    "excluded; that range starts at log(n - 1) where all secrets but one are equally rare (at 0 "
    "for two secrets), and never before",
    scope="every prior on n >= 2 secrets. The range is log(1/(1 - p_max)) long, so it is the whole "
    "of (0, log(1/p_min)) for two secrets, and most of it where n is small and p_max near 1; below "
    "its start the PMC-adapted mechanism is worth more (pmc.example-4.utility)",
    asserts=(
        Assertion(_FEWER, (Compared(_PML, ">", _PMC),), (POSITIVE, BEYOND)),
        Assertion(_FEWER, (Compared(_PML, ">", _PMC),), (_TWO, POSITIVE)),
        Assertion(_FEWER, (Compared(_END, ">=", _OTHERS),)),
        Assertion(_FEWER, (Compared(_END, "=", _OTHERS),), (_ALL_RARE,)),
    ),
    reductions=_USED,
    parts=(
        *ADAPTED["parts"],
        *SMALLER["parts"],
        *UTILITY,
        Part(
            "the range starts at 0 for two secrets: 1 - p_max = p_min",
            Goal(
                (p_min > 0, relate(top, "==", 1 - p_min)),
                relate((1 - top) / p_min, "==", ONE),
            ),
            Decided,
        ),
        Part(
            "and not before log(n - 1): the other n - 1 secrets have p_min each at least",
            Goal(
                (
                    p_min > 0,
                    n >= 2,
                    relate(top + _rest, "==", ONE),
                    relate(_rest, ">=", (n - 1) * p_min),
                ),
                relate((1 - top) / p_min, ">=", n - 1),
            ),
            Decided,
        ),
        Part(
            "and there if they have just p_min",
            Goal(
                (
                    p_min > 0,
                    n >= 2,
                    relate(top + _rest, "==", ONE),
                    relate(_rest, "==", (n - 1) * p_min),
                ),
                relate((1 - top) / p_min, "==", n - 1),
            ),
            Decided,
        ),
    ),
)

_R, _S = randomized_response("r"), randomized_response("s")
_ABOVE = stated(  # r leaks e under PMC, s under PML, and e itself under LDP
    about("pmc(X->Y) = e => r > e where e > 0", _R, draw=LEAKING),
    about("pml(X->Y) = e => s > e where e > 0", _S, draw=LEAKING),
    about("pmc(X->Y) = e => r = e where exp(e) = 1", _R, draw=LEAKING),
    about("pml(X->Y) = e => s = e where exp(e) = 1", _S, draw=LEAKING),
)

figure_1 = Claim(
    "pmc.figure-1",
    PAPER,
    "Fig. 1, Ex. 4",
    says="both context-aware mechanisms have more mutual information than the LDP one for every "
    "0 < eps < log(1/p_min); at eps = 0 all three say nothing",
    scope='"In all cases, mechanisms adapted to PMC or PML achieve higher utility than those '
    'adapted to LDP": the cases are the panels, the curves start in one point. Every prior on n '
    ">= 2 "
    "secrets, so those of the panels; from log(1/p_min) on PML asks for nothing and the answer may "
    "be the secret itself",
    asserts=(
        Assertion(_FEWER, (Compared(_PMC, ">", _LDP), Compared(_PML, ">", _LDP)), (POSITIVE,)),
        Assertion(_FEWER, (Compared(_PMC, "=", _LDP), Compared(_PML, "=", _LDP)), (_AT_ZERO,)),
    ),
    reductions=_USED,
    parts=(
        *ADAPTED["parts"],
        *_ABOVE["parts"],
        *UTILITY,
    ),
)
