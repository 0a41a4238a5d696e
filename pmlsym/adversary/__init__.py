"""Leakages to adversaries, evaluated from their operational definitions.

These functions do not use the theorem that the supremum over all adversaries is an extreme of the
lift. `pmlsym.measures` does, and is compared with them.

- `payoff`: adversaries with a gain or a cost, at one outcome, on average, at the worst outcome
- `guessing`: adversaries who guess a randomized function of the secret, once or until it is right
- `functions`: the randomized functions that attain the supremum, and those that replace a cost
- `alpha_loss`, `distance`: adversaries who report a distribution or estimate a number
- `side_information`, `divergence`: what is known beforehand, and the divergence that results
- `expectation`, `reading`: expected values exactly or in logarithms, and validation
"""

from pmlsym.adversary.alpha_loss import alpha_loss_leakage, least_alpha_loss
from pmlsym.adversary.distance import distance_leakage
from pmlsym.adversary.divergence import renyi_infinity
from pmlsym.adversary.functions import cost_of, function_of, shattering, singling_out, splitting
from pmlsym.adversary.guessing import (
    guesswork,
    guesswork_leakage,
    right_guess_leakage,
    wrong_guess_leakage,
)
from pmlsym.adversary.payoff import (
    attaining_cost,
    average_cost_leakage,
    cost_leakage,
    cost_on_secret,
    gain_leakage,
    worst_cost_leakage,
)
from pmlsym.adversary.side_information import channel_given

__all__ = [
    "alpha_loss_leakage",
    "attaining_cost",
    "average_cost_leakage",
    "channel_given",
    "cost_leakage",
    "cost_of",
    "cost_on_secret",
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
