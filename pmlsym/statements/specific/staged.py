r"""Chains X - Y - Z of which one stage, or both, is a closed-form mechanism.

A stage that is not named is any kernel: that from X to Y, or that from Y to Z.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.rationals import Table, table
from pmlsym.statements.law import Law
from pmlsym.statements.specific.levels import Levels, Masses
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.specific.mechanism import Mechanism, not_negative
from pmlsym.statements.specific.specific import Draw, Specific
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Markov, Prior
from pmlsym.statements.terms import OfAnswer, OfPrior, walk
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Undefined, Unseparated

CHAIN = Markov(("X", "Y", "Z"))
_STAGES = {"Y": "X->Y", "Z": "Y->Z"}


@dataclass(frozen=True)
class StagedLevels(Levels):
    """A prior and levels, with the rows of the stage of a chain that is not named.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(StagedLevels((half, half), (), (("f", half),), ((1, 0), (half, half))))
    prior (1/2, 1/2), f = 1/2, kernel (1, 0; 1/2, 1/2)
    """

    kernel: Table = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        rows = table("kernel", self.kernel)
        if any(min(row) < 0 or sum(row) != 1 for row in rows):
            raise ParameterError("kernel has to consist of rows that are distributions.")
        vars(self).update(kernel=rows)

    def as_dict(self) -> dict[str, object]:
        """Return prior, kernel and levels as exact text, for JSON."""
        return {**super().as_dict(), "kernel": [list(map(str, row)) for row in self.kernel]}

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        return f"{super().__str__()}, kernel ({rows})"


@dataclass(frozen=True)
class Staged(Specific):
    """A statement about a chain X - Y - Z, of which some stages are closed-form mechanisms.

    Parameters
    ----------
    stages : the outcome of the stage of each mechanism: ``("Y",)``, ``("Z",)`` or both.
    """

    stages: tuple[str, ...] = ("Y", "Z")

    def __post_init__(self) -> None:
        if self.stages not in (("Y",), ("Z",), ("Y", "Z")):
            raise StatementError("The stages of a chain are X->Y and Y->Z.")
        if CHAIN not in self.statement.structure:
            raise StatementError("A mechanism from Y to Z belongs to a chain: write X - Y - Z;.")
        for one in self.mechanisms[len(self.mechanisms) - ("Z" in self.stages) :]:
            if not isinstance(one, Mechanism) or not is_free(one):
                raise StatementError(f"{one.name} is not supported as the stage Y->Z.")
            if one.secrets and len(self.stages) == 2 and _width(self.mechanisms[0]) != one.secrets:
                raise StatementError(
                    f"As the stage Y->Z, {one.name} needs {one.secrets} values of Y, and "
                    f"{self.mechanisms[0].name} has another number of outcomes."
                )
        super().__post_init__()

    def _binders(self, forms: Sequence[str]) -> str:
        """Return the text of the mechanisms."""
        named = zip(self.stages, forms, strict=True)
        return "; ".join(f"{_STAGES[stage]} is {form}" for stage, form in named)

    def _check_variables(self) -> None:
        """Refuse what a chain has no value for."""
        if any(isinstance(part, OfAnswer) for term in self.statement.terms for part in walk(term)):
            raise StatementError("p_y and q_y are of mechanisms from X, and not of a chain.")
        if any(part for part in self.statement.structure if part != CHAIN and _is_other(part)):
            raise StatementError("A chain X - Y - Z has no further independent variables.")

    @property
    def about(self) -> type:
        """The class of the instances."""
        return Levels if len(self.stages) == 2 else StagedLevels

    def _latex(self) -> list[str]:
        named = zip(self.stages, self.mechanisms, strict=True)
        return [
            one.latex(stage).replace(r"\mid X}", rf"\mid {_STAGES[stage][0]}}}")
            for stage, one in named
        ]

    def _described(self) -> list[str]:
        found = []
        for stage, channel in _STAGES.items():
            if stage not in self.stages:
                found.append(f"every kernel from {channel[0]} to {stage}")
                continue
            one = self.mechanisms[self.stages.index(stage)]
            found.append(one.words(stage).replace("from X", f"from {channel[0]}"))
        return found

    def covers(self, instance: object) -> bool:
        """Whether an object is a prior with levels, and with rows for a stage without a name."""
        if type(instance) is not self.about or not isinstance(instance, Levels):
            return False
        fits = self.mechanisms[-1].secrets if self.stages == ("Z",) else 0
        if fits and isinstance(instance, StagedLevels) and len(instance.kernel[0]) != fits:
            return False
        return set(self.parameters) <= instance.parameters.keys()

    def law(self, instance: Levels) -> Law:
        """Return the joint law of the chain; raise Undefined if its stages do not fit."""
        kernels: dict[str, Table] = {}
        for stage, one in zip(self.stages, self.mechanisms, strict=True):
            size = len(instance.prior)
            if stage == "Z":
                rows: Table = kernels["Y"] if "Y" in kernels else _kernel(instance)
                size = len(rows[0])
                if isinstance(one, Mechanism) and one.secrets not in (0, size):
                    raise Undefined(f"{one.name} for {size} values of Y")
            prior: Masses = instance.prior if stage == "Y" else (Fraction(1, size),) * size
            kernels[stage] = one.rows(prior, instance.parameters)
        for stage in {"Y", "Z"} - kernels.keys():
            kernels[stage] = _kernel(instance)
        first, second = kernels["Y"], kernels["Z"]
        if len(first) != len(instance.prior) or len(second) != len(first[0]):
            raise Undefined("a kernel for another number of values")
        joint = [
            mass * chance * last
            for mass, row in zip(instance.prior, first, strict=True)
            for chance, then in zip(row, second, strict=True)
            for last in then
        ]
        return Law.of_fractions((len(instance.prior), len(second), len(second[0])), joint)


def _width(one: Mechanism | Matrix) -> int:
    """Return the number of outcomes for two secrets."""
    if isinstance(one, Matrix):
        return len(one.kernel(2, Fraction(1, 2))[0])
    return len(one.constants) + (2 if one.says_secrets else len(one.answers))


def _kernel(instance: Levels) -> Table:
    return instance.kernel if isinstance(instance, StagedLevels) else ()


def _is_other(part: object) -> bool:
    return not isinstance(part, Alphabet | Prior)


def is_free(mechanism: Mechanism) -> bool:
    """Whether the entries of a mechanism depend on no prior.

    Examples
    --------
    >>> from pmlsym.statements.specific.named import binary_symmetric, redraw
    >>> is_free(binary_symmetric("f")), is_free(redraw("l"))
    (True, False)
    """
    parts = [part for entry in mechanism.entries for part in walk(entry)]
    fixed = (OfPrior("pmin"), OfPrior("pmax"))
    return not any(isinstance(part, OfAnswer) or part in fixed for part in parts)


def about_stages(
    spoken: Statement,
    stages: tuple[str, ...],
    mechanisms: tuple[Mechanism | Matrix, ...],
    draw: Draw,
) -> Staged:
    """Return the statement about a chain, with the conditions of its mechanisms.

    Raises
    ------
    StatementError
        If the statement does not fit the mechanisms.
    """
    ranges = not_negative(mechanisms, spoken.parameters)
    conditions: list[Condition] = [c for one in mechanisms for c in one.conditions]
    # where both stages are named, Y has as many values as X
    sized = [one for one, z in zip(mechanisms, stages, strict=True) if len(stages) == 2 or z == "Y"]
    sizes = (Alphabet("=", one.secrets) for one in sized if one.secrets)
    found = replace(
        spoken,
        where=tuple(dict.fromkeys((*spoken.where, *conditions, *ranges))),
        structure=tuple(dict.fromkeys((*spoken.structure, *sizes))),
    )
    return Staged(found, mechanisms, draw, stages=stages)


def any_stages(
    levels: Draw, stages: tuple[str, ...], mechanisms: Sequence[Mechanism | Matrix]
) -> Draw:
    """Return a function that samples instances, with rows of the stage that is not named."""

    def draw(number: int, random: Random) -> Levels:
        found = levels(number, random)
        if len(stages) == 2:
            return found
        (one,) = mechanisms
        rows, columns = len(found.prior), random.choice((2, 2, 3))
        if stages == ("Z",):
            columns = one.secrets or columns
        else:
            with suppress(Undefined, Unseparated):  # then no instance is a mechanism
                rows = len(one.rows(found.prior, found.parameters)[0])
        choices = (0, 0, 1, 1, 2, 5) if number % 2 else (1, 1, 2, 4)
        kernel = []
        for row in range(rows):
            weights = [random.choice(choices) for _ in range(columns)]
            if number % 5 == 0:
                weights = [int(column == row % columns) for column in range(columns)]
            total = sum(weights) or 1
            weights[0] += not sum(weights)
            kernel.append(tuple(Fraction(weight, total) for weight in weights))
        return StagedLevels(found.prior, found.levels, found.numbers, tuple(kernel))

    return draw
