"""That the rows of a mechanism which is written down sum to one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.statements.argument import Theorem
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.priors import N
from pmlsym.statements.reductions.specific.channel import Channel
from pmlsym.statements.reductions.specific.columns import Column

ROWS = Theorem(
    "rows of answers that are secrets",
    "If y has the likelihood a(p_y) given y, and b(p_y) = b(0) + p_y (b(1) - b(0)) given any "
    "other secret, the row of a secret of probability p sums to a(p) + (n - 1) b(0) + "
    "(1 - p) (b(1) - b(0)).",
    "The probabilities of the other n - 1 secrets sum to 1 - p.",
)


def rows_sum(channel: Channel, columns: Sequence[Column]) -> Iterator[Sentence]:
    """Yield that the rows sum to one, in terms of the entries."""
    if not channel.mechanism.says_secrets:
        for entries in zip(*(column.entries for column in columns), strict=True):
            yield relate(sp.Add(*entries, evaluate=False), "=", ONE)
        return
    (column,) = columns
    own, other = column.entries
    none, slope = line(column)
    yield relate(other, "=", none + column.mass * slope)
    yield relate(own + (N - 1) * none + (1 - column.mass) * slope, "=", ONE)


def line(column: Column) -> tuple[Real, Real]:
    """Return b(0) and b(1) - b(0), b(p) being how likely another secret is to give the answer."""
    other = column.entries[1]
    none, all_ = (other.subs(column.mass, end) for end in (ZERO, ONE))
    return none, all_ - none
