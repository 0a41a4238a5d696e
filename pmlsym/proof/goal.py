"""Goals: hypotheses, perhaps something that is said to exist, and one relation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.terms import Mean, Sentence, Term


def written(sentence: Sentence) -> str:
    """Write a relation with its sign between its sides.

    Examples
    --------
    >>> written(sp.Eq(sp.Symbol("x"), 2))
    'x = 2'
    """
    signs = {sp.Eq: "=", sp.Ne: "!="}
    if isinstance(sentence, sp.Eq | sp.Ne):
        return f"{sentence.lhs} {signs[sentence.func]} {sentence.rhs}"
    return str(sentence)


class NotProved(Exception):  # noqa: N818  # an outcome, not a mistake of the caller
    """The step does not go through; the text says where, and what z3 answered."""


@dataclass(frozen=True)
class Goal:
    """For all real values of the free symbols, the hypotheses imply the conclusion.

    Parameters
    ----------
    hypotheses : relations that restrict the free symbols.
    conclusion : a relation (``<=``, ``<``, ``>=``, ``>``, ``==``, ``!=``).
    exists : symbols of which only the existence is claimed, for each choice of the others.
    such_that : relations that these have to satisfy beside the conclusion.

    Examples
    --------
    >>> from pmlsym.proof.terms import reals
    >>> (x,) = reals("x")
    >>> print(Goal((x > 1,), x**2 > x))
    x > 1  =>  x**2 > x
    """

    hypotheses: tuple[Sentence, ...]
    conclusion: Sentence
    exists: tuple[Term, ...] = ()
    such_that: tuple[Sentence, ...] = ()

    def __post_init__(self) -> None:
        """Refuse symbols that carry assumptions of their own, and what is not a relation."""
        for sentence in (*self.hypotheses, *self.such_that, self.conclusion):
            if sentence not in (sp.true, sp.false) and not isinstance(
                sentence, sp.core.relational.Relational
            ):
                raise TypeError(f"{sentence} is not a relation")
            for symbol in sentence.free_symbols:
                if symbol.is_real is not True or symbol.is_zero is not None:
                    raise TypeError(
                        f"the symbol {symbol} has to be real and nothing more: "
                        "what is assumed of it belongs to the hypotheses"
                    )

    @property
    def symbols(self) -> frozenset[Term]:
        """The free symbols of hypotheses and conclusion."""
        sentences = (*self.hypotheses, *self.such_that, self.conclusion)
        return frozenset(symbol for sentence in sentences for symbol in sentence.free_symbols)

    @property
    def means(self) -> tuple[Mean, ...]:
        """The expectations in the goal, in a fixed order."""
        sentences = (*self.hypotheses, *self.such_that, self.conclusion)
        found = {mean for sentence in sentences for mean in sentence.atoms(Mean)}
        return tuple(sorted(found, key=sp.default_sort_key))

    def instance(self, values: Mapping[Term, Term]) -> Goal:
        """Put terms for free symbols."""
        if any(set(values) & set(mean.variables) for mean in self.means):
            raise NotProved("a bound variable of an expectation cannot be replaced")
        # simultaneously: the terms may contain the symbols that they replace
        put = dict(values)

        def replaced(sentence: Sentence) -> Sentence:
            if sentence in (sp.true, sp.false):
                return sentence
            left, right = (side.subs(put, simultaneous=True) for side in sentence.args)
            return sentence.func(left, right, evaluate=False)

        return Goal(
            tuple(map(replaced, self.hypotheses)),
            replaced(self.conclusion),
            self.exists,
            tuple(map(replaced, self.such_that)),
        )

    def __str__(self) -> str:
        """Print the goal on one line."""
        given = ", ".join(map(written, self.hypotheses))
        claim = ", ".join(map(written, (*self.such_that, self.conclusion)))
        if self.exists:
            claim = f"there is {', '.join(map(str, self.exists))} with {claim}"
        return f"{given}  =>  {claim}" if given else claim
