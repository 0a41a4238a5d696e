"""Table of the measures of a whole channel: averages over outcomes, and divergences between rows.

A row names a measure and says of which kind it is; `statements.definitions` defines it, for the
evaluation of statements, and the reductions know each kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from pmlsym.formulas.measures import MeasureName

AverageName: TypeAlias = str  # a key of AVERAGES


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
    of_log_lift : whether it is the mean of the logarithm of the lift.
    of_pairs : whether it is the largest divergence between P(outcome|secret) of two secrets.
        Statements about an average of none of these kinds are evaluated, but not reduced to goals.
    infinite_at_0 : whether it is infinite if and only if some outcome rules out a secret.
    arrow : the sign between the secret and the outcome.
    """

    name: AverageName
    latex: str
    meaning: str
    of: MeasureName = ""
    of_log_lift: bool = False
    of_pairs: bool = False
    infinite_at_0: bool = False
    arrow: Literal["->", ";"] = "->"

    @property
    def vanishes(self) -> bool:
        """Whether it is 0 if all lifts are 1, and positive otherwise."""
        return bool(self.of) or self.of_log_lift or self.of_pairs


_SUM = "the logarithm of the sum over the outcomes of the"
_ROWS_OF_TWO = "between P(outcome|secret) of two secrets"
_RULES_OUT = "infinite where an outcome rules out a secret"
AVERAGES: Mapping[AverageName, Average] = MappingProxyType(
    {
        row.name: row
        for row in (
            Average(
                "maximal_leakage", r"\mathcal{L}", f"{_SUM} largest P(outcome|secret)", of="pml"
            ),
            Average(
                "maximal_cost_leakage",
                r"\mathcal{L}^{c}",
                f"minus {_SUM} smallest P(outcome|secret)",
                of="pmc",
            ),
            Average(
                "mutual_information",
                "I",
                "the mean of the logarithm of the lift",
                of_log_lift=True,
                arrow=";",
            ),
            Average(
                "tv",
                r"\mathrm{TV}",
                f"the largest total variation distance {_ROWS_OF_TWO}",
                of_pairs=True,
            ),
            Average(
                "kl",
                r"D",
                f"the largest Kullback-Leibler divergence {_ROWS_OF_TWO}, {_RULES_OUT}",
                of_pairs=True,
                infinite_at_0=True,
            ),
            Average(
                "chi2",
                r"\chi^{2}",
                f"the largest chi-squared divergence {_ROWS_OF_TWO}, {_RULES_OUT}",
                of_pairs=True,
                infinite_at_0=True,
            ),
        )
    }
)
