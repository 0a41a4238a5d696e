"""Uncertain priors: sets of priors, and the exact leakage of a mechanism at the worst of a set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.names import Name, Names, OneSide, labels, places_of
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.exact import Computed, Number, NumberArray, RowLike, TableLike, as_fraction, read_number
from pmlsym.given import brief
from pmlsym.nats import Units, in_units
from pmlsym.pages import Displayable, Page, Table, number, plain
from pmlsym.precision import log_of

__all__ = ["Intervals", "Worst", "worst_lip", "worst_pmc", "worst_pml"]


_PLACES = 64  # binary places of a number by which it is put in order


class ExtremeMean(NamedTuple):
    """An extreme mean over a set of priors, with a prior that attains it."""

    value: Fraction
    prior: tuple[Fraction, ...]


class Intervals:
    r"""All priors whose probabilities lie in given intervals.

    .. math:: \{P_X : l_x \le P_X(x) \le u_x,\ \textstyle\sum_x P_X(x) = 1\}

    Bounds that no prior of the set attains are tightened: next to a secret of at least 0.9 no other
    has more than 0.1. Numbers are stored exactly, floats included.

    Parameters
    ----------
    lower, upper : lists of length \|X\|
        The bounds on the probability of each secret, between 0 and 1. A series or a dictionary
        names the secrets: a channel with these names takes each bound by its name.

    Raises
    ------
    ParameterError
        If no prior satisfies the bounds, or they force a secret to have probability zero.
    ChannelError
        If `lower` and `upper`, or later the set and a channel, name different secrets.

    Examples
    --------
    >>> known = Intervals([0.25, 0.125, 0.125], [0.5, 0.75, 0.75])
    >>> known.p_min
    Fraction(1, 8)
    >>> [0.5, 0.25, 0.25] in known, [0.125, 0.125, 0.75] in known
    (True, False)
    >>> Intervals({"sick": 0.125, "well": 0.5}, {"well": 0.875, "sick": 0.5}).names
    ('sick', 'well')
    """

    def __init__(self, lower: RowLike, upper: RowLike) -> None:
        self.names: OneSide = labels(lower)[0] or labels(upper)[0]
        low, high = (
            self._in_order(name, row) for name, row in (("lower", lower), ("upper", upper))
        )
        if len(low) != len(high):
            raise ParameterError(
                f"upper has {len(high)} entries, but lower has {len(low)}: one for each secret."
            )
        for x, (least, most) in enumerate(zip(low, high, strict=True)):
            if least > most:
                raise ParameterError(
                    f"lower[{x}] is {float(least):g}, but upper[{x}] is {float(most):g}: "
                    "no probability is between them."
                )
        if not sum(low) <= 1 <= sum(high):
            raise ParameterError(
                f"lower sums to {float(sum(low)):g} and upper to {float(sum(high)):g}, "
                "but probabilities between them have to sum to 1."
            )
        spare, missing = 1 - sum(low), sum(high) - 1
        pairs = list(zip(low, high, strict=True))
        self.lower = tuple(max(least, most - missing) for least, most in pairs)
        self.upper = tuple(min(most, least + spare) for least, most in pairs)
        for x, most in enumerate(self.upper):
            if most == 0:
                raise ParameterError(
                    f"upper[{x}] leaves secret {x} no probability: leave the secret out."
                )
        self.is_exact = not any(
            isinstance(entry, float) for entry in (*_entries(lower), *_entries(upper))
        )

    @classmethod
    def at_least(cls, alpha: Number, secrets: int) -> Intervals:
        r"""Return the set of all priors with probabilities of at least `alpha`.

        .. math:: \mathcal{Q}_\alpha = \{P_X : \min_x P_X(x) \ge \alpha\}

        Raises
        ------
        ParameterError
            If there are no such priors: alpha has to be in [0, 1/secrets].

        Notes
        -----
        Source: `histogram`, Sec. III.

        Examples
        --------
        >>> Intervals.at_least(Fraction(1, 10), 3).upper[0]
        Fraction(4, 5)
        """
        if isinstance(secrets, bool) or not isinstance(secrets, int) or secrets < 1:
            raise ParameterError(f"secrets is {secrets!r}, but has to be a whole number >= 1.")
        least = _probability("alpha", alpha)
        if least * secrets > 1:
            raise ParameterError(
                f"alpha is {alpha}, but {secrets} secrets cannot all have more than 1/{secrets}."
            )
        return cls([alpha] * secrets, [1] * secrets)

    def of_secrets(self, secrets: OneSide) -> Intervals:
        """Return the set with the secrets in the order of a channel, matched by name.

        If one of the two has no names, the order is assumed to be the same.

        Raises
        ------
        ChannelError
            If the secrets of the channel have other names.

        Examples
        --------
        >>> known = Intervals({"sick": 0.125, "well": 0.5}, [0.5, 0.875])
        >>> known.of_secrets(("well", "sick")).lower
        (Fraction(1, 2), Fraction(1, 8))
        """
        if self.names is None or secrets is None:
            return self
        places = places_of(self.names, secrets)
        found = Intervals([self.lower[x] for x in places], [self.upper[x] for x in places])
        found.names, found.is_exact = secrets, self.is_exact
        return found

    def _in_order(self, name: str, row: RowLike) -> tuple[Fraction, ...]:
        """Return a row of probabilities in the order of the names of the set."""
        found, own = _bounds(name, row), labels(row)[0]
        if self.names is None or own is None or own == self.names:
            return found
        return tuple(found[x] for x in places_of(own, self.names))

    def __len__(self) -> int:
        """Return the number of secrets."""
        return len(self.lower)

    def __contains__(self, prior: RowLike) -> bool:
        """Return whether a prior is in the set, floats being taken exactly."""
        found = self._in_order("prior", prior)
        bounds = zip(self.lower, found, self.upper, strict=False)
        return len(found) == len(self) and all(low <= p <= high for low, p, high in bounds)

    def __eq__(self, other: object) -> bool:
        """Return whether two sets contain the same priors."""
        if not isinstance(other, Intervals):
            return NotImplemented
        return (self.names, self.lower, self.upper) == (other.names, other.lower, other.upper)

    def __hash__(self) -> int:
        return hash((self.names, self.lower, self.upper))

    def __repr__(self) -> str:
        pairs = zip(self.lower, self.upper, strict=True)
        each = [f"[{float(low):.4g}, {float(high):.4g}]" for low, high in pairs]
        if self.names is not None:
            each = [f"{name}: {pair}" for name, pair in zip(self.names, each, strict=True)]
        return f"Intervals: the probabilities in {', '.join(each)}"

    @property
    def p_min(self) -> Fraction:
        """The smallest probability that a prior of the set gives to a secret."""
        return min(self.lower)

    @property
    def p_min_below(self) -> Number:
        """The smallest probability in the type of the bounds: exact, or a float rounded down."""
        if self.is_exact:
            return self.p_min
        found = float(self.p_min)
        return found if Fraction(found) <= self.p_min else math.nextafter(found, 0)

    def smallest_mean(self, values: Sequence[Fraction]) -> ExtremeMean:
        r"""Return the smallest :math:`\sum_x P_X(x) v_x` over the set, with a prior attaining it.

        The mass above the lower bounds is assigned to the smallest values first.

        Examples
        --------
        >>> Intervals.at_least(Fraction(1, 4), 2).smallest_mean([Fraction(0), Fraction(1)]).value
        Fraction(1, 4)
        """
        return self._extreme_mean(values)

    def largest_mean(self, values: Sequence[Fraction]) -> ExtremeMean:
        """Return the largest mean over the set, with a prior that attains it."""
        return self._extreme_mean(values, largest=True)

    def _extreme_mean(self, values: Sequence[Fraction], largest: bool = False) -> ExtremeMean:
        means, priors = ColumnsOverPriors(self, [[_rational(v)] for v in values]).means(largest)
        return ExtremeMean(_fraction(means[0]), priors[0])

    @cached_property
    def _rationals(self) -> tuple[list[Any], list[Any], Any]:
        """The lower bounds, the mass above each and in all that is left, as flint's rationals."""
        low, high = (list(map(_rational, side)) for side in (self.lower, self.upper))
        room = [most - least for least, most in zip(low, high, strict=True)]
        return low, room, 1 - sum(low)


