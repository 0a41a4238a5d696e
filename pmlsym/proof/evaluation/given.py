"""A point that somebody gives: its numbers are read anew, and everything is looked at exactly.

A search by chance finds no point of hypotheses that a whole joint law has to meet; who knows such a
law can give its numbers. Nothing about them is believed.
"""

from __future__ import annotations

from collections.abc import Mapping

from pmlsym.proof.evaluation.balls import Atom, NoValue, Point, refuse_large
from pmlsym.proof.evaluation.budget import Budget
from pmlsym.proof.kernel.terms import NotProved, Sentence, Term, free, laws
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.kernel.validation import validate_term


def confirmed(goal: Goal, given: object) -> Point | None:
    """Return the point, read anew, if all hypotheses of a goal certainly hold there.

    None if one is not seen to hold, or what is given is no point with a number for every symbol.

    Examples
    --------
    >>> above = (">", ("symbol", "x"), ("number", 1, 1))
    >>> goal = Goal((above,), above)
    >>> confirmed(goal, Point({"x": ("number", 3, 2)})).numbers["x"]
    ('number', 3, 2)
    >>> confirmed(goal, Point({"x": ("number", 1, 2)})) is None
    True
    """
    sentences = (*goal.hypotheses, goal.conclusion)
    names = {name for sentence in sentences for name in free(sentence)}
    wanted = list(dict.fromkeys(law for sentence in sentences for law in laws(sentence)))
    try:
        point = _read(given, names, wanted, Budget.of(goal))
        told = all(map(point.is_law, wanted)) and all(
            point.holds(hypothesis) is True
            for hypothesis in goal.hypotheses
            if hypothesis[0] not in ("finite", "defined")
        )
    except (NoValue, NotProved, ArithmeticError, ValueError, KeyError, RecursionError):
        return None
    return point if told else None


def _read(given: object, names: set[str], wanted: list[Term], budget: Budget) -> Point:
    """Keep the numbers that the goal speaks of, each a closed term of the kernel."""
    if type(given) is not Point:
        raise NoValue(f"something of type {type(given).__name__} is no point")
    numbers, atoms = dict(given.numbers), dict(given.laws)
    return Point(
        {name: _closed(numbers[name]) for name in names},
        {law[1]: [_atom(atom, law[2]) for atom in atoms[law[1]]] for law in wanted},
        budget=budget,
    )


def _atom(atom: Atom, variables: tuple[str, ...]) -> Atom:
    chance, values = atom
    known: Mapping[str, Term] = dict(values)
    return _closed(chance), {name: _closed(known[name]) for name in variables}


def _closed(term: Sentence) -> Term:
    validate_term(term)
    refuse_large(term)
    if free(term) or laws(term):
        raise NoValue("the numbers of a point are closed terms")
    return term
