"""Statements about the savings and gains of adversaries, at an outcome or on average."""

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
