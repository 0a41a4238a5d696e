"""What remains in words between a statement and the goals that prove it."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.statements.readable import Readable
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts


@dataclass(frozen=True)
class Argument:
    """A step of a proof that no goal covers, with a test on concrete worlds.

    Parameters
    ----------
    says : the step, so that a reader can check it.
    test : what the step claims, as something that can be read on worlds.

    Examples
    --------
    >>> from pmlsym.statements.finite import said
    >>> step = Argument("a bound at every outcome bounds the worst one",
    ...                 said("pml(X->y) <= a => pml(X->Y) <= a"))
    >>> step.test.trial(50).violations
    0
    """

    says: str
    test: Readable

    def __post_init__(self) -> None:
        refuse_other_texts("an argument", says=self.says)
        if self.test.exists:
            raise StatementError(
                "The test of an argument is said of some world, but has to be of every one."
            )


@dataclass(frozen=True)
class Theorem:
    """A reduction that a proof uses: it turns a statement into goals, and nothing is lost.

    Parameters
    ----------
    name : what it is called.
    says : the theorem.
    because : why it is sound, and complete.
    test : of one that reduces by hand what a program could reduce to other goals: what it claims,
        as something that can be read on worlds. Like an argument it is tried, and counted.
    """

    name: str
    says: str
    because: str
    test: Readable | None = None

    def __post_init__(self) -> None:
        refuse_other_texts("a theorem", name=self.name, says=self.says, because=self.because)
        if self.test is not None and self.test.exists:
            raise StatementError(
                "The test of a theorem is said of some world, but has to be of every one."
            )
