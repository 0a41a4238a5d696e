"""Leakages to adversaries, evaluated from their operational definitions.

These functions do not use the theorem that the supremum over all adversaries is an extreme of the
lift. `pmlsym.measures` does, and is compared with them.

- `payoff`: adversaries with a gain or a cost, at one outcome, on average, at the worst outcome, and
  the divergence that results
- `guessing`: adversaries who guess a randomized function of the secret, report a distribution of it
  or estimate a number
- `functions`: the randomized functions that attain the supremum, and those that replace a cost;
  the channel that remains where something is known beforehand
- `expectation`: expected values exactly or in logarithms, and validation
"""

from pmlsym.adversary.functions import (
    channel_given,
    cost_of,
    function_of,
    shattering,
    singling_out,
    splitting,
)
from pmlsym.adversary.guessing import (
    alpha_loss_leakage,
    distance_leakage,
    guesswork,
    guesswork_leakage,
    least_alpha_loss,
    right_guess_leakage,
    wrong_guess_leakage,
)
from pmlsym.adversary.payoff import (
    attaining_cost,
    average_cost_leakage,
    cost_leakage,
    gain_leakage,
    renyi_infinity,
    worst_cost_leakage,
)

__all__ = [
    "alpha_loss_leakage",
    "attaining_cost",
    "average_cost_leakage",
    "channel_given",
    "cost_leakage",
    "cost_of",
    "distance_leakage",
    "function_of",
    "gain_leakage",
    "guesswork",
    "guesswork_leakage",
    "least_alpha_loss",
    "renyi_infinity",
    "right_guess_leakage",
    "shattering",
    "singling_out",
    "splitting",
    "worst_cost_leakage",
    "wrong_guess_leakage",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
