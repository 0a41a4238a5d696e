"""What claims are made of: something that can be read on concrete worlds, in several kinds.

`Finite` is a statement of the language about every finite mechanism; `Specific` is one about
mechanisms that are written down, `Unbeaten` says of one that no other is worth more,
`OfLikelihoods` is about one outcome under several priors, `OfHistograms` about released histograms;
`Assertion` is about worlds of any other kind: released workloads, real secrets, adversaries. Each
says itself in words and in LaTeX, knows an endless seeded list of worlds, and is read on one from
the definitions.
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
    degenerate : whether it only leaves out trivial worlds: small sizes, a constant secret.
    """

    left: str
    sign: str
    right: str
    degenerate: bool = False

    @property
    def weakened(self) -> Relation:
        """The same with equality allowed."""
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
    """What is quantified over, assumed and concluded: for comparing a claim with its repair."""

    over: str
    hypotheses: frozenset[Relation]
    conclusion: frozenset[Relation]
    exists: bool = False


def verdict_of(applies: bool | None, holds: bool | None) -> Verdict:
    """Return in words what came of reading something on a world.

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
    """Return what decided as the reason of a verdict: of `<=>`, that holds where both sides fail.

    Examples
    --------
    >>> because("holds", False, "1 < 1"), because("fails", False, "1 < 1")
    ('neither side does, as this fails: 1 < 1', '1 < 1')
    """
    if verdict == "holds" and decided is False:
        return f"neither side does, as this fails: {check}"
    return check


class Told(Protocol):
    """A condition that was checked."""

    @property
    def true(self) -> bool | None:
        """Whether it holds; None if no precision tells."""


C = TypeVar("C", bound=Told)


def equivalence(left: C | None, right: C | None) -> tuple[bool | None, C | None]:
    """Return whether both sides of `<=>` agree, None if one is open, and the side that decides.

    That is the open side, else the one that fails, else the right one.
    """
    for one in (left, right):
        if one is None or one.true is None:
            return None, one
    assert left is not None
    assert right is not None
    return left.true == right.true, right if left.true else left


class Judged(Protocol):
    """What came of reading on one world."""

    @property
    def applies(self) -> bool | None:
        """Whether all hypotheses are met there; None if no precision tells."""

    @property
    def holds(self) -> bool | None:
        """Whether the conclusion is true there; None if it does not apply, or nothing tells."""

    @property
    def verdict(self) -> Verdict:
        """The result in words."""

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""

    @property
    def right(self) -> Value | None:
        """Its right side."""

    @property
    def equal(self) -> bool:
        """Whether what is true holds with both sides the same number."""


@dataclass(frozen=True)
class Trial:
    """What came of trying something on a number of worlds.

    Attributes
    ----------
    seed : of the worlds.
    tried : on how many it was read.
    applied : on how many its hypotheses were met.
    tight : on how many of these both sides of the conclusion were equal.
    violations : on how many of these it failed.
    unseparated : on how many no precision told.
    first : the first world on which it failed, and the reading there. Of something that is said
        to exist, the first world on which it holds.
    """

    seed: int
    tried: int
    applied: int
    tight: int
    violations: int
    unseparated: int
    first: tuple[object, Judged] | None


class Readable(Protocol):
    """A statement that can be read on concrete worlds."""

    @property
    def text(self) -> str | None:
        """The statement in the language, where that can say it."""

    @property
    def exists(self) -> bool:
        """Whether it is said of some world, and not of every one."""

    @property
    def tries(self) -> int:
        """How many worlds a check of the ledger reads."""

    @property
    def about(self) -> type:
        """The class of the worlds that it is about."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The numbers that a model has to bring, by name."""

    @property
    def shape(self) -> Shape:
        """Its parts, to compare it with another."""

    def words(self) -> str:
        """Return it in English, with all quantifiers."""

    def latex(self) -> str:
        """Return it as LaTeX for math mode."""

    def speaks_of(self, world: object) -> bool:
        """Whether a world is of the kind that it is about."""

    def judge(self, world: object) -> Judged:
        """Read it on a world.

        Raises
        ------
        ParameterError
            If the world is of another kind.
        """

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Read it on a number of worlds, edge cases first."""
