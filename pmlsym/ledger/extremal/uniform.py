"""Uniform secrets: the cyclic mechanism, its mutual information; and ALIP as PML, rescaled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from pmlsym.formulas.mechanisms import other_likelihood, own_lift, own_likelihood, remainder
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.worth import PAPER, bound, extreme_lift, floor, zeros
from pmlsym.ledger.lemmas import AnyLaw, at
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, epsilon, p, p_min, v
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Identical, Instance, Step
from pmlsym.statements.assertion import Assertion, Domain, Property
from pmlsym.statements.instances.attack import adversary
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.instances.valued.designs import Rescaled, draw_rescaled
from pmlsym.statements.instances.valued.utility import Valued

# --- m lifts at the bound, one at the remainder, the others at zero -------------------------------

# n secrets, m = floor(n/B) of them at the bound, remainder r = n - m B
n, m, r = reals("n m r")
# j secrets have a lift above r; the totals of their lifts and of f there, of f at the others
j, total, big, small = reals("j A F G")
# f at a lift, at zero, at the remainder and at the bound; the value at an outcome
_f, f_0, f_r, f_bound, _worth = reals("f f_0 f_r f_B u")

_LEFT = relate(r, "==", remainder(n, m, ZERO, bound))
REMAINDER = (_LEFT, r > 0, relate(r, "<", bound), m >= 0)
VALUE = (m * f_bound + f_r + (n - m - 1) * f_0) / n


def integer(number: Term, floor: Term) -> Sentence:
    """State of integers that none lies strictly between `floor` and its successor."""
    return relate((number - floor) * (number - floor - 1), ">=", ZERO)


def above(lift: Term, value: Term, count: Term = ONE) -> Sentence:
    """State that f, or its total over a number of lifts, is below its chord from r to the bound."""
    chord = (count * bound - lift) * f_r + (lift - count * r) * f_bound
    return relate((bound - r) * value, "<=", chord)


def below(lift: Term, value: Term, count: Term = ONE) -> Sentence:
    """State that f, or its total over a number of lifts, is below its chord from 0 to r."""
    return relate(r * value, "<=", (count * r - lift) * f_0 + lift * f_r)


CONVEX_AT_R = relate(bound * f_r, "<=", (bound - r) * f_0 + r * f_bound)


def whole(lift: Term, value: Term, count: Term = ONE) -> Sentence:
    """State that f, or its total over a number of lifts, is below its chord from 0 to the bound."""
    return relate(bound * value, "<=", (count * bound - lift) * f_0 + lift * f_bound)


def _group(
    words: str,
    given: tuple[Sentence, ...],
    chord: Callable[..., Sentence],
    name: str,
    size: Term,
) -> Part:
    """Sum Jensen's inequality over a number of secrets: the chord of the total."""
    law = AnyLaw((v, _f), chord(v, _f), name)
    return follows(
        words,
        (*given, relate(total, "==", size * law.mean(v))),
        chord(total, size * law.mean(_f), size),
        law.on_average(),
    )


_COUNTED = (
    *REMAINDER,
    integer(j, m),
    relate(total, "<=", j * bound),
    relate(total, "<=", n),
)
_excess = relate(total - j * r, "<=", m * (bound - r))
_rising = relate((f_r - f_0) * (bound - r), "<=", (f_bound - f_r) * r)

TOGETHER = Goal(
    (
        *_COUNTED,
        n > 0,
        CONVEX_AT_R,
        above(total, big, j),
        below(n - total, small, n - j),
    ),
    relate((big + small) / n, "<=", VALUE),
)


def together(goal: Goal) -> Step:
    """Prove the bound for both groups: the excess over r decides, with its larger slope."""
    number = tuple(h for h in goal.hypotheses if not h.free_symbols & {big, small, f_0, f_r})
    excess = Decided(Goal(number, _excess))
    remainder = tuple(h for h in goal.hypotheses if not h.free_symbols & {j, total, big, small})
    rising = Decided(Goal(remainder, _rising))
    # the product of both: (slope from r on - slope up to r) (largest excess - excess) >= 0
    x, y = reals("x y")
    product = Decided(Goal((x >= 0, y >= 0), relate(x * y, ">=", ZERO)))
    gain = at(
        product,
        x=(f_bound - f_r) * r - (f_r - f_0) * (bound - r),
        y=m * (bound - r) - (total - j * r),
    )
    return Decided(goal, (excess, rising, gain))


