"""Proof checking; a proof is plain data, a tuple that begins with the name of a rule.

After the name follow the data of the rule and its subproofs, in the order of the arguments of the
function of that name in `rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, TypeAlias

from pmlsym.proof.kernel import rules
from pmlsym.proof.kernel.polynomials import in_one_step
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.kernel.theorem import Goal, Theorem, validate_goal

Proof: TypeAlias = tuple[Any, ...]

_MOST_DEPTH = 150  # of a proof, whatever the depth of the caller

# Each rule with how many pieces of data and then proofs it takes; "+" is any number of proofs.
_RULES: dict[str, tuple[Callable[..., Goal], int, str]] = {
    "decision": (rules.decision, 1, "+"),
    "instance": (rules.instance, 1, "1"),
    "example": (rules.example, 2, "+"),
    "order": (rules.order, 1, "1"),
    "nearest": (rules.nearest, 1, "1"),
    "logarithms": (rules.logarithms, 1, "1+"),
    "expectation": (rules.expectation, 2, "1"),
    "strict expectation": (rules.strict_expectation, 3, "11"),
    "increasing": (rules.increasing, 3, "11"),
    "convex": (rules.convex, 3, "1+"),
    "cases": (rules.cases, 1, "11"),
}
RULES = MappingProxyType(_RULES)  # read-only


class Review:
    """A checker of proofs, which checks each step once."""

    def __init__(self, court: Court) -> None:
        self._court = court
        self._seen: dict[int, tuple[Proof, Theorem]] = {}
        self._depth = 0

    def take(self, proof: Proof, theorem: Theorem) -> None:
        """Accept a theorem for a proof without a check; trusted callers only."""
        self._seen[id(proof)] = (proof, theorem)

    def theorem(self, proof: Proof) -> Theorem:
        """Return the theorem of a proof; raise `NotProved` if a step is not accepted."""
        self._depth = 0
        try:
            return self._theorem(proof)
        except RecursionError:
            raise Malformed("the proof, or a sentence in it, is too deep") from None

    def _theorem(self, proof: Proof) -> Theorem:
        if id(proof) in self._seen:  # the proof is stored, so its id is not reused
            return self._seen[id(proof)][1]
        if type(proof) is not tuple or not proof or type(proof[0]) is not str:
            raise Malformed("expected a proof: a tuple that begins with the name of a rule")
        if proof[0] not in RULES:
            raise Malformed(f"there is no rule of the name {proof[0][:40]!r}")
        rule, pieces, rests = RULES[proof[0]]
        data, parts = proof[1 : 1 + pieces], proof[1 + pieces :]
        if len(data) != pieces or len(parts) != len(rests):
            raise Malformed(f"the rule {proof[0]!r} takes other arguments")
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise Malformed("the proof is too deep")
        premises: list[Theorem] = []
        arguments: list[Any] = []
        for kind, part in zip(rests, parts, strict=True):
            if kind == "1":
                arguments.append(self._theorem(part))
                premises.append(arguments[-1])
                continue
            if type(part) is not tuple:
                raise Malformed("expected a tuple of proofs")
            arguments.append([self._theorem(one) for one in part])
            premises += arguments[-1]
        self._depth -= 1
        court = Court(self._court.oracle)  # a new one, which records the queries of this step only
        goal = in_one_step(rule, court, *data, *arguments)
        validate_goal(tuple(goal))
        questions = tuple(court.questions)
        certified = all(question.answer != "two solvers" for question in questions)
        certified = certified and all(premise.certified for premise in premises)
        theorem = Theorem(goal, questions, certified)
        self._seen[id(proof)] = (proof, theorem)
        return theorem


def check(proof: Proof, court: Court) -> Theorem:
    """Check a proof from the beginning, and return its theorem."""
    return Review(court).theorem(proof)
