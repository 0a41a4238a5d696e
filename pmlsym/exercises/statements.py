"""Statements that a student types, checked by the prover instead of a list of solutions."""

from __future__ import annotations

from pmlsym.errors import InputError
from pmlsym.exercises.feedback import not_right
from pmlsym.exercises.reading import plain
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse

SECONDS = 120.0  # for one statement; those of the course take a few


def typed(name: str, text: object) -> Statement:
    """Parse the statement that a student typed.

    Examples
    --------
    >>> str(typed("answer", "PML(e)=>LDP(e)"))
    'PML(e) => LDP(e)'
    >>> typed("answer", "PML(e => LDP(e)")
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: answer cannot be read. Column 7: expected ')', found '=>':
    the '(' of column 4 is not closed.
    """
    text = plain(name, text)
    if not isinstance(text, str) or not text.strip():
        raise not_right(f"{name} is still to be typed: one line of text, as in notebook 11.")
    try:
        read_as = parse(text)
    except InputError as error:
        raise not_right(f"{name} cannot be read. {error}") from None
    if read_as.has_holes:
        raise not_right(f"{name} has a hole (?). Type the level that you found.")
    return read_as


def settled(name: str, statement: Statement, wanted: str) -> Answer:
    """Return the prover's answer if its verdict is the wanted one: ``proved`` or ``refuted``.

    Examples
    --------
    >>> settled("mine", typed("mine", "PML(e) => LDP(e)"), "refuted").verdict
    'refuted'
    """
    answer = conjecture(statement, seconds=SECONDS)
    if answer.vacuous:
        raise not_right(f"{name}: no mechanism meets the hypotheses, so that it says nothing.")
    if answer.verdict == wanted:
        return answer
    if answer.verdict == "refuted":
        raise not_right(f"{name} is false: it fails on {answer.reading and answer.reading.model}.")
    if answer.verdict == "supported":
        raise not_right(f"{name} is neither proved nor refuted by the prover. {answer.scope}")
    raise not_right(f"{name} is {answer.verdict}, but it should be {wanted}.")
