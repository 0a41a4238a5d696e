"""Decide sentences of real arithmetic with z3, once exponentials have become generators.

Exponentials leave the sentence before z3 sees it: every ``exp(c m)`` with rational ``c`` becomes
an integer power of one positive generator per monomial ``m``. Everything else that is not
arithmetic (a logarithm, an expectation, a rounded number) becomes an unknown real. Both steps
forget facts and invent none, so "no counterexample" carries over to the sentence as it stood;
a counterexample carries over only if nothing was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal, TypeAlias

import sympy as sp
import z3

from pmlsym.proof.enclosure import holds
from pmlsym.proof.terms import Sentence, Term

SECONDS = 10.0
Answer: TypeAlias = Literal["holds", "fails", "unknown"]

_ARITHMETIC = (sp.Add, sp.Mul, sp.Abs, sp.Max, sp.Min)
_NEGATED = {
    sp.Le: sp.Gt,
    sp.Lt: sp.Ge,
    sp.Ge: sp.Lt,
    sp.Gt: sp.Le,
    sp.Eq: sp.Ne,
    sp.Ne: sp.Eq,
}


def exponent_parts(exponent: Term) -> dict[Term, Fraction]:
    """Split an exponent into monomials with rational coefficients."""
    parts: dict[Term, Fraction] = {}
    for summand in sp.Add.make_args(sp.expand(exponent)):
        coefficient, monomial = summand.as_coeff_Mul(rational=True)
        parts[monomial] = parts.get(monomial, Fraction(0)) + Fraction(
            int(coefficient.p), int(coefficient.q)
        )
    return {monomial: c for monomial, c in parts.items() if c}


@dataclass
class Generators:
    """The generators and unknowns that stand for exponentials and other non-arithmetic terms."""

    unit: dict[Term, Fraction] = field(default_factory=dict)
    symbol: dict[Term, Term] = field(default_factory=dict)
    unknown: dict[Term, Term] = field(default_factory=dict)

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Generators:
        """Find the common generators of all exponentials outside expectations."""
        found = cls()
        for sentence in sentences:
            for side in sentence.args:
                found._collect(side)
        for number, monomial in enumerate(sorted(found.unit, key=sp.default_sort_key)):
            found.symbol[monomial] = sp.Dummy(f"G{number}", real=True)
        return found

    def _collect(self, term: Term) -> None:
        if isinstance(term, sp.exp) or term is sp.E:
            for monomial, c in exponent_parts(_exponent(term)).items():
                old = self.unit.get(monomial)
                self.unit[monomial] = abs(c) if old is None else _common_unit(old, abs(c))
        elif isinstance(term, _ARITHMETIC) or (term.is_Pow and term.exp.is_Integer):
            for argument in term.args:
                self._collect(argument)

    def abstracted(self, term: Term) -> Term:
        """Return the term as a rational function (with |.|, max, min) of real symbols."""
        if term.is_Rational or term.is_Symbol:
            return term
        if isinstance(term, sp.exp) or term is sp.E:
            product = sp.Integer(1)
            for monomial, c in exponent_parts(_exponent(term)).items():
                product *= self.symbol[monomial] ** sp.Integer(int(c / self.unit[monomial]))
            return product
        if isinstance(term, sp.Abs):
            above, below = sp.fraction(sp.together(self.abstracted(term.args[0])))
            return sp.Abs(above) / (sp.Abs(below) if below.free_symbols else abs(below))
        if isinstance(term, _ARITHMETIC):
            return term.func(*map(self.abstracted, term.args))
        if term.is_Pow and term.exp.is_Integer:
            return self.abstracted(term.base) ** term.exp
        return self.unknown.setdefault(term, sp.Dummy(f"u{len(self.unknown)}", real=True))

    @property
    def forgets(self) -> bool:
        """Whether a counterexample of the abstracted sentence may not be one of the sentence."""
        return bool(self.unit or self.unknown)


def _exponent(term: Term) -> Term:
    return sp.Integer(1) if term is sp.E else term.args[0]


def _common_unit(a: Fraction, b: Fraction) -> Fraction:
    return Fraction(
        gcd(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator
    )


def to_z3(term: Term) -> Any:
    """Translate a polynomial (with |.|, max, min) into z3."""
    if term.is_Rational:
        return z3.Q(int(term.p), int(term.q))
    if term.is_Symbol:
        name = f"{term.name}#{term.dummy_index}" if isinstance(term, sp.Dummy) else term.name
        return z3.Real(name)
    if term.is_Pow and term.exp.is_Integer and term.exp > 0:
        base = to_z3(term.base)
        return z3.Product(*[base] * int(term.exp)) if term.exp > 1 else base
    parts = [to_z3(argument) for argument in term.args]
    if term.is_Add:
        return z3.Sum(*parts)
    if term.is_Mul:
        return z3.Product(*parts)
    if isinstance(term, sp.Abs):
        return z3.If(parts[0] >= 0, parts[0], -parts[0])
    if isinstance(term, sp.Max | sp.Min):
        best = parts[0]
        for part in parts[1:]:
            better = part > best if isinstance(term, sp.Max) else part < best
            best = z3.If(better, part, best)
        return best
    raise TypeError(f"{term} is not arithmetic")


def _relation(sign: type, left: Any, right: Any) -> Any:
    return {
        sp.Le: lambda: left <= right,
        sp.Lt: lambda: left < right,
        sp.Ge: lambda: left >= right,
        sp.Gt: lambda: left > right,
        sp.Eq: lambda: left == right,
        sp.Ne: lambda: left != right,
    }[sign]()


@dataclass
class Decision:
    """What z3 answered to "do the hypotheses imply the conclusion"."""

    answer: Answer
    reason: str
    model: dict[Term, Term] | None = None


class Problem:
    """Hypotheses over the reals, brought to polynomial form once, asked as often as needed."""

    def __init__(
        self,
        hypotheses: Sequence[Sentence],
        questions: Sequence[Sentence],
        seconds: float = SECONDS,
    ) -> None:
        self._seconds = seconds
        self._hypotheses = tuple(hypotheses)
        self.generators = Generators.of(
            [s for s in (*hypotheses, *questions) if s not in (sp.true, sp.false)]
        )
        self._assumed: list[Any] = []
        self._sign: dict[Term, int] = {}
        for generator in self.generators.symbol.values():
            self._assumed.append(to_z3(generator) > 0)
        waiting = [s for s in hypotheses if s != sp.true]
        # A hypothesis with a denominator can be used once the others give its sign.
        while waiting:
            later = [s for s in waiting if not self._assume(s)]
            if len(later) == len(waiting):
                break
            waiting = later
        for monomial in self.generators.symbol:
            self._compare_with_one(monomial)
        for sentence in waiting:
            self._assume(sentence)

    def _assume(self, sentence: Sentence) -> bool:
        if sentence == sp.false:
            self._assumed.append(z3.BoolVal(val=False))
            return True
        polynomial = self._polynomial(sentence)
        if polynomial is None:
            return False
        self._assumed.append(polynomial)
        return True

    def _compare_with_one(self, monomial: Term) -> None:
        # exp is increasing and exp(0) = 1: the sign of the exponent places the generator.
        generator = to_z3(self.generators.symbol[monomial])
        for sign, fact in ((sp.Gt, generator > 1), (sp.Lt, generator < 1), (sp.Ge, generator >= 1)):
            question = self._polynomial(sign(monomial, 0, evaluate=False))
            if question is not None and self._follows(question, 1.0) == "holds":
                self._assumed.append(fact)
                return

    def _polynomial(self, sentence: Sentence) -> Any | None:
        """Clear denominators of known sign; None if the sign of one does not follow."""
        if sentence in (sp.true, sp.false):
            return z3.BoolVal(val=sentence == sp.true)
        left, right = map(self.generators.abstracted, sentence.args)
        numerator, denominator = sp.fraction(sp.together(left - right))
        sign = 1
        for factor, power in sp.factor_list(denominator)[1]:
            found = self._sign_of(factor)
            if found == 0:
                return None
            sign *= found ** (int(power) % 2)
        constant = sp.factor_list(denominator)[0]
        if sign * constant < 0:
            numerator = -numerator
        try:
            return _relation(sentence.func, to_z3(sp.expand(numerator)), z3.RealVal(0))
        except TypeError:  # a quotient within a maximum or a minimum
            return None

    def _sign_of(self, factor: Term) -> int:
        if factor not in self._sign:
            polynomial = to_z3(factor)
            for sign, fact in ((1, polynomial > 0), (-1, polynomial < 0)):
                if self._follows(fact, 1.0) == "holds":
                    self._sign[factor] = sign
                    break
            else:
                return 0
        return self._sign[factor]

    def _follows(self, fact: Any, seconds: float) -> Answer:
        solver = self._solver(fact, seconds)
        answer = solver.check()
        return "holds" if answer == z3.unsat else "fails" if answer == z3.sat else "unknown"

    def _solver(self, fact: Any, seconds: float) -> Any:
        solver = z3.SolverFor("QF_NRA")
        solver.set("timeout", int(1000 * seconds))
        solver.add(*self._assumed, z3.Not(fact))
        return solver

    def ask(self, question: Sentence) -> Decision:
        """Decide whether the hypotheses imply the question."""
        polynomial = self._polynomial(question)
        if polynomial is None:
            return Decision("unknown", "a denominator may vanish, or stands within max or min")
        solver = self._solver(polynomial, self._seconds)
        answer = solver.check()
        if answer == z3.unsat:
            return Decision("holds", "the negation is unsatisfiable over the reals")
        if answer == z3.unknown:
            return Decision("unknown", f"z3: {solver.reason_unknown()}")
        if self.generators.forgets:
            return Decision(
                "fails",
                "z3 has a model of the negation in which exponentials, "
                "logarithms and expectations are free numbers",
            )
        model = {symbol: sp.Integer(0) for symbol in self._symbols(question)}
        model |= exact_model(solver.model())
        return self._confirmed(question, model)

    def _symbols(self, question: Sentence) -> set[Term]:
        sentences = [s for s in (*self._hypotheses, question) if s not in (sp.true, sp.false)]
        return {symbol for sentence in sentences for symbol in sentence.free_symbols}

    def _confirmed(self, question: Sentence, model: dict[Term, Term]) -> Decision:
        """Evaluate z3's model outside z3, in exact arithmetic; believe it only then."""
        given = all(holds(hypothesis, model) is True for hypothesis in self._hypotheses)
        if given and holds(question, model) is False:
            return Decision("fails", "z3 has a model of the negation, confirmed exactly", model)
        return Decision("unknown", "z3 has a model of the negation that was not confirmed")


