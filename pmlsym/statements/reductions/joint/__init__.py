"""Reductions of statements about the joint law of X, Y and Z, or about a secret other than X.

`chains` chooses the theorem by the structure; `claims` takes one conclusion with its hypotheses,
names the values that it needs and merges the rest (`merged_laws`); `assignment` writes their
densities into goals; `small_instances` turns numbers at which a goal fails into a law.
`averaging` proves the goals. Averages over outcomes go through `overall`.

>>> from pmlsym.statements.text.parse import parse
>>> reduction = reduce_joint(parse("X - Y - Z: pml(X->z) <= pml(Y->z)"))
>>> [theorem.name for theorem in reduction.theorems]
['chains']
"""

from pmlsym.statements.reductions.joint.averaging import of_named, prove_small_law
from pmlsym.statements.reductions.joint.chains import (
    reduce_chain,
    reduce_fork,
    reduce_independent,
    reduce_unstructured,
)
from pmlsym.statements.reductions.joint.contraction import multiplies, reduce_products
from pmlsym.statements.reductions.joint.overall import is_overall, reduce_overall
from pmlsym.statements.reductions.joint.projecting import ONE_CHANNEL, on_one_channel
from pmlsym.statements.reductions.result import Reduction
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov

__all__ = ["ONE_CHANNEL", "of_named", "on_one_channel", "prove_small_law", "reduce_joint"]


def reduce_joint(statement: Statement) -> Reduction:
    """Return the goals of a statement about X, Y and Z.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> len(reduce_joint(parse("pml(Y->x) <= pml(Y->X)")).cases)
    1
    """
    if multiplies(statement):
        return reduce_products(statement)
    if is_overall(statement):
        return reduce_overall(statement)
    if any(isinstance(part, Independent) for part in statement.structure):
        return reduce_independent(statement)
    for part in statement.structure:
        if isinstance(part, Markov):
            return (reduce_fork if part.chain[1] == "X" else reduce_chain)(statement)
    return reduce_unstructured(statement)
