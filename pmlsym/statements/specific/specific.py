"""Statements about one closed-form mechanism, or about two under the same prior."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count, product
from math import prod
from random import Random
from typing import Any

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion import ConditionCheck, Judgement
from pmlsym.statements.clauses import Clause, Condition
from pmlsym.statements.finite import shape_of
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.reading import Check, check_all, unmet
from pmlsym.statements.search import trial_of
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.specific.mechanism import AtAnswers, Mechanism, not_negative, of_answers
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov, Prior
from pmlsym.statements.terms import OfAnswer, walk
from pmlsym.statements.text.latex import in_latex
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.text.words import in_words, listed
from pmlsym.statements.values import Undefined, Unseparated

# --- base class -----------------------------------------------------------------------------------


class SampledStatement(ABC):
    """A statement about every instance of a domain, tested on instances that a function samples.

    Attributes
    ----------
    draw : returns the instance of a number, edge cases first.
    tries : the number of instances on which a ledger check evaluates the statement.
    """

    draw: Callable[[int, Random], Any]
    tries: int

    def _refuse_other_draws(self) -> None:
        if not callable(self.draw):
            raise StatementError("draw has to be a function of a number and a Random.")
        if type(self.tries) is not int or self.tries < 1:
            raise StatementError("tries has to be a whole number above 0.")

    @property
    def exists(self) -> bool:
        """Whether the statement is existential: no, it is about every instance."""
        return False

    @property
    def text(self) -> str | None:
        """The statement in the language of statements; None if that cannot express it."""
        return None

    def instances(self, seed: int = 0) -> Iterator[Any]:
        """Yield instances without end, edge cases first; the same seed gives the same ones."""
        random = Random(seed)  # not for cryptography
        for number in count():
            yield self.draw(number, random)

    @abstractmethod
    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on an instance."""

    def trial(self, number: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `number` instances, edge cases first."""
        return trial_of(self.instances(seed), self.judge, number, seed)


# --- statements about closed-form mechanisms ------------------------------------------------------

Draw = Callable[[int, Random], Levels]


@dataclass(frozen=True)
class Specific(SampledStatement):
    """A statement about one or two closed-form mechanisms, every prior and all levels.

    Parameters
    ----------
    statement : a statement about X->Y, where X is the secret and Y the answer of the first
        mechanism, and about X->Z if there is a second.
    mechanisms : one or two mechanisms.
    draw : returns the instance of a number, edge cases first.
    tries : the number of instances on which a ledger check evaluates the statement.
    """

    statement: Statement
    mechanisms: tuple[Mechanism | Matrix, ...]
    draw: Draw = field(compare=False)
    tries: int = field(default=200, compare=False)

    def __post_init__(self) -> None:
        check_part("statement", self.statement, Statement, "a Statement, as parse gives it")
        _check_mechanisms(self.mechanisms)
        self._refuse_other_draws()
        said_of = _with_answers(self.statement)
        object.__setattr__(self, "statement", said_of)
        if said_of.has_holes or said_of.both_ways:
            raise StatementError("A statement about a mechanism has neither a hole ? nor <=>.")
        self._check_variables()
        missing = frozenset().union(*(one.parameters for one in self.mechanisms))
        if not missing <= set(said_of.parameters):
            raise StatementError("A parameter of a mechanism does not occur in the statement.")
        named = {
            part for term in said_of.terms for part in walk(term) if isinstance(part, OfAnswer)
        }
        if named and not all(one.says_only_secrets for one in self.mechanisms):
            raise StatementError("p_y, q_y, p_z, q_z are of answers that are secrets.")

    def _check_variables(self) -> None:
        """Refuse variables without a mechanism, and structure that mechanisms do not have."""
        if len(self.statement.variables) - 1 != len(self.mechanisms):
            raise StatementError(
                f"The statement is about {listed(self.statement.variables[1:])}, but names a "
                f"mechanism for {listed('YZ'[: len(self.mechanisms)])}."
            )
        if any(isinstance(part, (Markov, Independent)) for part in self.statement.structure):
            raise StatementError("The answers are independent given the secret, and nothing else.")

    @property
    def about(self) -> type:
        """The class of the instances."""
        return Levels

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters to which an instance has to give values."""
        return tuple(self.statement.parameters)

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        names = " and ".join(one.name for one in self.mechanisms)
        found = shape_of(self.statement)
        return replace(found, over=f"{names} {found.over}")

    @property
    def text(self) -> str | None:
        """The statement in the language, if that has names for its mechanisms; else None."""
        # imported when used: tests put a wrong formula in its place
        from pmlsym.statements.specific.named import form_of

        forms = [form_of(one, self.parameters) for one in self.mechanisms]
        if not all(forms):
            return None
        front = self._binders(forms)
        return f"{front}{'; ' if self.statement.structure else ': '}{self.statement}"

    def _binders(self, forms: Sequence[str]) -> str:
        """Return the text of the mechanisms."""
        named = zip("YZ", forms, strict=False)
        return "; ".join(f"X->{variable} is {form}" for variable, form in named)

    def __str__(self) -> str:
        return self.text or self.words()

    @property
    def domain(self) -> str:
        """The quantifier over the instances in English."""
        least, most = self.statement.size
        alphabet = "every finite alphabet of at least two secrets"
        if least == most:
            alphabet = f"every alphabet of {least} secrets"
        known = self.statement.prior
        prior = "every prior with positive entries" if known is None else f"the {known}"
        if known is not None and not known.masses:
            prior = "the uniform prior"
        return listed([alphabet, prior, *self._described()])

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        several = len(self.mechanisms) > 1
        these = "these are mechanisms" if several else "this is a mechanism"
        said = in_words(self.statement, listed(self._described()))
        return f"{said} Claimed as well: {these}, no entry negative, every row of sum one."

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        shown = r",\; ".join(self._latex())
        return rf"{shown}:\quad {in_latex(self.statement)}"

    def _latex(self) -> list[str]:
        return [one.latex(v) for one, v in zip(self.mechanisms, "YZ", strict=False)]

    def _described(self) -> list[str]:
        return [one.words(v) for one, v in zip(self.mechanisms, "YZ", strict=False)]

    def covers(self, instance: object) -> bool:
        """Whether an object is a prior with levels for all parameters of the statement."""
        return type(instance) is Levels and set(self.parameters) <= instance.parameters.keys()

    def judge(self, instance: object) -> Judgement:
        """Build the mechanism on an instance, and evaluate the statement on its joint law.

        Raises
        ------
        ParameterError
            If the object is no Levels, or lacks a parameter.
        """
        if not isinstance(instance, Levels) or not self.covers(instance):
            kind = type(instance).__name__
            raise ParameterError(f"The instance is a {kind}, but has to be Levels with all levels.")
        prior = Law.of_fractions((len(instance.prior), 1), instance.prior)
        if missing := unmet(self._on_prior, Model(prior, instance.parameters)):
            return Judgement(False, None, ConditionCheck(missing, False))
        before = AtAnswers(prior, instance.parameters)
        outside = check_all([c for c in self.statement.where if not _variables(c)], before)
        if outside is not None and not outside.true:
            return Judgement(outside.true, None, _check_of(outside))
        try:
            law = self.law(instance)
        except (Undefined, Unseparated) as reason:
            told = None if isinstance(reason, Unseparated) else False
            outside = self._of_secrets(instance)
            if outside is not None and not outside.true:
                # without the entries it is unknown which answers are possible
                applies = None if told is None else outside.true
                return Judgement(applies, None, _check_of(outside))
            return Judgement(
                True, told, ConditionCheck("it is a mechanism", told, reason=str(reason))
            )
        here = AtAnswers(law, instance.parameters)
        given = check_all((*self.statement.where, *self.statement.required), here)
        if given is not None and not given.true:
            return Judgement(given.true, None, _check_of(given))
        found = check_all(self.statement.claimed, here)
        assert found is not None
        return Judgement(True, found.true, _check_of(found))

    @cached_property
    def _on_prior(self) -> Statement:
        """The statement with the structure of the prior alone."""
        of_prior = tuple(p for p in self.statement.structure if isinstance(p, Alphabet | Prior))
        return replace(self.statement, structure=of_prior)

    def _of_secrets(self, instance: Levels) -> Check | None:
        """Check the conditions on p_y and p_z alone, which restrict where entries are evaluated."""
        provided = [c for c in self.statement.where if _variables(c) and _is_of_secrets(c)]
        if not provided:
            return None
        secrets, answers = len(instance.prior), len(self.mechanisms)
        share = Fraction(1, secrets**answers)  # every answer is possible
        masses = [mass * share for mass in instance.prior for _ in range(secrets**answers)]
        anything = Law.of_fractions((secrets,) * (1 + answers), masses)
        return check_all(provided, AtAnswers(anything, instance.parameters))

    def law(self, instance: Levels) -> Law:
        """Return the joint law of the secret and the answers, which are independent given it.

        Raise Undefined if the entries are not those of a mechanism.
        """
        return _joint_law(self.mechanisms, instance)


@lru_cache(maxsize=4096)  # a mechanism has many statements, which are tested on the same instances
def _joint_law(mechanisms: tuple[Mechanism | Matrix, ...], instance: Levels) -> Law:
    kernels = [one.rows(instance.prior, instance.parameters) for one in mechanisms]
    joint = [
        prod(entries, start=mass)
        for x, mass in enumerate(instance.prior)
        for entries in product(*(rows[x] for rows in kernels))
    ]
    return Law.of_fractions((len(instance.prior), *(len(rows[0]) for rows in kernels)), joint)


def _check_mechanisms(given: object) -> None:
    if (
        not given
        or not isinstance(given, tuple)
        or not all(isinstance(one, Mechanism | Matrix) for one in given)
    ):
        raise StatementError("The mechanisms of a statement have to be a tuple of Mechanism(...).")


def _variables(condition: Condition) -> frozenset[str]:
    return condition.left.variables | condition.right.variables


def _is_of_secrets(condition: Condition) -> bool:
    """Whether a condition mentions answers only in p_y and p_z."""
    return all(
        isinstance(part, OfAnswer) and part.name.startswith("p_")
        for part in condition.parts
        if part.variables and not part.parts
    )


def _check_of(found: Check) -> ConditionCheck:
    return ConditionCheck(
        found.place.partition(":")[0], found.true, found.left, found.right, found.reason
    )


def about(text: str, *mechanisms: Mechanism | Matrix, draw: Draw, tries: int = 200) -> Specific:
    """Return the statement about mechanisms that a text says.

    Parameters
    ----------
    text : in the language of statements; where answers are secrets, with ``p_y`` for the prior
        probability of the secret y, and ``q_y`` for the probability of the answer y.
    mechanisms : the mechanism X->Y, and perhaps a mechanism X->Z.
    draw : returns the instance of a number, edge cases first.
    tries : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    ParseError
        If the text is no statement.
    StatementError
        If the statement does not fit the mechanisms.
    """
    return about_mechanisms(parse(text), mechanisms, draw, tries)


def about_mechanisms(
    spoken: Statement,
    mechanisms: tuple[Mechanism | Matrix, ...],
    draw: Draw,
    tries: int = 200,
) -> Specific:
    """Return the statement about mechanisms, with their conditions as preconditions.

    Raises
    ------
    StatementError
        If the statement does not fit the mechanisms.
    """
    _check_mechanisms(mechanisms)
    found, ranges = _with_answers(spoken), not_negative(mechanisms, spoken.parameters)
    where = (*found.where, *(c for one in mechanisms for c in one.conditions), *ranges)
    sizes = (Alphabet("=", one.secrets) for one in mechanisms if one.secrets)
    found = replace(
        found,
        where=tuple(dict.fromkeys(where)),
        structure=tuple(dict.fromkeys((*found.structure, *sizes))),
    )
    return Specific(found, mechanisms, draw, tries)


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
