"""Following proofs with an oracle: the store of certificates, then a search, then two solvers.

An oracle only proposes. A certificate is checked; where there is none, solvers that agree make a
theorem that is marked as not certified, and a verdict made of it is `supported` at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from functools import cache
from typing import Any, Protocol, TypeVar

from pmlsym import deadline
from pmlsym.proof.certificates.store import Store, key
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel.check import Proof, Review, check
from pmlsym.proof.kernel.question import AGREED, Court, Document, canonical
from pmlsym.proof.kernel.theorem import Goal as KernelGoal
from pmlsym.proof.kernel.theorem import Theorem
from pmlsym.proof.search import Effort, agree, find, refutes

V = TypeVar("V")

_MOST_REMEMBERED = 50_000
_UNSEEN = object()
SECONDS = 10.0  # for two solvers to agree; they never make more than `supported`


class Oracle:
    """Proposes a proof for a question.

    Parameters
    ----------
    store : where it looks first; None to search always.
    effort : how much it searches; None not to search at all.
    solvers : whether two solvers are asked where there is no certificate.
    """

    def __init__(
        self, store: Store | None, effort: Effort | None = None, solvers: bool = False
    ) -> None:
        self._store = store
        self._effort = effort
        self._solvers = solvers
        self._found: dict[str, Any] = {}
        self._agreed: dict[str, bool] = {}

    def __call__(self, document: Document) -> Any:
        """Return a proof tree, `AGREED`, or None."""
        deadline.check()
        text = canonical(document)
        name = key(text)
        if self._store is not None and name in self._store:
            known = self._store[name]  # that two solvers agree is asked, and never read
            return None if isinstance(known, str) else known
        found = self._searched(text, document)
        if found is None and self._solvers and not _CERTIFIED_ONLY.get():
            agreed = self._agreed.get(text)
            if agreed is None:
                asked = (document["variables"], document["hypotheses"])
                agreed = refutes(*asked) == "unsat" and agree(*asked, SECONDS)
                self._agreed[text] = agreed
            return AGREED if agreed else None
        return found

    def _searched(self, text: str, document: Document) -> Any:
        found = self._found.get(text, _UNSEEN)  # another thread may forget it at any time
        if found is _UNSEEN:
            if len(self._found) > _MOST_REMEMBERED:
                self._found.clear()
                self._agreed.clear()
            search = self._effort is not None
            found = (
                find(document["variables"], document["hypotheses"], self._effort)
                if search
                else None
            )
            self._found[text] = found
        return deepcopy(found)  # a caller could write into the tree

    def found(self) -> Store:
        """Return a store of what was searched for, found or not."""
        return Store({key(text): tree for text, tree in self._found.copy().items()})


@cache
def standard() -> Oracle:
    """Return the oracle that is used unless another is chosen."""
    return Oracle(Store.shipped(), Effort(), solvers=True)


_CHOSEN: ContextVar[Oracle | None] = ContextVar("oracle", default=None)
_CERTIFIED_ONLY: ContextVar[bool] = ContextVar("certified only", default=False)


@contextmanager
def _held(variable: ContextVar[V], value: V) -> Iterator[None]:
    """Give a variable a value inside the block, and its own one back behind it.

    An interrupt can arrive between any two lines, those that put the value back among them; so
    they stand here twice.
    """
    before = variable.get()
    try:
        try:
            variable.set(value)
            yield
        finally:
            variable.set(before)
    finally:
        variable.set(before)


@contextmanager
def asking(oracle: Oracle) -> Iterator[Oracle]:
    """Follow proofs with this oracle inside the block."""
    with _held(_CHOSEN, oracle):
        yield oracle


@contextmanager
def certificates_only() -> Iterator[None]:
    """Ask no solvers to agree inside the block: whatever is proved there has certificates."""
    with _held(_CERTIFIED_ONLY, True):
        yield


class Followed(Protocol):
    """A proof with the theorem that was made of it."""

    @property
    def proof(self) -> Proof: ...  # noqa: D102

    @property
    def theorem(self) -> Theorem: ...  # noqa: D102


def _court() -> Court:
    return Court(_CHOSEN.get() or standard())


def follow(proof: Proof, premises: Iterable[Followed] = ()) -> Theorem:
    """Return what a proof proves, taking the premises as they were found when they were built."""
    deadline.check()
    review = Review(_court())
    for premise in premises:
        review.take(premise.proof, premise.theorem)
    return review.theorem(proof)


def examine(proof: Proof) -> Theorem:
    """Follow a proof from the beginning, believing nothing that was built before."""
    return check(proof, _court())


def proposal(document: Document) -> Any:
    """Return what the oracle proposes for a question; nobody has checked it."""
    return (_CHOSEN.get() or standard())(document)


def proves(step: Followed, goal: Goal) -> bool:
    """Whether a step proves exactly the goal (from no more than its hypotheses)."""
    return proved(step, goal) is not None


def proved(step: Followed, goal: Goal) -> Theorem | None:
    """Follow the proof from the beginning; return its theorem if that is the goal."""
    wanted = read_goal(goal)
    theorem = examine(step.proof)
    return theorem if covers(theorem.goal, wanted) else None


def covers(found: KernelGoal, wanted: KernelGoal) -> bool:
    """Whether a goal that was proved has the wanted conclusion, from no more than is given."""
    return found.conclusion == wanted.conclusion and set(found.hypotheses) <= set(wanted.hypotheses)
