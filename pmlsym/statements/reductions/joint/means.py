r"""Comparisons of mean leakages, each with the goals that prove it.

Let m be the largest lift of an outcome, or one over the smallest, or the quotient of both: e to the
power of its pml, pmc or ldp. The mean leakage is E[log m], over the outcomes. For all alphabets:

- not negative: m is at least 1;
- worst: a mean is at most a bound;
- outcome: pml and pmc are at most ldp at each outcome, and mutual information is the mean of a
  logarithm that is at most log m;
- earlier: in a chain A - B - C a lift of a at c is a mean of lifts of b at c, and so between their
  extremes: each leakage at c is at most that of B;
- same: in a chain A - B - C the lifts of a at (b, c) are those at b;
- Jensen: E[pml] is at most maximal leakage, and maximal cost leakage at most E[pmc], as the
  logarithm of a mean is at least the mean of the logarithm;
- coarser, of pmc alone: a lift at an outcome is the mean of its lifts at finer ones, at least the
  mean of the smallest, and the logarithm of that mean at least the mean of the logarithms.

Where a mean is infinite it is no bound, and nothing that is finite bounds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term as Real, reals
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.joint.comparing import INFORMATION, Measured, is_largest, ways
from pmlsym.statements.terms import ATOM, Term, replaced

Why: TypeAlias = Literal["not negative", "worst", "outcome", "earlier", "same", "Jensen", "coarser"]
_WORDS: dict[Why, str] = {
    "not negative": "as each leakage is at least 0",
    "worst": "as a mean is at most a bound",
    "outcome": "as it is so at each outcome",
    "earlier": "as the lift is a mean of those of the nearer secret",
    "same": "as the further outcome changes no lift",
    "Jensen": "as a mean logarithm is at most that of the mean",
    "coarser": "as the lift is a mean of finer ones",
}


class MeanLeakage(Leakage):
    """The mean of a leakage over its outcomes, in the place of ``E[...]``."""

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes, in lower case, on which the term depends."""
        return frozenset()

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"E[{super().text_and_level()[0]}]", ATOM


def with_mean_leakages(condition: Condition) -> Condition:
    """Return a condition with a mean leakage for each expectation of a leakage.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> found = with_mean_leakages(parse("2*E[pmc(X->y)] <= pmc(X->Y)").claimed[0])
    >>> print(found, type(found.left.right).__name__)
    2*E[pmc(X->y)] <= pmc(X->Y) MeanLeakage
    """

    def leaf(term: Term) -> Term:
        inside = term.term if isinstance(term, MeanOverOutcomes) else None
        if not isinstance(inside, Leakage) or inside.given:
            return term
        return MeanLeakage(inside.kind, inside.secret, inside.observed)

    return replace(
        condition, left=replaced(condition.left, leaf), right=replaced(condition.right, leaf)
    )


@dataclass(frozen=True)
class KnownMean:
    """A comparison of a mean leakage with another measure, with its reason.

    Parameters
    ----------
    one : the smaller side.
    other : the larger side; if there is none, the comparison is `one` >= 0.
    why : the reason.
    """

    one: Measured
    other: Measured | None
    why: Why

    def __str__(self) -> str:
        if self.other is None:
            return f"{self.one} >= 0, {_WORDS[self.why]}"
        return f"{self.one} <= {self.other}, {_WORDS[self.why]}"

    @property
    def goal(self) -> Goal:
        """The goal of the kernel that proves the comparison."""
        return _goal(self.why)

    def relation(self, levels: dict[Measured, Real]) -> Sentence:
        """Return the comparison for exponentials: e^leakage, or e^-leakage of smallest lifts."""
        number, largest = levels[self.one], is_largest(self.one)
        if self.other is None:
            return relate(number, ">=" if largest else "<=", ONE)
        bound = levels[self.other]
        if largest == is_largest(self.other):
            return relate(number, "<=" if largest else ">=", bound)
        return relate(number * bound, "<=" if largest else ">=", ONE)


