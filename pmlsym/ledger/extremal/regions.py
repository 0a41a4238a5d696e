"""Optimal mechanisms by region: all lifts but one at the bound, two secrets, zeros, outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import chance_of_low, own_lift
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.worth import PAPER, bound, exponentiated, special, zeros
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import Part, between, follows
from pmlsym.ledger.pmc.extremal import EXTREMAL
from pmlsym.ledger.pmc.mechanisms.instances import Masses, prior
from pmlsym.ledger.pmc.symbols import ONE, ZERO, epsilon, p, v, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.instances.valued.utility import Valued, mixed_from
from pmlsym.statements.optimality import Designed, Optimality, bounded_designs
from pmlsym.statements.specific import Mechanism, about
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.named import redraw
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import Value

# --- one bound that leaves a simplex: high privacy under PML, any level under PMC -----------------

_l, _u, _p_y = reals("l u p_y")
_AT_MOST, _AT_LEAST = sp.exp(_u), sp.exp(-_l)  # the value of all lifts but one


def _optimal(
    guarantee: str, mechanism: Mechanism, lifts: str, draw: Callable[[int, Random], Designed]
) -> Stated:
    """State that a mechanism is optimal under a guarantee, with its utility sum_y P(y) mu(v_y)."""
    return stated(
        Optimality.of(guarantee, mechanism, draw=draw),
        about(
            f"q_y = p_y and {lifts}",
            mechanism,
            draw=lambda number, random: draw(number, random).levels,
        ),
    )


def _end(masses: Masses) -> Fraction:
    return 1 / (1 - min(masses))


_BELOW_END = bounded_designs("pml", "u", prior, _end)


def _up_to_end(number: int, random: Random) -> Designed:
    found = _BELOW_END(number, random)
    if number % 5 < 4:
        return found
    return replace(found, levels=Levels(found.prior, (("u", _end(found.prior)),)))


high_privacy = Claim(
    "extremal.high-privacy",
    PAPER,
    "own",
    says="for eps <= log(1/(1 - p_min)) the optimum is sum_x P(x) mu(a_x), with a_x equal to e^eps "
    "at every secret but x",
    statement=r"0\le\varepsilon\le\log\tfrac1{1-p_{\min}}:\quad\max U=\sum_xP(x)\,\mu(a_x),\quad "
    r"a_x(x')=e^\varepsilon,\ a_x(x)=\tfrac{1-e^\varepsilon(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and both ends of the range; "
    "mechanisms of finitely many outcomes. Utilities sum_y P(y) mu(v_y) with mu convex on the lift "
    "vectors, which are the sums of a convex and positively homogeneous function of P(y|.). a_y is "
    "the lift vector of the extremal mechanism's answer y: by its largest entry, which is e^eps, "
    "and its smallest, as all other secrets are alike",
    **_optimal(
        "PML(u)",
        Mechanism(EXTREMAL.name, EXTREMAL.answers, where=("u <= log(1/(1 - pmin))",)),
        f"pml(X->y) = u and exp(-pmc(X->y)) = {in_language(own_lift(_AT_MOST, _p_y))}",
        _up_to_end,
    ),
)

KEEP_OR_REDRAW = redraw("l")

cost = Claim(
    "extremal.cost",
    PAPER,
    "own",
    says="under eps-PMC the optimum is sum_x P(x) mu(b_x), with b_x equal to e^-eps at every "
    "secret but x: keep the secret with probability 1 - e^-eps, otherwise draw a new one from the "
    "prior",
    statement=r"\max U=\sum_xP(x)\,\mu(b_x),\quad b_x(x')=e^{-\varepsilon},\ "
    r"b_x(x)=\tfrac{1-e^{-\varepsilon}(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and every eps >= 0. Lift "
    "vectors bounded from below form a simplex at every level, with the vectors b_x for its "
    "vertices: no lift has to be bounded from above. Mechanisms, utilities and how the lift "
    "vectors are read as in extremal.high-privacy",
    **_optimal(
        "PMC(l)",
        KEEP_OR_REDRAW,
        f"pmc(X->y) = l and exp(pml(X->y)) = {in_language(own_lift(_AT_LEAST, _p_y))}",
        bounded_designs("pmc", "l", prior, lambda _: Fraction(100)),
    ),
)

# --- two secrets: a segment, whose ends are optimal at every level --------------------------------

# mu at an outcome and at a special one, and at the two ends of the segment
_value, _own_value, at_low, at_high = reals("m m_0 mu_low mu_high")
_own_lift = reals("v_0")[0]
low, width = reals("low width")
lower_lift, upper_lift, share = reals("v_low v_high c")
high = low + width


def other(lift: Term) -> Term:
    """Return the lift of the other secret: the mean lift is one."""
    return (1 - p * lift) / (1 - p)


@dataclass(frozen=True)
class BinaryRegion:
    """A range of levels, the lifts of x at both ends, and the probability of the upper end."""

    name: str
    given: tuple[Sentence, ...]
    low: Term
    high: Term
    chance: Term

    @property
    def optimum(self) -> Term:
        """The utility of the mechanism that has the two ends for its outcomes."""
        return self.chance * at_high + (1 - self.chance) * at_low


_PRIOR = (p > 0, p < 1)
REGIONS = (
    BinaryRegion(
        "no zeros",
        (*_PRIOR, bound > 1, relate(bound * p, "<=", ONE), relate(bound * (1 - p), "<=", ONE)),
        own_lift(bound, p),
        bound,
        1 - p,
    ),
    BinaryRegion(
        "one zero",
        (*_PRIOR, relate(bound * p, "<=", ONE), relate(bound * (1 - p), ">=", ONE)),
        ZERO,
        bound,
        1 / bound,
    ),
    BinaryRegion(
        "identity",
        (*_PRIOR, relate(bound * p, ">=", ONE), relate(bound * (1 - p), ">=", ONE)),
        ZERO,
        1 / p,
        p,
    ),
)


def chord(lift: Term, value: Term) -> Sentence:
    """State Jensen's inequality: the value at a lift vector is at most its mixture of the ends."""
    mixed = (high - lift) * at_low + (lift - low) * at_high
    return relate((high - low) * value, "<=", mixed)


