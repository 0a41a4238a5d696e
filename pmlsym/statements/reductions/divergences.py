r"""Divergences between two rows of a kernel, at their largest over pairs of secrets.

**Theorem (divergences).** Let u and v be the lifts of an outcome at two secrets. Under the law of
the outcome, both have the mean 1, as the sum over y of P(y|x) is, and the divergences of the rows
are the means

.. math:: \mathrm{TV} = E\Big[\frac{|u - v|}2\Big], \quad
          D = E\Big[u \log\frac uv\Big], \quad \chi^2 = E\Big[\frac{(u - v)^2}v\Big], \quad
          E_t = E[\max(u - e^t v, 0)], \quad
          \mathrm{H}^2 = E\Big[\frac{u + v}2 - \sqrt{uv}\Big].

The hockey-stick divergence :math:`E_t` is the largest P(S|x) - e^t P(S|x') of all events S: that
of the outcomes with u > e^t v. It is at most d if and only if the mechanism is (t, d)-LDP.

A mechanism has finitely many pairs of secrets, and one of them attains the largest divergence of a
kind. So the largest divergence is such a mean, under some law on quadruples of the extreme lifts of
an outcome and two lifts between them. What holds under every such law holds of the mechanism.

D and :math:`\chi^2` are infinite if and only if some outcome rules out a secret: it does not rule
out all, and divides by 0 for such a pair. These cases are separate.

**Relations** between the divergences of a mechanism: each is at least 0 (E[u - v] = 0, and the
summands are at least 0, at least u - v, and at least 0). The largest are related as those of one
pair are, where the smaller side does not decrease in its divergence: let the pair attain it.

- :math:`\mathrm{TV} \le 1`;
- Kairouz, Oh and Viswanath: for levels a, b of at least 0,
  :math:`(e^a + 1) E_b \le \max(e^a - e^b, 0) + (e^b + 1) E_a`. For b <= a: :math:`E_t` of a pair is
  convex in :math:`e^t`, and :math:`1 - e^{-a} + e^{-a} E_a` of the pair in the other order at
  :math:`t = -a`. For b > a it is at most :math:`E_a`;
- :math:`E_b \le E_a + \max(e^a - e^b, 0)` for any levels, outcome by outcome;
- Pinsker: :math:`2 \mathrm{TV}^2 \le D`;
- Cauchy and Schwarz: :math:`4 \mathrm{TV}^2 \le \chi^2`;
- Jensen: :math:`D \le \log(1 + \chi^2)`;
- Bretagnolle and Huber: :math:`\mathrm{TV}^2 \le 1 - e^{-D}`, and so
  :math:`\mathrm{TV}^2 \le \chi^2/(1 + \chi^2)`;
- Le Cam: :math:`\mathrm{H}^2 \le \mathrm{TV}` and
  :math:`\mathrm{TV}^2 \le \mathrm{H}^2 (2 - \mathrm{H}^2)`, where :math:`\mathrm{H}^2 \le 1`;
- Jensen: :math:`e^{-D} \le (1 - \mathrm{H}^2)^2`, so that :math:`2 \mathrm{H}^2 \le D` and
  :math:`1 \le (1 - \mathrm{H}^2)^2 (1 + \chi^2)`;
- :math:`I(X;Y) \le D`: mutual information is the prior mean of the divergence of a row from the
  mean row, which is convex in it, and so at most a mean of divergences between rows.

Of two secrets the pair is the only one: its lifts at an outcome are the largest and the smallest.

**Not complete**, like `expectations`: the law need not be that of a mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from types import MappingProxyType

import sympy as sp

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Overall
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    Unbounded,
    no_channel,
    relate,
)
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import OfPrior, walk

DIVERGENCES = PaperTheorem(
    "divergences",
    "The largest divergence between two rows is a mean over the outcomes, of a function of their "
    "lifts u and v at the two secrets: |u - v|/2, u log(u/v), (u - v)^2/v, (u + v)/2 - sqrt(uv) "
    "for the squared Hellinger distance, or max(u - e^t v, 0) for a hockey-stick divergence at a "
    "level t. Both lifts have the mean 1. With these names, tv <= 1, hellinger <= 1, "
    "2 tv^2 <= kl <= log(1 + chi2), 4 tv^2 <= chi2, tv^2 <= 1 - exp(-kl), hellinger <= tv, "
    "tv^2 <= hellinger (2 - hellinger) and exp(-kl) <= (1 - hellinger)^2, and mutual information "
    "is at most kl; a hockey-stick divergence at a level of at least 0 is at most tv, and at 0 it "
    "is tv. At a level a it bounds that at b by max(e^a - e^b, 0)/(e^a + 1) plus "
    "(e^b + 1)/(e^a + 1) times it. The means of the largest and of the smallest lift of an outcome "
    "are at least tv and at most (n - 1) tv away from 1, for n secrets.",
    "One of the pairs of secrets attains the largest; P(y|x) sums to 1. The relations are those of "
    "Pinsker, Jensen, Le Cam, Bretagnolle and Huber, Cauchy and Schwarz, and, of two levels, of "
    "Kairouz, Oh and Viswanath; mutual information is a mean of divergences from the mean row, and "
    "they are convex in it. The largest lift is at most that of one secret, of mean 1, plus what "
    "the lift of each other secret exceeds it by.",
    symbols=(
        ("tv_1, tv_2", "the lifts of an outcome at two secrets of the largest total variation"),
        ("kl_1, kl_2", "those at two secrets of the largest Kullback-Leibler divergence"),
        ("chi2_1, chi2_2", "those at two secrets of the largest chi-squared divergence"),
        ("hellinger_1, hellinger_2", "those at two secrets of the largest Hellinger distance"),
        ("hockey_stick_1, hockey_stick_2", "those of the largest hockey-stick divergence"),
    ),
)


@dataclass(frozen=True)
class LiftsOfPair:
    """Lifts of an outcome at two secrets between whose rows a divergence is the largest.

    Parameters
    ----------
    of : the divergence.
    one, other : symbols for the lifts.
    summand : a symbol for u log(u/v), or for the root of uv, of which goals get bounds.
    factor : the exponential of the level, if the divergence has one.
    """

    of: Overall
    one: Real
    other: Real
    summand: Real
    factor: Real = ONE

    @property
    def variables(self) -> tuple[Real, ...]:
        """The symbols that vary with the outcome."""
        return (
            self.one,
            self.other,
            *((self.summand,) if self.summand in self.body.free_symbols else ()),
        )

    @property
    def body(self) -> Real:
        """The term whose mean is the divergence."""
        return _BODIES[self.of.kind](self)

    def at(self, outcome: Outcome, alone: bool = False) -> Iterator[Sentence]:
        """Yield relations that hold at an outcome; its lifts are positive for kl and chi2.

        The lifts of the pair are the extreme ones where it is `alone`: there are two secrets.

        Examples
        --------
        >>> u, v, k, high, low = sp.symbols("u v k high low", real=True)
        >>> pair = LiftsOfPair(Overall("tv", "X", ("Y",)), u, v, k)
        >>> print(*pair.at(Outcome(high, low)), sep="; ")
        u >= low; u <= high; v >= low; v <= high
        """
        for lift in (self.one, self.other):
            yield relate(lift, ">=", outcome.low)
            yield relate(lift, "<=", outcome.high)
        if alone:
            gap = sp.Max(self.one - self.other, self.other - self.one)
            yield relate(gap, "=", outcome.high - outcome.low)
            yield relate(self.one + self.other, "=", outcome.high + outcome.low)
        if self.of.kind == "hellinger":
            yield relate(self.summand, ">=", ZERO)
            yield relate(self.summand**2, "=", self.one * self.other)
        if self.of.kind == "kl":
            yield relate(self.summand, "=", self.one * sp.log(self.one / self.other))
            # log t <= t - 1, at v/u and at u/v
            yield relate(self.summand, ">=", self.one - self.other)
            yield relate(self.summand * self.other, "<=", self.one * (self.one - self.other))


_BODIES: Mapping[AverageName, Callable[[LiftsOfPair], Real]] = MappingProxyType(
    {
        "tv": lambda pair: sp.Max(pair.one - pair.other, pair.other - pair.one) / 2,
        "kl": lambda pair: pair.summand,
        "chi2": lambda pair: (pair.one - pair.other) ** 2 / pair.other,
        "hellinger": lambda pair: (pair.one + pair.other) / 2 - pair.summand,
        "hockey_stick": lambda pair: sp.Max(pair.one - pair.factor * pair.other, 0),
    }
)


_SIMPLE = ("tv", "hockey_stick")  # of which the summand is a maximum


def divergences_in(conditions: Iterable[Condition]) -> tuple[Overall, ...]:
    """Return the divergences of X->Y in conditions, each once.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(*divergences_in(parse("2*tv(X->Y)^2 <= kl(X->Y)").claimed))
    kl(X->Y) tv(X->Y)
    """
    parts = (part for condition in conditions for part in condition.parts)
    named = {part for part in parts if isinstance(part, Overall)}
    return tuple(sorted((part for part in named if AVERAGES[part.kind].form == "rows"), key=str))


def pairs_of(
    conditions: Iterable[Condition], positive: bool, taken: set[str], ranges: Mapping[Real, Range]
) -> tuple[LiftsOfPair, ...]:
    """Return a pair of lifts for each divergence that is finite.

    Parameters
    ----------
    conditions : the conditions in which the divergences occur.
    positive : whether all lifts of all outcomes are positive.
    taken : the names of parameters.
    ranges : the intervals of the parameters.
    """
    found: list[LiftsOfPair] = []
    used = set(taken)
    for part in divergences_in(conditions):
        if positive or not AVERAGES[part.kind].infinite_at_0:
            one, other, summand = (
                fresh(f"{part.kind}_{end}", used) for end in ("1", "2", "summand")
            )
            used |= {one.name, other.name, summand.name}
            found.append(LiftsOfPair(part, one, other, summand, _factor(part, ranges)))
    return tuple(found)


def _factor(part: Overall, ranges: Mapping[Real, Range]) -> Real:
    """Return the exponential of the level of a divergence."""
    if part.level is None:
        return ONE
    scene = Encoding(no_channel, {}, ranges)
    if any(isinstance(one, OfPrior) for one in walk(part.level)):
        raise NotReducible(f"The level of {part} depends on the prior: that is not reduced.")
    found = scene.level(part.level)
    if found.needs or found.root != 1 or not scene.positive(found.bottom):
        raise NotReducible(f"The level of {part} is reduced where it is plainly a number.")
    return found.top / found.bottom


def encoded(
    overall: Overall, means: Mapping[Overall, Real], some_0: bool | None
) -> EncodedQuotient:
    """Return the exponential of a divergence.

    Parameters
    ----------
    overall : the divergence.
    means : the divergences that are finite, as means.
    some_0 : whether some outcome rules out a secret; None if both are possible.
    """
    if overall in means:
        return EncodedQuotient(sp.exp(means[overall]))
    if some_0 and AVERAGES[overall.kind].infinite_at_0:
        return EncodedQuotient(ONE, ZERO)
    raise Unbounded(f"{overall} may be infinite, and stands where only a number can.")


def other_pairs(
    pairs: tuple[LiftsOfPair, ...], mean: Callable[[Real], Real], ranges: Mapping[Real, Range]
) -> Iterator[Sentence]:
    """Yield that a divergence of the pairs that attain others is at most the largest one.

    The hockey-stick divergence at a level of at least 0 is at most the total variation, and bounds
    it, and that at any other such level.
    """
    for pair, other in permutations(pairs, 2):
        if {pair.of.kind, other.of.kind} == {"hockey_stick"}:
            less = sp.Max(pair.factor - other.factor, 0)
            yield relate(mean(other.body), "<=", mean(pair.body) + less)
        levels = [one.factor for one in (pair, other)]
        simple = pair.of.kind == "hockey_stick" and other.of.kind in _SIMPLE
        if simple and all(range_of(level - 1, ranges).nonnegative for level in levels):
            big, small = levels
            bound = sp.Max(big - small, 0) + (small + 1) * mean(pair.body)
            yield relate((big + 1) * mean(other.body), "<=", bound)
    for pair in pairs:
        for other in pairs:
            if other is pair:
                continue
            if (pair.of.kind, other.of.kind) == ("tv", "hockey_stick"):
                if other.factor == 1:
                    yield relate(mean(other.body), "=", mean(pair.body))
                elif range_of(other.factor - 1, ranges).nonnegative:
                    yield relate(mean(other.body), "<=", mean(pair.body))
            if pair.of.kind in _SIMPLE:
                for ends in ((other.one, other.other), (other.other, other.one)):
                    of_ends = replace(pair, one=ends[0], other=ends[1])
                    yield relate(mean(of_ends.body), "<=", mean(pair.body))


def relations(means: Mapping[AverageName, Real], information: Real) -> Iterator[Sentence]:
    """Yield the relations between the divergences of a mechanism.

    Examples
    --------
    >>> t, k, i = sp.symbols("t k i", real=True)
    >>> print(*relations({"tv": t, "kl": k}, i), sep="; ")
    t >= 0; k >= 0; i <= k; t <= 1; 2*t**2 <= k; t**2 <= 1 - exp(-k)
    """
    yield from (relate(mean, ">=", ZERO) for mean in means.values())
    tv, kl, chi2, hellinger = map(means.get, ("tv", "kl", "chi2", "hellinger"))
    if kl is not None:
        yield relate(information, "<=", kl)
    if tv is not None:
        yield relate(tv, "<=", ONE)
    if tv is not None and kl is not None:
        yield relate(2 * tv**2, "<=", kl)
        yield relate(tv**2, "<=", 1 - sp.exp(-kl))
    if tv is not None and chi2 is not None:
        yield relate(4 * tv**2, "<=", chi2)
        yield relate(tv**2 * (1 + chi2), "<=", chi2)
    if kl is not None and chi2 is not None:
        yield relate(sp.exp(kl), "<=", 1 + chi2)
        yield relate(kl, "<=", chi2)
    if hellinger is not None:
        yield from _of_hellinger(hellinger, tv, kl, chi2)


def _of_hellinger(
    h: Real, tv: Real | None, kl: Real | None, chi2: Real | None
) -> Iterator[Sentence]:
    """Yield the relations of the squared Hellinger distance to other divergences."""
    yield relate(h, "<=", ONE)
    if tv is not None:
        yield relate(h, "<=", tv)
        yield relate(tv**2, "<=", h * (2 - h))
    if kl is not None:
        yield relate(2 * h, "<=", kl)
        yield relate(sp.exp(-kl), "<=", (1 - h) ** 2)
    if chi2 is not None:
        yield relate(ONE, "<=", (1 - h) ** 2 * (1 + chi2))


def on_extremes(tv: Real, n: Real | None, high: Real, low: Real) -> Iterator[Sentence]:
    """Yield bounds on the means of the extreme lifts by total variation, for n secrets.

    The mean of the larger of two lifts is 1 + tv. With the lift v of any one secret, of mean 1, the
    largest lift is at most v plus the excess over v of the lift of each other secret, whose mean is
    a total variation distance; and likewise below.

    Examples
    --------
    >>> print(*on_extremes(*sp.symbols("tv n high low")), sep="; ")
    high >= tv + 1; low <= 1 - tv; high <= tv*(n - 1) + 1; low >= -tv*(n - 1) + 1
    """
    yield relate(high, ">=", 1 + tv)
    yield relate(low, "<=", 1 - tv)
    if n is not None:
        yield relate(high, "<=", 1 + (n - 1) * tv)
        yield relate(low, ">=", 1 - (n - 1) * tv)
