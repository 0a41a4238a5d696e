"""The guarantees of the papers: PML, PMC, LIP, ALIP and LDP."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from pmlsym.exact import Number, RowLike
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.sets.box import Box
from pmlsym.guarantees.sets.cone import Cone
from pmlsym.guarantees.sets.lift_set import Extreme, LiftSet, listed


@dataclass(frozen=True, repr=False, eq=False)
class PML(Guarantee):
    r"""epsilon-PML: no outcome raises a probability by more than e^epsilon.

    .. math:: \frac{P(y \mid x)}{P_Y(y)} \le e^{\varepsilon} \quad\text{for all } x, y

    Parameters
    ----------
    epsilon : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 2.

    Examples
    --------
    >>> PML(0.2)
    PML(0.2)
    """

    name: ClassVar[str] = "PML"
    epsilon: Number

    def lift_set(self, masses: RowLike = ()) -> Box:
        """Return the admitted lift vectors, a box."""
        return Box(listed(masses), math.inf, self.epsilon)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return the largest log-lift."""
        return lifts.up()


@dataclass(frozen=True, repr=False, eq=False)
class PMC(Guarantee):
    r"""epsilon-PMC: no outcome lowers a probability by more than e^epsilon.

    .. math:: \frac{P_Y(y)}{P(y \mid x)} \le e^{\varepsilon} \quad\text{for all } x, y

    Parameters
    ----------
    epsilon : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Thm 2.

    Examples
    --------
    >>> PMC(0.2)
    PMC(0.2)
    """

    name: ClassVar[str] = "PMC"
    epsilon: Number

    def lift_set(self, masses: RowLike = ()) -> Box:
        """Return the admitted lift vectors, a box."""
        return Box(listed(masses), self.epsilon, math.inf)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return minus the smallest log-lift."""
        return lifts.down()


@dataclass(frozen=True, repr=False, eq=False)
class LIP(Guarantee):
    r"""epsilon-LIP: the information density is within epsilon of zero.

    .. math:: e^{-\varepsilon} \le \frac{P(y \mid x)}{P_Y(y)} \le e^{\varepsilon}
        \quad\text{for all } x, y

    Parameters
    ----------
    epsilon : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 4, with "almost surely" read under the product of the laws of X and Y: for
    every secret and every possible outcome. Under their joint law an entry P(y|x) = 0 would not
    count, and publishing the secret would have a finite level (`pmc.definition-4.surely`).

    Examples
    --------
    >>> LIP(0.2)
    LIP(0.2)
    """

    name: ClassVar[str] = "LIP"
    epsilon: Number

    def lift_set(self, masses: RowLike = ()) -> Box:
        """Return the admitted lift vectors, a box."""
        return Box(listed(masses), self.epsilon, self.epsilon)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return the largest absolute log-lift."""
        return lifts.farthest()


@dataclass(frozen=True, repr=False, eq=False)
class ALIP(Guarantee):
    r"""(epsilon_l, epsilon_u)-ALIP: the information density is within two bounds.

    .. math:: e^{-\varepsilon_l} \le \frac{P(y \mid x)}{P_Y(y)} \le e^{\varepsilon_u}
        \quad\text{for all } x, y

    Parameters
    ----------
    epsilon_l, epsilon_u : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 5, with "almost surely" read as in `LIP`.

    Examples
    --------
    >>> ALIP(0.4, 0.2)
    ALIP(0.4, 0.2)
    """

    name: ClassVar[str] = "ALIP"
    epsilon_l: Number
    epsilon_u: Number

    def lift_set(self, masses: RowLike = ()) -> Box:
        """Return the admitted lift vectors, a box."""
        return Box(listed(masses), self.epsilon_l, self.epsilon_u)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return minus the smallest log-lift, and the largest one."""
        return lifts.both()


@dataclass(frozen=True, repr=False, eq=False)
class LDP(Guarantee):
    r"""epsilon-LDP: no outcome is e^epsilon times as likely for one secret as for another.

    .. math:: \frac{P(y \mid x)}{P(y \mid x')} \le e^{\varepsilon} \quad\text{for all } x, x', y

    Parameters
    ----------
    epsilon : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 6.

    Examples
    --------
    >>> LDP(0.2)
    LDP(0.2)
    """

    name: ClassVar[str] = "LDP"
    epsilon: Number

    def lift_set(self, masses: RowLike = ()) -> Cone:
        """Return the admitted lift vectors, a cone."""
        return Cone(listed(masses), self.epsilon)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return the largest log-ratio of two lifts."""
        return lifts.apart()
