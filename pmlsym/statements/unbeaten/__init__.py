"""Statements that a closed-form mechanism is optimal among those with a guarantee.

>>> from pmlsym.statements.specific import Answer, Mechanism
>>> tell = Mechanism("the identity", (Answer("1", "0", "own"),))
>>> print(Unbeaten.of("PML(u)", tell, draw=any_designs("u")).trial(40).violations)
0
"""

from pmlsym.statements.unbeaten.statement import Unbeaten
from pmlsym.statements.unbeaten.world import Designed, any_designs

__all__ = ["Designed", "Unbeaten", "any_designs"]
