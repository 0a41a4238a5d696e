"""A continuous mechanism of bounded PMC and unbounded PML: a Clayton copula and a uniform part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, as_fraction, is_exact, sympified
from pmlsym.formulas.mechanisms import clayton_density, mixed_density
from pmlsym.given import brief, floats, real, refused, whole

if TYPE_CHECKING:
    import sympy as sp

_MOST_CELLS = 1000  # whose channel has a million entries
_MOST_TERM_CELLS = 100  # of roots, logarithms or symbols
_MOST_EXACT_CELLS = 400  # of fractions, with growing digits


@dataclass(frozen=True)
class ClaytonMixture:
    r"""Two uniform variables that are independent with probability eta, else a Clayton pair.

    .. math:: f(x, y) = \eta + (1 - \eta)\, c_1(x, y), \qquad
        c_1(x, y) = \frac{2 x y}{(x + y - x y)^3}, \qquad x, y \in (0, 1)

    Both marginals are uniform, so the density is the lift. In x, the density of the copula rises
    from 0 at x = 0 to its top at :math:`x = \frac{y}{2(1 - y)}` and falls behind it; for
    :math:`y \ge \frac23` that is outside, and it rises up to x = 1.

    Parameters
    ----------
    eta : float or exact number
        The weight of independence, in (0, 1); symbols are taken to be.

    Raises
    ------
    ParameterError
        If eta, or an x or y later, is not in (0, 1).

    Notes
    -----
    Results are exact if eta and the arguments are; with floats, x and y may be arrays. Source:
    `pmc`, Example 9.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> mixture = ClaytonMixture(F(1, 4))
    >>> mixture.density(F(1, 2), F(1, 2)), mixture.pml(F(1, 2)), mixture.pmc(F(1, 2))
    (41/36, log(41/36), log(4))
    """

    eta: Number

    def __post_init__(self) -> None:
        """Validate eta."""
        if np.asarray(self.eta).ndim:
            raise ParameterError(f"eta is {self.eta}, but has to be one number.")
        object.__setattr__(self, "eta", _inside("eta", self.eta))

    def density(self, x: Number | FloatArray, y: Number | FloatArray) -> Number | FloatArray:
        """Return the joint density, which is also the lift.

        Parameters
        ----------
        x, y : float, exact number or ndarray
            In (0, 1); arrays broadcast.

        Examples
        --------
        >>> ClaytonMixture(0.25).density(np.array([0.5, 0.1]), 0.5).round(4)
        array([1.1389, 0.7008])
        """
        x, y = _inside("x", x), _inside("y", y)
        if is_exact(self.eta) and is_exact(x) and is_exact(y):
            return mixed_density(sympified(self.eta), clayton_density(x, y))
        share, rest = self._weights()
        u, v = _floats("x", x), _floats("y", y)
        either = u + v * (1 - u)
        with np.errstate(over="ignore"):  # it overflows near the origin
            return _plain(share + rest * (2 * (u / either) * (v / either) / either))

    def pml(self, y: Number | FloatArray) -> Number | FloatArray:
        r"""Return the pointwise maximal leakage of an outcome, in nats.

        .. math:: \ell(X \to y) = \log\bigl(\eta + (1 - \eta) \sup_x c_1(x, y)\bigr), \qquad
            \sup_x c_1(x, y) = \begin{cases} \frac{8}{27 y (1 - y)} & y \le \frac23 \\
            2 y & y \ge \frac23 \end{cases}

        It is unbounded as y falls to 0. For y >= 2/3 no secret attains it: x tends to 1.

        Parameters
        ----------
        y : float, exact number or ndarray
            In (0, 1).

        Examples
        --------
        >>> round(ClaytonMixture(0.25).pml(0.001), 4)
        5.4058
        """
        y = _inside("y", y)
        if is_exact(self.eta) and is_exact(y):
            import sympy as sp

            below = (8 / (27 * y * (1 - y)), y <= sp.Rational(2, 3))
            top = sp.Piecewise(below, (2 * y, True))
            return sp.log(mixed_density(self.eta, top))
        _, rest = self._weights()
        y = _floats("y", y)
        # y (sup c - 1), positive and bounded, so that neither small y nor small 1 - eta matter
        excess = np.where(y <= 2 / 3, 8 / 27 / np.maximum(1 - y, 1 / 3) - y, y * (2 * y - 1))
        with np.errstate(divide="ignore"):  # an exact y may underflow to 0: infinity
            return _plain(np.logaddexp(0, np.log(rest) + np.log(excess) - np.log(y)))

    def pmc(self, y: Number | FloatArray) -> Number | FloatArray:
        r"""Return the pointwise maximal cost of an outcome, in nats.

        .. math:: \Lambda(X \to y) = \log \frac1\eta

        at every y: the density tends to eta as x falls to 0, and no secret attains it.

        Parameters
        ----------
        y : float, exact number or ndarray
            In (0, 1).

        Examples
        --------
        >>> round(ClaytonMixture(0.25).pmc(0.5), 4)
        1.3863
        """
        y = _inside("y", y)
        if is_exact(self.eta) and is_exact(y):
            import sympy as sp

            return sp.log(1 / self.eta)
        eta, rest = self._weights()
        level = -np.log(eta) if eta < 0.5 else -np.log1p(-rest)
        return _plain(np.full_like(_floats("y", y), level))

    def discretised(self, cells: int) -> Channel:
        r"""Return the channel from the cell of X to the cell of Y, for n cells of equal length.

        .. math:: P(j \mid i) = \frac\eta n + (1 - \eta)\, n \, C\bigl(
            [\tfrac in, \tfrac{i+1}n] \times [\tfrac jn, \tfrac{j+1}n]\bigr), \qquad
            C(x, y) = \frac{1}{\frac1x + \frac1y - 1}

        Merging secrets and outcomes averages the lift: the PMC stays below log(1/eta), and tends
        to it for every y, and the PML of a cell is at most the largest in it.

        Parameters
        ----------
        cells : int
            The number n >= 1 of cells of each variable.

        Returns
        -------
        Channel
            n secrets and n outcomes, uniform; exact if eta is.

        Raises
        ------
        ParameterError
            If the number of cells is not an integer from 1 to 1000, to 400 where eta is a
            fraction, to 100 where it is another exact number.

        Examples
        --------
        >>> from fractions import Fraction
        >>> ClaytonMixture(Fraction(1, 2)).discretised(2).kernel
        [[7/12, 5/12], [5/12, 7/12]]
        """
        n = whole("cells", cells, least=1, most=_MOST_CELLS)
        if is_exact(self.eta):
            most = _MOST_TERM_CELLS if as_fraction(self.eta) is None else _MOST_EXACT_CELLS
            if n > most:
                raise ParameterError(
                    f"cells is {n}, but has to be at most {most} where eta is exact: give eta as a "
                    "float."
                )
        below = [[_copula(i, j, n) for j in range(i + 1)] for i in range(n + 1)]

        def at(i: int, j: int) -> Fraction:  # symmetric in x and y
            return below[max(i, j)][min(i, j)]

        half = [
            [at(i + 1, j + 1) - at(i, j + 1) - at(i + 1, j) + at(i, j) for j in range(i + 1)]
            for i in range(n)
        ]
        mixed = self._mixing(n)
        entries = [[mixed(n * mass) for mass in row] for row in half]
        return Channel(
            [[entries[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)],
            [Fraction(1, n)] * n,
        )

    def _mixing(self, cells: int) -> Callable[[Fraction], Number]:
        """Return a function that mixes a probability given a cell with the uniform one."""
        fraction = as_fraction(self.eta)
        if fraction is not None:  # faster than with sympy's numbers
            return lambda given: fraction / cells + (1 - fraction) * given
        if is_exact(self.eta):
            return lambda given: self.eta / cells + (1 - self.eta) * sympified(given)
        eta, rest = self._weights()
        return lambda given: eta / cells + rest * float(given)

    def _weights(self) -> tuple[float, float]:
        """Return eta and 1 - eta as floats, the second without cancellation if eta is exact."""
        eta, rest = float(_floats("eta", self.eta)), float(_floats("eta", 1 - self.eta))
        if eta == 0 or rest == 0:
            raise ParameterError(
                f"eta is {brief(self.eta)}, which floats do not tell from 0 or 1: give x and y "
                "exactly."
            )
        return eta, rest


def _copula(i: int, j: int, n: int) -> Fraction:
    """Return the distribution function of the Clayton copula at (i/n, j/n)."""
    return Fraction(i * j, n * (i + j) - i * j) if i and j else Fraction(0)


def _plain(value: FloatArray) -> float | FloatArray:
    return float(value) if np.ndim(value) == 0 else value


def _floats(name: str, value: Number | FloatArray) -> FloatArray:
    return floats(name, value, "a number, as floats are given")


def _inside(name: str, value: Number | FloatArray) -> float | FloatArray | sp.Expr:
    """Return numbers in (0, 1), exactly or as floats; refuse others."""
    allowed = "between 0 and 1, both excluded"
    given = value if hasattr(value, "__len__") else real(name, value, allowed)
    if is_exact(given):
        number = sympified(given)
        if number.is_positive is not False and (1 - number).is_positive is not False:
            return number
    else:
        numbers = floats(name, given, allowed)
        if np.all((numbers > 0) & (numbers < 1)):
            return _plain(numbers)
    raise refused(name, value, allowed)
