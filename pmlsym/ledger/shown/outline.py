"""The outline of a proof: its goals, the long ones shortened, in the lines that are left."""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.ledger.rows import EvidenceRow
from pmlsym.pages import Words, certified, with_noun, wrapped

SCREEN = 80  # characters on a line
_LONGEST = (300, 160, 80, 0)  # characters of a goal, tried in this order; 0 leaves goals out
_INDENT = 3


def counts(evidence: Sequence[EvidenceRow]) -> str:
    """Return how many goals, steps and certificates a proof has, in words."""
    goals = sum(row["kind"] == "goal" for row in evidence)
    steps = sum("from" in row for row in evidence)
    certificates = sum(map(certified, evidence))
    return (
        f"{with_noun(goals, 'goal')}, {with_noun(steps, 'step')}, "
        f"{with_noun(certificates, 'certificate')}"
    )


def outline(evidence: Sequence[EvidenceRow], lines: int) -> tuple[Words, ...]:
    """Return the goals of a proof in at most so many lines, and how many are left out.

    Parameters
    ----------
    evidence : rows as ``--json`` prints them.
    lines : of a screen; a first line and one goal are always there.
    """
    goals = [row for row in evidence if row["kind"] == "goal"]
    first = Words(counts(evidence), "outline")
    for longest in _LONGEST:
        found = [_goal(number, goal, longest) for number, goal in enumerate(goals, start=1)]
        if sum(map(_height, found)) < lines:
            return (first, *found)
    kept: list[Words] = []
    room = lines - 2
    for goal in found:
        room -= _height(goal)
        if room < 0 and kept:
            break
        kept.append(goal)
    more = len(goals) - len(kept)
    return (first, *kept, Words(f"and {with_noun(more, 'goal')} more"))


def _goal(number: int, goal: EvidenceRow, longest: int) -> Words:
    formal = goal["formal"] or ""
    text = f"{goal['text']}: {shortened(formal, longest)}" if longest and formal else goal["text"]
    if "bound" in goal:
        text += f" (the proof is for {goal['bound']})"
    return Words(text, f"goal {number}")


def _height(words: Words) -> int:
    return len(wrapped(f"{words.label}: {words.line}", SCREEN, hanging=" " * _INDENT))


def shortened(formal: str, longest: int) -> str:
    """Return a goal in about so many characters, with a count of what is left out.

    Examples
    --------
    >>> shortened("x > 0, y > 0 => x*y > 0", 80)
    'x > 0, y > 0 => x*y > 0'
    >>> shortened("x > 0, y > 0, x + y + 1 < 2, max(x, y) < 3 => x*y > 0", 30)
    'x > 0, y > 0, (2 hypotheses more) => x*y > 0'
    """
    if len(formal) <= longest:
        return formal
    given, arrow, conclusion = map(str.strip, formal.rpartition(" => "))
    if len(conclusion) > longest:
        cut = conclusion.rfind(" ", 0, longest)
        cut = longest if cut < longest // 2 else cut
        conclusion = f"{conclusion[:cut]} ... ({len(conclusion) - cut} characters more)"
    if not arrow:
        return conclusion
    hypotheses = _split(given)
    kept: list[str] = []
    room = longest - len(conclusion)
    for hypothesis in hypotheses:
        room -= len(hypothesis) + 2
        if room < 0:
            break
        kept.append(hypothesis)
    more = len(hypotheses) - len(kept)
    if more:
        kept.append(f"({with_noun(more, 'hypothesis', 'hypotheses')} more)")
    return f"{', '.join(kept)} => {conclusion}"


def _split(given: str) -> list[str]:
    """Return hypotheses, between which commas stand outside of all brackets."""
    found, depth = [""], 0
    for sign in given:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [hypothesis.strip() for hypothesis in found]
