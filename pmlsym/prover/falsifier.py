"""The search for an exact instance on which a statement fails.

It tests small structured instances first. From those with the smallest margin it climbs the
violation, entry by entry; `smaller` then shrinks a counterexample. No float decides: an instance
counts only if the exact evaluation says that the statement fails there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from pmlsym.deadline import TimeIsUp, ending, share_of_time
from pmlsym.prover.progress import ProofProgress
from pmlsym.prover.showing import Failing
from pmlsym.prover.smaller import LIKELY, shrunk, symmetric_laws
from pmlsym.prover.tables import Row, Rows, Tables, lowest, tables_of
from pmlsym.statements.evaluation import Evaluation, capitals
from pmlsym.statements.generator.choosing import Chooser
from pmlsym.statements.generator.models import judged, uniform_sizes
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage, Overall, PosteriorDivergence
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.renaming import without_y
from pmlsym.statements.statement import Statement
from pmlsym.statements.values import Infinite, Value, decimal, holds

_SIZES = (2, 3, 4, 6, 9, 12, 16)  # numbers of uniform secrets
_STARTS = 24  # instances of the smallest margin from which to climb
_LONGER = 100  # further instances, after a failure in which one side has no value
_SHRINKING = 12.0  # seconds to shrink a counterexample
_STEPS = tuple(Fraction(step) for step in ("11/10", "5/4", "2", "3", "5"))  # the last one first


@dataclass(frozen=True)
class Search:
    """The result of a search for a counterexample.

    Attributes
    ----------
    found : the evaluation of an instance on which the statement fails; None if there was none.
    tried, applied : how many instances were tested, and on how many the hypotheses held.
    tight : on how many of these both sides were equal.
    telling : on how many of those the leakage is not 0, and a side neither 0 nor infinite.
    closest : the smallest distance between both sides, where they were not equal.
    """

    found: Reading | Failing | None
    tried: int
    applied: int
    tight: int
    closest: float | None = None
    telling: int = 0

    def and_then(self, other: Search) -> Search:
        """Return the counts of two searches that found nothing, the second of other instances.

        Examples
        --------
        >>> Search(None, 400, 300, 2, 0.5).and_then(Search(None, 0, 0, 0))
        Search(found=None, tried=400, applied=300, tight=2, closest=0.5, telling=0)
        """
        gaps = [one for one in (self.closest, other.closest) if one is not None]
        return Search(
            None,
            self.tried + other.tried,
            self.applied + other.applied,
            self.tight + other.tight,
            min(gaps, default=None),
            self.telling + other.telling,
        )


@dataclass
class _Tally:
    progress: ProofProgress
    failing: Reading | None = None
    tried: int = 0
    applied: int = 0
    tight: int = 0
    telling: int = 0
    close: list[tuple[float, Model]] = field(default_factory=list)

    def see(self, reading: Reading) -> None:
        self.tried += 1
        self.progress.read(reading)
        if reading.holds is False and self.failing is None:
            self.failing = reading
        if reading.applies is not True:
            return
        self.applied += 1
        self.tight += reading.equal
        self.telling += reading.equal and tells(reading)
        gap = short_of(reading)
        if gap is not None and not reading.equal:
            self.close.append((gap, reading.model))
            if len(self.close) > 4 * _STARTS:
                self.close = sorted(self.close, key=lambda pair: pair[0])[:_STARTS]

    def result(self, found: Reading | None) -> Search:
        closest = min((gap for gap, _ in self.close if gap > 0), default=None)
        return Search(found, self.tried, self.applied, self.tight, closest, self.telling)


def falsify(
    statement: Statement,
    until: float,
    instances: int = 4_000,
    seed: int = 0,
    climb: bool = True,
    progress: ProofProgress | None = None,
) -> Search:
    """Search for an instance on which a statement fails; of one about X and Z, with constant Y."""
    alone = without_y(statement)
    if alone is not None:
        search = falsify(alone, until, instances, seed, climb, progress)
        return replace(search, found=_with_constant_y(statement, search.found))
    tally = _Tally(progress or ProofProgress())
    try:
        with ending(until):  # a single evaluation can exceed the time limit
            found = _searched(statement, until, instances, seed, climb, tally)
    except TimeIsUp:
        found = tally.failing
    if found is None:
        return tally.result(None)
    tally.progress.now("making the instance smaller on which it fails")
    return tally.result(shrunk(found, min(until, time.monotonic() + _SHRINKING)))


def _with_constant_y(statement: Statement, found: Reading | Failing | None) -> Reading | None:
    """Return the evaluation of a statement on an instance of X and Y, which is called Z."""
    if not isinstance(found, Reading):
        return None
    law = found.model.law
    reading = read(
        statement, Model(Law((law.shape[0], 1, law.shape[1]), law.weights), found.model.parameters)
    )
    return reading if reading.holds is False else None


def _searched(
    statement: Statement, until: float, instances: int, seed: int, climb: bool, tally: _Tally
) -> Reading | None:
    found = _symmetric(statement, share_of_time(until, 0.3), tally) if climb else None
    if found is None:
        first = share_of_time(until, 0.6) if climb else until  # the rest is for climbing
        found = _first(statement, first, instances, seed, tally)
    if found is None and climb:
        found = _climbed(statement, until, seed, tally)
    return found


def _first(
    statement: Statement, until: float, instances: int, seed: int, tally: _Tally
) -> Reading | None:
    drawn = judged(statement, seed, read, lambda reading: reading.applies is True)
    without_value: Reading | None = None
    for number, (_, reading) in enumerate(drawn):
        tally.see(reading)
        if reading.holds is False:
            if reading.left is not None and reading.right is not None:
                return reading
            # two numbers convince more than a missing value: search a little longer for them
            without_value, instances = without_value or reading, min(instances, number + _LONGER)
        if number >= instances or time.monotonic() > until:
            return without_value
    return without_value


def tells(reading: Reading) -> bool:
    """Return whether a side is a number other than 0, and some leakage in the conclusion not 0.

    Equality on such an instance shows that a bound is attained.

    Examples
    --------
    >>> from pmlsym.statements import Model, parse
    >>> silent = Model.from_channel([["1/2", "1/2"], ["1/2", "1/2"]], ["1/2", "1/2"])
    >>> reading = read(parse("pml(X->Y) <= pmc(X->Y)"), silent)
    >>> reading.equal, tells(reading)
    (True, False)
    >>> reading = read(parse("exp(pml(X->Y)) <= exp(2*pmc(X->Y))"), silent)
    >>> reading.equal, tells(reading)
    (True, False)
    >>> reading = read(parse("X, Y independent: pmin = pmin"), silent)
    >>> reading.equal, tells(reading)
    (True, False)
    """
    check = reading.check
    if check is None or not is_telling(check.left):
        return False
    kinds = Leakage | Overall | PosteriorDivergence
    leakages = [part for part in check.condition.parts if isinstance(part, kinds)]
    return any(_leaks(reading.model, part, check.at) for part in leakages)


def is_telling(side: Value | None) -> bool:
    """Whether a side of a condition is a number other than 0."""
    if side is None or isinstance(side, Infinite):
        return False
    return holds(side, "!=", Fraction(0)) is True


def _leaks(
    model: Model, leakage: Leakage | Overall | PosteriorDivergence, at: Mapping[str, int]
) -> bool:
    """Whether a leakage is positive at its outcome, or, where it is an average, at any outcome."""
    here, names = Evaluation(model.law, model.parameters), tuple(sorted(leakage.outcomes))
    seen = model.law.marginal(capitals(names)) if not at.keys() >= {*names} else ()
    places: list[Mapping[str, int]] = [
        dict(zip(names, values, strict=True)) for values in seen
    ] or [at]
    return any(holds(here.value(leakage, place), "!=", Fraction(0)) is True for place in places)


def short_of(reading: Reading) -> float | None:
    """Return the margin of a conclusion as a float, negative where it fails; None without one."""
    check = reading.check
    if check is None or check.left is None or check.right is None or reading.applies is not True:
        return None
    gap = decimal(check.right) - decimal(check.left)
    if check.condition.sign in (">", ">="):
        gap = -gap
    return gap if abs(gap) < float("inf") else None


def symmetric_models(statement: Statement) -> Iterator[Model]:
    """Yield uniform secrets behind an erasure channel or randomized response, with levels.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> print(next(symmetric_models(parse("PML(e) => PMC(e)"))))
    prior (1/2, 1/2), kernel (1, 0; 0, 1), e = log(2)
    """
    if len(statement.variables) > 2:
        return
    chooser = Chooser(statement, Random(0))  # reproducible; nothing here is a secret key
    allowed = uniform_sizes(statement)
    largest = {*allowed[-1:]}  # as 10 where pmin >= 1/10
    sizes = [n for n in allowed if n in _SIZES or n in largest]
    for law in symmetric_laws(sizes, published=True):
        for mode in LIKELY:
            yield Model(law, chooser.choose(law, mode))


def _symmetric(statement: Statement, until: float, tally: _Tally) -> Reading | None:
    """Test on uniform secrets behind an erasure channel or randomized response."""
    for model in symmetric_models(statement):
        if time.monotonic() > until:
            return None
        reading = read(statement, model)
        tally.see(reading)
        if reading.holds is False:
            return reading
    return None


def _climbed(statement: Statement, until: float, seed: int, tally: _Tally) -> Reading | None:
    random = Random(seed)  # reproducible; nothing here is a secret key
    chooser = Chooser(statement, random)
    starts = sorted(tally.close, key=lambda pair: pair[0])[:_STARTS]
    for gap, start in starts:
        here = tables_of(start.law, statement)
        if here is None:
            continue
        steps = list(_STEPS)
        while time.monotonic() < until and steps:
            better = None
            for changed in _neighbours(here, steps[-1], statement.prior is not None):
                law = changed.law()
                if law is None:
                    continue
                reading = read(statement, Model(law, chooser.choose(law, "measured")))
                tally.see(reading)
                if reading.holds is False:
                    return reading
                new = short_of(reading)
                if new is not None and new < gap - 1e-12:
                    gap, better = new, changed
                    break
                if time.monotonic() > until:
                    return None
            if better is None:
                steps.pop()
            else:
                here = better
        if time.monotonic() > until:
            return None
    return None


def _neighbours(tables: Tables, step: Fraction, fixed_prior: bool) -> Iterator[Tables]:
    """Yield tables in which one entry is multiplied or divided, set to 0, or made positive."""
    if not fixed_prior:
        for prior in _changed(tables.prior, step, zero=False):
            yield replace(tables, prior=prior)
    for number, row in enumerate(tables.first):
        for changed in _changed(row, step, zero=True):
            yield replace(tables, first=_with(tables.first, number, changed))
    for number, row in enumerate(tables.second):
        for changed in _changed(row, step, zero=True):
            yield replace(tables, second=_with(tables.second, number, changed))


def _with(rows: Rows, number: int, row: Row) -> Rows:
    return (*rows[:number], row, *rows[number + 1 :])


def _changed(row: Row, step: Fraction, zero: bool) -> Iterator[Row]:
    up, down = step.numerator, step.denominator
    for place, entry in enumerate(row):
        if max(row) * up > 10**6:
            return
        more, less = (tuple(other * factor for other in row) for factor in (up, down))
        yield lowest((*less[:place], entry * up, *less[place + 1 :]))
        if entry:
            yield lowest((*more[:place], entry * down, *more[place + 1 :]))
        if zero and entry:
            yield (*row[:place], 0, *row[place + 1 :])
        if not entry:
            yield (*more[:place], 1, *more[place + 1 :])
