"""Assignment 6: a mechanism that satisfies a guarantee, with as much utility as it allows."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.design import optimal_mechanism
from pmlsym.exercises.conversions import check_promise
from pmlsym.exercises.feedback import ask, channel, fractions, largest_lift, not_right, right, short
from pmlsym.exercises.instances import Row, between, channels, skewed
from pmlsym.guarantees import PML


def keeps(answer: object, clearly: bool = False) -> None:
    """Check a test of the guarantee: on mechanisms that barely satisfy it, and barely do not.

    With `clearly`, no level is near the largest lift, and no entry is zero.
    """
    promises = _promises(clearly)
    for instance in promises:
        found = ask("keeps", answer, dict(instance))
        if not isinstance(found, bool):
            raise not_right(f"keeps should return True or False, not {short(found)}.", **instance)
        # computed only now, so that the student's function cannot look it up while it runs
        kept = largest_lift(Channel(instance["kernel"], instance["prior"])) <= instance["E"]
        if found != kept:
            raise not_right(
                f"You say {found}, but the mechanism is {'' if kept else 'not '}log(E)-PML.",
                **instance,
            )
    right("keeps", len(promises))


_BARELY = [Fraction(999, 1000), Fraction(1), Fraction(1001, 1000)]
_CLEARLY = [Fraction(9, 10), Fraction(11, 10)]


def _promises(clearly: bool) -> list[dict[str, Any]]:
    """Return mechanisms with levels that are kept, attained, and not kept, shuffled."""
    random, promises = Random(), []
    for prior, kernel in channels(positive=clearly):
        worst = largest_lift(Channel(kernel, prior))
        shares = _CLEARLY if clearly else _BARELY
        for share in random.sample(shares, len(shares)):
            promises.append({"prior": prior, "kernel": kernel, "E": worst * share})
    return promises


def private(answer: object) -> None:
    """Check mechanisms: each satisfies the guarantee exactly, and depends on the secret."""
    for mine, _, _, instance in _mechanisms(answer):
        if math.isclose(float(measures.mutual_information(mine)), 0, abs_tol=1e-12):
            raise not_right("Your mechanism keeps the promise, but says nothing.", **instance)
    right("mechanism keeps its promise and says something")


def useful(answer: object, share: Fraction) -> None:
    """Check mechanisms: each satisfies the guarantee, with a share of the optimal information."""
    for mine, prior, top, instance in _mechanisms(answer):
        most = optimal_mechanism(prior, PML(math.log(top))).upper_bound
        has = float(measures.mutual_information(mine))
        if has < float(share) * most * (1 - 1e-6):
            raise not_right(
                f"Your mechanism has {has:.6g} nats of mutual information, {has / most:.1%} of "
                f"what is possible; {float(share):.0%} are asked for.",
                **instance,
            )
    right(f"mechanism has {float(share):.0%} of the most information or more")


def _mechanisms(answer: object) -> list[tuple[Channel, Row, Fraction, dict[str, Any]]]:
    """Ask for mechanisms under fresh priors and levels, and check the guarantee of each."""
    random, found = Random(), []
    for secrets, uniform in ((2, True), (2, False), (3, True), (3, False), (3, False), (5, False)):
        prior = [Fraction(1, secrets)] * secrets if uniform else skewed(random, secrets)
        top = between(random, Fraction(1), 1 / (1 - min(prior)))
        instance = {"prior": prior, "E": top}
        kernel = ask("mechanism", answer, instance)
        mine = channel(prior, kernel, "prior", "mechanism(prior, E)")
        check_promise(mine, top, instance)
        found.append((mine, prior, top, instance))
    return found


def response(answer: object, most: bool = True) -> None:
    """Check randomized response: one probability of the truth, equal ones of the rest, all used.

    If it need not tell the truth as often as it may, then more often than any other answer.
    """
    random, tried = Random(), 0
    for secrets in (2, 3, 4, 5) * 3:
        top = between(random, Fraction(1), Fraction(secrets))
        instance = {"n": secrets, "E": top}
        prior = [Fraction(1, secrets)] * secrets
        mine = channel(prior, ask("response", answer, instance), "prior", "response(n, E)")
        kernel = fractions(mine.kernel)
        if mine.shape != (secrets, secrets):
            raise not_right(f"response should return {secrets} rows of {secrets}.", **instance)
        truth = {kernel[x][x] for x in range(secrets)}
        lies = {kernel[x][y] for x in range(secrets) for y in range(secrets) if x != y}
        if len(truth) > 1 or len(lies) > 1:
            raise not_right(
                "Randomized response tells the truth with one probability, whatever the secret, "
                "and any other answer with another one.",
                **instance,
            )
        check_promise(mine, top, instance)
        if not most and max(truth) <= max(lies):
            raise not_right("The truth should be told more often than any other one.", **instance)
        if most and next(iter(truth)) * secrets != top:
            raise not_right("The promise allows to tell the truth more often.", **instance)
        tried += 1
    right("response", tried)
