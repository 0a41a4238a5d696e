r"""Reduction of every kind of statement that has one, in the language or with a class of its own.

**Numbers.** A statement about real numbers alone has the goals that its conditions hold, and that
their terms have values.

>>> from pmlsym.statements.from_text import from_text
>>> [str(case.goal) for case in reduce_numbers(from_text("numbers a: a/a = 1")).cases]
['a != 0', '1 <= 1', '1 >= 1']

**Optimality.** That a closed-form mechanism is optimal is reduced to goals about single outcomes.

**Theorem (garbling).** Let the answers z of a mechanism from X to Z be the secrets, with the
likelihood :math:`b_z` given any secret other than z, and let :math:`d = 1 - \sum_z b_z`. If d is
not 0, the utility U(Y) of a mechanism from X to Y is at most U(Z) for every sub-convex utility U if
and only if for every outcome y and secret x

.. math:: d\,\Big(P(y|x) - \sum_z b_z P(y|z)\Big) \ge 0.

If d = 0, this is so if and only if all lifts of Y are 1.

*Because*: rows of Z sum to one, so :math:`P(z|x) = b_z + d\,1[x = z]`, and

.. math:: K(y|x) = \frac{P(y|x) - \sum_z b_z P(y|z)}d

satisfies :math:`\sum_z P(z|x) K(y|z) = P(y|x)` (as :math:`d + \sum_z b_z = 1`) and sums to one over
y. If K >= 0, then :math:`P(y|\cdot) = \sum_z K(y|z) P(z|\cdot)`. As U is the sum over outcomes of
one function f of :math:`P(y|\cdot)` that is convex and positively homogeneous, and so subadditive,
:math:`U(Y) \le \sum_y \sum_z K(y|z) f(P(z|\cdot)) = U(Z)`. If :math:`K(y_0|x_0) < 0`, let f be the
positive part of the linear function :math:`a \mapsto -(a(x_0) - \sum_z b_z a(z))/d`. Its value at
the column z of Z is :math:`-1[z = x_0]`, so that U(Z) = 0 < U(Y). If d = 0, the columns of Z are
:math:`b_z` times the vector of ones, so U(Z) = f(1), and U(Y) = f(1) if all lifts are 1. If a
secret x has a lift other than 1, the positive part of :math:`a \mapsto a(x) - \sum_z p_z a(z)`, or
that of its negative, gives U(Z) = 0 < U(Y).

**In lifts.** Let :math:`b_z = \beta + \gamma p_z`, which is a goal, with the sum
:math:`n\beta + \gamma`. Divided by P(y), the condition at an outcome y is
:math:`d\,(v(x) - \beta \sum_z v(z) - \gamma) \ge 0` for the lifts v. It is linear in v(x), so that
it holds at all secrets if it holds at the largest and the smallest lift. The sum of the lifts drops
out if :math:`\beta = 0`, and for two secrets it is the sum of the largest and the smallest lift.
The result is a statement of the language, about one outcome of Y.

**Sound**, and as complete as the reduction of this statement and the goals that Z is a mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Term as Real, reals
from pmlsym.proof.steps import Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.clauses import Condition
from pmlsym.statements.finite import Finite
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.numbers import Reals
from pmlsym.statements.optimality import Optimality
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions.conditions import assumed, claims, goals_of
from pmlsym.statements.reductions.encoding import (
    ONE,
    Encoding,
    NotReducible,
    no_channel,
    parameter_ranges,
)
from pmlsym.statements.reductions.histograms import of_theorems, prove_histogram, reduce_histograms
from pmlsym.statements.reductions.likelihoods import reduce_likelihoods
from pmlsym.statements.reductions.other_priors import reduce
from pmlsym.statements.reductions.payoffs import reduce_payoffs
from pmlsym.statements.reductions.priors import N
from pmlsym.statements.reductions.proving import prove_case
from pmlsym.statements.reductions.ranges import ranges_in
from pmlsym.statements.reductions.result import Case, Reduction, case_of
from pmlsym.statements.reductions.specific import reduce_specific
from pmlsym.statements.reductions.specific.reducing import likelihood_of_others, reduce_mechanism
from pmlsym.statements.reductions.specific.staged import stage_alone, translated
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.specific import Specific
from pmlsym.statements.specific.mechanism import Mechanism, not_negative
from pmlsym.statements.specific.staged import Staged
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import parameters_of
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError

# --- goals of a statement about real numbers alone ------------------------------------------------


def reduce_numbers(about: BoundStatement[Reals]) -> Reduction:
    """Return the goals of a statement about numbers alone.

    Raises
    ------
    NotReducible
        If the statement cannot be written as goals; the message says why.
    """
    return Reduction(about.unbound, (), tuple(_cases(about)))


def _cases(about: BoundStatement[Reals]) -> Iterator[Case]:
    for given, claimed in about.unbound.implications:
        for conclusion in claimed:
            for goal, aside in _goals(about.over.names, given, conclusion).items():
                yield case_of(Case(str(conclusion), goal), aside)


def _goals(
    names: tuple[str, ...], given: Sequence[Condition], claimed: Condition
) -> dict[Goal, str]:
    """Return the goals of one conclusion, each with its purpose if it is auxiliary.

    Hypotheses that compare a number with a constant give its interval, from which the encoding
    takes signs.
    """
    try:
        known = parameter_ranges(names, frozenset())
        for condition in given:
            with suppress(NotReducible):  # it gives no interval
                relation = Encoding(no_channel, {}, known).condition(condition).relation
                known |= {n: one.within(known[n]) for n, one in ranges_in([relation]).items()}
        scene = Encoding(no_channel, {}, known)
        facts = [fact for condition in given for fact in assumed(scene, condition)]
        goals = goals_of(facts, claims(replace(scene, conclusion=True), claimed))
        for goal in goals:
            read_goal(goal)  # raises if the kernel cannot read the goal
    except (NotProved, RecursionError, OverflowError) as why:
        raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
    return goals


# --- reduction of the optimality of a closed-form mechanism to goals about single outcomes --------

GARBLING = PaperTheorem(
    "garbling",
    "Let Z say the secrets, z with the likelihood b_z given another one, and d = 1 - sum_z b_z. A "
    "mechanism from X to Y is worth at most as much as Z under every sub-convex utility if and "
    "only if d (P(y|x) - sum_z b_z P(y|z)) >= 0 for all x and y, and all lifts are 1 if d = 0.",
    "P(z|x) = b_z + d 1[x = z], as rows sum to one, so that K(y|x) = (P(y|x) - sum_z b_z "
    "P(y|z))/d is what turns Z into Y; a sum of columns is worth no more than they are. Where K is "
    "negative, its negative part is a utility that is 0 for Z and not for Y.",
)
_LIFTS = {"s": "exp(pml(X->y))", "t": "exp(-pmc(X->y))"}


def reduce_optimality(said: Optimality) -> Reduction:
    """Return the goals of the optimality of a mechanism, and those that it is a mechanism."""
    of_mechanism = reduce_mechanism(_specific(said))
    cases = [*of_mechanism.cases]
    theorems = [GARBLING, *of_mechanism.theorems]
    for statement in of_outcomes(said):
        found = reduce(statement)
        if found.bound:
            raise NotReducible(f"{statement} is reduced only for {found.bound}.")
        cases += (replace(case, way=None) for case in found.cases)
        theorems += found.theorems
    return Reduction(None, tuple(dict.fromkeys(theorems)), tuple(cases))


def _specific(said: Optimality) -> Specific:
    """Return a statement about the mechanism, with the same ranges of its parameters."""
    given = said.given
    spoken = {name for one in given.where for side in one.terms for name in parameters_of(side)}
    ranges = not_negative((said.mechanism,), spoken)  # implicit in the words of the statement
    return Specific(
        replace(parse("n >= 2"), where=(*given.where, *ranges)),
        (said.mechanism,),
        lambda number, random: said.draw(number, random).levels,
    )


def of_outcomes(said: Optimality) -> list[Statement]:
    """Return statements on every outcome that are equivalent to the optimality, by the theorem."""
    constant, slope = likelihood_of_others(_specific(said))
    others = constant * (reals("s")[0] + reals("t")[0])
    if constant != 0 and said.given.size != (2, 2):
        raise NotReducible("The sum of the lifts of more than two secrets is not known.")
    kept = ONE - N * constant - slope
    named = {symbol.name for symbol in constant.free_symbols | slope.free_symbols}
    if named & {*_LIFTS, *map(_mark, _LIFTS)}:
        raise NotReducible("A parameter of the mechanism has the name of a lift: rename it.")
    told, factor = _in_language(others + slope), _in_language(kept)
    above, below = (f"({_LIFTS[end]} - ({told}))*({factor}) >= 0" for end in "st")
    together = _given(said, f"{above} and {below}", "")
    return [together, _given(said, "pml(X->y) <= 0", f"{factor} = 0")]


def _given(said: Optimality, claimed: str, provided: str) -> Statement:
    given = said.given
    start = f"{'; '.join(map(str, given.structure))}: " if given.structure else ""
    met = " and ".join(map(str, given.conclusion))
    where = ", ".join([*map(str, given.where), *([provided] if provided else [])])
    try:
        return parse(f"{start}{met} => {claimed}" + (f" where {where}" if where else ""))
    except ParseError:  # a number for which the language has no words
        raise NotReducible(f"{claimed} cannot be written in the language.") from None


def _in_language(term: Real) -> str:
    """Return a term as text of the language, with exp(pml) and exp(-pmc) for s and t."""
    text: str = sp.sstr(term.subs({reals(name)[0]: sp.Symbol(_mark(name)) for name in _LIFTS}))
    for name, lift in _LIFTS.items():
        text = text.replace(_mark(name), lift)
    for python, ours in (("**", "^"), ("Max(", "max("), ("Min(", "min(")):
        text = text.replace(python, ours)
    return text


def _mark(name: str) -> str:
    return f"LIFT_{name}"


def reduce_staged(said: Staged) -> Reduction:
    """Return the goals of a statement about a chain, and those that its stages are mechanisms."""
    other, theorem = translated(said)
    found = reduction_of(other)
    if found.bound:
        raise NotReducible(f"{other} is reduced only for {found.bound}.")
    theorems, cases = [theorem, *found.theorems], [*found.cases]
    for one in said.mechanisms:
        if isinstance(one, Mechanism):
            alone = reduce_mechanism(stage_alone(said, one), possible=False)
            cases += alone.cases
            theorems += alone.theorems
    cases = [replace(case, way=None, placed=None, complete=False) for case in cases]
    return Reduction(None, tuple(dict.fromkeys(theorems)), tuple(cases))


Reducible: TypeAlias = Finite | Specific | BoundStatement[Any] | Optimality
REDUCIBLE = (Finite, Specific, BoundStatement, Optimality)


def is_reducible(one: Readable) -> bool:
    """Whether a statement is of a reducible kind, and is about all instances of its domain.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> is_reducible(from_text("n >= 2")), is_reducible(from_text("n >= 3", exists=True))
    (True, False)
    """
    if is_over(one, ReleasedData) and not of_theorems(one):
        return False
    return isinstance(one, REDUCIBLE) and not one.exists


def prover_of(one: Readable) -> Callable[[Goal], Step]:
    """Return the function that proves the goals of a statement, or raises NotProved.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> prover_of(from_text("n >= 2")).__name__
    'prove_case'
    """
    return prove_histogram if is_over(one, ReleasedData) else prove_case


@lru_cache(maxsize=1024)
def reduction_of(one: Reducible) -> Reduction:
    """Return the goals of a statement.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> len(reduction_of(from_text("prior P: pmc_P >= 0 where chance_P > 0")).cases) > 0
    True
    """
    if isinstance(one, Finite):
        return reduce(one.statement)
    if isinstance(one, Staged):
        return reduce_staged(one)
    if isinstance(one, Specific):
        return reduce_specific(one)
    if is_over(one, Likelihoods):
        return reduce_likelihoods(one)
    if is_over(one, Reals):
        return reduce_numbers(one)
    if is_over(one, ReleasedData):
        return reduce_histograms(one)
    if is_over(one, Payoffs):
        return reduce_payoffs(one)
    if isinstance(one, Optimality):
        return reduce_optimality(one)
    raise NotReducible(f"{type(one).__name__} is no kind of statement that is reduced.")
