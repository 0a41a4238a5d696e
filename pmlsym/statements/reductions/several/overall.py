r"""Maximal leakage and maximal cost leakage of several channels, compared with each other.

Write :math:`e^{L(A \to B)} = E[\max_a v_B(a)]` for maximal leakage and
:math:`e^{-C(A \to B)} = E[\min_a v_B(a)]` for maximal cost leakage: means of the largest and of the
smallest lift of an outcome b, under the law of B.

**Theorem (overall).** For all alphabets, with L and all that is said of it also for C:

- coarser: :math:`L(A \to B) \le L(A \to B, C)`, and in a chain A - B - C
  :math:`L(A \to C) \le L(A \to B)`;
- earlier: in a chain A - B - C, :math:`L(A \to C) \le L(B \to C)`;
- together: in a chain B - A - C, :math:`L(A \to B, C) \le L(A \to B) + L(A \to C)`;
- worst: :math:`L(A \to B) \le` pml of the worst outcome, :math:`C(A \to B) \le` pmc of the worst;
- both are at least 0.

*Because* (of L; for C with the smallest lift for the largest, and every inequality turned):

- coarser: the lift of a at an outcome is the mean of its lifts at finer ones, given that outcome,
  in a chain given c; so the largest lift there is at most the mean of the largest, which is a goal,
  and the mean of these means over all outcomes is the mean over the finer ones;
- earlier: the lift of a at c is the mean, given a, of those of b at c: at most the largest of them,
  a goal;
- together: draw b and c independently. P(b, c | a) / (P(b) P(c)) is the product of the lifts of a
  at b and at c, at most that of the largest ones (a goal), whose mean is a product of means. The
  sum over all b, c of max_a P(b, c | a) is the mean of the left-hand side;
- worst: a mean is at most a bound (a goal);
- at least 0: the largest lift is at least that of any one secret, whose mean is 1 (a goal).

**Sound, not complete**: the measures are numbers of which nothing else is known. What does not
follow is left open, and hypotheses about single outcomes that are no bound on a leakage are left
out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, reals
from pmlsym.proof.language import Term as Real
from pmlsym.statements.clauses import Condition, Markov
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    NotReducible,
    Quotient,
    Scene,
    parameter,
    parameter_ranges,
    relate,
)
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import Case, Reduction, Theorem
from pmlsym.statements.reductions.world import fresh
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfPrior, Term, walk
from pmlsym.statements.text.vocabulary import Comparison, OverallKind

OVERALL = Theorem(
    "overall",
    "Maximal leakage and maximal cost leakage do not grow where an outcome says less or the secret "
    "moves further away, add up at most over two releases, and are at most their worst outcome's.",
    "They are means of the largest and of the smallest lift, and a lift is a mean of lifts at "
    "finer outcomes, or of lifts of a nearer secret.",
)
_WORST: dict[OverallKind, str] = {"maximal_leakage": "pml", "maximal_cost_leakage": "pmc"}


@dataclass(frozen=True)
class _Known:
    """What is known of measures: how it reads, the goal that shows it, and the relation."""

    meaning: str
    goal: Goal
    relation: Sentence


def is_overall(statement: Statement) -> bool:
    """Whether a statement claims something of averages over the outcomes.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> is_overall(parse("X - Y - Z: maximal_leakage(X->Z) <= maximal_leakage(Y->Z)"))
    True
    """
    claimed = (side for c in statement.claimed for side in (c.left, c.right))
    return any(isinstance(part, Overall) for side in claimed for part in walk(side))


def reduce_overall(statement: Statement) -> Reduction:
    """Reduce a statement about maximal leakage and maximal cost leakage.

    Raises
    ------
    NotReducible
        If it claims something of other quantities as well.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> text = "X - Y - Z: maximal_leakage(X->Z) <= maximal_leakage(X->Y)"
    >>> for case in reduce_overall(parse(text)).cases[1:]:
    ...     print(case.meaning)
    maximal_leakage(X->Z) <= maximal_leakage(X->Y), as the lift is a mean of finer ones
    maximal_leakage(X->Y) >= 0, as some lift is as large as the mean
    maximal_leakage(X->Z) <= maximal_leakage(X->Y), from the others
    """
    if statement.has_holes:
        raise NotReducible("A hole ? has to be filled before a statement is reduced.")
    ways = [(statement.required, statement.claimed)]
    if statement.both_ways:
        ways.append((statement.claimed, statement.required))
    cases: dict[Case, None] = {}
    for required, claimed in ways:
        for condition in claimed:
            every = map(_of_worst, (*statement.where, *required))
            usable = [given for given in every if not _is_other(given)]
            for case in _Numbers(statement, (*usable, condition)).cases(usable, condition):
                cases[case] = None
    return Reduction(statement, (OVERALL,), tuple(cases))


def _of_worst(condition: Condition) -> Condition:
    """Say that a leakage is bounded at every outcome as a bound on the worst one's."""
    found, level = condition.left, condition.right
    if not isinstance(found, Leakage) or found.given or condition.sign not in ("<=", "<"):
        return condition
    if any(isinstance(part, (Leakage, Overall, Expectation)) for part in walk(level)):
        return condition
    worst = Leakage(found.kind, found.secret, tuple(name.upper() for name in found.observed))
    return Condition(worst, condition.sign, level)


