"""Hypotheses, conclusions and auxiliary goals from the conditions of a statement.

A *need* of a term is a relation without which the term has no value. Intervals may suggest that a
case cannot occur, that a need is met, or that a need follows from the claim. Each of these becomes
a goal, which the kernel decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import needs as needs_of
from pmlsym.proof.language import Sentence, Term as Real
from pmlsym.proof.reading import OPPOSITE, read_relation
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reductions.encoding import Encoded, Encoding, relate
from pmlsym.statements.reductions.extremes import distinct
from pmlsym.statements.reductions.ranges import Range, range_of, ranges_in
from pmlsym.statements.text.vocabulary import Comparison

# additional assumptions, a claim, and whether intervals say that the claim holds
Claimed: TypeAlias = tuple[tuple[Sentence, ...], Sentence, bool]
NEVER_OCCURS = "this case cannot occur"
HAS_VALUE = "a term has a value"


def assumed(scene: Encoding, condition: Condition) -> list[Sentence]:
    """Return the relation of a condition that holds, and the needs that it does not imply."""
    found = scene.condition(condition)
    granted = _needs(found.relation)
    needs = [need for need in found.needs if read_relation(need) not in granted]
    return [*needs, found.relation]


def encoded(scene: Encoding, condition: Condition) -> tuple[Encoded, tuple[Sentence, ...]]:
    """Return an encoded condition, and the needs that intervals say are met.

    Needs that the relation itself implies are left out.
    """
    scene.plain.clear()
    found = scene.condition(condition)
    granted = _needs(found.relation)
    return found, tuple(need for need in scene.plain if read_relation(need) not in granted)


def claims(scene: Encoding, condition: Condition) -> Iterator[Claimed]:
    """Yield the claims that make up a condition: both sides have values, and the relation holds.

    A need that the comparison implies may be proved from it, as the comparison is proved as well.
    """
    found, plainly = encoded(scene, condition)
    left, right = found.relation.args
    sign = condition.sign
    signs: tuple[Comparison, ...] = ("<=", ">=") if sign == "=" else (sign,)
    asked = tuple(relate(left, one, right) for one in signs)
    granted = _needs(found.relation)
    for need in found.needs:
        if read_relation(need) not in granted:
            yield (asked if _implied(scene, need, left, sign, right) else ()), need, False
    yield from (((), one, False) for one in asked)
    yield from (((), need, True) for need in plainly)


def goals_of(facts: Sequence[Sentence], claimed: Iterable[Claimed]) -> dict[Goal, str]:
    """Return the goals of a case, each with its purpose if it is auxiliary, otherwise with "".

    If intervals show that a hypothesis is false, its negation is the only goal.
    """
    excluded = contradiction(facts)
    if excluded is not None:
        return {excluded: NEVER_OCCURS}
    hypotheses = plain(facts)
    found: dict[Goal, str] = {}
    for given, claim, plainly in claimed:
        if not plainly:
            found.setdefault(Goal((*hypotheses, *given), claim), "")
        elif not {claim, relate(claim.lhs, ">", claim.rhs)} & {*hypotheses}:
            found.setdefault(needed(hypotheses, claim), HAS_VALUE)
    return found


def needed(facts: Sequence[Sentence], need: Sentence) -> Goal:
    """Return the goal of a need that intervals say is met.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> p, q = reals("p q")
    >>> print(needed([p > 0, p <= 1, q >= p], relate(1 / p, ">=", sp.S.Zero)))
    p > 0, p <= 1  =>  1/p >= 0
    """
    near = _about(need, [fact for fact in facts if ranges_in([fact])])
    enough = _is_false(_opposite(need), ranges_in(near))
    return Goal(near if enough else tuple(facts), need)


def plain(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return the hypotheses, each once, without comparisons of numbers that are true."""
    return tuple(
        s for s in distinct(sentences) if s.free_symbols or not _is_false(_opposite(s), {})
    )


def contradiction(facts: Sequence[Sentence]) -> Goal | None:
    """Return the goal that a hypothesis is false, if the intervals of its symbols say so.

    The hypotheses of the goal are those that give the intervals. Soundness does not depend on the
    intervals: if they are wrong, the goal has no proof.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> p, q = reals("p q")
    >>> print(contradiction([p > 0, p <= sp.S.Half, q >= p, relate(p, "=", sp.S.One)]))
    p > 0, p <= 1/2  =>  p != 1
    """
    sentences = distinct(facts)
    bounds = [fact for fact in sentences if ranges_in([fact])]
    for sentence in reversed(sentences):  # the hypotheses of the statement come last
        near = _about(sentence, [fact for fact in bounds if fact is not sentence])
        if _is_false(sentence, ranges_in(near)):
            if _needs(sentence):  # false as well where a side has no value
                near = (*near, sentence)
            return Goal(near, _opposite(sentence))
    return None


def _about(sentence: Sentence, bounds: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return the bounds on the symbols of a sentence."""
    symbols = sentence.free_symbols
    return tuple(bound for bound in bounds if bound.lhs in symbols)


def _opposite(sentence: Sentence) -> Sentence:
    return OPPOSITE[type(sentence)](*sentence.args, evaluate=False)


def _is_false(sentence: Sentence, known: Mapping[Real, Range]) -> bool:
    """Whether intervals say that a comparison is false, wherever its sides have values."""
    left, right = sentence.args
    gap = range_of(left - right, known)
    if isinstance(sentence, sp.Eq):
        return gap.positive or (-gap).positive
    if isinstance(sentence, sp.Ne):
        return bool(left == right)
    if isinstance(sentence, sp.Ge | sp.Gt):
        gap = -gap
    return gap.positive or (gap.nonnegative and isinstance(sentence, sp.Lt | sp.Gt))


def _implied(scene: Encoding, need: Sentence, left: Real, sign: Comparison, right: Real) -> bool:
    """Whether a comparison with a positive smaller side proves `factor >= 0` for its larger one."""
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
