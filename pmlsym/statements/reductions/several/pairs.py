r"""Pairs of outcomes (y, z) of any joint law of X, Y and Z.

**Theorem (pairs).** A statement without structure about leakages of X, Y and Z holds for all
alphabets if and only if it does where each variable has its named values and one more.

*Sound because* merging the values that are not named keeps the means and every bound (see
`densities`): the lift at (y, z) is v w, with v the lift at y and w that at z given y, which is
r(x, y, z)/(r(x, y) r(y, z)) and has the mean one under the posterior p v *on its support*.
*Complete because* the small law is one of the laws that the statement is about.

**What follows.** Composition, Lemma 1 (vii): for one secret and one pair, v w >= m m' if v >= m and
w >= m'; a secret with v = 0 has no w, and then the right-hand side is infinite. And every guarantee
for the pair holds for each of its parts, as lifts at y are means of lifts at (y, z).

**Traps.** Conditional, not plain: `pmc(X->y,z) <= pmc(X->y) + pmc(X->z)` is false, even infinitely.
A hypothesis on `pml(X->z|y)` at every y is kept at named values of y alone (it is a product of two
densities there), so then only a proof counts (`Case.complete`). pmin, pmax, n and a given prior:
for two and for three secrets, which `Case.alphabet` says; for all sizes of Y and Z.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Independent, Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import Reduction, Theorem
from pmlsym.statements.reductions.several.small_worlds import cases
from pmlsym.statements.statement import Statement

PAIRS = Theorem(
    "pairs",
    "Values of X, Y and Z that are not named may be merged into one of each.",
    "The bounds on lifts are linear in the joint law at every merged value, and means add up.",
    symbols=(
        ("r", "a density such as P(x, y)/(P(x) P(y)), at the values that end the name"),
        ("pml, pmc, ldp", "e^pml, e^-pmc and e^-ldp, bounds on these densities and their ratios"),
    ),
)


def reduce_pairs(statement: Statement) -> Reduction:
    """Reduce a statement about any joint law.

    Raises
    ------
    NotReducible
        If there is a Markov chain or an independence, or something else stands in the way.

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
