"""The even point: every number is 1, and what adds up to 1 is shared out evenly.

In a goal about probabilities and densities this is the world in which everything is equally likely
and nothing depends on anything. A random search does not find it among many equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from pmlsym.proof.kernel.terms import ONE, Sentence, Term, free, laws

_TRIES = 60  # choices for what no equation speaks of


def even_numbers(
    relations: Sequence[Sentence], names: Sequence[str], values: Sequence[Fraction]
) -> Iterator[dict[str, Fraction]]:
    """Yield the even point, then the same with other numbers where no equation speaks of them.

    Parameters
    ----------
    relations : what has to hold.
    names : of the symbols.
    values : to choose from.

    Examples
    --------
    >>> third = ("=", ("sum", ("symbol", "p"), ("symbol", "q"), ("symbol", "r")), ONE)
    >>> point = next(even_numbers([third], ["p", "q", "r", "x"], [Fraction(2)]))
    >>> print(*point.values())
    1/3 1/3 1/3 1
    """
    shares = dict(_shares(relations))
    even = {name: shares.get(name, Fraction(1)) for name in names}
    yield even
    held = set(shares) | set(_in_equations(relations))
    loose = [name for name in names if name not in held]
    rng = Random(0)  # no secret depends on it
    for _ in range(_TRIES if loose else 0):
        yield even | {name: rng.choice(values) for name in loose}


def _shares(relations: Iterable[Sentence]) -> Iterator[tuple[str, Fraction]]:
    for sign, left, right in relations:
        if right != ONE or sign not in ("=", "<", "<=") or left[0] != "sum":
            continue
        parts: Sequence[Term] = left[1:]
        if all(part[0] == "symbol" for part in parts):
            share = Fraction(1, len(parts) + (sign != "="))
            yield from ((part[1], share) for part in parts)


def _in_equations(relations: Iterable[Sentence]) -> Iterator[str]:
    for relation in relations:
        if relation[0] == "=":
            yield from free(relation)
        for law in laws(relation):
            yield from (name for inside in law[3] for name in free(inside))
