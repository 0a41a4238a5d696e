"""Lift vectors in symbols: a lift is P(y|x)/P(y), and its mean over the secrets is one.

eps-PML bounds every lift by B = e^eps from above, eps-PMC by L = e^-eps from below. A mechanism
is a mixture of lift vectors which averages to one at every secret, and has the utility
sum_y P(y) mu(v_y) for a convex mu. That mu is convex enters as Jensen's inequality, stated as a
hypothesis on numbers: values of mu at a lift vector and at those that it is a mixture of.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.mechanisms import own_lift
from pmlsym.ledger.pmc.symbols import p
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step

PAPER = "extremal"

bound, floor = reals("B L")  # e^eps, e^-eps
zeros = reals("s")[0]  # the probability of the secrets that have lift zero
special = reals("q")[0]  # the probability of one outcome; the law of the others is called "R"


def exponentiated(goal: Goal, level: Sentence) -> Step:
    """Prove a consequence of a bound on a level in nats from the exponential of that bound."""
    known = Decided(Goal(tuple(dict.fromkeys((*goal.hypotheses, level))), level))
    return Decided(goal, (OrderKept(known, sp.exp),))


def extreme_lift(level: Term) -> Term:
    """Return the lift of x in the extremal vector of x, whose other lifts are at the level."""
    return own_lift(level, p)
