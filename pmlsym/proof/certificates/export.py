"""Export of certificates: SMT-LIB for any solver, Coq for a second checker.

Both check the certificate first, so nothing malformed is ever written, and both rename the
variables to ``x0``, ``x1``, ...: the names in a document are free text and must not reach another
program's input. A comment maps the new names to the old ones, with all characters but letters,
digits and underscores as code points.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm, prod
from typing import NamedTuple

from pmlsym.errors import InputError
from pmlsym.proof.certificates.document import Case, Document, Multiple, Polynomial, Summand, Tree
from pmlsym.proof.checker import check

COQ_PRELUDE = """\
Require Import Reals Lra.
Open Scope R_scope.

Lemma positive_literal (c : positive) : 0 < IZR (Zpos c).
Proof. exact (IZR_lt 0 (Zpos c) eq_refl). Qed.

Lemma square_nonnegative (r : R) : 0 <= r * r.
Proof. exact (Rle_0_sqr r). Qed.

Lemma multiple_of_equation (m e : R) : e = 0 -> 0 <= m * e.
Proof. intros H. rewrite H, Rmult_0_r. exact (Rle_refl 0). Qed.

Lemma positive_and_zero (s : R) : 0 < s -> s = 0 -> False.
Proof. intros H E. rewrite E in H. exact (Rlt_irrefl 0 H). Qed.
"""

_COQ_WORD = re.compile(
    "_|as|at|cofix|discriminated|else|end|exists2?|fix|for|forall|fun|if|in|lazymatch|let|match|"
    "multimatch|Prop|return|Set|SProp|then|Type|using|where|with|by"
)


def _comments(document: Document) -> list[str]:
    """Return comments that map new names to variables, escaped for any language."""
    plain = (
        re.sub(r"[^A-Za-z0-9_]", lambda found: f"\\u{ord(found[0]):04x}", name)
        for name in document["variables"]
    )
    return [f"x{place} is {name}" for place, name in enumerate(plain)]


def _places(document: Document) -> dict[str, str]:
    return {name: f"x{place}" for place, name in enumerate(document["variables"])}


def smt2(document: Document) -> str:
    r"""Write the hypotheses as a script in SMT-LIB 2; a solver should answer ``unsat``.

    Parameters
    ----------
    document : dict
        A certificate as parsed from JSON. The proof is checked, but not written.

    Returns
    -------
    str
        A script in the logic of quantifier-free nonlinear real arithmetic.

    Examples
    --------
    >>> atoms = [[">", [["1/2", "the x"], ["-1"]]], [">", [["-1", "the x"]]]]
    >>> proof = {"sum": [["2", [0], []], ["1", [1], []], ["2", [], []]], "zero": []}
    >>> names = ["the x"]
    >>> print(smt2({"variables": names, "hypotheses": [[atoms]], "proof": proof}), end="")
    (set-logic QF_NRA)
    ; x0 is the\u0020x
    (declare-fun x0 () Real)
    (assert (and (> (+ (* (/ 1.0 2.0) x0) (- 1.0)) 0.0) (> (* (- 1.0) x0) 0.0)))
    (check-sat)
    """
    check(document)
    names = _places(document)

    def joined(operator: str, parts: list[str], empty: str) -> str:
        return f"({operator} {' '.join(parts)})" if len(parts) > 1 else (parts or [empty])[0]

    def number(text: str) -> str:
        value = Fraction(text)
        size = f"{abs(value.numerator)}.0"
        if value.denominator != 1:
            size = f"(/ {size} {value.denominator}.0)"
        return f"(- {size})" if value < 0 else size

    def polynomial(terms: Polynomial) -> str:
        products = [
            joined("*", [number(term[0]), *(names[name] for name in term[1:])], "1.0")
            for term in terms
        ]
        return joined("+", products, "0.0")

    lines = ["(set-logic QF_NRA)", *(f"; {comment}" for comment in _comments(document))]
    lines += [f"(declare-fun {name} () Real)" for name in names.values()]
    for hypothesis in document["hypotheses"]:
        cases = [
            joined("and", [f"({sign} {polynomial(terms)} 0.0)" for sign, terms in case], "true")
            for case in hypothesis
        ]
        lines.append(f"(assert {joined('or', cases, 'false')})")
    return "\n".join([*lines, "(check-sat)", ""])


def coq(document: Document, name: str) -> str:
    """Write a certificate as a lemma of Coq over its reals: the hypotheses imply ``False``.

    Parameters
    ----------
    document : dict
        A certificate as parsed from JSON.
    name : str
        The name of the lemma: a letter, then letters, digits and underscores.

    Returns
    -------
    str
        A lemma with its proof, to stand in a file after `COQ_PRELUDE`.

    Raises
    ------
    pmlsym.errors.InputError
        If the name is not one that a lemma can have.
    pmlsym.proof.checker.Rejected
        If the document is not a certificate.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or _COQ_WORD.fullmatch(name):
        raise InputError(
            f"The name {name!r} cannot be a lemma's; "
            "use a letter, then letters, digits and underscores, and no word of Coq's."
        )
    check(document)
    return _Lemma(document, name).text()


