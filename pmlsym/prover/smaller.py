"""Smaller instances: fewer secrets and outcomes, and smaller numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, product
from math import lcm
from random import Random

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.prover.tables import Row, Rows, Tables, lowest, tables_of
from pmlsym.statements.generator.choosing import Chooser, Mode
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.values import LogOf, Value, exact_text

LIKELY: tuple[Mode, ...] = ("measured", "threshold", "zero", "beyond")  # ways to choose levels
_SHRINKS = 4_000  # evaluations spent on shrinking an instance
_KNOWN = 0.3  # share of the time for instances that are small by construction
_SIMPLE = 10  # the largest denominator of a number that is easily read


def smaller(tables: Tables, fixed_prior: bool, uniform: bool = False) -> Iterator[Tables]:
    """Yield smaller tables: fewer secrets and outcomes first, then smaller numbers."""
    for merged in (False, True):
        if uniform or not fixed_prior:
            yield from _fewer_secrets(tables, merged, uniform)
        yield from _fewer_outcomes(tables, merged)
        if tables.second:
            yield from _fewer_last(tables, merged)
    yield from _rounded_whole(tables, fixed_prior)
    if not fixed_prior:
        for simpler in _simpler(tables.prior, least=1):
            yield replace(tables, prior=simpler)
    for name in ("first", "second"):
        rows: Rows = getattr(tables, name)
        for number, row in enumerate(rows):
            for simpler in _simpler(row):
                changed = (*rows[:number], simpler, *rows[number + 1 :])
                yield (
                    replace(tables, first=changed)
                    if name == "first"
                    else replace(tables, second=changed)
                )


_DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60, 99)


def _rounded_whole(tables: Tables, fixed_prior: bool) -> Iterator[Tables]:
    for total in _DENOMINATORS:
        prior = tables.prior if fixed_prior else _rounded(tables.prior, total, 1)
        first = tuple(_rounded(row, total, 0) for row in tables.first)
        second = tuple(_rounded(row, total, 0) for row in tables.second)
        yield replace(tables, prior=prior, first=first, second=second)


def _simpler(row: Row, least: int = 0) -> Iterator[Row]:
    total = sum(row)
    for denominator in _DENOMINATORS:
        if denominator < total:
            yield _rounded(row, denominator, least)
            if least == 0 < min(row):  # also one that keeps all entries positive
                yield _rounded(row, denominator - 1, 1)


def _rounded(row: Row, total: int, least: int) -> Row:
    """Return whole numbers near a row that sum to about a total."""
    have = sum(row)
    return lowest([max(least, round(Fraction(entry * total, have))) for entry in row])


def _joined(row: Row, one: int, other: int, merged: bool) -> Row:
    """Return a row without an entry, its weight added to another or dropped."""
    listed = list(row)
    if merged:
        listed[one] += listed[other]
    del listed[other]
    return lowest(listed)


def _pairs(size: int, merged: bool) -> Iterator[tuple[int, int]]:
    for other in range(size):
        for one in range(size) if merged else (0,):
            if not merged or one < other:
                yield one, other


def _fewer_secrets(tables: Tables, merged: bool, uniform: bool) -> Iterator[Tables]:
    if len(tables.prior) <= 2:  # a statement needs at least two secrets
        return
    for one, other in _pairs(len(tables.prior), merged):
        prior = _joined(tables.prior, one, other, merged)
        if uniform:
            prior = (1,) * len(prior)
        first = _fewer_rows(tables.first, tables.prior, one, other, merged)
        second = tables.second
        if tables.shape == "YXZ":
            second = _fewer_rows(second, tables.prior, one, other, merged)
        yield replace(tables, prior=prior, first=first, second=second)


def _fewer_rows(rows: Rows, weights: Row, one: int, other: int, merged: bool) -> Rows:
    listed = list(rows)
    if merged:
        a, b = listed[one], listed[other]
        common = lcm(sum(a), sum(b))
        listed[one] = lowest(
            [
                weights[one] * u * (common // sum(a)) + weights[other] * v * (common // sum(b))
                for u, v in zip(a, b, strict=True)
            ]
        )
    del listed[other]
    return tuple(listed)


def _fewer_outcomes(tables: Tables, merged: bool) -> Iterator[Tables]:
    width = len(tables.first[0])
    if tables.shape == "all":
        yield from _fewer_of_pairs(tables, merged)
        return
    if width <= 1:
        return
    for one, other in _pairs(width, merged):
        first = tuple(_joined(row, one, other, merged) for row in tables.first)
        second = tables.second
        if tables.shape in ("XYZ", "XZY"):
            second = tuple(row for number, row in enumerate(second) if number != other)
        yield replace(tables, first=first, second=second)


def _fewer_of_pairs(tables: Tables, merged: bool) -> Iterator[Tables]:
    """Yield tables over pairs (y, z) with one value of Y or of Z less."""
    width = tables.width
    for y, z in ((len(tables.first[0]) // width, 1), (1, width)):
        for one, other in _pairs(max(y, z), merged) if max(y, z) > 1 else ():
            rows = tuple(_without(row, width, one, other, merged, z == 1) for row in tables.first)
            yield replace(tables, first=rows, width=width if z == 1 else width - 1)


def _without(row: Row, width: int, one: int, other: int, merged: bool, of_y: bool) -> Row:
    cells = [list(row[start : start + width]) for start in range(0, len(row), width)]
    if not of_y:
        cells = [list(column) for column in zip(*cells, strict=True)]
    if merged:
        cells[one] = [a + b for a, b in zip(cells[one], cells[other], strict=True)]
    del cells[other]
    if not of_y:
        cells = [list(column) for column in zip(*cells, strict=True)]
    return lowest([weight for line in cells for weight in line])


def even_laws() -> Iterator[Law]:
    """Yield joint laws of three bits that are uniform on their support.

    Copies, constants and sums modulo 2 are among them, which refute most false statements.
    """
    every = sorted(product((1, 0), repeat=8), key=lambda weights: (sum(weights), weights[::-1]))
    for weights in every:
        if any(weights[:4]) and any(weights[4:]):
            yield Law((2, 2, 2), weights)


def symmetric_laws(
    sizes: Iterable[int] = (2, 3, 4, 6, 9, 12, 16), published: bool = False
) -> Iterator[Law]:
    """Yield laws of uniform secrets that are erased, told by randomized response, or published."""
    for n in sizes:
        others = (0,) * (n - 1)
        erased = [(1, *others, more) for more in (1, 3, 9, 31)]
        told = [(more + 1, *(1,) * (n - 1)) for more in (1, 3, 9, 31)]
        known = [(1, *others)] if published else []
        for row in (*known, *chain.from_iterable(zip(erased, told, strict=True))):
            rows = ((*row[n - x : n], *row[: n - x], *row[n:]) for x in range(n))
            yield Law((n, len(row)), [weight for line in rows for weight in line])


def _fewer_last(tables: Tables, merged: bool) -> Iterator[Tables]:
    for one, other in _pairs(len(tables.second[0]), merged):
        if len(tables.second[0]) > 1:
            rows = tuple(_joined(row, one, other, merged) for row in tables.second)
            yield replace(tables, second=rows)


def shrunk(reading: Reading, until: float) -> Reading:
    """Return the smallest instance found near a given one on which the statement still fails.

    Examples
    --------
    >>> from pmlsym.statements import Model, parse
    >>> rows = [["17/31", "14/31"], ["3/31", "28/31"], ["1/2", "1/2"]]
    >>> model = Model.from_channel(rows, ["5/17", "6/17", "6/17"], e="17/10")
    >>> before = read(parse("PML(e) => PMC(e/9)"), model)
    >>> print(before.verdict, "on", shrunk(before, time.monotonic() + 5).model)
    fails on prior (1/2, 1/2), kernel (0, 1; 1/2, 1/2), e = 17/10
    """
    best = reading
    with suppress(TimeIsUp), ending(until):
        for found in _ever_smaller(reading, until):
            best = found
    return best


def _ever_smaller(reading: Reading, until: float) -> Iterator[Reading]:
    statement = reading.statement
    chooser = Chooser(statement, Random(0))  # reproducible; nothing here is a secret key
    spent = 0

    def fails(law: Law) -> Reading | None:
        nonlocal spent
        best: Reading | None = None
        for choose in _parameters(chooser, law, reading.model):
            spent += 1
            found = read(statement, Model(law, choose()))
            if found.holds is False and (best is None or _simplicity(found) < _simplicity(best)):
                best = found
        return best

    yield fails(reading.model.law) or reading
    here = tables_of(reading.model.law, statement)
    known = even_laws() if len(reading.model.law.shape) == 3 else symmetric_laws()
    enough = time.monotonic() + _KNOWN * max(0.0, until - time.monotonic())
    for candidate in known:
        if time.monotonic() > enough:
            break
        tables = tables_of(candidate, statement)
        if here and tables and tables.cost >= here.cost:
            continue
        found = fails(candidate)
        if found is not None:
            here = tables
            yield found
            break
    fixed = statement.prior is not None
    uniform = statement.prior is not None and not statement.prior.masses
    while here is not None:
        for smaller_one in smaller(here, fixed, uniform):
            if spent > _SHRINKS:
                return
            law = smaller_one.law() if smaller_one.cost < here.cost else None
            found = None if law is None else fails(law)
            if found is not None:
                here = smaller_one
                yield found
                break
        else:
            return


def _parameters(
    chooser: Chooser, law: Law, model: Model
) -> Iterator[Callable[[], dict[str, Value]]]:
    yield lambda: dict(model.parameters)
    if model.parameters:
        simple = {name: _near(v, _SIMPLE) for name, v in model.parameters.items()}
        if simple != model.parameters:
            yield partial(dict, simple)
        for mode in LIKELY:
            yield partial(chooser.choose, law, mode)


def _near(value: Value, denominator: int) -> Value:
    """Return a level near a given one: the logarithm of a fraction with a small denominator."""
    if isinstance(value, LogOf):
        near = value.argument.limit_denominator(denominator)
        return LogOf(near) if near > 1 else value
    return value


def _simplicity(reading: Reading) -> tuple[bool, int]:
    without_value = reading.left is None or reading.right is None
    return without_value, sum(len(exact_text(v)) for v in reading.model.parameters.values())
