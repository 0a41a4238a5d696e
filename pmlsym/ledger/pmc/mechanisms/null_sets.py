"""LDP on general alphabets, where null sets count: Remark 1 and Thm 7.

An instance is a secret of [0, 1] with the pieces {0}, (0, 1/m), {1/m}, ..., {1}, on each of which
the kernel is constant and a law is uniform. Single points are null sets of laws without atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.pmc.adversary.averages import ESSENTIAL
from pmlsym.ledger.pmc.conversions import ANY_LAW, LDP_P, LDP_Q, TwoPriors, remark_1
from pmlsym.ledger.pmc.definitions import countable_instances, divergence_there
from pmlsym.ledger.pmc.mechanisms.instances import Masses
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add, log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.instances.noise.countable import Countable
from pmlsym.statements.values import ZERO, Infinite, Value, extreme


def _weights(random: Random, size: int) -> list[int]:
    """Return weights of pieces: often 0 for single points, positive for some interval."""
    found = [random.choice((0, 0, 2) if x % 2 == 0 else (0, 1, 3)) for x in range(size)]
    found[1] += not any(found[1::2])
    return found


def _draw(number: int, random: Random) -> TwoPriors:
    """Draw in turn a law with the same null sets, of the same support, and an arbitrary one."""
    size = 3 + 2 * (number % 2)
    outcomes = random.choice((2, 3))
    rows = [normalized(row(random, outcomes, 6, random.random() < 0.7)) for _ in range(size)]
    if number % 4 < 2:  # the kernel is constant but for single points
        rows[1::2] = [rows[1]] * len(rows[1::2])
    one = _weights(random, size)
    if number % 3 == 0:
        other = [weight and random.randint(1, 3) for weight in one]
    elif number % 3 == 1:
        inside = [any(one[abs(x - 1) : x + 2 : 2]) for x in range(size)]
        other = [
            random.choice((0, 1)) if x % 2 == 0 and inside[x] else weight
            for x, weight in enumerate(one)
        ]
    else:
        other = _weights(random, size)
    return TwoPriors(tuple(rows), normalized(one), normalized(other))


def _outside(instance: TwoPriors) -> str:
    if len(instance.kernel) >= 3 and len(instance.kernel) % 2:
        return ""
    return f"The kernel has {len(instance.kernel)} rows, but the pieces are 3, 5, 7, ..."


_PIECES = (
    "mechanism on [0, 1] that is constant on the pieces {0}, (0, 1/m), {1/m}, ..., {1}, and two "
    "laws P and Q of the secret that are uniform on each open piece"
)
_INTERVALS = Domain(
    f"every {_PIECES}",
    r"P_{Y\mid X},\ P_X,\ Q_X\text{ on }[0,1]",
    TwoPriors,
    _draw,
    100,
    outside=_outside,
)
_SOME_INTERVALS = replace(_INTERVALS, words=f"a {_PIECES}")


def _support(law: Masses) -> list[bool]:
    """Return the pieces in the smallest closed set of probability 1: intervals with their ends."""
    return [
        bool(mass) or (x % 2 == 0 and any(law[abs(x - 1) : x + 2 : 2]))
        for x, mass in enumerate(law)
    ]


SAME_SUPPORT = Property[TwoPriors](
    "P and Q have the same support",
    r"\mathrm{supp}\,P_X=\mathrm{supp}\,Q_X",
    lambda instance: _support(instance.one) == _support(instance.other),
)
SAME_NULL_SETS = Property[TwoPriors](
    "P and Q have the same null sets",
    r"\forall A:\ P_X(A)=0\Leftrightarrow Q_X(A)=0",
    lambda instance: list(map(bool, instance.one)) == list(map(bool, instance.other)),
)
_EQUAL, _UNEQUAL = (Compared(LDP_P, "=", LDP_Q),), (Compared(LDP_P, "!=", LDP_Q),)

# --- Remark 1 -------------------------------------------------------------------------------------


def _density(instance: TwoPriors, x: int, z: int) -> Fraction:
    """Return the density r of Q x Q with respect to P x P."""
    below = instance.one[x] * instance.one[z]
    return instance.other[x] * instance.other[z] / below if below else ZERO


def _differing(
    instance: TwoPriors, limit: Fraction | None, chance: Callable[[int, int], Fraction]
) -> Fraction:
    """Return the mean of the indicator [the rows differ] over pairs with r at most a limit."""
    pairs = product(range(len(instance.kernel)), repeat=2)
    return sum(
        (
            chance(x, z)
            for x, z in pairs
            if instance.kernel[x] != instance.kernel[z]
            and (limit is None or _density(instance, x, z) <= limit)
        ),
        ZERO,
    )


def _cut_off(instance: TwoPriors) -> Fraction:
    """Return the largest E_P[r z] over pairs with r <= M, M = 1/2, 1, 2, ..."""
    masses, limit, found = instance.one, Fraction(1, 2), ZERO
    for _ in range(40):
        found = max(
            found,
            _differing(
                instance, limit, lambda x, z: masses[x] * masses[z] * _density(instance, x, z)
            ),
        )
        limit *= 2
    return found


CUT_OFF = PaperTheorem(
    "a density, cut off",
    "If P and Q have the same null sets, Q x Q has a density r with respect to P x P, and the mean "
    "of z >= 0 under Q x Q is the supremum over M of E_P[r z] on the pairs with r <= M.",
    "Radon and Nikodym's theorem, for Q is absolutely continuous with respect to P, so that Q x Q "
    "is with respect to P x P (Fubini); the pairs with r <= M grow to all, as r is finite almost "
    "surely, and means grow with them (Beppo Levi). z is 1 at pairs of secrets whose divergence is "
    "above eps, else 0; in the test at pairs whose rows differ.",
    Assertion(
        _INTERVALS,
        (
            Compared(
                Quantity[TwoPriors](
                    "E_Q[z]",
                    "E_Q[z]",
                    lambda w: _differing(w, None, lambda x, z: w.other[x] * w.other[z]),
                ),
                "=",
                Quantity[TwoPriors](
                    "sup_M E_P[r z 1[r <= M]]", r"\sup_ME_P[rz1_{r\le M}]", _cut_off
                ),
            ),
        ),
        (SAME_NULL_SETS,),
    ),
)

remark_1_general = Claim(
    "pmc.remark-1.general",
    PAPER,
    "Remark 1",
    says="LDP (Definition 6) depends on P_X only through its null sets: laws with the same null "
    "sets give the same LDP, and laws with the same topological support need not",
    scope="the paper says 'through its support', and defines a support for finite alphabets only "
    "(there see pmc.remark-1). Read as what is left of X up to null sets, such as {f_X > 0} up to "
    "null sets of the measure mu of Sec. II-A, as Definition 6 is almost sure. It is false of the "
    "smallest closed set of probability 1: with P uniform on [0, 1], and Q half of it and half at "
    "the point 0, both have the support [0, 1]; where 0 alone is answered otherwise, LDP is 0 "
    "under P and infinite under Q. The goal is for every law of a pair of secrets, so for every "
    "alphabet; the statement is tested on [0, 1], with kernels that are constant on finitely many "
    "pieces and have finitely many outcomes. Measurability is assumed, as in the paper, where all "
    "spaces are standard Borel",
    asserts=(
        Assertion(_INTERVALS, _EQUAL, (SAME_NULL_SETS,)),
        Assertion(_SOME_INTERVALS, _UNEQUAL, (SAME_SUPPORT,), exists=True),
    ),
    parts=remark_1.parts,
    reductions=(CUT_OFF,),
    models=(
        TwoPriors(
            (
                (Fraction(1), Fraction(0)),
                (Fraction(1, 2), Fraction(1, 2)),
                (Fraction(1, 2), Fraction(1, 2)),
            ),
            (Fraction(0), Fraction(1), Fraction(0)),
            (Fraction(1, 2), Fraction(1, 2), Fraction(0)),
        ),
    ),
)

# --- Theorem 7 ------------------------------------------------------------------------------------


def _possible(instance: TwoPriors) -> list[tuple[Fraction, list[Fraction]]]:
    """Return P(y) and the likelihoods of the pieces for each y with P(y) > 0."""
    columns = [list(column) for column in zip(*instance.kernel, strict=True)]
    chances = [
        sum((p * a for p, a in zip(instance.one, column, strict=True)), ZERO) for column in columns
    ]
    return [(chance, a) for chance, a in zip(chances, columns, strict=True) if chance]


def _divergence(
    instance: TwoPriors, chance: Fraction, column: list[Fraction], *, up: bool
) -> Value:
    """Return the largest log P(A|y)/P(A), or P(A)/P(A|y), of an event A made of pieces."""
    found: list[Value] = []
    for event in product((False, True), repeat=len(column)):
        pieces = [x for x, seen in enumerate(event) if seen]
        before = sum((instance.one[x] for x in pieces), ZERO)
        after = sum((instance.one[x] * column[x] for x in pieces), ZERO) / chance
        if before:
            top, low = (after, before) if up else (before, after)
            found.append(log(top / low) if top and low else Infinite.PLUS if top else ZERO)
    return extreme(found, largest=True)


def _worst(instance: TwoPriors, *, up: bool) -> Value:
    return extreme(
        (_divergence(instance, *one, up=up) for one in _possible(instance)), largest=True
    )


def _by_densities(instance: TwoPriors) -> Value:
    """Return ess sup over x, x', y of log f(y|x)/f(y|x'); 0/0 = 1."""
    surely = [x for x, mass in enumerate(instance.one) if mass]
    found: list[Value] = []
    for _, column in _possible(instance):
        for x, z in product(surely, surely):
            top, low = column[x], column[z]
            found.append(log(top / low) if top and low else Infinite.PLUS if top else ZERO)
    return extreme(found, largest=True)


_PMC = Quantity[TwoPriors](
    "ess sup PMC(X->Y) under P",
    r"\operatorname*{ess\,sup}_{P_Y}\Lambda(X\to Y)",
    lambda instance: _worst(instance, up=False),
)
_PML = Quantity[TwoPriors](
    "ess sup PML(X->Y) under P",
    r"\operatorname*{ess\,sup}_{P_Y}\ell(X\to Y)",
    lambda instance: _worst(instance, up=True),
)
_BOTH = Quantity[TwoPriors](
    "ess sup PMC(X->Y) + ess sup PML(X->Y) under P",
    r"\operatorname*{ess\,sup}\Lambda(X\to Y)+\operatorname*{ess\,sup}\ell(X\to Y)",
    lambda instance: add(_worst(instance, up=False), _worst(instance, up=True)),
)
ALMOST_ALL = PaperTheorem(
    "almost all pairs at almost all outcomes",
    "eps-LDP says that f(y|x) <= e^eps f(y|x') at almost all (x, x', y) under P_X x P_X x P_Y; so "
    "at almost every y the same is true of almost all pairs, and of almost all x' for almost every "
    "x. The same of both halves: what holds at almost all (x, y) and (x', y) holds at almost all "
    "(x, x', y).",
    "P(E|x) <= e^eps P(E|x') for all events E says that f(y|x) <= e^eps f(y|x') at almost every y: "
    "one half by the event where it is not so, the other by integration. Fubini's theorem for "
    "sections of null sets does the rest; densities are measurable in (x, y), as all spaces are "
    "standard Borel (Doob). P_Y may be taken for the common measure, as P_Y|X=x << P_Y for almost "
    "every x.",
    Assertion(
        _INTERVALS,
        (
            Compared(
                LDP_P,
                "=",
                Quantity[TwoPriors](
                    "ess sup log f(Y|X)/f(Y|X') under P x P x P_Y",
                    r"\operatorname*{ess\,sup}_{P_X\times P_X\times P_Y}"
                    r"\log\tfrac{f(Y\mid X)}{f(Y\mid X')}",
                    _by_densities,
                ),
            ),
        ),
    ),
)

_UP = Quantity[Countable]("PML(X->y)", r"\ell(X\to y)", lambda a: log(a.likelihood(0) / a.outcome))
_APART = Quantity[Countable](
    "log sup P(y|x)/P(y|x')",
    r"\log\sup_{x,x'}\tfrac{P(y\mid x)}{P(y\mid x')}",
    lambda a: log(a.likelihood(0) / a.low) if a.low else Infinite.PLUS,
)
_SUM = Quantity[Countable](
    "PMC(X->y) + PML(X->y)",
    r"\Lambda(X\to y)+\ell(X\to y)",
    lambda a: add(a.supremum, log(a.likelihood(0) / a.outcome)),
)

theorem_7_general = Claim(
    "pmc.theorem-7.general",
    PAPER,
    "Thm 7, App. H",
    says="eps-LDP implies eps-PMC and eps-PML; eps1-PMC and eps2-PML imply (eps1 + eps2)-LDP, each "
    "almost surely, on general alphabets",
    scope="three goals, each for every law of the secret, at almost every outcome. That almost all "
    "outcomes and almost all pairs of secrets may be exchanged is a step on paper: sections of "
    "null sets, Fubini's theorem and densities that are measurable in both variables, none of "
    "which a program checks. It is tested on secrets of [0, 1] and finitely many outcomes, "
    "where points of probability 0 may be answered otherwise, and on countably many secrets at one "
    "outcome; other alphabets have the goals and the steps, and no reading. In App. H the section "
    "E_x,y bounds f(y|x) by f(y|x') and is used the other way round; as X and X' have one law, E "
    "may be taken to be symmetric. Finite alphabets alone: pmc.theorem-7",
    asserts=(
        Assertion(_INTERVALS, (Compared(_PMC, "<=", LDP_P), Compared(_PML, "<=", LDP_P))),
        Assertion(_INTERVALS, (Compared(LDP_P, "<=", _BOTH),)),
        Assertion(
            countable_instances,
            (Compared(divergence_there, "<=", _APART), Compared(_UP, "<=", _APART)),
        ),
        Assertion(countable_instances, (Compared(_APART, "<=", _SUM),)),
    ),
    parts=ANY_LAW,
    reductions=(ALMOST_ALL, ESSENTIAL),
)
