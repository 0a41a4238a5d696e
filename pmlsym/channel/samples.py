"""Priors and kernels from joint laws and from observed pairs; sampling of outcomes."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any

from pmlsym.channel.law import JointLaw
from pmlsym.channel.names import Name
from pmlsym.distributions import TOLERANCE, all_exact, as_table, is_array
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, TableLike, as_fraction, is_exact, is_rational, sympified
from pmlsym.given import brief, whole
from pmlsym.randomness import draw_from

if TYPE_CHECKING:
    import numpy as np

_FEW = 6  # secrets that a message lists


def split(joint: TableLike) -> tuple[Any, Any]:
    """Return the kernel and the prior of a joint law."""
    table = as_table(joint, "joint")
    if is_array(table) and table.ndim > 2:
        raise ChannelError(f"joint has to be one table, but has shape {table.shape}.")
    if not all_exact(table):
        return _split_floats(table)
    rows = [
        [_exact(entry) for entry in row] for row in (table.tolist() if is_array(table) else table)
    ]
    prior = [sum(row[1:], row[0]) for row in rows]
    total = sum(prior[1:], prior[0])
    for x, row in enumerate(rows):
        for y, entry in enumerate(row):
            if _negative(entry):
                raise ChannelError(
                    f"joint[{x}, {y}] is {brief(entry)}, but a probability is a number from 0 to 1."
                )
        if prior[x] == 0:
            raise ChannelError(_no_weight(x))
    if not _is_one(total):
        raise ChannelError(f"joint sums to {brief(total)}, but has to sum to 1.")
    return [[entry / p for entry in row] for p, row in zip(prior, rows, strict=True)], prior


def _split_floats(table: Any) -> tuple[Any, Any]:
    import numpy as np

    try:
        found = np.array(table, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ChannelError("joint mixes floats with symbols: give numbers.") from None
    bad = ~(found >= 0) | np.isinf(found)
    if bad.any():
        x, y = map(int, np.argwhere(bad)[0])
        raise ChannelError(
            f"joint[{x}, {y}] is {found[x, y]}, but a probability is a number from 0 to 1."
        )
    prior = found.sum(axis=1)
    if not (prior > 0).all():
        raise ChannelError(_no_weight(int(np.argmin(prior))))
    total = float(prior.sum())
    single = is_array(table) and table.dtype.itemsize < 8
    if abs(total - 1) > (float(np.finfo(np.float32).eps) * found.size if single else TOLERANCE):
        raise ChannelError(f"joint sums to {total:.12g}, but has to sum to 1.")
    kernel = found / prior[:, None]
    return kernel / kernel.sum(axis=1)[:, None], prior / total


def _no_weight(x: int) -> str:
    return f"joint has no probability at secret {x}: leave out secrets that cannot occur."


def _exact(entry: Any) -> Any:
    return Fraction(int(entry.numerator), int(entry.denominator)) if is_rational(entry) else entry


def _negative(entry: Any) -> bool:
    return bool(entry < 0) if is_rational(entry) else entry.is_negative is True


def _is_one(total: Any) -> bool:
    if is_rational(total):
        return bool(total == 1)
    import sympy as sp

    return bool(sp.simplify(sympified(total) - 1) == 0)


def estimated(
    secret: Iterable[Name],
    outcome: Iterable[Name],
    smoothing: Number,
    secrets: Iterable[Name] | None,
    outcomes: Iterable[Name] | None,
) -> tuple[Any, Any, Sequence[Name], Sequence[Name]]:
    """Return the estimated kernel and prior, with all secrets and outcomes."""
    first, second = _sequence("secret", secret), _sequence("outcome", outcome)
    if len(first) != len(second):
        raise ChannelError(
            f"outcome has {len(second)} entries, but secret has {len(first)}: one for each pair."
        )
    if not first:
        raise ChannelError("secret is empty, but an estimate needs at least one pair.")
    if isinstance(smoothing, str | bool) or not bool(smoothing >= 0) or smoothing == float("inf"):
        raise ChannelError(f"smoothing is {brief(smoothing)}, but has to be a finite number >= 0.")
    lines, heads = _all("secret", first, secrets), _all("outcome", second, outcomes)
    counts = Counter(zip(first, second, strict=True))
    extra: Any = _exact(smoothing) if is_exact(smoothing) else float(smoothing)
    rows = [[counts[x, y] + extra for y in heads] for x in lines]
    weights = [sum(row) for row in rows]
    for x, weight in zip(lines, weights, strict=True):
        if weight == 0:
            raise ChannelError(
                f"secrets holds {x!r}, which was never seen: leave it out, or give a smoothing > 0."
            )
    total = sum(weights)
    return (
        [
            [_over(entry, weight) for entry in row]
            for row, weight in zip(rows, weights, strict=True)
        ],
        [_over(weight, total) for weight in weights],
        lines,
        heads,
    )


def _sequence(name: str, given: Iterable[Name]) -> list[Name]:
    """Return the observations as a list; refuse tables and objects that are not iterable."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping) or hasattr(given, "columns"):
        raise ChannelError(
            f"{name} is of type {type(given).__name__}, but has to be a sequence of what was seen, "
            "one for each pair, such as a column of a data frame."
        )
    return list(given)


def _over(part: Any, whole: Any) -> Any:
    return Fraction(part, whole) if is_rational(part) and is_rational(whole) else part / whole


def _all(what: str, seen: list[Name], names: Iterable[Name] | None) -> list[Name]:
    known = dict.fromkeys(seen)
    if names is None:
        return list(known)
    listed = list(names)
    for one in known:
        if one not in listed:
            raise ChannelError(
                f"{what} holds {one!r}, which is not among the {what}s that are given."
            )
    return listed


def drawn(
    law: JointLaw, secret: Name, size: int | None, rng: np.random.Generator | int | None
) -> Any:
    """Return a random outcome for a secret, or a list of them."""
    if isinstance(secret, bool) or secret not in law.secrets:
        known = ", ".join(map(repr, law.secrets[:_FEW])) + ", ..." * (len(law.secrets) > _FEW)
        raise ChannelError(f"secret is {brief(secret)}, but the secrets are {known}.")
    row = law.kernel[law.secrets.index(secret), :].tolist()
    weights = [_weight(entry) for entry in row]
    common = lcm(*(weight.denominator for weight in weights))
    ends = list(accumulate(int(weight * common) for weight in weights))
    draw = draw_from(rng)
    count = 1 if size is None else whole("size", size, 0)
    found = [law.outcomes[bisect_right(ends, draw(ends[-1]))] for _ in range(count)]
    return found[0] if size is None else found


def _weight(entry: Any) -> Fraction:
    """Return a probability as a fraction; a float is converted exactly."""
    found = Fraction(entry) if isinstance(entry, float) else as_fraction(entry)
    if found is None:
        raise ChannelError(
            f"kernel holds {entry}, but outcomes are drawn with probabilities that are floats or "
            "fractions: see as_float."
        )
    return found
