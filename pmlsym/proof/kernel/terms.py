"""Terms and sentences of the kernel, as plain tuples, which are immutable.

A term is a tuple that begins with a word:

    ("number", p, q)        p/q in lowest terms, q > 0
    ("symbol", name)        a real number, free in the sentence
    ("bound", depth, i)     variable i of the binder that stands `depth` binders further out
    ("sum", t, ...)         ("product", t, ...)         ("power", t, n)   n a whole number
    ("exp", t) ("log", t) ("abs", t) ("round", t)       ("max", t, ...)   ("min", t, ...)
    ("indicator", relation, ...)                        1 where all relations hold, else 0
    ("mean", law, t)        the expectation of t; it binds the variables of the law

A law ("law", name, (variable, ...), (relation, ...)) is any probability measure on the points that
satisfy the relations (its support); these may contain its own variables, as ("bound", 0, i), and
free symbols, and nothing else. Laws are the same if name, variables and support are.

A relation is (sign, t, t) with one of the six signs, and says that both sides have a value and
compare so. Besides relations a sentence may be

    ("defined", t)                          t has a value
    ("finite", ("mean", law, t))            the law exists, and t is integrable where it has a value
    ("exists", (name, ...), (relation, ...))    some real numbers satisfy all relations

A term has no value where it divides by zero, takes the logarithm of a number that is not positive,
or contains a term without a value; a mean has one if it is finite and its body has a value at
every point of the support. Bound variables are numbered, so nothing can be captured, and equal
sentences are equal tuples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import gcd
from typing import Any, TypeAlias

Term: TypeAlias = tuple[Any, ...]
Sentence: TypeAlias = tuple[Any, ...]

SIGNS = ("<", "<=", ">", ">=", "=", "!=")
LEAVES = ("number", "symbol", "bound")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([_|][A-Za-z0-9]+)*", re.ASCII)
RESERVED = frozenset(("exp", "log", "abs", "max", "min", "round", "finite", "defined", "and", "or"))

MOST_POWER = 1_000
MOST_BITS = 10_000
_IN_LAW = -1  # the depth inside a law's support, whose bound variables are its own

ZERO: Term = ("number", 0, 1)
ONE: Term = ("number", 1, 1)


class NotProved(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """A step of a proof is not accepted; the text says where."""


class Malformed(NotProved):
    """An argument is not a sentence of the kernel's language."""


