"""Queries about polynomials; only a checked certificate answers one.

A query is a system of polynomial conditions over the rationals, in the format of
`pmlsym.proof.checker`. An untrusted oracle proposes a proof that the system has no solution, and
the checker decides. Without an accepted proof the answer is "not known".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from pmlsym.proof import checker
from pmlsym.proof.kernel.polynomials import spend
from pmlsym.proof.kernel.terms import NotProved

Document: TypeAlias = dict[str, Any]
# Given the variables and hypotheses of a document: a proof for it, or None.
Oracle: TypeAlias = Callable[[Document], Any]
Answer: TypeAlias = Literal["refuted", "two solvers", "open"]

AGREED = "two solvers"  # an oracle's answer if solvers agree and there is no certificate

_REFUTED: set[str] = set()  # the texts of queries with accepted certificates
_MOST_REMEMBERED = 50_000
_MOST_QUESTIONS = 1_000  # of one step
_MOST_CHARACTERS = 1_000_000  # of a proposal, as in the checker


class Question(NamedTuple):
    """A system of polynomial conditions to be refuted, with the answer."""

    text: str  # the document without its proof, as canonical JSON
    answer: Answer

    @property
    def document(self) -> Document:
        """The variables and the hypotheses."""
        found: Document = json.loads(self.text)
        return found


def canonical(document: Document) -> str:
    """Return the text of a document's variables and hypotheses."""
    asked = {"variables": document["variables"], "hypotheses": document["hypotheses"]}
    return json.dumps(asked, separators=(",", ":"))


@dataclass
class Court:
    """Sends queries to an oracle, has its proofs checked, and records the queries in order."""

    oracle: Oracle
    questions: list[Question] = field(default_factory=list)

    def refuted(self, variables: list[str], hypotheses: list[Any]) -> bool:
        """Whether the conditions are shown to have no solution, by a certificate or two solvers."""
        if len(self.questions) >= _MOST_QUESTIONS:
            raise NotProved("it asks too many questions")
        document = {"variables": variables, "hypotheses": hypotheses}
        text = canonical(document)
        spend(len(text))
        answer = self._judged(text, document)
        self.questions.append(Question(text, answer))
        return answer != "open"

    def _judged(self, text: str, document: Document) -> Answer:
        if text in _REFUTED:
            return "refuted"
        proposed = self.oracle(document)
        if proposed is None:
            return "open"
        if type(proposed) is str and proposed == AGREED:
            return "two solvers"
        try:
            # the query is read from its text again, as the oracle may have changed the document
            checker.check_text(f'{text[:-1]},"proof":{_proposal_text(proposed)}}}')
        except (checker.Rejected, TypeError, ValueError, RecursionError):
            return "open"
        if len(_REFUTED) > _MOST_REMEMBERED:
            _REFUTED.clear()
        _REFUTED.add(text)
        return "refuted"


def _proposal_text(proposed: object) -> str:
    """Return the text of a proposal, cut off at the checker's limit."""
    pieces, size = [], 0
    for piece in json.JSONEncoder().iterencode(proposed):
        pieces.append(piece)
        size += len(piece)
        if size > _MOST_CHARACTERS:
            raise ValueError("the proposal is too long")
    return "".join(pieces)
