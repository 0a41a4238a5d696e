"""Relations as functions of floats: what `floats.approximate` gives, without reading terms anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from pmlsym.proof.evaluation.floats import FloatLaws, approximate, seems
from pmlsym.proof.kernel.terms import Sentence, Term

_WHOLE = 2**53  # so far whole numbers are floats

Atoms: TypeAlias = tuple[tuple[float, ...], ...]
Number: TypeAlias = Callable[[Mapping[str, float], FloatLaws, Atoms], float]


@lru_cache(maxsize=8192)
def compiled(term: Term) -> Number:
    """Return a function of numbers, laws and the atoms around that evaluates a term in floats.

    The atom around what stands in the support of a law is the law's own.

    Examples
    --------
    >>> half_of_square = ("product", ("number", 1, 2), ("power", ("symbol", "x"), 2))
    >>> compiled(half_of_square)({"x": 3.0}, {}, ())
    4.5
    """
    held: list[object] = []
    try:
        source = f"lambda n, l, b: {_source(term, held)}"
        function: Number = eval(source, {**_KNOWN, "held": held})
    except (RecursionError, MemoryError, SyntaxError):  # too deep for Python's own reader
        return lambda n, laws, atoms: approximate(term, n, laws, atoms)
    return function


def gap_of(sentence: Sentence) -> Number:
    """Return a function that evaluates left minus right of a relation in floats.

    Examples
    --------
    >>> gap_of((">=", ("symbol", "x"), ("number", 1, 1)))({"x": 3.0}, {}, ())
    2.0
    """
    _, left, right = sentence
    one, other = compiled(left), compiled(right)
    return lambda n, laws, atoms: one(n, laws, atoms) - other(n, laws, atoms)


def _source(term: Term, held: list[object]) -> str:
    """Write a term as Python, with names and signs quoted; what is long or a law is held."""

    def each(parts: Sequence[Term]) -> list[str]:
        return [_source(part, held) for part in parts]

    match term:
        case ("number", p, q):
            if abs(p) < _WHOLE and q < _WHOLE:
                return f"({p / q!r})"
            held.append((p, q))  # may be too long to be written, or no float
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
            each_holds = [f"seems({s!r}, {' - '.join(each(sides))})" for s, *sides in relations]
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
    "seems": seems,
}
