"""A mechanism to compare with another one, levels by name, and what the two are compared by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pmlsym.errors import ParameterError
from pmlsym.given import shown
from pmlsym.statements.definitions import OVERALL
from pmlsym.statements.law import Law
from pmlsym.statements.specific.levels import Levels, Masses
from pmlsym.statements.values import ZERO, Value
from pmlsym.statements.worlds.attack.adversary import line, lines, texts
from pmlsym.statements.worlds.attack.adversary import mean as product
from pmlsym.statements.worlds.rationals import Table, table
from pmlsym.statements.worlds.stochastic import kernel


@dataclass(frozen=True)
class Designed:
    """A prior with levels, a mechanism, and a sub-convex utility.

    Parameters
    ----------
    levels : the prior, and the exponentials of levels by name.
    kernel : P(y|x), a row for each secret.
    faces : an outcome with the likelihoods P(y|.) is worth the largest of these <a, P(y|.)>; of
        none, as much as it adds to the mutual information.

    Raises
    ------
    InputError
        If it is no such world.
    """

    levels: Levels
    kernel: Table
    faces: Table = ()

    def __post_init__(self) -> None:
        if type(self.levels) is not Levels:  # a derived class could say anything
            raise ParameterError(f"levels is {shown(self.levels)}, but has to be Levels.")
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
        """The law of the secret and the outcome."""
        return self.law_of(self.kernel)

    def law_of(self, rows: Table) -> Law:
        """Return the law of the secret and the outcome of a mechanism."""
        joint = [p * entry for p, row in zip(self.prior, rows, strict=True) for entry in row]
        return Law.of_fractions((len(rows), len(rows[0])), joint)

    def worth(self, rows: Table) -> Value:
        """Return what a mechanism is worth: the sum over its outcomes.

        Examples
        --------
        >>> from fractions import Fraction
        >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> told = ((one, none), (none, one))
        >>> world = Designed(Levels((half, half), ()), told, ((one, -one), (-one, one)))
        >>> world.worth(told)
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
        """Return it as exact text, for JSON."""
        rows = [texts(row) for row in self.kernel]
        return {**self.levels.as_dict(), "kernel": rows, "utility": self.utility}

    def __str__(self) -> str:
        rows = "; ".join(map(line, self.kernel))
        return f"{self.levels}, kernel {rows}, utility {self.utility}"
