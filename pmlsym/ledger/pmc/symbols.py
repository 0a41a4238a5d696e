"""One outcome of a mechanism in symbols, for any alphabet.

A secret x with prior probability p is distinguished; all others count through an average under
their law given that they are not x (called "O"), so that a statement for every law is one for
every number of secrets and every prior. Two ways to write the outcome down:

- by lifts: w is the lift of a random other secret, and x has v = (1 - (1 - p) E[w])/p, as the
  mean lift is one. A bound on every lift is the support of w.
- by likelihoods: a = P(y|x), w = P(y|x') for a random other secret, P(y) = p a + (1 - p) E[w].
"""

from __future__ import annotations

import sympy as sp

from pmlsym.guarantees import reach
from pmlsym.ledger.laws import Law
from pmlsym.ledger.trials.counting import EQUAL_LIKELIHOODS
from pmlsym.ledger.trials.lifts import AFFINE_BOUNDS
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.statements.argument import Theorem

PAPER = "pmc"

epsilon, epsilon_l, epsilon_u = reals("epsilon epsilon_l epsilon_u")
p, p_min, v, w, a, c = reals("p p_min v w a c")

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)

# at least two secrets, x among them, none of a probability below p_min
PRIOR = (p_min > 0, p_min <= p, p < 1)


def others(support: Sentence) -> Law:
    """Return the law of the other secrets given that they are not x, by what is sure of w."""
    return Law((w,), support, "O")


def own_lift(support: Sentence, lift: Term = v, mass: Term = p) -> Sentence:
    """Say that the mean lift is one, with the other lifts in the support."""
    return relate(lift, "==", (1 - (1 - mass) * others(support).mean(w)) / mass)


def outcome(support: Sentence, likelihood: Term = a, mass: Term = p) -> Term:
    """P(y) from the likelihoods of x and of the others."""
    return mass * likelihood + (1 - mass) * others(support).mean(w)


def both(*relations: Sentence) -> Sentence:
    """Join conditions on w into a support."""
    return sp.And(*relations)


# --- the conversions, as the library has them ----------------------------------------------------


def pml_to_pmc(parameter: Term = epsilon_u, mass: Term = p_min) -> Term:
    """eps_l* of Thm 6 (i): how far down a lift reaches that is bounded from above alone."""
    return reach.farthest_down(mass, sp.oo, parameter)


def pmc_to_pml(parameter: Term = epsilon_l, mass: Term = p_min) -> Term:
    """eps_u* of Thm 6 (ii): how far up a lift reaches that is bounded from below alone."""
    return reach.farthest_up(mass, parameter, sp.oo)


def ldp_to_pmc(parameter: Term = epsilon, mass: Term = p_min) -> Term:
    """How far down a lift reaches under local privacy, Prop. 1 and Prop. 3."""
    return reach.cone_down(mass, parameter)


def ldp_to_pml(parameter: Term = epsilon, mass: Term = p_min) -> Term:
    """How far up a lift reaches under local privacy, Prop. 1; log(1/x) is written -log(x)."""
    return sp.expand_log(reach.cone_up(mass, parameter), force=True)


def apart(lower: Term, upper: Term, mass: Term = p_min, others: bool = True) -> Term:
    """How far apart two lifts are within bounds: what ALIP, PML and PMC say of LDP."""
    return reach.farthest_apart(mass, mass, lower, upper, others=others)


def high_privacy(parameter: Term = epsilon_u, mass: Term = p_min) -> Sentence:
    """eps_u < log(1/(1 - p_min))."""
    return relate(sp.exp(parameter) * (1 - mass), "<", ONE)


AT_MOST_U = both(w >= 0, relate(w, "<=", sp.exp(epsilon_u)))
AT_LEAST_L = relate(w, ">=", sp.exp(-epsilon_l))
WITHIN_BOTH = both(relate(w, ">=", sp.exp(-epsilon_l)), relate(w, "<=", sp.exp(epsilon_u)))
LOCALLY = both(relate(w, ">=", a * sp.exp(-epsilon)), relate(w, "<=", a * sp.exp(epsilon)))

# --- theorems that lead from mechanisms to laws --------------------------------------------------

ALIKE = Theorem(
    "equal likelihoods",
    "Secrets that are equally likely to give an outcome may be taken for one that has the "
    "probability of all of them: that changes neither the probability of the outcome nor any lift.",
    "The outcome's probability is the mean of the likelihoods, and a lift is a likelihood over it.",
    EQUAL_LIKELIHOODS,
)

AFFINE = Theorem(
    "an affine bound",
    "If mu(v) <= c + sum_x g(x) (v(x) - 1) for every admitted lift vector v, then sum_y P(y) "
    "mu(v_y) is at most c for every mechanism.",
    "The lift of each secret has the mean 1 over the outcomes, so that what is added has the mean "
    "0.",
    AFFINE_BOUNDS,
)
