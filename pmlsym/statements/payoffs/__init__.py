"""Statements about the costs and gains of adversaries, at an outcome or on average."""

from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.statement import OfPayoffs

__all__ = ["Attacked", "OfPayoffs", "Played"]
