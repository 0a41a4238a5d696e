"""Statements that a student types: the prover decides them, and whether a level is the smallest.

The prover shows that a statement is true. Two checks show that no smaller level follows. On
mechanisms that attain the implied level, with two secrets and with more, the typed level has to be
attained. And the library's own conversion, for every level and every prior, is proved to be at
least the typed level, under no more conditions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.errors import InputError
from pmlsym.exercises.feedback import NotRight, not_right, plain
from pmlsym.exercises.instances import Row, Table, between, distribution
from pmlsym.guarantees import LDP, PMC, PML
from pmlsym.nats import constants_first
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.clauses import GuaranteeClause
from pmlsym.statements.model import Model
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, Parameter, walk
from pmlsym.statements.text.parse import parse
from pmlsym.statements.values import decimal, exact_text

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


_KINDS = {"PML": PML, "PMC": PMC, "LDP": LDP}
_SECONDS = 60.0  # for the comparison with the library's level; those of the course take a few
_DENOMINATORS = (2, 3, 4, 5, 7, 9, 12, 21, 50, 1001)  # of the smallest probability
_FAR = Fraction(10**6)


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
        """Return the pattern that the statement has to match, for messages."""
        return f"{self.given}(e) => {self.implied}(...) where ..."

    def level(self, statement: Statement) -> str | None:
        """Return the name of the given level, or None if the statement has another form."""
        if len(statement.hypotheses) != 1 or len(statement.conclusion) != 1:
            return None
        given, implied = statement.hypotheses[0], statement.conclusion[0]
        if not isinstance(given, GuaranteeClause) or not isinstance(implied, GuaranteeClause):
            return None
        level = given.levels[0]
        fits = given.kind == self.given and implied.kind == self.implied
        plain = not statement.structure and not statement.both_ways
        if not (fits and plain and isinstance(level, Parameter)):
            return None
        # a level that depends on the mechanism's own leakage would promise nothing
        measured = any(term.variables for term in statement.terms)
        return None if measured or statement.parameters != (level.name,) else level.name


def proved(name: str, text: object, wanted: Wanted) -> Statement:
    """Return a typed conversion that the prover proves for every mechanism."""
    statement = typed(name, text)
    if wanted.level(statement) is None:
        raise not_right(
            f"{name} should have the form {wanted.form}, with e, pmin, pmax and n alone in the "
            f"places of the dots, but is {statement}."
        )
    settled(name, statement, "proved")
    return statement


def best(name: str, statement: Statement, wanted: Wanted) -> None:
    """Check that no smaller level follows than that of a proved statement, in every case."""
    for top, prior, kernel in _attaining(statement, wanted):
        _attained(name, statement, wanted, top, prior, kernel)
    _nothing_left_out(name, statement, wanted)


def _attaining(statement: Statement, wanted: Wanted) -> Iterator[tuple[Fraction, Row, Table]]:
    """Yield levels e^epsilon with mechanisms that attain the implied level.

    Two secrets are as bad as more: the further ones have equal rows, and count as one.
    """
    random = Random()
    named = {part.value for term in statement.terms for part in walk(term) if type(part) is Number}
    rarest = [(2, one) for one in sorted(named) if 0 < one <= Fraction(1, 2)]
    for secrets in (2, 3, 4):
        own = [Fraction(1, d) for d in _DENOMINATORS if d >= secrets]
        rarest += [(secrets, own[0]), *((secrets, random.choice(own)) for _ in range(2))]
    for secrets, least in rarest:
        for top in _tops(random, least):
            source = _KINDS[wanted.given](sp.log(top))
            conversion = source.conversion(_KINDS[wanted.implied], p_min=least)
            if conversion.guarantee is None:
                continue
            mechanism = conversion.mechanism()
            assert mechanism is not None  # every implied level here is attained
            rare, common = mechanism.kernel.tolist()
            spare = 1 - secrets * least
            shares = distribution(random, secrets - 1)
            prior = [least, *(least + spare * share for share in shares)]
            yield top, prior, [rare, *[common] * (secrets - 1)]


def _tops(random: Random, least: Fraction) -> list[Fraction]:
    """Return e^epsilon below and above the first level at which PML can exclude a secret."""
    end = least / (1 - least)
    near = [end / 1000, between(random, Fraction(0), end), end * Fraction(999, 1000)]
    return [1 + over for over in (*near, 3 * end, between(random, Fraction(0), Fraction(9)), _FAR)]


def _attained(
    name: str, statement: Statement, wanted: Wanted, top: Fraction, prior: Row, kernel: Table
) -> None:
    """Evaluate a statement on a mechanism that attains the implied level."""
    level = wanted.level(statement)
    assert level is not None
    reading = read(statement, Model.from_channel(kernel, prior, **{level: f"log({top})"}))
    numbers = f"{level} = log({top}) and the prior ({', '.join(map(str, prior))})"
    if reading.applies is not True:
        raise _silent(name, numbers)
    if reading.left is None or reading.right is None:
        raise not_right(f"{name} claims nothing about {numbers}.")
    if not math.isclose(decimal(reading.left), decimal(reading.right), rel_tol=1e-9):
        raise _too_large(name, numbers)


def _silent(name: str, numbers: str) -> NotRight:
    return not_right(
        f"{name} is true, but says nothing about {numbers}, where some level follows too: its "
        "`where` leaves out too much."
    )


def _too_large(name: str, numbers: str) -> NotRight:
    return not_right(f"{name} is true, but for {numbers} a smaller level follows.")


def _nothing_left_out(name: str, statement: Statement, wanted: Wanted) -> None:
    """Prove that the typed level is the smallest, for every level and every prior."""
    level, (claimed,) = wanted.level(statement), statement.conclusion
    assert level is not None
    source = _KINDS[wanted.given](sp.Symbol(level))
    follows = source.conversion(_KINDS[wanted.implied], p_min=sp.Symbol("pmin"))
    assert follows.guarantee is not None
    smallest = constants_first(follows.guarantee.values[0])
    where = "" if follows.where is True else f" where {constants_first(follows.where)}"
    conditions = [*map(str, statement.where), f"{claimed.terms[0]} <= {smallest}"]
    asked = parse(" and ".join(conditions) + where)
    answer = conjecture(asked, seconds=_SECONDS)
    if answer.verdict == "proved":
        return
    if not isinstance(answer.reading, Reading) or answer.reading.check is None:
        raise not_right(
            f"{name} is true, but the prover finds no proof that its level is the smallest, and "
            "that its `where` leaves nothing out. Write both as simply as you can."
        )
    model = answer.reading.model
    prior = ", ".join(map(str, model.prior))
    named = [f"{one} = {exact_text(value)}" for one, value in model.parameters.items()]
    numbers = " and ".join([*named, f"the prior ({prior})"])
    if answer.reading.check.condition == asked.conclusion[-1]:
        raise _too_large(name, numbers)
    raise _silent(name, numbers)
