"""Proofs of goals about small joint laws, by means of products of bounds.

A goal about a small joint law (`merged_laws`) has far more hypotheses than its proof needs. So a
proof is tried first with the hypotheses on named values alone, then with those on the merged value
of one variable, and so on. If there is a law, each bound on its support is averaged, and so is each
product of a bound on one end of the chain with a bound on the other: both are at least 0, and so is
the product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import sympy as sp

from pmlsym.proof.certificates.store import Store
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts
from pmlsym.proof.review import Oracle, asking
from pmlsym.proof.search import Effort
from pmlsym.proof.steps import Decided, Expectation, Step, restated
from pmlsym.statements.reductions.encoding import ZERO, relate
from pmlsym.statements.reductions.result import Case

# --- goals about named values ---------------------------------------------------------------------

_RESTS = ("xr", "yr", "zr")


def of_named(case: Case) -> Case:
    """Return a case with a shorter goal, about named values alone.

    Hypotheses on merged values are left out, also in the supports of laws, unless the conclusion
    contains these values. So are bounds on symbols that occur nowhere else, and bounds implied by
    sharper ones. A goal with fewer hypotheses is stronger: if it holds, so does the original one,
    and if it fails, the original one is undecided.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> from pmlsym.statements.reductions import reduce
    >>> case = of_named(reduce(parse("X - Y - Z: pml(X->z) <= pml(X->Y)")).cases[0])
    >>> for mean in case.goal.means:
    ...     print(mean.body, "|", mean.support)
    r_Y|z0 | (r_Y|z0 >= 0) & (r_x0|Y >= 0) & (r_x0|Y <= pml_X|Y)
    r_x0|Y | (r_Y|z0 >= 0) & (r_x0|Y >= 0) & (r_x0|Y <= pml_X|Y)
    r_Y|z0*r_x0|Y | (r_Y|z0 >= 0) & (r_x0|Y >= 0) & (r_x0|Y <= pml_X|Y)
    """
    goal = case.goal
    spoken = rests(goal.conclusion)
    kept = [h for h in goal.hypotheses if rests(h) <= spoken]
    laws = {mean: _law(mean, spoken, [*kept, goal.conclusion]) for mean in goal.means}
    hypotheses = [_put(sentence, laws) for sentence in kept]
    conclusion = _put(goal.conclusion, laws)
    needed = tuple(h for h in hypotheses if not _is_idle(h, hypotheses, conclusion))
    meaning = f"{case.meaning}, and nothing of what is merged"
    return replace(case, meaning=meaning, goal=Goal(needed, conclusion), complete=False)


def rests(sentence: Sentence) -> set[str]:
    """Return the merged values in a sentence, without those in the supports of laws.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> rests(reals("r_xr|y0")[0] > 0)
    {'xr'}
    """
    found: set[str] = set()
    for symbol in symbols_of(sentence):
        found |= {part for part in re.split(r"[_|]", symbol.name) if part in _RESTS}
    return found


def symbols_of(term: Term) -> set[Term]:
    """Return the symbols in a term, without those in the supports of laws."""
    if isinstance(term, Mean):
        return symbols_of(term.body)
    if isinstance(term, sp.Symbol):
        return {term}
    return {symbol for part in term.args for symbol in symbols_of(part)}


def _is_idle(fact: Sentence, facts: list[Sentence], conclusion: Sentence) -> bool:
    """Whether a bound on one symbol is implied by a sharper one, or its symbol occurs only here."""
    symbols = fact.free_symbols
    if fact.atoms(Mean) or len(symbols) != 1:
        return False
    if type(fact) is sp.Ge and any(type(f) is sp.Gt and f.args == fact.args for f in facts):
        return True
    return not any(symbols <= s.free_symbols for s in (*facts, conclusion) if s is not fact)


def _law(mean: Mean, spoken: set[str], kept: list[Sentence]) -> Mean:
    """Return a mean under a law that is restricted to the variables and the facts kept."""
    support = [fact for fact in conjuncts(mean.support) if rests(fact) <= spoken]
    bodies = [m.body for sentence in kept for m in sentence.atoms(Mean)]
    used = {symbol for term in (*support, *bodies) for symbol in term.free_symbols}
    variables = tuple(v for v in mean.variables if v in used)
    return Mean(mean.body, variables, sp.And(*support), mean.law)


def _put(sentence: Sentence, laws: dict[Mean, Mean]) -> Sentence:
    left, right = (side.xreplace(laws) for side in sentence.args)
    return sentence.func(left, right, evaluate=False)


# --- averaging ------------------------------------------------------------------------------------


def is_about_small_law(goal: Goal) -> bool:
    """Whether a goal is about a small joint law, whose symbols have names with a bar.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> is_about_small_law(Goal((), relate(reals("r_x0|y0")[0], ">=", ZERO)))
    True
    """
    return any("|" in str(symbol.name) for symbol in goal.symbols)


def prove_small_law(goal: Goal) -> Step:
    """Prove a goal about a small joint law.

    Raises
    ------
    NotProved
        If no proof is found; the goal may still hold.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> from pmlsym.statements.reductions.joint.chains import reduce_chain
    >>> (case,) = reduce_chain(parse("X - Y - Z: pml(X->z) <= pml(X->Y)")).cases
    >>> isinstance(prove_small_law(case.goal), Step)
    True
    """
    why = NotProved("it does not follow")
    for effort in (Effort.quick(), Effort()):
        for part in _parts(goal):
            try:
                with asking(_oracle(effort)):
                    return restated(_decided(part), goal)
            except NotProved as error:
                why = error
    raise why


@cache
def _oracle(effort: Effort) -> Oracle:
    return Oracle(Store.shipped(), effort)


def _parts(goal: Goal) -> Iterator[Goal]:
    """Yield the goal with hypotheses on named values, then also on one or more merged values."""
    needed = rests(goal.conclusion)
    there = sorted({name for h in goal.hypotheses for name in rests(h)})
    seen: set[tuple[Sentence, ...]] = set()
    for count in range(len(there) + 1):
        for some in combinations(there, count):
            kept = tuple(h for h in goal.hypotheses if rests(h) <= {*some, *needed})
            if kept not in seen:
                seen.add(kept)
                yield Goal(kept, goal.conclusion)


def _decided(goal: Goal) -> Step:
    return Decided(goal, (*_averages(goal), *_products(goal)))


def _products(goal: Goal) -> Iterator[Step]:
    """Yield products of bounds on densities that the conclusion multiplies."""
    pairs = {
        frozenset(map(_kind, some))
        for side in goal.conclusion.args
        for term in sp.Add.make_args(sp.expand(side))
        for some in combinations([s for s in term.free_symbols if _kind(s)], 2)
    }
    bounds = list(_bounds(goal.hypotheses))
    kinds = [{_kind(s) for s in symbols_of(term)} - {""} for term, _ in bounds]
    for one, other in combinations(range(len(bounds)), 2):
        both = kinds[one] | kinds[other]
        if len(kinds[one]) == len(kinds[other]) == 1 and len(both) > 1 and both in pairs:
            product = bounds[one][0] * bounds[other][0]
            facts = (*bounds[one][1], *bounds[other][1])
            yield Decided(Goal(facts, relate(product, ">=", ZERO)))


def _kind(symbol: Term) -> str:
    """Return the variables of a density, such as XY; empty for other symbols."""
    parts = re.split(r"[_|]", symbol.name)
    return "".join(part[0].upper() for part in parts[1:]) if parts[0] == "r" else ""


def _averages(goal: Goal) -> Iterator[Step]:
    """Yield the means of bounds on the support, and of products of two bounds."""
    if not goal.means:
        return
    law = goal.means[0]
    allowed = {name for h in goal.hypotheses for name in rests(h)}
    bounds = [
        (term, facts) for term, facts in _bounds(conjuncts(law.support)) if rests(term) <= allowed
    ]
    sides = [frozenset(term.free_symbols & set(law.variables)) for term, _ in bounds]
    for (term, facts), side in zip(bounds, sides, strict=True):
        if side and term not in law.variables:
            yield _mean(term, facts, law)
    for one, other in combinations(range(len(bounds)), 2):
        if sides[one] and sides[other] and _apart(sides[one], sides[other]):
            product = bounds[one][0] * bounds[other][0]
            yield _mean(product, (*bounds[one][1], *bounds[other][1]), law)


def _apart(one: frozenset[Term], other: frozenset[Term]) -> bool:
    """Whether two bounds are on densities of different ends of the chain."""
    ends = [{_end(symbol) for symbol in side} for side in (one, other)]
    return len(ends[0]) == len(ends[1]) == 1 and ends[0] != ends[1]


def _end(symbol: Term) -> str:
    """Return the value of the end variable in a density with the middle of the chain."""
    return next(part[0] for part in re.split(r"[_|]", symbol.name[2:]) if part[0].islower())


def _bounds(facts: Sequence[Sentence]) -> Iterator[tuple[Term, tuple[Sentence, ...]]]:
    """Yield terms that are >= 0 by an inequality, each with this inequality."""
    for fact in facts:
        left, right = fact.args
        if isinstance(fact, sp.Ge):
            yield left - right, (fact,)
        elif isinstance(fact, sp.Le):
            yield right - left, (fact,)


def _mean(term: Term, facts: Sequence[Sentence], law: Mean) -> Step:
    pointwise = Decided(Goal(tuple(facts), relate(term, ">=", ZERO)))
    return Expectation(pointwise, law.variables, law.support, law.law)
