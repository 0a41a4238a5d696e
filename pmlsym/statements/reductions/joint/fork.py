r"""Reduction of statements about two releases of one secret, Y - X - Z.

**Theorem (fork).** This is the theorem of `chains` with X in the middle: v(x) = r(x, y) and
w(x) = r(x, z) are the lifts of an outcome of each release, under any law of X. The lift at the pair
of outcomes is

.. math:: \frac{v(x)\,w(x)}{E[v w]}, \qquad E[v w] = r(y, z),

and that of z given y is w(x)/E[v w] on the secrets with v(x) > 0. Secrets that are named are atoms;
the others are *not* merged, as E[v w] is no function of the means of v and w. With exactly k
secrets (|X| = k, up to four) all of them are kept, and the reduction is complete for every size of
Y and Z.

**Consequences.** LDP compares two secrets at one outcome, where E[v w] cancels: levels add. For PML
and PMC there is an additional term from r(y, z):
`pml(X->y,z) <= pml(X->y) + pml(X->z) + pmc(Y->z)`.

**Traps.** `PML(a), PML(b) => PML(a + b)` holds for two secrets and is false for three: with
:math:`e^a = e^b = 3/2`, v = (3/2, 1/2, 3/2), w = (3/2, 3/2, 1/2) and a rare first secret E[v w] is
near 3/4, and its lift near 3. `PMC(a), PMC(b) => PMC(a + b)` is false for two. Statements with
pmin, pmax or n are reduced for two and for three secrets (`Case.alphabet`): as secrets are not
merged, no finite number of them is known to be enough.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint.chains import CHAINS
from pmlsym.statements.reductions.joint.small_instances import cases
from pmlsym.statements.reductions.result import PaperTheorem, Reduction
from pmlsym.statements.statement import Statement

FORK = PaperTheorem(
    "fork",
    "If Y and Z are independent given X, the lift at (y, z) is the product of the lifts at y and "
    "at z over its mean, for any law of X.",
    "P(y, z | x) = P(y | x) P(z | x), and P(y, z) is its mean over x.",
)


def reduce_fork(statement: Statement) -> Reduction:
    """Return the goals of a statement about two releases of one secret.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> (case, *_) = reduce_fork(parse("Y - X - Z: pml(X->z|y) <= pml(X->z) + pmc(Y->z)")).cases
    >>> case.meaning
    'pml(X->z|y) <= pml(X->z) + pmc(Y->z): any law of X, 2 of Y, 2 of Z'
    """
    if not any(isinstance(p, Markov) and p.chain[1] == "X" for p in statement.structure):
        raise NotReducible("The statement is not about two releases of one secret.")
    return Reduction(statement, (CHAINS, FORK), cases(statement))