def number(p: int, q: int = 1) -> Term:
    """Return p/q in lowest terms.

    Examples
    --------
    >>> number(2, -4)
    ('number', -1, 2)
    """
    shared = gcd(p, q) if q > 0 else -gcd(p, q)
    return ("number", p // shared, q // shared)


def difference(left: Term, right: Term) -> Term:
    """Return left - right."""
    return ("sum", left, ("product", number(-1), right))


def is_name(name: object) -> bool:
    """Whether a text is a valid name of a symbol, a variable or a law."""
    return (
        type(name) is str
        and len(name) <= 60
        and NAME.fullmatch(name) is not None
        and name not in RESERVED
    )


# --- walking and replacing ------------------------------------------------------------------------


def rebuilt(item: Term, leaf: Callable[[Term, int], Term], depth: int = 0) -> Term:
    """Return a term or a sentence with `leaf(leaf, depth)` in the place of each leaf.

    `depth` counts the binders around the leaf; inside the support of a law it is negative.
    """
    match item:
        case ("number" | "symbol" | "bound", *_):
            return leaf(item, depth)
        case ("power", base, exponent):
            return ("power", rebuilt(base, leaf, depth), exponent)
        case ("mean", law, body):
            inner = depth if depth == _IN_LAW else depth + 1
            return ("mean", rebuilt_law(law, leaf), rebuilt(body, leaf, inner))
        case ("exists", hints, relations):
            return ("exists", hints, tuple(rebuilt(r, leaf, depth + 1) for r in relations))
        case (word, *parts):
            return (word, *(rebuilt(part, leaf, depth) for part in parts))
    raise Malformed("not a term of the kernel's language")


def rebuilt_law(law: Term, leaf: Callable[[Term, int], Term]) -> Term:
    """Return a law with other leaves in its support."""
    return (*law[:3], tuple(rebuilt(relation, leaf, _IN_LAW) for relation in law[3]))


def leaves(item: Term, depth: int = 0) -> Iterator[tuple[Term, int]]:
    """Yield every leaf with the number of binders around it (negative inside a law's support)."""
    found: list[tuple[Term, int]] = []

    def keep(leaf: Term, at: int) -> Term:
        found.append((leaf, at))
        return leaf

    rebuilt(item, keep, depth)
    yield from found


def free(item: Term) -> frozenset[str]:
    """Return the names of the free symbols, those in the supports of laws included."""
    return frozenset(leaf[1] for leaf, _ in leaves(item) if leaf[0] == "symbol")


def put(item: Term, values: Mapping[str, Term]) -> Term:
    """Substitute closed terms for free symbols simultaneously, in the supports of laws, too."""

    def leaf(found: Term, _: int) -> Term:
        return values.get(found[1], found) if found[0] == "symbol" else found

    return rebuilt(item, leaf)


def bind(item: Term, names: Sequence[str]) -> Term:
    """Turn free symbols into the variables of a new binder around the item."""

    def leaf(found: Term, depth: int) -> Term:
        if found[0] != "symbol" or found[1] not in names:
            return found
        if depth == _IN_LAW:
            raise NotProved(f"the support of a law changes with {found[1]}")
        return ("bound", depth, names.index(found[1]))

    return rebuilt(item, leaf)


def fill(item: Term, terms: Sequence[Term]) -> Term:
    """Substitute closed terms for the variables of the binder around the item."""

    def leaf(found: Term, depth: int) -> Term:
        if found[0] == "bound" and depth != _IN_LAW and found[1] == depth:
            filled: Term = terms[found[2]]
            return filled
        return found

    return rebuilt(item, leaf)


def on_support(law: Term, terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the relations of a law's support for closed terms in the place of its variables."""

    def leaf(found: Term, _: int) -> Term:
        filled: Term = terms[found[2]] if found[0] == "bound" else found
        return filled

    return tuple(rebuilt(relation, leaf) for relation in law[3])


def means(item: Term) -> list[Term]:
    """Return the means that stand inside no other mean, in the order in which they occur."""
    match item:
        case ("number" | "symbol" | "bound", *_):
            return []
        case ("power", base, _):
            return means(base)
        case ("mean", _, _):
            return [item]
        case ("exists", _, relations):
            return [mean for relation in relations for mean in means(relation)]
        case (_, *parts):
            return [mean for part in parts for mean in means(part)]
    raise Malformed("not a term of the kernel's language")


def laws(item: Term) -> list[Term]:
    """Return the laws of all means, also of those within means, each once."""
    found: dict[Term, None] = {}
    for mean in means(item):
        found |= dict.fromkeys((mean[1], *laws(mean[2])))
    return list(found)


def needs(item: Term) -> list[Term]:
    """Return the conditions for a term (or both sides of a relation) to have a value, inner first.

    Each entry is a relation (a divisor is not 0, the argument of a logarithm is positive) or a
    mean, which has to have a value itself.
    """
    match item:
        case ("number" | "symbol" | "bound", *_):
            return []
        case ("mean", _, _):
            return [item]
        case ("power", base, exponent):
            return [*needs(base), *([("!=", base, ZERO)] if exponent < 0 else [])]
        case ("log", argument):
            return [*needs(argument), (">", argument, ZERO)]
        case (_, *parts):
            return list(dict.fromkeys(need for part in parts for need in needs(part)))
    raise Malformed("not a term of the kernel's language")