def exact_model(model: Any) -> dict[Term, Term]:
    """Turn a z3 model into exact sympy numbers (rationals or real algebraic numbers)."""
    values: dict[Term, Term] = {}
    for declaration in model.decls():
        value = model[declaration]
        symbol = sp.Symbol(declaration.name(), real=True)
        if z3.is_rational_value(value):
            values[symbol] = sp.Rational(value.numerator_as_long(), value.denominator_as_long())
        elif z3.is_algebraic_value(value):
            values[symbol] = _algebraic(value)
    return values


def _algebraic(value: Any) -> Term:
    x = sp.Symbol("x")
    coefficients = [
        sp.Rational(c.numerator_as_long(), c.denominator_as_long()) for c in value.poly()
    ]
    scale = lcm(*(int(c.q) for c in coefficients))
    polynomial = sp.Poly([int(c * scale) for c in reversed(coefficients)], x)
    return sp.CRootOf(polynomial, value.index() - 1)  # z3 counts the real roots from one


def decide(
    hypotheses: Sequence[Sentence], conclusion: Sentence, seconds: float = SECONDS
) -> Decision:
    """Decide ``hypotheses => conclusion`` for all real values of the symbols.

    Examples
    --------
    >>> from pmlsym.proof.terms import reals
    >>> x, y = reals("x y")
    >>> decide([x > 0, y > 0], (x + y)**2 >= 4*x*y).answer
    'holds'
    >>> decide([], x**2 > 0).model
    {x: 0}
    """
    return Problem(hypotheses, [conclusion], seconds).ask(conclusion)
