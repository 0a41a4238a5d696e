"""Protocols of statements that can be evaluated on concrete instances, and their results.

`Finite` is a statement of the language about every finite mechanism; `Specific` is about
closed-form mechanisms, `Optimality` says that a closed-form mechanism is optimal, `BoundStatement`
is about what its binders name (costs, priors, releases, numbers); `Assertion` is about instances of
any other kind: released workloads, real secrets, adversaries. Each has a text in English and in
LaTeX, generates instances without end from a seed, and is evaluated on one from the definitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from pmlsym.statements.values import Value

Verdict: TypeAlias = Literal["does not apply", "holds", "fails", "cannot be separated"]

_WEAKENED = {"<": "<=", ">": ">=", "!=": ""}


@dataclass(frozen=True)
class Relation:
    """A condition as it is compared between a claim and its repair.

    Parameters
    ----------
    left, sign, right : as text; the sign of a property is empty.
    degenerate : whether the condition only excludes trivial instances: small sizes, a constant
        secret.
    """

    left: str
    sign: str
    right: str
    degenerate: bool = False

    @property
    def weakened(self) -> Relation:
        """The same condition with equality allowed."""
        return Relation(self.left, _WEAKENED.get(self.sign, self.sign), self.right)


def leaves_out_small(sign: str, left: bool, right: bool) -> bool:
    """Whether a comparison with a size, on the left or on the right, keeps all large sizes.

    Examples
    --------
    >>> leaves_out_small(">=", True, False), leaves_out_small("=", True, False)
    (True, False)
    """
    return (left and sign in (">=", ">", "!=")) or (right and sign in ("<=", "<", "!="))


@dataclass(frozen=True)
class Shape:
    """Quantifier, hypotheses and conclusion of a statement, to compare a claim with its repair."""

    over: str
    hypotheses: frozenset[Relation]
    conclusion: frozenset[Relation]
    exists: bool = False


def verdict_of(applies: bool | None, holds: bool | None) -> Verdict:
    """Return the verdict of an evaluation in words.

    Examples
    --------
    >>> verdict_of(True, False), verdict_of(False, None), verdict_of(True, None)
    ('fails', 'does not apply', 'cannot be separated')
    """
    if applies is False:
        return "does not apply"
    if applies is None or holds is None:
        return "cannot be separated"
    return "holds" if holds else "fails"


def because(verdict: Verdict, decided: bool | None, check: str) -> str:
    """Return the reason of a verdict; an equivalence `<=>` also holds where both sides fail.

    Examples
    --------
    >>> because("holds", False, "1 < 1"), because("fails", False, "1 < 1")
    ('neither side does, as this fails: 1 < 1', '1 < 1')
    """
    if verdict == "holds" and decided is False:
        return f"neither side does, as this fails: {check}"
    return check


class ConditionResult(Protocol):
    """A condition that was checked."""

    @property
    def true(self) -> bool | None:
        """Whether the condition holds; None if undecided at the highest precision."""


C = TypeVar("C", bound=ConditionResult)


def equivalence(left: C | None, right: C | None) -> tuple[bool | None, C | None]:
    """Return whether both sides of `<=>` agree, and the side that decides.

    The first is None if a side is undecided. The second is the undecided side, else the one that
    fails, else the right one.
    """
    for one in (left, right):
        if one is None or one.true is None:
            return None, one
    assert left is not None
    assert right is not None
    return left.true == right.true, right if left.true else left


class Judged(Protocol):
    """The evaluation of a statement on one instance."""

    @property
    def applies(self) -> bool | None:
        """Whether all hypotheses hold; None if undecided at the highest precision."""

    @property
    def holds(self) -> bool | None:
        """Whether the conclusion holds; None if hypotheses do not hold, or if it is undecided."""

    @property
    def verdict(self) -> Verdict:
        """The verdict in words."""

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""

    @property
    def right(self) -> Value | None:
        """The right side of the condition that decided."""

    @property
    def equal(self) -> bool:
        """Whether the condition that decided holds with both sides the same number."""


@dataclass(frozen=True)
class Trial:
    """Counts of the results of testing a statement on a number of instances.

    Attributes
    ----------
    seed : of the instances.
    tried : the number of different instances.
    applied : on how many the hypotheses held.
    tight : on how many of these the conclusion held with both sides equal.
    violations : on how many of these the conclusion failed.
    unseparated : on how many the result was undecided at the highest precision.
    first : the first instance on which the statement failed, with its evaluation. For a statement
        of existence, the first instance on which it holds.
    """

    seed: int
    tried: int
    applied: int
    tight: int
    violations: int
    unseparated: int
    first: tuple[object, Judged] | None


class Readable(Protocol):
    """A statement that can be evaluated on concrete instances."""

    @property
    def text(self) -> str | None:
        """The statement in the language of statements; None if that cannot express it."""

    @property
    def exists(self) -> bool:
        """Whether the statement is existential: about some instance, not about every one."""

    @property
    def tries(self) -> int:
        """The number of instances on which a ledger check evaluates the statement."""

    @property
    def about(self) -> type:
        """The class of the instances."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters to which an instance has to give values."""

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""

    def covers(self, instance: object) -> bool:
        """Whether an object is an instance of the statement's domain."""

    def judge(self, instance: object) -> Judged:
        """Evaluate the statement on an instance."""

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
