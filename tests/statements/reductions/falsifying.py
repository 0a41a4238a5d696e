"""Points at which a goal about a small instance fails, proposed by z3 and evaluated again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, conjuncts, reals
from pmlsym.proof.search.solvers import worker
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.reductions.result import Case, Reduction

if TYPE_CHECKING:
    import z3

RESOURCES = 3_000_000  # z3's, for one number of atoms
_MOST_ATOMS = 3


def counterexample(reduction: Reduction) -> Model | None:
    """Search for a model on which a statement fails, by points at which its goals do.

    None if none was found; then nothing is known.

    Examples
    --------
    >>> from pmlsym.statements.reductions.joint.chains import reduce_chain
    >>> from pmlsym.statements.text.parse import parse
    >>> from pmlsym.statements.reading import read
    >>> statement = parse("X - Y - Z: PML(a) of X->Y => PML(a) of Y->Z")
    >>> read(statement, counterexample(reduce_chain(statement))).verdict
    'fails'
    """
    for case in reduction.cases:
        for point in points(case):
            model = reduction.model(case, point)
            if model is not None:
                return model
    return None


def points(case: Case) -> Iterator[dict[str, Exact]]:
    """Yield points at which the goal of a case fails, with 1, 2, ... atoms of a law."""
    counts = range(1, _MOST_ATOMS + 1) if case.goal.means else range(1)
    for count in counts:
        found = _solved(*_finite(case.goal, count))
        if found is not None:
            yield found


def _finite(goal: Goal, count: int) -> tuple[list[Sentence], dict[Term, Term]]:
    """Return what fails a goal, with finite laws, and logarithms to be put for parameters."""
    facts = list(goal.hypotheses)
    for mean in goal.means[:1]:
        atoms = [
            {v: reals(f"{v.name}|{k}")[0] for v in mean.variables} for k in range(1, count + 1)
        ]
        masses = [reals(f"P|{mean.law}|{k}")[0] for k in range(1, count + 1)]
        facts += [fact.xreplace(atom) for fact in conjuncts(mean.support) for atom in atoms]
        facts += [sp.Gt(mass, 0, evaluate=False) for mass in masses]
        given = [s for s in _symbols(facts) if s.name.startswith(f"P|{mean.law.lower()}")]
        facts.append(sp.Eq(sp.Add(*given, *masses), 1, evaluate=False))
        # the law is of what is left: its atoms share this
        left = sp.Add(*masses)
        sums = {
            one: sp.Add(
                *(m / left * one.body.xreplace(a) for m, a in zip(masses, atoms, strict=True))
            )
            for one in goal.means
        }
        facts = [_put(fact, sums) for fact in facts]
    facts.append(_negated(goal.conclusion))
    exponents = {
        symbol: sp.log(sp.Symbol(f"{symbol.name}|exp", positive=True))
        for symbol in _symbols(facts)
        if "|" not in symbol.name
    }
    return [_exponential(_put(fact, exponents)) for fact in facts], exponents


def _put(fact: Sentence, values: Mapping[Term, Term]) -> Sentence:
    left, right = (side.subs(values) for side in fact.args)
    return fact.func(left, right, evaluate=False)


def _exponential(fact: Sentence) -> Sentence:
    """Compare exponentials where logarithms stand alone."""
    if any(side.has(sp.log) for side in fact.args):
        left, right = map(sp.exp, fact.args)
        return fact.func(left, right, evaluate=False)
    return fact


def _negated(relation: Sentence) -> Sentence:
    signs = {sp.Le: sp.Gt, sp.Lt: sp.Ge, sp.Ge: sp.Lt, sp.Gt: sp.Le, sp.Eq: sp.Ne, sp.Ne: sp.Eq}
    return signs[type(relation)](*relation.args, evaluate=False)


def _symbols(facts: Sequence[Sentence]) -> list[Term]:
    found = {symbol for fact in facts for symbol in fact.free_symbols}
    return sorted(found, key=lambda symbol: str(symbol.name))


def _solved(facts: list[Sentence], exponents: Mapping[Term, Term]) -> dict[str, Exact] | None:
    numbers = worker.ask(_numbers, facts)
    if numbers is None:
        return None
    found: dict[str, Exact] = {**numbers}
    for symbol, logarithm in exponents.items():
        argument = logarithm.args[0]
        found[symbol.name] = sp.log(sympified(found.pop(argument.name, Fraction(1))))
    return found


def _numbers(facts: list[Sentence]) -> dict[str, Fraction] | None:
    """Return rational numbers at which facts hold, if z3 finds some; in z3's thread."""
    import z3

    context = z3.Context()
    variables = {symbol: z3.Real(symbol.name, context) for symbol in _symbols(facts)}
    solver = z3.SolverFor("QF_NRA", ctx=context)
    solver.set("rlimit", RESOURCES)
    solver.set("ctrl_c", False)  # who asked hears it
    try:
        for symbol in variables:
            if symbol.is_positive:
                solver.add(variables[symbol] > 0)
        for fact in facts:
            solver.add(_relation(fact, variables, context))
    except KeyError:
        return None
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    found = {}
    for symbol, variable in variables.items():
        value = model.eval(variable, model_completion=True)
        if not z3.is_rational_value(value):
            return None
        found[symbol.name] = Fraction(value.numerator_as_long(), value.denominator_as_long())
    return found


def _relation(
    fact: Sentence, variables: Mapping[Term, z3.ArithRef], context: z3.Context
) -> z3.BoolRef:
    left, right = (_term(side, variables, context) for side in fact.args)
    return {
        sp.Le: left <= right,
        sp.Lt: left < right,
        sp.Ge: left >= right,
        sp.Gt: left > right,
        sp.Eq: left == right,
        sp.Ne: left != right,
    }[type(fact)]


def _term(term: Term, variables: Mapping[Term, z3.ArithRef], context: z3.Context) -> z3.ArithRef:
    """Write a term for z3; KeyError for what it has no word for."""
    import z3

    if term.is_Symbol:
        return variables[term]
    if term.is_Rational:
        return z3.Q(int(term.p), int(term.q), context)
    parts = [_term(part, variables, context) for part in term.args] if not term.is_Pow else []
    if term.is_Add:
        return z3.Sum(parts)
    if term.is_Mul:
        return z3.Product(parts)
    if term.is_Pow and term.exp.is_Integer:
        return _term(term.base, variables, context) ** int(term.exp)
    if isinstance(term, sp.Max | sp.Min):
        first, *others = parts
        for other in others:
            keep = first >= other if isinstance(term, sp.Max) else first <= other
            first = z3.If(keep, first, other)
        return first
    raise KeyError(str(term))
