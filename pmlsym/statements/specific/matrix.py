r"""Closed-form mechanisms with many different columns, given by a matrix and known measures.

The rows of such a mechanism are computed on an instance, for its number of secrets. Of statements
about every number of secrets only those are reduced that are about its known measures, each of
which is a term in n and the parameter, with the reason why it has this value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.clauses import Condition
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.specific.levels import Masses
from pmlsym.statements.terms import OfPrior, Parameter, Term, walk
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts
from pmlsym.statements.values import Undefined, Unseparated, Value

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class KnownMeasure:
    """A measure of a mechanism at its worst outcome, or of the whole channel, with its value.

    Parameters
    ----------
    kind : the name of the measure.
    value : a term in n and the parameter.
    reason : why it has this value, whatever the prior.
    """

    kind: str
    value: str
    reason: str

    def __post_init__(self) -> None:
        refuse_other_texts("a known measure", kind=self.kind, value=self.value, reason=self.reason)
        if self.kind not in MEASURES and self.kind not in AVERAGES:
            raise StatementError(f"{self.kind} is no measure.")

    @property
    def term(self) -> Term:
        """The value."""
        return parse_term(self.value)


@dataclass(frozen=True)
class Matrix:
    """A mechanism given by its matrix, for every number of secrets.

    Parameters
    ----------
    name : the name in a sentence, with its article if it needs one.
    level : the parameter, at least 0.
    base : a term in the parameter, of which the entries are rational functions.
    kernel : returns the rows, for the number of secrets and the value of `base`.
    known : measures with their values.
    entry : the description of the entries in words.
    parts : 2 if `base` is exp of half the parameter, so that exp of it has to be a square.

    Examples
    --------
    >>> def coin(secrets, base):
    ...     return ((base / (1 + base), 1 / (1 + base)),) * secrets
    >>> Matrix("a coin", "r", "exp(r)", coin, (), "the secret plays no role").parameters
    frozenset({'r'})
    """

    name: str
    level: str
    base: str
    kernel: Callable[[int, Fraction], Rows]
    known: tuple[KnownMeasure, ...]
    entry: str
    parts: int = 1

    says_secrets = says_only_secrets = False
    secrets = 0
    numbers: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        refuse_other_texts("a mechanism", name=self.name, base=self.base, entry=self.entry)
        plain = (Parameter(self.level), OfPrior("n"))
        for term in (parse_term(self.base), *(one.term for one in self.known)):
            if any(part not in plain for part in walk(term) if _is_name(part)):
                raise StatementError(f"{term} is no term in n and {self.level}.")

    @property
    def parameters(self) -> frozenset[str]:
        """The name of the parameter."""
        return frozenset((self.level,))

    def known_of(self, kind: str) -> KnownMeasure | None:
        """Return what is known of a measure, or None."""
        return next((one for one in self.known if one.kind == kind), None)

    def rows(self, prior: Masses, parameters: Mapping[str, Value]) -> Rows:
        """Return the kernel, one row for each secret.

        Raises
        ------
        Undefined
            If an entry is negative.
        Unseparated
            If an entry is irrational, as joint laws hold rational numbers only.
        """
        here = Evaluation(Law.of_fractions((len(prior), 1), prior), parameters)
        base = here.value(parse_term(self.base))
        if type(base) is not Fraction:
            raise Unseparated(f"an entry of {self.name} that is no rational number")
        rows = self.kernel(len(prior), base)
        if min(map(min, rows)) < 0:
            raise Undefined(f"a row of {self.name} that is no probability distribution")
        return rows

    def words(self, variable: str) -> str:
        """Return the mechanism in English; its outcome is the variable Y or Z."""
        return f"{self.name} from X to {variable} ({self.entry})"

    def latex(self, variable: str) -> str:
        """Return the mechanism for math mode."""
        level = term_latex(Parameter(self.level))
        return rf"P_{{{variable} \mid X}}\text{{ is {self.name} with }}{level}"


def _is_name(term: Term) -> bool:
    """Whether a term is a name or a quantity, and no number."""
    return not term.parts and (isinstance(term, Parameter | OfPrior) or bool(term.variables))
