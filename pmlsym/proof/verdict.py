"""The verdict is a function of the evidence, and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pmlsym.proof.goal import Goal
from pmlsym.proof.steps import Step, proves
from pmlsym.proof.witness import Sample, Witness

Verdict: TypeAlias = Literal["proved", "proved-bounded", "supported", "refuted"]
VERDICTS: tuple[Verdict, ...] = ("proved", "proved-bounded", "supported", "refuted")


class NoVerdict(Exception):  # noqa: N818  # an outcome, not a mistake of the caller
    """The evidence decides nothing: a part of the statement has none."""


@dataclass(frozen=True)
class Finding:
    """A part of a statement with the evidence found for or against it.

    Parameters
    ----------
    goal : the part.
    evidence : a step that proves it, a witness that refutes it, or a search.
    bound : the sizes to which a proof is limited, such as ``|X| <= 4``; empty if to none.
    """

    goal: Goal
    evidence: Step | Witness | Sample
    bound: str = ""


def verdict(findings: Sequence[Finding]) -> Verdict:
    """Return what the findings show of the whole statement.

    Raises
    ------
    NoVerdict
        If a part has no evidence, evidence about something else, or a sample with a violation.
    """
    if not findings:
        raise NoVerdict("there is no evidence at all")
    found: list[Verdict] = []
    for finding in findings:
        goal, evidence = finding.goal, finding.evidence
        if isinstance(evidence, Witness):
            if evidence.goal != goal:
                raise NoVerdict(f"the witness is about {evidence.goal}, not about {goal}")
            return "refuted"
        if isinstance(evidence, Step):
            if not proves(evidence, goal):
                raise NoVerdict(f"the proof is of {evidence.goal}, not of {goal}")
            found.append("proved-bounded" if finding.bound else "proved")
        else:
            if evidence.largest > 0:
                raise NoVerdict(
                    f"the search found a violation, but no exact witness: {evidence.text}"
                )
            found.append("supported")
    return max(found, key=VERDICTS.index)
