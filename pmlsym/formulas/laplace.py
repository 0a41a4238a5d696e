"""Formulas for Laplace noise on histograms and linear queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.exact import Number, Value

if TYPE_CHECKING:
    import sympy as sp

# --- histograms ----------------------------------------------------------------------------------


def histogram_leakage(alpha: Number, scale: Number) -> sp.Expr:
    """Return the worst leakage of a record; `histogram`, Thm 4.

    Examples
    --------
    >>> import sympy
    >>> histogram_leakage(sympy.Rational(1, 3), sympy.Integer(2))
    1 - log(2/3 + E/3)
    """
    import sympy as sp

    return 2 / scale - sp.log(1 - alpha + alpha * sp.exp(2 / scale))


def histogram_dp(scale: Value) -> Value:
    """Return the level of differential privacy of the release, as a record changes two bins.

    Examples
    --------
    >>> histogram_dp(4.0)
    0.5
    """
    return 2 / scale


def histogram_relaxation(alpha: Value, scale: Value) -> Value:
    """Bound the leakage without exponentials; ledger `histogram.relaxation`.

    Examples
    --------
    >>> round(histogram_relaxation(0.1, 2.0), 4)
    0.8571
    """
    return 2 * (1 - alpha) / (scale + alpha)


def histogram_quadratic(alpha: Value, scale: Value) -> Value:
    """Bound the leakage as in the paper; `histogram`, eq. (4).

    Examples
    --------
    >>> round(histogram_quadratic(0.1, 2.0), 4)
    0.905
    """
    return 2 * (1 - alpha) / scale + 2 * (alpha / scale) ** 2


def histogram_scale(epsilon: Number, alpha: Number) -> sp.Expr:
    """Return the scale at which a record leaks epsilon, below log(1/alpha); `histogram`, III-B.

    Examples
    --------
    >>> import sympy
    >>> histogram_scale(sympy.log(2), sympy.Rational(1, 4))
    2/log(3)
    """
    import sympy as sp

    return 2 / sp.log((1 - alpha) / (sp.exp(-epsilon) - alpha))


# --- linear queries ------------------------------------------------------------------------------


def spare(alpha: Value, classes: int | Value) -> Value:
    """Return the excess 1 - k alpha, which a prior with the floor alpha may give to one class.

    Examples
    --------
    >>> spare(0.25, 3)
    0.25
    """
    return 1 - classes * alpha


def least_density(total: Value, favoured: Value, alpha: Value, classes: int | Value) -> Value:
    """Return the least mean of k densities over priors with a floor; `linear`, Lemma 2.

    Parameters
    ----------
    total : the sum of the densities.
    favoured : the smallest density, that of the favoured class.
    alpha, classes : the floor of the probabilities and the number k of classes.

    Examples
    --------
    >>> least_density(1.5, 0.5, 0.25, 2)
    0.625
    """
    return alpha * total + spare(alpha, classes) * favoured


def workload_leakage(total: Number, favoured: Number, alpha: Number, classes: Number) -> sp.Expr:
    """Return the log-lift of a class whose own density is one; `linear`, eqs. (5) and (7).

    The density of another class is e^(-t/b), where t is the l1 distance of the two columns for the
    triangle bound, and <s, w_j - w_r> for the corner bound at the signs s and the tilted one at the
    slopes s.

    Examples
    --------
    >>> import sympy
    >>> half = sympy.Rational(1, 2)
    >>> workload_leakage(3 * half, half, half, 2)
    -log(3/4)
    """
    import sympy as sp

    return -sp.log(least_density(total, favoured, alpha, classes))


def workload_dp(distance: Value, scale: Value) -> Value:
    """Return the level of differential privacy for two classes at a distance; eq. (4).

    Examples
    --------
    >>> workload_dp(2, 4.0)
    0.5
    """
    return distance / scale
