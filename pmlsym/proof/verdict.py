"""Verdicts on statements, as a function of the evidence alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from pmlsym.given import with_noun
from pmlsym.pages import Displayable, Folded, Formula, Page, Words
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.given import confirmed
from pmlsym.proof.evaluation.never import some_at
from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel import theorem as kernel
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.terms import Term
from pmlsym.proof.review import certificates_only, covers, proved
from pmlsym.proof.steps import Decided, Step, restated
from pmlsym.proof.witness import Sample, Witness
from pmlsym.proof.writing import goal_text, text

Verdict: TypeAlias = Literal[
    "proved", "proved-bounded", "proved-on-paper", "supported", "vacuous", "refuted"
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)  # of several findings the last one counts

_POINTS_TRIED = 50_000
_COUNTEREXAMPLES_TRIED = 20


class NoVerdict(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """A verdict is not possible, as the evidence of a part is missing or does not fit."""


class Contradiction(Exception):  # noqa: N818  # an error in the kernel or the evaluation
    """The same goal is proved and refuted, so the program has an error."""


@dataclass(frozen=True, repr=False)
class Finding(Displayable):
    """A part of a statement with the evidence found for or against it.

    Parameters
    ----------
    goal : the part.
    evidence : a step that proves it, a witness that refutes it, or a search.
    bound : the sizes to which a proof is limited, such as ``|X| <= 4``; else empty.
    at : a point at which the hypotheses hold, where a random search would find none; it is
        checked.
    """

    goal: Goal
    evidence: Step | Witness | Sample
    bound: str = ""
    at: Point | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Add the decision that derives the goal from a proof of a stronger one."""
        if not isinstance(self.evidence, Step | Witness | Sample):
            raise NoVerdict(f"{type(self.evidence).__name__} is no evidence")
        if isinstance(self.evidence, Step):
            with suppress(NotProved):  # else the verdict reports the different goal
                object.__setattr__(self, "evidence", restated(self.evidence, self.goal))

    def __repr__(self) -> str:
        other = "" if self._is_about_goal() else " of something else than"
        return f"<{self.evidence.kind}{other}: {self.goal}>"

    def page(self) -> Page:
        """Return the goal and its evidence as a page; the text of a proof is folded."""
        found = self.evidence.page()
        bound = (Words(f"the proof is for {self.bound}", faint=True),) if self.bound else ()
        goal = Words(Formula(str(self.goal), self.goal.latex()), "goal")
        if not self._is_about_goal():
            return Page("Evidence of something else than the goal", (goal, *bound, *found.blocks))
        rest = found.blocks[1:] if isinstance(self.evidence, Step | Witness) else found.blocks
        blocks = (goal, *bound, *rest)  # their title is this goal
        if isinstance(self.evidence, Step):
            steps = with_noun(len(self.evidence.chain()), "step")
            return Page(found.title, (Folded(f"{steps}, as the kernel checked them", blocks),))
        return Page(found.title, blocks)

    def _is_about_goal(self) -> bool:
        match self.evidence:
            case Step() as step:
                return covers(step.theorem.goal, read_goal(self.goal))
            case Witness() as witness:
                return witness.is_about(read_goal(self.goal))
        return True  # a sample describes its search itself

    @property
    def point(self) -> Point | None:
        """A point at which the hypotheses hold, for a part that is not refuted."""
        if isinstance(self.evidence, Witness):
            return None
        goal = read_goal(self.goal)
        given = None if self.at is None else confirmed(goal, self.at)
        return given or consistent_at(goal)


def consistent_at(goal: kernel.Goal) -> Point | None:
    """Return exact numbers and finite laws at which the hypotheses of a goal hold."""
    found = _consistent_at(kernel.validate_goal(tuple(goal)))
    return None if found is None else found.copied()


@lru_cache(maxsize=4096)
def _consistent_at(goal: kernel.Goal) -> Point | None:
    return next(points(goal, _POINTS_TRIED), None)


@lru_cache(maxsize=4096)
def _broken_at(goal: kernel.Goal) -> Point | None:
    return counterexample(goal, _COUNTEREXAMPLES_TRIED)


def verdict(findings: Sequence[Finding]) -> Verdict:
    """Return the verdict on a statement from the findings on its parts.

    Every proof is checked again from the beginning, and every witness is evaluated again.
    """
    if not isinstance(findings, Sequence):
        raise NoVerdict(f"{type(findings).__name__} is no list of findings")
    if not findings:
        raise NoVerdict("there is no evidence at all")
    found = [_found(finding) for finding in findings]
    return max(found, key=VERDICTS.index)


def _found(finding: Finding) -> Verdict:
    if not isinstance(finding, Finding):
        raise NoVerdict(f"{type(finding).__name__} is no finding")
    goal, evidence = finding.goal, finding.evidence
    if isinstance(evidence, Witness):
        if read_goal(evidence.goal) != read_goal(goal):
            raise NoVerdict(f"the witness is about {evidence.goal}, not about {goal}")
        evidence.confirm()
        _refuse_a_proof(goal, evidence)
        return "refuted"
    if isinstance(evidence, Step):
        theorem = proved(evidence, goal)
        if theorem is None:
            raise NoVerdict(f"the proof is of {goal_text(*evidence.theorem.goal)}, not of {goal}")
        broken = _broken_at(read_goal(goal))
        if broken is not None:
            raise Contradiction(f"{goal} is proved, and fails at {point_text(broken)}")
        _refuse_what_says_nothing(finding)
        if not theorem.certified:
            return "supported"
        return "proved-bounded" if finding.bound else "proved"
    if not isinstance(evidence, Sample):
        raise NoVerdict(f"{type(evidence).__name__} is no evidence")
    if evidence.largest > 0:
        raise NoVerdict(f"the search found a violation, but no exact witness: {evidence.text}")
    broken = _broken_at(read_goal(goal))  # the sample may have missed it
    if broken is not None:
        raise NoVerdict(f"a search found no violation, but {goal} fails at {point_text(broken)}")
    _refuse_what_says_nothing(finding)
    return "supported"


def _refuse_what_says_nothing(finding: Finding) -> None:
    if finding.point is None:
        raise NoVerdict(f"no numbers were found at which the hypotheses hold: {finding.goal}")


def _refuse_a_proof(goal: Goal, witness: Witness) -> None:
    conclusion = read_goal(goal).conclusion
    if conclusion[0] == "exists":
        found = next(points(some_at(conclusion, witness.point), _COUNTEREXAMPLES_TRIED), None)
        if found is not None:
            raise Contradiction(f"{goal} is refuted, but there is one: {point_text(found)}")
    try:
        with certificates_only():
            Decided(goal)
    except NotProved:
        return
    raise Contradiction(f"{goal} is proved, and refuted: {witness.text}")


def point_text(point: Point) -> str:
    """Return the numbers and the laws of a point on one line."""
    if type(point) is not Point:
        raise NoVerdict(f"{type(point).__name__} is no point")
    parts = [f"{name} = {_number(value)}" for name, value in sorted(point.numbers.items())]
    for name, atoms in sorted(point.laws.items()):
        masses = "; ".join(
            f"{_number(chance)} on " + ", ".join(f"{v} = {_number(x)}" for v, x in values.items())
            for chance, values in atoms
        )
        parts.append(f"{name}: {masses}")
    return ", ".join(parts) or "every point"


def _number(term: Term) -> str:
    """Return a closed term as text, rational numbers in lowest terms."""
    try:
        value = Atoms().quotient(term).constant
    except NotProved:  # it has too many digits
        value = None
    return text(term) if value is None else str(value)
