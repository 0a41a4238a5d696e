"""Release of a histogram with discrete Laplace noise, with a proved bound on the leakage."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    Context,
    Decimal,
    getcontext,
    localcontext,
)
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import BoolArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, as_fraction, is_exact, sympified
from pmlsym.given import brief
from pmlsym.laplace.calibrate import calibrate, float_scale, warn_vacuous
from pmlsym.laplace.parameters import check_alpha, check_positive
from pmlsym.precision import approximate
from pmlsym.randomness import Draw, Draws, draw_from, draws_from

# --- discrete Laplace noise -----------------------------------------------------------------------
# Floats cannot represent every sample of a continuous Laplace variable, and their low bits reveal
# the number they were added to (Mironov 2012). Here nothing is rounded: the noise is an integer Z
# with
#
# .. math:: \Pr\{Z = z\} = \frac{1 - q}{1 + q}\, q^{|z|}, \qquad q = e^{-1/b},
#
# for a scale b that is a fraction, drawn from fair bits by arithmetic on integers: one by one for a
# scale of any size, or as an array by the same steps.

__all__ = ["discrete_laplace", "discrete_laplaces", "draw_from", "draws_from", "exponential_coin"]


def exponential_coin(rate: Fraction, draw: Draw) -> bool:
    r"""Return true with the probability e^(-x), for a fraction x in [0, 1].

    .. math:: \Pr\{K > k\} = \frac{x^k}{k!}, \qquad \Pr\{K \text{ odd}\} = e^{-x}

    for the first K at which a coin of probability x/K fails.

    Parameters
    ----------
    rate : Fraction
        x, in [0, 1].
    draw : function of a whole number m
        Returns one of 0, ..., m - 1, all equally likely.

    Notes
    -----
    Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy" (2020), Alg. 1.

    Examples
    --------
    >>> exponential_coin(Fraction(0), draw_from(0))
    True
    """
    k = 1
    while draw(rate.denominator * k) < rate.numerator:
        k += 1
    return k % 2 == 1


def discrete_laplace(scale: Fraction, draw: Draw) -> int:
    r"""Return one sample of the discrete Laplace distribution.

    .. math:: \Pr\{Z = z\} = \frac{1 - q}{1 + q}\, q^{|z|}, \qquad q = e^{-1/b}

    Parameters
    ----------
    scale : Fraction
        b > 0.
    draw : function of a whole number m
        Returns one of 0, ..., m - 1, all equally likely.

    Returns
    -------
    int
        Of any size; |Z| is above c b with a probability below 2 e^(-c).

    Notes
    -----
    Canonne, Kamath and Steinke (2020), Alg. 2. With b = t/s, the sum U + t V is geometric with
    the ratio e^(-1/t) for U in {0, ..., t - 1} with probabilities proportional to e^(-U/t) and V
    geometric with the ratio 1/e; divided by s and rounded down it has the ratio e^(-s/t).

    Examples
    --------
    >>> draw = draw_from(1)
    >>> [discrete_laplace(Fraction(7, 2), draw) for _ in range(6)]
    [-5, 1, -3, 6, -3, 0]
    """
    t, s = scale.numerator, scale.denominator
    while True:
        remainder = draw(t)
        if not exponential_coin(Fraction(remainder, t), draw):
            continue
        whole = 0
        while exponential_coin(Fraction(1), draw):
            whole += 1
        size = (remainder + t * whole) // s
        negative = draw(2) == 1
        if not (negative and size == 0):  # else zero would be drawn twice, as 0 and -0
            return -size if negative else size


_MOST_TERM = 2**62  # of the fraction b, for arrays of 64-bit integers
_SAMPLES_AT_ONCE = 1 << 16  # arrays of which fit the cache


def discrete_laplaces(scale: Fraction, size: int, draws: Draws) -> IntArray:
    r"""Return independent samples of the discrete Laplace distribution as an array.

    Each of them is the result of the steps of `discrete_laplace` with its own draws; the steps of
    all samples are only taken together.

    Parameters
    ----------
    scale : Fraction
        b > 0, of numerator and denominator below 2^62.
    size : int
        Their number.
    draws : function of a whole number m and a number n
        Returns n independent numbers, each one of 0, ..., m - 1, all equally likely.

    Returns
    -------
    ndarray of int64, shape (size,)
        Samples beyond 2^63 - 1 are set to it, and likewise below.

    Examples
    --------
    >>> discrete_laplaces(Fraction(7, 2), 6, draws_from(1))
    array([ 5, -1,  0, -1, 16, -5])
    """
    found = np.empty(size, dtype=np.int64)
    for start in range(0, size, _SAMPLES_AT_ONCE):
        block = found[start : start + _SAMPLES_AT_ONCE]
        left = np.arange(block.size)
        while left.size:
            accepted, samples = _attempts(scale.numerator, scale.denominator, left.size, draws)
            block[left[accepted]] = samples
            left = left[~accepted]
    return found


def _exponential_coins(numerators: IntArray, t: int, draws: Draws) -> BoolArray:
    """Return `exponential_coin` for each U/t, whose coin U/(t k) is thrown as two, 1/k and U/t."""
    odd = np.ones(numerators.size, dtype=bool)  # of the first K at which one fails
    running, k = np.arange(numerators.size), 1
    while running.size:
        running = running[draws(k, running.size) == 0]
        running = running[draws(t, running.size) < numerators[running]]
        k += 1
        odd[running] = k % 2 == 1  # unless they do not fail at this k either
    return odd


def _attempts(t: int, s: int, size: int, draws: Draws) -> tuple[BoolArray, IntArray]:
    """Return which of a number of attempts at b = t/s are accepted, and what these give."""
    remainder = draws(t, size)
    accepted = _exponential_coins(remainder, t, draws)
    places, remainder = np.flatnonzero(accepted), remainder[accepted]
    whole = np.zeros(remainder.size, dtype=np.int64)
    going = np.arange(remainder.size)
    while going.size:
        going = going[_exponential_coins(np.ones_like(going), 1, draws)]
        whole[going] += 1
    large = whole >= _LARGEST // t  # U + t V may be beyond 64 bits
    sizes = (remainder + t * np.where(large, 0, whole)) // s
    for place in np.flatnonzero(large):
        exact = (int(remainder[place]) + t * int(whole[place])) // s
        sizes[place] = min(exact, _LARGEST)
    negative = draws(2, sizes.size) == 1
    once = ~(negative & (sizes == 0))  # else zero would be drawn twice, as 0 and -0
    accepted[places] = once
    return accepted, np.where(negative, -sizes, sizes)[once]


# --- release --------------------------------------------------------------------------------------

_LARGEST = 2**63 - 1  # of 64-bit integers
MOST_COUNT = 2**62
MOST_SCALE = 2**52  # of the noise: a count exceeds _LARGEST with a probability below e^-1000
LEAST_EPSILON = Fraction(1, 2**53)  # the scale is at least 1/epsilon - 1, as alpha <= 1/2
_FEW = 256  # counts for which arrays cost more than they save
_FEW_DIGITS = 40  # of the first attempt
_MOST_DIGITS = 4000
_DIGITS = 60  # of an exact number that is not a fraction


def release_histogram(
    counts: ArrayLike,
    epsilon: Number,
    alpha: Number,
    rng: np.random.Generator | int | None = None,
) -> IntArray:
    r"""Release a histogram with noise so that no record leaks more than epsilon.

    Discrete Laplace noise of the smallest safe scale b is added to every count,

    .. math:: \Pr\{Z = z\} = \frac{1 - q}{1 + q}\, q^{|z|}, \qquad q = e^{-1/b},

    and negative counts are set to zero, which does not increase the leakage.

    Parameters
    ----------
    counts : array_like of int, shape (k,)
        The true counts, k >= 2, each at most 2^62.
    epsilon : float or exact number
        The most that the outcome may leak about any record, in nats.
    alpha : float or exact number
        An assumption on the data: records are independent and each class has at least this
        probability. It must not be estimated from the counts; if it is wrong, so is epsilon.
    rng : numpy Generator or int, optional
        The source of randomness, or a seed for one, so that the release can be repeated. The seed
        reveals the counts: for a real release leave it out, and the operating system's
        unpredictable randomness is used.

    Returns
    -------
    ndarray of int64, shape (k,)

    Raises
    ------
    ParameterError
        If the counts are not a histogram, epsilon or alpha is out of range, or the noise is too
        large for 64-bit integers.

    Warns
    -----
    VacuousGuaranteeWarning
        If epsilon >= log(1/alpha): the exact counts already satisfy it and are returned.

    Notes
    -----
    Source: `histogram`, Thm 4 and Sec. III-B, which adds continuous noise and rounds. Floats
    cannot represent continuous noise, and their low bits reveal the count they were added to
    (Mironov, "On significance of the least significant bits for differential privacy", 2012); so
    the noise is drawn on the integers, without any rounding (`pmlsym.laplace.release`).

    The theorem holds for this noise without change. Given counts c, the integers y have the
    probability :math:`((1 - q)/(1 + q))^k q^{\lVert y - c \rVert_1}`, which is the continuous
    density at y times a constant; the constant cancels in every lift. So each outcome leaks as much
    as with continuous noise of the same scale, whose worst outcomes are integers: the worst leakage
    of a record is `histogram_leakage(alpha, b)` for both. Setting counts to zero is
    post-processing. The scale is a fraction, and the leakage at it is proved to be at most epsilon
    in decimals rounded to the safe side.

    Examples
    --------
    >>> release_histogram([200, 180, 108], epsilon=0.5, alpha=0.1, rng=1)
    array([200, 183, 112])
    """
    true = check_counts(counts)
    draw = draw_from(rng)
    scale = safe_scale(epsilon, alpha, len(true))
    if scale == 0:
        return true
    if len(true) < _FEW or max(scale.numerator, scale.denominator) >= _MOST_TERM:
        drawn = [discrete_laplace(scale, draw) for _ in true]
        noise = np.array([max(min(one, _LARGEST), -_LARGEST) for one in drawn], dtype=np.int64)
    else:
        noise = discrete_laplaces(scale, len(true), draws_from(rng))
    # as if in integers of any size and then cut off at 2^63 - 1: counts are at most 2^62
    return np.maximum(true + np.minimum(noise, _LARGEST - true), 0)


def safe_scale(epsilon: Number, alpha: Number, bins: int) -> Fraction:
    """Return the scale of `calibrate` as a fraction at which the leakage is proved to be safe.

    It exceeds the smallest safe scale by a relative 2e-14, next to log(1/alpha) by 2e-12, and is 0
    if no noise is needed.

    Examples
    --------
    >>> scale = safe_scale(0.5, 0.1, bins=3)
    >>> round(float(scale), 4), leaks_at_most(scale, Fraction(1, 2), Fraction(0.1))
    (3.4794, True)
    """
    check_positive("epsilon", epsilon)
    check_alpha(alpha, bins)
    level, floor = from_below("epsilon", epsilon), from_below("alpha", alpha)
    if level < LEAST_EPSILON:
        raise _too_large(epsilon)
    if is_exact(epsilon) and is_exact(alpha):
        found = calibrate(epsilon, alpha, bins=bins)
        if found == 0:
            return Fraction(0)
    elif leaks_at_most(Fraction(0), level, floor):
        warn_vacuous(epsilon, alpha)
        return Fraction(0)
    elif not float(floor):  # it underflows: as for differential privacy
        found = 2 / float(level)
    else:  # 0 by rounding only, near log(1/alpha)
        found = float_scale(float(level), float(floor))
    scale = first_proved(float(found), lambda scale: leaks_at_most(scale, level, floor))
    if scale > MOST_SCALE:
        raise _too_large(epsilon)
    return scale


def first_proved(found: float, safe: Callable[[Fraction], bool]) -> Fraction:
    """Return a computed scale, or the next of growing ones that is proved to be safe."""
    scale, step = found or 2.0**-6, 2.0**-52
    while not safe(Fraction(scale)):
        scale *= 1 + step
        step *= 2
    return Fraction(scale)


def _too_large(epsilon: Number) -> ParameterError:
    return ParameterError(
        f"epsilon is {brief(epsilon)}, which needs noise of a scale above {MOST_SCALE:.2g}; but "
        "counts are published as 64-bit integers, which cannot hold that: take a larger epsilon."
    )


def leaks_at_most(scale: Fraction, epsilon: Fraction, alpha: Fraction) -> bool:
    r"""Return whether noise of a scale is proved to leak at most epsilon.

    .. math:: \alpha + (1 - \alpha) e^{-2/b} \ge e^{-\varepsilon}

    With no noise, b = 0, the second term is 0.

    Parameters
    ----------
    scale, epsilon, alpha : Fraction
        Exact numbers.

    Returns
    -------
    bool
        False also where a thousand digits do not separate the two sides.

    Examples
    --------
    >>> leaks_at_most(Fraction(4), Fraction(1, 2), Fraction(1, 10))
    True
    >>> leaks_at_most(Fraction(3), Fraction(1, 2), Fraction(1, 10))
    False
    """
    return kept_at_least(scale, epsilon, {Fraction(0): alpha, Fraction(2): 1 - alpha})


def kept_at_least(scale: Fraction, epsilon: Fraction, shares: Mapping[Fraction, Fraction]) -> bool:
    r"""Return whether a mean of densities is proved to be at least the share that epsilon asks for.

    .. math:: \sum_d p_d e^{-d/b} \ge e^{-\varepsilon}

    With no noise, b = 0, only the distance d = 0 counts.

    Parameters
    ----------
    scale, epsilon : Fraction
        Exact numbers, the scale at least 0.
    shares : mapping of Fraction to Fraction
        For each distance d >= 0 its share p_d >= 0.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> kept_at_least(Fraction(1), Fraction(1), {Fraction(0): half, Fraction(1): half})
    True
    """
    digits = _FEW_DIGITS
    while digits <= _MOST_DIGITS:
        left_low, right_high = _sides(scale, epsilon, shares, digits, ROUND_FLOOR, ROUND_CEILING)
        if left_low >= right_high:
            return True
        left_high, right_low = _sides(scale, epsilon, shares, digits, ROUND_CEILING, ROUND_FLOOR)
        if left_high < right_low:
            return False
        digits *= 2
    return False


def _sides(
    scale: Fraction,
    epsilon: Fraction,
    shares: Mapping[Fraction, Fraction],
    digits: int,
    left: str,
    right: str,
) -> tuple[Decimal, Decimal]:
    """Return the mean of e^(-d/b) and e^-epsilon, rounded in the given directions."""
    with localcontext(Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])):
        total = Decimal(0)
        for distance, share in shares.items():
            if distance and not scale:
                continue
            kept = _exp(-distance / scale, left) if distance else Decimal(1)
            getcontext().rounding = left
            total += _quotient(share) * kept
        return total, _exp(-epsilon, right)


def exponential_within(exponent: Fraction) -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound on e^x, from 40 digits.

    Examples
    --------
    >>> low, high = exponential_within(Fraction(-1))
    >>> low < high, round(float(low), 6), float(high - low) < 1e-39
    (True, 0.367879, True)
    """
    with localcontext(Context(prec=_FEW_DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])):
        low, high = (Fraction(_exp(exponent, side)) for side in (ROUND_FLOOR, ROUND_CEILING))
    return low, high


