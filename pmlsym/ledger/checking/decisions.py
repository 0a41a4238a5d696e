"""The decisions that the ledger rests on, by claim, part and goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from pmlsym.ledger.catalogue import with_repairs
from pmlsym.ledger.claim import Claim
from pmlsym.proof.certificates.document import Document
from pmlsym.proof.kernel.question import Question
from pmlsym.proof.printing import all_steps
from pmlsym.proof.review import proposal
from pmlsym.proof.verdict import Finding
from pmlsym.proof.writing import goal_text


@dataclass(frozen=True)
class Decision:
    """A refuted question of real arithmetic, and the goal of the step that asked it."""

    claim: str
    part: int  # counted from 1
    goal: str
    statement: str
    question: Question

    @property
    def certified(self) -> bool:
        """Whether a certificate refutes it."""
        return self.question.answer == "refuted"

    @property
    def document(self) -> Document:
        """The question with its certificate, in the format of `pmlsym.proof.checker`."""
        asked = self.question.document
        return cast(Document, {**asked, "proof": proposal(asked)})


def decisions(claims: Iterable[Claim]) -> Iterator[Decision]:
    """Yield every decision of claims and their repairs, once for each goal that rests on it.

    Raises
    ------
    NotProved, NoWitness
        If the evidence of a claim cannot be built.
    NoVerdict
        If its goals are not those to which its statements reduce.
    """
    for claim in with_repairs(claims):
        # raises NoVerdict; the steps themselves are not needed here
        claim.steps()
        yield from rested_on(claim, (part.find() for part in claim.parts))


def rested_on(claim: Claim, findings: Iterable[Finding]) -> Iterator[Decision]:
    """Yield every decision on which the findings of a claim rest, once for each goal."""
    for number, finding in enumerate(findings, start=1):
        seen: set[tuple[str, str]] = set()
        for step in all_steps([finding.evidence]):
            goal = goal_text(*step.theorem.goal)
            for question in step.questions:
                if question.answer != "open" and (goal, question.text) not in seen:
                    seen.add((goal, question.text))
                    yield Decision(claim.id, number, goal, claim.latex, question)