def _over_outcomes() -> Part:
    law = AnyLaw((_worth,), relate(_worth, "<=", VALUE), "Y")
    return follows(
        "and no mixture of such lift vectors is worth more",
        (n > 0,),
        relate(law.mean(_worth), "<=", VALUE),
        lambda goal: Decided(goal, (law.averaged(law.support, goal.hypotheses),)),
    )


_SIZES = (bound > 1, n >= 1, m >= 0, relate(m * bound, "<=", n), integer(n, m))

_EQUAL_VALUE = worth.number(
    "(m f(B) + f(r) + (n - m - 1) f(0))/n",
    r"\tfrac1n\bigl(mf(B)+f(r)+(n-m-1)f(0)\bigr)",
    worth.equal_value,
)

uniform = Claim(
    "extremal.uniform",
    PAPER,
    "own",
    says="for n equally likely secrets, m = floor(n e^-eps) and a utility that adds up one convex "
    "function f of the lift over all secrets, the optimum is attained by the cyclic mechanism: m "
    "secrets at lift e^eps, one at the remainder, the others at zero",
    statement=r"m=\lfloor n/B\rfloor,\ r=n-mB:\quad\max U=\tfrac1n\bigl(m f(B)+f(r)+(n-m-1)f(0)"
    r"\bigr),\quad U=\sum_yP(y)\tfrac1n\sum_xf(v_y(x))",
    scope="every number n of secrets and every eps >= 0, B = e^eps, all regions; every convex f on "
    "[0, B], the same for all secrets (other mechanisms may be better for a utility that tells "
    "secrets apart): that f lies below a chord is a hypothesis on its values. m B <= n < (m + 1) B "
    "says that 0 <= r < B. The j secrets with a lift above r and the n - j others are averaged "
    "each under a law of their own. Integers enter through (j - m)(j - m - 1) >= 0 alone",
    parts=(
        *(
            follows(
                f"an integer is at most m or at least m + 1, so (j - m)(j - m - 1) >= 0: {which}",
                (case,),
                integer(j, m),
            )
            for which, case in (
                ("if at most m", relate(j, "<=", m)),
                ("if at least m + 1", relate(j, ">=", m + 1)),
            )
        ),
        _group(
            "over the j secrets with lifts from r to B, of total A, the total of f is below its "
            "chord",
            (j >= 0,),
            above,
            "A",
            j,
        ),
        _group(
            "and so it is over the other n - j secrets, with lifts from 0 to r",
            (relate(j, "<=", n),),
            below,
            "O",
            n - j,
        ),
        follows(
            "the excess over r is at most m (B - r): as j B - j r for j <= m, as n - j r for "
            "j >= m + 1",
            _COUNTED,
            _excess,
        ),
        Part(
            "so a lift vector, whose lifts have the total n, is worth at most the value stated",
            TOGETHER,
            together,
        ),
        _group(
            "without a remainder, n = m B, f is below its chord from 0 to B over all secrets",
            (n > 0,),
            whole,
            "X",
            n,
        ),
        follows(
            "which gives the same value, as the lifts have the total n",
            (m > 0, bound > 0, relate(n, "==", m * bound), relate(f_r, "==", f_0)),
            relate(((bound - 1) * f_0 + f_bound) / bound, "==", VALUE),
        ),
        _over_outcomes(),
        follows(
            "the cyclic mechanism exists: for B > 1 there are at least m + 1 secrets",
            _SIZES,
            relate(n - m - 1, ">=", ZERO),
        ),
        follows(
            "its lifts have mean one at each outcome, and with probabilities 1/n at each secret",
            (_LEFT, n > 0),
            relate((m * bound + r) / n, "==", ONE),
        ),
        follows(
            "and both chords are met: j = m, A = m B and a total of r at the others",
            (*REMAINDER, n > 0),
            relate(
                (above(m * bound, ZERO, m).rhs / (bound - r) + below(r, ZERO, n - m).rhs / r) / n,
                "==",
                VALUE,
            ),
        ),
    ),
    asserts=(
        Assertion(
            worth.EQUAL, (worth.compared(worth.UTILITY, "<=", _EQUAL_VALUE),), (worth.WITHIN,)
        ),
        Assertion(
            worth.EQUAL,
            (
                worth.compared(
                    worth.of_mechanism("the cyclic mechanism", worth.cyclic), "=", _EQUAL_VALUE
                ),
                *worth.attained("the cyclic mechanism", worth.cyclic, "B"),
            ),
        ),
    ),
    reductions=(worth.MIXTURE, worth.JENSEN, worth.WHOLE),
)

# --- mutual information: f(v) = v log v, with f(0) = 0 --------------------------------------------

