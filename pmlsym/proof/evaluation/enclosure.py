"""Reading of exact numbers from sympy, and evaluation of sentences at them by `balls`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import sympy as sp
from sympy.functions.elementary.piecewise import ExprCondPair

from pmlsym.proof.evaluation.balls import Atom, NoValue, Point
from pmlsym.proof.evaluation.given import refuse_large
from pmlsym.proof.evaluation.roots import TooLarge, coefficients, is_real, root_latex, root_text
from pmlsym.proof.evaluation.tidy import towers
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import Malformed, NotProved, put
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import SIGNS, in_sympy, read, symbol_name, sympified
from pmlsym.proof.writing import latex, text

# A law for a witness: finitely many atoms, each a probability and a value for every variable.
Law: TypeAlias = Sequence[tuple[Term, Mapping[Term, Term]]]

_MOST_PARTS = 50_000


class Reader:
    """A reader of sympy's numbers; those outside the kernel's language are stored under a name.

    Such a name begins with ``#``, which no symbol's name does.
    """

    def __init__(self) -> None:
        self.special: dict[str, Term] = {}

    def term(self, term: Term) -> kernel.Term:
        """Read a sympy term."""
        taken: set[str] = set()
        special: set[Term] = set()
        for part in _parts(term):
            if type(part) is sp.Symbol:
                taken.add(str(part.name))
            elif type(part) in (sp.CRootOf, sp.erfc):
                special.add(part)
        own: dict[Term, str] = {}
        for part in special:
            _refuse_large_root(part)
        for part in sorted(special, key=sp.default_sort_key):
            _refuse_unreal(part)
            _refuse_unread(part)
            name = next((n for n, old in self.special.items() if old == part), None)
            own[part] = name or f"#{len(self.special)}"
            self.special.setdefault(own[part], _own(part))
        inside: dict[Term, Term] = {}
        names: dict[str, kernel.Term] = {}
        for part, name in own.items():
            here = f"number{len(inside)}"
            while here in taken:
                here += "0"
            taken.add(here)
            inside[part] = sp.Symbol(here, real=True)
            names[here] = ("symbol", name)
        try:
            found = read(_replaced(term, inside) if inside else term)
            refuse_large(found)
        except RecursionError:
            raise NoValue("a term is too deep") from None
        return put(found, names)

    def number(self, value: Term) -> kernel.Term:
        """Read an exact real number; refuse infinity and numbers that cannot be evaluated."""
        if not isinstance(value, sp.Expr) or value.has(sp.Float) or value.free_symbols:
            raise NoValue(f"{_short(value)} is not an exact number")
        try:
            return self.term(value)
        except NotProved as reason:
            raise NoValue(f"{reason}; exact numbers are built from fractions") from None

    def text(self, term: kernel.Term) -> str:
        """Write a term that was read here on one line."""
        names = {
            name: f"erfc({text(read(value.args[0]))})"
            if type(value) is sp.erfc
            else root_text(value)
            for name, value in self.special.items()
        }
        return text(term, names)

    def law_text(self, name: str, law: Sequence[Atom]) -> str:
        """Write a finite law: the probability of each atom, and the values there."""
        atoms = (
            f"{self.text(p)} on {', '.join(f'{s} = {self.text(v)}' for s, v in atom.items())}"
            for p, atom in law
        )
        return f"{name}: {'; '.join(atoms)}"

    def latex(self, term: kernel.Term, names: Mapping[str, str]) -> str:
        """Write a term that was read here as LaTeX; `names` says how symbols are set."""
        special = {
            name: rf"\operatorname{{erfc}}\left({latex(read(value.args[0]), names)}\right)"
            if type(value) is sp.erfc
            else root_latex(value)
            for name, value in self.special.items()
        }
        return latex(term, {**names, **special})

    def in_sympy(self, term: kernel.Term) -> Term:
        """Return a closed term in sympy, with the stored numbers substituted.

        It is simplified unless sympy would take forever or fail.
        """
        known = {sp.Symbol(n, real=True): _own(value) for n, value in self.special.items()}
        if not towers(term):
            with suppress(NotProved):
                return in_sympy(term).xreplace(known)
        with sp.evaluate(False):  # a maximum of a rounded number and one of these is its ValueError
            return in_sympy(term, simplified=False).xreplace(known)

    def point(self, values: Mapping[Term, Term], laws: Mapping[str, Law]) -> Point:
        """Read the numbers and the laws of a point."""
        numbers = {_name(symbol): self.number(_sympified(v)) for symbol, v in values.items()}
        read_laws: dict[str, list[Atom]] = {}
        for name, law in laws.items():
            try:
                atoms = [(probability, dict(atom)) for probability, atom in law]
            except (TypeError, ValueError):
                raise NoValue(
                    f"the law {name} is of type {type(law).__name__}: it has to be a list of "
                    "pairs, each of a probability and a value for every variable"
                ) from None
            read_laws[str(name)] = [
                (
                    self._in_law(probability),
                    {_name(symbol): self._in_law(v) for symbol, v in atom.items()},
                )
                for probability, atom in atoms
            ]
        return Point(numbers, read_laws, self.special)

    def _in_law(self, value: object) -> kernel.Term:
        found = _sympified(value)
        if isinstance(found, sp.Basic) and found.has(Mean):
            raise NoValue(f"{found} stands in a law: a mean, which would need one itself")
        return self.number(found)


def _own(part: Term) -> Term:
    """Return a copy of a number, as the caller could change the parts of the original."""
    return sp.CRootOf(part.poly, part.index) if type(part) is sp.CRootOf else part


def _refuse_large_root(part: Term) -> None:
    """Refuse a large root before sympy, which may take forever, evaluates it."""
    try:
        if type(part) is sp.CRootOf:
            coefficients(part)
    except TooLarge as reason:
        raise NoValue(str(reason)) from None


def _refuse_unreal(part: Term) -> None:
    is_root = type(part) is sp.CRootOf
    if part.free_symbols or not (is_real(part) if is_root else part.is_real is True):
        shown = root_text(part) if is_root else part
        raise NoValue(f"{shown} is not an exact real number")


def _refuse_unread(part: Term) -> None:
    """Refuse the error function of a number outside the kernel's language."""
    try:
        if type(part) is sp.erfc:
            read(part.args[0])
    except NotProved as reason:
        raise NoValue(f"{_short(part)}: {reason}") from None


