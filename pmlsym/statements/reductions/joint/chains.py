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

from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.joint.small_instances import cases
from pmlsym.statements.reductions.result import PaperTheorem, Reduction
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov

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
    """Return the goals of a statement about a Markov chain."""
    if not any(isinstance(part, Markov) for part in statement.structure):
        raise NotReducible("The statement has no Markov chain.")
    return Reduction(statement, (CHAINS,), cases(statement))


# --- reduction of statements about two releases of one secret, Y - X - Z --------------------------
# **Theorem (fork).** This is the theorem of `chains` with X in the middle: v(x) = r(x, y) and w(x)
# = r(x, z) are the lifts of an outcome of each release, under any law of X. The lift at the pair of
# outcomes is
#
# .. math:: \frac{v(x)\,w(x)}{E[v w]}, \qquad E[v w] = r(y, z),
#
# and that of z given y is w(x)/E[v w] on the secrets with v(x) > 0. Secrets that are named are
# atoms; the others are *not* merged, as E[v w] is no function of the means of v and w. With exactly
# k secrets (|X| = k, up to four) all of them are kept, and the reduction is complete for every size
# of Y and Z.
#
# **Consequences.** LDP compares two secrets at one outcome, where E[v w] cancels: levels add. For
# PML and PMC there is an additional term from r(y, z): `pml(X->y,z) <= pml(X->y) + pml(X->z) +
# pmc(Y->z)`.
#
# **Traps.** `PML(a), PML(b) => PML(a + b)` holds for two secrets and is false for three: with
# :math:`e^a = e^b = 3/2`, v = (3/2, 1/2, 3/2), w = (3/2, 3/2, 1/2) and a rare first secret E[v w]
# is near 3/4, and its lift near 3. `PMC(a), PMC(b) => PMC(a + b)` is false for two. Statements with
# pmin, pmax or n are reduced for two and for three secrets (`Case.alphabet`): as secrets are not
# merged, no finite number of them is known to be enough.

FORK = PaperTheorem(
    "fork",
    "If Y and Z are independent given X, the lift at (y, z) is the product of the lifts at y and "
    "at z over its mean, for any law of X.",
    "P(y, z | x) = P(y | x) P(z | x), and P(y, z) is its mean over x.",
)


def reduce_fork(statement: Statement) -> Reduction:
    """Return the goals of a statement about two releases of one secret."""
    if not any(isinstance(p, Markov) and p.chain[1] == "X" for p in statement.structure):
        raise NotReducible("The statement is not about two releases of one secret.")
    return Reduction(statement, (CHAINS, FORK), cases(statement))


# --- reduction of statements about any joint law, and about independent variables -----------------
# **Theorem (independence).** A statement in which some of X, Y, Z are independent, in a chain or
# not, reduces like one without, with r = 1 for each pair (and the triple) of independent variables.
#
# *Sound because* independent variables stay independent when values of one of them are merged.
# *Complete because* the small law has the independence.
#
# **Consequences.** Lemma 1 (ii), `X, Y independent: pmc(X->y) = 0`: the lift is 1. With X and Y
# independent, the leakage of (y, z) about X is that of z about X given y. If Y and Z are two
# releases of X that are independent, PML and PMC compose without the term from r(y, z).
#
# **Trap.** A variable that is independent of X may still matter:
# `X, Z independent: pml(X->y,z) <= pml(X->y)` is false, as for a one-time pad.
#
# **Outside of the language.** Additivity over independent pairs, Lemma 1 (iii), is about
# (X1, X2) -> (Y1, Y2): four variables, and a pair as the secret. The language has only X, Y and Z,
# and secrets that are one of them; `reductions.likelihoods` reduces this lemma.

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


def reduce_unstructured(statement: Statement) -> Reduction:
    """Return the goals of a statement about any joint law."""
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
    """Return the goals of a statement with independent variables."""
    if not any(isinstance(part, Independent) for part in statement.structure):
        raise NotReducible("No variables are independent.")
    chain = any(isinstance(part, Markov) for part in statement.structure)
    return Reduction(statement, (INDEPENDENCE, CHAINS if chain else PAIRS), cases(statement))
