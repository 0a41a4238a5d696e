"""Statements about closed-form mechanisms, such as randomized response.

>>> from fractions import Fraction
>>> from pmlsym.statements.specific.levels import Levels, any_levels
>>> swap = Mechanism("the other side of a coin", (Entries("0", "1", "other"),))
>>> said = about("pmc(X->y) > c", swap, draw=any_levels("c"))
>>> half = Fraction(1, 2)
>>> print(said.judge(Levels((half, half), (("c", Fraction(3)),))))
holds: pmc(X->y) > c at y = 1: inf > log(3), about inf and 1.09861
"""

from pmlsym.statements.specific.mechanism import Entries, Mechanism
from pmlsym.statements.specific.specific import Specific, about, about_mechanisms

__all__ = ["Entries", "Mechanism", "Specific", "about", "about_mechanisms"]