def _replaced(term: Term, inside: Mapping[Term, Term]) -> Term:
    """Replace numbers by symbols without any simplification.

    Sympy's own method would simplify ``0*log(x)`` to 0, which has a value where log(x) has none.
    """
    if term in inside:
        return inside[term]
    args = [_replaced(arg, inside) if isinstance(arg, sp.Basic) else arg for arg in term.args]
    if all(new is old for new, old in zip(args, term.args, strict=True)):
        return term
    if isinstance(term, Mean | ExprCondPair | sp.Tuple):  # not evaluated
        return term.func(*args)
    return term.func(*args, evaluate=False)


def _parts(term: Term) -> list[Term]:
    """Return the subterms of a term, itself first, but not those of a special number."""
    if not isinstance(term, sp.Basic):
        raise NoValue(f"something of type {type(term).__name__} is no term")
    found, waiting = [], [term]
    while waiting:
        part = waiting.pop()
        found.append(part)
        if len(found) > _MOST_PARTS:
            raise NoValue("a term is too long")
        if type(part) not in (sp.CRootOf, sp.erfc):
            waiting += reversed(part.args)
    return found


def _short(value: object) -> str:
    try:
        line = str(value)
    except ValueError:  # a number too long for Python to print
        line = ""
    return line if 0 < len(line) <= 200 else f"something of type {type(value).__name__}"


def _sympified(given: object) -> Term:
    try:
        return sympified(given)
    except NotProved as reason:
        raise NoValue(str(reason)) from None


def _name(symbol: object) -> str:
    name = symbol_name(symbol)
    if name is None:
        raise NoValue(f"{_short(symbol)} is no real symbol")
    return name


def enclose(
    term: Term, values: Mapping[Term, Term] | None = None, laws: Mapping[str, Law] | None = None
) -> Any:
    """Return an arb ball that contains the value of a closed term, at the current precision.

    Examples
    --------
    >>> import flint
    >>> bool(enclose(sp.exp(sp.log(2))).overlaps(flint.arb(2)))
    True
    """
    reader = Reader()
    point = reader.point(values or {}, laws or {})
    return point.ball(reader.term(_sympified(term)))


def holds(
    sentence: Sentence,
    values: Mapping[Term, Term] | None = None,
    laws: Mapping[str, Law] | None = None,
    confirm: bool = True,
) -> bool | None:
    """Return whether a relation holds at exact numbers; None if it is undecided.

    An equality is confirmed only by exact cancellation, never by closeness, which takes time:
    without `confirm` the result for two sides that look equal is None.

    Examples
    --------
    >>> holds(sp.exp(1) < sp.Rational(272, 100))
    True
    """
    if sentence is sp.true or sentence is sp.false:
        return sentence is sp.true
    if type(sentence) not in SIGNS:
        raise Malformed(f"{_short(sentence)} is not a relation between real numbers")
    for given in (values or {}, laws or {}):
        if not isinstance(given, Mapping):
            raise Malformed(f"{_short(given)} is no mapping from symbols to numbers or to laws")
    reader = Reader()
    point = reader.point(values or {}, laws or {})
    return point.holds((SIGNS[type(sentence)], *map(reader.term, sentence.args)), confirm)
