r"""Measures of the worst outcome, such as `pml(X->Y)`: upper bounds on them, and their outcomes.

**Outcome by outcome.** There are finitely many outcomes and at least one, so that the largest of
their leakages is at most (below) c if and only if each is. `outcome_by_outcome` rewrites a
condition of this form, in which c does not change with the outcome.

**Attained.** In all other conditions, the largest leakage is that of some outcome. So each of
`pml(X->Y)`, `pmc(X->Y)` and `ldp(X->Y)` in a statement gets an outcome with extreme lifts (s, t).
The extremes (s', t') of every outcome meet :math:`s' \le s` for pml, :math:`t' \ge t` for pmc, and
:math:`s' t \le s t'` for ldp (if t = 0, ldp is infinite, and this holds for all s', t').

These conditions are bounds on gauges, by a level that is 0 only if all lifts of all outcomes are
1. So the theorem of `single_outcome` still applies, finitely many such vectors are outcomes of one
mechanism, and the reduction stays complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.proof.language import Sentence
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions.encoding import relate
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Term, walk
from pmlsym.statements.text.vocabulary import Comparison

WORST_CASE = PaperTheorem(
    "worst case",
    "The leakage of the worst outcome is that of an outcome, and at all others it is at most "
    "that; it is at most c if and only if every outcome's is.",
    "There are finitely many outcomes of positive probability, and at least one.",
)
TURNED: Mapping[Comparison, Comparison] = MappingProxyType(
    {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
)


def outcome_by_outcome(condition: Condition) -> Condition:
    """Return an upper bound on the worst outcome as one at every outcome; others are unchanged."""
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        left, sign, right = right, TURNED[sign], left
    if (
        sign in ("<", "<=")
        and isinstance(left, Leakage)
        and not left.outcomes
        and left not in set(walk(right))
        and not right.outcomes
    ):
        lower = tuple(name.lower() for name in left.observed)
        return Condition(Leakage(left.kind, left.secret, lower, left.given), sign, right)
    return condition


def worst_kinds(*terms: Term) -> tuple[MeasureName, ...]:
    """Return the kinds of the leakages in terms that are of the worst outcome."""
    found = {
        part.kind
        for term in terms
        for part in walk(term)
        if isinstance(part, Leakage) and not part.outcomes
    }
    return tuple(kind for kind in MEASURES if kind in found)


def not_worse(outcome: Outcome, worst: Outcome, kind: MeasureName) -> Sentence:
    """Return the relation that a leakage is at most its value at another outcome."""
    here, there = outcome.measure(kind), worst.measure(kind)
    if not MEASURES[kind].of_most:
        return relate(here.bottom, ">=", there.bottom)
    return relate(here.top * there.bottom, "<=", there.top * here.bottom)
