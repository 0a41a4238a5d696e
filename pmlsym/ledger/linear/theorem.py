"""Theorem 2 and what hangs on it: refuted, with the smallest witnesses, and repaired."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear.limit import PARTS as LIMIT
from pmlsym.ledger.linear.records import (
    CLASSES,
    monotone_in_n,
    tilted,
)
from pmlsym.ledger.linear.symbols import PAPER
from pmlsym.ledger.linear.witnesses import (
    HAAR,
    ONE_QUERY,
    TWO_QUERIES,
    Release,
    all_signs,
    bounds_of,
    corner_value,
    five,
    leak,
    leakage_at,
    scores,
    weighed,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.witness import Witness

# --- Theorem 2 as an upper bound -----------------------------------------------------------------

_NOT_ABOVE = Goal((), relate(leak, "<=", five))


def _exceeds(meaning: str, found: Release, outcome: list[int], records: int, how: str) -> Part:
    def refute(goal: Goal) -> Witness:
        corner, _ = bounds_of(found)
        evaluated = "leakage from enumerated databases, (5) from all subsets of the queries"
        return Witness(
            goal,
            {},
            f"{how}; {evaluated}",
            {leak: lambda: leakage_at(found, outcome, records), five: corner},
        )

    return Part(meaning, _NOT_ABOVE, refute=refute)


theorem_2_repair = Claim(
    "linear.theorem-2.upper.repair",
    PAPER,
    "Thm 2",
    says="the worst leakage L_n falls from (7) at n = 1 to the tilted bound: (5) <= tilted <= "
    "L_(n+1) <= L_n <= (7), and L_n tends to tilted",
    statement=r"(5)\le\max_{r,j^*}-\log\min_{s\in[-1,1]^m}\Bigl(\alpha\sum_je^{\langle s,w_r-w_j"
    r"\rangle/b}+(1-k\alpha)e^{\langle s,w_r-w_{j^*}\rangle/b}\Bigr)=\lim_{n\to\infty}L_n"
    r"\le L_{n+1}\le L_n\le L_1=(7)",
    scope="every m, k, workload, alpha in (0, 1/k], b > 0 and n; signs are slopes, so (5) is at "
    "most the tilted bound",
    parts=(CLASSES, *monotone_in_n.parts, *tilted.parts, *LIMIT),
)

theorem_2_upper = Claim(
    "linear.theorem-2.upper",
    PAPER,
    "Thm 2",
    says="(5) is an upper bound on the leakage for all n, priors in Q_alpha and outcomes",
    statement=r"\ell(D_i\to y)\le\max_{\mathcal I\subseteq[m]}\log\frac{e^{-c_{j_*}/b}}"
    r"{\alpha\sum_je^{-c_j/b}+(1-k\alpha)e^{-c_{j^*}/b}}",
    scope="fails at the step of Lemma 1; one query needs five classes and two queries need three "
    "(linear.coincide); for workloads at which every n fails see linear.every-n",
    parts=(
        _exceeds(
            "one query, five classes, one record",
            ONE_QUERY,
            [1],
            1,
            "W = [0, 0, 1, 2, 2], alpha = 1/5, e^(-1/b) = 1/4, y = 1",
        ),
        _exceeds(
            "two queries, three classes, one record",
            TWO_QUERIES,
            [0, 0],
            1,
            "W = [[0, 3, 3], [0, 1, -1]], alpha = 1/3, e^(-1/b) = 1/2, y = (0, 0)",
        ),
        _exceeds(
            "the same with four records, the others uniform",
            TWO_QUERIES,
            [0, 0],
            4,
            "W = [[0, 3, 3], [0, 1, -1]], alpha = 1/3, e^(-1/b) = 1/2, y = (0, 0)",
        ),
        _exceeds(
            "the Haar workload of the paper, one record",
            HAAR,
            list(HAAR.columns[0]),
            1,
            "k = 8, alpha = 1/10, e^(-1/b) = 1/2, y = w_1",
        ),
        _exceeds(
            "the Haar workload of the paper, two records, the other uniform",
            HAAR,
            [2 * w for w in HAAR.columns[0]],
            2,
            "k = 8, alpha = 1/10, e^(-1/b) = 1/2, y = 2 w_1",
        ),
    ),
    repair=theorem_2_repair,
)

# --- workloads at which (5) fails for every number of records ------------------------------------

q = reals("q")[0]


def _uniform_total(found: Release, slopes: tuple[int, ...], r: int) -> Term:
    """Return k times the average of e^(<s, w_r - w_j>/b), in q = e^(-1/b)."""
    found_scores = scores(found, slopes)
    return sp.Add(*(q ** (x - found_scores[r]) for x in found_scores))


def _least_corner(found: Release) -> Term:
    """Return the least such total over all signs and classes, over a power of q."""
    spans = [max(c) - min(c) for c in (scores(found, s) for s in all_signs(found))]
    shift = q ** max(spans)  # no power of q below zero remains
    totals = {
        sp.expand(shift * _uniform_total(found, s, r))
        for s in all_signs(found)
        for r in range(found.classes)
    }
    return sp.Min(*totals) / shift


_TWO_SLOPES = _uniform_total(TWO_QUERIES, (1, 0), 0)
_HAAR_SLOPES = (-1, -1, -1, 0, -1, 0, -1, 0)


def _haar_goal() -> Goal:
    corner = 1 / corner_value(HAAR)
    return Goal((), relate(rational(weighed(HAAR, _HAAR_SLOPES)), "<", rational(corner)))


every_n = Claim(
    "linear.every-n",
    PAPER,
    "beside Thm 2",
    says="for two queries and three classes, and for the Haar workload, (5) is exceeded for every "
    "number of records and whatever the other records are",
    statement=r"W=\begin{pmatrix}0&3&3\\0&1&-1\end{pmatrix},\ \alpha=\tfrac13:\quad "
    r"\sup_y\ell(D_i\to y)\ge\log\frac3{1+2q^3}>\max\{\log\tfrac3{1+q^2+q^4},\dots\}=(5)"
    r"\quad\forall q\in(0,1)",
    scope="not in the paper: every n and every law of the other records, by linear.tilted at the "
    "slopes (1, 0) for the two queries (every b > 0) and (-1, -1, -1, 0, -1, 0, -1, 0) for the "
    "Haar workload (alpha = 1/10, e^(-1/b) = 1/2)",
    parts=(
        *tilted.parts,
        Part(
            "two queries: the denominator at the slopes (1, 0) is below those at all signs and "
            "classes",
            Goal((q > 0, q < 1), relate(_TWO_SLOPES, "<", _least_corner(TWO_QUERIES))),
            Decided,
        ),
        Part(
            "Haar workload: the denominator at the slopes is below those at all 256 sign patterns",
            _haar_goal(),
            Decided,
        ),
    ),
)
