"""Trying a statement on many small worlds; a violation refutes it, and nothing here proves it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from pmlsym.statements.generator.models import judged
from pmlsym.statements.readable import Judged, Trial
from pmlsym.statements.reading import read
from pmlsym.statements.statement import Statement


def try_models(
    statement: Statement, count: int = 1000, seed: int = 0, stop: bool = False, exists: bool = False
) -> Trial:
    """Read a statement on a number of models.

    Parameters
    ----------
    statement : one without holes.
    count : how many models.
    seed : of the models; the same one gives the same models.
    stop : at the first violation.
    exists : it is said of some model; then there are no violations.

    Raises
    ------
    StatementError
        If the statement has a hole.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> trial = try_models(parse("PML(e) => PMC(e)"), count=200)
    >>> trial.tried, trial.violations > 0
    (198, True)
    """
    drawn = judged(statement, seed, read, lambda reading: reading.applies is True)
    return counted(islice(drawn, count), seed, stop, exists)


def counted(
    judgements: Iterable[tuple[object, Judged]], seed: int, stop: bool = False, exists: bool = False
) -> Trial:
    """Count what came of reading on worlds; one that was drawn before counts once.

    Parameters
    ----------
    judgements : each world with what was read there.
    seed : of the worlds.
    stop : at the first violation.
    exists : whether the statement is about some world.

    Examples
    --------
    >>> counted((), seed=3).tried
    0
    """
    tried = applied = tight = violations = unseparated = 0
    first: tuple[object, Judged] | None = None
    seen: set[str] = set()
    for world, found in judgements:
        if (named := str(world)) in seen:
            continue
        seen.add(named)
        tried += 1
        applied += found.applies is True
        if found.holds is False:
            violations += not exists
            first = first if exists else first or (world, found)
            if stop and not exists:
                break
        elif found.holds:
            tight += found.equal
            first = first or (world, found) if exists else first
        elif found.applies is not False:
            unseparated += 1
    return Trial(seed, tried, applied, tight, violations, unseparated, first)
