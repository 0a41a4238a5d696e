r"""Laplace noise on the integers, drawn with integers alone.

A float cannot hold every sample of a continuous Laplace variable, and those it holds betray the
number they were added to (Mironov 2012). Here nothing is rounded: the noise is an integer Z with

.. math:: \Pr\{Z = z\} = \frac{1 - q}{1 + q}\, q^{|z|}, \qquad q = e^{-1/b},

for a scale b that is a fraction, and it comes from fair bits through whole numbers of any size.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.randomness import Draw, draw_from

__all__ = ["discrete_laplace", "draw_from", "exponential_coin"]


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
        if not (negative and size == 0):  # zero has one sign only
            return -size if negative else size
