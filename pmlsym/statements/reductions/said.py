"""What a program reduces: statements of the language, and those about written down mechanisms."""

from __future__ import annotations

from typing import TypeAlias

from pmlsym.statements.finite import Finite
from pmlsym.statements.reductions.joining import reduce
from pmlsym.statements.reductions.result import Reduction
from pmlsym.statements.reductions.specific import reduce_specific
from pmlsym.statements.specific import Specific

Reduced: TypeAlias = Finite | Specific


def reduce_said(said: Reduced) -> Reduction:
    """Return the goals to which a statement reduces.

    Raises
    ------
    NotReducible
        If no reduction is known; it says why.

    Examples
    --------
    >>> from pmlsym.statements.finite import said
    >>> len(reduce_said(said("LIP(e) => LDP(2*e)")).cases)
    1
    """
    return reduce(said.statement) if isinstance(said, Finite) else reduce_specific(said)
