"""The limit for many records: the worst leakage tends to the tilted bound, for every workload.

That it is nowhere below is `linear.tilted`. For the other direction let a = k alpha.

1. Marks. A prior in Q_alpha draws a record uniformly with probability a ("marked") and otherwise
   from some other law. Moving one record changes the likelihood of y by a factor e^(D/b) at most,
   so each marked record has a posterior share bounded away from 0, whatever the others are: all
   but an exponentially small part eta of the density of y given D_1 = r comes from databases with
   N records marked or more, N proportional to n.
2. Tilting. Given the marked set and the rest, N records are uniform and interchangeable, so the
   densities given D_1 = j are as xi_j = E[X_j | y]/N, the posterior mean of their histogram. Let
   theta in [-1/b, 1/b]^m minimise the convex function N log sum_j e^<theta, w_j> - <theta, y>
   (a minimum exists: the cube is compact), q_j be proportional to e^<theta, w_j> and
   c = y - N W q. Minus c is the gradient, so theta_l c_l = |c_l|/b in each coordinate. The
   posterior of X is the multinomial law of q weighted by
   psi = exp(<theta, y - WX> - ||y - WX||_1/b).
3. psi is at most 1 and on average not small, so the posterior mean stays within
   epsilon = O(N^(-1/4)) of q (an exponential moment with a free lambda).
4. For q of this form sum_j p_j q_j/q_r >= e^(-tilted), by definition of the tilted bound, and
   q_r >= e^(-D/b)/k whatever y is, so a small epsilon is small beside it.
"""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear.limit.arguments import EXCHANGEABLE, FIRST_ORDER, INDUCTION, TILTING
from pmlsym.ledger.linear.limit.modulus import MANY, MODULUS
from pmlsym.ledger.linear.limit.parts import PARTS
from pmlsym.ledger.linear.readings import WORST
from pmlsym.ledger.linear.records import tilted
from pmlsym.ledger.linear.reductions import FINITE, FLOORS, OTHERS
from pmlsym.ledger.theorems import SUM
from pmlsym.statements.assertion import Assertion, Compared

converges = Claim(
    "linear.limit",
    "linear",
    "own",
    says="the worst leakage L_n tends to the tilted bound as the number of records grows",
    scope="our own statement: every workload, alpha in (0, 1/k] and b > 0, product priors in "
    "Q_alpha; never below (linear.tilted), and above by no more than a modulus that tends to 0. "
    "The modulus is read for one query, where tilted = (5) is known exactly (linear.coincide); it "
    "says little below some million records",
    asserts=(*tilted.asserts, Assertion(MANY, (Compared(WORST, "<=", MODULUS),))),
    reductions=(OTHERS, FLOORS, SUM, FINITE),
    arguments=(INDUCTION, EXCHANGEABLE, TILTING, FIRST_ORDER),
    parts=(*PARTS, *tilted.parts),
)
