"""A claim is data: what a paper says, what that means in symbols, and how it is checked."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Required, TypedDict, cast

from pmlsym.errors import LedgerError
from pmlsym.ledger.failure import PartNotProved
from pmlsym.ledger.wording import refuse_names, refuse_words
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.perturb import Perturbation, try_perturbations
from pmlsym.proof.printing import Citations, evidence_rows, goal_latex, witness_latex, witness_row
from pmlsym.proof.steps import Step
from pmlsym.proof.verdict import VERDICTS, Finding, NoVerdict, Verdict, point_text, verdict
from pmlsym.proof.witness import Sample, Witness


class Heading(TypedDict):
    """What is known of a claim before any check."""

    id: str
    paper: str
    where: str
    says: str
    statement: str
    scope: str
    goals: str  # a fingerprint of the formal goals


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
    repair: Row | None
    evidence: list[EvidenceRow]
    witness: dict[str, object] | None
    seconds: float


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
    bound : the sizes to which the proof is limited, such as ``|X| <= 4``; empty if to none.

    Raises
    ------
    LedgerError
        If the goal is no goal, what proves, refutes or searches is no function, or the words are
        no text that can be printed.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> from pmlsym.proof.steps import Decided
    >>> (x,) = reals("x")
    >>> Part("x is at most its square", Goal((x >= 1,), x**2 >= x), Decided).find().evidence.kind
    'decision'
    """

    meaning: str
    goal: Goal
    prove: Callable[[Goal], Step] | None = None
    refute: Callable[[Goal], Witness] | None = None
    search: Callable[[], Sample] | None = None
    bound: str = ""

    def __post_init__(self) -> None:
        """Refuse what a check would stumble over later."""
        refuse_words("a part", {"meaning": self.meaning, "bound": self.bound})
        if not isinstance(self.goal, Goal):
            raise LedgerError(f"the goal of a part is {self.goal!r}, but has to be a Goal.")
        for name in ("prove", "refute", "search"):
            given = getattr(self, name)
            if given is not None and not callable(given):
                kind = type(given).__name__
                raise LedgerError(
                    f"`{name}` of a part is of type {kind}, but has to be a function that makes "
                    "one, such as `lambda goal: Decided(goal)`."
                )

    @property
    def shown_by(self) -> str:
        """What shows the goal: a proof, a witness against it, a sample, or nothing."""
        ways = (("prove", self.prove), ("refute", self.refute), ("search", self.search))
        return next((name for name, way in ways if way is not None), "nothing")

    def find(self) -> Finding:
        """Run the check and return its evidence.

        Raises
        ------
        PartNotProved
            If the proof does not go through: a NotProved that carries the goal, the reason and,
            where one was found, a counterexample.
        """
        if self.prove is not None:
            try:
                return Finding(self.goal, self.prove(self.goal), self.bound)
            except PartNotProved:
                raise
            except NotProved as failure:
                raise PartNotProved(self.goal, failure) from failure
        if self.refute is not None:
            return Finding(self.goal, self.refute(self.goal))
        if self.search is not None:
            return Finding(self.goal, self.search())
        nothing = NotProved("nothing is given that proves, refutes or supports it")
        raise PartNotProved(self.goal, nothing)

    def perturb(self, most: int = 24) -> list[Perturbation]:
        """Perturb a proved part and try the same proof on each perturbation."""
        return [] if self.prove is None else try_perturbations(self.goal, self.prove, most)


def _refuse_another_goal(part: Part, found: Finding) -> None:
    if read_goal(found.goal) != read_goal(part.goal):
        raise NoVerdict(f"the evidence is about {found.goal}, not about {part.goal}")