def _is_other(condition: Condition) -> bool:
    """Whether a condition speaks of more than overall measures, worst outcomes and parameters."""
    parts = [part for side in (condition.left, condition.right) for part in walk(side)]
    return any(
        isinstance(part, (Expectation, OfPrior))
        or (isinstance(part, Overall) and part.kind not in _WORST)
        or (isinstance(part, Leakage) and (bool(part.outcomes) or part.kind == "ldp"))
        for part in parts
    )


class _Numbers:
    """The measures of some conditions as numbers."""

    def __init__(self, statement: Statement, conditions: tuple[Condition, ...]) -> None:
        if _is_other(conditions[-1]):
            raise NotReducible(
                f"{conditions[-1]} is about averages over outcomes and about more than maximal "
                "leakage and maximal cost leakage: that is not reduced here."
            )
        parts = [p for c in conditions for side in (c.left, c.right) for p in walk(side)]
        worst = [part for part in parts if isinstance(part, Leakage)]
        kinds = {worst_kind: kind for kind, worst_kind in _WORST.items()}
        overall: list[Overall | Leakage] = [part for part in parts if isinstance(part, Overall)]
        overall += [Overall(kinds[part.kind], part.secret, part.observed) for part in worst]
        taken = set(statement.parameters)
        self.statement = statement
        self.names: dict[Overall | Leakage, Real] = {}
        for part in (*overall, *worst):
            if part not in self.names:
                stem = "C" if part.kind in ("pmc", "maximal_cost_leakage") else "L"
                end = "_worst" if isinstance(part, Leakage) else ""
                name = f"{stem}_{part.secret}_{''.join(part.observed)}{end}"
                self.names[part] = fresh(name, taken)
                taken.add(str(self.names[part]))

    def cases(self, given: list[Condition], claimed: Condition) -> Iterator[Case]:
        """Yield what is known of the measures, and the condition from it."""
        known = list(self._known())
        for fact in known:
            yield Case(fact.meaning, fact.goal, complete=False)
        scene = self._scene()
        hypotheses = [fact.relation for fact in known]
        hypotheses += [
            relate(parameter(name), ">=", ZERO) for name in sorted(self.statement.nonnegative)
        ]
        hypotheses += [relate(number, ">=", ZERO) for number in self.names.values()]
        for condition in given:
            encoded = scene.condition(condition)
            hypotheses += [*encoded.needs, encoded.relation]
        encoded = scene.condition(claimed)
        for wanted in (encoded.relation, *encoded.needs):
            goal = Goal(tuple(dict.fromkeys(hypotheses)), wanted)
            yield Case(f"{claimed}, from the others", goal, complete=False)

    def _scene(self) -> Scene:
        known = dict(parameter_ranges(self.statement.parameters, self.statement.nonnegative))
        for part, number in self.names.items():
            most = None if _is_largest(part) else Fraction(1)
            known[number] = Range(Fraction(most is None), most)
        return Scene(self._measure, {}, known)

    def _measure(self, part: Leakage | Overall) -> Quotient:
        number = self.names[part]
        return Quotient(number) if _is_largest(part) else Quotient(ONE, number)

    def _known(self) -> Iterator[_Known]:
        for one in self.names:
            if isinstance(one, Overall):
                yield self._says(one, "not negative", ONE)
                for other in self.names:
                    if isinstance(other, Overall) and one.kind == other.kind and one != other:
                        yield from self._compared(one, other)
                    elif isinstance(other, Leakage) and _is_worst_of(other, one):
                        yield self._says(one, "worst", self.names[other], other)
                yield from self._together(one)

    def _compared(self, one: Overall, other: Overall) -> Iterator[_Known]:
        """Yield that the first measure is at most the second, where the structure says so."""
        if one.secret == other.secret and set(one.observed) < set(other.observed):
            yield self._says(one, "coarser", self.names[other], other)
        for a, b, c in self._chains():
            if (one.secret, one.observed) == (a, (c,)):
                if (other.secret, other.observed) == (a, (b,)):
                    yield self._says(one, "coarser", self.names[other], other)
                if (other.secret, other.observed) == (b, (c,)):
                    yield self._says(one, "earlier", self.names[other], other)

    def _together(self, one: Overall) -> Iterator[_Known]:
        for b, a, c in self._chains():
            if (one.secret, one.observed) == (a, tuple(sorted((b, c)))) and b < c:
                parts = [Overall(one.kind, a, (name,)) for name in (b, c)]
                if all(part in self.names for part in parts):
                    product = self.names[parts[0]] * self.names[parts[1]]
                    yield self._says(one, "together", product, *parts)

    def _chains(self) -> Iterator[tuple[str, str, str]]:
        for part in self.statement.structure:
            if isinstance(part, Markov) and len(part.chain) == 3:
                a, b, c = part.chain
                yield a, b, c
                yield c, b, a

    def _says(self, one: Overall, why: str, bound: Real, *others: Term) -> _Known:
        largest = _is_largest(one)
        words = {
            "not negative": "as some lift is as large as the mean",
            "worst": "as a mean is at most a bound",
            "coarser": "as the lift is a mean of finer ones",
            "earlier": "as the lift is a mean of those of the nearer secret",
            "together": "as lifts of two releases are multiplied",
        }
        right = " + ".join(map(str, others)) or "0"
        sides = f"{one} <= {right}" if others else f"{one} >= 0"
        relation = relate(self.names[one], "<=" if largest else ">=", bound)
        if why == "not negative":
            relation = relate(self.names[one], ">=" if largest else "<=", bound)
        return _Known(f"{sides}, {words[why]}", _goal(why, largest), relation)


