"""Tables of what random statements speak of: how each is printed, and its definition in numpy.

A new word of the language is one row here. Nothing is shared with the package. Definitions get
arrays of floats, or of mpmath's numbers where a result is checked; `log`, `exp` and `over` take
both.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from mpmath import mp, mpf

mp.dps = 60
INF = float("inf")


class NoValue(Exception):  # noqa: N818  # an outcome, not a mistake
    """Infinity minus infinity, the logarithm of a negative number, a division by zero."""


# --- numbers --------------------------------------------------------------------------------------


def _log(x):
    if x < 0 or x != x:
        raise NoValue
    if x == 0:
        return -INF
    return mp.log(x) if isinstance(x, mpf) else float(np.log(x))


def _exp(x):
    if x != x:
        raise NoValue
    if x in (INF, -INF):
        return INF if x > 0 else 0.0
    if isinstance(x, mpf):
        return mp.exp(x)
    return float(np.exp(x)) if x < 700 else INF


def _of_array(function):
    def found(x):
        if isinstance(x, np.ndarray):
            return np.array([function(one) for one in x.ravel()], dtype=x.dtype).reshape(x.shape)
        return function(x)

    return found


log, exp = _of_array(_log), _of_array(_exp)


def over(a, b):
    """Divide arrays of nonnegative numbers; a/0 is infinite, and 0/0 is 0."""
    empty = b == 0
    return np.where(empty, np.where(a == 0, 0, INF), a / np.where(empty, 1, b))


def p_log(p, q):
    """Return p*log(p/q), which is 0 where p is 0 and infinite where only q is."""
    ratio = over(p, q)
    return np.where(p == 0, 0, p * log(np.where(p == 0, 1, ratio)))


def times(factor, array):
    """Multiply by a factor that may be infinite; infinity times 0 is 0."""
    empty = array == 0
    return np.where(empty, 0, factor * np.where(empty, 1, array))


# --- quantities -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quantity:
    """A word of the language.

    Parameters
    ----------
    name : by which the theorems below name it.
    prints : its text; {s} stands for the secret, {o} for what is observed and {e} for the level.
    of : its definition. For `at` "outcome" of the prior and the posterior, where the prior is
        positive; for "channel" of the joint law, a row for every secret and a column for every
        outcome, without empty ones; for "variable" of the law of one variable. A level comes last.
    at : see above.
    alone : the text without an observed variable, if there is one; `of` gets one column.
    """

    name: str
    prints: str
    of: Callable
    at: str = "channel"
    has_level: bool = False
    alone: str = ""


def _rows(joint):
    return joint / joint.sum(axis=1, keepdims=True)


def _of_two_rows(divergence):
    """Return the largest divergence between the rows of two secrets."""

    def largest(joint, *level):
        rows = _rows(joint)
        return max(np.sum(divergence(p, q, *level)) for p in rows for q in rows)

    return largest


def _information(joint):
    independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    return np.sum(p_log(joint, independent))


QUANTITIES = {
    row.name: row
    for row in (
        Quantity("pml", "pml({s}->{o})", lambda p, q: _log(max(q / p)), "outcome"),
        Quantity("pmc", "pmc({s}->{o})", lambda p, q: -_log(min(q / p)), "outcome"),
        Quantity(
            "ldp",
            "ldp({s}->{o})",
            lambda p, q: _log(max(q / p)) - _log(min(q / p)),
            "outcome",
        ),
        Quantity(
            "maximal_leakage",
            "maximal_leakage({s}->{o})",
            lambda joint: _log(_rows(joint).max(axis=0).sum()),
        ),
        Quantity(
            "maximal_cost_leakage",
            "maximal_cost_leakage({s}->{o})",
            lambda joint: -_log(_rows(joint).min(axis=0).sum()),
        ),
        Quantity("mutual_information", "mutual_information({s};{o})", _information),
        Quantity(
            "min_entropy_leakage",
            "min_entropy_leakage({s}->{o})",
            lambda joint: _log(joint.max(axis=0).sum() / joint.sum(axis=1).max()),
        ),
        Quantity("tv", "tv({s}->{o})", _of_two_rows(lambda p, q: abs(p - q) / 2)),
        Quantity("kl", "kl({s}->{o})", _of_two_rows(p_log)),
        Quantity("chi2", "chi2({s}->{o})", _of_two_rows(lambda p, q: over((p - q) ** 2, q))),
        Quantity(
            "hockey_stick",
            "hockey_stick({s}->{o}; {e})",
            _of_two_rows(lambda p, q, e: np.maximum(0, p - times(_exp(e), q))),
            has_level=True,
        ),
        Quantity(
            "H",
            "H({s}|{o})",
            lambda joint: -np.sum(p_log(joint, joint.sum(axis=0, keepdims=True) + 0 * joint)),
            alone="H({s})",
        ),
        Quantity("pmin", "pmin", min, "variable"),
        Quantity("pmax", "pmax", max, "variable"),
        Quantity("n", "n", len, "variable"),
        Quantity("size", "|{s}|", len, "variable"),
    )
}


def of_kind(at, has_level=False):
    """Name the quantities that may stand in one another's place."""
    return [
        row.name
        for row in QUANTITIES.values()
        if row.at == at and row.has_level == has_level and not row.alone
    ]


# --- guarantees -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A guarantee: the measures that it bounds, each with the place of its level.

    `approximate` says what a further level d means: "chance" that the bounds hold with a
    probability of at least 1 - d, else the name of the quantity that is at most d.
    """

    name: str
    bounds: tuple[tuple[str, int], ...]
    approximate: str = "chance"

    @property
    def levels(self):
        """The number of levels."""
        return 1 + max(place for _, place in self.bounds)


KINDS = {
    row.name: row
    for row in (
        Kind("PML", (("pml", 0),)),
        Kind("PMC", (("pmc", 0),)),
        Kind("LDP", (("ldp", 0),), approximate="hockey_stick"),
        Kind("LIP", (("pmc", 0), ("pml", 0))),
        Kind("ALIP", (("pmc", 0), ("pml", 1))),
    )
}


# --- named mechanisms -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """A mechanism with a name: its text, and its kernel for a prior and a level.

    `allowed` says whether a level is one of it, for a prior.
    """

    prints: str
    kernel: Callable
    allowed: Callable = lambda prior, level: level >= 0


def _response(prior, r):
    n = len(prior)
    return (np.ones((n, n)) + np.eye(n) * (_exp(r) - 1)) / (n - 1 + _exp(r))


def _redraw(prior, level):
    n, kept = len(prior), 1 - _exp(-level)
    return np.eye(n) * kept + (1 - kept) * np.array([list(prior)] * n)


NAMED = {
    row.prints.partition("(")[0]: row
    for row in (Named("X->Y is rr({r})", _response), Named("X->Y is redraw({r})", _redraw))
}


def named(structure):
    """Return the named mechanism of a structure and its parameter; None if there is none."""
    for one in structure:
        name, _, rest = one.partition("(")
        if name in NAMED:
            return NAMED[name], rest.rstrip(")")
    return None
