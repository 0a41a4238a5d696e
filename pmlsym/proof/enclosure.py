"""Exact numbers as a person writes them: read, put into sentences, and enclosed in arb balls.

What is evaluated is the sentence as the kernel has it; `balls` does it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.proof.balls import NoValue, Point, refuse_large
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import Malformed, NotProved, put
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import SIGNS, in_sympy, read
from pmlsym.proof.writing import text

# A law for a witness: finitely many atoms, each a probability and a value for every variable.
Law: TypeAlias = Sequence[tuple[Term, Mapping[Term, Term]]]


class Reader:
    """Reads sympy's numbers; those that the kernel has no word for get a name and are kept.

    Such a name begins with ``#``, as no symbol's does.
    """

    def __init__(self) -> None:
        self.special: dict[str, Term] = {}

    def term(self, term: Term) -> kernel.Term:
        """Read a sympy term.

        Raises
        ------
        NoValue
            If it contains an algebraic number that is not real, or a function of a symbol that the
            kernel does not know, or is too large.
        """
        taken = {symbol.name for symbol in term.atoms(sp.Symbol)}
        inside: dict[Term, Term] = {}
        names: dict[str, kernel.Term] = {}
        for part in sorted(term.atoms(sp.CRootOf, sp.erfc), key=sp.default_sort_key):
            if part.free_symbols or part.is_real is not True:
                raise NoValue(f"{part} is not an exact real number")
            name = next((n for n, old in self.special.items() if old == part), None)
            name = name or f"#{len(self.special)}"
            self.special[name] = part
            here = f"number{len(inside)}"
            while here in taken:
                here += "0"
            taken.add(here)
            inside[part] = sp.Symbol(here, real=True)
            names[here] = ("symbol", name)
        try:
            found = read(term.xreplace(inside))
            refuse_large(found)
        except RecursionError:
            raise NoValue("a term is too deep") from None
        return put(found, names)

    def number(self, value: Term) -> kernel.Term:
        """Read an exact number; refuse infinity, what is not real, and what the kernel has not."""
        if not isinstance(value, sp.Expr) or value.has(sp.Float) or value.free_symbols:
            raise NoValue(f"{value} is not an exact number")
        try:
            return self.term(value)
        except NotProved as reason:
            raise NoValue(f"{reason}; exact numbers are built from fractions") from None

    def text(self, term: kernel.Term) -> str:
        """Write a term that was read here on one line."""
        names = {
            name: f"erfc({text(read(value.args[0]))})"
            if isinstance(value, sp.erfc)
            else str(value).replace("**", "^")
            for name, value in self.special.items()
        }
        return text(term, names)

    def in_sympy(self, term: kernel.Term) -> Term:
        """Return a closed term in sympy, with the numbers that the kernel has no word for."""
        known = {sp.Symbol(name, real=True): value for name, value in self.special.items()}
        return in_sympy(term).xreplace(known)

    def point(self, values: Mapping[Term, Term], laws: Mapping[str, Law]) -> Point:
        """Read the numbers and the laws of a point."""
        numbers = {str(symbol): self.number(sp.sympify(v)) for symbol, v in values.items()}
        read_laws = {
            str(name): [
                (
                    self._in_law(probability),
                    {str(symbol): self._in_law(v) for symbol, v in atom.items()},
                )
                for probability, atom in law
            ]
            for name, law in laws.items()
        }
        return Point(numbers, read_laws, self.special)

    def _in_law(self, value: Term) -> kernel.Term:
        found = sp.sympify(value)
        if isinstance(found, sp.Basic) and found.has(Mean):
            raise NoValue(f"{found} stands in a law: a mean, which would need one itself")
        return self.number(found)


def enclose(
    term: Term, values: Mapping[Term, Term] | None = None, laws: Mapping[str, Law] | None = None
) -> Any:
    """Return an arb ball that contains the value of a closed term, at the current precision.

    Parameters
    ----------
    term : a sympy expression.
    values : exact numbers for its free symbols.
    laws : a finite law for the expectations in it, by name.

    Raises
    ------
    NoValue
        If a number is not exact, or a part of the term has no value that could be told.

    Examples
    --------
    >>> bool(enclose(sp.exp(sp.log(2))).overlaps(flint.arb(2)))
    True
    """
    reader = Reader()
    point = reader.point(values or {}, laws or {})
    return point.ball(reader.term(sp.sympify(term)))


def holds(
    sentence: Sentence,
    values: Mapping[Term, Term] | None = None,
    laws: Mapping[str, Law] | None = None,
    confirm: bool = True,
) -> bool | None:
    """Say whether a relation holds at exact numbers; None if no precision tells.

    An equality between numbers is confirmed only by exact cancellation, never by closeness. That
    takes its time: without `confirm` two sides that look equal give None.

    Raises
    ------
    NoValue
        If a number is not exact, or larger than the kernel's own may be.
    Malformed
        If this is no relation between real numbers.

    Examples
    --------
    >>> holds(sp.exp(1) < sp.Rational(272, 100))
    True
    """
    if sentence in (sp.true, sp.false):
        return bool(sentence)
    if type(sentence) not in SIGNS:
        raise Malformed(f"{sentence!r} is not a relation between real numbers")
    reader = Reader()
    point = reader.point(values or {}, laws or {})
    return point.holds((SIGNS[type(sentence)], *map(reader.term, sentence.args)), confirm)
