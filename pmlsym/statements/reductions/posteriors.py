r"""Divergences of the posterior at an outcome from the prior, by the extreme lifts.

**Theorem (posteriors).** Let v be the lifts of an outcome, of mean 1 under the prior, s the largest
and t the smallest. The divergences of the posterior from the prior are the prior means

.. math:: T = E\Big[\frac{|v - 1|}2\Big], \quad K = E[v \log v], \quad C = E[(v - 1)^2].

Each is the mean of a convex function f that is 0 at 1, and at most the mean of its chord (Edmundson
and Madansky): with q (s - t) = 1 - t,

.. math:: E[f(v)] \le q f(s) + (1 - q) f(t),

with equality if there are two secrets. So

- :math:`T (s - t) \le (s - 1)(1 - t)`, and T is at most s - 1 and at most 1 - t;
- :math:`C \le (s - 1)(1 - t)`;
- :math:`K \le q s \log s + (1 - q) t \log t`, and :math:`K \le \log s`, as the mean of v is 1, and
  :math:`K \le (s - 1)(1 - t)`, as K is at most C by :math:`\log v \le v - 1`.

If there are two secrets with the probabilities p and m, these are equalities, and
:math:`T = p m (s - t)`, :math:`C = p m (s - t)^2`.

Each is at least 0, and T at most 1. A secret of probability p or more has the lift s, and one the
lift t: :math:`T \ge p (s - 1)`, :math:`T \ge p (1 - t)`, :math:`C \ge p (s - 1)^2`,
:math:`C \ge p (1 - t)^2`; and :math:`T \le 1 - p`, for p = pmin. By Pinsker, Bretagnolle and Huber,
Jensen, and Cauchy and Schwarz

.. math:: 2 T^2 \le K \le \log(1 + C), \quad T^2 \le 1 - e^{-K}, \quad 4 T^2 \le C.

With the probabilities of the outcomes as weights, the means of T and C are the divergences of the
joint law from the product of both, and that of K is mutual information, so that for these the same
four relations hold. The means of T and C are at most the largest divergences between rows, as a
divergence of a row from the mean row is at most a mean of divergences between rows.

**Not complete**: T, K and C are numbers with these bounds, no functions of the lifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term as Real
from pmlsym.proof.steps import Decided
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import Overall, PosteriorDivergence
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Term

OF_POSTERIOR = PaperTheorem(
    "posteriors",
    "A divergence of the posterior at an outcome from the prior is the prior mean of a convex "
    "function f of the lift: |v - 1|/2, v log v or (v - 1)^2. It is at most q f(s) + (1 - q) f(t) "
    "for the largest lift s and the smallest t, with q (s - t) = 1 - t, and equal to it if there "
    "are two secrets; kl is at most log(s). Secrets of probability pmin or more have the lifts s "
    "and t. As for any two laws, 2 tv^2 <= kl <= log(1 + chi2), tv^2 <= 1 - exp(-kl), "
    "4 tv^2 <= chi2 and tv <= 1. Their means over the outcomes are the divergences of the joint "
    "law from the product, which are at most those between rows, and mutual information.",
    "The mean of the lift is 1, and a convex function lies below its chord (Edmundson and "
    "Madansky). The relations are those of Pinsker, Jensen, Bretagnolle and Huber, and Cauchy and "
    "Schwarz.",
    symbols=(
        ("v_tv, v_kl, v_chi2", "the divergences at the outcome y, and likewise at others"),
        ("v_share", "the weight q of the largest lift in the chord, and likewise at others"),
    ),
)


def named(conditions: Iterable[Condition]) -> tuple[str, ...]:
    """Return the divergences at an outcome that conditions are about, and the share of a chord.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> named(parse("tv(X;Y) <= a and kl(X->y) <= a").claimed)
    ('kl', 'tv', 'share')
    """
    parts = [part for condition in conditions for part in inside(condition)]
    kinds = {part.kind for part in parts if isinstance(part, PosteriorDivergence)}
    overall = {part.kind for part in parts if isinstance(part, Overall)}
    kinds |= {AVERAGES[kind].word for kind in overall if AVERAGES[kind].form == "both"}
    return (*sorted(kinds), *(("share",) if "kl" in kinds else ()))


def inside(condition: Condition) -> Iterator[Term]:
    """Yield the parts of a condition, also of the conditions inside its probabilities."""
    for part in condition.parts:
        yield part
        if isinstance(part, Chance):
            for one in part.conditions:
                yield from inside(one)


def at(outcome: Outcome, shape: PriorShape, sure: tuple[Sentence, ...]) -> Iterator[Sentence]:
    """Yield relations of divergences at an outcome.

    Parameters
    ----------
    outcome : the outcome, with symbols for its lifts and for the divergences that are named.
    shape : the priors; the smallest probability of every shape is that of the mechanism itself.
    sure : relations of the lifts, by which the smallest one may be positive.

    Examples
    --------
    >>> from pmlsym.statements.reductions.priors import two
    >>> t, s, l = sp.symbols("t s l", real=True)
    >>> for relation in at(Outcome(s, l, numbers={"tv": t}), two(), ()):
    ...     print(relation)
    t >= 0
    t <= 1
    t <= s - 1
    t <= 1 - l
    t*(-l + s) <= (1 - l)*(s - 1)
    Eq(t, pmin*(1 - pmin)*(-l + s))
    t >= pmin*(s - 1)
    t >= pmin*(1 - l)
    t <= 1 - pmin
    """
    numbers, high, low = outcome.numbers, outcome.high, outcome.low
    least = shape.values["pmin"]
    product = least * shape.values["pmax"] if shape.secrets == 2 else None
    tv, kl, chi2 = map(numbers.get, ("tv", "kl", "chi2"))
    gap, most = high - low, (high - 1) * (1 - low)
    if tv is not None:
        yield relate(tv, ">=", ZERO)
        yield relate(tv, "<=", ONE)
        yield relate(tv, "<=", high - 1)
        yield relate(tv, "<=", 1 - low)
        yield relate(tv * gap, "<=", most)
        if product is not None:
            yield relate(tv, "=", product * gap)
        yield relate(tv, ">=", least * (high - 1))
        yield relate(tv, ">=", least * (1 - low))
        yield relate(tv, "<=", 1 - least)
    if chi2 is not None:
        yield relate(chi2, ">=", ZERO)
        yield relate(chi2, "<=", most)
        yield relate(chi2, "<=", high - 1)
        if product is not None:
            yield relate(chi2, "=", product * gap**2)
        yield relate(chi2, ">=", least * (high - 1) ** 2)
        yield relate(chi2, ">=", least * (1 - low) ** 2)
    if kl is not None:
        is_above_0 = is_positive(sure, low)
        yield from _of_kl(kl, numbers["share"], high, low, product is not None, is_above_0)
    yield from between(tv, kl, chi2)


def _of_kl(
    kl: Real, share: Real, high: Real, low: Real, alone: bool, is_above_0: bool
) -> Iterator[Sentence]:
    """Yield bounds on a Kullback-Leibler divergence; low log(low) is at most 0, and 0 at 0."""
    yield relate(kl, ">=", ZERO)
    yield relate(kl, "<=", sp.log(high))
    yield relate(kl, "<=", (high - 1) * (1 - low))
    yield relate(sp.exp(kl), "<=", high)  # the same, for comparisons of exponentials
    yield relate(share, ">=", ZERO)
    yield relate(share, "<=", ONE)
    yield relate(share * (high - low), "=", 1 - low)
    yield relate(share * high + (1 - share) * low, "=", ONE)
    chord = share * high * sp.log(high)
    if is_above_0:
        chord += (1 - share) * low * sp.log(low)
    yield relate(kl, "=" if alone and is_above_0 else "<=", chord)


def between(tv: Real | None, kl: Real | None, chi2: Real | None) -> Iterator[Sentence]:
    """Yield the relations between divergences of one law from another.

    Examples
    --------
    >>> print(*between(*sp.symbols("t k", real=True), None), sep="; ")
    2*t**2 <= k; t**2 <= 1 - exp(-k)
    """
    if tv is not None and kl is not None:
        yield relate(2 * tv**2, "<=", kl)
        yield relate(tv**2, "<=", 1 - sp.exp(-kl))
    if tv is not None and chi2 is not None:
        yield relate(4 * tv**2, "<=", chi2)
    if kl is not None and chi2 is not None:
        yield relate(sp.exp(kl), "<=", 1 + chi2)
        yield relate(kl, "<=", sp.log(1 + chi2))
        yield relate(kl, "<=", chi2)


def is_positive(sure: tuple[Sentence, ...], low: Real) -> bool:
    """Return whether a smallest lift is positive by the relations of its outcome.

    Examples
    --------
    >>> low = sp.Symbol("l", real=True)
    >>> is_positive((low >= 1,), low), is_positive((low >= 0,), low)
    (True, False)
    """
    with suppress(NotProved):
        Decided(Goal(sure, relate(low, ">", ZERO)))
        return True
    return False
