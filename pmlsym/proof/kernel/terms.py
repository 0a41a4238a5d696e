"""What the kernel's sentences are made of: plain tuples, which nothing can change under a proof.

A term is a tuple that begins with a word:

    ("number", p, q)        p/q in lowest terms, q > 0
    ("symbol", name)        a real number, free in the sentence
    ("bound", depth, i)     variable i of the binder that stands `depth` binders further out
    ("sum", t, ...)         ("product", t, ...)         ("power", t, n)   n a whole number
    ("exp", t) ("log", t) ("abs", t) ("round", t)       ("max", t, ...)   ("min", t, ...)
    ("indicator", relation, ...)                        1 where all relations hold, else 0
    ("mean", law, t)        the expectation of t; it binds the variables of the law

A law ("law", name, (variable, ...), (relation, ...)) is any probability measure on the points that
satisfy the relations (its support); these may speak of its own variables, as ("bound", 0, i), and
of free symbols, of nothing else. Laws are the same if name, variables and support are.

A relation is (sign, t, t) with one of the six signs, and says that both sides have a value and
compare so. Beside relations a sentence may be

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

_MOST_PARTS = 20_000  # a sentence with more is refused before anything is done with it
_MOST_DEPTH = 100  # the same for what is deeper, long before Python gives up
MOST_POWER = 1_000
MOST_BITS = 10_000
_IN_LAW = -1  # the depth inside a law's support, whose bound variables are its own

ZERO: Term = ("number", 0, 1)
ONE: Term = ("number", 1, 1)


class NotProved(Exception):  # noqa: N818  # an outcome, not a mistake of the caller
    """A step does not go through; the text says where."""


class Malformed(NotProved):
    """Something that is not a sentence of the kernel's language was given as one."""


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
    """Whether a symbol, a variable or a law may be called so."""
    return (
        type(name) is str
        and len(name) <= 60
        and NAME.fullmatch(name) is not None
        and name not in RESERVED
    )


# --- is it a sentence at all? ---------------------------------------------------------------------


def validate_term(term: object) -> None:
    """Raise Malformed unless this is a closed term, made of exactly the types named above."""
    _Validation().term(term, ())


def validate_law(law: object) -> None:
    """Raise Malformed unless this is a law."""
    _Validation().law(law)


def validate_relation(relation: object) -> None:
    """Raise Malformed unless this is a relation between closed terms."""
    _Validation().relation(relation, ())


def validate_sentence(sentence: Any, allowed: Sequence[str] = ()) -> None:
    """Raise Malformed unless this is a relation, or a sentence of one of the allowed kinds."""
    check = _Validation()
    check.exactly(sentence, tuple)
    match sentence:
        case (word, *_) if type(word) is not str:
            raise Malformed("expected a sentence")
        case ("defined", term) if "defined" in allowed:
            check.term(term, ())
        case ("finite", mean) if "finite" in allowed:
            check.term(mean, ())
            if mean[0] != "mean":
                raise Malformed("only a mean can be finite")
        case ("exists", hints, relations) if "exists" in allowed:
            check.names(hints)
            check.exactly(relations, tuple)
            if not relations:
                raise Malformed("an existence without a condition says nothing")
            for relation in relations:
                check.relation(relation, (len(hints),))
        case _:
            check.relation(sentence, ())


class _Validation:
    """Walks a sentence once; `sizes` has the number of variables of each binder, inside first."""

    def __init__(self) -> None:
        self._parts = 0
        self._depth = 0

    def exactly(self, value: object, kind: type) -> None:
        self._parts += 1
        if type(value) is not kind or self._parts > _MOST_PARTS:
            raise Malformed(
                f"expected a {kind.__name__} of the kernel's language, or it is too long"
            )

    def whole(self, value: object) -> None:
        self.exactly(value, int)
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            raise Malformed("a number is too long")

    def names(self, names: object) -> None:
        self.exactly(names, tuple)
        assert isinstance(names, tuple)
        if not names or not all(map(is_name, names)) or len(set(names)) != len(names):
            raise Malformed("a binder needs variables with names that differ")

    def relation(self, relation: object, sizes: tuple[int, ...]) -> None:
        self.exactly(relation, tuple)
        assert isinstance(relation, tuple)
        if len(relation) != 3 or type(relation[0]) is not str or relation[0] not in SIGNS:
            raise Malformed("expected a relation")
        self.term(relation[1], sizes)
        self.term(relation[2], sizes)

    def law(self, law: object) -> None:
        self.exactly(law, tuple)
        assert isinstance(law, tuple)
        if len(law) != 4 or law[0] != "law" or type(law[0]) is not str or not is_name(law[1]):
            raise Malformed("expected a law")
        self.names(law[2])
        self.exactly(law[3], tuple)
        for relation in law[3]:
            self.relation(relation, (len(law[2]),))
            if means(relation):
                raise Malformed("the support of a law cannot speak of a mean")

    def term(self, term: object, sizes: tuple[int, ...]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise Malformed("a term is too deep")
        self._term(term, sizes)
        self._depth -= 1

    def _term(self, term: object, sizes: tuple[int, ...]) -> None:
        self.exactly(term, tuple)
        assert isinstance(term, tuple)
        if not term or type(term[0]) is not str:
            raise Malformed("expected a term")
        match term:
            case ("number", p, q):
                self.whole(p)
                self.whole(q)
                if q <= 0 or gcd(p, q) != 1:
                    raise Malformed("a number is not in lowest terms")
            case ("symbol", name):
                if not is_name(name):
                    raise Malformed("a symbol needs a name: a letter, then letters, digits and _")
            case ("bound", depth, index):
                self.whole(depth)
                self.whole(index)
                if not (0 <= depth < len(sizes) and 0 <= index < sizes[depth]):
                    raise Malformed("a bound variable that nothing binds")
            case ("power", base, exponent):
                self.whole(exponent)
                if abs(exponent) > MOST_POWER:
                    raise Malformed(f"powers beyond {MOST_POWER} are not supported")
                self.term(base, sizes)
            case ("exp" | "log" | "abs" | "round", argument):
                self.term(argument, sizes)
            case ("sum" | "product" | "max" | "min", _, *_):
                for part in term[1:]:
                    self.term(part, sizes)
            case ("indicator", _, *_):
                for part in term[1:]:
                    self.relation(part, sizes)
            case ("mean", law, body):
                self.law(law)
                self.term(body, (len(law[2]), *sizes))
            case _:
                raise Malformed("not a term of the kernel's language")


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
    """Put closed terms for free symbols, all at once, in the supports of laws too."""

    def leaf(found: Term, _: int) -> Term:
        return values.get(found[1], found) if found[0] == "symbol" else found

    return rebuilt(item, leaf)


def bind(item: Term, names: Sequence[str]) -> Term:
    """Turn free symbols into the variables of a binder that is about to be put around the item.

    Raises
    ------
    NotProved
        If a law's support speaks of one of them: such a law would change with the variable.
    """

    def leaf(found: Term, depth: int) -> Term:
        if found[0] != "symbol" or found[1] not in names:
            return found
        if depth == _IN_LAW:
            raise NotProved(f"the support of a law changes with {found[1]}")
        return ("bound", depth, names.index(found[1]))

    return rebuilt(item, leaf)


def fill(item: Term, terms: Sequence[Term]) -> Term:
    """Put closed terms for the variables of the binder that was around the item."""

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
    """List what gives a term (or both sides of a relation) a value, what is inside first.

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
