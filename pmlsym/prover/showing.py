"""A counterexample as two small tables with both sides worked out, and an answer as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import product

from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading
from pmlsym.statements.terms import OfPrior, Parameter, Term
from pmlsym.statements.values import Undefined, Value, nearly, written

_LEAVES = (Expectation, Leakage, Overall, OfPrior, Parameter)


@dataclass(frozen=True)
class Table:
    """A table of texts: a title, the headings of the columns, and the rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def html(self) -> str:
        """Return it as HTML."""
        heads = "".join(f"<th>{escape(head)}</th>" for head in self.heads)
        body = "".join(
            f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(e)}</td>' for e in rest)}</tr>"
            for first, *rest in self.rows
        )
        return f"<table><caption>{escape(self.title)}</caption><tr>{heads}</tr>{body}</table>"


def world_tables(model: Model) -> tuple[Table, Table]:
    """Return what a world is, and the lifts of its secret at each outcome.

    Examples
    --------
    >>> world, lifts = world_tables(Model.from_channel([[1, 0], ["1/2", "1/2"]], ["1/3", "2/3"]))
    >>> for row in (lifts.heads, *lifts.rows):
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
        world = Table("the mechanism on which it fails", ("x", "P(x)", *given), tuple(kernel))
    else:
        rows = tuple((str(x), *map(str, row)) for x, row in enumerate(joint))
        title = f"the joint law on which it fails: P(x, {', '.join(others).lower()})"
        world = Table(title, ("x", *heads), rows)
    lifts = [
        (str(x), *(str(m / (p * q)) if p * q else "-" for m, q in zip(row, masses, strict=True)))
        for x, (p, row) in enumerate(zip(prior, joint, strict=True))
    ]
    total = ("P", *map(str, masses))
    seen = ", ".join(others).lower()
    title = f"its lifts P({seen}|x)/P({seen}); P({seen}) last"
    return world, Table(title, ("x", *heads), (*lifts, total))


def _flat(entry: object) -> Iterator[Fraction]:
    if isinstance(entry, Fraction):
        yield entry
    elif isinstance(entry, tuple):
        for part in entry:
            yield from _flat(part)


def worked_out(reading: Reading) -> list[str]:
    r"""Return both sides of what fails, first what stands in them, then the sides themselves.

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
    if check is None or reading.holds is not False:
        return []
    evaluation = Evaluation(reading.model.law, reading.model.parameters)
    sides = (check.condition.left, check.condition.right)
    leaves = dict.fromkeys(leaf for side in sides for leaf in _leaves_of(side) if leaf not in sides)
    parts = [f"{leaf} = {_value(evaluation, leaf, check.at)}" for leaf in leaves]
    known = [" and ".join(f"{name} = {value}" for name, value in check.at.items())]
    known = [f"at {known[0]}"] if known[0] else []
    known += [f"with {', '.join(parts)}"] if parts else []
    lines = [f"{', '.join(known)}:"] if known else []
    for name, side, value in (("left", sides[0], check.left), ("right", sides[1], check.right)):
        lines.append(f"{name} side: {side} {_shown(value, check.reason)}")
    return lines


def _leaves_of(term: Term) -> Iterator[Term]:
    """Yield what is measured or chosen in a term; of what is averaged, the average alone."""
    if isinstance(term, _LEAVES):
        yield term
        return
    for part in term.parts:
        yield from _leaves_of(part)


def _value(evaluation: Evaluation, term: Term, at: Mapping[str, int]) -> str:
    try:
        return written(evaluation.value(term, at))
    except Undefined:
        return "no value"


def _shown(value: Value | None, reason: str) -> str:
    if value is None:
        return f"has no value, as there is {reason}"
    exact, near = written(value), nearly(value)
    return f"= {exact}" if near == exact else f"= {exact}, about {near}"


def in_html(
    verdict: str,
    statement: str,
    reading: Reading | None,
    best: Sequence[tuple[str, str]],
    notes: Sequence[str],
    goals: Sequence[tuple[str, str]],
) -> str:
    """Return an answer for a notebook.

    Parameters
    ----------
    verdict : in a word.
    statement : as LaTeX.
    reading : where it fails; None if it does not.
    best : levels of holes, with their ranges.
    notes : sentences that follow.
    goals : what was proved: in words, and as LaTeX.
    """
    parts = [f"<p><b>{escape(verdict)}</b>: ${_typeset(statement)}$</p>"]
    if reading is not None:
        parts += [table.html() for table in world_tables(reading.model)]
        parts += [f"<p>{escape(line)}</p>" for line in worked_out(reading)]
    if best:
        rows = tuple((level, range_ or "always") for level, range_ in best)
        parts.append(Table("the best levels", ("?", "where"), rows).html())
    parts += [f"<p>{escape(note)}</p>" for note in notes if note]
    if goals:
        inside = "".join(f"<p>{escape(said)}<br>${_typeset(goal)}$</p>" for said, goal in goals)
        parts.append(f"<details><summary>what was proved</summary>{inside}</details>")
    return "".join(parts)


def _typeset(latex: str) -> str:
    """Return LaTeX such that HTML leaves it alone."""
    return escape(latex, quote=False)
