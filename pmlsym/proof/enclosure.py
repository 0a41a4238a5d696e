"""Rigorous interval arithmetic (arb) for sentences in which exponentials and logarithms stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import flint
import sympy as sp

from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts

PRECISIONS = (64, 256, 1024, 4096)

# A law for a witness: finitely many atoms, each a probability and a value for every variable.
Law: TypeAlias = list[tuple[Term, Mapping[Term, Term]]]


def enclose(
    term: Term, values: Mapping[Term, Term] | None = None, laws: Mapping[str, Law] | None = None
) -> Any:
    """Return an arb ball that contains the value of a closed term, at the current precision.

    Parameters
    ----------
    term : a sympy expression.
    values : exact numbers for its free symbols.
    laws : a finite law for the expectations in it, by name.

    Examples
    --------
    >>> bool(enclose(sp.exp(sp.log(2))).overlaps(flint.arb(2)))
    True
    """
    values = values or {}
    laws = laws or {}

    def ball(t: Term, here: Mapping[Term, Term]) -> Any:
        if t.is_Rational:
            return flint.arb(flint.fmpq(int(t.p), int(t.q)))
        if t.is_Symbol:
            return ball(sp.sympify(here[t]), {})
        if isinstance(t, sp.CRootOf):
            return _root(t)
        if t is sp.E:
            return flint.arb(1).exp()
        if isinstance(t, sp.exp):
            return ball(t.args[0], here).exp()
        if isinstance(t, Mean):
            total = flint.arb(0)
            for probability, atom in laws[t.law]:
                total += ball(sp.sympify(probability), {}) * ball(t.body, {**here, **atom})
            return total
        if isinstance(t, sp.Piecewise):
            return ball(_branch(t, here, laws), here)
        parts = [ball(argument, here) for argument in t.args]
        if t.is_Add:
            return sum(parts[1:], parts[0])
        if t.is_Mul:
            product = parts[0]
            for part in parts[1:]:
                product *= part
            return product
        if t.is_Pow:
            return _power(parts[0], int(t.exp)) if t.exp.is_Integer else parts[0] ** parts[1]
        if isinstance(t, sp.log):
            return parts[0].log()
        if isinstance(t, sp.erfc):
            return parts[0].erfc()
        if isinstance(t, sp.Abs):
            return abs(parts[0])
        if isinstance(t, sp.Max | sp.Min):
            best = parts[0]
            for part in parts[1:]:
                best = best.max(part) if isinstance(t, sp.Max) else best.min(part)
            return best
        if isinstance(t, Rounded):
            return (parts[0] + flint.arb(flint.fmpq(1, 2))).floor()
        raise TypeError(f"no enclosure is known for {t}")

    return ball(sp.sympify(term), values)


def _power(base: Any, exponent: int) -> Any:
    """Multiply: arb's power goes through a logarithm, which a ball around zero has not."""
    product = flint.arb(1)
    for _ in range(abs(exponent)):
        product *= base
    return product if exponent >= 0 else 1 / product


def _root(root: Term) -> Any:
    """Enclose a real algebraic number by an isolating interval as narrow as the precision."""
    interval = root._get_interval().refine_size(sp.Rational(1, 2**flint.ctx.prec))
    low, high = (sp.Rational(str(end)) for end in (interval.a, interval.b))
    ends = [flint.arb(flint.fmpq(int(end.p), int(end.q))) for end in (low, high)]
    return ends[0].union(ends[1])


def _branch(piecewise: Term, values: Mapping[Term, Term], laws: Mapping[str, Law]) -> Term:
    for branch, condition in piecewise.args:
        known = [holds(part, values, laws) for part in conjuncts(condition)]
        if all(known):
            return branch
        if None in known:
            raise TypeError(f"no precision tells whether {condition}")
    raise TypeError(f"no branch of {piecewise} applies")


def holds(
    sentence: Sentence,
    values: Mapping[Term, Term] | None = None,
    laws: Mapping[str, Law] | None = None,
    confirm: bool = True,
) -> bool | None:
    """Say whether a relation holds at exact numbers; None if no precision tells.

    An equality between numbers is confirmed only by exact cancellation, never by closeness. That
    takes its time: without `confirm` two sides that look equal give None.

    Examples
    --------
    >>> holds(sp.exp(1) < sp.Rational(272, 100))
    True
    """
    if sentence in (sp.true, sp.false):
        return bool(sentence)
    left, right = sentence.args
    before = flint.ctx.prec
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            difference = enclose(left, values, laws) - enclose(right, values, laws)
            if not difference.is_finite():
                continue
            if difference > 0:
                return sentence.func in (sp.Gt, sp.Ge, sp.Ne)
            if difference < 0:
                return sentence.func in (sp.Lt, sp.Le, sp.Ne)
            if not confirm and precision > PRECISIONS[0]:
                return None
            if confirm and precision == PRECISIONS[0] and _vanishes(left - right, values):
                return sentence.func in (sp.Le, sp.Ge, sp.Eq)
    finally:
        flint.ctx.prec = before
    return None


def _vanishes(difference: Term, values: Mapping[Term, Term] | None) -> bool:
    if difference.has(Mean):
        return False
    number = difference.subs(values or {})
    if number.has(sp.CRootOf) and not number.has(sp.exp, sp.log):
        unknown = sp.Symbol("z")
        return bool(sp.minimal_polynomial(number, unknown) == unknown)
    return bool(sp.cancel(sp.expand_log(number, force=True)) == 0)
