r"""Statements about several priors of one kernel, by statements about one prior.

A clause about other priors is moved to the front of its statement:

- what is claimed under every prior is claimed of one of which nothing else is said;
- what holds under some prior is assumed of one, if nothing else depends on the prior;
- what is claimed of some prior is claimed of the uniform one, of the prior of the statement, or of
  one of which it is assumed that it exists. Each of these implies the claim;
- what is assumed under every prior is assumed of the one prior that is left, and of the uniform
  one; of bounds on leakages under all priors with pmin >= a, the worst prior is known.

Of a hypothesis about a prior that is not left, only the conditions on the kernel alone are kept,
those that are the same under every prior. That makes the statement stronger, and so is **sound**.

**Theorem (worst prior).** Let a >= 0, n a <= 1, and S, m and M the sum, minimum and maximum of
P(y|x) over the secrets x. Under the priors with positive entries and pmin >= a, the infimum of P(y)
is a S + (1 - n a) m and the supremum a S + (1 - n a) M; if n a > 1 there is no such prior.

*Because*: P(y) is linear in the prior, and these are its values at vertices of the polytope of all
p >= a; if a = 0, priors with positive entries come as near to them as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Literal, TypeAlias

from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.clauses import Condition, GuaranteeClause
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.normal import is_number
from pmlsym.statements.reductions import joining
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.priors import EVERY_PRIOR
from pmlsym.statements.reductions.result import PaperTheorem, Reduction, refuse_other_signs
from pmlsym.statements.reductions.worst_case import outcome_by_outcome
from pmlsym.statements.signs import at_least_0
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Prior, Structure
from pmlsym.statements.terms import (
    Function,
    Number,
    OfPrior,
    Term,
    negative,
    operation,
    parameters_of,
    replaced,
)
from pmlsym.statements.text.vocabulary import NEGATED
from pmlsym.statements.under_priors import (
    HoldsUnder,
    UnderPriors,
    UniformMean,
    bound_of,
    is_prior_free,
    least_mass,
)

OTHER_PRIORS = PaperTheorem(
    "other priors",
    "What is claimed under every prior is claimed of one of which nothing else is said, and what "
    "holds under some prior may be assumed of one where nothing else depends on the prior. Of a "
    "hypothesis about yet another prior only what is said of the kernel alone is kept.",
    "Quantifiers move to the front of an implication, and a hypothesis may be left out.",
)
WORST_PRIOR = PaperTheorem(
    "worst prior",
    "Under all priors with pmin >= a, P(y) runs from a S + (1 - n a) m to a S + (1 - n a) M, where "
    "S, m and M are the sum, the minimum and the maximum of P(y|x) over x; there are none if n a "
    "exceeds 1.",
    "P(y) is linear in the prior, and extreme at a vertex: a at all secrets but one.",
)
_LDP = Leakage("ldp", "X", ("y",))
_MOST = 12  # combinations of ways to choose a prior that are tried
_N, _PMIN, _PMAX, _ONE = OfPrior("n"), OfPrior("pmin"), OfPrior("pmax"), Number(Fraction(1))

# the prior that is left: that of the statement, the uniform one, one of which nothing is said, or
# the one that a hypothesis says exists
Left: TypeAlias = Literal["own", "uniform", "any"] | HoldsUnder
Conditions: TypeAlias = tuple[Condition, ...]


def has_other_priors(statement: Statement) -> bool:
    """Whether a clause of a statement is about other priors."""
    return any(isinstance(one, UnderPriors) for one in statement.clauses)


def reduce(statement: Statement) -> Reduction:
    """Return the goals of a statement; it holds if all do, and only if all complete ones do.

    Parameters
    ----------
    statement : a statement without holes.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> [case.meaning for case in reduce(parse("for every prior: n >= 2")).cases]
    ['n >= 2: two secrets', 'n >= 2: at least 3 secrets']
    """
    return next(reductions(statement))


def reductions(statement: Statement) -> Iterator[Reduction]:
    """Yield the reductions of a statement: one, or several where it speaks of other priors.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> len([*reductions(parse("LDP(e) => there is a prior: PML(e)"))])
    2
    """
    if not has_other_priors(statement):
        yield from joining.reductions(statement)
        return
    refusal: NotReducible | None = None
    found = False
    for parts in about_one_prior(statement):
        try:
            for part in parts:
                refuse_other_signs(part, statement)
            yield _of_parts(statement, [next(joining.reductions(part)) for part in parts])
            found = True
        except NotReducible as why:
            refusal = refusal or why
    if not found:
        raise refusal or NotReducible("No prior is left of which it could be proved.")


def _of_parts(statement: Statement, parts: Sequence[Reduction]) -> Reduction:
    """Return the reduction of a statement about several priors, from statements about one."""
    if any(part.bound for part in parts):
        raise NotReducible("A part of it is reduced for some numbers of secrets only.")
    cases = tuple(replace(case, complete=False, way=None) for part in parts for case in part.cases)
    of_parts = (theorem for part in parts for theorem in part.theorems)
    used = (*_theorems(statement), *of_parts)
    return Reduction(statement, tuple(dict.fromkeys(used)), cases, of_all_sizes=True)


def _theorems(statement: Statement) -> Iterator[PaperTheorem]:
    """Yield the theorems by which a statement is reduced to some about one prior."""
    yield OTHER_PRIORS
    assumed = (*statement.required, *(statement.claimed if statement.both_ways else ()))
    every = [one.of for one in assumed if isinstance(one, UnderPriors) and _is(one, "every")]
    if any(least_mass(of.provided) is not None for of in every):
        yield WORST_PRIOR
    of_every = (one for one in statement.clauses if isinstance(one, GuaranteeClause))
    if any(not of.provided for of in every) or any(one.every_prior for one in of_every):
        yield EVERY_PRIOR


def about_one_prior(statement: Statement) -> Iterator[tuple[Statement, ...]]:
    """Yield statements about one prior that together imply one about several, in several ways.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> for found in about_one_prior(parse("(there is a prior: PML(e)) => LDP(e)")):
    ...     print(*found)
    pml(X->y) <= e => ldp(X->y) <= e
    """
    directions = [(statement.required, statement.claimed)]
    directions += [(statement.claimed, statement.required)] * statement.both_ways
    ways = [
        list(_ways(statement, given, claimed))
        for given, conclusion in directions
        for claimed in conclusion
    ]
    for chosen in islice(product(*ways), _MOST):
        yield tuple(dict.fromkeys(part for parts in chosen for part in parts))


def _ways(
    statement: Statement, given: Conditions, claimed: Condition
) -> Iterator[tuple[Statement, ...]]:
    """Yield statements about one prior that imply one conclusion."""
    some = [one.of for one in given if isinstance(one, UnderPriors) and _is(one, "some")]
    others = any(_is(one, "every", "uniform") for one in given)
    if not isinstance(claimed, UnderPriors):
        if is_prior_free(claimed):
            for exists in some:
                yield _statements(statement, given, (claimed,), exists)
            if others:
                yield _statements(statement, given, (claimed,), "uniform")
        if others or not some or not is_prior_free(claimed):
            yield _statements(statement, given, (claimed,), "own")
        return
    of = claimed.of
    asked = (*of.provided, *of.conditions)
    if of.quantifier == "every":
        yield _statements(statement, given, of.conditions, "any", of.provided)
    elif of.quantifier == "some":
        yield _statements(statement, given, asked, "uniform")
        yield _statements(statement, given, asked, "own")
        for exists in some:
            yield _statements(statement, given, asked, exists)
    else:
        yield _statements(statement, given, of.conditions, "uniform")
        moved = [under_uniform(condition) for condition in of.conditions]
        if all(moved):
            yield _statements(statement, given, tuple(one for one in moved if one), "own")


def _is(condition: Condition, *quantifiers: str) -> bool:
    return isinstance(condition, UnderPriors) and condition.of.quantifier in quantifiers


def _statements(
    statement: Statement,
    given: Conditions,
    claimed: Conditions,
    left: Left,
    provided: Conditions = (),
) -> tuple[Statement, ...]:
    """Return the statements of one prior, one for each case of its hypotheses."""
    where = [w for w in statement.where if left == "own" or is_prior_free(w)]
    structure: list[Structure] = [p for p in statement.structure if not isinstance(p, Prior)]
    own = statement.prior
    if left == "own" and own is not None:
        structure.append(own)
    elif own is not None and own.masses and not any(isinstance(p, Alphabet) for p in structure):
        structure.append(Alphabet("=", len(own.masses)))
    if left == "uniform":
        structure.append(Prior())
    if isinstance(left, HoldsUnder):
        provided = (*left.provided, *left.conditions)
    cases = product(*(_known(statement, one, left, provided) for one in given))
    return tuple(
        Statement(
            claimed,
            tuple(dict.fromkeys((*provided, *(part for parts in case for part in parts)))),
            tuple(structure),
            tuple(where),
        )
        for case in cases
    )


def _known(
    statement: Statement, given: Condition, left: Left, provided: Conditions
) -> list[Conditions]:
    """Return cases, of which one holds where a hypothesis does, by what is known in them."""
    if is_prior_free(given):
        return [(given,)]
    if not isinstance(given, UnderPriors):
        if left == "own":
            return [(given,)]
        is_uniform = statement.prior is not None and len({*statement.prior.masses}) < 2
        return [_at_uniform((given,), left) if is_uniform else ()]
    of = given.of
    if of.quantifier == "uniform":
        return [_at_uniform(of.conditions, left)]
    if of.quantifier == "some":
        return [tuple(c for c in of.conditions if of is not left and is_prior_free(c))]
    if not of.provided:
        bounds = (bound_of(condition) for condition in of.conditions)
        of_kernel = (Condition(_LDP, "<=", bound[1]) for bound in bounds if bound)  # EVERY_PRIOR
        return [(*of_kernel, *of.conditions, *_at_uniform(of.conditions, left))]
    worst = _under_worst(statement, of, left)
    if worst is not None:
        return worst
    if set(of.provided) <= set(provided):
        return [of.conditions]
    (only, *more) = of.provided
    if more or not all(map(is_number, only.terms)):
        return [()]
    return [(only, *of.conditions), (Condition(only.left, NEGATED[only.sign], only.right),)]


def _at_uniform(conditions: Conditions, left: Left) -> Conditions:
    """Return conditions on the uniform prior as such on the prior that is left, if possible."""
    if left == "uniform":
        return conditions
    moved = [under_uniform(condition) for condition in conditions]
    return tuple(one for one in moved if one is not None)


def _under_worst(statement: Statement, of: HoldsUnder, left: Left) -> list[Conditions] | None:
    """Return what bounds under all priors with pmin >= a say, by the theorem; else None."""
    least = least_mass(of.provided)
    if least is None or not is_number(least):
        return None
    if not at_least_0(least, parameters_of(least) - statement.nonnegative):
        return None
    found = []
    mean: Term = _ONE if left == "uniform" else UniformMean()
    share = operation("*", _N, least)
    rest = operation("-", _ONE, share)
    top = Leakage("pml", "X", ("y",))
    pmc = Leakage("pmc", "X", ("y",))
    low = Function("exp", (negative(pmc),))
    for condition in of.conditions:
        bound = bound_of(condition)
        if bound is None:
            return None
        kind, level = bound
        measure = MEASURES[kind]
        if measure.is_prior_free:
            found.append(condition)
            continue
        # log of the extreme of P(y), over P(y) under the prior that is left; at least log 0 here
        end = low if measure.of_most else Function("exp", (top,))
        extreme = operation("+", operation("*", share, mean), operation("*", rest, end))
        of_outcome = Function("log", (extreme,))
        if measure.of_most:
            found.append(Condition(operation("-", top, level), "<=", of_outcome))
        else:
            found.append(Condition(operation("-", of_outcome, level), "<=", negative(pmc)))
    return [(Condition(share, "<=", _ONE), *found), (Condition(share, ">", _ONE),)]


class _NotMovedError(Exception):
    """A term has no form under the uniform prior."""


def under_uniform(condition: Condition) -> Condition | None:
    """Return a condition on the uniform prior as one on another prior; None if there is no form.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(under_uniform(parse("PMC(e - log(n*pmin))").claimed[0]))
    pmc(X->y) + log(uniform_mean(X->y)) <= e - log(n*(1/n))
    """
    one = outcome_by_outcome(condition)
    try:
        return Condition(replaced(one.left, _moved), one.sign, replaced(one.right, _moved))
    except _NotMovedError:
        return None


def _moved(leaf: Term) -> Term:
    """Return a number, a quantity of the prior or a leakage as it is under the uniform prior."""
    if leaf in (_PMIN, _PMAX):
        return operation("/", _ONE, _N)
    if is_prior_free(Condition(leaf, "=", leaf)):
        return leaf
    if isinstance(leaf, Leakage) and leaf.observed == ("y",) and leaf.secret == "X":
        measure = MEASURES[leaf.kind]
        if measure.is_quotient and not leaf.given:
            sign: Literal["+", "-"] = "-" if measure.of_most else "+"
            return operation(sign, leaf, Function("log", (UniformMean(),)))
    raise _NotMovedError
