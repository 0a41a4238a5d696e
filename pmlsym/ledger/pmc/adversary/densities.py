"""Densities: events, divergences, and the sets that divide the secrets in App. B."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import COMMON_MEASURE, ESSENTIAL, SUPREMUM
from pmlsym.ledger.pmc.definitions import countable_instances, divergence_there
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import Argument
from pmlsym.statements.arithmetic import divide, exp, log, multiply
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import divergence, log_ratio
from pmlsym.statements.instances.attack.loss import Densities, draw_densities, largest
from pmlsym.statements.instances.noise.countable import Countable
from pmlsym.statements.instances.parameters import POSITIVE, Parameters, among
from pmlsym.statements.values import LogOf, Value, decimal, holds

# --- events against densities: eq. (3), Remark 4, Defs. 2, 3, 7, 11 -------------------------------

# --- eq. (3) and Remark 4 -------------------------------------------------------------------------

density, other, bound, mass = reals("f g R m")
_WITHIN = relate(density, "<=", bound * other)
_BEYOND = relate(density, ">", bound * other)
_ON_ANY, _ON_EXCESS = AnyLaw((density, other), _WITHIN, "A"), AnyLaw((density, other), _BEYOND, "A")
f_x, f_y, f_xy, f_x_y, f_y_x = reals("f_X f_Y f_XY f_X|Y f_Y|X")
_BAYES = (
    f_x > 0,
    f_y > 0,
    relate(f_x_y, "==", f_xy / f_y),
    relate(f_y_x, "==", f_xy / f_x),
)

_MEASURES = Domain(
    "every finite alphabet, prior with positive entries, kernel, possible outcome y, and measures "
    "mu of secrets and nu of outcomes with positive weights",
    r"\forall P_X,P_{Y|X},y,\mu,\nu",
    Densities,
    draw_densities,
)
_EVENTS = Quantity[Densities](
    "log sup_A P_X(A)/P_X|Y=y(A)",
    r"\log\sup_A\frac{P_X(A)}{P_{X|Y=y}(A)}",
    lambda a: divergence(a.attack.prior, a.attack.posterior),
)
_OF_SECRETS = Quantity[Densities](
    "log ess sup f_X/f_X|Y",
    r"\log\operatorname*{ess\,sup}\frac{f_X(X)}{f_{X|Y}(X|y)}",
    lambda a: largest(a.prior_density, a.posterior_density),
)
_OF_OUTCOMES = Quantity[Densities](
    "log ess sup f_Y/f_Y|X",
    r"\log\operatorname*{ess\,sup}\frac{f_Y(y)}{f_{Y|X}(y|X)}",
    lambda a: largest((a.outcome_density,) * len(a.attack.prior), a.likelihood_density),
)
_ONE_EVENT = Quantity[Countable](
    "log P_X(A)/P_X|Y=y(A) of any event A",
    r"\log\frac{P_X(A)}{P_{X|Y=y}(A)}\text{ of any }A",
    lambda a: log_ratio(a.before(a.of_event()), a.after(a.of_event())),
)
_FAR_EVENT = Quantity[Countable](
    "log P_X(A)/P_X|Y=y(A) of A = {n, n + 1, ...} with n far enough",
    r"\log\frac{P_X(A_n)}{P_{X|Y=y}(A_n)}",
    lambda a: log_ratio(a.tail(a.far), a.joint_tail(a.far) / a.outcome),
)
_NEAR = Quantity[Countable](
    "log ess sup f_Y/f_Y|X - delta (1/delta where infinite)",
    r"\log\operatorname*{ess\,sup}\frac{f_Y(y)}{f_{Y|X}(y|X)}-\delta"
    r"\ \text{(}1/\delta\text{ where infinite)}",
    lambda a: a.near(a.supremum),
)

eq_3 = Claim(
    "pmc.eq-3",
    PAPER,
    "eq. (3), Remark 4",
    says="the supremum over events of P_X(A)/P_X|Y=y(A) is the essential supremum of the ratio of "
    "densities, f_X/f_X|Y or f_Y/f_Y|X",
    statement=r"\sup_A\frac{P_X(A)}{P_{X|Y=y}(A)}=\operatorname*{ess\,sup}_{P_X}"
    r"\frac{f_X(X)}{f_{X|Y}(X|y)}=\operatorname*{ess\,sup}_{P_X}\frac{f_Y(y)}{f_{Y|X}(y|X)}",
    scope="every law: f and g are densities of any two laws with respect to a measure, A any "
    "event with 0 < its measure < infinity (a countable union of such, where it is infinite), on "
    "which the goals take means. f/g is infinite where g = 0 < f, and 0/0 is left out. Read on "
    "finite alphabets with all events, and on countable ones with some. That PMC is measurable in "
    "y, which Remark 4 says of standard Borel spaces, is not covered",
    parts=(
        follows(
            "if f <= R g on A, then P(A) <= R Q(A); m is the measure of A",
            (mass > 0,),
            relate(mass * _ON_ANY.mean(density), "<=", bound * mass * _ON_ANY.mean(other)),
            _ON_ANY.on_average(_WITHIN),
        ),
        follows(
            "if f > R g on A, then P(A) > R Q(A)",
            (mass > 0,),
            relate(mass * _ON_EXCESS.mean(density), ">", bound * mass * _ON_EXCESS.mean(other)),
            _ON_EXCESS.on_average(_BEYOND),
        ),
        follows(
            "f_X/f_X|Y and f_Y/f_Y|X are one ratio, where the joint density f_XY is positive",
            (*_BAYES, f_xy > 0),
            relate(f_x / f_x_y, "==", f_y / f_y_x),
        ),
        *(
            follows(
                f"and where it is 0, {name} is 0 as well: the ratio is infinite",
                (*_BAYES, relate(f_xy, "==", ZERO)),
                relate(given, "==", ZERO),
            )
            for name, given in (("f_X|Y", f_x_y), ("f_Y|X", f_y_x))
        ),
    ),
    asserts=(
        Assertion(_MEASURES, who.compared(_EVENTS, "=", _OF_SECRETS)),
        Assertion(_MEASURES, who.compared(_OF_SECRETS, "=", _OF_OUTCOMES)),
        Assertion(countable_instances, who.compared(_ONE_EVENT, "<=", divergence_there)),
        Assertion(countable_instances, who.compared(_FAR_EVENT, ">=", _NEAR)),
    ),
    reductions=(SUPREMUM, ESSENTIAL, COMMON_MEASURE),
)

# --- PML and PMC as divergences -------------------------------------------------------------------

divergence_claim = Claim(
    "pmc.divergence",
    PAPER,
    "Defs. 2-3 and 7, Thm 2, Cor. 1",
    says="PML is D_inf(P_X|Y=y || P_X) and PMC is D_inf(P_X || P_X|Y=y)",
    statement=r"\ell(X\to y)=D_\infty(P_{X|Y=y}\|P_X),\qquad"
    r"\Lambda(X\to y)=D_\infty(P_X\|P_{X|Y=y})",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; PML by "
    "gains (Def. 2) and by right guesses of randomized functions (Def. 3), PMC by costs and by "
    "wrong guesses (Def. 7), each at most the divergence and one equal to it. Payoffs have "
    "finitely many choices; of infinitely many the best is approached by single ones. On general "
    "alphabets, which Def. 2 has, PMC is pmc.theorem-4; PML is not covered there",
    **stated(
        "gain C: gain(C) <= pml(X->y)",
        "gain J = 1 at x of most lift: gain(J) = pml(X->y)",
        "guess G: gain(G) <= pml(X->y)",
        "guess R splits all but x of most lift: gain(R) = pml(X->y)",
        "cost C: cost(C) <= pmc(X->y)",
        "cost I = 1 at x of least lift: cost(I) = pmc(X->y)",
        "guess G: cost(G) <= pmc(X->y)",
        "guess S splits x of least lift: cost(S) = pmc(X->y)",
    ),
)

# --- the sets of the proof of Theorem 4: eq. (21) -------------------------------------------------

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


FLOOR = Argument(
    "with t = log(f)/eps there is one whole w with w <= t < w + 1, and no other; and whole w, v "
    "with w < v + 1 and v < w + 1 are equal",
)

width, w, v = reals("epsilon w v")
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
