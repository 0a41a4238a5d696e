"""Small released histograms as worlds: edge cases first."""

from __future__ import annotations

from random import Random

from pmlsym.statements.assertion import Worlds, whole_class
from pmlsym.statements.worlds.released.histogram import Histogram, as_kind, identity
from pmlsym.statements.worlds.released.release import Release
from pmlsym.statements.worlds.released.releases import Sizes, releases

HISTOGRAMS = (
    "every histogram of n independent records in k bins with priors in Q_alpha, alpha in "
    "(0, 1/k], every scale b > 0, record i and outcome y"
)
LATEX = r"\forall n,k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y"


def histograms(records: int = 3, classes: int = 4, tries: int = 200) -> Worlds[Release]:
    """Return released histograms of at most so many records and classes.

    Examples
    --------
    >>> from itertools import islice
    >>> for world in islice(histograms().all(), 1):
    ...     print(world.classes, world.records)
    2 1
    """
    sizes = Sizes(records, classes, classes, histogram=True)
    drawn = releases(sizes, HISTOGRAMS, LATEX, tries)

    def draw(number: int, random: Random) -> Release:
        world = drawn.draw(number, random)
        return as_kind(Histogram, world, identity(world.classes), world.outcome)

    return Worlds(HISTOGRAMS, LATEX, Histogram, draw, tries, outside=whole_class)
