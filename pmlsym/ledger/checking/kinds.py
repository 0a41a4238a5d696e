"""The kind of mistake of a refuted statement, computed from its difference to the repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from pmlsym.statements.readable import Readable, Relation, Shape

Kind: TypeAlias = Literal["boundary", "degenerate", "typo", "assumption", "formula"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def kind_of(refuted: Sequence[Readable], repaired: Sequence[Readable]) -> Kind:
    """Compare the refuted statements of a claim with those of its repair.

    Each is compared with the most similar statement of the repair; the gravest difference counts.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> kind_of([from_text("pmc(X->y) < log(1/pmin)")], [from_text("pmc(X->y) <= log(1/pmin)")])
    'boundary'
    >>> repaired = from_text("|X| = 2; prior uniform: PML(e) => PMC(e)")
    >>> kind_of([from_text("PML(e) => PMC(e)")], [repaired])
    'assumption'
    """
    if not repaired or not refuted:
        return "formula"
    shapes = [one.shape for one in repaired]
    found = [min((_differs(one.shape, to) for to in shapes), key=KINDS.index) for one in refuted]
    return max(found, key=KINDS.index)


def _differs(one: Shape, to: Shape) -> Kind:
    if one.over != to.over or one.exists != to.exists:
        return "formula"
    if _weakened(one.conclusion) != _weakened(to.conclusion):
        # also if the repair omits a part of the conclusion: that part was wrong
        return "formula"
    if one.conclusion != to.conclusion and _strictly(one.hypotheses, to.hypotheses):
        return "boundary"
    added = to.hypotheses - one.hypotheses
    if one.hypotheses - to.hypotheses and _weakened(one.hypotheses) == _weakened(to.hypotheses):
        return "boundary"
    if not added:
        return "formula"
    within = _weakened(one.hypotheses)  # an end of one of these ranges is left out
    added = frozenset(relation for relation in added if relation.weakened not in within)
    if all(relation.sign == "!=" and not relation.degenerate for relation in added):
        return "boundary"
    return "degenerate" if all(relation.degenerate for relation in added) else "assumption"


def _weakened(relations: frozenset[Relation]) -> frozenset[Relation]:
    return frozenset(relation.weakened for relation in relations)


def _strictly(one: frozenset[Relation], to: frozenset[Relation]) -> bool:
    """Whether two sets of hypotheses are equal apart from strictness."""
    return _weakened(one) == _weakened(to)
