"""Bounds of the divergence at an outcome whose lifts have a ratio of at most e^s.

With t the logarithm of the largest lift over the smallest, and q the share of the largest lift, the
divergence is at most q t + log(1 - q + q e^-t), as the smallest lift is 1 - q + q e^-t: the
cumulant of a Bernoulli variable. A bound of it for every q and t >= 0 that grows with t bounds the
divergence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Instance, Step, compare_exponentials
from pmlsym.prover.analysis.derivatives import climb
from pmlsym.prover.analysis.sampling import Region

q, t, s = reals("q t s")
COIN = q * t + sp.log(1 - q + q * sp.exp(-t))
_ZERO = sp.Integer(0)


@dataclass(frozen=True)
class _Chord:
    """The symbols of a hypothesis that bounds a divergence by the mean logarithm."""

    value: Term
    share: Term
    high: Term
    low: Term

    @classmethod
    def of(cls, hypotheses: Sequence[Sentence], value: Term) -> _Chord:
        """Find that hypothesis, and the equation share (high - low) = high (1 - low)."""
        for hypothesis in hypotheses:
            if not isinstance(hypothesis, sp.Le) or hypothesis.lhs != value:
                continue
            named = sorted((log.args[0] for log in hypothesis.rhs.atoms(sp.log)), key=str)
            for high, low in (named, named[::-1]) if len(named) == 2 else ():
                for share in hypothesis.rhs.free_symbols - {high, low}:
                    chord = share * sp.log(high) + (1 - share) * sp.log(low)
                    line = sp.expand(share * (high - low) - high * (1 - low))
                    if sp.expand(chord - hypothesis.rhs) == 0 and any(
                        isinstance(h, sp.Eq) and sp.expand(h.lhs - h.rhs - line) == 0
                        for h in hypotheses
                    ):
                        return cls(value, share, high, low)
        raise NotProved(f"no chord is known above {value}")


def by_coin(goal: Goal) -> Step:
    """Prove that a divergence is at most a function of one parameter.

    Examples
    --------
    >>> d, w, high, low, e = sp.symbols("d w high low e", real=True)
    >>> given = (
    ...     e >= 0, high >= 1, low <= 1, low >= 0, high <= low * sp.exp(e), w >= 0, w <= 1,
    ...     sp.Eq(w * (high - low), high * (1 - low)),
    ...     sp.Le(d, w * sp.log(high) + (1 - w) * sp.log(low)),
    ... )
    >>> print(by_coin(Goal(given, d <= e**2 / 8)).goal.conclusion)
    d <= e**2/8
    """
    hypotheses, conclusion = goal.hypotheses, goal.conclusion
    if not isinstance(conclusion, sp.Le) or not conclusion.lhs.is_Symbol:
        raise NotProved("no upper bound of a symbol")
    chord, bound = _Chord.of(hypotheses, conclusion.lhs), conclusion.rhs
    region = Region.of(hypotheses, (conclusion,))
    if len(bound.free_symbols) != 1:
        raise NotProved("the bound is not a function of one parameter")
    (parameter,) = bound.free_symbols
    for times in (1, 2):
        if region.never_negative(chord.low * sp.exp(times * parameter) - chord.high):
            with suppress(NotProved):
                return Decided(goal, tuple(_steps(hypotheses, chord, bound, parameter, times)))
    raise NotProved("the bound of the coin was not found to follow")


def _steps(
    hypotheses: tuple[Sentence, ...], chord: _Chord, bound: Term, parameter: Term, times: int
) -> Iterator[Step]:
    """Yield the steps of the proof if the ratio of the lifts is at most e^(times parameter)."""
    high, low, share = chord.high, chord.low, chord.share
    of_ratio = bound.subs(parameter, t / times)
    above = climb(of_ratio - COIN, t, _ZERO, (q >= 0, q <= 1))
    grows = climb(bound.subs(parameter, s / times) - of_ratio, s, t, (t >= 0,))
    ratio = sp.log(high) - sp.log(low)
    # the order matters: each step may use those before it
    for conclusion in (
        sp.Le(sp.log(low), sp.log(high), evaluate=False),
        sp.Le(sp.log(high), sp.log(low) + times * parameter, evaluate=False),
        sp.Eq(sp.log(1 - share + share * low / high), sp.log(low), evaluate=False),
    ):
        yield compare_exponentials(Goal(hypotheses, conclusion))
    yield Instance(above, {q: share, t: ratio})
    yield Instance(grows, {s: times * parameter, t: ratio})
