"""Proof checking with an oracle: the store of certificates, then a search, then two solvers.

An oracle is not trusted: its certificates are checked. Without a certificate, the agreement of two
solvers makes a theorem that is marked as not certified, with the verdict `supported` at most.
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
from pmlsym.proof.kernel.theorem import Goal as KernelGoal, Theorem
from pmlsym.proof.search import Effort, agree, find, refutes

V = TypeVar("V")

_MOST_REMEMBERED = 50_000
_UNSEEN = object()
SECONDS = 10.0  # for the agreement of two solvers


class Oracle:
    """An oracle, which proposes a proof for a query.

    Parameters
    ----------
    store : the certificates to look up first; None to search always.
    effort : the limits of a search; None for no search.
    solvers : whether two solvers are called if there is no certificate.
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
            known = self._store[name]  # the agreement of solvers is not stored
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
        found = self._found.get(text, _UNSEEN)  # another thread may remove it at any time
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
        return deepcopy(found)  # a copy, as callers may change it

    def found(self) -> Store:
        """Return a store of all searched queries, with or without a certificate."""
        return Store({key(text): tree for text, tree in self._found.copy().items()})


@cache
def standard() -> Oracle:
    """Return the default oracle."""
    return Oracle(Store.shipped(), Effort(), solvers=True)


_CHOSEN: ContextVar[Oracle | None] = ContextVar("oracle", default=None)
_CERTIFIED_ONLY: ContextVar[bool] = ContextVar("certified only", default=False)


@contextmanager
def _held(variable: ContextVar[V], value: V) -> Iterator[None]:
    """Set a variable inside the block, and restore it afterwards.

    An interrupt can arrive between any two lines, also of the restoring code; so that is repeated.
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
    """Check proofs with this oracle inside the block."""
    with _held(_CHOSEN, oracle):
        yield oracle


@contextmanager
def certificates_only() -> Iterator[None]:
    """Use no agreement of solvers inside the block, so that all proofs have certificates."""
    with _held(_CERTIFIED_ONLY, True):
        yield


class Followed(Protocol):
    """A checked proof with its theorem."""

    @property
    def proof(self) -> Proof: ...  # noqa: D102

    @property
    def theorem(self) -> Theorem: ...  # noqa: D102


def _court() -> Court:
    return Court(_CHOSEN.get() or standard())


def follow(proof: Proof, premises: Iterable[Followed] = ()) -> Theorem:
    """Return the theorem of a proof, with the theorems of the premises taken as checked."""
    deadline.check()
    review = Review(_court())
    for premise in premises:
        review.take(premise.proof, premise.theorem)
    return review.theorem(proof)


def examine(proof: Proof) -> Theorem:
    """Return the theorem of a proof, checked again from the beginning."""
    return check(proof, _court())


def proposal(document: Document) -> Any:
    """Return the oracle's proposal for a query, unchecked."""
    return (_CHOSEN.get() or standard())(document)


def proves(step: Followed, goal: Goal) -> bool:
    """Whether a step proves exactly the goal (from no more than its hypotheses)."""
    return proved(step, goal) is not None


def proved(step: Followed, goal: Goal) -> Theorem | None:
    """Return the theorem of a step, checked again, if it proves the goal; else None."""
    wanted = read_goal(goal)
    theorem = examine(step.proof)
    return theorem if covers(theorem.goal, wanted) else None


def covers(found: KernelGoal, wanted: KernelGoal) -> bool:
    """Whether a proved goal has the wanted conclusion, from a subset of the wanted hypotheses."""
    return found.conclusion == wanted.conclusion and set(found.hypotheses) <= set(wanted.hypotheses)
