r"""Divergences between two rows of a kernel, at their largest over pairs of secrets.

**Theorem (divergences).** Let u and v be the lifts of an outcome at two secrets. Under the law of
the outcome, both have the mean 1, as the sum over y of P(y|x) is, and the divergences of the rows
are the means

.. math:: \mathrm{TV} = E\Big[\frac{|u - v|}2\Big], \quad
          D = E\Big[u \log\frac uv\Big], \quad \chi^2 = E\Big[\frac{(u - v)^2}v\Big].

A mechanism has finitely many pairs of secrets, and one of them attains the largest divergence of a
kind. So the largest divergence is such a mean, under some law on quadruples of the extreme lifts of
an outcome and two lifts between them. What holds under every such law holds of the mechanism.

D and :math:`\chi^2` are infinite if and only if some outcome rules out a secret: it does not rule
out all, and divides by 0 for such a pair. These cases are separate.

**Relations** between the divergences of a mechanism: each is at least 0 (E[u - v] = 0, and the
summands are at least 0, at least u - v, and at least 0). The largest are related as those of one
pair are, where the smaller side does not decrease in its divergence: let the pair attain it.

- :math:`\mathrm{TV} \le 1`;
- Pinsker: :math:`2 \mathrm{TV}^2 \le D`;
- Cauchy and Schwarz: :math:`4 \mathrm{TV}^2 \le \chi^2`;
- Jensen: :math:`D \le \log(1 + \chi^2)`;
- :math:`I(X;Y) \le D`: mutual information is the prior mean of the divergence of a row from the
  mean row, which is convex in it, and so at most a mean of divergences between rows.

**Not complete**, like `expectations`: the law need not be that of a mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import sympy as sp

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, EncodedQuotient, Unbounded, relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.result import PaperTheorem

DIVERGENCES = PaperTheorem(
    "divergences",
    "The largest divergence between two rows is a mean over the outcomes, of a function of their "
    "lifts u and v at the two secrets: |u - v|/2, u log(u/v), or (u - v)^2/v. Both lifts have the "
    "mean 1. With these names, tv <= 1, 2 tv^2 <= kl <= log(1 + chi2) and 4 tv^2 <= chi2, and "
    "mutual information is at most kl.",
    "One of the pairs of secrets attains the largest; P(y|x) sums to 1. The relations are those of "
    "Pinsker, Jensen, and Cauchy and Schwarz; mutual information is a mean of divergences from "
    "the mean row, and they are convex in it.",
    symbols=(
        ("tv_1, tv_2", "the lifts of an outcome at two secrets of the largest total variation"),
        ("kl_1, kl_2", "those at two secrets of the largest Kullback-Leibler divergence"),
        ("chi2_1, chi2_2", "those at two secrets of the largest chi-squared divergence"),
    ),
)


@dataclass(frozen=True)
class LiftsOfPair:
    """Lifts of an outcome at two secrets between whose rows a divergence is the largest.

    Parameters
    ----------
    kind : the divergence.
    one, other : symbols for the lifts.
    summand : a symbol for u log(u/v), of which goals get bounds.
    """

    kind: AverageName
    one: Real
    other: Real
    summand: Real

    @property
    def variables(self) -> tuple[Real, ...]:
        """The symbols that vary with the outcome."""
        return (self.one, self.other, *((self.summand,) if self.kind == "kl" else ()))

    @property
    def body(self) -> Real:
        """The term whose mean is the divergence."""
        return _BODIES[self.kind](self)

    def at(self, outcome: Outcome) -> Iterator[Sentence]:
        """Yield relations that hold at an outcome; its lifts are positive for kl and chi2.

        Examples
        --------
        >>> u, v, k, high, low = sp.symbols("u v k high low", real=True)
        >>> print(*LiftsOfPair("tv", u, v, k).at(Outcome(high, low)), sep="; ")
        u >= low; u <= high; v >= low; v <= high
        """
        for lift in (self.one, self.other):
            yield relate(lift, ">=", outcome.low)
            yield relate(lift, "<=", outcome.high)
        if self.kind == "kl":
            yield relate(self.summand, "=", self.one * sp.log(self.one / self.other))
            # log t <= t - 1, at v/u and at u/v
            yield relate(self.summand, ">=", self.one - self.other)
            yield relate(self.summand * self.other, "<=", self.one * (self.one - self.other))


_BODIES: Mapping[AverageName, Callable[[LiftsOfPair], Real]] = MappingProxyType(
    {
        "tv": lambda pair: sp.Max(pair.one - pair.other, pair.other - pair.one) / 2,
        "kl": lambda pair: pair.summand,
        "chi2": lambda pair: (pair.one - pair.other) ** 2 / pair.other,
    }
)


def kinds_in(conditions: Iterable[Condition]) -> tuple[AverageName, ...]:
    """Return the divergences in conditions, each once.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> kinds_in(parse("2*tv(X->Y)^2 <= kl(X->Y)").claimed)
    ('kl', 'tv')
    """
    parts = (part for condition in conditions for part in condition.parts)
    named = {part.kind for part in parts if isinstance(part, Overall)}
    return tuple(sorted(kind for kind in named if AVERAGES[kind].of_pairs))


def pairs_of(
    conditions: Iterable[Condition], positive: bool, taken: set[str]
) -> tuple[LiftsOfPair, ...]:
    """Return a pair of lifts for each divergence that is finite.

    Parameters
    ----------
    conditions : the conditions in which the divergences occur.
    positive : whether all lifts of all outcomes are positive.
    taken : the names of parameters.
    """
    return tuple(
        LiftsOfPair(kind, *(fresh(f"{kind}_{end}", taken) for end in ("1", "2", "summand")))
        for kind in kinds_in(conditions)
        if positive or not AVERAGES[kind].infinite_at_0
    )


def encoded(
    overall: Overall, means: Mapping[AverageName, Real], some_0: bool | None
) -> EncodedQuotient:
    """Return the exponential of a divergence.

    Parameters
    ----------
    overall : the divergence.
    means : the divergences that are finite, as means.
    some_0 : whether some outcome rules out a secret; None if both are possible.
    """
    if overall.kind in means:
        return EncodedQuotient(sp.exp(means[overall.kind]))
    if some_0:
        return EncodedQuotient(ONE, ZERO)
    raise Unbounded(f"{overall} may be infinite, and stands where only a number can.")


def relations(means: Mapping[AverageName, Real], information: Real) -> Iterator[Sentence]:
    """Yield the relations between the divergences of a mechanism.

    Examples
    --------
    >>> t, k, i = sp.symbols("t k i", real=True)
    >>> print(*relations({"tv": t, "kl": k}, i), sep="; ")
    t >= 0; k >= 0; t <= 1; i <= k; 2*t**2 <= k
    """
    yield from (relate(mean, ">=", ZERO) for mean in means.values())
    tv, kl, chi2 = map(means.get, ("tv", "kl", "chi2"))
    if tv is not None:
        yield relate(tv, "<=", ONE)
    if kl is not None:
        yield relate(information, "<=", kl)
    if tv is not None and kl is not None:
        yield relate(2 * tv**2, "<=", kl)
    if tv is not None and chi2 is not None:
        yield relate(4 * tv**2, "<=", chi2)
    if kl is not None and chi2 is not None:
        yield relate(sp.exp(kl), "<=", 1 + chi2)
        yield relate(kl, "<=", chi2)
