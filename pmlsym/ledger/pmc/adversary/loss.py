"""Adversaries who minimise an alpha-loss: Example 3."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import COLUMN, at, exp_above_tangent_everywhere, rises
from pmlsym.ledger.part import between, follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import CHOICE, FUNCTION
from pmlsym.ledger.pmc.definitions import NO_MORE
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add, divide, log, multiply
from pmlsym.statements.assertion import Assertion, Domain, Quantity, whole_class
from pmlsym.statements.instances.attack.adversary import divergence
from pmlsym.statements.instances.attack.loss import (
    Guessed,
    Loss,
    draw_guessed,
    draw_loss,
    expected_loss,
    least_loss,
    loss,
)
from pmlsym.statements.values import Infinite, Value, extreme

order, surprise, chance = reals("alpha t Q")
_ALPHA = (order > 1, surprise >= 0)


def _smaller_power(goal: Goal) -> Step:
    exponent = relate(-surprise * (order - 1) / order, "<=", ZERO)
    return Decided(goal, (OrderKept(Decided(Goal(_ALPHA, exponent)), sp.exp),))


_GUESSED = Domain(
    "every finite alphabet, prior with positive entries, posterior, alpha in [1, inf] and law Q",
    r"\forall P_X,P_{X|Y=y},\;\alpha\in[1,\infty],\;Q",
    Guessed,
    draw_guessed,
    tries=100,
)
_SPENT = Quantity[Guessed](
    "E[c_alpha(X,Q)]",
    r"E[c_\alpha(X,Q)]",
    lambda a: expected_loss(a.order, a.prior, a.guess),
)
_LEAST = Quantity[Guessed](
    "min_Q E[c_alpha(X,Q)]",
    r"\min_QE[c_\alpha(X,Q)]",
    lambda a: least_loss(a.order, a.prior),
)


def _saved(instance: Guessed) -> Value:
    """Return the log-ratio of the least losses before and after the outcome; 0/0 is 1."""
    before, after = (
        least_loss(instance.order, instance.prior),
        least_loss(instance.order, instance.posterior),
    )
    if isinstance(after, Fraction) and not after:
        return Infinite.PLUS if before else after
    return log(divide(before, after))


_SAVED = Quantity[Guessed](
    "log of min_Q E[c_alpha(X,Q)] over min_Q E[c_alpha(X,Q) | y]",
    r"\log\frac{\min_QE[c_\alpha(X,Q)]}{\min_{\hat Q}E[c_\alpha(X,\hat Q)\mid y]}",
    _saved,
)
_DIVERGENCE = Quantity[Guessed](
    "D_inf(P_X || P_X|Y=y)",
    r"D_\infty(P_X\,\|\,P_{X|Y=y})",
    lambda a: divergence(a.prior, a.posterior),
)

example_3 = Claim(
    "pmc.example-3",
    PAPER,
    "Ex. 3",
    says="adversaries minimising alpha-loss never gain more than PMC",
    statement=r"\log\frac{\inf_QE[c_\alpha(X,Q)]}{\inf_{\hat Q}E[c_\alpha(X,\hat Q)\mid Y=y]}"
    r"\le\Lambda(X\to y)",
    scope="every finite alphabet, prior, outcome and alpha in [1, inf]: the loss at Q(x) = e^-t is "
    "a cost, never negative, so Theorem 4 covers it (Q(x) = 0 is the limit t = inf; at alpha = 1 "
    "the uniform Q has the finite cost log |X|); functions of X by Remark 2",
    parts=(
        follows(
            "for 1 < alpha < inf the loss alpha/(alpha - 1) (1 - e^(-t (alpha - 1)/alpha)) is not "
            "negative",
            _ALPHA,
            relate(order / (order - 1) * (1 - sp.exp(-surprise * (order - 1) / order)), ">=", ZERO),
            _smaller_power,
        ),
        follows(
            "and at most alpha/(alpha - 1): a finite cost before y, so in the class of Def. 11",
            _ALPHA,
            relate(
                order / (order - 1) * (1 - sp.exp(-surprise * (order - 1) / order)),
                "<=",
                order / (order - 1),
            ),
        ),
        follows(
            "nor is log(1/Q) at alpha = 1",
            (chance > 0, chance <= 1),
            relate(sp.log(1 / chance), ">=", ZERO),
            compare_exponentials,
        ),
        follows(
            "nor is 1 - Q at alpha = inf", (chance > 0, chance <= 1), relate(1 - chance, ">=", ZERO)
        ),
        NO_MORE,
    ),
    asserts=(
        Assertion(_GUESSED, who.compared(_LEAST, "<=", _SPENT)),
        Assertion(_GUESSED, who.compared(_SAVED, "<=", _DIVERGENCE)),
    ),
    reductions=(COLUMN, CHOICE, FUNCTION),
)

# --- the two ends of the family -------------------------------------------------------------------

# s = (alpha - 1)/alpha goes from 0 (alpha = 1) to 1 (alpha = inf), 1/s = alpha/(alpha - 1)
exponent, level = reals("s C")
_LOSS = (1 - sp.exp(-surprise * exponent)) / exponent
_BETWEEN = (exponent > 0, relate(exponent, "<=", ONE), surprise >= 0)
_FAMILY = Domain(
    "every alpha > 1 and probability Q(x)", r"\forall\alpha>1,\;Q(x)\in[0,1]", Loss, draw_loss
)
_ALPHA_LOSS = Quantity[Loss]("c_alpha(x,Q)", r"c_\alpha(x,Q)", lambda a: loss(a.order, a.chance))
_LOG_LOSS = Quantity[Loss]("c_1(x,Q)", r"c_1(x,Q)", lambda a: loss(Fraction(1), a.chance))
_ZERO_ONE = Quantity[Loss]("c_inf(x,Q)", r"c_\infty(x,Q)", lambda a: loss(Infinite.PLUS, a.chance))


def _near_log(instance: Loss) -> Value:
    """Return c_alpha + t^2 (alpha - 1)/(2 alpha) with t = log(1/Q)."""
    surprisal = loss(Fraction(1), instance.chance)
    share = (instance.order - 1) / (2 * instance.order)
    return add(
        loss(instance.order, instance.chance), multiply(share, multiply(surprisal, surprisal))
    )


_UP_TO_LOG = Quantity[Loss](
    "c_alpha(x,Q) + (alpha - 1)/(2 alpha) log(1/Q)^2",
    r"c_\alpha(x,Q)+\tfrac{\alpha-1}{2\alpha}\log^2Q(x)",
    _near_log,
)
_UP_TO_ZERO_ONE = Quantity[Loss](
    "c_inf(x,Q) + (1 - Q)/(alpha - 1)",
    r"c_\infty(x,Q)+\tfrac{1-Q(x)}{\alpha-1}",
    lambda a: (1 - a.chance) + (1 - a.chance) / (a.order - 1),
)


def _below_parabola(goal: Goal) -> Step:
    """Prove e^-x <= 1 - x + x^2/2 for x >= 0 from its derivative, at x = t s."""
    x = reals("x")[0]
    slope = at(exp_above_tangent_everywhere(), t=-x)
    parabola = rises(1 - x + x**2 / 2 - sp.exp(-x), x, (), slope)
    return Decided(goal, (at(parabola, x=surprise * exponent),))


def _no_larger_power(goal: Goal) -> Step:
    """Prove e^(-st) <= 1, as s t >= 0."""
    return Decided(goal, (OrderKept(Decided(Goal(_BETWEEN, -surprise * exponent <= 0)), sp.exp),))


def _larger_power(goal: Goal) -> Step:
    """Prove Q <= Q^s for s <= 1, as t s <= t."""
    smaller = Decided(Goal(_BETWEEN, relate(-surprise, "<=", -surprise * exponent)))
    return Decided(goal, (OrderKept(smaller, sp.exp),))


def _above_zero_one(goal: Goal) -> Step:
    """Prove s (1 - e^-t) <= 1 - e^(-ts): the difference is convex in s and 0 at both ends."""
    gap = exponent * (1 - sp.exp(-surprise)) - (1 - sp.exp(-surprise * exponent))
    inside = (sp.Ge(exponent, ZERO, evaluate=False), sp.Le(exponent, ONE, evaluate=False))
    second = relate(sp.diff(gap, exponent, 2), ">=", ZERO)
    curvature = Decided(Goal((surprise >= 0, *inside), second))
    low, high = (
        Decided(Goal((surprise >= 0,), relate(gap.subs(exponent, end), "<=", ZERO)))
        for end in (ZERO, ONE)
    )
    return Decided(goal, (ConvexAtEnds(gap, exponent, ZERO, ONE, curvature, (low, high)),))


POWERS = PaperTheorem(
    "powers as exponentials",
    "with s = (alpha - 1)/alpha and t = log(1/Q(x)) the loss c_alpha(x, Q) is (1 - e^(-st))/s, c_1 "
    "is t and c_inf is 1 - e^(-t); at Q(x) = 0 the loss is 1/s",
    "Q^s = e^(-st), as Q = e^(-t); alpha > 1 gives an s in (0, 1).",
    bookkeeping=True,
)

interpolation = Claim(
    "pmc.example-3.interpolation",
    PAPER,
    "Ex. 3",
    says="the alpha-losses interpolate between the log-loss (alpha -> 1) and the 0-1 loss (alpha "
    "-> infinity)",
    statement=r"1-Q(x)\le c_\alpha(x,Q)\le\log\tfrac1{Q(x)},\qquad"
    r" c_\alpha\xrightarrow[\alpha\to1]{}c_1,\quad c_\alpha\xrightarrow[\alpha\to\infty]{}c_\infty",
    scope="every alpha > 1 and every Q(x) in [0, 1]: the loss lies between both ends and is within "
    "(alpha - 1)/(2 alpha) log(1/Q)^2 of the log-loss and within (1 - Q)/(alpha - 1) of 1 - Q(x), "
    "the 0-1 loss of a guess drawn from Q. s stands for (alpha - 1)/alpha and t for log(1/Q). At "
    "Q(x) = 0 the loss is alpha/(alpha - 1), which tends to infinity as alpha does to 1",
    reductions=(POWERS,),
    parts=(
        follows(
            "s = (alpha - 1)/alpha is in (0, 1), and 1/s = alpha/(alpha - 1)",
            (order > 1, relate(exponent, "==", (order - 1) / order)),
            relate((1 - exponent) / exponent, "==", 1 / (order - 1)),
        ),
        follows(
            "the loss is at most the log-loss t",
            _BETWEEN,
            relate(_LOSS, "<=", surprise),
            lambda goal: Decided(
                goal, (at(exp_above_tangent_everywhere(), t=-surprise * exponent),)
            ),
        ),
        follows(
            "and at least t - t^2 s/2, which tends to it as s does to 0",
            _BETWEEN,
            relate(_LOSS, ">=", surprise - surprise**2 * exponent / 2),
            _below_parabola,
        ),
        follows(
            "the loss is at least 1 - Q = 1 - e^-t",
            _BETWEEN,
            relate(_LOSS, ">=", 1 - sp.exp(-surprise)),
            _above_zero_one,
        ),
        follows(
            "and at most (1 - Q)/s, which tends to it as s does to 1",
            _BETWEEN,
            relate(_LOSS, "<=", (1 - sp.exp(-surprise)) / exponent),
            _larger_power,
        ),
        follows(
            "at Q = 0 the loss 1/s is above any level C for s < 1/C",
            (level > 0, exponent > 0, relate(exponent, "<", 1 / level)),
            relate(1 / exponent, ">", level),
        ),
    ),
    asserts=(
        Assertion(
            _FAMILY,
            (
                *who.compared(_ALPHA_LOSS, "<=", _LOG_LOSS),
                *who.compared(_LOG_LOSS, "<=", _UP_TO_LOG),
                *who.compared(_ALPHA_LOSS, ">=", _ZERO_ONE),
                *who.compared(_ALPHA_LOSS, "<=", _UP_TO_ZERO_ONE),
            ),
        ),
    ),
)

# --- the codomain ---------------------------------------------------------------------------------


def _draw_codomain(number: int, random: Random) -> Guessed:
    """Return a random instance, every other one with a secret that Q excludes."""
    instance = draw_guessed(number, random)
    if number // 6 % 2 or len(instance.prior) < 2:  # there are six orders
        return instance
    _, *others = instance.guess
    rest = sum(others, Fraction(0))
    return replace(instance, guess=(Fraction(0), *(q / rest for q in others)))


_CODOMAIN = Domain(
    "every finite alphabet, alpha in [1, inf] and law Q",
    r"\forall\alpha\in[1,\infty],\;Q",
    Guessed,
    _draw_codomain,
    tries=100,
    outside=whole_class,
)
_LARGEST = Quantity[Guessed](
    "max_x c_alpha(x,Q)",
    r"\max_xc_\alpha(x,Q)",
    lambda a: extreme((loss(a.order, q) for q in a.guess), largest=True),
)
_SMALLEST = Quantity[Guessed](
    "min_x c_alpha(x,Q)",
    r"\min_xc_\alpha(x,Q)",
    lambda a: extreme((loss(a.order, q) for q in a.guess), largest=False),
)
_ORDER = Quantity[Guessed]("alpha", r"\alpha", lambda a: a.order)
_RAREST = Quantity[Guessed]("min_x Q(x)", r"\min_xQ(x)", lambda a: min(a.guess))
_ONE = Quantity[Guessed]("1", "1", lambda _: Fraction(1))
_ZERO = Quantity[Guessed]("0", "0", lambda _: Fraction(0))
_INFINITY = Quantity[Guessed]("inf", r"\infty", lambda _: Infinite.PLUS)
_INTO = (
    *who.compared(_SMALLEST, ">=", _ZERO),
    *who.compared(_LARGEST, "<", _INFINITY),
)

codomain_repair = Claim(
    "pmc.example-3.codomain.repair",
    PAPER,
    "Ex. 3",
    says="c_alpha maps into [0, inf) where alpha is not 1, or no Q(x) is 0; at alpha = 1 and Q(x) "
    "= 0 it is infinite, so that it maps into [0, inf] for every alpha",
    scope="every finite alphabet, alpha in [1, inf] and law Q. t stands for log(1/Q(x)), s for "
    "(alpha - 1)/alpha; a finite bound shows that the loss is finite. At alpha = 1 and Q(x) = 0 "
    "the loss is log(1/0), read as infinite, the limit of log(1/q) from above",
    reductions=(POWERS,),
    parts=(
        follows(
            "for 1 < alpha < inf the loss (1 - e^(-st))/s is at least 0",
            _BETWEEN,
            relate(_LOSS, ">=", ZERO),
            _no_larger_power,
        ),
        follows("and at most 1/s, also at Q(x) = 0", _BETWEEN, relate(_LOSS, "<=", 1 / exponent)),
        follows(
            "at alpha = 1 the loss log(1/Q) is at least 0",
            (chance > 0, chance <= 1),
            relate(sp.log(1 / chance), ">=", ZERO),
            compare_exponentials,
        ),
        follows(
            "and at most 1/Q - 1, finite where Q(x) > 0",
            (chance > 0, chance <= 1),
            relate(sp.log(1 / chance), "<=", 1 / chance - 1),
            lambda goal: compare_exponentials(
                goal, (at(exp_above_tangent_everywhere(), t=1 / chance - 1),)
            ),
        ),
        follows(
            "at Q(x) = 0 it is infinite: log(1/q) is above any level C for q < e^-C",
            (chance > 0, relate(chance, "<", sp.exp(-level))),
            relate(sp.log(1 / chance), ">", level),
            compare_exponentials,
        ),
        *between(
            ("at alpha = inf the loss 1 - Q is at least 0", "and at most 1"),
            (chance >= 0, chance <= 1),
            1 - chance,
        ),
    ),
    asserts=(
        Assertion(_CODOMAIN, _INTO, who.compared(_ORDER, "!=", _ONE)),
        Assertion(_CODOMAIN, _INTO, who.compared(_RAREST, "!=", _ZERO)),
        Assertion(
            _CODOMAIN,
            who.compared(_LARGEST, "=", _INFINITY),
            (*who.compared(_ORDER, "=", _ONE), *who.compared(_RAREST, "=", _ZERO)),
        ),
    ),
)

codomain = Claim(
    "pmc.example-3.codomain",
    PAPER,
    "Ex. 3, definition of c_alpha",
    says="c_alpha maps X x Delta^(k-1) into R_+ = [0, inf) for every alpha in [1, inf]",
    scope="every finite alphabet, alpha in [1, inf] and law Q, of which Q(x) may be 0, as Delta is "
    "the set of all laws. At alpha = 1 and Q(x) = 0 the loss is log(1/0), which is no number of "
    "[0, inf). From k = 2 on there is such a Q. An author would answer that log(1/0) is infinite, "
    "as always, and that the costs of Def. 11 may be. That is the repair, and pmc.example-3 is "
    "read with it. The verdict stands, as Sec. II-A defines R_+ without infinity, beside the "
    "symbol for [0, inf] that was meant",
    asserts=(Assertion(_CODOMAIN, _INTO),),
    models=(
        Guessed(
            (Fraction(1, 2), Fraction(1, 2)),
            (Fraction(1, 2), Fraction(1, 2)),
            Fraction(1),
            (Fraction(1), Fraction(0)),
        ),
    ),
    repair=codomain_repair,
)
