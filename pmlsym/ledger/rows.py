"""The JSON form of claims and their evidence."""

from __future__ import annotations

from typing import Required, TypedDict

from pmlsym.ledger.checking.kinds import Kind
from pmlsym.ledger.checking.models import ModelsRow
from pmlsym.proof.verdict import Verdict
from pmlsym.statements.argument import TheoremRow


class Heading(TypedDict):
    """The fields of a claim that need no check."""

    id: str
    paper: str
    where: str
    outside: bool  # whether it comes from outside the package
    says: str
    statement: str  # LaTeX of the checked statements, or else of the goals
    as_typed: str  # LaTeX as the author typed it: no program compared it with the statement
    scope: str
    goals: str  # a fingerprint of the formal goals
    text: str | None  # in the language of statements, one a line; None if it lacks one of them
    texts: list[str | None]  # each statement in the language; None if that cannot express it
    words: str  # every statement in English, with its quantifiers; or else the goals


class ArgumentRow(TypedDict):
    """An informal step, with its test and the number of instances on which the test held."""

    text: str
    tested: int
    test: str  # the test in words
    bookkeeping: bool  # a definition or a rewriting, without mathematical content


_Premises = TypedDict("_Premises", {"from": list[int]}, total=False)  # `from` is a word of Python


class EvidenceRow(_Premises, total=False):
    """A goal, a proof step, a witness, a sample or a failure; the other keys depend on the kind."""

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


class CoqRow(TypedDict):
    """Theorems of Coq that say a whole claim, or that it is false, and their axioms."""

    theorem: str  # the names, one for each statement or several
    axioms: list[str]
    version: str  # of Coq
    day: str  # when it was asked


class InCoqRow(TypedDict):
    """A statement of a claim that Coq has checked, or refuted, from the definitions."""

    statement: int  # its place in the claim, from 1
    theorem: str
    version: str
    day: str


class ClaimRow(Heading):
    """The JSON form of a claim with its evidence."""

    verdict: Verdict | None
    reason: str | None  # why there is no verdict
    kind: Kind | None
    root: str | None  # of a refuted claim: the first one that makes the same mistake
    misprint: str  # how the context corrects the printed words
    repair: ClaimRow | None
    arguments: list[ArgumentRow]
    reductions: list[TheoremRow]
    coq: CoqRow | None  # where Coq has checked every statement
    in_coq: list[InCoqRow]  # the statements that it has checked
    models: ModelsRow
    evidence: list[EvidenceRow]
    witness: dict[str, object] | None
    seconds: float
