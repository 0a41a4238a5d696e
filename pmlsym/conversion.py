"""What one guarantee implies of another: the formula, its range, a mechanism that attains it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pmlsym import polytope
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import is_exact, sympified
from pmlsym.guarantees import ALIP, KINDS, LDP, PMC, PML, Guarantee
from pmlsym.nats import constants_first, largest


@dataclass(frozen=True)
class Conversion:
    """The strongest guarantee of one kind that follows from another, and how it is known.

    Attributes
    ----------
    source : what is assumed.
    kind : the kind that is asked for.
    masses : the prior probabilities that matter, smallest first: one (p_min), two or more (the
        prior), or none if nothing is known of the prior.
    guarantee : what follows, or None if nothing finite does.
    reason : why nothing follows; empty if something does.

    Examples
    --------
    >>> PML(0.2).conversion(PMC, p_min=0.2).formula
    'log(p_min/(1 - (1 - p_min)*exp(epsilon)))'
    """

    source: Guarantee
    kind: type[Guarantee]
    masses: tuple[Any, ...]
    guarantee: Guarantee | None
    reason: str

    @cached_property
    def parameters(self) -> tuple[Any, ...]:
        """The implied parameters as sympy expressions of the source's parameters and p_min."""
        return _answer(_in_symbols(self.source), self.kind, self._named_masses())

    @cached_property
    def formula(self) -> str:
        """The same in one line."""
        return ", ".join(map(constants_first, self.parameters))

    @cached_property
    def condition(self) -> Any:
        """The sympy relation under which the formula holds, beside 0 < p_min <= 1/2."""
        return _range(_in_symbols(self.source), self.kind, self._named_masses())

    def _named_masses(self) -> tuple[Any, ...]:
        import sympy as sp

        p = sp.Symbol("p_min")
        if self.kind is LDP and _crowded(self.masses):
            return p, 1 - p
        if len(self.masses) <= 1:
            return (p,) * len(self.masses)
        if len(self.masses) == 2:
            return p, 1 - p
        return p, *sp.symbols(f"p_2:{len(self.masses) + 1}")

    def __repr__(self) -> str:
        return f"<{self.source} => {self.guarantee or f'no {self.kind.name}'}>"

    def _repr_latex_(self) -> str:
        import sympy as sp

        left = sp.latex(sp.Symbol(self.source.name))
        right = r",\ ".join(sp.latex(value, order="old") for value in self.parameters)
        given = ",".join(sp.latex(v) for v in _in_symbols(self.source).values)
        text = rf"{given}\text{{-{left}}}\ \Rightarrow\ {right}\text{{-{self.kind.name}}}"
        if self.condition is not True:
            text += rf"\quad\text{{for }}{sp.latex(self.condition)}"
        return rf"$\displaystyle {text}$"

    def mechanism(self) -> Channel | None:
        """Return a channel that satisfies the source and attains what follows exactly.

        One outcome for every extreme lift vector, and one that makes up for them.
        Without a given prior one with that p_min is taken. None where no finite mechanism attains
        it: for all priors at once, and where nothing finite follows.

        Examples
        --------
        >>> import sympy
        >>> log, fifth = sympy.log, sympy.Rational(1, 5)
        >>> channel = PML(log(6 * fifth)).conversion(PMC, p_min=fifth).mechanism()
        >>> PML.of(channel), PMC.of(channel)
        (PML(log(6/5)), PMC(log(5)))
        """
        if self.guarantee is None or not self.masses:
            return None
        from pmlsym.extreme import attaining

        return attaining(self.source, self.kind, self.masses)


