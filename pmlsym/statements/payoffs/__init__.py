"""The vocabulary of costs and gains of adversaries, at an outcome or on average."""

from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.payoffs.of_payoffs import Payoffs

__all__ = ["Attacked", "Payoffs", "Played"]
