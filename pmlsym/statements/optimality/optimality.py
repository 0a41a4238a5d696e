"""Optimality of a closed-form mechanism among those with a guarantee, for every utility."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion import ConditionCheck, Judgement
from pmlsym.statements.clauses import Alphabet
from pmlsym.statements.definitions import OF_ANSWER
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.finite import shape_of
from pmlsym.statements.model import Model
from pmlsym.statements.optimality.designed import Designed
from pmlsym.statements.readable import Relation, Shape
from pmlsym.statements.reading import check_all, unmet
from pmlsym.statements.specific.mechanism import Mechanism, not_negative
from pmlsym.statements.specific.specific import SampledStatement
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.latex import in_latex
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.text.words import in_words
from pmlsym.statements.values import Undefined, Unseparated, holds

Draw = Callable[[int, Random], Designed]
_UTILITY = (
    "every sub-convex utility U (the sum over the outcomes y of one function of P(y|.), which is "
    "convex and positively homogeneous)"
)


@dataclass(frozen=True)
class Optimality(SampledStatement):
    """The claim that a closed-form mechanism X->Z has the largest utility among mechanisms X->Y.

    The X->Y range over all mechanisms that meet given conditions, and the utilities over all
    sub-convex ones. The claim includes that X->Z is a mechanism, not that it meets the conditions.

    Parameters
    ----------
    given : the conditions and guarantees that X->Y meets, in the place of a conclusion.
    mechanism : the mechanism X->Z, whose answers are the secrets.
    draw : returns the instance of a number, edge cases first.
    tries : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    StatementError
        If the parts do not fit together.
    """

    given: Statement
    mechanism: Mechanism
    draw: Draw
    tries: int = 100

    def __post_init__(self) -> None:
        check_part("given", self.given, Statement, "a Statement, as parse gives it")
        if not isinstance(self.mechanism, Mechanism) or not self.mechanism.says_secrets:
            raise StatementError("The mechanism has to be a Mechanism(...) that says secrets.")
        self._refuse_other_draws()
        given = self.given
        if given.hypotheses or given.both_ways or given.has_holes:
            raise StatementError(f"{given} has to be conditions and guarantees, without an arrow.")
        if "Z" in given.variables or not all(isinstance(one, Alphabet) for one in given.structure):
            raise StatementError(f"{given} has to be about X->Y alone, for every prior.")
        if given.size[0] < 2:  # with one secret, which is then the only answer, nothing leaks
            raise StatementError(f"{given} speaks of a single secret: say |X| >= 2.")
        if clash := sorted({*given.parameters} & {*OF_ANSWER}):
            raise StatementError(f"{clash[0]} is a probability of an answer: rename the parameter.")
        if not self.mechanism.parameters <= set(given.parameters):
            raise StatementError("The statement has to contain all parameters of the mechanism.")

    @classmethod
    def of(cls, text: str, mechanism: Mechanism, *, draw: Draw, tries: int = 100) -> Optimality:
        """Return the statement with conditions from text, and the mechanism's own preconditions.

        Raises
        ------
        ParseError
            If the text is no statement.
        """
        spoken = parse(text)
        ranges = not_negative((mechanism,), spoken.parameters)
        where = tuple(dict.fromkeys((*spoken.where, *mechanism.conditions, *ranges)))
        return cls(replace(spoken, where=where), mechanism, draw, tries)

    @property
    def about(self) -> type:
        """The class of the instances."""
        return Designed

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters to which an instance has to give values."""
        return tuple(self.given.parameters)

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        found = shape_of(self.given)
        said = Relation("U(X->Y)", "<=", f"U({self.mechanism.name})")
        return Shape(self.mechanism.name, found.hypotheses | found.conclusion, frozenset({said}))

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        worth = f"U(X->Y) <= U(X->Z) for {_UTILITY}, where X->Z is {self.mechanism.words('Z')}"
        worth += ", and that is a mechanism"
        return in_words(self.given, then=worth)

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        z = self.mechanism.latex("Z")
        worth = r"U(P_{Y \mid X}) \le U(P_{Z \mid X})"
        return rf"{z}:\quad {in_latex(self.given, then=worth)}"

    def covers(self, instance: object) -> bool:
        """Whether an object is a Designed with levels for all parameters of the statement."""
        return isinstance(instance, Designed) and {*self.parameters} <= instance.parameters.keys()

    def judge(self, instance: object) -> Judgement:
        """Compare the utilities of the instance's mechanism and of the closed-form one.

        Raises
        ------
        ParameterError
            If the object is no Designed, or lacks a parameter.
        """
        if not isinstance(instance, Designed) or not self.covers(instance):
            kind = type(instance).__name__
            raise ParameterError(
                f"The instance is a {kind}, but has to be Designed with all levels."
            )
        if missing := unmet(self.given, Model(instance.law, instance.parameters)):
            return Judgement(False, None, ConditionCheck(missing, False))
        here = Evaluation(instance.law, instance.parameters)
        found = check_all((*self.given.where, *self.given.claimed), here)
        if found is not None and not found.true:
            sides = (found.left, found.right, found.reason)
            return Judgement(
                found.true, None, ConditionCheck(str(found.condition), found.true, *sides)
            )
        try:
            rows = self.mechanism.rows(instance.prior, instance.parameters)
        except (Undefined, Unseparated) as reason:
            told = None if isinstance(reason, Unseparated) else False
            return Judgement(
                True, told, ConditionCheck("it is a mechanism", told, reason=str(reason))
            )
        mine, other = instance.worth(instance.kernel), instance.worth(rows)
        true = holds(mine, "<=", other)
        return Judgement(True, true, ConditionCheck("U(X->Y) <= U(X->Z)", true, mine, other))