def convert(
    source: Guarantee, kind: type[Guarantee], p_min: Any, prior: Sequence[Any] | None
) -> Conversion:
    """Return the conversion of a guarantee to a kind; see `Guarantee.implies`.

    Examples
    --------
    >>> convert(LDP(1.0), PML, None, None)
    <LDP(1.0) => PML(1.0)>
    """
    if kind not in KINDS:
        raise ParameterError(f"kind is {kind!r}, but has to be PML, PMC, LIP, ALIP or LDP.")
    masses = _masses(p_min, prior)
    parts = [value for value in (*source.values, *masses) if value != math.inf]
    symbols = any(getattr(value, "free_symbols", None) for value in parts)
    if symbols and not all(map(is_exact, parts)):
        raise ParameterError(
            f"{source} and p_min = {masses[0]} mix symbols with floats: give exact numbers such "
            "as 1/5 beside symbols."
        )
    found = _answer(source, kind, masses)
    if math.inf in found:
        return Conversion(source, kind, masses, None, _reason(source, masses))
    guarantee = kind(*found)
    condition = _range(source, kind, masses)
    if condition is not True:
        object.__setattr__(guarantee, "condition", condition)
    return Conversion(source, kind, masses, guarantee, "")


def every_conversion() -> dict[tuple[str, str], Conversion]:
    """Return the conversion between every two kinds, for a known p_min, in symbols.

    Examples
    --------
    >>> every_conversion()["LDP", "PMC"].formula
    'log(p_min + (1 - p_min)*exp(epsilon))'
    """
    import sympy as sp

    p = sp.Symbol("p_min")
    return {
        (one.name, other.name): convert(_symbolic(one), other, p, None)
        for one in KINDS
        for other in KINDS
        if one is not other
    }


def _symbolic(kind: type[Guarantee]) -> Guarantee:
    import sympy as sp

    return kind(*map(sp.Symbol, kind.parameters()))


def _in_symbols(source: Guarantee) -> Guarantee:
    """Return the source with a symbol for every parameter; infinities stay."""
    import sympy as sp

    return type(source)(
        *(
            math.inf if value == math.inf else sp.Symbol(name)
            for name, value in zip(source.parameters(), source.values, strict=True)
        )
    )


# --- the prior -----------------------------------------------------------------------------------


def _masses(p_min: Any, prior: Sequence[Any] | None) -> tuple[Any, ...]:
    if p_min is not None and prior is not None:
        raise ParameterError("p_min and prior are both given, but the prior says what p_min is.")
    if prior is not None:
        listed = Channel.constant(prior).prior.tolist()
        if len(listed) < 2:
            raise ParameterError("prior has 1 entry, but a secret has at least two values.")
        if any(getattr(mass, "free_symbols", None) for mass in listed):
            raise ParameterError("prior holds symbols, but has to be numbers: give p_min instead.")
        return tuple(sorted(listed))
    if p_min is None:
        return ()
    if is_exact(p_min) and not isinstance(p_min, bool):
        p = sympified(p_min)
        inside = p.free_symbols or (p.is_real and p > 0 and 2 * p <= 1)
        if inside:
            return (p,)
    else:
        try:
            number = math.nan if isinstance(p_min, str | bool) else float(p_min)
        except (TypeError, ValueError):
            number = math.nan
        if 0 < number <= 0.5:
            return (number,)
    raise ParameterError(
        f"p_min is {p_min}, but the smallest of at least two probabilities is in (0, 1/2]."
    )


# --- the answer ----------------------------------------------------------------------------------


