"""The statements of Ex. 7 and Sec. VI, on real secrets in Gaussian noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from pmlsym.formulas.noise import better_upper, from_end, published_upper
from pmlsym.statements.arithmetic import exp, log, mean, multiply
from pmlsym.statements.assertion import (
    Assertion,
    Compared,
    Domain,
    Enclosed,
    Property,
    Quantity,
    whole_class,
)
from pmlsym.statements.instances.noise.gaussian import (
    InGaussian,
    NormalInGaussian,
    draw_gaussian,
    draw_normal,
)
from pmlsym.statements.instances.noise.tails import Between, Tail, draw_tail
from pmlsym.statements.values import ZERO, Infinite, Value

_ONE = Fraction(1)

GAUSSIAN = Domain(
    "every zero-mean X with |X| <= A, A > 0, every sigma > 0 and every outcome y",
    r"\forall X\in[-A,A],\ \mathbb E X=0,\ \sigma>0,\ y\in\mathbb R",
    InGaussian,
    draw_gaussian,
    outside=whole_class,
)
TAILS = Domain(
    "every zero-mean X with |X| <= A, A^2 = r sigma^2 > 0, and every real t",
    r"\forall X\in[-A,A],\ \mathbb E X=0,\ A^2=r\sigma^2>0,\ t\in\mathbb R",
    Tail,
    draw_tail,
    outside=whole_class,
)
NORMAL = Domain(
    "every n, independent normal records, normal noise on their mean and every outcome y",
    r"\forall n,\ X_1,\dots,X_n\sim\mathcal N(\mu,s^2),\ \sigma>0,\ y\in\mathbb R",
    NormalInGaussian,
    draw_normal,
    outside=whole_class,
)


def _in_noise(
    text: str, latex: str, of: Callable[[InGaussian], Fraction | object]
) -> Quantity[InGaussian]:
    """Return a quantity, `of` times 2q = 1/sigma^2; the library's formulas are for sigma = 1."""
    return Quantity(
        text, latex, lambda instance: multiply(2 * cast(Fraction, of(instance)), instance.precision)
    )


# --- (17) -----------------------------------------------------------------------------------------

PMC = Quantity[InGaussian]("PMC(X->y)", r"\Lambda(X\to y)", lambda instance: instance.pmc())
BOTH_ENDS = Property[InGaussian](
    "-A and A are both ends of the support",
    r"\operatorname{ess\,inf}X=-A,\ \operatorname{ess\,sup}X=A",
    lambda instance: instance.reaches_ends,
)
LINE = _in_noise(
    "A|y|/sigma^2", r"\frac{A\lvert y\rvert}{\sigma^2}", lambda w: w.bound * abs(w.outcome)
)
UPPER = _in_noise(
    "A(A + 4|y|)/(2 sigma^2)",
    r"\frac{A(A+4\lvert y\rvert)}{2\sigma^2}",
    lambda w: published_upper(w.bound, abs(w.outcome), _ONE),
)
SQUARE = _in_noise(
    "(A + |y|)^2/(2 sigma^2)",
    r"\frac{(A+\lvert y\rvert)^2}{2\sigma^2}",
    lambda w: better_upper(w.bound, abs(w.outcome), _ONE),
)
FROM_ENDS = _in_noise(
    "max{a(2y + a - b), b(b - a - 2y)}/(2 sigma^2) (-a and b are the ends of the support of X)",
    r"\frac{\max\{a(2y+a-b),\,b(b-a-2y)\}}{2\sigma^2}"
    r"\Big|_{-a=\operatorname{ess\,inf}X,\ b=\operatorname{ess\,sup}X}",
    lambda w: max(
        cast(Fraction, from_end(-w.low, w.high, w.outcome, _ONE)),
        cast(Fraction, from_end(w.high, -w.low, -w.outcome, _ONE)),
    ),
)
_BELOW, _ABOVE = Compared(LINE, "<=", PMC), Compared(PMC, "<=", UPPER)
BOUNDS = Assertion(GAUSSIAN, (_BELOW, _ABOVE))
BOUNDS_REPAIRED = (
    Assertion(GAUSSIAN, (_BELOW, _ABOVE), (BOTH_ENDS,)),
    Assertion(GAUSSIAN, (_ABOVE, Compared(PMC, "<=", SQUARE), Compared(FROM_ENDS, "<=", PMC))),
)

