"""Table of the measures of a whole channel: averages over outcomes, and divergences between rows.

A row names a measure and says of which kind it is; `statements.definitions` defines it, for the
evaluation of statements, and the reductions know each kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from pmlsym.formulas.measures import MEASURES, MeasureName

AverageName: TypeAlias = str  # a key of AVERAGES
Form: TypeAlias = Literal[
    "",
    "extreme",
    "log_lift",
    "rows",
    "guess",
    "entropy",
    "square",
    "sibson",
    "arimoto",
    "supremum",
    "renyi",
    "posterior",
    "both",
]


@dataclass(frozen=True)
class Average:
    """A leakage measure of a channel, averaged over its outcomes.

    Parameters
    ----------
    name : the name in statements: ``maximal_leakage`` in ``maximal_leakage(X->Y)``.
    latex : the LaTeX before the channel.
    meaning : the definition in words.
    of : the measure whose extreme lift is averaged, which at the worst outcome is an upper bound;
        empty if there is none.
    form : ``"extreme"`` if the extreme lift of `of` is averaged; ``"log_lift"`` if the logarithm of
        the lift is; ``"rows"`` for the largest divergence between P(outcome|secret) of two secrets;
        ``"guess"`` if the largest P(secret, outcome) is summed; ``"entropy"`` for an entropy of the
        secret, alone or given the outcome; ``"square"`` if the lift is averaged minus 1, under the
        joint law; ``"sibson"``, ``"arimoto"`` and ``"supremum"`` for
        mutual informations of an order, by the definitions of Sibson and of Arimoto, and at their
        largest over priors; ``"renyi"`` for an entropy of an order; ``"posterior"`` for a number of
        the distribution of the secret, alone, at an outcome or on average over the outcomes;
        ``"both"`` for a divergence of the joint law of secret and outcome from the product of
        their laws; empty for what is evaluated, but not reduced to goals.
    has_level : whether a level stands behind the channel, as in ``hockey_stick(X->Y; e)``; it is
        the order of a measure that has one.
    infinite_at_0 : whether it is infinite if and only if some outcome rules out a secret.
    arrow : the sign between the secret and the outcome; empty if there is no outcome.
    orders_above : the number above which orders have to be.
    text : the word in statements, where another measure with another sign has it too.
    """

    name: AverageName
    latex: str
    meaning: str
    of: MeasureName = ""
    form: Form = ""
    has_level: bool = False
    infinite_at_0: bool = False
    arrow: Literal["->", ";", "|", ""] = "->"
    orders_above: int = 0
    text: str = ""

    @property
    def word(self) -> str:
        """The word in statements."""
        return self.text or self.name

    @property
    def is_symmetric(self) -> bool:
        """Whether the secret and the outcome may change their places."""
        return self.arrow == ";"

    @property
    def has_order(self) -> bool:
        """Whether the level is an order."""
        return self.form in ("sibson", "arimoto", "supremum", "renyi")

    @property
    def may_be_alone(self) -> bool:
        """Whether the average is also one of the secret alone, as in ``H(X)``, or only such."""
        return self.form in ("entropy", "posterior") or not self.arrow

    @property
    def vanishes(self) -> bool:
        """Whether the average is 0 if all lifts are 1, and positive otherwise."""
        plain = self.form == "rows" and not self.has_level
        return self.adds_up or plain or self.form in ("square", "both", "sibson", "arimoto")

    @property
    def is_finite(self) -> bool:
        """Whether the average is a number of every channel, and not infinite."""
        of_least = bool(self.of) and MEASURES[self.of].of_least
        return bool(self.form) and not (self.infinite_at_0 or self.has_level or of_least)

    @property
    def adds_up(self) -> bool:
        """Whether the average of two releases about one secret is at most the sum of both."""
        return self.form in ("extreme", "log_lift", "supremum")

    @property
    def of_nearer(self) -> bool:
        """Whether the average does not fall where a nearer variable is the secret, in a chain."""
        return self.form in ("extreme", "rows", "sibson", "supremum")

    @property
    def falls(self) -> bool:
        """Whether the average falls where an outcome says more, as the number of guesses does."""
        return self.name == "guesswork"

    @property
    def is_mean(self) -> bool:
        """Whether the average is a mean itself, and not the logarithm of a mean."""
        return self.is_plain or self.form == "entropy"

    @property
    def is_plain(self) -> bool:
        """Whether the average is no sum of logarithms."""
        return self.form in ("rows", "square", "both")

    @property
    def is_number(self) -> bool:
        """Whether the average is a plain number, as probabilities are, and no sum of logarithms."""
        return self.is_plain or self.form == "posterior"


_SUM = "the logarithm of the sum over the outcomes of the"
_ROWS_OF_TWO = "between P(outcome|secret) of two secrets"
_OF_BOTH = "of the joint law from the product of P(secret) and P(outcome)"
_RULES_OUT = "infinite where an outcome rules out a secret"
AVERAGES: Mapping[AverageName, Average] = MappingProxyType(
    {
        row.name: row
        for row in (
            Average(
                "maximal_leakage",
                r"\mathcal{L}",
                f"{_SUM} largest P(outcome|secret)",
                form="extreme",
                of="pml",
            ),
            Average(
                "maximal_cost_leakage",
                r"\mathcal{L}^{c}",
                f"minus {_SUM} smallest P(outcome|secret)",
                form="extreme",
                of="pmc",
            ),
            Average(
                "mutual_information",
                "I",
                "the mean of the logarithm of the lift",
                form="log_lift",
                arrow=";",
            ),
            Average(
                "tv",
                r"\mathrm{TV}",
                f"the largest total variation distance {_ROWS_OF_TWO}",
                form="rows",
            ),
            Average(
                "kl",
                r"D",
                f"the largest Kullback-Leibler divergence {_ROWS_OF_TWO}, {_RULES_OUT}",
                form="rows",
                infinite_at_0=True,
            ),
            Average(
                "chi2",
                r"\chi^{2}",
                f"the largest chi-squared divergence {_ROWS_OF_TWO}, {_RULES_OUT}",
                form="rows",
                infinite_at_0=True,
            ),
            Average(
                "chi2_information",
                r"\chi^{2}",
                "the chi-squared divergence of the joint law from that of independent variables",
                form="square",
                arrow=";",
                text="chi2",
            ),
            Average(
                "hellinger",
                r"\mathrm{H}^{2}",
                f"the largest squared Hellinger distance (1 minus the sum of roots) {_ROWS_OF_TWO}",
                form="rows",
            ),
            Average(
                "hockey_stick",
                r"\mathrm{E}",
                "the largest P(event|one secret) - exp(level) P(event|another secret) of any event",
                form="rows",
                has_level=True,
            ),
            Average(
                "joint_tv",
                r"\mathrm{TV}",
                f"the total variation distance {_OF_BOTH}",
                form="both",
                arrow=";",
                text="tv",
            ),
            Average(
                "H",
                "H",
                "the entropy: the mean of minus the logarithm of the probability, given the others",
                form="entropy",
                arrow="|",
            ),
            Average(
                "min_entropy_leakage",
                r"\mathcal{L}_{\infty}",
                f"{_SUM} largest P(secret, outcome), over the largest P(secret)",
                form="guess",
            ),
            Average(
                "sibson",
                r"I^{\mathrm{S}}",
                "Sibson's mutual information of an order a: a/(a - 1) times the logarithm of the "
                "sum over the outcomes of (the sum of P(secret) P(outcome|secret)^a)^(1/a), and "
                "mutual information at a = 1",
                form="sibson",
                has_level=True,
            ),
            Average(
                "renyi_entropy",
                "H",
                "Renyi's entropy of an order a: 1/(1 - a) times the logarithm of the sum of "
                "P(secret)^a, and the entropy at a = 1",
                form="renyi",
                has_level=True,
                arrow="",
            ),
            Average(
                "arimoto_entropy",
                r"H^{\mathrm{A}}",
                "Arimoto's entropy of an order a: a/(1 - a) times the logarithm of the sum over "
                "the outcomes of (the sum of P(secret, outcome)^a)^(1/a), and the entropy given "
                "the outcome at a = 1",
                form="renyi",
                has_level=True,
                arrow="|",
            ),
            Average(
                "alpha_leakage",
                r"\mathcal{L}",
                "Renyi's entropy minus Arimoto's, of the same order",
                form="arimoto",
                has_level=True,
            ),
            Average(
                "maximal_alpha_leakage",
                r"\mathcal{L}^{\max}",
                "Sibson's mutual information of an order above 1, at its largest over the priors",
                form="supremum",
                has_level=True,
                orders_above=1,
            ),
            Average(
                "vulnerability",
                "V",
                "the largest probability, given the others: that a best guess is right",
                form="posterior",
                arrow="|",
            ),
            Average(
                "guesswork",
                "G",
                "the least mean number of guesses, one after the other, given the others",
                form="posterior",
                arrow="|",
            ),
        )
    }
)
