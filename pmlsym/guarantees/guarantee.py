"""A guarantee: a promise that can say what follows from it."""

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
    """What every kind of guarantee can do; use one such as `PML`, `LDP` or `DPrivacy`.

    Parameters are in nats, at least 0, perhaps infinite; floats, or exact: fractions, sympy
    numbers and symbols.

    A kind of your own is a subclass with a ``name``, its parameters as fields, and what it can
    say: ``lift_set``, the lift vectors that it admits, lets it be the source of a conversion and
    the guarantee of a design; ``strongest``, what of it a set of lift vectors obeys, lets it be
    measured and the target of a conversion. What it does not say is refused with that reason.

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
        """Return what follows from this guarantee, with formula, range, reason and mechanism.

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
        p_min : exactly the smallest prior probability, in (0, 1/2]; at least two secrets.
        prior : the prior itself, which may say more, or a set of priors (`pmlsym.priors`), of which
            the smallest p_min is put in. Without either, what follows for all priors.

        Returns
        -------
        Guarantee or None
            None where nothing finite follows, or where it is not known what does, as a kind does
            not say; ``conversion(...).is_known`` tells the two apart and ``.reason`` says why.
            Where ``conversion(...).caveat`` is not empty it holds, and a smaller level may too.
            With symbols ``conversion(...).where`` is the range of the answer.

        Raises
        ------
        ParameterError
            If p_min is no such probability, or both are given.
        ChannelError
            If the prior is none.

        Notes
        -----
        Source: `pmc`, Table II, Prop. 1, Prop. 3, Thm 6, Cor. 3, Thm 7. That each is the best is
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
