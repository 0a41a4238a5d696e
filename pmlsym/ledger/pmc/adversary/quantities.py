"""What adversaries gain by an outcome, or on average, from the definitions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from pmlsym.statements.arithmetic import exp, log, minus
from pmlsym.statements.assertion import Compared, Quantity, Worlds
from pmlsym.statements.text.vocabulary import Comparison
from pmlsym.statements.values import Value, extreme
from pmlsym.statements.worlds.attack import adversary as of
from pmlsym.statements.worlds.attack.adversary import Adversary
from pmlsym.statements.worlds.attack.attacks import draw
from pmlsym.statements.worlds.rationals import Row, Table

W = TypeVar("W")

# --- worlds ---------------------------------------------------------------------------------------

_MECHANISM = "every finite alphabet of at least two secrets, prior with positive entries, kernel"
_TRIES = 100  # several sentences a claim


def _attacks(words: str, latex: str) -> Worlds[Adversary]:
    return Worlds(words, rf"\forall P_X,P_{{Y|X}}{latex}", Adversary, draw, _TRIES)


CHANNELS = _attacks(f"{_MECHANISM} and possible outcome y", ",y")
FUNCTIONS = _attacks(
    f"{_MECHANISM}, possible outcome y and randomized function U of X (U - X - Y)", r",y,P_{U|X}"
)
COSTS = _attacks(f"{_MECHANISM}, possible outcome y and cost c(x, w) >= 0", r",y,\;c\ge0")
# of what is averaged over the outcomes, or the worst of them
MECHANISMS = _attacks(f"{_MECHANISM} with its outcomes Y", "")
FUNCTIONS_OVER_Y = _attacks(f"{_MECHANISM} and randomized function U of X (U - X - Y)", ",P_{U|X}")
COSTS_OVER_Y = _attacks(
    f"{_MECHANISM}, randomized function U of X (U - X - Y) and cost c(u, w) >= 0",
    r",P_{U|X},\;c\ge0",
)
SOME = Worlds("a finite alphabet, a prior and a kernel", "P_X,P_{Y|X}", Adversary, draw, _TRIES)

# --- at an outcome --------------------------------------------------------------------------------


def told(world: Adversary, function: Table) -> tuple[Row, Row]:
    """Return the laws of a function of X before and after the outcome."""
    return of.pushed(world.prior, function), of.pushed(world.posterior, function)


def wrong_guesses(world: Adversary, function: Table) -> Value:
    """Return Lambda_U: log of the least chances of a wrong guess before and after."""
    before, after = told(world, function)
    return of.log_ratio(of.wrong(before), of.wrong(after))


def saved(world: Adversary, cost: Table) -> Value:
    """Return Lambda_c: log of the least mean costs before and after."""
    return of.log_ratio(of.least(world.prior, cost), of.least(world.posterior, cost))


def worked(world: Adversary, function: Table) -> Value:
    """Return log of the least mean numbers of guesses of U before and after."""
    before, after = told(world, function)
    return of.log_ratio(of.guesses(of.singly(before)), of.guesses(of.singly(after)))


def _indicator(world: Adversary) -> Table:
    """Return the cost 1[x = x*] of a single choice, x* the secret that becomes rarest."""
    rarest = of.one_secret(world.prior, world.posterior, rarer=True)
    return of.indicator(len(world.prior), rarest)


PMC_DIVERGENCE = Quantity[Adversary](
    "D_inf(P_X || P_X|Y=y)",
    r"D_\infty(P_X\,\|\,P_{X|Y=y})",
    lambda a: of.divergence(a.prior, a.posterior),
)

LAMBDA_U = Quantity[Adversary](
    "Lambda_U(X->y)", r"\Lambda_U(X\to y)", lambda a: wrong_guesses(a, a.function)
)
LAMBDA_C = Quantity[Adversary](
    "Lambda_c(X->y)", r"\Lambda_c(X\to y)", lambda a: saved(a, a.own_payoff)
)
LAMBDA_INDICATOR = Quantity[Adversary](
    "Lambda_c*(X->y) of c* = 1[x = x*], x* of smallest lift",
    r"\Lambda_{c^*}(X\to y)",
    lambda a: saved(a, _indicator(a)),
)
COST_OF_U = Quantity[Adversary](
    "Lambda_c(X->y) of c(x, u) = 1 - P(u|x)",
    r"\Lambda_{c_U}(X\to y)",
    lambda a: saved(a, of.wrong_cost(a.function)),
)
U_OF_COST = Quantity[Adversary](
    "Lambda_U(X->y) of a binary U made from c",
    r"\Lambda_{U_c}(X\to y)",
    lambda a: wrong_guesses(a, of.function_of_cost(a.prior, a.posterior, a.own_payoff)),
)
GUESSWORK = Quantity[Adversary](
    "log of min_G E[G(U)] over min_G E[G(U) | y]",
    r"\log\frac{\min_GE[G(U)]}{\min_{\hat G}E[\hat G(U)\mid y]}",
    lambda a: worked(a, a.function),
)

# --- over the outcomes ----------------------------------------------------------------------------


def averaged(world: Adversary, before: Fraction, after: Callable[[Row], Fraction]) -> Value:
    """Return log of a number before over its mean over the outcomes after."""
    later = sum((world.marginal[y] * after(world.after(y)) for y in world.possible), Fraction(0))
    return of.log_ratio(before, later)


def _mean_saved(world: Adversary, function: Table, cost: Table) -> Value:
    return averaged(
        world,
        of.least(of.pushed(world.prior, function), cost),
        lambda law: of.least(of.pushed(law, function), cost),
    )


def _identity(world: Adversary) -> Table:
    size = len(world.prior)
    return tuple(tuple(Fraction(x == u) for u in range(size)) for x in range(size))


def _mean_worked(world: Adversary) -> Value:
    def number(law: Row) -> Fraction:
        return of.guesses(of.singly(of.pushed(law, world.function)))

    return averaged(world, number(world.prior), number)


def _over_outcomes(world: Adversary, function: Table) -> Value:
    """Return -log E[e^-D_inf(P_U || P_U|Y)]."""
    before = of.pushed(world.prior, function)
    possible = tuple(p > 0 for p in before)
    total = Fraction(0)
    for y in world.possible:
        after = of.pushed(world.after(y), function)
        kept = [
            tuple(p for p, here in zip(law, possible, strict=True) if here)
            for law in (before, after)
        ]
        saving = exp(minus(of.divergence(kept[0], kept[1])))
        assert isinstance(saving, Fraction)
        total += world.marginal[y] * saving
    return minus(log(total))


MEAN_SAVED = Quantity[Adversary](
    "log of min_w E[c(U,w)] over E[min_w E[c(U,w) | Y]]",
    r"\log\frac{\inf_wE[c(U,w)]}{\inf_{\hat w(\cdot)}E[c(U,\hat w(Y))]}",
    lambda a: _mean_saved(a, a.function, a.payoff),
)
MEAN_SAVED_OWN = Quantity[Adversary](
    "log of min_w E[c*(X,w)] over E[min_w E[c*(X,w) | Y]] for c*(x, w) = 1[x = w]/P(x)",
    r"\log\frac{\inf_wE[c^*(X,w)]}{\inf_{\hat w(\cdot)}E[c^*(X,\hat w(Y))]}",
    lambda a: _mean_saved(a, _identity(a), of.own_share(a.prior)),
)
MAXIMAL_COST = Quantity[Adversary](
    "-log sum_y min_x P(y|x)",
    r"-\log\sum_y\min_xP(y\mid x)",
    lambda a: minus(log(sum((min(column) for column in zip(*a.kernel, strict=True)), Fraction(0)))),
)
MEAN_GUESSWORK = Quantity[Adversary](
    "log of min_G E[G(U)] over E[min_G E[G(U) | Y]]",
    r"\log\frac{\min_GE[G(U)]}{E[\min_{G}E[G(U)\mid Y]]}",
    _mean_worked,
)
OUTCOME_MEAN_U = Quantity[Adversary](
    "-log E[exp(-PMC(U->Y))]",
    r"-\log E[e^{-\Lambda(U\to Y)}]",
    lambda a: _over_outcomes(a, a.function),
)
OUTCOME_MEAN_X = Quantity[Adversary](
    "-log E[exp(-PMC(X->Y))]",
    r"-\log E[e^{-\Lambda(X\to Y)}]",
    lambda a: _over_outcomes(a, _identity(a)),
)


def _realized(world: Adversary, law_of: Callable[[Row], Row], cost: Table) -> Value:
    later = min(of.least(law_of(world.after(y)), cost) for y in world.possible)
    return of.log_ratio(of.least(law_of(world.prior), cost), later)


def _worst(world: Adversary) -> Adversary:
    """Return the world at the outcome of largest D_inf(P_X || P_X|Y=y)."""
    lift = {
        y: min(q / p for p, q in zip(world.prior, world.after(y), strict=True))
        for y in world.possible
    }
    y = min(lift, key=lambda y: lift[y])
    return Adversary(world.prior, world.kernel, y, world.function, world.payoff, world.guess)


REALIZED = Quantity[Adversary](
    "log of min_w E[c(U,w)] over min_y min_w E[c(U,w) | Y=y]",
    r"\log\frac{\inf_wE[c(U,w)]}{\min_y\inf_{\hat w}E[c(U,\hat w)\mid Y=y]}",
    lambda a: _realized(a, a.of_function, a.payoff),
)
REALIZED_INDICATOR = Quantity[Adversary](
    "log of E[c*(X)] over min_y E[c*(X) | Y=y] for c* = 1[x = x*]",
    r"\log\frac{E[c^*(X)]}{\min_yE[c^*(X)\mid Y=y]}",
    lambda a: _realized(a, lambda law: law, _indicator(_worst(a))),
)
PRODUCT_DIVERGENCE = Quantity[Adversary](
    "D_inf(P_X x P_Y || P_XY)",
    r"D_\infty(P_X\times P_Y\,\|\,P_{XY})",
    lambda a: extreme(
        [
            of.log_ratio(p * a.marginal[y], p * row[y])
            for y in a.possible
            for p, row in zip(a.prior, a.kernel, strict=True)
        ],
        largest=True,
    ),
)
WORST_DIVERGENCE = Quantity[Adversary](
    "max_y D_inf(P_X || P_X|Y=y)",
    r"\max_yD_\infty(P_X\,\|\,P_{X|Y=y})",
    lambda a: extreme([of.divergence(a.prior, a.after(y)) for y in a.possible], largest=True),
)


def compared(left: Quantity[W], sign: Comparison, right: Quantity[W]) -> tuple[Compared[W]]:
    """Return a conclusion of one comparison."""
    return (Compared(left, sign, right),)