def _is_largest(part: Term) -> bool:
    """Whether a measure is about the largest lift, and not about the smallest."""
    return isinstance(part, (Leakage, Overall)) and part.kind in ("pml", "maximal_leakage")


def _is_worst_of(leakage: Leakage, one: Overall) -> bool:
    same = (leakage.secret, leakage.observed) == (one.secret, one.observed)
    return same and not leakage.given and _WORST[one.kind] == leakage.kind


def _goal(why: str, largest: bool) -> Goal:
    """Return the goal that shows a comparison, of the largest lifts or of the smallest."""
    lift, extreme, bound = reals("v m B")
    second, of_second = reals("w k")
    sign: Comparison = "<=" if largest else ">="
    all_lifts = (relate(lift, ">=", ZERO), relate(extreme, ">=", ZERO))
    inside = sp.And(*all_lifts, relate(lift, sign, extreme), evaluate=False)

    def mean(body: Real) -> Real:
        return Mean(body, (extreme, lift), inside, "Y")

    if why == "coarser":
        return Goal((), relate(mean(lift), sign, mean(extreme)))
    if why == "not negative":
        return Goal((relate(mean(lift), "=", ONE),), relate(ONE, sign, mean(extreme)))
    if why in ("earlier", "worst"):
        bounded = sp.And(relate(lift, ">=", ZERO), relate(lift, sign, bound), evaluate=False)
        return Goal((), relate(Mean(lift, (lift,), bounded, "Y"), sign, bound))
    given = (
        *all_lifts,
        relate(second, ">=", ZERO),
        relate(of_second, ">=", ZERO),
        relate(lift, sign, extreme),
        relate(second, sign, of_second),
    )
    return Goal(given, relate(lift * second, sign, extreme * of_second))