# --- before (15) and (16) -------------------------------------------------------------------------


def _with_cumulant(half_slopes: int, squares: int) -> Callable[[InGaussian], Value]:
    """Return A|y|/sigma^2 + A^2/(2 sigma^2) + K(y/sigma^2), as one logarithm."""

    def of(instance: InGaussian) -> Value:
        size = half_slopes * instance.bound * abs(instance.outcome) + squares * instance.bound**2
        return log(
            mean(
                (chance, exp(multiply(size + 2 * value * instance.outcome, instance.precision)))
                for value, chance in instance.atoms
            )
        )

    return of


MOMENT_BELOW = Quantity[InGaussian](
    "A|y|/sigma^2 + K(y/sigma^2)",
    r"\frac{A\lvert y\rvert}{\sigma^2}+K\bigl(\tfrac y{\sigma^2}\bigr)",
    _with_cumulant(2, 0),
)
MOMENT_ABOVE = Quantity[InGaussian](
    "A(A + 2|y|)/(2 sigma^2) + K(y/sigma^2)",
    r"\frac{A(A+2\lvert y\rvert)}{2\sigma^2}+K\bigl(\tfrac y{\sigma^2}\bigr)",
    _with_cumulant(2, 1),
)
_MOMENTS = Compared(MOMENT_BELOW, "<=", PMC), Compared(PMC, "<=", MOMENT_ABOVE)
MOMENTS = Assertion(GAUSSIAN, _MOMENTS)
MOMENTS_REPAIRED = (
    Assertion(GAUSSIAN, _MOMENTS, (BOTH_ENDS,)),
    Assertion(GAUSSIAN, _MOMENTS[1:]),
)

# --- no finite guarantee --------------------------------------------------------------------------

WORST = Quantity[InGaussian](
    "sup_y PMC(X->y)", r"\sup_y\Lambda(X\to y)", lambda instance: instance.worst_pmc()
)
INFINITY = Quantity[InGaussian]("inf", r"\infty", lambda _: Infinite.PLUS)
NOTHING = Quantity[InGaussian]("0", "0", lambda _: ZERO)
NOT_CONSTANT = Property[InGaussian](
    "X is not constant", r"X\text{ not constant}", lambda instance: len(instance.atoms) > 1, True
)
CONSTANT = Property[InGaussian](
    "X is constant", r"X\text{ constant}", lambda instance: len(instance.atoms) == 1
)
UNBOUNDED = Assertion(GAUSSIAN, (Compared(WORST, "=", INFINITY),))
UNBOUNDED_REPAIRED = (
    Assertion(GAUSSIAN, (Compared(WORST, "=", INFINITY),), (NOT_CONSTANT,)),
    Assertion(GAUSSIAN, (Compared(WORST, "=", NOTHING),), (CONSTANT,)),
)

# --- (18) and what is made of it ------------------------------------------------------------------

CHANCE = Quantity[Tail](
    "P{PMC(X->Y) >= t}", r"P\{\Lambda(X\to Y)\ge t\}", lambda instance: instance.chance[0]
)


def _chernoff(instance: Tail) -> Value:
    rate = instance.ratio**2 + instance.ratio
    return multiply(Fraction(2), exp(-(instance.excess**2) / (8 * rate)))


CHERNOFF = Quantity[Tail](
    "2 exp(-(t - r/2)^2/(8 (r^2 + r)))",
    r"2\exp\Bigl(-\frac{(t-r/2)^2}{8(r^2+r)}\Bigr)",
    _chernoff,
)
EXCESS = Quantity[Tail]("t - r/2", r"t-\tfrac r2", lambda instance: instance.excess)
NONE = Quantity[Tail]("0", "0", lambda _: ZERO)


