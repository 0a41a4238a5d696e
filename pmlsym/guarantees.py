"""Privacy guarantees as values: whether a channel satisfies one, and which implies which."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from pmlsym import measures
from pmlsym.errors import ParameterError
from pmlsym.exact import is_exact, read_number
from pmlsym.nats import TOLERANCE, as_nats, at_most, constants_first, largest

if TYPE_CHECKING:
    from pmlsym.channel import Channel
    from pmlsym.conversion import Conversion


_NOT_BELOW = "the mean lift is one, so that no mechanism promises less"


@dataclass(frozen=True, repr=False)
class Guarantee:
    """What every kind of guarantee can do; use `PML`, `PMC`, `LDP`, `LIP` or `ALIP`.

    Parameters are in nats, at least 0, perhaps infinite; floats, or exact: fractions, sympy
    numbers and symbols.
    """

    name: ClassVar[str]
    condition: Any = field(default=None, init=False, compare=False)

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(f.name for f in fields(cls) if f.init)

    @property
    def values(self) -> tuple[Any, ...]:
        """The parameters."""
        return tuple(getattr(self, name) for name in self.parameters())

    def __post_init__(self) -> None:
        """Refuse what is no privacy parameter."""
        for name in self.parameters():
            object.__setattr__(self, name, as_nats(name, getattr(self, name), _NOT_BELOW))

    def __repr__(self) -> str:
        text = f"{self.name}({', '.join(map(constants_first, self.values))})"
        return text if self.condition is None else f"{text} for {constants_first(self.condition)}"

    def _repr_latex_(self) -> str:
        import sympy as sp

        inside = r",\ ".join(
            sp.latex(sp.sympify(v) if is_exact(v) or v == math.inf else v, order="old")
            for v in self.values
        )
        text = rf"\mathrm{{{self.name}}}\left({inside}\right)"
        if self.condition is not None:
            text += rf"\quad\text{{for }}{sp.latex(sp.sympify(self.condition))}"
        return rf"$\displaystyle {text}$"

    @property
    def bounds(self) -> tuple[Any, Any] | None:
        """The (lower, upper) with e^-lower <= lift <= e^upper; None if it bounds ratios."""
        raise TypeError(f"{type(self).__name__} is no guarantee of its own")

    @classmethod
    def of(cls, channel: Channel) -> Guarantee:
        """Return the strongest guarantee of this kind that a channel satisfies.

        Examples
        --------
        >>> from pmlsym import Channel
        >>> round(PMC.of(Channel([[0.5, 0.5], [0.25, 0.75]], [0.5, 0.5])).epsilon, 4)
        0.4055
        """
        raise TypeError(f"{cls.__name__} is no guarantee of its own")

    def holds(self, channel: Channel, tolerance: float = TOLERANCE) -> bool:
        """Say whether a channel satisfies the guarantee.

        Exact channels are compared exactly, a float parameter being the number that it is. On a
        float channel what is measured may exceed the parameter by the tolerance.

        Parameters
        ----------
        channel : the mechanism with the prior.
        tolerance : in nats, for float channels alone.

        Raises
        ------
        ParameterError
            If channel or parameters hold symbols that leave it open.

        Examples
        --------
        >>> from fractions import Fraction as F
        >>> from pmlsym import Channel
        >>> import sympy
        >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
        >>> PML(sympy.log(F(3, 2))).holds(ch), PML(sympy.log(F(7, 5))).holds(ch)
        (True, False)
        """
        found = type(self).of(channel).values
        return all(
            at_most(measured, allowed, channel.is_exact, tolerance)
            for measured, allowed in zip(found, self.values, strict=True)
        )

    def conversion(
        self, kind: type[Guarantee], p_min: Any = None, prior: Sequence[Any] | None = None
    ) -> Conversion:
        """Return what follows from this guarantee, with formula, range, reason and mechanism.

        Parameters, errors and sources are those of `implies`.

        Examples
        --------
        >>> print(PML(0.5).conversion(PMC, p_min=0.2).reason)
        epsilon = 0.5 >= log(1/(1 - p_min)) = 0.223144: an outcome may rule out a secret.
        """
        from pmlsym.conversion import convert

        return convert(self, kind, p_min, prior)

    def implies(
        self, kind: type[Guarantee], p_min: Any = None, prior: Sequence[Any] | None = None
    ) -> Guarantee | None:
        r"""Return the strongest guarantee of a kind that follows from this one.

        .. math:: \varepsilon\text{-PML} \Rightarrow
            \log\frac{p_{\min}}{1 - (1 - p_{\min})e^{\varepsilon}}\text{-PMC}

        and likewise for every pair of kinds: an extreme of one lift, or of the ratio of two, over
        all lift vectors that the guarantee allows.

        Parameters
        ----------
        kind : PML, PMC, LDP, LIP or ALIP.
        p_min : exactly the smallest prior probability, in (0, 1/2]; at least two secrets.
        prior : the prior itself, which may say more. Without either, what follows for all priors.

        Returns
        -------
        Guarantee or None
            None where nothing finite follows; ``conversion(...).reason`` says why. With symbols
            the answer has a ``condition``, its range.

        Raises
        ------
        ParameterError
            If p_min is no such probability, or both are given.
        ChannelError
            If the prior is none.

        Notes
        -----
        Source: `pmc`, Table II, Prop. 1, Prop. 3, Thm 6, Cor. 3, Thm 7. That each is the best is
        in the ledger: `pmc.attained`, and `pmc.improvable` for ALIP and LIP to LDP.

        Examples
        --------
        >>> import sympy
        >>> e, p = sympy.symbols("e p")
        >>> PML(e).implies(PMC, p_min=p)
        PMC(log(p/(1 - (1 - p)*exp(e)))) for e < log(1/(1 - p))
        >>> round(PML(0.2).implies(PMC, p_min=0.2).epsilon, 4)
        2.1682
        """
        return self.conversion(kind, p_min, prior).guarantee


@dataclass(frozen=True, repr=False)
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
    epsilon: Any

    @property
    def bounds(self) -> tuple[Any, Any]:
        """No lower bound, and epsilon."""
        return math.inf, self.epsilon

    @classmethod
    def of(cls, channel: Channel) -> PML:
        """Return the worst PML of a channel."""
        return cls(largest(measures.pml(channel)))


@dataclass(frozen=True, repr=False)
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
    epsilon: Any

    @property
    def bounds(self) -> tuple[Any, Any]:
        """Epsilon, and no upper bound."""
        return self.epsilon, math.inf

    @classmethod
    def of(cls, channel: Channel) -> PMC:
        """Return the worst PMC of a channel."""
        return cls(largest(measures.pmc(channel)))


@dataclass(frozen=True, repr=False)
class LIP(Guarantee):
    r"""epsilon-LIP: the information density is within epsilon of zero.

    .. math:: e^{-\varepsilon} \le \frac{P(y \mid x)}{P_Y(y)} \le e^{\varepsilon}

    Parameters
    ----------
    epsilon : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 4.

    Examples
    --------
    >>> LIP(0.2)
    LIP(0.2)
    """

    name: ClassVar[str] = "LIP"
    epsilon: Any

    @property
    def bounds(self) -> tuple[Any, Any]:
        """Epsilon on both sides."""
        return self.epsilon, self.epsilon

    @classmethod
    def of(cls, channel: Channel) -> LIP:
        """Return the largest absolute information density of a channel."""
        return cls(measures.lip(channel))


@dataclass(frozen=True, repr=False)
class ALIP(Guarantee):
    r"""(epsilon_l, epsilon_u)-ALIP: the information density is within two bounds.

    .. math:: e^{-\varepsilon_l} \le \frac{P(y \mid x)}{P_Y(y)} \le e^{\varepsilon_u}

    Parameters
    ----------
    epsilon_l, epsilon_u : nats, >= 0.

    Notes
    -----
    Source: `pmc`, Def. 5.

    Examples
    --------
    >>> ALIP(0.4, 0.2)
    ALIP(0.4, 0.2)
    """

    name: ClassVar[str] = "ALIP"
    epsilon_l: Any
    epsilon_u: Any

    @property
    def bounds(self) -> tuple[Any, Any]:
        """Both parameters."""
        return self.epsilon_l, self.epsilon_u

    @classmethod
    def of(cls, channel: Channel) -> ALIP:
        """Return the worst PMC and the worst PML of a channel."""
        return cls(*measures.alip(channel))


@dataclass(frozen=True, repr=False)
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
    epsilon: Any

    @property
    def bounds(self) -> None:
        """None: it bounds ratios of lifts."""
        return

    @classmethod
    def of(cls, channel: Channel) -> LDP:
        """Return the local differential privacy of a channel."""
        return cls(measures.ldp(channel))


KINDS: tuple[type[Guarantee], ...] = (PML, PMC, LIP, ALIP, LDP)


def kind_of(name: str) -> type[Guarantee]:
    """Return the kind with a name, in any case.

    Raises
    ------
    ParameterError
        If there is none.

    Examples
    --------
    >>> kind_of("pmc").__name__
    'PMC'
    """
    for kind in KINDS:
        if kind.name == name.strip().upper():
            return kind
    known = ", ".join(kind.name.lower() for kind in KINDS)
    raise ParameterError(f"kind is {name!r}, but the guarantees are {known}.")


def read_guarantee(text: str) -> Guarantee:
    """Read a guarantee as a person types it: ``pml:0.2``, ``alip:0.5,0.2``.

    Numbers are exact, decimals included.

    Raises
    ------
    ParameterError
        If it is no guarantee.

    Examples
    --------
    >>> read_guarantee("alip:1/2,0.2")
    ALIP(1/2, 1/5)
    """
    name, _, rest = text.partition(":")
    kind = kind_of(name)
    words = [word.strip() for word in rest.split(",")] if rest.strip() else []
    if len(words) != len(kind.parameters()):
        raise ParameterError(
            f"{text!r} gives {len(words)} numbers, but {kind.name} is written "
            f"{kind.name.lower()}:{','.join(kind.parameters())}."
        )
    try:
        return kind(*(math.inf if word == "inf" else read_number(word) for word in words))
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(f"{text!r} holds {rest!r}, but numbers of nats are needed.") from None
