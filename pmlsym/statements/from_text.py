"""Statements from their text, about finite mechanisms or about what their binders name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pmlsym.statements.binders import NamedMechanism
from pmlsym.statements.bound import BoundStatement, Vocabulary
from pmlsym.statements.finite import Finite
from pmlsym.statements.likelihoods import Likelihoods
from pmlsym.statements.numbers import Reals
from pmlsym.statements.payoffs import Payoffs
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.specific import Specific, about_mechanisms
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.specific.named import mechanism_of, small_levels
from pmlsym.statements.specific.specific import Draw
from pmlsym.statements.specific.staged import CHAIN, Staged, about_stages, any_stages
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError

_VOCABULARIES: tuple[type[Vocabulary], ...] = (Payoffs, Likelihoods, ReleasedData, Reals)
Bound: TypeAlias = BoundStatement[Any] | Specific
Said: TypeAlias = Finite | Bound
_CHAINS = ([("X", "Y")], [("Y", "Z")], [("X", "Y"), ("Y", "Z")])


def from_text(text: str, exists: bool = False) -> Said:
    """Return the statement that a text says, about what its binders name.

    Examples
    --------
    >>> from_text("PML(e) => PMC(e)").trial(100).violations > 0
    True
    >>> from_text("guesswork G: cost(G) <= pmc(X->y)").trial(100).violations
    0
    """
    return statement_of(parse(text), exists)


def statement_of(asked: Statement, exists: bool = False) -> Said:
    """Return a parsed statement with its instances and their evaluation.

    A statement without binders is about a finite mechanism, unless it has a quantity that only
    statements with binders have.
    """
    if not asked.is_bound:
        return Finite(asked, exists)
    if exists:
        raise StatementError(f"{asked} has binders, so it is about every instance.")
    return bound_statement(asked)


def bound_statement(asked: Statement) -> Bound:
    """Return a parsed statement about what its binders name.

    Examples
    --------
    >>> print(bound_statement(parse("prior P: pmc_P <= ldp_P")))
    prior P: pmc_P <= ldp_P
    """
    if not asked.binders:  # an extreme lift, or a leakage of pairs
        return BoundStatement(asked, Payoffs.of(asked))
    first = asked.binders[0]
    if isinstance(first, NamedMechanism):
        return _of_named(asked)
    of = next(one for one in _VOCABULARIES if isinstance(first, one.binders))
    return BoundStatement(asked, of.of(asked))


def _of_named(asked: Statement) -> Specific:
    named = [one for one in asked.binders if isinstance(one, NamedMechanism)]
    of_x = {one.name for one in named if one.secret == "X"}
    if any(one.secret == "Y" for one in named) or (CHAIN in asked.structure and of_x == {"Y"}):
        return _of_stages(asked, named)
    if [one.name for one in named] != ["Y", "Z"][: len(named)]:
        raise StatementError(f"`{named[0]}` has to be of X->Y, and a second mechanism of X->Z.")
    mechanisms = tuple(mechanism_of(one.mechanism, one.level) for one in named)
    found = about_mechanisms(replace(asked, binders=()), mechanisms, small_levels())
    levels = sorted(found.parameters, key=lambda name: name not in {one.level for one in named})
    return replace(found, draw=_levels_of(found, levels))


def _of_stages(asked: Statement, named: list[NamedMechanism]) -> Staged:
    """Return a statement about a chain of which one or both stages are named."""
    stages = tuple(one.name for one in named)
    if [(one.secret, one.name) for one in named] not in _CHAINS:
        raise StatementError(f"`{named[0]}` has to be a stage of X - Y - Z: X->Y first, then Y->Z.")
    mechanisms = tuple(mechanism_of(one.mechanism, one.level) for one in named)
    found = about_stages(replace(asked, binders=()), stages, mechanisms, small_levels())
    levels = sorted(found.parameters, key=lambda name: name not in {one.level for one in named})
    draw = any_stages(_levels_of(found, levels), stages, mechanisms)
    return replace(found, draw=draw)


def _levels_of(found: Specific, levels: Sequence[str]) -> Draw:
    """Return a function that samples priors and levels for a statement about mechanisms."""
    mechanisms, said = found.mechanisms, found.statement
    numbers = {name for one in mechanisms for name in one.numbers}
    squares = {one.level for one in mechanisms if isinstance(one, Matrix) and one.parts == 2}
    return small_levels(
        *levels,
        numbers=numbers,
        squares=squares,
        signed={*said.parameters} - said.nonnegative,
        size=said.size,
        prior=said.prior,
    )


def latex_of(asked: Statement) -> str:
    r"""Return any statement, also one with holes or with binders, as LaTeX for math mode.

    Examples
    --------
    >>> print(latex_of(parse("least_lift(X->y) <= 1")))
    P_X,\ P_{Y\mid X},\ y:\quad \min_x\tfrac{P(y\mid x)}{P(y)} \le 1
    """
    return statement_of(asked).latex() if asked.is_bound else asked.latex()
