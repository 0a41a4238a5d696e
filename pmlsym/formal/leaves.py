"""Certificates as lemmas of Coq about real numbers, which Coq multiplies out again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.formal.syntax import NotExported
from pmlsym.proof import checker
from pmlsym.proof.review import proposal

Terms: TypeAlias = Sequence[Sequence[str]]  # of a polynomial: coefficient, then names of variables


@dataclass(frozen=True)
class SignedPolynomial:
    """A polynomial that is > 0, >= 0 or = 0, with the name of the proof.

    It is `scale` times that of the certificate, so that its coefficients are whole.
    """

    sign: str
    terms: Terms
    name: str
    scale: int = 1


def natural(value: int) -> str:
    """Return a natural number as Coq writes a real one."""
    return {0: "0", 1: "1"}.get(value, f"{value}%:R")


class Leaves:
    """Lemmas about polynomials, each with its certificate.

    Attributes
    ----------
    text : the lemmas so far.
    """

    def __init__(self, prefix: str) -> None:
        self.text: list[str] = []
        self._prefix = prefix
        self._named = 0

    def refute(
        self, facts: Sequence[tuple[str, sp.Expr]], atoms: Sequence[sp.Symbol]
    ) -> tuple[str, list[tuple[int, int]]] | None:
        """Add a lemma that facts contradict each other; None without a certificate.

        Parameters
        ----------
        facts : the sign (>, >= or =) and the polynomial that has it.
        atoms : the unknowns.

        Returns
        -------
        str, list of (int, int)
            The name of the lemma, and the places of the facts that it uses, each with the number
            that makes its coefficients whole.
        """
        names = {atom: f"x{i}" for i, atom in enumerate(atoms)}
        rows, scales = [], []
        for sign, polynomial in facts:
            found = sp.Poly(polynomial, *atoms, domain="QQ").terms() if polynomial != 0 else []
            scale = lcm(1, *(int(c.q) for _, c in found))
            scales.append(scale)
            terms = [
                [str(int(c * scale)), *_repeated(powers, [names[atom] for atom in atoms])]
                for powers, c in found
                if c
            ]
            rows.append((sign, terms))
        document = {
            "variables": list(names.values()),
            "hypotheses": [[[[sign, terms]]] for sign, terms in rows],
        }
        tree = proposal(document)
        if tree is None or isinstance(tree, str):
            return None
        checker.check({**document, "proof": tree})
        used = _used(tree, len(rows))
        name = f"{self._prefix}_leaf_{len(self.text) + 1}"
        self._named = 0
        known = [SignedPolynomial(sign, terms, f"H{i}") for i, (sign, terms) in enumerate(rows)]
        lines = [f"Lemma {name} (R : realFieldType) ({' '.join(names.values())} : R) :"]
        lines += [f"  {_relation(known[i].sign, known[i].terms)} ->" for i in used]
        lines += ["  False.", "Proof.", f"move=> {' '.join(f'H{i}' for i in used)}."]
        lines += [*self._tree(tree, known), "Qed."]
        self.text.append("\n".join(lines))
        return name, [(i, scales[i]) for i in used]

    def _fresh(self) -> str:
        self._named += 1
        return f"F{self._named}"

    def _tree(self, node: dict[str, Any], known: list[SignedPolynomial]) -> list[str]:
        """Return the proof of a node: a sum of products, or cases by the sign of a polynomial."""
        if "sum" in node:
            return self._sum(node["sum"], node["zero"], known)
        if "sign" not in node:
            raise NotExported("a certificate by cases of a disjunction")
        scale = lcm(1, *(Fraction(c).denominator for c, *_ in node["sign"]))
        up = _times(node["sign"], Fraction(scale))
        branches = node["cases"]
        lines, parts = self._cases(up, set(branches))
        for sign, name, how in parts:
            stated = up if sign in (">", ">=") else _times(up, Fraction(-1))
            shown = {"<": ">", "<=": ">="}.get(sign, sign)
            fact = name
            lines.append("{")
            if how:
                fact = self._fresh()
                lines.append(f"have {fact} : {_relation(shown, stated)} by apply: {how}; ring.")
            lines += self._tree(
                branches[sign], [*known, SignedPolynomial(shown, stated, fact, scale)]
            )
            lines.append("}")
        return lines

    def _cases(
        self, polynomial: Terms, signs: set[str]
    ) -> tuple[list[str], list[tuple[str, str, str]]]:
        """Return the line that splits by the sign, and each case: sign, name, proof as stated."""
        shown = _polynomial(polynomial)
        if signs == {"<", ">="}:
            a, b = self._fresh(), self._fresh()
            line = f"have [{a}|{b}] := leP 0 {shown}."
            return [line], [(">=", a, ""), ("<", b, f"(lt_of (k := 0%N) {b})")]
        if signs == {"<=", ">"}:
            a, b = self._fresh(), self._fresh()
            line = f"have [{a}|{b}] := leP {shown} 0."
            return [line], [("<=", a, f"(le_of (k := 1%N) {a})"), (">", b, "")]
        if signs == {"<", "=", ">"}:
            a, b, c = self._fresh(), self._fresh(), self._fresh()
            line = f"have [{a}|{b}|{c}] := ltgtP 0 {shown}."
            below, equal = f"(lt_of (k := 0%N) {b})", f"(eq_of (k := 1%N) {c})"
            return [line], [(">", a, ""), ("<", b, below), ("=", c, equal)]
        raise NotExported(f"a certificate with the cases {' '.join(sorted(signs))}")

    def _sum(self, summands: Any, multiples: Any, known: list[SignedPolynomial]) -> list[str]:
        """Return the proof that positive products and multiples of zero add up to zero."""
        summands = [
            (Fraction(weight) / prod(known[i].scale for i in used), used, roots)
            for weight, used, roots in summands
        ]
        multiples = [(i, _times(terms, Fraction(1, known[i].scale))) for i, terms in multiples]
        common = lcm(
            1,
            *(weight.denominator for weight, _, _ in summands),
            *(Fraction(c).denominator for _, terms in multiples for c, *_ in terms),
            *(Fraction(c).denominator for _, _, roots in summands for r in roots for c, *_ in r),
        )
        most = max((len(roots) for _, _, roots in summands), default=0)
        factor = Fraction(common) ** (1 + 2 * most)
        strict, weak = [], []
        for weight, used, roots in summands:
            k = int(weight * factor / Fraction(common) ** (2 * len(roots)))
            facts = [known[i] for i in used]
            squares = [_polynomial(_times(root, Fraction(common))) for root in roots]
            if not squares and all(fact.sign == ">" for fact in facts):
                strict.append(_product(k, facts, squares, positive=True))
            else:
                weak.append(_product(k, facts, squares, positive=False))
        lines, names = [], []
        for place, (text, proof) in enumerate([*strict, *weak]):
            names.append(self._fresh())
            sign = "<" if place == 0 else "<="
            weakened = f"ltW {proof}" if 0 < place < len(strict) else proof
            lines.append(f"have {names[-1]} : 0 {sign} {text} := {weakened}.")
        total = names[0]
        for name in names[1:]:
            total = f"(ltr_paddr {name} {total})"
        lines.append(self._zero(multiples, factor, known))
        lines.append(f"by apply: (absurd_sum {total} Z); ring.")
        return lines

    def _zero(self, multiples: Any, factor: Fraction, known: list[SignedPolynomial]) -> str:
        if not multiples:
            return "have Z : 0 = 0 :> R by []."
        products = [
            f"{_polynomial(_times(terms, factor))} * {_polynomial(known[i].terms)}"
            for i, terms in multiples
        ]
        rewrites = " ".join(dict.fromkeys(known[i].name for i, _ in multiples))
        return f"have Z : {' + '.join(products)} = 0 by rewrite {rewrites} !mulr0 ?addr0."


def _product(
    k: int, facts: Sequence[SignedPolynomial], squares: Sequence[str], positive: bool
) -> tuple[str, str]:
    """Return a product of a whole number, facts and squares, and the proof of its sign."""
    text = f"{k}%:R"
    proof = f"(ltr0Sn R {k - 1})" if positive else f"(ler0n R {k})"
    for fact in facts:
        text = f"{text} * {_polynomial(fact.terms)}"
        if positive:
            proof = f"(mulr_gt0 {proof} {fact.name})"
        else:
            weak = f"(ltW {fact.name})" if fact.sign == ">" else fact.name
            proof = f"(mulr_ge0 {proof} {weak})"
    for square in squares:
        text = f"{text} * {square} ^+ 2"
        proof = f"(mulr_ge0 {proof} (sqr_ge0 {square}))"
    return text, proof


def _polynomial(terms: Terms) -> str:
    """Return a polynomial with whole coefficients as Coq writes it."""
    shown = []
    for coefficient, *names in terms:
        value = int(Fraction(coefficient))
        head = [natural(abs(value))] if abs(value) != 1 or not names else []
        product = " * ".join([*head, *names])
        shown.append(f"(- ({product}))" if value < 0 else f"({product})")
    constant = all(len(one) == 1 for one in terms)
    return f"({' + '.join(shown) or '0'}{' : R' if constant else ''})"


def _relation(sign: str, terms: Terms) -> str:
    shown = _polynomial(terms)
    return f"{shown} = 0" if sign == "=" else f"0 {'<' if sign == '>' else '<='} {shown}"


def _times(terms: Terms, by: Fraction) -> list[list[str]]:
    return [[str(Fraction(coefficient) * by), *names] for coefficient, *names in terms]


def _repeated(powers: Sequence[int], names: Sequence[str]) -> list[str]:
    return [name for name, power in zip(names, powers, strict=True) for _ in range(int(power))]


def _used(node: dict[str, Any], known: int) -> list[int]:
    """Return the places of the given facts that a certificate uses."""
    if "sum" in node:
        found = {i for _, used, _ in node["sum"] for i in used} | {i for i, _ in node["zero"]}
    else:
        found = {i for branch in node["cases"].values() for i in _used(branch, known)}
    return sorted(i for i in found if i < known)
