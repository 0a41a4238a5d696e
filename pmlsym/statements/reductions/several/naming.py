"""Goals about small worlds with fewer hypotheses: of what is merged nothing is said."""

from __future__ import annotations

import re
from dataclasses import replace

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts
from pmlsym.statements.reductions.result import Case

_RESTS = ("xr", "yr", "zr")


def of_named(case: Case) -> Case:
    """Return a case with a goal that speaks of named values alone, and is short enough to read.

    What is said of merged values is left out, in the hypotheses and in the supports of laws, unless
    the conclusion speaks of them; and so is what nothing else speaks of, or is said more sharply. A
    goal with fewer hypotheses says more, so the statement holds where the goals do; but where one
    fails, nothing is known.

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
    """Return the merged values of which a sentence speaks, the supports of laws left out.

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
    """Return the symbols in a term, the supports of laws left out."""
    if isinstance(term, Mean):
        return symbols_of(term.body)
    if isinstance(term, sp.Symbol):
        return {term}
    return {symbol for part in term.args for symbol in symbols_of(part)}


def _is_idle(fact: Sentence, facts: list[Sentence], conclusion: Sentence) -> bool:
    """Whether a bound on one symbol says nothing that matters."""
    symbols = fact.free_symbols
    if fact.atoms(Mean) or len(symbols) != 1:
        return False
    if type(fact) is sp.Ge and any(type(f) is sp.Gt and f.args == fact.args for f in facts):
        return True
    return not any(symbols <= s.free_symbols for s in (*facts, conclusion) if s is not fact)


def _law(mean: Mean, spoken: set[str], kept: list[Sentence]) -> Mean:
    """Return the mean under a law of what is averaged, of which only what is kept is known."""
    support = [fact for fact in conjuncts(mean.support) if rests(fact) <= spoken]
    bodies = [m.body for sentence in kept for m in sentence.atoms(Mean)]
    used = {symbol for term in (*support, *bodies) for symbol in term.free_symbols}
    variables = tuple(v for v in mean.variables if v in used)
    return Mean(mean.body, variables, sp.And(*support), mean.law)


def _put(sentence: Sentence, laws: dict[Mean, Mean]) -> Sentence:
    left, right = (side.xreplace(laws) for side in sentence.args)
    return sentence.func(left, right, evaluate=False)
