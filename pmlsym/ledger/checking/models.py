"""The instances of a claim: those that decide its statements, and those that test them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, TypedDict, runtime_checkable

from pmlsym.proof.verdict import NoVerdict, Verdict
from pmlsym.statements.assertion import Assertion, Judgement
from pmlsym.statements.readable import Judged, Readable, Trial
from pmlsym.statements.values import decimal, exact_text, side


class ModelsRow(TypedDict):
    """Counts of the instances on which a claim's statements were tested, and of the results."""

    tried: int
    applied: int
    violations: int
    tight: int
    unseparated: int


@runtime_checkable
class Tabled(Protocol):
    """An instance that has a form as tables."""

    def as_dict(self) -> dict[str, object]:
        """Return the instance as plain data for JSON."""


@runtime_checkable
class Described(Protocol):
    """An instance with a text for a reader, longer or shorter than its own, which is recorded."""

    def described(self) -> str:
        """Return the instance as a line that explains itself."""


@dataclass(frozen=True)
class OnInstance:
    """A statement decided by one instance: a counterexample, or an example of an existence."""

    statement: Readable
    instance: object
    judged: Judged

    @property
    def verdict(self) -> Verdict:
        """The verdict that the instance gives."""
        return "proved" if self.statement.exists else "refuted"

    @property
    def kind(self) -> str:
        """The role of the instance: ``example`` or ``counterexample``."""
        return "example" if self.statement.exists else "counterexample"

    @property
    def text(self) -> str:
        """The instance and the evaluation, on one line."""
        return f"{self.described}: {self.judged}"

    @property
    def described(self) -> str:
        """The instance as a line for a reader."""
        one = self.instance
        return one.described() if isinstance(one, Described) else str(one)

    @property
    def how(self) -> str:
        """The method by which both sides were computed."""
        return "both sides from the definitions"

    @property
    def latex(self) -> str:
        """The instance as a line of text for math mode."""
        plain = self.described
        for sign in "\\{}&%$#_^~":
            plain = plain.replace(sign, " " if sign in "\\^~" else f"\\{sign}")
        return rf"\text{{{plain}}}"

    def as_floats(self) -> tuple[float, float]:
        """Return both sides as floats; nan where a side has no value."""
        sides = (self.judged.left, self.judged.right)
        left, right = (float("nan") if value is None else decimal(value) for value in sides)
        return left, right

    def as_dict(self) -> dict[str, object]:
        """Return the instance with both sides as plain data for JSON."""
        tables = self.instance.as_dict() if isinstance(self.instance, Tabled) else {}
        if not isinstance(tables, dict):
            raise NoVerdict(f"as_dict of a {type(self.instance).__name__} gives no dict")
        left, right = self.judged.left, self.judged.right
        enclosed = isinstance(self.judged, Judgement) and self.judged.enclosed
        return {
            **{str(name): _plain(table) for name, table in tables.items()},
            "world": self.described,
            "left": side(left),
            "right": side(right),
            "exact": {
                "left": None if left is None or enclosed else exact_text(left),
                "right": None if right is None or enclosed else exact_text(right),
            },
            "how": self.how,
        }


def _plain(table: object) -> object:
    """Convert a table to lists, dicts and texts for JSON."""
    if isinstance(table, dict):
        return {str(name): _plain(entry) for name, entry in table.items()}
    if isinstance(table, (list, tuple)):
        return [_plain(entry) for entry in table]
    return table if isinstance(table, (bool, int)) or table is None else str(table)


def judged_on(
    statements: Sequence[Readable], instances: Sequence[object]
) -> tuple[tuple[OnInstance, ...], ...]:
    """Evaluate statements on each of the instances of their domains, which takes a while."""
    return tuple(
        tuple(OnInstance(s, instance, s.judge(instance)) for s in statements if s.covers(instance))
        for instance in instances
    )


