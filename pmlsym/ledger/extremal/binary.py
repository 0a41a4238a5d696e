"""Two secrets: the lift vectors form a segment, whose ends are optimal at every level."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.formulas.mechanisms import chance_of_low, own_lift
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, bound, special
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import Part, between, follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, p, v, w
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.statements.assertion import Assertion

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
