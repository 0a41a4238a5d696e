r"""Comparisons of the leakage of whole channels, each with a goal that proves it.

Maximal leakage, maximal cost leakage and mutual information are means over the outcomes b:

.. math:: e^{L(A \to B)} = E[\max_a v_b(a)], \quad e^{-C(A \to B)} = E[\min_a v_b(a)], \quad
          I(A; B) = E[\log v_b(a)].

For all alphabets, for L and likewise for C and I:

- coarser: :math:`L(A \to B) \le L(A \to B, C)`, and in a chain A - B - C
  :math:`L(A \to C) \le L(A \to B)` and :math:`L(A \to B, C) \le L(A \to B)`;
- earlier: in a chain A - B - C, :math:`L(A \to C) \le L(B \to C)`;
- together: in a chain B - A - C, :math:`L(A \to B, C) \le L(A \to B) + L(A \to C)`;
- worst: :math:`L(A \to B) \le` pml of the worst outcome, :math:`C(A \to B) \le` pmc of the worst;
- all are at least 0, and :math:`I(A; B) \le L(A \to B)`.

*Because*, for L (for C with smallest lifts, and every inequality reversed):

- coarser: the lift of a at an outcome is the mean of its lifts at finer outcomes, given that
  outcome (in a chain, given c; at b and c it is the lift at b). So the largest lift there is at
  most the mean of the largest lifts, which is a goal. The mean of these means over all outcomes is
  the mean over the finer ones;
- earlier: the lift of a at c is the mean, given a, of the lifts of b at c, and so at most the
  largest of them (a goal);
- together: draw b and c independently. P(b, c | a) / (P(b) P(c)) is the product of the lifts of a
  at b and at c, at most the product of the largest lifts (a goal), whose mean is a product of
  means. The sum over all b, c of max_a P(b, c | a) is the mean of the left-hand side;
- worst: a mean is at most a bound (a goal);
- at least 0: the largest lift is at least that of any one secret, whose mean is 1 (a goal).

For I: the smaller side minus the larger one is E[log t] for a t > 0 whose mean is at most 1, and so
at most 0 (a goal). With the densities r(a, b) = P(a, b)/(P(a) P(b)), t is r(a, c)/r(a, b) and
r(a, b)/r(a, (b, c)) for coarser outcomes, 1/r(b, c) for two releases, and 1/r(a, b) for I >= 0. For
:math:`I \le L`, let t be the lift r(a, b) itself, of a secret and an outcome that are drawn
together: its mean is at most that of the largest lift, and the mean of a logarithm is at most the
logarithm of the mean (a goal).

For a divergence between rows, the mean of f(u, v) for the lifts u and v of an outcome at two
secrets, f is convex and 0 where u = v: :math:`|u - v|/2`, :math:`u \log(u/v)`,
:math:`(u + v)/2 - \sqrt{uv}` or :math:`(u - v)^2/v = u^2/v - 2u + v`. At the means a of u and b of
v it is above a tangent (a goal), so that the mean of f(u, v) is at least f(a, b):

- :math:`|u - v| \ge s (u - v)` with the sign s of a - b;
- :math:`\max(u - Ev, 0) \ge s (u - Ev)` with s = 1 where a > Eb, else s = 0, for any number E;
- :math:`u^2/v \ge 2tu - t^2 v` with t = a/b, whose mean is :math:`a^2/b`;
- :math:`u \log(u/v) \ge u \log t + u - tv` with t = a/b, by the logarithm of tv/u, and 0 where
  u = 0; the mean is :math:`a \log(a/b)`;
- :math:`\sqrt{uv} \le (t u + v/t)/2` with t the root of b/a, by the roots of u and v: the mean is
  :math:`\sqrt{ab}`; where a or b is 0, so is uv.

Coarser: the lifts of two secrets at an outcome are means of their lifts at finer ones. Earlier: the
lifts of two values of a at c are the means of those of two independent values of b, given each; so
their divergence is at most a mean of divergences. At least 0: the means of u and v are 1. The
chi-squared divergence of P(a, b) from P(a) P(b) is such a mean, for the densities u and v of both,
and each of them at a coarser outcome a mean of those at finer ones. An
infinite divergence of the larger side is no restriction; where it is finite, all lifts of the
larger side are positive, and with them those of the smaller.

Together, in a chain B - A - C: the lifts of a secret at b and at c, drawn independently, are
multiplied, and for those u, v at b and u', v' at c of two secrets (goals)

- :math:`|uu' - vv'| \le u'|u - v| + v|u' - v'|`, of which the means are those of the summands;
- the logarithms of u/v and of u'/v' are added where these are multiplied, and the
  largest sum of two is at most the sum of the largest;
- the means of :math:`\sqrt{uv}` are multiplied, and 1 - (1 - h)(1 - k) <= h + k for h, k >= 0.

Together, of hockey-stick divergences in a chain B - A - C: that of A -> B, C at s + t is at most
that of A -> B at s plus that of A -> C at t. With S = e^s, T = e^t and lifts u, v at b and p, q at
c of two secrets,

.. math:: \max(up - STvq, 0) \le \max(u - Sv, 0)\,p + \min(u, Sv) \max(p - Tq, 0),

which is a goal; draw b and c independently, where p and u have mean 1, and u is at least the
minimum.

Entropy is H(A) = E[-log P(a)] >= 0, and H(A|B) = H(A) - I(A; B) the mean of -log P(a|b) >= 0, so
that I(A; B) <= H(A): the goal is that logarithms of probabilities are at most 0. The exponential
of min-entropy leakage is the mean of the largest P(a) v_b(a) over the largest P(a). It is at least
1, the mean at one a, at most the mean of the largest lift, and coarser outcomes have a smaller one,
all as for L; earlier and together do not hold of it. In a chain B - A - C the one of (B, C) is at
most that of B plus L(A -> C), as the largest P(a) v_b(a) w_c(a) is at most the largest P(a) v_b(a)
times the largest w_c(a). The vulnerability of A given B is its exponential times the largest P(a).

The guesswork of A given B is the mean of the least mean number of guesses at each outcome. It is at
least 1, and coarser outcomes have a larger one: the order that is best at a coarser outcome has
there the mean of its numbers at finer ones, each at least the least.

Of Sibson's mutual information S of an order, its largest M over the priors and alpha-leakage there
is no goal (`orders`). Sibson's is the least Renyi divergence of P(a, b) from a product P(a) Q(b):

- coarser: a divergence does not grow where b is mapped to a coarser outcome, for each Q. The same
  is true of M, and of alpha-leakage, which is S under another prior of a;
- earlier: P(a, c) is P(b, c) with P(a|b) for b, and so its divergence from P(a) Q(c) at most that
  of P(b, c) from P(b) Q(c). Each prior of a gives a prior of b, so that it holds of M too;
- together, of M alone: given b the sum over c is that of M(A -> C) for the prior of a in
  proportion to P(a) P(b|a)^order, at most its largest; what is left is the sum over b.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Literal

import sympy as sp

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term as Real, reals
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, NotReducible, relate
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Markov
from pmlsym.statements.terms import Number, Term, summands
from pmlsym.statements.text.vocabulary import Comparison

INFORMATION: AverageName = "mutual_information"
WORST: Mapping[AverageName, MeasureName] = MappingProxyType(
    {name: row.of for name, row in AVERAGES.items() if row.of}
)
Why = Literal[
    "not negative", "worst", "coarser", "earlier", "together", "information", "entropy", "guess"
]
Measured = Overall | Leakage
_ENTROPY = "as the logarithm of a probability is at most 0"
_WORDS: dict[Why, str] = {
    "not negative": "as some lift is as large as the mean",
    "worst": "as a mean is at most a bound",
    "coarser": "as the lift is a mean of finer ones",
    "earlier": "as the lift is a mean of those of the nearer secret",
    "together": "as lifts of two releases are multiplied",
    "entropy": _ENTROPY,
    "guess": "as a guess is right at most as often as P(outcome|secret) at its largest",
    "information": "as a mean logarithm is at most that of the mean",
}


_GUESSES = "as each guess counts, and an order that ignores an outcome is no better than the best"
_PRODUCT = "as the rows of two releases are multiplied"
_CONVEX = "as the divergence of lifts that are means is at most that mean of divergences"


# built when they are first needed: most statements need none of these goals
@cache
def _tangents() -> Mapping[AverageName, Goal]:
    """Return the goals that convex functions of two lifts are above their tangents."""
    one, other, slope, ratio = reals("u v s t")
    positive, positive_ratio = relate(other, ">", ZERO), relate(ratio, ">", ZERO)
    between = (relate(slope, ">=", -ONE), relate(slope, "<=", ONE))
    share = (relate(slope, ">=", ZERO), relate(slope, "<=", ONE))
    gap, line_of_stick = one - other, one - ratio * other
    square, line = one**2 / other, 2 * ratio * one - ratio**2 * other
    return {
        "tv": Goal(between, relate(slope * gap, "<=", sp.Max(gap, -gap))),
        "kl": Goal((positive_ratio,), relate(sp.log(ratio), "<=", ratio - 1)),
        "chi2": Goal((positive,), relate(line, "<=", square)),
        "chi2_information": Goal((positive,), relate(line, "<=", square)),
        "hellinger": Goal((), relate(2 * ratio * one * other, "<=", (ratio * one) ** 2 + other**2)),
        "hockey_stick": Goal(share, relate(slope * line_of_stick, "<=", sp.Max(line_of_stick, 0))),
    }


@cache
def _products() -> Mapping[AverageName, Goal]:
    """Return the goals that divergences of products of two rows are at most the sums."""
    (one, other), (second, of_second) = reals("u v"), reals("w k")
    lifts = tuple(relate(lift, ">=", ZERO) for lift in (one, other, second, of_second))
    gap, of_gap, whole = one - other, second - of_second, one * second - other * of_second
    sides = (sp.Max(part, -part) for part in (whole, gap, of_gap))
    most, first, last = sides
    return {
        "tv": Goal(lifts, relate(most, "<=", second * first + other * last)),
        "kl": Goal((), relate(sp.exp(one) * sp.exp(second), "=", sp.exp(one + second))),
        "hellinger": Goal(lifts[::2], relate(1 - (1 - one) * (1 - second), "<=", one + second)),
    }


@dataclass(frozen=True)
class Known:
    """A comparison of one leakage with the sum of others, with its reason.

    Parameters
    ----------
    one : the smaller side.
    others : the summands of the larger side; if there are none, the comparison is `one` >= 0.
    why : the reason.
    """

    one: Overall
    others: tuple[Measured, ...]
    why: Why

    def __str__(self) -> str:
        row = AVERAGES[self.one.kind]
        reason = _WORDS["information" if row.form == "log_lift" else self.why]
        if row.is_plain:
            reason = _PRODUCT if self.why == "together" else _CONVEX
        reason = _GUESSES if row.falls else reason
        reason = _ENTROPY if row.form == "entropy" or self.why == "entropy" else reason
        right = " + ".join(map(str, self.others))
        return f"{self.one} <= {right}, {reason}" if right else f"{self.one} >= 0, {reason}"

    @property
    def goal(self) -> Goal | None:
        """The goal of the kernel that proves the comparison; None for measures of an order."""
        if AVERAGES[self.one.kind].has_order:
            return None
        if AVERAGES[self.one.kind].form == "entropy" or self.why == "entropy":
            (chance,) = reals("p")
            possible = (relate(chance, ">", ZERO), relate(chance, "<=", ONE))
            return Goal(possible, relate(sp.log(chance), "<=", ZERO))
        if self.one.level is not None and self.why == "together":
            return _of_two_sticks()
        if self.why == "together" and self.one.kind in _products():
            return _products()[self.one.kind]
        if self.one.kind in _tangents():
            return _tangents()[self.one.kind]
        if AVERAGES[self.one.kind].falls:
            return _of_guesses(self.why)
        if self.one.kind != INFORMATION:
            return _of_lifts(self.why, is_largest(self.one))
        return _of_information(self.why)

    def relation(self, levels: dict[Measured, Real]) -> Sentence:
        """Return the comparison for exponentials: e^leakage, or e^-leakage of smallest lifts."""
        number = levels[self.one]
        sign: Comparison = "<=" if is_largest(self.one) else ">="
        if not self.others:
            return relate(ONE, sign, number)
        return relate(number, sign, sp.Mul(*(levels[other] for other in self.others)))


def is_largest(one: Measured) -> bool:
    """Whether a leakage is encoded by its exponential, not by the exponential of its negative."""
    if isinstance(one, Overall) and AVERAGES[one.kind].infinite_at_0:
        return False
    of = one.kind if isinstance(one, Leakage) else AVERAGES[one.kind].of
    return not of or not MEASURES[of].of_least


def canonical(one: Overall) -> Overall:
    """Return a symmetric measure with its two variables in alphabetical order.

    Examples
    --------
    >>> print(canonical(Overall("mutual_information", "Z", ("X",))))
    mutual_information(X;Z)
    """
    symmetric = AVERAGES[one.kind].is_symmetric and len(one.observed) == 1
    if symmetric and one.observed[0] < one.secret:
        return Overall(one.kind, one.observed[0], (one.secret,))
    return one


def known(statement: Statement, measured: Iterable[Measured]) -> Iterator[Known]:
    """Yield the comparisons of measures that hold in the structure of a statement.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> measured = [Overall("maximal_leakage", "X", (name,)) for name in "YZ"]
    >>> for fact in known(parse("X - Y - Z: maximal_leakage(X->Z) >= 0"), measured):
    ...     print(fact)
    maximal_leakage(X->Y) >= 0, as some lift is as large as the mean
    maximal_leakage(X->Z) >= 0, as some lift is as large as the mean
    maximal_leakage(X->Z) <= maximal_leakage(X->Y), as the lift is a mean of finer ones
    """
    there = dict.fromkeys(measured)
    chains = list(chains_of(statement))
    for one in there:
        if not isinstance(one, Overall):
            continue
        yield Known(one, (), "not negative")
        for other in there:
            if other != one:
                for why in _reasons(one, other, chains):
                    yield Known(one, (other,), why)
        for b, a, c in chains:
            if AVERAGES[one.kind].form == "guess" and one == Overall(one.kind, a, (b, c)):
                added = (Overall(one.kind, a, (b,)), Overall("maximal_leakage", a, (c,)))
                if all(part in there for part in added):
                    yield Known(one, added, "together")
            if b > c or (one.secret, one.observed) != (a, (b, c)):
                continue
            if one.level is not None and AVERAGES[one.kind].form == "rows":
                yield from _together_at_levels(one, there)
            if not (AVERAGES[one.kind].adds_up or one.kind in _products()):
                continue
            parts = tuple(canonical(Overall(one.kind, a, (name,), one.level)) for name in (b, c))
            if all(part in there for part in parts):
                yield Known(one, parts, "together")


def _together_at_levels(one: Overall, there: Iterable[Measured]) -> Iterator[Known]:
    """Yield that a divergence of two outcomes is at most the sum of two at levels of its sum."""
    of_names: list[list[Overall]] = [[], []]
    for part in there:
        if isinstance(part, Overall) and part.kind == one.kind and part.secret == one.secret:
            for name, found in zip(one.observed, of_names, strict=True):
                if part.observed == (name,):
                    found.append(part)
    for first, second in product(*of_names):
        if _is_sum(one.level, first.level, second.level):
            yield Known(one, (first, second), "together")


def _is_sum(level: Term | None, one: Term | None, other: Term | None) -> bool:
    """Whether the form of a level shows that it is the sum of two others."""
    if level is None or one is None or other is None:
        return False
    rest: dict[Term | None, Fraction] = {}
    less = Fraction(-1)
    for scale, part in (*summands(level), *summands(one, less), *summands(other, less)):
        key = None if isinstance(part, Number) else part
        rest[key] = rest.get(key, Fraction(0)) + scale * (
            part.value if isinstance(part, Number) else 1
        )
    return not any(rest.values())


def chains_of(statement: Statement) -> Iterator[tuple[str, str, str]]:
    """Yield the Markov chains of a statement, each in both directions."""
    for part in statement.structure:
        if isinstance(part, Markov):
            a, b, c = part.chain
            yield a, b, c
            yield c, b, a


def _reasons(one: Overall, other: Measured, chains: list[tuple[str, str, str]]) -> Iterator[Why]:
    """Yield the reasons why the first measure is at most the second, if any."""
    row = AVERAGES[one.kind]
    same = (one.secret, one.observed) == (other.secret, other.observed)
    if isinstance(other, Leakage):
        if same and not other.given and WORST.get(one.kind) == other.kind:
            yield "worst"
        return
    if one.kind == INFORMATION and other.kind == "maximal_leakage":
        if other in ways(one, "maximal_leakage"):
            yield "information"
        return
    if AVERAGES[other.kind].form == "entropy":
        ends = [way.secret for way in ways(one, one.kind)]
        if one.kind == INFORMATION and other.secret in ends:
            yield "entropy"
        return
    if AVERAGES[one.kind].form == "guess" and other.kind == "maximal_leakage" and same:
        yield "guess"
    alone = not one.observed or not other.observed  # an entropy without an outcome
    if alone or one.kind != other.kind or one.level != other.level:
        return
    if row.falls:
        one, other = other, one
    for smaller in ways(one, one.kind):
        for larger in ways(other, one.kind):
            if smaller.secret == larger.secret and set(smaller.observed) < set(larger.observed):
                yield "coarser"
            for a, b, c in chains:
                of_b = larger == replace(one, secret=a, observed=(b,))
                if of_b and smaller == replace(one, secret=a, observed=(b, c)):
                    yield "coarser"
                if smaller == replace(one, secret=a, observed=(c,)):
                    if of_b:
                        yield "coarser"
                    if larger == replace(one, secret=b, observed=(c,)) and row.of_nearer:
                        yield "earlier"


def ways(one: Overall, kind: AverageName) -> tuple[Overall, ...]:
    """Return the measure of the given kind for a channel, in both directions if it is symmetric.

    Examples
    --------
    >>> print(*ways(Overall("mutual_information", "X", ("Y",)), "maximal_leakage"))
    maximal_leakage(X->Y) maximal_leakage(Y->X)
    """
    level = one.level if kind == one.kind else None
    found = [Overall(kind, one.secret, one.observed, level)]
    if AVERAGES[one.kind].is_symmetric and len(one.observed) == 1:
        found.append(Overall(kind, one.observed[0], (one.secret,)))
    return tuple(found)


def _of_lifts(why: Why, largest: bool) -> Goal:
    """Return the goal that proves a comparison, for the largest or for the smallest lifts."""
    lift, extreme, bound = reals("v m B")
    second, of_second = reals("w k")
    sign: Comparison = "<=" if largest else ">="
    all_lifts = (relate(lift, ">=", ZERO), relate(extreme, ">=", ZERO))
    inside = sp.And(*all_lifts, relate(lift, sign, extreme), evaluate=False)

    def mean(body: Real) -> Real:
        return Mean(body, (extreme, lift), inside, "Y")

    match why:
        case "coarser" | "guess":
            return Goal((), relate(mean(lift), sign, mean(extreme)))
        case "not negative":
            return Goal((relate(mean(lift), "=", ONE),), relate(ONE, sign, mean(extreme)))
        case "earlier" | "worst":
            bounded = sp.And(relate(lift, ">=", ZERO), relate(lift, sign, bound), evaluate=False)
            return Goal((), relate(Mean(lift, (lift,), bounded, "Y"), sign, bound))
        case "together":
            given = (
                *all_lifts,
                relate(second, ">=", ZERO),
                relate(of_second, ">=", ZERO),
                relate(lift, sign, extreme),
                relate(second, sign, of_second),
            )
            return Goal(given, relate(lift * second, sign, extreme * of_second))
    raise NotReducible(f"{why!r} compares no measures of largest or smallest lifts.")


def _of_two_sticks() -> Goal:
    """Return the goal that bounds a hockey-stick summand of two outcomes by those of each."""
    first, second, one, other = reals("u v p q")
    big, times = reals("S T")
    lifts = tuple(relate(lift, ">=", ZERO) for lift in (first, second, one, other, big, times))
    both = sp.Max(first * one - big * times * second * other, 0)
    near = sp.Max(first - big * second, 0) * one
    far = sp.Min(first, big * second) * sp.Max(one - times * other, 0)
    return Goal(lifts, relate(both, "<=", near + far))


def _of_guesses(why: Why) -> Goal:
    """Return the goal that proves a comparison of mean numbers of guesses."""
    if why == "coarser":  # the least mean number at an outcome, and that of any order
        return _of_lifts(why, largest=False)
    (number,) = reals("k")
    return Goal((), relate(Mean(number, (number,), relate(number, ">=", ONE), "Y"), ">=", ONE))


def _of_information(why: Why) -> Goal:
    """Return the goal that proves a comparison of mutual information."""
    quotient, level = reals("t B")
    positive = relate(quotient, ">", ZERO)
    mean = Mean(quotient, (quotient,), positive, "P")
    mean_log = Mean(sp.log(quotient), (quotient,), positive, "P")
    match why:
        case "information":
            bound = level
        case "coarser" | "together" | "not negative":
            bound = ONE
        case _:
            raise NotReducible(f"{why!r} is no comparison of mutual information.")
    return Goal((relate(mean, "<=", bound),), relate(sp.exp(mean_log), "<=", bound))
