"""The gain in utility from a known prior: LIP and ALIP against LDP at one level, Sec. VII."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import AnyLaw as Means
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.mechanisms.instances import Masses, exact, information, law_of, prior, worst
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import exp, log, minus
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.values import Value, extreme, holds

_FACTOR = "(1 + pmin*exp(-e)/(1 - pmin))"

# --- the mechanism whose lifts are farther from 1 ------------------------------------------------


def _table(law: Law) -> tuple[Masses, list[list[Fraction]], Masses]:
    """Return P(x), the rows P(y|x) and P(y)."""
    joint = law.marginal(("X", "Y"))
    (secrets, outcomes), in_x, in_y = law.shape, law.marginal(("X",)), law.marginal(("Y",))
    masses = tuple(Fraction(in_x[x,], law.total) for x in range(secrets))
    rows = [
        [Fraction(joint.get((x, y), 0), in_x[x,]) for y in range(outcomes)] for x in range(secrets)
    ]
    chances = tuple(Fraction(in_y.get((y,), 0), law.total) for y in range(outcomes))
    return masses, rows, chances


def factor(model: Model) -> Fraction:
    """Return c = 1 + p_min e^-eps/(1 - p_min)."""
    masses, _, _ = _table(model.law)
    rarest = min(masses)
    return 1 + rarest * exact(_rational(exp(minus(model.parameters["e"])))) / (1 - rarest)


def _rational(value: Value) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def stretched(model: Model) -> Law:
    """Return the law of X and Y', with P(y'|x) = P(y) (1 + c (w - 1)) for the lift w of (x, y)."""
    masses, rows, chances = _table(model.law)
    c = factor(model)
    return law_of(
        masses,
        [[q + c * (a - q) for a, q in zip(entries, chances, strict=True)] for entries in rows],
    )


def _draw(number: int, random: Random) -> Model:
    """Draw a mechanism without zeros, and a level at or above its LDP."""
    masses = prior(number % 12, random)
    outcomes = random.choice((2, 2, 3))
    total = random.choice((20, 100)) if number % 3 else 6
    lines = [row(random, outcomes, total, True) for _ in masses]
    if number % 10 == 9:  # a constant mechanism
        lines = [lines[0]] * len(lines)
    law = law_of(masses, [[Fraction(entry, total) for entry in line] for line in lines])
    more = random.choice((1, 1, Fraction(3, 2)))
    ratio = _rational(exp(worst("ldp", law))) * more
    return Model(law, {"e": log(ratio)})


def _outside(model: Model) -> str:
    level = model.parameters["e"]
    if not holds(level, ">=", Fraction(0)):
        return "e has to be at least 0."
    return "" if isinstance(exp(level), Fraction) else "e has to be the log of a rational."


_EVERY = Domain(
    "every prior and mechanism, eps >= 0 and c = 1 + p_min e^-eps/(1 - p_min)",
    r"P_X,\ P_{Y\mid X},\ \varepsilon\ge0,\ c=1+\tfrac{p_{\min}e^{-\varepsilon}}{1-p_{\min}}",
    Model,
    _draw,
    60,
    ("e",),
    outside=_outside,
)
_LEVEL = Quantity[Model]("eps", r"\varepsilon", lambda m: m.parameters["e"])
_LDP = Quantity[Model]("ldp(X->Y)", r"\mathrm{LDP}(X\to Y)", lambda m: worst("ldp", m.law))
_LIP = Quantity[Model](
    "lip(X->Y')",
    r"\mathrm{LIP}(X\to Y')",
    lambda m: extreme((worst(kind, stretched(m)) for kind in ("pmc", "pml")), largest=True),
)
_INFORMATION = Quantity[Model]("I(X;Y)", "I(X;Y)", lambda m: information(m.law))
_MORE = Quantity[Model]("I(X;Y')", "I(X;Y')", lambda m: information(stretched(m)))
_NOTHING = Quantity[Model]("0", "0", lambda _: Fraction(0))


def _is_garbled(model: Model) -> bool:
    """Whether Y is Y' with probability 1/c, else a fresh draw from P_Y."""
    c = factor(model)
    _, rows, chances = _table(model.law)
    _, farther, _ = _table(stretched(model))
    return all(
        a == b / c + (1 - 1 / c) * q
        for entries, others in zip(rows, farther, strict=True)
        for a, b, q in zip(entries, others, chances, strict=True)
    )


