"""The guarantees of the papers, PML, PMC, LIP, ALIP and LDP, and the registry of all kinds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, for_its_size, read_number
from pmlsym.formulas.measures import Bounds, add_guarantee
from pmlsym.given import brief, refused
from pmlsym.guarantees.guarantee import Conversion, Guarantee
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


OF_THE_PAPERS: tuple[type[Guarantee], ...] = (PML, PMC, LIP, ALIP, LDP)
KINDS: list[type[Guarantee]] = [*OF_THE_PAPERS]


def register_kind(kind: type[Guarantee]) -> type[Guarantee]:
    """Register a kind under its name; also usable as a decorator of its class.

    A class that is defined again replaces the earlier one. A class that lists the measures it
    bounds, as in ``bounded = (("ldp", 0), ("pml", 1))`` with the indices of their levels, can also
    be used in statements.

    Raises
    ------
    ParameterError
        If it is no class of guarantees, the name is taken, or it bounds an unknown measure.

    Examples
    --------
    >>> register_kind(PML).__name__
    'PML'
    """
    if not (isinstance(kind, type) and issubclass(kind, Guarantee) and hasattr(kind, "name")):
        raise ParameterError(f"kind is {kind!r}, but has to be a class of guarantees with a name.")
    for known in KINDS:
        if known is kind or known.name.upper() != kind.name.upper():
            continue
        if (known.__module__, known.__qualname__) != (kind.__module__, kind.__qualname__):
            raise ParameterError(f"kind is {kind.name!r}, but another one has that name.")
        if known.bounded != kind.bounded:
            raise ParameterError(
                f"{kind.name} is registered with the bounds {known.bounded}, by which statements "
                "are read: start Python anew to give it others."
            )
        KINDS.remove(known)  # a notebook's cell was run again
        break
    if kind.bounded:
        row = Bounds(kind.name, kind.bounded)
        if row.levels != len(kind.parameters()):
            raise ParameterError(
                f"{kind.name} has the parameters {', '.join(kind.parameters())}, but bounds "
                f"measures by {row.levels} levels."
            )
        add_guarantee(row)
    if kind not in KINDS:
        KINDS.append(kind)
    return kind


def kind_of(name: str) -> type[Guarantee]:
    """Return the kind with a name, case-insensitively.

    Raises
    ------
    ParameterError
        If there is none.

    Examples
    --------
    >>> kind_of("pmc").__name__
    'PMC'
    """
    if not isinstance(name, str):
        raise refused("name", name, "a text such as 'pml'")
    for kind in KINDS:
        if kind.name.upper() == name.strip().upper():
            return kind
    known = ", ".join(kind.name.lower() for kind in KINDS)
    raise ParameterError(f"kind is {brief(name)}, but the guarantees are {known}.")


def read_guarantee(text: str) -> Guarantee:
    """Parse a guarantee such as ``pml:0.2`` or ``alip:0.5,0.2``.

    Numbers are read exactly, decimals included.

    Raises
    ------
    ParameterError
        If it is no guarantee.

    Examples
    --------
    >>> read_guarantee("alip:1/2,0.2")
    ALIP(1/2, 1/5)
    """
    if not isinstance(text, str):
        raise refused("text", text, "a guarantee such as 'pml:0.2'")
    name, _, rest = text.partition(":")
    kind = kind_of(name)
    words = [word.strip() for word in rest.split(",")] if rest.strip() else []
    if len(words) != len(kind.parameters()):
        raise ParameterError(
            f"guarantee is {brief(text)}, which gives {len(words)} numbers, but {kind.name} is "
            f"written {kind.name.lower()}:{','.join(kind.parameters())}."
        )
    try:
        return kind(*(math.inf if word == "inf" else read_number(word) for word in words))
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(
            f"guarantee is {brief(text)}, which holds {brief(rest)}, but numbers of nats"
            f"{for_its_size(*words)} are needed."
        ) from None


def every_conversion(
    kinds: Sequence[type[Guarantee]] = OF_THE_PAPERS,
) -> dict[tuple[str, str], Conversion[Guarantee]]:
    """Return the conversion between every two kinds, for a known p_min, in symbols.

    Examples
    --------
    >>> every_conversion()["LDP", "PMC"].formula
    'log(p_min + (1 - p_min)*exp(epsilon))'
    """
    import sympy as sp

    p = sp.Symbol("p_min")
    return {
        (one.name, other.name): one(*map(sp.Symbol, one.parameters())).conversion(other, p)
        for one in kinds
        for other in kinds
        if one is not other
    }
