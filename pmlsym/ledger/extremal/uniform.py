"""Uniform secrets: m lifts at the bound, one at the remainder, and the others at zero."""

from __future__ import annotations

from collections.abc import Callable

from pmlsym.formulas.mechanisms import remainder
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, bound
from pmlsym.ledger.lemmas import AnyLaw, at
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion

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

_STATED = worth.number(
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
        Assertion(worth.EQUAL, (worth.compared(worth.UTILITY, "<=", _STATED),), (worth.WITHIN,)),
        Assertion(
            worth.EQUAL,
            (
                worth.compared(
                    worth.of_mechanism("the cyclic mechanism", worth.cyclic), "=", _STATED
                ),
                *worth.attained("the cyclic mechanism", worth.cyclic, "B"),
            ),
        ),
    ),
    reductions=(worth.MIXTURE, worth.JENSEN, worth.WHOLE),
)