@dataclass(frozen=True, repr=False)
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
    recorded : for a claim from outside the package, the verdict that its author expects; where it
        is empty, ``refuted`` is news to ``pmlsym check``. The package records its own elsewhere.

    Raises
    ------
    LedgerError
        If the parts are not a tuple of parts, what is recorded is no verdict, the id or the paper's
        key has another form, or the words are no text that can be printed.
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
    recorded: Verdict | Literal[""] = ""

    def __post_init__(self) -> None:
        """Keep the parts as a tuple; refuse a comma that was forgotten, and foreign things."""
        refuse_names(self.id, self.paper)
        words = ("where", "says", "statement", "scope")
        refuse_words(self.id, {name: getattr(self, name) for name in words})
        if self.repair is not None and not isinstance(self.repair, Claim):
            kind = type(self.repair).__name__
            raise LedgerError(f"the repair of {self.id} is of type {kind}, but has to be a Claim.")
        if not isinstance(self.observed, (tuple, list)) or not all(map(callable, self.observed)):
            raise LedgerError(f"`observed` of {self.id} has to be a tuple of functions.")
        object.__setattr__(self, "observed", tuple(self.observed))
        if not isinstance(self.parts, (tuple, list)):
            raise LedgerError(
                f"`parts` of {self.id} is of type {type(self.parts).__name__}, but has to be a "
                "tuple: of one part with a comma, (part,)."
            )
        object.__setattr__(self, "parts", tuple(self.parts))
        for part in self.parts:
            if type(part) is not Part:  # a class derived from it could find anything
                kind = type(part).__name__
                raise LedgerError(f"{self.id} has a {kind} among its parts, but needs Parts.")
        refuse_words(self.id, {"recorded": self.recorded})
        if self.recorded not in ("", *VERDICTS):
            raise LedgerError(
                f"`recorded` of {self.id} is {self.recorded!r}, but has to be one of "
                f"{', '.join(VERDICTS)}, or empty."
            )

    def check(self) -> Checked:
        """Gather the evidence and return it with the verdict that it gives.

        Raises
        ------
        PartNotProved
            If a proof does not go through. This and every other failure of a part carries a note
            that says of which.
        NoVerdict
            If the evidence decides nothing, or is about another goal than its part.
        """
        start = time.perf_counter()
        findings = tuple(self._find(number, part) for number, part in enumerate(self.parts, 1))
        seen = tuple(search() for search in self.observed)
        found = verdict(findings)
        try:
            repair = self.repair.check() if self.repair is not None else None
        except Exception as failure:
            failure.add_note(f"of the repair of {self.id}")
            raise
        return Checked(self, findings, found, repair, time.perf_counter() - start, seen)

    @staticmethod
    def _find(number: int, part: Part) -> Finding:
        try:
            found = Part.find(part)
            _refuse_another_goal(part, found)
        except Exception as failure:
            failure.add_note(f"part {number}: {part.meaning}")
            raise
        return found

    def fingerprint(self) -> str:
        """Return a hash of the formal goals, as the kernel reads them, and of what shows each.

        A part that was refuted and is only sampled now counts as changed.
        """
        parts = [(part.goal.kernel, part.shown_by, part.bound) for part in self.parts]
        text = json.dumps(parts, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def __repr__(self) -> str:
        return f"<{self.id}: {self.says}>"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.statement}$"

    def heading(self) -> Heading:
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

    def unchecked(self, why: str, failure: BaseException | None = None) -> Row:
        """Return the claim as data when its check came to no verdict."""
        row: EvidenceRow = {"kind": "failure", "text": why}
        notes = getattr(failure, "__notes__", [])
        if notes:
            row["part"] = " ".join(notes)
        if isinstance(failure, PartNotProved):
            row = {**row, **failure.as_dict()}
        return {
            **self.heading(),
            "verdict": None,
            "repair": None,
            "witness": None,
            "seconds": 0.0,
            "evidence": [row],
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

    def as_dict(self) -> Row:
        """Return what the command line prints as JSON."""
        rows: list[EvidenceRow] = []
        citations = Citations()
        for part, finding in zip(self.claim.parts, self.findings, strict=True):
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
            rows += cast(list[EvidenceRow], evidence_rows(finding.evidence, citations))
        for sample in self.observed:
            rows += cast(list[EvidenceRow], evidence_rows(sample))
        return {
            **self.claim.heading(),
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
            rows.append(rf"\text{{witness}}: & {witness_latex(self.witness)}")
        if self.repair is not None:
            rows.append(rf"\text{{{self.repair.verdict} repair}}: & {self.repair.claim.statement}")
        body = r" \\ ".join(rows)
        return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"
