"""Assignment 1: the marginal, the lift, PML and PMC, and an adversary who attains PML."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pmlsym import measures
from pmlsym.adversary import gain_leakage
from pmlsym.channel import Channel
from pmlsym.exercises.feedback import (
    ask,
    channel,
    close,
    first_difference,
    not_right,
    numbers,
    right,
    table,
)
from pmlsym.exercises.instances import Table, channels


def marginal(answer: object) -> None:
    """Check the probabilities of the outcomes, by the law of total probability."""
    tried = 0
    for prior, kernel in channels():
        instance = {"prior": prior, "kernel": kernel}
        found = ask("marginal", answer, instance)
        read = numbers("marginal(prior, kernel)", found, len(kernel[0]), "outcome", **instance)
        if not close(sum(read), 1):
            raise not_right(f"The probabilities sum to {sum(read):.6g} and not to 1.", **instance)
        place = first_difference(read, _floats(Channel(kernel, prior).marginal))
        if place is not None:
            raise not_right(
                f"The probability of outcome {place} is not {read[place]:.6g}.", **instance
            )
        tried += 1
    right("marginal", tried)


def lift(answer: object, positive: bool = False) -> None:
    """Check the lift of every secret at every outcome, 1 where the outcome has probability zero.

    With `positive`, as in the other checks here, all entries of the kernels are.
    """
    tried = 0
    for prior, kernel in channels(positive=positive):
        instance = {"prior": prior, "kernel": kernel}
        found = ask("lift", answer, instance)
        shape = len(prior), len(kernel[0])
        read = table("lift(prior, kernel)", found, shape, "secret", "outcome", **instance)
        truth = Channel(kernel, prior)
        for y, probability in enumerate(truth.marginal):
            mean = sum(float(p) * row[y] for p, row in zip(prior, read, strict=True))
            if probability == 0 and not all(close(row[y], 1) for row in read):
                raise not_right(
                    f"Outcome {y} has probability zero: by the convention 0/0 = 1 its lifts are 1.",
                    **instance,
                )
            if not close(mean, 1):
                raise not_right(
                    f"At outcome {y} your lifts have the mean {mean:.6g} under the prior; a lift "
                    "has mean 1.",
                    **instance,
                )
            for x, row in enumerate(read):
                if not close(row[y], float(truth.lift[x, y])):
                    raise not_right(
                        f"The lift of secret {x} at outcome {y} is not {row[y]:.6g}.", **instance
                    )
        tried += 1
    right("lift", tried)


def pml(answer: object, positive: bool = False) -> None:
    """Check the PML of every outcome against the gain of its adversaries."""
    _leakage(
        "pml",
        answer,
        positive,
        "some adversary's best expected gain rises by more than that",
        "no adversary's best expected gain rises by so much",
    )


def pmc(answer: object, positive: bool = False) -> None:
    """Check the PMC of every outcome against the cost that its adversaries save."""
    _leakage(
        "pmc",
        answer,
        positive,
        "some adversary's least expected cost falls by more than that",
        "no adversary's least expected cost falls by so much",
    )


def _leakage(name: str, answer: object, positive: bool, too_small: str, too_large: str) -> None:
    tried = 0
    for prior, kernel in channels(positive=positive):
        instance = {"prior": prior, "kernel": kernel}
        found = ask(name, answer, instance)
        read = numbers(f"{name}(prior, kernel)", found, len(kernel[0]), "outcome", **instance)
        truth = _floats(getattr(measures, name)(Channel(kernel, prior)))
        place = first_difference(read, truth)
        if place is not None:
            why = too_small if read[place] < truth[place] else too_large
            hint = ""
            if 0 < read[place] < math.inf and close(math.log(read[place]), truth[place]):
                hint = " (Leakages are in nats: a logarithm is missing.)"
            if close(read[place] * math.log(2), truth[place]):
                hint = " (Leakages are in nats: you have bits.)"
            if truth[place] and close(-read[place], truth[place]):
                hint = " (The sign is wrong: leakages are never negative.)"
            raise not_right(
                f"At outcome {place} you say {read[place]:.6g} nats, but {why}.{hint}", **instance
            )
        tried += 1
    right(name, tried)


def best_gain(answer: object, positive: bool = False) -> None:
    """Check gain tables: the adversary's expected gain rises by the largest possible factor."""
    tried = 0
    for prior, kernel in channels(positive=positive):
        truth = Channel(kernel, prior)
        for y, probability in enumerate(truth.marginal):
            if probability == 0:
                continue
            instance: dict[str, Any] = {"prior": prior, "kernel": kernel, "y": y}
            gain = _gain(ask("best_gain", answer, instance), len(prior), instance)
            reached = float(gain_leakage(truth, gain)[y])
            wanted = float(measures.pml(truth)[y])
            if not close(reached, wanted):
                raise not_right(
                    f"With your table the best expected gain rises by a factor of "
                    f"{math.exp(reached):.6g}; another table gets {math.exp(wanted):.6g}.",
                    **instance,
                )
        tried += 1
    right("best_gain", tried)


def _gain(found: object, secrets: int, instance: dict[str, Any]) -> Table:
    name = "best_gain(prior, kernel, y)"
    try:
        width = len(found[0])  # type: ignore[index]  # the except reports anything but a table
    except (TypeError, IndexError, KeyError):
        width = 0
    if not width:
        raise not_right(f"{name} should be a table: a row for each secret.", **instance)
    read = table(name, found, (secrets, width), "secret", "guess", **instance)
    gain = [[Fraction(entry) for entry in row] for row in read if max(map(abs, row)) < math.inf]
    if len(gain) < secrets or min(map(min, gain)) < 0 or max(map(max, gain)) == 0:
        raise not_right(f"{name} needs finite gains, none negative and one positive.", **instance)
    return gain


def same_pmc(prior: object, kernel: object) -> None:
    """Check a channel: the same finite PMC at all outcomes, different PML at some."""
    mine = channel(prior, kernel, "own_prior", "own_kernel")
    if mine.null_outcomes:
        raise not_right(f"Outcome {mine.null_outcomes[0]} never happens; leave it out.")
    gains, costs = _floats(measures.pml(mine)), _floats(measures.pmc(mine))
    if math.inf in costs:
        raise not_right(f"Outcome {costs.index(math.inf)} rules a secret out: its PMC is infinite.")
    if not all(close(level, costs[0]) for level in costs):
        raise not_right(f"PMC is not the same at all outcomes: {_line(costs)}.")
    if all(close(level, gains[0]) for level in gains):
        raise not_right(f"PML is the same at all outcomes too: {_line(gains)}.")
    right(f"PMC {costs[0]:.4f} at every outcome, PML {_line(gains)}")


def _floats(row: Any) -> list[float]:  # sympy's arrays have no types
    return [float(entry) for entry in row]


def _line(row: list[float]) -> str:
    return ", ".join(f"{entry:.4f}" for entry in row)
