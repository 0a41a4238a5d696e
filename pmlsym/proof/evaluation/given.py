"""Validation of points given by the caller: the numbers are read again and checked exactly.

A random search finds no point for hypotheses on a whole joint law; the caller can supply one that
is known. It is not trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from pmlsym.proof.evaluation.balls import Atom, NoValue, Point
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.evaluation.points import certainly_fails
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import (
    MOST_BITS,
    MOST_POWER,
    NotProved,
    Sentence,
    Term,
    free,
    laws,
    number,
)
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.kernel.validation import validate_term

# --- limits ---------------------------------------------------------------------------------------


def refuse_large(term: kernel.Term) -> None:
    """Refuse a power, or a number, that is larger than the kernel's own may be."""
    match term:
        case ("number", p, q):
            bits = max(p.bit_length(), q.bit_length())
            if bits > MOST_BITS:
                raise NoValue(f"a number of {bits} bits: the most is {MOST_BITS}")
        case ("power", base, exponent):
            if abs(exponent) > MOST_POWER:
                size = exponent if exponent.bit_length() <= MOST_BITS else "a very long number"
                raise NoValue(f"a power with the exponent {size}: the most is {MOST_POWER}")
            refuse_large(base)
        case ("mean", (_, _, _, support), body):
            for part in (*support, body):
                refuse_large(part)
        case (word, *parts) if word not in kernel.LEAVES:
            for part in parts:
                refuse_large(part)


# --- given ----------------------------------------------------------------------------------------

_FACTORS = (number(1, 4), number(4))


def confirmed(goal: Goal, given: object) -> Point | None:
    """Return the point, read again, if all hypotheses of a goal are shown to hold there.

    None if one is not, or if the argument is no point with a number for every symbol.

    Examples
    --------
    >>> above = (">", ("symbol", "x"), ("number", 1, 1))
    >>> goal = Goal((above,), above)
    >>> confirmed(goal, Point({"x": ("number", 3, 2)})).numbers["x"]
    ('number', 3, 2)
    >>> confirmed(goal, Point({"x": ("number", 1, 2)})) is None
    True
    """
    sentences = (*goal.hypotheses, goal.conclusion)
    names = {name for sentence in sentences for name in free(sentence)}
    wanted = list(dict.fromkeys(law for sentence in sentences for law in laws(sentence)))
    try:
        point = _read(given, names, wanted, EvaluationBudget.of(goal))
        told = point.without_value() is None and all(map(point.is_law, wanted))
        told = told and all(_obeys(point, hypothesis) for hypothesis in goal.hypotheses)
    except (NoValue, NotProved, ArithmeticError, ValueError, KeyError, RecursionError):
        return None
    return point if told else None


def _obeys(point: Point, hypothesis: Sentence) -> bool:
    if hypothesis[0] == "finite":  # there are finitely many atoms
        return True
    if hypothesis[0] == "defined":
        return point.is_defined(hypothesis[1])
    return point.holds(hypothesis) is True


def fails_at(goal: Goal, given: object) -> bool:
    """Whether the hypotheses of a goal certainly hold at a point, and the conclusion fails.

    Examples
    --------
    >>> above = (">", ("symbol", "x"), ("number", 1, 1))
    >>> below = ("<", ("symbol", "x"), ("number", 2, 1))
    >>> fails_at(Goal((above,), below), Point({"x": ("number", 3, 1)}))
    True
    """
    if goal.conclusion[0] == "exists":
        return False
    point = confirmed(goal, given)
    return point is not None and certainly_fails(goal.conclusion, point)


def nearby(goal: Goal, point: Point) -> Iterator[Point]:
    """Yield a point, and those with one number, or one value in a law, multiplied by 4 or 1/4.

    Symbols defined by hypotheses are computed again.

    Examples
    --------
    >>> twice = ("=", ("symbol", "y"), ("product", ("number", 2, 1), ("symbol", "x")))
    >>> here = Point({"x": ("number", 1, 1), "y": ("number", 2, 1)})
    >>> _, near, _ = nearby(Goal((twice,), twice), here)
    >>> near.numbers["x"]
    ('product', ('number', 1, 4), ('number', 1, 1))
    """
    yield point
    defined = _definitions(goal.hypotheses)
    values = {(law, name) for law, atoms in point.laws.items() for _, a in atoms for name in a}
    places = [("", name) for name in point.numbers if name not in defined]
    for law, name in (*places, *sorted(values)):
        for factor in _FACTORS:
            numbers, laws_ = dict(point.numbers), dict(point.laws)
            if law:
                laws_[law] = [
                    (chance, {**atom, name: ("product", factor, atom[name])})
                    for chance, atom in laws_[law]
                ]
            else:
                numbers[name] = ("product", factor, numbers[name])
            changed = Point(numbers, laws_)
            with suppress(NoValue):
                numbers |= {name: changed.closed(term) for name, term in defined.items()}
                yield Point(numbers, laws_)


def _definitions(hypotheses: Sequence[Sentence]) -> dict[str, Term]:
    """Return the definitions of symbols, expanded to terms without defined symbols."""
    found: dict[str, Term] = {}
    for sign, *sides in hypotheses:
        for own, other in (sides, sides[::-1]) if sign == "=" else ():
            if own[0] == "symbol" and own[1] not in found and not free(other) & {own[1], *found}:
                found[own[1]] = other
                break
    return found


def _read(given: object, names: set[str], wanted: list[Term], budget: EvaluationBudget) -> Point:
    """Return a point with the numbers that the goal contains, as closed terms of the kernel."""
    if type(given) is not Point:
        raise NoValue(f"something of type {type(given).__name__} is no point")
    numbers, atoms = dict(given.numbers), dict(given.laws)
    return Point(
        {name: _closed(numbers[name]) for name in names},
        {law[1]: [_atom(atom, law[2]) for atom in atoms[law[1]]] for law in wanted},
        budget=budget,
    )


def _atom(atom: Atom, variables: tuple[str, ...]) -> Atom:
    chance, values = atom
    known: Mapping[str, Term] = dict(values)
    return _closed(chance), {name: _closed(known[name]) for name in variables}


def _closed(term: Sentence) -> Term:
    validate_term(term)
    refuse_large(term)
    if free(term) or laws(term):
        raise NoValue("the numbers of a point are closed terms")
    return term
