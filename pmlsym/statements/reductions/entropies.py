r"""Entropies of the secret, best guesses and guesswork, as numbers with bounds.

**Theorem (entropies).** Let h be the entropy H(X) of a prior of n secrets, with the smallest and
the largest probability p and m. As it is the mean of :math:`-\log P(x)`, and the logarithm is
concave,

.. math:: 0 \le -\log m \le h \le -\log p, \qquad h \le \log n,

with :math:`h = \log n` for the uniform prior. Given the outcome, the entropy is
:math:`H(X|Y) = h - I(X;Y)`, the mean of :math:`-\log P(x|y) \ge 0`, so that :math:`I(X;Y) \le h`.

**Theorem (best guess).** Let w(y) be the largest P(x|y): the largest P(x) v(x) for the lifts v. The
vulnerability V of X given Y is E[w], and the exponential of the min-entropy leakage E[w]/m. At
every outcome, with the largest lift s and the smallest one t,

.. math:: w \le m s, \qquad w \le 1, \qquad n w \ge 1, \qquad p\, s \le w, \qquad m t \le w, \qquad
          (1 - m) t \le 1 - w \le (1 - m) s,

and E[w] >= m, as w is at least P(x) times the lift of a secret with the probability m, of mean 1.
Under the uniform prior w = m s. The last two: 1 - w is the sum of P(x) v(x) over the secrets but
the one that is guessed, whose prior probabilities sum to at least 1 - m, and at most the one over
the secrets but the likeliest before. They are multiplied: :math:`(1 - m) w\, t \le m (1 - w) s`.

- Fano: :math:`H(X|Y) \le h_b(1 - V) + (1 - V) \log(n - 1)` for n >= 2, as the entropy given y is
  that of whether the best guess is right, and of X where it is not, and both are concave in w;
- :math:`H(X|Y) \ge -\log V`: at y it is at least :math:`-\log w`, which is convex.

The entropy of a bit is from 0 to log 2. For the prior Fano says :math:`h \le h_b(1 - m) + (1 - m)
\log(n - 1)`, and of two secrets :math:`h = h_b(p)`.

**Theorem (guesswork).** Let g be the least mean number of guesses before, and g(y) that given y:
the sum of k times the k-th largest probability. An order of guesses has the mean number sum of r(x)
P(x) before, and sum of r(x) P(x) v(x) given y, so that

.. math:: t g \le g(y) \le s g, \qquad E[g(y)] \le g.

The ranks are 1 to n, and the likelier are guessed first: :math:`1 \le g(y) \le (n + 1)/2`, with
equality before for the uniform prior. With the largest probability w, :math:`2 - w \le g(y) \le 1 +
(1 - w) n/2`: the others have the ranks 2 to n, of mean 1 + n/2 at most. By Arikan, g is at most the
exponential of the entropy of order 1/2, and :math:`E[g(y)]` of that given the outcome.

The probability of a secret given y is at most that before plus the total variation of both.

Only what a statement names of p, m and n, or its structure fixes, is used: a shape of the prior may
stand for others of which more is different. What is said without them holds in each mechanism, and
so for the mechanism that a shape stands for. Where m is not named, w/m stands for w.

**Not complete**: these are numbers with bounds, no functions of the prior.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.proof.language import Sentence, Term as Real, fresh, reals
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import OfPosterior, Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.priors import PriorShape
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import OfPrior
from pmlsym.statements.text.vocabulary import PriorName

OF_SECRET = PaperTheorem(
    "entropies and guesses",
    "H(X) is at least 0 and -log(pmax), at most log(n) and -log(pmin), and log(n) under the "
    "uniform prior; H(X|Y) is H(X) minus mutual information, and at least 0. The largest P(x|y) is "
    "from pmin to pmax times the largest lift, at least 1/n and pmax times the smallest lift, one "
    "minus it from 1 - pmax times the smallest lift to 1 - pmax times the largest, and its mean V, "
    "which is pmax times the exponential of min-entropy leakage, at least pmax; H(X|Y) is at least "
    "-log(V) and at most hb(1 - V) + (1 - V) log(n - 1) (Fano), as H(X) is with pmax for V; the "
    "entropy of a bit is from 0 to log(2). The guesswork given y is from the smallest to the "
    "largest lift times the one before, which is at least its mean; both are from 1 to (n + 1)/2, "
    "and from 2 - w to 1 + (1 - w) n/2 with the largest probability w, and at most the exponential "
    "of the entropy of order 1/2 (Arikan). The largest P(x|y) is at most pmax + tv(X->y).",
    "H(X) is the mean of -log P(x), and the logarithm is concave; H(X|Y) is that of -log P(x|y). "
    "P(x|y) is P(x) times the lift of x; the lift of the likeliest secret has the mean 1. The mean "
    "number of guesses is one of ranks, for each order of them; the best order guesses the "
    "likelier first.",
    symbols=(
        ("entropy", "the entropy of the secret"),
        ("guess", "the largest P(x|y), over pmax where that is not named, under the law Y"),
        ("guess_v", "that of the outcome y"),
        ("guesswork", "the least mean number of guesses before"),
        ("guesses, guesses_v", "the one given the outcome, under the law Y and at y"),
        ("bit, bit_2", "the entropy of a bit"),
    ),
)


class Averaged(Protocol):
    """A law of outcomes, as far as entropies depend on it."""

    @property
    def information(self) -> Real:
        """The mutual information."""

    @property
    def binary(self) -> BinaryEntropies:
        """The entropies of bits."""

    def mean(self, body: Real) -> Real:
        """Return the mean of a term."""


@dataclass(frozen=True)
class BinaryEntropies:
    """Symbols for the entropies of bits: ``hb(t)`` for a number t that is no outcome's under a law.

    Parameters
    ----------
    taken : the names of parameters.
    symbols : the symbols by the number t; that of 1 - t is the same.
    between : the numbers t of which intervals say that they are between 0 and 1.
    """

    taken: frozenset[str] = frozenset()
    symbols: dict[Real, Real] = field(default_factory=dict, compare=False)
    between: dict[Real, None] = field(default_factory=dict, compare=False)

    def of(self, chance: Real, between: bool = False) -> Real:
        """Return the symbol of the entropy of a bit that is 1 with the given probability.

        The probability is `between` 0 and 1 if intervals say so, neither of them.
        """
        ends = [sp.expand(chance), sp.expand(1 - chance)]
        known = next((end for end in ends if end in self.symbols), ends[0])
        used = {*self.taken, *(symbol.name for symbol in self.symbols.values())}
        symbol = self.symbols.setdefault(known, fresh("bit", used))
        if between:
            self.between[known] = None
        return symbol

    @property
    def facts(self) -> Iterator[Sentence]:
        """Bounds on the entropies: the logarithm is concave."""
        for symbol in self.symbols.values():
            yield relate(symbol, ">=", ZERO)
            yield relate(symbol, "<=", sp.log(2))
            yield relate(sp.exp(symbol), "<=", sp.Integer(2))  # the same, for comparisons
        for chance in self.between:
            parts = (-part * sp.log(part) for part in (chance, 1 - chance))
            yield relate(self.symbols[chance], "=", sp.Add(*parts))


@dataclass(frozen=True)
class SecretNumbers:
    """Numbers of the prior, and of the posterior at an outcome, as far as conditions name them.

    Parameters
    ----------
    entropy, guesswork : of the secret; symbols.
    guess, guesses : at an outcome: the largest P(x|y), over pmax unless conditions name that, and
        the guesswork.
    named : which of them the conditions name.
    quantities : which of pmin, pmax and n they name.
    at_places : which of them they name at single outcomes.
    taken : the names of parameters.
    """

    entropy: Real = reals("entropy")[0]
    guesswork: Real = reals("guesswork")[0]
    guess: Real = reals("guess")[0]
    guesses: Real = reals("guesses")[0]
    named: frozenset[Real] = frozenset()
    quantities: frozenset[PriorName] = frozenset()
    at_places: frozenset[AverageName] = frozenset()
    taken: frozenset[str] = frozenset()

    @property
    def variables(self) -> tuple[Real, ...]:
        """The symbols that vary with the outcome, if conditions name them."""
        return tuple(one for one in (self.guess, self.guesses) if one in self.named)

    @property
    def known(self) -> dict[Real, Range]:
        """The intervals of the symbols."""
        of = {
            self.guess: Range(Fraction(0), above=True),
            self.guesses: Range(Fraction(1)),
            self.guesswork: Range(Fraction(1)),
        }
        return {one: known for one, known in of.items() if one in self.named}

    def at_outcome(self, letter: str) -> SecretNumbers:
        """Return the numbers at a named outcome, as far as conditions name them there."""
        symbols = {
            name: fresh(f"{name}_{letter}", set(self.taken)) for name in ("guess", "guesses")
        }
        kinds = {"vulnerability": symbols["guess"], "guesswork": symbols["guesses"]}
        named = {symbol for kind, symbol in kinds.items() if kind in self.at_places}
        return replace(self, named=frozenset(named | (self.named & {self.guesswork})), **symbols)

    def of_posterior(self, kind: AverageName, shape: PriorShape) -> Real:
        """Return a number of the posterior at the outcome."""
        return self.guess if kind == "vulnerability" else self.guesses

    def scale(self, shape: PriorShape) -> Real:
        """Return pmax if the best guess is a probability, and 1 if it is one over pmax."""
        return shape.values["pmax"] if "pmax" in self.quantities else ONE

    def _right(self, guess: Real, shape: PriorShape) -> Real | None:
        """Return the probability that a best guess is right; None if it is not known."""
        most = self.value(shape, "pmax")
        return None if most is None else most * guess / self.scale(shape)

    def value(self, shape: PriorShape, name: PriorName) -> Real | None:
        """Return pmin, pmax or n, if it is the mechanism's own and not only that of a shape.

        With pmax, a shape has the other two of the mechanism as well.
        """
        named = {name, "pmax"} & self.quantities
        own = named or shape.secrets is not None or is_uniform(shape)
        return shape.values.get(name) if own else None

    # --- at an outcome ----------------------------------------------------------------------------

    def at(self, outcome: Outcome, shape: PriorShape) -> Iterator[Sentence]:
        """Yield relations for the best guess and the guesswork at an outcome."""
        if self.guess in self.named:
            yield from self._of_guess(outcome, shape)
        if self.guesses in self.named:
            yield from self._of_guesses(outcome, shape)

    def _of_guess(self, outcome: Outcome, shape: PriorShape) -> Iterator[Sentence]:
        scale, right = self.scale(shape), self._right(self.guess, shape)
        if is_uniform(shape):
            yield relate(self.guess, "=", scale * outcome.high)
            return
        yield relate(self.guess, ">", ZERO)
        yield relate(self.guess, "<=", scale * outcome.high)
        most, least, n = (self.value(shape, name) for name in ("pmax", "pmin", "n"))
        if n is not None:  # the best guess is right with a probability of at least 1/n
            yield relate(self.guess, "<=", n) if scale == 1 else relate(n * right, ">=", ONE)
        if most is None or right is None:
            return
        yield relate(right, "<=", ONE)
        if "tv" in outcome.numbers:  # P(x|y) - P(x) is at most the total variation
            yield relate(right - most, "<=", outcome.numbers["tv"])
        if least is not None:
            yield relate(least * outcome.high, "<=", right)
        yield relate(right, ">=", most * outcome.low)
        yield relate(1 - right, "<=", (1 - most) * outcome.high)
        yield relate(1 - right, ">=", (1 - most) * outcome.low)
        # the product of two of these: odds after are at most odds before times a ratio of lifts
        yield relate((1 - most) * right * outcome.low, "<=", most * (1 - right) * outcome.high)

    def _of_guesses(self, outcome: Outcome, shape: PriorShape) -> Iterator[Sentence]:
        yield relate(self.guesses, ">=", ONE)
        yield relate(outcome.low * self.guesswork, "<=", self.guesses)
        yield relate(self.guesses, "<=", outcome.high * self.guesswork)
        n = self.value(shape, "n")
        right = self._right(self.guess, shape) if self.guess in self.named else None
        yield from _bounds_on_guesswork(self.guesses, right, n)

    # --- before, and on average -------------------------------------------------------------------

    def before(self, shape: PriorShape) -> Iterator[Sentence]:
        """Yield relations for the guesswork before the outcome."""
        if self.guesswork not in self.named:
            return
        yield relate(self.guesswork, ">=", ONE)
        if not shape.known:  # a single prior
            ordered = sorted(shape.masses({}) or (), reverse=True)
            total = sum((k * mass for k, mass in enumerate(ordered, 1)), Fraction(0))
            yield relate(self.guesswork, "=", sympified(total))
            return
        most, n = self.value(shape, "pmax"), self.value(shape, "n")
        if n is not None and is_uniform(shape):
            yield relate(self.guesswork, "=", (n + 1) / 2)
            return
        yield from _bounds_on_guesswork(self.guesswork, most, n)

    def facts(self, shape: PriorShape, law: Averaged) -> Iterator[Sentence]:
        """Yield relations for the entropy, and for the means of the numbers at an outcome."""
        if self.guess in self.named:
            yield relate(law.mean(self.guess), ">=", self.scale(shape))
        if self.guesses in self.named:
            yield relate(law.mean(self.guesses), "<=", self.guesswork)
        if self.entropy not in self.named:
            return
        yield relate(self.entropy, ">=", ZERO)
        yield relate(law.information, "<=", self.entropy)
        yield from self._fano(shape, law)
        if not shape.known:  # a single prior
            logarithms = [mass * sp.log(mass) for mass in map(sympified, shape.masses({}) or ())]
            yield relate(self.entropy, "=", -sp.expand_log(sp.Add(*logarithms)))
            return
        n = self.value(shape, "n")
        yield from self._of_bits(shape, law)
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

    def _of_bits(self, shape: PriorShape, law: Averaged) -> Iterator[Sentence]:
        """Yield bounds on the entropy of the secret by that of a bit, where conditions name one."""
        least, most, n = (self.value(shape, name) for name in ("pmin", "pmax", "n"))
        if not law.binary.symbols or self.guess in self.named:  # more facts than a proof needs
            return
        if n == 2 and least is not None:
            yield relate(self.entropy, "=", law.binary.of(least))
        elif n is not None and most is not None:
            bound = law.binary.of(1 - most) + (1 - most) * sp.log(n - 1)
            yield relate(self.entropy, "<=", bound)

    def _fano(self, shape: PriorShape, law: Averaged) -> Iterator[Sentence]:
        """Yield bounds on the entropy given the outcome, by how often the best guess is right."""
        right, n = self._right(law.mean(self.guess), shape), self.value(shape, "n")
        if self.guess not in self.named or right is None:
            return
        left = self.entropy - law.information
        yield relate(left, ">=", -sp.log(right))
        yield relate(left, ">=", sp.log(1 / right))  # the same, as another term
        if n is not None and n != 1:
            bit = law.binary.of(1 - right)
            yield relate(left, "<=", bit + (1 - right) * sp.log(n - 1))


def _bounds_on_guesswork(guesses: Real, right: Real | None, n: Real | None) -> Iterator[Sentence]:
    """Yield bounds on a guesswork, by the largest probability and the number of secrets."""
    if n is not None:
        yield relate(2 * guesses, "<=", n + 1)
    if right is not None:
        yield relate(guesses, ">=", 2 - right)
        if n is not None:
            yield relate(2 * (guesses - 1), "<=", (1 - right) * n)


def is_uniform(shape: PriorShape) -> bool:
    """Whether a shape is that of uniform priors."""
    most = shape.values.get("pmax")
    return most is not None and most == shape.values["pmin"]


def needs_of_prior(conditions: Iterable[Condition]) -> frozenset[PriorName]:
    """Return what a shape of the prior has to name for the numbers of the posterior.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> needs_of_prior(parse("vulnerability(X|y) <= 1").claimed)
    frozenset({'pmax'})
    """
    parts = (part for condition in conditions for part in condition.parts)
    named = any(isinstance(one, OfPosterior) and one.kind == "vulnerability" for one in parts)
    return frozenset(("pmax",)) if named else frozenset()


def of_secret_in(conditions: Iterable[Condition], taken: set[str]) -> SecretNumbers:
    """Return the numbers of the secret alone that conditions name.

    Parameters
    ----------
    conditions : the conditions.
    taken : the names of parameters.
    """
    conditions = tuple(conditions)
    parts = [part for condition in conditions for part in condition.parts]
    of_whole = {part.kind: AVERAGES[part.kind] for part in parts if isinstance(part, Overall)}
    places = frozenset(part.kind for part in parts if isinstance(part, OfPosterior))
    forms = {row.form for row in of_whole.values()}
    names = ("entropy", "guesswork", "guess", "guesses")
    symbols = {name: fresh(name, taken) for name in names}
    quantities = frozenset(part.name for part in parts if isinstance(part, OfPrior))
    quantities |= needs_of_prior(conditions)
    named = set()
    # mutual information is at most the entropy, at most log(n)
    if "entropy" in forms or ("n" in quantities and "log_lift" in forms):
        named.add("entropy")
    if "guess" in forms or "vulnerability" in places:
        named.add("guess")
    if "guesswork" in {*of_whole, *places}:
        named |= {"guesswork", "guesses"}
    found = frozenset(symbols[name] for name in named)
    return SecretNumbers(
        **symbols, named=found, quantities=quantities, at_places=places, taken=frozenset(taken)
    )
