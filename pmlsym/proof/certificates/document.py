"""The types of a certificate's document, as `pmlsym.proof.checker` reads it from JSON.

They hold for documents that were written here or checked; the checker itself does not rely on
them. JSON has one kind of list. Where its length and the kind of each entry are fixed, the type
is a tuple, which a type checker can take apart.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, final

Relation: TypeAlias = Literal[">", ">=", "="]

Polynomial: TypeAlias = list[list[str]]  # terms: a coefficient, then each variable once per power
Atom: TypeAlias = tuple[Relation, Polynomial]  # compared with zero
Case: TypeAlias = list[Atom]  # all of which hold
Hypothesis: TypeAlias = list[Case]  # one of which holds

Summand: TypeAlias = tuple[str, list[int], list[Polynomial]]  # a number, facts, what is squared
Multiple: TypeAlias = tuple[int, Polynomial]  # an equation, and what it is multiplied by


@final
class Leaf(TypedDict):
    """A sum that is positive and identically zero."""

    sum: list[Summand]
    zero: list[Multiple]


@final
class Split(TypedDict):
    """A hypothesis, and a tree for each of its cases."""

    split: int
    cases: list[Tree]


@final
class Sign(TypedDict):
    """A polynomial, and a tree for each case of its sign, by its relation to zero.

    The relations are ``>``, ``>=``, ``=``, ``<=`` and ``<``.
    """

    sign: Polynomial
    cases: dict[str, Tree]


Tree: TypeAlias = Leaf | Split | Sign


class Document(TypedDict):
    """Hypotheses over the reals, and a proof that they cannot hold together."""

    variables: list[str]
    hypotheses: list[Hypothesis]
    proof: Tree
