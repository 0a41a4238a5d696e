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
# sympy's own classes, and nothing derived from them: that could answer differently each time
_RATIONALS = frozenset(map(type, (sp.S(2), sp.S(1) / 3, sp.S(0), sp.S(1), sp.S(-1), sp.S.Half)))
_LONG = 1_000  # bits: the exponential of a longer number is not evaluated


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
    if kind in _RATIONALS:
        return number(int(term.p), int(term.q))
    if kind is sp.Add:
        if _towers(term):
            return ("sum", *sorted(map(read, term.args), key=repr))
        return ("sum", *map(read, _ordered(term)))
    if kind is sp.Mul:
        if _towers(term):
            return ("product", *sorted(map(read, term.args), key=repr))
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


def _towers(term: Term) -> bool:
    """Whether an exponential of an exponential of a number is in it.

    Sympy evaluates such numbers when it puts terms into its order, however large they are.
    """
    return any(
        type(part) in (sp.exp, sp.Pow) and part.is_number and _height(part) > 1
        for part in sp.preorder_traversal(term)
    )


def _height(term: Term) -> int:
    """Return how many exponentials stand on each other; a long number counts as one."""
    if type(term) in _RATIONALS:
        return int(max(int(term.p).bit_length(), int(term.q).bit_length()) > _LONG)
    own = type(term) is sp.exp or (type(term) is sp.Pow and not term.exp.is_Rational)
    return own + max(map(_height, term.args), default=0)


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


def in_sympy(term: kernel.Term, simplified: bool = True) -> Term:
    """Return a term of the kernel in sympy, which may simplify it, unless it is told not to.

    Raises
    ------
    Malformed
        If a variable that a mean binds has the name of another symbol in that mean.
    """
    return _Writer(simplified).term(term, ())


def relation_in_sympy(relation: kernel.Sentence, simplified: bool = True) -> Sentence:
    """Return a relation of the kernel in sympy; its sides may be simplified, its sign is kept."""
    return _Writer(simplified).relation(relation, ())


class _Writer:
    """Writes terms in sympy; `bound` has the symbols of the binders, the innermost first."""

    def __init__(self, simplified: bool) -> None:
        self._evaluate: dict[str, bool] = {} if simplified else {"evaluate": False}

    def term(self, term: kernel.Term, bound: tuple[tuple[Term, ...], ...]) -> Term:
        match term:
            case ("number", p, q):
                return sp.Rational(p, q)
            case ("symbol", name):
                return sp.Symbol(name, real=True)
            case ("bound", depth, index):
                return bound[depth][index]
            case ("power", base, exponent):
                return sp.Pow(self.term(base, bound), exponent, **self._evaluate)
            case ("mean", (_, name, hints, support), body):
                _refuse_capture(term, bound)
                own = tuple(sp.Symbol(hint, real=True) for hint in hints)
                sure = sp.And(*(self.relation(part, (own,)) for part in support))
                return Mean(self.term(body, (own, *bound)), own, sure, name)
            case ("indicator", *relations):
                event = sp.And(*(self.relation(part, bound) for part in relations))
                pieces = ((sp.Integer(1), event), (sp.Integer(0), sp.true))
                return sp.Piecewise(*pieces, **self._evaluate)
            case (word, *parts):
                function = _WORDS.get(word) or _OPERATIONS[word]
                return function(*(self.term(part, bound) for part in parts), **self._evaluate)
        raise Malformed("not a term of the kernel's language")

    def relation(self, relation: kernel.Sentence, bound: tuple[tuple[Term, ...], ...]) -> Sentence:
        sign, left, right = relation
        return _RELATIONS[sign](self.term(left, bound), self.term(right, bound), evaluate=False)


def _refuse_capture(mean: kernel.Term, bound: tuple[tuple[Term, ...], ...]) -> None:
    """Refuse a mean whose variable has the name of a symbol in it that it does not bind."""
    outside = set(kernel.free(mean))
    for leaf, depth in kernel.leaves(mean):
        if leaf[0] == "bound" and 0 <= depth <= leaf[1]:
            outside.add(bound[leaf[1] - depth][leaf[2]].name)
    for hint in mean[1][2]:
        if hint in outside:
            raise Malformed(
                f"sympy cannot tell the variable {hint} of a mean from the symbol {hint}"
            )
