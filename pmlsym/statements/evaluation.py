"""The value of a term on a law, from the definitions alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache

from pmlsym import deadline
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.arithmetic import log, mean, minus
from pmlsym.statements.clauses import Indicator
from pmlsym.statements.definitions import (
    FUNCTIONS,
    OF_DISTRIBUTION,
    OF_PRIOR,
    OPERATIONS,
    OVERALL,
    exponential,
    of_posterior,
)
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfAnswer,
    OfPrior,
    Operation,
    Parameter,
    Term,
    parameters_of,
    walk,
)
from pmlsym.statements.text.vocabulary import OUTCOMES
from pmlsym.statements.values import (
    ONE,
    ZERO,
    Undefined,
    Unseparated,
    Value,
    exact_text,
    extreme,
    holds,
)

NO_CHANNEL = Law((1, 1), (1,))  # for terms that do not depend on a channel
_NOWHERE: Mapping[str, int] = {}


class Evaluation:
    """Values of terms on one law, with values for the parameters.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> here = Evaluation(Law((2, 2), (3, 1, 1, 3)), {})
    >>> here.value(parse_term("pml(X->y) + log(pmin)"), {"y": 0})
    LogOf(argument=Fraction(3, 4))
    """

    def __init__(self, law: Law, parameters: Mapping[str, Value]) -> None:
        deadline.check()
        self.law = law
        self.parameters = parameters

    def value(self, term: Term, at: Mapping[str, int] = _NOWHERE) -> Value:
        """Return the value of a term at an outcome."""
        if isinstance(term, Operation):
            return OPERATIONS[term.sign](self.value(term.left, at), self.value(term.right, at))
        if isinstance(term, Number):
            return term.value
        if isinstance(term, Parameter):
            return self.parameters[term.name]
        if isinstance(term, OfPrior):
            return OF_PRIOR[term.name](self.law)
        if isinstance(term, Leakage):
            return self._leakage(term, at)
        if isinstance(term, Function):
            values = [self.value(argument, at) for argument in term.arguments]
            return FUNCTIONS[term.name](values)
        if isinstance(term, Negative):
            return minus(self.value(term.term, at))
        if isinstance(term, NumberOfOutcomes):
            return Fraction(len(self.law.marginal((term.variable,))))
        if isinstance(term, MeanOverOutcomes):
            return self._mean(term.term)
        if isinstance(term, Indicator):
            return self._indicator(term, at)
        if isinstance(term, Overall):
            level = [self.value(part, at) for part in term.parts]
            return OVERALL[term.kind](self.law, term.secret, term.observed, *level)
        if isinstance(term, OfPosterior):
            seen = tuple([at[name] for name in term.observed])
            found = self.law.posterior(term.secret, capitals(term.observed), seen)
            return OF_DISTRIBUTION[term.kind](found)
        if isinstance(term, PosteriorDivergence):
            table = self.law.lifts_at(term.secret, capitals(term.observed))
            return of_posterior(term.kind, *table[tuple([at[name] for name in term.observed])])
        if isinstance(term, OfAnswer):
            return self._of_answer(term, at)
        raise TypeError(f"{type(term).__name__} is no term of a statement")

    def _leakage(self, term: Leakage, at: Mapping[str, int]) -> Value:
        measure = MEASURES[term.kind]
        observed, given = capitals(term.observed), capitals(term.given)
        known = tuple([at[name] for name in term.given])
        if not measure.is_quotient:
            return self._by_all_lifts(term, at, known)
        table = self.law.extremes(term.secret, observed, given)
        if term.observed[0] in OUTCOMES:
            ends = table[(*[at[name] for name in term.observed], *known)]
            return log(exponential(measure, (), ends))
        rest = len(observed)
        found = [
            exponential(measure, (), ends) for seen, ends in table.items() if seen[rest:] == known
        ]
        return log(extreme(found, largest=True))

    def _by_all_lifts(self, term: Leakage, at: Mapping[str, int], known: tuple[int, ...]) -> Value:
        """Return a leakage whose definition needs all lifts, not only the extreme ones."""
        observed, given = capitals(term.observed), capitals(term.given)
        table = self.law.lifts_at(term.secret, observed, given)
        seen = None
        if term.observed[0] in OUTCOMES:
            seen = tuple([at[name] for name in term.observed])
        found = [
            exponential(MEASURES[term.kind], *row)
            for point, row in table.items()
            if point[len(observed) :] == known and seen in (None, point[: len(observed)])
        ]
        return log(extreme(found, largest=True))

    def _of_answer(self, term: OfAnswer, at: Mapping[str, int]) -> Value:
        raise Undefined(f"no secret that is the answer {term.outcome}")

    def _indicator(self, term: Indicator, at: Mapping[str, int]) -> Value:
        found = ONE
        for condition in term.conditions:  # all of them: each needs a value
            left, right = self.value(condition.left, at), self.value(condition.right, at)
            true = holds(left, condition.sign, right)
            if true is None:
                raise Unseparated(f"{exact_text(left)} and {exact_text(right)}")
            found = found if true else ZERO
        return found

    def _mean(self, term: Term) -> Value:
        names = tuple(sorted(term.outcomes))
        return mean(
            (
                Fraction(weight, self.law.total),
                self.value(term, dict(zip(names, seen, strict=True))),
            )
            for seen, weight in self.law.marginal(capitals(names)).items()
        )


@lru_cache(maxsize=256)
def capitals(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the variables of outcomes: ``("X", "Y")`` for ``("x", "y")``.

    Examples
    --------
    >>> capitals(("y", "z"))
    ('Y', 'Z')
    """
    return tuple([name.upper() for name in names])


class ByName(dict[str, Value]):
    """Values of names in a statement, computed on first use.

    Subclasses compute the value of a name in `__missing__`.
    """

    def value(self, term: Term) -> Value:
        """Return the value of a term; raise Undefined if it has none."""
        return self._evaluation.value(term)

    @cached_property
    def _evaluation(self) -> Evaluation:
        return Evaluation(NO_CHANNEL, self)


def constant(term: Term) -> Value:
    """Return the value of a constant term, such as ``log(3/2)``.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> constant(parse_term("2*log(3/2)"))
    LogOf(argument=Fraction(9, 4))
    """
    if term.variables or any(isinstance(part, OfPrior) for part in walk(term)):
        raise Undefined(f"{term} depends on a channel")
    if parameters_of(term):
        raise Undefined(f"{term} depends on {', '.join(sorted(parameters_of(term)))}")
    return Evaluation(NO_CHANNEL, {}).value(term)
