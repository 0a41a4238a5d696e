"""A claim is data: what a paper says, what that means in symbols, and how it is checked."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.perturb import Perturbation, try_perturbations
from pmlsym.proof.printing import Citations, evidence_rows, goal_latex, latex, witness_row
from pmlsym.proof.steps import Step
from pmlsym.proof.verdict import Finding, Verdict, point_text, verdict
from pmlsym.proof.witness import Sample, Witness


@dataclass(frozen=True)
class Part:
    """One goal of a statement, in words, with what is meant to prove or to refute it.

    Parameters
    ----------
    meaning : the goal in one sentence.
    goal : the goal.
    prove : builds a proof of a goal of this form, or raises NotProved. It gets the goal, so that
        a perturbed goal can be handed to the same proof.
    refute : builds a witness against the goal.
    search : builds a seeded sample, for parts that are only supported.
    """

    meaning: str
    goal: Goal
    prove: Callable[[Goal], Step] | None = None
    refute: Callable[[Goal], Witness] | None = None
    search: Callable[[], Sample] | None = None

    def find(self) -> Finding:
        """Run the check and return its evidence."""
        if self.prove is not None:
            return Finding(self.goal, self.prove(self.goal))
        if self.refute is not None:
            return Finding(self.goal, self.refute(self.goal))
        if self.search is not None:
            return Finding(self.goal, self.search())
        raise NotProved(f"nothing is known of: {self.meaning}")

    def perturb(self, most: int = 24) -> list[Perturbation]:
        """Perturb a proved part and try the same proof on each perturbation."""
        return [] if self.prove is None else try_perturbations(self.goal, self.prove, most)


@dataclass(frozen=True)
class Claim:
    """A published statement, or a repair of one.

    Parameters
    ----------
    id : its name in the ledger.
    paper, where : the paper's key and the place in it.
    says : what is claimed, in plain words.
    statement : the same in LaTeX.
    scope : what the verdict covers and how the words of the paper were read.
    parts : the goals that make up the statement.
    repair : the nearest true statement, where this one is refuted.
    observed : searches that are printed beside the evidence and decide nothing.
    """

    id: str
    paper: str
    where: str
    says: str
    statement: str
    scope: str
    parts: tuple[Part, ...]
    repair: Claim | None = None
    observed: tuple[Callable[[], Sample], ...] = ()

    def check(self) -> Checked:
        """Gather the evidence and return it with the verdict that it gives."""
        start = time.perf_counter()
        findings = tuple(part.find() for part in self.parts)
        seen = tuple(search() for search in self.observed)
        found = verdict(findings)
        repair = self.repair.check() if self.repair is not None else None
        return Checked(self, findings, found, repair, time.perf_counter() - start, seen)

    def fingerprint(self) -> str:
        """Return a short hash of the formal goals, as the kernel reads them, in their order."""
        goals = json.dumps([part.goal.kernel for part in self.parts], separators=(",", ":"))
        return hashlib.sha256(goals.encode()).hexdigest()[:12]

    def heading(self) -> dict[str, Any]:
        """Return what is known before any check."""
        return {
            "id": self.id,
            "paper": self.paper,
            "where": self.where,
            "says": self.says,
            "statement": self.statement,
            "scope": self.scope,
            "goals": self.fingerprint(),
        }

    def unchecked(self, why: str) -> dict[str, Any]:
        """Return the claim as data when its check came to no verdict."""
        return self.heading() | {
            "verdict": None,
            "repair": None,
            "witness": None,
            "seconds": 0.0,
            "evidence": [{"kind": "failure", "text": why}],
        }


@dataclass(frozen=True, repr=False)
class Checked:
    """A claim with its evidence and its verdict."""

    claim: Claim
    findings: tuple[Finding, ...]
    verdict: Verdict
    repair: Checked | None
    seconds: float
    observed: tuple[Sample, ...] = field(default=())

    @property
    def witness(self) -> Witness | None:
        """The first witness against the claim, if there is one."""
        return next((f.evidence for f in self.findings if isinstance(f.evidence, Witness)), None)

    def as_dict(self) -> dict[str, Any]:
        """Return what the command line prints as JSON."""
        rows: list[dict[str, Any]] = []
        citations = Citations()
        for part, finding in zip(self.claim.parts, self.findings, strict=True):
            row = {
                "kind": "goal",
                "text": part.meaning,
                "formal": str(finding.goal),
                "latex": goal_latex(finding.goal),
            }
            point = finding.point
            if point is not None:
                row["point"] = point_text(point)
            rows.append(row)
            rows += evidence_rows(finding.evidence, citations)
        for sample in self.observed:
            rows += evidence_rows(sample)
        return self.claim.heading() | {
            "verdict": self.verdict,
            "repair": self.repair.as_dict() if self.repair is not None else None,
            "evidence": rows,
            "witness": witness_row(self.witness) if self.witness is not None else None,
            "seconds": round(self.seconds, 3),
        }

    def __repr__(self) -> str:
        return f"<{self.claim.id}: {self.verdict}>"

    def _repr_latex_(self) -> str:
        rows = [rf"\textbf{{{self.verdict}}}: & {self.claim.statement}"]
        if self.witness is not None:
            rows.append(rf"\text{{witness}}: & {_sides_latex(self.witness)}")
        if self.repair is not None:
            rows.append(rf"\text{{{self.repair.verdict} repair}}: & {self.repair.claim.statement}")
        body = r" \\ ".join(rows)
        return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"


def _sides_latex(witness: Witness) -> str:
    return r",\; ".join(f"{latex(s)} = {latex(v)}" for s, v in witness.values.items())
