"""The Laplace mechanism on counts by its definition, with all databases enumerated.

Databases with the same sums are added up record by record, which changes no exact number.
No bound is used here, as bounds are tested against these functions and witnesses evaluated with
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from numbers import Integral
from typing import TypeAlias

from pmlsym.errors import ParameterError
from pmlsym.given import brief, real, refused
from pmlsym.laplace.parameters import class_probabilities

Number: TypeAlias = Fraction | float

MOST_TERMS = 2_000_000


def record_lift(
    workload: Sequence[Sequence[int]],
    own_prior: Sequence[Number],
    others: Sequence[Sequence[Number]],
    outcome: Sequence[int],
    base: Number,
) -> list[Number]:
    r"""Return the lift of each class of one record at an outcome.

    .. math:: \frac{f(y \mid D_1 = j)}{f(y)}, \qquad
        f(y \mid D_1 = j) \propto \mathbb{E}\, q^{\lVert y - w_j - \sum_{i>1} w_{D_i} \rVert_1},
        \quad q = e^{-1/b}

    where ``w_j`` is column ``j`` of the workload.

    Parameters
    ----------
    workload : (m, k) integers; the identity for a histogram.
    own_prior : (k,) class probabilities of the record. A class may have probability zero: its
        number is then the density ratio f(y|j)/f(y), and no posterior over a prior.
    others : the class probabilities of every further record, each (k,); they may have zeros.
    outcome : (m,) integers, the released answers.
    base : q in (0, 1), a Fraction for an exact answer.

    Returns
    -------
    list
        (k,) lifts, one for each class; Fractions if everything given is exact.

    Raises
    ------
    ParameterError
        If shapes differ, a prior does not sum to one, q is outside (0, 1), there are too many
        databases to enumerate, or a float q is so small that every density rounds to zero.

    Notes
    -----
    Source: `histogram`, Sec. III-A; `linear`, Sec. III. The factor :math:`(2b)^{-m}` cancels;
    so does that of discrete noise, whose lifts at integer outcomes these are as well.

    Examples
    --------
    One record, two bins, half of the noise mass lost per step:

    >>> half = Fraction(1, 2)
    >>> record_lift([[1, 0], [0, 1]], [half, half], [], [1, 0], half)
    [Fraction(8, 5), Fraction(2, 5)]
    """
    m, k = _shape(workload)
    base, own, further = _check(base, own_prior, others, k)
    if not _is_list(outcome):
        raise refused("outcome", outcome, "a list of integers")
    if len(outcome) != m:
        raise ParameterError(f"outcome has {len(outcome)} entries, but the workload has {m} rows.")
    for row, value in enumerate(outcome):
        if not isinstance(value, Integral) or isinstance(value, bool):
            raise refused(f"outcome[{row}]", value, "an integer")
    return _lifts(workload, own, _sums(workload, further), outcome, base)


def _sums(
    workload: Sequence[Sequence[int]], further: Sequence[Sequence[Number]]
) -> dict[tuple[int, ...], Number]:
    """Return the probability of every sum of the further records' columns."""
    columns = list(zip(*workload, strict=True))
    found: dict[tuple[int, ...], Number] = {(0,) * len(workload): Fraction(1)}
    for prior in further:
        grown: dict[tuple[int, ...], Number] = {}
        for total, probability in found.items():
            for column, share in zip(columns, prior, strict=True):
                after = tuple(a + b for a, b in zip(total, column, strict=True))
                grown[after] = grown.get(after, 0) + probability * share
        found = grown
    return found


def _lifts(
    workload: Sequence[Sequence[int]],
    own: Sequence[Number],
    sums: Mapping[tuple[int, ...], Number],
    outcome: Sequence[int],
    base: Number,
) -> list[Number]:
    """Return f(y|D=j)/f(y) for every class j, of what is validated."""
    densities: list[Number] = [0 * base] * len(own)
    columns = list(zip(*workload, strict=True))
    for others, probability in sums.items():
        left = [y - s for y, s in zip(outcome, others, strict=True)]
        for j, column in enumerate(columns):
            distance = sum(abs(rest - c) for rest, c in zip(left, column, strict=True))
            densities[j] += probability * base**distance
    total = sum(share * density for share, density in zip(own, densities, strict=True))
    if not total:  # exact densities are positive, but all floats may underflow
        raise refused(
            "base", base, "a larger number, or a Fraction, as all densities round to zero"
        )
    return [density / total for density in densities]


def worst_record_lift(
    workload: Sequence[Sequence[int]],
    own_prior: Sequence[Number],
    others: Sequence[Sequence[Number]],
    base: Number,
) -> tuple[Number, int, tuple[int, ...]]:
    """Return the largest lift over all possible classes and outcomes, with class and outcome.

    A class of probability zero is not possible, and not counted.

    Only integer outcomes within the range of each query are evaluated, which is enough. As a
    function of one coordinate of y alone, every density is a positive combination of ``q^|y - c|``
    with integer c. Beyond the smallest and largest c all of them scale alike, so the lift is
    constant there. Between neighbouring integers each is ``A q^y + B q^-y``, so the lift is a
    quotient of two such terms, which in ``q^(2y)`` is a Moebius function: monotone, so largest at
    an end.

    Parameters
    ----------
    workload, own_prior, others, base : as in `record_lift`.

    Returns
    -------
    tuple
        The lift, the class that it belongs to (from 0), and the outcome.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> worst_record_lift([[1, 0], [0, 1]], [half, half], [], half)
    (Fraction(8, 5), 1, (0, 1))
    """
    base, own, further = _check(base, own_prior, others, _shape(workload)[1])
    possible = [j for j, share in enumerate(own) if share > 0]
    records = 1 + len(others)
    sums = _sums(workload, further)
    ranges = [range(records * min(row), records * max(row) + 1) for row in workload]
    best: tuple[Number, int, tuple[int, ...]] | None = None
    for outcome in product(*ranges):
        lifts = _lifts(workload, own, sums, outcome, base)
        j = max(possible, key=lifts.__getitem__)
        if best is None or lifts[j] > best[0]:
            best = (lifts[j], j, outcome)
    assert best is not None  # every range holds at least one number
    return best


def _check(
    base: Number, own_prior: Sequence[Number], others: Sequence[Sequence[Number]], k: int
) -> tuple[Number, list[Number], list[list[Number]]]:
    """Return the validated base, own prior and priors of the others."""
    allowed = "e^(-1/b), strictly between 0 and 1"
    number = real("base", base, allowed)
    if not 0 < number < 1:
        raise refused("base", base, allowed)
    if not _is_list(others):
        raise refused("others", others, "a list of priors, one for each further record")
    own = class_probabilities("own_prior", own_prior, k)
    further = [class_probabilities(f"others[{i}]", prior, k) for i, prior in enumerate(others)]
    if k ** len(further) > MOST_TERMS:
        raise ParameterError(
            f"{len(further)} further records in {k} classes make {brief(k ** len(further))} "
            f"databases; at most {MOST_TERMS} are enumerated."
        )
    return number, own, further


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _shape(workload: Sequence[Sequence[int]]) -> tuple[int, int]:
    if (
        not _is_list(workload)
        or not workload
        or not all(map(_is_list, workload))
        or not workload[0]
        or len({len(row) for row in workload}) != 1
    ):
        raise refused("workload", workload, "a table of integers with rows of one length")
    if any(not isinstance(w, int) or isinstance(w, bool) for row in workload for w in row):
        raise ParameterError("workload has to consist of integers: outcomes are enumerated.")
    return len(workload), len(workload[0])
