"""The costs of adversaries and the smallest lift: Thm 2, 3, 4, Remarks 2, 3, Ex. 3."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import COLUMN, AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import CHOICE, ESSENTIAL, FUNCTION, SCALE, SUPREMUM
from pmlsym.ledger.pmc.symbols import HALF, ONE, PAPER, ZERO, epsilon, p, w
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import log_ratio
from pmlsym.statements.instances.noise import countable
from pmlsym.statements.instances.noise.countable import Countable

cost = reals("h")[0]
FLOOR = relate(w, ">=", sp.exp(-epsilon))


# --- no adversary gains more ---------------------------------------------------------------------

# The posterior is lift times prior, so E[h | y] = E[w h], h the cost of the best choice after y.
_SECRETS = AnyLaw((cost, w), sp.And(cost >= 0, FLOOR), "X")

NO_MORE = follows(
    "if every lift is at least e^-eps, the prior cost of whatever is done after y is at most e^eps "
    "times its posterior cost, for every law and cost h >= 0; the best before y costs no more",
    (),
    relate(_SECRETS.mean(cost), "<=", sp.exp(epsilon) * _SECRETS.mean(cost * w)),
    _SECRETS.on_average(relate(cost * sp.exp(-epsilon), "<=", cost * w)),
)

theorem_2 = Claim(
    "pmc.theorem-2",
    PAPER,
    "Thm 2",
    says="PMC (randomized functions) = D_inf(P_X || P_X|Y=y)",
    statement=r"\sup_{U-X-Y}\log\frac{\inf P[U\ne\tilde U]}{\inf P[U\ne\hat U\mid Y=y]}"
    r"=\log\max_x\frac{P_X(x)}{P_{X|Y=y}(x)}",
    scope="every finite alphabet of at least two secrets, prior and outcome, and every randomized "
    "function: an error probability is the mean of h(x) = 1 - P(u | x). Finitely many pieces "
    "attain the supremum. 0/0 = 1 is no gain, as PMC is never negative (Lemma 1 (i)). The paper's "
    "Y may be general; an outcome counts through its posterior alone, and on a finite alphabet "
    "every law of X is the posterior of an outcome of some finite mechanism",
    **stated(
        "guess G: cost(G) <= pmc(X->y)",
        "guess S splits x of least lift: cost(S) = pmc(X->y)",
        "pmc(X->y) = -log(least_lift(X->y))",
    ),
)

# --- Theorem 3 -----------------------------------------------------------------------------------

before_s, before_t, after_s, after_t, delta = reals("A_S A_T B_S B_T delta")
_ORDER = (before_s > 0, before_t >= before_s, after_t > 0, after_s >= after_t)
_WEIGHT = before_t - before_s + before_s / after_t * (after_s - after_t)
_MIX = (*_ORDER, _WEIGHT > 0, relate(delta, "==", (before_t - before_s) / _WEIGHT))
_UP_TO_HALF = (cost >= 0, relate(cost, "<=", HALF))
_SHARES = AnyLaw((cost,), sp.And(*_UP_TO_HALF), "X")
_MEAN = _SHARES.mean(cost)
outside, largest = reals("m V")
_SOME = (outside > 0, outside < 1)


def _binary(goal: Goal) -> Step:
    return Decided(goal, tuple(map(_SHARES.averaged, _UP_TO_HALF)))


_EITHER = (*_ORDER, relate(_WEIGHT, "==", ZERO), delta >= 0, delta <= 1)
_AT_DELTA = relate(
    delta * before_s + (1 - delta) * before_t,
    "==",
    before_s / after_t * (delta * after_s + (1 - delta) * after_t),
)
_FREE = AnyLaw((cost, w), sp.And(cost >= 0, w >= 0, relate(w, "<=", largest)), "X")

chosen = reals("k")[0]
_ITS_ERROR = relate(cost, "==", 1 - chosen)
_GUESSES = AnyLaw((cost, chosen), sp.And(chosen >= 0, chosen <= 1, _ITS_ERROR), "X")


theorem_3 = Claim(
    "pmc.theorem-3",
    PAPER,
    "Thm 3",
    says="the cost-function and the randomized-function definitions of PMC agree",
    statement=r"\forall U\,\exists c_U:\Lambda_U=\Lambda_{c_U},\qquad\forall c\,\exists U_c:"
    r"\Lambda_c=\Lambda_{U_c}",
    scope="every finite alphabet, prior and outcome. U gives c(x, u) = 1 - P(u | x). For c, "
    "scaled to at most 1/2, a binary U suffices and no limit is needed: P(1 | x) mixes the costs "
    "of what is best before (S) and after (T) y, with costs A before and B after. If A_S = 0, "
    "that is a choice without cost, also after y, and both ratios are 0/0 = 1; 0 < m < 1 where "
    "the leakage is infinite, as a cost of zero after y is not zero everywhere. Corollary 1 "
    "follows. The paper's Y may be general; an outcome counts through its posterior alone, as in "
    "pmc.theorem-2",
    parts=(
        follows(
            "the cost h = 1 - P(u | x) has the mean 1 - P(u), the error of the guess u",
            (),
            relate(_GUESSES.mean(cost), "==", 1 - _GUESSES.mean(chosen)),
            _GUESSES.on_average(_ITS_ERROR),
        ),
        follows(
            "the error of the better guess of a binary U with P(1 | x) = h(x) <= 1/2 is E[h]",
            (),
            relate(1 - sp.Max(_MEAN, 1 - _MEAN), "==", _MEAN),
            _binary,
        ),
        follows("at delta the mixture has exactly the ratio A_S/B_T", _MIX, _AT_DELTA),
        follows("delta is at least 0", _MIX, relate(delta, ">=", ZERO)),
        follows("and at most 1", _MIX, relate(delta, "<=", ONE)),
        follows("any delta has it, if the weights vanish", _EITHER, _AT_DELTA),
        follows(
            "a choice without cost before y has none after it, with lifts of at most V = 1/p_min",
            (largest > 0, relate(_FREE.mean(cost), "==", ZERO)),
            relate(_FREE.mean(cost * w), "<=", ZERO),
            _FREE.on_average(relate(cost * w, "<=", cost * largest), (largest > 0,)),
        ),
        follows(
            "infinite leakage: U = 0 on the event of posterior 1, a fair coin outside, which has "
            "prior m in (0, 1): the prior error is m/2, the posterior error 0",
            _SOME,
            relate(1 - sp.Max(1 - outside / 2, outside / 2), "==", outside / 2),
        ),
    ),
    asserts=(
        Assertion(who.FUNCTIONS, who.compared(who.LAMBDA_U, "=", who.COST_OF_U)),
        Assertion(who.COSTS, who.compared(who.LAMBDA_C, "=", who.U_OF_COST)),
    ),
    reductions=(FUNCTION, COLUMN, SCALE),
)

# --- Theorem 4 and Corollary 2 -------------------------------------------------------------------

_BELOW = relate(w, "<", sp.exp(-epsilon))
_EVENT = AnyLaw((w,), _BELOW, "A")

ONE_EVENT = follows(
    "on an event A where all lifts are below e^-eps, P(A | y) = P(A) E[w | A] < e^-eps P(A): the "
    "cost 1_A, with one action alone, gains more than e^eps",
    (p > 0,),
    relate(p * _EVENT.mean(w), "<", sp.exp(-epsilon) * p),
    _EVENT.on_average(_BELOW),
)

countable_instances = Domain(
    "a geometric prior on 0, 1, 2, ..., an outcome whose likelihood falls towards a limit, a cost "
    "of finitely many choices, and delta > 0",
    r"P_X\text{ geometric on }\mathbb N_0,\;P(y\mid x)\text{ falling},\;c\ge0,\;\delta>0",
    Countable,
    countable.draw,
    tries=60,
)
_SAVED = Quantity[Countable](
    "Lambda_c(X->y)",
    r"\Lambda_c(X\to y)",
    lambda a: log_ratio(min(map(a.before, a.costs)), min(map(a.after, a.costs))),
)
_SAVED_FAR = Quantity[Countable](
    "Lambda_c*(X->y) of c* = 1[x >= n] with n far enough",
    r"\Lambda_{c^*}(X\to y)",
    lambda a: log_ratio(a.tail(a.far), a.joint_tail(a.far) / a.outcome),
)
divergence_there = Quantity[Countable](
    "log ess sup P(x)/P(x|y)",
    r"\log\operatorname*{ess\,sup}\tfrac{dP_X}{dP_{X|Y=y}}",
    lambda a: a.supremum,
)
_NEAR = Quantity[Countable](
    "log ess sup P(x)/P(x|y) - delta (1/delta where infinite)",
    r"\log\operatorname*{ess\,sup}\tfrac{dP_X}{dP_{X|Y=y}}-\delta"
    r"\ \text{(}1/\delta\text{ where infinite)}",
    lambda a: a.near(a.supremum),
)

theorem_4 = Claim(
    "pmc.theorem-4",
    PAPER,
    "Thm 4",
    says="on general alphabets PMC = D_inf(P_X || P_X|Y=y)",
    statement=r"\sup_{c}\log\frac{\inf E[c(X,W)]}{\inf E[c(X,\hat W)\mid Y=y]}"
    r"=\log\operatorname*{ess\,sup}_{P_X}\frac{dP_X}{dP_{X|Y=y}}",
    scope="every law of the secret, discrete or not: w is the density of P_X|Y=y with respect to "
    "P_X (if P_X is not absolutely continuous, w = 0 on an event, and both sides are infinite). "
    "Below any level under the essential supremum there is such an event A of positive "
    "probability; so one action and one event reach it, without a partition. Read on finite and "
    "on countable alphabets; that guesses at random gain nothing is pmc.lemma-2. That there is a "
    "posterior at y is assumed; the paper has it from standard Borel spaces",
    parts=(NO_MORE, ONE_EVENT),
    asserts=(
        Assertion(who.LARGEST_COSTS, who.compared(who.LAMBDA_C, "<=", who.PMC_DIVERGENCE)),
        Assertion(who.CHANNELS, who.compared(who.LAMBDA_INDICATOR, "=", who.PMC_DIVERGENCE)),
        Assertion(countable_instances, who.compared(_SAVED, "<=", divergence_there)),
        Assertion(countable_instances, who.compared(_SAVED_FAR, ">=", _NEAR)),
    ),
    reductions=(SUPREMUM, COLUMN, CHOICE, ESSENTIAL),
)

corollary_2 = Claim(
    "pmc.corollary-2",
    PAPER,
    "Cor. 2",
    says="conditional PMC = D_inf(P_X|Z=z || P_X|Y=y,Z=z)",
    statement=r"\Lambda(X\to y\mid z)=D_\infty(P_{X|Z=z}\,\|\,P_{X|Y=y,Z=z})",
    scope="every joint law of X, Y and Z on finite alphabets, every cost of a randomized function "
    "of X with finitely many choices, and outcomes y and z that are possible together. The "
    "paper's alphabets are general; other laws are those of Theorem 4, with all of them given Z = "
    "z: the last two goals are for every law, the statements are not",
    **stated(
        "given z; cost C: cost(C) <= pmc(X->y)",
        "given z; cost I = 1 at x of least lift: cost(I) = pmc(X->y)",
        beside=(beside(NO_MORE, ONE_EVENT),),
    ),
)