def decide(
    statements: Sequence[Readable],
    instances: Sequence[object],
    judged: Sequence[Sequence[OnInstance]],
) -> tuple[OnInstance, ...]:
    """Return what is decided by the instances that are given for it, as `judged_on` found."""
    found = []
    for instance, every in zip(instances, judged, strict=True):
        if type(instance).__str__ is object.__str__ and type(instance).__repr__ is object.__repr__:
            raise NoVerdict(
                f"an instance of type {type(instance).__name__} does not say what it is"
            )
        _refuse_unsaid_range(statements, instance)
        decided = [shown for shown in every if _decides(shown)]
        if not decided:
            raise NoVerdict(f"no statement is decided by {instance}")
        found += decided
    return tuple(found)


def _refuse_unsaid_range(statements: Sequence[Readable], instance: object) -> None:
    """Refuse an instance of a class if the statement's domain in that class is not specified."""
    for statement in statements:
        if not isinstance(statement, Assertion) or type(instance) is not statement.about:
            continue
        if statement.over.outside is None:
            raise NoVerdict(
                f"{instance} is given, but nothing says whether it is one of those that "
                f'"{statement.over.words}" means: give Domain(...) an `outside` that says why an '
                "instance is none of them, or outside=whole_class if the class refuses the others"
            )


def _decides(shown: OnInstance) -> bool:
    if shown.statement.exists:
        return shown.judged.holds is True
    return shown.judged.applies is True and shown.judged.holds is False


def meant_for_goals(
    statements: Sequence[Readable], judged: Sequence[Sequence[OnInstance]]
) -> list[Readable]:
    """Return the statements that no given instance decides, which the parts have to prove."""
    every = list(chain.from_iterable(judged))
    return [
        one
        for one in statements
        if not one.exists
        and not any(shown.statement is one and shown.judged.holds is False for shown in every)
    ]


def try_all(statements: Sequence[Readable]) -> tuple[ModelsRow, list[Trial]]:
    """Test universal statements on their instances, and count.

    An existence is shown by its given example, and is tested on no other instance.
    """
    universal = (statement for statement in statements if not statement.exists)
    trials = [statement.trial(statement.tries) for statement in universal]
    return {
        "tried": sum(trial.tried for trial in trials),
        "applied": sum(trial.applied for trial in trials),
        "violations": sum(trial.violations for trial in trials),
        "tight": sum(trial.tight for trial in trials),
        "unseparated": sum(trial.unseparated for trial in trials),
    }, trials


def no_models() -> ModelsRow:
    """Return the counts for a claim that was tested on no instance."""
    return {"tried": 0, "applied": 0, "violations": 0, "tight": 0, "unseparated": 0}


def refuse_contradicted(
    verdict: Verdict,
    statements: Sequence[Readable],
    shown: Sequence[OnInstance],
    trials: Sequence[Trial],
) -> None:
    """Refuse a verdict that contradicts the tests of the statements."""
    if not statements:
        return
    if verdict == "refuted":
        if not any(one.verdict == "refuted" for one in shown):
            raise NoVerdict(
                "a part is refuted, but there is no instance on which the statement fails; that "
                "nothing exists is a statement about every instance"
            )
        return
    for statement in statements:
        if statement.exists and not any(one.statement is statement for one in shown):
            first = statement.trial(statement.tries).first
            found = f"; {first[0]} does" if first is not None else ""
            raise NoVerdict(f"no instance in `models` shows it{found}: {statement.words()}")
    universal = [statement for statement in statements if not statement.exists]
    for statement, trial in zip(universal, trials, strict=True):
        if trial.violations and trial.first is not None:
            instance, judged = trial.first
            raise NoVerdict(f"the goals are {verdict}, but it fails on {instance}: {judged}")
        if not trial.applied:
            raise NoVerdict(
                f"no instance was found on which its hypotheses hold: {statement.words()}"
            )
        if trial.unseparated >= trial.applied:
            raise NoVerdict(f"no precision tells whether it holds: {statement.words()}")
