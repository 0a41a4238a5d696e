"""Hypotheses and conclusions of goals from conditions, and what is shown aside for them.

Intervals may suggest that a case cannot occur, that a term has a value, or that a need follows from
what is claimed. The kernel decides: each becomes a goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import needs as needs_of
from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.proof.reading import OPPOSITE, read_relation
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reductions.encoding import Encoded, Scene, relate
from pmlsym.statements.reductions.extremes import distinct
from pmlsym.statements.reductions.ranges import Range, range_of, ranges_in
from pmlsym.statements.text.vocabulary import Comparison

# what may be assumed beside the hypotheses, a claim, and whether intervals say that it holds
Claimed: TypeAlias = tuple[tuple[Sentence, ...], Sentence, bool]
NEVER_OCCURS = "this case cannot occur"
HAS_VALUE = "a term has a value"


def assumed(scene: Scene, condition: Condition) -> list[Sentence]:
    """Return what a condition that holds says, without what its own terms say already."""
    found = scene.condition(condition)
    granted = _needs(found.relation)
    needs = [need for need in found.needs if read_relation(need) not in granted]
    return [*needs, found.relation]


def encoded(scene: Scene, condition: Condition) -> tuple[Encoded, tuple[Sentence, ...]]:
    """Return a condition in a scene, and its needs of which intervals say that they are met.

    Needs that its own terms say already are left out of these.
    """
    scene.plain.clear()
    found = scene.condition(condition)
    granted = _needs(found.relation)
    return found, tuple(need for need in scene.plain if read_relation(need) not in granted)


def claims(scene: Scene, condition: Condition) -> Iterator[Claimed]:
    """Yield what has to be proved for a condition: that both sides have values, and compare so.

    A need that a comparison implies may be proved from it, as the comparison is proved as well.
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
    """Return the goals of a case; of those that are shown aside also what they are for.

    Of a case in which a hypothesis is plainly false the only goal is that it is.

    Parameters
    ----------
    facts : the hypotheses of the case.
    claimed : what has to be proved.
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
    """Return the goal that a need is met, of which intervals said that it is.

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
    """Return hypotheses without true comparisons of numbers, each once."""
    return tuple(
        s for s in distinct(sentences) if s.free_symbols or not _is_false(_opposite(s), {})
    )


def contradiction(facts: Sequence[Sentence]) -> Goal | None:
    """Return the goal that a hypothesis is false, if the intervals of its symbols tell so.

    That it is false has to follow from the hypotheses that give these intervals. Nothing rests on
    them: if they are wrong the goal has no proof.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> p, q = reals("p q")
    >>> print(contradiction([p > 0, p <= sp.S.Half, q >= p, relate(p, "=", sp.S.One)]))
    p > 0, p <= 1/2  =>  p != 1
    """
    sentences = distinct(facts)
    bounds = [fact for fact in sentences if ranges_in([fact])]
    for sentence in reversed(sentences):  # what is given comes last
        near = _about(sentence, [fact for fact in bounds if fact is not sentence])
        if _is_false(sentence, ranges_in(near)):
            if _needs(sentence):  # false as well where a side has no value
                near = (*near, sentence)
            return Goal(near, _opposite(sentence))
    return None


def _about(sentence: Sentence, bounds: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return the bounds on symbols of a sentence."""
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
