"""Reduction of statements about all finite mechanisms to goals about a few real numbers.

>>> from pmlsym.statements.text.parse import parse
>>> reduction = reduce(parse("PMC(a) and PML(b) => LDP(a + b)"))
>>> [case.meaning for case in reduction.cases]
['ldp(X->y) <= a + b: at least 3 secrets']
>>> prove_case(reduction.cases[0].goal).kind
'decision'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint import of_named
from pmlsym.statements.reductions.other_priors import reduce, reductions
from pmlsym.statements.reductions.proving import prove_case
from pmlsym.statements.reductions.result import Case, PaperTheorem, Reduction

if TYPE_CHECKING:
    from pmlsym.statements.reductions.of_readable import (
        Reducible,
        is_reducible,
        prover_of,
        reduction_of,
    )

__all__ = [
    "Case",
    "NotReducible",
    "PaperTheorem",
    "Reducible",
    "Reduction",
    "is_reducible",
    "of_named",
    "prove_case",
    "prover_of",
    "reduce",
    "reduction_of",
    "reductions",
]


def __getattr__(name: str) -> object:
    # loaded on demand: a statement about one mechanism does not need the other vocabularies
    if name in ("Reducible", "is_reducible", "prover_of", "reduction_of"):
        from pmlsym.statements.reductions import of_readable

        return getattr(of_readable, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
