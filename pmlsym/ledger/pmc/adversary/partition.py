"""The sets into which the proof of Theorem 4 divides the secrets: App. B, eq. (21)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import Argument
from pmlsym.statements.arithmetic import add, divide, exp, log, multiply
from pmlsym.statements.assertion import Assertion, Domain, Property, Quantity
from pmlsym.statements.instances.parameters import POSITIVE, Parameters, among
from pmlsym.statements.values import LogOf, Value, decimal, holds

_NOUGHT, _ONE = Fraction(0), Fraction(1)
_WIDTHS: tuple[Value, ...] = (LogOf(Fraction(2)), LogOf(Fraction(11, 10)), Fraction(1, 3))


def _draw(number: int, random: Random) -> Parameters:
    """Draw densities at a secret, some of them 0 or at the start of a set, and a width."""
    width = _WIDTHS[number % 3]
    prior, posterior = (Fraction(random.randint(1, 60), random.randint(1, 9)) for _ in "pr")
    if number % 4 == 0:
        prior = _NOUGHT
    elif number % 4 == 1:
        prior = posterior * Fraction((2, Fraction(11, 10), 3)[number % 3]) ** random.randint(-3, 3)
    return Parameters.of(p=prior, r=posterior, e=width)


_POSITIVE = among(r=POSITIVE, e=POSITIVE)


def _outside(instance: Parameters) -> str:
    if why := _POSITIVE(instance):
        return why
    prior = instance.values.get("p")
    return "" if prior is not None and holds(prior, ">=", _NOUGHT) else "p has to be at least 0."


_POINTS = Domain(
    "every secret x, with densities p(x) >= 0 of P_X and r(x) > 0 of P_X|Y=y, f(x) = p(x)/r(x), "
    "and eps > 0",
    r"x,\ f(x)=\tfrac{dP_X}{dP_{X\mid Y=y}}(x),\ \varepsilon>0",
    Parameters,
    _draw,
    100,
    outside=_outside,
)


def _density(instance: Parameters) -> Value:
    return divide(instance["p"], instance["r"])


def _window(instance: Parameters) -> range:
    """Return integers near log f/eps, which include all candidates."""
    density = _density(instance)
    middle = floor(decimal(log(density)) / decimal(instance["e"])) if density != 0 else 0
    return range(middle - 3, middle + 4)


def _within(value: Value, low: Value, high: Value) -> bool:
    return bool(holds(low, "<=", value)) and bool(holds(value, "<", high))


def _end(instance: Parameters, w: int) -> Value:
    return exp(multiply(Fraction(w), instance["e"]))


def _finite_sets(instance: Parameters) -> int:
    """Count the integers w with e^(w eps) <= f(x) < e^((w + 1) eps)."""
    return sum(
        _within(_density(instance), _end(instance, w), _end(instance, w + 1))
        for w in _window(instance)
    )


def _printed(instance: Parameters) -> Value:
    """Count the sets of (21) that contain x; the set of w = -inf has both ends e^-inf = 0."""
    return Fraction(_finite_sets(instance) + _within(_density(instance), _NOUGHT, _NOUGHT))


def _mended(instance: Parameters) -> Value:
    return Fraction(_finite_sets(instance) + bool(holds(_density(instance), "=", _NOUGHT)))


_VALUE = Quantity[Parameters]("f(x)", "f(x)", _density)
_NUMBER_0 = Quantity[Parameters]("0", "0", lambda _: _NOUGHT)
_NUMBER_1 = Quantity[Parameters]("1", "1", lambda _: _ONE)
_SETS = Quantity[Parameters](
    "the number of w in Z and -inf with e^(w eps) <= f(x) < e^((w + 1) eps)",
    r"\#\{w\in\mathbb Z\cup\{-\infty\}:e^{w\varepsilon}\le f(x)<e^{(w+1)\varepsilon}\}",
    _printed,
)
_MENDED_SETS = Quantity[Parameters](
    "the number of w in Z with e^(w eps) <= f(x) < e^((w + 1) eps), and one more if f(x) = 0",
    r"\#\{w\in\mathbb Z:e^{w\varepsilon}\le f(x)<e^{(w+1)\varepsilon}\}+1[f(x)=0]",
    _mended,
)


def _one_floor(instance: Parameters) -> bool:
    """Whether exactly one integer w satisfies w <= t < w + 1, t = log f/eps."""
    t, width = log(_density(instance)), instance["e"]
    steps = [multiply(Fraction(w), width) for w in _window(instance)]
    return [_within(t, step, add(step, width)) for step in steps].count(True) == 1


FLOOR = Argument(
    "with t = log(f)/eps there is one whole w with w <= t < w + 1, and no other; and whole w, v "
    "with w < v + 1 and v < w + 1 are equal",
    Assertion(
        _POINTS,
        (
            Property(
                "one whole w has w eps <= log f(x) < (w + 1) eps",
                r"\exists!\,w:\ w\varepsilon\le\log f(x)<(w+1)\varepsilon",
                _one_floor,
            ),
        ),
        who.compared(_VALUE, "!=", _NUMBER_0),
    ),
)

density, width, w, v = reals("f epsilon w v")
_GIVEN = (density > 0, width > 0)
_FROM, _TO = sp.exp(w * width), sp.exp((w + 1) * width)


def _kept(goal: Goal) -> Step:
    """Exponentiate both sides of the last hypothesis."""
    return Decided(goal, (OrderKept(Decided(Goal(goal.hypotheses, goal.hypotheses[-1])), sp.exp),))


eq_21_repair = Claim(
    "pmc.eq-21.repair",
    PAPER,
    "App. B, eq. (21)",
    says="the sets D_w of whole w are a countable partition of the secrets with f(x) > 0, and with "
    "D_-inf = {x: f(x) = 0} the sets are one of X",
    scope="every law of the secret and every posterior of which it has a density f, on any "
    "alphabet: what is said is about the numbers f(x) and eps > 0. A density may be infinite on "
    "null sets in some versions, which are left out. That the sets are measurable, as f is, is not "
    "covered. The proof of Thm 4 needs no more, as {f = 0} has P_X-probability 0",
    asserts=(
        Assertion(
            _POINTS,
            who.compared(_SETS, "=", _NUMBER_1),
            who.compared(_VALUE, "!=", _NUMBER_0),
        ),
        Assertion(_POINTS, who.compared(_MENDED_SETS, "=", _NUMBER_1)),
    ),
    parts=(
        follows(
            "where w eps <= log f, f is at least the lower end of D_w",
            (*_GIVEN, relate(w * width, "<=", sp.log(density))),
            relate(_FROM, "<=", density),
            _kept,
        ),
        follows(
            "where log f < (w + 1) eps, f is below its upper end: the sets cover f > 0",
            (*_GIVEN, relate(sp.log(density), "<", (w + 1) * width)),
            relate(density, "<", _TO),
            _kept,
        ),
        follows(
            "f in D_w and in D_v has w < v + 1: the sets are disjoint",
            (
                *_GIVEN,
                relate(w * width, "<=", sp.log(density)),
                relate(sp.log(density), "<", (v + 1) * width),
            ),
            relate(w, "<", v + 1),
        ),
        follows(
            "where f is at least the lower end, w eps <= log f",
            (*_GIVEN, relate(_FROM, "<=", density)),
            relate(w * width, "<=", sp.log(density)),
            compare_exponentials,
        ),
        follows(
            "where f is below the upper end, log f < (w + 1) eps",
            (*_GIVEN, relate(density, "<", _TO)),
            relate(sp.log(density), "<", (w + 1) * width),
            compare_exponentials,
        ),
        follows(
            "f = 0 is below the lower end of every D_w",
            (width > 0, relate(density, "==", ZERO)),
            relate(density, "<", _FROM),
        ),
    ),
    arguments=(FLOOR,),
)

eq_21 = Claim(
    "pmc.eq-21",
    PAPER,
    "App. B, eq. (21)",
    says="the sets D_w = {x: e^(w eps) <= f(x) < e^((w + 1) eps)}, w a whole number or -inf, are a "
    "countable partition of X",
    scope="every law and posterior with a density f, as in App. B. For w = -inf both ends are "
    "e^-inf = 0, so that D_-inf is empty, and a secret with f(x) = 0 is in no set. There are such "
    "secrets wherever P_X-null sets have a positive posterior probability, for which (20a) allows: "
    "with P_X uniform on [0, 1/2], and the posterior of some y uniform on [0, 1], f is 2 up to 1/2 "
    "and 0 beyond; such y have probability 0. An author would answer that D_-inf is meant to be "
    "{f = 0}, as else there were no need for w = -inf, and that it has P_X-probability 0. That is "
    "the repair, with which the proof of Thm 4 goes through. The verdict stands, as < at the upper "
    "end of D_-inf would have to be <=",
    asserts=(Assertion(_POINTS, who.compared(_SETS, "=", _NUMBER_1)),),
    models=(Parameters.of(p=_NOUGHT, r=_ONE, e=LogOf(Fraction(2))),),
    repair=eq_21_repair,
)
