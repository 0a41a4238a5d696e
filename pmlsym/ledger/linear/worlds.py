"""The worlds of the claims on linear queries: releases of many sizes, and numbers beside them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.ledger.linear.readings import Beside, Release
from pmlsym.statements.assertion import Worlds
from pmlsym.statements.worlds.release import favouring, release
from pmlsym.statements.worlds.releases import Sizes, releases

_BOUNDS = "every workload W, alpha in (0, 1/k] and scale b > 0"
_BOUNDS_LATEX = r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0"
_COUNTED = "every workload W, alpha in (0, 1/k], scale b > 0 and number n of records"
_COUNTED_LATEX = rf"{_BOUNDS_LATEX},\ n"

RELEASES = releases()
SMALL = releases(Sizes(records=2, classes=3), tries=100)
WIDE = releases(Sizes(records=1, queries=3, classes=5), _BOUNDS, _BOUNDS_LATEX)
COUNTED = releases(
    Sizes(records=2, queries=2, classes=3, databases=9), _COUNTED, _COUNTED_LATEX, tries=60
)
ONE_RECORD = releases(Sizes(records=1, queries=2, classes=5), _BOUNDS, _BOUNDS_LATEX, tries=80)
HISTOGRAMS = releases(
    Sizes(records=1, queries=5, classes=5, histogram=True),
    "every k, alpha in (0, 1/k] and b > 0, with W = I",
    r"W=I,\ \forall k,\ \alpha\in(0,\tfrac1k],\ b>0",
    tries=60,
)

_SQUARES = (Fraction(1, 4), Fraction(4, 9), Fraction(9, 16), Fraction(1, 9), Fraction(81, 100))


_ONE = Sizes(records=1)


def besides(words: str, latex: str, sizes: Sizes = _ONE, tries: int = 200) -> Worlds[Beside]:
    """Return releases with another floor, another scale and slopes as the worlds of an assertion.

    The own prior favours one class, and e^(-1/b) is a square, so that slopes of a half leave
    everything rational.

    Examples
    --------
    >>> from itertools import islice
    >>> for world in islice(besides("every W", "").all(), 1):
    ...     print(str(world).partition("; ")[2])
    alpha' = 1/4, decay of b' = 1/4, s = (1)
    """
    plain = releases(sizes)

    def draw(number: int, random: Random) -> Beside:
        own = plain.draw(number, random)
        decay = random.choice(_SQUARES)
        priors = list(own.priors)
        priors[own.record] = favouring(own.alpha, own.classes, random.randrange(own.classes))
        held = Release(
            own.workload, own.alpha, decay, tuple(priors), own.outcome, own.record, own.unit
        )
        halves = (Fraction(1), Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(-1, 2))
        slopes = [Fraction(1)] * own.queries
        if number % 3:
            slopes = [random.choice(halves) for _ in slopes]
        shares = (Fraction(1, 2), Fraction(9, 10), Fraction(1, 1000), Fraction(1))
        floor = own.alpha * shares[number % 4]
        other = (decay, Fraction(1, 100), decay / 2, decay * decay)[number % 4]
        return Beside(held, floor, other, tuple(slopes))

    return Worlds(words, latex, Beside, draw, tries)


def listed(
    words: str, latex: str, worlds: tuple[Release, ...], rest: Worlds[Release], tries: int
) -> Worlds[Release]:
    """Return worlds with some that come before all others.

    Examples
    --------
    >>> listed("all", "", (), RELEASES, 5).tries
    5
    """

    def draw(number: int, random: Random) -> Release:
        return worlds[number] if number < len(worlds) else rest.draw(number - len(worlds), random)

    return Worlds(words, latex, Release, draw, tries)


# --- single worlds that the claims name ----------------------------------------------------------

HALF, THIRD, QUARTER, FIFTH = (Fraction(1, n) for n in (2, 3, 4, 5))
_WAVELETS = (
    (1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 1, -1, -1, -1, -1),
    (1, 1, -1, -1, 0, 0, 0, 0),
    (0, 0, 0, 0, 1, 1, -1, -1),
    (1, -1, 0, 0, 0, 0, 0, 0),
    (0, 0, 1, -1, 0, 0, 0, 0),
    (0, 0, 0, 0, 1, -1, 0, 0),
    (0, 0, 0, 0, 0, 0, 1, -1),
)
_TENTH = Fraction(1, 10)
ONE_QUERY = release([[0, 0, 1, 2, 2]], FIFTH, QUARTER, outcome=[1])
TWO_QUERIES = release([[0, 3, 3], [0, 1, -1]], THIRD, HALF)
TWO_QUERIES_FOUR = release([[0, 3, 3], [0, 1, -1]], THIRD, HALF, records=4)
UNSIDED = release([[0, 1, 2], [1, 0, 2], [0, 2, 1]], THIRD, HALF)
CONSTANT = release([[1, 1]], HALF, HALF)
COUNTING = release([[0, 1]], HALF, HALF)
HAAR = release(
    _WAVELETS,
    _TENTH,
    HALF,
    priors=[favouring(_TENTH, 8, 7)],
    outcome=[row[0] for row in _WAVELETS],
)
HAAR_TWO = release(
    _WAVELETS,
    _TENTH,
    HALF,
    priors=[favouring(_TENTH, 8, 7), favouring(_TENTH, 8, 7)],
    outcome=[2 * row[0] for row in _WAVELETS],
)
