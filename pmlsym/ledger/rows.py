"""Claims and their evidence as JSON holds them."""

from __future__ import annotations

from typing import Required, TypedDict

from pmlsym.ledger.checking.kinds import Kind
from pmlsym.ledger.checking.models import ModelsRow
from pmlsym.proof.verdict import Verdict
from pmlsym.statements.argument import TheoremRow


class Heading(TypedDict):
    """What is known of a claim before any check."""

    id: str
    paper: str
    where: str
    outside: bool  # whether it comes from outside the package
    says: str
    statement: str  # LaTeX of what is asserted, or else of the goals
    as_typed: str  # LaTeX as the author typed it: no program compared it with the statement
    scope: str
    goals: str  # a fingerprint of the formal goals
    text: str | None  # in the language of statements, one a line
    words: str  # every statement in English, with its quantifiers; or else the goals


class ArgumentRow(TypedDict):
    """An informal step of a person, with its test and the number of instances that it held on."""

    text: str
    tested: int
    test: str  # the test in words
    bookkeeping: bool  # a definition or a rewriting, and no mathematics


_Premises = TypedDict("_Premises", {"from": list[int]}, total=False)  # `from` is a word of Python


class EvidenceRow(_Premises, total=False):
    """A goal, a step of its proof, a witness, a sample or a failure; what else depends on which."""

    kind: Required[str]
    text: Required[str]
    part: str
    formal: str | None
    latex: str
    bound: str
    point: str
    reason: str
    confirmed: str
    false_at: str | None
    tried: int
    largest: float
    seed: int


class Row(Heading):
    """A claim with its evidence as JSON holds it."""

    verdict: Verdict | None
    reason: str | None  # why there is no verdict
    kind: Kind | None
    root: str | None  # of a refuted claim: the first one that makes the same mistake
    misprint: str  # how the context corrects what is printed
    repair: Row | None
    arguments: list[ArgumentRow]
    reductions: list[TheoremRow]
    models: ModelsRow
    evidence: list[EvidenceRow]
    witness: dict[str, object] | None
    seconds: float
