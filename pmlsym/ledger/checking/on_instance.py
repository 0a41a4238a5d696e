"""Evaluation of a claim on an instance of the caller: a channel, a model, a release.

A claim asserts several statements, and an instance decides some of them. The result lists the
others with the reason, so that a part is not taken for the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import flint

from pmlsym.channel import Channel
from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger.checking.attacks import Elsewhere, Z, judged_attacks
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.assertion import Assertion, ConditionCheck, Judgement
from pmlsym.statements.binders import Drawn
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.finite import Finite
from pmlsym.statements.instances.attack.adversary import mean
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.likelihoods import Likelihoods, OneOutcome
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.optimality import Designed, Optimality
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.readable import Judged, Readable, Verdict
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.specific.mechanism import Mechanism
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.specific.staged import Staged
from pmlsym.statements.values import ZERO, Infinite, Undefined, Unseparated

# --- mechanisms -----------------------------------------------------------------------------------
# Evaluation of statements about outcomes, attacks and closed-form mechanisms on one mechanism:
# a finite mechanism with its prior gives finitely many instances, such as one for each outcome.

NO_KERNEL = "the kernel plays no part"
_WORKLOAD = (
    "`pmlsym bound workload FILE --alpha A --scale B --records N` prints the bounds and the exact "
    "leakage of a workload"
)
_HISTOGRAM = "`pmlsym bound histogram --alpha A --scale B` prints the leakage of a histogram"
_COMMANDS = {"histogram": _HISTOGRAM, "workload": _WORKLOAD}


def numbers_of(statement: Readable) -> tuple[str, ...] | None:
    """Return the parameters of a statement about one mechanism; None for any other statement.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> numbers_of(from_text("PML(e) => PMC(e)"))
    ('e',)
    """
    if statement.about is Model or is_over(statement, Payoffs) or is_over(statement, Likelihoods):
        return statement.parameters
    if isinstance(statement, Specific | Optimality):
        return statement.parameters
    if isinstance(statement, Assertion):
        if statement.about is Levels:
            return tuple(name for name, _ in statement.over.draw(0, Random(0)).levels)
        if statement.over.on is not None:
            return ()
    return None


def other_instances(statement: Readable) -> str:
    """Describe the instances of a statement that no mechanism decides, and where to find them."""
    about, words = statement.about, statement.shape.over.rpartition(" ")[0]
    if about is Parameters:
        words = "numbers alone"
    told = f"it is about {words}, and a kernel with a prior is none of these"
    told += next((f"; {command}" for word, command in _COMMANDS.items() if word in words), "")
    return f"{told}; in Python, read_on(...) takes a {about.__name__} of {about.__module__}"


def judged_on(statement: Readable, model: Model) -> list[tuple[str, Judged]]:
    """Evaluate a statement on every instance that a mechanism gives; each with its place."""
    try:
        if is_over(statement, Payoffs):
            return [*judged_attacks(statement, model)]
        if len(model.law.shape) > 2:
            raise Elsewhere("it is about a mechanism of X and Y alone")
        if is_over(statement, Likelihoods):
            return [*_of_likelihoods(statement, model)]
        if isinstance(statement, Staged):
            raise Elsewhere("it is about a chain X - Y - Z with a named stage")
        if isinstance(statement, Specific):
            return [_specific(statement, model)]
        if isinstance(statement, Optimality):
            return [_judge_optimality(statement, model)]
        assert isinstance(statement, Assertion)
        if statement.about is Levels:
            return [(NO_KERNEL, statement.judge(_levels(model, numbers_of(statement) or ())))]
        assert statement.over.on is not None
        return [(place, statement.judge(instance)) for place, instance in statement.over.on(model)]
    except InputError as why:  # the prior is not admissible, or a number is out of its range
        raise Elsewhere(f"it is about others: {why}") from None


# --- outcomes under several priors ----------------------------------------------------------------


def _of_likelihoods(
    statement: BoundStatement[Likelihoods], model: Model
) -> Iterator[tuple[str, Judged]]:
    free = [one.name for one in statement.over.priors if isinstance(one, Drawn) and not one.single]
    single = [one.name for one in statement.over.priors if isinstance(one, Drawn) and one.single]
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


def _levels(model: Model, names: Sequence[str], numbers: Collection[str] = ()) -> Levels:
    levels, plain = [], []
    for name in names:
        number = model.parameters[name]
        if name in numbers and isinstance(number, Fraction):
            plain.append((name, number))
            continue
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
    return Levels(model.prior, tuple(levels), tuple(plain))


def _specific(statement: Specific, model: Model) -> tuple[str, Judged]:
    numbers = {name for one in statement.mechanisms for name in one.numbers}
    levels = _levels(model, statement.parameters, numbers)
    differ: ConditionCheck | None = None
    for one in statement.mechanisms:
        try:
            differ = _difference(one, model, levels)
        except (Undefined, Unseparated):  # the conditions on the levels report the reason
            differ = None
        if differ is None:
            return "", statement.judge(levels)
    return "", Judgement(False, None, differ)


def _difference(
    mechanism: Mechanism | Matrix, model: Model, levels: Levels
) -> ConditionCheck | None:
    """Return where a kernel differs from that of a mechanism; None if it is the same.

    Outcomes may be permuted, and any of several rarest secrets may be the one with a row of its
    own.
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
        return ConditionCheck(f"it has as many outcomes as {name}", False, *sides)
    return next(
        ConditionCheck(f"P(y={y}|x={x}) is that of {name}", False, own, other)
        for y, one, another in zip(shown, mine, columns, strict=True)
        for x, (own, other) in enumerate(zip(one, another, strict=True))
        if own != other
    )