def at_mean(lower: Term, upper: Term) -> Term:
    """Return the mixture of the values at the ends whose lifts of x have mean one."""
    share = chance_of_low(lower, upper)
    return share * at_low + (1 - share) * at_high


def _segment() -> Part:
    rest = AnyLaw((v, _value), chord(v, _value), "R")
    own = relate(_own_lift, "==", (1 - (1 - special) * rest.mean(v)) / special)
    return follows(
        "on a segment no mechanism is worth more than the mixture of its ends: with one outcome of "
        "probability q and the rest, whose lifts of x have mean one",
        (width > 0, special > 0, special <= 1, own, chord(_own_lift, _own_value)),
        relate(special * _own_value + (1 - special) * rest.mean(_value), "<=", at_mean(low, high)),
        rest.on_average(),
    )


def _parts(region: BinaryRegion) -> tuple[Part, ...]:
    name, lower, upper, chance = region.name, region.low, region.high, region.chance
    admitted = (
        *region.given,
        v >= 0,
        relate(v, "<=", bound),
        relate(w, "==", other(v)),
        w >= 0,
        relate(w, "<=", bound),
    )
    ends = (
        *region.given,
        relate(lower_lift, "==", lower),
        relate(upper_lift, "==", upper),
        relate(share, "==", chance),
    )
    return (
        follows(
            f"{name}: an admitted lift of x is at most that of the upper end",
            admitted,
            relate(v, "<=", upper),
        ),
        follows(f"{name}: and at least that of the lower end", admitted, relate(v, ">=", lower)),
        *(
            part
            for which, end in (("upper", upper), ("lower", lower))
            for whose, lift in (("x", end), ("the other secret", other(end)))
            if lift != ZERO
            for part in between(
                (
                    f"{name}: the lift of {whose} at the {which} end is admitted: not negative",
                    f"{name}: nor above B",
                ),
                region.given,
                lift,
                bound,
            )
        ),
        follows(
            f"{name}: the ends differ, so that a lift between them is their mixture",
            region.given,
            relate(lower, "<", upper),
        ),
        *between(
            (f"{name}: the upper end has a probability, at least 0", f"{name}: and at most 1"),
            region.given,
            chance,
        ),
        follows(
            f"{name}: a mechanism, the lifts of x average to one",
            ends,
            relate(share * upper_lift + (1 - share) * lower_lift, "==", ONE),
        ),
        follows(
            f"{name}: and so do those of the other secret",
            ends,
            relate(share * other(upper_lift) + (1 - share) * other(lower_lift), "==", ONE),
        ),
        follows(
            f"{name}: the mixture of the ends is its value",
            region.given,
            relate(at_mean(lower, upper), "==", region.optimum),
        ),
    )