_E_TO_LEVEL = sp.exp(epsilon)
_OF_INFORMATION = {f_0: ZERO, f_r: r * sp.log(r), f_bound: bound * sp.log(bound)}
_AT_LEVEL = {f_0: ZERO, f_r: r * sp.log(r), f_bound: _E_TO_LEVEL * epsilon, bound: _E_TO_LEVEL}
_V_LOG_V = v * sp.log(v)


def _of(chord: Sentence) -> Sentence:
    """Put the values of v log v into a chord."""
    return Goal((), chord).instance(_OF_INFORMATION).conclusion


def _above(goal: Goal) -> Step:
    """Prove that v log v, of second derivative 1/v, is below its chord from r to the bound."""
    ends = (r > 0, relate(r, "<", bound))
    slope = (bound * sp.log(bound) - r * sp.log(r)) / (bound - r)
    gap = _V_LOG_V - r * sp.log(r) - slope * (v - r)
    inside = (sp.Ge(v, r, evaluate=False), sp.Le(v, bound, evaluate=False))
    second = relate(sp.diff(gap, v, 2), ">=", ZERO)
    curvature = Decided(Goal((*ends, *inside), second))
    low, high = (Identical(Goal(ends, relate(gap.subs(v, end), "==", ZERO))) for end in (r, bound))
    return Decided(goal, (ConvexAtEnds(gap, v, r, bound, curvature, (low, high)),))


def _by_logarithms(goal: Goal) -> Step:
    """Prove the goal from the logarithms of both sides."""
    small, large = (s for s in (v, r, bound) if s in goal.symbols)
    order = Goal(goal.hypotheses, relate(sp.log(small), "<=", sp.log(large)))
    return Decided(goal, (compare_exponentials(order),))


def _instance(goal: Goal) -> Step:
    return Decided(goal, (Instance(together(TOGETHER), _AT_LEVEL),))


_INFORMATION = worth.number("I(X;Y)", "I(X;Y)", lambda a: worth.information(a.outcomes))
_OF_CYCLIC = worth.number(
    "I(X;Y) of the cyclic mechanism",
    "I(X;Y^*)",
    lambda a: worth.information(a.with_kernel(worth.cyclic(a)).outcomes),
)
_INFORMATION_VALUE = worth.number(
    "(m B log B + r log r)/n", r"\tfrac1n(mB\log B+r\log r)", worth.information_value
)

information = Claim(
    "extremal.uniform.information",
    PAPER,
    "own",
    says="for n equally likely secrets the largest mutual information is (m e^eps eps + r log r)/n "
    "with m = floor(n e^-eps), r = n - m e^eps",
    statement=r"\max I(X;Y)=\tfrac1n\bigl(m\,e^\varepsilon\varepsilon+r\log r\bigr),\quad "
    r"m=\lfloor ne^{-\varepsilon}\rfloor,\ r=n-me^\varepsilon",
    scope="every number n of secrets and every eps >= 0, in nats: extremal.uniform for "
    "f(v) = v log v and f(0) = 0, as I(X;Y) = sum_y P(y) (1/n) sum_x v log v. Its hypotheses on "
    "chords are proved for this f; the chord from 0 to r is v log r, that from 0 to B is v log B. "
    "For r = 0 the value is eps",
    parts=(
        follows(
            "v log v is below its chord from r to B",
            (r > 0, relate(r, "<", bound), relate(v, ">=", r), relate(v, "<=", bound)),
            _of(above(v, _V_LOG_V)),
            _above,
        ),
        follows(
            "and below its chord from 0 to r, which is v log r (equal at v = 0)",
            (v > 0, relate(v, "<=", r)),
            _of(below(v, _V_LOG_V)),
            _by_logarithms,
        ),
        follows(
            "at r it is below its chord from 0 to B",
            (r > 0, relate(r, "<", bound)),
            _of(CONVEX_AT_R),
            _by_logarithms,
        ),
        Part(
            "so both groups of secrets together are worth at most the value stated",
            TOGETHER.instance(_AT_LEVEL),
            _instance,
        ),
        follows(
            "where the value is (m e^eps eps + r log r)/n",
            (r > 0, n > 0, *(relate(f, "==", _AT_LEVEL[f]) for f in (f_0, f_r, f_bound))),
            relate(VALUE, "==", (m * _E_TO_LEVEL * epsilon + r * sp.log(r)) / n),
        ),
        follows(
            "if r = 0, v log v has to be below its chord from 0 to B, and is (equal at v = 0)",
            (v > 0, relate(v, "<=", bound)),
            _of(whole(v, _V_LOG_V)),
            _by_logarithms,
        ),
        follows(
            "and eps without a remainder",
            (m > 0, relate(n, "==", m * _E_TO_LEVEL)),
            relate(m * _E_TO_LEVEL * epsilon / n, "==", epsilon),
        ),
    ),
    asserts=(
        Assertion(
            worth.INFORMED,
            (worth.compared(_INFORMATION, "<=", _INFORMATION_VALUE),),
            (worth.WITHIN,),
        ),
        Assertion(
            worth.INFORMED,
            (
                worth.compared(_OF_CYCLIC, "=", _INFORMATION_VALUE),
                *worth.attained("the cyclic mechanism", worth.cyclic, "B"),
            ),
        ),
    ),
    reductions=(worth.MIXTURE, worth.JENSEN, worth.WHOLE),
)

