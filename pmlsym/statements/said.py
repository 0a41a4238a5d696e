"""Statements from their text, about finite mechanisms or about what their binders name."""

from __future__ import annotations

from typing import TypeAlias

from pmlsym.statements.binders import PRIORS, Binned
from pmlsym.statements.finite import Finite
from pmlsym.statements.histograms import OfHistograms
from pmlsym.statements.likelihoods import OfLikelihoods
from pmlsym.statements.payoffs import OfPayoffs
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, walk
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError

Said: TypeAlias = Finite | OfPayoffs | OfLikelihoods | OfHistograms


def said(text: str, exists: bool = False) -> Said:
    """Return the statement that a text says, about what its binders name.

    Parameters
    ----------
    text : in the language of statements.
    exists : whether the claim is existential: for some finite mechanism all of it holds.

    Raises
    ------
    ParseError
        If the text is not a statement; the message names the column.
    StatementError
        If its quantities and its binders do not fit together.

    Examples
    --------
    >>> said("PML(e) => PMC(e)").trial(100).violations > 0
    True
    >>> said("guesswork G: cost(G) <= pmc(X->y)").trial(100).violations
    0
    """
    return statement_of(parse(text), exists)


def statement_of(asked: Statement, exists: bool = False) -> Said:
    """Return a parsed statement with its instances and their evaluation.

    Raises
    ------
    StatementError
        If its quantities and its binders do not fit together.

    Examples
    --------
    >>> statement_of(parse("prior P: pmc_P <= ldp_P")).about.__name__
    'OneOutcome'
    """
    first = asked.binders[0] if asked.binders else None
    of_payoffs = any(isinstance(part, OfBound) for term in asked.terms for part in walk(term))
    if first is None and not of_payoffs:
        return Finite(asked, exists)
    if exists:
        raise StatementError(f"{asked} has binders, so it is about every instance.")
    if isinstance(first, PRIORS):
        return OfLikelihoods(asked)
    return OfHistograms(asked) if isinstance(first, Binned) else OfPayoffs(asked)
