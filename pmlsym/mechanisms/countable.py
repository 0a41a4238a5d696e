"""A countable mechanism of bounded PMC and unbounded PML, and its exact truncations."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pmlsym.channel import Channel
from pmlsym.formulas.mechanisms import retained
from pmlsym.given import whole

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
