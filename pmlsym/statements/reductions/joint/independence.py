r"""Reduction of statements about any joint law, and about independent variables.

**Theorem (independence).** A statement in which some of X, Y, Z are independent, in a chain or not,
reduces like one without, with r = 1 for each pair (and the triple) of independent variables.

*Sound because* independent variables stay independent when values of one of them are merged.
*Complete because* the small law has the independence.

**Consequences.** Lemma 1 (ii), `X, Y independent: pmc(X->y) = 0`: the lift is 1. With X and Y
independent, the leakage of (y, z) about X is that of z about X given y. If Y and Z are two releases
of X that are independent, PML and PMC compose without the term from r(y, z).

**Trap.** A variable that is independent of X may still matter:
`X, Z independent: pml(X->y,z) <= pml(X->y)` is false, as for a one-time pad.

**Outside of the language.** Additivity over independent pairs, Lemma 1 (iii), is about
(X1, X2) -> (Y1, Y2): four variables, and a pair as the secret. The language has only X, Y and Z,
and secrets that are one of them; `reductions.likelihoods` reduces this lemma.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Independent, Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint.chains import CHAINS
from pmlsym.statements.reductions.joint.small_instances import cases
from pmlsym.statements.reductions.result import PaperTheorem, Reduction
from pmlsym.statements.statement import Statement

# --- pairs ----------------------------------------------------------------------------------------
# **Theorem (pairs).** A statement without structure about leakages of X, Y and Z holds for all
# alphabets if and only if it holds where each variable has its named values and one more.
#
# *Sound because* merging the values that are not named preserves the means and every bound (see
# `merged_laws`): the lift at (y, z) is v w, with v the lift at y and w that at z given y, which is
# r(x, y, z)/(r(x, y) r(y, z)) and has the mean 1 under the posterior p v *on its support*.
# *Complete because* the small law is in the domain of the statement.
#
# **Consequences.** Composition, Lemma 1 (vii): for one secret and one pair, v w >= m m' if v >= m
# and w >= m'; a secret with v = 0 has no w, and then the right-hand side is infinite. And every
# guarantee for the pair holds for each of its parts, as lifts at y are means of lifts at (y, z).
#
# **Traps.** The second term has to be conditional: `pmc(X->y,z) <= pmc(X->y) + pmc(X->z)` is false,
# and the left side may be infinite where the right side is finite. A hypothesis on `pml(X->z|y)` at
# every y is kept at named values of y alone (it is a product of two densities there), so that only
# a proof counts (`Case.complete`). Statements with pmin, pmax, n or a given prior are reduced for
# two and for three secrets (`Case.alphabet`), and for all sizes of Y and Z.

PAIRS = PaperTheorem(
    "pairs",
    "Values of X, Y and Z that are not named may be merged into one of each.",
    "The bounds on lifts are linear in the joint law at every merged value, and means add up.",
    symbols=(
        ("r", "a density such as P(x, y)/(P(x) P(y)), at the values that end the name"),
        ("pml, pmc, ldp", "e^pml, e^-pmc and e^-ldp, bounds on these densities and their ratios"),
    ),
)


def reduce_pairs(statement: Statement) -> Reduction:
    """Return the goals of a statement about any joint law.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> (case,) = reduce_pairs(parse("pml(X->y,z) <= pml(X->y) + pml(X->z|y)")).cases
    >>> print(case.goal.conclusion)
    r_x0|y0|z0 <= pml_X|y*pml_X|z_y*r_y0|z0
    """
    if any(isinstance(part, Independent | Markov) for part in statement.structure):
        raise NotReducible("The joint law has a structure.")
    return Reduction(statement, (PAIRS,), cases(statement))


# --- independence ---------------------------------------------------------------------------------

INDEPENDENCE = PaperTheorem(
    "independence",
    "The density of independent variables is 1, and merging values keeps them independent.",
    "Sums of products of marginals are products of marginals.",
)


def reduce_independent(statement: Statement) -> Reduction:
    """Return the goals of a statement with independent variables.

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
