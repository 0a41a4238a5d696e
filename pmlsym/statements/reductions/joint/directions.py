"""Monotonicity of conditions in their leakages: whether a larger leakage helps or hurts."""

from __future__ import annotations

from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
    walk,
)

BOTH = 0


def leakages_of(*terms: Term) -> tuple[Leakage, ...]:
    """Return the leakages in terms, each once; averages over outcomes are refused.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(*leakages_of(parse_term("pml(X->y) + 2*pmc(X->z|y)")))
    pml(X->y) pmc(X->z|y)
    """
    parts = [part for term in terms for part in walk(term)]
    for part in parts:
        if isinstance(part, MeanOverOutcomes | Overall):
            raise NotReducible(f"{part} is an average over outcomes, which is not reduced here.")
    return tuple(dict.fromkeys(part for part in parts if isinstance(part, Leakage)))


def directions(condition: Condition, nonnegative: frozenset[str]) -> dict[Leakage, int]:
    """Return for each leakage whether a larger value hurts the condition (1), helps (-1), or BOTH.

    Conditions with signs other than <= and < have BOTH for every leakage.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> (claim,) = parse("pml(X->y,z) <= pml(X->y) + pml(X->z|y)").claimed
    >>> {str(name): way for name, way in directions(claim, frozenset()).items()}
    {'pml(X->y,z)': 1, 'pml(X->y)': -1, 'pml(X->z|y)': -1}
    """
    found: dict[Leakage, set[int]] = {leakage: set() for leakage in leakages_of(*condition.terms)}
    way = 1 if condition.sign in ("<=", "<") else BOTH
    _visit(condition.left, way, found, nonnegative)
    _visit(condition.right, -way, found, nonnegative)
    return {
        leakage: next(iter(ways)) if len(ways) == 1 else BOTH for leakage, ways in found.items()
    }


def _visit(
    term: Term, way: int, found: dict[Leakage, set[int]], nonnegative: frozenset[str]
) -> None:
    if isinstance(term, Leakage):
        found[term].add(way)
    elif isinstance(term, Negative):
        _visit(term.term, -way, found, nonnegative)
    elif isinstance(term, Function):
        for argument in term.arguments:
            _visit(argument, way, found, nonnegative)
    elif isinstance(term, Operation):
        ways = {"+": (way, way), "-": (way, -way)}.get(term.sign, (BOTH, BOTH))
        if term.sign == "*":
            at_least_0 = [_at_least_0(part, nonnegative) for part in term.parts]
            ways = (way if at_least_0[1] else BOTH, way if at_least_0[0] else BOTH)
        elif term.sign == "/" and _at_least_0(term.right, nonnegative):
            ways = (way, BOTH)
        for part, part_way in zip(term.parts, ways, strict=True):
            _visit(part, part_way, found, nonnegative)


def _at_least_0(term: Term, nonnegative: frozenset[str]) -> bool:
    """Whether the form of a term shows that it is >= 0; leakages are, as the mean lift is 1."""
    if isinstance(term, Number):
        return term.value >= 0
    if isinstance(term, Parameter):
        return term.name in nonnegative
    if isinstance(term, Function):
        return term.name == "exp"
    if isinstance(term, Operation):
        return term.sign in "+*/" and all(_at_least_0(part, nonnegative) for part in term.parts)
    return isinstance(term, OfPrior | Leakage)
