"""The limit for many records: the worst leakage tends to the tilted bound, for every workload."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM
from pmlsym.ledger.linear.limit.modulus import (
    CENTRED,
    CLOSENESS,
    EXCHANGEABLE,
    FIRST_ORDER,
    INDEPENDENT,
    INDUCTION,
    TILTING,
    UPPER,
)
from pmlsym.ledger.linear.limit.parts import PARTS
from pmlsym.ledger.linear.records import tilted
from pmlsym.ledger.linear.symbols import FINITE, FLOORS, OTHERS

converges = Claim(
    "linear.limit",
    "linear",
    "own",
    says="the worst leakage L_n tends to the tilted bound as the number of records grows",
    scope="our own statement: every m, k, workload, alpha in (0, 1/k] and b > 0, product priors in "
    "Q_alpha. The tilted bound is the largest -log sum_j p_j e^(<s, w_r - w_j>/b) over slopes s "
    "in [-1, 1]^m, classes r and priors p with the floor. L_n is never below it (linear.tilted), "
    "and from some n on at most a number that tends to it. Outline: (1) a prior in Q_alpha draws "
    "a record uniformly with probability a = k alpha (marked) and else from some other law. A "
    "record moves the likelihood by e^(D/b) at most, D the largest distance of two columns, so "
    "all but a share eta of the density of y given D_i = r is of databases with N marked records "
    "or more, N in proportion to n. (2) Given the marked and the rest, those N are "
    "interchangeable, so the densities given D_i = j are as the posterior shares of the classes "
    "among them. Let theta in [-1/b, 1/b]^m minimise N log sum_j e^<theta, w_j> - <theta, y>, q_j "
    "be proportional to e^<theta, w_j> and c = y - N W q: minus the gradient, so theta_l c_l = "
    "|c_l|/b. The posterior is the law of N records from q, weighted by psi = e^(<theta, y - Wx> "
    "- ||y - Wx||_1/b). (3) psi is at most 1 and on average at least e^-mu, mu = sqrt(N) R/(2 b) "
    "with R the sum of the ranges of the queries, so the shares stay within epsilon = sqrt(mu/(2 "
    "N)) of q, which is O(N^(-1/4)). (4) Such q have sum_j p_j q_j/q_r >= e^-tilted by the "
    "definition of tilted, and q_r >= e^(-D/b)/k whatever y is, so a small epsilon is small "
    "beside it. On releases that can be enumerated the number is finite only at large scales, and "
    "above eps_DP there, so tests of the number are not sharp. At the alpha and b of "
    "the witnesses of Theorem 2 it needs from 10^8 records (one query) to 10^16 (Haar)",
    asserts=(*tilted.asserts, UPPER),
    reductions=(OTHERS, FLOORS, SUM, FINITE),
    arguments=(
        INDUCTION,
        EXCHANGEABLE,
        TILTING,
        FIRST_ORDER,
        INDEPENDENT,
        CENTRED,
        CLOSENESS,
    ),
    parts=(*PARTS, *tilted.parts),
)