_PRIVATE = Compared(_LDP, "<=", _LEVEL)
GARBLED = Property[Model](
    "Y is Y' with probability 1/c, else drawn from P_Y",
    r"P_{Y\mid X}=\tfrac1cP_{Y'\mid X}+(1-\tfrac1c)P_Y",
    _is_garbled,
)
BOUNDED = Assertion(_EVERY, (Compared(_LIP, "<=", _LEVEL), GARBLED), (_PRIVATE,))
WORTH_MORE = Assertion(
    _EVERY,
    (Compared(_MORE, ">", _INFORMATION),),
    (_PRIVATE, Compared(_INFORMATION, ">", _NOTHING)),
)

# --- goals ----------------------------------------------------------------------------------------

share = reals("s")[0]
_WITHIN = (relate(share, ">=", ZERO), relate(share, "<=", ONE))


def _w_log_w(of: Term) -> Term:
    return of * sp.log(of)


_MOVED = 1 + share * (v - 1)
_CONVEX = relate(_w_log_w(_MOVED), "<=", share * _w_log_w(v))


def _pointwise(given: tuple[Sentence, ...]) -> Step:
    """Prove w log w <= s v log v for w = 1 + s (v - 1).

    The difference is convex in s, with second derivative (v - 1)^2/w, and 0 at both ends.
    """
    gap = _w_log_w(_MOVED) - share * _w_log_w(v)
    curvature = Decided(Goal((v > 0, *_WITHIN), relate(sp.diff(gap, share, 2), ">=", ZERO)))
    low, high = (
        Decided(Goal((v > 0,), relate(gap.subs(share, end), "<=", ZERO))) for end in (ZERO, ONE)
    )
    convex = ConvexAtEnds(gap, share, ZERO, ONE, curvature, (low, high))
    return Decided(Goal(given, _CONVEX), (convex,))


_PAIRS = Means((v,), v > 0, "XY")
before, after = reals("I J")

_GOALS = (
    follows(
        "w log w is at most s v log v for w = 1 + s (v - 1), where v is the lift of Y' and s = 1/c",
        (v > 0, *_WITHIN),
        _CONVEX,
        lambda goal: _pointwise(goal.hypotheses),
    ),
    follows(
        "so on average over pairs: I(X;Y) <= s I(X;Y')",
        _WITHIN,
        relate(_PAIRS.mean(_w_log_w(_MOVED)), "<=", share * _PAIRS.mean(_w_log_w(v))),
        lambda goal: Decided(goal, (_PAIRS.over(_pointwise((v > 0, *_WITHIN))),)),
    ),
    follows(
        "and I(X;Y') is larger than I(X;Y), where that is not 0",
        (before > 0, share > 0, share < 1, relate(before, "<=", share * after)),
        relate(after, ">", before),
    ),
)

# --- the claim ------------------------------------------------------------------------------------


STRETCHED = PaperTheorem(
    "lifts farther from 1",
    "The numbers P(y) (1 + c (w - 1)), w the lift of x and y, are the rows of a mechanism X -> Y', "
    "if none is negative. Y' has the law of Y and the lifts 1 + c (w - 1), mutual information is "
    "the mean of w log w under P_X x P_Y, and Y is Y' with probability 1/c, else a fresh draw.",
    "The mean of w is 1 over x and over y, and so is that of 1 + c (w - 1); P(y) w is P(y|x).",
)

lip_utility = Claim(
    "pmc.conclusion.lip-utility",
    PAPER,
    'Sec. VII, "LIP and ALIP are preferred as they enable higher utility compared to LDP"',
    says="at every level eps > 0 and every prior, LIP (and so ALIP) reaches at least the utility "
    "of LDP, whatever utility is not raised by post-processing, and more mutual information",
    scope="every finite alphabet of at least two secrets, prior and mechanism. Each eps-LDP "
    "mechanism is an eps-LIP mechanism itself. One that tells anything, I(X;Y) > 0, is a "
    "post-processing of an eps-LIP mechanism Y' with more than c I(X;Y) >= I(X;Y), c = 1 + p_min "
    "e^-eps/(1 - p_min): so none under LDP is best under LIP. eps-LIP is (eps, eps)-ALIP. "
    '"Enable" is read as: never less, and more by the utility of Fig. 1. No level is named, so '
    "every eps > 0 is meant, as in pmc.figure-1; at eps = 0 both allow only mechanisms that tell "
    "nothing. By other utilities both may be equal: the chance of guessing a skewed secret is "
    "p_max under either for small eps. The prior has to be known, as the sentence says. General "
    "alphabets are not covered",
    **stated(
        "LDP(e) => LIP(e)",
        f"LDP(e) => {_FACTOR}*(1 - exp(-pmc(X->y))) <= 1 - exp(-e)",
        f"LDP(e) => {_FACTOR}*(exp(pml(X->y)) - 1) <= exp(e) - 1",
        beside=(beside(*_GOALS, asserts=(BOUNDED, WORTH_MORE), reductions=(STRETCHED,)),),
    ),
)
