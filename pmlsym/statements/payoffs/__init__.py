"""Statements about what adversaries save or gain by an outcome, or on average, with any payoff."""

from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.kinds import (
    AnyGuess,
    AnyOrder,
    AnyPayoff,
    OfSecret,
    Payoff,
    Pieces,
)
from pmlsym.statements.payoffs.statement import OfPayoffs

__all__ = [
    "AnyGuess",
    "AnyOrder",
    "AnyPayoff",
    "Attacked",
    "OfPayoffs",
    "OfSecret",
    "Payoff",
    "Pieces",
    "Played",
]
