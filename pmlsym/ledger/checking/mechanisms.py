"""Evaluation of statements about outcomes, attacks and closed-form mechanisms on one mechanism.

A finite mechanism with its prior gives finitely many instances of these statements, such as one for
each outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import flint

from pmlsym.errors import InputError
from pmlsym.ledger.checking.attacks import Elsewhere, judged_attacks
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.assertion import Assertion, Check, Judgement
from pmlsym.statements.likelihoods import Drawn, OfLikelihoods, OneOutcome
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import OfPayoffs
from pmlsym.statements.readable import Judged, Readable
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.mechanism import Mechanism
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.unbeaten.statement import Unbeaten
from pmlsym.statements.unbeaten.world import Designed
from pmlsym.statements.values import ZERO, Infinite, Undefined, Unseparated
from pmlsym.statements.worlds.attack.adversary import mean
from pmlsym.statements.worlds.parameters import Parameters
from pmlsym.statements.worlds.rationals import Table

NO_KERNEL = "the kernel plays no part"
_WORKLOAD = (
    "`pmlsym bound workload FILE --alpha A --scale B --records N` prints the bounds and the exact "
    "leakage of a workload"
)
_HISTOGRAM = "`pmlsym bound histogram --alpha A --scale B` prints the leakage of a histogram"
_COMMANDS = {"histogram": _HISTOGRAM, "workload": _WORKLOAD}


def numbers_of(statement: Readable) -> tuple[str, ...] | None:
    """Return the numbers that somebody gives beside a mechanism; None if it is read on none.

    Examples
    --------
    >>> from pmlsym.statements.finite import said
    >>> numbers_of(said("PML(e) => PMC(e)"))
    ('e',)
    """
    if statement.about is Model or isinstance(statement, OfPayoffs | OfLikelihoods):
        return statement.parameters
    if isinstance(statement, Specific | Unbeaten):
        return statement.parameters
    if isinstance(statement, Assertion):
        if statement.about is Levels:
            return tuple(name for name, _ in statement.over.draw(0, Random(0)).levels)
        if statement.over.on is not None:
            return ()
    return None


def other_instances(statement: Readable) -> str:
    """Say of what a statement is that no mechanism decides, and where it can be read."""
    about, words = statement.about, statement.shape.over.rpartition(" ")[0]
    if about is Parameters:
        words = "numbers alone"
    told = f"it is about {words}, and a kernel with a prior is none of these"
    told += next((f"; {command}" for word, command in _COMMANDS.items() if word in words), "")
    return f"{told}; in Python, read_on(...) takes a {about.__name__} of {about.__module__}"


def judged_on(statement: Readable, model: Model) -> list[tuple[str, Judged]]:
    """Evaluate a statement on every instance that a mechanism gives; each with where it is.

    Parameters
    ----------
    statement : one of which `numbers_of` names the numbers.
    model : with these numbers.

    Raises
    ------
    Elsewhere
        If these instances do not decide it.

    Examples
    --------
    >>> from pmlsym.statements.payoffs import AnyPayoff
    >>> model = Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"])
    >>> costs = OfPayoffs.of("saves_C <= pmc_X", AnyPayoff("C"))
    >>> [place for place, found in judged_on(costs, model)][:3]
    ['at y = 0, C = 1[X = 0]', 'at y = 0, C = 1[X = 1]', 'at y = 0, C = 1[X = w]/P(w)']
    """
    try:
        if isinstance(statement, OfPayoffs):
            return [*judged_attacks(statement, model)]
        if len(model.law.shape) > 2:
            raise Elsewhere("it is about a mechanism of X and Y alone")
        if isinstance(statement, OfLikelihoods):
            return [*_of_likelihoods(statement, model)]
        if isinstance(statement, Specific):
            return [_specific(statement, model)]
        if isinstance(statement, Unbeaten):
            return [_unbeaten(statement, model)]
        assert isinstance(statement, Assertion)
        if statement.about is Levels:
            return [(NO_KERNEL, statement.judge(_levels(model, numbers_of(statement) or ())))]
        assert statement.over.on is not None
        return [(place, statement.judge(world)) for place, world in statement.over.on(model)]
    except InputError as why:  # no prior of these, or a number out of its range
        raise Elsewhere(f"it is about others: {why}") from None


# --- outcomes under several priors ----------------------------------------------------------------


def _of_likelihoods(statement: OfLikelihoods, model: Model) -> Iterator[tuple[str, Judged]]:
    free = [one.name for one in statement.priors if isinstance(one, Drawn) and not one.single]
    single = [one.name for one in statement.priors if isinstance(one, Drawn) and one.single]
    if len(free) > 1:
        raise Elsewhere(f"it compares the priors {' and '.join(free)}, and a mechanism has one")
    size = len(model.prior)
    sure = [tuple(Fraction(x == secret) for x in range(size)) for secret in range(size)]
    numbers = tuple((name, model.parameters[name]) for name in statement.parameters)
    for y, column in enumerate(zip(*model.kernel, strict=True)):
        if not any(column):
            continue
        for chosen in product(range(size), repeat=len(single)):
            laws = [(name, model.prior) for name in free]
            laws += [(name, sure[x]) for name, x in zip(single, chosen, strict=True)]
            place = [f"y = {y}"]
            place += [f"{name} sure of x = {x}" for name, x in zip(single, chosen, strict=True)]
            judged = statement.judge(OneOutcome(column, tuple(laws), numbers))
            yield f"at {', '.join(place)}", judged


# --- closed-form mechanisms -----------------------------------------------------------------------


def _levels(model: Model, names: Sequence[str]) -> Levels:
    levels = []
    for name in names:
        try:
            found = exp(model.parameters[name])
        except (Undefined, Unseparated):
            found = Infinite.PLUS
        if not isinstance(found, Fraction):
            raise Elsewhere(
                f"it is read where e^{name} is rational: give {name} as the logarithm of a "
                f"fraction, {name}=log(3/2)"
            )
        levels.append((name, found))
    return Levels(model.prior, tuple(levels))


def _specific(statement: Specific, model: Model) -> tuple[str, Judged]:
    levels = _levels(model, statement.parameters)
    differ: Check | None = None
    for one in statement.mechanisms:
        try:
            differ = _difference(one, model, levels)
        except (Undefined, Unseparated):  # the conditions on the levels say why
            differ = None
        if differ is None:
            return "", statement.judge(levels)
    return "", Judgement(False, None, differ)


def _difference(mechanism: Mechanism, model: Model, levels: Levels) -> Check | None:
    """Return where a kernel differs from that of a mechanism; None if it is the same.

    Outcomes may be in another order, and any of the rarest secrets may be the one that stands
    apart.
    """
    rows = mechanism.rows(levels.prior, levels.parameters)
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    shown = [y for y, column in enumerate(zip(*model.kernel, strict=True)) if any(column)]
    mine = [tuple(row[y] for row in model.kernel) for y in shown]
    rarest = [x for x, mass in enumerate(model.prior) if mass == min(model.prior)]
    for x in rarest:
        moved = [_swapped(column, rarest[0], x) for column in columns]
        if sorted(moved) == sorted(mine):
            return None
    name = mechanism.name
    if len(mine) != len(columns):
        sides = Fraction(len(mine)), Fraction(len(columns))
        return Check(f"it has as many outcomes as {name}", False, *sides)
    return next(
        Check(f"P(y={y}|x={x}) is that of {name}", False, own, other)
        for y, one, another in zip(shown, mine, columns, strict=True)
        for x, (own, other) in enumerate(zip(one, another, strict=True))
        if own != other
    )


def _swapped(column: Sequence[Fraction], one: int, other: int) -> tuple[Fraction, ...]:
    found = list(column)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


# --- optimal mechanisms ---------------------------------------------------------------------------


def _unbeaten(statement: Unbeaten, model: Model) -> tuple[str, Judged]:
    """Compare with a mechanism under every sub-convex utility.

    The mechanism X->Y is X->Z followed by a channel if the matrix M with K_Z M = K_Y has no
    negative entry; then no utility of Y is above that of Z. Else the utility
    max(0, -(K_Z^-1)_z P(y|.)) of a row z with a negative entry is 0 of Z and positive of Y.
    """
    levels = _levels(model, statement.parameters)
    plain = Designed(levels, model.kernel)
    found = statement.judge(plain)
    if found.applies is not True:
        return "", found
    if found.holds is False:
        return "of mutual information", found
    try:
        inverse = _inverse(statement.mechanism.rows(levels.prior, levels.parameters))
    except (Undefined, Unseparated):
        return "", found
    except ZeroDivisionError:
        raise Elsewhere(
            "it is about every utility, and only mutual information was compared, which is no "
            f"larger: the kernel of {statement.mechanism.name} cannot be inverted here"
        ) from None
    columns = tuple(zip(*model.kernel, strict=True))
    for row in inverse:
        if any(mean(row, column) < 0 for column in columns):
            faces = (tuple(-entry for entry in row), tuple(ZERO for _ in row))
            against = Designed(levels, model.kernel, faces)
            return f"of the utility {against.utility}", statement.judge(against)
    return "of every utility, as Y is Z after a channel, such as mutual information", found


def _inverse(rows: Table) -> Table:
    entries = [[flint.fmpq(e.numerator, e.denominator) for e in row] for row in rows]
    found = flint.fmpq_mat(entries).inv()
    size = range(len(rows))
    return tuple(
        tuple(Fraction(int(found[i, j].p), int(found[i, j].q)) for j in size) for i in size
    )