def _swapped(column: Sequence[Fraction], one: int, other: int) -> tuple[Fraction, ...]:
    found = list(column)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


# --- optimal mechanisms ---------------------------------------------------------------------------


def _judge_optimality(statement: Optimality, model: Model) -> tuple[str, Judged]:
    """Compare a mechanism with a statement's optimal one under every sub-convex utility.

    The mechanism X->Y is X->Z followed by a channel if the matrix M with K_Z M = K_Y has no
    negative entry; then no utility of Y exceeds that of Z. Otherwise, for a row z of M with a
    negative entry, the utility max(0, -(K_Z^-1)_z P(y|.)) is 0 for Z and positive for Y.
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


# --- holding --------------------------------------------------------------------------------------

_ORDER: tuple[Verdict, ...] = ("fails", "cannot be separated", "holds", "does not apply")
_SEVERAL = {"fails": "fail", "holds": "hold", "does not apply": "do not apply"}
_OTHERS = "it is about others: "


@dataclass(frozen=True)
class ReadStatement:
    """One statement of a claim, and its evaluation on an instance.

    Attributes
    ----------
    statement : the statement.
    judged : the evaluation; None if it could not be evaluated.
    missing : the parameters for which no number was given.
    unlike : why the instance is outside its domain; else empty.
    place : the outcome and the adversary at which it was evaluated, where there are several.
    """

    statement: Readable
    judged: Judged | None = None
    missing: tuple[str, ...] = ()
    unlike: str = ""
    place: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether the instance decides it: evaluated, and no existence without an example."""
        return self.judged is not None and (not self.statement.exists or bool(self.judged.holds))

    def __str__(self) -> str:
        if not self.is_decided:
            return f"left out: {self.why_left_out()}"
        return f"{self.outcome}: {self.why}" if self.why else self.outcome

    @property
    def outcome(self) -> Verdict:
        """The verdict of the evaluation, in words."""
        return "does not apply" if self.judged is None else self.judged.verdict

    @property
    def why(self) -> str:
        """The text of the evaluation, with its place; empty where there is none."""
        found = "" if self.judged is None else str(self.judged).partition(": ")[2]
        return ": ".join(filter(None, (self.place, found)))

    @property
    def text(self) -> str:
        """The statement in the language, or else in words."""
        return self.statement.text or self.statement.words()

    def why_left_out(self, say: str = "") -> str:
        """Return why the instance does not decide the statement; empty if it does."""
        if self.is_decided:
            return ""
        if self.judged is not None:
            why = self.why or self.outcome
            return f"it says that something exists, and this one does not show it: {why}"
        if self.missing:
            word = "parameter" if len(self.missing) == 1 else "parameters"
            listed = " ".join(f"{say}{name}=..." for name in self.missing)
            return f"no number was given for its {word} {', '.join(self.missing)}: say {listed}"
        return self.unlike


