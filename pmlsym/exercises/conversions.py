"""Assignment 4: the guarantees that another one implies, and the smallest levels."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.exercises.feedback import (
    ask,
    channel,
    close,
    largest_lift,
    lifts,
    not_right,
    number,
    right,
)
from pmlsym.exercises.instances import Row, between, skewed
from pmlsym.exercises.statements import Wanted, best, proved
from pmlsym.guarantees import PMC, PML

_FROM_LDP = Wanted("LDP", "PMC")


def pmc_of_pml(answer: object, finite: bool = False) -> None:
    """Check the PMC that follows from PML: neither too small nor too large, or infinite.

    With `finite`, it is never infinite.
    """
    random, tried = Random(), 0
    for p_min in (0.5, 0.4, 0.25, 0.1, 0.02):
        end = math.log(1 / (1 - p_min))
        for epsilon in (
            0.0,
            end * random.uniform(0.05, 0.4),
            end * random.uniform(0.5, 0.95),
            1.5 * end,
        ):
            if finite and epsilon > end:
                continue
            instance = {"epsilon": epsilon, "p_min": p_min}
            found = ask("pmc_of_pml", answer, instance)
            read = number("pmc_of_pml(epsilon, p_min)", found, **instance)
            implied = PML(epsilon).implies(PMC, p_min=p_min)
            truth = math.inf if implied is None else float(implied.epsilon)
            if not close(read, truth):
                raise not_right(_direction(read, truth), **instance)
            tried += 1
    right("pmc_of_pml", tried)


def _direction(read: float, truth: float) -> str:
    if math.isinf(truth):
        return (
            f"You say {read:.6g} nats, but such a mechanism can have an outcome that rules a "
            "secret out: then its PMC is infinite (math.inf)."
        )
    if read < truth:
        return f"You say {read:.6g} nats, but some mechanism with this PML has a larger PMC."
    return f"You say {read:.6g} nats, but no mechanism with this PML has so large a PMC."


def attaining(answer: object, two: bool = False) -> None:
    """Check mechanisms: each satisfies the PML guarantee, with the largest PMC that it allows.

    With `two`, there are never more than two secrets.
    """
    random, tried = Random(), 0
    for size in (2, 2, 2) if two else (2, 2, 3, 3, 4, 5):
        prior = skewed(random, size)
        least = min(prior)
        top = between(random, Fraction(1), 1 / (1 - least))
        instance = {"prior": prior, "E": top}
        mine = channel(prior, ask("attaining", answer, instance), "prior", "attaining(prior, E)")
        check_promise(mine, top, instance)
        reached = max(float(level) for level in measures.pmc(mine))
        wanted = PML(math.log(top)).implies(PMC, p_min=float(least))
        assert wanted is not None  # the level is below the one at which a secret can be excluded
        if not math.isclose(reached, wanted.epsilon, rel_tol=1e-7):
            raise not_right(
                f"Your mechanism has a PMC of {reached:.6g} nats; another one with this PML and "
                "this prior has more.",
                **instance,
            )
        tried += 1
    right("attaining", tried)


def check_promise(mine: Channel, top: Fraction, instance: dict[str, Any]) -> None:
    """Check, exactly, that no lift of a channel exceeds a bound."""
    worst = largest_lift(mine)
    if worst > top:
        raise not_right(
            f"Your mechanism is not log(E)-PML: its largest lift is {worst}.", **instance
        )


def pmc_of_ldp(statement: object) -> None:
    """Check a typed statement: the prover proves that this PMC follows from LDP."""
    proved("statement", statement, _FROM_LDP)
    right("statement: the prover has a proof of it")


def pmc_of_ldp_is_best(statement: object) -> None:
    """Check a typed statement: no smaller PMC follows from LDP if pmin is known."""
    best("statement", proved("statement", statement, _FROM_LDP), _FROM_LDP)
    right("statement: mechanisms attain the level")


def one_way(answer: object, low: bool = False) -> None:
    """Check counterexamples: mechanisms that satisfy a level of PMC and not the same one of PML.

    With `low`, no level is above log(3/2), so that one prior is enough for all.
    """
    random, tried = Random(), 0
    for ceiling in (1000, 8, 3, 2, Fraction(3, 2), Fraction(6, 5), Fraction(101, 100)):
        if low and ceiling > Fraction(3, 2):
            continue
        # near the ceiling, so that one prior for all levels fails at the highest in every run
        level = between(random, (1 + 3 * Fraction(ceiling)) / 4, Fraction(ceiling))
        instance = {"E": level}
        found: Any = ask("one_way", answer, instance)
        if not isinstance(found, tuple | list) or len(found) != 2:
            raise not_right("one_way should return two things: prior, kernel.", **instance)
        mine = channel(found[0], found[1])
        every: Row = [lift for of_secret in lifts(mine) for lift in of_secret]
        if min(every) * level < 1:
            raise not_right(
                f"Your mechanism is not log(E)-PMC: its smallest lift is {min(every)}.", **instance
            )
        if max(every) <= level:
            raise not_right(
                f"Your mechanism is log(E)-PML too: its largest lift is {max(every)}.", **instance
            )
        tried += 1
    right("one_way", tried)
