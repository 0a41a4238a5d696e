"""Assignment 2: the leakage of a noisy histogram about one person, bounded and attained."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym.exercises.feedback import IN_BITS, ask, close, not_right, number, numbers, right, row
from pmlsym.exercises.instances import Row, between, distribution, skewed
from pmlsym.laplace import histogram_leakage, record_lift, worst_record_lift

_ALPHAS = [(k, share) for k in (2, 3, 4) for share in (Fraction(1, 4), Fraction(2, 3), Fraction(1))]


_SIZES = [(2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3)]


def likelihoods(answer: object, alone: bool = False) -> None:
    """Check the density of an outcome given the class of the person, up to a common factor.

    With `alone`, no other person is in the histogram.
    """
    random, tried = Random(), 0
    for classes, further in [size for size in _SIZES if not (alone and size[1])] * 2:
        others = [distribution(random, classes) for _ in range(further)]
        outcome = [random.randint(-1, further + 2) for _ in range(classes)]
        q = between(random, Fraction(0), Fraction(1))
        instance: dict[str, Any] = {"others": others, "outcome": outcome, "q": q}
        if not others:
            instance["outcome"] = outcome = [1] + [0] * (classes - 1)
        found = ask("likelihoods", answer, instance)
        read = numbers("likelihoods(others, outcome, q)", found, classes, "class", **instance)
        uniform = [Fraction(1, classes)] * classes
        truth = record_lift(_identity(classes), uniform, others, outcome, q)
        if min(read) <= 0:
            raise not_right("A likelihood is not positive.", **instance)
        for j in range(1, classes):
            if not close(math.log(read[j] / read[0]), math.log(truth[j] / truth[0])):
                raise not_right(
                    f"The outcome is not {read[j] / read[0]:.6g} times as likely if the person is "
                    f"in class {j} as if in class 0.",
                    **instance,
                )
        tried += 1
    right("likelihoods", tried)


def bound(answer: object, smallest: bool = True) -> None:
    """Check a bound on the leakage: no release leaks more, and one attains it.

    If it need not be the smallest, it has to be at most that of differential privacy.
    """
    random, tried = Random(), 0
    for k, share in _ALPHAS * 3:
        alpha = share / k
        q = between(random, Fraction(0), Fraction(1))
        scale = -1 / math.log(q)
        instance = {"alpha": alpha, "b": scale}
        read = number("bound(alpha, b)", ask("bound", answer, instance), **instance)
        release = _release(random, k, alpha, q)
        lift, held, outcome = worst_record_lift(*release, q)
        leaked = math.log(lift)
        if read < leaked and not close(read, leaked):
            raise not_right(
                f"You say {read:.6g} nats at most. But a person with this prior, among these "
                f"others, leaks {leaked:.6g} at this outcome (about class {held}).",
                **instance,
                prior=release[1],
                others=release[2],
                outcome=list(outcome),
            )
        least = histogram_leakage(float(alpha), scale)
        if not smallest and read > 2 / scale * (1 + 1e-9):
            raise not_right(
                f"You say {read:.6g} nats. That is a bound, but a larger one than the level 2/b = "
                f"{2 / scale:.6g} of differential privacy.{_bits(read, least)}",
                **instance,
            )
        if smallest and not close(read, least):
            raise not_right(
                f"You say {read:.6g} nats. That is a bound, but no release of {k} bins leaks so "
                f"much: a smaller one is true.{_bits(read, least)}",
                **instance,
            )
        tried += 1
    right("bound", tried)


def _bits(read: float, least: float) -> str:
    return IN_BITS * close(read * math.log(2), least)


def _release(
    random: Random, k: int, alpha: Fraction, q: Fraction
) -> tuple[list[list[int]], Row, list[Row]]:
    """Return a release in which a class of the person is as rare as the floor allows."""
    own = [alpha, *((1 - alpha) * share for share in distribution(random, k - 1))]
    if min(own) < alpha:  # equal shares of the other classes are never below it
        own = [alpha, *[(1 - alpha) / (k - 1)] * (k - 1)]
    others = [] if alpha * k == 1 else [skewed(random, k, alpha)]
    return _identity(k), own, others


def worst_release(answer: object, alone: bool = False) -> None:
    """Check releases: priors within the floor that attain the largest leakage.

    With `alone`, no other person is in the histogram.
    """
    random, tried = Random(), 0
    for further in (0,) if alone else (0, 1, 2):
        for k, share in _ALPHAS:
            alpha = share / k
            q = between(random, Fraction(0), Fraction(1))
            instance: dict[str, Any] = {"alpha": alpha, "k": k, "n": further + 1}
            found = ask("worst_release", answer, instance)
            own, others, outcome = _parts(found, k, further, instance)
            for name, prior in (("own", own), *((f"others[{i}]", o) for i, o in enumerate(others))):
                if sum(prior) != 1 or min(prior) < alpha:
                    raise not_right(
                        f"{name} has to sum to 1 and to give every class at least alpha.",
                        **instance,
                    )
            lift = max(record_lift(_identity(k), own, others, outcome, q))
            most = histogram_leakage(float(alpha), -1 / math.log(q))
            if not close(math.log(lift), most):
                raise not_right(
                    f"With q = {q} your release leaks {math.log(lift):.6g} nats; another one of "
                    f"this size leaks {most:.6g}.",
                    **instance,
                )
            tried += 1
    right("worst_release", tried)


def _parts(
    found: object, k: int, further: int, instance: dict[str, Any]
) -> tuple[Row, list[Row], list[int]]:
    if not isinstance(found, tuple | list) or len(found) != 3:
        raise not_right(
            "worst_release should return three things: own, others, outcome.", **instance
        )
    own, others, outcome = row("own", found[0]), found[1], row("outcome", found[2])
    if not isinstance(others, list | tuple) or len(others) != further:
        raise not_right(f"others should be a list of {further} priors (n - 1).", **instance)
    priors = [row(f"others[{i}]", one) for i, one in enumerate(others)]
    if any(len(one) != k for one in (own, outcome, *priors)):
        raise not_right(f"own, outcome and every prior of the others have {k} entries.", **instance)
    if any(entry.denominator != 1 for entry in outcome):
        raise not_right("outcome should consist of whole numbers.", **instance)
    return own, priors, [int(entry) for entry in outcome]


def scale(answer: object, noisy: bool = False) -> None:
    """Check scales: the promise is kept, and with less noise it would not be.

    With `noisy`, no promise is kept without noise.
    """
    random, tried = Random(), 0
    for alpha in (0.5, 0.3, 0.1, 0.01):
        most = math.log(1 / alpha)
        for epsilon in (
            most * random.uniform(0.1, 0.5),
            most * random.uniform(0.5, 0.95),
            1.5 * most,
        ):
            if noisy and epsilon > most:
                continue
            instance = {"epsilon": epsilon, "alpha": alpha}
            read = number("scale(epsilon, alpha)", ask("scale", answer, instance), **instance)
            if epsilon > most:
                if read != 0:
                    raise not_right(
                        "With no noise at all, b = 0, the promise is kept here: nobody can learn "
                        f"more than {most:.4f} nats. So the smallest scale is 0.",
                        **instance,
                    )
                continue
            if not 0 < read < math.inf:
                raise not_right(f"A scale is positive and finite here, not {read:.6g}.", **instance)
            leaks = histogram_leakage(alpha, read)
            if leaks > epsilon * (1 + 1e-7):
                raise not_right(
                    f"With b = {read:.6g} a record can leak {leaks:.6g} nats, which is more than "
                    "epsilon.",
                    **instance,
                )
            if histogram_leakage(alpha, read * (1 - 1e-6)) < epsilon:
                raise not_right(f"b = {read:.6g} is safe, but so is a smaller scale.", **instance)
            tried += 1
    right("scale", tried)


def _identity(k: int) -> list[list[int]]:
    return [[int(i == j) for j in range(k)] for i in range(k)]
