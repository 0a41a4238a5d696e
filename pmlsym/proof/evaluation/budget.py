"""How much a search for numbers may do: what is counted is the same on every machine and day."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from pmlsym import deadline
from pmlsym.proof.kernel.terms import LEAVES, Malformed, Sentence, Term, means, needs
from pmlsym.proof.kernel.theorem import Goal

_FLOATS = 5_000_000  # leaves evaluated in floats
_EXACTLY = 10_000  # leaves of what floats take for true and exact arithmetic does not
_LARGEST = 500  # more than these are not counted for one goal, or too few points were looked at
_PROOFS = 20
_LEAVES = 10_000  # of a term at a point
FLAT = 2  # means within each other that are not counted; where there are more, laws are small
_CALLED = 8  # a leaf counts so much for each atom: it takes calls of Python to come to it


@dataclass
class Budget:
    """What is left of the work of a search; where it ends nothing is known.

    Parameters
    ----------
    floats, exactly : how many leaves of terms may be evaluated in floats, and exactly in vain.
    proofs : how many different questions the kernel may be asked.
    leaves : how long a term may become with the numbers and the laws put in.

    Examples
    --------
    >>> budget = Budget(proofs=1)
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
    def of(cls, goal: Goal) -> Budget:
        """Return the budget of a search for points of a goal: a few of them are looked at."""
        sentences = (*goal.hypotheses, goal.conclusion)
        return cls(proofs=_PROOFS + 3 * sum(map(_questions, sentences)), leaves=_LEAVES)

    def may_ask(self, question: Hashable) -> bool:
        """Whether a question may be asked: one that was asked before, or one of the first."""
        deadline.check()
        if question not in self._asked:
            if len(self._asked) >= self.proofs:
                self.used_up = True
                return False
            self._asked.add(question)
        return True

    def draw(self, size: int) -> None:
        """Count what was evaluated in floats."""
        deadline.check()
        self.floats -= size
        self.used_up = self.used_up or self.floats < 0

    def fail(self, size: int) -> None:
        """Count what floats took for true and exact arithmetic did not."""
        deadline.check()
        self.exactly -= min(size, _LARGEST)
        self.used_up = self.used_up or self.exactly < 0


def size(goal: Goal) -> int:
    """Count the leaves of a goal, with those of the supports of its laws.

    What stands in many means within each other is evaluated for each choice of their atoms.

    Examples
    --------
    >>> relation = (">=", ("symbol", "x"), ("number", 0, 1))
    >>> size(Goal((relation,), relation))
    5
    """
    return sum(_leaves(s, 0) for s in (*goal.hypotheses, goal.conclusion)) + 1


def _leaves(item: Term, depth: int) -> int:
    """Count leaves; `depth` is the number of means around."""
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
    """Return how many means stand within each other."""
    return max((1 + nested(mean[2]) for mean in means(item)), default=0)


def _questions(item: Sentence) -> int:
    """Count what gives the means in a sentence a value."""
    found = 0
    for mean in means(item):
        found += len(needs(mean[2])) + _questions(mean[2])
    return found
