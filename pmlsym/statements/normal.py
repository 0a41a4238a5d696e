"""Normal form of statements before a proof: equal texts become equal goals.

Each step keeps the meaning, also where a side has no value or is infinite:

- ``a <= min(b, c)`` says ``a <= b`` and ``a <= c``, and ``max(a, b) <= c`` both of ``a <= c`` and
  ``b <= c``: a maximum has a value where all its arguments have one, as it has to be in a clause;
- a logarithm moves into a minimum, and an exponential into both: ``log(min(a, b))`` is
  ``min(log(a), log(b))``;
- a number moves into a maximum or a minimum: ``2*max(a, b)`` is ``max(2*a, 2*b)``, and
  ``-max(a, b)`` is ``min(-a, -b)``; so does a sum with what is finite, such as ``max(a, b) + 1``;
- a mean with a name gets it: ``E[H(X|y)]`` is ``H(X|Y)``;
- ``vulnerability(X)`` is ``pmax``, and ``vulnerability(X|Y)`` is
  ``pmax*exp(min_entropy_leakage(X->Y))``;
- ``a <= b^(1/2)`` says ``a^2 <= b`` where a is never below 0, and ``b^(1/2) <= a`` both of
  ``b >= 0`` and ``b <= a^2``: a square root has a value where b is at least 0;
- ``where e = 1/2`` puts 1/2 in the place of e;
- what is finite and a summand of both sides is left out, where H(X|Y) is H(X) - I(X;Y);
- what has a name gets it: ``hockey_stick(X->Y; 0)`` is ``tv(X->Y)``, ``log(E[exp(pml(X->y))])``
  is ``maximal_leakage(X->Y)``, ``log(E[exp(-pmc(X->y))])`` is ``-maximal_cost_leakage(X->Y)``;
- ``exp(a) <= exp(b)`` and ``max(a, b) = b`` say ``a <= b``;
- what assumes ``pmin = pmax`` assumes that the prior is uniform.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from typing import TypeAlias, TypeGuard

from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.language import fresh
from pmlsym.statements.clauses import (
    Chance,
    Clause,
    Condition,
    GuaranteeClause,
    Indicator,
    everywhere,
)
from pmlsym.statements.evaluation import capitals
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Prior
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
    negative,
    operation,
    replaced,
    summands,
    walk,
)
from pmlsym.statements.text.vocabulary import TURNED

Summands: TypeAlias = tuple[tuple[Fraction, Term], ...]
_HALF, _TWO, _ZERO = (Number(Fraction(*value)) for value in ((1, 2), (2, 1), (0, 1)))
_OTHER = {"max": "min", "min": "max"}


def normal_form(statement: Statement) -> Statement:
    """Return a statement that holds where a given one does, in the form that is reduced.

    A parameter that `where` gives a number is no parameter of it.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(normal_form(parse("LDP(e) => pmc(X->y) <= min(e, 1) where e = 1/2")))
    LDP(1/2) => pmc(X->y) <= 1/2 and pmc(X->y) <= 1
    """
    if statement.binders or statement.has_holes:
        return statement
    statement, known = _uniform(statement), fixed(statement)
    where = [one for one in statement.where if not _fixes(one, known)]
    leaf = _number_for(known)
    put = replace(
        statement,
        conclusion=tuple(_put(clause, leaf) for clause in statement.conclusion),
        hypotheses=tuple(_put(clause, leaf) for clause in statement.hypotheses),
        where=tuple(condition.mapped(leaf) for condition in where),
    )
    assert not {*known} & {*put.parameters}  # a new kind of term has to be known above
    return replace(
        put,
        conclusion=tuple(part for clause in put.conclusion for part in _split(clause)),
        hypotheses=tuple(
            part for clause in put.hypotheses for part in _split(clause, assumed=not put.both_ways)
        ),
    )


def with_averages_named(statement: Statement) -> Statement:
    """Return a statement with a parameter for each average inside a probability.

    It holds for all values of its parameters if and only if the given one does: that the parameter
    is the average is one more hypothesis.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = parse("P[pml(X->y) > maximal_leakage(X->Y) + t] <= exp(-t)")
    >>> print(with_averages_named(said))
    maximal_leakage(X->Y) = m => P[pml(X->y) > m + t] <= exp(-t)
    """
    if statement.binders or statement.has_holes or statement.both_ways:
        return statement
    named: dict[Term, Parameter] = {}
    taken = {*statement.parameters}

    def inside(one: Term) -> Term:
        if not isinstance(one, Overall) or not AVERAGES[one.kind].is_finite:
            return one
        if one not in named:
            named[one] = Parameter(fresh("m", taken).name)
            taken.add(named[one].name)
        return named[one]

    def leaf(one: Term) -> Term:
        if not isinstance(one, Chance):
            return one
        return Chance(Indicator(tuple(condition.mapped(inside) for condition in one.conditions)))

    def put(clause: Clause) -> Clause:
        if not isinstance(clause, Condition):
            return clause
        left, right = (replaced(side, leaf) for side in clause.terms)
        return Condition(left, clause.sign, right)

    conclusion = tuple(map(put, statement.conclusion))
    hypotheses = tuple(map(put, statement.hypotheses))
    equal = tuple(Condition(average, "=", name) for average, name in named.items())
    return replace(statement, conclusion=conclusion, hypotheses=(*equal, *hypotheses))


# --- numbers for parameters -----------------------------------------------------------------------


def fixed(statement: Statement) -> dict[str, Fraction]:
    """Return the numbers of at least 0 that `where` gives to parameters.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> fixed(parse("PML(e) => PMC(a) where e = 1/2, a > 1"))
    {'e': Fraction(1, 2)}
    """
    return {
        one.name: other.value
        for condition in statement.where
        for one, other in (condition.terms, condition.terms[::-1])
        if condition.sign == "="
        and isinstance(one, Parameter)
        and isinstance(other, Number)
        and other.value >= 0
    }


def _fixes(condition: Condition, known: Mapping[str, Fraction]) -> bool:
    """Whether a condition is one of those that gave a parameter its number."""
    return condition.sign == "=" and any(
        isinstance(one, Parameter)
        and isinstance(other, Number)
        and known.get(one.name) == other.value
        for one, other in (condition.terms, condition.terms[::-1])
    )


def _uniform(statement: Statement) -> Statement:
    """Return a statement that assumes pmin = pmax as one about the uniform prior."""
    if statement.prior is not None:
        return statement
    where = tuple(one for one in statement.where if not _says_uniform(one))
    given = statement.hypotheses
    if not statement.both_ways:
        given = tuple(one for one in given if not _says_uniform(one))
    if (where, given) == (statement.where, statement.hypotheses):
        return statement
    structure = (*statement.structure, Prior())
    return replace(statement, structure=structure, where=where, hypotheses=given)


def _says_uniform(clause: Clause) -> bool:
    names = {one.name for one in clause.terms if isinstance(one, OfPrior)}
    return isinstance(clause, Condition) and clause.sign == "=" and names == {"pmin", "pmax"}


def _put(clause: Clause, leaf: Callable[[Term], Term]) -> Clause:
    if isinstance(clause, Condition):
        sides = (everywhere(replaced(side, _with_its_name), leaf) for side in clause.terms)
        left, right = map(_named, sides)
        return _without_exp(_as_bound(Condition(left, clause.sign, right)))
    levels = tuple(
        _named(everywhere(one, leaf)) if isinstance(one, Term) else one for one in clause.levels
    )
    return replace(clause, levels=levels)


def _with_its_name(one: Term) -> Term:
    if isinstance(one, MeanOverOutcomes) and isinstance(one.term, OfPosterior):
        return one.term.averaged
    return one


def _number_for(known: Mapping[str, Fraction]) -> Callable[[Term], Term]:
    """Return the function that puts numbers in the place of parameters."""

    def leaf(one: Term) -> Term:
        if isinstance(one, Parameter) and one.name in known:
            return Number(known[one.name])
        if isinstance(one, Overall) and (one.kind, one.secret) == ("vulnerability", "X"):
            return _of_best_guess(one)
        if isinstance(one, Overall) and (one.kind, one.level) == ("hockey_stick", _ZERO):
            return Overall("tv", one.secret, one.observed)
        return _in_order(one) if isinstance(one, Overall) else one

    return leaf


# --- sums -----------------------------------------------------------------------------------------


def _cancelled(condition: Condition) -> Condition:
    """Return a condition without what is finite and a summand of both sides."""
    sides = [_with_entropy_split(summands(side)) for side in condition.terms]
    left, right = ({*(part for _, part in side)} for side in sides)
    if not any(map(_is_finite, left & right)):
        return condition
    open_parts = [[(scale, part) for scale, part in side if not _is_finite(part)] for side in sides]
    if not _may_move(*open_parts):
        return condition
    total: dict[Term, Fraction] = {}
    for sign, side in zip((1, -1), sides, strict=True):
        for scale, part in side:
            total[part] = total.get(part, Fraction(0)) + sign * scale
    positive = [(scale, part) for part, scale in total.items() if scale > 0]
    negative = [(-scale, part) for part, scale in total.items() if scale < 0]
    left_side, right_side = _sum_of(positive), _sum_of(negative)
    if condition.sign in (">", ">="):
        return Condition(right_side, TURNED[condition.sign], left_side)
    return Condition(left_side, condition.sign, right_side)


def _may_move(left: list[tuple[Fraction, Term]], right: list[tuple[Fraction, Term]]) -> bool:
    """Whether parts that may be infinite, of two sides, may change sides without a difference.

    Infinity minus infinity has no value, but both may stand on one side each, and 0 times infinity
    has none either. So there is at most one such part on each side; of two, each is a measure,
    which is never -infinity.
    """
    both = [part for _, part in (*left, *right)]
    if len(left) > 1 or len(right) > 1 or any(scale == 0 for scale, _ in (*left, *right)):
        return False
    return len(both) < 2 or (
        both[0] != both[1] and all(isinstance(part, Leakage | Overall) for part in both)
    )


def _with_entropy_split(parts: Summands) -> Summands:
    """Return a sum with H(X) - I(X;Y) for H(X|Y)."""
    found: list[tuple[Fraction, Term]] = []
    for scale, part in parts:
        if isinstance(part, Overall) and AVERAGES[part.kind].form == "entropy" and part.observed:
            found.append((scale, replace(part, observed=())))
            found.append((-scale, Overall("mutual_information", part.secret, part.observed)))
        else:
            found.append((scale, part))
    return tuple(found)


def _is_finite(term: Term) -> bool:
    if isinstance(term, Overall):
        return AVERAGES[term.kind].is_finite and term.level is None  # 1/a is no level at a = 0
    return isinstance(term, Parameter | Number | OfPrior)


def _sum_of(parts: list[tuple[Fraction, Term]]) -> Term:
    if not parts:
        return _ZERO
    scaled = [part if scale == 1 else operation("*", Number(scale), part) for scale, part in parts]
    return reduce(partial(operation, "+"), scaled)


def _of_best_guess(vulnerability: Overall) -> Term:
    """Return the probability that a best guess of X is right, in terms that are reduced."""
    before = OfPrior("pmax")
    if not vulnerability.observed:
        return before
    leakage = replace(vulnerability, kind="min_entropy_leakage")
    return operation("*", before, Function("exp", (leakage,)))


def _in_order(term: Overall) -> Overall:
    """Return a symmetric measure with its two variables in alphabetical order."""
    first, *others = term.observed or (term.secret,)
    if not AVERAGES[term.kind].is_symmetric or others or term.secret < first:
        return term
    return replace(term, secret=first, observed=(term.secret,))


def _named(term: Term) -> Term:
    """Return a term with the averages of extreme lifts by their names.

    P(y) exp(pml(X->y)) is the largest P(y|x), and P(y) exp(-pmc(X->y)) the smallest.
    """
    if isinstance(term, Negative):
        inside = _named(term.term)
        return inside.term if isinstance(inside, Negative) else negative(inside)
    if isinstance(term, Operation):
        return operation(term.sign, _named(term.left), _named(term.right))
    if not isinstance(term, Function):
        return term
    mean = term.arguments[0]
    if term.name == "log" and type(mean) is MeanOverOutcomes:
        inside = mean.term
        if isinstance(inside, Function) and inside.name == "exp":
            of = inside.arguments[0]
            if _is_of_outcome(of, "pml"):
                return Overall("maximal_leakage", of.secret, capitals(of.observed))
            if isinstance(of, Negative) and _is_of_outcome(of.term, "pmc"):
                of = of.term
                return negative(Overall("maximal_cost_leakage", of.secret, capitals(of.observed)))
    return Function(term.name, tuple(map(_named, term.arguments)))


def _is_of_outcome(term: Term, kind: str) -> TypeGuard[Leakage]:
    """Whether a term is a measure at an outcome, for somebody who knows nothing else."""
    return (
        isinstance(term, Leakage) and term.kind == kind and not term.given and bool(term.outcomes)
    )


# --- conditions -----------------------------------------------------------------------------------


def _without_exp(condition: Condition) -> Condition:
    """Return ``a <= b`` for ``exp(a) <= exp(b)``, and so for the other signs."""
    left, right = condition.terms
    if not (isinstance(left, Function) and isinstance(right, Function)):
        return condition
    if not left.name == right.name == "exp":
        return condition
    return Condition(left.arguments[0], condition.sign, right.arguments[0])


def _as_bound(condition: Condition) -> Condition:
    """Return ``a <= b`` for ``max(a, b) = b``, and ``a >= b`` for ``min(a, b) = b``."""
    if condition.sign != "=":
        return condition
    for one, other in (condition.terms, condition.terms[::-1]):
        if isinstance(one, Function) and one.name in _OTHER and other in one.arguments:
            rest = tuple(part for part in one.arguments if part != other) or (other,)
            term = rest[0] if len(rest) == 1 else Function(one.name, rest)
            return Condition(term, "<=" if one.name == "max" else ">=", other)
    return condition


# --- maxima and minima ----------------------------------------------------------------------------


def _split(clause: Clause, assumed: bool = False) -> Iterator[Clause]:
    """Yield conditions without a maximum on the smaller side or a minimum on the larger one.

    A minimum that bounds what is assumed stays, so that a hole may be answered with it.
    """
    if isinstance(clause, GuaranteeClause):
        moved = tuple(_moved(one) if isinstance(one, Term) else one for one in clause.levels)
        split = not assumed and any(
            isinstance(one, Function) and one.name == "min" for one in moved
        )
        yield from (
            (part for one in replace(clause, levels=moved).conditions for part in _split(one))
            if split
            else (replace(clause, levels=moved),)
        )
        return
    if squared := _squared(clause):
        yield from (part for one in squared for part in _split(one, assumed))
        return
    plain = _cancelled(Condition(_moved(clause.left), clause.sign, _moved(clause.right)))
    left, sign, right = plain.left, plain.sign, plain.right
    if sign in (">", ">="):
        left, sign, right = right, TURNED[sign], left
    if sign not in ("<", "<="):
        yield plain
        return
    lefts = left.arguments if isinstance(left, Function) and left.name == "max" else (left,)
    least = isinstance(right, Function) and right.name == "min" and not assumed
    rights = right.arguments if isinstance(right, Function) and least else (right,)
    if len(lefts) == len(rights) == 1:
        yield plain
        return
    for one in lefts:
        for other in rights:
            yield from _split(Condition(one, sign, other), assumed)


def _moved(term: Term) -> Term:
    """Return a term with numbers and finite summands moved into maxima and minima."""
    if isinstance(term, Function) and term.name in _OTHER:
        return Function(term.name, tuple(map(_moved, term.arguments)))
    if isinstance(term, Function):  # log(max(1, -1)) has a value, and log(-1) none
        inside = _moved(term.arguments[0])
        moves = isinstance(inside, Function) and (
            (term.name in ("exp", "log") and inside.name == "min")
            or (term.name == "exp" and inside.name == "max")
        )
        if not isinstance(inside, Function) or not moves:
            return term
        return Function(inside.name, tuple(Function(term.name, (p,)) for p in inside.arguments))
    if isinstance(term, Negative):
        inside = _moved(term.term)
        if isinstance(inside, Function) and inside.name in _OTHER:
            return _turned(inside, [_opposite(one) for one in inside.arguments])
        return term
    if not isinstance(term, Operation):
        return term
    left, right = _moved(term.left), _moved(term.right)
    for inside, other, first in ((left, right, True), (right, left, False)):
        if not isinstance(inside, Function) or inside.name not in _OTHER:
            continue
        if term.sign in ("*", "/") and isinstance(other, Number) and (first or term.sign == "*"):
            if other.value == 0:
                continue
            turned = other.value < 0
        elif term.sign in ("+", "-") and is_number(other):
            turned = term.sign == "-" and not first
        else:
            continue
        parts = [operation(term.sign, *_ordered(one, other, first)) for one in inside.arguments]
        return _turned(inside, parts) if turned else Function(inside.name, tuple(parts))
    return term


def _opposite(term: Term) -> Term:
    return term.term if isinstance(term, Negative) else negative(term)


def _ordered(one: Term, other: Term, first: bool) -> tuple[Term, Term]:
    return (one, other) if first else (other, one)


def _turned(inside: Function, parts: list[Term]) -> Function:
    """Return the minimum of parts for a maximum, and a maximum for a minimum."""
    return Function("min" if inside.name == "max" else "max", tuple(parts))


def is_number(term: Term) -> bool:
    """Whether a term has a finite value everywhere: sums and products of numbers and parameters.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_number(parse_term("2*a + pmin")), is_number(parse_term("1/a"))
    (True, False)
    """
    return all(
        isinstance(part, Number | Parameter | OfPrior | Negative)
        or (isinstance(part, Operation) and part.sign in ("+", "-", "*"))
        for part in walk(term)
    )


# --- square roots ---------------------------------------------------------------------------------


def _squared(condition: Condition) -> tuple[Condition, ...]:
    """Return the squares of both sides, compared, where one is a root and one has a divergence."""
    for one, sign, root in (
        (condition.left, condition.sign, condition.right),
        (condition.right, TURNED[condition.sign], condition.left),
    ):
        if not isinstance(root, Operation) or (root.sign, root.right) != ("^", _HALF):
            continue
        about = any(map(_is_divergence, (*walk(one), *walk(root))))
        if not about or not _is_never_below_0(one) or sign == "!=":
            continue
        squares = Condition(operation("^", one, _TWO), sign, root.left)
        if sign in (">", ">="):
            return Condition(root.left, ">=", _ZERO), squares
        return (squares,)
    return ()


def _is_divergence(term: Term) -> bool:
    is_overall = isinstance(term, Overall) and AVERAGES[term.kind].form in ("rows", "both")
    return is_overall or isinstance(term, PosteriorDivergence)


def _is_never_below_0(term: Term) -> bool:
    """Whether a term is at least 0 where it has a value, as it is made of divergences."""
    if isinstance(term, Number):
        return term.value >= 0
    if isinstance(term, Parameter):
        return False  # it may be negative
    if isinstance(term, Operation) and term.sign != "-":
        return all(map(_is_never_below_0, term.parts))
    return _is_divergence(term)
