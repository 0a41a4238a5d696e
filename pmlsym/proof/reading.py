"""The door between sympy and the kernel: reading sympy's terms, and writing the kernel's as such.

What sympy has simplified before it comes here is gone, so what is printed of a goal is what was
read, and not what was typed.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import Malformed, bind, number
from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts

SIGNS = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "=", sp.Ne: "!="}
OPPOSITE = {
    sp.Le: sp.Gt,
    sp.Lt: sp.Ge,
    sp.Ge: sp.Lt,
    sp.Gt: sp.Le,
    sp.Eq: sp.Ne,
    sp.Ne: sp.Eq,
}
_RELATIONS = {sign: relation for relation, sign in SIGNS.items()}
_FUNCTIONS = {sp.exp: "exp", sp.log: "log", sp.Abs: "abs", Rounded: "round"}
_WORDS = {word: function for function, word in _FUNCTIONS.items()}
_LATTICE = {sp.Max: "max", sp.Min: "min"}
_OPERATIONS = {"sum": sp.Add, "product": sp.Mul, "max": sp.Max, "min": sp.Min}


def read(term: Term) -> kernel.Term:
    """Return a sympy term as the kernel reads it.

    Raises
    ------
    Malformed
        If it is not built from real symbols, rational numbers, arithmetic, exp, log, |.|, max,
        min, rounding, indicators and means.

    Examples
    --------
    >>> read(sp.Symbol("x", real=True) - 1)
    ('sum', ('symbol', 'x'), ('number', -1, 1))
    """
    kind = type(term)
    if kind is sp.Symbol:
        return _symbol(term)
    if term is sp.E:
        return ("exp", kernel.ONE)
    if isinstance(term, sp.Rational) and kind.__module__ == sp.Rational.__module__:
        return number(int(term.p), int(term.q))
    if kind is sp.Add:
        return ("sum", *map(read, _ordered(term)))
    if kind is sp.Mul:
        return ("product", *map(read, term.as_ordered_factors()))
    if kind is sp.Pow:
        base, exponent = term.args
        if exponent.is_Integer:
            return ("power", read(base), int(exponent))
        return ("exp", ("product", read(exponent), ("log", read(base))))
    if kind in _FUNCTIONS:
        return (_FUNCTIONS[kind], read(term.args[0]))
    if kind in _LATTICE:
        return (_LATTICE[kind], *map(read, term.args))
    if kind is Mean:
        if not kernel.is_name(term.law):
            raise Malformed(f"{term.law!r} cannot be the name of a law")
        names = tuple(read(variable)[1] for variable in term.variables)
        support = tuple(bind(read_relation(part), names) for part in conjuncts(term.support))
        return ("mean", ("law", term.law, names, support), bind(read(term.body), names))
    if kind is sp.Piecewise:
        return _indicator(term)
    raise Malformed(f"{term} is not known to be a real number")


def _ordered(total: Term) -> list[Term]:
    """Return the terms of a sum as they are printed: 1 - x, not -x + 1."""
    factors = (factor for term in total.args for factor in sp.Mul.make_args(term))
    if any(factor.is_number and not factor.is_Rational for factor in factors):
        # sympy's own order would evaluate these numbers, however large they are
        terms = sorted(total.args, key=sp.default_sort_key)
    else:
        terms = total.as_ordered_terms()
    place = next((i for i, t in enumerate(terms) if not t.could_extract_minus_sign()), 0)
    return [terms[place], *terms[:place], *terms[place + 1 :]]


def _symbol(symbol: Term) -> kernel.Term:
    if symbol != sp.Symbol(symbol.name, real=True):
        raise Malformed(
            f"the symbol {symbol} has to be real and nothing more: "
            "what is assumed of it belongs to the hypotheses"
        )
    if not kernel.is_name(symbol.name):
        raise Malformed(
            f"{symbol.name!r} cannot be the name of a symbol: a letter, then letters, digits and _"
        )
    return ("symbol", symbol.name)


def _indicator(term: Term) -> kernel.Term:
    if len(term.args) == 2 and term.args[0].expr == 1 and tuple(term.args[1]) == (0, sp.true):
        return ("indicator", *map(read_relation, conjuncts(term.args[0].cond)))
    raise Malformed(f"{term} is not the indicator of an event")


def read_relation(relation: Sentence) -> kernel.Sentence:
    """Return a sympy relation as the kernel reads it."""
    if type(relation) not in SIGNS:
        raise Malformed(f"{relation} is not a relation between real numbers")
    left, right = relation.args
    return (SIGNS[type(relation)], read(left), read(right))


def in_sympy(term: kernel.Term) -> Term:
    """Return a term of the kernel in sympy, which may simplify it."""
    return _in_sympy(term, ())


def _in_sympy(term: kernel.Term, bound: tuple[tuple[Term, ...], ...]) -> Term:
    match term:
        case ("number", p, q):
            return sp.Rational(p, q)
        case ("symbol", name):
            return sp.Symbol(name, real=True)
        case ("bound", depth, index):
            return bound[depth][index]
        case ("power", base, exponent):
            return _in_sympy(base, bound) ** exponent
        case ("mean", (_, name, hints, support), body):
            own = _own(term, hints)
            sure = [_relation_in_sympy(part, (own,)) for part in support]
            return Mean(_in_sympy(body, (own, *bound)), own, sp.And(*sure), name)
        case ("indicator", *relations):
            event = sp.And(*(_relation_in_sympy(part, bound) for part in relations))
            return sp.Piecewise((sp.Integer(1), event), (sp.Integer(0), sp.true))
        case (word, *parts):
            function = _WORDS.get(word) or _OPERATIONS[word]
            return function(*(_in_sympy(part, bound) for part in parts))
    raise Malformed("not a term of the kernel's language")


def _own(mean: kernel.Term, hints: tuple[str, ...]) -> tuple[Term, ...]:
    """Return symbols for the variables of a mean, with names that are not free in it."""
    taken = set(kernel.free(mean)) | set(hints)
    names = []
    for hint in hints:
        name, count = hint, 0
        while name in kernel.free(mean) or (count and name in taken):
            count += 1
            name = f"{hint}_{count}"
        taken.add(name)
        names.append(name)
    return tuple(sp.Symbol(name, real=True) for name in names)


def relation_in_sympy(relation: kernel.Sentence) -> Sentence:
    """Return a relation of the kernel in sympy, with its sides simplified and its sign kept."""
    return _relation_in_sympy(relation, ())


def _relation_in_sympy(relation: kernel.Sentence, bound: tuple[tuple[Term, ...], ...]) -> Sentence:
    sign, left, right = relation
    sides = (_in_sympy(left, bound), _in_sympy(right, bound))
    return _RELATIONS[sign](*sides, evaluate=False)
