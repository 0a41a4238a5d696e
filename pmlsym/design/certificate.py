"""Whether a kernel satisfies a guarantee, decided in integers: every float is the number it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pmlsym.guarantees import Guarantee


def satisfies(
    kernel: Sequence[Sequence[float | Fraction]],
    prior: Sequence[float | Fraction],
    guarantee: Guarantee,
) -> bool:
    r"""Say whether a kernel of floats or fractions satisfies a guarantee, without any tolerance.

    The prior counts as normalised: floats sum to one up to rounding only. Rows of the kernel count
    as they are.

    Parameters
    ----------
    kernel : shape (\|X\|, \|Y\|)
    prior : shape (\|X\|,), all positive.

    Raises
    ------
    Unanswered
        If the guarantee does not say which lift vectors it admits, or cannot decide it exactly.

    Examples
    --------
    >>> from pmlsym import PML
    >>> import sympy
    >>> kernel = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> satisfies(kernel, half, PML(sympy.log(Fraction(3, 2)))), satisfies(kernel, half, PML(0.4))
    (True, False)
    """
    lifts = guarantee.lift_set([Fraction(mass) for mass in prior])
    columns = zip(*kernel, strict=True)
    return all(lifts.contains([Fraction(entry) for entry in column]) for column in columns)
