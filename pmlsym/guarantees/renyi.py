"""Order-2 Rényi privacy: every posterior is near the prior in the Rényi divergence of order 2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pmlsym.exact import Number, RowLike
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.sets.ball import Ball
from pmlsym.guarantees.sets.lift_set import Extreme, LiftSet, listed


@dataclass(frozen=True, repr=False, eq=False)
class R2(Guarantee):
    r"""epsilon-R2: the Rényi divergence of order 2 of every posterior from the prior is bounded.

    .. math:: \log \sum_x P(x) \Bigl(\frac{P(y \mid x)}{P_Y(y)}\Bigr)^2 \le \varepsilon
        \quad\text{for all } y

    Parameters
    ----------
    epsilon : nats, >= 0.

    Examples
    --------
    >>> from pmlsym import PML
    >>> round(R2(0.3).implies(PML, p_min=0.5).epsilon, 4)
    0.4647
    >>> PML(0.3).implies(R2)
    R2(0.3)
    """

    name: ClassVar[str] = "R2"
    epsilon: Number

    def lift_set(self, masses: RowLike = ()) -> Ball:
        """Return the lift vectors of small second moment."""
        return Ball(listed(masses), self.epsilon)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return the largest second moment."""
        return lifts.second_moment()
