"""Lift vectors in symbols, and the utility of mechanisms by definition and in closed form.

A lift is P(y|x)/P(y), and its mean over the secrets is one. eps-PML bounds every lift by B = e^eps
from above, eps-PMC by L = e^-eps from below. A mechanism is a mixture of lift vectors which
averages to one at every secret, and has the utility sum_y P(y) mu(v_y) for a convex mu. That mu is
convex enters as Jensen's inequality, stated as a hypothesis on numbers: values of mu at a lift
vector and at those that it is a mixture of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.mechanisms import chance_of_low, own_lift, remainder
from pmlsym.ledger.pmc.symbols import p
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import log, mean, multiply
from pmlsym.statements.assertion import Compared, Domain, Property, Quantity
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.instances.valued import designs
from pmlsym.statements.instances.valued.utility import (
    Polynomial,
    Separable,
    Valued,
    best_with_few,
    is_kernel,
    mixed_from,
)
from pmlsym.statements.text.vocabulary import Comparison
from pmlsym.statements.values import ONE, ZERO, Value

PAPER = "extremal"

bound, floor = reals("B L")  # e^eps, e^-eps
zeros = reals("s")[0]  # the probability of the secrets that have lift zero
special = reals("q")[0]  # the probability of one outcome; the law of the others is called "R"


def exponentiated(goal: Goal, level: Sentence) -> Step:
    """Prove a consequence of a bound on a level in nats from the exponential of that bound."""
    known = Decided(Goal(tuple(dict.fromkeys((*goal.hypotheses, level))), level))
    return Decided(goal, (OrderKept(known, sp.exp),))


def extreme_lift(level: Term) -> Term:
    """Return the lift of x in the extremal vector of x, whose other lifts are at the level."""
    return own_lift(level, p)


# --- the instances: mechanisms with bounds and a utility ------------------------------------------

_ANY = "every finite alphabet, prior with positive entries, mechanism"
_LATEX = r"\forall P_X,P_{Y|X}"
_UTILITY, _CONVEX = " and convex utility mu", r",\;\mu\text{ convex}"
_HIGH = r",\;B\ge1"
_TRIES = 100


def _any(instance: Valued) -> str:
    return ""


def _not_between(instance: Valued) -> str:
    """Return why bounds or utility are not admitted: a polynomial need not be convex."""
    if isinstance(instance.utility, Polynomial):
        return "The utility has to be convex, not a polynomial."
    return "" if instance.low < 1 else "The lower bound has to be below 1."


def _not_two(instance: Valued) -> str:
    """Return why a mechanism is not one for two secrets, the rarer one first; else empty."""
    if len(instance.prior) != 2 or instance.prior[0] > instance.prior[1]:
        return "There have to be two secrets, the rarer one first."
    return _not_between(instance)


def _not_equal(instance: Valued) -> str:
    """Return why secrets are not uniform, or why the utility is not a sum of f; else empty."""
    if len(set(instance.prior)) > 1:
        return "The secrets have to be equally likely."
    return "" if isinstance(instance.utility, Separable) else "The utility has to be a sum of f."


def _instances(
    words: str, latex: str, draw: Callable[..., Valued], outside: Callable[[Valued], str] = _any
) -> Domain[Valued]:
    return Domain(words, latex, Valued, draw, _TRIES, outside=outside)


BETWEEN = _instances(
    f"{_ANY}, bounds 0 <= L < 1 <= U, B = (U - L)/(1 - L){_UTILITY}",
    rf"{_LATEX},\;0\le L<1\le U,\;B=\tfrac{{U-L}}{{1-L}}{_CONVEX}",
    designs.draw_between,
    _not_between,
)
TWO = _instances(
    f"two secrets, the rarer one first, every prior with positive entries, mechanism, B >= 1"
    f"{_UTILITY}",
    rf"|\mathcal X|=2:\ {_LATEX}{_HIGH}{_CONVEX}",
    designs.draw_two,
    _not_two,
)
_EQUALLY = "every number n of equally likely secrets, mechanism"
_EQUALLY_LATEX = rf"P_X\text{{ uniform}}:\ \forall n,P_{{Y|X}}{_HIGH}"
EQUAL = _instances(
    f"{_EQUALLY}, B >= 1 and convex f",
    rf"{_EQUALLY_LATEX},\;f\text{{ convex}}",
    designs.draw_equal,
    _not_equal,
)
# of no utility but the mutual information
INFORMED = replace(EQUAL, words=f"{_EQUALLY} and B >= 1", latex=_EQUALLY_LATEX)
ZEROS = _instances(
    f"{_ANY}, B >= 1 and number k of secrets", rf"{_LATEX}{_HIGH},\;k", designs.draw_zeros
)
MANY = _instances(
    f"{_ANY} with more outcomes than secrets and utility mu",
    rf"{_LATEX},\;|\mathcal Y|>|\mathcal X|,\;\mu",
    designs.draw_many,
)


def number(text: str, latex: str, of: Callable[[Valued], Value]) -> Quantity[Valued]:
    """Return a quantity of a valued mechanism."""
    return Quantity(text, latex, of)


def compared(left: Quantity[Valued], sign: Comparison, right: Quantity[Valued]) -> Compared[Valued]:
    """Return a condition."""
    return Compared(left, sign, right)


# --- the mechanism of the instance ----------------------------------------------------------------

UTILITY = number("sum_y P(y) mu(v_y)", r"\sum_yP(y)\mu(v_y)", lambda a: a.value)
LARGEST = number("largest lift", r"\max v", lambda a: max(a.lifts))
SMALLEST = number("smallest lift", r"\min v", lambda a: min(a.lifts))
BOUND = number("B", "B", lambda a: a.high)
CEILING = number("U", "U", lambda a: a.high)
FLOOR = number("L", "L", lambda a: a.low)
UNIT = number("1", "1", lambda a: ONE)
FEW = number(
    "best utility with at most |X| of its lift vectors",
    r"\max_{|\mathcal Y'|\le|\mathcal X|}\sum_{y}P'(y)\mu(v_y)",
    best_with_few,
)
WITHIN = compared(LARGEST, "<=", BOUND)
BELOW = compared(LARGEST, "<=", CEILING)
ABOVE = compared(SMALLEST, ">=", FLOOR)


def attained(
    name: str, kernel_of: Callable[[Valued], Table], *within: str
) -> tuple[Property[Valued] | Compared[Valued], ...]:
    """List conditions that a kernel is a mechanism within bounds: "B", "U" above, "L" below."""
    found: list[Property[Valued] | Compared[Valued]] = [
        Property(f"{name} is a mechanism", r"P^*_{Y|X}\ge0", lambda a: is_kernel(kernel_of(a)))
    ]
    if "B" in within or "U" in within:
        top = number(
            f"largest lift of {name}",
            r"\max v^*",
            lambda a: max(a.with_kernel(kernel_of(a)).lifts),
        )
        found.append(compared(top, "<=", CEILING if "U" in within else BOUND))
    if "L" in within:
        low = number(
            f"smallest lift of {name}",
            r"\min v^*",
            lambda a: min(a.with_kernel(kernel_of(a)).lifts),
        )
        found.append(compared(low, ">=", FLOOR))
    return tuple(found)


def of_mechanism(name: str, kernel_of: Callable[[Valued], Table]) -> Quantity[Valued]:
    """Return the utility of a closed-form mechanism."""
    return number(
        f"utility of {name}",
        r"\sum_yP^*(y)\mu(v^*_y)",
        lambda a: a.with_kernel(kernel_of(a)).value,
    )


# --- two secrets, equally likely secrets ----------------------------------------------------------


def _ends(instance: Valued) -> tuple[Fraction, Fraction]:
    """Return the lifts of the rarer secret at both ends of the segment, by the case of B."""
    p, bound = instance.prior[0], instance.high
    if bound * (1 - p) <= 1:
        return Fraction(own_lift(bound, p)), bound
    return ZERO, min(bound, 1 / p)


def _vector(instance: Valued, lift: Fraction) -> Row:
    p = instance.prior[0]
    return lift, (1 - p * lift) / (1 - p)


def segment(instance: Valued) -> Table:
    """Return the mechanism with both ends as outcomes, or the constant one if they coincide."""
    low, high = _ends(instance)
    if low == high:
        return ((ONE,), (ONE,))
    share = Fraction(chance_of_low(low, high))
    return mixed_from([(share, _vector(instance, low)), (1 - share, _vector(instance, high))])


def binary_value(instance: Valued) -> Fraction:
    """Return the claimed utility for two secrets, case by case."""
    p, bound = instance.prior[0], instance.high
    low, high = (instance.utility.worth(_vector(instance, end)) for end in _ends(instance))
    if bound * (1 - p) <= 1:
        return p * low + (1 - p) * high
    if bound * p <= 1:
        return (1 - 1 / bound) * low + high / bound
    return (1 - p) * low + p * high


def _counts(instance: Valued) -> tuple[int, int, Fraction]:
    size = len(instance.prior)
    at_bound = int(size // instance.high)
    return size, at_bound, Fraction(remainder(size, at_bound, ZERO, instance.high))


def cyclic(instance: Valued) -> Table:
    """Return the mechanism with m secrets at the bound, one at the remainder, the others at 0."""
    size, at_bound, rest = _counts(instance)
    line = ([instance.high] * at_bound + [rest] + [ZERO] * size)[:size]
    return mixed_from(
        [(Fraction(1, size), tuple(line[(x - y) % size] for x in range(size))) for y in range(size)]
    )


def equal_value(instance: Valued) -> Fraction:
    """Return (m f(B) + f(r) + (n - m - 1) f(0))/n."""
    size, at_bound, rest = _counts(instance)
    assert isinstance(instance.utility, Separable)
    f = instance.utility.at
    total = at_bound * f(instance.high) + f(rest) + (size - at_bound - 1) * f(ZERO)
    return Fraction(total, size)


def information_value(instance: Valued) -> Value:
    """Return (m B log B + r log r)/n."""
    size, at_bound, rest = _counts(instance)
    terms = [(Fraction(at_bound) * instance.high, log(instance.high))] if at_bound else []
    if rest:
        terms.append((rest, log(rest)))
    return multiply(Fraction(1, size), mean(terms))


def information(outcomes: Sequence[tuple[Fraction, Row]]) -> Value:
    """Return I(X;Y) of equally likely secrets: the mean of (1/n) sum_x v log v."""
    return mean(
        (chance * lift / len(vector), log(lift))
        for chance, vector in outcomes
        for lift in vector
        if lift
    )


# --- reductions -----------------------------------------------------------------------------------

MIXTURE = PaperTheorem(
    "mechanisms are mixtures of lift vectors",
    "Lift vectors with probabilities are those of a mechanism if and only if they average to one "
    "at every secret; and each lift vector has the mean one under the prior.",
    "P(y|x) = P(y) v_y(x) sums to one over y; sum_x P(x) P(y|x) = P(y).",
)
JENSEN = PaperTheorem(
    "convex utilities",
    "A convex mu is at most, at a mixture of lift vectors, the mixture of its values there; all "
    "that is used of mu are these values.",
    "Jensen's inequality for finitely many points.",
)
INDUCTION = PaperTheorem(
    "induction over the naturals",
    "What is true of 0, or of nothing, and passes from each number to the next is true of every "
    "number.",
    "The least number of which it were false is neither 0 nor the next one of another. The test "
    "has every set of the numbers up to 5.",
    bookkeeping=True,
)
UNKNOWNS = PaperTheorem(
    "more unknowns than equations",
    "Finitely many linear equations, all equal to zero, in more unknowns have a solution other "
    "than zero.",
    "By induction over the number of equations: without equations every unknown may be 1; an "
    "equation with a coefficient other than zero is solved for that unknown, one without is "
    "dropped, and one equation and at most one unknown less are left.",
)
FEWEST = PaperTheorem(
    "fewest outcomes",
    "If every mechanism with more than |X| outcomes is matched by one with fewer outcomes, then "
    "every mechanism is matched by one with at most |X|.",
    "Of those that match it take one with the fewest outcomes. The test is on finite sets.",
)
WHOLE = PaperTheorem(
    "whole numbers",
    "A whole number is at most m or at least m + 1; m = floor(x) is the one with m <= x < m + 1.",
    "Between m and m + 1 there is no whole number.",
    bookkeeping=True,
)
