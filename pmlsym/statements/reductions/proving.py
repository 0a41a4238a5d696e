"""The default proof of a goal: a certificate, with means averaged from what is sure of them."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, conjuncts
from pmlsym.proof.steps import Decided, Expectation, Step


def prove_case(goal: Goal) -> Step:
    """Prove a goal of a reduction.

    Raises
    ------
    NotProved
        If it was not found to follow.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduce
    >>> from pmlsym.statements.text.parse import parse
    >>> case = reduce(parse("LIP(e) => LDP(2*e)")).cases[0]
    >>> prove_case(case.goal).kind
    'decision'
    """
    if not goal.means:
        return Decided(goal)
    return Decided(goal, tuple(_averaged(goal)))


def _averaged(goal: Goal) -> Iterator[Step]:
    """Yield what the means obey: what is sure on the support, and the conclusion pointwise."""
    laws: dict[tuple[object, ...], Mean] = {}
    for mean in goal.means:
        laws.setdefault((mean.variables, mean.support, mean.law), mean)
    for mean in laws.values():
        own = set(mean.variables)
        sure = conjuncts(mean.support)
        outside = tuple(h for h in goal.hypotheses if not h.atoms(Mean))
        for relation in (*sure, *_pointwise(goal.conclusion, own)):
            pointwise = Goal((*outside, *sure), relation)
            try:
                step = Decided(pointwise)
                yield Expectation(step, mean.variables, mean.support, mean.law)
            except NotProved:
                continue


def _pointwise(conclusion: Sentence, own: set[sp.Symbol]) -> Iterator[Sentence]:
    """Yield a comparison of means at a single outcome."""
    bodies = {mean: mean.body for mean in conclusion.atoms(Mean)}
    if bodies:
        left, right = (side.xreplace(bodies) for side in conclusion.args)
        yield conclusion.func(left, right, evaluate=False)
