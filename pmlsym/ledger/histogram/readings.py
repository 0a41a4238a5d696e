"""Symbols, densities and quantities that the claims of the paper share.

A quantity of a release is computed from the definition, database by database. A formula is the one
that the library evaluates, at the numbers of the release.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import TypeVar

import sympy as sp

from pmlsym.formulas.laplace import histogram_dp, histogram_leakage
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import put
from pmlsym.proof.language import Mean, Term, reals
from pmlsym.proof.reading import read
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import divide, from_kernel
from pmlsym.statements.assertion import Compared, Quantity
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.worst import worst_outcome
from pmlsym.statements.reductions.histograms.densities_by_class import IF_FIRST, IF_OTHER
from pmlsym.statements.text.vocabulary import Comparison
from pmlsym.statements.values import Infinite, LogOf, Undefined, Value, in_kernel

# --- the release of a histogram in symbols, for any records, bins and priors ----------------------
# Take the record D_1 and an outcome y. Given the other records, bin j lacks S_j = y_j - (others in
# bin j). Up to one common factor the density of y given "D_1 is in class 1" is
# E[exp(-(|S_1 - 1| + R)/b)] with R = sum_{j>1} |S_j|, and given "D_1 is in class T" it is
# E[exp(-(|S_1| + |S_T - 1| - |S_T| + R)/b)]. The density of y itself is their average with
# weights p_1 = P(D_1 in class 1) and 1 - p_1, the class T being drawn by D_1's prior among the
# other classes. So with s = S_1, u = S_T and R random under one joint law of which nothing is
# assumed, two expectations carry the statement for every n, k, prior, other records and outcome.

b, alpha, p_1, k = reals("b alpha p_1 k")
s, u, R = reals("s u R")
RECORDS = AnyLaw((s, u, R))  # the joint law over the other records

# P_X in Q_alpha, as far as it concerns class 1 of the record D_1.
FLOOR = (b > 0, alpha > 0, alpha <= p_1, p_1 <= 1)

# The claims are about the formulas that the public functions evaluate.
LEAKAGE: Term = histogram_leakage(alpha, b)
DP = histogram_dp(b)


def distance_if_first(at_s: Term = s) -> Term:
    """Return |S_1 - 1| + R, the l1 norm of the noise at the outcome when D_1 is in class 1."""
    return IF_FIRST.xreplace({s: at_s})


def distance_if_other(at_s: Term = s, at_u: Term = u) -> Term:
    """Return |S_1| + |S_T - 1| - |S_T| + R, the same when D_1 is in class T."""
    return IF_OTHER.xreplace({s: at_s, u: at_u})


def density(distance: Term, law: AnyLaw = RECORDS) -> Mean:
    """Return the mean Laplace density over the other records, up to a common factor."""
    return law.mean(sp.exp(-distance / b))


def lift(first: Term, other: Term, share: Term = p_1) -> Term:
    """Return P(y | D_1 in class 1)/P(y) from the two densities and the share of class 1."""
    return first / (share * first + (1 - share) * other)


FIRST = density(distance_if_first())
OTHER = density(distance_if_other())


def compared(low: Term, sign: str, high: Term, law: AnyLaw = RECORDS) -> Step:
    """Prove a relation of exponents at every point, and average its exponentials."""
    return law.exponentials(relate(low, sign, high), (b > 0,))


def positive(distance: Term, law: AnyLaw = RECORDS) -> Step:
    """Prove that a density is positive."""
    body = relate(sp.exp(-distance / b), ">", sp.Integer(0))
    return law.over(Decided(Goal((b > 0,), body)))


@cache
def two_bins_change(law: AnyLaw = RECORDS) -> tuple[Step, ...]:
    """Prove e^(-2/b) E_1 <= E_T <= e^(2/b) E_1 with E_1 > 0: moving a record changes two bins."""
    first, other = -distance_if_first() / b, -distance_if_other() / b
    return (
        compared(other, ">=", first - 2 / b, law),
        compared(other, "<=", first + 2 / b, law),
        positive(distance_if_first(), law),
    )


# --- the instances of the paper's claims: released histograms, and their numbers ------------------

W = TypeVar("W")
(rate,) = reals("rate")  # 1/b: e^(2/b) stays rational where e^(-1/b) is

Numbers = Callable[[W], Mapping[str, Value]]
_NAMES = dict(
    zip(
        reals("epsilon epsilon2 alpha2"),
        (r"\varepsilon", r"\varepsilon'", r"\alpha'"),
        strict=True,
    )
)


def formula(text: str, expression: Term, numbers: Numbers[W], latex: str = "") -> Quantity[W]:
    """Return a formula of the library as a quantity of instances.

    A scale b in it is replaced by 1/rate; `numbers` gives the values of its symbols on an instance.
    """
    term = read(expression.subs(b, 1 / rate))

    def of(instance: W) -> Value:
        values = {}
        for name, value in numbers(instance).items():
            if isinstance(value, Infinite):
                raise Undefined(f"a formula at an infinite {name}")
            values[name] = in_kernel(value)
        return from_kernel(put(term, values))

    return Quantity(text, latex or sp.latex(expression, symbol_names=_NAMES), of)


# --- releases ------------------------------------------------------------------------------------


def numbers_of(instance: Release) -> dict[str, Value]:
    """Return the numbers of a release: the floor alpha, 1/b and the number k of classes."""
    assert isinstance(instance.decay, Fraction)
    return {
        "alpha": instance.alpha,
        "rate": divide(LogOf(1 / instance.decay), instance.unit),
        "k": Fraction(instance.classes),
    }


def of_release(text: str, expression: Term) -> Quantity[Release]:
    """Return a formula in alpha, b and k as a quantity of releases."""
    return formula(text, expression, numbers_of)


LEAK = Quantity[Release]("l(D_i -> y)", r"\ell(D_i\to y)", lambda instance: instance.pml)
WORST = Quantity[Release](
    "max_y l(D_i -> y)", r"\max_y\ell(D_i\to y)", lambda instance: worst_outcome(instance).pml
)
DP_LEVEL = Quantity[Release](
    "the DP level of the release", r"\varepsilon_{\mathrm{DP}}", lambda instance: instance.dp
)
CLASSES = Quantity[Release]("k", "k", lambda instance: Fraction(instance.classes), size=True)
TWICE = of_release("2/b", DP)


def at_least(quantity: Quantity[W], number: int, sign: Comparison = ">=") -> Compared[W]:
    """Compare a size with a whole number."""
    fixed = Quantity[W](str(number), str(number), lambda _: Fraction(number), size=True)
    return Compared(quantity, sign, fixed)


ONE_RECORD = PaperTheorem(
    "one record at a time",
    "the leakage of D_i depends on the other records only through the law of what the outcome "
    "lacks in each bin without D_i",
    "records are independent, so given D_i's class the others keep their law: the density of y "
    "given the class is the mean of the Laplace density over that law. The goal speaks of every "
    "joint law, so of this one; and one record alone already has every constant law of whole "
    "numbers.",
)
BY_CLASS = PaperTheorem(
    "ratio of densities by class",
    "up to a common factor, the density given class 1 is E[e^(-(|S_1 - 1| + R)/b)], the density "
    "given that D_i is elsewhere is E[e^(-(|S_1| + |S_T - 1| - |S_T| + R)/b)], T drawn by D_i's "
    "prior among the other classes; the lift of class 1 is the first over p_1 times the first "
    "plus 1 - p_1 times the second",
    "R = sum_{j>1} |S_j| is the noise of the other bins; D_i in class T changes the terms of "
    "bins 1 and T alone, and the total probability over T is a mean over a larger law. Classes "
    "can be renamed, so the largest lift is bounded if that of class 1 is; at outcomes of one "
    "record the law is a point, so a goal that is false there is a false statement.",
)

# --- numbers alone -------------------------------------------------------------------------------


def number(name: str, text: str = "", latex: str = "") -> Quantity[Parameters]:
    """Return a parameter as a quantity."""
    return Quantity(text or name, latex or text or name, lambda instance: instance[name])


def some_floor(i: int, random: Random, classes: int = 2) -> Fraction:
    """Return alpha in (0, 1/k]: the largest, a small one, one close to the largest, or any."""
    most = Fraction(1, classes)
    edges = (most, most / 1000, most * Fraction(999, 1000), most / 2)
    return edges[i] if i < len(edges) else most * Fraction(random.randint(1, 40), 40)


def some_level(i: int, random: Random, floor: Fraction) -> LogOf:
    """Return epsilon in (0, log(1/alpha)): small, close to the end, or any."""
    shares = (Fraction(1, 100), Fraction(99, 100), Fraction(1, 2))
    share = shares[i] if i < len(shares) else Fraction(random.randint(1, 39), 40)
    return LogOf(1 + share * (1 / floor - 1))
