"""The budget of a search for numbers, counted in work so that it is reproducible."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from pmlsym import deadline
from pmlsym.proof.kernel.terms import LEAVES, Malformed, Sentence, Term, means, needs
from pmlsym.proof.kernel.theorem import Goal

_FLOATS = 5_000_000  # leaves evaluated in floats
_EXACTLY = 10_000  # leaves of terms that hold in floats and fail in exact arithmetic
_LARGEST = 500  # leaves counted for one failure at most, so that enough points are tested
_PROOFS = 20
_LEAVES = 10_000  # leaves of a term at a point
FLAT = 2  # depth of nested means without extra cost; for deeper ones laws are small
_CALLED = 8  # cost of a leaf for each atom, for the calls of Python to evaluate it


@dataclass
class EvaluationBudget:
    """The remaining budget of a search; when it is used up, the result is undecided.

    Parameters
    ----------
    floats, exactly : the numbers of leaves that may be evaluated in floats, and exactly in vain.
    proofs : the number of different queries to the kernel.
    leaves : the length of a term after substitution of the numbers and the laws.

    Examples
    --------
    >>> budget = EvaluationBudget(proofs=1)
    >>> [budget.may_ask(question) for question in ("one", "one", "two")]
    [True, True, False]
    >>> budget.used_up
    True
    """

    floats: int = _FLOATS
    exactly: int = _EXACTLY
    proofs: int = 10 * _PROOFS
    leaves: int = 10 * _LEAVES
    used_up: bool = field(init=False, default=False)
    _asked: set[Hashable] = field(init=False, default_factory=set)

    @classmethod
    def of(cls, goal: Goal) -> EvaluationBudget:
        """Return the budget of a search for points of a goal, enough for a few of them."""
        sentences = (*goal.hypotheses, goal.conclusion)
        return cls(proofs=_PROOFS + 3 * sum(map(_questions, sentences)), leaves=_LEAVES)

    def may_ask(self, question: Hashable) -> bool:
        """Whether a query is allowed: a repeated one, or one within the budget."""
        deadline.check()
        if question not in self._asked:
            if len(self._asked) >= self.proofs:
                self.used_up = True
                return False
            self._asked.add(question)
        return True

    def draw(self, size: int) -> None:
        """Count an evaluation in floats."""
        deadline.check()
        self.floats -= size
        self.used_up = self.used_up or self.floats < 0

    def fail(self, size: int) -> None:
        """Count a relation that held in floats and failed in exact arithmetic."""
        deadline.check()
        self.exactly -= min(size, _LARGEST)
        self.used_up = self.used_up or self.exactly < 0


def size(goal: Goal) -> int:
    """Return the number of leaves of a goal, including the supports of its laws.

    A leaf in nested means is evaluated for each choice of their atoms, and counts accordingly.

    Examples
    --------
    >>> relation = (">=", ("symbol", "x"), ("number", 0, 1))
    >>> size(Goal((relation,), relation))
    5
    """
    return sum(_leaves(s, 0) for s in (*goal.hypotheses, goal.conclusion)) + 1


def _leaves(item: Term, depth: int) -> int:
    """Return the weighted number of leaves, `depth` means deep."""
    match item:
        case (word, *_) if word in LEAVES:
            return 1 if depth <= FLAT else _CALLED * 2**depth
        case ("power", base, _):
            return _leaves(base, depth)
        case ("mean", law, body):
            return sum(_leaves(part, 0) for part in law[3]) + _leaves(body, depth + 1)
        case ("exists", _, relations):
            return sum(_leaves(part, depth) for part in relations)
        case (_, *parts):
            return sum(_leaves(part, depth) for part in parts)
    raise Malformed("not a term of the kernel's language")


def nested(item: Sentence) -> int:
    """Return the depth of nested means."""
    return max((1 + nested(mean[2]) for mean in means(item)), default=0)


def _questions(item: Sentence) -> int:
    """Return the number of conditions under which the means in a sentence have a value."""
    found = 0
    for mean in means(item):
        found += len(needs(mean[2])) + _questions(mean[2])
    return found
