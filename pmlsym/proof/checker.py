"""Check a certificate: a refutation over the reals that anyone can check by multiplying out.

A document names variables, hypotheses (each a list of cases, one of which holds; a case is a list
of atoms ``p > 0``, ``p >= 0`` or ``p = 0``, all of which hold) and a proof, which is a tree. The
checker accepts only if no real values of the variables satisfy all hypotheses. Here is why.

Suppose some values did. The *facts* at a node are atoms that hold there: at the root the atoms of
the hypotheses that have a single case; a ``split`` goes through all cases of a hypothesis and
adds the atoms of each to its own branch; a ``sign`` looks at one polynomial and adds what each
branch assumes of it, and its branches cover positive, zero and negative. So in at least one branch
of every node the values still satisfy all facts, and that branch leads down to a leaf (a split
without cases would need a hypothesis without cases, which nothing satisfies). A leaf is the
identity ``sum of c * facts * squares + sum of multiplier * equation = 0`` between polynomials. At
the values, each c is positive and each fact in a product is positive or zero, so no summand is
negative; each equation is zero; and one summand has no squares and only facts that are positive,
so the sum is positive. It is not 0, a contradiction.

The rest is arithmetic on integers. A polynomial is a positive denominator and a dictionary from
monomials to integers. A monomial is one integer, the exponents being its digits in a base above
every degree allowed, so that monomials multiply by adding and different monomials stay different.
The base is drawn at random, lest a file aim at numbers that Python's dictionaries are slow with.

Whatever the file, the answer is prompt: every step is paid for from a budget before it is taken.
This module uses the standard library only and trusts nothing else in the package.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
from collections.abc import Iterable
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple, TypeVar

BUDGET = 2_000_000  # products of two terms with coefficients below 2**256
_LENGTH = 1_000_000  # characters of a document
_STEP = 30  # what a step costs beside its products
_NESTING = 300  # brackets open at once in a document
_DEPTH = 100  # levels of a proof
_VARIABLES = 100
_DEGREE = 1000  # of a monomial, and of a product
_TERMS = 50_000  # of a polynomial
_NUMBER = re.compile(r"-?[0-9]{1,100}(/[0-9]{1,100})?")
_SIGNS = {  # a case of a sign: what it covers, the fact it adds about which multiple of p
    ">": ("+", ">", 1),
    ">=": ("+0", ">=", 1),
    "=": ("0", "=", 1),
    "<=": ("0-", ">=", -1),
    "<": ("-", ">", -1),
}


class Rejected(Exception):  # noqa: N818  # a verdict, not an error
    """The document is not a certificate; the text is one sentence that says why."""


class _Polynomial(NamedTuple):
    terms: dict[int, int]
    denominator: int
    degree: int


_Fact = tuple[str, _Polynomial]
_Item = TypeVar("_Item")


def _list(value: object, what: str, length: int | None = None) -> list[Any]:
    if type(value) is not list or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length} entries"
        raise Rejected(f"{what} must be a list{size}.")
    return value


def _dict(value: object, what: str) -> dict[str, object]:
    if type(value) is not dict or any(type(key) is not str for key in value):
        raise Rejected(f"{what} must be an object.")
    return value


def _pick(items: list[_Item], index: object, what: str) -> _Item:
    if type(index) is not int or not 0 <= index < len(items):
        raise Rejected(f"The proof names a {what} that is not there.")
    return items[index]


def _coefficient(value: object) -> tuple[int, int]:
    if type(value) is not str or not _NUMBER.fullmatch(value):
        raise Rejected('A coefficient must be a string like "-3/2" of at most 100 digits.')
    numerator, _, denominator = value.partition("/")
    if int(denominator or "1") == 0:
        raise Rejected("A coefficient has the denominator 0.")
    return int(numerator), int(denominator or "1")


def _bits(numbers: Iterable[int]) -> int:
    return max(map(int.bit_length, numbers), default=0)


class _Check:
    def __init__(self, document: object, budget: int) -> None:
        self.left = budget
        parts = _dict(document, "A document")
        if set(parts) != {"variables", "hypotheses", "proof"}:
            raise Rejected("A document must have the keys variables, hypotheses and proof only.")
        names = _list(parts["variables"], "The variables")
        if len(names) > _VARIABLES:
            raise Rejected(f"There are more than {_VARIABLES} variables.")
        if any(type(name) is not str for name in names) or len(set(names)) != len(names):
            raise Rejected("The variables must be different strings.")
        base = 2**20 + 2 * secrets.randbelow(2**19) + 1
        self.monomials = {name: base**place for place, name in enumerate(names)}
        self.hypotheses = [
            [self.case(case) for case in _list(hypothesis, "A hypothesis")]
            for hypothesis in _list(parts["hypotheses"], "The hypotheses")
        ]
        single = [cases[0] for cases in self.hypotheses if len(cases) == 1]
        self.tree(parts["proof"], [fact for case in single for fact in case], 0)

    def spend(self, steps: int, *bits: int) -> None:
        for size in bits:
            steps *= 1 + size // 256
        self.left -= steps
        if self.left < 0:
            raise Rejected("Checking the document would take too long.")

    def polynomial(self, value: object) -> _Polynomial:
        rows, common, degree = [], 1, 0
        for term in _list(value, "A polynomial"):
            names = _list(term, "A term of a polynomial")[1:]
            self.spend(_STEP + len(names))
            if not term or len(names) > _DEGREE:
                raise Rejected(f"A term must be a coefficient and at most {_DEGREE} variables.")
            numerator, denominator = _coefficient(term[0])
            if any(type(name) is not str or name not in self.monomials for name in names):
                raise Rejected("A polynomial uses a variable that is not declared.")
            self.spend(1, common.bit_length(), denominator.bit_length())
            common, degree = lcm(common, denominator), max(degree, len(names))
            rows.append((sum(self.monomials[name] for name in names), numerator, denominator))
        self.spend(_STEP + len(rows), common.bit_length())
        terms: dict[int, int] = {}
        for monomial, numerator, denominator in rows:
            terms[monomial] = terms.get(monomial, 0) + numerator * (common // denominator)
        return _Polynomial(terms, common, degree)

    def case(self, value: object) -> list[_Fact]:
        self.spend(_STEP)
        facts = []
        for atom in _list(value, "A case"):
            relation, polynomial = _list(atom, "An atom", 2)
            if type(relation) is not str or relation not in (">", ">=", "="):
                raise Rejected("An atom must compare with >, >= or =.")
            facts.append((relation, self.polynomial(polynomial)))
        return facts

    def tree(self, value: object, facts: list[_Fact], depth: int) -> None:
        node = _dict(value, "A proof")
        self.spend(_STEP + len(facts))
        if depth > _DEPTH:
            raise Rejected(f"The proof is more than {_DEPTH} levels deep.")
        if set(node) == {"sum", "zero"}:
            self.leaf(node, facts)
        elif set(node) == {"split", "cases"}:
            added: list[Any] = _pick(self.hypotheses, node["split"], "hypothesis")
            branches = _list(node["cases"], "The cases of a split", len(added))
            for case, branch in zip(added, branches, strict=True):
                self.tree(branch, facts + case, depth + 1)
        elif set(node) == {"sign", "cases"}:
            terms, denominator, degree = self.polynomial(node["sign"])
            cases = _dict(node["cases"], "The cases of a sign")
            if not set(cases) <= set(_SIGNS):
                raise Rejected("The cases of a sign must be among >, >=, =, <= and <.")
            if {region for case in cases for region in _SIGNS[case][0]} != set("+0-"):
                raise Rejected("The cases of a sign do not cover the line.")
            for case, branch in cases.items():
                _, relation, sign = _SIGNS[case]
                signed = {monomial: sign * number for monomial, number in terms.items()}
                fact = relation, _Polynomial(signed, denominator, degree)
                self.tree(branch, [*facts, fact], depth + 1)
        else:
            raise Rejected("A proof must be a split, a sign or a sum, with its two keys only.")

    def leaf(self, node: dict[str, object], facts: list[_Fact]) -> None:
        summands: list[tuple[int, int, list[_Polynomial]]] = []
        strict = False
        for entry in _list(node["sum"], "A sum"):
            number, places, roots = _list(entry, "A summand", 3)
            self.spend(_STEP + len(_list(places, "A product")))
            numerator, denominator = _coefficient(number)
            used = [_pick(facts, place, "fact") for place in places]
            squares = [self.polynomial(root) for root in _list(roots, "The squares")]
            if numerator <= 0:
                raise Rejected("A summand must have a positive coefficient.")
            if any(relation == "=" for relation, _ in used):
                raise Rejected("A product must not use an equation.")
            strict = strict or (not squares and all(relation == ">" for relation, _ in used))
            factors = [polynomial for _, polynomial in used] + squares + squares
            summands.append((numerator, denominator, factors))
        for entry in _list(node["zero"], "The equations used"):
            place, multiplier = _list(entry, "A multiple of an equation", 2)
            relation, equation = _pick(facts, place, "fact")
            if relation != "=":
                raise Rejected("Only an equation may be multiplied by a polynomial.")
            summands.append((1, 1, [equation, self.polynomial(multiplier)]))
        if not strict:
            raise Rejected("No summand of a sum is certain to be positive.")
        if not self.cancels(summands):
            raise Rejected("A sum is not identically 0.")

    def cancels(self, summands: list[tuple[int, int, list[_Polynomial]]]) -> bool:
        common, weights, total = 1, [], dict[int, int]()
        for numerator, denominator, factors in summands:
            if sum(factor.degree for factor in factors) > _DEGREE:
                raise Rejected(f"A product has a degree above {_DEGREE}.")
            weight = denominator
            for factor in factors:
                self.spend(1, weight.bit_length(), factor.denominator.bit_length())
                weight *= factor.denominator
            self.spend(1, common.bit_length(), weight.bit_length())
            common = lcm(common, weight)
            weights.append((numerator, weight))
        for (numerator, weight), (_, _, factors) in zip(weights, summands, strict=True):
            product = {0: 1}
            for factor in factors:
                product = self.times(product, factor.terms)
            self.spend(1, common.bit_length(), weight.bit_length())
            scaled = self.times(product, {0: numerator * (common // weight)})
            for monomial, number in scaled.items():
                total[monomial] = total.get(monomial, 0) + number
            if len(total) > _TERMS:
                raise Rejected(f"A sum has more than {_TERMS} terms.")
        return not any(total.values())

    def times(self, left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
        sizes = _bits(left.values()), _bits(right.values()), _bits((*left, *right))
        self.spend(_STEP + (1 + len(left)) * (1 + len(right)), *sizes)
        product: dict[int, int] = {}
        for monomial, number in left.items():
            for other, factor in right.items():
                both = monomial + other
                product[both] = product.get(both, 0) + number * factor
            if len(product) > _TERMS:
                raise Rejected(f"A product has more than {_TERMS} terms.")
        return {monomial: number for monomial, number in product.items() if number}


def check(document: object, budget: int = BUDGET) -> None:
    """Return if the parsed document is a certificate; raise `Rejected` if not."""
    try:
        _Check(document, budget)
    except (RecursionError, MemoryError) as error:
        raise Rejected("The document is too large.") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise Rejected("A key stands twice in one object.")
    return dict(pairs)


def _integer(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Rejected("A number outside a string must have at most 9 digits and nothing else.")
    return int(text)


def check_text(text: str, budget: int = BUDGET) -> None:
    """Return if the text is a certificate in JSON; raise `Rejected` if not."""
    if type(text) is not str or len(text) > _LENGTH:
        raise Rejected(f"A document must be a text of at most {_LENGTH} characters.")
    outside = re.sub(r"(?s)\\.", "", text).split('"')[::2]  # what stands outside strings
    brackets = re.sub(r"[^][{}]+", "", "".join(outside))
    if max(accumulate(1 if mark in "[{" else -1 for mark in brackets), default=0) > _NESTING:
        raise Rejected(f"A document has more than {_NESTING} brackets open at once.")
    try:
        numbers: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), _integer)
        document = json.loads(text, object_pairs_hook=_object, **numbers)
    except (ValueError, RecursionError, MemoryError) as error:
        raise Rejected("The text is not a document in JSON that can be read.") from error
    check(document, budget)


def _decoded(content: bytes) -> str:
    if len(content) > _LENGTH:
        raise Rejected(f"A file must have at most {_LENGTH} bytes.")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise Rejected("The text is not UTF-8.") from error


def _opened(name: str, flags: int) -> int:
    """Open a file; a pipe into which nobody writes is empty, and not waited for."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def main(argv: list[str]) -> int:
    """Check files; return 0 if all are accepted, 1 if one is rejected, 2 if one is not read."""
    if not argv:
        print("Name the files to check: python -m pmlsym.proof.checker FILE...", file=sys.stderr)
        return 2
    code = 0
    for name in argv:
        shown = name if name.isprintable() and name.isascii() else ascii(name)
        try:
            with open(name, "rb", opener=_opened) as file:
                content = file.read(_LENGTH + 1) or b""
        except (OSError, ValueError):
            print(f"The file {shown} cannot be read.", file=sys.stderr)
            code = 2
            continue
        try:
            check_text(_decoded(content))
        except Rejected as error:
            print(f"{shown}: rejected: {error}")
            code = max(code, 1)
        else:
            print(f"{shown}: accepted")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