def _answer(source: Guarantee, kind: type[Guarantee], masses: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the implied parameters; infinite where nothing finite follows."""
    if kind is LDP:
        return (_apart(source, masses),)
    down, up = _down(source, masses), _up(source, masses, kind)
    if kind is PML:
        return (up,)
    if kind is PMC:
        return (down,)
    if kind is ALIP:
        return down, up
    return (_wider(source, down, up),)


def _wider(source: Guarantee, down: Any, up: Any) -> Any:
    """Return the larger of both bounds; with lower >= upper and p_min <= 1/2 it is the first."""
    return down if _leans_down(source) else _larger(down, up)


def _larger(one: Any, other: Any) -> Any:
    if math.inf in (one, other):
        return math.inf
    if is_exact(one) and is_exact(other):
        return polytope.larger(sympified(one), sympified(other))
    return largest([one, other])


def _leans_down(source: Guarantee) -> bool:
    """Say whether a guarantee is known to leave as much room below as above, or more."""
    return source.bounds is None or source.bounds[0] in (math.inf, source.bounds[1])


def _up(source: Guarantee, masses: tuple[Any, ...], kind: type[Guarantee] = PML) -> Any:
    if source.bounds is None:
        epsilon = source.values[0]
        return polytope.cone_up(masses[0], epsilon) if masses else epsilon
    lower, upper = source.bounds
    if lower == math.inf and kind is not PML and upper != math.inf:
        return upper  # below log(1/(1 - p_min)), where alone there is an answer, it is in reach
    if masses:
        return polytope.farthest_up(masses[0], lower, upper)
    return lower if lower == 0 else upper  # a mean of 1 with no lift below 1


def _down(source: Guarantee, masses: tuple[Any, ...]) -> Any:
    if source.bounds is None:
        epsilon = source.values[0]
        return polytope.cone_down(masses[0], epsilon) if masses else epsilon
    lower, upper = source.bounds
    if masses and lower != upper:  # equal bounds: with p_min <= 1/2 the lower one is in reach
        return polytope.farthest_down(masses[0], lower, upper)
    return upper if upper == 0 else lower


def _apart(source: Guarantee, masses: tuple[Any, ...]) -> Any:
    if source.bounds is None:
        return source.values[0]
    p: Any = masses[0] if masses else None
    crowded = _crowded(masses)
    if len(masses) < 2 and not crowded:
        down, up = _down(source, masses), _up(source, masses, LDP)
        return math.inf if math.inf in (down, up) else polytope.joined(down + up)
    if crowded:
        masses = (p, 1 - p)
    lower, upper = source.bounds
    one, other, *rest = masses
    pairs = ((one, other), (other, one))
    return _larger(
        *(polytope.farthest_apart(*pair, lower, upper, others=bool(rest)) for pair in pairs)
    )


def _crowded(masses: tuple[Any, ...]) -> bool:
    """Say whether p_min leaves no room for a third secret; a symbol is taken to leave it."""
    return (
        len(masses) == 1
        and not getattr(masses[0], "free_symbols", None)
        and bool(3 * masses[0] > 1)
    )


def _range(source: Guarantee, kind: type[Guarantee], masses: tuple[Any, ...]) -> Any:
    """Return where a formula with symbols holds; True if everywhere."""
    if source.bounds is None or kind is PML or not masses:
        return True
    lower, upper = source.bounds
    p = masses[0]
    wide = kind is LDP and len(masses) == 1 and math.inf not in (lower, upper)
    if wide and getattr(p, "free_symbols", None):
        import sympy as sp

        return sp.Le(p, sp.Rational(1, 3))
    if lower != math.inf or upper == math.inf or not (is_exact(p) and is_exact(upper)):
        return True
    import sympy as sp

    p, upper = sympified(p), sympified(upper)
    if not (p.free_symbols or upper.free_symbols):
        return True
    return sp.Lt(upper, sp.log(1 / (1 - p)))


def _reason(source: Guarantee, masses: tuple[Any, ...]) -> str:
    """Say why nothing finite follows."""
    if source.bounds is None or all(bound == math.inf for bound in source.bounds):
        return f"{source} promises nothing."
    lower, upper = source.bounds
    if not masses:
        what = (
            "rule out a secret" if lower == math.inf else "make a rare secret as likely as it may"
        )
        return f"without p_min an outcome may {what}: secrets may be arbitrarily improbable."
    name = source.parameters()[-1]
    limit = -math.log1p(-float(masses[0]))
    return (
        f"{name} = {upper} >= log(1/(1 - p_min)) = {limit:.6g}: an outcome may rule out a secret."
    )