# --- two bounds on every lift are one bound on the rescaled lift ----------------------------------

ceiling, rescaled = reals("U t")

_RESCALED_BOUND = (ceiling - floor) / (1 - floor)
_RESCALED = (v - floor) / (1 - floor)
_BELOW_ONE = (floor < 1,)
_LINK = relate(v, "==", floor + (1 - floor) * rescaled)
_REMAINDER = remainder(n, m, ZERO, _RESCALED_BOUND)


def lifted(term: Term) -> Term:
    """Return the lift that has this rescaled lift."""
    return floor + (1 - floor) * term


def _averages(words: str, name: str) -> Part:
    law = AnyLaw((v, rescaled), _LINK, name)
    return follows(
        words,
        _BELOW_ONE,
        relate(law.mean(rescaled), "==", (law.mean(v) - floor) / (1 - floor)),
        law.on_average(_LINK),
    )


def _both_ways(
    words: str, given: tuple[Sentence, ...], one: Sentence, other: Sentence
) -> tuple[Part, ...]:
    return tuple(
        follows(words.format(way), (*given, known), shown)
        for way, known, shown in (("if", one, other), ("only if", other, one))
    )


_VECTORS = Domain(
    "every finite alphabet, prior, vector v over the secrets and bounds L < 1 <= U, "
    "B = (U - L)/(1 - L)",
    r"\forall P_X,\;v\in\mathbb R^{\mathcal X},\;L<1\le U,\;B=\tfrac{U-L}{1-L}",
    Rescaled,
    draw_rescaled,
)
_LIFT = Property[Rescaled](
    "v is in [L, U] and has mean one",
    r"v\in[L,U],\ \mathbb Ev=1",
    lambda a: (
        a.low <= min(a.vector) <= max(a.vector) <= a.high and adversary.mean(a.prior, a.vector) == 1
    ),
)
_RESCALED_LIFT = Property[Rescaled](
    "t = (v - L)/(1 - L) is in [0, B] and has mean one",
    r"t\in[0,B],\ \mathbb Et=1",
    lambda a: (
        0 <= min(a.rescaled) <= max(a.rescaled) <= a.bound
        and adversary.mean(a.prior, a.rescaled) == 1
    ),
)


def _bound(instance: Valued) -> Fraction:
    return (instance.high - instance.low) / (1 - instance.low)


def _extremal(instance: Valued) -> Table:
    """Return the kernel that is extremal under PML at the bound B, with its lifts raised."""
    at = _bound(instance)
    return tuple(
        tuple(
            p * instance.low
            + (1 - instance.low)
            * Fraction(own_likelihood(at, p) if x == y else other_likelihood(at, p))
            for y, p in enumerate(instance.prior)
        )
        for x in range(len(instance.prior))
    )


def _worth_of_extremes(instance: Valued) -> Fraction:
    """Return sum_x P(x) mu(L + (1 - L) a_x), a_x at B everywhere but at x."""
    found, at = Fraction(0), _bound(instance)
    for x, mass in enumerate(instance.prior):
        vector = [
            Fraction(own_lift(at, mass)) if x == z else at for z in range(len(instance.prior))
        ]
        found += mass * instance.utility.worth(
            tuple(instance.low + (1 - instance.low) * v for v in vector)
        )
    return found


_REGIME = worth.compared(
    worth.number("B (1 - pmin)", r"B(1-p_{\min})", lambda a: _bound(a) * (1 - min(a.prior))),
    "<=",
    worth.UNIT,
)
_VALUE = worth.number(
    "sum_x P(x) mu(L + (1 - L) a_x)",
    r"\sum_xP(x)\mu(L+(1-L)a_x)",
    _worth_of_extremes,
)