class ColumnsOverPriors:
    """Some columns of a table of flint's rationals over a set of priors: extreme entries and means.

    Parameters
    ----------
    priors : the set.
    rows : the table, with a row for each secret.
    keys : for each column numbers in the order of its entries, if such are at hand.
    """

    def __init__(
        self, priors: Intervals, rows: list[list[Any]], keys: list[list[Any]] | None = None
    ) -> None:
        from pmlsym.channel.rational import cleared

        self.priors, self._rows = priors, rows
        self._cleared = cleared(rows)
        self._keys = list(map(_keys, zip(*rows, strict=True))) if keys is None else keys

    def extremes(self, largest: bool) -> list[Any]:
        """Return the largest or the smallest entry of each column."""
        extreme = max if largest else min
        places = [keys.index(extreme(keys)) for keys in self._keys]
        return [self._rows[x][y] for y, x in enumerate(places)]

    def means(self, largest: bool) -> tuple[list[Any], list[tuple[Fraction, ...]]]:
        """Return the largest or smallest mean of each column, and priors that attain them."""
        from pmlsym.channel.rational import weighted

        table, scales = self._cleared
        nothing = _rational(Fraction(0))
        above = [[nothing] * len(self._keys) for _ in table]  # of secrets at their upper bounds
        rest, priors = [], []
        for y, keys in enumerate(self._keys):
            deadline.check()
            full, last, left = self._filled(keys, largest)
            prior = list(self.priors.lower)
            for x in full:
                above[x][y] = table[x][y]
                prior[x] = self.priors.upper[x]
            prior[last] += _fraction(left)
            rest.append(left * self._rows[last][y])
            priors.append(tuple(prior))
        parts = [self._least, rest]
        if any(map(any, above)):
            parts.append(weighted(self.priors._rationals[1], above, scales))
        return list(map(sum, zip(*parts, strict=True))), priors

    @cached_property
    def _least(self) -> list[Any]:
        """The mean of each column at the lower bounds of the set."""
        from pmlsym.channel.rational import weighted

        return weighted(self.priors._rationals[0], *self._cleared)

    def _filled(self, keys: list[Any], largest: bool) -> tuple[list[int], int, Any]:
        """Return the secrets at their upper bounds, the next one, and its mass above the lower."""
        _, room, left = self.priors._rationals
        first = keys.index(max(keys) if largest else min(keys))
        if left <= room[first]:
            return [], first, left
        order = sorted(range(len(keys)), key=keys.__getitem__, reverse=largest)
        count = 0
        while left > room[order[count]]:
            left -= room[order[count]]
            count += 1
        return order[:count], order[count], left


