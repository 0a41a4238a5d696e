"""Theorem 2 and what hangs on it: refuted, with the smallest witnesses, and repaired."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear.readings import (
    FIVE,
    LEAK,
    SEVEN,
    WORST,
    WORST_NEXT,
    WORST_OUTCOME,
    all_signs,
    at_signs,
    corner,
    of,
    scores,
)
from pmlsym.ledger.linear.records import MORE_RECORDS, corollary_1_upper, tilted
from pmlsym.ledger.linear.reductions import FINITE, FLOORS, OTHERS
from pmlsym.ledger.linear.symbols import PAPER
from pmlsym.ledger.linear.worlds import (
    COUNTED,
    HAAR,
    HAAR_ANY,
    HAAR_TWO,
    ONE_QUERY,
    RELEASES,
    TWO_QUERIES,
    TWO_QUERIES_ANY,
    TWO_QUERIES_FOUR,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import follows
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.values import Value, extreme
from pmlsym.statements.worlds.released.release import Release

# --- Theorem 2 as an upper bound -----------------------------------------------------------------

theorem_2_upper = Claim(
    "linear.theorem-2.upper",
    PAPER,
    "Thm 2",
    says="(5) is an upper bound on the leakage for all n, priors in Q_alpha and outcomes",
    scope="(5) is the largest -log(alpha sum_j e^(<s, w_r - w_j>/b) + (1 - k alpha) e^(<s, w_r - "
    "w_j*>/b)) over classes r and j* and signs s in {-1, 1}^m, w_j the column of class j. It "
    "fails at the step of Lemma 1; one query needs five classes and two queries need three "
    "(linear.coincide); for workloads at which every n fails see linear.every-n. It holds where a "
    "class that attains (7) is at an end of every query's range, as for histograms and ranges: "
    "there (5) = (7)",
    asserts=(Assertion(RELEASES, (Compared(LEAK, "<=", FIVE),)),),
    models=(ONE_QUERY, TWO_QUERIES, TWO_QUERIES_FOUR, HAAR, HAAR_TWO),
    repair=Claim(
        "linear.theorem-2.upper.repair",
        PAPER,
        "Thm 2",
        says="no record leaks more than (7); with more records the worst leakage does not rise, "
        "and for every n it is at least the tilted bound, which is at least (5)",
        scope="every m, k, workload, alpha in (0, 1/k], b > 0 and n; the tilted bound is the "
        "largest of -log(alpha sum_j e^(<s, w_r - w_j>/b) + (1 - k alpha) e^(<s, w_r - w_j*>/b)) "
        "over slopes s in [-1, 1]^m, of which signs are some: read slope by slope",
        asserts=(
            Assertion(RELEASES, (Compared(LEAK, "<=", SEVEN),)),
            Assertion(COUNTED, (Compared(WORST_NEXT, "<=", WORST),)),
            *tilted.asserts,
        ),
        reductions=(OTHERS, FLOORS, SUM, FINITE),
        parts=(*corollary_1_upper.parts, MORE_RECORDS, *tilted.parts),
    ),
)

# --- workloads at which (5) fails for every number of records ------------------------------------

q = reals("q")[0]


def _scores(found: Release, slopes: tuple[int, ...]) -> list[int]:
    return [int(x) for x in scores(found, slopes)]


def _uniform_total(found: Release, slopes: tuple[int, ...], r: int) -> Term:
    """Return k times the average of e^(<s, w_r - w_j>/b), in q = e^(-1/b)."""
    found_scores = _scores(found, slopes)
    return sp.Add(*(q ** (x - found_scores[r]) for x in found_scores))


def _least_corner(found: Release) -> Term:
    """Return the least such total over all signs and classes, over a power of q."""
    spans = [max(c) - min(c) for c in (_scores(found, s) for s in all_signs(found))]
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
    sides = (rational(1 / at_signs(HAAR, _HAAR_SLOPES)), rational(1 / corner(HAAR)))
    return Goal((), relate(sides[0], "<", sides[1]))


def _at_answers(world: Release) -> Value:
    """Return the most that leaks where all records are in one class: no more than at any y."""
    outcomes = [tuple(world.records * w for w in column) for column in world.columns]
    return extreme((world.at(y).pml for y in outcomes), largest=True)


_AT_ANSWERS = of("max_y l(D_i -> y) (read at y = n w_r)", r"\max_y\ell(D_i\to y)", _at_answers)

every_n = Claim(
    "linear.every-n",
    PAPER,
    "own",
    says="for two queries and three classes, and for the Haar workload, (5) is exceeded for every "
    "number of records and whatever the other records are",
    scope="our own statement: every n and every law of the other records, by linear.tilted at the "
    "slopes (1, 0) for the two queries (every b > 0) and (-1, -1, -1, 0, -1, 0, -1, 0) for the "
    "Haar workload (alpha = 1/10, e^(-1/b) = 1/2; read at the outcomes n w_r, for others in "
    "Q_alpha)",
    asserts=(
        Assertion(TWO_QUERIES_ANY, (Compared(WORST_OUTCOME, ">", FIVE),)),
        Assertion(HAAR_ANY, (Compared(_AT_ANSWERS, ">", FIVE),)),
    ),
    reductions=(OTHERS, SUM, FINITE),
    parts=(
        *tilted.parts,
        follows(
            "two queries: the denominator at the slopes (1, 0) is below those at all signs and "
            "classes",
            (q > 0, q < 1),
            relate(_TWO_SLOPES, "<", _least_corner(TWO_QUERIES)),
        ),
        Part(
            "Haar workload: the denominator at the slopes is below those at all 256 sign patterns",
            _haar_goal(),
            Decided,
        ),
    ),
)
