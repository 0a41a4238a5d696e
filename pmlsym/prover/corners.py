r"""Extremal vertices: the largest leakage at an outcome whose extreme lifts obey linear conditions.

**Theorem** (recorded as *far corner*). For a fixed prior and fixed parameters let the pairs (s, t)
of largest and smallest lifts that a guarantee admits be the polygon of some linear conditions. Then
the largest s, the smallest t and the largest s/t (with s >= 1 >= t >= 0) are attained at vertices
of it.

*Proof*: s and t are linear, and s/t <= c is a linear condition on (s, t), so that each of the three
is quasiconvex; a quasiconvex function on a polygon is largest at a vertex. By the theorem *one
outcome* every pair of the polygon is the pair of an outcome of a mechanism that satisfies the
guarantee, so the value there is attained, and no smaller level follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import sympy as sp

from pmlsym import deadline
from pmlsym.formulas.measures import Measure
from pmlsym.precision import sign
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term
from pmlsym.statements.reductions import PaperTheorem

FAR_CORNER = PaperTheorem(
    "far corner",
    "Over a polygon of pairs of largest and smallest lifts, the largest lift, the smallest lift "
    "and their ratio are extreme at a corner.",
    "They are quasiconvex; and every pair of the polygon belongs to an outcome of a mechanism that "
    "obeys the guarantee, so the value at the corner is attained.",
)
_NEAR = 1e-11
_FAR = 1e-6  # from 0, where floats are taken for a term that is not 0


@dataclass(frozen=True)
class Polygon:
    """The polygon of pairs (s, t) of a goal, with conditions on prior and parameters.

    Parameters
    ----------
    high, low : the symbols of s and t.
    inside : terms that are at least 0 (or above it) exactly on the polygon, with their sentences.
    equal : terms that are 0 on it.
    around : the conditions on the other symbols.
    """

    high: Term
    low: Term
    inside: tuple[tuple[Term, Sentence], ...]
    equal: tuple[Term, ...]
    around: tuple[Sentence, ...]

    def corners(self) -> Iterator[tuple[Term, Term]]:
        """Yield the points at which two of the conditions are tight."""
        pair = (self.high, self.low)
        tight = [term for term, _ in self.inside]
        for chosen in combinations(tight, 2 - len(self.equal)):
            deadline.check()
            system = [*self.equal, *chosen]
            matrix, right = sp.linear_eq_to_matrix(system, pair)
            if is_zero(matrix.det()):
                continue
            found = matrix.LUsolve(right)
            yield _tidy(found[0]), _tidy(found[1])


def _tidy(term: Term) -> Term:
    deadline.check()
    if term.is_Rational or term.is_Symbol:
        return term
    # `simplify` loads the units of physics; a quotient of polynomials has one factored form
    plain = term if _is_quotient(term) else sp.simplify(term)
    return sp.factor(sp.together(plain))


def _is_quotient(term: Term) -> bool:
    """Whether a term is a quotient of polynomials in symbols and in exponentials of symbols.

    Exponents are whole multiples of symbols. Symbols and their exponentials are algebraically
    independent.
    """
    if isinstance(term, sp.exp):
        factor, symbol = term.exp.as_coeff_Mul()
        return bool(factor.is_Integer and symbol.is_Symbol)
    if isinstance(term, sp.Pow):
        return bool(term.exp.is_Integer) and _is_quotient(term.base)
    if isinstance(term, (sp.Add, sp.Mul)):
        return all(map(_is_quotient, term.args))
    return bool(term.is_Rational or term.is_Symbol)


def polygon(goal: Goal) -> Polygon | None:
    """Return the polygon of a goal about one outcome; None if its conditions are not linear.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> from pmlsym.statements.reductions import reduce
    >>> found = polygon(reduce(parse("prior uniform; |X| = 2: PML(e) => PMC(a)")).cases[0].goal)
    >>> sorted({str(high) for high, _ in found.corners()})
    ['1', '2', 'exp(e)']
    """
    symbols = {symbol.name: symbol for h in goal.hypotheses for symbol in h.free_symbols}
    if "v_max" not in symbols or "v_min" not in symbols or goal.means:
        return None
    high, low = symbols["v_max"], symbols["v_min"]
    inside: list[tuple[Term, Sentence]] = []
    equal: list[Term] = []
    around: list[Sentence] = []
    for hypothesis in goal.hypotheses:
        if not hypothesis.free_symbols & {high, low}:
            around.append(hypothesis)
            continue
        left, right = hypothesis.args
        gap = left - right if isinstance(hypothesis, (sp.Ge, sp.Gt)) else right - left
        try:
            if sp.Poly(sp.expand(gap), high, low).total_degree() > 1:
                return None
        except sp.PolynomialError:
            return None
        if isinstance(hypothesis, sp.Eq):
            equal.append(gap)
        else:
            inside.append((gap, hypothesis))
    return Polygon(high, low, tuple(inside), tuple(equal), tuple(around))


def value(measure: Measure, high: Term, low: Term) -> Term | None:
    """Return e^(measure) at a vertex; None for infinity."""
    top, bottom = measure.quotient(high, low, sp.Integer(1))
    return None if bottom == 0 else top / bottom


def numeric(term: Term, numbers: Mapping[Term, float]) -> float:
    """Evaluate a term in floats; nan where it has no value."""
    symbols, function = _compiled(term)
    try:
        return float(function(*(numbers[symbol] for symbol in symbols)))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return math.nan


@lru_cache(maxsize=4096)
def _compiled(term: Term) -> tuple[tuple[Term, ...], Callable[..., float]]:
    symbols = tuple(_symbols(term))
    if _is_quotient(term):  # lambdify takes milliseconds for each term
        return symbols, _function(term, {symbol: place for place, symbol in enumerate(symbols)})
    # fresh names: a parameter may be called e, or sqrt
    own = {symbol: sp.Dummy(f"number{place}") for place, symbol in enumerate(symbols)}
    return symbols, sp.lambdify([*own.values()], term.xreplace(own), "math")


def _function(term: Term, places: Mapping[Term, int]) -> Callable[..., float]:
    """Return a quotient as a function of the numbers at the places of its symbols."""
    if term.is_Symbol:
        place = places[term]
        return lambda *numbers: numbers[place]
    if term.is_Rational:
        value = int(term) if term.is_Integer else float(term)
        return lambda *_: value
    inside = [_function(part, places) for part in term.args]
    if isinstance(term, sp.exp):
        return lambda *numbers: math.exp(inside[0](*numbers))
    if isinstance(term, sp.Pow):
        power = int(term.exp)
        return lambda *numbers: inside[0](*numbers) ** power
    if isinstance(term, sp.Add):
        return lambda *numbers: sum(part(*numbers) for part in inside)
    return lambda *numbers: math.prod(part(*numbers) for part in inside)


def is_zero(term: Term) -> bool:
    """Whether a term is 0 for all numbers, which is simplified only if floats do not rule it out.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> is_zero((x + 1) ** 2 - x**2 - 2 * x - 1), is_zero(x - 1)
    (True, False)
    """
    numbers = {symbol: 1.25 + 0.5 / place for place, symbol in enumerate(_symbols(term), 3)}
    size = abs(numeric(term, numbers))
    if _FAR < size < math.inf:
        return False
    return bool(sp.expand(term) == 0 or sp.simplify(term) == 0)


def _symbols(term: Term) -> list[Term]:
    return sorted(term.free_symbols, key=str)


def feasible(
    shape: Polygon, corner: tuple[Term, Term], numbers: Mapping[Term, float]
) -> bool | None:
    """Whether a vertex is in the polygon at some numbers; None if the numbers are not allowed."""
    if not all(holds_at(sentence, numbers) for sentence in shape.around):
        return None
    return all(_not_below_0(term, numbers) for term in _terms_at(shape, corner))


@lru_cache(maxsize=256)
def _terms_at(shape: Polygon, corner: tuple[Term, Term]) -> tuple[Term, ...]:
    """Return the terms of the conditions at a vertex."""
    at = {shape.high: corner[0], shape.low: corner[1]}
    return tuple(term.xreplace(at) for term, _ in shape.inside)


def _not_below_0(term: Term, numbers: Mapping[Term, float]) -> bool:
    """Whether a term is at least 0: up to rounding, and exactly where it is a number."""
    found = numeric(term, numbers)
    if abs(found) > _NEAR or term.free_symbols:
        return found >= -_NEAR
    return _is_not_negative(term)


@lru_cache(maxsize=256)
def _is_not_negative(number: Term) -> bool:
    above = sign(number)
    return above == 1 or (above is None and is_zero(number))


def holds_at(sentence: Sentence, numbers: Mapping[Term, float]) -> bool:
    """Whether a comparison holds at some numbers: up to rounding, and beyond it if it is strict."""
    left, right = (numeric(side, numbers) for side in sentence.args)
    if isinstance(sentence, (sp.Eq, sp.Ne)):
        return (abs(left - right) <= _NEAR) is isinstance(sentence, sp.Eq)
    if isinstance(sentence, (sp.Ge, sp.Gt)):
        left, right = right, left
    return left < right - _NEAR if isinstance(sentence, (sp.Lt, sp.Gt)) else left <= right + _NEAR