_VALUE = worth.number("the value stated for B", r"\max U", worth.binary_value)

binary = Claim(
    "extremal.binary",
    PAPER,
    "own",
    says="for two secrets the optimum is that of the mechanism whose outcomes are the ends of the "
    "segment of admitted lift vectors, with zero, one or two zeros as eps grows",
    statement=r"p\le\tfrac12:\ \max U=\begin{cases}"
    r"p\,\mu(\tfrac{1-(1-p)B}p,B)+(1-p)\,\mu(B,\tfrac{1-pB}{1-p})&"
    r"B\le\tfrac1{1-p}\\(1-\tfrac1B)\,\mu(0,\tfrac1{1-p})+\tfrac1B\,\mu(B,\tfrac{1-pB}{1-p})&"
    r"\tfrac1{1-p}\le B\le\tfrac1p\\(1-p)\,\mu(0,\tfrac1{1-p})+p\,\mu(\tfrac1p,0)&B\ge\tfrac1p"
    r"\end{cases}",
    scope="every prior (p, 1 - p) and every eps >= 0, B = e^eps: written for p <= 1/2, else the "
    "secrets are exchanged. Utilities sum_y P(y) mu(v_y) with mu convex on the segment: Jensen's "
    "inequality is a hypothesis on the value of mu at each outcome. At eps = 0 the lift 1 is the "
    "only one. The last mechanism discloses the secret",
    parts=(
        _segment(),
        *(part for region in REGIONS for part in _parts(region)),
        follows(
            "at eps = 0 the other lift is at most 1, so that no lift of x is below 1",
            (*_PRIOR, relate(w, "==", other(v)), w <= 1),
            relate(v, ">=", ONE),
        ),
    ),
    asserts=(
        Assertion(worth.TWO, (worth.compared(worth.UTILITY, "<=", _VALUE),), (worth.WITHIN,)),
        Assertion(
            worth.TWO,
            (
                worth.compared(worth.of_mechanism("both ends", worth.segment), "=", _VALUE),
                *worth.attained("both ends", worth.segment, "B"),
            ),
        ),
    ),
    reductions=(worth.MIXTURE, worth.JENSEN),
)

# --- the number of secrets that an outcome can exclude under PML ----------------------------------

_least, _common, _number, _cut = reals("s_k C j tau")
_chance = reals("delta")[0]
# the lifts of a random secret that is neither excluded nor x
_WITHIN = AnyLaw((w,), sp.And(w >= 0, relate(w, "<=", bound)), "O")
_MORE, _LESS = AnyLaw((v,), relate(v, ">=", _cut), "A"), AnyLaw((v,), relate(v, "<=", _cut), "B")
_SWAPPED = (
    _number >= 0,
    relate(zeros, "==", _common + _number * _MORE.mean(v)),
    relate(_least, "==", _common + _number * _LESS.mean(v)),
)
_EXISTS = (zeros > 0, zeros < 1, relate(bound * (1 - zeros), ">=", ONE))
_MIXED = (
    bound > 1,
    v >= 0,
    relate(v, "<=", bound),
    _chance > 0,
    relate(_chance, "<=", 1 / bound),
    relate(_chance, "<=", 1 - 1 / bound),
)
_LEVEL = relate(epsilon, ">=", sp.log(1 / (1 - zeros)))
_REST = (1 - _chance * v) / (1 - _chance)


def _swap(goal: Goal) -> Step:
    return Decided(goal, tuple(law.averaged(law.support) for law in (_MORE, _LESS)))


def _level_of(count: int, instance: Valued) -> Value:
    """Return log 1/(1 - s_k)."""
    return minus(log(1 - sum(sorted(instance.prior)[:count], Fraction(0))))


def _most_zeros(instance: Valued) -> int:
    return max(vector.count(Fraction(0)) for _, vector in instance.outcomes)


def _ruling_out(instance: Valued) -> Table:
    """Return a mechanism that excludes the k rarest secrets with a small probability."""
    order = sorted(range(len(instance.prior)), key=lambda x: instance.prior[x])
    gone = set(order[: instance.ruled_out])
    mass = 1 - sum((instance.prior[x] for x in gone), Fraction(0))
    vector = tuple(Fraction(0) if x in gone else 1 / mass for x in range(len(order)))
    chance = min(1 / instance.high, 1 - 1 / instance.high) / 2
    rest = tuple((1 - chance * lift) / (1 - chance) for lift in vector)
    return mixed_from([(chance, vector), (1 - chance, rest)])


