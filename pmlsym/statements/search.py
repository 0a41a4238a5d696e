"""Trying a statement on many small models; a violation refutes it, and nothing here proves it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from pmlsym.statements.generator.models import judged
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.statement import Statement


@dataclass(frozen=True)
class Trial:
    """What came of trying a statement.

    Attributes
    ----------
    seed : of the models.
    tried : on how many models it was read.
    applied : on how many its hypotheses were met.
    tight : on how many of these both sides of the conclusion were equal.
    violations : on how many of these it failed.
    unseparated : on how many no precision told.
    first : the first model on which it failed, and the reading there.
    """

    seed: int
    tried: int
    applied: int
    tight: int
    violations: int
    unseparated: int
    first: tuple[Model, Reading] | None


def try_models(statement: Statement, count: int = 1000, seed: int = 0, stop: bool = False) -> Trial:
    """Read a statement on a number of models.

    Parameters
    ----------
    statement : one without holes.
    count : how many models.
    seed : of the models; the same one gives the same models.
    stop : at the first violation.

    Raises
    ------
    StatementError
        If the statement has a hole.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> trial = try_models(parse("PML(e) => PMC(e)"), count=200)
    >>> trial.tried, trial.violations > 0
    (200, True)
    """
    tried = applied = tight = violations = unseparated = 0
    first: tuple[Model, Reading] | None = None
    drawn = judged(statement, seed, read, lambda reading: reading.applies is True)
    for model, reading in islice(drawn, count):
        tried += 1
        applied += reading.applies is True
        if reading.holds is False:
            violations += 1
            first = first or (model, reading)
            if stop:
                break
        elif reading.holds:
            tight += reading.check is not None and reading.check.equal
        elif reading.applies is not False:
            unseparated += 1
    return Trial(seed, tried, applied, tight, violations, unseparated, first)
