r"""Mutual information of closed-form mechanisms, as a mean over the secrets.

**Theorem (mutual information, answer by answer).** Let the answers of a mechanism be the secrets.
Let a secret y of probability p be the answer with the likelihood a given y, and b given any other
secret, so that P(y) = pa + (1 - p)b. Then

.. math:: I(X;Y) = n\,E\Big[p a \log\frac a{P(y)} + (1 - p) b \log\frac b{P(y)}\Big],

the mean over a uniformly drawn secret y, with :math:`n\,E[p] = 1`. For two mechanisms under one
prior both are means over the same draw.

*Because*: mutual information is the sum over y of :math:`\sum_x P(x) P(y|x) \log(P(y|x)/P(y))`,
in which the secrets other than y have the probability 1 - p together, and one likelihood. A sum
over n secrets is n times their mean; and their probabilities sum to one.

**Sound**: a relation of such means that holds under every law of p holds under that of n secrets.
Not complete, as not every law of p is that of a prior. That a > 0 and b > 0 is a goal, as goals
have no log 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from pmlsym.proof.language import Mean, Sentence, Term as Real
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Overall
from pmlsym.statements.reductions.encoding import ONE, ZERO, NotReducible, relate
from pmlsym.statements.reductions.priors import N
from pmlsym.statements.reductions.specific.columns import Column, EncodedKernel

PER_ANSWER = PaperTheorem(
    "mutual information, answer by answer",
    "If the answers are secrets, and y of probability p has the likelihood a given y, and b given "
    "another secret, then with P = p a + (1 - p) b the mutual information is n times the mean of "
    "p a log(a/P) + (1 - p) b log(b/P) over a secret that is drawn uniformly, and n E[p] = 1.",
    "It is the sum over the answers of sum_x P(x) P(y|x) log(P(y|x)/P(y)), in which the other "
    "secrets have the probability 1 - p together; a sum over n secrets is n times their mean.",
    symbols=(("p_any", "the probability of a secret that is drawn uniformly, by the law A"),),
)
LAW = "A"  # the law of a uniformly drawn secret


@dataclass(frozen=True)
class Information:
    """The mutual information of some mechanisms under one prior.

    Parameters
    ----------
    columns : for each mechanism, by its letter, the answer that is a uniformly drawn secret; the
        symbol for the secret's probability is the same in all.
    """

    columns: Mapping[str, Column]

    @cached_property
    def _variables(self) -> tuple[Real, ...]:
        found: list[Real] = []
        for column in self.columns.values():
            found += [column.mass, *(a for a, _ in self._varying(column)), column.chance]
        return tuple(dict.fromkeys(found))

    @staticmethod
    def _varying(column: Column) -> Iterator[tuple[Real, Real]]:
        """Yield the likelihoods that change with the answer, and their values as terms."""
        for likelihood, entry in zip(column.likelihoods, column.entries, strict=True):
            if entry.has(column.mass):
                yield likelihood, entry

    @cached_property
    def _support(self) -> Sentence:
        sure: list[Sentence] = []
        for column in self.columns.values():
            own, other = column.likelihoods
            chance = column.mass * own + (ONE - column.mass) * other
            sure += [
                relate(column.mass, ">", ZERO),
                relate(column.mass, "<", ONE),
                *(relate(likelihood, "=", entry) for likelihood, entry in self._varying(column)),
                *(relate(likelihood, ">", ZERO) for likelihood, _ in self._varying(column)),
                relate(column.chance, "=", chance),
                relate(column.chance, ">", ZERO),
            ]
        return sp.And(*dict.fromkeys(sure), evaluate=False)

    def of(self, overall: Overall) -> Real:
        """Return the mutual information of a mechanism; other measures are refused."""
        letter = overall.observed[0].lower() if overall.observed else ""
        known = letter in self.columns and len(overall.observed) == 1
        if overall.kind != "mutual_information" or overall.secret != "X" or not known:
            raise NotReducible(f"{overall} is not the mutual information of X and one answer.")
        column = self.columns[letter]
        if ZERO in column.likelihoods:
            raise NotReducible(f"A likelihood is 0, so that {overall} is no mean of logarithms.")
        own, other = (
            likelihood * (sp.log(likelihood) - sp.log(column.chance))
            for likelihood in column.likelihoods
        )
        return N * self._mean(column.mass * own + (ONE - column.mass) * other)

    def _mean(self, body: Real) -> Real:
        return Mean(body, self._variables, self._support, LAW)

    def facts(self) -> Iterator[Sentence]:
        """Yield the values of likelihoods that are the same at every answer, and n E[p] = 1."""
        for column in self.columns.values():
            varying = dict(self._varying(column))
            for likelihood, entry in zip(column.likelihoods, column.entries, strict=True):
                if likelihood != entry and likelihood not in varying:
                    yield relate(likelihood, "=", entry)
        for mass in dict.fromkeys(column.mass for column in self.columns.values()):
            yield relate(N * self._mean(mass), "=", ONE)

    def needs(self) -> Iterator[tuple[Column, Sentence]]:
        """Yield that no likelihood is 0, for each answer."""
        for column in self.columns.values():
            yield column, relate(column.low, ">", ZERO)


def information_of(
    channels: Mapping[str, EncodedKernel], conditions: Iterable[Condition]
) -> Information:
    """Return the mutual information of the mechanisms for which it occurs in conditions."""
    spoken = {
        part.observed[0].lower()
        for condition in conditions
        for part in condition.parts
        if isinstance(part, Overall) and part.kind == "mutual_information"
    }
    found = {}
    for letter, channel in channels.items():
        if letter in spoken:
            if not channel.mechanism.says_secrets:
                raise NotReducible(f"The answers of {channel.mechanism.name} are no secrets.")
            found[letter] = channel.drawn()
    return Information(found)


def has_information(condition: Condition) -> bool:
    """Whether a condition contains mutual information."""
    return any(
        isinstance(part, Overall) and part.kind == "mutual_information" for part in condition.parts
    )