@dataclass(frozen=True, repr=False)
class ReadClaim:
    """The evaluation of a claim on one instance, statement by statement.

    In a boolean context it is true only if the instance decides every statement and none fails.

    Attributes
    ----------
    claim : the id.
    instance : the instance.
    statements : all statements of the claim, in order.

    Examples
    --------
    >>> import pmlsym as ps
    >>> channel = ps.Channel([["3/4", "1/4"], ["1/4", "3/4"]], "uniform")
    >>> found = ps.claim("pmc.proposition-3").read_on(channel, e="log(3)")
    >>> found
    <pmc.proposition-3: holds, as far as it was read: 2 of 3 statements>
    >>> print(found.left_out[0])
    left out: no number was given for its parameter d: say d=...
    """

    claim: str
    instance: object
    statements: tuple[ReadStatement, ...]

    @property
    def decided(self) -> tuple[ReadStatement, ...]:
        """The statements that the instance decides."""
        return tuple(one for one in self.statements if one.is_decided)

    @property
    def left_out(self) -> tuple[ReadStatement, ...]:
        """The statements that the instance does not decide; `why_left_out()` gives the reasons."""
        return tuple(one for one in self.statements if not one.is_decided)

    @property
    def applies(self) -> bool | None:
        """Whether the hypotheses of some evaluated statement hold; None if that is undecided."""
        found = [one.judged.applies for one in self.statements if one.judged is not None]
        return True if True in found else None if None in found else False

    @property
    def holds(self) -> bool | None:
        """Whether the claim holds on the instance as far as it was evaluated; None if undecided.

        False if a statement fails. True if none fails, at least one holds, and none is undecided at
        the precision used. An instance that is no example of an existence contradicts nothing.
        """
        found = Counter(one.outcome for one in self.decided)
        if found["fails"]:
            return False
        return True if found["holds"] and not found["cannot be separated"] else None

    @property
    def deciding(self) -> ReadStatement | None:
        """The decisive statement: one that fails, else is undecided, holds, or does not apply."""
        read = [one for one in self.statements if one.judged is not None]
        return min(
            read, key=lambda one: (not one.is_decided, _ORDER.index(one.outcome)), default=None
        )

    @property
    def summary(self) -> str:
        """The result in one line, with the number of statements that it covers."""
        count, total = len(self.decided), len(self.statements)
        statements = "statement" if total == 1 else "statements"
        if not count:
            return f"nothing is shown by this one: 0 of {total} {statements}"
        found = Counter(one.outcome for one in self.decided)
        kinds = [name for name in _ORDER if found[name]]
        counts = ", ".join(
            f"{found[name]} {_SEVERAL.get(name, name) if found[name] > 1 else name}"
            for name in kinds
        )
        some = f" ({counts})" if len(kinds) > 1 else ""
        read = "" if count == total else ", as far as it was read"
        return f"{kinds[0]}{read}: {count} of {total} {statements}{some}"

    def __bool__(self) -> bool:
        return self.holds is True and not self.left_out

    def __repr__(self) -> str:
        return f"<{self.claim}: {self.summary}>"

    def __str__(self) -> str:
        lines = [f"{self.claim} on {self.instance}"]
        for one in (*self.decided, *self.left_out):
            lines += [one.text, f"  {one}"]
        return "\n".join([*lines, self.summary])


def read_on(claim: str, asserts: Sequence[Readable], instance: object) -> ReadClaim:
    """Evaluate all statements of a claim on an instance, as far as possible."""
    return ReadClaim(claim, instance, tuple(_read(statement, instance) for statement in asserts))


def read_all(
    claim: str, asserts: Sequence[Readable], instance: object, parameters: Mapping[str, Exact]
) -> ReadClaim:
    """Evaluate all statements on an instance, or on a channel with numbers for the parameters."""
    if isinstance(instance, Channel):
        known = parameters_of(asserts)
        for name in parameters:
            if known is not None and name not in known:
                raise ParameterError(
                    f"{name} is no parameter of {claim}; its parameters are: "
                    f"{', '.join(known) or 'none'}."
                )
        instance = Model.of(instance, **parameters)
    elif parameters:
        raise ParameterError(
            f"parameters are {', '.join(parameters)}, but only a Channel takes them; an "
            "instance has its own."
        )
    found = read_on(claim, asserts, instance)
    if all(one.judged is None for one in found.statements):
        raise ParameterError(_silent(found))
    return found


