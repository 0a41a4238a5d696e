"""Instances of optimality statements: a mechanism, levels by name, and a utility."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import MeasureName
from pmlsym.given import brief
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.definitions import OVERALL
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.generator.kernels import COMMON, EDGES, damped
from pmlsym.statements.instances.attack.adversary import line, lines, texts
from pmlsym.statements.instances.attack.adversary import mean as product
from pmlsym.statements.instances.rationals import Table, table
from pmlsym.statements.instances.stochastic import kernel
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.specific.levels import Levels, Masses, any_levels
from pmlsym.statements.values import ZERO, Value


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