def _rarely(right: Quantity[Tail], top: Callable[[Tail], Value]) -> Enclosed[Tail]:
    """State that P(PMC >= t) is at most the right side."""
    return Enclosed(CHANCE, "<=", right, False, lambda instance: instance.chance[1], top)


def _gaussian(instance: Tail) -> Between:
    return instance.gaussian(instance.ratio / 2, 4 * instance.ratio * (instance.ratio + 1))


def _folded(instance: Tail) -> Between:
    return instance.folded(5 * instance.ratio / 2, 4 * instance.ratio)


GAUSSIAN_TAIL = Quantity[Tail](
    "P{G >= t}, G normal with mean r/2 and variance 4r(r + 1)",
    r"P\bigl\{\mathcal N\bigl(\tfrac r2,4r(r+1)\bigr)\ge t\bigr\}",
    lambda instance: _gaussian(instance)[0],
)
FOLDED_TAIL = Quantity[Tail](
    "P{5r/2 + 2 sqrt(r) |N(0, 1)| >= t}",
    r"P\bigl\{\tfrac{5r}2+2\sqrt r\,\lvert\mathcal N(0,1)\rvert\ge t\bigr\}",
    lambda instance: _folded(instance)[0],
)
TAIL = Assertion(TAILS, (_rarely(CHERNOFF, _chernoff),), (Compared(EXCESS, ">=", NONE),))
DOMINATED = Assertion(TAILS, (_rarely(GAUSSIAN_TAIL, lambda instance: _gaussian(instance)[1]),))

NOISE_SIZE = _in_noise(
    "5r/2 + 2 sqrt(r) |y - x|/sigma (r = A^2/sigma^2) at every value x of X",
    r"\min_{x\in\operatorname{supp}X}\Bigl(\tfrac{5r}2+2\sqrt r\,\frac{\lvert y-x\rvert}\sigma"
    r"\Bigr)\Big|_{r=A^2/\sigma^2}",
    lambda w: w.bound * (5 * w.bound / 2 + 2 * min(abs(w.outcome - x) for x, _ in w.atoms)),
)
DOMINATED_REPAIRED = (
    Assertion(TAILS, (_rarely(FOLDED_TAIL, lambda instance: _folded(instance)[1]),)),
    Assertion(GAUSSIAN, (Compared(PMC, "<=", NOISE_SIZE),)),
)

# --- a Gaussian secret ----------------------------------------------------------------------------

NORMAL_PML = Quantity[NormalInGaussian](
    "PML(X_n->y)", r"\ell(X_n\to y)", lambda instance: instance.pml()
)
NORMAL_PMC = Quantity[NormalInGaussian](
    "PMC(X_n->y)", r"\Lambda(X_n\to y)", lambda instance: instance.pmc()
)
_INFINITE = Quantity[NormalInGaussian]("inf", r"\infty", lambda _: Infinite.PLUS)
NORMAL_SECRET = Assertion(
    NORMAL,
    (Compared(NORMAL_PML, "<", _INFINITE), Compared(NORMAL_PMC, "=", _INFINITE)),
)
_NOTHING = Quantity[NormalInGaussian]("0", "0", lambda _: ZERO)
NO_PMC = Property[NormalInGaussian](
    "PMC(X_n->y) has no value in [0, inf]",
    r"\Lambda(X_n\to y)\notin[0,\infty]",
    lambda instance: Compared(NORMAL_PMC, ">=", _NOTHING).check(instance).true is not True,
)
NORMAL_SECRET_UNDEFINED = Assertion(NORMAL, (Compared(NORMAL_PML, "<", _INFINITE), NO_PMC))
_JOINT = Quantity[NormalInGaussian](
    "log f(y|x) f(x)", r"\log f(y\mid x)f(x)", lambda instance: instance.joint()
)
_SPLIT = Quantity[NormalInGaussian](
    "the log of a normal density of y, of variance s^2/n + sigma^2, times one of x",
    r"\log\varphi_{s^2/n+\sigma^2}(y-\mu)\varphi(x-\mu-k(y-\mu))",
    lambda instance: instance.split(),
)
SUM_OF_NORMALS = Assertion(NORMAL, (Compared(_JOINT, "=", _SPLIT),))
