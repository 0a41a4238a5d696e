"""Random points at which hypotheses hold, in floats: a filter for the search.

A claim that fails at one of them is not tried; none is proved or refuted by them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import sympy as sp

from pmlsym.proof.language import Sentence, Term

Row = tuple[float, ...]
_SLACK = 1e-9
_NOISE = 1e-12  # rounding error, relative to the size of the summands
_DRAWS = 6_000
_WANTED = 250


@dataclass(frozen=True)
class Region:
    """Points at which all given hypotheses hold.

    Parameters
    ----------
    symbols : the symbols that have a value, in the order of each row.
    rows : the values.
    """

    symbols: tuple[Term, ...]
    rows: tuple[Row, ...]

    @staticmethod
    def of(given: Sequence[Sentence], also: Sequence[Term] = ()) -> Region:
        """Draw points for the symbols of hypotheses, and for other symbols.

        Examples
        --------
        >>> x, y = sp.symbols("x y", real=True)
        >>> region = Region.of((x >= 1, y <= x, y >= 0))
        >>> region.never_negative(x - y), region.never_negative(y - x)
        (True, False)
        """
        return _drawn(tuple(given), tuple(also))

    @classmethod
    def draw(cls, given: Sequence[Sentence], also: Sequence[Term]) -> Region:
        """Draw new points."""
        free = {s for part in (*given, *also) for s in part.free_symbols}
        symbols = tuple(sorted(free, key=str))
        rng = Random(len(symbols))
        defined = _definitions(given)
        drawn = tuple(s for s in symbols if s not in defined)
        ranges = [_range(symbol, given) for symbol in drawn]
        compute = [(s, compiled(symbols, term)) for s, (_, term) in defined.items()]
        used = [relation for relation, _ in defined.values()]
        tests = [
            (type(r), compiled(symbols, r.lhs - r.rhs))
            for r in given
            if not any(r is other for other in used)
        ]
        rows = []
        for _ in range(_DRAWS):
            values = dict.fromkeys(symbols, math.nan)
            scale = rng.choice((0.03, 0.3, 1.0, 1.0, 4.0, 20.0))
            values |= {s: _draw(rng, *r, scale) for s, r in zip(drawn, ranges, strict=True)}
            for symbol, rule in compute:
                values[symbol] = rule(tuple(values[s] for s in symbols))
            row = tuple(values[s] for s in symbols)
            if all(_holds(kind, test(row)) for kind, test in tests):
                rows.append(row)
                if len(rows) >= _WANTED:
                    break
        return cls(symbols, tuple(rows))

    def values(self, term: Term) -> list[float]:
        """Return the values of a term at the points; nan where it has none."""
        if not term.free_symbols <= set(self.symbols):
            return [math.nan]
        rule = compiled(self.symbols, term)
        return [rule(row) for row in self.rows]

    def never_negative(self, term: Term) -> bool:
        """Whether a term has a finite value at every point, and none below 0 up to rounding."""
        whole = sp.Add(*map(sp.Abs, sp.Add.make_args(term)), evaluate=False)  # before cancelling
        pairs = zip(self.values(term), self.values(whole), strict=True)
        found = [(value, size) for value, size in pairs if not math.isinf(value)]
        return bool(found) and all(value >= -_SLACK - _NOISE * size for value, size in found)

    def sign(self, term: Term) -> int:
        """Return 1 or -1 if a term has one sign at all points, else 0."""
        if self.never_negative(term):
            return 1
        return -1 if self.never_negative(-term) else 0


@lru_cache(maxsize=256)
def _drawn(given: tuple[Sentence, ...], also: tuple[Term, ...]) -> Region:
    return Region.draw(given, also)


def compiled(symbols: Sequence[Term], term: Term) -> Callable[[Row], float]:
    """Return a term as a function of floats: nan where it has no value, inf where it overflows."""
    rule = _rule({symbol: place for place, symbol in enumerate(symbols)}, term)

    def value(row: Row) -> float:
        try:
            return rule(row)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    return value


def _rule(places: Mapping[Term, int], term: Term) -> Callable[[Row], float]:
    """Compile a term of arithmetic, exp, log, max and min; any other one evaluates to nan."""
    if term in places:
        place = places[term]
        return lambda row: row[place]
    if term.is_number:
        number = sp.N(term)
        constant = float(number) if number.is_real else math.nan
        return lambda row: constant
    parts = [_rule(places, part) for part in term.args]
    match term:
        case sp.Add():
            return lambda row: sum(part(row) for part in parts)
        case sp.Mul():
            return lambda row: math.prod(part(row) for part in parts)
        case sp.Pow():
            return lambda row: math.pow(parts[0](row), parts[1](row))
        case sp.exp():
            return lambda row: math.exp(parts[0](row))
        case sp.log():
            return lambda row: math.log(parts[0](row))
        case sp.Abs():
            return lambda row: abs(parts[0](row))
        case sp.Max():
            return lambda row: max(part(row) for part in parts)
        case sp.Min():
            return lambda row: min(part(row) for part in parts)
    return lambda row: math.nan


def _holds(kind: type, difference: float) -> bool:
    if issubclass(kind, sp.Ge | sp.Gt):
        return difference >= 0
    if issubclass(kind, sp.Le | sp.Lt):
        return difference <= 0
    return abs(difference) <= _SLACK if issubclass(kind, sp.Eq) else difference != 0


def _definitions(given: Sequence[Sentence]) -> dict[Term, tuple[Sentence, Term]]:
    """Return equations that define one symbol by symbols without a definition."""
    found: dict[Term, tuple[Sentence, Term]] = {}
    for relation in given:
        if not isinstance(relation, sp.Eq) or relation.free_symbols & set(found):
            continue
        difference = sp.expand(relation.lhs - relation.rhs)

        def rank(symbol: Term) -> tuple[int, str]:
            meets = (len(other.free_symbols) > 1 for other in given if symbol in other.free_symbols)
            return sum(meets), str(symbol)

        for symbol in sorted(difference.free_symbols, key=rank):
            slope = sp.diff(difference, symbol)
            used = {s for _, term in found.values() for s in term.free_symbols}
            if slope != 0 and symbol not in slope.free_symbols | used:
                found[symbol] = (relation, -difference.subs(symbol, 0) / slope)
                break
    return found


def _range(symbol: Term, given: Sequence[Sentence]) -> tuple[float, float]:
    """Return the interval that hypotheses about a symbol alone leave to it."""
    low, high = -math.inf, math.inf
    for relation in given:
        if relation.free_symbols != {symbol} or symbol not in relation.args:
            continue
        turned = relation.rhs == symbol
        other = relation.lhs if turned else relation.rhs
        number = sp.N(other)
        if number.free_symbols or not number.is_real:
            continue
        value = float(number)
        above = isinstance(relation, sp.Ge | sp.Gt) != turned
        if isinstance(relation, sp.Eq):
            return value, value
        low, high = (max(low, value), high) if above else (low, min(high, value))
    return low, high


def _draw(rng: Random, low: float, high: float, scale: float) -> float:
    if math.isinf(low) and math.isinf(high):
        return rng.gauss(0.0, scale)
    if math.isinf(high):
        return low + rng.expovariate(1 / scale)
    if math.isinf(low):
        return high - rng.expovariate(1 / scale)
    near = rng.random()
    if near < 0.1:
        return low + (high - low) * 10 ** rng.uniform(-6, -1)
    if near > 0.9:
        return high - (high - low) * 10 ** rng.uniform(-6, -1)
    return rng.uniform(low, high)
