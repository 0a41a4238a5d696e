"""What remains in words between a statement and the goals that prove it."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.statements.readable import Readable


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


@dataclass(frozen=True)
class Theorem:
    """A reduction that a proof uses: it turns a statement into goals, and nothing is lost.

    Parameters
    ----------
    name : what it is called.
    says : the theorem.
    because : why it is sound, and complete.
    """

    name: str
    says: str
    because: str
