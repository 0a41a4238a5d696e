"""Statements that a closed-form mechanism is optimal among those with a guarantee.

>>> from pmlsym.statements.specific import Entries, Mechanism
>>> tell = Mechanism("the identity", (Entries("1", "0", "own"),))
>>> print(Optimality.of("PML(u)", tell, draw=any_designs("u")).trial(40).violations)
0
"""

from pmlsym.statements.optimality.designed import Designed, any_designs
from pmlsym.statements.optimality.optimality import Optimality

__all__ = ["Designed", "Optimality", "any_designs"]
