"""Choice of parameters for a law, so that hypotheses often hold, and with equality.

A parameter is set to the level that a hypothesis requires (solved for the parameter), a little
beyond it, to a common threshold such as log(1/pmin), or to 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Literal, TypeAlias

from pmlsym.statements.arithmetic import add, divide, exp, log, minus, multiply, power
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.law import Law
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import (
    Function,
    Negative,
    Operation,
    Parameter,
    Term,
    parameters_of,
    walk,
)
from pmlsym.statements.text.vocabulary import Comparison
from pmlsym.statements.values import (
    ONE,
    ZERO,
    Infinite,
    Undefined,
    Unseparated,
    Value,
    extreme,
    order,
    sign_of,
)

Mode: TypeAlias = Literal["measured", "beyond", "threshold", "zero", "below", "any"]

EDGE_MODES: tuple[Mode, ...] = ("measured", "threshold", "measured", "beyond", "zero", "any")
_MODES: tuple[Mode, ...] = (
    *("measured",) * 11,
    *("beyond",) * 3,
    *("threshold", "threshold", "any", "below", "zero"),
)
_STEPS = (4, 20, 1000)
_TURNED: dict[Comparison, Comparison] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class _Bound:
    """A condition to solve for a parameter, which occurs once on one side and not on the other."""

    side: Term
    other: Term
    sign: Comparison
    above: bool  # whether the side has to be at least the other
    outcomes: tuple[str, ...]
    needed: frozenset[str]


class Chooser:
    """Choice of parameter values for one statement.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> chooser = Chooser(parse("PML(2*e) => PMC(e)"), Random(0))
    >>> chooser.choose(Law((2, 2), (8, 1, 1, 8)), "measured")
    {'e': LogOf(argument=Fraction(4, 3))}
    """

    def __init__(self, statement: Statement, random: Random) -> None:
        self._random = random
        self._nonnegative = statement.nonnegative
        required = (*statement.required, *statement.where)
        if statement.both_ways:
            required += statement.claimed
        self._bounds = {
            name: [bound for part in required for bound in _bounds(name, part)]
            for name in statement.parameters
        }
        # no condition is solved for what stands inside a probability: that is chosen first
        inside = {
            name
            for condition in required
            for part in condition.parts
            if isinstance(part, Chance)
            for name in parameters_of(part)
        }
        self._names = sorted(
            statement.parameters,
            key=lambda name: (
                name not in inside,
                min((len(b.needed) for b in self._bounds[name]), default=99),
            ),
        )

    def choose(self, law: Law, mode: Mode | None = None) -> dict[str, Value]:
        """Return a value for every parameter."""
        known: dict[str, Value] = {}
        here = Evaluation(law, known)
        for name in self._names:
            drawn: Mode = self._random.choice(_MODES) if mode is None else mode
            known[name] = self._one(name, here, drawn)
        return known

    def _one(self, name: str, here: Evaluation, mode: Mode) -> Value:
        low: list[Value] = []
        high: list[Value] = []
        strict: list[Value] = []
        for bound in self._bounds[name]:
            if not bound.needed <= here.parameters.keys():
                continue
            for value, above in _solved(bound, name, here):
                if isinstance(value, Infinite):
                    continue
                if bound.sign == "=" and mode != "any":
                    return value
                (low if above else high).append(value)
                strict += [value] * (bound.sign in ("<", ">"))
        try:
            if mode == "measured" and strict:
                mode = "beyond" if extreme(low or high, largest=bool(low)) in strict else mode
            value = self._value(low, high, here, mode)
            return ZERO if name in self._nonnegative and sign_of(value) < 0 else value
        except Unseparated:
            return ZERO

    def _value(self, low: list[Value], high: list[Value], here: Evaluation, mode: Mode) -> Value:
        if mode == "zero":
            return ZERO
        if mode in ("measured", "beyond", "below") and (low or high):
            value = extreme(low, largest=True) if low else extreme(high, largest=False)
            if mode == "measured":
                return value
            return self._moved(value, up=bool(low) == (mode == "beyond"))
        if mode == "threshold" and high and self._random.random() < 0.5:
            return extreme(high, largest=False)
        found = _thresholds(here.law)
        value = found[int(self._random.random() * len(found))]
        if mode == "threshold":
            return value
        if self._random.random() < 0.4:
            return self._moved(value, up=self._random.random() < 0.5)
        if self._random.random() < 0.4:
            return Fraction(int(self._random.random() * 9), int(1 + self._random.random() * 4))
        return log(Fraction(int(4 + self._random.random() * 9), 4))

    def _moved(self, value: Value, up: bool) -> Value:
        step = Fraction(1, self._random.choice(_STEPS))
        if isinstance(value, Fraction) and value:
            return value * (1 + step if up == (value > 0) else 1 - step)
        return add(value, log(1 + step if up else 1 - step))


def _thresholds(law: Law) -> list[Value]:
    """Return common threshold levels: functions of the prior, and leakages at the outcomes."""
    found: list[Value] = [ZERO, log(Fraction(law.shape[0]))]
    least, most = law.pmin, law.pmax
    found.append(log(1 / least))
    if most < 1:
        found += [log(1 / (1 - least)), log(most / least)]
    for top, low in law.extremes("X", ("Y",)).values():
        found.append(log(top))
        if low:
            found.append(log(1 / low))
    return found


# --- solving a condition for a parameter ----------------------------------------------------------


def _bounds(name: str, condition: Condition) -> Iterator[_Bound]:
    for side, other, sign in (
        (condition.left, condition.right, condition.sign),
        (condition.right, condition.left, _TURNED.get(condition.sign, condition.sign)),
    ):
        once = sum(part == Parameter(name) for part in walk(side)) == 1
        if not once or side.outcomes or name in parameters_of(other):
            continue
        needed = (parameters_of(side) | parameters_of(other)) - {name}
        outcomes = tuple(sorted(other.outcomes))
        for above in (True, False):
            if sign in ("=", ">=" if above else "<=", ">" if above else "<"):
                yield _Bound(side, other, sign, above, outcomes, needed)


def _solved(bound: _Bound, name: str, here: Evaluation) -> Iterator[tuple[Value, bool]]:
    """Yield a bound of the parameter, and whether it is a lower one."""
    try:
        names = tuple(outcome.upper() for outcome in bound.outcomes)
        places = here.law.marginal(names) if names else [()]
        others = [
            here.value(bound.other, dict(zip(bound.outcomes, seen, strict=True))) for seen in places
        ]
        target = extreme(others, largest=bound.above)
        yield _peeled(bound.side, name, target, bound.above, here)
    except (Undefined, Unseparated):
        return


def _peeled(
    side: Term, name: str, target: Value, above: bool, here: Evaluation
) -> tuple[Value, bool]:
    """Invert the operations around the parameter one by one, and return its bound."""
    while not isinstance(side, Parameter):
        match side:
            case Negative():
                side, target, above = side.term, minus(target), not above
            case Function("exp", (inside,)):
                side, target = inside, log(target)
            case Function("log", (inside,)):
                side, target = inside, exp(target)
            case Operation(sign, left, right):
                inner = left if name in parameters_of(left) else right
                rest = here.value(right if inner is left else left)
                target, turned = _undone(sign, target, rest, inner is left)
                side, above = inner, above != turned
            case _:
                raise Undefined("a parameter inside max or min")
    return target, above


def _undone(sign: str, target: Value, rest: Value, first: bool) -> tuple[Value, bool]:
    """Solve an operation for one operand; return its value, and whether the sign reverses."""
    if sign == "+":
        return add(target, minus(rest)), False
    if sign == "-":
        return (add(target, rest), False) if first else (add(rest, minus(target)), True)
    if sign == "*":
        return divide(target, rest), sign_of(rest) < 0
    if sign == "/":
        if first:
            return multiply(target, rest), sign_of(rest) < 0
        return divide(rest, target), order(multiply(rest, target), ZERO) > 0
    if sign != "^" or not first or sign_of(target) < 0:
        raise Undefined("a parameter in an exponent")
    return power(target, divide(ONE, rest)), sign_of(rest) < 0
