"""Statements that a closed-form mechanism is optimal among those with a guarantee.

>>> from pmlsym.statements.specific import Entries, Mechanism
>>> tell = Mechanism("the identity", (Entries("1", "0", "own"),))
>>> print(Optimality.of("PML(u)", tell, draw=any_designs("u")).trial(40).violations)
0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import MeasureName
from pmlsym.given import brief
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.assertion import ConditionCheck, Judgement
from pmlsym.statements.definitions import OF_ANSWER, OVERALL
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.finite import shape_of
from pmlsym.statements.generator.kernels import COMMON, EDGES, damped
from pmlsym.statements.instances.attack.adversary import line, lines, mean as product, texts
from pmlsym.statements.instances.rationals import Table, table
from pmlsym.statements.instances.stochastic import kernel
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Relation, Shape
from pmlsym.statements.reading import check_all, unmet
from pmlsym.statements.specific.levels import Levels, Masses, any_levels
from pmlsym.statements.specific.mechanism import Mechanism, not_negative
from pmlsym.statements.specific.specific import SampledStatement
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet
from pmlsym.statements.text.latex import in_latex
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.text.words import in_words
from pmlsym.statements.values import ZERO, Undefined, Unseparated, Value, holds

# --- instances of optimality statements: a mechanism, levels by name, and a utility ---------------


@dataclass(frozen=True)
class Designed:
    """A prior with levels, a mechanism, and a sub-convex utility.

    Parameters
    ----------
    levels : the prior, and the exponentials of levels by name.
    kernel : P(y|x), a row for each secret.
    faces : vectors a; the utility of an outcome with the likelihoods P(y|.) is max_a <a, P(y|.)>.
        Without any, the utility is mutual information.
    """

    levels: Levels
    kernel: Table
    faces: Table = ()

    def __post_init__(self) -> None:
        if not isinstance(self.levels, Levels):
            raise ParameterError(f"levels is {brief(self.levels)}, but has to be Levels.")
        size = len(self.prior)
        faces = () if self.faces == () else table("faces", self.faces)
        if faces and len(faces[0]) != size:
            raise ParameterError(
                f"faces has rows of {len(faces[0])}, but there are {size} secrets."
            )
        vars(self).update(kernel=kernel("kernel", self.kernel, size), faces=faces)

    @property
    def prior(self) -> Masses:
        """The probabilities of the secrets."""
        return self.levels.prior

    @property
    def parameters(self) -> dict[str, Value]:
        """The levels, by name."""
        return self.levels.parameters

    @cached_property
    def law(self) -> Law:
        """The joint law of the secret and the outcome."""
        return self.law_of(self.kernel)

    def law_of(self, rows: Table) -> Law:
        """Return the joint law of the secret and the outcome of a mechanism."""
        joint = [p * entry for p, row in zip(self.prior, rows, strict=True) for entry in row]
        return Law.of_fractions((len(rows), len(rows[0])), joint)

    def worth(self, rows: Table) -> Value:
        """Return the utility of a mechanism, the sum over its outcomes.

        Examples
        --------
        >>> from fractions import Fraction
        >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> told = ((one, none), (none, one))
        >>> instance = Designed(Levels((half, half), ()), told, ((one, -one), (-one, one)))
        >>> instance.worth(told)
        Fraction(2, 1)
        """
        if self.faces:
            columns = zip(*rows, strict=True)
            return sum(
                (max(product(face, column) for face in self.faces) for column in columns), ZERO
            )
        return OVERALL["mutual_information"](self.law_of(rows), "X", ("Y",))

    @property
    def utility(self) -> str:
        """The utility in words."""
        if not self.faces:
            return "mutual information"
        return f"max of {lines(self.faces)} times P(y|.), summed over y"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as exact text, for JSON."""
        rows = [texts(row) for row in self.kernel]
        return {**self.levels.as_dict(), "kernel": rows, "utility": self.utility}

    def __str__(self) -> str:
        rows = "; ".join(map(line, self.kernel))
        return f"{self.levels}, kernel {rows}, utility {self.utility}"


# --- sampling -------------------------------------------------------------------------------------

_SHARES = (Fraction(0), Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1, 2))


def bounded_designs(
    kind: MeasureName,
    name: str,
    priors: Callable[[int, Random], Masses],
    end: Callable[[Masses], Fraction],
) -> Callable[[int, Random], Designed]:
    """Return a function that samples mechanisms with a leakage below a bound.

    The level is the leakage itself or a little more.
    """

    def draw(number: int, random: Random) -> Designed:
        masses = priors(number, random)
        scale = max(mass.denominator for mass in masses) * 60
        weights = [int(mass * scale) for mass in masses]
        made = EDGES[number % len(EDGES)] if number < 3 * len(EDGES) else random.choice(COMMON)
        rows = made(random, weights)
        top = end(masses)
        for times in range(1, 12):
            found = tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)
            ratio = _worst(kind, masses, found)
            if isinstance(ratio, Fraction) and ratio < top:
                break
            rows = damped(random, rows, times)
        assert isinstance(ratio, Fraction)
        more = ratio if random.random() < 1 / 2 else (3 * ratio + min(top, 5 * ratio)) / 4
        return Designed(Levels(masses, ((name, more),)), found, _faces(random, len(masses)))

    return draw


def _worst(kind: MeasureName, masses: Masses, rows: Table) -> object:
    joint = [p * entry for p, row in zip(masses, rows, strict=True) for entry in row]
    law = Law.of_fractions((len(rows), len(rows[0])), joint)
    return exp(Evaluation(law, {}).value(Leakage(kind, "X", ("Y",))))


def _faces(random: Random, size: int) -> Table:
    """Sample a few linear functions with small integer coefficients, or none."""
    count = random.choice((0, 2, 3, 4))
    return tuple(tuple(Fraction(random.randint(-3, 3)) for _ in range(size)) for _ in range(count))


def any_designs(*names: str) -> Callable[[int, Random], Designed]:
    """Return a function that samples small mechanisms, and levels independent of these.

    Examples
    --------
    >>> print(any_designs("u")(0, Random(0)).levels)
    prior (1/2, 1/2), u = 0
    """
    levels = any_levels(*names)

    def draw(number: int, random: Random) -> Designed:
        found = levels(number, random)
        weights = [int(mass * 60 * mass.denominator) or 1 for mass in found.prior]
        rows = COMMON[number % len(COMMON)](random, weights)
        kernel = tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)
        share = random.choice(_SHARES)
        mixed = tuple(
            tuple(share * entry + (1 - share) / len(row) for entry in row) for row in kernel
        )
        return Designed(found, mixed, _faces(random, len(mixed)))

    return draw


# --- optimality of a closed-form mechanism among those with a guarantee, for every utility --------

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
        if not isinstance(self.mechanism, Mechanism) or not self.mechanism.says_only_secrets:
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