def _exp(exponent: Fraction, rounding: str) -> Decimal:
    """Return e^x rounded down or up, as `Decimal.exp` itself rounds to nearest only."""
    getcontext().rounding = rounding
    near = _quotient(exponent).exp()
    return near.next_minus() if rounding == ROUND_FLOOR else near.next_plus()


def _quotient(number: Fraction) -> Decimal:
    """Return a fraction as a decimal, rounded by the context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def from_below(name: str, number: Number) -> Fraction:
    """Return a number as a fraction, rounded down: a smaller epsilon or alpha is safe."""
    exact = as_fraction(number)
    if exact is not None:
        return exact
    try:
        if not is_exact(number):
            return Fraction(float(number))
        near = approximate(sympified(number), _DIGITS)
    except (TypeError, ValueError, OverflowError):
        raise ParameterError(f"{name} is {brief(number)}, but has to be a finite number.") from None
    return near * (1 - Fraction(1, 10 ** (_DIGITS - 2)))


def check_counts(counts: ArrayLike) -> IntArray:
    """Return the counts as an integer array.

    Examples
    --------
    >>> check_counts([3, 4])
    array([3, 4])
    """
    try:
        array = np.asarray(counts)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # nan is refused below
            whole = array.astype(np.int64)
    except OverflowError:
        raise ParameterError("counts has a number that is not from 0 to 2^62.") from None
    except (TypeError, ValueError):
        raise ParameterError("counts have to be a list of non-negative integers.") from None
    if array.ndim != 1 or array.size < 2:
        raise ParameterError(
            f"counts have the shape {array.shape}, but have to be one list of at least two bins."
        )
    wrong = (whole != array) | (whole < 0) | (whole > MOST_COUNT)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise ParameterError(
            f"counts[{place}] is {brief(array[place])}, but has to be an integer from 0 to 2^62."
        )
    return whole
