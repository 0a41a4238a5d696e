"""Real numbers in plain Fractions: what logarithms of rationals are made of, and enclosures.

A number is infinite (a float); or ``c + sum of c_p*log(p)`` over primes, all coefficients rational
(`Exact`; it is zero only if all of these are); or anywhere between two Fractions.
Nothing is shared with the package.
"""

from dataclasses import dataclass
from fractions import Fraction as F
from functools import lru_cache
from math import isqrt

INF = float("inf")
BITS = 240
SMALL = F(1, 1 << BITS)
MOST = 10**13  # of what is factored


class NoValue(Exception):  # noqa: N818  # an outcome, not a mistake
    """Infinity minus infinity, the logarithm of a negative number, a division by zero."""


class Unknown(Exception):  # noqa: N818  # likewise
    """The enclosures do not tell."""


@dataclass(frozen=True)
class Exact:
    one: F = F(0)
    logs: tuple[tuple[int, F], ...] = ()


@dataclass(frozen=True)
class Between:
    low: F
    high: F


def rational(number):
    return Exact(F(number))


def is_zero(a):
    return isinstance(a, Exact) and a == Exact()


# --- enclosures -----------------------------------------------------------------------------------


def outward(low, high):
    scale = 1 << BITS
    return Between(F(low * scale // 1) / scale, -(F(-high * scale // 1) / scale))


@lru_cache(maxsize=4096)
def log_prime(p):
    """log p from log(p/(p - 1)) and so on would be long: log m = log(m/2^k) + k*log 2."""
    k = p.bit_length() - 1
    low, high = atanh_log(F(p, 1 << k))
    two_low, two_high = atanh_log(F(4, 3)), atanh_log(F(3, 2))
    return outward(low + k * (two_low[0] + two_high[0]), high + k * (two_low[1] + two_high[1]))


@lru_cache(maxsize=4096)
def atanh_log(x):
    """log x = 2*(z + z^3/3 + ...) with z = (x - 1)/(x + 1), for 1 <= x < 2."""
    z = (x - 1) / (x + 1)
    total, power, k = F(0), z, 1
    while power > SMALL:
        total += power / k
        power = F(power * z * z * (1 << 2 * BITS) // 1, 1 << 2 * BITS)
        k += 2
    return 2 * total - SMALL * k, 2 * total + SMALL * k * 4


def exp_between(low, high):
    return outward(exp_of(low)[0], exp_of(high)[1])


@lru_cache(maxsize=4096)
def exp_of(x):
    if abs(x) > 2000:
        raise Unknown
    halvings = max(0, int(abs(x)).bit_length() + 4)
    small = x / (1 << halvings)
    total, term, k = F(0), F(1), 0
    while abs(term) > SMALL * SMALL:
        total += term
        k += 1
        term = F(term * small / k * (1 << 3 * BITS) // 1, 1 << 3 * BITS)
    low, high = total - SMALL * SMALL * k, total + SMALL * SMALL * k
    for _ in range(halvings):
        scale = 1 << (2 * BITS + 64)
        low, high = F(low * low * scale // 1, scale), -F(-high * high * scale // 1, scale)
    return low, high


def between(a):
    if isinstance(a, Between):
        return a
    low = high = a.one
    for p, c in a.logs:
        box = log_prime(p)
        ends = (c * box.low, c * box.high)
        low, high = low + min(ends), high + max(ends)
    return Between(low, high)


# --- arithmetic -----------------------------------------------------------------------------------


def add(a, b):
    if isinstance(a, float) or isinstance(b, float):
        if isinstance(a, float) and isinstance(b, float) and a != b:
            raise NoValue
        return a if isinstance(a, float) else b
    if isinstance(a, Exact) and isinstance(b, Exact):
        logs = dict(a.logs)
        for p, c in b.logs:
            logs[p] = logs.get(p, F(0)) + c
        return Exact(a.one + b.one, tuple(sorted((p, c) for p, c in logs.items() if c)))
    a, b = between(a), between(b)
    return outward(a.low + b.low, a.high + b.high)


def times(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return INF * sign(a) * sign(b) if sign(a) and sign(b) else undefined()
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Exact) and not one.logs and isinstance(other, Exact):
            scaled = tuple((p, c * one.one) for p, c in other.logs if one.one)
            return Exact(other.one * one.one, scaled)
    a, b = between(a), between(b)
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return outward(min(ends), max(ends))


def undefined():
    raise NoValue


def negative(a):
    return -a if isinstance(a, float) else times(rational(-1), a)


def inverse(a):
    if isinstance(a, float):
        return rational(0)
    if sign(a) == 0:
        raise NoValue
    if isinstance(a, Exact) and not a.logs:
        return rational(1 / a.one)
    a = between(a)
    return outward(1 / a.high, 1 / a.low)


def divided(a, b):
    if isinstance(a, float) and isinstance(b, float):
        raise NoValue
    return times(a, inverse(b)) if not isinstance(b, float) else rational(0)


@lru_cache(maxsize=4096)
def factored(number):
    found, p = {}, 2
    while p <= isqrt(number):
        while number % p == 0:
            found[p] = found.get(p, 0) + 1
            number //= p
        p += 1 if p == 2 else 2
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return found


def logarithm(a):
    if isinstance(a, float):
        return INF if a > 0 else undefined()
    if sign(a) < 0:
        raise NoValue
    if sign(a) == 0:
        return -INF
    if isinstance(a, Exact) and not a.logs and max(a.one.numerator, a.one.denominator) <= MOST:
        logs = {p: F(c) for p, c in factored(a.one.numerator).items()}
        for p, c in factored(a.one.denominator).items():
            logs[p] = logs.get(p, F(0)) - c
        return Exact(F(0), tuple(sorted(logs.items())))
    a = between(a)
    return outward(log_bound(a.low)[0], log_bound(a.high)[1])


def log_bound(x):
    k = x.numerator.bit_length() - x.denominator.bit_length()
    while x >= F(2) ** (k + 1):
        k += 1
    while x < F(2) ** k:
        k -= 1
    low, high = atanh_log(x / F(2) ** k)
    two = log_prime(2)
    return min(low + k * two.low, low + k * two.high), max(high + k * two.low, high + k * two.high)


def exponential(a):
    if isinstance(a, float):
        return INF if a > 0 else rational(0)
    if isinstance(a, Exact) and a.one == 0 and all(c.denominator == 1 for _, c in a.logs):
        found = F(1)
        for p, c in a.logs:
            found *= F(p) ** int(c)
        return rational(found)
    a = between(a)
    return exp_between(a.low, a.high)


def power(a, b):
    if is_zero(b):
        return undefined() if isinstance(a, float) else rational(1)
    whole = isinstance(b, Exact) and not b.logs and b.one.denominator == 1 and abs(b.one) < 100
    if isinstance(a, Exact) and not a.logs and whole:
        if a.one == 0:
            return rational(0) if b.one > 0 else undefined()
        return rational(a.one ** int(b.one))
    if isinstance(a, float) and a < 0:
        raise Unknown  # nobody asks
    if whole and sign(a) < 0:
        found = exponential(times(b, logarithm(negative(a))))
        return negative(found) if int(b.one) % 2 else found
    if sign(a) < 0 or (sign(a) == 0 and sign(b) < 0):
        raise NoValue
    return rational(0) if sign(a) == 0 else exponential(times(b, logarithm(a)))


def sign(a):
    if isinstance(a, float):
        return 1 if a > 0 else -1
    if is_zero(a):
        return 0
    box = between(a)
    if box.low > 0:
        return 1
    if box.high < 0:
        return -1
    raise Unknown


def order(a, b):
    """Return -1, 0 or 1; infinity equals infinity."""
    if isinstance(a, float) or isinstance(b, float):
        if isinstance(a, float) and isinstance(b, float):
            return (a > b) - (a < b)
        return sign(a) if isinstance(a, float) else -sign(b)
    return sign(add(a, negative(b)))


def largest(values):
    best = values[0]
    for value in values[1:]:
        try:
            best = value if order(value, best) > 0 else best
        except Unknown:
            a, b = between(value), between(best)
            best = Between(max(a.low, b.low), max(a.high, b.high))
    return best
