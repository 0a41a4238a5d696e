r"""Markov chains A - B - C: everything is a mean over the variable in the middle.

**Theorem (chains).** Let a statement have the structure A - B - C, with X, Y and Z in any order.
Write s(b) = r(a, b) and t(b) = r(b, c) for the densities at named values of A and C. It holds for
all alphabets if and only if it holds for every finite law of the vectors (s, t) in which the means
of all s and t are 1, where

- r(a, c) = E[s t], the density of a triple is s(b) t(b), and named values of B are atoms;
- A and C have one value more than are named, into which the others are merged;
- each bound on a leakage holds at every point of the law.

*Sound because* P(a, b, c) = P(b) P(a) s(b) P(c) t(b) in a chain, sums over b are means under P_B,
and merging values of A or C keeps the chain, all means, and (see `densities`) every bound.
*Complete because* such a law is itself a law of three variables in a chain.

So nothing is said of the size of B: what is proved under every law is proved for every alphabet.
(For a point that refutes few atoms do: with the densities at named values fixed everything is
linear in the masses of B, so k + l + 1 atoms for k and l named values, and more only for r(a, c)
that stand in hypotheses.)

**What follows.** From 0 <= s and t <= M: E[s t] <= M E[s] = M, which is post-processing and
pre-processing at once. From bounds on both, the mean of (s - L)(U - t) >= 0 and of the three
products like it gives the sharp box result

.. math:: r(a, c) \le 1 + \min\{(1 - L_s)(U_t - 1), (1 - L_t)(U_s - 1)\},

and from LDP on both sides that the chain is LDP with
:math:`(e^{a + b} + 1)/(e^a + e^b)`. `averaging` makes these products.

**Traps.** A bound at *one* outcome is no bound on the support: `pmc(X->z) <= pmc(X->y)` is false. A
bound on a leakage given a value of A or C is a product of two densities there, so merging does not
keep it, and it is used at named values alone. pmin, pmax, n and a given prior do not survive
merging: then X keeps two, and three, secrets, which `Case.alphabet` says; Y and Z stay of any size.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import Reduction, Theorem
from pmlsym.statements.reductions.several.small_worlds import cases
from pmlsym.statements.statement import Statement

CHAINS = Theorem(
    "chains",
    "In a chain A - B - C every quantity is a mean, over any law of B, of products of a density of "
    "A and B with one of B and C; all values of A and C that are not named are one value.",
    "P(a, b, c) = P(a) P(b) P(c) r(a, b) r(b, c), and merging values of the ends keeps the chain, "
    "all means and all bounds.",
    symbols=(
        ("r", "a density such as P(x, y)/(P(x) P(y)), at the values that end the name"),
        ("pml, pmc, ldp", "e^pml, e^-pmc and e^-ldp, bounds on these densities and their ratios"),
    ),
)


def reduce_chain(statement: Statement) -> Reduction:
    """Reduce a statement about a Markov chain.

    Raises
    ------
    NotReducible
        If there is no Markov chain, or more than one, or something else stands in the way.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> (case,) = reduce_chain(parse("X - Y - Z: pmc(X->Z) <= pmc(X->Y)")).cases
    >>> print(case.meaning, "|", case.goal.conclusion)
    pmc(X->Z) <= pmc(X->Y): 2 of X, any law of Y, 2 of Z | pmc_X|Y <= r_x0|z0
    """
    if not any(isinstance(part, Markov) for part in statement.structure):
        raise NotReducible("The statement has no Markov chain.")
    return Reduction(statement, (CHAINS,), cases(statement))
