"""Progress of the work on a statement: the intermediate result, and lines that report it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pmlsym.given import with_noun
from pmlsym.prover.showing import Failing
from pmlsym.statements.reading import Reading

_PAUSE = 0.1  # seconds between two lines about the same work


@dataclass
class ProofProgress:
    """The intermediate result, which is the answer if the work is interrupted.

    Parameters
    ----------
    tell : called with a line about the current step, whenever that changes; None for no reports.

    Attributes
    ----------
    doing : the current step.
    tried, applied : how many instances were tested, and on how many the hypotheses held.
    found : an instance on which it fails, as soon as there is one.
    proved, goals : how many goals of a reduction are proved, and how many there are.

    Examples
    --------
    >>> progress = ProofProgress(print)
    >>> progress.now("looking for an instance")
    looking for an instance
    """

    tell: Callable[[str], None] | None = None
    doing: str = "parsing the statement"
    tried: int = 0
    applied: int = 0
    found: Reading | Failing | None = None
    proved: int = 0
    goals: int = 0
    _told: float = field(default=float("-inf"), repr=False)

    def now(self, doing: str) -> None:
        """Begin the next step."""
        self.doing = doing
        self._say(doing)

    def read(self, reading: Reading | Failing) -> None:
        """Count an instance that was tested; keep the first on which the statement fails."""
        self.tried += 1
        self.applied += reading.applies is True
        if reading.holds is False and self.found is None:
            self.found = reading
        if self.tell is not None and time.monotonic() > self._told + _PAUSE:
            self._say(f"{self.doing}: {self.tried} tested, hypotheses hold on {self.applied}")

    def goal(self, number: int, of: int, meaning: str) -> None:
        """Begin with a goal; those before it are proved, or left open."""
        self.goals = of
        self.now(f"proving goal {number} of {of}: {meaning}")

    @property
    def summary(self) -> str:
        """The work that was done, in sentences."""
        said = [f"it was {self.doing}"]
        if self.goals:
            said.append(f"{self.proved} of {with_noun(self.goals, 'goal')} proved")
        if self.tried:
            said.append(
                f"{with_noun(self.tried, 'instance')} tested; the hypotheses hold on {self.applied}"
            )
            said[-1] += ", and it fails on one" if self.found else ", without a violation"
        return "; ".join(said)

    def _say(self, line: str) -> None:
        if self.tell is not None:
            self._told = time.monotonic()
            self.tell(line)
