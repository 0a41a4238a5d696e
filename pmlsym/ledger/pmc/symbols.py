"""One outcome of a mechanism in symbols: a secret of probability p has the lift v, others w.

`a` is a likelihood P(y|x).
"""

from __future__ import annotations

import sympy as sp

from pmlsym.guarantees import reach
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.statements.argument import PaperTheorem

PAPER = "pmc"

epsilon, epsilon_l, epsilon_u = reals("epsilon epsilon_l epsilon_u")
p, p_min, v, w, a = reals("p p_min v w a")

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)

# --- the conversions, as the library has them ----------------------------------------------------


def pml_to_pmc(parameter: Term = epsilon_u, mass: Term = p_min) -> Term:
    """Return eps_l* of Thm 6 (i), the largest -log of a lift under an upper bound alone."""
    return reach.farthest_down(mass, sp.oo, parameter)


def pmc_to_pml(parameter: Term = epsilon_l, mass: Term = p_min) -> Term:
    """Return eps_u* of Thm 6 (ii), the largest log of a lift under a lower bound alone."""
    return reach.farthest_up(mass, parameter, sp.oo)


def ldp_to_pmc(parameter: Term = epsilon, mass: Term = p_min) -> Term:
    """Return the largest -log of a lift under LDP, Prop. 1 and Prop. 3."""
    return reach.cone_down(mass, parameter)


def ldp_to_pml(parameter: Term = epsilon, mass: Term = p_min) -> Term:
    """Return the largest log of a lift under LDP, Prop. 1; log(1/x) is written -log(x)."""
    return sp.expand_log(reach.cone_up(mass, parameter), force=True)


def apart(lower: Term, upper: Term, mass: Term = p_min) -> Term:
    """Return the largest log-ratio of two lifts within bounds: the LDP that ALIP implies."""
    return reach.farthest_apart(mass, mass, lower, upper)


def high_privacy(mass: Term = p_min) -> Sentence:
    """Return the condition eps_u < log(1/(1 - p_min))."""
    return relate(sp.exp(epsilon_u) * (1 - mass), "<", ONE)


# --- theorems that lead from mechanisms to laws --------------------------------------------------

ALIKE = PaperTheorem(
    "equal likelihoods",
    "Secrets that are equally likely to give an outcome may be taken for one that has the "
    "probability of all of them: that changes neither the probability of the outcome nor any lift.",
    "The outcome's probability is the mean of the likelihoods, and a lift is a likelihood over it.",
)
