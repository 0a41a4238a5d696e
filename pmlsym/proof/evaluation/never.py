"""Refutation of existence at given numbers, by a certified proof that nothing exists there."""

from __future__ import annotations

from types import MappingProxyType

from pmlsym.proof.chain import Step, step_of
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.kernel.check import Proof
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.terms import ZERO, NotProved, Sentence, difference, fill, means, put
from pmlsym.proof.kernel.theorem import Goal, validate_goal
from pmlsym.proof.review import certificates_only, covers, examine
from pmlsym.proof.writing import goal_text

OPPOSITE = MappingProxyType({"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "!=", "!=": "="})


def opened(conclusion: Sentence) -> list[Sentence]:
    """Return the relations of an existence, with free symbols for the bound ones."""
    _, names, relations = conclusion
    return [fill(part, [("symbol", name) for name in names]) for part in relations]


def none_at(conclusion: Sentence, point: Point) -> Goal:
    """Return the goal that nothing satisfies the relations of an existence at the numbers."""
    *given, (sign, left, right) = _at(conclusion, point)
    claimed = (OPPOSITE[sign], left, right)
    finite = dict.fromkeys(("finite", mean) for s in (*given, claimed) for mean in means(s))
    return validate_goal((tuple(dict.fromkeys((*given, *finite))), claimed))


def some_at(conclusion: Sentence, point: Point) -> Goal:
    """Return a goal whose hypotheses are the relations of an existence at the numbers.

    A point of this goal shows that something satisfies them.
    """
    return validate_goal((tuple(dict.fromkeys(_at(conclusion, point))), ("=", ZERO, ZERO)))


def _at(conclusion: Sentence, point: Point) -> list[Sentence]:
    return [put(part, point.numbers) for part in opened(conclusion)]


def why_not(conclusion: Sentence, point: Point, never: Step | None) -> str | None:
    """Return why a step does not refute the existence at the numbers; None if it does."""
    if never is None:
        return "an existence is refuted only by a proof that nothing exists"
    try:
        wanted = none_at(conclusion, point)
    except NotProved as reason:
        return f"the kernel has no proof at these numbers: {reason}"
    if not _says(step_of(never), wanted):
        return f"{proved_text(never)} does not say that there is none"
    if not _certified(never.proof, wanted):
        if never.theorem.certified:
            return f"it does not follow from {proved_text(never)} by certificates"
        return f"{proved_text(never)} does not show it by certificates: solvers refute nothing"
    return None


def proved_text(never: Step) -> str:
    """Return the goal of a step as one line of text."""
    return goal_text(*never.theorem.goal)


def _says(never: Step, wanted: Goal) -> bool:
    """Whether a step has the wanted goal, up to exact arithmetic."""
    said = never.theorem.goal.conclusion
    if said[0] != wanted.conclusion[0]:
        return False
    atoms = Atoms()
    try:
        one, other = (atoms.quotient(difference(*s[1:])) for s in (said, wanted.conclusion))
    except NotProved:
        return said == wanted.conclusion
    return one.key == other.key


def _certified(proof: Proof, wanted: Goal) -> bool:
    """Whether the wanted goal follows from a proof, by certificates alone."""
    with certificates_only():
        try:
            theorem = examine(proof)
            if not covers(theorem.goal, wanted):
                theorem = examine(("decision", tuple(wanted), (proof,)))
        except NotProved:
            return False
    return theorem.certified