_COUNT = worth.number("k", "k", lambda a: Fraction(a.ruled_out))
_EPSILON = worth.number("log B", r"\varepsilon", lambda a: log(a.high))
_LEVEL_OF_K = worth.number(
    "log(1/(1 - s_k))", r"\log\tfrac1{1-s_k}", lambda a: _level_of(a.ruled_out, a)
)
_LEVEL_OF_ZEROS = worth.number(
    "log(1/(1 - s_k)) for the k secrets that an outcome rules out",
    r"\log\tfrac1{1-s_k},\ k=|\{x:v_y(x)=0\}|",
    lambda a: _level_of(_most_zeros(a), a),
)
_ZEROS_OF_BUILT = worth.number(
    "secrets that an outcome of the mechanism rules out",
    r"\max_y|\{x:v^*_y(x)=0\}|",
    lambda a: Fraction(_most_zeros(a.with_kernel(_ruling_out(a)))),
)

regions = Claim(
    "extremal.regions",
    PAPER,
    "own",
    says="an outcome can rule out k secrets exactly from eps = log(1/(1 - s_k)) on, with s_k the "
    "sum of the k smallest prior probabilities",
    statement=r"\exists\,v,\ |\{x:v(x)=0\}|=k\iff e^\varepsilon(1-s_k)\ge1\iff\varepsilon\ge\log"
    r"\tfrac1{1-s_k}",
    scope="every finite alphabet, every prior and 1 <= k < |X|; B = e^eps. s is the probability of "
    "the ruled out secrets, x one that is not. The sum of the k smallest is compared with any "
    "other k by what both leave out: as many secrets on both sides, of probabilities at least and "
    "at most some tau",
    parts=(
        follows(
            "zeros of the probability s, and a mean of one, leave e^eps (1 - s) >= 1",
            (
                p > 0,
                relate(p + zeros, "<=", ONE),
                relate(v, "==", (1 - (1 - p - zeros) * _WITHIN.mean(w)) / p),
                relate(v, "<=", bound),
            ),
            relate(bound * (1 - zeros), ">=", ONE),
            _WITHIN.on_average(relate(w, "<=", bound)),
        ),
        follows(
            "no k secrets are less likely than the k least likely: each that only the former have "
            "is at least as likely as each that only the latter have",
            _SWAPPED,
            relate(_least, "<=", zeros),
            _swap,
        ),
        follows(
            "so e^eps (1 - s_k) >= 1",
            (bound >= 1, relate(bound * (1 - zeros), ">=", ONE), relate(_least, "<=", zeros)),
            relate(bound * (1 - _least), ">=", ONE),
        ),
        follows(
            "conversely 1/(1 - s) at every other secret is within the bound",
            _EXISTS,
            relate(1 / (1 - zeros), "<=", bound),
        ),
        follows(
            "and has mean one",
            (zeros < 1, relate(v, "==", 1 / (1 - zeros))),
            relate((1 - zeros) * v, "==", ONE),
        ),
        follows("then e^eps > 1", _EXISTS, relate(bound, ">", ONE)),
        follows(
            "so that the lift vector is that of an outcome of a mechanism, of a small probability "
            "delta: the lifts at a second outcome are within the bound",
            _MIXED,
            relate(_REST, "<=", bound),
        ),
        follows("and not negative", _MIXED, relate(_REST, ">=", ZERO)),
        follows(
            "in nats",
            (zeros < 1, relate(sp.exp(epsilon) * (1 - zeros), ">=", ONE)),
            relate(epsilon, ">=", sp.log(1 / (1 - zeros))),
            compare_exponentials,
        ),
        follows(
            "and back",
            (zeros < 1, _LEVEL),
            relate(sp.exp(epsilon) * (1 - zeros), ">=", ONE),
            lambda goal: exponentiated(goal, _LEVEL),
        ),
    ),
    asserts=(
        Assertion(
            worth.ZEROS,
            (worth.compared(_LEVEL_OF_ZEROS, "<=", _EPSILON),),
            (worth.WITHIN,),
        ),
        Assertion(
            worth.ZEROS,
            (
                worth.compared(_ZEROS_OF_BUILT, "=", _COUNT),
                *worth.attained("the mechanism that rules out the k rarest", _ruling_out, "B"),
            ),
            (worth.compared(_LEVEL_OF_K, "<=", _EPSILON),),
        ),
    ),
    reductions=(worth.MIXTURE,),
)
