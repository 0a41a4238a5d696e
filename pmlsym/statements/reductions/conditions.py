"""What has to be assumed, and what proved, of a condition; and which hypotheses say nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from pmlsym.proof.kernel.terms import needs as needs_of
from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.proof.reading import SIGNS, read_relation
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reductions.encoding import Scene, relate
from pmlsym.statements.reductions.extremes import distinct
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.text.vocabulary import Comparison


def assumed(scene: Scene, condition: Condition) -> list[Sentence]:
    """Return what a condition that holds says, without what its own terms say already."""
    found = scene.condition(condition)
    granted = _needs(found.relation)
    needs = [need for need in found.needs if _read(need) not in granted]
    return [*needs, found.relation]


def claims(scene: Scene, condition: Condition) -> Iterator[Sentence]:
    """Yield what has to be proved for a condition: that both sides have values, and compare so."""
    found = scene.condition(condition)
    left, right = found.relation.args
    sign = condition.sign
    asked: list[Sentence] = []
    signs: tuple[Comparison, ...] = ("<=", ">=") if sign == "=" else (sign,)
    asked = [relate(left, one, right) for one in signs]
    granted = _needs(found.relation)
    for need in found.needs:
        if _read(need) in granted or _implied(scene, need, left, sign, right):
            continue
        yield need
    yield from asked


def is_itself(claim: Sentence) -> bool:
    """Say whether a claim is that a term is itself; what numbers say is left to a proof."""
    return claim.lhs == claim.rhs and isinstance(claim, sp.Ge | sp.Le | sp.Eq)


def _implied(scene: Scene, need: Sentence, left: Real, sign: Comparison, right: Real) -> bool:
    """Whether a comparison with something positive on its small side shows that a factor is too."""
    if not isinstance(need, sp.Ge) or need.rhs != 0:
        return False
    if sign in (">", ">="):
        left, right = right, left
    factor = need.lhs
    if sign == "!=" or not scene.positive(left):
        return False
    rest = right / factor
    return not rest.has(factor) and scene.nonnegative(rest)


def _needs(relation: Sentence) -> set[object]:
    return set(needs_of(read_relation(relation)))


def _read(need: Sentence) -> object:
    return read_relation(need)


def plain(sentences: list[Sentence], known: Mapping[Real, Range]) -> tuple[Sentence, ...] | None:
    """Return hypotheses without those that say nothing; None if one is plainly false."""
    found = []
    for sentence in distinct(sentences):
        if sentence is sp.false:
            return None
        if type(sentence) in SIGNS:
            left, right = sentence.args
            gap = range_of(left - right, known)
            low = gap.positive or (-gap).positive
            if isinstance(sentence, sp.Eq) and low:
                return None
            if isinstance(sentence, (sp.Le, sp.Lt)) and gap.positive:
                return None
            if isinstance(sentence, (sp.Ge, sp.Gt)) and (-gap).positive:
                return None
            if isinstance(sentence, sp.Lt) and gap.nonnegative:
                return None
            if isinstance(sentence, sp.Gt) and (-gap).nonnegative:
                return None
            if isinstance(sentence, sp.Ne) and left == right:
                return None
            if left.is_number and right.is_number and _says_nothing(sentence, gap):
                continue
        found.append(sentence)
    return tuple(found)


def _says_nothing(sentence: Sentence, gap: Range) -> bool:
    if isinstance(sentence, sp.Le):
        return (-gap).nonnegative
    if isinstance(sentence, sp.Ge):
        return gap.nonnegative
    if isinstance(sentence, sp.Lt):
        return (-gap).positive
    if isinstance(sentence, sp.Gt):
        return gap.positive
    if isinstance(sentence, sp.Ne):
        return gap.positive or (-gap).positive
    return gap.nonnegative and (-gap).nonnegative
