"""The gain of an adversary by an outcome, or on average, from the definitions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.assertion import Compared, Domain, Quantity
from pmlsym.statements.instances.attack import adversary as of
from pmlsym.statements.instances.attack.adversary import Adversary
from pmlsym.statements.instances.attack.attacks import draw
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.model import Model
from pmlsym.statements.text.vocabulary import Comparison
from pmlsym.statements.values import Value

W = TypeVar("W")

# --- instances ------------------------------------------------------------------------------------

_MECHANISM = "every finite alphabet of at least two secrets, prior with positive entries, kernel"
_TRIES = 100  # a claim has several statements


def _certain(instance: Adversary) -> str:
    """Return why the prior is degenerate, with one secret; empty if it is not."""
    return "" if len(instance.prior) > 1 else "There is one secret alone."


def _attacks(words: str, latex: str) -> Domain[Adversary]:
    return Domain(
        words, rf"\forall P_X,P_{{Y|X}}{latex}", Adversary, draw, _TRIES, outside=_certain
    )


def _indicators(model: Model) -> list[tuple[str, Adversary]]:
    """Return the attacks on a mechanism with a cost 1[x = s]: one of these costs saves most.

    The mean of a cost c(x, w) over P(x) is at most max_x P(x)/P(x|y) times that over P(x|y).
    """
    size = len(model.prior)
    laws_of_function = tuple(tuple(Fraction(x == u) for u in range(size)) for x in range(size))
    attacks = [
        (y, secret, Adversary(model.prior, model.kernel, y, laws_of_function, cost, (Fraction(1),)))
        for y, column in enumerate(zip(*model.kernel, strict=True))
        if any(column)
        for secret, cost in enumerate(of.indicator(size, x) for x in range(size))
    ]
    return [(f"at y = {y}, c(x, w) = 1[x = {secret}]", attack) for y, secret, attack in attacks]


def _outcomes(model: Model) -> list[tuple[str, Adversary]]:
    """Return an attack at each possible outcome of a mechanism; its cost does not matter."""
    return [
        (f"at y = {attack.outcome}", attack)
        for _, attack in _indicators(model)[:: len(model.prior)]
    ]


CHANNELS = replace(_attacks(f"{_MECHANISM} and possible outcome y", ",y"), on=_outcomes)
FUNCTIONS = _attacks(
    f"{_MECHANISM}, possible outcome y and randomized function U of X (U - X - Y)", r",y,P_{U|X}"
)
COSTS = _attacks(f"{_MECHANISM}, possible outcome y and cost c(x, w) >= 0", r",y,\;c\ge0")
LARGEST_COSTS = replace(COSTS, on=_indicators)  # for an upper bound of what a cost saves
FUNCTIONS_OVER_Y = _attacks(f"{_MECHANISM} and randomized function U of X (U - X - Y)", ",P_{U|X}")
SOME = Domain(
    "a finite alphabet, a prior and a kernel",
    "P_X,P_{Y|X}",
    Adversary,
    draw,
    _TRIES,
    outside=_certain,
    on=_outcomes,
)

# --- at an outcome --------------------------------------------------------------------------------


def laws_of_function(instance: Adversary, function: Table) -> tuple[Row, Row]:
    """Return the laws of a function of X before and after the outcome."""
    return of.pushed(instance.prior, function), of.pushed(instance.posterior, function)


def wrong_guesses(instance: Adversary, function: Table) -> Value:
    """Return Lambda_U, the log-ratio of the least error probabilities before and after."""
    before, after = laws_of_function(instance, function)
    return of.log_ratio(of.wrong(before), of.wrong(after))


def saved(instance: Adversary, cost: Table) -> Value:
    """Return Lambda_c, the log-ratio of the least mean costs before and after."""
    return of.log_ratio(of.least(instance.prior, cost), of.least(instance.posterior, cost))


def _indicator(instance: Adversary) -> Table:
    """Return the cost 1[x = x*] with a single choice, x* the secret of the smallest lift."""
    rarest = of.one_secret(instance.prior, instance.posterior, rarer=True)
    return of.indicator(len(instance.prior), rarest)


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

# --- over the outcomes ----------------------------------------------------------------------------


def _mean_worked(instance: Adversary) -> Value:
    def number(law: Row) -> Fraction:
        return of.guesses(of.singly(of.pushed(law, instance.function)))

    after = sum(
        (instance.marginal[y] * number(instance.after(y)) for y in instance.possible), Fraction(0)
    )
    return of.log_ratio(number(instance.prior), after)


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


def compared(left: Quantity[W], sign: Comparison, right: Quantity[W]) -> tuple[Compared[W]]:
    """Return a conclusion that consists of one comparison."""
    return (Compared(left, sign, right),)
