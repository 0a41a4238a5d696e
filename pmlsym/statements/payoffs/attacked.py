"""Instances of statements about payoffs: a joint law, an outcome, and payoffs of adversaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pmlsym.errors import ParameterError
from pmlsym.given import refused, whole
from pmlsym.statements.binders import MASS
from pmlsym.statements.evaluation import NO_CHANNEL, Evaluation
from pmlsym.statements.instances.attack.adversary import line, lines, texts
from pmlsym.statements.instances.rationals import Row, Table, listed, named, of_class, table
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.terms import Term
from pmlsym.statements.values import (
    ZERO,
    Infinite,
    Undefined,
    Unseparated,
    Value,
    exact_text,
    sign_of,
)


@dataclass(frozen=True)
class Played:
    """A named payoff: a randomized function U of X, and a table of costs or gains of (u, w).

    Parameters
    ----------
    name : the name of the payoff.
    function : P(u|x), a row for each secret.
    payoff : nonnegative numbers, a row for each u, an entry for each choice w.
    """

    name: str
    function: Table
    payoff: Table

    def __post_init__(self) -> None:
        if type(self.name) is not str or not self.name:
            raise refused("name", self.name, "the name of a payoff")
        function = kernel("function", self.function)
        payoff = table("payoff", self.payoff, len(function[0]), least=0)
        vars(self).update(function=function, payoff=payoff)

    def __str__(self) -> str:
        return f"{self.name}: P(u|x) {lines(self.function)}, payoff(u, w) {lines(self.payoff)}"


@dataclass(frozen=True)
class Attacked:
    """A joint law of X, Y and Z, an outcome (y, z), and payoffs.

    Parameters
    ----------
    joint : P(x, y, z), a row for each secret, z changing fastest.
    sides : the number of values of Z; 1 if there is no side information.
    outcome, side : y and z, with P(y, z) > 0.
    payoffs : the payoffs over which a statement quantifies.
    parameters : values of parameters by name.

    Examples
    --------
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> instance = Attacked(((half, ZERO), (quarter, quarter)), 1, 0, 0)
    >>> line(instance.prior), line(instance.posterior), instance.chance(0)
    ('(1/2, 1/2)', '(2/3, 1/3)', Fraction(3, 4))
    """

    joint: Table
    sides: int
    outcome: int
    side: int
    payoffs: tuple[Played, ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        joint = table("joint", self.joint)
        distribution("joint, all of it,", [mass for row in joint for mass in row])
        sides = whole("sides", self.sides, least=1, most=len(joint[0]))
        if len(joint[0]) % sides:
            raise ParameterError(
                f"joint has rows of {len(joint[0])}, but these have to be a multiple of {sides}."
            )
        outcome = whole("outcome", self.outcome, least=0, most=len(joint[0]) // sides - 1)
        side = whole("side", self.side, least=0, most=sides - 1)
        if not any(row[outcome * sides + side] for row in joint):
            raise ParameterError(f"outcome is {outcome}, but impossible where side is {side}.")
        payoffs = () if self.payoffs == () else listed("payoffs", self.payoffs)
        for i, one in enumerate(payoffs):
            of_class(f"payoffs[{i}]", one, (Played,))
            if len(one.function) != len(joint):
                raise ParameterError(
                    f"payoffs[{i}] has a function of {len(one.function)} secrets, but there are "
                    f"{len(joint)}."
                )
        named("payoffs", [(one.name, one) for one in payoffs] or ())
        values = exact_parameters(dict(named("parameters", self.parameters)))
        vars(self).update(
            joint=joint,
            sides=sides,
            outcome=outcome,
            side=side,
            payoffs=payoffs,
            parameters=tuple(values.items()),
        )

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """The secrets that are possible given z."""
        return tuple(x for x, row in enumerate(self.joint) if any(row[self.side :: self.sides]))

    @cached_property
    def _known(self) -> Table:
        """P(x, y|z), a row for each allowed secret."""
        rows = [self.joint[x][self.side :: self.sides] for x in self.allowed]
        total = sum(map(sum, rows))
        return tuple(tuple(mass / total for mass in row) for row in rows)

    @cached_property
    def prior(self) -> Row:
        """P(x|z), for the allowed secrets."""
        return tuple(sum(row, ZERO) for row in self._known)

    def chance(self, y: int) -> Fraction:
        """Return P(y|z)."""
        return sum((row[y] for row in self._known), ZERO)

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The outcomes that are possible given z."""
        return tuple(y for y in range(len(self._known[0])) if self.chance(y))

    def after(self, y: int) -> Row:
        """P(x|y, z), for the allowed secrets."""
        chance = self.chance(y)
        return tuple(row[y] / chance for row in self._known)

    @cached_property
    def posterior(self) -> Row:
        """P(x|y, z) at the outcome of the instance."""
        return self.after(self.outcome)

    def likelihoods(self, y: int) -> Row:
        """P(y|x, z), for the allowed secrets."""
        return tuple(row[y] / p for row, p in zip(self._known, self.prior, strict=True))

    def of_allowed(self, table: Table) -> Table:
        """Return the rows of the allowed secrets."""
        return tuple(table[x] for x in self.allowed)

    @cached_property
    def is_chain(self) -> bool:
        """Whether Z depends on X through Y alone."""
        width = range(0, len(self.joint[0]), self.sides)
        for y in width:
            cells = [row[y : y + self.sides] for row in self.joint]
            of_z = [sum(column, ZERO) for column in zip(*cells, strict=True)]
            total = sum(of_z, ZERO)
            if any(
                mass * total != sum(row, ZERO) * of_z[z]
                for row in cells
                for z, mass in enumerate(row)
            ):
                return False
        return True

    def through(self, variable: str) -> Attacked:
        """Return the instance of X->Y, or of X->Z, without the other outcome."""
        width = len(self.joint[0])
        if variable == "Z":
            rows = [[row[z :: self.sides] for z in range(self.sides)] for row in self.joint]
        else:
            starts = range(0, width, self.sides)
            rows = [[row[y : y + self.sides] for y in starts] for row in self.joint]
        joint = tuple(tuple(sum(cells, ZERO) for cells in row) for row in rows)
        outcome = self.side if variable == "Z" else self.outcome
        return Attacked(joint, 1, outcome, 0, self.payoffs, self.parameters)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "joint": [texts(row) for row in self.joint],
            "sides": self.sides,
            "outcome": self.outcome,
            "side": self.side,
            "payoffs": {
                one.name: {
                    "function": [texts(row) for row in one.function],
                    "payoff": [texts(row) for row in one.payoff],
                }
                for one in self.payoffs
            },
            "parameters": {name: exact_text(value) for name, value in self.parameters},
        }

    def __str__(self) -> str:
        about = f"P(x; y) {lines(self.joint)}, y = {self.outcome}"
        if self.sides > 1:
            about = (
                f"P(x; y, z) {lines(self.joint)} with {self.sides} values of z, y = {self.outcome},"
                f" z = {self.side}, so P(x|z) = {line(self.prior)}, P(x|y, z) = "
                f"{line(self.posterior)}"
            )
        numbers = [f"{name} = {exact_text(value)}" for name, value in self.parameters]
        return "; ".join([about, *map(str, self.payoffs), *numbers])


def heights(height: Term, masses: Sequence[Fraction]) -> list[Fraction]:
    """Return the height of a payoff at secrets with the given probabilities.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> heights(parse_term("1/p"), [Fraction(1, 4)])
    [Fraction(4, 1)]
    """
    found = []
    for mass in masses:
        value = Evaluation(NO_CHANNEL, {MASS: mass}).value(height)
        if isinstance(value, Infinite) or sign_of(value) < 0:
            raise Undefined(f"a payoff is {exact_text(value)}")
        if not isinstance(value, Fraction):
            raise Unseparated(f"means of a payoff of {exact_text(value)}, which is irrational")
        found.append(value)
    return found
