r"""Powers of which sympy would work out more digits than a goal may have.

sympy computes a whole power of a rational number in one call that nothing interrupts, also where it
stands in disguise: :math:`\exp(10^{9} \log 2)`, or :math:`2^{a + 10^9}`, of which a quotient by
:math:`2^a` leaves the number. So sizes are estimated before: an upper bound of the bits that the
numbers in a power could have, whatever cancels.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.proof.kernel.terms import MOST_BITS
from pmlsym.proof.language import Term as Real
from pmlsym.statements.reductions.encoding.quotients import NotReducible

_TOO_MANY = MOST_BITS + 1  # nothing is told apart from here on


def power(base: Real, exponent: Real) -> Real:
    """Return a power.

    Raises
    ------
    NotReducible
        If the numbers in it could be too long.

    Examples
    --------
    >>> power(sp.Integer(2), sp.Integer(10))
    1024
    """
    _refuse(_bits(base) * _size(exponent))
    if exponent.is_Integer:
        return base**exponent
    return sp.exp(exponent * sp.log(base))


def exponential(level: Real) -> Real:
    """Return the exponential of a number, in which logarithms become powers.

    Raises
    ------
    NotReducible
        If the numbers in it could be too long.

    Examples
    --------
    >>> exponential(3 * sp.log(2))
    8
    """
    _refuse(_bits_of_exponential(level))
    return sp.exp(level)


def _refuse(bits: int) -> None:
    if bits > MOST_BITS:
        raise NotReducible(f"A power may have more than {MOST_BITS} bits, which is the most.")


def _bits_of_exponential(level: Real) -> int:
    return sum(_size(part) for part in sp.Add.make_args(level) if part.has(sp.log))


def _bits(term: Real) -> int:
    """Return how many bits the numbers in a term have, all together."""
    if term.is_Rational:
        return max(int(term.p).bit_length(), int(term.q).bit_length())
    if term.is_Pow:
        found = _bits(term.base) * _size(term.exp)
    elif isinstance(term, sp.exp):
        found = _bits_of_exponential(term.args[0])
    else:
        found = sum(map(_bits, term.args))
    return min(found, _TOO_MANY)


def _size(term: Real) -> int:
    """Return how large the numbers in an exponent are: at least 1, where there are any."""
    if term.is_Rational:
        return min(max(1, -(-abs(int(term.p)) // int(term.q))), _TOO_MANY)
    parts = [_size(part) for part in term.args]
    if isinstance(term, sp.log):
        return _bits(term.args[0])
    if term.is_Mul:
        found = 1
        for part in parts:
            found *= part
    elif term.is_Pow:
        found = parts[0] ** min(parts[1], 1_000)
    else:
        found = max(1, sum(parts))
    return min(found, _TOO_MANY)
