r"""Independent variables: their density is 1.

**Theorem (independence).** A statement in which some of X, Y, Z are independent, in a chain or not,
reduces like one without, with r = 1 for each pair (and the triple) of independent variables.

*Sound because* independent variables stay independent when values of one of them are merged.
*Complete because* the small law has the independence.

**What follows.** Lemma 1 (ii), `X, Y independent: pmc(X->y) = 0`: the lift is 1. With X and Y
independent, what (y, z) says of X is what z says of X given y. If Y and Z are two releases of X
that are independent, PML and PMC compose without the price r(y, z).

**Trap.** Y independent of X is not irrelevant: `X, Z independent: pml(X->y,z) <= pml(X->y)` is
false, as for a one-time pad.

**What the language cannot say.** Additivity over independent pairs, Lemma 1 (iii), speaks of
(X1, X2) -> (Y1, Y2): four variables, and a pair as the secret. The language has X, Y, Z and secrets
that are one of them. So it has no statement, and no reduction; the goals of the ledger stand.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Independent, Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import Reduction, Theorem
from pmlsym.statements.reductions.several.chains import CHAINS
from pmlsym.statements.reductions.several.pairs import PAIRS
from pmlsym.statements.reductions.several.small_worlds import cases
from pmlsym.statements.statement import Statement

INDEPENDENCE = Theorem(
    "independence",
    "The density of independent variables is 1, and merging values keeps them independent.",
    "Sums of products of marginals are products of marginals.",
)


def reduce_independent(statement: Statement) -> Reduction:
    """Reduce a statement in which variables are independent.

    Raises
    ------
    NotReducible
        If none are, or something else stands in the way.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> for case in reduce_independent(parse("X, Y independent: pmc(X->y) = 0")).cases:
    ...     print(case.goal.conclusion)
    1 <= 1
    pmc_X|y <= 1
    """
    if not any(isinstance(part, Independent) for part in statement.structure):
        raise NotReducible("No variables are independent.")
    chain = any(isinstance(part, Markov) for part in statement.structure)
    return Reduction(statement, (INDEPENDENCE, CHAINS if chain else PAIRS), cases(statement))
