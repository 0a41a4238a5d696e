r"""Reduction of statements about a Markov chain A - B - C to means over a law of the middle B.

**Theorem (chains).** Let a statement have the structure A - B - C, with X, Y and Z in any order.
Write s(b) = r(a, b) and t(b) = r(b, c) for the densities at named values of A and C. It holds for
all alphabets if and only if it holds for every finite law of the vectors (s, t) in which the means
of all s and t are 1, where

- r(a, c) = E[s t], the density of a triple is s(b) t(b), and named values of B are atoms;
- A and C have one more value than the named ones, into which the others are merged;
- each bound on a leakage holds at every point of the law.

*Sound because* P(a, b, c) = P(b) P(a) s(b) P(c) t(b) in a chain, sums over b are means under P_B,
and merging values of A or C keeps the chain, all means, and (see `merged_laws`) every bound.
*Complete because* such a law is itself a law of three variables in a chain.

So B may have any size: a proof under every law is a proof for every alphabet. (A counterexample
needs few atoms. With the densities at named values fixed, all conditions are linear in the masses
of B, so that k + l + 1 atoms suffice for k and l named values, and more are needed only for r(a, c)
in hypotheses.)

**Consequences.** From 0 <= s and t <= M: E[s t] <= M E[s] = M, which is both post-processing and
pre-processing. From bounds on both, the mean of (s - L)(U - t) >= 0 and of the three similar
products gives the sharp bound

.. math:: r(a, c) \le 1 + \min\{(1 - L_s)(U_t - 1), (1 - L_t)(U_s - 1)\},

and LDP of levels a and b on both sides makes the chain LDP with
:math:`(e^{a + b} + 1)/(e^a + e^b)`. `averaging` forms these products.

**Traps.** A bound at *one* outcome is no bound on the support: `pmc(X->z) <= pmc(X->y)` is false. A
bound on a leakage given a value of A or C is a product of two densities there, so merging does not
preserve it, and it is used at named values alone. Merging does not preserve pmin, pmax, n and a
given prior either: statements with these are reduced for two and for three secrets
(`Case.alphabet`), and for any size of Y and Z.
"""

from __future__ import annotations

from pmlsym.statements.clauses import Markov
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint.small_instances import cases
from pmlsym.statements.reductions.result import PaperTheorem, Reduction
from pmlsym.statements.statement import Statement

CHAINS = PaperTheorem(
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
    """Return the goals of a statement about a Markov chain.

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
