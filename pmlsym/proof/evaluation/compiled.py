"""Evaluation of terms and relations in floats, directly or compiled to Python functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from pmlsym.proof.kernel.terms import Sentence, Term

# --- direct evaluation, fast and not trusted ------------------------------------------------------

_CLOSE = 1e-9

# the test of left minus right by relation; for nan it is false
SEEMS = MappingProxyType(
    {
        "<=": f"{{}} < {_CLOSE}",
        ">=": f"{{}} > -{_CLOSE}",
        "<": f"{{}} <= -{_CLOSE}",
        ">": f"{{}} >= {_CLOSE}",
        "=": f"abs({{}}) < {_CLOSE}",
        "!=": f"abs({{}}) >= {_CLOSE}",
    }
)
_TESTS = {sign: eval(f"lambda gap: {seems.format('gap')}") for sign, seems in SEEMS.items()}

FloatLaws = Mapping[Term, Sequence[tuple[float, tuple[float, ...]]]]


def seems(sign: str, gap: float) -> bool:
    """Whether a relation seems to hold, if left minus right is `gap`."""
    return bool(_TESTS[sign](gap))


def approximate(
    term: Term,
    numbers: Mapping[str, float],
    laws: FloatLaws,
    bound: tuple[tuple[float, ...], ...],
) -> float:
    """Evaluate a term in floats."""

    def value(part: Term) -> float:
        return approximate(part, numbers, laws, bound)

    match term:
        case ("number", p, q):
            return float(p / q)
        case ("symbol", name):
            return numbers[name]
        case ("bound", depth, index):
            return bound[depth][index]
        case ("sum", *parts):
            return sum(map(value, parts))
        case ("product", *parts):
            return math.prod(map(value, parts))
        case ("power", base, exponent):
            return float(value(base) ** exponent)
        case ("exp", argument):
            return math.exp(value(argument))
        case ("log", argument):
            return math.log(value(argument))
        case ("abs", argument):
            return abs(value(argument))
        case ("round", argument):
            return float(math.floor(value(argument) + 0.5))
        case ("max", *parts):
            return max(map(value, parts))
        case ("min", *parts):
            return min(map(value, parts))
        case ("indicator", *relations):
            return float(all(seems(s, value(a) - value(b)) for s, a, b in relations))
        case ("mean", law, body):
            return sum(
                chance * approximate(body, numbers, laws, (atom, *bound))
                for chance, atom in laws[law]
            )
    raise ValueError("this is no term")


# --- compiled -------------------------------------------------------------------------------------

_WHOLE = 2**53  # integers up to this one are floats
_TOO_DEEP = (RecursionError, MemoryError, SyntaxError)  # for Python's parser

Atoms: TypeAlias = tuple[tuple[float, ...], ...]
Number: TypeAlias = Callable[[Mapping[str, float], FloatLaws, Atoms], float]
Test: TypeAlias = Callable[[Mapping[str, float], FloatLaws, Atoms], bool]


@lru_cache(maxsize=8192)
def compiled(term: Term) -> Number:
    """Return a function of numbers, laws and bound atoms that evaluates a term in floats.

    In the support of a law, the bound atom is the law's own.

    Examples
    --------
    >>> half_of_square = ("product", ("number", 1, 2), ("power", ("symbol", "x"), 2))
    >>> compiled(half_of_square)({"x": 3.0}, {}, ())
    4.5
    """
    held: list[object] = []
    try:
        function: Number = _function(_source(term, held), held)
    except _TOO_DEEP:
        return lambda n, laws, atoms: approximate(term, n, laws, atoms)
    return function


@lru_cache(maxsize=8192)
def seeming(relation: Sentence) -> Test:
    """Return a function, as in `compiled`, for whether a relation seems to hold."""
    held: list[object] = []
    try:
        function: Test = _function(_seeming(relation, held), held)
    except _TOO_DEEP:
        sign, left, right = relation
        one, other = compiled(left), compiled(right)
        return lambda n, laws, atoms: seems(sign, one(n, laws, atoms) - other(n, laws, atoms))
    return function


def _function(source: str, held: list[object]) -> Callable[..., Any]:
    found: Callable[..., Any] = eval(f"lambda n, l, b: {source}", {**_KNOWN, "held": held})
    return found


def _seeming(relation: Sentence, held: list[object]) -> str:
    sign, left, right = relation
    return SEEMS[sign].format(f"({_source(left, held)} - {_source(right, held)})")


def _source(term: Term, held: list[object]) -> str:
    """Return a term as Python source; laws and long numbers are passed in `held`."""

    def each(parts: Sequence[Term]) -> list[str]:
        return [_source(part, held) for part in parts]

    if type(term) is not tuple or {type(part) for part in term} - {tuple, str, int}:
        raise SyntaxError("other types could write themselves as they like")
    match term:
        case ("number", p, q):
            if abs(p) < _WHOLE and q < _WHOLE:
                return f"({p / q!r})"
            held.append((p, q))  # may be too long for source text, or no float
            return f"quotient(*held[{len(held) - 1}])"
        case ("symbol", name):
            return f"n[{name!r}]"
        case ("bound", depth, index):
            return f"b[{int(depth)}][{int(index)}]"
        case ("sum", *parts):
            return f"({' + '.join(each(parts))})"
        case ("product", *parts):
            return f"({' * '.join(each(parts))})"
        case ("power", base, exponent):
            return f"({_source(base, held)}) ** ({int(exponent)})"
        case ("exp" | "log" | "abs" as word, argument):
            return f"{word}({_source(argument, held)})"
        case ("round", argument):
            return f"float(floor({_source(argument, held)} + 0.5))"
        case ("max" | "min" as word, *parts):
            return f"{word}(({', '.join(each(parts))},))"
        case ("indicator", *relations):
            each_holds = [_seeming(relation, held) for relation in relations]
            return f"float({' and '.join(each_holds) or 'True'})"
        case ("mean", law, body):
            held.append(law)
            atoms = f"l[held[{len(held) - 1}]]"
            return f"mean({atoms}, (lambda b: {_source(body, held)}), b)"
    raise SyntaxError("this is no term that is written as Python")


def _quotient(p: int, q: int) -> float:
    return float(p / q)


def _mean(
    atoms: Sequence[tuple[float, tuple[float, ...]]], body: Callable[[Atoms], float], around: Atoms
) -> float:
    return sum(chance * body((atom, *around)) for chance, atom in atoms)


_KNOWN: dict[str, object] = {
    "exp": math.exp,
    "log": math.log,
    "floor": math.floor,
    "quotient": _quotient,
    "mean": _mean,
}
