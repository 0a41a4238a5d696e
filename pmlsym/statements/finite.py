"""Statements of the language about finite mechanisms, ready to be evaluated and tested."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pmlsym.errors import ParameterError
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Relation, Shape, Trial, leaves_out_small
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.search import try_models
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet
from pmlsym.statements.terms import Number, OfPrior, Parameter
from pmlsym.statements.text.latex import name_latex
from pmlsym.statements.text.vocabulary import TURNED, StatementError

_TRIES, _LARGE = 200, 12  # tests, for models of up to 12 secrets


@dataclass(frozen=True)
class Finite:
    """A statement about every finite mechanism, or about some, with its models.

    Parameters
    ----------
    statement : a statement without holes.
    exists : whether the claim is existential: for some mechanism and some values of the parameters,
        structure, `where`, hypotheses and conclusion all hold.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(Finite(parse("n >= 2")).words())
    For every finite alphabet of at least two secrets, every prior with positive entries and every
    mechanism: n is at least 2. Here n is the number of secrets; logarithms are natural.
    """

    statement: Statement
    exists: bool = False

    def __post_init__(self) -> None:
        if self.statement.binders:
            raise StatementError(f"{self.statement} has binders: said(text) is about these.")
        if self.statement.has_holes:
            raise StatementError("A statement with a hole ? claims nothing: fill it first.")
        if type(self.exists) is not bool:
            raise StatementError("`exists` has to be True or False.")
        if self.exists and self.statement.both_ways:
            raise StatementError("That something exists is no equivalence: choose one of the two.")

    @property
    def text(self) -> str | None:
        """The statement in the language; None if it is existential, which has no syntax."""
        return None if self.exists else str(self.statement)

    @property
    def tries(self) -> int:
        """The number of models on which a ledger check evaluates it: fewer if they are large."""
        return max(5, min(_TRIES, _TRIES * _LARGE // self.statement.size[0]))

    @property
    def about(self) -> type:
        """The class of the instances."""
        return Model

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters to which an instance has to give values."""
        return tuple(self.statement.parameters)

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        return shape_of(self.statement, self.exists)

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        if not self.exists:
            return self.statement.words()
        return f"There are a finite mechanism and numbers with: {self._met}."

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        if not self.exists:
            return self.statement.latex()
        joint = "P_{XYZ}" if "Z" in self.statement.variables else r"P_X,\ P_{Y\mid X}"
        quantified = r",\ ".join((joint, *map(name_latex, self.statement.parameters)))
        return rf"\exists\, {quantified}:\quad {self._met.latex()}"

    @property
    def _met(self) -> Statement:
        """Hypotheses and conclusion as one conjunction, which an existential claim asserts."""
        said_of = self.statement
        if said_of.both_ways:  # an equivalence holds where both sides do, and where neither does
            return said_of
        together = dict.fromkeys((*said_of.hypotheses, *said_of.conclusion))
        return replace(said_of, hypotheses=(), conclusion=tuple(together))

    def covers(self, instance: object) -> bool:
        """Whether an object is a Model with the statement's variables and parameters."""
        return (
            isinstance(instance, Model)
            and len(self.statement.variables) <= len(instance.law.shape)
            and set(self.parameters) <= instance.parameters.keys()
        )

    def judge(self, instance: object) -> Reading:
        """Evaluate the statement on a model."""
        if not isinstance(instance, Model):
            kind = type(instance).__name__
            raise ParameterError(f"The instance is a {kind}, but the statement is about a Model.")
        return read(self.statement, instance)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` models, edge cases first."""
        return try_models(self.statement, count, seed, exists=self.exists)


def shape_of(said_of: Statement, exists: bool = False) -> Shape:
    """Return quantifier, hypotheses and conclusion of a statement, to compare it with another.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> shape_of(parse("PML(e) => PMC(e)")).over
    '=>'
    """
    sizes = [p for p in said_of.structure if isinstance(p, Alphabet)]
    others = [str(p) for p in said_of.structure if not isinstance(p, Alphabet)]
    hypotheses = {_relation(clause) for clause in (*said_of.hypotheses, *said_of.where)}
    # |X| >= 3 excludes the smallest sizes; |X| = 3 excludes all but one
    hypotheses |= {Relation("|X|", p.sign, str(p.size), p.sign == ">=") for p in sizes}
    hypotheses |= {Relation(part, "", "") for part in others}
    hypotheses |= {Relation(name, ">=", "0") for name in said_of.nonnegative}
    return Shape(
        "<=>" if said_of.both_ways else "=>",
        frozenset(hypotheses),
        frozenset(_relation(clause) for clause in said_of.conclusion),
        exists,
    )


def _relation(clause: Clause) -> Relation:
    if isinstance(clause, GuaranteeClause):
        return Relation(str(clause), "", "")
    left, sign, right = clause.left, clause.sign, clause.right
    if isinstance(left, Number) and isinstance(right, Parameter):  # 0 < e says what e > 0 does
        left, sign, right = right, TURNED[sign], left
    return Relation(str(left), sign, str(right), _of_sizes(clause))


def _of_sizes(condition: Condition) -> bool:
    """Whether a condition excludes the smallest numbers of secrets, or a single one."""
    left, right = condition.terms
    above = left == OfPrior("n") and isinstance(right, Number)
    below = right == OfPrior("n") and isinstance(left, Number)
    return leaves_out_small(condition.sign, above, below)
