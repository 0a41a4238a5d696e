"""Section II: the three forms of PML and its trivial bound; what the floor says of a prior."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.readings import (
    of,
)
from pmlsym.ledger.linear.symbols import (
    PAPER,
    ZERO,
    averaged,
)
from pmlsym.ledger.linear.worlds import RELEASES
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import follows
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, divide, log, mean, multiply, power
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.values import Value, extreme
from pmlsym.statements.worlds.released.release import Release

# --- eq. (2) -------------------------------------------------------------------------------------

p, posterior, f_x, f_y = reals("p p_y f_x f_y")
v, a, most = reals("v a M")
order, chance, level, top = reals("s pi l lambda")
_LIFTS = sp.And(v <= most, a >= 0, a <= 1)
_EVENTS = Law((v, a), _LIFTS, "X")
_LEVELS = relate(level, "<=", top)
_OUTCOMES = Law((level,), _LEVELS, "Y")


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


def _over_events(world: Release) -> Value:
    """Return sup over events A of log P(D_i in A | y)/P(D_i in A)."""
    pairs = list(zip(world.posterior, world.priors[world.record], strict=True))
    events = [e for e in product((0, 1), repeat=len(pairs)) if any(e)]
    ratios = []
    for event in events:
        within = [pair for pair, chosen in zip(pairs, event, strict=True) if chosen]
        after, before = (mean((Fraction(1), x) for x in side) for side in zip(*within, strict=True))
        ratios.append(divide(after, before))
    return log(extreme(ratios, largest=True))


def _over_classes(world: Release) -> Value:
    """Return log max P(D_i = j | y)/P(D_i = j)."""
    pairs = zip(world.posterior, world.priors[world.record], strict=True)
    return log(extreme((divide(after, before) for after, before in pairs), largest=True))


def _factor(s: int) -> tuple[str, str]:
    """Return a factor in front of a quantity, in words and in LaTeX: none for 1."""
    return ("", "") if s == 1 else (f"{s} ", rf"{s}\,")


def _renyi(s: int) -> Quantity[Release]:
    """Return s times the divergence of order 1 + s: log sum_j P(j|y) (P(j|y)/P(j))^s."""

    def measured(world: Release) -> Value:
        pairs = zip(world.posterior, world.priors[world.record], strict=True)
        terms = [multiply(after, power(divide(after, p), Fraction(s))) for after, p in pairs]
        return log(mean((Fraction(1), x) for x in terms))

    times, factor = _factor(s)
    return of(f"{times}D_{1 + s}", rf"{factor}D_{{{1 + s}}}(P_{{D_i|y}}\|P_{{D_i}})", measured)


def _times(s: int) -> Quantity[Release]:
    """Return s times the largest log-lift."""
    times, factor = _factor(s)
    return of(f"{times}l", rf"{factor}\ell", lambda world: multiply(Fraction(s), world.pml))


def _nearly(s: int) -> Quantity[Release]:
    """Return s times the largest log-lift plus log(pi), pi the posterior of a class with it."""

    def measured(world: Release) -> Value:
        chances = [
            chance
            for chance, lift in zip(world.posterior, world.lifts, strict=True)
            if log(lift) == world.pml
        ]
        return add(multiply(Fraction(s), world.pml), log(extreme(chances, largest=True)))

    times, factor = _factor(s)
    return of(
        f"{times}l + log(P(x*|y))",
        rf"{factor}\ell+\log P_{{D_i|y}}(x^*)",
        measured,
    )


_EVENT = of("sup_A log P(A|y)/P(A)", r"\sup_A\log\frac{P(A\mid y)}{P(A)}", _over_events)
_RATIO = of("log max_x P(x|y)/P(x)", r"\log\max_x\frac{P_{X|Y=y}(x)}{P_X(x)}", _over_classes)
_LIFT = of(
    "log max_x f(y|x)/f(y)", r"\log\max_x\frac{f_{Y|X=x}(y)}{f_Y(y)}", lambda world: world.pml
)
AGREE = Assertion(
    replace(RELEASES, tries=100), (Compared(_EVENT, "=", _RATIO), Compared(_RATIO, "=", _LIFT))
)
ORDERS = Assertion(
    replace(
        RELEASES,
        words=f"{RELEASES.words}, with l the PML at y, x* the likeliest class of lift e^l, and D_s "
        "the Renyi divergence of order s of the posterior of D_i from its prior",
        latex=rf"{RELEASES.latex},\ x^*\text{{ the likeliest class of lift }}e^{{\ell}}",
        tries=100,
    ),
    tuple(
        condition
        for s in (1, 8)
        for condition in (
            Compared(_renyi(s), "<=", _times(s)),
            Compared(_renyi(s), ">=", _nearly(s)),
        )
    ),
)

eq_2 = Claim(
    "linear.eq-2",
    PAPER,
    "eq. (2)",
    says="the three forms of PML agree on finite alphabets: Renyi divergence of order infinity, "
    "largest posterior/prior, largest f(y|x)/f(y)",
    scope="every finite X with full support and every y with f(y) > 0; read with X = D_i, one "
    "record of a release. D_inf is the supremum over events; the divergences of order 1 + s lie "
    "between two bounds that meet at it as s grows (s = 1 and 8 are read)",
    asserts=(AGREE, ORDERS),
    reductions=(SUM,),
    parts=(
        follows(
            "both products are the joint density, P(x|y) f(y) = P(x) f(y|x): so posterior over "
            "prior is the lift",
            (p > 0, f_y > 0, relate(posterior * f_y, "==", p * f_x)),
            relate(posterior / p, "==", f_x / f_y),
        ),
        follows(
            "no event gains more than the largest lift M: P(A|y) = E[v 1_A] <= M P(A), so the "
            "supremum over events is the maximum over single classes",
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
            "and at least that plus log(pi)/s, pi the posterior of the class that has it: the "
            "limit s -> infinity is the largest log-lift",
            _ORDER_ABOVE,
            _prove_order_above,
        ),
    ),
)

# --- Remark 1 ------------------------------------------------------------------------------------

remark_1 = Claim(
    "linear.remark-1",
    PAPER,
    "Remark 1",
    says="PML is at most log(1/min P_X) for every mechanism",
    scope="every finite X, every mechanism and outcome, with or without noise",
    **stated("pml(X->y) <= log(1/pmin)"),
)

# --- Q_alpha -------------------------------------------------------------------------------------

q_alpha = Claim(
    "linear.q-alpha",
    PAPER,
    "Sec. III-A",
    says="a prior in Q_alpha gives every class at most 1 - (k-1) alpha",
    statement=r"P_X\in\mathcal Q_\alpha\Rightarrow\max_jP_X(j)\le1-(k-1)\alpha",
    scope="every k >= 2 and alpha in (0, 1/k]; X is a record, its values the k = n classes, and a "
    "prior in Q_alpha gives each at least alpha",
    **stated("pmin >= alpha => pmax <= 1 - (n - 1)*alpha"),
)
