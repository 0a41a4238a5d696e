"""The base class of guarantees, with conversions between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pmlsym.exact import Number, RowLike
from pmlsym.guarantees.conversion import Conversion, convert
from pmlsym.guarantees.promise import Promise

if TYPE_CHECKING:
    from pmlsym.priors import Intervals

K = TypeVar("K", bound="Guarantee")


@dataclass(frozen=True, repr=False, eq=False)
class Guarantee(Promise):
    """Base class of guarantees; use one such as `PML`, `LDP` or `DPrivacy`.

    Parameters are in nats, at least 0 and possibly infinite; floats, or exact: fractions, sympy
    numbers and symbols.

    A kind of your own is a subclass with a ``name``, its parameters as fields, and one or both of
    two methods: ``lift_set``, the lift vectors that it admits, for conversions from it and the
    design of mechanisms; ``strongest``, the smallest parameters that a set of lift vectors obeys,
    for measuring it and conversions to it. Operations without their method are refused.

    Examples
    --------
    >>> from pmlsym.guarantees import PML, Box
    >>> @dataclass(frozen=True, repr=False, eq=False)
    ... class Twice(Guarantee):
    ...     name = "Twice"
    ...     epsilon: float
    ...     def lift_set(self, masses=()):
    ...         return Box(tuple(masses), 2 * self.epsilon, 2 * self.epsilon)
    >>> Twice(0.1).implies(PML)
    PML(0.2)
    >>> print(PML(0.1).conversion(Twice).reason)
    Twice does not say what of it a set of lift vectors obeys: its class has no strongest.
    """

    def conversion(
        self, kind: type[K], p_min: Number | None = None, prior: RowLike | Intervals | None = None
    ) -> Conversion[K]:
        """Return the implied guarantee of a kind, with formula, range, reason and mechanism.

        Parameters, errors and sources are those of `implies`.

        Examples
        --------
        >>> from pmlsym import PMC, PML
        >>> print(PML(0.5).conversion(PMC, p_min=0.2).reason)
        epsilon = 0.5 >= log(1/(1 - p_min)) = 0.223144: an outcome may rule out a secret.
        """
        return convert(self, kind, p_min, prior)

    def implies(
        self, kind: type[K], p_min: Number | None = None, prior: RowLike | Intervals | None = None
    ) -> K | None:
        r"""Return the strongest guarantee of a kind that follows from this one.

        .. math:: \varepsilon\text{-PML} \Rightarrow
            \log\frac{p_{\min}}{1 - (1 - p_{\min})e^{\varepsilon}}\text{-PMC}

        and likewise for every pair of kinds: an extreme of one lift, or of the ratio of two,
        over all lift vectors that the guarantee allows.

        Parameters
        ----------
        kind : a class: PML, PMC, LDP, LIP, ALIP, ``DPrivacy.over(distances)``, or your own.
        p_min : the smallest prior probability, in (0, 1/2]; at least two secrets.
        prior : the whole prior, which may imply more, or a set of priors (`pmlsym.priors`), of
            which the smallest p_min is used. Without either, the result holds for all priors.

        Returns
        -------
        Guarantee or None
            None where no finite guarantee is implied, or none is known, as a kind lacks a method;
            ``conversion(...).is_known`` distinguishes them and ``.reason`` has the reason. If
            ``conversion(...).caveat`` is not empty, a smaller level may be implied, too. With
            symbols, ``conversion(...).where`` is the range of the formula.

        Raises
        ------
        ParameterError
            If p_min is out of range, or both p_min and prior are given.
        ChannelError
            If the prior is no distribution.

        Notes
        -----
        Source: `pmc`, Table II, Prop. 1, Prop. 3, Thm 6, Cor. 3, Thm 7. That each is optimal is
        in the ledger: `pmc.attained`, and `pmc.improvable` for ALIP and LIP to LDP. DPrivacy
        is not in the papers.

        Examples
        --------
        >>> from pmlsym import PMC, PML
        >>> import sympy
        >>> e, p = sympy.symbols("e p")
        >>> PML(e).implies(PMC, p_min=p)
        PMC(log(p/(1 - (1 - p)*exp(e))))
        >>> round(PML(0.2).implies(PMC, p_min=0.2).epsilon, 4)
        2.1682
        """
        return self.conversion(kind, p_min, prior).guarantee