bounded = Claim(
    "extremal.bounded",
    PAPER,
    "own",
    says="(eps_l, eps_u)-ALIP with eps_l > 0 is PML of the rescaled lift (v - e^-eps_l)/(1 - "
    "e^-eps_l) at the bound B = (e^eps_u - e^-eps_l)/(1 - e^-eps_l), so the closed forms hold "
    "with this B",
    statement=r"v\in[L,U],\ \mathbb E v=1\iff t=\tfrac{v-L}{1-L}\in[0,B],\ \mathbb E t=1,\quad "
    r"B=\tfrac{U-L}{1-L},\ L=e^{-\varepsilon_l},\ U=e^{\varepsilon_u}",
    scope="every finite alphabet and prior, eps_l > 0 and eps_u >= 0; L = e^-eps_l < 1, "
    "U = e^eps_u >= 1. Lift vectors and the mechanisms mixed from them correspond one to one, and "
    "mu(L + (1 - L) t) is convex in t if mu is convex: extremal.high-privacy, extremal.uniform and "
    "extremal.regions hold with B for e^eps, L for lifts of zero and L + (1 - L) r for the "
    "remainder, and so does extremal.binary: utilities are put in at L + (1 - L) t. At eps_l = 0 "
    "the lift 1 is the only one",
    parts=(
        *_both_ways(
            "t is not negative {} v is at least L",
            _BELOW_ONE,
            relate(v, ">=", floor),
            relate(_RESCALED, ">=", ZERO),
        ),
        *_both_ways(
            "t is at most B {} v is at most U",
            _BELOW_ONE,
            relate(v, "<=", ceiling),
            relate(_RESCALED, "<=", _RESCALED_BOUND),
        ),
        follows(
            "the bound is one of PML: B >= 1",
            (floor < 1, ceiling >= 1),
            relate(_RESCALED_BOUND, ">=", ONE),
        ),
        _averages("over the secrets t has the mean (mean lift - L)/(1 - L)", "X"),
        _averages("and over the outcomes", "Y"),
        *_both_ways(
            "one is mapped to one: t is one {} v is, and so with the means",
            _BELOW_ONE,
            relate(v, "==", ONE),
            relate(_RESCALED, "==", ONE),
        ),
        follows(
            "a lift is a mixture of L and U with the weights of 0 and B for t",
            (floor < 1, relate(ceiling, ">", floor)),
            relate(
                (_RESCALED_BOUND - _RESCALED) / _RESCALED_BOUND,
                "==",
                (ceiling - v) / (ceiling - floor),
            ),
        ),
        *_both_ways(
            "the high-privacy regime is B (1 - p_min) <= 1 {} e^eps_u (1 - p_min) + e^-eps_l p_min "
            "<= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - p_min) + floor * p_min, "<=", ONE),
            relate(_RESCALED_BOUND * (1 - p_min), "<=", ONE),
        ),
        follows(
            "there a_x is that of eps_u-PML: (1 - U (1 - P(x)))/P(x) at x",
            (floor < 1, p > 0),
            relate(lifted(extreme_lift(_RESCALED_BOUND)), "==", extreme_lift(ceiling)),
        ),
        *_both_ways(
            "k secrets at the lower bound are possible, B (1 - s_k) >= 1, {} U (1 - s_k) + L s_k "
            ">= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - zeros) + floor * zeros, ">=", ONE),
            relate(_RESCALED_BOUND * (1 - zeros), ">=", ONE),
        ),
        follows(
            "for n equally likely secrets with m = floor(n/B) at U, one has the lift n - m U - "
            "(n - m - 1) L",
            _BELOW_ONE,
            relate(lifted(_REMAINDER), "==", remainder(n, m, floor, ceiling)),
        ),
        *_both_ways(
            "where m is the largest number with m B <= n {} m U + (n - m) L <= n",
            _BELOW_ONE,
            relate(m * ceiling + (n - m) * floor, "<=", n),
            relate(m * _RESCALED_BOUND, "<=", n),
        ),
    ),
    asserts=(
        Assertion(_VECTORS, (_LIFT,), (_RESCALED_LIFT,), both_ways=True),
        Assertion(
            worth.BETWEEN,
            (worth.compared(worth.UTILITY, "<=", _VALUE),),
            (worth.BELOW, worth.ABOVE, _REGIME),
        ),
        Assertion(
            worth.BETWEEN,
            (
                worth.compared(worth.of_mechanism("P*", _extremal), "=", _VALUE),
                *worth.attained("P*", _extremal, "U", "L"),
            ),
            (_REGIME,),
        ),
    ),
    reductions=(worth.MIXTURE,),
)
