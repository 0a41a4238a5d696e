"""Statements that a student types, marked by the prover: nobody has to have foreseen them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.errors import InputError
from pmlsym.exercises.feedback import not_right
from pmlsym.exercises.instances import between
from pmlsym.guarantees import LDP, PMC, PML
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.clauses import Guarantee
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Parameter
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import decimal

SECONDS = 120.0  # for one statement; those of the course take a few
_KINDS = {"PML": PML, "PMC": PMC, "LDP": LDP}
_TRIED = 12


def typed(name: str, text: object) -> Statement:
    """Return the statement that a student typed.

    Raises
    ------
    NotRight
        If it is none.

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

    Raises
    ------
    NotRight
        If it is another one, or the statement is true for want of a case.

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


@dataclass(frozen=True)
class Wanted:
    """The form of a conversion: one kind at any level is given, one other kind follows.

    Examples
    --------
    >>> Wanted("PML", "PMC").form
    'PML(e) => PMC(...) where ...'
    """

    given: str
    implied: str

    @property
    def form(self) -> str:
        """What the statement has to look like."""
        return f"{self.given}(e) => {self.implied}(...) where ..."

    def level(self, statement: Statement) -> str | None:
        """Return the name of the given level, or None if the statement has another form."""
        if len(statement.hypotheses) != 1 or len(statement.conclusion) != 1:
            return None
        given, implied = statement.hypotheses[0], statement.conclusion[0]
        if not isinstance(given, Guarantee) or not isinstance(implied, Guarantee):
            return None
        level = given.levels[0]
        fits = given.kind == self.given and implied.kind == self.implied
        plain = not statement.structure and not statement.both_ways
        return level.name if fits and plain and isinstance(level, Parameter) else None


def proved(name: str, text: object, wanted: Wanted) -> Statement:
    """Return a typed conversion that the prover proves for every mechanism.

    Raises
    ------
    NotRight
        If it is none, has another form, or is not proved.
    """
    statement = typed(name, text)
    if wanted.level(statement) is None:
        raise not_right(f"{name} should have the form {wanted.form}, but is {statement}.")
    settled(name, statement, "proved")
    return statement


def best(name: str, statement: Statement, wanted: Wanted) -> None:
    """Check that no smaller level follows: mechanisms with fresh numbers attain it.

    Raises
    ------
    NotRight
        If a smaller level follows somewhere, or the statement is silent where one does.
    """
    random, level = Random(), wanted.level(statement)
    assert level is not None
    for _ in range(_TRIED):
        least = 1 / Fraction(random.choice([2, 3, 4, 5, 7, 9, 12, 21, 50, 1001]))
        top = 1 + between(random, Fraction(0), min(least / (1 - least), Fraction(1)))
        source = _KINDS[wanted.given](sp.log(top))
        attaining = source.conversion(_KINDS[wanted.implied], p_min=least).mechanism()
        assert attaining is not None  # every level in this range is attained
        kernel, prior = attaining.kernel.tolist(), attaining.prior.tolist()
        model = Model.from_channel(kernel, prior, **{level: f"log({top})"})
        reading = read(statement, model)
        numbers = f"{level} = log({top}) and pmin = {least}"
        if reading.applies is not True:
            raise not_right(
                f"{name} is true, but says nothing about {numbers}, where some level follows too: "
                "its `where` leaves out too much."
            )
        if reading.left is None or reading.right is None:
            raise not_right(f"{name} claims nothing about {numbers}.")
        if not math.isclose(decimal(reading.left), decimal(reading.right), rel_tol=1e-9):
            raise not_right(f"{name} is true, but for {numbers} a smaller level follows.")
