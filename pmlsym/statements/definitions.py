"""Definitions of the measures, functions and operations that statements may use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from types import MappingProxyType

from pmlsym.formulas.averages import AverageName
from pmlsym.formulas.measures import Measure
from pmlsym.formulas.posteriors import PosteriorName
from pmlsym.statements.arithmetic import (
    add,
    divide,
    exp,
    log,
    mean,
    minus,
    multiply,
    power,
    sum_of_roots,
)
from pmlsym.statements.law import Law
from pmlsym.statements.of_order import (
    alpha_leakage,
    arimoto_entropy,
    maximal_alpha_leakage,
    of_order,
    renyi_entropy,
    sibson,
)
from pmlsym.statements.text.vocabulary import (
    AnswerName,
    FunctionName,
    PriorName,
    Sign,
    StatementError,
)
from pmlsym.statements.values import ONE, ZERO, Infinite, Undefined, Value, extreme, sign_of

Row = Sequence[Fraction]
_Of = Callable[..., Value]  # of a law, a secret, what is observed, and perhaps a level


def _over(top: Fraction, least: Fraction) -> Value:
    return top / least if least else Infinite.PLUS


def exponential(measure: Measure, masses: Row, lifts: Row) -> Value:
    """Return the exponential of a measure, from its definition.

    A measure of extremes needs only the largest and the smallest lift.

    Examples
    --------
    >>> from pmlsym.formulas.measures import MEASURES
    >>> exponential(MEASURES["ldp"], (), (Fraction(3, 2), Fraction(1, 2)))
    Fraction(3, 1)
    """
    top, bottom = measure.definition(masses, lifts)
    return top if bottom == 1 else _over(top, bottom)


def _sum(law: Law, secret: str, observed: tuple[str, ...], place: int) -> Fraction:
    """Return the sum over the outcomes o of the largest (0) or smallest (1) P(o | s)."""
    seen = law.marginal(observed)
    extremes = law.extremes(secret, observed)
    return sum((pair[place] * seen[o] for o, pair in extremes.items()), ZERO) / law.total


def _maximal_cost(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
    return log(_over(ONE, _sum(law, secret, observed, 1)))


def _information(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
    return mean((mass, log(lift)) for mass, lift in law.lifts(secret, observed))


def _chi_squared_information(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
    return sum((mass * lift for mass, lift in law.lifts(secret, observed)), -ONE)


def _entropy(law: Law, variable: str, observed: tuple[str, ...]) -> Value:
    """Return the entropy of a variable, given those that are observed."""
    joint = law.marginal((variable, *observed))
    seen: Mapping[tuple[int, ...], int] = law.marginal(observed) if observed else {(): law.total}
    return mean(
        (Fraction(weight, law.total), log(Fraction(seen[point[1:]], weight)))
        for point, weight in joint.items()
    )


def _entropy_of(masses: Row) -> Value:
    return mean((mass, log(1 / mass)) for mass in masses if mass)


def _guesses(masses: Row) -> Fraction:
    """Return the least mean number of guesses: the k-th guess is the k-th likeliest value."""
    return sum((k * mass for k, mass in enumerate(sorted(masses, reverse=True), 1)), ZERO)


OF_DISTRIBUTION: Mapping[AverageName, Callable[[Row], Value]] = MappingProxyType(
    {"H": _entropy_of, "vulnerability": max, "guesswork": _guesses}
)


def _posterior_mean(kind: AverageName) -> _Of:
    """Return the definition of a mean over the outcomes of a number of the posterior."""

    def of(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
        if not observed:
            return OF_DISTRIBUTION[kind](law.posterior(secret))
        seen = law.marginal(observed)
        return mean(
            (
                Fraction(weight, law.total),
                OF_DISTRIBUTION[kind](law.posterior(secret, observed, point)),
            )
            for point, weight in seen.items()
        )

    return of


def _min_entropy_leakage(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
    """Return the logarithm of how much likelier a best guess is right after an outcome."""
    largest: dict[tuple[int, ...], int] = {}
    for point, weight in law.marginal((secret, *observed)).items():
        largest[point[1:]] = max(weight, largest.get(point[1:], 0))
    return log(Fraction(sum(largest.values()), max(law.marginal((secret,)).values())))


def _kullback_leibler(one: Fraction, other: Fraction) -> Value:
    if not one:
        return ZERO
    return multiply(one, log(one / other)) if other else Infinite.PLUS


def _chi_squared(one: Fraction, other: Fraction) -> Value:
    return (one - other) ** 2 / other if other else Infinite.PLUS if one else ZERO


def _hockey_stick(one: Fraction, other: Fraction, level: Value) -> Value:
    return extreme([ZERO, add(one, minus(multiply(exp(level), other)))], largest=True)


# summands of divergences, for the lifts of an outcome at two secrets, and the level if there is one
_DIVERGENCES: Mapping[AverageName, Callable[..., Value]] = MappingProxyType(
    {
        "tv": lambda one, other: max(one - other, ZERO),
        "kl": _kullback_leibler,
        "chi2": _chi_squared,
        "hockey_stick": _hockey_stick,
    }
)


def _largest_divergence(kind: AverageName) -> _Of:
    """Return the definition of a divergence, at its largest over two secrets, or twice the same."""

    def largest(law: Law, secret: str, observed: tuple[str, ...], *level: Value) -> Value:
        of, seen = _DIVERGENCES[kind], law.marginal(observed)
        lifts = [
            (Fraction(seen[outcome], law.total), of_secrets)
            for outcome, (_, of_secrets) in law.lifts_at(secret, observed).items()
        ]
        secrets = range(len(lifts[0][1]))
        found: list[Value] = [
            mean((mass, of(row[i], row[j], *level)) for mass, row in lifts)
            for i, j in product(secrets, repeat=2)
        ]
        return extreme(found, largest=True)

    return largest


def _hellinger(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
    """Return the largest 1 - sum of sqrt(P(o|s) P(o|t)) of two secrets s and t."""
    seen = law.marginal(observed)
    columns = [
        [lift * Fraction(seen[outcome], law.total) for lift in of_secrets]
        for outcome, (_, of_secrets) in law.lifts_at(secret, observed).items()
    ]
    pairs = combinations(range(len(columns[0])), 2)
    shared = [sum_of_roots(column[i] * column[j] for column in columns) for i, j in pairs]
    return add(ONE, minus(extreme([ONE, *shared], largest=False)))


# functions of a lift whose mean under the prior is a divergence of the posterior
_OF_LIFT: Mapping[PosteriorName, Callable[[Fraction], Value]] = MappingProxyType(
    {
        "tv": lambda lift: max(lift - 1, ZERO),
        "kl": lambda lift: multiply(lift, log(lift)) if lift else ZERO,
        "chi2": lambda lift: (lift - 1) ** 2,
    }
)


def of_posterior(kind: PosteriorName, masses: Row, lifts: Row) -> Value:
    """Return a divergence of the posterior from the prior, from its definition.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> of_posterior("tv", (half, half), (Fraction(3, 2), half))
    Fraction(1, 4)
    """
    return mean(zip(masses, map(_OF_LIFT[kind], lifts), strict=True))


def _of_both(kind: PosteriorName) -> _Of:
    """Return the definition of a divergence of a joint law from the product of both."""

    def divergence(law: Law, secret: str, observed: tuple[str, ...]) -> Value:
        seen = law.marginal(observed)
        return mean(
            (Fraction(seen[outcome], law.total), of_posterior(kind, *row))
            for outcome, row in law.lifts_at(secret, observed).items()
        )

    return divergence


def _prior(law: Law, variable: str, place: int) -> Fraction:
    return law.prior[place]


def _chance(law: Law, variable: str, place: int) -> Fraction:
    return Fraction(law.marginal((variable,))[place,], law.total)


OVERALL: Mapping[AverageName, _Of] = MappingProxyType(
    {
        "maximal_leakage": lambda law, secret, observed: log(_sum(law, secret, observed, 0)),
        "maximal_cost_leakage": _maximal_cost,
        "mutual_information": _information,
        "chi2_information": _chi_squared_information,
        "H": _entropy,
        "min_entropy_leakage": _min_entropy_leakage,
        "sibson": of_order(sibson, _information),
        "alpha_leakage": of_order(alpha_leakage, _information),
        "maximal_alpha_leakage": of_order(maximal_alpha_leakage, None),
        "renyi_entropy": of_order(renyi_entropy, _entropy),
        "arimoto_entropy": of_order(arimoto_entropy, _entropy),
        **{kind: _posterior_mean(kind) for kind in ("vulnerability", "guesswork")},
        "hellinger": _hellinger,
        "joint_tv": _of_both("tv"),
        **{kind: _largest_divergence(kind) for kind in _DIVERGENCES},
    }
)


def _binary_entropy(chance: Value) -> Value:
    """Return the entropy of a bit that is 1 with a probability."""
    below = add(ONE, minus(chance))
    for part in (chance, below):
        if sign_of(part) < 0:
            raise Undefined("the entropy of a bit with a probability that is not from 0 to 1")
    parts = [multiply(part, log(divide(ONE, part))) for part in (chance, below) if sign_of(part)]
    return add(*parts) if len(parts) == 2 else ZERO


OF_PRIOR: Mapping[PriorName, Callable[[Law], Fraction]] = MappingProxyType(
    {
        "pmin": lambda law: law.pmin,
        "pmax": lambda law: law.pmax,
        "n": lambda law: Fraction(law.shape[0]),
    }
)
# functions of a law, a variable whose values name secrets, and the index of an outcome
OF_ANSWER: Mapping[AnswerName, Callable[[Law, str, int], Fraction]] = MappingProxyType(
    {"p_y": _prior, "p_z": _prior, "q_y": _chance, "q_z": _chance}
)
FUNCTIONS: Mapping[FunctionName, Callable[[Sequence[Value]], Value]] = MappingProxyType(
    {
        "exp": lambda values: exp(values[0]),
        "log": lambda values: log(values[0]),
        "hb": lambda values: _binary_entropy(values[0]),
        "max": lambda values: extreme(values, largest=True),
        "min": lambda values: extreme(values, largest=False),
    }
)
OPERATIONS: Mapping[Sign, Callable[[Value, Value], Value]] = MappingProxyType(
    {
        "+": add,
        "-": lambda left, right: add(left, minus(right)),
        "*": multiply,
        "/": divide,
        "^": power,
    }
)


def check_defined(word: str, defined: Collection[str]) -> None:
    """Refuse a word without a definition.

    Examples
    --------
    >>> from pmlsym.formulas.measures import MEASURES
    >>> check_defined("renyi", MEASURES)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pmlsym...StatementError: 'renyi' has no definition here, only pml, pmc, ldp have one.
    """
    if word not in defined:
        known = ", ".join(defined)
        raise StatementError(f"{word!r} has no definition here, only {known} have one.")
