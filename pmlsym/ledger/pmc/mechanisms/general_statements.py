"""The statements of Ex. 8, Ex. 9 and Sec. VI on mechanisms over general alphabets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from pmlsym.formulas.mechanisms import clayton_density, mixed_density
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity, whole_class
from pmlsym.statements.instances.noise.unbounded import (
    Clayton,
    Retained,
    ThirdPowers,
    draw_clayton,
    draw_powers,
    draw_retained,
)
from pmlsym.statements.values import ONE, Infinite, LogOf, Value

W = TypeVar("W")

# --- Example 8 ------------------------------------------------------------------------------------

ROWS = Domain(
    "every secret n and every outcome m of Example 8",
    r"\forall n,m\in\{0,1,\dots\}",
    ThirdPowers,
    draw_powers,
    tries=100,
)


def _powers(text: str, latex: str, of: Callable[[ThirdPowers], Value]) -> Quantity[ThirdPowers]:
    return Quantity(text, latex, of)


_ONE = _powers("1", "1", lambda _: ONE)
_PML = _powers("PML(X->m)", r"\ell(X\to m)", lambda w: w.pml())
POWERS = Assertion(
    ROWS,
    (
        Compared(_powers("sum_n P_X(n)", r"\sum_nP_X(n)", lambda w: w.prior_mass), "=", _ONE),
        Compared(
            _powers("sum_m P(m|n)", r"\sum_mP_{Y\mid X=n}(m)", lambda w: w.row_mass), "=", _ONE
        ),
        Compared(
            _powers("P_Y(m)", "P_Y(m)", lambda w: w.marginal),
            "=",
            _powers("P_X(m)", "P_X(m)", lambda w: w.prior(w.outcome)),
        ),
        Compared(
            _powers("PMC(X->m)", r"\Lambda(X\to m)", lambda w: w.pmc()),
            "=",
            _powers("log 2", r"\log2", lambda _: LogOf(Fraction(2))),
        ),
    ),
)
POWERS_FROM_ONE = Assertion(
    ROWS,
    (
        Compared(
            _PML,
            "=",
            _powers(
                "log((3^m + 1)/2)",
                r"\log\frac{3^m+1}2",
                lambda w: log(Fraction(3**w.outcome + 1, 2)),
            ),
        ),
    ),
    (Property("m >= 1", r"m\ge1", lambda w: w.outcome >= 1),),
)
SERIES = Assertion(
    ROWS,
    (
        Compared(
            _powers(
                "the sum of 3^-n over 1 <= n <= m",
                r"\sum_{n=1}^m3^{-n}",
                lambda w: sum((Fraction(1, 3**n) for n in range(1, w.outcome + 1)), Fraction(0)),
            ),
            "=",
            _powers(
                "(1 - 3^-m)/2", r"\frac{1-3^{-m}}2", lambda w: (1 - Fraction(1, 3**w.outcome)) / 2
            ),
        ),
    ),
)

# --- Example 9 ------------------------------------------------------------------------------------

SQUARE = Domain(
    "every eta in (0, 1) and every point (x, y) of the unit square, with f(x, y) as printed",
    r"\forall\eta,x,y\in(0,1)",
    Clayton,
    draw_clayton,
    tries=100,
)


def _clayton(text: str, latex: str, of: Callable[[Clayton], Value]) -> Quantity[Clayton]:
    return Quantity(text, latex, of)


_WHOLE = _clayton("1", "1", lambda _: ONE)
MARGINALS = Assertion(
    SQUARE,
    (
        Compared(
            _clayton("f(x, y)", "f(x,y)", lambda w: w.density),
            "=",
            _clayton(
                "eta + (1 - eta) 2xy/(x + y - xy)^3",
                r"\eta+(1-\eta)\frac{2xy}{(x+y-xy)^3}",
                lambda w: Fraction(mixed_density(w.share, clayton_density(w.secret, w.outcome))),
            ),
        ),
        *(
            condition
            for swapped, over in ((False, "x"), (True, "y"))
            for condition in (
                Compared(
                    _clayton(
                        f"a lower sum of the integral of f over {over}",
                        rf"S_{{\min,{over}}}",
                        lambda w, swapped=swapped: w.least_mass(swapped),  # type: ignore[misc]
                    ),
                    "<=",
                    _WHOLE,
                ),
                Compared(
                    _clayton(
                        f"an upper sum of the integral of f over {over}",
                        rf"S_{{\max,{over}}}",
                        lambda w, swapped=swapped: w.most_mass(swapped),  # type: ignore[misc]
                    ),
                    ">=",
                    _WHOLE,
                ),
            )
        ),
    ),
)
MIXTURE = (
    MARGINALS,
    Assertion(
        SQUARE,
        (
            Compared(
                _clayton("i(y; y)", "i(y;y)", lambda w: w.on_diagonal()),
                ">",
                _clayton(
                    "log((1 - eta)/(4y)), which has no bound",
                    r"\log\frac{1-\eta}{4y}",
                    lambda w: log((1 - w.share) / (4 * w.outcome)),
                ),
            ),
        ),
    ),
    Assertion(
        SQUARE,
        (
            Compared(
                _clayton("-i(x; y)", "-i(x;y)", lambda w: log(1 / w.density)),
                "<=",
                _clayton("log(1/eta)", r"\log\tfrac1\eta", lambda w: log(1 / w.share)),
            ),
            Compared(
                _clayton(
                    "-i(delta y^2/4; y)",
                    r"-i\bigl(\tfrac{\delta y^2}4;y\bigr)",
                    lambda w: w.near_axis(),
                ),
                ">",
                _clayton(
                    "log(1/(eta + delta))",
                    r"\log\frac1{\eta+\delta}",
                    lambda w: log(1 / (w.share + w.near)),
                ),
            ),
        ),
    ),
)

# --- Section VI -----------------------------------------------------------------------------------

MECHANISMS = Domain(
    "a law of a secret and a probability at which it is kept, else drawn again,",
    r"P_{XY}",
    Retained,
    draw_retained,
    tries=50,
    outside=whole_class,
)
_INFINITY = Quantity[Retained]("inf", r"\infty", lambda _: Infinite.PLUS)
_WORST_PMC = Quantity[Retained](
    "sup_y PMC(X->y)", r"\sup_y\Lambda(X\to y)", lambda w: w.worst_pmc()
)
_WORST_PML = Quantity[Retained]("sup_y PML(X->y)", r"\sup_y\ell(X\to y)", lambda w: w.worst_pml())


def _exists(bounded_pmc: bool, bounded_pml: bool) -> Assertion[Retained]:
    return Assertion(
        MECHANISMS,
        (
            Compared(_WORST_PMC, "<" if bounded_pmc else "=", _INFINITY),
            Compared(_WORST_PML, "<" if bounded_pml else "=", _INFINITY),
        ),
        exists=True,
    )


ANY = (_exists(True, False), _exists(False, True), _exists(True, True), _exists(False, False))
_THIRD, _HALF = Fraction(1, 3), Fraction(1, 2)
EXAMPLES = (
    Retained(_THIRD, _HALF, None),
    Retained(_THIRD, ONE, 2),
    Retained(_THIRD, _HALF, 2),
    Retained(_THIRD, ONE, None),
)