def _keys(column: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return keys in the order of some rationals of flint."""
    # integers are compared faster, and the numbers themselves only where these are equal
    return [((int(v.p) << _PLACES) // int(v.q), v) for v in column]


def _rational(value: Fraction) -> Any:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _entries(row: RowLike) -> list[object]:
    if isinstance(row, Mapping):
        return list(row.values())
    return list(row.tolist() if hasattr(row, "tolist") else row)


def _bounds(name: str, row: RowLike) -> tuple[Fraction, ...]:
    listed = isinstance(row, Sequence | Mapping) or hasattr(row, "tolist")
    if isinstance(row, str) or not listed:
        raise ParameterError(f"{name} is {brief(row)}, but has to be a list: one number a secret.")
    entries = _entries(row)
    if not entries:
        raise ParameterError(f"{name} is empty, but there is at least one secret.")
    return tuple(_probability(f"{name}[{x}]", entry) for x, entry in enumerate(entries))


def _probability(name: str, value: object) -> Fraction:
    """Return a validated probability as a fraction, floats being taken exactly."""
    found = None if isinstance(value, bool) else as_fraction(value)
    if isinstance(value, str):
        with suppress(ValueError):
            found = read_number(value)
    if found is None and isinstance(value, float) and math.isfinite(value):
        found = Fraction(value)
    if found is None or not 0 <= found <= 1:
        raise ParameterError(
            f"{name} is {brief(value)}, but has to be a float or a fraction from 0 to 1."
        )
    return found


_SHORT = 10_000  # largest denominator of a fraction that is printed as one
_Found: TypeAlias = "tuple[Any, tuple[Fraction, ...]]"  # a rational of flint, None for infinity
_Extreme: TypeAlias = "Callable[[ColumnsOverPriors], list[_Found]]"


@dataclass(frozen=True)
class Worst(Displayable):
    r"""The largest leakage of each outcome over a set of priors.

    Parameters
    ----------
    levels : the leakage of each outcome at its worst prior, in nats, shape (\|Y\|,).
    priors : for each outcome a prior of the set that attains it. Where it gives a secret
        probability zero, the level is a supremum over priors with full support.
    exactly : the exponentials of the levels, as fractions; None where the level is infinite.
    outcomes : the names of the outcomes; their numbers from 0 if they have none.
    """

    levels: NumberArray
    priors: tuple[tuple[Fraction, ...], ...]
    exactly: tuple[Fraction | None, ...]
    outcomes: tuple[Name, ...]

    @property
    def outcome(self) -> int:
        """An outcome with the largest level, from 0."""
        return max(range(len(self.exactly)), key=lambda y: _order(self.exactly[y]))

    @property
    def level(self) -> Computed:
        """The largest level of all outcomes, in nats."""
        return self.levels[self.outcome]

    @property
    def prior(self) -> tuple[Fraction, ...]:
        """A prior that attains the largest level."""
        return self.priors[self.outcome]

    def page(self, units: Units = "nats") -> Page:
        """Return the level of every outcome with its worst prior as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which levels are shown.
        """
        rows = tuple(
            (str(name), number(in_units(level, units)), f"({', '.join(map(_brief, prior))})")
            for name, level, prior in zip(self.outcomes, self.levels, self.priors, strict=True)
        )
        title = (
            f"At the worst prior: {plain(number(in_units(self.level, units)))} {units}, at outcome "
            f"{self.outcomes[self.outcome]}"
        )
        return Page(title, (Table(("outcome", f"level ({units})", "its worst prior"), rows),))


def worst_pml(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Pointwise maximal leakage at the worst prior of a set.

    .. math:: \sup_{P_X} \ell(X \to y)
              = \log \frac{\max_x P(y \mid x)}{\min_{P_X} \sum_x P_X(x) P(y \mid x)}

    The supremum is over all priors of the set with full support, and is attained in the closure.
    A kernel of 1,000 x 1,000 takes some 2 s in floats and 4 s in fractions.

    Parameters
    ----------
    kernel : array_like, shape (\|X\|, \|Y\|), or a Channel, whose prior is ignored
    priors : Intervals

    Raises
    ------
    ChannelError
        If the kernel is invalid, or does not have one row for each secret of the set.

    Examples
    --------
    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> worst_pml(warner, Intervals.at_least(Fraction(1, 4), 2)).levels
    [log(2), log(2)]
    """
    return _worst(kernel, priors, _leakage)


def worst_pmc(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Pointwise maximal cost at the worst prior of a set.

    .. math:: \sup_{P_X} \Lambda(X \to y)
              = \log \frac{\max_{P_X} \sum_x P_X(x) P(y \mid x)}{\min_x P(y \mid x)}

    Parameters, errors as in `worst_pml`.

    Examples
    --------
    >>> warner = [[0.75, 0.25], [0.25, 0.75]]
    >>> worst_pmc(warner, Intervals.at_least(0.25, 2)).level.round(4)
    np.float64(0.9163)
    """
    return _worst(kernel, priors, _cost)


def worst_lip(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Local information privacy at the worst prior: the larger of PML and PMC, for each outcome.

    Parameters, errors as in `worst_pml`.

    Examples
    --------
    >>> warner = [[0.75, 0.25], [0.25, 0.75]]
    >>> worst_lip(warner, Intervals.at_least(0.25, 2)).level.round(4)
    np.float64(0.9163)
    """
    return _worst(kernel, priors, _either)


def _worst(kernel: Channel | TableLike, priors: Intervals, of: _Extreme) -> Worst:
    if type(priors) is not Intervals:
        raise ParameterError(
            f"priors is {brief(priors)}, but has to be a set of priors such as "
            "Intervals.at_least(0.1, 3)."
        )
    channel = Channel(kernel, [Fraction(1, len(priors))] * len(priors))
    channel.alone("the worst prior of a set")
    priors = priors.of_secrets(channel.names.secrets)
    exact = channel.is_exact and priors.is_exact
    ratios: list[Any] = []
    attained: list[tuple[Fraction, ...]] = []
    for columns in _blocks(channel, priors):
        for ratio, prior in of(columns):
            ratios.append(ratio)
            attained.append(prior)
    fractions = tuple(None if ratio is None else _fraction(ratio) for ratio in ratios)
    found = _logs(ratios, channel.names) if exact else channel.per_outcome(_floats(fractions))
    return Worst(found, tuple(attained), fractions, channel.outcomes)


def _blocks(channel: Channel, priors: Intervals) -> Iterator[ColumnsOverPriors]:
    """Yield the columns of a kernel, floats being taken exactly."""
    from flint import fmpq

    from pmlsym.channel.rational import column_blocks

    rows: Any = channel.numbers.rows()
    for some in column_blocks(channel.numbers.size):
        if channel.is_exact:
            part = [
                [v if type(v) is fmpq else _rational(_entry(v)) for v in row[some]] for row in rows
            ]
            yield ColumnsOverPriors(priors, part)
        else:
            floats = rows[:, some]
            part = [[fmpq(*v.as_integer_ratio()) for v in row] for row in floats.tolist()]
            yield ColumnsOverPriors(priors, part, floats.T.tolist())


def _leakage(columns: ColumnsOverPriors) -> list[_Found]:
    means, priors = columns.means(largest=False)
    pairs = zip(columns.extremes(largest=True), means, strict=True)
    return list(zip([_ratio(top, mean) for top, mean in pairs], priors, strict=True))


def _cost(columns: ColumnsOverPriors) -> list[_Found]:
    means, priors = columns.means(largest=True)
    pairs = zip(means, columns.extremes(largest=False), strict=True)
    return list(zip([_ratio(mean, low) for mean, low in pairs], priors, strict=True))


def _either(columns: ColumnsOverPriors) -> list[_Found]:
    pairs = zip(_leakage(columns), _cost(columns), strict=True)
    return [max(pair, key=lambda found: _order(found[0])) for pair in pairs]


def _ratio(above: Any, below: Any) -> Any:
    """Return a ratio of rationals >= 0, None for infinity; 1 for the impossible outcome's 0/0."""
    if above == 0:
        return _rational(Fraction(1))
    return above / below if below else None


def _order(ratio: Any) -> tuple[bool, Any]:
    return ratio is None, ratio or 0


def _entry(value: object) -> Fraction:
    found = as_fraction(value)
    if found is None:
        raise ChannelError(
            f"kernel holds {value}, but the worst prior is found for numbers: floats or fractions."
        )
    return found


def _floats(ratios: Sequence[Fraction | None]) -> FloatArray:
    import numpy as np

    # from the quotient, as a difference of logarithms would lose digits
    return np.array([math.inf if r is None else log_of(r) for r in ratios])


def _logs(ratios: list[Any], names: Names) -> NumberArray:
    from pmlsym.channel.symbolic import ExactArray, logarithm

    return ExactArray.of(ratios, (len(ratios),), logarithm, (names.outcomes,))


def _brief(p: Fraction) -> str:
    return str(p) if p.denominator < _SHORT else f"{float(p):.4g}"


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
