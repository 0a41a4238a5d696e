"""Random and deterministic guesses, Lemma 2; and the limit in Appendix A."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import DIRAC, FUNCTION, SUPREMUM
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack import attacks
from pmlsym.statements.instances.attack.adversary import Adversary, least, mean
from pmlsym.statements.instances.attack.attacks import MixedAttack

# --- Lemma 2 --------------------------------------------------------------------------------------

spent, infimum, level, one = reals("m M a m_1")
_CHOICES = AnyLaw((spent,), relate(spent, ">=", infimum), "W|y")
_CERTAIN = AnyLaw((spent,), relate(spent, "==", one), "W|y")

_AT_RANDOM = Quantity[Adversary](
    "E[c(X,W) | y] of a random choice W",
    r"E[c(X,\hat W)\mid y]",
    lambda a: mean(
        a.guess,
        [mean(a.posterior, column) for column in zip(*a.own_payoff, strict=True)],
    ),
)
_AT_BEST = Quantity[Adversary](
    "min_w E[c(X,w) | y]",
    r"\min_wE[c(X,w)\mid y]",
    lambda a: least(a.posterior, a.own_payoff),
)


def _certain(instance: Adversary) -> Fraction:
    """Return the mean cost under the joint law of X and of the best choice after y."""
    columns = list(zip(*instance.own_payoff, strict=True))
    best = min(range(len(columns)), key=lambda w: mean(instance.posterior, columns[w]))
    dirac = [Fraction(w == best) for w in range(len(columns))]
    return sum(
        (
            p * q * cost
            for p, costs in zip(instance.posterior, instance.own_payoff, strict=True)
            for q, cost in zip(dirac, costs, strict=True)
        ),
        Fraction(0),
    )


_DIRAC = Quantity[Adversary](
    "E[c(X,W) | y] of the W that is one best choice for certain",
    r"E[c(X,\hat w^*)\mid y]",
    _certain,
)
_GUESSES = Domain(
    "every finite alphabet, prior with positive entries, kernel, possible outcome y, cost "
    "c(x, w) >= 0 and law of W given y",
    r"\forall P_X,P_{Y|X},y,\;c\ge0,P_{\hat W|Y=y}",
    Adversary,
    who.COSTS.draw,
)

lemma_2 = Claim(
    "pmc.lemma-2",
    PAPER,
    "App. C, Lemma 2",
    says="deterministic guesses suffice",
    statement=r"\inf_{P_{\hat W|Y}}E[c(X,\hat W)\mid Y=y]=\inf_{\hat w}E[c(X,\hat w)\mid Y=y]",
    scope="every law of X given y and every cost c >= 0, with any set of choices: under any law "
    "of W the mean cost is at least the infimum M of the mean costs m(w), and for every level a "
    "above M there is a choice w' with m(w') < a, which is a law of W. Read on finitely many "
    "choices, where the infimum is attained",
    parts=(
        follows(
            "a random choice costs at least the infimum of what single choices cost",
            (),
            relate(_CHOICES.mean(spent), ">=", infimum),
            _CHOICES.on_average(),
        ),
        follows(
            "and the law of a single choice that costs less than a level costs less than it",
            (relate(one, "<", level),),
            relate(_CERTAIN.mean(spent), "<", level),
            _CERTAIN.on_average(),
        ),
    ),
    asserts=(
        Assertion(_GUESSES, who.compared(_AT_RANDOM, ">=", _AT_BEST)),
        Assertion(who.COSTS, who.compared(_DIRAC, "=", _AT_BEST)),
    ),
    reductions=(SUPREMUM, DIRAC),
)

# --- Appendix A: letting k tend to infinity -------------------------------------------------------

cost, number = reals("m k")
_ERROR = sp.Min(1 - cost / number, cost)
_COSTS = (cost >= 0, cost <= 1, number > 0)
_ENOUGH = relate(cost * (number + 1), "<=", number)

_MIXTURES = Domain(
    "every law of X, costs c(x, w_S) and c(x, w_T) from 0 to 1, delta from 0 to 1 and k >= 1",
    r"\forall P_X,\;0\le c\le1,\;\delta\in[0,1],\;k\ge1",
    MixedAttack,
    attacks.draw_mixture,
)
_LEAST_ERROR = Quantity[MixedAttack](
    "min_u P[U_delta != u]", r"\min_uP[U_\delta\ne u]", lambda a: a.error
)
_MEAN_COST = Quantity[MixedAttack](
    "E[mixed cost]", r"E[\delta c(X,w_S)+(1-\delta)c(X,w_T)]", lambda a: a.mixed
)
_LESS = Quantity[MixedAttack](
    "E[mixed cost] - 1/k",
    r"E[\delta c(X,w_S)+(1-\delta)c(X,w_T)]-\tfrac1k",
    lambda a: a.mixed - Fraction(1, a.parts),
)
_SHARE = Quantity[MixedAttack](
    "k/(k+1)", r"\tfrac k{k+1}", lambda a: Fraction(a.parts, a.parts + 1)
)

appendix_a_limit = Claim(
    "pmc.appendix-a.limit",
    PAPER,
    "App. A",
    says="the wrong-guess probability of the mixture tends to the mean mixed cost m as k -> "
    "infinity, and equals it from a finite k on unless m = 1",
    statement=r"\min\{1-\tfrac mk,m\}\xrightarrow[k\to\infty]{}m,\qquad\min\{1-\tfrac mk,m\}=m\iff"
    r" m\le\tfrac k{k+1}",
    scope="`the last equality follows by letting k -> infinity`, for every law of X (before, and "
    "given y), costs from 0 to 1 and delta. The gap is at most 1/k. A finite k >= m/(1 - m) is "
    "enough if m < 1; k = 1 already, if all costs are at most 1/2, to which any cost can be "
    "scaled. If m = 1, the error is 1 - 1/k and no k is enough; given y this can be while m < 1 "
    "before, so unscaled costs do need the limit",
    parts=(
        follows(
            "k values have the probability m/k each and the last one 1 - m: the least error is "
            "min(1 - m/k, m), at most m",
            _COSTS,
            relate(_ERROR, "<=", cost),
        ),
        follows("and at least m - 1/k", _COSTS, relate(_ERROR, ">=", cost - 1 / number)),
        follows("it is m if m <= k/(k + 1)", (*_COSTS, _ENOUGH), relate(_ERROR, "==", cost)),
        follows("and only then", (*_COSTS, relate(_ERROR, "==", cost)), _ENOUGH),
        follows(
            "as it is for every k >= m/(1 - m), if m < 1",
            (cost >= 0, cost < 1, relate(number, ">=", cost / (1 - cost))),
            _ENOUGH,
        ),
    ),
    asserts=(
        Assertion(
            _MIXTURES,
            (
                *who.compared(_LEAST_ERROR, "<=", _MEAN_COST),
                *who.compared(_LEAST_ERROR, ">=", _LESS),
            ),
        ),
        Assertion(
            _MIXTURES,
            who.compared(_LEAST_ERROR, "=", _MEAN_COST),
            who.compared(_MEAN_COST, "<=", _SHARE),
            both_ways=True,
        ),
    ),
    reductions=(FUNCTION,),
)
