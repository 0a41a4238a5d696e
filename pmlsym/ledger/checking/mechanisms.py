"""Evaluation of statements about attacks, outcomes and closed-form mechanisms on one mechanism.

A finite mechanism with its prior gives finitely many instances of these statements: one for each
outcome, and for each payoff that has to be looked at.

**Theorem (the payoffs that suffice).** Of all costs C(u, w) >= 0, the largest saving at an outcome,
and at the worst one, is that of a cost 1[X = x]; the largest saving on average is that of
1[X = w]/P(w). The same holds of gains. Of all guesses of a function of X, the largest saving and
the largest gain at an outcome are those of a function that breaks one secret, or all others, into
equally likely pieces, none of them likelier than what is whole.

*Because*: a mean of C(w) over P(x) is at most max_x P(x)/P(x|y) times its mean over P(x|y), and
equal for the x that has the maximum; on average, P(x, y) >= P(x) min_x' P(y|x'), and the sum over y
of what is left is that of 1[X = w]/P(w). Guesses are payoffs; what is whole is the best guess
before and after, and wrong (right) as often as the cost (gain) 1[X = x] says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import flint

from pmlsym.errors import InputError
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.assertion import Assertion, Check, Judgement
from pmlsym.statements.clauses import Condition
from pmlsym.statements.likelihoods import Drawn, OfLikelihoods, OneOutcome
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import AnyGuess, AnyPayoff, OfPayoffs
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.kinds import DRAWN
from pmlsym.statements.payoffs.quantities import REACTIONS, quantities
from pmlsym.statements.payoffs.quantities import named as quantity
from pmlsym.statements.readable import Judged, Readable
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.mechanism import Mechanism
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.terms import Parameter
from pmlsym.statements.unbeaten.statement import Unbeaten
from pmlsym.statements.unbeaten.world import Designed
from pmlsym.statements.values import ZERO, Infinite, Undefined, Unseparated
from pmlsym.statements.worlds.attack.adversary import mean, shared, split
from pmlsym.statements.worlds.parameters import Parameters
from pmlsym.statements.worlds.rationals import Table

MOST_SECRETS = 12  # a divergence looks at every set of secrets
Z = "it speaks of a third variable Z: read it in Python on Model.from_joint(...)"
NO_KERNEL = "the kernel plays no part"
_AT_OUTCOME = ("saves", "gains")
_WORKLOAD = (
    "`pmlsym bound workload FILE --alpha A --scale B --records N` prints the bounds and the exact "
    "leakage of a workload"
)
_HISTOGRAM = "`pmlsym bound histogram --alpha A --scale B` prints the leakage of a histogram"
_COMMANDS = {"histogram": _HISTOGRAM, "workload": _WORKLOAD}


class Elsewhere(Exception):  # noqa: N818  # an outcome of an evaluation, not a mistake of the caller
    """A statement is not decided by a mechanism; the text says why."""


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
            return [*_of_payoffs(statement, model)]
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


# --- attacks --------------------------------------------------------------------------------------


def _of_payoffs(statement: OfPayoffs, model: Model) -> Iterator[tuple[str, Judged]]:
    joint, (secrets, _, *rest) = model.joint, model.law.shape
    if statement.informed and not rest:
        raise Elsewhere(Z)
    if rest and not statement.informed:
        raise Elsewhere("it is about a mechanism of X and Y alone")
    if secrets > MOST_SECRETS:
        raise Elsewhere(
            f"its definitions look at every set of secrets, so it is read on at most {MOST_SECRETS}"
        )
    rows = tuple(tuple(sum(row, ())) if rest else tuple(row) for row in joint)
    sides = rest[0] if rest else 1
    numbers = tuple((name, model.parameters[name]) for name in statement.parameters)
    _refuse_undecided(statement)
    for place, side in product(range(len(rows[0]) // sides), range(sides)):
        if not any(row[place * sides + side] for row in rows):
            continue
        masses = [sum(row[side::sides], ZERO) for row in rows]
        prior = [mass / sum(masses) for mass in masses]
        drawn = [_payoffs(one, prior) for one in statement.payoffs if isinstance(one, DRAWN)]
        for chosen in product(*drawn):
            world = Attacked(
                rows, sides, place, side, tuple(played for _, played in chosen), numbers
            )
            at = [] if statement.is_overall else [f"y = {place}"]
            at += [f"z = {side}"] if rest else []
            at += [text for text, _ in chosen]
            yield f"at {', '.join(at)}" if at else "", statement.judge(world)
        if statement.is_overall and not rest:
            return


def _refuse_undecided(statement: OfPayoffs) -> None:
    """Refuse what the payoffs that suffice do not decide: all but a bound on what they save."""
    kinds = {one.name: type(one) for one in statement.payoffs if isinstance(one, DRAWN)}
    if not kinds:
        return
    for name, kind in kinds.items():
        if kind not in (AnyPayoff, AnyGuess):
            raise Elsewhere(
                f"it is about every order of guesses {name} of every function of X, and no single "
                "one of these saves most"
            )
    said = statement.said
    fine = not said.hypotheses and not said.both_ways
    for one in said.claimed:
        assert isinstance(one, Condition)
        fine = fine and one.sign in ("<=", "<") and isinstance(one.left, Parameter)
        fine = fine and not any(name in kinds for _, name in quantities(one.right))
        found = quantity(str(one.left))
        if found is not None and found[1] in kinds:
            known = _AT_OUTCOME if kinds[found[1]] is AnyGuess else (*_AT_OUTCOME, *REACTIONS)
            fine = fine and found[0] in known
    if not fine:
        raise Elsewhere(
            f"it is about every payoff {', '.join(kinds)}, of which no finite number decides it"
        )


def _payoffs(payoff: object, prior: Sequence[Fraction]) -> list[tuple[str, Played]]:
    """Return the payoffs, or the functions that are guessed, of which one is the largest."""
    size = len(prior)
    told = tuple(tuple(Fraction(x == u) for u in range(size)) for x in range(size))
    found: list[tuple[str, Played]] = []
    if isinstance(payoff, AnyPayoff):
        name = payoff.name
        for x in range(size):
            column = tuple((Fraction(u == x),) for u in range(size))
            found.append((f"{name} = 1[X = {x}]", Played(name, told, column)))
        own = tuple(
            tuple(1 / mass if u == w and mass else ZERO for w in range(size))
            for u, mass in enumerate(prior)
        )
        return [*found, (f"{name} = 1[X = w]/P(w)", Played(name, told, own))]
    assert isinstance(payoff, AnyGuess)
    for x, mass in enumerate(prior):
        if mass in (0, 1):
            found.append((f"{payoff.name} guesses X", Played(payoff.name, told, told)))
            continue
        ways: tuple[tuple[str, Table], ...] = (
            (f"X = {x} in pieces", split(size, x, _parts(mass, 1 - mass))),
            (f"all but X = {x} in pieces", shared(size, x, _parts(1 - mass, mass))),
        )
        for text, function in ways:
            table = tuple((ZERO,) for _ in function[0])  # what guesses cost is no choice
            found.append((f"{payoff.name} guesses {text}", Played(payoff.name, function, table)))
    return found


def _parts(broken: Fraction, whole: Fraction) -> int:
    """Return into how many pieces, so that none is likelier than what is whole."""
    return max(1, -int(-(broken / whole) // 1))


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
