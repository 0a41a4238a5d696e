"""Following proofs, with the oracle that is at hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from pmlsym.proof.kernel.question import AGREED, Court, Document
from pmlsym.proof.kernel.rules import Proof, Review, Theorem, check


def temporary(document: Document):
    import z3
    import time
    ctx = z3.Context()
    s = z3.SolverFor("QF_NRA", ctx=ctx)
    s.set("timeout", 5000)
    V = {n: z3.Real(n, ctx) for n in document["variables"]}
    def poly(p):
        ts = []
        for row in p:
            t = z3.Q(*map(int, (row[0].split("/") + ["1"])[:2]), ctx=ctx)
            for v in row[1:]:
                t = t * V[v]
            ts.append(t)
        return z3.Sum(ts) if ts else z3.RealVal(0, ctx)
    for h in document["hypotheses"]:
        cs = []
        for case in h:
            cs.append(z3.And([{">": poly(p) > 0, ">=": poly(p) >= 0, "=": poly(p) == 0}[a] for a, p in case]))
        s.add(z3.Or(cs))
    return AGREED if s.check() == z3.unsat else None


COURT = Court(temporary)


class _Followed(Protocol):
    proof: Proof
    theorem: Theorem


def follow(proof: Proof, premises: Iterable[_Followed] = ()) -> Theorem:
    """Return what a proof proves, taking the premises as they were found when they were built."""
    review = Review(COURT)
    for premise in premises:
        review.take(premise.proof, premise.theorem)
    return review.theorem(proof)


def examine(proof: Proof) -> Theorem:
    """Follow a proof from the beginning, believing nothing that was built before."""
    return check(proof, COURT)
