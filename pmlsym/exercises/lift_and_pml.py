"""Assignment 1: the marginal, the lift, PML and PMC, and an adversary who attains PML."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from pmlsym import measures
from pmlsym.adversary import gain_leakage
from pmlsym.channel import Channel
from pmlsym.exercises.feedback import (
    IN_BITS,
    NO_LOGARITHM,
    NotRight,
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
    _given_earlier("lift", answer, lambda: _lift(answer, positive), ("marginal",))


def _lift(answer: object, positive: bool) -> int:
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
    return tried


def pml(answer: object, positive: bool = False) -> None:
    """Check the PML of every outcome against the gain of its adversaries."""
    why = (
        "some adversary's best expected gain rises by more than that",
        "no adversary's best expected gain rises by so much",
    )
    _given_earlier("pml", answer, lambda: _leakage("pml", answer, positive, *why))


def pmc(answer: object, positive: bool = False) -> None:
    """Check the PMC of every outcome against the cost that its adversaries save."""
    why = (
        "some adversary's least expected cost falls by more than that",
        "no adversary's least expected cost falls by so much",
    )
    _given_earlier("pmc", answer, lambda: _leakage("pmc", answer, positive, *why))


def _leakage(name: str, answer: object, positive: bool, too_small: str, too_large: str) -> int:
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
                hint = NO_LOGARITHM
            if close(read[place] * math.log(2), truth[place]):
                hint = IN_BITS
            if truth[place] and close(-read[place], truth[place]):
                hint = " (The sign is wrong: leakages are never negative.)"
            raise not_right(
                f"At outcome {place} you say {read[place]:.6g} nats, but {why}.{hint}", **instance
            )
        tried += 1
    return tried


def best_gain(answer: object, positive: bool = False) -> None:
    """Check gain tables: the adversary's expected gain rises by the largest possible factor."""
    _given_earlier("best_gain", answer, lambda: _best_gain(answer, positive))


def _best_gain(answer: object, positive: bool) -> int:
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
    return tried


def _gain(found: object, secrets: int, instance: dict[str, Any]) -> Table:
    name = "best_gain(prior, kernel, y)"
    try:
        width = len(found[0])  # type: ignore[index]  # the except reports anything but a table
    except (TypeError, IndexError, KeyError):
        width = 0
    if not width:
        raise not_right(f"{name} should be a table: a row for each secret.", **instance)
    read = table(name, _as_gains(found), (secrets, width), "secret", "guess", **instance)
    gain = [[Fraction(entry) for entry in row] for row in read if max(map(abs, row)) < math.inf]
    if len(gain) < secrets or min(map(min, gain)) < 0 or max(map(max, gain)) == 0:
        raise not_right(f"{name} needs finite gains, none negative and one positive.", **instance)
    return gain


def _as_gains(found: Any) -> Any:  # what a student returns
    """Write truth values in a table as 1 and 0: whether a guess is right is a gain."""
    if isinstance(found, list | tuple):
        return [_as_gains(entry) for entry in found]
    return int(found) if isinstance(found, bool) else found


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


# --- a mistake in an earlier task costs its points there, and no further ones ---------------------


def _right_marginal(prior: Sequence[Fraction], kernel: Table) -> list[Fraction]:
    pairs = [(p, row) for p, row in zip(prior, kernel, strict=True)]
    return [sum((p * row[y] for p, row in pairs), Fraction(0)) for y in range(len(kernel[0]))]


def _right_lift(prior: Sequence[Fraction], kernel: Table) -> list[list[Fraction]]:
    total = _right_marginal(prior, kernel)
    return [
        [p / t if t else Fraction(1) for p, t in zip(row, total, strict=True)] for row in kernel
    ]


_RIGHT = {"marginal": _right_marginal, "lift": _right_lift}


def _given_earlier(
    name: str, answer: object, check: Callable[[], int], earlier: Sequence[str] = tuple(_RIGHT)
) -> None:
    """Check an answer, if it is wrong again with right answers to the tasks that it builds on."""
    try:
        tried = check()
    except NotRight as wrong:
        with _replaced(answer, earlier) as used:
            if not used:
                raise
            try:
                tried = check()
            except NotRight:
                raise wrong from None
        print(
            f"With a right {' and '.join(used)} in the place of yours, which is still to be mended:"
        )
    right(name, tried)


@contextmanager
def _replaced(answer: object, earlier: Sequence[str]) -> Iterator[list[str]]:
    """Put right answers for a student's own functions that an answer can see, and yield which."""
    space = getattr(answer, "__globals__", {})
    own = {name: space[name] for name in earlier if callable(space.get(name))}
    space.update({name: _RIGHT[name] for name in own})
    try:
        yield list(own)
    finally:
        space.update(own)


def _floats(row: Any) -> list[float]:  # sympy's arrays have no types
    return [float(entry) for entry in row]


def _line(row: list[float]) -> str:
    return ", ".join(f"{entry:.4f}" for entry in row)