def held(found: ReadClaim) -> bool | None:
    """Return whether the whole claim holds on the instance; None if that is not decided."""
    unread = [one for one in found.left_out if not one.statement.exists]
    if found.holds is False or not unread:
        return False if found.holds is False else bool(found) or None
    numberless = [one for one in unread if one.missing]
    total, read = len(found.statements), len(found.statements) - len(unread)
    others = f"{len(unread) - len(numberless)} of the {total} statements of {found.claim}"
    how = f"read_on(...) tells of the other{'s' if read > 1 else ''}."
    if not numberless:
        raise ParameterError(
            f"instance is a {_kind(found.instance)}, but {others} cannot be evaluated on one; {how}"
        )
    listed = ", ".join(sorted({f"{name}=..." for one in numberless for name in one.missing}))
    also = f"; {others} cannot be read there at all" if len(unread) > len(numberless) else ""
    raise ParameterError(
        f"parameters are missing: {len(numberless)} of the {total} statements of {found.claim} "
        f"cannot be read without {listed}{also}; {how}"
    )


def parameters_of(asserts: Sequence[Readable]) -> tuple[str, ...] | None:
    """Return the parameters of the statements about mechanisms; None if there are no such ones."""
    known = [names for one in asserts if (names := numbers_of(one)) is not None]
    return tuple(sorted({name for names in known for name in names})) if known else None


def _read(statement: Readable, instance: object) -> ReadStatement:
    if statement.covers(instance):
        return ReadStatement(statement, statement.judge(instance))
    if type(instance) is Model and type(instance) is not statement.about:
        return _read_on_mechanism(statement, instance)
    if type(instance) is not Model:
        unlike = f"it is about instances of another kind than a {_kind(instance)}"
        if isinstance(statement, Assertion) and type(instance) is statement.about:
            unlike = f"{_OTHERS}{statement.over.why_outside(instance)}"
        return ReadStatement(statement, unlike=unlike)
    if isinstance(statement, Finite) and len(statement.statement.variables) > len(
        instance.law.shape
    ):
        return ReadStatement(statement, unlike=Z)
    missing = tuple(name for name in statement.parameters if name not in instance.parameters)
    if not missing and isinstance(statement, Assertion):
        return ReadStatement(statement, unlike=f"{_OTHERS}{statement.over.why_outside(instance)}")
    return ReadStatement(statement, missing=missing, unlike="" if missing else Z)


def _read_on_mechanism(statement: Readable, model: Model) -> ReadStatement:
    """Evaluate a statement of another vocabulary on the instances that a mechanism gives."""
    names = numbers_of(statement)
    if names is None:
        return ReadStatement(statement, unlike=other_instances(statement))
    missing = tuple(name for name in names if name not in model.parameters)
    if missing:
        return ReadStatement(statement, missing=missing)
    try:
        found = judged_on(statement, model)
    except Elsewhere as why:
        return ReadStatement(statement, unlike=str(why))
    best = ("holds", *_ORDER) if statement.exists else _ORDER
    place, judged = min(found, key=lambda one: (best.index(one[1].verdict), not one[1].equal))
    return ReadStatement(statement, judged, place=place)


def _kind(instance: object) -> str:
    return "finite mechanism with its prior" if type(instance) is Model else type(instance).__name__


def _silent(found: ReadClaim) -> str:
    """Explain why no statement can be evaluated on an instance."""
    missing = sorted({name for one in found.statements for name in one.missing})
    if missing:
        listed = ", ".join(f"{name}=..." for name in missing)
        return (
            f"parameters are missing: {found.claim} needs numbers, holds(channel, {listed}), or a "
            "Model with them."
        )
    if type(found.instance) is Model:
        why = found.statements[0].unlike if found.statements else "it asserts nothing"
        return (
            f"instance is a finite mechanism, but {found.claim} cannot be evaluated on one: {why}"
        )
    outside = [
        one.unlike for one in found.statements if type(found.instance) is one.statement.about
    ]
    if outside:
        why = outside[0].removeprefix(_OTHERS)
        return f"instance is none of those that {found.claim} speaks of: {why}"
    kind = _kind(found.instance)
    if not found.statements:
        return (
            f"instance is a {kind}, but {found.claim} asserts nothing that can be evaluated on one."
        )
    needed = dict.fromkeys(one.statement.about for one in found.statements)
    listed = ", ".join(f"{each.__module__}.{each.__name__}" for each in needed)
    return f"instance is a {kind}, but has to be one that {found.claim} is about: {listed}."
