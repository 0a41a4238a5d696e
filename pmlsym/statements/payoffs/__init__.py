"""Statements about the costs and gains of adversaries, at an outcome or on average."""

from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.of_payoffs import OfPayoffs

__all__ = ["Attacked", "OfPayoffs", "Played"]
