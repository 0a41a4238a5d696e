"""The value of a term on a law, from the definitions alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from pmlsym import deadline
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.arithmetic import log, mean, minus
from pmlsym.statements.clauses import Condition, Indicator
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
from pmlsym.statements.under_priors import (
    HoldsUnder,
    UniformMean,
    bound_of,
    is_prior_free,
    least_mass,
    priors_to_try,
    with_prior,
)
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
            return self.law.once(OVERALL[term.kind], term.secret, term.observed, *level)
        if isinstance(term, OfPosterior):
            seen = tuple([at[name] for name in term.observed])
            found = self.law.posterior(term.secret, capitals(term.observed), seen)
            return OF_DISTRIBUTION[term.kind](found)
        if isinstance(term, PosteriorDivergence):
            table = self.law.lifts_at(term.secret, capitals(term.observed))
            return of_posterior(term.kind, *table[tuple([at[name] for name in term.observed])])
        if isinstance(term, OfAnswer):
            return self._of_answer(term, at)
        if isinstance(term, HoldsUnder):
            return ONE if under_other_priors(term, self)[0] else ZERO
        if isinstance(term, UniformMean):
            _, lifts = self.law.lifts_at("X", ("Y",))[at[term.outcome],]
            return sum(lifts, ZERO) / len(lifts)
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

    def all_hold(self, conditions: Sequence[Condition]) -> bool | None:
        """Return whether conditions hold at all outcomes; None if undecided."""
        found: bool | None = True
        for condition in conditions:
            names = condition.outcomes
            for seen in self.law.marginal(capitals(names)) if names else ((),):
                at = dict(zip(names, seen, strict=True))
                try:
                    sides = self.value(condition.left, at), self.value(condition.right, at)
                    here = holds(sides[0], condition.sign, sides[1])
                except Undefined:
                    return False
                except Unseparated:
                    here = None
                if here is False:
                    return False
                found = here and found
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


Masses = tuple[Fraction, ...]


def under_other_priors(term: HoldsUnder, here: Evaluation) -> tuple[bool, Masses | None]:
    """Return whether clauses hold under other priors of a kernel, and a prior that shows it.

    That something holds under every prior is refuted by one, and that it holds under some prior is
    shown by one, of finitely many that are tried. Otherwise it is decided

    - where the clauses are about the kernel alone;
    - where they bound pml, pmc or ldp from above by a level that is free of the prior, under all
      priors with pmin >= a > 0: of these the worst is a vertex, as P(y) is linear in the prior, so
      that each bound is one on a quotient of a constant and a linear function, or the inverse. All
      vertices are tried.
    - where they do so under every prior with positive entries: then ldp is the supremum.

    Raises
    ------
    Unseparated
        If nothing decides.
    """
    law = here.law
    if term.quantifier == "uniform":
        masses = (Fraction(1, law.shape[0]),) * law.shape[0]
        found = Evaluation(with_prior(law, masses), here.parameters).all_hold(term.conditions)
        if found is None:
            raise Unseparated("the two sides under the uniform prior")
        return found, masses
    least = _least(term, here)
    wanted, sure = term.quantifier == "some", True
    for masses in priors_to_try(law, least):
        there = Evaluation(with_prior(law, masses), here.parameters)
        allowed = there.all_hold(term.provided)
        found = there.all_hold(term.conditions) if allowed is not False else not wanted
        sure = sure and allowed is not None and found is not None
        if allowed and found is wanted:
            return wanted, masses
    if not sure or (decided := _under_all(term, here, least)) is None:
        raise Unseparated("all priors by those that were tried")
    return decided, None


def _least(term: HoldsUnder, here: Evaluation) -> Fraction | None:
    """Return a where priors are restricted by pmin >= a alone, and it is rational."""
    found = least_mass(term.provided)
    try:
        value = None if found is None else here.value(found)
    except (Undefined, Unseparated):
        return None
    return value if isinstance(value, Fraction) else None


def _under_all(term: HoldsUnder, here: Evaluation, least: Fraction | None) -> bool | None:
    """Return whether clauses hold, if no prior that was tried decides; None if undecided."""
    if not term.provided and all(map(is_prior_free, term.conditions)):
        return term.quantifier == "every"
    bounds = [bound_of(condition) for condition in term.conditions]
    if term.quantifier == "some" or not all(bounds) or (term.provided and least is None):
        return None
    if least is not None and least > 0:  # all vertices were tried, or no prior is allowed
        return True
    of_kernel = [Condition(Leakage("ldp", "X", ("y",)), "<=", of[1]) for of in bounds if of]
    return here.all_hold(of_kernel)


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
