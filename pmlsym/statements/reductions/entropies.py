r"""Entropies of the secret and min-entropy leakage, as numbers with bounds.

**Theorem (entropies).** Let h be the entropy H(X) of a prior of n secrets, with the smallest and
the largest probability p and m. As it is the mean of :math:`-\log P(x)`, and the logarithm is
concave,

.. math:: 0 \le -\log m \le h \le -\log p, \qquad h \le \log n,

with :math:`h = \log n` for the uniform prior. Given the outcome, the entropy is
:math:`H(X|Y) = h - I(X;Y)`, the mean of :math:`-\log P(x|y) \ge 0`, so that :math:`I(X;Y) \le h`.

**Theorem (best guess).** Let g(y) be the largest P(x, y) over m P(y): the largest P(x) v(x) over m,
for the lifts v. The exponential of the min-entropy leakage is E[g]. At every outcome, with the
largest lift s,

.. math:: g \le s, \qquad m\, g \le 1, \qquad g \le n, \qquad p\, s \le m\, g,

and E[g] >= 1, as g is at least the lift of a secret with the probability m, of mean 1. Under the
uniform prior g = s.

Only what a statement names of p, m and n, or its structure fixes, is used: a shape of the prior may
stand for others of which more is different. What is said of h and g without them holds in each
mechanism, and so for the mechanism that a shape stands for.

**Not complete**: h and g are numbers with these bounds, no functions of the prior.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.language import Sentence, Term as Real, fresh, reals
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import OfPrior
from pmlsym.statements.text.vocabulary import PriorName

OF_SECRET = PaperTheorem(
    "entropies",
    "H(X) is at least 0 and -log(pmax), at most log(n) and -log(pmin), and log(n) under the "
    "uniform prior; H(X|Y) is H(X) minus mutual information, and at least 0. The exponential of "
    "min-entropy leakage is the mean of max P(x, y) over P(y) pmax, which is from "
    "(pmin/pmax) times the largest lift to the largest lift, at most 1/pmax, and of mean at least "
    "1; under the uniform prior it is the largest lift.",
    "H(X) is the mean of -log P(x), and the logarithm is concave; H(X|Y) is that of -log P(x|y). "
    "P(x, y) is P(y) P(x) times the lift of x; the lift of the likeliest secret has the mean 1.",
    symbols=(
        ("entropy", "the entropy of the secret"),
        ("guess", "the largest P(x, y) over P(y) pmax, under the law Y"),
    ),
)


class Averaged(Protocol):
    """A law of outcomes, as far as entropies depend on it."""

    @property
    def information(self) -> Real:
        """The mutual information."""

    def mean(self, body: Real) -> Real:
        """Return the mean of a term."""


@dataclass(frozen=True)
class SecretNumbers:
    """The entropy of the secret, and the best guess at an outcome, as far as conditions name them.

    Parameters
    ----------
    entropy, guess : symbols.
    named : which of both the conditions name.
    quantities : which of pmin, pmax and n they name.
    """

    entropy: Real = reals("entropy")[0]
    guess: Real = reals("guess")[0]
    named: frozenset[Real] = frozenset()
    quantities: frozenset[PriorName] = frozenset()

    @property
    def variables(self) -> tuple[Real, ...]:
        """The symbol that varies with the outcome, if conditions name it."""
        return (self.guess,) if self.guess in self.named else ()

    def value(self, shape: PriorShape, name: PriorName) -> Real | None:
        """Return pmin, pmax or n, if it is the mechanism's own and not only that of a shape."""
        own = name in self.quantities or shape.secrets is not None or is_uniform(shape)
        return shape.values.get(name) if own else None

    def at(self, outcome: Outcome, shape: PriorShape) -> Iterator[Sentence]:
        """Yield relations for the best guess at an outcome."""
        if self.guess not in self.named:
            return
        if is_uniform(shape):
            yield relate(self.guess, "=", outcome.high)
            return
        yield relate(self.guess, ">=", ZERO)
        yield relate(self.guess, "<=", outcome.high)
        most, least, n = (self.value(shape, name) for name in ("pmax", "pmin", "n"))
        if n is not None:
            yield relate(self.guess, "<=", n)
        if most is not None:
            yield relate(most * self.guess, "<=", ONE)
            if least is not None:
                yield relate(least * outcome.high, "<=", most * self.guess)

    def facts(self, shape: PriorShape, law: Averaged) -> Iterator[Sentence]:
        """Yield relations for the entropy and for the mean of the best guess."""
        if self.guess in self.named:
            yield relate(law.mean(self.guess), ">=", ONE)
        if self.entropy not in self.named:
            return
        yield relate(self.entropy, ">=", ZERO)
        yield relate(law.information, "<=", self.entropy)
        if not shape.known:  # a single prior
            logarithms = [mass * sp.log(mass) for mass in map(sympified, shape.masses({}) or ())]
            yield relate(self.entropy, "=", -sp.expand_log(sp.Add(*logarithms)))
            return
        n = self.value(shape, "n")
        if n is not None:
            yield relate(self.entropy, "=" if is_uniform(shape) else "<=", sp.log(n))
            yield relate(sp.exp(law.information), "<=", n)  # for comparisons of exponentials
        if is_uniform(shape):
            return
        least, most = self.value(shape, "pmin"), self.value(shape, "pmax")
        if least is not None:
            yield relate(self.entropy, "<=", -sp.log(least))
            yield relate(self.entropy, "<=", sp.log(1 / least))  # the same, as another term
        if most is not None:
            yield relate(self.entropy, ">=", -sp.log(most))
            yield relate(self.entropy, ">=", sp.log(1 / most))


def is_uniform(shape: PriorShape) -> bool:
    """Whether a shape is that of uniform priors."""
    most = shape.values.get("pmax")
    return most is not None and most == shape.values["pmin"]


def of_secret_in(conditions: Iterable[Condition], taken: set[str]) -> SecretNumbers:
    """Return the numbers of the secret alone that conditions name.

    Parameters
    ----------
    conditions : the conditions.
    taken : the names of parameters.
    """
    parts = [part for condition in conditions for part in condition.parts]
    rows = [AVERAGES[part.kind] for part in parts if isinstance(part, Overall)]
    entropy, guess = fresh("entropy", taken), fresh("guess", taken)
    named = {entropy} if any(row.form == "entropy" for row in rows) else set()
    named |= {guess} if any(row.form == "guess" for row in rows) else set()
    quantities = frozenset(part.name for part in parts if isinstance(part, OfPrior))
    if "n" in quantities and any(row.form == "log_lift" for row in rows):
        named.add(entropy)  # mutual information is at most the entropy, at most log(n)
    return SecretNumbers(entropy, guess, frozenset(named), quantities)
