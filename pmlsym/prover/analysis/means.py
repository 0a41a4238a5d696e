"""Comparisons of means: what holds at every outcome, averaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Term, conjuncts
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step


def on_average(goal: Goal, pointwise: Callable[[Goal], Step]) -> Step:
    """Prove a goal with means from what holds pointwise.

    Parameters
    ----------
    goal : the goal.
    pointwise : what proves a goal without means.

    Raises
    ------
    NotProved
        If it does not follow from a comparison at every outcome.

    Examples
    --------
    >>> v, e = sp.symbols("v e", real=True)
    >>> mean = Mean(sp.log(v), (v,), sp.And(v >= 1, v <= sp.exp(e)))
    >>> goal = Goal((e >= 0,), sp.Le(mean, e, evaluate=False))
    >>> from pmlsym.prover.analysis.relations import compare
    >>> from pmlsym.prover.analysis.tangents import by_tangents
    >>> print(on_average(goal, by_tangents).goal.conclusion)
    E[log(v)] <= e
    """
    outside = tuple(h for h in goal.hypotheses if not h.atoms(Mean))
    for mean, bound in _wanted(goal):
        sure = conjuncts(mean.support)
        claim = sp.Le(mean.body, bound, evaluate=False)
        with suppress(NotProved):
            step = pointwise(Goal((*outside, *sure), claim))
            return _concluded(goal, Expectation(step, mean.variables, mean.support, mean.law))
    raise NotProved("it was not found to hold outcome by outcome")


def _wanted(goal: Goal) -> Iterator[tuple[Mean, Term]]:
    """Yield means and what they have to be at most, for the conclusion to follow."""
    low, high = goal.conclusion.args[:: -1 if isinstance(goal.conclusion, sp.Ge | sp.Gt) else 1]
    if isinstance(low, Mean):
        yield low, high
        return
    if high.atoms(Mean):
        return
    level = sp.expand_log(sp.log(high), force=True)
    for mean, symbol in _bounded_by(goal):
        if low == sp.exp(symbol):
            yield mean, level
        elif low == symbol:
            yield mean, high


def _bounded_by(goal: Goal) -> Iterator[tuple[Mean, Term]]:
    """Yield means with symbols that are at most these, the last first."""
    for hypothesis in reversed(goal.hypotheses):
        if isinstance(hypothesis, sp.Le) and isinstance(hypothesis.rhs, Mean):
            yield hypothesis.rhs, hypothesis.lhs


def _concluded(goal: Goal, averaged: Step) -> Step:
    with suppress(NotProved):
        return Decided(goal, (averaged,))
    ((mean, bound),) = {tuple(averaged.goal.conclusion.args)}
    for _, symbol in _bounded_by(goal):
        with suppress(NotProved):
            plain = Decided(
                Goal(goal.hypotheses, sp.Le(symbol, bound, evaluate=False)), (averaged,)
            )
            return Decided(goal, (OrderKept(plain, sp.exp),))
    raise NotProved(f"it was not found to follow from {mean} <= {bound}")
