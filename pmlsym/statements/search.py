"""Tests of a statement on many small instances, which can refute it but not prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from pmlsym.statements.generator.models import judged
from pmlsym.statements.readable import Judged, Trial
from pmlsym.statements.reading import read
from pmlsym.statements.statement import Statement

W = TypeVar("W")


def try_models(
    statement: Statement, count: int = 1000, seed: int = 0, stop: bool = False, exists: bool = False
) -> Trial:
    """Evaluate a statement on random models, edge cases first.

    Parameters
    ----------
    statement : a statement without holes.
    count : the number of models.
    seed : of the models; the same seed gives the same models.
    stop : whether to stop at the first violation.
    exists : whether the statement is existential; then no model violates it.

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
    once = distinct(islice(drawn, count), lambda pair: str(pair[0]))
    return counted(once, seed, stop, exists)


def trial_of(
    instances: Iterable[W],
    judge: Callable[[W], Judged],
    count: int,
    seed: int,
    exists: bool = False,
) -> Trial:
    """Evaluate a statement on the first instances, equal ones once, and count the results.

    Examples
    --------
    >>> from pmlsym.statements.generator.models import models
    >>> from pmlsym.statements.text.parse import parse
    >>> asked = parse("PML(e) => LDP(2*e)")
    >>> trial_of(models(asked), lambda model: read(asked, model), 20, seed=0).violations > 0
    True
    """
    once = distinct(islice(instances, count))
    return counted(((instance, judge(instance)) for instance in once), seed, exists=exists)


def distinct(instances: Iterable[W], text: Callable[[W], str] = str) -> Iterator[W]:
    """Yield instances without repetitions; equal ones have equal texts.

    Examples
    --------
    >>> list(distinct([2, 1, 2]))
    [2, 1]
    """
    seen: set[str] = set()
    for instance in instances:
        if (named := text(instance)) not in seen:
            seen.add(named)
            yield instance


def counted(
    judgements: Iterable[tuple[object, Judged]], seed: int, stop: bool = False, exists: bool = False
) -> Trial:
    """Count the results of evaluations on different instances.

    Examples
    --------
    >>> counted((), seed=3).tried
    0
    """
    tried = applied = tight = violations = unseparated = 0
    first: tuple[object, Judged] | None = None
    for instance, found in judgements:
        tried += 1
        applied += found.applies is True
        if found.holds is False:
            violations += not exists
            first = first if exists else first or (instance, found)
            if stop and not exists:
                break
        elif found.holds:
            tight += found.equal
            first = first or (instance, found) if exists else first
        elif found.applies is not False:
            unseparated += 1
    return Trial(seed, tried, applied, tight, violations, unseparated, first)