def known_means(
    measured: Iterable[Measured], chains: list[tuple[str, str, str]]
) -> Iterator[KnownMean]:
    """Yield the comparisons of mean leakages that hold in chains.

    Examples
    --------
    >>> means = [MeanLeakage("pmc", "X", (name,)) for name in "yz"]
    >>> for fact in known_means(means, [("X", "Y", "Z")]):
    ...     print(fact)
    E[pmc(X->y)] >= 0, as each leakage is at least 0
    E[pmc(X->z)] >= 0, as each leakage is at least 0
    E[pmc(X->z)] <= E[pmc(X->y)], as the lift is a mean of finer ones
    """
    there = list(dict.fromkeys(measured))
    for one in there:
        if isinstance(one, MeanLeakage):
            yield KnownMean(one, None, "not negative")
        for other in there:
            if other != one and MeanLeakage in (type(one), type(other)):
                yield from (KnownMean(one, other, why) for why in _reasons(one, other, chains))


def _reasons(one: Measured, other: Measured, chains: list[tuple[str, str, str]]) -> Iterator[Why]:
    """Yield the reasons why the first measure is at most the second, if any."""
    channel, larger = _channel(one), _channel(other)
    if isinstance(one, MeanLeakage) and isinstance(other, MeanLeakage):
        if channel == larger and other.kind == "ldp" != one.kind:
            yield "outcome"
        elif one.kind == other.kind:
            yield from _in_chains(one.kind, channel, larger, chains)
    elif channel == larger and isinstance(one, MeanLeakage):
        if isinstance(other, Leakage) and not other.given and other.kind == one.kind:
            yield "worst"
        if isinstance(other, Overall) and (one.kind, other.kind) == ("pml", "maximal_leakage"):
            yield "Jensen"
    elif isinstance(one, Overall) and isinstance(other, MeanLeakage):
        if channel == larger and (one.kind, other.kind) == ("maximal_cost_leakage", "pmc"):
            yield "Jensen"
        informed = one.kind == INFORMATION and other.kind in ("pml", "ldp")
        if informed and larger in map(_channel, ways(one, INFORMATION)):
            yield "outcome"


def _in_chains(
    kind: str,
    smaller: tuple[str, frozenset[str]],
    larger: tuple[str, frozenset[str]],
    chains: list[tuple[str, str, str]],
) -> Iterator[Why]:
    if kind == "pmc" and smaller[0] == larger[0] and smaller[1] < larger[1]:
        yield "coarser"
    for a, b, c in chains:
        near, far, both = ((a, frozenset(seen)) for seen in (b, c, b + c))
        if {smaller, larger} == {near, both}:
            yield "same"
        if (smaller, larger) == (far, near) and kind == "pmc":
            yield "coarser"
        if (smaller, larger) == (far, (b, frozenset(c))):
            yield "earlier"


def _channel(one: Measured) -> tuple[str, frozenset[str]]:
    return one.secret, frozenset(name.upper() for name in one.observed)


def _goal(why: Why) -> Goal:
    """Return the goal that proves a comparison, for numbers m that are exponentials of leakages."""
    m, t, bound, positive = reals("m t B c")
    least, most = relate(m, ">=", ONE), relate(m, "<=", bound)
    above_0 = relate(positive, ">", ZERO)  # there are finitely many outcomes

    def mean(body: Real, *inside: Sentence) -> Real:
        return Mean(body, (m, t), sp.And(*inside, evaluate=False), "Y")

    match why:
        case "not negative":
            return Goal((), relate(mean(sp.log(m), least), ">=", ZERO))
        case "worst":
            return Goal((), relate(sp.exp(mean(sp.log(m), least, most)), "<=", bound))
        case "outcome" | "same":
            inside = relate(t, ">=", ONE), relate(t, "<=", m), least, most, relate(t, "<=", bound)
            smaller, larger = mean(sp.log(t), *inside), mean(sp.log(m), *inside)
            return Goal((), relate(smaller, "<=", larger))
        case "earlier":
            bounded = relate(t, ">=", ZERO), relate(t, "<=", bound)
            return Goal((), relate(mean(t, *bounded), "<=", bound))
        case "Jensen":
            some = relate(m, ">", ZERO)
            given = (relate(mean(m, some), "<=", bound),)
            return Goal(given, relate(sp.exp(mean(sp.log(m), some)), "<=", bound))
        case "coarser":
            ranges = [relate(one, ">=", positive) for one in (m, t)]
            ranges += [most, relate(t, "<=", bound), relate(m, "<=", t)]
            smaller = sp.exp(mean(sp.log(m), *ranges))
            return Goal((above_0,), relate(smaller, "<=", mean(t, *ranges)))
