"""How far hypotheses that are linear in a lift let it go, in terms of parameters alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations

import sympy as sp
from sympy.solvers.solveset import NonlinearError

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Step
from pmlsym.prover.analysis.sampling import Region


def movable(hypotheses: Sequence[Sentence]) -> list[Term]:
    """Return symbols in which the hypotheses are linear together, and that meet others there.

    Examples
    --------
    >>> v, w, p, e = sp.symbols("v w p e", real=True)
    >>> movable((p * (v - w) <= 1 - w, v <= w * sp.exp(e), p > 0))
    [v, w]
    """
    terms = [sp.expand(h.lhs - h.rhs) for h in hypotheses if len(h.free_symbols) > 1]
    symbols = sorted({s for term in terms for s in term.free_symbols}, key=str)
    left = [s for s in symbols if not any(sp.diff(term, s, 2) != 0 for term in terms)]
    while True:
        meets = {
            s: sum(sp.diff(term, s, other) != 0 for term in terms for other in left if other != s)
            for s in left
        }
        if not any(meets.values()):
            return left
        left.remove(max(left, key=lambda s: (meets[s], str(s))))


def corners(
    variable: Term, others: Sequence[Term], hypotheses: Sequence[Sentence], region: Region
) -> Iterator[tuple[Term, Step]]:
    """Yield bounds of a variable that do not speak of some others, each with its proof.

    A bound solves one of the hypotheses as an equation, or two of them.

    Examples
    --------
    >>> v, w, e = sp.symbols("v w e", real=True)
    >>> given = (v <= w * sp.exp(e), w <= 1, w >= 0, v >= 1)
    >>> [str(bound) for bound, _ in corners(v, (w,), given, Region.of((*given, e >= 0)))]
    ['1', 'exp(e)', '0']
    """
    found: dict[Term, None] = {}
    differences = [r.lhs - r.rhs for r in hypotheses if {variable, *others} & r.free_symbols]
    for count in range(min(2, len(others) + 1)):
        for equations in combinations(differences, count + 1):
            for away in combinations(others, count):
                solved = _solved(equations, (variable, *away))
                if solved is not None and not solved.free_symbols & {variable, *others}:
                    found[solved] = None
    given = tuple(hypotheses)
    for bound in found:
        sign = region.sign(bound - variable)
        if sign == 0:
            continue
        kind = sp.Le if sign > 0 else sp.Ge
        with suppress(NotProved):
            yield bound, Decided(Goal(given, kind(variable, bound, evaluate=False)))


def _solved(equations: Sequence[Term], unknowns: Sequence[Term]) -> Term | None:
    """Return the first unknown, where equations that are linear in all of them determine it."""
    named = {s for equation in equations for s in equation.free_symbols}
    if not set(unknowns) <= named:
        return None
    try:
        matrix, right = sp.linear_eq_to_matrix([*map(sp.expand, equations)], [*unknowns])
    except (NonlinearError, ValueError):
        return None
    determinant = sp.expand(matrix.det())
    if determinant == 0:
        return None
    replaced = matrix.copy()
    replaced[:, 0] = right
    found: Term = sp.together(replaced.det() / determinant)
    return found
