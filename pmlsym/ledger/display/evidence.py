"""The evidence of a checked claim as rows for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pmlsym.ledger.checking.failure import PartNotProved
from pmlsym.ledger.checking.models import OnInstance, no_models
from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import ClaimRow, EvidenceRow, Heading
from pmlsym.proof.certificates.pruning import Pruned
from pmlsym.proof.chain import Step
from pmlsym.proof.printing import Citations, evidence_rows, goal_latex
from pmlsym.proof.verdict import Finding, point_text
from pmlsym.proof.witness import Sample


def rows_of(
    parts: Sequence[Part],
    findings: Sequence[Finding],
    shown: Sequence[OnInstance],
    observed: Sequence[Sample],
    needed: bool = False,
) -> list[EvidenceRow]:
    """Return each part with its proof or its witness, then the instances, then the searches.

    A step that an earlier part has proved is cited from there. With `needed`, steps that no
    decision uses are left out.
    """
    rows: list[EvidenceRow] = []
    citations, pruned = Citations(), Pruned()
    for part, finding in zip(parts, findings, strict=True):
        row: EvidenceRow = {
            "kind": "goal",
            "text": part.meaning,
            "formal": str(finding.goal),
            "latex": goal_latex(finding.goal),
        }
        if finding.bound:
            row["bound"] = finding.bound
        point = finding.point
        if point is not None:
            row["point"] = point_text(point)
        rows.append(row)
        evidence = finding.evidence
        if needed and isinstance(evidence, Step):
            evidence = pruned.step(evidence)
        rows += cast(list[EvidenceRow], evidence_rows(evidence, citations))
    for instance in shown:
        rows.append({"kind": instance.kind, "text": instance.text})
    for sample in observed:
        rows += cast(list[EvidenceRow], evidence_rows(sample))
    return rows


def unchecked_row(heading: Heading, why: str, failure: BaseException | None = None) -> ClaimRow:
    """Return a claim without a verdict as data, with the failure."""
    row: EvidenceRow = {"kind": "failure", "text": why}
    notes = getattr(failure, "__notes__", [])
    if notes:
        row["part"] = " ".join(notes)
    if isinstance(failure, PartNotProved):
        row = {**row, **failure.as_dict()}
    return {
        **heading,
        "verdict": None,
        "reason": why,
        "kind": None,
        "root": None,
        "misprint": "",
        "repair": None,
        "arguments": [],
        "reductions": [],
        "coq": None,
        "in_coq": [],
        "models": no_models(),
        "witness": None,
        "seconds": 0.0,
        "evidence": [row],
    }
