"""Mechanisms of bounded PMC and unbounded PML: a countable one, and a continuous one."""

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
from pmlsym.formulas.mechanisms import clayton_density, mixed_density, retained
from pmlsym.given import brief, floats, real, refused, whole

if TYPE_CHECKING:
    import sympy as sp

MOST_INDEX = 100_000  # its probability has as many digits in base 3
MOST_SECRETS = 500  # of a truncation, without the merged one


class RetentionReplacement:
    r"""Publish a geometric secret, or with probability 1/2 a fresh draw in its place.

    .. math:: P_X(0) = \tfrac12, \quad P_X(n) = 3^{-n}, \qquad
        P_{Y \mid X = x}(y) = \tfrac12 [x = y] + \tfrac12 P_X(y)

    on {0, 1, 2, ...}. The outcome has the distribution of the secret, and the lift is

    .. math:: \frac{P(y \mid x)}{P_Y(y)} = \frac12 + \frac{[x = y]}{2 P_X(y)}.

    It is at least 1/2, so the mechanism is log 2-PMC. At a rare outcome its own secret has a large
    lift, so the PML is unbounded.

    Notes
    -----
    Source: `pmc`, Example 8, which lists the entries of this kernel. Probabilities and lifts are
    Fractions, leakages are sympy logarithms. Every method raises ParameterError for a secret,
    outcome or size that is not an integer from 0 to 100,000, `truncated` above 500.

    Examples
    --------
    >>> mechanism = RetentionReplacement()
    >>> mechanism.kernel(2, 2), mechanism.kernel(7, 2)
    (Fraction(5, 9), Fraction(1, 18))
    >>> [mechanism.pml(y) for y in range(4)], mechanism.pmc(3)
    ([log(3/2), log(2), log(5), log(14)], log(2))
    """

    def prior(self, x: int) -> Fraction:
        """Return the probability of the secret x.

        Examples
        --------
        >>> RetentionReplacement().prior(2)
        Fraction(1, 9)
        """
        x = _index("x", x)
        return Fraction(1, 3**x) if x else Fraction(1, 2)

    def tail(self, size: int) -> Fraction:
        r"""Return the probability of all secrets from `size` on.

        .. math:: \sum_{n \ge s} 3^{-n} = \tfrac12 3^{1 - s} \quad (s \ge 1)

        Examples
        --------
        >>> RetentionReplacement().tail(2)
        Fraction(1, 6)
        """
        size = _index("size", size)
        return Fraction(3, 2 * 3**size) if size else Fraction(1)

    def kernel(self, x: int, y: int) -> Fraction:
        r"""Return P(y \| x).

        Examples
        --------
        >>> RetentionReplacement().kernel(0, 1)
        Fraction(1, 6)
        """
        x, y = _index("x", x), _index("y", y)
        found: Fraction = retained(x == y, self.prior(y))
        return found

    def marginal(self, y: int) -> Fraction:
        """Return P(y), summed over all secrets: all but y itself give y equally often.

        Examples
        --------
        >>> RetentionReplacement().marginal(2)
        Fraction(1, 9)
        """
        y = _index("y", y)
        own = self.prior(y)
        return own * self.kernel(y, y) + (1 - own) * self.kernel(_other(y), y)

    def lift(self, x: int, y: int) -> Fraction:
        r"""Return P(y \| x) / P(y).

        Examples
        --------
        >>> RetentionReplacement().lift(0, 0), RetentionReplacement().lift(5, 0)
        (Fraction(3, 2), Fraction(1, 2))
        """
        return self.kernel(x, y) / self.marginal(y)

    def pml(self, y: int) -> sp.Expr:
        r"""Return the pointwise maximal leakage of an outcome, in nats.

        .. math:: \ell(X \to y) = \log\frac{3^y + 1}2 \quad (y \ge 1), \qquad
            \ell(X \to 0) = \log\frac32

        Examples
        --------
        >>> RetentionReplacement().pml(10)
        log(29525)
        """
        import sympy as sp

        return sp.log(sp.Rational(max(self._lifts(y))))

    def pmc(self, y: int) -> sp.Expr:
        """Return the pointwise maximal cost of an outcome, in nats: log 2 at each.

        Examples
        --------
        >>> RetentionReplacement().pmc(10)
        log(2)
        """
        import sympy as sp

        return sp.log(sp.Rational(1 / min(self._lifts(y))))

    def _lifts(self, y: int) -> tuple[Fraction, Fraction]:
        """Return the only two lifts of an outcome: that of its own secret and of any other."""
        y = _index("y", y)
        return self.lift(y, y), self.lift(_other(y), y)

    def truncated(self, size: int) -> Channel:
        r"""Merge all secrets from `size` on into one, and all such outcomes likewise.

        .. math:: P(y \mid x) = \tfrac12 [x = y] + \tfrac12 \bar P(y), \qquad
            \bar P = \bigl(P_X(0), \dots, P_X(s - 1), \textstyle\sum_{n \ge s} P_X(n)\bigr)

        Parameters
        ----------
        size : int
            The number s >= 0 of secrets that are not merged.

        Returns
        -------
        Channel
            Exact, with s + 1 secrets and outcomes; the last one is "s or more".

        Notes
        -----
        A merged secret has the mean of the lifts of its parts, and a merged outcome too, so no
        outcome leaks more than the worst of what was merged into it. Here, for s >= 1:

        - outcomes below s keep their PML and their PMC, since an outcome's own secret and some
          other secret are not merged;
        - the outcome "s or more" has the PMC log 2 and the PML
          :math:`\log(3^{s - 1} + \tfrac12)`, which is less than that of each outcome in it, and
          more than that of each below s if s >= 2.

        So the PMC of the truncation is log 2, as that of the mechanism, and its PML grows with s
        beyond every bound. For s = 0 nothing is left to learn and both are 0.

        Examples
        --------
        >>> RetentionReplacement().truncated(2).kernel
        [[3/4, 1/6, 1/12], [1/4, 2/3, 1/12], [1/4, 1/6, 7/12]]
        """
        size = whole("size", size, least=0, most=MOST_SECRETS)
        masses = [*map(self.prior, range(size)), self.tail(size)]
        # retention and replacement commute with merging
        kernel = [
            [retained(x == y, mass) for y, mass in enumerate(masses)] for x in range(size + 1)
        ]
        return Channel(kernel, masses)

    def __repr__(self) -> str:
        return "RetentionReplacement()"


def _other(y: int) -> int:
    """Return a secret that is not y."""
    return 0 if y else 1


def _index(name: str, value: object) -> int:
    return whole(name, value, least=0, most=MOST_INDEX)


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
