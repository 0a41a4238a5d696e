"""Sets of priors given by an interval for the probability of every secret."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from pmlsym.arrays import IntArray
from pmlsym.channel.names import OneSide, labels, places_of
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, as_fraction, read_number
from pmlsym.given import brief


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

    @classmethod
    def from_counts(cls, counts: Sequence[int] | IntArray, confidence: float = 0.95) -> Intervals:
        r"""Return a confidence region for the prior from counts.

        Each secret gets the Clopper-Pearson interval of its count at the level
        :math:`1 - (1 - \text{confidence})/|X|`, so that by the union bound all of them hold at
        once with at least the given confidence, for every prior and every number of records. So
        a guarantee for all priors of the region holds with this confidence over the records.

        Parameters
        ----------
        counts : the number of independent records with each secret.
        confidence : strictly between 0 and 1.

        Raises
        ------
        ParameterError
            If counts are not whole numbers >= 0 with a positive sum.

        Examples
        --------
        >>> region = Intervals.from_counts([60, 40])
        >>> round(float(region.lower[0]), 2), round(float(region.upper[0]), 2)
        (0.48, 0.71)
        """
        names = labels(counts)[0]
        counts = counts.tolist() if hasattr(counts, "tolist") else counts
        listed = isinstance(counts, Sequence) and not isinstance(counts, str)
        if not listed or not all(map(_is_count, counts)) or not sum(counts):
            raise ParameterError(
                f"counts is {brief(counts)}, but has to be a list of whole numbers >= 0, not all "
                "zero."
            )
        if isinstance(confidence, str) or not 0 < confidence < 1:
            raise ParameterError(
                f"confidence is {brief(confidence)}, but has to be a number between 0 and 1, such "
                "as 0.95."
            )
        from scipy.stats import beta

        total, tail = sum(counts), (1 - confidence) / len(counts) / 2
        low = [float(beta.ppf(tail, c, total - c + 1)) if c else 0.0 for c in counts]
        high = [float(beta.ppf(1 - tail, c + 1, total - c)) if c < total else 1.0 for c in counts]
        if names is None:
            return cls(low, high)
        return cls(dict(zip(names, low, strict=True)), high)

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
        prior, left = list(self.lower), 1 - sum(self.lower)
        for x in sorted(range(len(self)), key=lambda x: values[x]):
            more = min(left, self.upper[x] - self.lower[x])
            prior[x] += more
            left -= more
        value = sum((p * v for p, v in zip(prior, values, strict=True)), Fraction(0))
        return ExtremeMean(value, tuple(prior))

    def largest_mean(self, values: Sequence[Fraction]) -> ExtremeMean:
        """Return the largest mean over the set, with a prior that attains it."""
        found = self.smallest_mean([-value for value in values])
        return ExtremeMean(-found.value, found.prior)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


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