class _Fact(NamedTuple):
    relation: str
    terms: Polynomial  # over the integers
    scale: int  # the factor from the document's polynomial
    name: str


class _Lemma:
    """A writer of one lemma.

    The statement has the polynomials of the document. In the proof every fact is first multiplied
    by the denominators of its polynomial, so that the identity of a leaf is one between integers,
    which ``ring`` decides.
    """

    def __init__(self, document: Document, name: str) -> None:
        self.names = _places(document)
        self.hypotheses = document["hypotheses"]
        self.lines = [f"(* {comment} *)" for comment in _comments(document)]
        self.facts = 0
        quantified = f"forall {' '.join(self.names.values())} : R," if self.names else ""
        self.lines.append(f"Lemma {name} : {quantified}".rstrip())
        for hypothesis in self.hypotheses:
            cases = " \\/ ".join(f"({self.case(case)})" for case in hypothesis)
            self.lines.append(f"  ({cases or 'False'}) ->")
        self.lines += ["  False.", "Proof."]
        introduced = [*self.names.values(), *(f"H{place}" for place in range(len(self.hypotheses)))]
        if introduced:
            self.lines.append(f"intros {' '.join(introduced)}.")
        facts: list[_Fact] = []
        for place, hypothesis in enumerate(self.hypotheses):
            if len(hypothesis) == 1:
                pattern, names = self.pattern(hypothesis[0])
                self.lines.append(f"pose proof H{place} as {pattern}.")
                facts += self.whole(hypothesis[0], names)
        self.tree(document["proof"], facts)
        self.lines.append("Qed.")

    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def fresh(self) -> str:
        self.facts += 1
        return f"F{self.facts}"

    def polynomial(self, terms: Polynomial) -> str:
        """Write a polynomial, an atom of Coq's syntax."""
        products = []
        for coefficient, *names in terms:
            value = Fraction(coefficient)
            size = str(value.numerator) if value >= 0 else f"({value.numerator})"
            if value.denominator != 1:
                size = f"({size} / {value.denominator})"
            products.append(" * ".join([size, *(self.names[name] for name in names)]))
        return f"({' + '.join(products) or '0'})"

    def atom(self, relation: str, terms: Polynomial) -> str:
        polynomial = self.polynomial(terms)
        return {
            ">": f"0 < {polynomial}",
            ">=": f"0 <= {polynomial}",
            "=": f"{polynomial} = 0",
        }[relation]

    def case(self, case: Case) -> str:
        return " /\\ ".join(self.atom(*atom) for atom in case) or "True"

    def pattern(self, case: Case) -> tuple[str, list[str]]:
        """Name the atoms of a case, and return the pattern that destructs it."""
        names = [self.fresh() for _ in case]
        if not names:
            return "_", names
        pattern = names[-1]
        for name in reversed(names[:-1]):
            pattern = f"[{name} {pattern}]"
        return pattern, names

    def whole(self, case: Case, names: list[str]) -> list[_Fact]:
        """Turn named atoms into facts."""
        facts = []
        for (relation, terms), name in zip(case, names, strict=True):
            scaled, denominator = _scaled(terms, 1)
            fact = name
            if denominator != 1:
                fact = self.fresh()
                stated = self.atom(relation, scaled)
                self.lines.append(f"assert ({fact} : {stated}) by (clear -{name}; lra).")
            facts.append(_Fact(relation, scaled, denominator, fact))
        return facts

    def tree(self, node: Tree, facts: list[_Fact]) -> None:
        if "split" in node:
            self.split(node["split"], node["cases"], facts)
        elif "sign" in node:
            self.sign(node["sign"], node["cases"], facts)
        else:
            self.leaf(node["sum"], node["zero"], facts)

    def split(self, place: int, branches: list[Tree], facts: list[_Fact]) -> None:
        cases = self.hypotheses[place]
        if not cases:
            self.lines.append(f"exact H{place}.")
            return
        named = [self.pattern(case) for case in cases]
        pattern = named[-1][0]
        for first, _ in reversed(named[:-1]):
            pattern = f"[{first} | {pattern}]"
        self.lines.append(f"pose proof H{place} as {pattern}.")
        for case, (_, names), branch in zip(cases, named, branches, strict=True):
            self.lines.append("{")
            self.tree(branch, facts + self.whole(case, names))
            self.lines.append("}")

    def sign(self, terms: Polynomial, branches: dict[str, Tree], facts: list[_Fact]) -> None:
        scaled, scale = _scaled(terms, 1)
        polynomial = self.polynomial(scaled)
        below = "<" if "<" in branches else "<="
        if ">=" in branches:
            order, keys = f"Rle_or_lt 0 {polynomial}", [">=", below]
        elif "<=" in branches:
            order, keys = f"Rle_or_lt {polynomial} 0", ["<=", ">"]
        else:
            order, keys = f"Rtotal_order 0 {polynomial}", [">", "=", "<"]
        known = [self.fresh() for _ in keys]
        pattern = f"[{known[0]} | {known[1]}]"
        if len(known) == 3:
            pattern = f"[{known[0]} | [{known[1]} | {known[2]}]]"
        self.lines.append(f"destruct ({order}) as {pattern}.")
        for key, name in zip(keys, known, strict=True):
            relation, fact = key.replace("<", ">"), self.fresh()
            added = _scaled(terms, -1)[0] if "<" in key else scaled
            stated = self.atom(relation, added)
            self.lines.append("{")
            self.lines.append(f"assert ({fact} : {stated}) by (clear -{name}; lra).")
            self.tree(branches[key], [*facts, _Fact(relation, added, scale, fact)])
            self.lines.append("}")

    def leaf(
        self,
        summands: list[Summand],
        multiples: list[Multiple],
        facts: list[_Fact],
    ) -> None:
        """Prove that the sum is positive, one step a factor, and that it is 0."""
        weights = []
        for coefficient, used, roots in summands:
            scales = [facts[place].scale for place in used]
            scales += [_scaled(root, 1)[1] ** 2 for root in roots]
            weights.append(Fraction(coefficient) / prod(scales))
        scales = [facts[place].scale * _scaled(terms, 1)[1] for place, terms in multiples]
        common = lcm(*(weight.denominator for weight in weights), *scales)
        positive, others = [], []
        for weight, (_, used, roots) in zip(weights, summands, strict=True):
            strict = all(facts[place].relation == ">" for place in used) and not roots
            proof = f"(positive_literal {weight * common})"
            if strict:
                for place in used:
                    proof = f"(Rmult_lt_0_compat _ _ {proof} {facts[place].name})"
                positive.append(proof)
                continue
            proof = f"(Rlt_le _ _ {proof})"
            for place in used:
                fact = facts[place].name
                fact = f"(Rlt_le _ _ {fact})" if facts[place].relation == ">" else fact
                proof = f"(Rmult_le_pos _ _ {proof} {fact})"
            for root in roots:
                square = f"(square_nonnegative {self.polynomial(_scaled(root, 1)[0])})"
                proof = f"(Rmult_le_pos _ _ {proof} {square})"
            others.append(proof)
        for place, terms in multiples:
            whole = [
                [str(Fraction(coefficient) * common / facts[place].scale), *names]
                for coefficient, *names in terms
            ]
            multiplier, equation = self.polynomial(whole), facts[place].name
            others.append(f"(multiple_of_equation {multiplier} _ {equation})")
        others += [f"(Rlt_le _ _ {proof})" for proof in positive[1:]]
        names = [self.fresh() for _ in [positive[0], *others]]
        for name, proof in zip(names, [positive[0], *others], strict=True):
            self.lines.append(f"pose proof {proof} as {name}.")
        total = names[0]
        for name in names[1:]:
            total = f"(Rplus_lt_le_0_compat _ _ {total} {name})"
        self.lines.append(f"refine (positive_and_zero _ {total} _); clear; ring.")


def _scaled(terms: Polynomial, sign: int) -> tuple[Polynomial, int]:
    """Multiply by a sign and by the denominators; return the denominator as well."""
    values = [Fraction(term[0]) for term in terms]
    common = lcm(*(value.denominator for value in values))
    return [
        [str(sign * value * common), *term[1:]] for value, term in zip(values, terms, strict=True)
    ], common
