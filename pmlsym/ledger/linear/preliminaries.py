"""Section II: the three forms of PML and its trivial bound, and the floor of a prior."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.symbols import PAPER, ZERO, averaged
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import divergence
from pmlsym.statements.instances.attack.loss import Densities, draw_densities, largest
from pmlsym.statements.values import Value

# --- eq. (2) -------------------------------------------------------------------------------------

p, posterior, f_x, f_y = reals("p p_y f_x f_y")
v, a, most = reals("v a M")
order, chance, level, top = reals("s pi l lambda")
_LIFTS = sp.And(v <= most, a >= 0, a <= 1)
_EVENTS = AnyLaw((v, a), _LIFTS, "X")
_LEVELS = relate(level, "<=", top)
_OUTCOMES = AnyLaw((level,), _LEVELS, "Y")


def _prove_events(goal: Goal) -> Step:
    return _EVENTS.averaged(relate(v * a, "<=", most * a))


def _prove_order_below(goal: Goal) -> Step:
    powers = _OUTCOMES.exponentials(relate(order * level, "<=", order * top), (order > 0,))
    mean = _OUTCOMES.mean(sp.exp(order * level))
    positive = _OUTCOMES.averaged(relate(sp.exp(order * level), ">", ZERO))
    log = compare_exponentials(
        Goal((order > 0,), relate(sp.log(mean), "<=", order * top)), (powers, positive)
    )
    return Decided(goal, (positive, log))


_REST = Mean(sp.exp(order * level), (level,), sp.true, "R")
_SPLIT = chance * sp.exp(order * top) + (1 - chance) * _REST
_ORDER_ABOVE = Goal(
    (order > 0, chance > 0, chance <= 1),
    relate(sp.log(_SPLIT) / order, ">=", top + sp.log(chance) / order),
)


def _prove_order_above(goal: Goal) -> Step:
    positive = averaged((), relate(sp.exp(order * level), ">", ZERO), (level,), sp.true, "R")
    log = compare_exponentials(
        Goal(
            (order > 0, chance > 0, chance <= 1),
            relate(sp.log(_SPLIT), ">=", order * top + sp.log(chance)),
        ),
        (positive,),
    )
    return Decided(goal, (positive, log))


def _pairs(instance: Densities) -> list[tuple[Fraction, Fraction]]:
    """Return the posterior and the prior probability of every secret."""
    return list(zip(instance.attack.posterior, instance.attack.prior, strict=True))


def _factor(s: int) -> tuple[str, str]:
    """Return a factor in front of a quantity, in words and in LaTeX: none for 1."""
    return ("", "") if s == 1 else (f"{s} ", rf"{s}\,")


def _renyi(s: int) -> Quantity[Densities]:
    """Return s times the divergence of order 1 + s: log sum_x P(x|y) (P(x|y)/P(x))^s."""
    times, factor = _factor(s)
    return Quantity(
        f"{times}D_{1 + s}",
        rf"{factor}D_{{{1 + s}}}(P_{{X|Y=y}}\|P_X)",
        lambda instance: log(
            sum((after * (after / p) ** s for after, p in _pairs(instance)), Fraction(0))
        ),
    )


def _times(s: int) -> Quantity[Densities]:
    """Return s times the largest log-lift."""
    times, factor = _factor(s)
    return Quantity(
        f"{times}l", rf"{factor}\ell", lambda instance: multiply(Fraction(s), _RATIO.of(instance))
    )


def _scaled_log_lift(s: int) -> Quantity[Densities]:
    """Return s times the largest log-lift plus log(pi), pi the posterior of a secret with it."""

    def measured(instance: Densities) -> Value:
        most = max(after / p for after, p in _pairs(instance))
        chance = max(after for after, p in _pairs(instance) if after / p == most)
        return add(multiply(Fraction(s), log(most)), log(chance))

    times, factor = _factor(s)
    return Quantity(f"{times}l + log(P(x*|y))", rf"{factor}\ell+\log P_{{X|Y=y}}(x^*)", measured)


MECHANISMS = Domain(
    "every finite alphabet of secrets, prior with positive entries, mechanism, outcome y with "
    "f(y) > 0, and measure of the outcomes with respect to which there are densities f",
    r"\forall P_X,P_{Y|X},y,\lambda",
    Densities,
    draw_densities,
    tries=120,
)
_EVENT = Quantity[Densities](
    "sup_A log P(A|y)/P(A)",
    r"\sup_A\log\frac{P(A\mid y)}{P(A)}",
    lambda instance: divergence(instance.attack.posterior, instance.attack.prior),
)
_RATIO = Quantity[Densities](
    "log max_x P(x|y)/P(x)",
    r"\log\max_x\frac{P_{X|Y=y}(x)}{P_X(x)}",
    lambda instance: largest(instance.attack.posterior, instance.attack.prior),
)
_LIFT = Quantity[Densities](
    "log max_x f(y|x)/f(y)",
    r"\log\max_x\frac{f_{Y|X=x}(y)}{f_Y(y)}",
    lambda instance: largest(
        instance.likelihood_density, (instance.outcome_density,) * len(instance.attack.prior)
    ),
)
AGREE = Assertion(MECHANISMS, (Compared(_EVENT, "=", _RATIO), Compared(_RATIO, "=", _LIFT)))
ORDERS = Assertion(
    replace(
        MECHANISMS,
        words=f"{MECHANISMS.words}, with l the largest log P(x|y)/P(x), x* the likeliest secret "
        "that has it, and D_s the Renyi divergence of order s of the posterior from the prior",
        latex=rf"{MECHANISMS.latex},\ x^*\text{{ the likeliest of lift }}e^{{\ell}}",
    ),
    tuple(
        condition
        for s in (1, 8)
        for condition in (
            Compared(_renyi(s), "<=", _times(s)),
            Compared(_renyi(s), ">=", _scaled_log_lift(s)),
        )
    ),
)

_OF_EQ_2 = beside(
    follows(
        "both products are the joint density, P(x|y) f(y) = P(x) f(y|x): so posterior over "
        "prior is the lift",
        (p > 0, f_y > 0, relate(posterior * f_y, "==", p * f_x)),
        relate(posterior / p, "==", f_x / f_y),
    ),
    follows(
        "no event gains more than the largest lift M: P(A|y) = E[v 1_A] <= M P(A), so the "
        "supremum over events is the maximum over single secrets",
        (),
        relate(_EVENTS.mean(v * a), "<=", most * _EVENTS.mean(a)),
        _prove_events,
    ),
    follows(
        "order 1 + s: log E[e^(s l) | y]/s is at most the largest log-lift",
        (order > 0,),
        relate(sp.log(_OUTCOMES.mean(sp.exp(order * level))) / order, "<=", top),
        _prove_order_below,
    ),
    Part(
        "and at least that plus log(pi)/s, pi the posterior of the secret that has it: the "
        "limit s -> infinity is the largest log-lift",
        _ORDER_ABOVE,
        _prove_order_above,
    ),
    asserts=(AGREE, ORDERS),
    reductions=(SUM,),
)

eq_2 = Claim(
    "linear.eq-2",
    PAPER,
    "eq. (2)",
    says="the three forms of PML agree on finite alphabets: Renyi divergence of order infinity, "
    "largest posterior/prior, largest f(y|x)/f(y); each is the supremum over gains of Def. 1",
    scope="every mechanism on a finite X with full support, read at one outcome with f(y) > 0: of "
    "densities with respect to any measure only their values there matter, and they are read with "
    "finitely many outcomes of any weight; the outcomes of the paper are points of a Euclidean "
    "space. D_inf is the supremum over events; the divergences of order 1 + s lie between two "
    "bounds that meet at it as s grows (s = 1 and 8 are read). Def. 1 itself is compared for "
    "finitely many guesses and outcomes: no gain is above D_inf, and one reaches it",
    **stated(
        "gain G: gain(G) <= pml(X->y)",
        "gain S = 1 at x of most lift: gain(S) = pml(X->y)",
        beside=(_OF_EQ_2,),
    ),
)

# --- Remark 1 ------------------------------------------------------------------------------------

remark_1 = Claim(
    "linear.remark-1",
    PAPER,
    "Remark 1",
    says="PML is at most log(1/min P_X) for every mechanism",
    scope="every finite X of at least two secrets and every mechanism with finitely many outcomes, "
    "noise or none. The paper's outcomes have densities: there the bound is the same inequality "
    "between P(x|y) <= 1 and P(x), by eq. (2), which this statement in the language leaves out",
    **stated("pml(X->y) <= log(1/pmin)"),
)

# --- Q_alpha -------------------------------------------------------------------------------------

q_alpha = Claim(
    "linear.q-alpha",
    PAPER,
    "Sec. III-A",
    says="a prior in Q_alpha gives every class at most 1 - (k-1) alpha",
    statement=r"P_X\in\mathcal Q_\alpha\Rightarrow\max_jP_X(j)\le1-(k-1)\alpha",
    scope="every k >= 2 and alpha in (0, 1/k], all that the paper covers but a single class; X "
    "is a record, its values the k = n classes, and a prior in Q_alpha gives each at least alpha",
    **stated("pmin >= alpha => pmax <= 1 - (n - 1)*alpha"),
)
