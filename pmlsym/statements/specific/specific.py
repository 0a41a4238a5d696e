"""A statement about one mechanism that is written down, or about two under the same prior."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from pmlsym.errors import ParameterError
from pmlsym.pages.made_once import made_once
from pmlsym.statements.assertion import Check, Judgement
from pmlsym.statements.clauses import Clause, Condition, Independent, Markov
from pmlsym.statements.finite import shape_of
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.reading import Check as Read
from pmlsym.statements.reading import check_all, unmet
from pmlsym.statements.search import counted
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.mechanism import AtAnswers, Mechanism, not_negative, of_answers
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfAnswer, walk
from pmlsym.statements.text.latex import in_latex
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.text.words import in_words, listed
from pmlsym.statements.values import Undefined, Unseparated

# --- drawn ----------------------------------------------------------------------------------------
# What statements about mechanisms that are written down share: worlds that a function draws.


class OfDrawnWorlds(ABC):
    """A statement about every world of a kind, read on those that its function draws.

    Attributes
    ----------
    draw : makes the world of a number: edge cases first.
    tries : how many worlds a check of the ledger reads.
    """

    draw: Callable[[int, Random], Any]
    tries: int

    def _refuse_other_draws(self) -> None:
        if not callable(self.draw):
            raise StatementError("draw has to be a function that makes the world of a number.")
        if type(self.tries) is not int or self.tries < 1:
            raise StatementError("tries has to be a whole number above 0.")

    @property
    def exists(self) -> bool:
        """Never: it is said of every world."""
        return False

    @property
    def text(self) -> None:
        """Nothing: the language of statements names no mechanisms, and no utilities."""
        return

    @abstractmethod
    def judge(self, world: object) -> Judgement:
        """Read it on a world."""

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
        random = Random(seed)  # no secret depends on it
        worlds = (self.draw(number, random) for number in range(count))
        return counted(((world, self.judge(world)) for world in worlds), seed)


# --- specific -------------------------------------------------------------------------------------

Draw = Callable[[int, Random], Levels]


@made_once
@dataclass(frozen=True)
class Specific(OfDrawnWorlds):
    """A statement about every prior and all levels, and a mechanism (or two) written down.

    Parameters
    ----------
    statement : what is said; of X->Y, where X is the secret and Y the answer of the first
        mechanism, and of X->Z, if there is a second.
    mechanisms : one or two.
    draw : makes the world of a number: edge cases first.
    tries : how many worlds a check of the ledger reads.
    """

    statement: Statement
    mechanisms: tuple[Mechanism, ...]
    draw: Draw
    tries: int = 200

    def __post_init__(self) -> None:
        check_part("statement", self.statement, Statement, "a Statement, as parse gives it")
        _check_mechanisms(self.mechanisms)
        self._refuse_other_draws()
        # what is read is what is printed, whatever class was handed in
        said_of = _with_answers(parse(str(self.statement)))
        object.__setattr__(self, "statement", said_of)
        if said_of.has_holes or said_of.both_ways:
            raise StatementError("What is said of a mechanism has neither a hole ? nor <=>.")
        if len(said_of.variables) - 1 != len(self.mechanisms):
            raise StatementError(
                f"{len(self.mechanisms)} mechanisms are given, but the statement is about "
                f"{', '.join(said_of.variables[1:])}."
            )
        if any(isinstance(part, (Markov, Independent)) for part in said_of.structure):
            raise StatementError("The answers are independent given the secret, and nothing else.")
        missing = frozenset().union(*(one.parameters for one in self.mechanisms))
        if not missing <= set(said_of.parameters):
            raise StatementError("A parameter of a mechanism stands nowhere in the statement.")
        named = {
            part for term in said_of.terms for part in walk(term) if isinstance(part, OfAnswer)
        }
        if named and not all(one.says_secrets for one in self.mechanisms):
            raise StatementError("p_y, q_y, p_z, q_z are of answers that are secrets.")

    @property
    def about(self) -> type:
        """The class of the instances."""
        return Levels

    @property
    def parameters(self) -> tuple[str, ...]:
        """The numbers that a world has to bring, by name."""
        return tuple(self.statement.parameters)

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        names = " and ".join(one.name for one in self.mechanisms)
        found = shape_of(self.statement)
        return replace(found, over=f"{names} {found.over}")

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        several = len(self.mechanisms) > 1
        these = "these are mechanisms" if several else "this is a mechanism"
        said = in_words(self.statement, listed(self._described()))
        return f"{said} Claimed as well: {these}, no entry negative, every row of sum one."

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        named = (one.latex(v) for one, v in zip(self.mechanisms, "YZ", strict=False))
        shown = r",\; ".join(named)
        return rf"{shown}:\quad {in_latex(self.statement)}"

    def _described(self) -> list[str]:
        return [one.words(v) for one, v in zip(self.mechanisms, "YZ", strict=False)]

    def speaks_of(self, world: object) -> bool:
        """Whether a world is a prior with levels for all of its parameters."""
        return type(world) is Levels and set(self.parameters) <= dict(world.levels).keys()

    def judge(self, world: object) -> Judgement:
        """Read it on a world: the mechanism is built from its entries, what it leaks is measured.

        Raises
        ------
        ParameterError
            If the world is of another kind, or lacks a parameter.
        """
        if not isinstance(world, Levels) or not self.speaks_of(world):
            kind = type(world).__name__
            raise ParameterError(f"The world is a {kind}, but has to be Levels with all levels.")
        prior = Law.of_fractions((len(world.prior), 1), world.prior)
        if missing := unmet(self.statement, Model(prior, world.parameters)):
            return Judgement(False, None, Check(missing, False))
        before = AtAnswers(prior, world.parameters)
        outside = check_all([c for c in self.statement.where if not _variables(c)], before)
        if outside is not None and not outside.true:
            return Judgement(outside.true, None, _shown(outside))
        try:
            law = self.law(world)
        except (Undefined, Unseparated) as reason:
            told = None if isinstance(reason, Unseparated) else False
            outside = self._of_secrets(world)
            if outside is not None and not outside.true:
                # of entries that are not read it is not known which answers are possible
                applies = None if told is None else outside.true
                return Judgement(applies, None, _shown(outside))
            return Judgement(True, told, Check("it is a mechanism", told, reason=str(reason)))
        here = AtAnswers(law, world.parameters)
        given = check_all((*self.statement.where, *self.statement.required), here)
        if given is not None and not given.true:
            return Judgement(given.true, None, _shown(given))
        found = check_all(self.statement.claimed, here)
        assert found is not None
        return Judgement(True, found.true, _shown(found))

    def _of_secrets(self, world: Levels) -> Read | None:
        """Check what is provided of p_y and p_z alone, which says where entries are looked at."""
        provided = [c for c in self.statement.where if _variables(c) and _is_of_secrets(c)]
        if not provided:
            return None
        secrets, answers = len(world.prior), len(self.mechanisms)
        share = Fraction(1, secrets**answers)  # every answer is possible
        masses = [mass * share for mass in world.prior for _ in range(secrets**answers)]
        anything = Law.of_fractions((secrets,) * (1 + answers), masses)
        return check_all(provided, AtAnswers(anything, world.parameters))

    def law(self, world: Levels) -> Law:
        """Return the joint law of the secret and the answers, independent given it.

        Raises
        ------
        Undefined
            If the entries are those of no mechanism.
        """
        kernels = [one.rows(world.prior, world.parameters) for one in self.mechanisms]
        joint = [
            mass * prod(entries)
            for x, mass in enumerate(world.prior)
            for entries in product(*(rows[x] for rows in kernels))
        ]
        return Law.of_fractions((len(world.prior), *(len(rows[0]) for rows in kernels)), joint)


def _check_mechanisms(given: object) -> None:
    # exactly these types: others could say something else each time they are asked
    if type(given) is not tuple or any(type(one) is not Mechanism for one in given):
        raise StatementError("What a statement is about is said by a tuple of Mechanism(...).")


def _variables(condition: Condition) -> frozenset[str]:
    return condition.left.variables | condition.right.variables


def _is_of_secrets(condition: Condition) -> bool:
    """Whether a condition speaks of answers only by the probabilities of their secrets."""
    return all(
        isinstance(part, OfAnswer) and part.name.startswith("p_")
        for part in condition.parts
        if part.variables and not part.parts
    )


def _shown(found: Read) -> Check:
    return Check(str(found).partition(":")[0], found.true, found.left, found.right, found.reason)


def about(text: str, *mechanisms: Mechanism, draw: Draw, tries: int = 200) -> Specific:
    """Read a statement about mechanisms from text.

    Parameters
    ----------
    text : in the language of statements; where answers are secrets, with ``p_y`` for the prior
        probability of the secret y, and ``q_y`` for the probability of the answer y.
    mechanisms : that of X->Y, and perhaps that of X->Z.
    draw : makes the world of a number.
    tries : how many worlds a check of the ledger reads.

    Raises
    ------
    ParseError
        If the text is no statement.
    StatementError
        If it is not about these mechanisms.
    """
    _check_mechanisms(mechanisms)
    spoken = parse(text)
    found, ranges = _with_answers(spoken), not_negative(mechanisms, spoken.parameters)
    where = (*found.where, *(c for one in mechanisms for c in one.conditions), *ranges)
    return Specific(replace(found, where=tuple(dict.fromkeys(where))), mechanisms, draw, tries)


def _with_answers(statement: Statement) -> Statement:
    def clauses(found: Sequence[Clause]) -> tuple[Clause, ...]:
        return tuple(_of_answers(c) if isinstance(c, Condition) else c for c in found)

    return replace(
        statement,
        conclusion=clauses(statement.conclusion),
        hypotheses=clauses(statement.hypotheses),
        where=tuple(map(_of_answers, statement.where)),
    )


def _of_answers(condition: Condition) -> Condition:
    return Condition(of_answers(condition.left), condition.sign, of_answers(condition.right))
