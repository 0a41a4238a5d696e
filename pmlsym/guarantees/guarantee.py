"""The base class of guarantees, and conversions between them.

A conversion is a formula with its range and a mechanism that attains it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from pmlsym.errors import ParameterError
from pmlsym.exact import (
    Computed,
    Number,
    RowLike,
    is_exact,
    is_rational,
    simplified,
    sympified,
    tidied,
)
from pmlsym.given import brief, real, refused
from pmlsym.guarantees.promise import Promise, no_kind
from pmlsym.guarantees.sets.lift_set import (
    Condition,
    Extreme,
    LiftSet,
    Unanswered,
    Vector,
    has_symbols,
    rationalised,
)
from pmlsym.nats import Units, constants_first
from pmlsym.pages import Displayable, Formula, Line, Page, Piece, Strong, Words, as_text

if TYPE_CHECKING:
    from pmlsym.channel import Channel
    from pmlsym.priors import Intervals

# --- arguments of conversions ---------------------------------------------------------------------


def in_symbols(source: Promise, zeros: bool = False) -> Promise:
    """Return the source with a symbol for every finite parameter.

    Examples
    --------
    >>> from pmlsym import ALIP
    >>> in_symbols(ALIP(0.5, float("inf")))
    ALIP(epsilon_l, inf)
    >>> in_symbols(ALIP(0, 0.5)), in_symbols(ALIP(0, 0.5), zeros=True)
    (ALIP(0, epsilon_u), ALIP(epsilon_l, epsilon_u))
    """
    import sympy as sp

    return source.at(
        *(
            math.inf
            if value == math.inf
            else sp.Integer(0)
            if value == 0 and not zeros
            else sp.Symbol(name)
            for name, value in zip(source.parameters(), source.values, strict=True)
        )
    )


def named(masses: Vector, labelled: bool) -> Vector:
    """Return symbols for the masses, numbered by rank, or by secret if `labelled`.

    Examples
    --------
    >>> named((0.25, 0.25, 0.5), labelled=False)
    (p_min, p_2, p_3)
    """
    import sympy as sp

    p = sp.Symbol("p_min")
    if len(masses) <= 1:
        return (p,) * len(masses)
    if labelled:
        return tuple(sp.symbols(f"p_1:{len(masses) + 1}"))
    if len(masses) == 2:
        return p, 1 - p
    return p, *sp.symbols(f"p_2:{len(masses) + 1}")


def masses_of(p_min: Number | None, prior: RowLike | Intervals | None) -> tuple[Number, ...]:
    """Return the known masses: (p_min,), the whole prior in its order, or ().

    For a set of priors it is the smallest p_min; a p_min above 1/3 is a prior of two secrets.

    Examples
    --------
    >>> masses_of(0.4, None), masses_of(0.25, None)
    ((0.4, 0.6), (0.25,))
    """
    if p_min is not None and prior is not None:
        raise ParameterError("p_min and prior are both given, but the prior says what p_min is.")
    if prior is not None:
        from pmlsym.channel import Channel
        from pmlsym.priors import Intervals

        if isinstance(prior, Intervals):
            # a smaller p_min implies less, so the smallest one is the worst
            return masses_of(prior.p_min_below, None) if prior.p_min else ()

        listed = Channel.constant(prior).prior.tolist()
        if len(listed) < 2:
            raise ParameterError("prior has 1 entry, but a secret has at least two values.")
        if has_symbols(*listed):
            raise ParameterError("prior holds symbols, but has to be numbers: give p_min instead.")
        return tuple(listed)
    if p_min is None:
        return ()
    allowed = "the smallest of at least two probabilities, which is in (0, 1/2]"
    number = real("p_min", p_min, allowed)
    p = number if isinstance(number, float) else sympified(number)
    if has_symbols(p):
        return (p,)
    if not (p > 0 and 2 * p <= 1):
        raise refused("p_min", p_min, allowed)
    return _alone(p)


def _alone(p: Computed) -> tuple[Number, ...]:
    """Return (p_min,), or the prior of two secrets if p_min leaves no room for a third."""
    return (p, 1 - p) if 3 * p > 1 else (p,)


def refuse_lost(levels: Sequence[Number], masses: Sequence[Number]) -> None:
    """Refuse an exact probability that underflows to zero in a computation with floats.

    Examples
    --------
    >>> from fractions import Fraction
    >>> refuse_lost((0.5,), (Fraction(1, 3),))
    """
    if all(map(is_exact, (*(level for level in levels if level != math.inf), *masses))):
        return
    for mass in masses:
        if is_exact(mass) and mass != 0 and float(mass) == 0:
            name = "prior" if len(masses) > 2 else "p_min"
            raise ParameterError(
                f"{name} has the probability {brief(mass)}, which is 0 as a float: beside it, give "
                "an exact level, such as Fraction(1, 2)."
            )


# --- conversion -----------------------------------------------------------------------------------

K_co = TypeVar("K_co", bound=Promise, covariant=True)
K = TypeVar("K", bound=Promise)

_TOO_CLOSE = (
    "what follows has more digits than sympy counts: give the level, or the prior, in floats."
)
_LARGEST = 700.0  # nats up to which a lift and its inverse are floats
_FARTHEST = 1e10  # nats up to which exact lifts can be compared: their digits fit in memory
_FARTHEST_APART = 1e5  # nats, where two lifts of one vector have to be compared


@dataclass(frozen=True, repr=False)
class Conversion(Displayable, Generic[K_co]):
    """The strongest guarantee of one kind that another guarantee implies, with its formula.

    Attributes
    ----------
    source : the assumed guarantee.
    kind : the kind of the implied guarantee.
    masses : what is known of the prior: (p_min,), the prior in the order in which it was given, or
        nothing. A p_min above 1/3 is a prior of two secrets.
    guarantee : the implied guarantee; None if no finite one is implied, or none is known.
    reason : the reason where guarantee is None; else empty.
    where : the sympy relation between the given symbols under which the implication holds,
        besides 0 < p_min <= 1/2; True if everywhere.
    caveat : the reason why a smaller level may be implied, too; empty if this one is optimal.

    Examples
    --------
    >>> from pmlsym import PMC, PML
    >>> PML(0.2).conversion(PMC, p_min=0.2).formula
    'log(p_min/(1 - (1 - p_min)*exp(epsilon)))'
    """

    source: Promise
    kind: type[K_co]
    masses: Vector
    guarantee: K_co | None
    reason: str
    where: Condition = True
    caveat: str = ""
    extreme: Extreme | None = field(default=None, repr=False, compare=False)

    @property
    def is_known(self) -> bool:
        """Whether the strongest implied guarantee is known, be it that no finite one exists."""
        return self.guarantee is not None or self.extreme is not None

    @cached_property
    def parameters(self) -> tuple[Number, ...]:
        """The implied parameters as sympy expressions of the source's parameters and p_min.

        Raises
        ------
        Unanswered
            If there is no such expression.
        """
        return self._in_symbols.values

    @cached_property
    def formula(self) -> str:
        """The implied parameters as one line of text; empty if there is no closed form."""
        try:
            return ", ".join(map(constants_first, self.parameters))
        except Unanswered:
            return ""

    @cached_property
    def condition(self) -> Condition:
        """The sympy relation under which the formula holds, besides 0 < p_min <= 1/2."""
        try:
            return self._in_symbols.condition
        except Unanswered:
            return True

    @property
    def _general(self) -> Promise:
        """The source with symbols for its levels; zeros stay where another formula holds."""
        return in_symbols(self.source, zeros=bool(self.masses))

    @cached_property
    def _in_symbols(self) -> Extreme:
        labelled = self.source.labelled or self.kind.labelled
        lifts = self._general.lift_set(named(self.masses, labelled))
        found = self.kind.strongest(lifts)
        if found.caveat and not self.caveat:
            raise Unanswered(found.caveat)  # with numbers a smaller level may be implied
        return found

    def page(self, units: Units = "nats") -> Page:
        """Return a page: the implied guarantee, and the general formula.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which levels are shown.
        """
        source = Formula(self.source.text(units), self.source.latex(units))
        asked = (source, " and ", *self._known) if self.masses else (source,)
        title: Line = ("What ", *asked, f" say{'s' * (not self.masses)} of {self.kind.name}")
        if self.guarantee is None:
            none = Words(Strong(f"{self.no_answer}{self._range(self.where)}."))
            return Page(title, (none, Words(self.reason)))
        follows = self.guarantee
        answer = Formula(
            f"{self.source.text(units)} => {follows.text(units)}{self._range(self.where)}",
            self._implication(units) + self._range_in_latex(self.where),
        )
        caveat = (Words(f"Perhaps not the best: {self.caveat}", faint=True),) if self.caveat else ()
        return Page(title, (Words(answer), *caveat, *self._in_general(units)))

    @property
    def no_answer(self) -> str:
        """The sentence for a missing guarantee: that none is implied, or that none is known."""
        name = self.kind.name
        return f"No finite {name} follows" if self.is_known else f"Not known which {name} follows"

    def _in_general(self, units: Units) -> tuple[Words, ...]:
        """Return the general formula for a conversion of numbers, if there is one."""
        if not self.formula or has_symbols(*self.source.values, *self.masses):
            return ()
        import sympy as sp

        general = self._general
        values = r",\ ".join(sp.latex(value, order="old") for value in self.parameters)
        values = values.replace("p_{min}", r"p_{\min}")
        known = Formula(
            f"{general} => {self.kind.name}({self.formula}){self._range(self.condition)}",
            rf"{general.latex()} \ \Rightarrow\ \mathrm{{{self.kind.name}}}\left({values}\right)"
            + self._range_in_latex(self.condition),
        )
        note = (Words("The formula is in nats.", faint=True),) if units != "nats" else ()
        return (Words(known, "in general"), *note)

    @property
    def _known(self) -> tuple[Piece, ...]:
        """The knowledge of the prior, p_min or all of it, as text."""
        import sympy as sp

        latex = [sp.latex(sp.sympify(p) if is_exact(p) else p, order="old") for p in self.masses]
        text = [constants_first(p) for p in self.masses]
        if self._whole_prior:
            listed = Formula(f"({', '.join(text)})", rf"\left({', '.join(latex)}\right)")
            return ("the prior ", listed)
        return (Formula(f"p_min = {text[0]}", rf"p_{{\min}} = {latex[0]}"),)

    @property
    def _whole_prior(self) -> bool:
        """Whether the whole prior is known, and not only its smallest probability."""
        return len(self.masses) > 2 or (len(self.masses) == 2 and self.masses[0] * 2 > 1)

    def _implication(self, units: Units) -> str:
        right = self.guarantee.latex(units) if self.guarantee else ""
        return rf"{self.source.latex(units)} \ \Rightarrow\ {right}"

    def text(self, units: Units = "nats") -> str:
        """Return the page as lines of text.

        Examples
        --------
        >>> from pmlsym import PMC, PML
        >>> print(PML(0.2).conversion(PMC, p_min=0.2).text(units="bits").splitlines()[1])
        PML(0.288539) in bits => PMC(3.12798) in bits
        """
        return as_text(self.page(units))

    def __str__(self) -> str:
        return repr(self)

    @staticmethod
    def _range(where: Condition) -> str:
        return "" if where is True else f" for {constants_first(where)}"

    @staticmethod
    def _range_in_latex(where: Condition) -> str:
        import sympy as sp

        return "" if where is True else rf"\quad\text{{for }}{sp.latex(where)}"

    def __repr__(self) -> str:
        follows = self.guarantee or f"{'no' if self.is_known else 'unknown'} {self.kind.name}"
        given = "" if self.where is True else f" for {constants_first(self.where)}"
        return f"<{self.source} => {follows}{given}>"

    def _repr_latex_(self) -> str:
        if self.guarantee is None:
            none = "implies no" if self.is_known else "implies an unknown"
            nothing = rf"\text{{ {none} {self.kind.name}}}"
            where = self._range_in_latex(self.where)
            return rf"$\displaystyle {self.source.latex()}{nothing}{where}$"
        return rf"$\displaystyle {self._implication('nats')}{self._range_in_latex(self.where)}$"

    def mechanism(self) -> Channel | None:
        """Return a channel that satisfies the source and attains the implied guarantee exactly.

        It has one outcome for every extreme lift vector, and one that completes the rows. The
        latter is so likely that its lift is near one and satisfies the source. If only p_min is
        given, some prior with that p_min is used. Beyond 700 nats, where lifts are no floats, the
        channel is exact, with given floats converted exactly. The result is None where no finite
        guarantee is implied, and without p_min or a prior, as the supremum over all priors may not
        be attained.

        Raises
        ------
        ParameterError
            If there are symbols in it, or a finite level above 1e10 nats (1e5 of LDP and of
            what is no rational number).

        Examples
        --------
        >>> from pmlsym import PMC, PML
        >>> import sympy
        >>> log, fifth = sympy.log, sympy.Rational(1, 5)
        >>> channel = PML(log(6 * fifth)).conversion(PMC, p_min=fifth).mechanism()
        >>> PML.of(channel), PMC.of(channel)
        (PML(log(6/5)), PMC(log(5)))
        """
        if self.guarantee is None or self.extreme is None or self.extreme.attained is None:
            return None
        if has_symbols(*self.masses, *self.source.values):
            known = f" with p_min = {self.masses[0]}" if self.masses else ""
            raise ParameterError(f"{self.source}{known} has symbols: put numbers for them.")
        for name, value in zip(type(self.source).parameters(), self.source.values, strict=True):
            # sympy expands e^(a log b) with all of its digits
            written = self.source.name == "LDP" or not (
                isinstance(value, float) or is_rational(value)
            )
            most = _FARTHEST_APART if written else _FARTHEST
            if most < value < math.inf:
                raise refused(name, value, f"at most {most:g} nats for a mechanism, or infinite")
        if any(_LARGEST < value < math.inf for value in self.source.values) and not all(
            map(is_exact, (*self.source.values, *self.masses))
        ):
            return self._exactly().mechanism()
        from pmlsym.channel import Channel

        found = self.extreme.attained()
        lifts = [_simplified(lift) for lift in found.lifts]
        mean = tuple(sum(column) / len(lifts) for column in zip(*lifts, strict=True))
        share = self.source.lift_set(found.prior).share(mean) / len(lifts)
        kernel = [
            [*(share * v for v in column), 1 - share * sum(column)]
            for column in zip(*lifts, strict=True)
        ]
        return Channel([_simplified(row) for row in kernel], list(found.prior))

    def _exactly(self) -> Conversion[K_co]:
        """Return the conversion with every float converted exactly, and the prior normalised."""
        source = self.source.at(*map(rationalised, self.source.values))
        masses = [rationalised(mass) for mass in self.masses]
        if len(masses) > 1:
            return convert(source, self.kind, None, [mass / sum(masses) for mass in masses])
        return convert(source, self.kind, masses[0] if masses else None, None)


def convert(
    source: Promise, kind: type[K], p_min: Number | None, prior: RowLike | Intervals | None
) -> Conversion[K]:
    """Return the conversion of a guarantee to a kind; see `Guarantee.implies`.

    Examples
    --------
    >>> from pmlsym import LDP, PML
    >>> convert(LDP(1.0), PML, None, None)
    <LDP(1.0) => PML(1.0)>
    """
    if not (isinstance(kind, type) and issubclass(kind, Promise) and hasattr(kind, "name")):
        raise ParameterError(no_kind(kind))
    masses = masses_of(p_min, prior)
    parts = [value for value in (*source.values, *masses) if value != math.inf]
    if has_symbols(*parts) and not all(map(is_exact, parts)):
        raise ParameterError(
            f"{source} and p_min = {masses[0]} mix symbols with floats: give exact numbers such "
            "as 1/5 beside symbols."
        )
    refuse_lost(source.values, masses)
    lifts: LiftSet | None = None
    try:
        lifts = source.lift_set(masses)
        found = kind.strongest(lifts)
    except Unanswered as unanswered:
        over_priors = convert(source, kind, None, None) if masses else None
        if over_priors is None or over_priors.guarantee is None:
            return Conversion(source, kind, masses, None, str(unanswered))
        return replace(over_priors, masses=masses, caveat=str(unanswered), extreme=None)
    if math.inf in found.values:
        try:
            reason = lifts.why_infinite(str(source), source.parameters()[-1])
        except Unanswered as too_close:
            return Conversion(source, kind, masses, None, str(too_close))
        return Conversion(source, kind, masses, None, reason, found.condition, extreme=found)
    levels = found.values if has_symbols(*masses) else tuple(map(tidied, found.values))
    if not all(map(is_exact, parts)) and 0 not in source.values:
        levels = tuple(map(_raised_off_zero, levels))
    try:
        guarantee = kind(*levels)
    except ParameterError:
        if has_symbols(*parts) or not all(map(is_exact, parts)):
            raise
        return Conversion(source, kind, masses, None, _TOO_CLOSE)  # sympy rounds it to zero
    return Conversion(source, kind, masses, guarantee, "", found.condition, found.caveat, found)


def _raised_off_zero(level: Number) -> Number:
    """Return a tiny float level rounded up, as floats next to zero have lost digits."""
    return math.nextafter(level, math.inf) if level < sys.float_info.min else level


def _simplified(row: Sequence[Number]) -> list[Number]:
    """Return the numbers of a row, simplified if they are exact terms."""
    return [simplified(v) if hasattr(v, "free_symbols") else v for v in row]


G = TypeVar("G", bound="Guarantee")


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
        self, kind: type[G], p_min: Number | None = None, prior: RowLike | Intervals | None = None
    ) -> Conversion[G]:
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
        self, kind: type[G], p_min: Number | None = None, prior: RowLike | Intervals | None = None
    ) -> G | None:
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
