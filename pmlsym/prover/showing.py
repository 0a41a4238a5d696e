"""A counterexample as two small tables, and both sides of the violated condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Protocol

from pmlsym.pages import Table
from pmlsym.statements.assertion import Judgement
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading
from pmlsym.statements.terms import OfPrior, Parameter, Term
from pmlsym.statements.under_priors import UnderPriors
from pmlsym.statements.values import Undefined, Unseparated, Value, approximate, exact_text

if TYPE_CHECKING:
    from pmlsym.statements.from_text import Bound


class BoundInstance(Protocol):
    """An instance of a statement with binders, such as a joint law with a cost."""

    def as_dict(self) -> dict[str, object]:
        """Return the fields as exact text, for JSON."""


@dataclass(frozen=True)
class Failing:
    """The evaluation of a statement with binders on one of its instances.

    Attributes
    ----------
    statement, model : the statement, and the instance on which it was evaluated.
    judgement : whether hypotheses and conclusion hold, with the condition that decided.
    """

    statement: Bound
    model: BoundInstance
    judgement: Judgement

    @property
    def applies(self) -> bool | None:
        """Whether all hypotheses hold; None if undecided."""
        return self.judgement.applies

    @property
    def holds(self) -> bool | None:
        """Whether the conclusion holds; None if hypotheses do not hold, or if undecided."""
        return self.judgement.holds

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""
        return self.judgement.left

    @property
    def right(self) -> Value | None:
        """The right side of the condition that decided."""
        return self.judgement.right

    @property
    def equal(self) -> bool:
        """Whether the condition that decided has equal sides."""
        return self.judgement.equal

    def __str__(self) -> str:
        return str(self.judgement)


_LEAVES = (MeanOverOutcomes, Leakage, OfPosterior, Overall, PosteriorDivergence, OfPrior, Parameter)


def instance_lines(failing: Failing) -> list[str]:
    """Describe an instance of a statement with binders, a line for each of its fields."""
    known = failing.model.as_dict()
    rows = known.get("workload")
    if isinstance(rows, list):
        from pmlsym.statements.instances.released.release import workload_text

        known["workload"] = workload_text(rows)
    return [f"{name}: {_text(value)}" for name, value in known.items()]


def notation(failing: Failing) -> str:
    """Return what the notation of a statement with binders means; empty where it is plain.

    Examples
    --------
    >>> from pmlsym.prover.conjecture import conjecture
    >>> answer = conjecture("histogram N records, k bins: dp < 2/b")
    >>> notation(answer.reading)
    'Here eps_DP is the smallest eps with eps-DP.'
    """
    _, here, meanings = failing.statement.words().partition(" Here ")
    return f"Here {meanings}" if here else ""


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_text(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list):
        deep = any(isinstance(part, list | dict) for part in value)
        return f"({('; ' if deep else ', ').join(map(_text, value))})"
    return str(value)


def instance_tables(model: Model) -> tuple[Table, Table]:
    """Return an instance as a table, and a table of its lifts at each outcome.

    Examples
    --------
    >>> model = Model.from_channel([[1, 0], ["1/2", "1/2"]], ["1/3", "2/3"])
    >>> instance, lifts = instance_tables(model)
    >>> for row in (lifts.header, *lifts.rows):
    ...     print(*row)
    x y=0 y=1
    0 3/2 0
    1 3/4 3/2
    P 2/3 1/3
    """
    prior, others = model.prior, model.law.variables[1:]
    outcomes = [tuple(range(size)) for size in model.law.shape[1:]]
    heads = tuple(
        ", ".join(f"{name.lower()}={value}" for name, value in zip(others, place, strict=True))
        for place in product(*outcomes)
    )
    joint = [tuple(_flat(row)) for row in model.joint]
    masses = [sum((row[y] for row in joint), Fraction(0)) for y in range(len(heads))]
    if len(others) == 1:
        kernel = [(str(x), str(p), *map(str, model.kernel[x])) for x, p in enumerate(prior)]
        given = tuple(f"P({head}|x)" for head in heads)
        instance = Table(("x", "P(x)", *given), tuple(kernel), "the mechanism on which it fails")
    else:
        rows = tuple((str(x), *map(str, row)) for x, row in enumerate(joint))
        title = f"the joint law on which it fails: P(x, {', '.join(others).lower()})"
        instance = Table(("x", *heads), rows, title)
    lifts = [
        (str(x), *(str(m / (p * q)) if p * q else "-" for m, q in zip(row, masses, strict=True)))
        for x, (p, row) in enumerate(zip(prior, joint, strict=True))
    ]
    total = ("P", *map(str, masses))
    seen = ", ".join(others).lower()
    title = f"its lifts P({seen}|x)/P({seen}); P({seen}) last"
    return instance, Table(("x", *heads), (*lifts, total), title)


def _flat(entry: object) -> Iterator[Fraction]:
    if isinstance(entry, Fraction):
        yield entry
    elif isinstance(entry, tuple):
        for part in entry:
            yield from _flat(part)


def worked_out(reading: Reading) -> list[str]:
    r"""Describe both sides of the violated condition: their terms with values, then the sides.

    Examples
    --------
    >>> from pmlsym.statements import parse, read
    >>> model = Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"], e="1/2")
    >>> print(*worked_out(read(parse("pml(X->y) <= e/2"), model)), sep="\n")
    at y = 0, with e = 1/2:
    left side: pml(X->y) = log(2), about 0.693147
    right side: e/2 = 1/4, about 0.25
    """
    check = reading.check
    if check is None or reading.holds is not False or isinstance(check.condition, UnderPriors):
        return []
    parts = [
        f"{leaf} = {'no value' if value is None else exact_text(value)}"
        for leaf, value in leaf_values(reading).items()
    ]
    known = [" and ".join(f"{name} = {value}" for name, value in check.at.items())]
    known = [f"at {known[0]}"] if known[0] else []
    known += [f"with {', '.join(parts)}"] if parts else []
    lines = [f"{', '.join(known)}:"] if known else []
    for name, (side, value, reason) in zip(("left", "right"), evaluated(reading), strict=True):
        lines.append(f"{name} side: {side} {_value_text(value, reason)}")
    return lines


def evaluated(reading: Reading) -> list[tuple[Term, Value | None, str]]:
    """Return each side of the violated condition, its value, and why it has none.

    Examples
    --------
    >>> from pmlsym.statements import parse, read
    >>> model = Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"])
    >>> [reason for *_, reason in evaluated(read(parse("log(pmin - 1) < 0"), model))]
    ['the logarithm of a negative number', '']
    """
    check = reading.check
    if check is None:
        return []
    evaluation = Evaluation(reading.model.law, reading.model.parameters)
    found: list[tuple[Term, Value | None, str]] = []
    for side in (check.condition.left, check.condition.right):
        try:
            found.append((side, evaluation.value(side, check.at), ""))
        except Undefined as reason:
            found.append((side, None, str(reason)))
        except Unseparated as reason:
            found.append((side, None, f"no telling apart {reason}"))
    return found


def leaf_values(reading: Reading) -> dict[Term, Value | None]:
    """Return the values of the quantities in the violated condition; None without a value."""
    check = reading.check
    if check is None:
        return {}
    evaluation = Evaluation(reading.model.law, reading.model.parameters)
    sides = (check.condition.left, check.condition.right)
    leaves = dict.fromkeys(leaf for side in sides for leaf in _leaves_of(side) if leaf not in sides)
    found: dict[Term, Value | None] = {}
    for leaf in leaves:
        try:
            found[leaf] = evaluation.value(leaf, check.at)
        except Undefined:
            found[leaf] = None
    return found


def _leaves_of(term: Term) -> Iterator[Term]:
    """Yield the measures and parameters of a term; of an average, the average alone."""
    if isinstance(term, _LEAVES):
        yield term
        return
    for part in term.parts:
        yield from _leaves_of(part)


def _value_text(value: Value | None, reason: str) -> str:
    if value is None:
        return f"has no value, as there is {reason}"
    exact, near = exact_text(value), approximate(value)
    return f"= {exact}" if near == exact else f"= {exact}, about {near}"
