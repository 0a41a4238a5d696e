"""Definitions of the measures, functions and operations that statements may use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from pmlsym.formulas.measures import AverageName, Measure
from pmlsym.statements.arithmetic import add, divide, exp, log, mean, minus, multiply, power
from pmlsym.statements.law import Law
from pmlsym.statements.text.vocabulary import (
    AnswerName,
    FunctionName,
    PriorName,
    Sign,
    StatementError,
)
from pmlsym.statements.values import ONE, ZERO, Infinite, Value, extreme

Row = Sequence[Fraction]
_Of = Callable[[Law, str, tuple[str, ...]], Value]


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


def _prior(law: Law, variable: str, place: int) -> Fraction:
    return law.prior[place]


def _chance(law: Law, variable: str, place: int) -> Fraction:
    return Fraction(law.marginal((variable,))[place,], law.total)


OVERALL: Mapping[AverageName, _Of] = MappingProxyType(
    {
        "maximal_leakage": lambda law, secret, observed: log(_sum(law, secret, observed, 0)),
        "maximal_cost_leakage": _maximal_cost,
        "mutual_information": _information,
    }
)
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
