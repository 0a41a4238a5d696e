r"""The ledger: every published statement with its formal parts, its evidence and its verdict.

This package exports all that a claim of another paper is written with. A claim states in words and
in LaTeX what a paper says, and has parts: each a goal (for all real values of its symbols,
hypotheses imply a conclusion) with a function that builds a proof of it, or a witness against it.

>>> from pmlsym.ledger import Claim, Decided, Goal, Part, reals, relate
>>> a, b = reals("a b")
>>> mixed = Claim(
...     id="notes.mixture",
...     paper="notes",
...     where="p. 1",
...     says="the even mixture of two lifts is at most the larger",
...     statement=r"\tfrac12(a+b)\le\max(a,b)",
...     scope="every two lifts; the larger is called b",
...     parts=(
...         Part("b is the larger", Goal((a <= b,), relate((a + b) / 2, "<=", b)), Decided),
...     ),
... )
>>> mixed.check()
<notes.mixture: proved>

``register(mixed)`` puts it into the ledger, so that ``claim("notes.mixture")`` finds it.
`docs/writing-a-claim.md` explains the next steps. The claims of the package's own papers are loaded
on demand.
"""

from __future__ import annotations

from pmlsym.ledger.catalogue import check, claim, claims
from pmlsym.ledger.checking.decisions import Decision, decisions
from pmlsym.ledger.checking.failure import Counterexample, PartNotProved
from pmlsym.ledger.claim import Checked, Claim
from pmlsym.ledger.outside import forget, register
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Rounded, chance, conjuncts, reals
from pmlsym.proof.perturb import Perturbation
from pmlsym.proof.steps import (
    AtPoint,
    Cases,
    ConvexAtEnds,
    Decided,
    Exhibited,
    Expectation,
    Exponentiated,
    Identical,
    Increasing,
    Instance,
    Nearest,
    OrderKept,
    Step,
    StrictExpectation,
    restated,
)
from pmlsym.proof.verdict import Contradiction, NoVerdict, Verdict
from pmlsym.proof.witness import NoWitness, Sample, Witness

__all__ = [
    "AtPoint",
    "Cases",
    "Checked",
    "Claim",
    "Contradiction",
    "ConvexAtEnds",
    "Counterexample",
    "Decided",
    "Decision",
    "Exhibited",
    "Expectation",
    "Exponentiated",
    "Goal",
    "Identical",
    "Increasing",
    "Instance",
    "Mean",
    "Nearest",
    "NoVerdict",
    "NoWitness",
    "NotProved",
    "OrderKept",
    "Part",
    "PartNotProved",
    "Perturbation",
    "Rounded",
    "Sample",
    "Step",
    "StrictExpectation",
    "Verdict",
    "Witness",
    "chance",
    "check",
    "claim",
    "claims",
    "compare_exponentials",
    "conjuncts",
    "decisions",
    "forget",
    "reals",
    "register",
    "relate",
    "restated",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows public names only
