"""Numbers on a page: floats with so many digits, exact ones as they are, and a formula of them."""

from __future__ import annotations

from pmlsym.exact import Number, sympified
from pmlsym.pages.page import Formula


def number(value: Number, digits: str = ".6g") -> str | Formula:
    r"""Return a number as it stands on a page.

    Parameters
    ----------
    value : a float, or an exact number.
    digits : how a float is written.

    Examples
    --------
    >>> import sympy
    >>> number(0.4054651), number(sympy.log(2))
    ('0.405465', Formula(text='log(2)', latex='\\log{\\left(2 \\right)}'))
    """
    if isinstance(value, float):
        return f"{value:{digits}}"
    import sympy as sp

    return Formula(str(value), sp.latex(sympified(value)))
