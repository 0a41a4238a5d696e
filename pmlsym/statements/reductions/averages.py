r"""Averages over the outcomes as hypotheses of statements whose conclusion contains no average.

**Theorem (averages).** Let a hypothesis say that an average is at most c: `maximal_leakage`,
`maximal_cost_leakage`, `mutual_information`, `tv`, `kl`, `chi2`, `sibson`, `alpha_leakage`,
`maximal_alpha_leakage`, `chi2(X;Y)`, or the mean of pml, pmc or ldp.

- For c > 0 it does not restrict single outcomes, except that a bounded mean of pmc or ldp, kl or
  chi2 makes pmc and ldp finite at each outcome.
- For c = 0 it says that all lifts of all outcomes are 1.
- For c < 0 (with ``<``: for c <= 0) it never holds.

A hockey-stick divergence at a level t that is at most 0 says that ldp is at most t at each outcome.
Such an average is 0 if and only if it is at most 0.

**Theorem (probabilities).** Conditions of probability 1 hold at every outcome. Where they have
probability 0, one of them fails at each outcome. Every other bound on a probability is left out,
which is sound; it loses something only where the bound excludes that nearly all outcomes have lifts
near 1.

For the mean of pmc or ldp, kl and chi2 the level has to be finite, as infinity is at most infinity.

*Because*: all are 0 if all lifts are 1 and positive otherwise. In the mechanism of
`single_outcome` an outcome has the probability q, and as q tends to 0 the lifts of the last outcome
tend to 1. So the average tends to 0: maximal leakage to log 1, and likewise the others, also where
a lift is 0; measures of an order and chi2(X;Y) are bounded by maximal leakage. (The mean of pmc or
ldp, kl and chi2 of rows are infinite where a lift is 0, and tend to 0 otherwise.) So for c > 0 some
such mechanism meets the hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.formulas.averages import AVERAGES as OF_CHANNELS, AverageName
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, NumberOfOutcomes, Overall
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Function, Number, Term, walk
from pmlsym.statements.text.vocabulary import NEGATED, TURNED
from pmlsym.statements.text.words import is_positive

AVERAGES = PaperTheorem(
    "averages",
    "That an average over the outcomes is at most c says nothing about one outcome if c > 0, and "
    "that all lifts are 1 if c = 0.",
    "The outcome may be as rare as one likes, and what is left have lifts as near to 1.",
)
PROBABILITIES = PaperTheorem(
    "probabilities",
    "Conditions of probability 1 hold at every outcome, and a condition of probability 0 at none; "
    "other bounds on a probability are left out, as they say nothing about one outcome.",
    "Every outcome that counts has a positive probability.",
)
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
NO_LEAKAGE = Condition(Leakage("pml", "X", ("y",)), "<=", _ZERO)  # all lifts are 1


@dataclass(frozen=True)
class Instead:
    """Conditions on the level and on every outcome that replace a hypothesis about an average.

    Parameters
    ----------
    conditions : the conditions.
    finite : whether pmc is finite at every outcome.
    """

    conditions: tuple[Condition, ...] = ()
    finite: bool = False


def has_average(*terms: Term) -> bool:
    """Whether one of the terms contains an average over the outcomes."""
    return any(
        isinstance(part, MeanOverOutcomes | NumberOfOutcomes | Overall)
        for term in terms
        for part in walk(term)
    )


def instead_of(condition: Condition) -> Iterator[Instead]:
    """Yield the cases of a bound on an average as conditions on single outcomes."""
    if bounds_chance(condition):
        yield from _of_chance(condition)
        return
    average, sign, level = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        average, sign, level = level, TURNED[sign], average
    kind = _kind(average)
    if sign == "=" and _ZERO in condition.terms:
        yield from instead_of(Condition(_the_other(condition), "<=", _ZERO))
        return
    if not kind or sign not in ("<", "<=") or has_average(level) or level.outcomes:
        raise NotReducible(
            f"The hypothesis {condition} is about an average, and no plain upper bound on one."
        )
    if _needs_positive_lifts(kind) and not is_finite(level):
        raise NotReducible(
            f"The mean in {condition} may be infinite, and so may its bound: that is not reduced."
        )
    yield Instead((Condition(level, ">", _ZERO),), finite=_needs_positive_lifts(kind))
    if sign == "<=":
        yield Instead((Condition(level, "=", _ZERO), _at_0(average)))


def _at_0(average: Term) -> Condition:
    """Return what an average of at most 0 says of every outcome."""
    if not isinstance(average, Overall) or average.level is None:
        return NO_LEAKAGE
    of_rows = OF_CHANNELS[average.kind].form == "rows"
    return Condition(Leakage("ldp", "X", ("y",)), "<=", average.level) if of_rows else NO_LEAKAGE


def bounds_chance(condition: Condition) -> bool:
    """Whether one side of a condition is a probability over the outcomes.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> bounds_chance(parse("PML(e, d)").claimed[0])
    True
    """
    return any(isinstance(side, Chance) for side in condition.terms)


def _of_chance(condition: Condition) -> Iterator[Instead]:
    """Yield the cases of a bound on a probability as conditions on single outcomes."""
    chance, sign, level = condition.left, condition.sign, condition.right
    if not isinstance(chance, Chance):
        chance, sign, level = level, TURNED[sign], chance
    # a level that changes with the outcome may be 0 at one of the named outcomes and not at another
    plain = not has_average(level) and not level.outcomes and sign != "!="
    if not isinstance(chance, Chance) or not plain:
        raise NotReducible(f"The hypothesis {condition} is no plain bound on a probability.")
    never: tuple[Condition, ...] = ()  # that one of several conditions fails is left out
    if len(chance.conditions) == 1:
        (one,) = chance.conditions
        never = (Condition(one.left, NEGATED[one.sign], one.right),)
    above = Condition(level, ">", _ZERO)
    below = Condition(level, "<", _ONE)
    strictly = {"<": (above,), ">": (below,), "<=": (above,), ">=": (below,), "=": (above, below)}
    yield Instead(strictly[sign])
    if sign in ("<=", "="):
        yield Instead((Condition(level, "=", _ZERO), *never))
    if sign in (">=", "="):
        yield Instead((Condition(level, "=", _ONE), *chance.conditions))


def _the_other(equation: Condition) -> Term:
    return equation.right if equation.left == _ZERO else equation.left


def is_finite(level: Term) -> bool:
    """Whether the form of a level shows that it is finite, wherever it has a value.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_finite(parse_term("2*a + log(1/pmin)")), is_finite(parse_term("-log(a)"))
    (True, False)
    """
    if isinstance(level, (Leakage, Overall, MeanOverOutcomes)):
        return False
    if isinstance(level, Function) and level.name == "log":
        return is_positive(level.arguments[0])
    return all(map(is_finite, level.parts))


def _needs_positive_lifts(kind: MeasureName | AverageName) -> bool:
    """Whether an average is infinite where an outcome rules out a secret."""
    if kind in MEASURES:
        return MEASURES[kind].of_least
    return OF_CHANNELS[kind].infinite_at_0


def _kind(average: Term) -> MeasureName | AverageName | None:
    if isinstance(average, Overall):
        row = OF_CHANNELS[average.kind]
        return average.kind if row.vanishes or (row.form == "rows" and row.has_level) else None
    if isinstance(average, MeanOverOutcomes) and isinstance(average.term, Leakage):
        return average.term.kind
    return None
