r"""Measures of whole closed-form channels, as sums over a few classes of answers.

**Answers that are secrets.** Let y have the likelihood a given y and b given any other secret, and
let further answers have the likelihoods :math:`c_k` given every secret. That rows sum to one is
among the goals; if a and b depend on the probability p of the secret y, then they are affine in p
with the same slope. So a sum over the answers of a is n times its value at p = 0, plus the slope,
as the probabilities sum to one; the same of b. The rows of two secrets differ at two answers,
where they are a and b, and b and a.

**A few answers.** The row of the single secret is :math:`(a_k)`, that of every other is
:math:`(b_k)`; sums over the answers are written out.

The measures are the sums of their definitions:

- maximal leakage, maximal cost leakage: sums of max(a, b) and min(a, b);
- divergences between the rows of two secrets, where a and b do not depend on p;
- mutual information, where only the secret y has the answer y: a H(X), as the posterior is then
  certain, and the prior at all other answers; under a uniform prior, and for a few answers of two
  secrets, the sum itself;
- H(X) is at least -log(pmax), and at most log(n); H(X|Y) is H(X) less mutual information;
- min-entropy leakage: the sum of the largest P(x) P(y|x), where b = 0, under a uniform prior (then
  it is maximal leakage), and of two secrets.

**Sound**: each is an identity. Where a logarithm of a likelihood occurs, that it is positive is a
goal of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.leakages import Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, EncodedQuotient, NotReducible, relate
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.ranges import range_of
from pmlsym.statements.reductions.specific.columns import Column, EncodedKernel

CLASSES = PaperTheorem(
    "sums over classes of answers",
    "A measure of the whole channel is a sum over its answers. If the answers are secrets, y with "
    "the likelihood a given y and b given any other secret, the sums of a and of b are n times "
    "their values at probability 0 plus their common slope, rows of two secrets differ at two "
    "answers only, and answers that are equally likely given every secret have the posterior that "
    "is the prior. Of a few answers the sum is written out.",
    "Rows sum to one, so that a and b are affine in the probability of y, which sum to one. These "
    "are the definitions of the measures.",
    symbols=(("H_X", "the entropy of the secret"), ("p_first", "the probability of the first")),
)
ENTROPY = PaperTheorem(
    "bounds of entropy",
    "H(X) is at least -log(pmax) and at most log(n); mutual information is at least 0 and at most "
    "H(X), and H(X|Y) is H(X) less mutual information.",
    "No probability exceeds pmax, and the logarithm is concave.",
)


@dataclass
class Whole:
    """The measures of a whole channel that is a closed-form mechanism.

    Parameters
    ----------
    channel : the mechanism in symbols.
    uniform : whether the prior is uniform.
    count : the number of secrets.
    positive : the likelihoods, by answer, whose logarithms were needed.
    """

    channel: EncodedKernel
    uniform: bool
    count: Real
    positive: dict[Sentence, Column] = field(default_factory=dict)

    @cached_property
    def _columns(self) -> tuple[Column, ...]:
        return self.channel.anywhere()

    @property
    def two(self) -> bool:
        """Whether there are two secrets."""
        return bool(self.count == 2)

    @property
    def _is_of_secrets(self) -> bool:
        return self.channel.mechanism.says_secrets

    @cached_property
    def _constants(self) -> Real:
        """The total probability of the answers that are equally likely given every secret."""
        return sum((column.entries[0] for column in self._columns[1:]), ZERO)

    # --- sums of the larger and the smaller likelihoods -------------------------------------------

    def _sum(self, place: int | None, largest: bool) -> Real:
        """Return the sum over the answers that are secrets of a likelihood, or of an extreme."""
        column = self._columns[0]
        own, other = column.entries
        if place is None:
            self._refuse_changing()
            return self.count * (sp.Max if largest else sp.Min)(own, other)
        if not (own.has(column.mass) or other.has(column.mass)):
            return self.count * (own, other)[place]
        none, slope = (other.subs(column.mass, end) for end in (ZERO, ONE))
        slope = slope - none
        if place == 1:
            return self.count * none + slope
        return self.count * (ONE - self._constants - (self.count - 1) * none - slope) + slope

    def _extremes(self, largest: bool) -> Real:
        """Return the sum over all answers of the largest or the smallest likelihood."""
        if self._is_of_secrets:
            larger = self._columns[0].larger
            place = larger if larger is None or largest else 1 - larger
            return self._sum(place, largest) + self._constants
        found = []
        for column in self._columns:
            if column.larger is None:
                found.append((sp.Max if largest else sp.Min)(*column.entries))
            else:
                found.append(column.entries[column.larger if largest else 1 - column.larger])
        return sp.Add(*found)

    def _changes(self) -> bool:
        """Whether the likelihoods depend on the probability of the secret that the answer is."""
        column = self._columns[0]
        return self._is_of_secrets and any(entry.has(column.mass) for entry in column.entries)

    def _refuse_changing(self) -> None:
        if self._changes():
            raise NotReducible(
                f"The entries of {self.channel.mechanism.name} depend on the prior, so that this "
                "measure has no closed form here."
            )

    # --- measures that are logarithms of sums -----------------------------------------------------

    def quotient(self, term: Overall) -> EncodedQuotient:
        """Return the exponential of a measure that is the logarithm of a sum.

        Raises
        ------
        NotReducible
            If the measure has no closed form here.
        """
        kind = term.kind
        if kind == "maximal_leakage" or (kind == "min_entropy_leakage" and self.uniform):
            return EncodedQuotient(self._extremes(largest=True))
        if kind == "maximal_cost_leakage":
            return EncodedQuotient(ONE, self._extremes(largest=False))
        if kind == "min_entropy_leakage":
            return EncodedQuotient(self._guess(), PMAX)
        raise NotReducible(f"{term} has no closed form for {self.channel.mechanism.name}.")

    def _guess(self) -> Real:
        """Return the sum over the answers of the largest P(x) P(y|x)."""
        self._refuse_changing()
        own, other = self._columns[0].entries
        if self._is_of_secrets and other == 0:
            return own + self._constants * PMAX
        if not self.two:
            raise NotReducible("The best guess at an answer depends on all prior probabilities.")
        if self._is_of_secrets:
            found = (sp.Max(p * own, q * other) for p, q in ((PMIN, PMAX), (PMAX, PMIN)))
            return sp.Add(*found, self._constants * PMAX)
        mass = self.channel.single
        rows = (column.entries for column in self._columns)
        return sp.Add(*(sp.Max(mass * a, (ONE - mass) * b) for a, b in rows))

    # --- measures that are numbers ----------------------------------------------------------------

    def number(self, term: Overall, level: Real = ONE) -> Real:
        """Return the value of a measure that is no logarithm of a sum.

        Parameters
        ----------
        term : the measure.
        level : the exponential of its level, if it has one.

        Raises
        ------
        NotReducible
            If the measure has no closed form here.
        """
        row, letter = AVERAGES[term.kind], self.channel.letter.upper()
        if row.form == "rows" and row.has_level:
            return self._hockey_stick(level)
        if row.form == "rows":
            return self._divergence(term.kind)
        if row.form == "log_lift":
            return self.information()
        if row.form == "entropy" and (term.secret, term.observed) == ("X", ()):
            return self.entropy()
        if row.form == "entropy" and (term.secret, term.observed) == ("X", (letter,)):
            return self.entropy() - self.information()
        if row.form == "entropy" and (term.secret, term.observed) == (letter, ("X",)):
            return self._noise()
        if row.form == "entropy" and (term.secret, term.observed) == (letter, ()):
            return self._noise() + self.information()
        raise NotReducible(f"{term} has no closed form for {self.channel.mechanism.name}.")

    def entropy(self) -> Real:
        """Return the entropy of the secret."""
        if self.uniform:
            return sp.log(self.count)
        if not self.two:
            return entropy_symbol(self.channel.taken)
        mass = PMIN if self._is_of_secrets else self.channel.single
        return -mass * sp.log(mass) - (ONE - mass) * sp.log(ONE - mass)

    def _pairs(self) -> Iterator[tuple[Column, Real, Real]]:
        """Yield the entries at which the rows of two secrets differ, the first row first."""
        if not self._is_of_secrets:
            for column in self._columns:
                yield (column, *column.entries)
            return
        column = self._columns[0]
        own, other = column.entries
        yield column, own, other
        yield column, other, own

    def _divergence(self, kind: str) -> Real:
        """Return the largest divergence between the rows of two secrets."""
        if kind == "tv" and self._is_of_secrets and self._columns[0].larger is not None:
            column = self._columns[0]
            own, other = column.entries
            gap = own - other  # the same at all answers, as both have the same slope
            return gap if column.larger == 0 else -gap
        self._refuse_changing()
        rows = list(self._pairs())
        one = self._sum_of(kind, ((c, a, b) for c, a, b in rows))
        if self._is_of_secrets:
            return one
        return sp.Max(one, self._sum_of(kind, ((c, b, a) for c, a, b in rows)))

    def _hockey_stick(self, level: Real) -> Real:
        """Return the largest P(S|x) - level P(S|x') of an event S, for two secrets."""
        self._refuse_changing()
        rows = [(one, other) for _, one, other in self._pairs()]
        if not self._is_of_secrets:
            swapped = [(other, one) for one, other in rows]
            return sp.Max(*(self._excess(pairs, level) for pairs in (rows, swapped)))
        column = self._columns[0]
        own, other = column.entries
        if column.larger is not None and range_of(level, self.channel.scene.known).low == 1:
            self.positive[relate(level, ">=", ONE)] = column
            high, low = (own, other) if column.larger == 0 else (other, own)
            return sp.Max(high - level * low, ZERO)
        alike = (self.count - 2) * other + self._constants
        return self._excess(rows, level) + alike * sp.Max(ONE - level, ZERO)

    def _excess(self, rows: Iterable[tuple[Real, Real]], level: Real) -> Real:
        return sp.Add(*(sp.Max(one - level * other, ZERO) for one, other in rows))

    def _sum_of(self, kind: str, rows: Iterable[tuple[Column, Real, Real]]) -> Real:
        return sp.Add(*(self._summand(kind, *row) for row in rows))

    def _summand(self, kind: str, column: Column, one: Real, other: Real) -> Real:
        if kind == "tv":
            return sp.Max(one - other, ZERO)
        if kind == "chi2":
            self.positive[relate(other, ">", ZERO)] = column
            return (one - other) ** 2 / other
        if kind == "kl":
            if one == 0:
                return ZERO
            return one * (self._log(column, one) - self._log(column, other))
        raise NotReducible(f"{kind} has no closed form here.")

    def _log(self, column: Column, term: Real) -> Real:
        """Return the logarithm of a likelihood, which is positive by a goal of its own."""
        top, bottom = sp.fraction(sp.together(term))
        for part in (top, bottom):
            if not part.is_number:
                self.positive[relate(part, ">", ZERO)] = column
        if term == 0:
            raise NotReducible("A likelihood is 0, which has no logarithm in a goal.")
        return sp.log(top) - sp.log(bottom)

    @property
    def has_information(self) -> bool:
        """Whether mutual information is a sum of a few logarithms."""
        before = dict(self.positive)
        try:
            self.information()
        except NotReducible:
            return False
        finally:
            self.positive = before
        return True

    def information(self) -> Real:
        """Return mutual information.

        Raises
        ------
        NotReducible
            If it is no sum of a few logarithms.
        """
        self._refuse_changing()
        column = self._columns[0]
        own, other = column.entries
        if self._is_of_secrets and other == 0:
            return own * self.entropy()
        if self._is_of_secrets and self.uniform:
            chance = sp.log(self.count) - self._log(column, ONE - self._constants)
            return own * (self._log(column, own) + chance) + (self.count - 1) * other * (
                self._log(column, other) + chance
            )
        if self._is_of_secrets and not self.two:
            raise NotReducible("Mutual information depends on all prior probabilities.")
        return sp.Add(*self._informations())

    def _informations(self) -> Iterator[Real]:
        """Yield what each answer adds to mutual information, for two rows."""
        for column, mass, own, other in self._weighted():
            chance = mass * own + (ONE - mass) * other
            for share, entry in ((mass, own), (ONE - mass, other)):
                if entry != 0:
                    logs = self._log(column, entry) - self._log(column, chance)
                    yield share * entry * logs

    def _weighted(self) -> Iterator[tuple[Column, Real, Real, Real]]:
        """Yield answers of two rows, with the probability of the secret of the first entry."""
        if self._is_of_secrets:
            column = self._columns[0]
            yield (column, PMIN, *column.entries)
            yield (column, ONE - PMIN, *column.entries)
            return
        for column in self._columns:
            yield (column, self.channel.single, *column.entries)

    def _noise(self) -> Real:
        """Return the entropy of the answer given the secret."""
        self._refuse_changing()
        if not self._is_of_secrets:
            raise NotReducible("The rows of different secrets have different entropies.")
        first = self._columns[0]
        own, other = first.entries
        weights: Sequence[tuple[Column, Real, Real]] = (
            (first, ONE, own),
            (first, self.count - 1, other),
            *((column, ONE, column.entries[0]) for column in self._columns[1:]),
        )
        return -sp.Add(*(m * e * self._log(c, e) for c, m, e in weights if e != 0))

    def facts(self, kinds: Collection[str]) -> Iterator[Sentence]:
        """Yield the bounds of entropy and mutual information, for measures that occur."""
        if not {"H", "mutual_information"} & {*kinds}:
            return
        named = "H" in kinds and not self.uniform
        entropy = self.entropy() if named else sp.log(self.count)
        if named:
            yield relate(entropy, ">", ZERO)
            yield relate(entropy, "<=", sp.log(self.count))
            yield relate(entropy, ">=", -sp.log(PMAX))
        if "mutual_information" in kinds and self.has_information:
            information = self.information()
            yield relate(information, ">=", ZERO)
            yield relate(information, "<=", entropy)

    # --- what is known ----------------------------------------------------------------------------

    def needs(self) -> Iterator[tuple[Column, Sentence]]:
        """Yield that the likelihoods with a logarithm are positive, as far as they were used."""
        for need, column in self.positive.items():
            yield column, need


def entropy_symbol(taken: Iterable[str]) -> Real:
    """Return the symbol of the entropy of the secret, which is that of no parameter.

    Examples
    --------
    >>> entropy_symbol(()), entropy_symbol(("H_X",)) == entropy_symbol(())
    (H_X, False)
    """
    return fresh("H_X", set(taken))


def of_two(used: Iterable[Real], first: Real) -> Iterator[Sentence]:
    """Yield the facts about two secrets, of which one has the probability `first`.

    Examples
    --------
    >>> print(*of_two({PMIN, PMAX}, PMIN))
    Eq(pmax + pmin, 1)
    """
    found = set(used)
    if N in found:
        yield relate(N, "=", sp.Integer(2))
    if {PMIN, PMAX} <= found:
        yield relate(PMIN + PMAX, "=", ONE)
    if first in found and first != PMIN:
        if PMIN in found:
            yield relate(PMIN, "=", sp.Min(first, ONE - first))
        if PMAX in found:
            yield relate(PMAX, "=", sp.Max(first, ONE - first))
