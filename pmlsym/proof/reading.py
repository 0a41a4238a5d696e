"""Translation between sympy and the kernel, in both directions.

Sympy may have simplified a term before it is read here, so goals are printed as they were read, and
not as they were typed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType

import sympy as sp
from sympy.functions.elementary.piecewise import ExprCondPair

from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import MOST_BITS, Malformed, bind, number
from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts

SIGNS = MappingProxyType(
    {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "=", sp.Ne: "!="}
)
OPPOSITE = MappingProxyType(
    {
        sp.Le: sp.Gt,
        sp.Lt: sp.Ge,
        sp.Ge: sp.Lt,
        sp.Gt: sp.Le,
        sp.Eq: sp.Ne,
        sp.Ne: sp.Eq,
    }
)
_RELATIONS = {sign: relation for relation, sign in SIGNS.items()}
_FUNCTIONS = {sp.exp: "exp", sp.log: "log", sp.Abs: "abs", Rounded: "round"}
_WORDS = {word: function for function, word in _FUNCTIONS.items()}
_LATTICE = {sp.Max: "max", sp.Min: "min"}
_OPERATIONS = {"sum": sp.Add, "product": sp.Mul, "max": sp.Max, "min": sp.Min}
# sympy's own classes; subclasses could return something else each time
_RATIONALS = frozenset(map(type, (sp.S(2), sp.S(1) / 3, sp.S(0), sp.S(1), sp.S(-1), sp.S.Half)))
_FRACTION = re.compile(r"-?[0-9]{1,4000}(/0*[1-9][0-9]{0,3999})?")
_LONG = 1_000  # bits: the exponential of a longer number is not evaluated
_KNOWN = frozenset((sp.Symbol, type(sp.E), sp.Add, sp.Mul, sp.Pow, sp.Piecewise, Mean))
_KNOWN |= _RATIONALS | frozenset(_FUNCTIONS) | frozenset(_LATTICE)
# parts of a mean or an indicator besides terms; and one relation, or several
_AROUND = frozenset((sp.Tuple, sp.And, type(sp.true), type(sp.false), ExprCondPair, *SIGNS))
_MOST_PARTS = 50_000  # the kernel's own bound is 20,000
_MOST_DEPTH = 200


def sympified(given: object) -> Term:
    """Return an argument as a sympy object.

    Text may be a fraction only, as sympy would run it as a program.
    """
    try:
        if type(given) is str and _FRACTION.fullmatch(given):
            return sp.Rational(*map(int, given.split("/")))
        return sp.sympify(given, strict=True)
    except (sp.SympifyError, AttributeError, TypeError, ValueError, RecursionError):
        raise Malformed(f"something of type {type(given).__name__} cannot be read") from None


def symbol_name(symbol: object) -> str | None:
    """Return the name of a real symbol; None for anything else."""
    try:
        found = read(symbol)
    except kernel.NotProved:
        return None
    return str(found[1]) if found[0] == "symbol" else None


def read(term: Term) -> kernel.Term:
    """Return a sympy term as the kernel reads it.

    Examples
    --------
    >>> read(sp.Symbol("x", real=True) - 1)
    ('sum', ('symbol', 'x'), ('number', -1, 1))
    """
    refuse_foreign(term)
    try:
        return _read(term)
    except RecursionError:
        raise Malformed("a term is too deep") from None


def refuse_foreign(term: Term, also: tuple[type, ...] = ()) -> None:
    """Refuse a term that is too large or not built of sympy's own classes only.

    A subclass could return something else each time. Parts of the classes `also` are not checked
    further.
    """
    waiting: list[tuple[object, int]] = [(term, 0)]
    parts = 0
    while waiting:
        part, depth = waiting.pop()
        parts += 1
        if parts > _MOST_PARTS or depth > _MOST_DEPTH:
            raise Malformed("a term is too long, or too deep")
        if type(part) in _RATIONALS:
            bits = max(int(part.p).bit_length(), int(part.q).bit_length())  # type: ignore[attr-defined]
            if bits > MOST_BITS:
                raise Malformed(f"a number of {bits} bits: the most is {MOST_BITS}")
        elif type(part) in also:
            continue
        elif type(part) not in _KNOWN and type(part) not in _AROUND:
            raise _no_real_number(part)
        else:
            waiting += ((inside, depth + 1) for inside in part.args)  # type: ignore[attr-defined]


def object_text(thing: object) -> str:
    """Return the text of any object for a message, or its type if that fails."""
    try:
        line = str(thing)
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        line = ""
    return line if 0 < len(line) <= 200 else f"something of type {type(thing).__name__}"


def _name_text(name: object) -> str:
    return repr(name) if type(name) is str and len(name) <= 60 else "something long"


def _read(term: Term) -> kernel.Term:
    kind = type(term)
    if kind is sp.Symbol:
        return _symbol(term)
    if term is sp.E:
        return ("exp", kernel.ONE)
    if kind in _RATIONALS:
        return number(int(term.p), int(term.q))
    if kind is sp.Add:
        if _towers(term):
            return ("sum", *sorted(map(_read, term.args), key=repr))
        return ("sum", *map(_read, _ordered(term)))
    if kind is sp.Mul:
        if _towers(term):
            return ("product", *sorted(map(_read, term.args), key=repr))
        return ("product", *map(_read, term.as_ordered_factors()))
    if kind is sp.Pow and len(term.args) == 2:
        base, exponent = term.args
        if type(exponent) in _RATIONALS and exponent.q == 1:
            return ("power", _read(base), int(exponent.p))
        return ("exp", ("product", _read(exponent), ("log", _read(base))))
    if kind in _FUNCTIONS and len(term.args) == 1:
        return (_FUNCTIONS[kind], _read(term.args[0]))
    if kind in _LATTICE:
        return (_LATTICE[kind], *map(_read, term.args))
    if kind is Mean:
        return _mean(term)
    if kind is sp.Piecewise:
        return _indicator(term)
    raise _no_real_number(term)


def _no_real_number(part: object) -> Malformed:
    if isinstance(part, sp.Float):
        return Malformed(
            f"{object_text(part)} is a float: write a fraction, as sympy.Rational(1, 3)"
        )
    return Malformed(f"{object_text(part)} is not known to be a real number")


def _mean(mean: Term) -> kernel.Term:
    """Read a mean, and validate its parts."""
    if [type(part) for part in mean.args[1::2]] != [sp.Tuple, sp.Symbol] or len(mean.args) != 4:
        raise Malformed("a mean is over symbols, under a law with a name")
    body, variables, support, law = mean.args
    if not kernel.is_name(law.name):
        raise Malformed(f"{_name_text(law.name)} cannot be the name of a law")
    symbols = tuple(map(_read, variables.args))
    if not symbols or any(symbol[0] != "symbol" for symbol in symbols):
        raise Malformed("a mean is over at least one symbol, and over nothing else")
    names = tuple(symbol[1] for symbol in symbols)
    sure = tuple(bind(_relation(part), names) for part in conjuncts(support))
    return ("mean", ("law", law.name, names, sure), bind(_read(body), names))


def _ordered(total: Term) -> list[Term]:
    """Return the terms of a sum in the order for printing: 1 - x, not -x + 1."""
    factors = (factor for term in total.args for factor in sp.Mul.make_args(term))
    if any(factor.is_number and not factor.is_Rational for factor in factors):
        # sympy's own order would evaluate these numbers, however large they are
        terms = sorted(total.args, key=sp.default_sort_key)
    else:
        terms = total.as_ordered_terms()
    place = next((i for i, t in enumerate(terms) if not t.could_extract_minus_sign()), 0)
    return [terms[place], *terms[:place], *terms[place + 1 :]]


def _towers(term: Term) -> bool:
    """Whether a term contains an exponential of an exponential of a number.

    Sympy evaluates such numbers when it sorts terms, however large they are.
    """
    return any(
        type(part) in (sp.exp, sp.Pow) and part.is_number and _height(part) > 1
        for part in sp.preorder_traversal(term)
    )


def _height(term: Term) -> int:
    """Return the depth of nested exponentials; a long number counts as one."""
    if type(term) in _RATIONALS:
        return int(max(int(term.p).bit_length(), int(term.q).bit_length()) > _LONG)
    own = type(term) is sp.exp or (type(term) is sp.Pow and not term.exp.is_Rational)
    return own + max(map(_height, term.args), default=0)


def _symbol(symbol: Term) -> kernel.Term:
    name = symbol.name
    if not kernel.is_name(name):
        raise Malformed(
            f"{_name_text(name)} cannot be the name of a symbol: that is a letter, then letters "
            "and digits, with single _ or | between them, and no word of the language such as exp"
        )
    if symbol != sp.Symbol(name, real=True):
        raise Malformed(
            f"the symbol {name} has to be real and nothing more: "
            "what is assumed of it belongs to the hypotheses"
        )
    return ("symbol", name)


def _indicator(term: Term) -> kernel.Term:
    if len(term.args) == 2 and all(type(pair) is ExprCondPair for pair in term.args):
        (one, event), (zero, otherwise) = (pair.args for pair in term.args)
        if one is sp.S.One and zero is sp.S.Zero and otherwise is sp.true:
            return ("indicator", *map(_relation, conjuncts(event)))
    raise Malformed(f"{object_text(term)} is not the indicator of an event")


def read_relation(relation: Sentence) -> kernel.Sentence:
    """Return a sympy relation as the kernel reads it."""
    if type(relation) not in SIGNS:
        raise Malformed(f"{object_text(relation)} is not a relation between real numbers")
    refuse_foreign(relation)
    try:
        return _read_once(relation)
    except RecursionError:
        raise Malformed("a term is too deep") from None


@lru_cache(maxsize=8192)
def _read_once(relation: Sentence) -> kernel.Sentence:
    """Read a relation of sympy's own classes, which are equal only if they are built alike."""
    return _relation(relation)


def _relation(relation: Sentence) -> kernel.Sentence:
    if type(relation) not in SIGNS or len(relation.args) != 2:
        raise Malformed(f"{object_text(relation)} is not a relation between real numbers")
    left, right = relation.args
    return (SIGNS[type(relation)], _read(left), _read(right))


def in_sympy(term: kernel.Term, simplified: bool = True) -> Term:
    """Return a term of the kernel in sympy, with sympy's simplification unless turned off."""
    try:
        return _Writer(simplified).term(term, ())
    except (TypeError, ValueError, RecursionError):
        raise Malformed("sympy cannot write this term") from None


def relation_in_sympy(relation: kernel.Sentence, simplified: bool = True) -> Sentence:
    """Return a relation of the kernel in sympy, with its sides possibly simplified."""
    try:
        return _Writer(simplified).relation(relation, ())
    except (TypeError, ValueError, RecursionError):
        raise Malformed("sympy cannot write this relation") from None


class _Writer:
    """A translator of terms to sympy; `bound` has the symbols of the binders, innermost first."""

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
