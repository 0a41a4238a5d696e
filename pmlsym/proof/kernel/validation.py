"""Validation of terms, laws, relations and sentences of the kernel's language."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from pmlsym.proof.kernel.terms import MOST_BITS, MOST_POWER, SIGNS, Malformed, is_name, means

_MOST_PARTS = 20_000  # of a sentence
_MOST_DEPTH = 100  # of a sentence, far below Python's limit


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
    """One pass over a sentence; `sizes` has the number of variables of each binder, inner first."""

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
                    raise Malformed("a symbol needs a name: letters and digits, single _ between")
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
